//! Tile grids and welded tiles against the brute-force union of their cells: every query, and no
//! contact normal across an inner seam.
//!
//! `JOSTLE_CASES=100000 cargo test --release -p jostle --test seams` runs all cases; a share of
//! them is part of all tests. `JOSTLE_SEED=n` begins with another one.

#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

mod brute;
mod draw;
mod floor;
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

#[test]
fn every_query_on_grids_and_welds_is_that_of_the_union_of_the_cells() {
    let mut seen = queries::Seen::default();
    let mut welds = 0;
    for seed in seeds() {
        let case = Case::new(&mut Draw::new(seed));
        queries::check(&case, &mut seen)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}\n{case:?}"));
        for welded in case.welds() {
            welds += 1;
            queries::check(&welded, &mut seen)
                .unwrap_or_else(|why| panic!("seed {seed}, welded: {why}\n{welded:?}"));
        }
    }
    println!("{welds} welds, {seen:?}");
    assert!(seen.is_all() && welds > 0, "{welds} welds, {seen:?}");
}

#[test]
fn no_contact_normal_lies_across_an_inner_seam() {
    let mut resting = 0;
    for seed in seeds() {
        resting +=
            floor::check(&mut Draw::new(seed)).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
    println!("{resting} contacts");
    assert!(resting > 0);
}
