//! `jostle query`: every question, and every way to ask it wrongly.

mod program;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Answers to lines that may be no JSON at all.
fn answers(lines: &[&str]) -> Vec<Value> {
    let output = program::feed(&["query"], (lines.join("\n") + "\n").as_bytes());
    assert!(output.status.success(), "{output:?}");
    let answers = program::text(&output.stdout);
    let answers: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), lines.len());
    answers
}

fn answer(request: &Value) -> Value {
    answers(&[&request.to_string()]).swap_remove(0)
}

fn ok(request: Value) -> Value {
    let mut answer = answer(&request);
    assert_eq!(answer.get("error"), None, "{request}");
    answer["ok"].take()
}

fn error(line: &str) -> (Value, String, String) {
    let answer = answers(&[line]).swap_remove(0);
    let text = |key| answer["error"][key].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    (answer["id"].clone(), text("kind"), text("message"))
}

fn square(x: f32) -> Value {
    json!({"type": "rect", "half": [1, 1], "transform": {"position": [x, 0]}})
}

#[test]
fn overlaps_counts_touching_and_overlaps_interior_does_not() {
    for (x, closed, open) in [(1.5, true, true), (2.0, true, false), (2.5, false, false)] {
        let ask = |query| ok(json!({"query": query, "a": square(0.0), "b": square(x)}));
        assert_eq!(ask("overlaps"), json!({ "hit": closed }));
        assert_eq!(ask("overlaps_interior"), json!({ "hit": open }));
    }
}

#[test]
fn relation_tells_all_six_words() {
    let small = json!({"type": "rect", "half": [0.5, 0.5]});
    let cases = [
        (square(0.0), square(3.0), "apart"),
        (square(0.0), square(2.0), "touching"),
        (square(0.0), square(1.0), "overlapping"),
        (small.clone(), square(0.0), "a_in_b"),
        (square(0.0), small, "b_in_a"),
        (
            square(0.0),
            json!({"type": "polygon", "points": [[-1, -1], [1, -1], [1, 1], [-1, 1]]}),
            "same",
        ),
    ];
    for (a, b, word) in cases {
        assert_eq!(ok(json!({"query": "relation", "a": a, "b": b})), json!({ "relation": word }));
    }
}

#[test]
fn contains_asks_for_b_inside_a() {
    let dot = json!({"type": "point", "at": [1, 0]});
    let ask = |a: &Value, b: &Value| ok(json!({"query": "contains", "a": a, "b": b}));
    assert_eq!(ask(&square(0.0), &dot), json!({ "hit": true }));
    assert_eq!(ask(&dot, &square(0.0)), json!({ "hit": false }));
}

#[test]
fn gap_is_signed_and_in_the_world() {
    let apart = ok(json!({"query": "gap",
        "a": {"type": "circle", "radius": 1}, "b": {"type": "circle", "radius": 2, "center": [7, 0]}}));
    let want = json!({"separation": 4, "normal": [1, 0], "on_a": [1, 0], "on_b": [5, 0]});
    assert_eq!(apart, want);
    let deep = ok(json!({"query": "gap", "a": square(0.0), "b": square(1.5)}));
    assert_eq!(deep["separation"], json!(-0.5));
}

#[test]
fn contact_is_null_apart_and_has_zero_pushes_when_touching() {
    let ask = |x| ok(json!({"query": "contact", "a": square(0.0), "b": square(x)}));
    assert_eq!(ask(2.5), Value::Null);
    let touching = ask(2.0);
    assert_eq!(touching["depth"], json!(0));
    assert_eq!((&touching["push_a"], &touching["push_b"]), (&json!([0, 0]), &json!([0, 0])));
    let deep = ask(1.5);
    assert_eq!((&deep["depth"], &deep["normal"]), (&json!(0.5), &json!([1, 0])));
    assert_eq!((&deep["push_a"], &deep["push_b"]), (&json!([-0.5, 0]), &json!([0.5, 0])));
}

#[test]
fn crossings_are_points() {
    let a = json!({"type": "segment", "a": [-1, 0], "b": [1, 0]});
    let b = json!({"type": "segment", "a": [0.5, -1], "b": [0.5, 1]});
    assert_eq!(ok(json!({"query": "crossings", "a": a, "b": b})), json!({"points": [[0.5, 0]]}));
}

