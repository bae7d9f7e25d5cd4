//! How do rings that touch get apart, so that none crosses another later?
//!
//! The exact outline passes twice through a corner where pixels meet only diagonally. Each pass
//! goes round one pixel there, a solid one or an empty one. Its corner moves one unit into that
//! pixel, so that no two rings share a point; that costs 1/256 px of width, and only where rings
//! touch.
//!
//! An outline that must cover the solid pixels cannot give way into one, nor one that must stay
//! inside into an empty one. There the two passes exchange their ends first, so that both go round
//! the other pixels: rings that touch become one, and one may fall into two.

use super::chain::real;
use super::conflict::{Edge, sweep};
use super::goal::Side;
use crate::{Outline, Point, Ring, UNITS_PER_PIXEL};

const UNIT: i64 = UNITS_PER_PIXEL as i64;

/// Where simplifying begins.
pub(super) struct Start {
    /// The exact outline; rings may touch.
    pub(super) exact: Outline,
    /// The same rings pulled apart.
    pub(super) apart: Outline,
    /// For every ring, the rings of the given outline that it has corners of; empty if they are the
    /// same.
    from: Option<Vec<Vec<usize>>>,
}

/// A pass of a ring through a point where another passes as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pass {
    p: Point,
    ring: u32,
    i: u32,
}

impl Start {
    pub(super) fn new(outline: &Outline, side: Side) -> Self {
        let passes = passes(outline);
        let turned: Vec<(Pass, Pass)> = passes
            .chunk_by(|a, b| a.p == b.p)
            .filter(|two| two.len() == 2 && !may_give_way(outline, two[0], side))
            .map(|two| (two[0], two[1]))
            .collect();
        if turned.is_empty() {
            let apart = apart(outline, &passes);
            return Self { exact: outline.clone(), apart, from: None };
        }
        let (exact, from) = exchange(outline, &turned);
        let apart = apart(&exact, &self::passes(&exact));
        let mut new = Self { exact, apart, from: Some(from) };
        new.nest();
        new
    }

