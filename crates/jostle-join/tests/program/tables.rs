//! Tables and runs of the program.

use arrow_array::{ArrayRef, Float32Array, RecordBatch, StringArray};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

/// Numbers that are the same in each run (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn below(&mut self, end: f64) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f64 / (1_u64 << 24) as f64 * end
    }
}

/// Forms of shapes of many kinds in a square, some of them unbounded, outlines and crowded in a corner.
pub(crate) fn shapes(seed: u64, count: usize, size: f64) -> Vec<String> {
    let mut random = Random(seed);
    let mut forms = Vec::new();
    for i in 0..count {
        let [x, y] = [random.below(size), random.below(size)];
        // A third of them crowd in a corner.
        let [x, y] = if i % 3 == 0 { [x / 10.0, y / 10.0] } else { [x, y] };
        let (r, turn) = (0.5 + random.below(3.0), random.below(360.0));
        forms.push(match i % 50 {
            0..10 => format!(r#"{{"type":"circle","center":[{x},{y}],"radius":{r}}}"#),
            10..30 => {
                format!(r#"{{"type":"rect","center":[{x},{y}],"half":[{r},1],"degrees":{turn}}}"#)
            }
            30..35 => format!(r#"{{"type":"point","at":[{x},{y}]}}"#),
            49 if i % 7 == 0 => format!(r#"{{"type":"half_plane","normal":[1,{r}],"offset":{r}}}"#),
            _ => format!(
                r#"{{"type":"polygon","points":[[0,-2],[1.4,1.6],[0,0.8],[-1.4,1.6]],"transform":{{"position":[{x},{y}],"degrees":{turn},"scale":[{r},1]}}}}"#
            ),
        });
    }
    forms
}

/// Writes a table of shapes in the form that its name has.
pub(crate) fn write(path: &Path, forms: &[String]) {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap();
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(forms));
    let batch = RecordBatch::try_from_iter([("shape", column)]).unwrap();
    let mut text = String::new();
    match ending {
        "csv" => {
            text.push_str("other,shape\n");
            for (i, form) in forms.iter().enumerate() {
                writeln!(text, "{i},\"{}\"", form.replace('"', "\"\"")).unwrap();
            }
        }
        "jsonl" => {
            for (i, form) in forms.iter().enumerate() {
                // A line is a shape, or has one.
                let line = if i % 2 == 0 {
                    form.clone()
                } else {
                    format!(r#"{{"id":{i},"shape":{form}}}"#)
                };
                writeln!(text, "{line}").unwrap();
            }
        }
        _ => return write_batch(path, &batch),
    }
    fs::write(path, text).unwrap();
}

/// Writes a batch as Parquet or Arrow.
pub(crate) fn write_batch(path: &Path, batch: &RecordBatch) {
    let file = fs::File::create(path).unwrap();
    if path.extension().unwrap() == "parquet" {
        let mut writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(batch).unwrap();
        writer.close().unwrap();
    } else {
        let mut writer = arrow_ipc::writer::FileWriter::try_new(file, &batch.schema()).unwrap();
        writer.write(batch).unwrap();
        writer.finish().unwrap();
    }
}

/// Writes boxes of a square as Parquet or CSV.
pub(crate) fn write_boxes(path: &Path, seed: u64, count: usize, size: f64) {
    let mut random = Random(seed);
    let mut columns = [const { Vec::<f32>::new() }; 4];
    for _ in 0..count {
        let [x, y, w, h] = [size, size, 2.0, 2.0].map(|end| random.below(end) as f32);
        for (column, number) in columns.iter_mut().zip([x, y, x + w, y + h]) {
            column.push(number);
        }
    }
    let names = ["min_x", "min_y", "max_x", "max_y"];
    if path.extension().unwrap() == "csv" {
        let mut text = names.join(",") + "\n";
        for row in 0..count {
            let row = columns.each_ref().map(|column| column[row].to_string());
            text += &(row.join(",") + "\n");
        }
        return fs::write(path, text).unwrap();
    }
    let columns = columns.map(|column| -> ArrayRef { Arc::new(Float32Array::from(column)) });
    write_batch(path, &RecordBatch::try_from_iter(names.into_iter().zip(columns)).unwrap());
}

/// The program with arguments, words of one text.
pub(crate) fn program(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jostle-join"));
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

/// Runs the program, which has to succeed; a result of the same name is replaced.
pub(crate) fn join(folder: &Path, arguments: &str) -> String {
    let done = program(folder, arguments).arg("--force").output().unwrap();
    assert!(done.status.success(), "{arguments}: {}", error(&done));
    error(&done)
}

/// Runs the program, which has to refuse; no half result is left.
pub(crate) fn refused(folder: &Path, arguments: &str) -> String {
    let done = program(folder, arguments).output().unwrap();
    assert_eq!(done.status.code(), Some(2), "{arguments}: {}", error(&done));
    error(&done)
}

/// What a run printed.
pub(crate) fn error(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}
