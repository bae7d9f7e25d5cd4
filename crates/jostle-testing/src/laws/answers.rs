//! The answers about one pair agree: verdict, sets, manifolds, staged tests and rays.

use jostle::query::FeatureId;
use jostle::{Affine, Inside, Level, Manifold, Placed, Relation, Shape, Vec2, Verdict};

use crate::anchor::adds;
use crate::laws::Outcome::{Held, Silent};
use crate::laws::compare::{
    Answer, ULP, broken, custom_doubt, farthest, greater, holds, largest_size, lesser,
    moved_exactly, reach, reaches, same, size, smaller_size, unit,
};
use crate::spec::{Kind, Pair};

pub(crate) const SIGN: &str =
    "Verdict, overlaps, overlaps_interior, contact and the sign of the separation agree.";
pub(crate) fn sign(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let (verdict, gap, contact) = (a.verdict(b), pair.gap(), a.contact(b));
    let signs = match verdict {
        Verdict::Separated => gap.separation > 0.0,
        Verdict::Touching => gap.separation == 0.0,
        Verdict::Overlapping => gap.separation < 0.0,
    };
    let meets = verdict != Verdict::Separated;
    let flags = a.overlaps(b) == meets
        && a.overlaps_interior(b) == (verdict == Verdict::Overlapping)
        && contact.is_some() == meets;
    let depth = contact.is_none_or(|c| c.depth == gap.depth() && c.normal == gap.normal);
    holds(pair, signs && flags && depth, || format!("{verdict:?}, {gap:?}, {contact:?}"))
}

pub(crate) const RELATION: &str =
    "The relation agrees with contains both ways and with the verdict; what is contained overlaps.";
pub(crate) fn relation(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let relation = a.relation(b);
    let (a_holds, b_holds, verdict) = (a.contains(b), b.contains(a), a.verdict(b));
    let right = match relation {
        Relation::Same => a_holds && b_holds,
        Relation::AInB => b_holds && !a_holds,
        Relation::BInA => a_holds && !b_holds,
        Relation::Overlapping => !a_holds && !b_holds && verdict == Verdict::Overlapping,
        Relation::Touching => !a_holds && !b_holds && verdict == Verdict::Touching,
        Relation::Apart => !a_holds && !b_holds && verdict == Verdict::Separated,
    };
    let (back, own) = (b.relation(a), (a.contains(a), b.contains(b)));
    let right = right && back == relation.flipped() && own == (true, true);
    let found = (relation, a_holds, b_holds, verdict, back, own);
    holds(pair, right, || format!("{found:?}"))
}

pub(crate) const BOUNDS: &str =
    "Boxes that are apart mean shapes that are; what is contained has the smaller box.";
pub(crate) fn bounds(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    if !a.bounds().overlaps(b.bounds()) {
        let apart = a.verdict(b) == Verdict::Separated && pair.gap().separation > 0.0;
        return holds(pair, apart, || "boxes are apart".into());
    }
    let doubt = custom_doubt(pair) as f32;
    for (p, q) in [(a, b), (b, a)] {
        let (outer, inner) = (p.bounds(), q.bounds());
        let high = |x: f32| if x.is_finite() { x.next_up().next_up() + doubt } else { x };
        let low = |x: f32| -high(-x);
        let fits = low(outer.min.x) <= inner.min.x
            && low(outer.min.y) <= inner.min.y
            && high(outer.max.x) >= inner.max.x
            && high(outer.max.y) >= inner.max.y;
        if p.contains(q) && !fits {
            return Err(broken(pair, &format!("{outer:?} for a set that holds {inner:?}")));
        }
    }
    Ok(Held)
}

