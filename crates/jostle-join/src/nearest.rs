//! The rows of one table that are nearest to each row of another.
//!
//! Method: nested loops over blocks of neighboring rows, as in Xia, Lu, Ooi and Hu, "Gorder: An
//! Efficient Method for KNN Join Processing" (2004). The rows of both tables are cut in halves along
//! the wider side until a block fits the memory. A block of the left table meets the blocks of the
//! right from the nearest box on, until no row can find a nearer one; within a block a tree of boxes
//! serves each row ([`NearestRows`]).
//! Cost: a block of the right table is placed for each block of the left to which it is near.

use crate::tiling::blocks;
use crate::{JoinRow, Table};
use jostle::broad::{BroadPhase, Tree};
use jostle::{Aabb, Placed};

/// Finds for each row of the left table the `count` rows of the right that are nearest, with their
/// distances, which are 0 where shapes share a point.
///
/// Sorted by the number of the left row, then by distance, then by the number of the right row, which
/// also decides between equal distances. The same, bit for bit, for any memory limit; `memory`
/// counts like that of [`join`](crate::join()).
///
/// ```
/// use jostle::{Affine, Shape};
/// use jostle_join::nearest;
/// let ball = Shape::circle(1.0)?;
/// let row = |step: f32| (0..9).map(move |i| Affine::at((i as f32 * step, 0.0)));
/// let left = row(5.0).map(|at| ball.place(at)).collect::<Result<Vec<_>, _>>()?;
/// let right = row(4.0).map(|at| ball.place(at)).collect::<Result<Vec<_>, _>>()?;
/// let rows = nearest(&left[..], &right[..], 2, 1 << 20);
/// assert_eq!((rows[3].left, rows[3].right, rows[3].answer), (1, 2, 1.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub fn nearest<L: Table + ?Sized, R: Table + ?Sized>(
    left: &L,
    right: &R,
    count: usize,
    memory: usize,
) -> Vec<JoinRow<f32>> {
    let (lefts, rights) = (Block::cut(left, memory / 2), Block::cut(right, memory / 2));
    let mut found = Vec::new();
    for block in &lefts {
        let placed: Vec<Placed> = block.rows.iter().map(|row| left.place(*row as usize)).collect();
        let mut near = NearestRows::new(placed.len(), count);
        let distance =
            |(i, other): (usize, &Block)| (box_distance_squared(block.bounds, other.bounds), i);
        let mut order: Vec<(f64, usize)> = rights.iter().enumerate().map(distance).collect();
        order.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        for (square, i) in order {
            if square > near.square_reach() {
                break;
            }
            let rows = &rights[i].rows;
            let others: Vec<Placed> = rows.iter().map(|row| right.place(*row as usize)).collect();
            near.add(&placed, &others, rows);
        }
        let rows = block.rows.iter().zip(&near.lists);
        found.extend(rows.flat_map(|(left, list)| {
            list.iter().map(|&(answer, right)| JoinRow { left: *left, right, answer })
        }));
    }
    found.sort_unstable_by_key(|row| (row.left, row.answer.to_bits(), row.right));
    found
}

/// Rows near to each other.
struct Block {
    rows: Vec<u32>,
    bounds: Aabb,
}

impl Block {
    fn cut<T: Table + ?Sized>(table: &T, memory: usize) -> Vec<Self> {
        let bounds = |row: u32| table.bounds(row as usize);
        let bytes = |row: usize| table.bytes(row);
        let (mut open, unbounded): (Vec<u32>, Vec<u32>) =
            (0..table.rows() as u32).partition(|row| bounds(*row).is_finite());
        let mut done: Vec<Self> = blocks(&unbounded, memory, bytes)
            .map(|rows| Self { rows: rows.to_vec(), bounds: Aabb::UNBOUNDED })
            .collect();
        let mut parts: Vec<&mut [u32]> = Vec::from([&mut open[..]]);
        while let Some(part) = parts.pop() {
            let around = part.iter().map(|row| bounds(*row)).reduce(Aabb::union);
            let Some(around) = around else { continue };
            let size: usize = part.iter().map(|row| bytes(*row as usize)).sum();
            if part.len() == 1 || size <= memory {
                done.push(Self { rows: part.to_vec(), bounds: around });
                continue;
            }
            let size = around.size();
            let along = |row: &u32| {
                let center = bounds(*row).center();
                if size.x > size.y { center.x } else { center.y }
            };
            let middle = part.len() / 2;
            part.select_nth_unstable_by(middle, |a, b| along(a).total_cmp(&along(b)));
            let (low, high) = part.split_at_mut(middle);
            parts.extend([low, high]);
        }
        done
    }
}

/// The rows of a table that are nearest to each of some placed shapes, found block by block.
#[derive(Clone, Debug)]
pub struct NearestRows {
    count: usize,
    lists: Vec<Vec<(f32, u32)>>,
}

