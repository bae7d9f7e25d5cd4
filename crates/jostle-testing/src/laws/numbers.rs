//! Lengths: growth by a radius, pushes, the true minimum, witnesses.

use jostle::{Affine, Placed, Shape, Vec2, Verdict};

use crate::laws::Outcome::{Held, Silent};
use crate::laws::compare::{
    Answer, ULP, broken, custom_doubt, farthest, finite, greater, holds, is_sound, largest_size,
    length, moved_exactly, reaches, size, smaller_size,
};
use crate::naive;
use crate::spec::{Kind, Pair, Subject};

pub(crate) const GROWTH: &str = "A radius more on one side is that much less separation: for all pairs that stay apart, and for convex ones that overlap.";
pub(crate) fn growth(pair: &Pair) -> Answer {
    let (a, b) = (&pair.a, &pair.b);
    let answers = [
        grown(pair, (a, &pair.pa), |a| Pair::new(a, b.clone()))?,
        grown(pair, (b, &pair.pb), |b| Pair::new(a.clone(), b))?,
    ];
    Ok(if answers == [Silent; 2] { Silent } else { Held })
}

/// Asks about one side, grown, in a pair with the other.
fn grown(
    pair: &Pair,
    (subject, placed): (&Subject, &Placed),
    with_other: impl Fn(Subject) -> Option<Pair>,
) -> Answer {
    let [a, b, c, d, ..] = subject.matrix.map(f64::from);
    let scale = libm::sqrt((a * d - b * c).abs());
    let upright = (a - d).abs() + (b + c).abs() < 1e-6 || (a + d).abs() + (b - c).abs() < 1e-6;
    // A power of two near the size, so that sums with the radius stay short.
    let r = libm::exp2(libm::floor(libm::log2(size(placed) / greater(scale, 1e-30))) - 3.0) as f32;
    if !(upright && r > 0.0 && r.is_finite()) {
        return Ok(Silent);
    }
    let spec = subject.spec.grown(r);
    let grown = spec.and_then(|spec| with_other(Subject { spec, ..subject.clone() }));
    let Some(grown) = grown else { return Ok(Silent) };
    let (before, after) = (pair.gap(), grown.gap());
    let want = f64::from(before.separation) - f64::from(r) * scale;
    let stays_apart = after.separation > 0.0;
    if !want.is_finite() || !(stays_apart || pair.is_convex()) {
        return Ok(Silent);
    }
    let bound =
        ULP * 4.0 * (want.abs() + largest_size(pair) + f64::from(r) * scale) + custom_doubt(pair);
    let off = (f64::from(after.separation) - want).abs();
    let what = || format!("radius {r:e} more: {before:?} then {after:?}, off {off:e}");
    holds(pair, off <= bound, what)
}