pub(crate) const REGION: &str = "The common area is no larger than either, the same both ways, all of what is contained, nothing of what does not overlap.";
pub(crate) fn region(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let (Some(there), Some(back)) = (a.region(b, 0.0), b.region(a, 0.0)) else {
        let both = a.area().is_none() && b.area().is_none();
        return holds(pair, both, || "an unbounded region".into());
    };
    let (area, turned) = (f64::from(there.area()), f64::from(back.area()));
    // A square of the smaller shape is the unit for what flattening may lose.
    let side = smaller_size(a, b);
    let slack = side * (2e-5 * side + custom_doubt(pair));
    if (area - turned).abs() > slack {
        return Err(broken(pair, &format!("areas {area:e} and {turned:e}, slack {slack:e}")));
    }
    let own = |p: &Placed| p.area().map(f64::from);
    for whole in [own(a), own(b)].into_iter().flatten() {
        holds(pair, area <= whole + slack, || format!("{area:e} of {whole:e}"))?;
    }
    let inner = [(a, b), (b, a)].into_iter().find(|(outer, inner)| outer.contains(inner));
    if let Some(whole) = inner.and_then(|(_, inner)| own(inner))
        && (area - whole).abs() > slack
    {
        return Err(broken(pair, &format!("{area:e} of {whole:e}, contained")));
    }
    let nothing = a.verdict(b) != Verdict::Overlapping;
    holds(pair, !nothing || area == 0.0, || format!("{area:e} though they do not overlap"))?;
    if nothing && size(a) == 0.0 { Ok(Silent) } else { Ok(Held) }
}

fn names(manifold: &Manifold) -> Vec<FeatureId> {
    manifold.points().iter().map(|p| p.id).collect()
}

pub(crate) const MANIFOLD: &str = "There is a manifold where there is a contact, as deep as it; swapping flips the names, moving both keeps them.";
pub(crate) fn manifold(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let (there, back, contact) = (a.manifold(b), b.manifold(a), a.contact(b));
    let (there, back, contact) = match (there, back, contact) {
        (None, None, None) => return Ok(Silent),
        (Some(there), Some(back), Some(contact)) => (there, back, contact),
        other => return Err(broken(pair, &format!("some but not all of {other:?}"))),
    };
    let flipped: Vec<FeatureId> = names(&back).into_iter().map(FeatureId::flipped).collect();
    let copies = a.relation(b) == Relation::Same;
    if flipped != names(&there) && !copies {
        return Err(broken(pair, &format!("{there:?} but swapped {back:?}")));
    }
    let deepest = there.points().iter().fold(0.0, |d, p| if p.depth > d { p.depth } else { d });
    let sound = there.points().iter().all(|p| p.depth >= 0.0 && p.point.is_finite());
    if !same(deepest, contact.depth) || there.normal != contact.normal || !sound {
        return Err(broken(pair, &format!("{there:?} for {contact:?}")));
    }
    // Both together an exact step away: the same names.
    let by = Vec2::new(unit(pair), -4.0 * unit(pair));
    let moved = (moved_exactly(&pair.a, a, by), moved_exactly(&pair.b, b, by));
    if let (Some(a), Some(b)) = moved {
        let moved = a.manifold(&b);
        // Within a bracket there may be a contact here and none there.
        let doubt = custom_doubt(pair) > 0.0 && moved.is_none();
        if moved.as_ref().map(names) != Some(names(&there)) && !doubt {
            return Err(broken(pair, &format!("{there:?}, moved by {by:?} {moved:?}")));
        }
    }
    Ok(Held)
}

/// Steps in which a small motion is followed, and the most that may change names.
const STEPS: usize = 8;
const CHANGES: usize = 1;

/// A motion of b relative to a by less than 1e-3 of the smaller size, a shift and a turn, in steps:
/// the names at each.
fn names_on_the_way(pair: &Pair) -> Option<Vec<Vec<FeatureId>>> {
    // A point has no size: a tenth of the other's counts.
    let smaller = match lesser(size(&pair.pa), size(&pair.pb)) {
        s if s > 0.0 => s,
        _ => 0.1 * largest_size(pair),
    };
    // Where the places round to more than a step there is no small motion.
    let rounding = 4.0 * ULP * reaches(pair).into_iter().fold(0.0, greater);
    if !(smaller > 0.0 && smaller < f64::from(f32::MAX) && rounding < 1e-5 * smaller) {
        return None;
    }
    let [x, y] = pair.pick([[0.5, 0.25], [-0.25, 0.5], [-0.5, -0.25], [0.25, -0.5]]);
    let turn = pair.pick([1.0, -1.0, 0.5, 0.0]);
    // A half-plane turns about the middle of the other.
    let is_bounded = size(&pair.pb) < f64::from(f32::MAX);
    let middle = if is_bounded { &pair.pb } else { &pair.pa }.bounds().center();
    // The tips of the larger shape move by no more than the shift.
    let share = smaller / greater(smaller, largest_size(pair));
    let names_at = |k: usize| {
        let part = 1e-3 * k as f64 / STEPS as f64;
        let by = Vec2::from([x, y].map(|v: f64| (v * part * smaller) as f32));
        let turned = Affine::at(middle).rotated((turn * part * share) as f32);
        let to = turned.pivoted(middle).moved(by);
        let b = if k == 0 { pair.b.clone() } else { pair.b.under(&to) };
        let moved = Pair::new(pair.a.clone(), b)?;
        Some(names(&moved.pa.manifold(&moved.pb)?))
    };
    (0..=STEPS).map(names_at).collect()
}

