//! What the program reads and writes: no more than it should, whole or not at all.

mod program;

use serde_json::json;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with `scenes/s.json`, and beside it a picture and a sheet that names it.
fn folder(scene: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("scenes")).expect("a folder");
    fs::write(folder.path().join("scenes/s.json"), scene).expect("written");
    let art = program::root().join("examples/art/gear.png");
    fs::copy(art, folder.path().join("gear.png")).expect("a copy");
    folder
}

fn check(folder: &TempDir, args: &[&str]) -> Output {
    let scene = folder.path().join("scenes/s.json");
    program::jostle().arg("check").arg(scene).args(args).output().expect("it runs")
}

/// What it states, with its exit status 2.
fn complaint(output: &Output) -> String {
    let text = program::text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn image(file: &str) -> String {
    json!({"colliders": [{"id": "a", "shape": {"type": "image", "file": file}}]}).to_string()
}

#[test]
fn a_scene_reads_below_its_own_folder_unless_told_otherwise() {
    let outside = folder(&image("../gear.png"));
    let text = complaint(&check(&outside, &[]));
    assert!(text.contains("colliders[0].shape.file: ") && text.contains("outside"), "{text}");
    assert!(check(&outside, &["--allow-outside"]).status.success());

    let absolute = folder("");
    let picture = absolute.path().join("gear.png");
    let scene = image(picture.to_str().expect("a plain path"));
    fs::write(absolute.path().join("scenes/s.json"), scene).expect("written");
    assert!(complaint(&check(&absolute, &[])).contains("outside"));

    let inside = folder(&image("gear.png"));
    fs::rename(inside.path().join("gear.png"), inside.path().join("scenes/gear.png"))
        .expect("moved");
    assert!(check(&inside, &[]).status.success());
}

#[test]
fn a_map_reads_below_its_own_folder_and_its_error_names_what_named_the_file() {
    let map =
        r#"<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="../t.tsx"/></map>"#;
    let folder = folder(map);
    fs::write(folder.path().join("t.tsx"), "<tileset/>").expect("written");
    let text = complaint(&check(&folder, &[]));
    assert!(text.contains("t.tsx: ") && text.contains("outside"), "{text}");
    assert!(text.contains("(named by ") && text.contains("s.json)"), "{text}");
    let allowed = check(&folder, &["--allow-outside"]);
    assert!(allowed.status.success(), "{}", program::text(&allowed.stderr));
}

#[test]
fn a_sheet_reads_pictures_below_its_own_folder() {
    let sheet = json!({"meta": {"image": "../gear.png"}, "frames": {
        "a": {"frame": {"x": 0, "y": 0, "w": 96, "h": 96}}
    }});
    let folder = folder(&sheet.to_string());
    let trace = |more: &[&str]| {
        let out = folder.path().join("out");
        let input = folder.path().join("scenes/s.json");
        let mut run = program::jostle();
        run.arg("trace").arg(input).arg("--out").arg(out).args(more).output().expect("it runs")
    };
    let text = complaint(&trace(&[]));
    assert!(text.contains("gear.png: ") && text.contains("named by"), "{text}");
    let allowed = trace(&["--allow-outside"]);
    assert!(allowed.status.success(), "{}", program::text(&allowed.stderr));
}

#[cfg(unix)]
#[test]
fn links_are_followed_first_and_pipes_and_devices_are_refused() {
    let linked = folder(&image("link.png"));
    let link = linked.path().join("scenes/link.png");
    std::os::unix::fs::symlink(linked.path().join("gear.png"), &link).expect("a link");
    assert!(complaint(&check(&linked, &[])).contains("outside"));

    let pipe = folder(&image("pipe"));
    let made = Command::new("mkfifo").arg(pipe.path().join("scenes/pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    assert!(complaint(&check(&pipe, &[])).contains("no regular file"));

    let device = folder(&image("/dev/zero"));
    assert!(complaint(&check(&device, &["--allow-outside"])).contains("no regular file"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_leaves_nothing() {
    let circle = |id: &str| json!({"id": id, "shape": {"type": "circle", "radius": 1}});
    let folder = folder(&json!({"colliders": [circle("a"), circle("b")]}).to_string());
    let full = || fs::File::options().write(true).open("/dev/full").expect("a full disk");
    let scene = folder.path().join("scenes/s.json");
    for command in ["check", "run"] {
        let run = program::jostle().arg(command).arg(&scene).stdout(full()).output();
        assert!(complaint(&run.expect("it runs")).contains("No space left"), "{command}");
    }
    let failed = check(&folder, &["--svg", "/dev/full"]);
    assert!(complaint(&failed).contains("/dev/full: No space left"));
    // What is there stays whole where the new one cannot be written.
    let out = folder.path().join("events.jsonl");
    fs::write(&out, "old").expect("written");
    let gif = folder.path().join("no/such/folder.gif");
    let run = program::jostle()
        .arg("run")
        .arg(&scene)
        .arg("--out")
        .arg(&out)
        .arg("--gif")
        .arg(gif)
        .arg("--force")
        .output();
    assert!(complaint(&run.expect("it runs")).contains("folder.gif"));
    assert_eq!(fs::read(&out).expect("there"), b"old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

#[test]
fn names_reach_the_terminal_without_its_codes() {
    let circle = |id: &str| json!({"id": id, "shape": {"type": "circle", "radius": 1}});
    let folder = folder(&json!({"colliders": [circle("a\u{1b}[31m"), circle("b")]}).to_string());
    let table = program::text(&check(&folder, &[]).stdout);
    assert!(table.contains("a\\u{1b}[31m") && !table.contains('\u{1b}'), "{table}");
    // JSON may hold DEL and C1 codes as they are, and U+009B is CSI to some terminals.
    let late = json!({"colliders": [circle("\u{9b}31m"), circle("\u{7f}")]}).to_string();
    fs::write(folder.path().join("scenes/s.json"), late).expect("written");
    let lines = program::text(&check(&folder, &["--json"]).stdout);
    assert!(lines.contains(r"\u009b31m") && lines.contains(r"\u007f"), "{lines}");
    assert!(!lines.contains(['\u{9b}', '\u{7f}']), "{lines}");
    let twice = json!({"colliders": [circle("\u{1b}[2J"), circle("\u{1b}[2J")]}).to_string();
    fs::write(folder.path().join("scenes/s.json"), twice).expect("written");
    assert!(!complaint(&check(&folder, &[])).contains('\u{1b}'));
}

#[test]
fn arrays_are_no_objects() {
    let circle = json!({"type": "circle", "radius": 1});
    for scene in [
        json!({"colliders": [["a", circle, null, null, null, null, null, null, null]]}),
        json!({"groups": [["g", null, null, null, null, null]], "colliders": []}),
        json!({"colliders": [{"id": "a", "shape": circle, "keyframes": [[1, [0, 0], 0, 1]]}]}),
        json!({"colliders": [{"id": "a", "shape": circle, "slide": [null, null, 0, 0, 0]}]}),
    ] {
        let text = complaint(&check(&folder(&scene.to_string()), &[]));
        assert!(text.contains("expected an object"), "{text}");
    }
}

#[test]
fn a_scene_has_a_bounded_number_of_vertices_of_pictures() {
    let collider = |i: usize| {
        let shape = json!({"type": "image", "file": "../gear.png"});
        json!({"id": i.to_string(), "shape": shape})
    };
    let scene = json!({"colliders": (0..9000).map(collider).collect::<Vec<_>>()});
    let text = complaint(&check(&folder(&scene.to_string()), &["--allow-outside"]));
    assert!(text.contains("vertices of pictures"), "{text}");
}

/// Chunk of a PNG, with the checksum of its specification, annex D.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    let sum = !body.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |c, _| (c >> 1) ^ (0xEDB8_8320 * (c & 1)))
    });
    [&(data.len() as u32).to_be_bytes(), &body[..], &sum.to_be_bytes()].concat()
}

/// A PNG of a size with a number of frames, and next to no data.
fn png(side: u32, frames: u32) -> Vec<u8> {
    let side = side.to_be_bytes();
    let header = [&side[..], &side, &[8, 6, 0, 0, 0]].concat();
    let frames = [frames.to_be_bytes(), [0; 4]].concat();
    let chunks = [chunk(b"IHDR", &header), chunk(b"acTL", &frames), chunk(b"IDAT", &[0; 9])];
    [&b"\x89PNG\r\n\x1a\n"[..], &chunks.concat()].concat()
}

/// Small files that state or unpack to much are refused within 64 MiB of memory.
#[cfg(target_os = "linux")]
#[test]
fn bombs_are_refused_in_little_memory() {
    let gif = [
        &b"GIF89a\0\x20\0\x20\x80\0\0\0\0\0\xff\xff\xff"[..],
        &b",\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0".repeat(2),
        b";",
    ];
    let webp = [
        &b"RIFF\x26\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\x1f\0\xff\x1f\0"[..],
        &b"ANMF\0\0\0\0".repeat(2),
    ];
    let laugh = |i: u8| format!("<!ENTITY e{} \"{}\">", i + 1, format!("&e{i};").repeat(10));
    let laughs: String = (0..9).map(laugh).collect();
    let xml = format!("<!DOCTYPE map [<!ENTITY e0 \"ha\">{laughs}]><map a=\"&e9;\">&e9;</map>");
    let nested = r#"{"type":"compound","parts":[{"shape":"#.repeat(100_000);
    let scene = format!(r#"{{"colliders":[{{"id":"a","shape":{nested}"#);
    let zeros = Command::new("sh").arg("-c").arg("head -c 99999999 /dev/zero | gzip").output();
    let cases: [(&str, &str, Vec<u8>); 9] = [
        ("check", "s.json", zeros.expect("it runs").stdout),
        ("check", "s.json", b"[".repeat(1_000_000)),
        ("check", "s.json", scene.into_bytes()),
        ("check", "s.tmx", xml.into_bytes()),
        ("trace", "a.png", png(100_000, 1)),
        ("trace", "a.png", png(8192, 2)),
        ("trace", "a.png", png(16, 100_000)),
        ("trace", "a.gif", gif.concat()),
        ("trace", "a.webp", webp.concat()),
    ];
    let folder = folder("");
    for (command, name, bytes) in cases {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("written");
        let mut run = Command::new("sh");
        run.arg("-c").arg(r#"ulimit -d 65536; exec "$0" "$@""#);
        run.arg(program::jostle().get_program()).arg(command).arg(&file);
        if command == "trace" {
            run.arg("--out").arg(folder.path().join("out"));
        }
        let text = complaint(&run.output().expect("it runs"));
        println!("{text}");
    }
}

#[test]
fn the_table_of_soft_outlines_has_their_soft_iou() {
    let folder = folder("");
    let out = folder.path().join("out");
    let run = program::jostle()
        .arg("trace")
        .arg(folder.path().join("gear.png"))
        .args(["--soft", "--iou", "0.95", "--out"])
        .arg(&out)
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}", program::text(&run.stderr));
    let table = program::text(&run.stdout);
    let text = fs::read_to_string(out.join("gear.hitbox.json")).expect("written");
    let form: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let soft = form["report"]["soft_iou"].as_f64().expect("a number");
    assert!(table.contains("soft IoU") && table.contains(&format!("{soft:.4}")), "{table}");
}
