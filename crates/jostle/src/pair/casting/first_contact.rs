//! The first contact of two convex pieces without curves on a straight way, and when their boxes
//! meet.

use core::cmp::Ordering;

use crate::math::exact::double_double::Corner;
use crate::math::{DVec2, greater, lesser};
use crate::pair::casting::ring;
use crate::pair::casting::straight::{CornerNormal, Line, Passage};
use crate::pair::casting::walk::{Swept, swept};
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

/// A time rounded to one that is not later.
pub(super) fn round_down(t: f64) -> f32 {
    let near = t as f32;
    if f64::from(near) > t { near.next_down() } else { near }
}

/// A time up to 1 rounded to one that is not earlier.
pub(super) fn round_up(t: f64) -> f32 {
    let near = if t < 1.0 { t as f32 } else { 1.0 };
    if f64::from(near) < t { near.next_up() } else { near }
}
