//! What holds for every pair of placed shapes.

use jostle::{Aabb, Gap, Placed, Relation, Vec2, Verdict};

/// Checks every query about a pair; panics with the law that broke.
pub fn pair(a: &Placed, b: &Placed) {
    alone(a);
    alone(b);
    let (verdict, back) = (a.verdict(b), b.verdict(a));
    assert_eq!(verdict, back, "the verdict changes when the shapes are swapped");
    let gap = a.gap(b);
    finite(gap);
    if a.relation(b) == Relation::Same {
        // Nothing tells which of two equal sets is which, but the depth is one.
        assert_eq!(gap.separation.to_bits(), b.gap(a).separation.to_bits(), "{gap:?}");
    } else {
        swapped(gap, b.gap(a));
    }
    sign(gap.separation, verdict);
    assert_eq!(a.overlaps(b), verdict != Verdict::Separated, "overlaps against verdict");
    assert_eq!(a.overlaps_interior(b), verdict == Verdict::Overlapping, "interior against verdict");
    if a.overlaps(b) {
        assert!(a.bounds().overlaps(b.bounds()), "overlapping shapes with bounds apart");
    }
    contact(a, b, gap, verdict);
    relation(a, b, verdict);
}

fn alone(a: &Placed) {
    let bounds = a.bounds();
    assert!(ordered(bounds), "bounds {bounds:?}");
    for measure in [a.area(), a.perimeter()].into_iter().flatten() {
        assert!(measure >= 0.0, "a measure is {measure}");
    }
    assert!(a.centroid().is_none_or(Vec2::is_finite), "centroid {:?}", a.centroid());
}

fn ordered(b: Aabb) -> bool {
    b.min.x <= b.max.x && b.min.y <= b.max.y
}

fn swapped(gap: Gap, back: Gap) {
    let bits = |v: Vec2| (v.x.to_bits(), v.y.to_bits());
    assert_eq!(gap.separation.to_bits(), back.separation.to_bits(), "{gap:?} against {back:?}");
    assert_eq!(bits(gap.on_a), bits(back.on_b), "{gap:?} against {back:?}");
    assert_eq!(bits(gap.on_b), bits(back.on_a), "{gap:?} against {back:?}");
    assert!(gap.normal == -back.normal, "{gap:?} against {back:?}");
    finite(gap);
}

fn finite(gap: Gap) {
    let bits = |v: Vec2| (v.x.to_bits(), v.y.to_bits());
    for v in [gap.normal, gap.on_a, gap.on_b] {
        assert!(v.is_finite(), "{gap:?}");
        assert!(bits(v).0 != 1 << 31 && bits(v).1 != 1 << 31, "a negative zero: {gap:?}");
    }
    assert!((gap.normal.length() - 1.0).abs() < 1e-6, "{gap:?}");
}

fn sign(separation: f32, verdict: Verdict) {
    let agrees = match verdict {
        Verdict::Separated => separation > 0.0 && separation.is_finite(),
        Verdict::Touching => separation.to_bits() == 0,
        Verdict::Overlapping => separation < 0.0,
    };
    assert!(agrees, "separation {separation} against {verdict:?}");
}

fn contact(a: &Placed, b: &Placed, gap: Gap, verdict: Verdict) {
    let contact = a.contact(b);
    assert_eq!(contact.is_some(), verdict != Verdict::Separated, "contact against verdict");
    let Some(contact) = contact else { return };
    assert_eq!(contact.depth.to_bits(), gap.depth().to_bits(), "contact against gap");
    assert_eq!(contact.normal, gap.normal, "contact against gap");
    assert!(contact.point.is_finite() && contact.push_a().is_finite(), "{contact:?}");
    separates(a, b, gap, contact.push_b());
}

/// After the push the depth is a rounding of what takes part.
fn separates(a: &Placed, b: &Placed, gap: Gap, push: Vec2) {
    let (size_a, size_b) = (size(a.bounds()), size(b.bounds()));
    let smaller = if size_a < size_b { size_a } else { size_b };
    if gap.separation == f32::NEG_INFINITY {
        assert!(smaller.is_infinite(), "no push for a bounded shape");
        return;
    }
    // `moved` rounds the position, so offsets count whatever the push is.
    let largest = [a.bounds(), b.bounds()]
        .into_iter()
        .flat_map(|s| [s.min.x, s.min.y, s.max.x, s.max.y])
        .chain([push.x, push.y])
        .map(|x| f64::from(x.abs()))
        .filter(|x| x.is_finite())
        .fold(f64::from(f32::MIN_POSITIVE), |m, x| if x > m { x } else { m });
    let ulps = 16.0 * f64::from(f32::EPSILON) * largest;
    let share = if smaller.is_finite() { 1e-5 * smaller } else { 0.0 };
    let bound = if share > ulps { share } else { ulps };
    if largest > 1e37 {
        return; // the moved shape may saturate
    }
    let left = f64::from(a.gap(&b.moved(push)).depth());
    assert!(left <= bound, "the push {push:?} of {gap:?} leaves a depth of {left}, above {bound}");
}

fn size(b: Aabb) -> f64 {
    let (x, y) = (f64::from(b.max.x) - f64::from(b.min.x), f64::from(b.max.y) - f64::from(b.min.y));
    if x > y { x } else { y }
}

fn relation(a: &Placed, b: &Placed, verdict: Verdict) {
    let (holds, held) = (a.contains(b), b.contains(a));
    if holds || held {
        assert!(verdict != Verdict::Separated, "contains without overlap");
    }
    let relation = a.relation(b);
    assert_eq!(relation.flipped(), b.relation(a), "relation changes when swapped");
    let expected = match (verdict, held, holds) {
        (Verdict::Separated, ..) => Relation::Apart,
        (_, true, true) => Relation::Same,
        (_, true, false) => Relation::AInB,
        (_, false, true) => Relation::BInA,
        (Verdict::Overlapping, ..) => Relation::Overlapping,
        (Verdict::Touching, ..) => Relation::Touching,
    };
    assert_eq!(relation, expected, "relation against verdict and contains");
}
