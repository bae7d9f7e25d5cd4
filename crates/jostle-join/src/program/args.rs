//! The command line.

use crate::failure::Failure;
use crate::question::Question;
use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// Finds the pairs of two tables of shapes for which a question has an answer.
///
/// A table is a file of Parquet (.parquet), Arrow IPC (.arrow, .ipc, .feather), CSV (.csv) or JSON lines
/// (.jsonl, .ndjson). A row has a column `shape`, the JSON form of a shape or its bytes, or the columns
/// min_x, min_y, max_x and max_y of a box. It may have `transform`, and x, y, degrees or radians, scale_x
/// and scale_y. The result has the numbers of the rows, from 0 on, and is sorted.
///
/// The same command after an interruption continues where it stopped.
#[derive(Parser, Debug)]
#[command(name = "jostle join", bin_name = "jostle join", version)]
pub(crate) struct Args {
    /// The left table.
    pub(crate) left: PathBuf,
    /// The right table.
    pub(crate) right: PathBuf,
    /// What is asked of each pair.
    #[arg(long, value_enum, default_value = "overlaps")]
    question: Word,
    /// The farthest that a pair of `within` may be apart.
    #[arg(long, required_if_eq("question", "within"), value_parser = distance, allow_hyphen_values = true)]
    distance: Option<f32>,
    /// How many rows of the right table `nearest` finds for each of the left.
    #[arg(long, required_if_eq("question", "nearest"), value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// The memory to use, such as 512M or 4G; not below 16M.
    #[arg(long, default_value = "1G", value_parser = memory)]
    pub(crate) memory: u64,
    /// How many threads work; all of the machine without this.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// The result: .parquet, .arrow, .csv or .jsonl. It appears when it is complete.
    #[arg(long, short)]
    pub(crate) out: PathBuf,
    /// What a row that is no shape does: it ends the join, or is left out and listed in OUT.skipped.jsonl.
    #[arg(long, value_enum, default_value = "fail")]
    pub(crate) on_error: OnError,
    /// Replaces a result that is there; never an input.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints nothing but errors.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Word {
    /// They share a point.
    Overlaps,
    /// They share a point: depth, normal from left to right, and a point.
    Contacts,
    /// The left contains the right.
    Contains,
    /// They are at most --distance apart: separation, normal and nearest points.
    Within,
    /// The --count nearest rows of the right table for each row of the left, with distances.
    Nearest,
}

/// What a row that is no shape does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
pub(crate) enum OnError {
    /// Ends the join.
    Fail,
    /// Is left out, counted and listed.
    Skip,
}

impl Args {
    pub(crate) fn question(&self) -> Result<Question, Failure> {
        let unused = |given: bool, name, word: &str| {
            let message = format!("--{name} is for --question {word}");
            if given { Err(Failure::Argument(message)) } else { Ok(()) }
        };
        if !matches!(self.question, Word::Within) {
            unused(self.distance.is_some(), "distance", "within")?;
        }
        if !matches!(self.question, Word::Nearest) {
            unused(self.count.is_some(), "count", "nearest")?;
        }
        Ok(match self.question {
            Word::Overlaps => Question::Overlaps,
            Word::Contacts => Question::Contacts,
            Word::Contains => Question::Contains,
            Word::Within => Question::Within(self.distance.unwrap_or_default()),
            Word::Nearest => Question::Nearest(self.count.unwrap_or_default()),
        })
    }
}

fn distance(text: &str) -> Result<f32, String> {
    match text.parse::<f64>().map(|number| number as f32) {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("a distance is a finite number from 0".into()),
    }
}

fn memory(text: &str) -> Result<u64, String> {
    let (digits, shift) =
        match text.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
            digits if digits.ends_with('K') => (digits.trim_end_matches('K').to_owned(), 10),
            digits if digits.ends_with('M') => (digits.trim_end_matches('M').to_owned(), 20),
            digits if digits.ends_with('G') => (digits.trim_end_matches('G').to_owned(), 30),
            digits => (digits.to_owned(), 0),
        };
    let wrong = || "a number of bytes, such as 512M or 4G".to_owned();
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    let bytes = number.checked_mul(1 << shift).ok_or_else(wrong)?;
    if bytes < 16 << 20 { Err("16M is the least".into()) } else { Ok(bytes) }
}
