//! A thin mover of which a vertex runs exactly along an inner edge of the pieces of a solid body: it enters
//! the body but none of them.

use core::cmp::Ordering;

use crate::math::winding::Location;
use crate::math::{DVec2, greater};
use crate::pair::answer::Verdict;
use crate::pair::bodies;
use crate::pair::casting::first_contact::{FirstContact, ROUNDING, Rounded, Rules, pass};
use crate::pair::casting::straight::bracket;
use crate::pair::exact::locate::locate;
use crate::pair::exact::predicates::ExactPoint;
use crate::shape::body::storage::Corners;
use crate::shape::{Body, Core};

/// How far beside a seam the inside of a body is looked for, relative to what of it is shared.
const SIDE: f64 = 1e-6;

/// When it enters the body along an edge of one of its pieces; `None` if that is no inner edge.
pub(super) fn pass_along(
    body: &Body,
    [(a, _), ring]: [Rounded<'_>; 2],
    [o, base]: [DVec2; 2],
    way: DVec2,
    rules: Rules,
) -> Option<FirstContact> {
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
    let p = ExactPoint::Sum([[p.x, 0.0], [p.y, 0.0]]);
    let is_in = |core: &Core| core.is_solid() && locate(core, p) == Location::Inside;
    body.parts().iter().any(|part| matches!(part, Body::Core(core) if is_in(core)))
}
