//! Judges jostle's answers: generated pairs against the exact oracle, exit status 1 on any
//! disagreement.

mod campaign;
mod judge;
mod moving;
mod proof;
mod run;
mod sliding;

use std::process::ExitCode;

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
    /// Slides in random rooms, 20 in each: exact verdicts of every end and every leg.
    Slide(Moves),
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
        Some(b'k') => (&text[..text.len() - 1], 1000),
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
