//! A separating axis with its proof: a direction on which the projections of two point clouds leave
//! a gap.
//!
//! Candidates are the normals of both hulls' edges (as the exact difference of stored numbers, or
//! as the stored cosine and sine of a rectangle), the way between the nearest features, the ways
//! between all corners if none of these separates, and the world's axes. They are ranked by the gap
//! in `f64`; the first with a gap above 0 in exact arithmetic is returned. For convex sets that are
//! apart, one of the first two kinds attains the distance. Each corner has its own radius.
//!
//! Cost: O(k·(n + m)) for k candidates, O((n + m)²) at worst; allocates.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::Vec2;
use crate::math::exact::double_double::{Double, Double2};
use crate::math::exact::{Approx, Exact, ExactNum, NVec2, decide, two_sum};
use crate::math::greater;
use crate::math::sort::sort_by;
use crate::pair::boundary::point_in_body::corner_double;
use crate::pair::exact::predicates::corner;
use crate::pair::sat::minkowski::{Feature, near};
use crate::shape::Core;
use crate::shape::outline::hull::hull_f64;

/// A corner of a cloud: a vertex of a core with the core's radius.
#[derive(Clone, Copy)]
pub(crate) struct Corner<'a> {
    pub(crate) core: &'a Core,
    pub(crate) index: usize,
}

impl Corner<'_> {
    fn near(self, base: DVec2) -> DVec2 {
        DVec2::from(self.core.origin) - base + self.core.offset(self.index)
    }

    fn radius(self) -> f64 {
        f64::from(self.core.radius)
    }
}

/// A proven axis: the direction is `direction + rest`, both ranges are along it, not divided by its
/// length, radii included.
#[derive(Clone, Copy)]
pub(crate) struct ProvenAxis {
    pub(crate) direction: DVec2,
    pub(crate) rest: DVec2,
    pub(crate) a: [f64; 2],
    pub(crate) b: [f64; 2],
}

/// All corners of a core.
pub(crate) fn corners(core: &Core) -> Vec<Corner<'_>> {
    (0..core.vertex_count()).map(|index| Corner { core, index }).collect()
}

#[derive(Clone, Copy)]
struct TestAxis {
    direction: DVec2,
    rest: DVec2,
    /// The gap for a direction of unit length.
    gap: f64,
}

/// Gaps this close to the best, relative to the size, count as the best.
const AS_GOOD: f64 = 1e-9;
/// Larger components than this are scaled down, smaller ones up, so that squares stay in range.
const PLAIN: f64 = (1_u64 << 60) as f64;
/// Components below this are dropped next to one of at least 2^-60; keeps exact checks in range.
const NOTHING: f64 = 1.0 / (1_u128 << 125) as f64 / (1_u128 << 125) as f64;

