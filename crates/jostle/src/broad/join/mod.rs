//! Joins of two tables of shapes, in bounded memory.
//!
//! Question: which rows of two tables overlap, touch, lie within a distance or contain each other?
//! Method: partition-based spatial merge join (Patel and DeWitt, "Partition Based Spatial-Merge
//! Join", 1996). The plane is cut into tiles until the placed shapes of a tile fit the memory
//! ([`Cuts`], [`Tiling`]). A pair is reported by the tile that holds the lower
//! corner of the intersection of its boxes (Dittrich and Seeger, "Data Redundancy and Duplicate
//! Detection in Spatial Join Processing", 2000), so no pair is found twice. Rows are sorted at the end,
//! so that no tiling, no memory limit and no thread shows in the result.
//! Cost: one sweep and prune a tile, over a row for each tile that its box meets.
//!
//! Programs that keep tables elsewhere, on disk or on other machines, cut the plane themselves and call
//! [`join_area`] for each part, or [`visit_area`] where rows are not placed yet. [`nearest`] has another
//! method.

mod cut;
mod nearest;
mod row_bytes;
mod tiling;

pub use cut::Cuts;
pub(crate) use nearest::square_of;
pub use nearest::{NearestRows, box_distance_squared, nearest};
pub use row_bytes::{pack_into, placed_bounds, unpack};
pub use tiling::Tiling;

use crate::broad::pairs::BoxPairs;
use crate::math::{Aabb, Vec2};
use crate::pair::query::{Contact, Gap};
use crate::shape::Placed;
use alloc::vec::Vec;

/// Rows that can be placed, again and again, with the same result.
///
/// Slices of placed shapes are tables. A table of another kind places a row when it is needed, so that
/// all rows need not be placed at once.
///
/// ```
/// use jostle::join::{Overlaps, Table};
/// use jostle::{Aabb, Affine, Placed, Shape};
/// struct Row(usize); // coins in a row
/// impl Table for Row {
///     fn rows(&self) -> usize {
///         self.0
///     }
///     fn bounds(&self, row: usize) -> Aabb {
///         self.place(row).bounds()
///     }
///     fn place(&self, row: usize) -> Placed {
///         let coin = Shape::circle(1.0).unwrap();
///         coin.place(Affine::at((row as f32 * 4.0, 0.0))).unwrap()
///     }
/// }
/// assert_eq!(jostle::join(&Row(3), &Row(9), &Overlaps, 1 << 20).len(), 3);
/// ```
pub trait Table: Sync {
    /// Returns the number of rows; at most 2³².
    fn rows(&self) -> usize;

    /// Returns the bounds of a row when placed.
    fn bounds(&self, row: usize) -> Aabb;

    /// Places a row.
    fn place(&self, row: usize) -> Placed;

    /// Estimates the memory that a placed row takes, in bytes.
    fn bytes(&self, row: usize) -> usize {
        let _ = row;
        size_of::<Placed>()
    }
}

impl Table for [Placed] {
    fn rows(&self) -> usize {
        self.len()
    }

    fn bounds(&self, row: usize) -> Aabb {
        self[row].bounds()
    }

    fn place(&self, row: usize) -> Placed {
        self[row].clone()
    }
}

/// What a join asks of two rows whose boxes meet.
///
/// ```
/// use jostle::join::Question;
/// use jostle::{Affine, Placed, Shape};
/// struct SameArea; // a question of your own
/// impl Question for SameArea {
///     type Answer = f32;
///     fn ask(&self, left: &Placed, right: &Placed) -> Option<f32> {
///         left.area().filter(|area| right.area() == Some(*area))
///     }
/// }
/// let ball = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// assert!(SameArea.ask(&ball, &ball).is_some());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub trait Question: Sync {
    /// What a row of the result states about its pair.
    type Answer: Copy + Send;

    /// Returns the farthest that two boxes may be apart in x or y if the question is to be asked.
    fn reach(&self) -> f32 {
        0.0
    }

    /// Answers for a pair; `None` leaves it out.
    fn ask(&self, left: &Placed, right: &Placed) -> Option<Self::Answer>;
}

