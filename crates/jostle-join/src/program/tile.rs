//! The join of one tile, into sorted runs.

use crate::failure::{At, Failure};
use crate::known::Known;
use crate::pile::{Pile, Rows, from_bits, place};
use crate::question::{Answer, Question};
use crate::work::{Run, Tile};
use jostle::{Aabb, Placed, Shape};
use jostle_join::{
    Contacts, Contains, JoinRow, NearestRows, Overlaps, Question as Ask, Within,
    box_distance_squared, reaching, visit_area,
};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Boxes that are tried to estimate how many meet.
const TRIED: usize = 128;

/// Rows of a pile in memory, of which those are placed that pairs need, from the first of these to the last:
/// what is placed and dropped soon stays in the cache.
#[derive(Default)]
struct Block {
    boxes: Vec<Aabb>,
    numbers: Vec<u32>,
    /// What rows have that are more than their boxes, and where that of each row ends.
    bodies: Vec<u8>,
    ends: Vec<usize>,
    placed: Vec<Option<Placed>>,
    /// How many pairs need each row.
    needed: Vec<u32>,
    known: Known<Arc<Shape>>,
}

impl Block {
    /// Reads rows up to a cost; of one row at least. `None` at the end.
    fn read(rows: &mut Rows, memory: u64) -> Result<Option<Self>, Failure> {
        let (mut block, mut cost) = (Self::default(), 0);
        while cost < memory
            && let Some(row) = rows.next()?
        {
            cost += row.cost();
            block.boxes.push(row.bounds());
            block.numbers.push(row.number());
            block.bodies.extend_from_slice(row.body());
            block.ends.push(block.bodies.len());
        }
        Ok((!block.numbers.is_empty()).then_some(block))
    }

    /// Whether a row is its box.
    fn is_box(&self, row: usize) -> bool {
        body(&self.bodies, &self.ends, row).is_empty()
    }

    /// Counts a pair that needs a row.
    fn need(&mut self, row: usize) {
        self.placed.resize(self.boxes.len(), None);
        self.needed.resize(self.boxes.len(), 0);
        self.needed[row] += 1;
    }

    /// Drops a row after the last pair that needs it.
    fn done(&mut self, row: usize) {
        self.needed[row] -= 1;
        if self.needed[row] == 0 {
            self.placed[row] = None;
        }
    }

    /// Places a row, if it is not placed yet.
    fn place(&mut self, row: usize, pile: &Pile) -> Result<(), Failure> {
        if self.placed[row].is_none() {
            let placed = match body(&self.bodies, &self.ends, row) {
                [] => self.boxes[row].to_placed().ok(),
                body => place(body, &mut self.known),
            };
            let broken = || Failure::file(&pile.path, "the file was changed; remove its folder");
            self.placed[row] = Some(placed.ok_or_else(broken)?);
        }
        Ok(())
    }

    /// Places all rows.
    fn into_placed(mut self, pile: &Pile) -> Result<(Vec<Placed>, Vec<u32>), Failure> {
        self.placed.resize(self.boxes.len(), None);
        (0..self.boxes.len()).try_for_each(|row| self.place(row, pile))?;
        Ok((self.placed.into_iter().flatten().collect(), self.numbers))
    }
}

fn body<'a>(bodies: &'a [u8], ends: &[usize], row: usize) -> &'a [u8] {
    let start = row.checked_sub(1).map_or(0, |before| ends[before]);
    &bodies[start..ends[row]]
}

/// Where the runs of a tile go.
pub(crate) struct Output<'a> {
    pub(crate) question: Question,
    /// For one thread.
    pub(crate) memory: u64,
    /// Makes a path for a run.
    pub(crate) path: &'a (dyn Fn() -> PathBuf + Sync),
}

/// Joins a tile.
pub(crate) fn join(tile: &Tile, blocks: &[Pile], out: &Output<'_>) -> Result<Vec<Run>, Failure> {
    match (out.question, &tile.right) {
        (Question::Overlaps, Some(right)) => pairs(tile, right, &Overlaps, Some(()), out),
        (Question::Contacts, Some(right)) => pairs(tile, right, &Contacts, None, out),
        (Question::Contains, Some(right)) => pairs(tile, right, &Contains, None, out),
        (Question::Within(distance), Some(right)) => {
            pairs(tile, right, &Within(distance), None, out)
        }
        (Question::Nearest(count), _) => nearest(tile, blocks, count as usize, out),
        (_, None) => Ok(Vec::new()),
    }
}

