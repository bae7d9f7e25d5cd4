//! `jostle trace`: what it writes, how it exits and what it states about bad files.

mod program;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

fn art(name: &str) -> PathBuf {
    program::root().join("examples/art").join(name)
}

/// A folder with copies of sprites.
fn folder(names: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for name in names {
        fs::copy(art(name), folder.path().join(name)).expect("a copy");
    }
    folder
}

fn trace(inputs: &[&Path], args: &[&str]) -> Output {
    program::jostle().arg("trace").args(inputs).args(args).output().expect("the program runs")
}

fn json_of(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).expect("JSON")
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn pieces_are_left_out_on_request_and_missed_by_name() {
    let folder = folder(&["gear.png"]);
    let gear = folder.path().join("gear.png");
    let output = trace(&[&gear], &["--no-pieces"]);
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let form = json_of(&folder.path().join("gear.hitbox.json"));
    assert_eq!(form["pieces"], json!([]));
    let output = trace(&[&gear], &["--no-pieces", "--format", "phaser"]);
    let told = program::text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("--no-pieces: phaser files consist of pieces"), "{told}");
    assert_eq!(names(folder.path()), ["gear.hitbox.json", "gear.png"]);
}

#[test]
fn a_picture_gets_its_exact_outline_beside_it() {
    let folder = folder(&["gear.png"]);
    let output = trace(&[&folder.path().join("gear.png")], &[]);
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let form = json_of(&folder.path().join("gear.hitbox.json"));
    assert_eq!(form["image"], json!({"width": 96, "height": 96}));
    assert_eq!(
        (&form["report"]["iou"], &form["report"]["deviation_inward"]),
        (&json!(1), &json!(0))
    );
    let rings = form["rings"].as_array().expect("rings");
    assert_eq!(rings.iter().filter(|ring| ring["hole"] == json!(true)).count(), 6);
    assert!(form["pieces"].as_array().is_some_and(|pieces| !pieces.is_empty()));
    let table = program::text(&output.stdout);
    assert!(table.contains("gear") && table.contains("1 hitbox"), "{table}");
}

#[test]
fn a_promise_is_kept_and_the_report_says_so() {
    let out = TempDir::new().expect("a folder");
    let report = out.path().join("report.jsonl");
    let args = ["--max-error", "1", "--effort", "fast", "--report", report.to_str().expect("text")];
    let output = program::jostle()
        .arg("trace")
        .args([art("gear.png"), art("rocks.png")])
        .args(args)
        .arg("--out")
        .arg(out.path())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let lines = fs::read_to_string(report).expect("a report");
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    for line in &lines {
        for way in ["deviation_outward", "deviation_inward"] {
            assert!(line["report"][way].as_f64() <= Some(1.0), "{line}");
        }
        let exact = if line["name"] == json!("gear") { 300 } else { 150 };
        assert!(line["report"]["vertices"].as_u64() < Some(exact), "{line}");
    }
}

#[test]
fn every_form_has_its_file() {
    let out = TempDir::new().expect("a folder");
    let mut command = program::jostle();
    command.arg("trace").arg(art("ship.png")).arg("--out").arg(out.path().join("new"));
    for format in ["json", "svg", "phaser", "tsx", "tres", "libgdx", "rube", "pixi", "ron", "h"] {
        command.args(["--format", format]);
    }
    assert!(command.status().expect("the program runs").success());
    let want = [
        "ship.hitbox.h",
        "ship.hitbox.json",
        "ship.hitbox.ron",
        "ship.hitbox.svg",
        "ship.hitbox.tres",
        "ship.hitbox.tsx",
        "ship.libgdx.json",
        "ship.phaser.json",
        "ship.pixi.json",
        "ship.rube.json",
    ];
    assert_eq!(names(&out.path().join("new")), want);
}

