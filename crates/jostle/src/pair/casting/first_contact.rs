//! The first contact of two convex pieces without curves on a straight way, and when their boxes
//! meet.

use core::cmp::Ordering;

use crate::math::exact::double_double::Corner;
use crate::math::{DVec2, greater, lesser};
use crate::pair::casting::portal::{Swept, swept};
use crate::pair::casting::ring;
use crate::pair::casting::straight::{CornerNormal, Line, Passage};
use crate::pair::round_ring::ray::{ClearEntry, clear_entry};
use crate::shape::body::storage::Corners;
use crate::shape::bvh::box_bvh::DAabb;

/// How far corners of one face may lie apart along its exact normal, relative to the size.
const FLAT: f64 = 1e-12;

/// The rounding of a few sums, relative to their terms.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The first contact of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstContact {
    /// `Greater` if they are apart where the search starts.
    pub(crate) start: Ordering,
    /// When they meet, for the order of contacts.
    pub(crate) at: f64,
    /// No contact before the first; a contact up to the second where `is_certain`.
    pub(crate) bracket: [f32; 2],
    pub(crate) is_certain: bool,
    /// Unit, from a to b.
    pub(crate) normal: DVec2,
    /// A point of b, in the world.
    pub(crate) point: DVec2,
    /// A face of one of both lies along the contact; else corners and round parts meet.
    pub(crate) is_face: bool,
}

/// What counts as a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Interiors only.
    pub(crate) strict: bool,
    pub(crate) corner: CornerNormal,
    /// How far b is grown.
    pub(crate) skin: f64,
    /// Of b only the boundary counts.
    pub(crate) hollow: bool,
    /// A contact at the start ends the search: its caller decides what it is.
    pub(crate) ends_at_start: bool,
}

impl Rules {
    /// The way of a point that meets a set thickened by a radius.
    pub(super) fn line(&self, radius: f64, way: DVec2) -> Line {
        let Self { strict, corner, skin, .. } = *self;
        Line { radius: radius + skin, way, strict, corner }
    }

    /// Returns `true` if the shapes, compared at the start, are stopped there.
    pub(crate) fn stop_at(&self, start: Ordering) -> bool {
        start.is_lt() || start.is_eq() && !self.strict
    }
}

/// The corners of a convex piece without a curve, and its radius.
pub(super) type Rounded<'a> = (Corners<'a>, f64);

