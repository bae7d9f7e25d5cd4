//! Area, perimeter and centroid of a union of sets that may overlap.
//!
//! Method: parts whose boxes are apart are measured alone; the others are flattened and joined by
//! one overlay (`shape/clipping`). Its grid fits the whole, so it loses small parts next to large
//! ones. If its error bound is not far below the area, the parts are added one by one, from the
//! smallest on, each less what it has in common with those before it; each such intersection has a
//! grid of its own size.
//! Error: the flattening, 1e-6 of the whole or 8e-6 of a part if that is less, and the grid's.
//! Seams that rounding opened do not count as length (`seam_gaps`), but do if parts are added one
//! by one. Cost: that of the overlays.

use alloc::vec::Vec;

use core::cmp::Ordering;

use crate::analysis::measure::seam_gaps::{WIDTH, banks};
use crate::analysis::measure::{
    FLATTENED, Measure, measure, overlaid, polygon, ring, solid, steiner,
};
use crate::math::{DVec2, greater, lesser, sort::sort_by};
use crate::pair::{
    boundary::pieces::Pieces,
    boundary::polygonize::{rings, sides},
    canonical_order,
    curved::flatten::flatten,
};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::clipping::{Op, overlay};
use crate::shape::outline::face_tracing::connected;
use crate::shape::{Body, Core};

/// How far the overlay may move an edge, relative to the whole: two steps of its grid, twice.
pub(crate) const GRID: f64 = 1.0 / (1_u64 << 47) as f64;

/// The error of the grid that is too much, relative to the area.
const LOST: f64 = 1e-8;

/// How much finer than the whole small parts are flattened.
const FINER: f64 = 8.0;

/// One of several sets with area, relative to a common base.
struct Member {
    rings: Vec<Vec<DVec2>>,
    alone: Measure,
    bounds: DAabb,
}

impl Member {
    fn size(&self) -> f64 {
        (self.bounds.max - self.bounds.min).reach()
    }
}

/// The area of bounded parts, relative to `base`; points and lines do not count.
pub(crate) fn parts(parts: &[Body], base: DVec2) -> Measure {
    let mut solid: Vec<&Body> = Vec::new();
    for part in parts {
        let thin = matches!(part, Body::Core(core) if !core.is_area());
        // A part that is there twice changes nothing.
        let known = || solid.iter().any(|p| canonical_order::bodies(p, part) == Ordering::Equal);
        if !thin && !known() {
            solid.push(part);
        }
    }
    let found: Vec<Measure> = clusters(&solid).iter().map(|c| cluster(c, base)).collect();
    Measure::sum(&found)
}

/// A rounded outline that is not convex, relative to its origin.
pub(crate) fn rounded_outline(core: &Core) -> Measure {
    let base = core.origin;
    let size = (core.whole().max - core.whole().min).reach() + 2.0 * f64::from(core.radius);
    let mut members = Vec::new();
    if core.is_solid() {
        let inner = core.with_radius(0.0);
        let rings = rings(&Body::Core(inner.clone()), base, 0.0, None);
        members.push(Member { rings, alone: solid(&inner), bounds: core.whole() });
    }
    let pieces = Pieces::of_core(core, base);
    for (piece, view) in pieces.all.iter().zip(pieces.views()) {
        let (r, vertices) = (piece.radius, pieces.ring(piece));
        let extent = (piece.bounds.max - piece.bounds.min).reach();
        let flattened = flatten(&view, FLATTENED * lesser(size, FINER * extent), None);
        let form = steiner(ring(vertices), vertices, [r, 0.0, 0.0, r]);
        let alone = Measure { centroid: ring(&flattened).centroid, ..form };
        members.push(Member { rings: [flattened].into(), alone, bounds: piece.bounds });
    }
    joined(members, 0.0)
}

fn bounds(body: &Body) -> DAabb {
    DAabb::relative(body.bounds(), DVec2::ZERO)
}

/// Parts whose boxes are connected.
fn clusters<'a>(parts: &[&'a Body]) -> Vec<Vec<&'a Body>> {
    let tree = BoxTree::new(parts.iter().map(|part| bounds(part)));
    let near = |(i, part): (usize, &&Body)| tree.overlapping(bounds(part)).map(move |j| (i, j));
    let clusters = connected(parts.len(), parts.iter().enumerate().flat_map(near)).into_iter();
    clusters.map(|cluster| cluster.into_iter().map(|i| parts[i]).collect()).collect()
}

fn cluster(parts: &[&Body], base: DVec2) -> Measure {
    let size = |part: &Body| part.bounds().longest_side();
    let whole = parts.iter().map(|p| size(p)).fold(0.0, greater);
    let least = parts.iter().min_by(|p, q| size(p).total_cmp(&size(q)));
    let middle = least.map_or(base, |part| part.anchor());
    let members = parts.iter().filter_map(|part| {
        let alone = measure(part)?.moved(part.anchor() - middle);
        let tolerance = FLATTENED * lesser(whole, FINER * size(part));
        let several = parts.len() > 1;
        let rings = if several { rings(part, middle, tolerance, None) } else { Vec::new() };
        Some(Member { rings, alone, bounds: bounds(part).moved(-middle) })
    });
    let ends = parts.iter().map(|part| bounds(part)).flat_map(|b| [b.min, b.max]);
    let far = ends.map(DVec2::reach).fold(0.0, greater);
    joined(members.collect(), WIDTH * far).moved(middle - base)
}

/// Measures what the members cover; slits between them up to a width are closed.
fn joined(mut members: Vec<Member>, slit: f64) -> Measure {
    if let [one] = &members[..] {
        return one.alone;
    }
    let all: Vec<_> = members.iter().flat_map(|member| member.rings.iter().cloned()).collect();
    let outline = sides(&overlay(&all, &[], Op::Union));
    let mut together = polygon(outline.iter().copied());
    if slit > 0.0 {
        together.length = greater(together.length - banks(&outline, slit), 0.0);
    }
    let whole = members.iter().map(|m| m.bounds).reduce(DAabb::join);
    let size = whole.map_or(0.0, |b| (b.max - b.min).reach());
    let lengths: f64 = members.iter().map(|m| m.alone.length).sum();
    if GRID * size * lengths <= LOST * together.area {
        return together;
    }
    sort_by(&mut members, |p, q| p.size().total_cmp(&q.size()));
    one_by_one(&members)
}

fn one_by_one(members: &[Member]) -> Measure {
    let mut terms: Vec<Measure> = Vec::new();
    for (i, member) in members.iter().enumerate() {
        let near = members[..i].iter().filter(|m| m.bounds.overlaps(member.bounds));
        let before: Vec<_> = near.flat_map(|m| m.rings.iter().cloned()).collect();
        let common = overlay(&member.rings, &before, Op::Intersection);
        if common.is_empty() {
            terms.push(member.alone);
            continue;
        }
        // What is taken away is flattened, so what it is taken from is flattened too.
        let own = overlaid(&member.rings, &[], Op::Union);
        let common = polygon(sides(&common).into_iter());
        let (area, length) = (own.area - common.area, own.length - common.length);
        if area > 0.0 {
            let moment = own.centroid * own.area - common.centroid * common.area;
            terms.push(Measure { area, length, centroid: moment * (1.0 / area) });
        }
    }
    let sum = Measure::sum(&terms);
    Measure { length: greater(sum.length, 0.0), ..sum }
}
