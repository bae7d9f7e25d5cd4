//! The runs of all tiles, merged into the result.

use crate::args::Args;
use crate::failure::{At, Failure};
use crate::pile::word;
use crate::question::Question;
use crate::work::{Run, Work};
use crate::write::{Columns, Writer};
use indicatif::ProgressBar;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};

/// Runs that are merged at a time, which are files that are open.
const WAYS: usize = 256;
/// Rows that go to the writer at a time.
const CHUNK: usize = 1 << 16;

/// A run that is being read, and its next row.
struct Head {
    file: BufReader<File>,
    left: u64,
    row: Vec<u8>,
}

impl Head {
    /// Reads the next row; `None` at the end.
    fn key(&mut self, run: &Run) -> Result<Option<(u32, u32)>, Failure> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.file.read_exact(&mut self.row).at(&run.path)?;
        Ok(Some((word(&self.row, 0), word(&self.row, 4))))
    }
}

/// Calls `each` with the rows of sorted runs, sorted. The rows of `nearest` with one left row are in
/// one run, so their order stays.
fn merged(
    runs: &[Run],
    question: Question,
    memory: u64,
    mut each: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let buffer = (memory / 2 / runs.len().max(1) as u64).clamp(1 << 12, 1 << 20) as usize;
    let (mut heads, mut heap) = (Vec::new(), BinaryHeap::new());
    for (i, run) in runs.iter().enumerate() {
        let file = BufReader::with_capacity(buffer, File::open(&run.path).at(&run.path)?);
        let mut head = Head { file, left: run.rows, row: vec![0; question.row_bytes()] };
        heap.extend(head.key(run)?.map(|key| Reverse((key, i))));
        heads.push(head);
    }
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((_, i)) = *top;
        each(&heads[i].row)?;
        match heads[i].key(&runs[i])? {
            Some(key) => *top = Reverse((key, i)),
            None => _ = std::collections::binary_heap::PeekMut::pop(top),
        }
    }
    Ok(())
}

/// Writes the result into the folder of the work, and moves it to its place when it is complete. Returns the
/// number of rows.
pub(crate) fn merge(
    work: &mut Work,
    question: Question,
    args: &Args,
    bar: &ProgressBar,
) -> Result<u64, Failure> {
    let memory = args.memory;
    while work.state.runs.len() > WAYS {
        let some: Vec<Run> = work.state.runs.drain(..WAYS).collect();
        let path = work.path("run");
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&path).at(&path)?);
        merged(&some, question, memory, |row| file.write_all(row).at(&path))?;
        file.flush().at(&path)?;
        work.state.runs.push(Run { path, rows: some.iter().map(|run| run.rows).sum() });
        work.save()?;
        for run in some {
            let _ = fs::remove_file(run.path);
        }
    }
    let part = work.path("result");
    let mut writer = Writer::create(&args.out, &part, question)?;
    let mut columns = Columns::new(question);
    let mut rows = 0_u64;
    let written = merged(&work.state.runs, question, memory, |row| {
        columns.push(row);
        if columns.len() == CHUNK {
            rows += CHUNK as u64;
            writer.write(&mut columns)?;
            bar.set_position(rows);
        }
        Ok(())
    });
    let written = written.and_then(|()| {
        rows += columns.len() as u64;
        writer.write(&mut columns)?;
        writer.finish()
    });
    let written = written.and_then(|()| work.place(part.clone(), args));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.map(|()| rows)
}
