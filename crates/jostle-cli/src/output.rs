//! Every file that the program writes goes through here. A file appears whole or not at all, is never one
//! that the run reads or has written, and replaces one that jostle did not write only with `--force`.

mod mark;

pub(crate) use mark::{comment_of_gif, marked_png};

use crate::print::complain;
use crate::problem::Problem;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many files are listed one by one.
const LISTED: usize = 8;

#[derive(clap::Args, Debug)]
pub(crate) struct Force {
    /// Replaces files that jostle did not write, too; never a file that it reads in the same run.
    #[arg(long)]
    force: bool,
}

/// The files of a run.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    force: bool,
    inputs: BTreeSet<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The true names of all outputs.
    begun: BTreeSet<PathBuf>,
    /// The outputs that are in their places, by the names that the user knows.
    written: Vec<PathBuf>,
}

impl Outputs {
    /// Begins a run that reads these files, by any of their names.
    pub(crate) fn new(force: &Force, inputs: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut outputs = Self { force: force.force, ..Self::default() };
        outputs.protect(inputs);
        outputs
    }

    /// Adds files that the run reads.
    pub(crate) fn protect(&mut self, inputs: impl IntoIterator<Item = PathBuf>) {
        self.inputs.extend(inputs.into_iter().filter_map(|path| fs::canonicalize(path).ok()));
    }

    /// Reports whether a file of this name may be written: a reason why not.
    pub(crate) fn check(&self, path: &Path) -> Result<(), Problem> {
        let refuse = |message: &str| Err(Problem::new("", message).in_file(path));
        let to = true_name(path);
        if self.inputs.contains(&to) {
            return refuse("this file is an input, and no output is written over an input");
        }
        match fs::metadata(&to) {
            Ok(known) if known.is_file() && known.len() > 0 && !self.force => {
                if mark::is_ours(&to).map_err(|error| wrong(path, &error))? {
                    return Ok(());
                }
                refuse("this file is there, and jostle did not write it; --force replaces it")
            }
            Err(_) if fs::symlink_metadata(&to).is_ok() && !self.force => {
                refuse("this is a link to a file that is not there; --force replaces it")
            }
            _ => Ok(()),
        }
    }

    /// Begins a file.
    pub(crate) fn begin(&self, path: &Path) -> Result<Draft<'_>, Problem> {
        self.check(path)?;
        let wrong = |error: io::Error| wrong(path, &error);
        let (path, to) = (path.to_owned(), true_name(path));
        if !self.state().begun.insert(to.clone()) {
            let message = "this file is another output of the same run";
            return Err(Problem::new("", message).in_file(&path));
        }
        let known = fs::metadata(&to).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let out = BufWriter::new(File::options().write(true).open(&to).map_err(wrong)?);
            return Ok(Draft { run: self, path, to, part: None, out });
        }
        if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
            return Err(wrong(io::ErrorKind::PermissionDenied.into()));
        }
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mut name = to.file_name().unwrap_or_default().to_owned();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}-{count}.part", process::id()));
        let part = to.with_file_name(name);
        let file = File::create_new(&part).map_err(wrong)?;
        let draft = Draft { run: self, path, to, part: Some(part), out: BufWriter::new(file) };
        if let Some(known) = known {
            draft.out.get_ref().set_permissions(known.permissions()).map_err(wrong)?;
        }
        Ok(draft)
    }

    /// Writes a file.
    pub(crate) fn save(&self, path: &Path, bytes: &[u8]) -> Result<(), Problem> {
        let mut draft = self.begin(path)?;
        draft.write_all(bytes).map_err(|error| wrong(path, &error))?;
        draft.finish()
    }

    /// Writes a file into a folder that is created if it is missing.
    pub(crate) fn save_below(&self, path: &Path, bytes: &[u8]) -> Result<(), Problem> {
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(|error| wrong(path, &error))?;
        self.save(path, bytes)
    }

    /// Prints which files were written, to standard error.
    pub(crate) fn report(&self) {
        let written = &mut self.state().written;
        written.sort();
        match &written[..] {
            files if files.len() <= LISTED => {
                files.iter().for_each(|path| complain(format_args!("wrote {}", path.display())));
            }
            files => {
                let [first, last] = [0, files.len() - 1].map(|index| files[index].display());
                complain(format_args!("wrote {} files, from {first} to {last}", files.len()));
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file that a name leads to, through links; of a file that is not there, its place.
fn true_name(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
        match (folder, path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    })
}

fn wrong(path: &Path, error: &io::Error) -> Problem {
    Problem::new("", error.to_string()).in_file(path)
}

/// A file on its way. It is written beside its place and moves there at the end; dropped before, it
/// leaves nothing.
pub(crate) struct Draft<'a> {
    run: &'a Outputs,
    path: PathBuf,
    to: PathBuf,
    /// None for a pipe or a device, which is written as it is.
    part: Option<PathBuf>,
    out: BufWriter<File>,
}

impl Draft<'_> {
    /// Puts the file in its place, if nothing else has come there meanwhile.
    pub(crate) fn finish(mut self) -> Result<(), Problem> {
        self.out.flush().map_err(|error| wrong(&self.path, &error))?;
        if let Some(part) = &self.part {
            self.run.check(&self.path)?;
            fs::rename(part, &self.to).map_err(|error| wrong(&self.path, &error))?;
            self.run.state().written.push(self.path.clone());
        }
        self.part = None;
        Ok(())
    }
}

impl Write for Draft<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // It is not there to be kept.
            let _ = fs::remove_file(part);
            self.run.state().begun.remove(&self.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(force: bool) -> Outputs {
        Outputs { force, ..Outputs::default() }
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_what_was_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        outputs(false).save(&path, b"old").expect("written");
        let run = outputs(true);
        let mut draft = run.begin(&path).expect("begun");
        draft.write_all(b"half of the n").expect("written");
        draft.flush().expect("flushed");
        drop(draft);
        assert_eq!(fs::read(&path).expect("there"), b"old");
        run.save(&path, b"new").expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_file_that_came_while_another_was_written_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        let run = outputs(false);
        let draft = run.begin(&path).expect("begun");
        fs::write(&path, "of another program").expect("written");
        let refused = draft.finish().expect_err("refused");
        assert!(refused.message().contains("--force"), "{refused}");
        assert_eq!(fs::read(&path).expect("there"), b"of another program");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_run_writes_a_file_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        let run = outputs(true);
        run.save(&path, b"one").expect("written");
        let again = folder.path().join(".").join("a.json");
        assert!(run.save(&again, b"two").is_err());
        assert_eq!(fs::read(&path).expect("there"), b"one");
    }
}
