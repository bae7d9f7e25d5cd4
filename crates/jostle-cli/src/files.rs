//! What the program writes: files that appear whole or not at all, and texts without the codes of
//! terminals.

use crate::problem::Problem;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A file on its way. It is written beside its place and moves there at the end; dropped before, it
/// leaves nothing.
pub(crate) struct Draft {
    to: PathBuf,
    /// None for a pipe or a device, which is written as it is.
    part: Option<PathBuf>,
    out: BufWriter<File>,
}

impl Draft {
    pub(crate) fn new(path: &Path) -> Result<Self, Problem> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        // A link stays one: the file that it leads to is written.
        let to = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let known = fs::metadata(&to).ok();
        let wrong = |error: io::Error| Problem::new("", error.to_string()).in_file(path);
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let out = BufWriter::new(File::options().write(true).open(&to).map_err(wrong)?);
            return Ok(Self { to, part: None, out });
        }
        if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
            return Err(wrong(io::ErrorKind::PermissionDenied.into()));
        }
        let mut name = to.file_name().unwrap_or_default().to_owned();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}-{count}.part", process::id()));
        let part = to.with_file_name(name);
        let file = File::create_new(&part).map_err(wrong)?;
        let draft = Self { to, part: Some(part), out: BufWriter::new(file) };
        if let Some(known) = known {
            draft.out.get_ref().set_permissions(known.permissions()).map_err(wrong)?;
        }
        Ok(draft)
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Problem> {
        let written = self.out.flush().and_then(|()| match &self.part {
            Some(part) => fs::rename(part, &self.to),
            None => Ok(()),
        });
        written.map_err(|error| Problem::new("", error.to_string()).in_file(&self.to))?;
        self.part = None;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // It is not there to be kept.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let mut draft = Draft::new(path)?;
    let written = draft.write_all(bytes);
    written.map_err(|error| Problem::new("", error.to_string()).in_file(path))?;
    draft.finish()
}

/// Writes a line to standard error; that it is closed is no reason to stop.
pub(crate) fn complain(what: impl Display) {
    let _ = writeln!(io::stderr(), "jostle: {}", plain(&what.to_string()));
}

/// Spells out control characters, which would be orders to a terminal.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// Writes JSON on one line, without the control characters that JSON leaves as they are.
pub(crate) fn write_json(out: impl Write, form: &impl Serialize) -> io::Result<()> {
    form.serialize(&mut serde_json::Serializer::with_formatter(out, Plain))?;
    Ok(())
}

/// Escapes DEL and the C1 codes U+0080 to U+009F, which some terminals obey.
struct Plain;

impl Formatter for Plain {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        text: &str,
    ) -> io::Result<()> {
        for part in text.split_inclusive(is_late_control) {
            let kept = part.trim_end_matches(is_late_control);
            out.write_all(kept.as_bytes())?;
            part[kept.len()..].chars().try_for_each(|c| write!(out, "\\u{:04x}", u32::from(c)))?;
        }
        Ok(())
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        self.write_string_fragment(out, text)
    }
}

fn is_late_control(c: char) -> bool {
    c >= '\u{7f}' && c.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::RawValue;

    #[test]
    fn a_file_that_is_not_finished_leaves_what_was_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        save(&path, b"old").expect("written");
        let mut draft = Draft::new(&path).expect("begun");
        draft.write_all(b"half of the n").expect("written");
        draft.flush().expect("flushed");
        drop(draft);
        assert_eq!(fs::read(&path).expect("there"), b"old");
        save(&path, b"new").expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn codes_of_terminals_are_spelled_out() {
        assert_eq!(plain("a\u{1b}[31m\u{9b}é\n"), "a\\u{1b}[31m\\u{9b}é\\u{a}");
        let raw = RawValue::from_string("[\t\"\u{9b}\"]".to_owned()).expect("JSON");
        let mut out = Vec::new();
        write_json(&mut out, &("a\u{1b}\u{7f}\u{80}\u{9f}é\u{a0}", raw)).expect("written");
        let text = "[\"a\\u001b\\u007f\\u0080\\u009fé\u{a0}\",[\t\"\\u009b\"]]";
        assert_eq!(String::from_utf8(out).expect("text"), text);
    }
}
