//! `jostle query`: JSON lines in, one JSON line out for each, so that any language can ask.
//!
//! A line that cannot be answered is answered with an error; nothing but the end of input, or an
//! output that is closed, stops the stream. Answers are flushed whenever no further line is
//! waiting, so a program may write one line and wait for its answer.

mod answer;
mod motion;
mod request;

use crate::print::write_json;
pub(crate) use answer::{QUERIES, about_pair, bounds_form, contact_form};
use jostle::ErrorKind;
use jostle::json::{limits::MAX_BYTES, without_mark};
pub(crate) use request::{Colliders, KEYS, QueryError, Request, one_of, unknown_word};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

#[derive(Serialize)]
struct Answer<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Ok(Value),
    Error { kind: &'static str, message: String },
}

/// Answers every line of `input` on `output`, in order.
///
/// # Errors
/// Only those of reading and writing.
pub fn run(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::new(output);
    let mut line = Vec::new();
    while let Some(length) = next_line(&mut input, &mut line)? {
        match text_of(&line, length).and_then(Request::read) {
            Ok(request) => respond(request.id, answer::answer(&request), &mut output)?,
            Err(error) => respond(None, Err(error), &mut output)?,
        }
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()
}

#[derive(PartialEq)]
pub(crate) enum Length {
    Fits,
    TooLong,
}

/// The text of a line that `next_line` read, if it was read whole.
pub(crate) fn text_of(line: &[u8], length: Length) -> Result<&str, QueryError> {
    if length == Length::TooLong {
        let message = format!("more than {} MiB, the limit for one line", MAX_BYTES >> 20);
        return Err(QueryError::new(ErrorKind::TooMany, message));
    }
    let text = std::str::from_utf8(line).map_err(|error| {
        QueryError::new(ErrorKind::Json, format!("the line is not UTF-8: {error}"))
    })?;
    // Files that are joined have their marks in the middle.
    Ok(without_mark(text).trim_end_matches(['\n', '\r']))
}

/// Reads the next line without its end; a line past the limit is skipped, not kept.
pub(crate) fn next_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
) -> io::Result<Option<Length>> {
    line.clear();
    if input.take(MAX_BYTES as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() <= MAX_BYTES {
        return Ok(Some(Length::Fits));
    }
    line.clear();
    input.skip_until(b'\n')?;
    Ok(Some(Length::TooLong))
}

fn respond(
    id: Option<&RawValue>,
    result: Result<Value, QueryError>,
    output: &mut impl Write,
) -> io::Result<()> {
    let outcome = match result {
        Ok(value) => Outcome::Ok(value),
        Err(QueryError { kind, message }) => Outcome::Error { kind: kind.as_str(), message },
    };
    write_json(&mut *output, &Answer { id, outcome })?;
    output.write_all(b"\n")
}
