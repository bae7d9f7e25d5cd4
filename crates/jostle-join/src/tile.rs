//! The join of one tile, into sorted runs.

use crate::failure::{At, Failure};
use crate::pile::{Pile, Placer, Rows, from_bits};
use crate::question::{Answer, Question};
use crate::work::{Run, Tile};
use jostle::join::{
    Contacts, Contains, JoinRow, NearestRows, Overlaps, Question as Ask, Within,
    box_distance_squared, join_area, reaching,
};
use jostle::{Aabb, Placed};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Boxes that are tried to estimate how many meet.
const TRIED: usize = 128;

/// Rows of a pile in memory.
struct Block {
    placed: Vec<Placed>,
    numbers: Vec<u32>,
}

/// Reads and places rows up to a cost; of one row at least. `None` at the end.
fn block(rows: &mut Rows, memory: u64, pile: &Pile) -> Result<Option<Block>, Failure> {
    let (mut placer, mut cost) = (Placer::default(), 0);
    let mut block = Block { placed: Vec::new(), numbers: Vec::new() };
    while cost < memory
        && let Some(row) = rows.next()?
    {
        cost += row.cost();
        block.numbers.push(row.number());
        let broken = || Failure::file(&pile.path, "the file was changed; remove its folder");
        block.placed.push(placer.place(row).ok_or_else(broken)?);
    }
    Ok((!block.numbers.is_empty()).then_some(block))
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
        (Question::Overlaps, Some(right)) => pairs(tile, right, &Overlaps, out),
        (Question::Contacts, Some(right)) => pairs(tile, right, &Contacts, out),
        (Question::Contains, Some(right)) => pairs(tile, right, &Contains, out),
        (Question::Within(distance), Some(right)) => pairs(tile, right, &Within(distance), out),
        (Question::Nearest(count), _) => nearest(tile, blocks, count as usize, out),
        (_, None) => Ok(Vec::new()),
    }
}

fn pairs<Q: Ask<Answer: Answer>>(
    tile: &Tile,
    right: &Pile,
    question: &Q,
    out: &Output<'_>,
) -> Result<Vec<Run>, Failure> {
    let (area, mut runs) = (from_bits(tile.area), Vec::new());
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    // A quarter for the rows of each table, one for candidates, one for the result.
    let share = out.memory / 4;
    let most = share as usize / size_of::<JoinRow<Q::Answer>>();
    let mut lefts = tile.left.open()?;
    while let Some(left) = block(&mut lefts, share, &tile.left)? {
        let mut rights = right.open()?;
        while let Some(right) = block(&mut rights, share, right)? {
            let meeting = meeting(&left.placed, &right.placed, question.reach());
            let parts = (meeting / most.max(1) + 1).min(left.placed.len());
            let size = left.placed.len().div_ceil(parts);
            for (part, numbers) in left.placed.chunks(size).zip(left.numbers.chunks(size)) {
                found.clear();
                join_area(area, part, &right.placed, question, &mut found);
                rows.extend(found.iter().map(|row| JoinRow {
                    left: numbers[row.left as usize],
                    right: right.numbers[row.right as usize],
                    ..*row
                }));
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
fn meeting(left: &[Placed], right: &[Placed], reach: f32) -> usize {
    let some = |list: &[Placed]| -> Vec<Aabb> {
        list.iter().step_by(list.len().div_ceil(TRIED)).map(Placed::bounds).collect()
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
    while let Some(left) = block(&mut lefts, out.memory / 4, &tile.left)? {
        let mut near = NearestRows::new(left.placed.len(), count);
        for (square, pile) in &order {
            if *square > near.square_reach() {
                break;
            }
            let mut rights = pile.open()?;
            while let Some(right) = block(&mut rights, out.memory / 4, pile)? {
                near.add(&left.placed, &right.placed, &right.numbers);
            }
        }
        let mut rows = Vec::new();
        for (i, number) in left.numbers.iter().enumerate() {
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
