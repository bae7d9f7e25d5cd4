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

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::double_double::{Double, Double2};
use crate::math::exact::{ExactNum, NVec2};
use crate::math::{DVec2, greater, lesser, sort::sort_by};
use crate::pair::answer::Want;
use crate::pair::exact::predicates::{ExactPoint, Vertex, compare_to_root, corner, decide, near};
use crate::pair::sat::polygons::separation;
use crate::shape::{Core, outline::hull::hull_f64};

fn radius((core, _): Vertex<'_>) -> f64 {
    f64::from(core.radius)
}

/// A direction on which two sets do not share a value.
///
/// The claim, in real arithmetic, with d = `direction` + `rest`: for all points p of a and q of b,
/// d·p < d·q. So with v over the vertices of a and w over those of b the smallest (w − v)·d is
/// above 0 and its square above (r_a + r_b)²·|d|².
///
/// ```
/// use jostle::{Affine, Shape, proof::Proof};
/// let floor = Shape::half_plane((0.0, 1.0), 0.0)?.place(Affine::IDENTITY)?;
/// let ball = Shape::circle(1.0)?.place(Affine::at((0.0, 3.0)))?;
/// let Proof::Axis(axis) = floor.why(&ball).proof else { unreachable!() };
/// assert_eq!((axis.a[1], axis.b), (0.0, [2.0, 4.0]));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeparatingAxis {
    /// From a to b; not of unit length: an edge's normal as stored, if there is one.
    pub direction: [f64; 2],
    /// Added to `direction`; 0 but where two numbers cannot hold the exact normal.
    pub rest: [f64; 2],
    /// Smallest and largest d·p over a, radii included; rounded, infinite for half-planes.
    pub a: [f64; 2],
    /// The same over b.
    pub b: [f64; 2],
}

impl SeparatingAxis {
    pub(crate) fn flipped(self) -> Self {
        let negated = |x: f64| 0.0 - x;
        let [a, b] = [self.b, self.a].map(|[low, high]| [negated(high), negated(low)]);
        let (direction, rest) = (self.direction.map(negated), self.rest.map(negated));
        Self { direction, rest, a, b }
    }
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

/// A direction as the sum of two vectors.
type Way = (DVec2, DVec2);

/// Corners, their coordinates in `f64`, and which of them are those of the hull.
struct Cloud<'a> {
    corners: &'a [Vertex<'a>],
    near: Vec<DVec2>,
    hull: Vec<usize>,
}

impl<'a> Cloud<'a> {
    fn new(corners: &'a [Vertex<'a>], base: DVec2) -> Self {
        let near: Vec<DVec2> = corners.iter().map(|c| near(*c, base)).collect();
        Self { corners, hull: hull_f64(&near), near }
    }

    /// Smallest and largest v·d, radii included.
    fn span(&self, d: DVec2) -> [f64; 2] {
        let length = d.length();
        let mut out = [f64::INFINITY, f64::NEG_INFINITY];
        for (c, v) in self.corners.iter().zip(&self.near) {
            let (s, r) = (v.dot(d), radius(*c) * length);
            out = [lesser(out[0], s - r), greater(out[1], s + r)];
        }
        out
    }

    fn radius(&self) -> f64 {
        self.corners.iter().map(|c| radius(*c)).fold(0.0, greater)
    }
}

/// A direction from a to b that provably leaves a gap, if one of the candidates does.
pub(crate) fn axis(a: &[Vertex<'_>], b: &[Vertex<'_>]) -> Option<SeparatingAxis> {
    let base = a.first()?.0.origin;
    let (a, b) = (Cloud::new(a, base), Cloud::new(b, base));
    let size = a.near.iter().chain(&b.near).map(|v| v.reach()).fold(0.0, greater);
    let mut ways = vec![(DVec2::X, DVec2::ZERO), (DVec2::X.left(), DVec2::ZERO)];
    edge_normals(&a, &a.hull, &mut ways);
    edge_normals(&b, &b.hull, &mut ways);
    nearest_ways(&a, &b, &mut ways);
    let mut all = candidates(&a, &b, &ways);
    let mut proven = first_proven(&a, &b, &all, size);
    if proven.is_none()
        && best_gap(&all) > -AS_GOOD * size
        && a.corners.len() + b.corners.len() <= 64
    {
        // In the order they are stored: rounding may have bent the hull and lost it an edge.
        let mut ways = Vec::new();
        edge_normals(&a, &(0..a.corners.len()).collect::<Vec<_>>(), &mut ways);
        edge_normals(&b, &(0..b.corners.len()).collect::<Vec<_>>(), &mut ways);
        // Sizes of many decades in one shape hide which corners are the nearest.
        for (u, v) in a.corners.iter().flat_map(|u| b.corners.iter().map(move |v| (*u, *v))) {
            let (hi, lo) = difference(u, v);
            ways.extend([(hi, DVec2::ZERO), (hi, lo)]);
        }
        all.extend(candidates(&a, &b, &ways));
        proven = first_proven(&a, &b, &all, size);
    }
    let TestAxis { direction, rest, .. } = proven?;
    let [a, b] = [a, b].map(|cloud| cloud.span(direction).map(|s| s + direction.dot(base)));
    let [direction, rest] = [direction, rest].map(|v| [v.x + 0.0, v.y + 0.0]);
    Some(SeparatingAxis { direction, rest, a, b })
}

