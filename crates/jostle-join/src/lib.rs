//! Joins of two tables of shapes, in bounded memory.
//!
//! Question: which rows of two tables overlap, touch, lie within a distance or contain each other?
//! Method: partition-based spatial merge join (Patel and DeWitt, "Partition Based Spatial-Merge
//! Join", 1996). The plane is cut into tiles until the placed shapes of a tile fit the memory
//! ([`Cuts`]). A pair is reported by the tile that holds the lower corner of the intersection of its
//! boxes (Dittrich and Seeger, "Data Redundancy and Duplicate Detection in Spatial Join Processing",
//! 2000), so no pair is found twice. Rows are sorted at the end, so that no tiling, no memory limit and
//! no thread shows in the result.
//! Cost: one sweep and prune a tile, over a row for each tile that its box meets.
//!
//! The feature `program`, on by default, is for the program `jostle join`; the library does not need it.
//!
//! Programs that keep tables elsewhere, on disk or on other machines, cut the plane themselves and call
//! [`join_area`] for each part, or [`visit_area`] where rows are not placed yet. [`nearest`] has another
//! method.

mod area;
mod cuts;
mod nearest;
mod question;
mod sweep;
#[cfg(test)]
mod tests;
mod tiling;

pub use area::{join_area, reaching, visit_area};
pub use cuts::Cuts;
pub use nearest::{NearestRows, box_distance_squared, nearest};
pub use question::{Contacts, Contains, Overlaps, Question, Within};

use jostle::{Aabb, Placed};
use rayon::prelude::*;
use tiling::Tiling;

/// Rows that can be placed, again and again, with the same result.
///
/// Slices of placed shapes are tables. A table of another kind places a row when it is needed, so that
/// all rows need not be placed at once.
///
/// ```
/// use jostle_join::{Overlaps, Table};
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
/// assert_eq!(jostle_join::join(&Row(3), &Row(9), &Overlaps, 1 << 20).len(), 3);
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
/// larger; numbers of rows and the result come on top. For results that do not fit, [`join_area`] gives
/// the rows part by part.
///
/// ```
/// use jostle::{Affine, Shape};
/// use jostle_join::Overlaps;
/// let ball = Shape::circle(1.0)?;
/// let row = |step: f32| (0..9).map(move |i| Affine::at((i as f32 * step, 0.0)));
/// let left = row(2.5).map(|at| ball.place(at)).collect::<Result<Vec<_>, _>>()?;
/// let right = row(10.0).map(|at| ball.place(at)).collect::<Result<Vec<_>, _>>()?;
/// let rows = jostle_join::join(&left[..], &right[..], &Overlaps, 1 << 20);
/// assert_eq!([rows[1].left, rows[1].right], [4, 1]);
/// assert_eq!(rows, jostle_join::join(&left[..], &right[..], &Overlaps, 1));
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
/// use jostle::Placed;
/// use jostle_join::{Overlaps, join_parallel};
/// let none: &[Placed] = &[];
/// assert!(join_parallel(none, none, &Overlaps, 1 << 20).is_empty());
/// ```
pub fn join_parallel<L: Table + ?Sized, R: Table + ?Sized, Q: Question>(
    left: &L,
    right: &R,
    question: &Q,
    memory: usize,
) -> Vec<JoinRow<Q::Answer>> {
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

/// Puts the rows of tiles in the order in which [`join`] returns them. No two are of one pair.
pub(crate) fn sort<A>(rows: &mut [JoinRow<A>]) {
    rows.sort_unstable_by_key(|row| (row.left, row.right));
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