impl NearestRows {
    /// Makes empty lists, for as many shapes, of up to `count` rows each.
    ///
    /// ```
    /// assert_eq!(jostle_join::NearestRows::new(3, 5).of(0), []);
    /// ```
    #[must_use]
    pub fn new(shapes: usize, count: usize) -> Self {
        Self { count, lists: std::vec![Vec::new(); shapes] }
    }

    /// Takes up the rows of a block that are nearer than those known; `rows` has their numbers. `shapes`
    /// are the same, and no row comes twice.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// use jostle_join::NearestRows;
    /// let ball = Shape::circle(1.0)?;
    /// let at = |x: f32| ball.place(Affine::at((x, 0.0)));
    /// let mut near = NearestRows::new(1, 2);
    /// near.add(&[at(0.0)?], &[at(5.0)?, at(9.0)?], &[0, 1]);
    /// near.add(&[at(0.0)?], &[at(4.0)?], &[2]);
    /// assert_eq!(near.of(0), [(2.0, 2), (3.0, 0)]);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn add(&mut self, shapes: &[Placed], block: &[Placed], rows: &[u32]) {
        let Some(last) = self.count.checked_sub(1) else { return };
        let mut tree = Tree::new();
        let (finite, unbounded): (Vec<u32>, Vec<u32>) =
            (0..block.len() as u32).partition(|i| block[*i as usize].bounds().is_finite());
        let boxes: Vec<_> = finite.iter().map(|i| (*i, block[*i as usize].bounds())).collect();
        tree.insert_all(&boxes);
        for (shape, list) in shapes.iter().zip(&mut self.lists) {
            let mut visit = |i: u32| {
                let (other, row) = (&block[i as usize], rows[i as usize]);
                // The depth of an overlap costs more than all else, and is not asked for.
                let found = if shape.overlaps(other) { 0.0 } else { shape.gap(other).distance() };
                let place = list.partition_point(|near| *near < (found, row));
                if place <= last {
                    list.truncate(last);
                    list.insert(place, (found, row));
                }
                list.get(last).map_or(f64::INFINITY, |(distance, _)| square_of(*distance))
            };
            if shape.bounds().is_finite() {
                unbounded.iter().for_each(|i| _ = visit(*i));
                tree.nearest(shape.bounds(), &mut visit);
            } else {
                (0..block.len() as u32).for_each(|i| _ = visit(i));
            }
        }
    }

    /// Returns the square of the largest distance at which a row may still be taken up by one of the lists,
    /// with room for rounding: a block that is farther away by [`box_distance_squared`] has none.
    ///
    /// ```
    /// assert_eq!(jostle_join::NearestRows::new(3, 5).square_reach(), f64::INFINITY);
    /// ```
    #[must_use]
    pub fn square_reach(&self) -> f64 {
        let Some(last) = self.count.checked_sub(1) else { return 0.0 };
        let reach = |list: &Vec<(f32, u32)>| list.get(last).map_or(f32::INFINITY, |(far, _)| *far);
        square_of(self.lists.iter().map(reach).fold(0.0, |a, b| if a > b { a } else { b }))
    }

    /// Returns the rows nearest to a shape as distance and number, sorted; none for a shape that does
    /// not exist.
    ///
    /// ```
    /// assert_eq!(jostle_join::NearestRows::new(0, 5).of(7), []);
    /// ```
    #[must_use]
    pub fn of(&self, shape: usize) -> &[(f32, u32)] {
        self.lists.get(shape).map_or(&[], Vec::as_slice)
    }
}

/// Returns the square of the distance of two boxes, rounded down; 0 where they meet.
///
/// ```
/// use jostle::Aabb;
/// use jostle_join::box_distance_squared;
/// let [a, b] = [Aabb::xywh(0.0, 0.0, 1.0, 1.0), Aabb::xywh(4.0, 5.0, 1.0, 1.0)];
/// assert!((24.9..=25.0).contains(&box_distance_squared(a, b)));
/// ```
#[must_use]
pub fn box_distance_squared(a: Aabb, b: Aabb) -> f64 {
    let apart = |low: f32, high: f32| f64::from(low) - f64::from(high);
    let most = |gaps: [f64; 2]| {
        gaps.into_iter().fold(0.0, |most, gap| if gap > most { gap } else { most })
    };
    let x = most([apart(b.min.x, a.max.x), apart(a.min.x, b.max.x)]);
    let y = most([apart(b.min.y, a.max.y), apart(a.min.y, b.max.y)]);
    (x * x + y * y) * (1.0 - 8.0 * f64::EPSILON)
}

/// The square of a bound on a distance that is an `f32`: all that rounds to it lies within.
fn square_of(distance: f32) -> f64 {
    let far = f64::from(distance.next_up());
    far * far
}