#[test]
fn a_folder_of_good_and_broken_files_finishes_with_a_line_for_each_broken_one() {
    let folder = folder(&["gear.png", "ship.png"]);
    let whole = fs::read(art("rocks.png")).expect("a picture");
    fs::write(folder.path().join("cut.png"), &whole[..whole.len() / 2]).expect("a file");
    fs::write(folder.path().join("text.gif"), "no picture").expect("a file");
    fs::write(folder.path().join("empty.webp"), "").expect("a file");
    fs::write(folder.path().join("notes.txt"), "not looked at").expect("a file");
    let output = trace(&[folder.path()], &["--detail", "less", "--effort", "fast"]);
    assert_eq!(output.status.code(), Some(2));
    let complaints = program::text(&output.stderr);
    let lines: Vec<&str> = complaints.lines().filter(|line| !line.contains(": wrote ")).collect();
    assert_eq!(lines.len(), 3, "{complaints}");
    for (line, name) in lines.iter().zip(["cut.png", "empty.webp", "text.gif"]) {
        assert!(line.starts_with("jostle: ") && line.contains(name), "{line}");
    }
    assert!(
        folder.path().join("gear.hitbox.json").exists()
            && folder.path().join("ship.hitbox.json").exists()
    );
    assert!(!folder.path().join("cut.hitbox.json").exists());
    assert!(program::text(&output.stdout).contains("2 hitboxes"));
}

