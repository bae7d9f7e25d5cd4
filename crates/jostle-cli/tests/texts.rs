//! What editors and shells add to texts: byte order marks and blank lines; and the names of streams that fail.

mod program;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const MARK: &str = "\u{feff}";
const CIRCLES: &str = r#"{"colliders": [{"id": "a", "shape": {"type": "circle", "radius": 1}}]}"#;
const MAP: &str = r#"<map tilewidth="16" tileheight="16" width="1" height="1"><tileset firstgid="1" source="t.tsx"/></map>"#;
const TILES: &str = r#"<tileset tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="ship.png" width="16" height="16"/></tileset>"#;
const SHEET: &str = r#"{"frames": {"0": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}}}, "meta": {"image": "ship.png"}}"#;

fn run(folder: &Path, args: &[&str]) -> Output {
    program::jostle().args(args).current_dir(folder).output().expect("it runs")
}

#[test]
fn every_file_may_begin_with_a_byte_order_mark() {
    let folder = TempDir::new().expect("a folder");
    let art = program::root().join("examples/art/ship.png");
    fs::copy(art, folder.path().join("ship.png")).expect("a copy");
    let journal = r#"{"op":"step"}"#;
    for (name, text) in [
        ("s.json", CIRCLES),
        ("m.tmx", MAP),
        ("t.tsx", TILES),
        ("sheet.json", SHEET),
        ("j.jsonl", journal),
    ] {
        fs::write(folder.path().join(name), format!("{MARK}{text}")).expect("written");
    }
    for args in [
        &["check", "s.json"][..],
        &["check", "m.tmx"],
        &["run", "s.json", "--frames", "2"],
        &["trace", "sheet.json", "t.tsx", "--out", "out"],
        &["replay", "j.jsonl"],
    ] {
        let output = run(folder.path(), args);
        let (printed, said) = (program::text(&output.stdout), program::text(&output.stderr));
        assert!(output.status.success() && !printed.contains("error"), "{args:?}: {printed}{said}");
    }
}

fn lines(command: &str, text: &str) -> Vec<Value> {
    let printed = program::text(&program::feed(&[command], text.as_bytes()).stdout);
    printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn lines_may_begin_with_a_byte_order_mark() {
    // In the middle it comes from files that were joined.
    let query = r#"{"query":"overlaps","a":{"type":"point"},"b":{"type":"point"}}"#;
    let answers = lines("query", &format!("{MARK}{query}\r\n{MARK}{query}\n"));
    assert_eq!(answers, vec![json!({"id": null, "ok": {"hit": true}}); 2]);
    let steps = lines("replay", &format!("{MARK}{{\"op\":\"step\"}}\r\n{MARK}{{\"op\":\"step\"}}"));
    assert_eq!(steps.iter().map(|step| &step["step"]).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_blank_line_and_a_half_line_are_named_as_what_they_are() {
    let message = |text: &str| lines("query", text)[0]["error"]["message"].to_string();
    for blank in ["\n", "  \t\r\n", "\u{feff}\n"] {
        assert_eq!(message(blank), "\"the line is blank\"", "{blank:?}");
    }
    let half = message("{\"query\":\n");
    assert!(half.contains("at column 9") && !half.contains("line 2"), "{half}");
    assert!(lines("replay", "\n \r\n\u{feff}\n").is_empty());
}

#[test]
fn a_stream_that_fails_is_named() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("s.json"), CIRCLES).expect("written");
    let said = |output: &Output| program::text(&output.stderr);
    let output = run(folder.path(), &["replay", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).starts_with("jostle: .: "), "{}", said(&output));
    if cfg!(target_os = "linux") {
        let jostle = program::jostle().get_program().to_owned();
        for command in ["check s.json", "run s.json --frames 2", "replay", "query"] {
            let line = format!("echo '{{}}' | \"$0\" {command} > /dev/full");
            let output = Command::new("sh")
                .arg("-c")
                .arg(line)
                .arg(&jostle)
                .current_dir(folder.path())
                .output();
            let text = said(&output.expect("it runs"));
            let wanted = "jostle: standard output: No space left on device";
            assert!(text.starts_with(wanted), "{command}: {text}");
        }
    }
}
