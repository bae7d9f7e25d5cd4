//! One word per question, in every language: each public function of the library has its name in C,
//! C++, TypeScript and Python, or a reason why not. `docs/faces.md` is written from this; `JOSTLE_WRITE=1`
//! writes it again.
//!
//! Names follow one rule (`Placed::gap` is `jostle_gap`, `Placed::gap`, `gap`; `World::ray_first`
//! is `jostle_world_ray_first`, `World::ray_first`, `rayFirst`, `World.ray_first`); `faces.tsv` has
//! the exceptions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn here(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).expect("a folder").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && !name.starts_with("tests") {
            found.push(path);
        }
    }
}

/// The names that the crate's public modules export.
fn exported() -> BTreeSet<String> {
    let modules = ["lib", "shape/mod", "pair/query/mod", "analysis/mod", "world/mod", "json/mod"];
    let read =
        |module: &str| fs::read_to_string(here("../jostle/src").join(module).with_extension("rs"));
    let text: String = modules.iter().map(|module| read(module).expect(module)).collect();
    let uses = text.split("pub use ").skip(1).filter_map(|part| part.split(';').next());
    let words = uses.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
    // Free functions that stand in these files themselves.
    let own = text.split("\npub fn ").skip(1).filter_map(|part| part.split(['(', '<']).next());
    words.chain(own).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The type that an `impl` line is for.
fn type_of(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(inner) => {
            let end = inner.match_indices('>').map(|(at, _)| at).find(|at| {
                inner[..*at].matches('<').count() == inner[..*at].matches('>').count()
            })?;
            &inner[end + 1..]
        }
        None => rest,
    };
    let of = rest.split(" for ").last()?.trim();
    Some(of.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// Every public function of the library, as `Type::name` or `name`.
fn functions() -> Vec<String> {
    let exported = exported();
    let mut files = Vec::new();
    sources(&here("../jostle/src"), &mut files);
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut of = None;
        for line in text.lines() {
            if line.starts_with("impl") {
                of = type_of(line);
            }
            let start = ["pub fn ", "pub const fn "].iter().find_map(|start| {
                line.trim_start().strip_prefix(start).map(|rest| (line.starts_with("pub"), rest))
            });
            let Some((free, rest)) = start else { continue };
            let name: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            match (&of, free) {
                (_, true) if exported.contains(&name) => found.push(name),
                (Some(of), false) if exported.contains(of) => found.push(format!("{of}::{name}")),
                _ => {}
            }
        }
    }
    found
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        out.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}

const LANGUAGES: [&str; 4] = ["C", "C++", "TypeScript", "Python"];

/// The names that the rule gives, in the order of [`LANGUAGES`].
fn ruled(function: &str) -> [String; 4] {
    let (of, name) = function.split_once("::").unwrap_or(("", function));
    let c = match of {
        "" | "Placed" => format!("jostle_{name}"),
        of => format!("jostle_{}_{name}", snake(of)),
    };
    [c, function.to_owned(), camel(name), function.replace("::", ".")]
}

type Exceptions = Vec<(String, [String; 4])>;

fn exceptions() -> Exceptions {
    let text = fs::read_to_string(here("faces.tsv")).expect("faces.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let row = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        let mut next = || cells.next().unwrap_or_else(|| panic!("four columns: {line}"));
        let (pattern, named) = (next(), [next(), next(), next()]);
        let [c, cpp, typescript] = named;
        // Python's may be left out where the rule holds.
        (pattern, [c, cpp, typescript, cells.next().unwrap_or_else(|| "=".to_owned())])
    };
    lines.map(row).collect()
}

fn matches(pattern: &str, function: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => {
            function.len() >= start.len() + end.len()
                && function.starts_with(start)
                && function.ends_with(end)
        }
        None => pattern == function,
    }
}

/// The functions of a header.
fn in_c() -> BTreeSet<String> {
    let text = fs::read_to_string(here("include/jostle/jostle.h")).expect("jostle.h");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('*'));
    let calls = lines.filter_map(|line| line.split_once('('));
    let last = |(before, _): (&str, &str)| {
        before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned)
    };
    calls.filter_map(last).filter(|name| name.starts_with("jostle_")).collect()
}

