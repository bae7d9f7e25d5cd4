//! What the program prints: texts without the codes of terminals, on streams whose faults name them.

use serde::Serialize;
use serde_json::ser::Formatter;
use std::fmt::Display;
use std::io::{self, Read, StdinLock, StdoutLock, Write};

/// A stream whose errors say which it is.
pub(crate) struct Named<S> {
    name: String,
    stream: S,
}

impl<S> Named<S> {
    pub(crate) fn new(name: impl Display, stream: S) -> Self {
        Self { name: name.to_string(), stream }
    }

    fn fault(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.name))
    }
}

pub(crate) fn stdout() -> Named<StdoutLock<'static>> {
    Named::new("standard output", io::stdout().lock())
}

pub(crate) fn stdin() -> Named<StdinLock<'static>> {
    Named::new("standard input", io::stdin().lock())
}

impl<S: Read> Read for Named<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes).map_err(|error| self.fault(&error))
    }
}

impl<S: Write> Write for Named<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).map_err(|error| self.fault(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(|error| self.fault(&error))
    }
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
    fn codes_of_terminals_are_spelled_out() {
        assert_eq!(plain("a\u{1b}[31m\u{9b}é\n"), "a\\u{1b}[31m\\u{9b}é\\u{a}");
        let raw = RawValue::from_string("[\t\"\u{9b}\"]".to_owned()).expect("JSON");
        let mut out = Vec::new();
        write_json(&mut out, &("a\u{1b}\u{7f}\u{80}\u{9f}é\u{a0}", raw)).expect("written");
        let text = "[\"a\\u001b\\u007f\\u0080\\u009fé\u{a0}\",[\t\"\\u009b\"]]";
        assert_eq!(String::from_utf8(out).expect("text"), text);
    }
}