pub(crate) const PUSH: &str = "After the push the depth is at most 1e-5 of the smaller size, or 4 ulp of the largest of push, sizes and offset.";
pub(crate) fn push(pair: &Pair) -> Answer {
    let Some(contact) = pair.pa.contact(&pair.pb) else { return Ok(Silent) };
    let push = contact.push_b();
    if !contact.depth.is_finite() {
        let unbounded = |p: &Placed| !size(p).is_finite() || size(p) >= f64::from(f32::MAX);
        let both = unbounded(&pair.pa) && unbounded(&pair.pb);
        // A one-sided chain may leave no way that is free.
        let sided = |s: &Subject| s.spec.kind == Kind::LeftChain;
        let none = both || sided(&pair.a) || sided(&pair.b);
        return holds(pair, none, || "no push though one is bounded".into()).map(|_| Silent);
    }
    // About b's own origin, where the push rounds nothing; by hand where that cannot be.
    let place = |s: &Subject| s.anchors().first().map_or(Vec2::ZERO, |anchor| anchor.place());
    let (from, to) = (place(&pair.a), place(&pair.b));
    let home = |s: &Subject, p: &Placed| moved_exactly(s, p, -to);
    let (a, b, rounding) = match (home(&pair.a, &pair.pa), home(&pair.b, &pair.pb)) {
        (Some(a), Some(b)) => (a, b, 0.0),
        _ => {
            let rounding = ULP * reaches(pair).into_iter().fold(0.0, greater);
            (pair.pa.clone(), pair.pb.clone(), rounding)
        }
    };
    let left = a.contact(&b.moved(push)).map_or(0.0, |c| f64::from(c.depth));
    let smaller = smaller_size(&a, &b);
    let largest = [size(&a), size(&b), f64::from(contact.depth), farthest(to - from)]
        .into_iter()
        .map(finite)
        .fold(0.0, greater);
    let allowed = greater(1e-5 * finite(smaller), 4.0 * ULP * largest) + rounding;
    if left <= allowed {
        return Ok(Held);
    }
    // A concave pair that overlaps by next to nothing may answer with a longer way, and along a
    // boundary that the push leaves at a low angle what rounding adds is longer too; what counts is
    // that a way as short as allowed is there, in some direction.
    let n = contact.normal;
    let ways = [n, n + n.perp(), n - n.perp(), n.perp(), -n.perp(), -n];
    let parts = |way: Vec2| {
        let share = allowed / length(way);
        let step = |push: f32, way: f32| (f64::from(push) + f64::from(way) * share) as f32;
        a.verdict(&b.moved((step(push.x, way.x), step(push.y, way.y)))) != Verdict::Overlapping
    };
    let parted = ways.into_iter().any(parts);
    holds(pair, parted, || format!("{contact:?} leaves {left:e}, allowed {allowed:e}"))
}

pub(crate) const DEPTH: &str =
    "For convex pairs the separation is within 1e-4 of the size of the best over all directions.";
pub(crate) fn depth(pair: &Pair) -> Answer {
    let Some((truth, way)) = naive::separation(pair) else { return Ok(Silent) };
    let gap = pair.gap();
    let smaller = smaller_size(&pair.pa, &pair.pb);
    let rounding = ULP * 2.0 * (reaches(pair).iter().sum::<f64>() + truth.abs());
    let bound = 1e-4 * smaller + 4e-6 * largest_size(pair) + rounding;
    let off = (f64::from(gap.separation) - truth).abs();
    holds(pair, off <= bound, || format!("{gap:?}, but {truth:e} along {way:?}, bound {bound:e}"))
}

pub(crate) const WITNESS: &str =
    "The witnesses lie on the shapes, a separation apart, along the normal.";
pub(crate) fn witness(pair: &Pair) -> Answer {
    let gap = pair.gap();
    holds(pair, is_sound(&gap), || format!("{gap:?}"))?;
    if !gap.separation.is_finite() {
        return Ok(Silent);
    }
    // Each witness is rounded once at its own place.
    let far = greater(farthest(gap.on_a), farthest(gap.on_b));
    let overlaps = pair.pa.verdict(&pair.pb) == Verdict::Overlapping;
    // The error of a push out of curves.
    let pushed = if overlaps { 1e-5 * finite(smaller_size(&pair.pa, &pair.pb)) } else { 0.0 };
    let bound = ULP * 4.0 * (far + reaches(pair).iter().sum::<f64>()) + pushed;
    for (point, shape) in [(gap.on_a, &pair.pa), (gap.on_b, &pair.pb)] {
        let point = Shape::point(point).and_then(|p| p.place(Affine::IDENTITY));
        let Ok(point) = point else { return Err(broken(pair, "no point")) };
        let off = f64::from(point.gap(shape).separation);
        holds(pair, off <= bound, || format!("{gap:?}: a witness is {off:e} off"))?;
    }
    let off = |a: f32, b: f32, normal: f32| {
        f64::from(b) - f64::from(a) - f64::from(normal) * f64::from(gap.separation)
    };
    let off = greater(
        off(gap.on_a.x, gap.on_b.x, gap.normal.x).abs(),
        off(gap.on_a.y, gap.on_b.y, gap.normal.y).abs(),
    );
    let bound = bound + ULP * 4.0 * f64::from(gap.separation.abs());
    holds(pair, off <= bound, || format!("{gap:?}: off {off:e}"))
}
