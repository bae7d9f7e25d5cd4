//! Crossings of the boundaries of two shapes.
//!
//! Method: both boundaries become paths ([`boundary`](crate::pair::boundary)), and each pair of
//! paths is intersected. Points inside a shape whose boundary they should be on are dropped, near
//! points are joined, and points within a shared stretch are left out, so that its ends remain. The
//! exact verdict of the pair has the last word: shapes that are apart have no crossings, and shapes
//! that touch have at least one, the witness point of the contact if rounding hid all others.
//! Frame: relative to the middle of the common bounds. Cost: O((n + m) log m) and the
//! pairs of paths whose boxes overlap.

mod intersect;
mod paths;
mod trig_roots;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::analysis::crossings::intersect::{Hit, Tolerances, intersect};
use crate::analysis::crossings::paths::{Path, boundary};
use crate::math::{DVec2, Vec2, greater, lesser, round_finite, sort::sort_by};
use crate::pair::boundary::union_depth::{Boundary, has_inner_paths};
use crate::pair::{answer::Verdict, canonical_order::order, query::gap};
use crate::shape::{Body, Placed, bvh::box_bvh::BoxTree};

/// Rounding of coordinates, relative to the largest of them.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Points this close are one, relative to the smaller shape: a quarter ulp of `f32`.
const JOINED: f64 = 0.25 * f32::EPSILON as f64;
/// How far inside a point of a union must lie to be dropped, relative to the size.
const INSIDE: f64 = 1e-9;

/// A point where two boundaries meet.
///
/// Edges are numbered in the order of the outline: a polygon's from 0; of a rounded outline, edge i
/// is 2·i and the arc around its end 2·i + 1; a circle, an ellipse, a half-plane and a custom shape
/// have one edge; the parts of a compound follow each other. Fractions run from 0 to 1 along an
/// edge: by length on lines and custom outlines, by angle on arcs (from +x on a whole circle, the
/// angle before scale and skew on an ellipse); along a half-plane's line they are distances from
/// the point nearest to the world's origin. A point at a vertex counts for the edge that starts
/// there.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let a = Shape::segment((0.0, 0.0), (4.0, 0.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::segment((1.0, -1.0), (1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let c = a.crossings(&b)[0];
/// assert_eq!((c.point, c.fraction_a, c.fraction_b), (Vec2::new(1.0, 0.0), 0.25, 0.5));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crossing {
    /// Where, in the world.
    pub point: Vec2,
    /// The edge of a.
    pub edge_a: u32,
    /// How far along that edge.
    pub fraction_a: f32,
    /// The edge of b.
    pub edge_b: u32,
    /// How far along that edge.
    pub fraction_b: f32,
}

impl Crossing {
    fn flipped(self) -> Self {
        Self {
            point: self.point,
            edge_a: self.edge_b,
            fraction_a: self.fraction_b,
            edge_b: self.edge_a,
            fraction_b: self.fraction_a,
        }
    }
}

impl Placed {
    /// Finds the points where the boundaries of two shapes cross or touch, and the two ends of each
    /// stretch that they share; each once, in order along a.
    ///
    /// A segment, a chain and a point are their own boundary; the inner seams of a compound are no
    /// boundary. Boundaries that are shared all around have no ends and give no points. Contacts of
    /// points, segments and outlines without radius are decided exactly. Arcs and ellipses that
    /// touch while the shapes overlap elsewhere, and corners on them, are found within rounding; a
    /// custom shape's boundary is flattened within 1e-6 of its size.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let tile = Shape::rect_half((1.0, 1.0))?;
    /// let (a, b) = (tile.place(Affine::IDENTITY)?, tile.place(Affine::at((1.0, 1.0)))?);
    /// let points: Vec<Vec2> = a.crossings(&b).iter().map(|c| c.point).collect();
    /// assert_eq!(points, [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)]);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn crossings(&self, other: &Self) -> Vec<Crossing> {
        let verdict = self.verdict(other);
        if verdict == Verdict::Separated {
            return Vec::new();
        }
        let flip = order(self, other) == Ordering::Greater;
        let (a, b) = if flip { (other, self) } else { (self, other) };
        let found = of(a, b, verdict).into_iter();
        let mut found: Vec<_> = found.map(|c| if flip { c.flipped() } else { c }).collect();
        sort_by(&mut found, |p, q| {
            p.edge_a
                .cmp(&q.edge_a)
                .then(p.fraction_a.total_cmp(&q.fraction_a))
                .then(p.edge_b.cmp(&q.edge_b))
                .then(p.fraction_b.total_cmp(&q.fraction_b))
        });
        found
    }
}

