//! The command line: one command, one line here and one file or folder beside this one.

use crate::print::{complain, stdin, stdout};
use crate::{check, join, query, replay, run, trace};
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use jostle::{World, broad};
use jostle_tiled::Reach;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Exit status when `--exit-code` is given and something touches.
pub(crate) const SOMETHING_TOUCHES: u8 = 1;
/// Exit status for bad input; the command line's own errors have it too.
pub(crate) const BAD_INPUT: u8 = 2;

/// Reports what touches what in 2D, where, and how to get it apart; makes hitboxes of sprites.
#[derive(Parser)]
#[command(name = "jostle", version, about, long_about = None)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists everything that touches in a scene file or a Tiled map.
    Check(check::Args),
    /// Finds the pairs of two tables of shapes that overlap, touch, contain each other or are near: Parquet,
    /// Arrow, CSV, JSON lines (the program `jostle-join`).
    #[command(disable_help_flag = true)]
    Join(join::Args),
    /// Answers queries about pairs of shapes: JSON lines in, JSON lines out.
    Query,
    /// Does the calls of a journal and prints the events of its steps: JSON lines in and out.
    Replay(replay::Args),
    /// Moves a scene and reports the pairs that begin to touch, still touch and end: JSON lines.
    Run(run::Args),
    /// Makes hitboxes of sprites: pictures, animations and sheets.
    Trace(Box<trace::Args>),
}

/// Which broad phase a world has.
#[derive(clap::Args, Debug)]
pub(crate) struct Broad {
    /// Finds pairs by this broad phase; the answers are the same with each.
    #[arg(long = "broad", value_name = "NAME", value_parser = PossibleValuesParser::new(broad::NAMES))]
    name: Option<String>,
}

impl Broad {
    /// An empty world with it.
    pub(crate) fn world<T>(&self) -> World<T> {
        match self.name.as_deref().and_then(broad::named) {
            Some(broad) => World::with_broad_phase(broad),
            None => World::new(),
        }
    }
}

/// Which files an input may name.
#[derive(clap::Args, Debug)]
pub(crate) struct Outside {
    /// Reads files that an input names outside of its own folder, too.
    #[arg(long = "allow-outside")]
    allowed: bool,
}

impl Outside {
    /// The reach of the files that `file` names.
    pub(crate) fn reach(&self, file: &Path) -> Reach {
        if self.allowed { Reach::Anywhere } else { Reach::beside(file) }
    }
}

/// Why a command stops early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Input(#[from] crate::Problem),
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Runs the program: exit status 0, or 1 where asked for, or 2 for bad input.
pub fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Join(args) => join::run(&args),
        Command::Query => {
            query::run(stdin(), stdout()).map(|()| ExitCode::SUCCESS).map_err(Failure::from)
        }
        Command::Replay(args) => replay::main(&args),
        Command::Run(args) => run::run(&args),
        Command::Trace(args) => trace::run(&args),
    };
    done.unwrap_or_else(|failure| match failure {
        // The reader closed the pipe, as `head` does.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        failure => {
            complain(failure);
            ExitCode::from(BAD_INPUT)
        }
    })
}
