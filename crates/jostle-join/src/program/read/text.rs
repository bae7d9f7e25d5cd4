//! Tables as text: CSV and JSON lines.

use super::{Batch, Cell, NUMBERS, Source, require_columns};
use crate::failure::{At, Failure};
use jostle::json::without_mark;
use serde_json::Value;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Rows of a batch.
const BATCH: usize = 1 << 14;
/// The longest line, in bytes: that of a shape with millions of points.
const LONGEST: u64 = 1 << 28;

struct Csv {
    path: PathBuf,
    reader: csv::Reader<File>,
    columns: Columns,
}

/// Where columns are in a record.
#[derive(Clone)]
struct Columns {
    numbers: [Option<usize>; NUMBERS.len()],
    shape: Option<usize>,
    transform: Option<usize>,
}

pub(super) fn csv(path: &Path) -> Result<Box<dyn Source>, Failure> {
    let file = File::open(path).at(path)?;
    let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(file);
    let head = reader.headers().map_err(|error| Failure::file(path, error))?;
    let names: Vec<&str> = head.iter().map(str::trim).collect();
    require_columns(path, &names)?;
    let place = |name: &str| names.iter().position(|other| *other == name);
    let columns = Columns {
        numbers: NUMBERS.map(place),
        shape: place("shape"),
        transform: place("transform"),
    };
    Ok(Box::new(Csv { path: path.to_owned(), reader, columns }))
}

impl Source for Csv {
    fn next(&mut self) -> Result<Option<Box<dyn Batch>>, Failure> {
        let mut records = Vec::new();
        for record in self.reader.records().take(BATCH) {
            records.push(match record {
                // The reader cannot go on behind a fault of the file.
                Err(error) if error.is_io_error() => return Err(Failure::file(&self.path, error)),
                record => record,
            });
        }
        let columns = self.columns.clone();
        Ok((!records.is_empty()).then(|| Box::new(Records { records, columns }) as Box<dyn Batch>))
    }

    fn position(&self) -> u64 {
        self.reader.position().byte()
    }
}

struct Records {
    records: Vec<Result<csv::StringRecord, csv::Error>>,
    columns: Columns,
}

impl Records {
    fn field(&self, row: usize, column: Option<usize>) -> Result<Option<&str>, String> {
        let Some(column) = column else { return Ok(None) };
        let record = self.records[row].as_ref().map_err(ToString::to_string)?;
        Ok(record.get(column).map(str::trim))
    }
}

impl Batch for Records {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn number(&self, row: usize, column: usize) -> Result<Option<f32>, String> {
        let field = self.field(row, self.columns.numbers[column])?;
        field.map(|text| number(text, NUMBERS[column])).transpose()
    }

    fn shape(&self, row: usize) -> Result<Option<Cell<'_>>, String> {
        let field = self.field(row, self.columns.shape)?;
        Ok(field.map(|text| Cell::Json(Cow::Borrowed(text))))
    }

    fn transform(&self, row: usize) -> Result<Option<Cow<'_, str>>, String> {
        let field = self.field(row, self.columns.transform)?;
        Ok(field.filter(|text| !text.is_empty()).map(Cow::Borrowed))
    }

    fn line(&self, row: usize) -> Option<u64> {
        let position = match &self.records[row] {
            Ok(record) => record.position(),
            Err(error) => error.position(),
        };
        position.map(csv::Position::line)
    }
}

/// Reads a number as 64 bits and rounds it once, as JSON forms do.
fn number(text: &str, name: &str) -> Result<f32, String> {
    text.parse::<f64>()
        .map(|number| number as f32)
        .map_err(|_| format!("{name}: {text:?} is no number"))
}

struct JsonLines {
    path: PathBuf,
    reader: BufReader<File>,
    line: u64,
    bytes: u64,
}

pub(super) fn json_lines(path: &Path) -> Result<Box<dyn Source>, Failure> {
    let reader = BufReader::with_capacity(1 << 18, File::open(path).at(path)?);
    Ok(Box::new(JsonLines { path: path.to_owned(), reader, line: 0, bytes: 0 }))
}

impl Source for JsonLines {
    fn next(&mut self) -> Result<Option<Box<dyn Batch>>, Failure> {
        let mut lines = Vec::new();
        let mut size = 0;
        while lines.len() < BATCH && size < 1 << 24 {
            let mut line = Vec::new();
            let read =
                (&mut self.reader).take(LONGEST).read_until(b'\n', &mut line).at(&self.path)?;
            if read == 0 {
                break;
            }
            self.line += 1;
            self.bytes += read as u64;
            size += read;
            if read as u64 == LONGEST {
                return Err(Failure::file(
                    &self.path,
                    format!("line {}: more than {LONGEST} bytes", self.line),
                ));
            }
            // Empty lines are no rows.
            if !line.trim_ascii().is_empty() {
                lines.push((self.line, line));
            }
        }
        Ok((!lines.is_empty()).then(|| Box::new(Lines::new(lines)) as Box<dyn Batch>))
    }

    fn position(&self) -> u64 {
        self.bytes
    }
}

struct Lines {
    lines: Vec<(u64, Result<Value, String>)>,
}

impl Lines {
    fn new(lines: Vec<(u64, Vec<u8>)>) -> Self {
        use rayon::prelude::*;
        let read = |(line, bytes): (u64, Vec<u8>)| {
            let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
            let value = text.and_then(|text| {
                serde_json::from_str(without_mark(text)).map_err(|error| error.to_string())
            });
            let value = value.and_then(|value: Value| {
                if value.is_object() {
                    Ok(value)
                } else {
                    Err("a line is a JSON object".to_owned())
                }
            });
            (line, value)
        };
        Self { lines: lines.into_par_iter().map(read).collect() }
    }

    fn value(&self, row: usize, name: &str) -> Result<Option<&Value>, String> {
        let value = self.lines[row].1.as_ref().map_err(Clone::clone)?;
        // A line that is itself a shape has a transform of its own.
        Ok(if value.get("type").is_some() { None } else { value.get(name) })
    }
}

impl Batch for Lines {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn number(&self, row: usize, column: usize) -> Result<Option<f32>, String> {
        let name = NUMBERS[column];
        let Some(value) = self.value(row, name)? else { return Ok(None) };
        let number = value.as_f64().map(|number| number as f32);
        number.map(Some).ok_or_else(|| format!("{name}: {value} is no number"))
    }

    fn shape(&self, row: usize) -> Result<Option<Cell<'_>>, String> {
        let line = self.lines[row].1.as_ref().map_err(Clone::clone)?;
        let shape = if line.get("type").is_some() { Some(line) } else { line.get("shape") };
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            form => form.to_string(),
        };
        let boxed = NUMBERS[..4].iter().all(|name| line.get(name).is_some());
        match shape {
            None if !boxed => Err("no \"shape\", nor min_x, min_y, max_x and max_y".into()),
            shape => Ok(shape.map(|value| Cell::Json(Cow::Owned(text(value))))),
        }
    }

    fn transform(&self, row: usize) -> Result<Option<Cow<'_, str>>, String> {
        Ok(self.value(row, "transform")?.map(|value| Cow::Owned(value.to_string())))
    }

    fn line(&self, row: usize) -> Option<u64> {
        Some(self.lines[row].0)
    }
}