#[test]
fn pictures_of_kinds_that_are_not_read_are_counted() {
    let folder = folder(&["ship.png"]);
    fs::create_dir(folder.path().join("below")).expect("a folder");
    for name in ["photo.JPG", "below/scan.tiff", "notes.txt"] {
        fs::write(folder.path().join(name), "not looked at").expect("a file");
    }
    let output = trace(&[folder.path()], &[]);
    let told = program::text(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert_eq!(told.lines().filter(|line| !line.contains(": wrote ")).count(), 1, "{told}");
    assert!(told.contains("not read: 2, the first is") && told.contains("scan.tiff"), "{told}");
    fs::remove_file(folder.path().join("ship.png")).expect("no file");
    let output = trace(&[folder.path()], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(program::text(&output.stderr).contains("no picture that can be read"));
}

#[test]
fn a_missing_input_and_a_pattern_without_matches_are_errors() {
    let folder = folder(&["ship.png"]);
    let at = |name: &str| folder.path().join(name);
    for missing in ["none.png", "none*.png"] {
        let output = trace(&[&at(missing), &at("ship.png")], &[]);
        assert_eq!(output.status.code(), Some(2));
        assert!(program::text(&output.stderr).contains(missing));
    }
    assert!(at("ship.hitbox.json").exists());
}

#[test]
fn patterns_are_read_and_folders_keep_their_shape_below_out() {
    let folder = folder(&["ship.png", "rocks.png"]);
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    fs::copy(art("ship.png"), folder.path().join("sub/ship.png")).expect("a copy");
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    assert!(trace(&[folder.path()], &["--out", to]).status.success());
    assert!(
        out.path().join("sub/ship.hitbox.json").exists()
            && out.path().join("ship.hitbox.json").exists()
    );

    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    assert!(trace(&[&folder.path().join("*.png")], &["--out", to]).status.success());
    assert_eq!(names(out.path()), ["rocks.hitbox.json", "ship.hitbox.json"]);
    // Both of these would be ship.hitbox.json.
    let output = trace(&[&folder.path().join("**/ship.png")], &["--out", to]);
    assert_eq!(output.status.code(), Some(2));
    assert!(program::text(&output.stderr).contains("sub"));
}

#[test]
fn frames_of_a_sheet_are_where_they_were_before_they_were_trimmed() {
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    let output = trace(&[&art("walk.json")], &["--out", to]);
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let form = json_of(&out.path().join("walk.hitbox.json"));
    let frames = form["frames"].as_array().expect("frames");
    assert_eq!((frames.len(), &frames[1]["name"]), (4, &json!("walk-1")));
    for frame in frames {
        assert_eq!(frame["image"], json!({"width": 32, "height": 32}));
        assert_eq!(frame["origin"]["pivot"], json!([16, 30]));
        let points = frame["rings"][0]["points"].as_array().expect("points").iter();
        // Heads are round (16, 7), and begin below y = 2; feet end at y = 30.
        let ys: Vec<i64> = points.filter_map(|point| point[1].as_i64()).collect();
        assert_eq!((ys.iter().min(), ys.iter().max()), (Some(&2), Some(&30)));
    }
    let tagged = trace(&[&art("walk.json")], &["--out", to, "--tag", "step"]);
    assert!(tagged.status.success());
    assert_eq!(
        json_of(&out.path().join("walk.hitbox.json"))["frames"].as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(trace(&[&art("walk.json")], &["--out", to, "--tag", "run"]).status.code(), Some(2));
}

#[test]
fn a_grid_cuts_a_picture_into_cells() {
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    assert!(trace(&[&art("ship.png")], &["--out", to, "--grid", "8x8"]).status.success());
    assert_eq!(
        json_of(&out.path().join("ship.hitbox.json"))["frames"].as_array().map(Vec::len),
        Some(4)
    );
}

#[test]
fn a_preview_is_a_picture_and_several_have_names() {
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    let preview = out.path().join("look.png");
    let args = ["--out", to, "--vertices", "16", "--preview", preview.to_str().expect("text")];
    assert!(trace(&[&art("ship.png")], &args).status.success());
    assert!(fs::read(&preview).expect("a picture").starts_with(b"\x89PNG"));
    assert!(trace(&[&art("walk.json")], &args).status.success());
    assert!(out.path().join("look-walk-walk-3.png").exists());
}

#[test]
fn previews_of_pictures_of_one_name_in_several_folders_are_told_apart() {
    let out = TempDir::new().expect("a folder");
    for (folder, picture) in [("a", "ship.png"), ("b", "gear.png")] {
        let folder = out.path().join("in").join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(art(picture), folder.join("same.png")).expect("a copy");
    }
    let [from, to] = ["in", "out"].map(|name| out.path().join(name));
    let preview = out.path().join("looks").join("look.png");
    let text = |path: &std::path::Path| path.to_str().expect("text").to_owned();
    let (to, shown) = (text(&to), text(&preview));
    let args = ["--out", &to, "--vertices", "16", "--preview", &shown];
    assert!(trace(&[&from], &args).status.success());
    let looks = fs::read_dir(out.path().join("looks")).expect("previews");
    let names: Vec<_> = looks.map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn wishes_that_contradict_each_other_are_refused() {
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    for wishes in [
        &["--iou", "0.999", "--vertices", "5"][..],
        &["--iou", "1.5"],
        &["--max-error", "-1"],
        &["--cover"],
        &["--cover", "--inside", "--iou", "0.9"],
        &["--detail", "less", "--iou", "0.9"],
        &["--detail", "much"],
        &["--alpha", "256"],
        &["--ignore-color", "red"],
        &["--pieces", "2"],
        &["--format", "png"],
        &["--margin", "3"],
    ] {
        let output = trace(&[&art("gear.png")], &[&["--out", to], wishes].concat());
        assert_eq!(output.status.code(), Some(2), "{wishes:?}");
        assert!(!output.stderr.is_empty());
        assert!(!out.path().join("gear.hitbox.json").exists(), "{wishes:?}");
    }
}

#[test]
fn an_ignored_color_is_empty() {
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    assert!(
        trace(&[&art("ship.png")], &["--out", to, "--ignore-color", "3949ab~2"]).status.success()
    );
    let form = json_of(&out.path().join("ship.hitbox.json"));
    // The window and the two lights are left.
    assert!(form["rings"].as_array().is_some_and(|rings| (2..=3).contains(&rings.len())), "{form}");
}

#[test]
fn frames_may_be_traced_together() {
    let out = TempDir::new().expect("a folder");
    let to = out.path().to_str().expect("text");
    let area = |how: &str| -> f64 {
        let args = ["--out", to, "--frames", how];
        assert!(trace(&[&art("walk.json")], &args).status.success(), "{how}");
        let form = json_of(&out.path().join("walk.hitbox.json"));
        assert_eq!(form["image"], json!({"width": 32, "height": 32}));
        assert_eq!(form["origin"]["pivot"], json!([16, 30]));
        let points = |piece: &Value| -> Vec<[f64; 2]> {
            serde_json::from_value(piece.clone()).expect("points")
        };
        let pieces = form["pieces"].as_array().expect("pieces").iter().map(points);
        pieces
            .map(|p| {
                let next = p.iter().cycle().skip(1);
                p.iter().zip(next).map(|(a, b)| (a[0] * b[1] - a[1] * b[0]) / 2.0).sum::<f64>()
            })
            .sum()
    };
    assert!(area("union") > area("intersection") + 20.0);

    let args = ["--out", to, "--frames", "coherent", "--iou", "0.9", "--fit"];
    assert!(trace(&[&art("walk.json")], &args).status.success());
    let form = json_of(&out.path().join("walk.hitbox.json"));
    let frames = form["frames"].as_array().expect("frames");
    assert_eq!(frames.len(), 4);
    for frame in frames {
        let mate = frames.iter().find(|other| other["group"] == frame["group"]).expect("itself");
        assert_eq!(frame["report"]["vertices"], mate["report"]["vertices"]);
        assert!(frame["report"]["iou"].as_f64() >= Some(0.9), "{}", frame["report"]);
    }
}

#[test]
fn a_scene_takes_the_outline_of_a_picture_and_names_the_place_of_a_missing_one() {
    let folder = folder(&["gear.png", "walk.png", "walk.json"]);
    let scene = |file: &str, extra: &Value| {
        let mut shape = json!({"type": "image", "file": file});
        for (key, value) in extra.as_object().expect("an object") {
            shape[key] = value.clone();
        }
        json!({"colliders": [
            {"id": "picture", "shape": shape},
            // Inside the gear's bounds, in its middle hole.
            {"id": "pin", "shape": {"type": "circle", "center": [48, 48], "radius": 4}},
            {"id": "rim", "shape": {"type": "circle", "center": [48, 8], "radius": 2}},
        ]})
    };
    let check = |scene: &Value| {
        let file = folder.path().join("scene.json");
        fs::write(&file, scene.to_string()).expect("a file");
        program::jostle().args(["check", "--json"]).arg(&file).output().expect("it runs")
    };
    let output = check(&scene("gear.png", &json!({"max_error": 1})));
    assert!(output.status.success(), "{}", program::text(&output.stderr));
    let pairs: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(pairs["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(pairs["pairs"][0]["b"], json!("rim"));

    // The pivot of the sheet is put at the origin, so the figure is far from both circles.
    let output = check(&scene("walk.json", &json!({"frame": "walk-2"})));
    assert!(program::text(&output.stdout).contains("\"pairs\":[]"), "{output:?}");

    for (bad, place) in [
        (scene("none.png", &json!({})), "colliders[0].shape.file: "),
        (scene("walk.json", &json!({"frame": "run"})), "colliders[0].shape.frame: "),
        (scene("gear.png", &json!({"detail": "much"})), "colliders[0].shape.detail: "),
        (scene("gear.png", &json!({"radius": 1})), "colliders[0].shape"),
        (scene("gear.png", &json!({"anchor": [1e9, 0]})), "colliders[0].shape.anchor: "),
    ] {
        let output = check(&bad);
        assert_eq!(output.status.code(), Some(2));
        let said = program::text(&output.stderr);
        assert!(said.contains(&format!("scene.json: {place}")), "{said}");
    }
}