/// The functions of the C++ headers, as `Type::name` or `name`.
fn in_cpp() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in ["values", "shape", "objects", "trace", "world", "world_class"] {
        let path = here("include/jostle").join(format!("{file}.hpp"));
        let text = fs::read_to_string(path).expect("a header");
        let mut of = String::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("struct ").or_else(|| line.strip_prefix("class "))
            {
                of = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            } else if line == "};" {
                of.clear();
            }
            let Some((before, _)) = line.split_once('(') else { continue };
            let indent = line.len() - line.trim_start().len();
            let name: String = before.rsplit([' ', '&', '*']).next().unwrap_or_default().into();
            let field = before.trim_start().starts_with(&name);
            if indent == 2 && !of.is_empty() && (!field || name == of) {
                found.insert(format!("{of}::{name}"));
            } else if indent == 0 && of.is_empty() {
                found.insert(name);
            }
        }
    }
    found
}

/// The functions, members of classes and properties of interfaces that the npm package declares, as `Type.name` or
/// `name`.
fn in_typescript() -> BTreeSet<String> {
    let dir = here("../jostle-wasm/js");
    let entries = fs::read_dir(dir).expect("the npm package").flatten().map(|entry| entry.path());
    let own = entries.filter(|path| path.to_string_lossy().ends_with(".d.ts"));
    let texts = own.map(|path| fs::read_to_string(path).expect("declarations"));
    texts.flat_map(|text| declared(&text)).collect()
}

/// What a text of declarations declares.
fn declared(text: &str) -> BTreeSet<String> {
    let (mut found, mut of) = (BTreeSet::new(), String::new());
    let word = |rest: &str| -> String {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("export ") {
            let kinds = ["interface ", "class ", "type ", "function ", "const "];
            let kind = kinds.iter().find_map(|kind| Some((kind, rest.strip_prefix(kind)?)));
            match kind {
                Some((&"interface " | &"class ", rest)) => of = word(rest),
                Some((&"function " | &"const ", rest)) => _ = found.insert(word(rest)),
                _ => of.clear(),
            }
        } else if line.starts_with('}') {
            of.clear();
        } else if let Some(member) = line.strip_prefix("  ").filter(|_| !of.is_empty()) {
            let member = member.strip_prefix("readonly ").unwrap_or(member);
            let name = word(member);
            let next = member[name.len()..].chars().next().unwrap_or(' ');
            if !name.is_empty() && "(<:?".contains(next) {
                found.insert(format!("{of}.{name}"));
            }
        }
    }
    found
}

/// The types whose functions are free in TypeScript, because their values are plain objects there.
const FREE: [&str; 3] = ["", "Placed", "Shape"];

/// Whether TypeScript has a name for a function of a type. A name that `faces.tsv` gives may also be free, or stand
/// behind another type, as in `Collider.at`.
fn has(declared: &BTreeSet<String>, of: &str, name: &str, given: bool) -> bool {
    let of = if of == "Filter" { "QueryFilter" } else { of };
    let alone = given || FREE.contains(&of);
    alone && declared.contains(name) || declared.contains(&format!("{of}.{name}"))
}

/// The functions and properties of the Python package's stubs, as `Type.name` or `name`, and the arguments of methods,
/// as `Type.name(argument)`.
fn in_python() -> BTreeSet<String> {
    let path = here("../jostle-python/python/jostle/_native.pyi");
    let text = fs::read_to_string(path).expect("the stubs");
    let (mut found, mut of) = (BTreeSet::new(), String::new());
    let name = |rest: &str| -> String {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("class ") {
            of = name(rest);
        } else if let Some(rest) = line.strip_prefix("    def ") {
            let method = format!("{of}.{}", name(rest));
            let arguments = rest.split([',', '(', ' ']).filter(|word| word.ends_with(':'));
            found.extend(arguments.map(|word| format!("{method}({})", word.trim_end_matches(':'))));
            found.insert(method);
        } else if let Some(rest) = line.strip_prefix("def ") {
            found.insert(name(rest));
        }
    }
    found
}

