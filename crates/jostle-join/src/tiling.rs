//! How a join is cut into tiles, and the join of one.

use crate::{Cuts, JoinRow, Question, Table, join_area, reaching, sort};
use jostle::{Aabb, Placed};

/// A part of the plane, with the rows whose boxes meet it.
#[derive(Clone, Debug)]
struct Tile {
    /// Half-open: without its upper sides.
    area: Aabb,
    left: Vec<u32>,
    right: Vec<u32>,
}

/// The parts in which a join is done.
#[derive(Clone, Debug)]
pub(crate) struct Tiling {
    tiles: Vec<Tile>,
    memory: usize,
}

impl Tiling {
    /// Cuts a join of two tables. `reach` is that of the question ([`Question::reach`]); rows
    /// of a tile take at most `memory` bytes where cutting can achieve that.
    pub(crate) fn new<L: Table + ?Sized, R: Table + ?Sized>(
        left: &L,
        right: &R,
        reach: f32,
        memory: usize,
    ) -> Self {
        let lefts = (0..left.rows()).map(|row| reaching(left.bounds(row), reach));
        let costs = (0..left.rows()).map(|row| left.bytes(row) as f64);
        let mut sample: Vec<(Aabb, f64)> = lefts.clone().zip(costs).collect();
        let rights = (0..right.rows()).map(|row| right.bounds(row));
        let costs = (0..right.rows()).map(|row| right.bytes(row) as f64);
        sample.extend(rights.clone().zip(costs));
        let cuts = Cuts::new(Aabb::UNBOUNDED, sample, memory as f64, usize::MAX);
        let tile = |area: &Aabb| Tile { area: *area, left: Vec::new(), right: Vec::new() };
        let mut tiles: Vec<Tile> = cuts.areas().iter().map(tile).collect();
        for (row, bounds) in (0..).zip(lefts) {
            cuts.visit(bounds, &mut |tile| tiles[tile].left.push(row));
        }
        for (row, bounds) in (0..).zip(rights) {
            cuts.visit(bounds, &mut |tile| tiles[tile].right.push(row));
        }
        tiles.retain(|tile| !tile.left.is_empty() && !tile.right.is_empty());
        Self { tiles, memory }
    }

    /// Returns the number of tiles.
    pub(crate) fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Joins the rows of one tile of the tables that were cut, and adds the pairs that belong to it,
    /// sorted. A tile that does not exist has none.
    pub(crate) fn join_into<L: Table + ?Sized, R: Table + ?Sized, Q: Question>(
        &self,
        tile: usize,
        left: &L,
        right: &R,
        question: &Q,
        rows: &mut Vec<JoinRow<Q::Answer>>,
    ) {
        let Some(tile) = self.tiles.get(tile) else { return };
        let (start, mut found) = (rows.len(), Vec::new());
        // A tile that could not be cut is done in blocks that fit.
        for lefts in blocks(&tile.left, self.memory / 2, |row| left.bytes(row)) {
            let placed: Vec<Placed> = lefts.iter().map(|row| left.place(*row as usize)).collect();
            for rights in blocks(&tile.right, self.memory / 2, |row| right.bytes(row)) {
                let others: Vec<Placed> =
                    rights.iter().map(|row| right.place(*row as usize)).collect();
                found.clear();
                join_area(tile.area, &placed, &others, question, &mut found);
                rows.extend(found.iter().map(|row| JoinRow {
                    left: lefts[row.left as usize],
                    right: rights[row.right as usize],
                    ..*row
                }));
            }
        }
        sort(&mut rows[start..]);
    }
}

/// Cuts a list into runs of at most a number of bytes, of one row at least.
pub(crate) fn blocks(
    rows: &[u32],
    memory: usize,
    bytes: impl Fn(usize) -> usize,
) -> impl Iterator<Item = &[u32]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
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
