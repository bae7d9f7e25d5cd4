//! Contacts of eight pairs at a time, if they are certain.
//!
//! The closed forms of [`rects`](crate::pair::sat::rects) and
//! [`points_segments`](crate::pair::sat::points_segments) in `f64`, one pair a lane: the bodies are
//! those for one pair, so the results have the same bits. A mask names the pairs that
//! certainly overlap, with their contacts, and another the pairs that are certainly apart. Pairs
//! within the error, and pairs whose boxes may be equal, stay undecided. The canonical order
//! ([`canonical_order`](crate::pair::canonical_order)) is decided in `f32` first.
//!
//! Perf: 5 times as fast as one pair after the other with AVX2.

pub(crate) mod closed_forms;
pub(crate) mod polygons;

use crate::math::DVec2;
use crate::math::simd::{F32Lanes, F64Lanes, WidenToF64};
use crate::pair::filter::formulas::{Certain, UNDERFLOW};
use crate::pair::sat::Separation;

/// The numbers of a contact: normal, depth, middle, the points on a and on b.
pub(crate) const CONTACT_NUMBERS: usize = 9;

/// What is certain about pairs, and the contacts of those that overlap.
pub(crate) type Contacts<L> = (Certain, [L; CONTACT_NUMBERS]);

/// The contacts of the pairs of two classes, from the numbers of both.
pub(crate) trait ContactFormula<const A: usize, const B: usize> {
    fn evaluate<L: WidenToF64>(a: &[L; A], b: &[L; B]) -> Contacts<L>;
}

/// Of shapes beyond this, points of contacts may not be finite, nor offsets be rounded to `f32`
/// within the error that kernels allow for.
pub(crate) const MAX_COORDINATE: f32 = 1e37;

/// Converts numbers to `f64`.
#[inline(always)]
pub(crate) fn widened<L: WidenToF64, const N: usize>(numbers: &[L; N]) -> [L::F64Lanes; N] {
    let mut wide = [L::F64Lanes::splat(0.0); N];
    for i in 0..N {
        wide[i] = numbers[i].to_f64();
    }
    wide
}

/// From one origin to another.
#[inline(always)]
pub(crate) fn between<L: WidenToF64>([ax, ay]: [L; 2], [bx, by]: [L; 2]) -> DVec2<L::F64Lanes> {
    DVec2::new(bx.to_f64() - ax.to_f64(), by.to_f64() - ay.to_f64())
}

/// Returns `true` if the first number that differs is the larger one of a.
#[inline(always)]
pub(crate) fn comes_later<L: F32Lanes, const N: usize>(a: [L; N], b: [L; N]) -> L {
    let mut later = a[N - 1].gt(b[N - 1]);
    // Sizes mostly differ at once, or are all the same.
    if N > 1 && a[0].eq(b[0]).mask() == 0 {
        return a[0].gt(b[0]);
    }
    for i in (0..N - 1).rev() {
        later = a[i].gt(b[i]).or(a[i].eq(b[i]).and(later));
    }
    later
}

#[inline(always)]
pub(crate) fn swap_where<L: F32Lanes, const N: usize>(
    a: &[L; N],
    b: &[L; N],
    at: L,
) -> ([L; N], [L; N]) {
    let (mut first, mut second) = (*a, *b);
    for i in 0..N {
        (first[i], second[i]) = (at.select(b[i], a[i]), at.select(a[i], b[i]));
    }
    (first, second)
}

/// How near centers must be, relative to coordinates, for boxes to be equal: these are rounded
/// outward, each side by one ulp.
const EQUAL: f32 = 8.0 * f32::EPSILON;

/// Pairs that cannot have equal boxes, from their centers and a bound on their sizes.
#[inline(always)]
pub(crate) fn in_two_places<L: F32Lanes>([ax, ay]: [L; 2], [bx, by]: [L; 2], size: L) -> L {
    let far = ax.abs().max(ay.abs()) + bx.abs().max(by.abs()) + size;
    let off = (bx - ax).abs().max((by - ay).abs());
    off.gt(far * L::splat(EQUAL) + L::splat(UNDERFLOW))
}

/// Rounds, with no negative zero. Columns hold nothing that could come near the largest number.
#[inline(always)]
fn rounded<L: WidenToF64>(wide: L::F64Lanes) -> L {
    L::from_f64(wide) + L::splat(0.0)
}

/// A point relative to an origin, rounded.
#[inline(always)]
fn placed<L: WidenToF64>(point: DVec2<L::F64Lanes>, [x, y]: [L; 2]) -> [L; 2] {
    [rounded(point.x + x.to_f64()), rounded(point.y + y.to_f64())]
}

/// Moves the points of separations in canonical order from the cores to the boundaries, relative to
/// the first's origin, and rounds once. Exchanges the shapes where `flip` is set; where `clear` is
/// not, pairs stay undecided.
#[inline(always)]
pub(crate) fn contacts<L: WidenToF64>(
    near: Separation<L::F64Lanes>,
    [a, b]: [L::F64Lanes; 2],
    origin: [L; 2],
    (flip, clear): (L, L),
) -> Contacts<L> {
    let (zero, Separation { separation, error, normal, core_a, core_b }) = (L::splat(0.0), near);
    let certain = Certain {
        separated: separation.gt(error).mask(),
        overlapping: (L::F64Lanes::splat(0.0) - error).gt(separation).mask() & clear.mask(),
    };
    let separation: L = rounded(separation);
    let depth = zero.gt(separation).select(zero - separation, L::splat(f32::from_bits(1)));
    let first = placed(core_a + normal * a, origin);
    let second = placed(core_b - normal * b, origin);
    // One sum in `f32` is one in `f64` and its rounding, which has digits enough; the half is
    // exact.
    let half = L::splat(0.5);
    let x = (first[0] + second[0]) * half + zero;
    let y = (first[1] + second[1]) * half + zero;
    let [p, q]: [L; 2] = [rounded(normal.x), rounded(normal.y)];
    let (p, q) = (flip.select(zero - p, p), flip.select(zero - q, q));
    let ([ax, ay], [bx, by]) = swap_where(&first, &second, flip);
    (certain, [p, q, depth, x, y, ax, ay, bx, by])
}
