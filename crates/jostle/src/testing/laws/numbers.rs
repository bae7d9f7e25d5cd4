//! Lengths: growth by a radius, pushes, the true minimum, witnesses.

use alloc::format;
use alloc::string::String;

use crate::math::{DVec2, sqrt};
use crate::testing::laws::Outcome;
use crate::testing::laws::Outcome::{Held, Silent};
use crate::testing::laws::compare::{
    ULP, broken, custom_doubt, greater, is_sound, largest_size, moved_exactly, origins, reach, size,
};
use crate::testing::naive;
use crate::testing::spec::{Kind, Pair, Subject};
use crate::{Placed, Shape, Verdict};

type Answer = Result<Outcome, String>;

pub(super) fn growth(pair: &Pair) -> Answer {
    match (grown(pair, Side::A)?, grown(pair, Side::B)?) {
        (Silent, Silent) => Ok(Silent),
        _ => Ok(Held),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    A,
    B,
}

fn grown(pair: &Pair, side: Side) -> Answer {
    let (subject, placed) = match side {
        Side::A => (&pair.a, &pair.pa),
        Side::B => (&pair.b, &pair.pb),
    };
    let [a, b, c, d, ..] = subject.matrix.map(f64::from);
    let scale = sqrt((a * d - b * c).abs());
    let upright = (a - d).abs() + (b + c).abs() < 1e-6 || (a + d).abs() + (b - c).abs() < 1e-6;
    // A power of two near the size, so that sums with the radius stay short.
    let r = libm::exp2(libm::floor(libm::log2(size(placed) / greater(scale, 1e-30))) - 3.0) as f32;
    if !(upright && r > 0.0 && r.is_finite()) {
        return Ok(Silent);
    }
    let Some(spec) = subject.spec.grown(r) else { return Ok(Silent) };
    let grown = Subject { spec, ..subject.clone() };
    let grown = match side {
        Side::A => Pair::new(grown, pair.b.clone()),
        Side::B => Pair::new(pair.a.clone(), grown),
    };
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
    if off <= bound {
        Ok(Held)
    } else {
        Err(broken(pair, &format!("radius {r:e} more: {before:?} then {after:?}, off {off:e}")))
    }
}

pub(super) fn push(pair: &Pair) -> Answer {
    let Some(contact) = pair.pa.contact(&pair.pb) else { return Ok(Silent) };
    let push = contact.push_b();
    if !contact.depth.is_finite() {
        let unbounded = |p: &Placed| !size(p).is_finite() || size(p) >= f64::from(f32::MAX);
        let both = unbounded(&pair.pa) && unbounded(&pair.pb);
        // A one-sided chain may leave no way that is free.
        let sided = |s: &Subject| s.spec.kind == Kind::LeftChain;
        let none = both || sided(&pair.a) || sided(&pair.b);
        return if none { Ok(Silent) } else { Err(broken(pair, "no push though one is bounded")) };
    }
    // About b's own origin, where the push rounds nothing; by hand where that cannot be.
    let origin = origins(&pair.pb.body).next().unwrap_or_default().round();
    let home = crate::Vec2::ZERO - origin;
    let near = match (moved_exactly(&pair.pa, home), moved_exactly(&pair.pb, home)) {
        (Some(a), Some(b)) => Some((a, b)),
        _ => None,
    };
    let rounding = match near {
        Some(_) => 0.0,
        None => ULP * greater(reach(&pair.pa), reach(&pair.pb)),
    };
    let (a, b) = near.unwrap_or_else(|| (pair.pa.clone(), pair.pb.clone()));
    let left = a.contact(&b.moved(push)).map_or(0.0, |c| f64::from(c.depth));
    let finite = |s: f64| if s < f64::from(f32::MAX) { s } else { 0.0 };
    let smaller = if size(&a) < size(&b) { size(&a) } else { size(&b) };
    let offset = (origins(&b.body).next().unwrap_or_default()
        - origins(&a.body).next().unwrap_or_default())
    .reach();
    let largest = [size(&a), size(&b), f64::from(contact.depth), offset]
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
    let n = DVec2::from(contact.normal);
    let ways = [n, n + n.left(), n - n.left(), n.left(), -n.left(), -n];
    for way in ways.into_iter().filter_map(DVec2::unit) {
        let further = DVec2::from(push) + way * allowed;
        if a.verdict(&b.moved(further.round())) != Verdict::Overlapping {
            return Ok(Held);
        }
    }
    Err(broken(pair, &format!("{contact:?} leaves {left:e}, allowed {allowed:e}")))
}

pub(super) fn depth(pair: &Pair) -> Answer {
    let Some((truth, way)) = naive::separation(pair) else { return Ok(Silent) };
    let gap = pair.gap();
    let smaller = if size(&pair.pa) < size(&pair.pb) { size(&pair.pa) } else { size(&pair.pb) };
    let rounding = ULP * 2.0 * (reach(&pair.pa) + reach(&pair.pb) + truth.abs());
    let bound = 1e-4 * smaller + 4e-6 * largest_size(pair) + rounding;
    let off = (f64::from(gap.separation) - truth).abs();
    if off <= bound {
        return Ok(Held);
    }
    Err(broken(pair, &format!("{gap:?}, but {truth:e} along {way:?}, bound {bound:e}")))
}

pub(super) fn witness(pair: &Pair) -> Answer {
    let gap = pair.gap();
    if !is_sound(&gap) {
        return Err(broken(pair, &format!("{gap:?}")));
    }
    if pair.pa.verdict(&pair.pb) != Verdict::Separated {
        return Ok(Silent);
    }
    // Each witness is rounded once at its own place.
    let far = greater(DVec2::from(gap.on_a).reach(), DVec2::from(gap.on_b).reach());
    let bound = ULP * 4.0 * (far + reach(&pair.pa) + reach(&pair.pb));
    for (point, shape) in [(gap.on_a, &pair.pa), (gap.on_b, &pair.pb)] {
        let point = Shape::point(point).and_then(|p| p.place(crate::Affine::IDENTITY));
        let Ok(point) = point else { return Err(broken(pair, "no point")) };
        let off = f64::from(point.gap(shape).separation);
        if off > bound {
            return Err(broken(pair, &format!("{gap:?}: a witness is {off:e} off")));
        }
    }
    let way = DVec2::from(gap.on_b) - DVec2::from(gap.on_a);
    let off = (way - DVec2::from(gap.normal) * f64::from(gap.separation)).reach();
    let bound = bound + ULP * 4.0 * f64::from(gap.separation);
    if off <= bound { Ok(Held) } else { Err(broken(pair, &format!("{gap:?}: off {off:e}"))) }
}
