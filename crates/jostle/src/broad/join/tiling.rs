//! How a join is cut into tiles, and the join of one.

use super::{JoinRow, Question, Table, sort};
use crate::broad::pairs::BoxPairs;
use crate::math::{Aabb, Vec2};
use crate::shape::Placed;
use alloc::vec::Vec;

/// A part of the plane, with the rows whose boxes meet it.
#[derive(Clone, Debug)]
struct Tile {
    /// Half-open: without its upper sides. Of unbounded rows, everything.
    area: Aabb,
    left: Vec<u32>,
    right: Vec<u32>,
}

/// The parts in which a join is done.
///
/// ```
/// use jostle::{Affine, Shape, join::{Overlaps, Tiling}};
/// let ball = Shape::circle(1.0)?;
/// let balls = (0..99).map(|i| ball.place(Affine::at((i as f32, 0.0)))).collect::<Result<Vec<_>, _>>()?;
/// let tiling = Tiling::new(&balls[..], &balls[..], 0.0, 10_000);
/// let all = jostle::join(&balls[..], &balls[..], &Overlaps, 10_000);
/// let mut rows = Vec::new();
/// for tile in 0..tiling.len() {
///     tiling.join_into(tile, &balls[..], &balls[..], &Overlaps, &mut rows);
/// }
/// assert!(tiling.len() > 1 && rows.len() == all.len());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tiling {
    tiles: Vec<Tile>,
    reach: f32,
    memory: usize,
}

/// A tile is not cut where that would list its rows more than this often.
const MOST_COPIES: usize = 3;

impl Tiling {
    /// Cuts a join of two tables. `reach` is how far boxes may be apart ([`Question::reach`]); rows
    /// of a tile take at most `memory` bytes where cutting can achieve that.
    ///
    /// ```
    /// let none: &[jostle::Placed] = &[];
    /// assert!(jostle::join::Tiling::new(none, none, 0.0, 0).is_empty());
    /// ```
    #[must_use]
    pub fn new<L: Table + ?Sized, R: Table + ?Sized>(
        left: &L,
        right: &R,
        reach: f32,
        memory: usize,
    ) -> Self {
        let mut tiling = Self { tiles: Vec::new(), reach, memory };
        let finite = |table: &dyn Fn(usize) -> Aabb, rows: usize| -> [Vec<u32>; 2] {
            (0..rows as u32).partition(|row| table(*row as usize).is_finite()).into()
        };
        let [left_rows, left_unbounded] = finite(&|row| left.bounds(row), left.rows());
        let [right_rows, right_unbounded] = finite(&|row| right.bounds(row), right.rows());
        let area = Aabb::UNBOUNDED;
        if !left_unbounded.is_empty() {
            let right = (0..right.rows() as u32).collect();
            tiling.tiles.push(Tile { area, left: left_unbounded, right });
        }
        if !right_unbounded.is_empty() {
            tiling.tiles.push(Tile { area, left: left_rows.clone(), right: right_unbounded });
        }
        let boxes = |row: u32| reaching(left.bounds(row as usize), reach);
        let root = Tile { area, left: left_rows, right: right_rows };
        let mut open = Vec::from([root]);
        while let Some(tile) = open.pop() {
            if tile.left.is_empty() || tile.right.is_empty() {
                continue;
            }
            let sum = |rows: &[u32], bytes: &dyn Fn(usize) -> usize| -> usize {
                rows.iter().map(|row| bytes(*row as usize)).sum()
            };
            let bytes =
                sum(&tile.left, &|row| left.bytes(row)) + sum(&tile.right, &|row| right.bytes(row));
            let cut = if bytes > memory {
                quarters(&tile, &boxes, &|row| right.bounds(row as usize))
            } else {
                None
            };
            match cut {
                Some(quarters) => open.extend(quarters),
                None => tiling.tiles.push(tile),
            }
        }
        tiling
    }

