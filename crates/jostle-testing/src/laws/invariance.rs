//! The same pair in other words: swapped, moved, turned, scaled, with other vertices first.

use jostle::{Affine, Gap, Relation, Vec2, Verdict};

use crate::laws::Outcome::{Held, Silent};
use crate::laws::compare::{
    Answer, ULP, broken, custom_doubt, greater, holds, largest_size, lesser, moved_exactly,
    placing, reaches, same, same_vector, unit, verdicts,
};
use crate::spec::{Kind, Pair, Subject};

pub(crate) const SWAP: &str = "Swapping the arguments keeps verdict, separation and depth bit for bit, exchanges the witnesses and negates the normal.";
pub(crate) fn swap(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let (there, back) = (pair.gap(), b.gap(a));
    let verdicts = verdicts([a, b], [b, a]);
    holds(pair, verdicts[0] == verdicts[1], || format!("verdicts {verdicts:?}"))?;
    let negated = same_vector(there.normal, Vec2::ZERO - back.normal)
        && same_vector(there.on_a, back.on_b)
        && same_vector(there.on_b, back.on_a);
    // Two copies in one place have no first: one normal both ways.
    let copies = || same_vector(there.normal, back.normal) && a.relation(b) == Relation::Same;
    let held = same(there.separation, back.separation) && (negated || copies());
    holds(pair, held, || format!("{there:?} but {back:?}"))
}

/// Compares two answers, the second from a pair `k` times as large with the normal mapped.
fn compare(pair: &Pair, before: &Gap, after: &Gap, k: f32, normal: Option<Vec2>) -> Answer {
    let kept = same(before.separation * k, after.separation)
        && normal.is_none_or(|n| same_vector(n, after.normal));
    holds(pair, kept, || format!("{before:?} but {after:?}"))
}

pub(crate) const OFFSET: &str = "Moving both by an offset that is exact keeps verdict, separation and normal bit for bit; only where a curved shape touches within its bracket may boxes, rounded where they are, prove that the shapes are apart.";
pub(crate) fn offset(pair: &Pair) -> Answer {
    let by = pair.pick([[1.0, 0.0], [-4.0, 0.25], [64.0, -1024.0], [-0.5, 0.5]]);
    let by = Vec2::from(by.map(|x| x * unit(pair)));
    let (Some(a), Some(b)) =
        (moved_exactly(&pair.a, &pair.pa, by), moved_exactly(&pair.b, &pair.pb, by))
    else {
        return Ok(Silent);
    };
    let verdicts = verdicts([&pair.pa, &pair.pb], [&a, &b]);
    if verdicts[0] != verdicts[1] {
        // Within the bracket of a curved shape boxes may still prove that the shapes are apart, and
        // boxes are rounded where they are.
        let boxes = (pair.pa.bounds().overlaps(pair.pb.bounds()), a.bounds().overlaps(b.bounds()));
        let doubtful = boxes.0 != boxes.1 || custom_doubt(pair) > 0.0;
        let touches = verdicts[0].max(verdicts[1]) == Verdict::Touching;
        if !(curved(pair) && doubtful && touches) {
            return Err(broken(pair, &format!("{verdicts:?} when moved by {by:?}")));
        }
        return Ok(Silent);
    }
    let before = pair.gap();
    compare(pair, &before, &a.gap(&b), 1.0, Some(before.normal))
        .map_err(|e| format!("moved by {by:?}: {e}"))
}

pub(crate) const QUARTER_TURN: &str = "Turning both by a quarter keeps verdict and separation bit for bit; of curved and concave shapes the separation within rounding, and of curved ones the verdict beyond their bracket.";
pub(crate) fn quarter_turn(pair: &Pair) -> Answer {
    let turn = Affine::from_matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]);
    let Some(turned) = pair.map(|s| s.under(&turn)) else { return Ok(Silent) };
    let (before, after) = (pair.gap(), turned.gap());
    let verdicts = verdicts([&pair.pa, &pair.pb], [&turned.pa, &turned.pb]);
    if verdicts[0] != verdicts[1] {
        // Other directions of a support function: its bracket may hold zero in one only.
        let least = lesser(f64::from(before.separation).abs(), f64::from(after.separation).abs());
        let touches = verdicts.contains(&Verdict::Touching);
        if !(curved(pair) && touches && least <= ULP * 8.0 * largest_size(pair)) {
            return Err(broken(pair, &format!("{verdicts:?} when turned by a quarter")));
        }
    }
    if curved(pair) || !pair.is_convex() {
        let bound = ULP * 8.0 * largest_size(pair) + custom_doubt(pair);
        return within(pair, &before, &after, bound);
    }
    // Of several ways out that are equally short another may come first, whose length is another
    // rounding of `f64`; in a small depth it may show.
    let rounding = 64.0 * f64::EPSILON * reaches(pair).iter().sum::<f64>();
    if (f64::from(before.separation) - f64::from(after.separation)).abs() <= rounding {
        return Ok(Held);
    }
    compare(pair, &before, &after, 1.0, None)
}