#[test]
fn region_has_an_area_and_polygons_with_holes() {
    let region =
        ok(json!({"query": "region", "a": square(0.0), "b": square(1.0), "tolerance": 0.01}));
    assert_eq!(region["area"], json!(2));
    assert_eq!(region["polygons"].as_array().map(Vec::len), Some(1));
    assert_eq!(region["polygons"][0]["points"].as_array().map(Vec::len), Some(4));
    assert_eq!(region["polygons"][0]["holes"], json!([]));
    let none = ok(json!({"query": "region", "a": square(0.0), "b": square(9.0)}));
    assert_eq!(none, json!({"area": 0, "polygons": []}));
    let plane = json!({"type": "half_plane", "normal": [0, 1]});
    assert_eq!(ok(json!({"query": "region", "a": plane, "b": plane})), json!({"unbounded": true}));
}

#[test]
fn test_tells_the_stage() {
    let ask = |x, level: Value| {
        ok(json!({"query": "test", "a": square(0.0), "b": square(x), "level": level}))
    };
    let apart = json!({"hit": false, "certain": true, "level": "bounds"});
    assert_eq!(ask(5.0, json!("exact")), apart);
    let maybe = ask(1.0, json!("bounds"));
    assert_eq!((&maybe["hit"], &maybe["level"]), (&json!(true), &json!("bounds")));
    let sure = ok(json!({"query": "test", "a": square(0.0), "b": square(1.0)}));
    assert_eq!((&sure["hit"], &sure["certain"]), (&json!(true), &json!(true)));
}

#[test]
fn manifold_has_two_points_for_faces_and_is_null_apart() {
    let ask = |x| ok(json!({"query": "manifold", "a": square(0.0), "b": square(x)}));
    assert_eq!(ask(2.5), Value::Null);
    let manifold = ask(1.5);
    assert_eq!(manifold["normal"], json!([1, 0]));
    let points = manifold["points"].as_array().expect("a list");
    assert_eq!(points.len(), 2, "{manifold}");
    assert!(points.iter().all(|p| p["depth"] == json!(0.5) && p["id"].is_u64()), "{manifold}");
}

#[test]
fn ray_hits_skips_and_exits() {
    let ask = |x: f32, inside: &str| {
        ok(json!({"query": "ray", "a": square(0.0), "origin": [x, 0], "translation": [4, 0],
            "inside": inside}))
    };
    let ahead = json!({"fraction": 0.5, "point": [-1, 0], "normal": [-1, 0]});
    assert_eq!(ask(-3.0, "hit"), ahead);
    assert_eq!(ask(0.0, "hit")["fraction"], json!(0));
    assert_eq!(ask(0.0, "skip"), Value::Null);
    assert_eq!(ask(0.0, "exit")["fraction"], json!(0.25));
    assert_eq!(ask(3.0, "hit"), Value::Null);
}

#[test]
fn bounds_of_a_half_plane_are_null() {
    let boxed = ok(json!({"query": "bounds", "a": square(3.0)}));
    assert_eq!(boxed, json!({"min": [2, -1], "max": [4, 1]}));
    let plane = json!({"type": "half_plane", "normal": [0, 1]});
    assert_eq!(ok(json!({"query": "bounds", "a": plane})), Value::Null);
}

#[test]
fn an_id_is_echoed_to_the_digit() {
    for id in ["7", "\"x\"", "null", "[1,{\"k\":2.50}]", "123456789012345678901234567890", "1e999"]
    {
        let line = format!(r#"{{"id":{id},"query":"bounds","a":{{"type":"point"}}}}"#);
        let output = program::feed(&["query"], line.as_bytes());
        let answer = program::text(&output.stdout);
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"ok\":")), "{answer}");
    }
}

