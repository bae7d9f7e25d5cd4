//! Every ordered pair of shape kinds passes every law.
//!
//! A share runs with all tests. The large run:
//! `JOSTLE_CASES=1000000 cargo test --release -p jostle --test laws`; `JOSTLE_SEED` picks other
//! cases, `JOSTLE_LAWS=depth,push` asks only those. `JOSTLE_WRITE=1` writes the table in `docs/laws.md` from the run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jostle::testing::{Kind, LAWS, Outcome, Rng, pair};

/// Cases of the share that always runs, over all pairs of kinds together.
const SHARE: usize = 529 * 4;
/// Failures that are shown in full.
const SHOWN: usize = 6;

/// Pairs of kinds that break a law today: the law, two kinds in any order (`*` is any), and why.
/// The test fails for an entry that nothing breaks any more.
const KNOWN_GAPS: &[(&str, &str, &str, &str)] =
    &[("ray", "sheared circle", "segment", "a ray that just touches an ellipse hits beside it")];

/// How often each law was asked of a pair of kinds and held.
type Counts = BTreeMap<(Kind, Kind), Vec<usize>>;

struct Failure {
    law: &'static str,
    kinds: (Kind, Kind),
    case: u64,
    what: String,
}

fn env(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|v| v.parse().ok())
}

/// Whether a law is asked in this run.
fn asked(law: &str) -> bool {
    std::env::var("JOSTLE_LAWS").map_or(true, |names| names.split(',').any(|name| name == law))
}

fn run(cases: usize, seed: u64) -> (Counts, Vec<Failure>) {
    let kinds = Kind::ALL;
    let mut pairs: Vec<(Kind, Kind)> =
        kinds.iter().flat_map(|a| kinds.iter().map(move |b| (*a, *b))).collect();
    // Pairs with a kind that came later stand behind, so that it leaves all other cases as they are.
    pairs.sort_by_key(|(a, b)| [a, b].into_iter().filter(|k| **k > Kind::Custom).max().copied());
    let each = cases.div_ceil(pairs.len()).max(1);
    let next = AtomicUsize::new(0);
    let all = Mutex::new((Counts::new(), Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let lane = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(a, b)) = pairs.get(lane) else { break };
                    let mut held = vec![0; LAWS.len()];
                    let mut failures = Vec::new();
                    for i in 0..each {
                        let case = Rng::new(seed ^ ((lane as u64) << 40) ^ i as u64).bits();
                        let drawn = pair(&mut Rng::new(case), a, b);
                        for (law, held) in LAWS.iter().zip(&mut held) {
                            if !asked(law.name) {
                                continue;
                            }
                            match (law.ask)(&drawn) {
                                Ok(Outcome::Held) => *held += 1,
                                Ok(Outcome::Silent) => {}
                                Err(what) => failures.push(Failure {
                                    law: law.name,
                                    kinds: (a, b),
                                    case,
                                    what,
                                }),
                            }
                        }
                    }
                    let mut all = all.lock().expect("no law panics");
                    all.0.insert((a, b), held);
                    all.1.extend(failures);
                }
            });
        }
    });
    all.into_inner().expect("no law panics")
}

fn matches(gap: &(&str, &str, &str, &str), failure: &Failure) -> bool {
    let one = |name: &str, kind: Kind| name == "*" || name == kind.name();
    let (a, b) = failure.kinds;
    gap.0 == failure.law && ((one(gap.1, a) && one(gap.2, b)) || (one(gap.1, b) && one(gap.2, a)))
}

#[test]
fn every_ordered_pair_of_kinds_passes_every_law() {
    let cases = env("JOSTLE_CASES").unwrap_or(SHARE);
    let (counts, mut failures) = run(cases, env("JOSTLE_SEED").unwrap_or(1) as u64);
    for gap in KNOWN_GAPS.iter().filter(|gap| asked(gap.0)) {
        assert!(failures.iter().any(|f| matches(gap, f)), "nothing breaks {gap:?} any more");
    }
    failures.retain(|f| !KNOWN_GAPS.iter().any(|gap| matches(gap, f)));
    failures.sort_by_key(|f| (f.law, f.kinds, f.case));
    let mut by_law: BTreeMap<&str, BTreeMap<(Kind, Kind), usize>> = BTreeMap::new();
    for f in &failures {
        *by_law.entry(f.law).or_default().entry(f.kinds).or_default() += 1;
    }
    let mut text = String::new();
    for (law, kinds) in &by_law {
        let total: usize = kinds.values().sum();
        let _ =
            writeln!(text, "{law}: {total} broken in {} pairs of kinds: {kinds:?}", kinds.len());
        let first = failures.iter().filter(|f| f.law == *law);
        for f in first.take(env("JOSTLE_SHOWN").unwrap_or(SHOWN)) {
            let _ = writeln!(text, "  {:?} case {:#x}: {}", f.kinds, f.case, f.what);
        }
    }
    if std::env::var("JOSTLE_WRITE").is_ok() {
        std::fs::write(page(), table(&counts)).expect("docs/laws.md is written");
    }
    assert!(failures.is_empty(), "{text}");
    let total = |i: usize| counts.values().map(|held| held[i]).sum::<usize>();
    for (i, law) in LAWS.iter().enumerate() {
        println!("{}: held {} times", law.name, total(i));
        assert!(total(i) > 0 || !asked(law.name), "{} was never asked", law.name);
    }
}

