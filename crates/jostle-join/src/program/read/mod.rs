//! Tables as files of rows: read in batches, and placed on all threads.

mod columnar;
mod text;

use crate::args::{Args, OnError};
use crate::failure::{At, Failure};
use crate::form::{self, Form};
use crate::known::Known;
use crate::pile::{PileWriter, encode, rows_of};
use crate::progress;
use crate::work::{Table, Work};
use jostle::{Aabb, Affine, Rot, Shape, Vec2};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// The columns of numbers that a table may have.
const NUMBERS: [&str; 10] =
    ["min_x", "min_y", "max_x", "max_y", "x", "y", "degrees", "radians", "scale_x", "scale_y"];

/// Some rows of a table.
trait Batch: Send + Sync {
    fn len(&self) -> usize;

    /// Returns `true` if there is a column that places shapes.
    fn has_maps(&self) -> bool {
        true
    }

    /// Returns the number in a column of [`NUMBERS`].
    fn number(&self, row: usize, column: usize) -> Result<Option<f32>, String>;

    /// Returns what is in the column `shape`.
    fn shape(&self, row: usize) -> Result<Option<Cell<'_>>, String>;

    /// Returns what is in the column `transform`.
    fn transform(&self, row: usize) -> Result<Option<Cow<'_, str>>, String>;

    /// Returns the line of a row, in texts.
    fn line(&self, row: usize) -> Option<u64> {
        let _ = row;
        None
    }
}

