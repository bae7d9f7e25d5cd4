//! The rules of the house that no lint knows: layers, file lengths, words, the front page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Bottom to top; a module may use itself and what stands before it.
const LAYERS: [&str; 6] = ["math", "shape", "pair", "analysis", "broad", "world"];
/// The rooms of `pair` from the bottom to the top. Rooms in one line do not use each other.
const ROOMS: [&[&str]; 17] = [
    &["answer", "canonical_order", "class"],
    &["exact"],
    &["filter"],
    &["sat"],
    &["sat8"],
    &["convex"],
    &["curved"],
    &["half_plane"],
    &["mesh"],
    &["boundary"],
    &["penetration"],
    &["bodies"],
    &["containment", "casting"],
    &["round_ring"],
    &["query"],
    &["batch"],
    &["test_shapes"],
];
/// May use every layer, and no layer may use them.
const FACES: [&str; 1] = ["json"];
const LONGEST_FILE: usize = 600;
const FIRST_COMMAND: &str = "cargo run --release -- check examples/tour.json";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file below `dir` whose name ends so, in a fixed order; build products are left out.
fn files(dir: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let product = ["target", "artifacts", "corpus", "node_modules"].contains(&&*name);
            if path.is_dir() && !product && (!name.starts_with('.') || name == ".ci") {
                open.push(path);
            } else if name.ends_with(ending)
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(PathBuf, String)> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), ".rs")
}

/// The top module of a source file of the library; empty for `lib.rs`.
fn module(path: &Path) -> String {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let below = path.strip_prefix(&src).expect("a source file");
    match below.components().count() {
        1 => String::new(),
        _ => below.components().next().map(|c| c.as_os_str().to_string_lossy().into()).unwrap(),
    }
}

/// What follows each `crate::` of a text: the first name, or every first name within braces.
fn uses(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut names = Vec::new();
    // `$crate` of a macro is the user's way in.
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with('$')) {
        let rest = &code[at + "crate::".len()..];
        if !rest.starts_with('{') {
            names.push(first_name(rest));
            continue;
        }
        let (mut depth, mut start) = (0, true);
        for (i, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' => start = depth == 1,
                _ if c.is_whitespace() => {}
                _ if depth == 1 && start => {
                    names.push(first_name(&rest[i..]));
                    start = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

fn first_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The part of a file before its unit tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

fn is_test_file(path: &Path) -> bool {
    path.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name.starts_with("tests") || name == "test_shapes.rs"
    })
}

#[test]
fn the_reader_of_imports_sees_lists_and_nested_paths() {
    let text = "use crate::math::{A, B};\nuse crate::{pair::{X, Y}, shape::Z};\n// crate::world\n";
    assert_eq!(uses(text), ["math", "pair", "shape"]);
}

#[test]
fn layers_use_only_what_is_below_them() {
    for (path, text) in sources() {
        let own = module(&path);
        let Some(rank) = LAYERS.iter().position(|layer| *layer == own) else { continue };
        if is_test_file(&path) {
            continue;
        }
        for used in uses(without_tests(&text)) {
            let below = LAYERS.iter().position(|layer| *layer == used).is_some_and(|r| r <= rank);
            assert!(below, "{} uses crate::{used}", path.display());
        }
    }
}

#[test]
fn every_module_is_a_layer_or_a_face() {
    for (path, _) in sources() {
        let own = module(&path);
        let known = own.is_empty() || LAYERS.contains(&&*own) || FACES.contains(&&*own);
        assert!(known, "{} belongs to no layer", path.display());
    }
}

/// The path of a module below `src`, such as `pair/sat/rects`.
fn module_path(path: &Path) -> String {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let below = path.strip_prefix(&src).expect("a source file").with_extension("");
    let names: Vec<_> = below.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    names.join("/").trim_end_matches("/mod").to_owned()
}

/// Every path that follows `crate::` in a text, with lists expanded: `a/b/C`.
fn imports(text: &str) -> Vec<String> {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join(" ");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with('$')) {
        expand("", &code[at + "crate::".len()..], &mut found);
    }
    found
}

/// Adds the paths at the start of a text. Returns what follows them.
fn expand<'t>(prefix: &str, text: &'t str, found: &mut Vec<String>) -> &'t str {
    let mut text = text.trim_start();
    if !text.starts_with('{') {
        let name = first_name(text);
        let path = format!("{prefix}{name}");
        let rest = &text[name.len()..];
        return match rest.strip_prefix("::") {
            Some(rest) if !rest.starts_with(['<', '*']) => expand(&format!("{path}/"), rest, found),
            _ => {
                found.push(path);
                rest
            }
        };
    }
    while let Some(rest) = text.strip_prefix(['{', ',']) {
        text = expand(prefix, rest, found).trim_start();
        // An `as` clause.
        text = &text[text.find([',', '}']).unwrap_or(text.len())..];
    }
    text.strip_prefix('}').unwrap_or(text)
}

