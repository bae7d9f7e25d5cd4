//! Judges jostle's answers: generated pairs against the exact oracle, exit status 1 on any
//! disagreement.

mod campaign;
mod judge;
mod moving;
mod near;
mod play;
mod proof;
mod run;
mod sliding;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use jostle_oracle::r#gen::{Class, Numbers};

#[derive(Parser)]
#[command(about = "Compares jostle with exact arithmetic on generated pairs.")]
struct Cli {
    #[command(subcommand)]
    numbers: Command,
}

#[derive(Subcommand)]
enum Command {
    /// 24-bit numbers on dyadic grids.
    Grid(Options),
    /// The whole range of f32.
    Wide(Options),
    /// Shapes that move straight: exact verdicts.
    Cast(Moves),
    /// Shapes that turn, stretch and both move: proofs by intervals.
    Sweep(Moves),
    /// Circles, capsules, boxes and triangles of integers near touching: verdicts only, but a million a
    /// second.
    Near(NearOptions),
    /// Slides in random rooms, 20 in each: exact verdicts of every end and every leg.
    Slide(Moves),
    /// Platformers, frame by frame: what falls lands, what stands has a floor, what walks goes on.
    Play(PlayOptions),
}

#[derive(Args)]
struct PlayOptions {
    /// How many frames of every kind; `1M` and `50k` are read.
    #[arg(long, default_value = "50k", value_parser = count)]
    frames: u64,
    /// Which stream of runs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One kind only, such as `hills`.
    #[arg(long, value_parser = play::kind)]
    kind: Option<play::Kind>,
    /// Plays this run of the stream only.
    #[arg(long, requires = "kind")]
    run: Option<u64>,
    /// How many findings of a sort get a journal.
    #[arg(long, default_value_t = 1)]
    show: usize,
    /// How many threads work.
    #[arg(long)]
    threads: Option<usize>,
}

fn played(options: &PlayOptions) -> u64 {
    let PlayOptions { frames, seed, kind, run, show, threads: wanted } = *options;
    let kinds = kind.map_or_else(play::kinds, |kind| vec![kind]);
    play::Campaign { frames, seed, kinds, run, show, threads: threads(wanted) }.play()
}

#[derive(Args)]
struct Moves {
    /// How many pairs; `20M` and `500k` are read.
    #[arg(long, default_value = "100k", value_parser = count)]
    pairs: u64,
    /// Which stream of pairs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first pair of the stream: where a run that was cut short goes on.
    #[arg(long, default_value = "0", value_parser = count)]
    from: u64,
    /// Judges this pair of the stream only, and prints it.
    #[arg(long)]
    pair: Option<u64>,
    /// How many disagreements of a kind are printed.
    #[arg(long, default_value_t = 5)]
    show: usize,
    /// How many threads work.
    #[arg(long)]
    threads: Option<usize>,
}

#[derive(Args)]
struct NearOptions {
    /// How many pairs at most; `1000M` and `500k` are read.
    #[arg(long, default_value = "1M", value_parser = count)]
    pairs: u64,
    /// How many minutes at most.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Which stream of pairs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A table to which the run adds a line; it goes on after the last line.
    #[arg(long)]
    log: Option<PathBuf>,
    /// Judges this batch of the stream only, and prints it.
    #[arg(long)]
    batch: Option<u64>,
    /// How many threads work.
    #[arg(long)]
    threads: Option<usize>,
}

/// The first line of a log.
const COLUMNS: &str = "seed\tfrom\tto\tseparated\ttouching\toverlapping\twrong\n";

