//! The first contact of shapes that move: the same from other sides, in parts, and against the
//! answers about shapes that stand still.

use jostle::{Affine, Hit, Inside, Meet, Motion, Placed, Relation, Shape, Vec2, Verdict};

use crate::laws::Outcome::{Held, Silent};
use crate::laws::compare::{
    Answer, ULP, broken, custom_doubt, greater, holds, largest_size, length, moved_exactly,
    reaches, same, same_vector, size, unit,
};
use crate::spec::{Kind, Pair, Subject};

/// A way for a: toward b where they are apart, and somewhere else now and then.
fn way(pair: &Pair) -> Vec2 {
    let unit = unit(pair);
    let gap = pair.gap();
    let to = gap.on_b - gap.on_a;
    if gap.separation > 0.0 && to.is_finite() && pair.pick([true, true, false]) {
        return to * pair.pick([2.0, 4.0, 1.25]);
    }
    Vec2::from(pair.pick([[1.0, 0.0], [0.0, -2.0], [4.0, 4.0], [-0.5, 3.0]])) * unit
}

fn both_rules(pair: &Pair) -> [Meet; 2] {
    let skin = if pair.pick([true, false, false]) { 0.125 * unit(pair) } else { 0.0 };
    [Meet { skin, ..Meet::TOUCH }, Meet { skin, ..Meet::OVERLAP }]
}

fn times(hit: &Option<Hit>) -> Option<[u32; 3]> {
    hit.map(|h| [h.fraction.to_bits(), h.latest.to_bits(), u32::from(h.certain)])
}

/// Compares two hits to the bit, the second with its normal mapped back.
fn same_hit(
    pair: &Pair,
    there: &Option<Hit>,
    back: &Option<Hit>,
    map: impl Fn(Vec2) -> Vec2,
) -> Answer {
    let normals = match (there, back) {
        (Some(there), Some(back)) => same_vector(there.normal, map(back.normal)),
        _ => true,
    };
    holds(pair, normals && times(there) == times(back), || format!("{there:?} but {back:?}"))
}

/// A motion that turns, stretches now and then, and may take many turns.
fn path(pair: &Pair) -> Motion {
    let Vec2 { x, y } = way(pair);
    let motion = Motion::by(x, y).turning_degrees(pair.pick([30.0, -90.0, 200.0, 1000.0, 0.5]));
    if pair.pick([true, false, false, false]) { motion.scaling(1.5, 0.75) } else { motion }
}

fn has_plane(pair: &Pair) -> bool {
    [&pair.a, &pair.b].iter().any(|s| s.spec.kind == Kind::HalfPlane)
}

pub(crate) const SWAP: &str = "Casts and sweeps seen from the other shape keep fraction and latest bit for bit and negate the normal.";
pub(crate) fn swap(pair: &Pair) -> Answer {
    let (a, b, by) = (&pair.pa, &pair.pb, way(pair));
    for rules in both_rules(pair) {
        let (there, back) = (a.cast(b, by, rules), b.cast(a, -by, rules));
        // Two copies in one place have no first.
        let copies = a.relation(b) == Relation::Same;
        same_hit(pair, &there, &back, |n| if copies { there.map_or(n, |h| h.normal) } else { -n })?;
        if !has_plane(pair) {
            let (by_a, by_b) = (path(pair), Motion::by(by.x, -by.y));
            let there = a.sweep(b, &by_a, &by_b, rules);
            let back = b.sweep(a, &by_b, &by_a, rules);
            same_hit(
                pair,
                &there,
                &back,
                |n| if copies { there.map_or(n, |h| h.normal) } else { -n },
            )?;
        }
    }
    Ok(Held)
}