    /// Finds the parents, and sorts the rings so that they come before their children.
    fn nest(&mut self) {
        let rings = &self.apart.rings;
        let mut edges = Vec::with_capacity(self.apart.vertices());
        for (r, ring) in rings.iter().enumerate() {
            let n = ring.points.len();
            for i in 0..n {
                let (a, b) = (real(ring.points[i]), real(ring.points[(i + 1) % n]));
                edges.push(Edge::new(a, b, edges.len() as u32, r as u32));
            }
        }
        let mut depth = vec![0; rings.len()];
        let mut parents: Vec<Option<usize>> = vec![None; rings.len()];
        let size: Vec<i64> = rings.iter().map(|r| r.doubled_area().abs()).collect();
        sweep(
            &mut edges,
            |_, _| (),
            |r, about| {
                depth[r as usize] = about.len();
                parents[r as usize] =
                    about.iter().map(|&a| a as usize).min_by_key(|&a| (size[a], a));
            },
        );
        let mut order: Vec<usize> = (0..rings.len()).collect();
        order.sort_by_key(|&r| (depth[r], r));
        let mut place = vec![0; rings.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let sorted = |outline: &Outline| Outline {
            rings: order
                .iter()
                .map(|&r| Ring { parent: parents[r].map(|p| place[p]), ..outline.rings[r].clone() })
                .collect(),
        };
        (self.exact, self.apart) = (sorted(&self.exact), sorted(&self.apart));
        if let Some(from) = &mut self.from {
            *from = order.iter().map(|&r| from[r].clone()).collect();
        }
    }

    /// The rings of the given outline that are gone when these are.
    pub(super) fn dropped(&self, gone: Vec<usize>) -> Vec<usize> {
        let Some(from) = &self.from else { return gone };
        let kept: Vec<usize> = (0..from.len())
            .filter(|r| !gone.contains(r))
            .flat_map(|r| from[r].iter().copied())
            .collect();
        let mut dropped: Vec<usize> = gone
            .iter()
            .flat_map(|&r| from[r].iter().copied())
            .filter(|r| !kept.contains(r))
            .collect();
        dropped.sort_unstable();
        dropped.dedup();
        dropped
    }
}

/// All passes through points that are passed more than once, by point.
fn passes(outline: &Outline) -> Vec<Pass> {
    if !may_touch(outline) {
        return Vec::new();
    }
    let mut corners: Vec<Pass> = Vec::with_capacity(outline.vertices());
    for (r, ring) in outline.rings.iter().enumerate() {
        let points = ring.points.iter().enumerate();
        corners.extend(points.map(|(i, &p)| Pass { p, ring: r as u32, i: i as u32 }));
    }
    corners.sort_unstable();
    corners.chunk_by(|a, b| a.p == b.p).filter(|c| c.len() > 1).flatten().copied().collect()
}

/// Returns `true` if two points share a corner of pixels; hardly any outline's do, and sorting
/// takes its time.
fn may_touch(outline: &Outline) -> bool {
    let points = || outline.rings.iter().flat_map(|ring| &ring.points);
    let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
    for p in points() {
        for axis in 0..2 {
            low[axis] = low[axis].min(p[axis]);
            high[axis] = high[axis].max(p[axis]);
        }
    }
    let cells = |axis: usize| (i64::from(high[axis]) - i64::from(low[axis])) / UNIT + 1;
    let all = cells(0).checked_mul(cells(1)).filter(|&all| all > 0);
    let Some(all) = all.filter(|&all| all <= 64 * outline.vertices() as i64 + 4096) else {
        return true;
    };
    let mut seen = vec![0u64; all as usize / 64 + 1];
    points().any(|p| {
        let at = |axis: usize| (i64::from(p[axis]) - i64::from(low[axis])) / UNIT;
        let cell = (at(1) * cells(0) + at(0)) as usize;
        let old = seen[cell / 64];
        seen[cell / 64] |= 1 << (cell % 64);
        old == seen[cell / 64]
    })
}

/// The points before and after a pass.
fn around(outline: &Outline, pass: Pass) -> (Point, Point) {
    let points = &outline.rings[pass.ring as usize].points;
    let (n, i) = (points.len(), pass.i as usize);
    (points[(i + n - 1) % n], points[(i + 1) % n])
}

/// Returns `true` if the pixel that the pass goes round may lose a little.
fn may_give_way(outline: &Outline, pass: Pass, side: Side) -> bool {
    let (a, b) = around(outline, pass);
    let ([px, py], [ax, ay], [bx, by]) = (pass.p, a, b);
    let turn = i64::from(px - ax) * i64::from(by - py) - i64::from(py - ay) * i64::from(bx - px);
    // Solid is on the positive side: a positive turn goes round a solid pixel.
    match side {
        Side::Free => true,
        Side::Cover => turn < 0,
        Side::Inside => turn > 0,
    }
}

/// The outline with touching corners pulled apart by one unit each.
fn apart(outline: &Outline, passes: &[Pass]) -> Outline {
    let mut starts = outline.clone();
    for &pass in passes {
        let (a, b) = around(outline, pass);
        let into = |c: usize| ((a[c] - pass.p[c]).signum() + (b[c] - pass.p[c]).signum()).signum();
        starts.rings[pass.ring as usize].points[pass.i as usize] =
            [pass.p[0] + into(0), pass.p[1] + into(1)];
    }
    starts
}

/// The rings after pairs of passes have exchanged what comes after them, and the rings that each
/// has corners of.
fn exchange(outline: &Outline, pairs: &[(Pass, Pass)]) -> (Outline, Vec<Vec<usize>>) {
    let mut base = Vec::with_capacity(outline.rings.len());
    let (mut points, mut next, mut ring_of) = (Vec::new(), Vec::new(), Vec::new());
    for (r, ring) in outline.rings.iter().enumerate() {
        let (first, n) = (points.len(), ring.points.len());
        base.push(first);
        points.extend_from_slice(&ring.points);
        next.extend((0..n).map(|i| first + (i + 1) % n));
        ring_of.extend(std::iter::repeat_n(r, n));
    }
    for (s, t) in pairs {
        let (i, j) = (base[s.ring as usize] + s.i as usize, base[t.ring as usize] + t.i as usize);
        next.swap(i, j);
    }
    let mut seen = vec![false; points.len()];
    let (mut rings, mut from) = (Vec::new(), Vec::new());
    for start in 0..points.len() {
        if seen[start] {
            continue;
        }
        let (mut ring, mut sources) = (Vec::new(), Vec::new());
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            ring.push(points[at]);
            sources.push(ring_of[at]);
            at = next[at];
        }
        sources.sort_unstable();
        sources.dedup();
        let mut ring = Ring { points: ring, hole: false, parent: None };
        ring.hole = ring.doubled_area() < 0;
        rings.push(ring);
        from.push(sources);
    }
    (Outline { rings }, from)
}
