//! The join of one part of the plane.

use crate::sweep::sweep;
use crate::{JoinRow, Question, sort};
use jostle::{Aabb, Placed, Vec2};

/// Adds the pairs of placed shapes for which a question has an answer and that belong to an area: the
/// lower corner of what their boxes have in common lies in it, or on its lower sides. So areas that
/// cut the plane give each pair once, if each gets the shapes whose boxes meet it. Boxes of the left
/// list count with a margin of [`Question::reach`] ([`reaching`]).
///
/// The rows have the indices of the two lists, and are sorted. An unbounded shape meets all areas, so it
/// is to be in each list; a pair with it belongs to the area of the other one's lower corner.
///
/// ```
/// use jostle::{Aabb, Affine, Shape};
/// use jostle_join::{Overlaps, join_area};
/// let ball = Shape::circle(1.0)?;
/// let [a, b] = [[ball.place(Affine::at((0.0, 0.0)))?], [ball.place(Affine::at((1.0, 0.0)))?]];
/// let mut rows = Vec::new();
/// join_area(Aabb::new((0.0, -9.0), (9.0, 9.0)), &a, &b, &Overlaps, &mut rows);
/// assert_eq!(rows.len(), 1); // their boxes meet from x = 0 on
/// join_area(Aabb::new((-9.0, -9.0), (0.0, 9.0)), &a, &b, &Overlaps, &mut rows);
/// assert_eq!(rows.len(), 1);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub fn join_area<Q: Question>(
    area: Aabb,
    left: &[Placed],
    right: &[Placed],
    question: &Q,
    rows: &mut Vec<JoinRow<Q::Answer>>,
) {
    let (start, reach) = (rows.len(), question.reach());
    let [lefts, rights] = [left, right].map(|list| list.iter().map(Placed::bounds));
    // The shapes are not looked at during the sweep, which has the cache to itself.
    let mut pairs = Vec::new();
    visit_area(area, lefts, rights, reach, &mut |i, j| pairs.push((i, j)));
    for (i, j) in pairs {
        let answer = question.ask(&left[i as usize], &right[j as usize]);
        rows.extend(answer.map(|answer| JoinRow { left: i, right: j, answer }));
    }
    sort(&mut rows[start..]);
}

/// Calls `visit` with the pairs of boxes that meet and belong to an area, of those that [`join_area`]
/// asks about, in no order: for programs that place a row once a pair needs it.
///
/// ```
/// use jostle::Aabb;
/// use jostle_join::visit_area;
/// let row = |x: f32| (0..3).map(move |i| Aabb::xywh(x * i as f32, 0.0, 1.0, 1.0));
/// let mut pairs = Vec::new();
/// visit_area(Aabb::UNBOUNDED, row(2.0), row(4.0), 0.0, &mut |i, j| pairs.push([i, j]));
/// pairs.sort();
/// assert_eq!(pairs, [[0, 0], [2, 1]]);
/// ```
pub fn visit_area(
    area: Aabb,
    left: impl Iterator<Item = Aabb>,
    right: impl Iterator<Item = Aabb>,
    reach: f32,
    visit: &mut dyn FnMut(u32, u32),
) {
    let everywhere = area == Aabb::UNBOUNDED;
    sweep(left.map(|bounds| reaching(bounds, reach)), right, &mut |i, j, corner| {
        if everywhere || belongs(area, corner) {
            visit(i, j);
        }
    });
}

/// Returns a box with a margin, rounded outward: where the left box of a pair counts in a join.
///
/// ```
/// use jostle::Aabb;
/// use jostle_join::reaching;
/// let unit = Aabb::new((0.0, 0.0), (1.0, 1.0));
/// assert_eq!(reaching(unit, 0.0), unit);
/// assert!(reaching(unit, 2.0).contains((3.0, 3.0)));
/// ```
#[must_use]
pub fn reaching(bounds: Aabb, reach: f32) -> Aabb {
    if reach == 0.0 {
        return bounds;
    }
    let out = Vec2::new(reach, reach);
    let (min, max) = (bounds.min - out, bounds.max + out);
    Aabb {
        min: Vec2::new(min.x.next_down(), min.y.next_down()),
        max: Vec2::new(max.x.next_up(), max.y.next_up()),
    }
}

/// Returns `true` if a point lies in an area, which is without its upper sides.
fn belongs(Aabb { min, max }: Aabb, Vec2 { x, y }: Vec2) -> bool {
    x >= min.x && x < max.x && y >= min.y && y < max.y
}