fn page() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/laws.md"))
}

/// The page that shows how often the laws were asked and held.
fn table(counts: &Counts) -> String {
    let mut page = String::from(
        "# The laws\n\n\
         Every ordered pair of shape kinds is asked every law, on random pairs of nasty shapes: ulp\n\
         apart, slivers, needles, nearly parallel edges, twelve decades of scale, 1e7 units from the\n\
         origin, shared edges, vertex on vertex, mirrored, skewed. This page is written by\n\
         `JOSTLE_WRITE=1 cargo test --release -p jostle --test laws`; a share of the run is part of\n\
         all tests.\n\n",
    );
    page.push_str("| law | what it says | asked and held |\n|---|---|---:|\n");
    for (i, law) in LAWS.iter().enumerate() {
        let total: usize = counts.values().map(|held| held[i]).sum();
        let _ = writeln!(page, "| {} | {} | {total} |", law.name, law.says);
    }
    page.push_str("\n## Kind by kind\n\nHow many laws were asked of a pair of kinds and held, over all its cases: rows are a, columns b.\n\n");
    page.push_str(&row("", Kind::ALL.iter().map(|k| k.name().to_owned())));
    page.push_str(&row("---", Kind::ALL.iter().map(|_| "---:".to_owned())));
    for a in Kind::ALL {
        let cells = Kind::ALL.iter().map(|b| counts[&(a, *b)].iter().sum::<usize>().to_string());
        page.push_str(&row(a.name(), cells));
    }
    page.push_str(
        "\n## Law by kind\n\nHow often a law was asked and held with the kind on either side.\n\n",
    );
    page.push_str(&row("", LAWS.iter().map(|l| l.name.to_owned())));
    page.push_str(&row("---", LAWS.iter().map(|_| "---:".to_owned())));
    for kind in Kind::ALL {
        let with = |i: usize| {
            let sides = counts.iter().filter(|((a, b), _)| *a == kind || *b == kind);
            sides.map(|(_, held)| held[i]).sum::<usize>()
        };
        page.push_str(&row(kind.name(), (0..LAWS.len()).map(|i| with(i).to_string())));
    }
    page
}

fn row(name: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("| {name} | {} |\n", cells.join(" | "))
}

/// A page without its numbers.
fn structure(page: &str) -> Vec<String> {
    let digits = |c: char| c.is_ascii_digit();
    page.lines()
        .map(|line| {
            let cells = line.split(" | ").map(|cell| {
                let bare = cell.trim_matches(|c| c == '|' || c == ' ');
                if !bare.is_empty() && bare.chars().all(digits) { "n" } else { cell }
            });
            cells.collect::<Vec<_>>().join(" | ")
        })
        .collect()
}

#[test]
fn the_page_of_the_laws_names_all_kinds_and_laws_and_has_no_hole() {
    let written = std::fs::read_to_string(page()).expect("docs/laws.md is there");
    let counts = Kind::ALL.iter().flat_map(|a| Kind::ALL.iter().map(move |b| (*a, *b)));
    let empty: Counts = counts.map(|kinds| (kinds, vec![1; LAWS.len()])).collect();
    assert_eq!(
        structure(&written),
        structure(&table(&empty)),
        "docs/laws.md is out of date: JOSTLE_WRITE=1 cargo test --release -p jostle --test laws"
    );
    let holes = written
        .lines()
        .filter(|l| Kind::ALL.iter().any(|k| l.starts_with(&format!("| {} |", k.name()))));
    let kinds = holes.filter(|l| l.matches('|').count() == Kind::ALL.len() + 2);
    for line in kinds {
        assert!(!line.contains("| 0 |"), "a hole: {line}");
    }
}