/// Returns `true` if the separation comes with a bracket.
fn curved(pair: &Pair) -> bool {
    let soft = |kind: Kind| kind.is_curved() || kind == Kind::Compound;
    soft(pair.a.spec.kind) || soft(pair.b.spec.kind)
}

/// Compares separations that rounding may have changed.
fn within(pair: &Pair, before: &Gap, after: &Gap, bound: f64) -> Answer {
    let (s, t) = (f64::from(before.separation), f64::from(after.separation));
    if s == t {
        return Ok(Held);
    }
    // Depths of concave pairs come from directions that may be others in another frame.
    let depth_only = !pair.is_convex() && s <= bound && t <= bound;
    let kept = (s - t).abs() <= bound + ULP * 4.0 * s.abs() || depth_only;
    holds(pair, kept, || format!("{before:?} but {after:?}, {bound:e}"))
}

pub(crate) const MOTION: &str = "Any rigid motion, mirrors too, keeps the verdict where the separation exceeds rounding, and the separation within it.";
pub(crate) fn motion(pair: &Pair) -> Answer {
    let size = largest_size(pair) as f32;
    let frame = pair.pick([
        Affine::IDENTITY.scaled(-1.0, 1.0),
        Affine::IDENTITY.rotated(0.7),
        Affine::at((size * 0.3, -size * 0.7)).rotated(-2.1),
    ]);
    let Some(moved) = pair.map(|s| s.under(&frame)) else { return Ok(Silent) };
    let numbers = [&pair.a, &pair.b, &moved.a, &moved.b].map(placing);
    let bound = 16.0 * ULP * (numbers.into_iter().fold(0.0, greater) + f64::from(size));
    let (before, after) = (pair.gap(), moved.gap());
    // Whether two half-planes are opposed, and so can be parted, is up to the rounding of normals.
    let endless = |gap: &Gap| gap.separation == f32::NEG_INFINITY;
    let planes = [&pair.a, &pair.b].iter().all(|s| s.spec.kind == Kind::HalfPlane);
    if planes && endless(&before) != endless(&after) {
        return Ok(Silent);
    }
    let verdicts = verdicts([&pair.pa, &pair.pb], [&moved.pa, &moved.pb]);
    // The depth of a concave pair may be far more than what it overlaps by.
    let apart = f64::from(before.separation) > bound;
    let deep = pair.is_convex() && f64::from(before.separation) < -bound;
    if (apart || deep) && verdicts[0] != verdicts[1] {
        return Err(broken(pair, &format!("{verdicts:?} after {frame:?}, {before:?}")));
    }
    within(pair, &before, &after, bound).map_err(|e| format!("{frame:?}: {e}"))
}

pub(crate) const SCALE: &str =
    "Scaling both by a power of two scales the separation by it and keeps the normal, bit for bit.";
pub(crate) fn scale(pair: &Pair) -> Answer {
    let k = pair.pick([2.0, 0.25, 1024.0]);
    let Some(scaled) = pair.map(|s| s.scaled(k)) else { return Ok(Silent) };
    // Back again must be where it came from, or something was lost below the smallest numbers.
    let whole = |p: &Subject| p.scaled(k).scaled(1.0 / k) == *p;
    if !whole(&pair.a) || !whole(&pair.b) {
        return Ok(Silent);
    }
    if pair.pa.verdict(&pair.pb) != scaled.pa.verdict(&scaled.pb) {
        return Err(broken(pair, &format!("another verdict at {k} times the size")));
    }
    let (before, after) = (pair.gap(), scaled.gap());
    let deep = before.separation.abs();
    if deep.is_finite() && deep > 0.0 && !(deep * k).is_normal() {
        return Ok(Silent);
    }
    compare(pair, &before, &after, k, Some(before.normal))
        .map_err(|e| format!("at {k} times the size: {e}"))
}

pub(crate) const ORDER: &str =
    "Winding, first vertex, repeated vertices and the order of parts change nothing.";
pub(crate) fn order(pair: &Pair) -> Answer {
    let other = pair.map(|s| Subject { spec: s.spec.reordered(), ..s.clone() });
    let Some(other) = other else {
        return Err(broken(pair, "refused with its vertices in another order"));
    };
    let verdicts = verdicts([&pair.pa, &pair.pb], [&other.pa, &other.pb]);
    if verdicts[0] != verdicts[1] {
        return Err(broken(pair, &format!("{verdicts:?} with other vertices first")));
    }
    let (before, after) = (pair.gap(), other.gap());
    // The user's function is another one when its vertices are: its bracket may be another, too.
    let custom = [&pair.a, &pair.b].iter().any(|s| s.spec.kind == Kind::Custom);
    if custom || (verdicts[0] == Verdict::Overlapping && !pair.is_convex()) {
        return within(pair, &before, &after, ULP * 8.0 * largest_size(pair));
    }
    compare(pair, &before, &after, 1.0, None)
}