/// Joins a tile for a question, of which the answer for two boxes that meet may be known.
fn pairs<Q: Ask<Answer: Answer>>(
    tile: &Tile,
    right: &Pile,
    question: &Q,
    boxes: Option<Q::Answer>,
    out: &Output<'_>,
) -> Result<Vec<Run>, Failure> {
    let (area, mut runs) = (from_bits(tile.area), Vec::new());
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    // A quarter for the rows of each table, one for candidates, one for the result.
    let share = out.memory / 4;
    let most = share as usize / size_of::<JoinRow<Q::Answer>>();
    let mut lefts = tile.left.open()?;
    while let Some(mut left) = Block::read(&mut lefts, share)? {
        let mut rights = right.open()?;
        while let Some(mut block) = Block::read(&mut rights, share)? {
            let meeting = meeting(&left.boxes, &block.boxes, question.reach());
            let parts = (meeting / most.max(1) + 1).min(left.boxes.len());
            let size = left.boxes.len().div_ceil(parts);
            for first in (0..left.boxes.len()).step_by(size) {
                let part = left.boxes[first..].iter().take(size).copied();
                found.clear();
                visit_area(
                    area,
                    part,
                    block.boxes.iter().copied(),
                    question.reach(),
                    &mut |i, j| {
                        found.push((first + i as usize, j as usize));
                    },
                );
                // Boxes that meet have a point in common.
                let known = |left: &Block, right: &Block, i: usize, j: usize| {
                    boxes.filter(|_| left.is_box(i) && right.is_box(j))
                };
                for &(i, j) in &found {
                    if known(&left, &block, i, j).is_none() {
                        left.need(i);
                        block.need(j);
                    }
                }
                for &(i, j) in &found {
                    let mut answer = known(&left, &block, i, j);
                    if answer.is_none() {
                        left.place(i, &tile.left)?;
                        block.place(j, right)?;
                        let pair = left.placed[i].as_ref().zip(block.placed[j].as_ref());
                        answer = pair.and_then(|(a, b)| question.ask(a, b));
                        left.done(i);
                        block.done(j);
                    }
                    let [left, right] = [left.numbers[i], block.numbers[j]];
                    rows.extend(answer.map(|answer| JoinRow { left, right, answer }));
                }
                if rows.len() > most {
                    write(&mut rows, out, &mut runs)?;
                }
            }
        }
    }
    write(&mut rows, out, &mut runs)?;
    Ok(runs)
}

/// Estimates how many pairs of boxes meet, from some.
fn meeting(left: &[Aabb], right: &[Aabb], reach: f32) -> usize {
    let some = |list: &[Aabb]| -> Vec<Aabb> {
        list.iter().step_by(list.len().div_ceil(TRIED)).copied().collect()
    };
    let (some_left, some_right) = (some(left), some(right));
    let of_one = |a: &Aabb| some_right.iter().filter(|b| reaching(*a, reach).overlaps(**b)).count();
    let hits: usize = some_left.iter().map(of_one).sum();
    let share = hits as f64 / (some_left.len() * some_right.len()) as f64;
    (share * left.len() as f64 * right.len() as f64) as usize
}

/// Joins a block of the left table with the blocks of the right from the nearest on, until no row can
/// find a nearer one.
fn nearest(
    tile: &Tile,
    piles: &[Pile],
    count: usize,
    out: &Output<'_>,
) -> Result<Vec<Run>, Failure> {
    let mut runs = Vec::new();
    let mut order: Vec<(f64, &Pile)> = piles
        .iter()
        .map(|pile| (box_distance_squared(tile.left.bounds(), pile.bounds()), pile))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut lefts = tile.left.open()?;
    while let Some(left) = Block::read(&mut lefts, out.memory / 4)? {
        let (left, numbers) = left.into_placed(&tile.left)?;
        let mut near = NearestRows::new(left.len(), count);
        for (square, pile) in &order {
            if *square > near.square_reach() {
                break;
            }
            let mut rights = pile.open()?;
            while let Some(right) = Block::read(&mut rights, out.memory / 4)? {
                let (right, rows) = right.into_placed(pile)?;
                near.add(&left, &right, &rows);
            }
        }
        let mut rows = Vec::new();
        for (i, number) in numbers.iter().enumerate() {
            let row = |&(answer, right): &(f32, u32)| JoinRow { left: *number, right, answer };
            rows.extend(near.of(i).iter().map(row));
        }
        // In the order of left rows; those of one are sorted.
        rows.sort_by_key(|row| row.left);
        save(&rows, out, &mut runs)?;
    }
    Ok(runs)
}

/// Sorts rows and writes them as a run.
fn write<A: Answer>(
    rows: &mut Vec<JoinRow<A>>,
    out: &Output<'_>,
    runs: &mut Vec<Run>,
) -> Result<(), Failure> {
    rows.sort_unstable_by_key(|row| (row.left, row.right));
    save(rows, out, runs)?;
    rows.clear();
    Ok(())
}

fn save<A: Answer>(
    rows: &[JoinRow<A>],
    out: &Output<'_>,
    runs: &mut Vec<Run>,
) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let path = (out.path)();
    let mut file = BufWriter::with_capacity(1 << 18, File::create(&path).at(&path)?);
    let mut bytes = Vec::new();
    for row in rows {
        bytes.clear();
        bytes.extend_from_slice(&row.left.to_le_bytes());
        bytes.extend_from_slice(&row.right.to_le_bytes());
        row.answer.write(&mut bytes);
        file.write_all(&bytes).at(&path)?;
    }
    file.flush().at(&path)?;
    runs.push(Run { path, rows: rows.len() as u64 });
    Ok(())
}
