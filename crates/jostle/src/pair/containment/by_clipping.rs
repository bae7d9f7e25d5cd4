//! Containment by clipping and within a tolerance: in a union of which no single part holds the
//! body, and in a rounded outline whose radius does not cancel.
//!
//! If b ⊂ a, the overlap of both is b, so every vertex of the overlap's outline lies on the outline
//! of b. A gap or a notch of a that reaches into b shows as a vertex inside b, and a part of b
//! outside a as missing area. Everything within [`DOUBT`] of the size counts as covered. Flattening
//! circles that finely takes milliseconds. So first some points of b are compared with a, then both
//! are clipped with few vertices: b is held if a polygon around it is, and is not if more is missing
//! than curves can lose.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::sort::sort_by;
use crate::pair::boundary::pieces::{directions, for_each_view};
use crate::pair::boundary::polygonize::{rings, sides, sides_of};
use crate::pair::boundary::union_depth::{has_arcs, signed_distance};
use crate::pair::curved::flatten::flatten;
use crate::pair::curved::line::{line_enter, line_exit};
use crate::pair::curved::support_map::{ConvexSet, View};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::clipping::{Op, OverlayPolygon, area, overlay};
use crate::shape::{Body, Core, Kind};

/// Relative to the size of b.
const DOUBT: f64 = 1e-6;

/// Curves are flattened within such parts of the size of b, one after the other until it is decided.
const TOLERANCES: [f64; 3] = [1.0 / 64.0, 1.0 / 8192.0, DOUBT * 0.25];
/// Directions in which b is looked at for points outside of a.
const DIRECTIONS: usize = 32;

pub(crate) fn holds(a: &Body, b: &Body) -> bool {
    let base = b.anchor();
    let bounds = DAabb::relative(b.bounds(), base);
    let size = (bounds.max - bounds.min).reach();
    let is_near = |part: &&Body| part.bounds().overlaps(b.bounds());
    let near = Body::Union(a.parts().iter().filter(is_near).cloned().collect());
    if let Body::Core(core) = b
        && !core.is_area()
    {
        return holds_edges(&near, core, base, 0.0);
    }
    let is_round = has_arcs(&near) || has_arcs(b);
    if is_round && sticks_out(&near, b, DOUBT * size) {
        return false;
    }
    let window = Some(bounds.grown(size * 0.125));
    let tolerances = if is_round { &TOLERANCES[..] } else { &TOLERANCES[2..] };
    let held = tolerances.iter().find_map(|part| {
        let tolerance = part * size;
        let (mut ra, mut rb) = (rings(&near, base, tolerance, window), Vec::new());
        if *part > DOUBT {
            add_rings_around(b, base, tolerance, window, &mut rb);
        } else {
            // What the parts leave open between them may be this narrow.
            let mut add = |part| add_rings_around(part, base, tolerance, window, &mut ra);
            near.parts().iter().for_each(&mut add);
            rb = rings(b, base, tolerance, window);
        }
        clip(&ra, &rb, DOUBT * size, tolerance)
    });
    // Needles have no area to miss.
    let holds_edges =
        |core: &Core| core.kind == Kind::Point || holds_edges(&near, core, base, DOUBT * size);
    held == Some(true) && !matches!(b, Body::Core(core) if !holds_edges(core))
}

/// Returns `true` if a point of b is farther than a distance from a: of those in some directions, the
/// one furthest away from the boundary of a there.
fn sticks_out(a: &Body, b: &Body, distance: f64) -> bool {
    let (mut found, origin) = (false, b.anchor());
    for_each_view(b, &mut |view| {
        found |= directions(DVec2::X, DIRECTIONS).any(|u| {
            let place = |u| signed_distance(a, origin, view.support(u));
            place(place(u).1).0 > distance
        });
    });
    found
}

/// A convex set, grown by a distance.
struct Grown<'a>(&'a View<'a>, f64);

impl ConvexSet for Grown<'_> {
    fn probe(&self, direction: DVec2) -> (DVec2, f64) {
        let (point, radius) = self.0.probe(direction);
        (point + direction.unit().unwrap_or_default() * self.1, radius + self.1)
    }

    fn roundness(&self, from: (DVec2, f64), to: (DVec2, f64)) -> f64 {
        let own = |(u, radius): (DVec2, f64)| (u, radius - self.1);
        self.0.roundness(own(from), own(to)) + self.1
    }

    fn support_error(&self) -> f64 {
        self.0.support_error()
    }
}