fn near(options: &NearOptions) -> Result<u64, Box<dyn Error>> {
    let NearOptions { pairs, minutes, seed, log, batch, threads: wanted } = options;
    if let Some(batch) = batch {
        return Ok(near::one(*seed, *batch)?);
    }
    let mut text = match log {
        Some(file) if file.exists() => std::fs::read_to_string(file)?,
        _ => COLUMNS.to_owned(),
    };
    let ends = text.lines().filter_map(|line| {
        let mut numbers = line.split('\t').map(str::parse);
        let (own, _, to) = (numbers.next()?, numbers.next()?, numbers.next()?);
        (own == Ok(*seed)).then(|| to.ok()).flatten()
    });
    let from: u64 = ends.max().unwrap_or(0);
    let end = from + pairs.div_ceil(near::PLACES);
    let time = Duration::from_secs_f64(minutes * 60.0);
    let (to, counts) = near::run(*seed, [from, end], time, threads(*wanted))?;
    let near::Counts { apart, touching, overlapping, wrong } = counts;
    if let Some(file) = log {
        text += &format!("{seed}\t{from}\t{to}\t{apart}\t{touching}\t{overlapping}\t{wrong}\n");
        std::fs::write(file, text)?;
    }
    Ok(wrong)
}

#[derive(Args)]
struct Options {
    /// How many pairs of every class; `20M` and `500k` are read.
    #[arg(long, default_value = "100k", value_parser = count)]
    pairs: u64,
    /// Which stream of pairs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One pair of classes only, such as `rect-polygon`.
    #[arg(long, value_parser = class)]
    class: Option<(Class, Class)>,
    /// Judges this pair of the stream only, and prints it.
    #[arg(long, requires = "class")]
    pair: Option<u64>,
    /// How many disagreements of a class are printed.
    #[arg(long, default_value_t = 10)]
    show: usize,
    /// How many threads work.
    #[arg(long)]
    threads: Option<usize>,
}

fn count(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1000),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|e| format!("{e}"))?;
    number.checked_mul(unit).ok_or_else(|| "too many".to_owned())
}

fn class(text: &str) -> Result<(Class, Class), String> {
    let named = |(a, b): &(Class, Class)| {
        let (a, b) = (a.name(), b.name());
        text == format!("{a}-{b}") || text == format!("{b}-{a}")
    };
    let names = "two of circle, capsule, segment, rect, polygon, joined by -";
    Class::pairs().into_iter().find(named).ok_or_else(|| names.to_owned())
}

fn threads(wanted: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or_else(cores).max(1)
}

fn moving(stream: campaign::Stream, moves: &Moves) -> ExitCode {
    let Moves { pairs, seed, from, pair, show, threads: wanted } = *moves;
    let wrong = match pair {
        Some(pair) => stream.one(seed, pair),
        None => stream.many(seed, from, pairs, threads(wanted), show),
    };
    println!("{wrong} disagreements");
    ExitCode::from(u8::from(wrong > 0))
}

fn main() -> ExitCode {
    let (numbers, options) = match Cli::parse().numbers {
        Command::Grid(options) => (Numbers::Grid, options),
        Command::Wide(options) => (Numbers::Wide, options),
        Command::Cast(moves) => return moving(campaign::Stream::Cast, &moves),
        Command::Sweep(moves) => return moving(campaign::Stream::Sweep, &moves),
        Command::Near(options) => {
            let wrong = near(&options).unwrap_or_else(|error| {
                eprintln!("{error}");
                1
            });
            println!("{wrong} disagreements");
            return ExitCode::from(u8::from(wrong > 0));
        }
        Command::Play(options) => {
            let wrong = played(&options);
            println!("{wrong} findings");
            return ExitCode::from(u8::from(wrong > 0));
        }
        Command::Slide(moves) => return moving(campaign::Stream::Slide, &moves),
    };
    let classes = options.class.map_or_else(Class::pairs, |one| vec![one]);
    let threads = threads(options.threads);
    let mut wrong = 0;
    for classes in classes {
        let stream = run::Stream { numbers, classes, seed: options.seed };
        wrong += match options.pair {
            Some(pair) => stream.one(pair),
            None => stream.many(options.pairs, threads, options.show),
        };
    }
    println!("{wrong} disagreements");
    ExitCode::from(u8::from(wrong > 0))
}
