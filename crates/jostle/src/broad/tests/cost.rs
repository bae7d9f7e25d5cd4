//! What `pairs` may cost: nothing for those that do not move, and no cliff for those that do.

use crate::broad::tests::worlds::{Rng, WORLDS, nudged, pairs_stay_few};
use crate::broad::{Auto, BroadPhase, Tree};
use crate::math::Aabb;
use alloc::vec::Vec;

/// What a frame looks at in which fifty boxes of an even world of `n` move, after frames of that
/// kind.
fn few_of<B: BroadPhase>(mut broad: B, n: usize, visited: impl Fn(&B) -> u64) -> u64 {
    let rng = &mut Rng::new(3);
    let mut boxes = WORLDS[0].1(rng, n);
    let few: Vec<u32> = (0..50).map(|i| i * 7).collect();
    for (id, bounds) in boxes.iter().enumerate() {
        broad.insert(id as u32, *bounds);
    }
    let all: Vec<u32> = (0..n as u32).collect();
    let mut out = Vec::new();
    for _ in 0..3 {
        broad.pairs(&all, &mut out);
    }
    for _ in 0..40 {
        for id in &few {
            let own = &mut boxes[*id as usize];
            *own = nudged(rng, *own);
            broad.update(*id, *own);
        }
        broad.pairs(&few, &mut out);
    }
    let last = visited(&broad);
    broad.pairs(&[], &mut out);
    assert_eq!(visited(&broad), 0, "a frame in which nothing moves is free");
    last
}

#[test]
fn unmoved_boxes_cost_nothing() {
    for (title, small, large) in [
        (
            "tree",
            few_of(Tree::new(), 2_000, |tree| tree.visited),
            few_of(Tree::new(), 16_000, |tree| tree.visited),
        ),
        (
            "auto",
            few_of(Auto::new(), 2_000, |auto| auto.visited),
            few_of(Auto::new(), 16_000, |auto| auto.visited),
        ),
    ] {
        assert!(small >= 50 && large < small * 2, "{title}: {small}, then {large}");
        assert!(large < 2_000, "{title}: {large} for fifty of 16,000");
    }
}

/// The number of inner nodes after frames in which all boxes of an even world move but the last `still`.
fn nodes_beside(still: u32) -> usize {
    let (mut broad, rng) = (Auto::new(), &mut Rng::new(5));
    let mut boxes = WORLDS[0].1(rng, 4_000);
    let all: Vec<_> = (0..).zip(boxes.iter().copied()).collect();
    broad.insert_all(&all);
    let moving: Vec<u32> = (0..4_000 - still).collect();
    for _ in 0..20 {
        for id in &moving {
            let own = &mut boxes[*id as usize];
            *own = nudged(rng, *own);
            broad.update(*id, *own);
        }
        broad.pairs(&moving, &mut Vec::new());
    }
    let mut count = 0;
    broad.visit_nodes(&mut |_, _| count += 1);
    count
}

#[test]
fn boxes_that_went_to_the_sweep_leave_no_nodes() {
    let alone = nodes_beside(0);
    for still in [1, 10, 100] {
        let count = nodes_beside(still);
        assert!(count < alone + 60, "{count} nodes beside {still}, {alone} without");
    }
}

#[test]
fn no_world_makes_the_sweep_look_at_much_more_than_it_reports() {
    for (world, (title, draw)) in WORLDS.iter().enumerate() {
        if !pairs_stay_few(world) {
            continue;
        }
        let n = 6_000;
        let rng = &mut Rng::new(21);
        let mut sweep = Auto::sweeping_all();
        let mut boxes: Vec<Aabb> = draw(rng, n);
        // A crowd far from everything else, in which sizes are another thing.
        for own in boxes.iter_mut().step_by(3) {
            let at = (1e6 + rng.unit() * 60.0, -1e6 + rng.unit() * 60.0);
            *own = Aabb::new(at, (at.0 + 0.5, at.1 + 0.5));
        }
        for (id, bounds) in boxes.iter().enumerate() {
            sweep.insert(id as u32, *bounds);
        }
        let all: Vec<u32> = (0..n as u32).collect();
        let mut out = Vec::new();
        sweep.pairs(&all, &mut out);
        let most = 24 * n as u64 + 2 * out.len() as u64;
        assert!(sweep.visited < most, "{title}: {} for {} pairs", sweep.visited, out.len());
    }
}

#[test]
fn a_pile_that_a_class_keeps_apart_costs_what_its_boxes_cost() {
    for mut broad in [Auto::new(), Auto::sweeping_all()] {
        let n = 8_000;
        let rng = &mut Rng::new(4);
        let (_, draw) = WORLDS.iter().find(|(title, _)| *title == "all in one place").unwrap();
        let mut boxes = draw(rng, n);
        // One in a thousand may meet the others of the pile.
        for (id, bounds) in (0..).zip(&boxes) {
            broad.set_class(id, u32::from(id % 1000 > 0), 0);
            broad.insert(id, *bounds);
        }
        let all: Vec<u32> = (0..n as u32).collect();
        for _ in 0..5 {
            for (id, own) in (0..).zip(&mut boxes) {
                *own = nudged(rng, *own);
                broad.update(id, *own);
            }
            let mut out = Vec::new();
            broad.pairs(&all, &mut out);
            assert!(out.len() < 8 * n, "{} pairs", out.len());
            assert!(broad.visited < 16 * n as u64, "{} nodes", broad.visited);
        }
    }
}