    /// Returns the number of tiles.
    ///
    /// ```
    /// let none: &[jostle::Placed] = &[];
    /// assert_eq!(jostle::join::Tiling::new(none, none, 0.0, 0).len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Returns `true` if there is no tile, so that the result of the join is empty.
    ///
    /// ```
    /// let none: &[jostle::Placed] = &[];
    /// assert!(jostle::join::Tiling::new(none, none, 0.0, 0).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Joins the rows of one tile of the tables that were cut, and adds the pairs that belong to it,
    /// sorted. A tile that does not exist has none.
    ///
    /// ```
    /// use jostle::{Affine, Shape, join::{Contacts, Tiling}};
    /// let balls = [Shape::circle(1.0)?.place(Affine::IDENTITY)?];
    /// let tiling = Tiling::new(&balls[..], &balls[..], 0.0, 1 << 20);
    /// let mut rows = Vec::new();
    /// tiling.join_into(0, &balls[..], &balls[..], &Contacts, &mut rows);
    /// assert_eq!((rows[0].left, rows[0].answer.depth), (0, 2.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn join_into<L: Table + ?Sized, R: Table + ?Sized, Q: Question>(
        &self,
        tile: usize,
        left: &L,
        right: &R,
        question: &Q,
        rows: &mut Vec<JoinRow<Q::Answer>>,
    ) {
        let Some(tile) = self.tiles.get(tile) else { return };
        let (start, mut boxes) = (rows.len(), BoxPairs::default());
        // A tile that could not be cut is done in blocks that fit.
        for lefts in blocks(&tile.left, self.memory / 2, |row| left.bytes(row)) {
            let placed: Vec<Placed> = lefts.iter().map(|row| left.place(*row as usize)).collect();
            for rights in blocks(&tile.right, self.memory / 2, |row| right.bytes(row)) {
                let others: Vec<Placed> =
                    rights.iter().map(|row| right.place(*row as usize)).collect();
                let reached = placed.iter().map(|left| reaching(left.bounds(), self.reach));
                boxes.find(reached, Some(others.iter().map(Placed::bounds)));
                for &(i, j) in &boxes.pairs {
                    let (a, b) = (&placed[i as usize], &others[j as usize]);
                    if belongs(tile.area, reaching(a.bounds(), self.reach), b.bounds())
                        && let Some(answer) = question.ask(a, b)
                    {
                        let (left, right) = (lefts[i as usize], rights[j as usize]);
                        rows.push(JoinRow { left, right, answer });
                    }
                }
            }
        }
        sort(&mut rows[start..]);
    }
}

/// A box with a margin, rounded outward.
fn reaching(bounds: Aabb, reach: f32) -> Aabb {
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

/// Returns `true` if a closed box meets a half-open area.
fn meets(area: Aabb, bounds: Aabb) -> bool {
    bounds.max.x >= area.min.x
        && bounds.min.x < area.max.x
        && bounds.max.y >= area.min.y
        && bounds.min.y < area.max.y
}

/// Cuts a tile in the middle of its boxes; `None` if that does not make it smaller.
fn quarters(
    tile: &Tile,
    left: &dyn Fn(u32) -> Aabb,
    right: &dyn Fn(u32) -> Aabb,
) -> Option<[Tile; 4]> {
    let middle = |bounds: Aabb| (bounds.center(), bounds);
    let all = tile.left.iter().map(|row| middle(left(*row)));
    let all = all.chain(tile.right.iter().map(|row| middle(right(*row))));
    let inside = all.map(|(center, _)| clamped(center, tile.area));
    let content = inside.map(|point| Aabb { min: point, max: point }).reduce(Aabb::union)?;
    let Vec2 { x, y } = content.center();
    let Aabb { min, max } = tile.area;
    let cells = [
        Aabb { min, max: Vec2::new(x, y) },
        Aabb { min: Vec2::new(x, min.y), max: Vec2::new(max.x, y) },
        Aabb { min: Vec2::new(min.x, y), max: Vec2::new(x, max.y) },
        Aabb { min: Vec2::new(x, y), max },
    ];
    let rows = |rows: &[u32], bounds: &dyn Fn(u32) -> Aabb, area: Aabb| -> Vec<u32> {
        rows.iter().copied().filter(|row| meets(area, bounds(*row))).collect()
    };
    let cut = cells.map(|area| Tile {
        area,
        left: rows(&tile.left, left, area),
        right: rows(&tile.right, right, area),
    });
    let count = |tile: &Tile| tile.left.len() + tile.right.len();
    let (before, after) = (count(tile), cut.iter().map(count).sum::<usize>());
    let smaller = cut.iter().all(|part| count(part) < before);
    (smaller && after <= before * MOST_COPIES).then_some(cut)
}

fn clamped(point: Vec2, area: Aabb) -> Vec2 {
    let within = |v: f32, low: f32, high: f32| {
        if v < low {
            low
        } else if v > high {
            high
        } else {
            v
        }
    };
    Vec2::new(within(point.x, area.min.x, area.max.x), within(point.y, area.min.y, area.max.y))
}

/// Cuts a list into runs of at most a number of bytes, of one row at least.
fn blocks(
    rows: &[u32],
    memory: usize,
    bytes: impl Fn(usize) -> usize,
) -> impl Iterator<Item = &[u32]> {
    let mut rest = rows;
    core::iter::from_fn(move || {
        let mut sum = 0;
        let fits = |row: &&u32| {
            sum += bytes(**row as usize);
            sum <= memory
        };
        let count = rest.iter().take_while(fits).count();
        let (block, after) = rest.split_at(count.max(1).min(rest.len()));
        rest = after;
        (!block.is_empty()).then_some(block)
    })
}
