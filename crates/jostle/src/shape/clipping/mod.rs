//! Boolean operations on polygons: the intersection and the union of two sets of rings.
//!
//! Method: the rings are cut to the window in which the answer lies (`window`), put on an integer
//! grid (`snap_grid`) and noded by snap rounding (`snap_rounding`). A sweep gives every piece the
//! winding numbers on both sides (`winding_sweep`), and the pieces that separate "in" from "out" are
//! linked into simple rings (`link_edges`). On the grid every decision is exact (`i64` points,
//! `i128` products), so no input can confuse the topology.
//!
//! Frame and sign: the caller's frame; outer rings positive (x toward y), holes negative.
//!
//! Error: with the step h of an axis = the larger of 2^-50 of the window's extent along it and one
//! `f64` ulp of its largest coordinate, every edge moves by less than two steps an axis, so the area
//! is off by at most the sum of 2 (h_x |Δy| + h_y |Δx|) over the edges in the window. Parts narrower
//! than a step may vanish. For an intersection the window shrinks with the cut rings and the answer,
//! so that small overlaps of large shapes keep their digits.
//!
//! Cost: O((n + k) log n) for n edges and k proper crossings of edges spread like those of real
//! outlines; the sweep's insertions move memory, which is quadratic in the edges over one x, with a
//! tiny constant. Memory O(n + k).

mod link_edges;
mod snap_grid;
mod snap_rounding;
#[cfg(test)]
mod tests;
mod winding_sweep;
mod window;

use crate::math::DVec2;
use crate::shape::bvh::box_bvh::DAabb;
use alloc::vec::Vec;
use snap_grid::SnapGrid;
use snap_rounding::Seg;
use window::{around, clip_rings, common, is_much_smaller};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Intersection,
    Union,
}

/// One connected part of the answer. Rings are simple: a ring that would touch itself at a vertex
/// is split there. No vertex is repeated or lies straight between its neighbors.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OverlayPolygon {
    /// The outer ring, positive, from its smallest vertex on (by x, then y).
    pub(crate) outer: Vec<DVec2>,
    /// The holes, negative.
    pub(crate) holes: Vec<Vec<DVec2>>,
}

impl OverlayPolygon {
    pub(crate) fn rings(&self) -> impl Iterator<Item = &Vec<DVec2>> {
        core::iter::once(&self.outer).chain(&self.holes)
    }
}

/// The most times that an intersection is computed again in a smaller window.
const ROUNDS: usize = 4;

/// Returns the polygons of `subject ∩ clip` or `subject ∪ clip`, up to its boundary: parts without
/// area are left out.
///
/// Rings are implicitly closed; what is inside is said by the nonzero winding rule over each whole
/// list, so rings may cross, touch, repeat and be degenerate. Swapping the inputs, the order of
/// rings and their first vertices change nothing; reversing all rings of an input neither.
pub(crate) fn overlay(subject: &[Vec<DVec2>], clip: &[Vec<DVec2>], op: Op) -> Vec<OverlayPolygon> {
    match op {
        Op::Union => around(subject.iter().chain(clip))
            .map_or_else(Vec::new, |all| on_grid(subject, clip, op, all).0),
        Op::Intersection => around(subject)
            .zip(around(clip))
            .and_then(|(a, b)| common(a, b))
            .map_or_else(Vec::new, |window| intersection(subject, clip, window)),
    }
}

/// The intersection, worked out in ever smaller windows while that adds digits.
fn intersection(
    subject: &[Vec<DVec2>],
    clip: &[Vec<DVec2>],
    mut window: DAabb,
) -> Vec<OverlayPolygon> {
    let mut answer = Vec::new();
    for _ in 0..ROUNDS {
        let (mut s, mut c) = (clip_rings(subject, window), clip_rings(clip, window));
        for _ in 0..ROUNDS {
            let both = around(&s).zip(around(&c)).and_then(|(a, b)| common(a, b));
            let Some(smaller) = both else { return Vec::new() };
            if !is_much_smaller(smaller, window) {
                break;
            }
            window = smaller;
            (s, c) = (clip_rings(subject, window), clip_rings(clip, window));
        }
        let (polygons, step) = on_grid(&s, &c, Op::Intersection, window);
        let outline = around(polygons.iter().map(|p| &p.outer));
        answer = polygons;
        // The answer is known to two steps; the margin doubles that.
        let grown = |o: DAabb| DAabb { min: o.min - step * 4.0, max: o.max + step * 4.0 };
        match outline.and_then(|o| common(grown(o), window)) {
            Some(smaller) if is_much_smaller(smaller, window) => window = smaller,
            _ => break,
        }
    }
    answer
}

/// The overlay on the grid that fits the window, and the grid's step.
fn on_grid(
    subject: &[Vec<DVec2>],
    clip: &[Vec<DVec2>],
    op: Op,
    window: DAabb,
) -> (Vec<OverlayPolygon>, DVec2) {
    let Some(grid) = SnapGrid::over(window) else { return (Vec::new(), DVec2::ZERO) };
    let mut segs = Vec::new();
    for (input, rings) in [subject, clip].into_iter().enumerate() {
        for ring in rings {
            let Some(&last) = ring.last() else { continue };
            let mut from = grid.snap(last);
            for &vertex in ring {
                let to = grid.snap(vertex);
                segs.extend(Seg::directed(from, to, input));
                from = to;
            }
        }
    }
    let arrangement = snap_rounding::arrange(segs);
    let boundary = winding_sweep::boundary(&arrangement, op);
    (link_edges::polygons(&arrangement.points, &boundary, &grid), grid.step)
}

/// Returns the area of the polygons: what the outer rings hold, less the holes.
pub(crate) fn area(polygons: &[OverlayPolygon]) -> f64 {
    polygons.iter().flat_map(OverlayPolygon::rings).map(|ring| ring_area(ring)).sum::<f64>() + 0.0
}

/// Signed area, computed around the first vertex so that an offset costs no digits.
fn ring_area(ring: &[DVec2]) -> f64 {
    let Some((&first, rest)) = ring.split_first() else { return 0.0 };
    let twice: f64 = rest.windows(2).map(|e| (e[0] - first).cross(e[1] - first)).sum();
    twice * 0.5
}