/// Asks which rows share a point: [`Placed::overlaps`].
///
/// ```
/// use jostle::join::Overlaps;
/// let none: &[jostle::Placed] = &[];
/// assert!(jostle::join(none, none, &Overlaps, 0).is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Overlaps;

/// Asks for the contacts of rows that share a point: [`Placed::contact`].
///
/// ```
/// use jostle::{Affine, Shape, join::Contacts};
/// let ball = Shape::circle(1.0)?;
/// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at((1.5, 0.0)))?]);
/// assert_eq!(jostle::join(&a[..], &b[..], &Contacts, 1 << 20)[0].answer.depth, 0.5);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contacts;

/// Asks which rows of the left table contain a row of the right: [`Placed::contains`].
///
/// ```
/// use jostle::{Affine, Shape, join::Contains};
/// let [large, small] = [4.0, 1.0].map(|r| Shape::circle(r).unwrap().place(Affine::IDENTITY).unwrap());
/// assert_eq!(jostle::join(&[large][..], &[small][..], &Contains, 1 << 20).len(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contains;

/// Asks for the gaps of rows that are at most a distance apart: [`Placed::gap`]. The distance is
/// not below 0.
///
/// ```
/// use jostle::{Affine, Shape, join::Within};
/// let ball = Shape::circle(1.0)?;
/// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at((5.0, 0.0)))?]);
/// assert_eq!(jostle::join(&a[..], &b[..], &Within(3.0), 1 << 20)[0].answer.separation, 3.0);
/// assert!(jostle::join(&a[..], &b[..], &Within(2.9), 1 << 20).is_empty());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Within(
    /// The distance.
    pub f32,
);

impl Question for Overlaps {
    type Answer = ();

    fn ask(&self, left: &Placed, right: &Placed) -> Option<()> {
        left.overlaps(right).then_some(())
    }
}

impl Question for Contacts {
    type Answer = Contact;

    fn ask(&self, left: &Placed, right: &Placed) -> Option<Contact> {
        left.contact(right)
    }
}

impl Question for Contains {
    type Answer = ();

    fn ask(&self, left: &Placed, right: &Placed) -> Option<()> {
        left.contains(right).then_some(())
    }
}

impl Question for Within {
    type Answer = Gap;

    fn reach(&self) -> f32 {
        self.0
    }

    fn ask(&self, left: &Placed, right: &Placed) -> Option<Gap> {
        Some(left.gap(right)).filter(|gap| gap.separation <= self.0)
    }
}

/// A row of the result of a join.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JoinRow<A> {
    /// The number of the row of the left table.
    pub left: u32,
    /// The number of the row of the right table.
    pub right: u32,
    /// What the question answers.
    pub answer: A,
}

/// Finds all pairs of a row of one table and a row of another for which a question has an answer,
/// each once, sorted by the numbers of the rows.
///
/// The result is the same, bit for bit, for any memory limit. `memory` bounds the bytes of the shapes
/// that are placed at a time, as [`Table::bytes`] estimates them, but for single shapes that are
/// larger; numbers of rows and the result come on top. [`Tiling`] gives the rows tile by tile, for
/// results that do not fit.
///
/// ```
/// use jostle::{Affine, Shape, join::Overlaps};
/// let ball = Shape::circle(1.0)?;
/// let row = |step: f32| (0..9).map(move |i| Affine::at((i as f32 * step, 0.0)));
/// let left = row(2.5).map(|at| ball.place(at)).collect::<Result<Vec<_>, _>>()?;
/// let right = row(10.0).map(|at| ball.place(at)).collect::<Result<Vec<_>, _>>()?;
/// let rows = jostle::join(&left[..], &right[..], &Overlaps, 1 << 20);
/// assert_eq!([rows[1].left, rows[1].right], [4, 1]);
/// assert_eq!(rows, jostle::join(&left[..], &right[..], &Overlaps, 1));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub fn join<L: Table + ?Sized, R: Table + ?Sized, Q: Question>(
    left: &L,
    right: &R,
    question: &Q,
    memory: usize,
) -> Vec<JoinRow<Q::Answer>> {
    let tiling = Tiling::new(left, right, question.reach(), memory);
    let mut rows = Vec::new();
    for tile in 0..tiling.len() {
        tiling.join_into(tile, left, right, question, &mut rows);
    }
    sort(&mut rows);
    rows
}

