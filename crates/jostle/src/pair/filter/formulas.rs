//! The filter: `f32` tests of overlap with a proven error bound, for one pair or eight at a time.
//!
//! Rectangles: four axes at once (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996, §5).
//! Polygons: SAT with the edges of both (Ericson, "Real-Time Collision Detection", §5.2.1); a
//! height over an edge is compared with the error times the edge's length, so nothing is divided.
//! Rounded polygons: if the cores are certainly apart their distance is that of a vertex and an
//! edge, and the squared distance is compared with that of the radii, each moved by the error. The
//! only branch is on the presence of a radius.
//!
//! Frame: b relative to a, origins subtracted first, which costs one rounding of the difference.
//! Error, with u = 2^-24, D = |dx| + |dy| and H the sizes: a rectangle's projection of D errs by
//! 10uD (two products, a sum, the difference, and a direction whose length is off by up to 6u), its
//! reaches by 18uH. A polygon's height over an edge e errs by 8u|e|₁(D + H), a foot on an edge by
//! 10u(D + H). [`ERROR`] and [`FOOT_ERROR`] are well above that. Products below the normal range
//! lose up to 2^-149 each, which [`UNDERFLOW`] and [`MIN_EDGE`] are far above. If a product of two
//! lengths might overflow, the error is NaN: see [`nan_if_overflowing`].
//!
//! The filter leaves at most 0.003 % of random pairs of any two classes undecided; a test counts
//! them.

use core::marker::PhantomData;

use crate::math::simd::{F32Lanes, WidenToF64};

pub(crate) const ERROR: f32 = 32.0 / (1 << 24) as f32;
pub(crate) const FOOT_ERROR: f32 = 64.0 / (1 << 24) as f32;
pub(crate) const UNDERFLOW: f32 = f32::MIN_POSITIVE;
/// 2^-60: edges so short that their squared length is no normal number lie below it.
pub(crate) const MIN_EDGE: f32 = 1.0 / (1_u64 << 60) as f32;

/// Sizes of which eight products, added up, are finite.
pub(crate) const OVERFLOWING: f32 = 4e18;

/// The certain results of eight pairs, a bit each; a pair with neither bit is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Certain {
    pub(crate) separated: u8,
    /// The interiors meet.
    pub(crate) overlapping: u8,
}

/// A test of the pairs of two classes from the numbers of both, and OUT numbers for each pair.
pub(crate) trait PairFormula<const A: usize, const B: usize, const OUT: usize> {
    fn evaluate<L: WidenToF64>(a: &[L; A], b: &[L; B]) -> (Certain, [L; OUT]);
}

/// A size as errors grow with it: NaN, with which nothing is sure, where a product of two lengths
/// might overflow.
#[inline(always)]
pub(crate) fn nan_if_overflowing<L: F32Lanes>(size: L) -> L {
    size.or(size.gt(L::splat(OVERFLOWING)))
}

/// A value that is above 0 where shapes are apart, and its error.
#[inline(always)]
fn by_sign<L: F32Lanes>(value: L, error: L) -> Certain {
    let below = L::splat(0.0) - error;
    Certain { separated: value.gt(error).mask(), overlapping: below.gt(value).mask() }
}

/// Two discs, by squares.
pub(crate) struct Points;

impl PairFormula<3, 3, 0> for Points {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 3], b: &[L; 3]) -> (Certain, [L; 0]) {
        let [ax, ay, ar] = *a;
        let [bx, by, br] = *b;
        let (dx, dy, r) = (bx - ax, by - ay, ar + br);
        let (square, limit) = (dx * dx + dy * dy, r * r);
        (by_sign(square - limit, (square + limit) * L::splat(ERROR) + L::splat(UNDERFLOW)), [])
    }
}

/// The distances along the axes of two rectangles, of which the largest counts, and their error.
#[inline(always)]
pub(crate) fn along_axes<L: F32Lanes>(a: &[L; 6], b: &[L; 6]) -> ([[L; 2]; 2], L) {
    let [ax, ay, ahx, ahy, ac, az] = *a;
    let [bx, by, bhx, bhy, bc, bz] = *b;
    let d = [bx - ax, by - ay];
    let (cos, sin) = ((ac * bc + az * bz).abs(), (ac * bz - az * bc).abs());
    let of_b = [bhx * cos + bhy * sin, bhx * sin + bhy * cos];
    let of_a = [ahx * cos + ahy * sin, ahx * sin + ahy * cos];
    let own = along([ahx, ahy, ac, az], of_b, d);
    let other = along([bhx, bhy, bc, bz], of_a, d);
    let size = d[0].abs() + d[1].abs() + ahx + ahy + bhx + bhy;
    ([own, other], size * L::splat(ERROR) + L::splat(UNDERFLOW))
}