/// Each direction and its opposite, with their gaps.
fn candidates(a: &Cloud<'_>, b: &Cloud<'_>, ways: &[Way]) -> Vec<TestAxis> {
    let plain = ways.iter().filter_map(|(hi, lo)| plain(*hi, *lo));
    let both = plain.flat_map(|(direction, rest)| {
        let length = direction.length();
        let (pa, pb) = (a.span(direction), b.span(direction));
        [
            TestAxis { direction, rest, gap: (pb[0] - pa[1]) / length },
            TestAxis { direction: -direction, rest: -rest, gap: (pa[0] - pb[1]) / length },
        ]
    });
    both.collect()
}

fn best_gap(all: &[TestAxis]) -> f64 {
    all.iter().map(|c| c.gap).fold(f64::NEG_INFINITY, greater)
}

/// The first of the best candidates whose gap is proven, else the best of the others.
fn first_proven(a: &Cloud<'_>, b: &Cloud<'_>, all: &[TestAxis], size: f64) -> Option<TestAxis> {
    let doubt = -AS_GOOD * size;
    let good = best_gap(all) + doubt;
    let gap = |c: &TestAxis| lesser(c.gap, good);
    let mut ranked: Vec<_> = all.iter().filter(|c| c.gap > doubt).collect();
    // A stable sort: axes within `doubt` of the best gap keep their order.
    sort_by(&mut ranked, |p, q| gap(q).total_cmp(&gap(p)));
    ranked.into_iter().find(|c| proves(a, b, (c.direction, c.rest), size)).copied()
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

fn edge_normals(cloud: &Cloud<'_>, ring: &[usize], ways: &mut Vec<Way>) {
    for (k, i) in ring.iter().enumerate() {
        let (u, v) = (cloud.corners[*i], cloud.corners[ring[(k + 1) % ring.len()]]);
        if let Some(frame) = u.0.frame() {
            let along = frame.axis();
            ways.extend([(along, DVec2::ZERO), (along.left(), DVec2::ZERO)]);
        }
        let (hi, lo) = difference(u, v);
        ways.push((-hi.left(), DVec2::ZERO));
        if lo != DVec2::ZERO {
            ways.push((-hi.left(), -lo.left()));
        }
    }
}

/// v − u; exact for two vertices of one core that is no rectangle.
fn difference(u: Vertex<'_>, v: Vertex<'_>) -> Way {
    let [u, v] = [u, v].map(|w| ExactPoint::At(w).exact::<Double>(u.0.origin));
    let w = v.minus(u);
    (DVec2::new(w.x.hi, w.y.hi), DVec2::new(w.x.lo, w.y.lo))
}

/// The directions between the nearest features of the two hulls.
fn nearest_ways(a: &Cloud<'_>, b: &Cloud<'_>, ways: &mut Vec<Way>) {
    let ring = |cloud: &Cloud<'_>| {
        let ring: Vec<DVec2> = cloud.hull.iter().map(|i| cloud.near[*i]).collect();
        Core::convex(DVec2::ZERO, &ring, 0.0)
    };
    let Some(close) = separation(&ring(a), &ring(b), Want::Gap) else { return };
    ways.push((close.normal, DVec2::ZERO));
    let corner =
        |cloud: &Cloud<'_>, at: DVec2| cloud.hull.iter().copied().find(|i| cloud.near[*i] == at);
    if let (Some(i), Some(j)) = (corner(a, close.core_a), corner(b, close.core_b)) {
        let (hi, lo) = difference(a.corners[i], b.corners[j]);
        ways.extend([(hi, DVec2::ZERO), (hi, lo)]);
    }
}

/// Returns `true` if all of a lies strictly before all of b along d = `hi + lo`: (v_b − v_a)·d
/// above 0 and its square above (r_a + r_b)²·|d|², for all corners that rounding does not rule out.
fn proves(a: &Cloud<'_>, b: &Cloud<'_>, (hi, lo): Way, size: f64) -> bool {
    let length = hi.length();
    let margin = 64.0 * f64::EPSILON * length * (size + a.radius() + b.radius());
    let (first, last) = (b.span(hi)[0] + margin, a.span(hi)[1] - margin);
    let outer_a = |i: &usize| a.near[*i].dot(hi) + radius(a.corners[*i]) * length >= last;
    let outer_b = |j: &usize| b.near[*j].dot(hi) - radius(b.corners[*j]) * length <= first;
    let outermost: Vec<usize> = (0..b.corners.len()).filter(outer_b).collect();
    (0..a.corners.len())
        .filter(outer_a)
        .all(|i| outermost.iter().all(|j| beyond(a.corners[i], b.corners[*j], hi, lo)))
}

fn beyond(a: Vertex<'_>, b: Vertex<'_>, hi: DVec2, lo: DVec2) -> bool {
    let proven = decide!(|N| {
        let n = |p: f64, q: f64| N::of(p).plus(N::of(q));
        let d = NVec2 { x: n(hi.x, lo.x), y: n(hi.y, lo.y) };
        let gap = corner::<N>(b.0, b.1).minus(corner(a.0, a.1)).dot(d);
        compare_to_root(gap, n(radius(a), radius(b)), d.dot(d))
    });
    proven == Some(Ordering::Greater)
}

/// The point at the share t of the way from u to v, in doubles: for points on edges.
pub(crate) fn way(u: Double2, v: Double2, t: Double) -> Double2 {
    u.plus(v.minus(u).times(t))
}