/// The modules that each module of the library imports from, tests left aside.
fn import_graph() -> BTreeMap<String, BTreeSet<String>> {
    let sources: BTreeMap<String, String> = sources()
        .into_iter()
        .filter(|(path, _)| !is_test_file(path))
        .map(|(path, text)| (module_path(&path), text))
        .collect();
    let target = |import: &str| {
        let ends = import.match_indices('/').map(|(at, _)| at).chain([import.len()]);
        let mut modules = ends.map(|end| &import[..end]).filter(|m| sources.contains_key(*m));
        modules.next_back().map(str::to_owned)
    };
    let edges = sources.iter().map(|(module, text)| {
        let used = imports(without_tests(text)).iter().filter_map(|i| target(i)).collect();
        (module.clone(), used)
    });
    edges.collect()
}

#[test]
fn imports_are_read_from_nested_lists() {
    let text = "use crate::a::{self, b::{C, D as E}, f};\nlet x = crate::g::h::<T>(i);";
    assert_eq!(imports(text), ["a/self", "a/b/C", "a/b/D", "a/f", "g/h"]);
}

#[test]
fn rooms_of_pair_import_only_from_rooms_before_them() {
    let room = |module: &str| module.split('/').nth(1).map(str::to_owned);
    let rank = |room: &str| {
        let found = ROOMS.iter().position(|rooms| rooms.contains(&room));
        found.unwrap_or_else(|| panic!("pair/{room} is no room"))
    };
    for (module, used) in import_graph() {
        let Some(own) = module.strip_prefix("pair/").and_then(|_| room(&module)) else { continue };
        for used in used.iter().filter(|used| used.starts_with("pair/")) {
            let theirs = room(used).expect("a room");
            let allowed = own == theirs || rank(&theirs) < rank(&own);
            assert!(allowed, "{module} imports from {used}, a room that comes later");
        }
    }
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    // A module and those inside it are one.
    let is_inside = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.starts_with('/'));
    let graph = import_graph();
    let next = |module: &String| -> Vec<&String> {
        let used = graph[module].iter();
        used.filter(|u| *u != module && !is_inside(module, u) && !is_inside(u, module)).collect()
    };
    for start in graph.keys() {
        let (mut open, mut seen) = (next(start), BTreeSet::new());
        while let Some(module) = open.pop() {
            assert!(module != start, "{start} is in a cycle of imports");
            if seen.insert(module) {
                open.extend(next(module));
            }
        }
    }
}

#[test]
fn only_the_storage_of_curved_sets_matches_on_its_form() {
    for (path, text) in sources() {
        if module_path(&path) != "shape/body/curved" {
            assert!(!text.contains("CurvedForm"), "{} matches on CurvedForm", path.display());
        }
    }
}

#[test]
fn only_shapes_and_faces_match_on_kinds() {
    let kinds = ["Point", "Segment", "Circle", "Capsule", "Rect", "Ellipse", "HalfPlane"];
    let kinds = kinds.iter().chain(&["Polygon", "Chain", "Compound", "Custom"]);
    let arms: Vec<String> = kinds.map(|kind| format!("Shape::{kind}(")).collect();
    for (path, text) in sources() {
        if ["math", "pair", "analysis", "broad", "world"].contains(&&*module(&path)) {
            let found = arms.iter().find(|arm| without_tests(&text).contains(&***arm));
            assert!(found.is_none(), "{} matches {found:?}", path.display());
        }
    }
}

#[test]
fn no_source_file_is_longer_than_600_lines() {
    for (path, text) in files(&root(), ".rs") {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", path.display());
    }
}

#[test]
fn examples_in_the_documentation_assert_instead_of_printing() {
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let doc = line.starts_with("///") || line.starts_with("//!");
            let prints = line.contains("println!") || line.contains("print!(");
            assert!(!(doc && prints), "{}:{}", path.display(), number + 1);
        }
    }
}

/// A public function: the line and the text of its head, whether its documentation has an example, whether it
/// is a constructor that can fail, and how many lines its body has.
struct Function {
    line: usize,
    text: String,
    example: bool,
    makes: bool,
    body: usize,
}

