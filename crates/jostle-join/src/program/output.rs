//! What a join may write: no file that it reads, and none that is there, unless `--force` is given. The list of skipped
//! rows of an earlier join is replaced.

use crate::args::Args;
use crate::failure::Failure;
use crate::work::beside;
use serde_json::{Map, Value};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The list of rows that were skipped.
pub(crate) fn skipped_list(args: &Args) -> PathBuf {
    beside(&args.out, ".skipped.jsonl")
}

/// Refuses a result in the place of an input, and in that of a file which is there, unless it is `own`: what this join
/// has put there before it was interrupted.
pub(crate) fn check(args: &Args, own: bool) -> Result<(), Failure> {
    for path in [&args.out, &skipped_list(args)] {
        let Ok(place) = fs::canonicalize(path) else {
            // A link that leads nowhere would be replaced, too.
            if path.is_symlink() && !args.force {
                return Err(there(path));
            }
            continue;
        };
        let reads = |input: &PathBuf| fs::canonicalize(input).is_ok_and(|input| input == place);
        if [&args.left, &args.right].into_iter().any(reads) {
            let message = "this file is an input, and no output is written over an input";
            return Err(Failure::file(path, message));
        }
        // A folder is not replaced in any case, and an empty file holds nothing.
        let holds = fs::metadata(&place).is_ok_and(|known| known.is_file() && known.len() > 0);
        if holds && !args.force && !own && !is_list(&place) {
            return Err(there(path));
        }
    }
    Ok(())
}

/// Whether a file is the list of the rows that a join has skipped, by its first line.
fn is_list(path: &Path) -> bool {
    let mut line = String::new();
    let read = File::open(path).map(|file| file.take(1 << 16)).map(BufReader::new);
    let first = read.and_then(|mut file| file.read_line(&mut line)).ok();
    let row: Option<Map<String, Value>> = first.and_then(|_| serde_json::from_str(&line).ok());
    row.is_some_and(|row| row.keys().eq(["error", "file", "row"]))
}

fn there(path: &Path) -> Failure {
    Failure::file(path, "this file is there; --force replaces it")
}
