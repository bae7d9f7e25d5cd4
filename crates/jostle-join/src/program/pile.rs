//! Rows that were read, in a file: for each its number, its box, and its shape unless it is the box.

use crate::failure::{At, Failure};
use crate::known::Known;
use jostle::{Aabb, Affine, Placed, Shape, Vec2};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bytes before the shape: number, length of the shape, box.
const HEAD: usize = 24;

/// A file of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pile {
    pub(crate) path: PathBuf,
    pub(crate) rows: u64,
    /// What its rows take in memory when placed, estimated.
    pub(crate) cost: u64,
    /// The box around all, as bits: JSON has no infinity.
    around: [u32; 4],
}

/// A box as bits.
pub(crate) fn to_bits(Aabb { min, max }: Aabb) -> [u32; 4] {
    [min.x, min.y, max.x, max.y].map(f32::to_bits)
}

/// A box from its bits.
pub(crate) fn from_bits(bits: [u32; 4]) -> Aabb {
    let [x0, y0, x1, y1] = bits.map(f32::from_bits);
    Aabb { min: Vec2::new(x0, y0), max: Vec2::new(x1, y1) }
}

impl Pile {
    pub(crate) fn bounds(&self) -> Aabb {
        from_bits(self.around)
    }

    /// Opens it for reading.
    pub(crate) fn open(&self) -> Result<Rows, Failure> {
        let file = File::open(&self.path).at(&self.path)?;
        let file = BufReader::with_capacity(1 << 18, file);
        Ok(Rows { file, path: self.path.clone(), left: self.rows, bytes: vec![0; HEAD] })
    }
}

/// Reads a number at a place in bytes.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk);
    word.map_or(0, |word| u32::from_le_bytes(*word))
}

/// A row as it lies in a file.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) bytes: &'a [u8],
}

impl Row<'_> {
    fn word(&self, at: usize) -> u32 {
        word(self.bytes, at)
    }

    pub(crate) fn number(&self) -> u32 {
        self.word(0)
    }

    pub(crate) fn bounds(&self) -> Aabb {
        // Not by `map` over an array, which took half of the time of a join of boxes.
        let side = |at: usize| f32::from_bits(self.word(at));
        Aabb { min: Vec2::new(side(8), side(12)), max: Vec2::new(side(16), side(20)) }
    }

    /// What is behind the head: nothing where the row is its box.
    pub(crate) fn body(&self) -> &[u8] {
        &self.bytes[HEAD..]
    }

    /// What the row takes in memory when placed, with its share of the work: a placed shape has 72 bytes,
    /// and about six times its bytes in a file where it is no box.
    pub(crate) fn cost(&self) -> u64 {
        144 + 6 * (self.bytes.len() - HEAD) as u64
    }
}

/// Adds a row to bytes that go into a pile; `false` for a custom shape, which has no bytes.
pub(crate) fn encode(
    number: u32,
    bounds: Aabb,
    shape: Option<(&Affine, &Shape)>,
    out: &mut Vec<u8>,
) -> bool {
    let start = out.len();
    out.extend_from_slice(&number.to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    for corner in [bounds.min, bounds.max] {
        out.extend_from_slice(&corner.x.to_le_bytes());
        out.extend_from_slice(&corner.y.to_le_bytes());
    }
    let Some((map, shape)) = shape else { return true };
    map.to_matrix().iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    let packed = shape.pack_into(out);
    let length = (out.len() - start - HEAD) as u32;
    out[start + 4..start + 8].copy_from_slice(&length.to_le_bytes());
    packed
}

/// The rows of a pile, one after the other.
pub(crate) struct Rows {
    file: BufReader<File>,
    path: PathBuf,
    left: u64,
    bytes: Vec<u8>,
}

impl Rows {
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>, Failure> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.bytes.resize(HEAD, 0);
        self.file.read_exact(&mut self.bytes).at(&self.path)?;
        let length = Row { bytes: &self.bytes }.word(4) as usize;
        if length > 0 {
            self.bytes.resize(HEAD + length, 0);
            self.file.read_exact(&mut self.bytes[HEAD..]).at(&self.path)?;
        }
        Ok(Some(Row { bytes: &self.bytes }))
    }
}

/// Places what a row has behind its head; `None` for bytes that no row was written with.
pub(crate) fn place(bytes: &[u8], known: &mut Known<Arc<Shape>>) -> Option<Placed> {
    let (map, bytes) = bytes.split_at_checked(24)?;
    let map = Affine::from_matrix([0, 4, 8, 12, 16, 20].map(|at| f32::from_bits(word(map, at))));
    known.get(bytes, || Shape::unpack(bytes).map(Arc::new).ok_or(())).ok()?.place(map).ok()
}

/// A pile that is being written.
pub(crate) struct PileWriter {
    file: BufWriter<File>,
    path: PathBuf,
    rows: u64,
    cost: u64,
    around: Option<Aabb>,
}

impl PileWriter {
    pub(crate) fn create(path: &Path, buffer: usize) -> Result<Self, Failure> {
        let file = BufWriter::with_capacity(buffer, File::create(path).at(path)?);
        Ok(Self { file, path: path.to_owned(), rows: 0, cost: 0, around: None })
    }

    pub(crate) fn push(&mut self, row: Row<'_>) -> Result<(), Failure> {
        self.file.write_all(row.bytes).at(&self.path)?;
        self.rows += 1;
        self.cost += row.cost();
        let bounds = row.bounds();
        self.around = Some(self.around.map_or(bounds, |around| around.union(bounds)));
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Pile, Failure> {
        self.file.flush().at(&self.path)?;
        let Self { path, rows, cost, around, .. } = self;
        let around = to_bits(around.unwrap_or(Aabb::UNBOUNDED));
        Ok(Pile { path, rows, cost, around })
    }
}

/// Calls `each` with the rows in bytes that [`encode`] wrote.
pub(crate) fn rows_of<'a>(mut bytes: &'a [u8]) -> impl Iterator<Item = Row<'a>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let length = HEAD + Row { bytes }.word(4) as usize;
        let (row, rest) = bytes.split_at(length);
        bytes = rest;
        Some(Row { bytes: row })
    })
}
