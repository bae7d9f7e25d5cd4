//! Areas by slabs, and the promises that every answer keeps.
//!
//! The oracle shares no code and no idea with the overlay: between neighboring crossings the
//! plane is cut into vertical slabs; in a slab all edges are straight and in one order, so the area
//! is the width times the heights at the middle. O(n³) in plain `f64`.

use crate::math::DVec2;
use crate::shape::clipping::snap_grid::{P, orient};
use crate::shape::clipping::{Op, OverlayPolygon, area, overlay};
use alloc::vec::Vec;

type Edge = (DVec2, DVec2, usize);

fn edges<'a>(rings: &'a [Vec<DVec2>], input: usize) -> impl Iterator<Item = Edge> + 'a {
    rings.iter().flat_map(move |r| (0..r.len()).map(move |i| (r[i], r[(i + 1) % r.len()], input)))
}

/// The areas of the intersection and of the union, computed around the first vertex.
pub(super) fn areas(a: &[Vec<DVec2>], b: &[Vec<DVec2>]) -> [f64; 2] {
    let first = a.iter().chain(b).flatten().next().copied().unwrap_or_default();
    let all: Vec<Edge> = edges(a, 0)
        .chain(edges(b, 1))
        .map(|(p, q, input)| (p - first, q - first, input))
        .filter(|e| e.0.x != e.1.x)
        .collect();
    let mut xs: Vec<f64> = all.iter().flat_map(|e| [e.0.x, e.1.x]).collect();
    for (i, e) in all.iter().enumerate() {
        for f in &all[..i] {
            let (d, g) = (e.1 - e.0, f.1 - f.0);
            let t = (f.0 - e.0).cross(g) / d.cross(g);
            if (0.0..=1.0).contains(&t) {
                xs.push(e.0.x + t * d.x);
            }
        }
    }
    xs.sort_by(f64::total_cmp);
    let mut sums = [0.0; 2];
    for slab in xs.windows(2) {
        let middle = (slab[0] + slab[1]) * 0.5;
        let mut hits: Vec<(f64, usize, i32)> = all
            .iter()
            .filter(|e| (e.0.x < middle) != (e.1.x < middle))
            .map(|&(p, q, input)| {
                let y = p.y + (q.y - p.y) * ((middle - p.x) / (q.x - p.x));
                (y, input, if p.x < q.x { 1 } else { -1 })
            })
            .collect();
        hits.sort_by(|m, n| m.0.total_cmp(&n.0));
        let mut winding = [0; 2];
        for (i, &(y, input, run)) in hits.iter().enumerate() {
            winding[input] += run;
            let height = hits.get(i + 1).map_or(0.0, |next| next.0 - y);
            let cell = height * (slab[1] - slab[0]);
            if winding[0] != 0 && winding[1] != 0 {
                sums[0] += cell;
            }
            if winding[0] != 0 || winding[1] != 0 {
                sums[1] += cell;
            }
        }
    }
    sums
}

/// Checks both operations against the oracle and the promises; returns the largest error of an
/// area as a part of the bound that the overlay states.
pub(super) fn check(a: &[Vec<DVec2>], b: &[Vec<DVec2>]) -> f64 {
    let bound = stated_bound(a, b);
    let truth = areas(a, b);
    let mut worst = 0.0;
    for (op, truth) in [(Op::Intersection, truth[0]), (Op::Union, truth[1])] {
        let answer = overlay(a, b, op);
        assert_eq!(answer, overlay(b, a, op), "swapping changed the answer of {a:?} {b:?}");
        assert_promises(&answer);
        let error = (area(&answer) - truth).abs();
        assert!(error <= bound, "{op:?} {} for {truth}: {a:?} {b:?}", area(&answer));
        if bound > 0.0 && error / bound > worst {
            worst = error / bound;
        }
    }
    worst
}

/// What the file header of `overlay` allows an area to be off by, in the window around everything.
fn stated_bound(a: &[Vec<DVec2>], b: &[Vec<DVec2>]) -> f64 {
    let step = |f: fn(DVec2) -> f64| {
        let all = || a.iter().chain(b).flatten().map(|&p| f(p));
        let extent = all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min);
        let largest = all().map(f64::abs).fold(0.0, f64::max);
        (extent * libm::exp2(-50.0)).max(largest * f64::EPSILON)
    };
    let (hx, hy) = (step(|p| p.x), step(|p| p.y));
    let edges = edges(a, 0).chain(edges(b, 1));
    edges.map(|(p, q, _)| (q - p).y.abs() * hx + (q - p).x.abs() * hy).sum::<f64>() * 2.0
}

/// Rings are simple, straight vertices are gone, signs are right, holes lie in their polygons and
/// no two rings cross.
pub(super) fn assert_promises(answer: &[OverlayPolygon]) {
    // Scaled by a power of two, every vertex is whole.
    let vertices = || answer.iter().flat_map(|p| p.holes.iter().chain([&p.outer])).flatten();
    let Some(&first) = vertices().next() else { return };
    let spread = |f: fn(DVec2) -> f64| {
        let most = vertices().map(|&p| f(p - first).abs()).fold(0.0, f64::max);
        libm::exp2(55.0 - libm::ceil(libm::log2(most)))
    };
    let (kx, ky) = (spread(|p| p.x), spread(|p| p.y));
    let whole = |v: f64| {
        assert_eq!(libm::trunc(v), v);
        v as i64
    };
    let scaled = |r: &Vec<DVec2>| -> Vec<P> {
        r.iter()
            .map(|&p| P { x: whole((p.x - first.x) * kx), y: whole((p.y - first.y) * ky) })
            .collect()
    };
    let mut rings: Vec<Vec<P>> = Vec::new();
    for polygon in answer {
        let outer = scaled(&polygon.outer);
        assert!(twice_area(&outer) > 0, "{answer:?}");
        for hole in &polygon.holes {
            let hole = scaled(hole);
            assert!(twice_area(&hole) < 0, "{answer:?}");
            for corner in &hole {
                assert!(winding(&outer, *corner).is_none_or(|w| w == 1), "{answer:?}");
            }
            rings.push(hole);
        }
        rings.push(outer);
    }
    let sides: Vec<(P, P)> = rings
        .iter()
        .flat_map(|r| {
            let n = r.len();
            assert!(n >= 3);
            let mut sorted = r.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), n, "repeated vertex");
            (0..n).map(move |i| {
                let (p, q, s) = (r[i], r[(i + 1) % n], r[(i + 2) % n]);
                assert!(orient(p, q, s) != 0, "straight vertex");
                (p, q)
            })
        })
        .collect();
    if sides.len() < 400 {
        for (i, &(a, b)) in sides.iter().enumerate() {
            for &(c, d) in &sides[..i] {
                let split = |a, b, c, d| orient(a, b, c).signum() * orient(a, b, d).signum() < 0;
                assert!(!(split(a, b, c, d) && split(c, d, a, b)), "rings cross: {answer:?}");
            }
        }
    }
}

fn twice_area(ring: &[P]) -> i128 {
    (0..ring.len()).map(|i| ring[i].cross(ring[(i + 1) % ring.len()])).sum()
}

/// Winding number around `p`; `None` on the ring.
fn winding(ring: &[P], p: P) -> Option<i32> {
    let mut total = 0;
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let side = orient(a, b, p);
        let within = (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x)
            && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y);
        if side == 0 && within {
            return None;
        }
        if a.y <= p.y && b.y > p.y && side > 0 {
            total += 1;
        } else if b.y <= p.y && a.y > p.y && side < 0 {
            total -= 1;
        }
    }
    Some(total)
}
