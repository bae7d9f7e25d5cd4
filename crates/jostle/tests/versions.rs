//! A release is one version of everything: each manifest, and each text that names the version, has that of the
//! workspace. The C library derives the name of its file from it.

use std::fs;
use std::path::{Path, PathBuf};

/// The endings of the files that may name the version.
const TEXTS: [&str; 6] = [".toml", "package.json", ".md", ".cmake", ".ts", ".sh"];
/// What stands before the version where a text names it. A text may leave out the last number.
const BEFORE: [&str; 5] = [
    "find_package(jostle ",
    "libjostle.so.",
    "jostle-macroquad = { version = \"",
    "jostle = { version = \"",
    "/jostle-",
];

fn texts(dir: &Path, found: &mut Vec<(PathBuf, String)>) {
    for path in fs::read_dir(dir).expect("a folder").flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let product = ["target", "artifacts", "node_modules"].contains(&&*name);
        if path.is_dir() && !product && !name.starts_with('.') {
            texts(&path, found);
        } else if TEXTS.iter().any(|ending| name.ends_with(ending))
            && let Ok(text) = fs::read_to_string(&path)
        {
            found.push((path, text));
        }
    }
}

/// The versions that a line states for what belongs to jostle.
fn stated(path: &Path, line: &str) -> Vec<String> {
    let number = |rest: &str| -> String {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        rest[..end.unwrap_or(rest.len())].trim_end_matches('.').to_owned()
    };
    let mut found = Vec::new();
    if path.ends_with("package.json") {
        found.extend(line.trim().strip_prefix("\"version\": \"").map(number));
    } else if path.extension().is_some_and(|ending| ending == "toml") {
        found.extend(line.strip_prefix("version = \"").map(number));
        if line.contains("path = \"") {
            found.extend(line.split_once(" version = \"").map(|(_, rest)| number(rest)));
        }
    }
    for before in BEFORE {
        found.extend(line.match_indices(before).map(|(at, _)| number(&line[at + before.len()..])));
    }
    found.retain(|version| version.contains('.'));
    found
}

#[test]
fn every_manifest_and_every_text_has_the_version_of_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let version = env!("CARGO_PKG_VERSION");
    let series = version.rsplit_once('.').expect("three numbers").0;
    let mut all = Vec::new();
    texts(&root, &mut all);
    let (mut wrong, mut right) = (Vec::new(), 0);
    for (path, text) in all {
        // What is never published has no version.
        if path.ends_with("fuzz/Cargo.toml") || path.ends_with("CHANGELOG.md") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            for found in stated(&path, line) {
                if found == version || found == series {
                    right += 1;
                } else {
                    let shown = path.strip_prefix(&root).unwrap_or(&path).display();
                    wrong.push(format!("{shown}:{}: {found}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "the version is {version}, but:\n{}", wrong.join("\n"));
    assert!(right > 30, "only {right} places were found");
}

#[test]
fn a_version_is_found_where_one_stands() {
    let found = |path: &str, line: &str| stated(Path::new(path), line).join(" ");
    let line = "jostle = { path = \"../jostle\", version = \"0.2.0\", features = [\"serde\"] }";
    assert_eq!(found("a/Cargo.toml", line), "0.2.0");
    assert_eq!(found("a/Cargo.toml", "version = \"0.3.0\""), "0.3.0");
    assert_eq!(found("a/Cargo.toml", "serde = { version = \"1.0\" }"), "");
    assert_eq!(found("a/package.json", "  \"version\": \"0.4.0\","), "0.4.0");
    assert_eq!(found("a/README.md", "npm install path/jostle-0.5.0.tgz"), "0.5.0");
    assert_eq!(found("a/README.md", "find_package(jostle 0.6 REQUIRED)"), "0.6");
    assert_eq!(found("a/README.md", "jostle-cli and jostle-c/README.md"), "");
}
