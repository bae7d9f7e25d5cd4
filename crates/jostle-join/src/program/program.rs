//! The stages of a join.

use crate::args::Args;
use crate::cut::{By, cut};
use crate::failure::{At, Failure};
use crate::merge::merge;
use crate::output::skipped_list;
use crate::pile::{Pile, from_bits, to_bits};
use crate::question::Question;
use crate::tile::{Output, join};
use crate::work::{Tile, Work, beside};
use crate::{form, progress, read};
use jostle::Aabb;
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tiles a thread, so that a slow one gets help.
const TILES: u64 = 8;
/// A tile that costs less is not cut to have more tiles.
const SMALL: u64 = 16 << 20;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let question = args.question()?;
    form::of(&args.out)?;
    let note = |text: String| {
        if !args.quiet {
            // A closed standard error is no reason to stop.
            let _ = writeln!(io::stderr(), "jostle join: {text}");
        }
    };
    // What is done is on the disk. Without the handler an interruption does the same without a word.
    let _ = ctrlc::set_handler(|| {
        let text = "jostle join: interrupted; the same command continues\n";
        let _ = io::stderr().write_all(text.as_bytes());
        std::process::exit(130);
    });
    let threads = args.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Argument(error.to_string()))?;

    let (mut work, continues) = Work::open(args, question)?;
    if continues {
        note(format!("continues from {}", beside(&args.out, ".work").display()));
    }
    if work.state.is_placed(&args.out) {
        list_skipped(args, &mut work)?;
        work.close()?;
        note(format!("{} was complete", args.out.display()));
        return Ok(());
    }
    let rows = pool.install(|| -> Result<u64, Failure> {
        read_tables(args, &mut work)?;
        prepare(args, question, &mut work)?;
        join_tiles(args, question, &mut work)?;
        let all = work.state.runs.iter().map(|run| run.rows).sum();
        let bar = progress::bar("writing", all, args.quiet);
        let rows = merge(&mut work, question, args, &bar)?;
        bar.finish_and_clear();
        Ok(rows)
    })?;
    let [left, right] = [0, 1].map(|i| work.state.tables[i].as_ref().map_or(0, |table| table.rows));
    let skipped = list_skipped(args, &mut work)?;
    work.close()?;
    let out = args.out.display();
    note(format!("{rows} rows in {out}, of {left} and {right} rows"));
    if let Some((skipped, list)) = skipped {
        // This is never silent.
        let _ = writeln!(
            io::stderr(),
            "jostle join: {skipped} rows were skipped; {} lists them",
            list.display()
        );
    }
    Ok(())
}

fn read_tables(args: &Args, work: &mut Work) -> Result<(), Failure> {
    for (i, path) in [&args.left, &args.right].into_iter().enumerate() {
        if work.state.tables[i].is_none() {
            let table = read::table(path, args, work)?;
            work.state.tables[i] = Some(table);
            work.save()?;
        }
    }
    Ok(())
}

/// Writes the list of rows that were skipped, if there are any.
fn list_skipped(args: &Args, work: &mut Work) -> Result<Option<(u64, PathBuf)>, Failure> {
    let (path, tables) = (skipped_list(args), work.state.tables.clone());
    let skipped = tables.iter().flatten().map(|table| table.skipped).sum();
    let lists = tables.iter().flatten().map(|table| &table.skipped_list);
    if work.state.is_placed(&args.out) && !lists.clone().all(|list| list.exists()) {
        // They have been put together before.
        return Ok(Some((skipped, path)).filter(|_| skipped > 0));
    }
    if skipped == 0 {
        // That of an earlier run would be taken for the list of this one.
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).at(&path),
            _ => Ok(None),
        };
    }
    let part = work.path("skipped");
    let mut file = File::create(&part).at(&part)?;
    for table in tables.iter().flatten() {
        io::copy(&mut File::open(&table.skipped_list).at(&table.skipped_list)?, &mut file)
            .at(&part)?;
    }
    fs::rename(&part, &path).at(&path)?;
    Ok(Some((skipped, path)))
}

