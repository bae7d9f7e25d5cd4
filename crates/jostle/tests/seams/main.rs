//! Tile grids and welded tiles against the brute-force union of their cells: every query, and no
//! contact normal across an inner seam.
//!
//! `JOSTLE_CASES=100000 cargo test --release -p jostle --test seams` runs all cases; a share of
//! them is part of all tests. `JOSTLE_SEED=n` begins with another one.

mod draw;
mod floor;
mod queries;

use draw::{Case, Draw};

/// Cases that are part of all tests.
const SHARE: u64 = 400;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn seeds() -> core::ops::Range<u64> {
    let first = number("JOSTLE_SEED", 0);
    first..first + number("JOSTLE_CASES", SHARE)
}

#[test]
fn every_query_on_a_grid_is_that_of_the_union_of_its_cells() {
    let mut seen = queries::Seen::default();
    for seed in seeds() {
        let case = Case::new(&mut Draw::new(seed));
        queries::check(&case, &mut seen)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}\n{case:?}"));
    }
    println!("{seen:?}");
    assert!(seen.is_all(), "{seen:?}");
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