/// A point near the overlap: the middle of the common bounds.
pub(crate) fn base(a: &Placed, b: &Placed) -> DVec2 {
    let common = a.bounds().intersection(b.bounds());
    match common {
        Some(c) if c.is_finite() => c.center().into(),
        _ if matches!(a.body, Body::HalfPlane(_)) => b.body.anchor(),
        _ => a.body.anchor(),
    }
}

/// How far from the base anything can meet, doubled: the bounded parts, and where lines
/// cross; 0 for parallel lines alone.
fn far(a: &Body, b: &Body, base: DVec2) -> f64 {
    let bounds = a.parts().iter().chain(b.parts()).map(Body::bounds);
    let corners = bounds.filter(|b| b.max.is_finite()).flat_map(|b| [b.min, b.max]);
    let mut far = corners.map(|v| (DVec2::from(v) - base).length()).fold(0.0, greater);
    for p in a.parts() {
        for q in b.parts() {
            if let (Body::HalfPlane(p), Body::HalfPlane(q)) = (p, q) {
                let (n, m) = (DVec2::from(p.normal), DVec2::from(q.normal));
                let (h, k) = (f64::from(p.offset) - n.dot(base), f64::from(q.offset) - m.dot(base));
                let det = n.cross(m);
                let meet = DVec2::new(h * m.y - k * n.y, k * n.x - h * m.x) * (1.0 / det);
                // Beyond the range of `f32` there is no point to return.
                if meet.reach() <= f64::from(f32::MAX) {
                    far = greater(far, greater(meet.length(), f64::from(f32::MIN_POSITIVE)));
                }
            }
        }
    }
    2.0 * far
}

fn of(a: &Placed, b: &Placed, verdict: Verdict) -> Vec<Crossing> {
    let base = base(a, b);
    let far = far(&a.body, &b.body, base);
    let paths_a = boundary(&a.body, base, far, b.bounds());
    let paths_b = boundary(&b.body, base, far, a.bounds());
    let reach =
        paths_a.iter().chain(&paths_b).fold(0.0, |reach, path| greater(reach, path.bounds.reach()));
    let rounding = ROUNDING * reach;
    let size = |placed: &Placed| placed.bounds().longest_side();
    let joined = greater(4.0 * rounding, JOINED * lesser(lesser(size(a), size(b)), reach));
    let slack = Tolerances { rounding, ends: joined * 0.25, joined };
    let mut hits = Vec::new();
    let tree = BoxTree::new(paths_b.iter().map(|path| path.bounds));
    for p in &paths_a {
        let mut near: Vec<usize> = tree.overlapping(p.bounds.grown(rounding)).collect();
        sort_by(&mut near, Ord::cmp);
        near.iter().for_each(|j| intersect(p, &paths_b[*j], slack, &mut hits));
    }
    let bodies = [a, b].map(|placed| &placed.body);
    let wholes = bodies.into_iter().filter(|body| has_inner_paths(body));
    let wholes: Vec<_> = wholes.map(|body| Boundary::new(body, base)).collect();
    if !wholes.is_empty() {
        let has = |p| wholes.iter().all(|boundary| boundary.has(p, INSIDE));
        hits = on_the_whole(hits, joined, has);
    }
    // Half-planes that touch share a whole line, which has no ends.
    if hits.is_empty() && verdict == Verdict::Touching {
        let raw = gap::raw(a, b);
        let point = (raw.on_a + raw.on_b) * 0.5 - base;
        if let (Some(at_a), Some(at_b)) = (nearest(&paths_a, point), nearest(&paths_b, point)) {
            hits.push(Hit { point, at_a, at_b, away: None, straight: 0.0 });
        }
    }
    join(hits, joined).into_iter().map(|c| c.crossing(base)).collect()
}

