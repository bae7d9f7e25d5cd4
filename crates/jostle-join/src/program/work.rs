//! What of a join is done: a folder beside the result, and a file in it that lists the others.
//!
//! Files are written in full before the list names them, and the list is replaced in one step, so
//! whatever ends the program, the list is true and the next run continues from it.

use crate::args::{Args, OnError};
use crate::failure::{At, Failure};
use crate::output;
use crate::pile::Pile;
use crate::question::Question;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// What a join is: another one does not continue it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Job {
    version: String,
    question: Question,
    on_error: OnError,
    inputs: Vec<(PathBuf, u64, u128)>,
}

/// A table that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Table {
    /// Rows in its file, those that were skipped among them.
    pub(crate) rows: u64,
    pub(crate) pile: Pile,
    pub(crate) skipped: u64,
    /// The list of skipped rows.
    pub(crate) skipped_list: PathBuf,
}

/// A part of the plane with its rows, or for `nearest` a block of the left table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tile {
    pub(crate) area: [u32; 4],
    pub(crate) left: Pile,
    /// None for `nearest`, which has [`State::blocks`].
    pub(crate) right: Option<Pile>,
    /// Whether cutting it was tried in vain.
    pub(crate) whole: bool,
}

impl Tile {
    pub(crate) fn cost(&self) -> u64 {
        self.left.cost + self.right.as_ref().map_or(0, |pile| pile.cost)
    }
}

/// Rows of the result in a file, sorted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) path: PathBuf,
    pub(crate) rows: u64,
}

/// The list.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct State {
    job: Job,
    next: u64,
    pub(crate) tables: [Option<Table>; 2],
    /// Those that are not joined; None before the tables are read.
    pub(crate) tiles: Option<Vec<Tile>>,
    /// For `nearest`: the right table, cut into blocks.
    pub(crate) blocks: Option<Vec<Pile>>,
    pub(crate) runs: Vec<Run>,
    /// The result, when it is complete; it moves from here to its place.
    #[serde(default)]
    result: Option<PathBuf>,
}

impl State {
    /// Returns whether the result is in its place, so that nothing is left to do but to clear up.
    pub(crate) fn is_placed(&self, out: &Path) -> bool {
        self.result.as_ref().is_some_and(|result| !result.exists()) && out.is_file()
    }
}

/// The folder.
#[derive(Debug)]
pub(crate) struct Work {
    folder: PathBuf,
    pub(crate) state: State,
    /// Held, so that no other run writes here.
    _lock: File,
}

impl Work {
    /// Opens the work on a result, or begins it. Returns whether it continues.
    pub(crate) fn open(args: &Args, question: Question) -> Result<(Self, bool), Failure> {
        let mut inputs = Vec::new();
        for path in [&args.left, &args.right] {
            let data = fs::metadata(path).at(path)?;
            let changed =
                data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let path = fs::canonicalize(path).at(path)?;
            inputs.push((path, data.len(), changed.map_or(0, |time| time.as_nanos())));
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let job = Job { version, question, on_error: args.on_error, inputs };
        let folder = beside(&args.out, ".work");
        // A join that was killed at its very last step leaves it empty; a folder with anything in it stays.
        let _ = fs::remove_dir(&folder);
        let lock_path = folder.join("lock");
        let list_path = folder.join("state.json");
        let known = fs::read(&list_path).ok();
        let known = known.and_then(|text| serde_json::from_slice::<State>(&text).ok());
        let known = known.filter(|state| state.job == job);
        output::check(args, known.as_ref().is_some_and(|state| state.is_placed(&args.out)))?;
        // What is in it is removed, so it has to be the folder of a join.
        let holds = fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
        if holds && !lock_path.exists() && !list_path.exists() {
            return Err(Failure::file(&folder, "this folder is there, and is not that of a join"));
        }
        fs::create_dir_all(&folder).at(&folder)?;
        let lock = File::create(&lock_path).at(&lock_path)?;
        lock.try_lock().map_err(|_| Failure::file(&folder, "another run works on this result"))?;
        if let Some(state) = known {
            return Ok((Self { folder, state, _lock: lock }, true));
        }
        for entry in fs::read_dir(&folder).at(&folder)?.flatten() {
            if entry.path() != lock_path {
                fs::remove_file(entry.path()).at(&entry.path())?;
            }
        }
        let state = State {
            job,
            next: 0,
            tables: [None, None],
            tiles: None,
            blocks: None,
            runs: Vec::new(),
            result: None,
        };
        let work = Self { folder, state, _lock: lock };
        work.save()?;
        Ok((work, false))
    }

    /// Returns the path of a new file.
    pub(crate) fn path(&mut self, kind: &str) -> PathBuf {
        self.state.next += 1;
        self.folder.join(format!("{kind}-{}", self.state.next))
    }

    /// Puts a complete result in its place, if nothing else has come there meanwhile.
    pub(crate) fn place(&mut self, result: PathBuf, args: &Args) -> Result<(), Failure> {
        output::check(args, false)?;
        self.state.result = Some(result.clone());
        self.save()?;
        let placed = fs::rename(result, &args.out).at(&args.out);
        if placed.is_err() {
            self.state.result = None;
            self.save()?;
        }
        placed
    }

    /// Replaces the list.
    pub(crate) fn save(&self) -> Result<(), Failure> {
        let path = self.folder.join("state.json");
        let written = beside(&path, ".new");
        let text = serde_json::to_vec(&self.state).map_err(|error| Failure::file(&path, error))?;
        fs::write(&written, text).at(&written)?;
        fs::rename(&written, &path).at(&path)
    }

    /// Removes files that the list names no longer.
    pub(crate) fn remove(&self, tile: &Tile) {
        for pile in std::iter::once(&tile.left).chain(&tile.right) {
            // What stays goes with the folder.
            let _ = fs::remove_file(&pile.path);
        }
    }

    /// Removes the folder, and the list in it last: as long as it is there, the result is known as that of this join.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let list = self.folder.join("state.json");
        for entry in fs::read_dir(&self.folder).at(&self.folder)?.flatten() {
            if entry.path() != list {
                fs::remove_file(entry.path()).at(&entry.path())?;
            }
        }
        fs::remove_dir_all(&self.folder).at(&self.folder)
    }
}

/// A path with something behind its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