/// Joins like [`join`], on the threads of the current `rayon` pool. The rows are the same; `memory` is
/// for all threads together.
///
/// ```
/// use jostle::{Placed, join::{Overlaps, join_parallel}};
/// let none: &[Placed] = &[];
/// assert!(join_parallel(none, none, &Overlaps, 1 << 20).is_empty());
/// ```
#[cfg(feature = "rayon")]
pub fn join_parallel<L: Table + ?Sized, R: Table + ?Sized, Q: Question>(
    left: &L,
    right: &R,
    question: &Q,
    memory: usize,
) -> Vec<JoinRow<Q::Answer>> {
    use rayon::prelude::*;
    let threads = rayon::current_num_threads();
    let lefts: usize = (0..left.rows()).map(|row| left.bytes(row)).sum();
    let rights: usize = (0..right.rows()).map(|row| right.bytes(row)).sum();
    // Several tiles a thread, so that a slow one gets help.
    let most = (memory / threads).min((lefts + rights) / (threads * 4));
    let tiling = Tiling::new(left, right, question.reach(), most);
    let tile = |tile: usize| {
        let mut rows = Vec::new();
        tiling.join_into(tile, left, right, question, &mut rows);
        rows
    };
    let mut rows = (0..tiling.len()).into_par_iter().map(tile).collect::<Vec<_>>().concat();
    sort(&mut rows);
    rows
}

/// Adds the pairs of placed shapes for which a question has an answer and that belong to an area: the
/// lower corner of what their boxes have in common lies in it, or on its lower sides. So areas that
/// cut the plane give each pair once, if each gets the shapes whose boxes meet it. Boxes of the left
/// list count with a margin of [`Question::reach`] ([`reaching`]).
///
/// The rows have the indices of the two lists, and are sorted. An unbounded shape meets all areas, so it
/// is to be in each list; a pair with it belongs to the area of the other one's lower corner.
///
/// ```
/// use jostle::{Aabb, Affine, Shape, join::{Overlaps, join_area}};
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
    visit_area(area, lefts, rights, reach, &mut |i, j| {
        let answer = question.ask(&left[i as usize], &right[j as usize]);
        rows.extend(answer.map(|answer| JoinRow { left: i, right: j, answer }));
    });
    sort(&mut rows[start..]);
}

/// Calls `visit` with the pairs of boxes that meet and belong to an area, of those that [`join_area`]
/// asks about, in no order: for programs that place a row once a pair needs it.
///
/// ```
/// use jostle::{Aabb, join::visit_area};
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
    let mut boxes = BoxPairs::default();
    boxes.find(left.map(|bounds| reaching(bounds, reach)), Some(right));
    for &(i, j) in &boxes.pairs {
        let [a, b] = boxes.bounds(i, j);
        if belongs(area, a, b) {
            visit(i, j);
        }
    }
}

/// Returns a box with a margin, rounded outward: where the left box of a pair counts in a join.
///
/// ```
/// use jostle::{Aabb, join::reaching};
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

/// Returns `true` if the lower corner of what two boxes have in common lies in an area.
fn belongs(area: Aabb, a: Aabb, b: Aabb) -> bool {
    if area == Aabb::UNBOUNDED {
        return true;
    }
    let x = if a.min.x > b.min.x { a.min.x } else { b.min.x };
    let y = if a.min.y > b.min.y { a.min.y } else { b.min.y };
    x >= area.min.x && x < area.max.x && y >= area.min.y && y < area.max.y
}

/// Puts the rows of tiles in the order in which [`join`] returns them. No two are of one pair.
pub(crate) fn sort<A>(rows: &mut [JoinRow<A>]) {
    rows.sort_unstable_by_key(|row| (row.left, row.right));
}

#[cfg(test)]
mod tests;