/// Makes the tiles, and cuts them until each fits.
fn prepare(args: &Args, question: Question, work: &mut Work) -> Result<(), Failure> {
    let [Some(left), Some(right)] = work.state.tables.clone() else { return Ok(()) };
    if work.state.tiles.is_none() {
        let tile = |right: Option<&Pile>| Tile {
            area: to_bits(Aabb::UNBOUNDED),
            left: left.pile.clone(),
            right: right.cloned(),
            whole: false,
        };
        let first = if matches!(question, Question::Nearest(_)) {
            work.state.blocks = Some(vec![right.pile.clone()]);
            tile(None)
        } else {
            tile(Some(&right.pile))
        };
        work.state.tiles = Some(vec![first]);
    }
    let threads = rayon::current_num_threads() as u64;
    let cost = left.pile.cost + right.pile.cost;
    // Rows have half of the memory of a thread.
    let most = (args.memory / threads / 2).min((cost / threads / TILES).max(SMALL));
    let bar = progress::bar("cutting", cost, args.quiet);
    cut_blocks(args, most / 2, work)?;
    let mut open = work.state.tiles.take().unwrap_or_default();
    let (mut done, mut progress) = (Vec::new(), 0);
    while let Some(mut tile) = open.pop() {
        let empty = tile.left.rows == 0 || tile.right.as_ref().is_some_and(|pile| pile.rows == 0);
        let parts = if empty {
            Some(Vec::new())
        } else if tile.whole || tile.cost() <= most {
            None
        } else {
            cut_tile(args, question, &tile, most, work)?
        };
        let Some(parts) = parts else {
            progress += tile.cost();
            bar.set_position(progress);
            tile.whole |= tile.cost() > most;
            done.push(tile);
            continue;
        };
        open.extend(parts);
        work.state.tiles = Some(open.iter().chain(&done).cloned().collect());
        work.save()?;
        work.remove(&tile);
    }
    work.state.tiles = Some(done);
    work.save()?;
    bar.finish_and_clear();
    Ok(())
}

fn cut_tile(
    args: &Args,
    question: Question,
    tile: &Tile,
    most: u64,
    work: &mut Work,
) -> Result<Option<Vec<Tile>>, Failure> {
    let area = from_bits(tile.area);
    let part = |area: Aabb, left: Pile, right: Option<Pile>| {
        // A part that is hardly smaller is not cut again.
        let mut part = Tile { area: to_bits(area), left, right, whole: false };
        part.whole = part.cost() > tile.cost() / 10 * 9;
        part
    };
    let Some(right) = &tile.right else {
        let parts = cut(area, [(&tile.left, By::Center)], most, args.memory, work)?;
        return Ok(parts.map(|parts| {
            parts.into_iter().map(|(area, [left])| part(area, left, None)).collect()
        }));
    };
    let piles = [(&tile.left, By::Bounds(question.reach())), (right, By::Bounds(0.0))];
    let parts = cut(area, piles, most, args.memory, work)?;
    let part = |(area, [left, right]): (Aabb, [Pile; 2])| part(area, left, Some(right));
    Ok(parts.map(|parts| parts.into_iter().map(part).collect()))
}

/// Cuts the right table of `nearest` into blocks.
fn cut_blocks(args: &Args, most: u64, work: &mut Work) -> Result<(), Failure> {
    let Some(mut open) = work.state.blocks.take() else { return Ok(()) };
    let mut done = Vec::new();
    while let Some(pile) = open.pop() {
        let parts = if pile.cost <= most {
            None
        } else {
            cut(Aabb::UNBOUNDED, [(&pile, By::Center)], most, args.memory, work)?
        };
        match parts {
            None => done.push(pile),
            Some(parts) => {
                let parts = parts.into_iter().map(|(_, [part])| part);
                // A part that is hardly smaller is not cut again.
                let (large, small) =
                    parts.partition::<Vec<_>, _>(|part| part.cost > pile.cost / 10 * 9);
                done.extend(large);
                open.extend(small);
            }
        }
    }
    done.retain(|pile| pile.rows > 0);
    work.state.blocks = Some(done);
    Ok(())
}

fn join_tiles(args: &Args, question: Question, work: &mut Work) -> Result<(), Failure> {
    let tiles = work.state.tiles.clone().unwrap_or_default();
    let blocks = work.state.blocks.clone().unwrap_or_default();
    let bar = progress::bar("joining", tiles.iter().map(Tile::cost).sum(), args.quiet);
    let done = AtomicU64::new(0);
    let shared = Mutex::new(work);
    let locked = || shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let path = || locked().path("run");
    let memory = args.memory / rayon::current_num_threads() as u64;
    let output = Output { question, memory, path: &path };
    let joined = tiles.par_iter().try_for_each(|tile| {
        let runs = join(tile, &blocks, &output)?;
        let mut work = locked();
        work.state.runs.extend(runs);
        if let Some(open) = &mut work.state.tiles {
            open.retain(|other| other.left.path != tile.left.path);
        }
        work.save()?;
        work.remove(tile);
        bar.set_position(done.fetch_add(tile.cost(), Ordering::Relaxed) + tile.cost());
        Ok(())
    });
    bar.finish_and_clear();
    joined
}