/// The hits that `has` states to lie on the boundary of the whole, of paths some of which run
/// inside.
///
/// A straight stretch that two paths share is cut at all hits on it, where alone its state can
/// change, and leads on from a hit only where the next piece of it is boundary too.
fn on_the_whole(mut hits: Vec<Hit>, within: f64, mut has: impl FnMut(DVec2) -> bool) -> Vec<Hit> {
    let mut ways = Vec::new();
    for stretch in hits.iter().filter(|hit| hit.straight > 0.0) {
        let Some(along) = stretch.away else { continue };
        let mut cuts: Vec<(f64, &Hit)> = Vec::new();
        for hit in &hits {
            let v = hit.point - stretch.point;
            let at = v.dot(along);
            let on = (v - along * at).length() <= within;
            if on && at >= -within && at <= stretch.straight + within {
                cuts.push((at, hit));
            }
        }
        sort_by(&mut cuts, |p, q| p.0.total_cmp(&q.0));
        for ends in cuts.windows(2) {
            let [(from, p), (to, q)] = [ends[0], ends[1]];
            if to - from > within && has(stretch.point + along * ((from + to) * 0.5)) {
                ways.push(Hit { away: Some(along), straight: 0.0, ..*p });
                ways.push(Hit { away: Some(-along), straight: 0.0, ..*q });
            }
        }
    }
    hits.iter_mut().filter(|hit| hit.straight > 0.0).for_each(|hit| hit.away = None);
    hits.extend(ways);
    hits.retain(|hit| has(hit.point));
    hits
}

fn nearest(paths: &[Path<'_>], point: DVec2) -> Option<(u32, f64)> {
    let measured = paths.iter().map(|path| (path, path.nearest(point)));
    measured
        .min_by(|(_, p), (_, q)| p.0.total_cmp(&q.0))
        .map(|(path, (_, part))| (path.edge, path.fraction(part)))
}

/// Hits at one point, and the directions of the shared stretches that leave it.
struct Joined {
    hit: Hit,
    ways: Vec<DVec2>,
}

impl Joined {
    fn crossing(&self, base: DVec2) -> Crossing {
        let Hit { point, at_a: (edge_a, part_a), at_b: (edge_b, part_b), .. } = self.hit;
        let [fraction_a, fraction_b] = [part_a, part_b].map(round_finite);
        Crossing { point: (base + point).round(), edge_a, fraction_a, edge_b, fraction_b }
    }

    fn update(&mut self, hit: &Hit) {
        // At a vertex the edge that starts there, else the first.
        let first = |p: (u32, f64), q: (u32, f64)| {
            let key = |(edge, part): (u32, f64)| (part == 1.0, edge);
            if key(q) < key(p) { q } else { p }
        };
        self.hit.at_a = first(self.hit.at_a, hit.at_a);
        self.hit.at_b = first(self.hit.at_b, hit.at_b);
        if let Some(way) = hit.away
            && !self.ways.iter().any(|w| w.dot(way) > 1.0 - INSIDE)
        {
            self.ways.push(way);
        }
    }
}

/// Joins hits within a distance and leaves out those where one shared stretch goes on.
fn join(mut hits: Vec<Hit>, within: f64) -> Vec<Joined> {
    let by_point =
        |p: &Hit, q: &Hit| p.point.x.total_cmp(&q.point.x).then(p.point.y.total_cmp(&q.point.y));
    sort_by(&mut hits, by_point);
    let mut all: Vec<Joined> = Vec::new();
    let mut recent = 0;
    for hit in hits {
        while all.get(recent).is_some_and(|p| hit.point.x - p.hit.point.x > within) {
            recent += 1;
        }
        let is_near = |p: &&mut Joined| (p.hit.point - hit.point).length() <= within;
        match all[recent..].iter_mut().find(is_near) {
            Some(joined) => joined.update(&hit),
            None => all.push(Joined { ways: hit.away.into_iter().collect(), hit }),
        }
    }
    all.retain(|joined| joined.ways.len() != 2);
    all
}

#[cfg(test)]
mod tests;
