//! What the laws are written with.

use alloc::{format, string::String};

use crate::math::{DVec2, greater};
use crate::shape::Body;
use crate::testing::laws::Outcome;
use crate::testing::spec::{Kind, Pair, Subject};
use crate::{Gap, Placed, Vec2, Verdict};

pub(super) type Answer = Result<Outcome, String>;

/// One f32 rounding, relative.
pub(super) const ULP: f64 = f32::EPSILON as f64;

pub(super) fn broken(pair: &Pair, what: &str) -> String {
    format!("{what}\n  a = {:?}\n  b = {:?}", pair.a, pair.b)
}

/// Returns that a law holds, or that it is broken, with a sentence.
pub(super) fn holds(pair: &Pair, held: bool, what: impl FnOnce() -> String) -> Answer {
    if held { Ok(Outcome::Held) } else { Err(broken(pair, &what())) }
}

pub(super) fn verdicts(a: [&Placed; 2], b: [&Placed; 2]) -> [Verdict; 2] {
    [a, b].map(|[p, q]| p.verdict(q))
}

/// The larger side of the box around a shape; infinite for a half-plane.
pub(super) fn size(p: &Placed) -> f64 {
    p.bounds().longest_side()
}

/// The largest coordinate of the box of a bounded shape, and the origin of its frame.
pub(super) fn reach(p: &Placed) -> f64 {
    let b = p.bounds();
    let far = greater(DVec2::from(b.min).reach(), DVec2::from(b.max).reach());
    origins(&p.body).fold(finite(far), |far, o| greater(far, o.reach()))
}

/// The largest number that takes part in placing a shape: local points as the map sees them.
pub(super) fn placing(subject: &Subject) -> f64 {
    let [a, b, c, d, x, y] = subject.matrix.map(|v| f64::from(v.abs()));
    let spec = &subject.spec;
    let parts = spec.parts.iter().map(placing).fold(0.0, greater);
    let points = spec.points.iter().chain(spec.holes.iter().flatten());
    let local = points.flatten().map(|v| f64::from(v.abs())).fold(parts, greater);
    let local = local + f64::from(spec.half[0] + spec.half[1] + spec.radius.abs());
    (a + b + c + d) * local + x + y
}

/// A size, or 0 if it is that of something unbounded.
pub(super) fn finite(size: f64) -> f64 {
    if size < f64::from(f32::MAX) { size } else { 0.0 }
}

/// The larger of the finite sizes of a pair.
pub(super) fn largest_size(pair: &Pair) -> f64 {
    greater(finite(size(&pair.pa)), finite(size(&pair.pb)))
}

pub(super) fn smaller_size(a: &Placed, b: &Placed) -> f64 {
    if size(a) < size(b) { size(a) } else { size(b) }
}

/// A power of two near the larger size.
pub(super) fn unit(pair: &Pair) -> f32 {
    let size = largest_size(pair);
    libm::exp2(libm::floor(libm::log2(if size > 0.0 { size } else { 1.0 }))) as f32
}

/// How far off any number may be for a support function of the user's own, which may round in
/// `f32`: its bracket, in which the answer is touching; 0 without one.
pub(super) fn custom_doubt(pair: &Pair) -> f64 {
    let custom = |s: &Subject| s.spec.kind == Kind::Custom;
    let doubt = 8.0 * ULP * (reach(&pair.pa) + reach(&pair.pb));
    if custom(&pair.a) || custom(&pair.b) { doubt } else { 0.0 }
}

/// Origins of all bodies in a body.
pub(super) fn origins(body: &Body) -> impl Iterator<Item = DVec2> + '_ {
    body.parts().iter().map(|part| match part {
        Body::Core(core) => core.origin.into(),
        Body::Curved(curved) => curved.origin.into(),
        Body::HalfPlane(plane) => DVec2::new(f64::from(plane.offset), 0.0),
        Body::Union(_) => DVec2::ZERO,
    })
}

/// The placed shape moved, if no number has to be rounded for it.
pub(super) fn moved_exactly(p: &Placed, by: Vec2) -> Option<Placed> {
    let exact = p.body.parts().iter().all(|part| match part {
        Body::Core(core) => adds(core.origin.x, by.x) && adds(core.origin.y, by.y),
        Body::Curved(curved) => adds(curved.origin.x, by.x) && adds(curved.origin.y, by.y),
        Body::HalfPlane(plane) => {
            let [nx, ny] = [plane.normal.x, plane.normal.y].map(f64::from);
            let (x, y) = (nx * f64::from(by.x), ny * f64::from(by.y));
            // Both products are exact in f64; they have to be in f32, and the sums exact.
            let sum = x + y;
            fits(x) && fits(y) && fits(sum) && sum - x == y && adds(plane.offset, sum as f32)
        }
        Body::Union(_) => false,
    });
    exact.then(|| p.moved(by))
}

fn fits(x: f64) -> bool {
    f64::from(x as f32) == x
}

pub(super) fn adds(x: f32, y: f32) -> bool {
    let (p, q) = (f64::from(x), f64::from(y));
    let sum = p + q;
    sum - p == q && sum - q == p && fits(sum)
}

/// Equal to the bit; the sign of zero is not seen.
pub(super) fn same(a: f32, b: f32) -> bool {
    (a + 0.0).to_bits() == (b + 0.0).to_bits()
}

pub(super) fn same_vector(a: Vec2, b: Vec2) -> bool {
    same(a.x, b.x) && same(a.y, b.y)
}

/// Returns `true` if all numbers are what a query may answer.
pub(super) fn is_sound(gap: &Gap) -> bool {
    let length = DVec2::from(gap.normal).length();
    let separation = gap.separation.is_finite() || gap.separation == f32::NEG_INFINITY;
    separation && (length - 1.0).abs() < 4.0 * ULP && gap.on_a.is_finite() && gap.on_b.is_finite()
}
