//! Inner edges of the pieces of a solid body. A thin mover of which a vertex runs exactly along one enters
//! the body but none of them; a corner that meets the end of one meets a side that is none.

use core::cmp::Ordering;

use crate::math::{DVec2, greater};
use crate::pair::answer::Verdict;
use crate::pair::bodies;
use crate::pair::casting::first_contact::{FirstContact, ROUNDING, Rounded, Rules, pass};
use crate::pair::casting::straight::bracket;
use crate::shape::body::storage::Corners;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core};

/// How far beside a seam the inside of a body is looked for, relative to what of it is shared.
const SIDE: f64 = 1e-6;

/// When it enters the body along an edge of one of its pieces; `None` if that is no inner edge.
pub(super) fn pass_along(
    [thin, body]: [&Body; 2],
    [(a, _), ring]: [Rounded<'_>; 2],
    [o, base]: [DVec2; 2],
    way: DVec2,
    rules: Rules,
) -> Option<FirstContact> {
    if !rules.strict || rules.skin > 0.0 || !thin.is_segment() {
        return None;
    }
    let left = way.left().unit()?;
    let rules = Rules { strict: false, ..rules };
    a.at.iter().find_map(|v| {
        // A thin body has no rests.
        let point = |at: &DVec2, way: DVec2| {
            let corners = Corners { at: core::slice::from_ref(at), rests: &[] };
            pass([(corners, 0.0), ring], [o, base], way, rules)
        };
        let (there, back) = (point(v, way)?, point(&(*v + way), -way)?);
        // Both sides of the middle of what they share, which may be a corner alone.
        let (from, to) = (there.at, 1.0 - back.at);
        let middle = o + *v + way * (0.5 * (from + to));
        let (size, stretch) = (middle.reach() + way.reach(), (to - from) * way.reach());
        let side = left * greater(SIDE * stretch, ROUNDING * size);
        let sides = [side, -side].map(|side| middle + side);
        let runs_inside = stretch > ROUNDING * size && sides.iter().all(|p| is_inside(body, *p));
        runs_inside.then(|| first_inside(body, [o, *v], way, there))
    })
}

/// When a vertex that runs along an edge of a piece comes into the body: the first time at which the segment
/// that it has swept overlaps it. It may follow the boundary up to there.
fn first_inside(body: &Body, [o, v]: [DVec2; 2], way: DVec2, there: FirstContact) -> FirstContact {
    let order = |t: f32| {
        let swept = Core::offset_segment(o, v, v + way * f64::from(t), 0.0);
        let is_in = bodies::verdict(&Body::Core(swept), body) == Verdict::Overlapping;
        if is_in { Ordering::Less } else { Ordering::Greater }
    };
    if order(there.bracket[1] + f32::EPSILON).is_lt() {
        return there;
    }
    let bracket = bracket(there.at, order);
    let at = bracket[1].into();
    let normal = way.unit().unwrap_or(there.normal);
    FirstContact { start: Ordering::Greater, at, bracket, normal, point: o + v + way * at, ..there }
}

fn is_inside(body: &Body, p: DVec2) -> bool {
    bodies::verdict(&Body::Core(Core::point(p, 0.0)), body) == Verdict::Overlapping
}

/// Returns `true` for a contact with a side behind which its own body goes on: a corner of the mover at
/// the seam of two pieces in line meets the face of one and the corner of the other, whose sides across
/// the face are none of the whole body.
pub(super) fn is_on_seam(bodies: [&Body; 2], contact: &FirstContact, way: DVec2) -> bool {
    let [of_a, of_b] = [contact.point - way * contact.at, contact.point];
    let goes_on = |body: &Body, p: DVec2, out: DVec2| {
        let bounds = DAabb::from(body.bounds());
        let beside = SIDE * (bounds.max - bounds.min).reach();
        let (along, out) = (out.left() * beside, out * beside);
        !body.is_convex() && [along, -along].iter().any(|along| is_inside(body, p + *along + out))
    };
    goes_on(bodies[0], of_a, contact.normal) || goes_on(bodies[1], of_b, -contact.normal)
}