pub(crate) const NAMES_STAY: &str = "Along a relative motion below 1e-3 of the smaller size the names of a manifold of convex shapes change at most once, but for 7 of 100,000.";
/// Names depend on the place alone, so somewhere they have to change; a small motion meets at most
/// one such place. Large runs find 7 of 100,000 that meet more: places close together, as on needles,
/// and features that stay equally good, among which the rounding of the place chooses. Where a concave
/// shape takes part the push may change its way more often.
pub(crate) fn names_stay(pair: &Pair) -> Answer {
    if !pair.is_convex() {
        return Ok(Silent);
    }
    let Some(way) = names_on_the_way(pair) else { return Ok(Silent) };
    let changes = way.windows(2).filter(|two| two[0] != two[1]).count();
    holds(pair, changes <= CHANGES, || format!("{changes}: {way:?}"))
}

pub(crate) const STAGES: &str = "What a stage is certain of is so; the last is always certain.";
pub(crate) fn stages(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let meets = a.overlaps(b);
    for level in [Level::Bounds, Level::Corners, Level::Exact] {
        let test = a.test_until(b, level);
        let right = (!test.certain || test.hit == meets)
            && (level != Level::Exact || test.certain)
            && test.level <= level
            && test == b.test_until(a, level);
        if !right {
            let what = format!("{test:?} and {:?}, overlaps {meets}", b.test_until(a, level));
            return Err(broken(pair, &what));
        }
    }
    Ok(Held)
}

pub(crate) const RAY: &str =
    "A ray hits what the segment that it runs along meets, on the shape, at 0 from inside.";
pub(crate) fn ray(pair: &Pair) -> Answer {
    let bounds = pair.pb.bounds();
    if !bounds.max.is_finite() || bounds.max.x == f32::MAX {
        return Ok(Silent);
    }
    let (start, end) = (bounds.min, pair.gap().on_b);
    let way = end - start;
    if !adds(end.x, -start.x) || !adds(end.y, -start.y) {
        return Ok(Silent);
    }
    let path = Shape::segment(start, end).and_then(|s| s.place(Affine::IDENTITY));
    let Ok(path) = path else { return Ok(Silent) };
    for (subject, shape) in [(&pair.a, &pair.pa), (&pair.b, &pair.pb)] {
        let kind = subject.spec.kind;
        if kind == Kind::LeftChain {
            continue;
        }
        let hit = shape.ray(start, way, Inside::Hit);
        let verdict = shape.verdict(&path);
        // Curved shapes say touching within their bracket.
        let doubt = kind.is_curved() && verdict == Verdict::Touching;
        if hit.is_some() != (verdict != Verdict::Separated) && !doubt {
            return Err(broken(pair, &format!("{start:?} + {way:?}: {hit:?}, {verdict:?}")));
        }
        let Some(hit) = hit else { continue };
        let on = Shape::point(hit.point).and_then(|p| p.place(Affine::IDENTITY));
        let off = on.map_or(0.0, |p| f64::from(shape.gap(&p).distance()));
        let bound = 4.0 * ULP * (reach(subject, shape) + farthest(hit.point) + farthest(way));
        let inside = shape.contains_point(start) && hit.fraction != 0.0;
        if off > bound || inside || !(0.0..=1.0).contains(&hit.fraction) {
            return Err(broken(pair, &format!("{start:?} + {way:?}: {hit:?} is {off:e} off")));
        }
    }
    Ok(Held)
}