/// The public functions of a block, in order.
fn functions(block: &[(usize, &str)]) -> Vec<Function> {
    let (mut found, mut example) = (Vec::<Function>::new(), false);
    let mut lines = block.iter().peekable();
    while let Some((line, raw)) = lines.next() {
        let text = raw.trim_start();
        if let Some(said) = text.strip_prefix("///") {
            example |= said.trim_start().starts_with("```");
            continue;
        }
        if text.starts_with("#[") || text.starts_with(")]") {
            continue;
        }
        if text.starts_with("pub fn") || text.starts_with("pub const fn") {
            let mut head = text.to_owned();
            while !head.ends_with(['{', ';'])
                && let Some((_, more)) = lines.next()
            {
                head += more.trim();
            }
            let indent = raw.len() - text.len();
            let is_end =
                |l: &str| l.trim_start() == "}" && l.len() - l.trim_start().len() == indent;
            let body = lines.clone().take_while(|(_, l)| !is_end(l)).count();
            let (arguments, result) = head.split_once("->").unwrap_or((&head, ""));
            let makes = result.contains("Result<") && !arguments.contains("self");
            found.push(Function { line: line + 1, text: head, example, makes, body });
        }
        example = false;
    }
    found
}

/// A type or a section of methods has an example in its file, and each fallible constructor has its own. A
/// function of one line has none, unless its section has no other.
#[test]
fn examples_stand_where_they_teach() {
    let mut wrong = Vec::new();
    let all: String = sources().into_iter().map(|(_, text)| text).collect();
    let is_example = |line: &&str| line.trim_start().starts_with("///") || line.starts_with("//!");
    let examples: String = all.lines().filter(is_example).collect();
    for (path, text) in sources() {
        let text = without_tests(&text);
        let lines: Vec<(usize, &str)> = text.lines().enumerate().collect();
        for (i, line) in &lines {
            let is_type = ["pub struct ", "pub enum ", "pub trait "];
            let name = is_type.iter().find_map(|of| line.strip_prefix(of));
            let name = name.map(|rest| rest.split([' ', '<', '(', ';']).next().unwrap_or(rest));
            if name.is_some_and(|name| !text.contains("/// ```") && !examples.contains(name)) {
                wrong.push(format!("{}:{}: a type without an example", path.display(), i + 1));
            }
            if !line.starts_with("impl") {
                continue;
            }
            let block: Vec<_> =
                lines[*i..].iter().take_while(|(_, l)| *l != "}").copied().collect();
            let functions = functions(&block);
            let have = functions.iter().filter(|f| f.example).count();
            if functions.len() > 2 && !text.contains("/// ```") {
                wrong.push(format!("{}:{}: a section without an example", path.display(), i + 1));
            }
            for f in functions {
                if f.makes && !f.example {
                    wrong.push(format!("{}:{}: no example: {}", path.display(), f.line, f.text));
                }
                if f.example && f.body == 1 && !f.makes && have > 1 {
                    wrong.push(format!("{}:{}: one line: {}", path.display(), f.line, f.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines of the fenced shell blocks of a page.
fn shell_lines(page: &str) -> Vec<&str> {
    let mut inside = None;
    let mut lines = Vec::new();
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(language), None) => inside = Some(language.trim()),
            (None, Some("sh" | "bash" | "shell" | "console")) if !line.trim().is_empty() => {
                lines.push(line.trim());
            }
            _ => {}
        }
    }
    lines
}

#[test]
fn the_front_page_starts_with_the_main_job_and_then_all_tests() {
    let page = fs::read_to_string(root().join("README.md")).expect("README.md");
    let lines = shell_lines(&page);
    assert_eq!(lines.first(), Some(&FIRST_COMMAND));
    assert!(lines.get(1).is_some_and(|line| line.starts_with("cargo test")), "{lines:?}");
    assert!(root().join("examples/tour.json").exists());
}

#[test]
fn links_in_the_documents_lead_to_files() {
    for (path, text) in files(&root(), ".md") {
        let dir = path.parent().expect("a page lies in a folder");
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains(':') {
                assert!(dir.join(target).exists(), "{}: {target} is not there", path.display());
            }
        }
    }
}

#[test]
fn every_test_that_the_conventions_name_exists() {
    let page = fs::read_to_string(root().join("CONVENTIONS.md")).expect("CONVENTIONS.md");
    let code: String = files(&root(), ".rs").into_iter().map(|(_, text)| text).collect();
    let mut named = 0;
    for (index, piece) in page.split('`').enumerate() {
        let sentence = piece.contains('_') && piece.matches('_').count() >= 3;
        if index % 2 == 1 && sentence && first_name(piece) == piece {
            assert!(code.contains(&format!("fn {piece}(")), "no test is called {piece}");
            named += 1;
        }
    }
    assert!(named >= 30, "the page names {named} tests");
    for line in page.lines().filter(|line| line.starts_with("- ")) {
        assert!(line.len() > 2, "an empty line in the page");
    }
}

#[test]
fn nothing_is_left_undone_and_no_machine_is_named() {
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("to", "do!("),
        concat!("unimpl", "emented!("),
    ];
    let homes = [concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];
    for (path, text) in files(&root(), ".rs").into_iter().chain(files(&root(), ".toml")) {
        let found = words.iter().chain(&homes).find(|word| text.contains(**word));
        assert!(found.is_none(), "{} has {found:?}", path.display());
    }
}
