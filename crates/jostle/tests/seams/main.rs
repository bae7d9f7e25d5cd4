//! Tile grids and welded tiles against the brute-force union of their cells: every query, and no
//! contact normal across an inner seam.
//!
//! `JOSTLE_CASES=100000 cargo test --release -p jostle --test seams` runs all cases; a share of
//! them is part of all tests. `JOSTLE_SEED=n` begins with another one.

#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

mod brute;
mod draw;
mod floor;
mod parts;
mod queries;

use draw::{Case, Draw};

/// Cases that are part of all tests.
const SHARE: u64 = 120;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn seeds() -> core::ops::Range<u64> {
    let first = number("JOSTLE_SEED", 0);
    first..first + number("JOSTLE_CASES", SHARE)
}

/// Whether there are too few cases to see everything.
fn is_share() -> bool {
    seeds().count() < SHARE as usize
}

/// What was found wrong, told at the end of a run.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn note(&mut self, seed: u64, what: &str, checked: Result<(), String>, case: &Case) {
        if let Err(why) = checked {
            let Case { rows, matrix, .. } = case;
            let text = format!("seed {seed}, {what}: {why}\n  {rows:?} {matrix:?}");
            println!("{text}");
            self.0.push(text);
        }
    }

    fn none(&self) {
        assert!(self.0.is_empty(), "{} are wrong, the first of them: {}", self.0.len(), self.0[0]);
    }
}

#[test]
fn every_query_on_grids_and_welds_is_that_of_the_union_of_the_cells() {
    let (mut seen, mut wrong) = (queries::Seen::default(), Wrong::default());
    let mut welds = 0;
    for seed in seeds() {
        let case = Case::new(&mut Draw::new(seed));
        wrong.note(seed, "grid", queries::check(&case, &mut seen), &case);
        for welded in case.welds() {
            welds += 1;
            wrong.note(seed, "welded", queries::check(&welded, &mut seen), &welded);
        }
    }
    println!("{} cases, {welds} welds, {} wrong, {seen:?}", seeds().count(), wrong.0.len());
    wrong.none();
    assert!(is_share() || seen.is_all() && welds > 0, "{welds} welds, {seen:?}");
}

#[test]
fn every_query_on_compounds_of_boxes_that_overlap_or_share_part_of_a_seam_is_that_of_a_grid() {
    let (mut seen, mut wrong) = (queries::Seen::default(), Wrong::default());
    for seed in seeds() {
        let case = Case::of_boxes(&mut Draw::new(seed));
        wrong.note(seed, "boxes", queries::check(&case, &mut seen), &case);
    }
    println!("{} compounds, {} wrong, {seen:?}", seeds().count(), wrong.0.len());
    wrong.none();
    assert!(is_share() || seen.is_all(), "{seen:?}");
}

#[test]
fn worlds_name_the_cells_that_touch_and_that_rays_meet() {
    let (mut named, mut wrong) = (0, Wrong::default());
    for seed in seeds() {
        let case = Case::new(&mut Draw::new(seed));
        let checked = parts::check(&case).map(|count| named += count);
        wrong.note(seed, "parts", checked, &case);
    }
    println!("{} cases, {named} cells named, {} wrong", seeds().count(), wrong.0.len());
    wrong.none();
    assert!(is_share() || named > 0);
}

#[test]
fn no_contact_normal_lies_across_an_inner_seam() {
    let (mut resting, mut wrong) = (0, Vec::new());
    for seed in seeds() {
        match floor::check(&mut Draw::new(seed)) {
            Ok(contacts) => resting += contacts,
            Err(why) => wrong.push(format!("seed {seed}: {why}")),
        }
    }
    println!("{} floors, {resting} contacts, {} wrong", seeds().count(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(resting > 0);
}