/// The same cast of a pair that is mapped by an exact map.
fn mapped(pair: &Pair, frame: &Affine) -> Answer {
    let Some(other) = pair.map(|s| s.under(frame)) else { return Ok(Silent) };
    let back = |s: &Subject, t: &Subject| {
        let inverse = frame.inverse().map(|inverse| t.affine().under(&inverse));
        inverse.is_some_and(|m| m.to_matrix() == s.matrix)
    };
    if !back(&pair.a, &other.a) || !back(&pair.b, &other.b) {
        return Ok(Silent);
    }
    let by = way(pair);
    let to = |v: Vec2| frame.transform_vector(v);
    for rules in both_rules(pair) {
        let (before, after) =
            (pair.pa.cast(&pair.pb, by, rules), other.pa.cast(&other.pb, to(by), rules));
        let exact = [&pair.a, &pair.b].iter().all(|s| {
            !s.spec.kind.is_curved() && s.spec.kind.is_convex() && s.spec.kind != Kind::HalfPlane
        });
        let starts = pair.pa.verdict(&pair.pb) == other.pa.verdict(&other.pb);
        if exact && rules.skin == 0.0 {
            let bits = times(&before) == times(&after);
            holds(pair, bits, || format!("{frame:?}, {by:?} {rules:?}: {before:?} but {after:?}"))?;
            continue;
        }
        // Other pieces, or a bracket that another direction found: within its width.
        if let (true, Some(before), Some(after)) = (starts, before, after) {
            let apart: f64 = greater(
                (before.fraction - after.latest).into(),
                (after.fraction - before.latest).into(),
            );
            let most = span(pair, by);
            let near = apart * length(by) <= most;
            // A graze: which of two contacts comes first hangs on less than that.
            let graze = || {
                let late = if before.fraction > after.fraction { before } else { after };
                let early = if before.fraction > after.fraction { after } else { before };
                let gap = at(&pair.pa, by * early.fraction).map(|p| p.gap(&pair.pb).separation);
                late.fraction > 0.0
                    && gap.is_none_or(|gap| f64::from((gap - rules.skin).abs()) <= most)
            };
            let held = near || graze();
            holds(pair, held, || format!("{frame:?}, {by:?}: {before:?} but {after:?}"))?;
        }
    }
    Ok(Held)
}

/// What rounding may hide on a way: of places, sizes and the way.
fn span(pair: &Pair, by: Vec2) -> f64 {
    let far = reaches(pair).into_iter().fold(0.0, greater) + largest_size(pair);
    32.0 * ULP * (far + length(by))
}

fn at(p: &Placed, by: Vec2) -> Option<Placed> {
    by.is_finite().then(|| p.moved(by))
}

pub(crate) const MIRROR: &str = "Casts of a mirrored pair, and of one turned by a quarter, keep fraction and latest: bit for bit where both are convex and without curves, within rounding elsewhere.";
pub(crate) fn mirror(pair: &Pair) -> Answer {
    let quarter = Affine::from_matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]);
    let mirror = Affine::IDENTITY.scaled(-1.0, 1.0);
    mapped(pair, &pair.pick([quarter, mirror]))
}

pub(crate) const SCALE: &str = "Casts and sweeps of a pair a power of two as large keep fraction, latest and normal bit for bit.";
pub(crate) fn scale(pair: &Pair) -> Answer {
    let k = pair.pick([2.0, 0.25, 1024.0]);
    let Some(scaled) = pair.map(|s| s.scaled(k)) else { return Ok(Silent) };
    let whole = |p: &Subject| p.scaled(k).scaled(1.0 / k) == *p;
    let by = way(pair);
    let rules = both_rules(pair)[0];
    let fits = (by * k * (1.0 / k)) == by && (rules.skin * k) / k == rules.skin;
    if !whole(&pair.a) || !whole(&pair.b) || !fits || !(by * k).is_finite() {
        return Ok(Silent);
    }
    let (there, back) = (
        pair.pa.cast(&pair.pb, by, rules),
        scaled.pa.cast(&scaled.pb, by * k, Meet { skin: rules.skin * k, ..rules }),
    );
    same_hit(pair, &there, &back, |n| n).map_err(|e| format!("{k} times the size, {by:?}: {e}"))?;
    if has_plane(pair) {
        return Ok(Held);
    }
    let turn = pair.pick([45.0, -170.0, 720.0]);
    let spin = |by: Vec2| Motion::from(by).turning_degrees(turn);
    let there = pair.pa.sweep(&pair.pb, spin(by), Motion::NONE, Meet::TOUCH);
    let back = scaled.pa.sweep(&scaled.pb, spin(by * k), Motion::NONE, Meet::TOUCH);
    same_hit(pair, &there, &back, |n| n).map_err(|e| format!("{k} times, turned by {turn}: {e}"))
}

