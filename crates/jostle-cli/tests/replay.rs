//! `jostle replay`: journals written by hand, errors, queries, and every broad phase.

mod program;

use serde_json::{Value, json};

fn replay(lines: &[Value], args: &[&str]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    replay_text(&text, args)
}

fn replay_text(text: &str, args: &[&str]) -> Vec<Value> {
    let output = program::feed(&[&["replay"], args].concat(), text.as_bytes());
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let text = program::text(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn disc(key: u64, x: f32) -> Value {
    json!({"op": "insert", "key": key, "shape": {"type": "circle", "radius": 1}, "transform": {"position": [x, 0]}})
}

fn step() -> Value {
    json!({"op": "step"})
}

/// The events of each step, and that its number is right.
fn events(answers: &[Value]) -> Vec<Value> {
    let steps: Vec<&Value> = answers.iter().filter(|a| a.get("step").is_some()).collect();
    for (index, step) in steps.iter().enumerate() {
        assert_eq!(step["step"], index + 1);
        assert_eq!(step["hash"].as_str().map(str::len), Some(16));
    }
    steps.into_iter().map(|step| step["events"].clone()).collect()
}

#[test]
fn pairs_enter_stay_and_exit_under_the_numbers_of_the_file() {
    let lines = [
        disc(9, 0.0),
        disc(4, 1.0),
        step(),
        step(),
        json!({"op": "set_transform", "key": 9, "transform": {"position": [50, 0]}}),
        step(),
        step(),
    ];
    let expected = [
        json!([{"kind": "enter", "a": 4, "b": 9, "seen_by": "both"}]),
        json!([{"kind": "stay", "a": 4, "b": 9, "seen_by": "both"}]),
        json!([{"kind": "exit", "a": 4, "b": 9, "seen_by": "both", "reason": "separated"}]),
        json!([]),
    ];
    assert_eq!(events(&replay(&lines, &[])), expected);
}

#[test]
fn a_key_that_is_removed_and_inserted_again_exits_and_enters() {
    let lines = [
        disc(1, 0.0),
        disc(2, 0.0),
        step(),
        json!({"op": "remove", "key": 1}),
        disc(1, 0.0),
        step(),
    ];
    let last = events(&replay(&lines, &[])).pop().unwrap();
    assert_eq!(last[0]["reason"], "removed");
    assert_eq!([&last[0]["kind"], &last[1]["kind"]], ["exit", "enter"]);
}

#[test]
fn every_reason_has_its_word() {
    for (call, reason) in [
        (json!({"op": "remove", "key": 2}), "removed"),
        (json!({"op": "disable", "key": 2}), "disabled"),
        (json!({"op": "set_layers", "key": 1, "layer": ["x"], "sees": []}), "filtered"),
        (
            json!({"op": "set_shape", "key": 2, "shape": {"type": "point", "at": [9, 9]}}),
            "reshaped",
        ),
        (json!({"op": "set_parent", "key": 2, "parent": 3}), "separated"),
    ] {
        let lines = [
            disc(1, 0.0),
            json!({"op": "insert", "key": 2, "shape": {"type": "circle", "radius": 1}, "sees": []}),
            json!({"op": "insert", "key": 3, "transform": {"position": [80, 0]}}),
            step(),
            call,
            step(),
        ];
        let last = events(&replay(&lines, &[])).pop().unwrap();
        assert_eq!(last[0]["reason"], reason);
        assert_eq!(last[0]["seen_by"], "a");
    }
}

#[test]
fn touching_counts_unless_the_first_line_says_otherwise() {
    let with = |line: Value| events(&replay(&[line, disc(1, 0.0), disc(2, 2.0), step()], &[]));
    let count = |touching: &str| with(json!({"op": "world", "touching": touching}))[0].clone();
    assert_eq!(count("counts").as_array().map(Vec::len), Some(1));
    assert_eq!(count("ignored"), json!([]));
}

#[test]
fn a_line_that_cannot_be_done_answers_and_the_run_goes_on() {
    let text = "nonsense\n\n{\"op\":\"enable\",\"key\":5}\n{\"op\":\"fly\"}\n[]\n\
        {\"op\":\"insert\",\"key\":1,\"shape\":{\"type\":\"circle\",\"radius\":-1}}\n\
        {\"op\":\"insert\",\"key\":1}\n{\"op\":\"insert\",\"key\":1}\n\
        {\"op\":\"set_parent\",\"key\":1,\"parent\":1}\n{\"op\":\"world\"}\n\
        {\"op\":\"set_transform\",\"key\":1,\"transform\":{\"position\":[1e39,0]}}\n\
        {\"op\":\"gap\",\"a\":1,\"b\":1}\n{\"op\":\"step\"}";
    let answers = replay_text(text, &[]);
    let kinds: Vec<(u64, &str)> = answers
        .iter()
        .filter_map(|a| Some((a["line"].as_u64()?, a["error"]["kind"].as_str()?)))
        .collect();
    let expected = [
        (1, "json"),
        (3, "key"),
        (4, "form"),
        (5, "form"),
        (6, "negative"),
        (8, "journal"),
        (9, "cycle"),
        (10, "journal"),
        (11, "not_finite"),
        (12, "key"),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(answers.last().unwrap()["step"], 1);
}

#[test]
fn queries_are_current_without_a_step() {
    let lines = [
        disc(7, 0.0),
        disc(3, 4.0),
        json!({"op": "insert", "key": 5, "shape": {"type": "rect", "half": [1, 1]}, "transform": {"position": [9, 0]}, "layer": [2]}),
        json!({"op": "at", "point": [4, 0]}),
        json!({"op": "query", "query": "overlapping_aabb", "min": [-1, -1], "max": [4, 1]}),
        json!({"op": "ray", "origin": [-9, 0], "translation": [36, 0], "which": "all"}),
        json!({"op": "ray", "origin": [-9, 0], "translation": [36, 0], "layers": [2]}),
        json!({"op": "ray", "origin": [-9, 2], "translation": [36, 0], "radius": 1, "which": "any"}),
        json!({"op": "nearest", "point": [5.5, 0], "count": 2}),
        json!({"op": "nearest_pair", "except": [7]}),
        json!({"op": "overlapping", "a": {"type": "circle", "radius": 3}}),
        json!({"op": "gap", "a": 7, "b": 3}),
        json!({"op": "why_not", "a": 7, "b": 3}),
        json!({"op": "subtree_bounds", "key": 5}),
    ];
    let answers = replay(&lines, &[]);
    let ok: Vec<&Value> = answers.iter().map(|a| &a["ok"]).collect();
    assert_eq!(*ok[0], json!({"keys": [3]}));
    assert_eq!(*ok[1], json!({"keys": [3, 7]}));
    let hits = ok[2]["hits"].as_array().unwrap();
    assert_eq!(hits.iter().map(|h| &h["key"]).collect::<Vec<_>>(), [7, 3, 5]);
    assert_eq!((&ok[3]["key"], &ok[3]["edge"]), (&json!(5), &json!(3)));
    assert_eq!(*ok[4], json!({"hit": true}));
    assert_eq!(ok[5]["near"].as_array().map(Vec::len), Some(2));
    assert_eq!((&ok[6]["a"], &ok[6]["separation"]), (&json!(3), &json!(3)));
    assert_eq!(*ok[7], json!({"keys": [3, 7]}));
    assert_eq!(ok[8]["separation"], 2);
    assert_eq!(ok[9]["rule"], "apart");
    assert_eq!(*ok[10], json!({"min": [8, -1], "max": [10, 1]}));
    let plain = replay_text("{\"op\":\"step\"}", &[]);
    assert_eq!(plain, replay_text("{\"op\":\"step\"}", &["-"]));
}

#[test]
fn contacts_are_told_where_asked_for() {
    let compound = json!({"op": "insert", "key": 1, "sensor": true, "shape": {"type": "compound", "parts": [
        {"type": "point", "at": [50, 0]}, {"type": "rect", "half": [1, 1]}]}});
    let answers = replay(&[compound, disc(2, 1.5), step()], &["--contacts"]);
    let event = &answers[0]["events"][0];
    assert_eq!((&event["sensor"], &event["parts"]), (&json!(true), &json!([[1, 0]])));
    assert_eq!(event["contact"]["push_b"], json!([0.5, 0]));
}

#[test]
fn a_run_and_its_journal_have_the_same_hashes_for_every_broad_phase() {
    let folder = tempfile::TempDir::new().unwrap();
    let (journal, gif) = (folder.path().join("run.jsonl"), folder.path().join("run.gif"));
    let frames = folder.path().join("frames");
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/machine.json");
    let path = |p: &std::path::Path| p.to_str().unwrap().to_owned();
    let run = |more: &[&str]| {
        let output = program::feed(&[&["run", scene, "--frames", "40"], more].concat(), b"");
        assert!(output.status.success(), "{}", program::text(&output.stderr));
        program::text(&output.stdout)
    };
    let plain = run(&["--record", &path(&journal), "--gif", &path(&gif), "--svg", &path(&frames)]);
    assert!(plain.contains("\"enter\"") && plain.contains("\"exit\""), "{plain}");
    for name in ["brute", "sweep", "tree"] {
        assert_eq!(run(&["--broad", name]), plain, "{name}");
    }
    let hashes = |text: &str| -> Vec<String> {
        let line = |line: &str| serde_json::from_str::<Value>(line).unwrap()["hash"].to_string();
        text.lines().map(line).collect()
    };
    let replayed = program::feed(&["replay", &path(&journal), "--broad", "tree"], b"");
    assert_eq!(hashes(&program::text(&replayed.stdout)), hashes(&plain));
    assert_eq!(std::fs::read_dir(&frames).unwrap().count(), 40);
    let mut decoder =
        gif::DecodeOptions::new().read_info(std::fs::File::open(&gif).unwrap()).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 40);
}

#[test]
fn a_scene_that_moves_out_of_all_numbers_is_a_problem_with_its_frame() {
    let scene =
        json!({"colliders": [{"id": "comet", "velocity": [1e38, 0], "shape": {"type": "point"}}]});
    let output = program::feed(&["run", "-", "--frames", "9"], scene.to_string().as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let said = program::text(&output.stderr);
    assert!(said.contains("\"comet\" at frame 4"), "{said}");
}

fn block(key: u64, half: [f32; 2], at: [f32; 2], more: &Value) -> Value {
    let mut line = json!({"op": "insert", "key": key, "shape": {"type": "rect", "half": half}, "transform": {"position": at}});
    let own = line.as_object_mut().unwrap();
    own.extend(more.as_object().unwrap().clone());
    line
}

#[test]
fn casts_of_shapes_and_colliders_find_what_they_may_meet() {
    let lines = [
        block(1, [1.0, 1.0], [0.0, 0.0], &json!({"team": 3})),
        block(2, [1.0, 1.0], [4.0, 0.0], &json!({"team": 3})),
        block(3, [1.0, 1.0], [10.0, 0.0], &json!({"layer": ["wall"]})),
        json!({"op": "cast", "a": 1, "by": {"translation": [16, 0]}}),
        json!({"op": "cast", "a": {"type": "circle", "radius": 1}, "by": {"translation": [4, 0]}, "except": [1], "which": "all"}),
        json!({"op": "cast", "a": 1, "by": {"translation": [16, 0]}, "except": [3], "which": "any"}),
        json!({"op": "cast", "a": 1, "b": 3, "translation": [16, 0]}),
        json!({"op": "cast", "a": 1, "by": {"degrees": 180, "about": [5, 0]}}),
    ];
    let answers = replay(&lines, &[]);
    let hit = json!({
        "key": 3, "fraction": 0.5, "latest": 0.5, "certain": true, "point": [9, 0],
        "normal": [-1, 0], "part": 0, "edge": 3,
    });
    assert_eq!(answers[0]["ok"], hit);
    assert_eq!(answers[1]["ok"]["hits"][0]["key"], 2);
    assert_eq!(answers[2]["ok"], json!({"hit": false}));
    assert_eq!(answers[3]["ok"]["fraction"], 0.5);
    assert_eq!(answers[4]["ok"]["key"], 3, "{}", answers[4]);
}

#[test]
fn slides_move_and_hand_footings_on() {
    let slide = |more: Value| {
        let mut line = json!({"op": "slide", "key": 1, "translation": [0.5, 4], "up": [0, -1]});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    };
    let lines = [
        block(1, [1.0, 1.0], [0.0, 0.0], &json!({})),
        block(2, [9.0, 1.0], [0.0, 4.0], &json!({"platform": true})),
        slide(json!({"try": true})),
        slide(json!({})),
        step(),
        json!({"op": "set_transform", "key": 2, "transform": {"position": [3, 24]}}),
        slide(json!({})),
        json!({"op": "set_platform", "key": 2, "platform": false}),
        json!({"op": "set_one_way", "key": 2, "one_way": [0, -1]}),
        slide(json!({"respond": {"0": "slide"}, "translation": [0, -100]})),
        slide(json!({"step": -1})),
        slide(json!({"key": 7})),
    ];
    let answers = replay(&lines, &[]);
    let [tried, first, _, carried, up, bad, unknown] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(tried["ok"], first["ok"], "a try answers the same");
    // A leg ends at most 2 units in the last place before what blocks it.
    let moved = |axis: usize| first["ok"]["moved"][axis].as_f64().unwrap();
    assert!(moved(0) == 0.5 && (2.0 - moved(1)).abs() < 3e-7, "{first}");
    assert_eq!((&first["ok"]["floor"], &first["ok"]["end"]), (&json!([0, -1]), &json!("done")));
    assert_eq!(first["ok"]["footing"]["key"], 2);
    let rode = |axis: usize| carried["ok"]["carried"][axis].as_f64().unwrap();
    assert!(rode(0) == 3.0 && (20.0 - rode(1)).abs() < 3e-6, "{carried}");
    assert_eq!(up["ok"]["moved"][1], -100);
    assert_eq!(bad["error"]["kind"], "negative");
    assert_eq!(unknown["error"]["kind"], "key");
}

#[test]
fn runs_slide_and_report_what_met_between_frames() {
    let scene = json!({"colliders": [
        {"id": "hero", "shape": {"type": "rect", "half": [1, 1]}, "velocity": [2, 3], "slide": {"up": [0, -1]}},
        {"id": "floor", "shape": {"type": "rect", "half": [50, 1]}, "transform": {"position": [0, 4]}},
        {"id": "bullet", "shape": {"type": "circle", "radius": 0.5}, "transform": {"position": [0, -50]}, "velocity": [100, 0]},
        {"id": "paper", "shape": {"type": "rect", "half": [0.01, 9]}, "transform": {"position": [50.5, -50]}},
    ]});
    let path = std::env::temp_dir().join(format!("jostle-slides-{}.json", std::process::id()));
    std::fs::write(&path, scene.to_string()).unwrap();
    let args = ["run", path.to_str().unwrap(), "--frames", "4", "--swept"];
    let output = program::feed(&args, b"");
    std::fs::remove_file(&path).unwrap();
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let text = program::text(&output.stdout);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0].get("slides"), None);
    let slid = &lines[1]["slides"][0];
    assert_eq!((&slid["id"], &slid["floor"]), (&json!("hero"), &json!([0, -1])));
    assert_eq!(lines[3]["slides"][0]["moved"], json!([2, 0]));
    let through = lines[1]["events"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&through["kind"], &through["a"], &through["b"]),
        (&json!("through"), &json!("bullet"), &json!("paper"))
    );
    let fraction = through["fraction"].as_f64().unwrap();
    assert!((fraction - 0.4999).abs() < 1e-6, "{fraction}");
    assert_eq!(
        lines[2]["events"].as_array().unwrap().iter().filter(|e| e["kind"] == "through").count(),
        0
    );
}

/// The pictures of docs/motion.md; `JOSTLE_WRITE=1` draws them again.
#[test]
fn pictures_show_what_moved_on_its_way() {
    for (name, outlines) in [("swept", 26), ("slide", 12)] {
        let scene = program::root().join(format!("examples/motion/{name}.json"));
        let folder = std::env::temp_dir().join(format!("jostle-{name}-{}", std::process::id()));
        let [file, to] = [&scene, &folder].map(|path| path.to_str().unwrap());
        let output = program::feed(&["run", file, "--frames", "2", "--swept", "--svg", to], b"");
        assert!(output.status.success(), "{}", program::text(&output.stderr));
        let drawn = std::fs::read_to_string(folder.join("frame-00001.svg")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let way = drawn.split("stroke=\"#8c959f\"").nth(1).unwrap();
        assert_eq!(way.split("</g>").next().unwrap().matches("<path").count(), outlines, "{name}");
        let kept = program::root().join(format!("docs/{name}.svg"));
        if std::env::var_os("JOSTLE_WRITE").is_some() {
            std::fs::write(&kept, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(kept == drawn, "docs/{name}.svg is another picture");
    }
}
