//! What the program writes replaces no file that it did not write, and never one that it reads.

mod program;

use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

const SCENE: &str = r#"{"colliders": [
    {"id": "a", "shape": {"type": "circle", "radius": 1}},
    {"id": "gear", "shape": {"type": "image", "file": "hero.png", "max_error": 2}}]}"#;
const MAP: &str =
    r#"<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="tiles.tsx"/></map>"#;
const SHEET: &str = r#"{"frames": {"0": {"frame": {"x": 0, "y": 0, "w": 16, "h": 16}}}, "meta": {"image": "hero.png"}}"#;

/// A folder with a picture, a sheet and a scene that name it, and a map with a tileset.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let art = program::root().join("examples/art/ship.png");
    fs::copy(art, folder.path().join("hero.png")).expect("a copy");
    // A preview of the sheet's one frame has the name of the picture that the sheet is about.
    fs::copy(folder.path().join("hero.png"), folder.path().join("p-sheet-0.png")).expect("a copy");
    let sheet = SHEET.replace("hero.png", "p-sheet-0.png");
    let texts = [
        ("s.json", SCENE),
        ("m.tmx", MAP),
        ("tiles.tsx", "<tileset/>"),
        ("hero.json", SHEET),
        ("sheet.json", &sheet),
    ];
    for (name, text) in texts {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// Runs the program in a folder.
fn run(folder: &Path, command: &str) -> Output {
    let words = command.split(' ');
    program::jostle().args(words).current_dir(folder).output().expect("it runs")
}

fn refused(folder: &Path, command: &str) -> String {
    let output = run(folder, command);
    let text = program::text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{command}: {text}");
    text
}

fn passes(folder: &Path, command: &str) -> String {
    let output = run(folder, command);
    let text = program::text(&output.stderr);
    assert!(output.status.success(), "{command}: {text}");
    text
}

#[test]
fn no_output_is_written_over_an_input() {
    for (command, input) in [
        ("trace hero.png --preview hero.png", "hero.png"),
        ("trace hero.png --report hero.png", "hero.png"),
        ("trace sheet.json --preview p.png", "p-sheet-0.png"),
        ("trace hero.json --report hero.json", "hero.json"),
        ("check s.json --svg s.json", "s.json"),
        ("check s.json --png s.json", "s.json"),
        ("check s.json --png hero.png", "hero.png"),
        ("check m.tmx --svg tiles.tsx", "tiles.tsx"),
        ("run s.json --out s.json", "s.json"),
        ("run s.json --record s.json", "s.json"),
        ("run s.json --gif s.json", "s.json"),
        ("run s.json --gif hero.png", "hero.png"),
        ("run s.json --out ./s.json", "s.json"),
    ] {
        for force in ["", " --force"] {
            let folder = folder();
            let at = folder.path().join(input);
            let before = fs::read(&at).expect("there");
            let text = refused(folder.path(), &format!("{command}{force}"));
            assert!(text.contains(input) && text.contains("an input"), "{command}: {text}");
            assert_eq!(fs::read(&at).expect("there"), before, "{command}{force}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_input_is_known_by_all_of_its_names() {
    let folder = folder();
    std::os::unix::fs::symlink("s.json", folder.path().join("link.svg")).expect("a link");
    refused(folder.path(), "check s.json --svg link.svg --force");
    refused(folder.path(), "check link.svg --svg s.json --force");
    assert_eq!(fs::read_to_string(folder.path().join("s.json")).expect("there"), SCENE);
}

#[test]
fn the_files_beside_a_picture_stay() {
    let folder = folder();
    let names = ["hero.json", "hero.svg", "hero.tsx", "hero.tres", "hero.ron", "hero.h"];
    for name in names {
        fs::write(folder.path().join(name), name).expect("written");
    }
    let formats = "--format json --format svg --format tsx --format tres --format ron --format h";
    passes(folder.path(), &format!("trace hero.png {formats}"));
    for name in names {
        assert_eq!(fs::read_to_string(folder.path().join(name)).expect("there"), name);
    }
}

const FORMATS: [(&str, &str); 10] = [
    ("json", "hero.hitbox.json"),
    ("svg", "hero.hitbox.svg"),
    ("phaser", "hero.phaser.json"),
    ("tsx", "hero.hitbox.tsx"),
    ("tres", "hero.hitbox.tres"),
    ("libgdx", "hero.libgdx.json"),
    ("rube", "hero.rube.json"),
    ("pixi", "hero.pixi.json"),
    ("ron", "hero.hitbox.ron"),
    ("h", "hero.hitbox.h"),
];

/// Every output of every command: a command, the file that it writes, and whether the file can hold a mark.
fn outputs() -> Vec<(String, &'static str, bool)> {
    let mut all: Vec<_> = FORMATS
        .iter()
        .map(|(name, file)| (format!("trace hero.png --max-error 2 --format {name}"), *file, true))
        .collect();
    for (command, file, marked) in [
        ("trace hero.png --max-error 2 --preview p.png", "p.png", true),
        ("trace hero.png --max-error 2 --report r.jsonl", "r.jsonl", true),
        ("check s.json --svg c.svg", "c.svg", true),
        ("check s.json --png c.png", "c.png", true),
        ("run s.json --frames 2 --out e.jsonl", "e.jsonl", true),
        ("run s.json --frames 2 --svg f", "f/frame-00001.svg", true),
        ("run s.json --frames 2 --gif g.gif", "g.gif", true),
        ("run s.json --frames 2 --record j.jsonl", "j.jsonl", false),
    ] {
        all.push((command.to_owned(), file, marked));
    }
    all
}

#[test]
fn what_jostle_wrote_is_replaced_and_named() {
    let folder = folder();
    for (command, file, marked) in outputs() {
        let text = passes(folder.path(), &command);
        assert!(text.contains("wrote ") && text.contains(file), "{command}: {text}");
        if marked {
            passes(folder.path(), &command);
        } else {
            assert!(refused(folder.path(), &command).contains("--force"));
            passes(folder.path(), &format!("{command} --force"));
        }
    }
}

#[test]
fn what_jostle_did_not_write_is_replaced_by_force_alone() {
    for (command, file, _) in outputs() {
        let folder = folder();
        let at = folder.path().join(file);
        fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        fs::write(&at, "{\"of\": \"another\"}").expect("written");
        let text = refused(folder.path(), &command);
        assert!(text.contains(file) && text.contains("--force"), "{command}: {text}");
        assert_eq!(fs::read(&at).expect("there"), b"{\"of\": \"another\"}", "{command}");
        passes(folder.path(), &format!("{command} --force"));
        assert_ne!(fs::read(&at).expect("there"), b"{\"of\": \"another\"}", "{command}");
    }
}

#[test]
fn an_empty_file_holds_nothing_that_could_be_lost() {
    let folder = folder();
    fs::write(folder.path().join("c.svg"), "").expect("written");
    passes(folder.path(), "check s.json --svg c.svg");
}

#[test]
fn two_outputs_of_a_run_are_two_files() {
    let folder = folder();
    refused(folder.path(), "check s.json --svg c --png ./c");
    refused(folder.path(), "run s.json --out e --record e");
    refused(folder.path(), "run s.json --frames 2 --record e --gif e");
}

#[test]
fn pictures_of_one_name_have_results_of_two_names() {
    let folder = folder();
    fs::copy(folder.path().join("hero.png"), folder.path().join("hero.apng")).expect("a copy");
    passes(folder.path(), "trace hero.png");
    passes(folder.path(), "trace hero.apng");
    assert!(folder.path().join("hero.png.hitbox.json").exists());
    assert!(folder.path().join("hero.apng.hitbox.json").exists());
    assert!(!folder.path().join("hero.hitbox.json").exists());
    // A picture and its sheet are told apart if both are traced.
    fs::remove_file(folder.path().join("hero.apng")).expect("removed");
    fs::remove_file(folder.path().join("hero.png.hitbox.json")).expect("removed");
    passes(folder.path(), "trace hero.png hero.json");
    assert!(folder.path().join("hero.png.hitbox.json").exists());
    assert!(folder.path().join("hero.json.hitbox.json").exists());
}

#[test]
fn a_refused_form_leaves_the_others_unwritten() {
    let folder = folder();
    fs::write(folder.path().join("hero.hitbox.svg"), "<svg/>").expect("written");
    refused(folder.path(), "trace hero.png --format json --format svg");
    assert!(!folder.path().join("hero.hitbox.json").exists());
}