/// A shape as it is in a table.
enum Cell<'a> {
    Json(Cow<'a, str>),
    Bytes(&'a [u8]),
}

impl Cell<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Json(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// A table that is open: its batches, and how much of the file they took.
trait Source: Send {
    fn next(&mut self) -> Result<Option<Box<dyn Batch>>, Failure>;

    /// Returns the part of the file that was read, in bytes.
    fn position(&self) -> u64;
}

fn open(path: &Path) -> Result<Box<dyn Source>, Failure> {
    match form::of(path)? {
        Form::Parquet => columnar::parquet(path),
        Form::Arrow => columnar::ipc(path),
        Form::Csv => text::csv(path),
        Form::JsonLines => text::json_lines(path),
    }
}

/// Reports a table without the columns of shapes.
fn require_columns(path: &Path, names: &[&str]) -> Result<(), Failure> {
    if names.contains(&"shape") || NUMBERS[..4].iter().all(|name| names.contains(name)) {
        return Ok(());
    }
    let message = format!(
        "no column \"shape\", nor min_x, min_y, max_x and max_y; the columns are {}",
        names.join(", ")
    );
    Err(Failure::file(path, message))
}

/// A row that is no shape.
struct Bad {
    row: u64,
    message: String,
}

/// Rows as they go into piles.
#[derive(Default)]
struct Encoded {
    rows: Vec<u8>,
    bad: Vec<Bad>,
}

/// Reads shapes, each with the transform in its JSON form, and keeps those that come again.
#[derive(Default)]
struct Reader {
    known: Known<Arc<(Shape, Affine)>>,
}

fn read(cell: &Cell<'_>) -> Result<Arc<(Shape, Affine)>, String> {
    Ok(Arc::new(match cell {
        Cell::Json(text) => {
            let form: Value =
                serde_json::from_str(text).map_err(|error| format!("shape: {error}"))?;
            Shape::from_json_with_transform(&form).map_err(|error| format!("shape: {error}"))?
        }
        Cell::Bytes(bytes) => {
            let shape = Shape::from_bytes(bytes).map_err(|error| format!("shape: {error}"))?;
            (shape, Affine::IDENTITY)
        }
    }))
}

impl Reader {
    /// Adds a row of a batch.
    fn add(
        &mut self,
        batch: &dyn Batch,
        row: usize,
        number: u32,
        out: &mut Encoded,
    ) -> Result<(), String> {
        let placed =
            |name: &'static str| move |error: jostle::ShapeError| format!("{name}: {error}");
        let map = if batch.has_maps() { self::map(batch, row)? } else { None };
        let Some(cell) = batch.shape(row)? else {
            let side = |i: usize| {
                let number = batch.number(row, i)?;
                number
                    .filter(|n| n.is_finite())
                    .ok_or_else(|| format!("{}: not a finite number", NUMBERS[i]))
            };
            let bounds =
                Aabb { min: Vec2::new(side(0)?, side(1)?), max: Vec2::new(side(2)?, side(3)?) };
            if bounds.min.x > bounds.max.x || bounds.min.y > bounds.max.y {
                return Err(format!(
                    "the box ends before it begins: {:?} to {:?}",
                    bounds.min, bounds.max
                ));
            }
            match map {
                None => _ = encode(number, bounds, None, &mut out.rows),
                Some(map) => {
                    let shape = Shape::polygon(bounds.corners()).map_err(placed("box"))?;
                    let bounds = shape.placed_bounds(map).map_err(placed("box"))?;
                    encode(number, bounds, Some((&map, &shape)), &mut out.rows);
                }
            }
            return Ok(());
        };
        let known = self.known.get(cell.bytes(), || read(&cell))?;
        let (shape, own) = &*known;
        let map = map.map_or(*own, |map| own.under(&map));
        let bounds = shape.placed_bounds(map).map_err(placed("shape"))?;
        let start = out.rows.len();
        if !encode(number, bounds, Some((&map, shape)), &mut out.rows) {
            out.rows.truncate(start);
            return Err("shape: a custom shape has no bytes".into());
        }
        Ok(())
    }
}

/// The transform that a row has in columns of its own.
fn map(batch: &dyn Batch, row: usize) -> Result<Option<Affine>, String> {
    let number = |i: usize| batch.number(row, i);
    let text = batch.transform(row)?;
    let of_text = text.map(|text| {
        let form: Value =
            serde_json::from_str(&text).map_err(|error| format!("transform: {error}"))?;
        Affine::from_json(&form).map_err(|error| format!("transform: {error}"))
    });
    let of_text = of_text.transpose()?;
    let parts = [number(4)?, number(5)?, number(6)?, number(7)?, number(8)?, number(9)?];
    if parts.iter().all(Option::is_none) {
        return Ok(of_text);
    }
    let [x, y, degrees, radians, sx, sy] = parts;
    let mut map = Affine::at((x.unwrap_or(0.0), y.unwrap_or(0.0)));
    map = match (degrees, radians) {
        (Some(_), Some(_)) => return Err("degrees and radians are both given".into()),
        (Some(degrees), None) => map.rotated_by(Rot::from_degrees(degrees)),
        (None, Some(radians)) => map.rotated(radians),
        (None, None) => map,
    };
    map = map.scaled(sx.unwrap_or(1.0), sy.unwrap_or(1.0));
    Ok(Some(of_text.map_or(map, |own| own.under(&map))))
}

/// Reads a table into piles.
pub(crate) fn table(path: &Path, args: &Args, work: &mut Work) -> Result<Table, Failure> {
    let mut source = open(path)?;
    let [pile, skipped_list] = ["rows", "skipped"].map(|kind| work.path(kind));
    let mut pile = PileWriter::create(&pile, 1 << 20)?;
    let mut list = BufWriter::new(File::create(&skipped_list).at(&skipped_list)?);
    let bar = progress::bar("reading", path.metadata().at(path)?.len(), args.quiet);
    let (mut rows, mut skipped) = (0_u64, 0);
    let mut next = source.next()?;
    while let Some(batch) = next {
        let end = rows + batch.len() as u64;
        if end > 1 << 32 {
            return Err(Failure::file(path, "more than 4294967296 rows"));
        }
        let batch = &*batch;
        let piece = |piece: usize| {
            let (mut reader, mut out) = (Reader::default(), Encoded::default());
            for row in piece * PIECE..batch.len().min((piece + 1) * PIECE) {
                let number = rows + row as u64;
                if let Err(message) = reader.add(batch, row, number as u32, &mut out) {
                    let line =
                        batch.line(row).map(|line| format!("line {line}: ")).unwrap_or_default();
                    out.bad.push(Bad { row: number, message: line + &message });
                }
            }
            out
        };
        let pieces = || -> Vec<Encoded> {
            (0..batch.len().div_ceil(PIECE)).into_par_iter().map(piece).collect()
        };
        // While rows are read, the next batch is.
        let (pieces, following) = rayon::join(pieces, || source.next());
        for piece in pieces {
            rows_of(&piece.rows).try_for_each(|row| pile.push(row))?;
            for Bad { row, message } in piece.bad {
                if args.on_error == OnError::Fail {
                    return Err(Failure::Row { file: path.to_owned(), row, message });
                }
                skipped += 1;
                let line =
                    json!({ "file": path.display().to_string(), "row": row, "error": message });
                writeln!(list, "{line}").at(&skipped_list)?;
            }
        }
        rows = end;
        next = following?;
        bar.set_position(source.position());
    }
    list.flush().at(&skipped_list)?;
    bar.finish_and_clear();
    Ok(Table { rows, pile: pile.finish()?, skipped, skipped_list })
}

/// Rows that a thread takes at a time.
const PIECE: usize = 4096;