/// Adds rings that hold a body which is no union: a polygon that is within the tolerance of a set that
/// is grown by it holds the set. With some room around it a few corners are enough.
fn add_rings_around(
    body: &Body,
    base: DVec2,
    tolerance: f64,
    window: Option<DAabb>,
    out: &mut Vec<Vec<DVec2>>,
) {
    let o = body.anchor() - base;
    for_each_view(body, &mut |view| {
        let ring = flatten(&Grown(view, tolerance), tolerance, window.map(|w| w.moved(-o)));
        out.push(ring.into_iter().map(|v| o + v).collect());
    });
}

/// Clips what is flattened within a tolerance; `None` if that is too coarse.
fn clip(ra: &[Vec<DVec2>], rb: &[Vec<DVec2>], doubt: f64, tolerance: f64) -> Option<bool> {
    let own = overlay(rb, &[], Op::Union);
    let common = overlay(ra, rb, Op::Intersection);
    let missing = area(&own) - area(&common);
    let outline = sides(&own);
    let tree = BoxTree::new(outline.iter().map(|side| DAabb::of(*side)));
    let on_outline = |p: &DVec2| {
        tree.overlapping(DAabb::of([*p; 2]).grown(doubt)).any(|i| {
            let [u, v] = outline[i];
            let w = *p - nearest_on_segment(*p, u, v);
            w.dot(w) <= doubt * doubt
        })
    };
    let length = |sides: &mut dyn Iterator<Item = [DVec2; 2]>| -> f64 {
        sides.map(|[u, v]| (v - u).length()).sum()
    };
    let around = length(&mut outline.iter().copied());
    if missing <= doubt * around
        && common.iter().flat_map(OverlayPolygon::rings).flatten().all(on_outline)
    {
        return Some(true);
    }
    // No more than this is lost at the curves.
    let all = around + length(&mut ra.iter().flat_map(|ring| sides_of(ring)));
    (missing > 2.0 * (tolerance + doubt) * all).then_some(false)
}

/// The chords of a's pieces, which are grown by some slack, along each edge of b leave nothing of it
/// over.
fn holds_edges(a: &Body, b: &Core, base: DVec2, slack: f64) -> bool {
    let o = b.origin - base;
    (0..b.edge_count()).all(|i| {
        let [u, v] = b.edge(i).map(|k| o + b.offset(k));
        let mut chords = Vec::new();
        let around = DAabb::of([u, v]).moved(base).grown(slack);
        let near = a.parts().iter().filter(|part| around.overlaps(part.bounds().into()));
        near.for_each(|part| add_chords(part, base + u, v - u, slack, &mut chords));
        sort_by(&mut chords, |p, q| p[0].total_cmp(&q[0]));
        let mut reached = 0.0;
        for [low, high] in chords {
            if low <= reached + DOUBT && high > reached {
                reached = high;
            }
        }
        reached >= 1.0 - DOUBT
    })
}

/// Adds the fractions of a way between which it lies in a convex piece.
fn add_chords(part: &Body, from: DVec2, way: DVec2, slack: f64, chords: &mut Vec<[f64; 2]>) {
    if let Body::HalfPlane(plane) = part {
        let n = DVec2::from(plane.normal);
        let offset = f64::from(plane.offset) + slack * n.length();
        let (above, rate) = (n.dot(from) - offset, n.dot(way));
        let at = -above / rate;
        chords.push(match rate.total_cmp(&0.0) {
            Ordering::Greater => [f64::NEG_INFINITY, at],
            Ordering::Less => [at, f64::INFINITY],
            Ordering::Equal if above <= 0.0 => [f64::NEG_INFINITY, f64::INFINITY],
            Ordering::Equal => return,
        });
        return;
    }
    let start = from - part.anchor();
    for_each_view(part, &mut |view| {
        let view = &Grown(view, slack);
        let ends = [line_enter(view, start, way), line_exit(view, start, way)];
        if let [Some(entry), Some(exit)] = ends {
            chords.push([entry.fraction, exit.fraction]);
        }
    });
}
