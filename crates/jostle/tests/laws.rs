//! Every ordered pair of shape kinds passes every law.
//!
//! A share runs with all tests. The large run: `JOSTLE_CASES=1000000 cargo test --release -p jostle
//! --test laws`; `JOSTLE_SEED` picks other cases, `JOSTLE_LAWS=depth,push` asks only those,
//! `JOSTLE_KINDS=concave` only pairs of which one is not convex (or of which one is of the kind
//! named). `JOSTLE_WRITE=1` writes the table in `docs/laws.md` from the run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use jostle_testing::{Kind, LAWS, Outcome, Rng, pair};

/// Cases of the share that always runs, over all pairs of kinds together.
const SHARE: usize = 576 * 4;
/// Failures that are shown in full.
const SHOWN: usize = 6;

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

/// Whether a pair of kinds takes part in this run.
fn drawn(a: Kind, b: Kind) -> bool {
    let Ok(name) = std::env::var("JOSTLE_KINDS") else { return true };
    let is = |kind: Kind| name == kind.name() || (name == "concave" && !kind.is_convex());
    is(a) || is(b)
}

/// Microseconds that the laws took.
type Times = Vec<f64>;

fn run(cases: usize, seed: u64) -> (Counts, Vec<Failure>, Times) {
    let kinds = Kind::ALL;
    let every = kinds.iter().flat_map(|a| kinds.iter().map(move |b| (*a, *b)));
    let mut pairs: Vec<(Kind, Kind)> = every.filter(|(a, b)| drawn(*a, *b)).collect();
    // Pairs with a kind that came later stand behind, so that it leaves all other cases as they
    // are.
    pairs.sort_by_key(|(a, b)| [a, b].into_iter().filter(|k| **k > Kind::Custom).max().copied());
    let each = cases.div_ceil(pairs.len()).max(1);
    let next = AtomicUsize::new(0);
    let all = Mutex::new((Counts::new(), Vec::new(), vec![0.0; LAWS.len()]));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    // Seeds that are near each other have other cases, too.
    let stream = Rng::new(seed).bits();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let lane = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(a, b)) = pairs.get(lane) else { break };
                    let mut held = vec![0; LAWS.len()];
                    let mut failures = Vec::new();
                    let mut times = vec![0.0; LAWS.len()];
                    for i in 0..each {
                        let case = Rng::new(stream ^ ((lane as u64) << 40) ^ i as u64).bits();
                        let drawn = pair(&mut Rng::new(case), a, b);
                        for ((law, held), time) in LAWS.iter().zip(&mut held).zip(&mut times) {
                            if !asked(law.name) {
                                continue;
                            }
                            let start = Instant::now();
                            let answer = (law.ask)(&drawn);
                            *time += start.elapsed().as_secs_f64() * 1e6;
                            match answer {
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
                    all.2.iter_mut().zip(times).for_each(|(sum, time)| *sum += time);
                }
            });
        }
    });
    all.into_inner().expect("no law panics")
}

#[test]
fn every_ordered_pair_of_kinds_passes_every_law() {
    let cases = env("JOSTLE_CASES").unwrap_or(SHARE);
    let (counts, mut failures, times) = run(cases, env("JOSTLE_SEED").unwrap_or(1) as u64);
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
        let each = times[i] / total(i).max(1) as f64;
        println!("{}: held {} times, {each:.1} us for each", law.name, total(i));
        assert!(total(i) > 0 || !asked(law.name), "{} was never asked", law.name);
    }
}

