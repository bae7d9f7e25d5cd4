//! `jostle check` on scenes: what it lists, how it exits and what it states about bad files.

mod program;

use serde_json::{Value, json};
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn check(scene: &Value, args: &[&str]) -> Output {
    program::feed(&[&["check", "-"], args].concat(), scene.to_string().as_bytes())
}

fn pairs(scene: &Value) -> Vec<(String, String, String)> {
    let output = check(scene, &["--json"]);
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    let text = |row: &Value, key| row[key].as_str().unwrap_or_default().to_owned();
    let rows = report["pairs"].as_array().expect("a list").iter();
    rows.map(|row| (text(row, "a"), text(row, "b"), text(row, "relation"))).collect()
}

/// What a bad scene is answered with; the exit status must be 2 and nothing be printed.
fn complaint(scene: &str) -> String {
    let output = program::feed(&["check", "-"], scene.as_bytes());
    assert_eq!(output.status.code(), Some(2), "{scene}");
    assert!(output.stdout.is_empty(), "{scene}");
    program::text(&output.stderr)
}

fn disc(id: &str, x: f32) -> Value {
    json!({"id": id, "shape": {"type": "circle", "radius": 1}, "transform": {"position": [x, 0]}})
}

fn scene(colliders: &[Value]) -> Value {
    json!({ "colliders": colliders })
}

#[test]
fn every_pair_that_touches_is_listed_in_the_order_of_the_file() {
    let scene = scene(&[disc("far", 50.0), disc("c", 3.0), disc("a", 0.0), disc("b", 2.0)]);
    let want = [("c", "b", "overlapping"), ("a", "b", "touching")];
    assert_eq!(pairs(&scene), want.map(|(a, b, r)| (a.into(), b.into(), r.into())));
}

#[test]
fn the_exit_status_is_one_only_when_asked_for_and_something_touches() {
    let (apart, touching) =
        (scene(&[disc("a", 0.0), disc("b", 9.0)]), scene(&[disc("a", 0.0), disc("b", 2.0)]));
    let code = |scene, args: &[&str]| check(scene, args).status.code();
    assert_eq!(code(&apart, &[]), Some(0));
    assert_eq!(code(&touching, &[]), Some(0));
    assert_eq!(code(&apart, &["--exit-code"]), Some(0));
    assert_eq!(code(&touching, &["--exit-code"]), Some(1));
    assert_eq!(code(&touching, &["--no-such-flag"]), Some(2));
}

#[test]
fn the_table_names_the_pair_and_counts() {
    let output = check(&scene(&[disc("left", 0.0), disc("right", 1.5)]), &[]);
    let table = program::text(&output.stdout);
    for word in ["left", "right", "overlapping", "0.5", "(1, 0)", "2 colliders, 1 pair touches"] {
        assert!(table.contains(word), "{word} in\n{table}");
    }
}