#[test]
fn wrong_lines_are_answered_with_their_kind() {
    let a = r#""a":{"type":"circle","radius":1}"#;
    let cases = [
        ("", "json", ""),
        ("nonsense", "json", ""),
        (r#"{"id":1,"query":"bounds""#, "json", ""),
        ("[1]", "form", "an object"),
        ("3", "form", "an object"),
        ("{}", "form", "query"),
        (r#"{"query":7}"#, "form", "query"),
        (r#"{"query":"touches"}"#, "form", "overlaps"),
        (&format!(r#"{{"query":"overlaps",{a}}}"#), "form", "\"b\" is missing"),
        (&format!(r#"{{"query":"bounds",{a},"color":1}}"#), "form", "color: unknown key"),
        (&format!(r#"{{"query":"bounds",{a},{a}}}"#), "form", "twice"),
        (r#"{"query":"bounds","a":{"type":"circle","radius":1,"size":2}}"#, "form", "a.size"),
        (r#"{"query":"bounds","a":{"type":"circle","radius":"1"}}"#, "form", "a.radius"),
        (r#"{"query":"bounds","a":{"type":"circle","radius":1e39}}"#, "not_finite", "a.radius"),
        (r#"{"query":"bounds","a":{"type":"circle","radius":1e999}}"#, "not_finite", "a: "),
        (r#"{"query":"bounds","a":{"type":"circle","radius":-1}}"#, "negative", "negative"),
        (
            r#"{"query":"bounds","a":{"type":"circle","radius":3e38,"transform":{"scale":[9,9]}}}"#,
            "overflow",
            "a: ",
        ),
        (&format!(r#"{{"query":"ray",{a},"origin":[0],"translation":[1,0]}}"#), "form", "origin"),
        (&format!(r#"{{"query":"ray",{a},"origin":[0],"translation":[1,0]}}"#), "form", "origin"),
        (
            &format!(r#"{{"query":"ray",{a},"origin":[0,"y"],"translation":[1,0]}}"#),
            "form",
            "origin[1]",
        ),
        (
            &format!(r#"{{"query":"ray",{a},"origin":[0,0],"translation":[1e39,0]}}"#),
            "not_finite",
            "translation[0]",
        ),
        (
            &format!(r#"{{"query":"ray",{a},"origin":[0,0],"translation":[1,0],"inside":"in"}}"#),
            "form",
            "hit, skip, exit",
        ),
    ];
    for (line, kind, says) in cases {
        let (_, found, message) = error(line);
        assert_eq!(found, kind, "{line}: {message}");
        assert!(message.contains(says), "{line}: {message}");
    }
}

#[test]
fn errors_keep_the_id_where_the_line_is_json() {
    assert_eq!(
        error(r#"{"id":5,"query":"bounds","a":{"type":"circle","radius":1e999}}"#).0,
        json!(5)
    );
    assert_eq!(error(r#"{"id":"k","query":"nothing"}"#).0, json!("k"));
    assert_eq!(error("no json").0, Value::Null);
}

#[test]
fn a_broken_line_does_not_stop_the_stream() {
    let good = r#"{"id":2,"query":"bounds","a":{"type":"point"}}"#;
    let mut input = b"\xff\xfe broken\n".to_vec();
    input.extend(good.as_bytes());
    input.extend(b"\n{\n");
    input.extend(good.as_bytes());
    let output = program::feed(&["query"], &input);
    assert!(output.status.success());
    let text = program::text(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].starts_with(r#"{"id":null,"error":{"kind":"json""#), "{text}");
    assert_eq!(lines[1], lines[3]);
    assert!(lines[1].starts_with(r#"{"id":2,"ok":"#), "{text}");
}

#[test]
fn deep_and_long_lines_are_refused_and_the_next_is_answered() {
    let deep = format!(
        r#"{{"id":1,"query":"bounds","a":{}{}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let nested = (0..40).fold(r#"{"type":"point"}"#.to_owned(), |part, _| {
        format!(r#"{{"type":"compound","parts":[{part}]}}"#)
    });
    let nested = format!(r#"{{"id":2,"query":"bounds","a":{nested}}}"#);
    let long = " ".repeat(jostle::json::limits::MAX_BYTES + 1);
    let good = r#"{"id":4,"query":"bounds","a":{"type":"point"}}"#;
    let answers = answers(&[&deep, &nested, &long, good]);
    let kinds: Vec<_> = answers[..3].iter().map(|answer| answer["error"]["kind"].clone()).collect();
    assert_eq!(kinds, [json!("too_many"), json!("too_many"), json!("too_many")]);
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!(1), json!(2), json!(null), json!(4)]);
}

#[test]
fn each_answer_is_there_before_the_next_question() {
    let mut child = program::jostle()
        .arg("query")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut ask = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for id in 0..3 {
        writeln!(ask, r#"{{"id":{id},"query":"bounds","a":{{"type":"point"}}}}"#).expect("written");
        let mut line = String::new();
        answers.read_line(&mut line).expect("an answer");
        assert!(line.starts_with(&format!("{{\"id\":{id},")), "{line}");
    }
    drop(ask);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn numbers_are_the_shortest_that_read_back() {
    let dot = json!({"type": "point", "at": [0.1, 16777217]});
    let output =
        program::feed(&["query"], json!({"query": "bounds", "a": dot}).to_string().as_bytes());
    let text = program::text(&output.stdout);
    assert_eq!(text.trim(), r#"{"id":null,"ok":{"max":[0.1,16777216],"min":[0.1,16777216]}}"#);
}

#[test]
fn casts_and_sweeps_answer_with_a_bracket() {
    let hit =
        ok(json!({"query": "cast", "a": square(0.0), "b": square(6.0), "translation": [8, 0]}));
    let expected = json!({
        "fraction": 0.5, "latest": 0.5, "certain": true, "normal": [1, 0], "point": [5, 0],
    });
    assert_eq!(hit, expected);
    let cast = |stop: &str| {
        let (a, b) = (square(0.0), square(2.0));
        ok(json!({"query": "cast", "a": a, "b": b, "translation": [0, 1], "stop": stop}))
    };
    assert_eq!(cast("touching")["fraction"], 0);
    assert_eq!(cast("overlapping"), Value::Null);
    let near = json!({"query": "cast", "a": square(0.0), "b": square(6.0), "translation": [8, 0], "skin": 2});
    assert_eq!(ok(near)["fraction"], 0.25);
    let door = json!({"type": "rect", "half": [4, 0.1]});
    let post = json!({"type": "circle", "radius": 0.5, "transform": {"position": [0, 3]}});
    let turn = |by: Value| ok(json!({"query": "sweep", "a": door, "b": post, "by_a": by}));
    let fraction = turn(json!({"degrees": 360}))["fraction"].as_f64().unwrap();
    assert!((0.2..0.25).contains(&fraction), "{fraction}");
    assert_eq!(turn(json!({"radians": 0.5})), Value::Null);
    assert_eq!(turn(json!({"degrees": 0})), Value::Null);
    let both = ok(json!({
        "query": "sweep", "a": square(0.0), "b": square(8.0),
        "by_a": {"translation": [6, 0]}, "by_b": {"translation": [-6, 0]},
    }));
    assert_eq!((both["fraction"].as_f64(), both["point"].clone()), (Some(0.5), json!([4, 0])));
    for (by, place) in [
        (json!({"translation": [1]}), "by_a.translation"),
        (json!({"turn": 3}), "by_a"),
        (json!({"degrees": "x"}), "by_a.degrees"),
        (json!(3), "by_a"),
    ] {
        let line = json!({"query": "sweep", "a": square(0.0), "b": square(8.0), "by_a": by});
        let (_, _, message) = error(&line.to_string());
        assert!(message.starts_with(place), "{message}");
    }
}

#[test]
fn a_contact_has_the_form_that_serde_writes() {
    let answer = ok(json!({"query": "contact", "a": square(0.0), "b": square(1.7)}));
    let place =
        |x| jostle::Shape::rect_half((1.0, 1.0)).unwrap().place(jostle::Affine::at((x, 0.0)));
    let contact = place(0.0_f32).unwrap().contact(&place(1.7).unwrap()).unwrap();
    let read: jostle::Contact = serde_json::from_value(answer.clone()).expect("a contact");
    assert_eq!(read, contact);
    let keys = |form: &Value| form.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&answer), keys(&serde_json::to_value(contact).unwrap()));
    // As short as 32 bits allow.
    assert!(answer["depth"].to_string().len() < 12, "{answer}");
}
