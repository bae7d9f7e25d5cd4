//! The program behind `jostle join`: pairs of two tables of shapes, larger than memory.
//!
//! A run has four stages, each of which reads and writes files in a folder beside the result, so that
//! it can be interrupted and resumed: rows are read and placed (`read`), cut into tiles that fit the
//! memory (`cut`), joined tile by tile on all threads (`tile`), and the sorted runs of the tiles are
//! merged into the result (`merge`). `work` is the list of what is done.

mod args;
mod cut;
mod failure;
mod form;
mod known;
mod merge;
mod output;
mod pile;
mod program;
mod progress;
mod question;
mod read;
mod tile;
mod work;
mod write;

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match program::run(&args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to do when standard error is closed too.
            let _ = writeln!(std::io::stderr(), "jostle join: {failure}");
            ExitCode::from(2)
        }
    }
}