pub(crate) const STATIC: &str = "A cast or sweep is at 0 where the shapes meet at the start, and has no hit there with `Inside::Skip`; where there is no hit they do not meet at the end.";
pub(crate) fn at_rest(pair: &Pair) -> Answer {
    let (a, b, by) = (&pair.pa, &pair.pb, way(pair));
    let start = a.verdict(b);
    let one_sided = [&pair.a, &pair.b].iter().any(|s| s.spec.kind == Kind::LeftChain);
    for (rules, least) in [(Meet::TOUCH, Verdict::Touching), (Meet::OVERLAP, Verdict::Overlapping)]
    {
        let spin = path(pair);
        let skip = Meet { inside: Inside::Skip, ..rules };
        let ask = |name: &'static str, ask: &dyn Fn(Meet) -> Option<Hit>| {
            let hit = ask(rules);
            // Skipped are those that are met at the start.
            let is_skipped = start < least || ask(skip).is_none();
            (name, hit, hit.is_some_and(|h| h.fraction == 0.0) && is_skipped)
        };
        let mut hits = vec![ask("cast", &|rules| a.cast(b, by, rules))];
        if !has_plane(pair) {
            hits.push(ask("sweep", &|rules| a.sweep(b, &spin, Motion::NONE, rules)));
        }
        for (name, hit, zero) in hits {
            // Apart by less than the tolerance, or touching and going in: both may begin at 0.
            let near = pair.gap().separation.abs() <= (span(pair, by) as f32);
            // What straddles a one-sided edge at the start is free of it, and what overlaps by less
            // than the tolerance of curves may part.
            let held = if start >= least {
                zero || one_sided || near && soft(pair)
            } else {
                !zero || near
            };
            holds(pair, held, || {
                format!("{name} {by:?} {rules:?}: {hit:?}, {start:?} at the start")
            })?;
        }
        // The end is a set of its own where no number has to be rounded for it.
        if one_sided || a.cast(b, by, rules).is_some() {
            continue;
        }
        if let Some(end) = moved_exactly(&pair.a, a, by) {
            let (verdict, gap) = (end.verdict(b), end.gap(b));
            let doubt = f64::from(gap.separation.abs()) <= span(pair, by) && soft(pair);
            let held = verdict < least || doubt;
            holds(pair, held, || format!("{by:?} {rules:?}: no hit, but {verdict:?} at the end"))?;
        }
    }
    Ok(Held)
}

fn soft(pair: &Pair) -> bool {
    [&pair.a, &pair.b].iter().any(|s| s.spec.kind.is_curved() || s.spec.kind == Kind::Compound)
}

pub(crate) const POINT: &str = "A cast of a point has the point, the negated normal and the verdict of the ray, whose fraction is one end of its bracket.";
pub(crate) fn point(pair: &Pair) -> Answer {
    let (from, to) = (pair.gap().on_a, pair.gap().on_b);
    let by = if from == to { way(pair) } else { (to - from) * 2.0 };
    let Ok(point) = Shape::point(from).and_then(|p| p.place(Affine::IDENTITY)) else {
        return Ok(Silent);
    };
    if !by.is_finite() {
        return Ok(Silent);
    }
    for inside in [Inside::Hit, Inside::Skip, Inside::Exit] {
        let ray = pair.pb.ray(from, by, inside);
        let hit = point.cast(&pair.pb, by, Meet { inside, ..Meet::TOUCH });
        let held = match (ray, hit) {
            (None, None) => true,
            (Some(ray), Some(hit)) => {
                ray.point == hit.point
                    && same_vector(ray.normal, -hit.normal)
                    && (same(ray.fraction, hit.fraction) || same(ray.fraction, hit.latest))
            }
            _ => false,
        };
        holds(pair, held, || format!("{from:?} {by:?} {inside:?}: {ray:?} but {hit:?}"))?;
    }
    Ok(Held)
}

pub(crate) const SPLIT: &str = "The first half of a motion has the hit of the whole at twice its fraction, or no hit if that fraction is above 1.";
pub(crate) fn split(pair: &Pair) -> Answer {
    let (a, b, by) = (&pair.pa, &pair.pb, way(pair));
    if by * 0.5 * 2.0 != by || a.verdict(b) != Verdict::Separated {
        return Ok(Silent);
    }
    let turn = if has_plane(pair) { 0.0 } else { pair.pick([64.0, -180.0, 0.0, 640.0]) };
    let motion = |k: f32| Motion::from(by * k).turning_degrees(turn * f64::from(k));
    let whole = a.sweep(b, motion(1.0), Motion::NONE, Meet::TOUCH);
    let half = a.sweep(b, motion(0.5), Motion::NONE, Meet::TOUCH);
    // The first contact lies in both brackets, where both are certain; that of a custom shape, whose
    // numbers are as rough as its support function, near both.
    let speed = length(by) + turn.abs().to_radians() * size(a);
    let rough = if speed > 0.0 { (custom_doubt(pair) / speed) as f32 } else { 0.0 };
    let step = |t: f32| t + 2.0 * f32::EPSILON + rough;
    let held = match (whole, half) {
        (None, None) => true,
        (Some(whole), None) => whole.latest + rough >= 0.5 || !whole.certain,
        (None, Some(half)) => !half.certain,
        (Some(whole), Some(half)) => {
            whole.fraction <= step(half.latest * 0.5) && half.fraction * 0.5 <= step(whole.latest)
        }
    };
    if !held {
        return Err(broken(pair, &format!("{by:?}, {turn} degrees: {whole:?} but {half:?}")));
    }
    Ok(Held)
}
