//! The tables of words in the documents and the words of the program are the same, both ways. The program lists its
//! words itself, where it refuses one that it does not know.

mod program;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

type Words = BTreeSet<String>;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(path).expect("a document")
}

/// The rows of the tables of a page whose first column has this head; several tables may have it.
fn rows(page: &str, head: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        // A bar within a cell is written with a backslash.
        let line = line.replace("\\|", "\0");
        let inner = line.trim().trim_matches('|');
        inner.split('|').map(|cell| cell.replace('\0', "|").trim().to_owned()).collect()
    };
    let mut found = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        let row = cells(line);
        if !line.starts_with('|') {
            inside = false;
        } else if row[0] == head {
            inside = true;
        } else if inside && !row[0].starts_with("---") {
            found.push(row);
        }
    }
    assert!(!found.is_empty(), "no table with the head {head}");
    found
}

/// The words in code of a cell, without those that are values (`"hit"`) or forms (`{"hits":[…]}`).
fn words(cell: &str) -> Words {
    let code = cell.split('`').skip(1).step_by(2);
    code.filter(|code| code.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '$'))
        .map(str::to_owned)
        .collect()
}

fn first_words(page: &str, head: &str) -> Words {
    rows(page, head).iter().flat_map(|row| words(&row[0])).collect()
}

fn set(list: &str) -> Words {
    list.split(", ").map(str::to_owned).collect()
}

fn ask(command: &str, lines: &[Value]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let text = program::text(&program::feed(&[command], text.as_bytes()).stdout);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What the program lists behind some words of the sentence of an error.
fn listed(answer: &Value, behind: &str) -> Words {
    let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}"));
    set(message.split_once(behind).unwrap_or_else(|| panic!("{message}")).1)
}

#[test]
fn the_journal_has_the_ops_of_its_document() {
    let (journal, query) = (page("journal.md"), page("query.md"));
    let mut documented = first_words(&journal, "`op`");
    documented.extend(first_words(&journal, "query"));
    documented.extend(first_words(&query, "`query`"));
    documented.insert("query".to_owned());
    let answers = ask("replay", &[json!({"op": "in_box", "min": [0, 0], "max": [1, 1]})]);
    assert_eq!(listed(&answers[0], "the ops are "), documented);
    let message = answers[0]["error"]["message"].as_str().expect("a sentence");
    assert!(message.starts_with("op: unknown op \"in_box\"; "), "{message}");
}

#[test]
fn every_op_of_the_journal_takes_the_keys_of_its_document() {
    let journal = page("journal.md");
    let calls = rows(&journal, "`op`");
    let queries = rows(&journal, "query");
    let of_all: Words = set("op, id, query, layers, except");
    for row in calls.iter().chain(&queries) {
        let mut documented = words(&row[1]);
        // The words that a key can be, and the parts of an answer, are no keys.
        documented.retain(|word| !of_all.contains(word));
        for op in words(&row[0]) {
            let answers = ask("replay", &[json!({"op": op, "no_key": 1})]);
            let mut keys = listed(&answers[0], "the keys here are ");
            keys.retain(|key| !of_all.contains(key));
            // A second way to say `by`.
            if op == "cast" {
                keys.remove("translation");
            }
            assert_eq!(keys, documented, "{op}");
        }
    }
}

#[test]
fn queries_are_those_of_their_document() {
    let query = page("query.md");
    let documented = first_words(&query, "`query`");
    let answers = ask(
        "query",
        &[json!({"query": "no_query", "no_key": 1}), json!({"query": "gap", "no_key": 1})],
    );
    assert_eq!(listed(&answers[0], "the queries are "), documented);
    let mut keys: Words = rows(&query, "`query`").iter().flat_map(|row| words(&row[1])).collect();
    keys.extend(set("id, query, a, b"));
    assert_eq!(listed(&answers[1], "the keys here are "), keys);
    let of_journal =
        listed(&ask("replay", &[json!({"op": "query", "query": "no"})])[0], "the queries are ");
    assert!(of_journal.is_superset(&documented));
}

/// What the program names where a scene has a key that it does not know.
fn keys_of_scene(scene: &Value) -> Words {
    let output = program::feed(&["check", "-"], scene.to_string().as_bytes());
    let text = program::text(&output.stderr);
    let mut found: Words = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    if found.is_empty() {
        let list =
            text.trim().split_once("the keys here are ").unwrap_or_else(|| panic!("{text}")).1;
        found = set(list);
    }
    found.remove("no_key");
    found
}

#[test]
fn a_scene_has_the_keys_of_its_documents() {
    let (scene, run) = (page("scene.md"), page("run.md"));
    let table = rows(&scene, "key");
    let keys = |of: &str| -> Words {
        let rows =
            table.iter().filter(|row| row.get(1).is_some_and(|cell| cell == of || cell == "both"));
        rows.flat_map(|row| words(&row[0])).collect()
    };
    let group = json!({"groups": [{"id": "a", "no_key": 1}]});
    assert_eq!(keys_of_scene(&group), keys("groups"));
    let collider = json!({"colliders": [{"id": "a", "no_key": 1}]});
    assert_eq!(keys_of_scene(&collider), keys("colliders"));
    let motions = first_words(&run, "key");
    assert!(keys("both").is_superset(&motions) && motions.len() == 3, "{motions:?}");

    for row in rows(&scene, "`type`") {
        for kind in words(&row[0]) {
            let form = json!({"colliders": [{"id": "a", "shape": {"type": kind, "no_key": 1}}]});
            let mut keys = keys_of_scene(&form);
            ["type", "degrees", "radians", "rot"].iter().for_each(|key| _ = keys.remove(*key));
            let mut documented = words(&row[1]);
            documented.remove("transform");
            assert_eq!(keys, documented, "{kind}");
        }
    }
    let parts: Words =
        table.iter().filter(|row| row.len() == 2).flat_map(|row| words(&row[0])).collect();
    let form =
        json!({"colliders": [{"id": "a", "shape": {"type": "point"}, "transform": {"no_key": 1}}]});
    let mut transform = keys_of_scene(&form);
    assert!(transform.remove("matrix"));
    assert!(parts.is_superset(&transform), "{transform:?}");
}

#[test]
fn the_options_of_a_command_are_those_of_its_document() {
    for (command, file) in [("check", "scene.md"), ("run", "run.md"), ("trace", "trace.md")] {
        let mut program = program::jostle();
        let help = program.args([command, "--help"]).output().expect("it runs").stdout;
        let help = String::from_utf8(help).expect("text");
        let option = |word: &str| -> Option<String> {
            let name = word.trim_start_matches('[').strip_prefix("--")?;
            let end = name.find(|c: char| !c.is_ascii_lowercase() && c != '-');
            Some(name[..end.unwrap_or(name.len())].to_owned())
        };
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let mut known: Words =
            lines.flat_map(|line| line.split([' ', ','])).filter_map(option).collect();
        known.remove("help");
        let page = page(file);
        let mentioned: Words = page.split(['`', ' ', '\n']).filter_map(option).collect();
        let missing: Vec<_> = known.difference(&mentioned).collect();
        assert!(missing.is_empty(), "docs/{file} does not mention {missing:?}");
        if command != "check" {
            let table = rows(&page, "option");
            let listed = table.iter().flat_map(|row| row[0].split(['`', ' '])).filter_map(option);
            let unknown: Vec<_> = listed.filter(|option| !known.contains(option)).collect();
            assert!(unknown.is_empty(), "docs/{file} lists {unknown:?}");
        }
    }
}