/// The distances along the axes of a rectangle from how far the other reaches along them.
#[inline(always)]
fn along<L: F32Lanes>([hx, hy, c, s]: [L; 4], [ox, oy]: [L; 2], [dx, dy]: [L; 2]) -> [L; 2] {
    [(c * dx + s * dy).abs() - (hx + ox), (c * dy - s * dx).abs() - (hy + oy)]
}

/// A rectangle and a disc.
pub(crate) struct RectAndPoint;

impl PairFormula<6, 3, 0> for RectAndPoint {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 6], b: &[L; 3]) -> (Certain, [L; 0]) {
        let [ax, ay, hx, hy, c, s] = *a;
        let [bx, by, r] = *b;
        let (dx, dy, zero) = (bx - ax, by - ay, L::splat(0.0));
        let x = (c * dx + s * dy).abs() - hx;
        let y = (c * dy - s * dx).abs() - hy;
        let (out_x, out_y) = (x.max(zero), y.max(zero));
        let square = out_x * out_x + out_y * out_y;
        let error = (dx.abs() + dy.abs() + hx + hy + r) * L::splat(FOOT_ERROR) + L::splat(MIN_EDGE);
        let far = x.max(y);
        let sure = within(square, r, error);
        let certain = Certain {
            separated: sure.separated & far.gt(error).mask(),
            overlapping: sure.overlapping | (zero - error).gt(far).mask(),
        };
        (certain, [])
    }
}

/// Two convex cores with the numbers of two layouts, of up to N and M vertices.
pub(crate) struct Polygons<P, Q, const N: usize, const M: usize>(PhantomData<(P, Q)>);

impl<P, Q, const A: usize, const B: usize, const N: usize, const M: usize> PairFormula<A, B, 0>
    for Polygons<P, Q, N, M>
where
    P: Layout<A, N>,
    Q: Layout<B, M>,
{
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; A], b: &[L; B]) -> (Certain, [L; 0]) {
        (rings(&P::rings(a), &Q::rings(b)), [])
    }
}

/// Compares a squared distance with that of a radius, where either may be off by an error.
#[inline(always)]
fn within<L: F32Lanes>(square: L, r: L, error: L) -> Certain {
    let (more, less) = (r + error, r - error);
    let overlapping = (less * less).gt(square).and(less.gt(L::splat(0.0)));
    Certain { separated: square.gt(more * more).mask(), overlapping: overlapping.mask() }
}

/// Convex rings of up to N vertices, eight of them; a point is a ring of one. Lanes beyond a ring's
/// last vertex repeat its first, which makes edges of no length.
pub(crate) struct Rings<L, const N: usize> {
    at: [L; 2],
    radius: L,
    x: [L; N],
    y: [L; N],
}

/// The numbers of a core of up to N vertices; see [`numbers`](crate::pair::filter::numbers).
pub(crate) trait Layout<const COLUMNS: usize, const N: usize> {
    fn rings<L: F32Lanes>(numbers: &[L; COLUMNS]) -> Rings<L, N>;
}

pub(crate) struct PointLayout;
pub(crate) struct RectLayout;
pub(crate) struct SegmentLayout;
pub(crate) struct QuadLayout;
pub(crate) struct OctagonLayout;

impl Layout<3, 1> for PointLayout {
    #[inline(always)]
    fn rings<L: F32Lanes>(&[x, y, radius]: &[L; 3]) -> Rings<L, 1> {
        let zero = [L::splat(0.0)];
        Rings { at: [x, y], radius, x: zero, y: zero }
    }
}

impl Layout<6, 4> for RectLayout {
    /// The corners cost two more roundings of a half extent.
    #[inline(always)]
    fn rings<L: F32Lanes>(&[x, y, hx, hy, c, s]: &[L; 6]) -> Rings<L, 4> {
        let (ux, uy, vx, vy) = (hx * c, hx * s, hy * s, hy * c);
        let zero = L::splat(0.0);
        let ([px, py], [qx, qy]) = ([ux + vx, uy - vy], [ux - vx, uy + vy]);
        let (x_of, y_of) = ([px, qx, zero - px, zero - qx], [py, qy, zero - py, zero - qy]);
        Rings { at: [x, y], radius: zero, x: x_of, y: y_of }
    }
}

/// The rest of the second end is below the error.
impl Layout<9, 2> for SegmentLayout {
    #[inline(always)]
    fn rings<L: F32Lanes>(numbers: &[L; 9]) -> Rings<L, 2> {
        Rings::new(numbers)
    }
}

impl Layout<11, 4> for QuadLayout {
    #[inline(always)]
    fn rings<L: F32Lanes>(numbers: &[L; 11]) -> Rings<L, 4> {
        Rings::new(numbers)
    }
}

impl Layout<19, 8> for OctagonLayout {
    #[inline(always)]
    fn rings<L: F32Lanes>(numbers: &[L; 19]) -> Rings<L, 8> {
        Rings::new(numbers)
    }
}