#[test]
fn json_has_depth_normal_pushes_and_points() {
    let output = check(&scene(&[disc("a", 0.0), disc("b", 1.5)]), &["--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["colliders"], &report["notes"]), (&json!(2), &json!([])));
    let row = &report["pairs"][0];
    assert_eq!((&row["depth"], &row["normal"]), (&json!(0.5), &json!([1, 0])));
    assert_eq!((&row["push_a"], &row["push_b"]), (&json!([-0.5, 0]), &json!([0.5, 0])));
    assert_eq!(row["points"].as_array().map(Vec::len), Some(1), "{row}");
}

#[test]
fn parents_of_any_order_and_kind_carry_their_children() {
    let scene = json!({
    "groups": [{"id": "g", "parent": "body", "transform": {"position": [10, 0]}}],
    "colliders": [
        {"id": "child", "parent": "g", "shape": {"type": "point", "at": [0, 5]}},
        {"id": "body", "shape": {"type": "point"}, "transform": {"degrees": 90, "scale": [2, 2]}},
        {"id": "there", "shape": {"type": "point", "at": [-10, 20]}},
    ]});
    assert_eq!(pairs(&scene), [("child".into(), "there".into(), "same".into())]);
}

#[test]
fn layers_keep_pairs_apart_that_neither_side_sees() {
    let with = |mut collider: Value, layer: &str, sees: &[&str]| {
        collider["layer"] = json!(layer);
        collider["sees"] = json!(sees);
        collider
    };
    let scene = scene(&[
        with(disc("wall", 0.0), "solid", &[]),
        with(disc("floor", 0.5), "solid", &[]),
        with(disc("hero", 1.0), "hero", &["solid"]),
        with(disc("ghost", 1.5), "ghost", &[]),
        disc("plain", 60.0),
    ]);
    let found: Vec<_> = pairs(&scene).into_iter().map(|(a, b, _)| (a, b)).collect();
    assert_eq!(found, [("wall".into(), "hero".into()), ("floor".into(), "hero".into())]);
}

#[test]
fn half_planes_meet_everything_and_are_unbounded_together() {
    let plane = |id, y| json!({"id": id, "shape": {"type": "half_plane", "normal": [0, y]}});
    let scene = scene(&[plane("floor", 1), disc("ball", 0.0), plane("ceiling", 2)]);
    let output = check(&scene, &["--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = report["pairs"].as_array().expect("a list");
    assert_eq!(rows.len(), 3);
    let both = &rows[1];
    assert_eq!(
        (&both["a"], &both["b"], &both["depth"]),
        (&json!("floor"), &json!("ceiling"), &json!(null))
    );
}

#[test]
fn bad_scenes_are_refused_with_their_place() {
    let point = r#""shape":{"type":"point"}"#;
    let cases = [
        (r#"{"colliders":[{"id":"a"}]}"#.into(), "colliders[0], line 1, column 24: missing field `shape`"),
        (format!(r#"{{"colliders":[{{"id":"a",{point}}},{{"id":"a",{point}}}]}}"#), "colliders[1].id: colliders[0] has the id \"a\" already"),
        (format!(r#"{{"groups":[{{"id":"a"}}],"colliders":[{{"id":"a",{point}}}]}}"#), "colliders[0].id: groups[0] has"),
        (format!(r#"{{"colliders":[{{"id":"a","parent":"b",{point}}}]}}"#), "colliders[0].parent: no group or collider has the id \"b\""),
        (r#"{"groups":[{"id":"a","parent":"b"},{"id":"b","parent":"a"}]}"#.into(), "groups[0].parent: the parents go in a circle: \"a\" under \"b\" under \"a\""),
        (r#"{"colliders":[{"id":"a","shape":{"type":"circle","radius":1e39}}]}"#.into(), "colliders[0].shape.radius: 1e+39 does not fit"),
        (r#"{"colliders":[{"id":"a","shape":{"type":"circle","radius":1,"mass":1}}]}"#.into(), "colliders[0].shape.mass: unknown key"),
        (format!(r#"{{"colliders":[{{"id":"a",{point},"mass":1}}]}}"#), "unknown field `mass`"),
        (format!(r#"{{"colliders":[{{"id":"a",{point},"transform":{{"angle":1}}}}]}}"#), "colliders[0].transform.angle: unknown key"),
        (format!(r#"{{"colliders":[{{"id":7,{point}}}]}}"#), "colliders[0].id"),
        (r#"{"colliders":[{"id":"big","shape":{"type":"circle","radius":3e38},"transform":{"scale":[9,9]}}]}"#.into(), "collider \"big\": "),
        ("{\n\"colliders\": [,]}".into(), "line 2, column 15"),
        ("{}".into(), "neither a scene"),
        (String::new(), "line 1"),
    ];
    for (scene, says) in cases {
        let found = complaint(&scene);
        assert!(found.contains(says), "{scene}\n{found}\n{says}");
        assert!(found.starts_with("jostle: -: "), "{found}");
    }
}

#[test]
fn a_missing_file_is_named() {
    let output = program::jostle().args(["check", "no/such.json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let text = program::text(&output.stderr);
    assert!(text.starts_with("jostle: no/such.json: "), "{text}");
}

#[test]
fn the_tour_draws_as_svg_and_png() {
    let folder = TempDir::new().expect("a folder");
    let (svg, png) = (folder.path().join("tour.svg"), folder.path().join("tour.png"));
    let output = program::jostle()
        .arg("check")
        .arg(program::root().join("examples/tour.json"))
        .arg("--svg")
        .arg(&svg)
        .arg("--png")
        .arg(&png)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let drawn = std::fs::read_to_string(&svg).expect("the SVG is there");
    roxmltree::Document::parse(&drawn).expect("the SVG is XML");
    assert!(drawn.contains("<title>") && !drawn.contains("NaN") && !drawn.contains("inf"));
    assert!(std::fs::read(&png).expect("the PNG is there").starts_with(b"\x89PNG"));
}

#[test]
fn the_pictures_of_the_front_pages_are_up_to_date() {
    for (scene, picture) in [
        ("examples/tour.json", "docs/tour.svg"),
        ("examples/front.json", "crates/jostle/front.svg"),
        ("examples/guide/frame.json", "crates/jostle/src/guide/frame.svg"),
        ("examples/guide/level.json", "crates/jostle/src/guide/level.svg"),
        ("examples/guide/motion.json", "crates/jostle/src/guide/motion.svg"),
        ("examples/hitboxes.json", "crates/jostle/src/guide/hitboxes.svg"),
        ("examples/tiled/platformer.tmj", "crates/jostle-tiled/level.svg"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let svg = folder.path().join("picture.svg");
        let file = program::root().join(scene);
        let run = program::jostle().arg("check").arg(file).arg("--svg").arg(&svg).output();
        assert!(run.expect("it runs").status.success());
        let kept = std::fs::read_to_string(program::root().join(picture)).expect(picture);
        let drawn = std::fs::read_to_string(svg).expect("the SVG");
        assert!(kept == drawn, "run: cargo run --release -- check {scene} --svg {picture}");
    }
}

#[test]
fn tiny_huge_far_and_flat_scenes_draw_finite_pictures() {
    let folder = TempDir::new().expect("a folder");
    let shapes = [
        json!({"type": "point"}),
        json!({"type": "point", "at": [1e30, -1e30]}),
        json!({"type": "circle", "radius": 1e-40}),
        json!({"type": "circle", "radius": 1e38}),
        json!({"type": "segment", "a": [-3e38, 0], "b": [3e38, 0]}),
        json!({"type": "half_plane", "normal": [1, 1]}),
    ];
    for (index, shape) in shapes.into_iter().enumerate() {
        let (svg, png) = (folder.path().join("a.svg"), folder.path().join("a.png"));
        let args = ["--svg", path(&svg), "--png", path(&png)];
        let output = check(&scene(&[json!({"id": "a", "shape": shape})]), &args);
        assert!(output.status.success(), "{index}: {}", program::text(&output.stderr));
        let drawn = std::fs::read_to_string(&svg).expect("the SVG");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{index}: {drawn}");
    }
}

#[test]
fn an_empty_scene_has_no_rows() {
    let folder = TempDir::new().expect("a folder");
    let svg = folder.path().join("a.svg");
    let output = check(&scene(&[]), &["--exit-code", "--svg", path(&svg)]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(program::text(&output.stdout), "0 colliders, 0 pairs touch\n");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let colliders: Vec<Value> =
        (0..2000_u16).map(|i| disc(&i.to_string(), f32::from(i) * 1.5)).collect();
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("many.json");
    std::fs::write(&file, scene(&colliders).to_string()).expect("written");
    let mut child = program::jostle()
        .args(["check", path(&file)])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", program::text(&output.stderr));
    assert!(output.stderr.is_empty());
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}
