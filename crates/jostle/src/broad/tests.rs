//! What holds for every broad phase.

use super::{BroadPhase, Brute};
use crate::math::{Aabb, Vec2};
use alloc::vec::Vec;
use core::ops::ControlFlow;

#[test]
fn boxes_that_touch_are_a_pair_and_each_pair_comes_once() {
    let mut broad = Brute::new();
    broad.insert(3, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    broad.insert(1, Aabb::new((1.0, 1.0), (2.0, 2.0)));
    broad.insert(7, Aabb::new((1.0, 1.0), (1.0, 1.0)));
    let mut out = Vec::new();
    broad.pairs(&[1, 2, 3, 7, 9], &mut out);
    out.sort_unstable();
    assert_eq!(out, [(1, 3), (1, 7), (3, 7)]);
    out.clear();
    broad.pairs(&[7], &mut out);
    assert_eq!(out, [(1, 7), (3, 7)]);
}

#[test]
fn the_whole_plane_meets_everything_along_every_way() {
    let mut broad = Brute::new();
    broad.insert(0, Aabb::EVERYTHING);
    broad.insert(1, Aabb::new((f32::MAX, f32::MAX), (f32::MAX, f32::MAX)));
    let mut found = Vec::new();
    broad.along(Vec2::ZERO, Vec2::ZERO, 0.0, &mut |id| {
        found.push(id);
        1.0
    });
    broad.along(Vec2::ZERO, Vec2::new(f32::MAX, f32::MAX), 0.0, &mut |id| {
        found.push(id);
        1.0
    });
    broad.overlapping(Aabb::EVERYTHING, &mut |id| {
        found.push(id);
        ControlFlow::Continue(())
    });
    assert_eq!(found, [0, 0, 1, 0, 1]);
}