impl<L: F32Lanes, const N: usize> Rings<L, N> {
    /// Three columns, then the x and the y of N vertices.
    #[inline(always)]
    fn new<const COLUMNS: usize>(numbers: &[L; COLUMNS]) -> Self {
        Self {
            at: [numbers[0], numbers[1]],
            radius: numbers[2],
            x: core::array::from_fn(
                #[inline(always)]
                |i| numbers[3 + i],
            ),
            y: core::array::from_fn(
                #[inline(always)]
                |i| numbers[3 + N + i],
            ),
        }
    }

    /// The largest coordinate of a vertex.
    #[inline(always)]
    fn reach(&self) -> L {
        let mut far = L::splat(0.0);
        for i in 0..N {
            far = self.x[i].abs().max(self.y[i].abs()).max(far);
        }
        far
    }

    #[inline(always)]
    fn edge(&self, i: usize) -> [L; 2] {
        let next = if i + 1 == N { 0 } else { i + 1 };
        [self.x[next] - self.x[i], self.y[next] - self.y[i]]
    }

    /// Returns three masks: some edge of this has all of the other, which lies `d` away, in front;
    /// all have some of it behind; there is an edge at all.
    #[inline(always)]
    fn axes<const M: usize>(&self, other: &Rings<L, M>, [dx, dy]: [L; 2], error: L) -> [L; 3] {
        let zero = L::splat(0.0);
        let (mut separated, mut overlapping, mut any) = (zero, zero.eq(zero), zero);
        // The second edge of a segment is the first one backward.
        for i in 0..if N == 2 { 1 } else { N } {
            let [ex, ey] = self.edge(i);
            let mut low = ey * other.x[0] - ex * other.y[0];
            let mut high = low;
            for j in 1..M {
                let height = ey * other.x[j] - ex * other.y[j];
                (low, high) = (low.min(height), high.max(height));
            }
            let offset = ey * (dx - self.x[i]) - ex * (dy - self.y[i]);
            let length = ex.abs() + ey.abs();
            let (none, error) = (length.eq(zero), length * error + L::splat(UNDERFLOW));
            let (low, high, below) = (low + offset, high + offset, zero - error);
            separated = separated.or(low.gt(error));
            overlapping = overlapping.and(below.gt(low).or(none));
            if N == 2 {
                separated = separated.or(below.gt(high));
                overlapping = overlapping.and(high.gt(error).or(none));
            }
            any = any.or(length.gt(zero));
        }
        [separated, overlapping, any]
    }

    /// The squared distance of the vertices of the other, which lies `d` away, from the edges of
    /// this.
    #[inline(always)]
    fn nearest<const M: usize>(&self, other: &Rings<L, M>, [dx, dy]: [L; 2]) -> L {
        let (zero, one, tiny) = (L::splat(0.0), L::splat(1.0), L::splat(UNDERFLOW));
        let mut best = L::splat(f32::INFINITY);
        // A ring of two is an edge there and back.
        for i in 0..if N == 2 { 1 } else { N } {
            let [ex, ey] = self.edge(i);
            let inverse = one / (ex * ex + ey * ey).max(tiny);
            for j in 0..M {
                let (x, y) = (dx + other.x[j] - self.x[i], dy + other.y[j] - self.y[i]);
                let t = ((x * ex + y * ey) * inverse).max(zero).min(one);
                let (x, y) = (x - ex * t, y - ey * t);
                best = (x * x + y * y).min(best);
            }
        }
        best
    }
}

/// Two convex cores.
#[inline(always)]
fn rings<L: F32Lanes, const N: usize, const M: usize>(a: &Rings<L, N>, b: &Rings<L, M>) -> Certain {
    let zero = L::splat(0.0);
    let d = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
    let back = [zero - d[0], zero - d[1]];
    let size = nan_if_overflowing(d[0].abs() + d[1].abs() + a.reach() + b.reach());
    let [of_a, in_a, any_a] = a.axes(b, d, size * L::splat(ERROR));
    let [of_b, in_b, any_b] = b.axes(a, back, size * L::splat(ERROR));
    // Segments may be so short that their ends are one in `f32`.
    let (separated, overlapping) = (of_a.or(of_b), in_a.and(in_b).and(any_a.or(any_b)));
    let radius = a.radius + b.radius;
    if radius.gt(zero).mask() == 0 {
        return Certain { separated: separated.mask(), overlapping: overlapping.mask() };
    }
    let mut square = a.nearest(b, d);
    if M > 1 {
        square = square.min(b.nearest(a, back));
    }
    let error = (size + radius) * L::splat(FOOT_ERROR) + L::splat(MIN_EDGE);
    let near = within(square, radius, error);
    // Pairs without a radius in a register with others stay as they are. A point neither crosses a
    // segment nor lies within it.
    let (round, apart) = (radius.gt(zero).mask(), separated.mask());
    let apart_if_round = if N == 2 && M == 1 { near.separated } else { near.separated & apart };
    let separated = (round & apart_if_round) | (!round & apart);
    Certain { separated, overlapping: near.overlapping | overlapping.mask() }
}
