//! Containment by clipping and within a tolerance: in a union of which no single part holds the
//! body, and if [`quadtree`](crate::pair::containment::quadtree) does not end.
//!
//! If b ⊂ a, the overlap of both is b, so every vertex of the overlap's outline lies on the outline
//! of b. A gap or a notch of a that reaches into b shows as a vertex inside b, and a part of b
//! outside a as missing area. Everything within [`DOUBT`] of the size counts as covered.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::sort::sort_by;
use crate::pair::boundary::pieces::for_each_view;
use crate::pair::boundary::polygonize::{rings, sides};
use crate::pair::curved::line::{line_enter, line_exit};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::clipping::{Op, OverlayPolygon, area, overlay};
use crate::shape::{Body, Core};

/// Relative to the size of b.
pub(super) const DOUBT: f64 = 1e-6;

pub(crate) fn holds(a: &Body, b: &Body) -> bool {
    let base = b.anchor();
    let bounds = DAabb::relative(b.bounds(), base);
    let size = (bounds.max - bounds.min).reach();
    if let Body::Core(core) = b
        && !core.is_area()
    {
        return holds_line(a, core, base);
    }
    let doubt = DOUBT * size;
    let [ra, rb] = [a, b].map(|body| rings(body, base, doubt * 0.25, Some(bounds.grown(size))));
    let own = overlay(&rb, &[], Op::Union);
    let common = overlay(&ra, &rb, Op::Intersection);
    let (whole, held) = (area(&own), area(&common));
    let outline = sides(&own);
    let tree = BoxTree::new(outline.iter().map(|side| DAabb::of(*side)));
    let on_outline = |p: &DVec2| {
        tree.overlapping(DAabb::of([*p; 2]).grown(doubt)).any(|i| {
            let [u, v] = outline[i];
            let w = *p - nearest_on_segment(*p, u, v);
            w.dot(w) <= doubt * doubt
        })
    };
    let edge_length: f64 = outline.iter().map(|[u, v]| (*v - *u).length()).sum();
    whole - held <= doubt * edge_length
        && common.iter().flat_map(OverlayPolygon::rings).flatten().all(on_outline)
}

/// A thin core: the chords of a's pieces along each edge leave nothing of it over.
fn holds_line(a: &Body, b: &Core, base: DVec2) -> bool {
    let o = DVec2::from(b.origin) - base;
    (0..b.edge_count()).all(|i| {
        let [u, v] = b.edge(i).map(|k| o + b.offset(k));
        let mut chords = Vec::new();
        a.parts().iter().for_each(|part| add_chords(part, base + u, v - u, &mut chords));
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
fn add_chords(part: &Body, from: DVec2, way: DVec2, chords: &mut Vec<[f64; 2]>) {
    if let Body::HalfPlane(plane) = part {
        let n = DVec2::from(plane.normal);
        let (above, rate) = (n.dot(from) - f64::from(plane.offset), n.dot(way));
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
        let ends = [line_enter(view, start, way), line_exit(view, start, way)];
        if let [Some(entry), Some(exit)] = ends {
            chords.push([entry.fraction, exit.fraction]);
        }
    });
}