/// Two convex pieces without curves on a straight way, each about its origin.
pub(super) fn pass(
    rings: [Rounded<'_>; 2],
    places: [DVec2; 2],
    way: DVec2,
    rules: Rules,
) -> Option<FirstContact> {
    let clear = pass_of_disc(rings, places, way, rules);
    clear.unwrap_or_else(|| pass_by_portal(rings, places, way, rules))
}

/// The same for any two.
fn pass_by_portal(
    [(a, radius_a), (b, radius_b)]: [Rounded<'_>; 2],
    [base, other]: [DVec2; 2],
    way: DVec2,
    rules: Rules,
) -> Option<FirstContact> {
    let shift = Corner::difference(other, base);
    let line = rules.line(radius_a + radius_b, way);
    let met = match swept(a, b, shift, &line) {
        Swept::Apart => None,
        Swept::Met(met) => Some(met),
        Swept::InDoubt => ring::passage(a, b, shift, &line),
    };
    let Passage { start, at, bracket, normal } = met?;
    let a = (a.at.iter().map(|v| *v + way * at), normal * radius_a);
    let b = (b.at.iter().map(|v| *v + shift.at), -normal * radius_b);
    let (point, is_face) = opposite(a, b, normal, FLAT);
    let point = base + point;
    Some(FirstContact { start, at, bracket, is_certain: true, normal, point, is_face })
}

/// The same for a disc and a convex ring, where a closed form is certain: the middle of the disc meets
/// the ring that is grown by its radius. The inner `None` if they do not meet.
#[allow(clippy::option_option, reason = "whether it is known, and whether they meet")]
#[inline]
pub(super) fn pass_of_disc(
    [(a, radius_a), (b, radius_b)]: [Rounded<'_>; 2],
    [base, other]: [DVec2; 2],
    way: DVec2,
    rules: Rules,
) -> Option<Option<FirstContact>> {
    // Where the disc is, and what it meets.
    let (sense, disc, ring, place) = match (a.at, b.at) {
        ([disc], ring) => (1.0, *disc + (base - other), ring, other),
        (ring, [disc]) => (-1.0, *disc + (other - base), ring, base),
        _ => return None,
    };
    let radius = radius_a + radius_b + rules.skin;
    if radius == 0.0 || matches!(ring, [v, w] if v == w) {
        return None;
    }
    let Some(met) = clear_entry(ring, radius, [disc, way * sense])? else { return Some(None) };
    let ClearEntry { at, bracket, normal, is_face } = met;
    let middle = place + disc + way * sense * at;
    let (start, normal) = (Ordering::Greater, normal * -sense);
    let point = if sense > 0.0 {
        middle + normal * (radius - radius_b)
    } else {
        other + *b.at.first()? - normal * radius_b
    };
    Some(Some(FirstContact { start, at, bracket, is_certain: true, normal, point, is_face }))
}

impl FirstContact {
    /// The contact with a half-plane.
    pub(super) fn of_passage(met: &Passage, point: DVec2) -> Self {
        let Passage { start, at, bracket, normal } = *met;
        Self { start, at, bracket, is_certain: true, normal, point, is_face: true }
    }
}

/// The point of b opposite a where the two touch along a normal, and whether a face of one of them lies
/// there. Both are given by their corners and the vector that their round parts add there. Corners within
/// `flat` of the size are one face.
pub(super) fn opposite(
    a: (impl Iterator<Item = DVec2>, DVec2),
    b: (impl Iterator<Item = DVec2>, DVec2),
    normal: DVec2,
    flat: f64,
) -> (DVec2, bool) {
    let ([_, middle, _], is_face) = shared(a, b, normal, flat);
    (middle, is_face)
}

/// The ends and, between them, the middle of what two faces that touch share, and whether one of them is
/// more than a corner.
pub(super) fn shared(
    (a, round_a): (impl Iterator<Item = DVec2>, DVec2),
    (b, round_b): (impl Iterator<Item = DVec2>, DVec2),
    normal: DVec2,
    flat: f64,
) -> ([DVec2; 3], bool) {
    let across = normal.left();
    let ((_, low, high), (level, to, from)) = (face(a, normal, flat), face(b, -normal, flat));
    let is_face = low < high || to < from;
    // Seen from b, left is right.
    let (from, to) = (-from, -to);
    let shift = round_a.dot(across) - round_b.dot(across);
    let (low, high) = (low + shift, high + shift);
    let ends = [greater(low, from), lesser(high, to)];
    let on_b = |s: f64| normal * -level + across * lesser(greater(s, from), to) + round_b;
    ([ends[0], (ends[0] + ends[1]) * 0.5, ends[1]].map(on_b), is_face)
}

/// How far corners reach along a unit vector, and the stretch of the furthest to its left.
fn face(corners: impl Iterator<Item = DVec2>, u: DVec2, flat: f64) -> (f64, f64, f64) {
    let (mut top, mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
    let mut size = 0.0;
    for v in corners {
        let (along, side) = (v.dot(u), v.dot(u.left()));
        size = greater(size, v.reach());
        let same = flat * size;
        if along > top + same {
            (top, low, high) = (along, side, side);
        } else if along >= top - same {
            (top, low, high) = (greater(top, along), lesser(low, side), greater(high, side));
        }
    }
    (top, low, high)
}

/// When two boxes meet of which the first moves, or `None` if they do not.
pub(super) fn entry_of_boxes(a: DAabb, b: DAabb, way: DVec2) -> Option<f64> {
    let (mut enter, mut exit) = (0.0, 1.0);
    for (low, high, way) in [
        (b.min.x - a.max.x, b.max.x - a.min.x, way.x),
        (b.min.y - a.max.y, b.max.y - a.min.y, way.y),
    ] {
        if way == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (p, q) = (low / way, high / way);
        (enter, exit) = (greater(enter, lesser(p, q)), lesser(exit, greater(p, q)));
    }
    // Rounding may not lose a pair that only just meets.
    let slack = ROUNDING * (1.0 + enter.abs());
    (enter <= exit + slack).then_some(enter - slack)
}

/// When a ring with a radius on its way comes to the line through two points, 0 where it lies on both
/// sides of it; `None` if it does not.
pub(super) fn entry_of_line(
    (ring, radius): (&[DVec2], f64),
    [u, v]: [DVec2; 2],
    way: DVec2,
) -> Option<f64> {
    let (n, mut low, mut high) = ((v - u).left(), f64::INFINITY, f64::NEG_INFINITY);
    let mut size = way.reach() + radius;
    for p in ring {
        let w = *p - u;
        let off = w.dot(n);
        (low, high, size) = (lesser(low, off), greater(high, off), greater(size, w.reach()));
    }
    let (side, rate) = if low > 0.0 { (low, -way.dot(n)) } else { (-high, way.dot(n)) };
    let gap = side - radius * n.length() - 2.0 * ROUNDING * (size + u.reach()) * n.reach();
    if gap <= 0.0 {
        return Some(0.0);
    }
    (gap <= rate).then(|| gap / rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::shape::{Body, Core};
    use crate::{Affine, Placed, Shape};

    fn core(placed: &Placed) -> Option<&Core> {
        let Body::Core(core) = &placed.body else { return None };
        core.is_convex().then_some(core)
    }

    #[test]
    fn a_disc_meets_a_convex_core_as_any_two_do_and_is_rarely_in_doubt() {
        let mut random = Random(67);
        let (mut met, mut doubts, mut all) = (0, 0, 0);
        for turn in 0..600 {
            // Every fourth on a lattice of eighths, where many only graze.
            let lattice = turn % 4 == 0;
            let fine = |x: f32| if lattice { libm::roundf(8.0 * x) / 8.0 } else { x };
            for (_, shape) in kinds() {
                let (x, y) = (fine(random.within(-6.0, 6.0)), fine(random.within(-6.0, 6.0)));
                let disc = Shape::circle(fine(random.within(0.1, 2.0)) + 0.125).unwrap();
                let disc = disc.place(Affine::at((x, y))).unwrap();
                let at = if lattice { Affine::at((0.5, -0.25)) } else { random.affine() };
                let other = shape.place(at).unwrap();
                let (Some(p), Some(q)) = (core(&disc), core(&other)) else { continue };
                let to = DVec2::new(
                    fine(random.within(-2.0, 2.0)).into(),
                    fine(random.within(-2.0, 2.0)).into(),
                );
                let way = to - p.origin;
                let skin = if turn % 3 == 0 { 0.25 } else { 0.0 };
                let corner = CornerNormal::Steep;
                let rules = Rules {
                    strict: turn % 2 == 0,
                    corner,
                    skin,
                    hollow: false,
                    ends_at_start: false,
                };
                for ([a, b], way) in [([p, q], way), ([q, p], -way)] {
                    let ends = [a.offsets(), b.offsets()];
                    let rings = [
                        (ends[0].corners(), f64::from(a.radius)),
                        (ends[1].corners(), f64::from(b.radius)),
                    ];
                    let places = [a.origin, b.origin];
                    let want = pass_by_portal(rings, places, way, rules);
                    let is_apart = want.is_none_or(|want| want.start.is_gt());
                    all += usize::from(!lattice && is_apart);
                    let Some(found) = pass_of_disc(rings, places, way, rules) else {
                        doubts += usize::from(!lattice && is_apart);
                        continue;
                    };
                    assert_eq!(found.is_some(), want.is_some(), "{disc:?} {other:?} {way:?}");
                    let (Some(found), Some(want)) = (found, want) else { continue };
                    met += 1;
                    assert_eq!(found.bracket, want.bracket, "{disc:?} {other:?} {way:?}");
                    assert_eq!((found.start, found.is_face), (want.start, want.is_face));
                    let off =
                        (found.normal - want.normal).length() + (found.point - want.point).length();
                    assert!(off < 1e-9, "{off}: {disc:?} {other:?} {way:?}");
                }
            }
        }
        assert!(met > 2_000 && doubts * 1000 < all, "{met} met, {doubts} of {all} in doubt");
    }
}