/// A direction from a to b that provably leaves a gap, if one of the candidates does.
pub(crate) fn axis(a: &[Corner<'_>], b: &[Corner<'_>]) -> Option<ProvenAxis> {
    let base = DVec2::from(a.first()?.core.origin);
    let near_of = |c: &[Corner<'_>]| -> Vec<DVec2> { c.iter().map(|c| c.near(base)).collect() };
    let (va, vb) = (near_of(a), near_of(b));
    let size = va.iter().chain(&vb).fold(0.0, |s, v| if v.reach() > s { v.reach() } else { s });
    let (ha, hb) = (hull_f64(&va), hull_f64(&vb));
    let clouds = [(a, &va[..]), (b, &vb[..])];
    let mut all = Vec::new();
    {
        let mut offer = |hi: DVec2, lo: DVec2| candidates(clouds, hi, lo, &mut all);
        offer(DVec2::X, DVec2::ZERO);
        offer(DVec2::X.left(), DVec2::ZERO);
        edge_normals(a, &ha, &mut offer);
        edge_normals(b, &hb, &mut offer);
        nearest_ways(a, b, (&va, &ha), (&vb, &hb), &mut offer);
    }
    let best = |all: &[TestAxis]| all.iter().fold(f64::NEG_INFINITY, |g, c| greater(g, c.gap));
    let mut proven = first_proven(clouds, &all, best(&all), size);
    if proven.is_none() && best(&all) > -AS_GOOD * size && a.len() + b.len() <= 64 {
        // In the order they are stored: rounding may have bent the hull and lost it an edge.
        let mut offer = |hi: DVec2, lo: DVec2| candidates(clouds, hi, lo, &mut all);
        edge_normals(a, &(0..a.len()).collect::<Vec<_>>(), &mut offer);
        edge_normals(b, &(0..b.len()).collect::<Vec<_>>(), &mut offer);
        // Sizes of many decades in one shape hide which corners are the nearest.
        for (u, v) in a.iter().flat_map(|u| b.iter().map(move |v| (*u, *v))) {
            let (hi, lo) = difference(u, v);
            offer(hi, DVec2::ZERO);
            offer(hi, lo);
        }
        proven = first_proven(clouds, &all, best(&all), size);
    }
    let TestAxis { direction, rest, .. } = proven?;
    let (length, shift) = (direction.length(), direction.dot(base));
    let range = |c, v: &[DVec2]| span(c, v, direction, length).map(|s| s + shift);
    Some(ProvenAxis { direction, rest, a: range(a, &va), b: range(b, &vb) })
}

/// Corners with their places in `f64`.
type Cloud<'a> = (&'a [Corner<'a>], &'a [DVec2]);

/// Ranks a direction and its opposite.
fn candidates([a, b]: [Cloud<'_>; 2], hi: DVec2, lo: DVec2, all: &mut Vec<TestAxis>) {
    let Some((direction, rest)) = plain(hi, lo) else { return };
    let length = direction.length();
    let (pa, pb) = (span(a.0, a.1, direction, length), span(b.0, b.1, direction, length));
    all.push(TestAxis { direction, rest, gap: (pb[0] - pa[1]) / length });
    let (direction, rest) = (-direction, -rest);
    all.push(TestAxis { direction, rest, gap: (pa[0] - pb[1]) / length });
}

/// The first of the best candidates whose gap is proven, else the best of the others.
fn first_proven(
    [a, b]: [Cloud<'_>; 2],
    all: &[TestAxis],
    best: f64,
    size: f64,
) -> Option<TestAxis> {
    let doubt = -AS_GOOD * size;
    let good = best + doubt;
    let proves = |c: &TestAxis| c.gap > doubt && proves(a, b, (c.direction, c.rest), size);
    let first = all.iter().filter(|c| c.gap >= good).find(|c| proves(c));
    first.copied().or_else(|| {
        let mut others: Vec<_> = all.iter().filter(|c| c.gap < good && c.gap > doubt).collect();
        sort_by(&mut others, |p, q| q.gap.total_cmp(&p.gap));
        others.into_iter().find(|c| proves(c)).copied()
    })
}

/// Scales extreme directions by a power of two and drops what is too small to matter; none for
/// zero.
fn plain(hi: DVec2, lo: DVec2) -> Option<(DVec2, DVec2)> {
    let (mut hi, mut lo) = (hi, lo);
    while hi.reach() > PLAIN {
        (hi, lo) = (hi * (1.0 / PLAIN), lo * (1.0 / PLAIN));
    }
    while hi.reach() > 0.0 && hi.reach() < 1.0 / PLAIN {
        (hi, lo) = (hi * PLAIN, lo * PLAIN);
    }
    let drop = |x: f64| if x.abs() < NOTHING { 0.0 } else { x };
    let tidy = |v: DVec2| DVec2::new(drop(v.x), drop(v.y));
    (hi.reach() > 0.0).then(|| (tidy(hi), tidy(lo)))
}

/// Smallest and largest v·d, radii included.
fn span(corners: &[Corner<'_>], near: &[DVec2], d: DVec2, length: f64) -> [f64; 2] {
    let mut out = [f64::INFINITY, f64::NEG_INFINITY];
    for (c, v) in corners.iter().zip(near) {
        let (s, r) = (v.dot(d), c.radius() * length);
        if s - r < out[0] {
            out[0] = s - r;
        }
        if s + r > out[1] {
            out[1] = s + r;
        }
    }
    out
}

fn edge_normals(corners: &[Corner<'_>], ring: &[usize], offer: &mut dyn FnMut(DVec2, DVec2)) {
    for (k, i) in ring.iter().enumerate() {
        let (u, v) = (corners[*i], corners[ring[(k + 1) % ring.len()]]);
        if let Some(frame) = u.core.frame() {
            let along = DVec2::new(f64::from(frame.rot.cos), f64::from(frame.rot.sin));
            offer(along, DVec2::ZERO);
            offer(along.left(), DVec2::ZERO);
        }
        let (hi, lo) = difference(u, v);
        offer(DVec2::new(hi.y, -hi.x), DVec2::ZERO);
        if lo != DVec2::ZERO {
            offer(DVec2::new(hi.y, -hi.x), DVec2::new(lo.y, -lo.x));
        }
    }
}

/// v − u; exact for two vertices of one core that is no rectangle.
fn difference(u: Corner<'_>, v: Corner<'_>) -> (DVec2, DVec2) {
    if core::ptr::eq(u.core, v.core) && u.core.frame().is_none() {
        let (p, q) = (u.core.offset(u.index), v.core.offset(v.index));
        let ((x, dx), (y, dy)) = (two_sum(q.x, -p.x), two_sum(q.y, -p.y));
        return (DVec2::new(x, y), DVec2::new(dx, dy));
    }
    let w = corner_double(v.core, v.index).minus(corner_double(u.core, u.index));
    (DVec2::new(w.x.hi, w.y.hi), DVec2::new(w.x.lo, w.y.lo))
}

/// The way between the nearest features of the two hulls.
fn nearest_ways(
    a: &[Corner<'_>],
    b: &[Corner<'_>],
    (va, ha): (&[DVec2], &[usize]),
    (vb, hb): (&[DVec2], &[usize]),
    offer: &mut dyn FnMut(DVec2, DVec2),
) {
    let ring = |v: &[DVec2], hull: &[usize]| {
        let ring: Vec<DVec2> = hull.iter().map(|i| v[*i]).collect();
        Core::convex(Vec2::ZERO, &ring, 0.0)
    };
    let close = near(&ring(va, ha), &ring(vb, hb));
    offer(close.normal, DVec2::ZERO);
    if let (Feature::Vertex(i), Feature::Vertex(j)) = (close.feature_a, close.feature_b) {
        let (hi, lo) = difference(a[ha[i]], b[hb[j]]);
        offer(hi, DVec2::ZERO);
        offer(hi, lo);
    }
}

/// Returns `true` if all of a lies strictly before all of b along d = `hi + lo`: (v_b − v_a)·d
/// above 0 and its square above (r_a + r_b)²·|d|², for all corners that rounding does not rule out.
fn proves((a, va): Cloud<'_>, (b, vb): Cloud<'_>, (hi, lo): (DVec2, DVec2), size: f64) -> bool {
    let length = hi.length();
    let ends = (span(a, va, hi, length)[1], span(b, vb, hi, length)[0]);
    let margin = 64.0 * f64::EPSILON * length * (size + radius_of(a) + radius_of(b));
    let outermost = |c: &[Corner<'_>], v: &[DVec2], sign: f64, end: f64| -> Vec<usize> {
        let reaches = |i: &usize| {
            let s = v[*i].dot(hi) + sign * c[*i].radius() * length;
            (s - end) * sign >= -margin
        };
        (0..c.len()).filter(reaches).collect()
    };
    let (ia, ib) = (outermost(a, va, 1.0, ends.0), outermost(b, vb, -1.0, ends.1));
    ia.iter().all(|i| ib.iter().all(|j| beyond(a[*i], b[*j], hi, lo)))
}

fn radius_of(c: &[Corner<'_>]) -> f64 {
    c.iter().fold(0.0, |r, c| if c.radius() > r { c.radius() } else { r })
}

fn beyond(a: Corner<'_>, b: Corner<'_>, hi: DVec2, lo: DVec2) -> bool {
    fn of<N: ExactNum>(a: Corner<'_>, b: Corner<'_>, hi: DVec2, lo: DVec2) -> Option<bool> {
        let n = |p: f64, q: f64| N::of(p).plus(N::of(q));
        let d = NVec2 { x: n(hi.x, lo.x), y: n(hi.y, lo.y) };
        let gap = corner::<N>(b.core, b.index).minus(corner(a.core, a.index)).dot(d);
        if gap.sign()? != Ordering::Greater {
            return Some(false);
        }
        let radius = n(a.radius(), b.radius());
        Some(gap.square().minus(radius.square().times(d.dot(d))).sign()? == Ordering::Greater)
    }
    decide(|| of::<Approx>(a, b, hi, lo), || of::<Exact>(a, b, hi, lo)).unwrap_or(false)
}

/// The difference as doubles, for points on edges.
pub(crate) fn way(u: Double2, v: Double2, t: Double) -> Double2 {
    u.plus(v.minus(u).times(t))
}
