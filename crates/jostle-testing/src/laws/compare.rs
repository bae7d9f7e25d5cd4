//! What the laws are written with.

use jostle::{Gap, Placed, Vec2, Verdict};

use crate::laws::Outcome;
use crate::spec::{Kind, Pair, Subject};

pub(crate) type Answer = Result<Outcome, String>;

/// One f32 rounding, relative.
pub(crate) const ULP: f64 = f32::EPSILON as f64;

pub(crate) fn broken(pair: &Pair, what: &str) -> String {
    format!("{what}\n  a = {:?}\n  b = {:?}", pair.a, pair.b)
}

/// Returns that a law holds, or that it is broken, with a sentence.
pub(crate) fn holds(pair: &Pair, held: bool, what: impl FnOnce() -> String) -> Answer {
    if held { Ok(Outcome::Held) } else { Err(broken(pair, &what())) }
}

pub(crate) fn verdicts(a: [&Placed; 2], b: [&Placed; 2]) -> [Verdict; 2] {
    [a, b].map(|[p, q]| p.verdict(q))
}

pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

pub(crate) fn length(v: Vec2) -> f64 {
    let [x, y] = v.to_array().map(f64::from);
    libm::sqrt(x * x + y * y)
}

/// The largest absolute coordinate.
pub(crate) fn farthest(v: Vec2) -> f64 {
    greater(f64::from(v.x).abs(), f64::from(v.y).abs())
}

/// The larger side of the box around a shape; infinite for a half-plane.
pub(crate) fn size(p: &Placed) -> f64 {
    let b = p.bounds();
    let side = |low: f32, high: f32| f64::from(high) - f64::from(low);
    greater(side(b.min.x, b.max.x), side(b.min.y, b.max.y))
}

/// The largest coordinate of the box of a bounded shape, and of the anchors of its parts.
pub(crate) fn reach(subject: &Subject, placed: &Placed) -> f64 {
    let b = placed.bounds();
    let far = finite(greater(farthest(b.min), farthest(b.max)));
    subject.anchors().iter().map(|anchor| farthest(anchor.place())).fold(far, greater)
}

/// The reach of each shape of a pair.
pub(crate) fn reaches(pair: &Pair) -> [f64; 2] {
    [reach(&pair.a, &pair.pa), reach(&pair.b, &pair.pb)]
}

/// The largest number that takes part in placing a shape: local points as the map sees them.
pub(crate) fn placing(subject: &Subject) -> f64 {
    let [a, b, c, d, x, y] = subject.matrix.map(|v| f64::from(v.abs()));
    let spec = &subject.spec;
    let parts = spec.parts.iter().map(placing).fold(0.0, greater);
    let points = spec.points.iter().chain(spec.holes.iter().flatten());
    let local = points.flatten().map(|v| f64::from(v.abs())).fold(parts, greater);
    let local = local + f64::from(spec.half[0] + spec.half[1] + spec.radius.abs());
    (a + b + c + d) * local + x + y
}

/// A size, or 0 if it is that of something unbounded.
pub(crate) fn finite(size: f64) -> f64 {
    if size < f64::from(f32::MAX) { size } else { 0.0 }
}

/// The larger of the finite sizes of a pair.
pub(crate) fn largest_size(pair: &Pair) -> f64 {
    greater(finite(size(&pair.pa)), finite(size(&pair.pb)))
}

pub(crate) fn smaller_size(a: &Placed, b: &Placed) -> f64 {
    if size(a) < size(b) { size(a) } else { size(b) }
}

/// A power of two near the larger size.
pub(crate) fn unit(pair: &Pair) -> f32 {
    let size = largest_size(pair);
    libm::exp2(libm::floor(libm::log2(if size > 0.0 { size } else { 1.0 }))) as f32
}

/// How far off any number may be for a support function of the user's own, which may round in
/// `f32`: its bracket, in which the answer is touching; 0 without one.
pub(crate) fn custom_doubt(pair: &Pair) -> f64 {
    let custom = |s: &Subject| s.spec.kind == Kind::Custom;
    let doubt = 8.0 * ULP * reaches(pair).iter().sum::<f64>();
    if custom(&pair.a) || custom(&pair.b) { doubt } else { 0.0 }
}

/// The placed shape moved, if no number has to be rounded for it.
pub(crate) fn moved_exactly(subject: &Subject, placed: &Placed, by: Vec2) -> Option<Placed> {
    let exact = subject.anchors().iter().all(|anchor| anchor.moves_exactly(by));
    exact.then(|| placed.moved(by))
}

/// Equal to the bit; the sign of zero is not seen.
pub(crate) fn same(a: f32, b: f32) -> bool {
    (a + 0.0).to_bits() == (b + 0.0).to_bits()
}

pub(crate) fn same_vector(a: Vec2, b: Vec2) -> bool {
    same(a.x, b.x) && same(a.y, b.y)
}

/// Returns `true` if all numbers are what a query may answer.
pub(crate) fn is_sound(gap: &Gap) -> bool {
    let separation = gap.separation.is_finite() || gap.separation == f32::NEG_INFINITY;
    separation
        && (length(gap.normal) - 1.0).abs() < 4.0 * ULP
        && gap.on_a.is_finite()
        && gap.on_b.is_finite()
}