/// Cases of large runs that broke a law once.
const BROKE: &[(&str, Kind, Kind, u64)] = &[
    ("order", Kind::Capsule, Kind::ClosedChain, 0x58d_a017_2a7b_665f),
    ("manifold", Kind::Capsule, Kind::Rect, 0x47ef_f606_2855_d6e0),
    ("manifold", Kind::Capsule, Kind::RoundedRect, 0x7110_c976_f750_9a15),
    ("manifold", Kind::Rect, Kind::Mask, 0xde2d_60da_1b19_8528),
    ("manifold", Kind::Triangle, Kind::Mask, 0x8afa_4dee_a05a_9d47),
    ("manifold", Kind::Concave, Kind::Mask, 0xea2b_93ea_3f09_27ef),
    ("push", Kind::Segment, Kind::Capsule, 0x2ff9_7d58_a1de_6935),
    ("push", Kind::Segment, Kind::Capsule, 0x340_af6c_5800_5b07),
    ("order", Kind::Point, Kind::ClosedChain, 0x6e57_943c_f454_8cf9),
    ("order", Kind::OpenChain, Kind::ClosedChain, 0xcedd_56c8_98cf_96a1),
    ("order", Kind::ClosedChain, Kind::ClosedChain, 0x258e_c19d_78f4_d6ab),
    ("order", Kind::RoundedConcave, Kind::ClosedChain, 0x9cb4_842b_827f_ffc4),
    ("order", Kind::Ellipse, Kind::ClosedChain, 0xe60_4059_9d5f_9be5),
    ("order", Kind::ShearedCircle, Kind::ClosedChain, 0x2afa_06d5_e9e1_031a),
    ("ray", Kind::Custom, Kind::Circle, 0x22ab_929a_3e40_d02c),
    ("ray", Kind::Custom, Kind::Rect, 0x6e3d_d35b_9ffb_30ef),
    ("ray", Kind::Custom, Kind::Triangle, 0xa83a_fa21_cdd3_34a4),
    ("ray", Kind::Custom, Kind::LeftChain, 0xdb05_86dc_1d21_1db9),
    ("witness", Kind::Point, Kind::Custom, 0x9736_c4cc_abca_3177),
    ("witness", Kind::Rect, Kind::Custom, 0x57e4_66d8_132f_a34f),
    ("witness", Kind::Custom, Kind::Rect, 0xa62e_2512_6254_4f5c),
    ("witness", Kind::Custom, Kind::Triangle, 0x74e_f868_7187_7439),
    ("witness", Kind::Custom, Kind::Triangle, 0x6412_2a56_3000_c94b),
    ("witness", Kind::Custom, Kind::LeftChain, 0x4c5b_7302_62a3_d6e8),
    ("witness", Kind::Custom, Kind::Point, 0x1_f6a0),
    ("witness", Kind::Custom, Kind::Point, 0xc_86a6),
    ("witness", Kind::Custom, Kind::Point, 0xd_955a),
    ("witness", Kind::Custom, Kind::Point, 0x12_ecb4),
    ("witness", Kind::Custom, Kind::Segment, 0x14_9fef),
    ("manifold", Kind::Rect, Kind::Rect, 0x1b8b_1206_9d14_08a6),
    ("manifold", Kind::Holed, Kind::Holed, 0x59dc_530d_63f0_9ed9),
    ("cast split", Kind::Convex, Kind::LeftChain, 0x554f_3bb5_593a_4ae3),
    ("cast split", Kind::RoundedConcave, Kind::LeftChain, 0x215e_fefd_3a23_a66f),
    ("cast split", Kind::LeftChain, Kind::Capsule, 0xb4e5_7c5f_a767_3f94),
    ("cast split", Kind::LeftChain, Kind::RoundedConvex, 0x27ea_25b0_74eb_09e4),
    ("cast split", Kind::LeftChain, Kind::Holed, 0xe40e_bf2c_5908_7570),
    ("cast split", Kind::LeftChain, Kind::Circle, 0x7355_9b59_6c86_c962),
    ("cast split", Kind::Point, Kind::Custom, 0x4d0d_d527_7ada_bc02),
    ("names", Kind::Rect, Kind::Convex, 0x1627_0069_6ad1_6edc),
    ("names", Kind::Capsule, Kind::Capsule, 0xa34a_a73f_e1c2_8441),
    ("names", Kind::Capsule, Kind::Point, 0x9970_2688_abd4_1fc7),
    ("cast swap", Kind::Rect, Kind::Rect, 0xeb59_546e_1284_35fb),
    ("cast mirror", Kind::Rect, Kind::Rect, 0xeb59_546e_1284_35fb),
    ("cast swap", Kind::Segment, Kind::Segment, 0x6224_abc0_d904_bb1c),
    ("cast static", Kind::Grid, Kind::Point, 0x71ea_58ee_780c_35f2),
    ("cast static", Kind::Segment, Kind::OpenChain, 0xa0a9_6c3c_1213_5b4e),
];

#[test]
fn cases_that_once_broke_a_law_keep_it() {
    for &(name, a, b, case) in BROKE {
        let drawn = pair(&mut Rng::new(case), a, b);
        for law in LAWS.iter().filter(|law| law.name == name) {
            assert_eq!((law.ask)(&drawn), Ok(Outcome::Held), "{name} {a:?} {b:?} {case:#x}");
        }
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
        "\n## Law by kind\n\nHow often a law was asked and held with the kind on either side; a dash where it says nothing\n\
         about such pairs: there is no shortest way out to compare with, or it may change its side.\n\n",
    );
    page.push_str(&row("", LAWS.iter().map(|l| l.name.to_owned())));
    page.push_str(&row("---", LAWS.iter().map(|_| "---:".to_owned())));
    for kind in Kind::ALL {
        let with = |i: usize| {
            let sides = counts.iter().filter(|((a, b), _)| *a == kind || *b == kind);
            sides.map(|(_, held)| held[i]).sum::<usize>()
        };
        let cell =
            |i: usize| if speaks(LAWS[i].name, kind) { with(i).to_string() } else { "—".into() };
        page.push_str(&row(kind.name(), (0..LAWS.len()).map(cell)));
    }
    page
}

/// Whether a law states anything about pairs with this kind.
fn speaks(law: &str, kind: Kind) -> bool {
    match law {
        "depth" => kind.is_convex() && kind != Kind::HalfPlane,
        "names" => kind.is_convex(),
        _ => true,
    }
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
    for line in written.lines() {
        assert!(!line.contains("| 0 |"), "a hole: {line}");
    }
}