#[test]
fn every_function_has_its_name_in_every_language_or_a_reason() {
    let (c, cpp, typescript, python) = (in_c(), in_cpp(), in_typescript(), in_python());
    let exceptions = exceptions();
    let mut holes = Vec::new();
    let mut used = BTreeSet::new();
    let mut named = BTreeSet::new();
    let mut table: BTreeMap<String, Vec<[String; 5]>> = BTreeMap::new();
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for function in functions() {
        let mut row = ruled(&function);
        let mut why = [None, None, None, None];
        let mut given = [false; 4];
        for (index, (pattern, cells)) in exceptions.iter().enumerate() {
            if !matches(pattern, &function) {
                continue;
            }
            used.insert(index);
            for (column, cell) in cells.iter().enumerate() {
                match cell.strip_prefix("no: ") {
                    Some(reason) => why[column] = Some(reason.to_owned()),
                    None if cell != "=" => {
                        row[column].clone_from(cell);
                        (why[column], given[column]) = (None, true);
                    }
                    None => {}
                }
            }
        }
        let of = function.split_once("::").map_or("", |(of, _)| of);
        let there = [
            c.contains(&row[0]),
            cpp.contains(&row[1]),
            has(&typescript, of, &row[2], given[2]),
            python.contains(&row[3]),
        ];
        for (column, language) in LANGUAGES.into_iter().enumerate() {
            match (&why[column], there[column]) {
                (None, false) => {
                    holes.push(format!("{function} has no {} in {language}", row[column]));
                }
                (Some(reason), true) => holes.push(format!(
                    "{function} is {} in {language}, but faces.tsv has a reason why not: {reason}",
                    row[column]
                )),
                (Some(reason), false) => {
                    let line = format!("{function} ({language})");
                    reasons.entry(reason.clone()).or_default().push(line);
                    row[column] = String::new();
                }
                _ => {}
            }
        }
        named.insert(row[0].clone());
        let [c, cpp, typescript, python] = row;
        let of = of.to_owned();
        table.entry(of).or_default().push([function, c, cpp, typescript, python]);
    }
    for (index, (pattern, _)) in exceptions.iter().enumerate() {
        if !used.contains(&index) && !pattern.starts_with("jostle_") {
            holes.push(format!("faces.tsv: nothing is called {pattern}"));
        }
    }
    // The other way round: what C has and the library has not needs a word, too.
    for name in &c {
        let said = exceptions.iter().any(|(pattern, _)| matches(pattern, name));
        if !named.contains(name) && !said {
            holes.push(format!("{name} stands for nothing in the library"));
        }
    }
    assert!(holes.is_empty(), "{} holes:\n{}", holes.len(), holes.join("\n"));
    assert!(table.values().map(Vec::len).sum::<usize>() > 150);

    let page = page(&table, &reasons);
    let path = here("../../docs/faces.md");
    if std::env::var_os("JOSTLE_WRITE").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let old = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        old == page,
        "docs/faces.md is another: JOSTLE_WRITE=1 cargo test -p jostle-c --test faces"
    );
}

fn page(
    table: &BTreeMap<String, Vec<[String; 5]>>,
    reasons: &BTreeMap<String, Vec<String>>,
) -> String {
    let mut page = String::from(
        "# One word in every language\n\nWritten by `crates/jostle-c/tests/faces.rs`, which fails on \
         a hole; do not edit.\nAn empty cell has its reason below.\n",
    );
    for (of, rows) in table {
        let title = if of.is_empty() { "Free functions" } else { of };
        let _ = write!(page, "\n## {title}\n\n");
        let _ = writeln!(page, "| Rust | {} |", LANGUAGES.join(" | "));
        let _ = writeln!(page, "|{}", "---|".repeat(LANGUAGES.len() + 1));
        for row in rows {
            let cell = |text: &String| {
                if text.is_empty() { String::new() } else { format!("`{text}`") }
            };
            let cells: Vec<String> = row.iter().map(cell).collect();
            let _ = writeln!(page, "| {} |", cells.join(" | "));
        }
    }
    page.push_str("\n## Reasons\n\n");
    for (reason, names) in reasons {
        let shown: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "- {reason}: {}", shown.join(", "));
    }
    page
}

#[test]
fn the_rule_is_read_as_it_is_said() {
    assert_eq!(
        ruled("World::ray_first"),
        ["jostle_world_ray_first", "World::ray_first", "rayFirst", "World.ray_first"]
    );
    assert_eq!(type_of("impl<'f, T: From<u8>> Filter<'f, T> {").as_deref(), Some("Filter"));
    let text = "export interface Ray<T = unknown> {\n  readonly inside?: Inside;\n}\n\n\
                export class World {\n  rayFirst(ray: Ray): void;\n}\n\
                export function overlaps(a: Shape, b: Shape): boolean;\n";
    let names = declared(text);
    assert_eq!(
        names,
        BTreeSet::from(["Ray.inside", "World.rayFirst", "overlaps"].map(str::to_owned))
    );
    let has = |of, name, given| has(&names, of, name, given);
    assert!(has("World", "rayFirst", false) && has("Placed", "overlaps", false));
    assert!(has("Beam", "Ray.inside", true) && has("World", "overlaps", true));
    assert!(!has("Ray", "rayFirst", false) && !has("World", "overlaps", false));
}
