//! Contacts of a convex polygon of up to four vertices, eight pairs at a time.
//!
//! The SAT of [`polygons`](crate::pair::sat::polygons) with one pair a lane: operations, numbers
//! and order are those for one pair, and masks replace branches, so the results have the same bits
//! except for the sign of a zero, which rounding removes. Pairs come in canonical order
//! ([`canonical_order`](crate::pair::canonical_order)). The nearest two vertices are searched only
//! if a pair of the eight needs them.
//!
//! Perf: steps that group pairs are a fifth shorter.
#![expect(
    clippy::needless_range_loop,
    reason = "vertices go by their number, several arrays at once"
)]

use core::marker::PhantomData;

use crate::math::DVec2;
use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::filter::formulas::PairFormula;
use crate::pair::sat::{ERROR, Separation};
use crate::pair::sat8::{CONTACT_NUMBERS, Contacts, MAX_COORDINATE, between, contacts, widened};

/// Cores of one kind: vertices, and the edges that start there, relative to their origins.
pub(crate) struct Ring<W, const N: usize> {
    pub(crate) at: [DVec2<W>; N],
    edges: [DVec2<W>; N],
    pub(crate) radius: W,
    /// The largest coordinate.
    pub(crate) reach: W,
}

/// What the numbers of a kind stand for, whose first two are the origin.
pub(crate) trait Layout<const C: usize, const N: usize> {
    fn ring<L: WidenToF64>(numbers: &[L; C]) -> Ring<L::F64Lanes, N>;
}

/// x, y, radius.
pub(crate) struct PointLayout;

impl Layout<3, 1> for PointLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>([_, _, radius]: &[L; 3]) -> Ring<L::F64Lanes, 1> {
        let zero = L::F64Lanes::splat(0.0);
        let origin = [DVec2::new(zero, zero)];
        Ring { at: origin, edges: origin, radius: radius.to_f64(), reach: zero }
    }
}

/// x, y, radius, the x of both ends, then their y, and what rounding took from the second end.
pub(crate) struct SegmentLayout;

impl Layout<9, 2> for SegmentLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 9]) -> Ring<L::F64Lanes, 2> {
        let [_, _, radius, vx, wx, vy, wy, rest_x, rest_y] = widened(numbers);
        let (v, w) = (DVec2::new(vx, vy), DVec2::new(wx + rest_x, wy + rest_y));
        let e = w - v;
        Ring { at: [v, w], edges: [e, -e], radius, reach: v.reach().max(w.reach()) }
    }
}

/// x, y, half extents, cosine, sine.
pub(crate) struct RectLayout;

impl Layout<6, 4> for RectLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 6]) -> Ring<L::F64Lanes, 4> {
        let [_, _, hx, hy, c, s] = widened(numbers);
        let (zero, two) = (L::F64Lanes::splat(0.0), L::F64Lanes::splat(2.0));
        let u = DVec2::new(c, s);
        let (x, y) = (u * hx, u.left() * hy);
        let (far, near) = (x + y, x - y);
        let (e, f) = (u * (two * hx), u.left() * (two * hy));
        Ring {
            at: [-far, near, far, -near],
            edges: [e, f, -e, -f],
            radius: zero,
            reach: far.reach().max(near.reach()),
        }
    }
}

/// x, y, radius, the x of up to four vertices, then their y.
pub(crate) struct QuadLayout;

impl Layout<11, 4> for QuadLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 11]) -> Ring<L::F64Lanes, 4> {
        let [_, _, radius, a, b, c, d, e, f, g, h] = widened(numbers);
        let at = [DVec2::new(a, e), DVec2::new(b, f), DVec2::new(c, g), DVec2::new(d, h)];
        let [p, q, r, s] = at;
        // The lane after the last of three repeats the first. Its edge is none, and no number is
        // below its height over its length.
        let edges = [q - p, r - q, s - r, p - s];
        let reach = p.reach().max(q.reach()).max(r.reach().max(s.reach()));
        Ring { at, edges, radius, reach }
    }
}

/// The edge of a ring that the other ring is furthest in front of.
struct Face<W> {
    start: DVec2<W>,
    edge: DVec2<W>,
    /// The height of the nearest vertex over its line, times its length.
    height: W,
    /// Height over length, by signed squares.
    key: W,
}

#[inline(always)]
fn highest<W: F64Lanes, const N: usize, const M: usize>(
    own: &Ring<W, N>,
    other: &Ring<W, M>,
) -> Face<W> {
    let mut best: Option<Face<W>> = None;
    for i in 0..N {
        let (start, edge) = (own.at[i], own.edges[i]);
        let mut high = edge.cross(other.at[0]);
        for j in 1..M {
            high = high.max(edge.cross(other.at[j]));
        }
        let height = edge.cross(start) - high;
        let key = height * height.abs() / edge.dot(edge);
        best = Some(match best {
            None => Face { start, edge, height, key },
            Some(best) => {
                let more = key.gt(best.key);
                Face {
                    start: DVec2::select(more, start, best.start),
                    edge: DVec2::select(more, edge, best.edge),
                    height: more.select(height, best.height),
                    key: more.select(key, best.key),
                }
            }
        });
    }
    let zero = W::splat(0.0);
    let none = DVec2::new(zero, zero);
    best.unwrap_or(Face { start: none, edge: none, height: zero, key: zero })
}

/// The nearest two vertices.
#[inline(always)]
fn between_corners<W: F64Lanes, const N: usize, const M: usize>(
    a: &[DVec2<W>; N],
    b: &[DVec2<W>; M],
) -> Separation<W> {
    let mut best = (W::splat(f64::INFINITY), a[0], b[0]);
    for v in a {
        for w in b {
            let way = *w - *v;
            let square = way.dot(way);
            let less = best.0.gt(square);
            best = (
                less.select(square, best.0),
                DVec2::select(less, *v, best.1),
                DVec2::select(less, *w, best.2),
            );
        }
    }
    Separation::of_corners(best)
}

/// Cores of two kinds of up to N and M vertices, in canonical order.
pub(crate) struct PolygonFormula<P, Q, const N: usize, const M: usize>(PhantomData<(P, Q)>);

impl<P, Q, const A: usize, const B: usize, const N: usize, const M: usize>
    PairFormula<A, B, CONTACT_NUMBERS> for PolygonFormula<P, Q, N, M>
where
    P: Layout<A, N>,
    Q: Layout<B, M>,
{
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; A], b: &[L; B]) -> Contacts<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (p, mut q) = (P::ring(a), Q::ring(b));
        let size = d.reach() + p.reach + q.reach;
        for v in &mut q.at {
            *v = d + *v;
        }
        let masks = in_order(size + p.radius + q.radius, origin);
        contacts(facing(&p, &q, size), [p.radius, q.radius], origin, masks)
    }
}

/// Returns the masks for [`contacts`] of pairs in canonical order: none is exchanged, and those
/// that reach too far from a's origin are not clear.
#[inline(always)]
pub(crate) fn in_order<L: WidenToF64>(size: L::F64Lanes, [x, y]: [L; 2]) -> (L, L) {
    let zero = L::splat(0.0);
    let far = L::from_f64(size) + x.abs() + y.abs();
    (zero.gt(zero), L::splat(MAX_COORDINATE).gt(far))
}

#[inline(always)]
fn facing<W: F64Lanes, const N: usize, const M: usize>(
    a: &Ring<W, N>,
    b: &Ring<W, M>,
    size: W,
) -> Separation<W> {
    let (zero, one, of) = (W::splat(0.0), W::splat(1.0), W::splat);
    let radius = a.radius + b.radius;
    let error = of(ERROR) * (size + radius);
    let mut face = highest(b, a);
    let mut on_b = one.gt(zero);
    let mut others = [a.at[0]; 4];
    others[..N].copy_from_slice(&a.at);
    // A point has no edge.
    if N > 1 {
        let first = highest(a, b);
        on_b = face.key.gt(first.key);
        face = Face {
            start: DVec2::select(on_b, face.start, first.start),
            edge: DVec2::select(on_b, face.edge, first.edge),
            height: on_b.select(face.height, first.height),
            ..face
        };
        for i in 0..4 {
            others[i] = DVec2::select(on_b, a.at[i.min(N - 1)], b.at[i.min(M - 1)]);
        }
    }

    let Face { start, edge, height, .. } = face;
    let square = edge.dot(edge);
    let length = square.sqrt();
    let normal = (-edge.left()).divided(length);
    let separation = height / length;
    // The vertices that attain it, two where faces are parallel: what they span along the edge.
    let limit = zero - (height - edge.cross(start) + error * length);
    let none = of(f64::NEG_INFINITY);
    let (mut low, mut high) = (none, none);
    for i in 0..if N > 1 { 4 } else { 1 } {
        let along = (others[i] - start).dot(edge);
        let beyond = limit.gt(edge.cross(others[i]));
        high = high.max(beyond.select(none, along));
        low = low.max(beyond.select(none, zero - along));
    }
    let low = zero - low;
    let aside = low.gt(square);
    let aside = aside.select(aside, zero.gt(high));
    let t = low.gt(zero).and(low / square);
    let t = t.gt(one).select(one, t);
    let on_own = start + edge * t;
    let on_other = on_own + normal * separation;
    let mut near = Separation {
        separation,
        error,
        normal: normal.neg_where(on_b),
        core_a: DVec2::select(on_b, on_other, on_own),
        core_b: DVec2::select(on_b, on_own, on_other),
    };
    // What is apart by its faces is further apart by its corners.
    let corner = aside.and(separation.gt(zero - error));
    let apart = (separation - radius).gt(error);
    if corner.mask() & !apart.mask() != 0 {
        let corners = between_corners(&a.at, &b.at);
        // Beyond the error only a corner is further away than the line of an edge.
        let corner = corner.and(corners.separation.gt(separation + error));
        near = Separation::select(corner, corners, near);
    }
    near.separation = near.separation - radius;
    near
}
