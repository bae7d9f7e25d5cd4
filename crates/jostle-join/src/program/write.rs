//! The result, in any of the four forms.

use crate::failure::{At, Failure};
use crate::form::{self, Form};
use crate::pile::word;
use crate::question::Question;
use arrow_array::{ArrayRef, Float32Array, Int64Array, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows of the result as columns.
pub(crate) struct Columns {
    rows: [Vec<i64>; 2],
    numbers: Vec<Vec<f32>>,
}

impl Columns {
    pub(crate) fn new(question: Question) -> Self {
        Self { rows: Default::default(), numbers: vec![Vec::new(); question.columns().len()] }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows[0].len()
    }

    /// Adds a row of a run.
    pub(crate) fn push(&mut self, row: &[u8]) {
        for (at, column) in self.rows.iter_mut().enumerate() {
            column.push(word(row, 4 * at).into());
        }
        for (at, column) in self.numbers.iter_mut().enumerate() {
            column.push(f32::from_bits(word(row, 4 * at + 8)));
        }
    }
}

enum Output {
    Parquet(Box<ArrowWriter<File>>),
    Ipc(Box<FileWriter<BufWriter<File>>>),
    Csv(BufWriter<File>),
    JsonLines(BufWriter<File>),
}

/// A result that is being written.
pub(crate) struct Writer {
    path: PathBuf,
    schema: Arc<Schema>,
    form: Output,
}

impl Writer {
    /// Begins a result; the form is that of the name `out`, the file is `path`.
    pub(crate) fn create(out: &Path, path: &Path, question: Question) -> Result<Self, Failure> {
        let rows = ["left", "right"].map(|name| Field::new(name, DataType::Int64, false));
        let numbers =
            question.columns().iter().map(|name| Field::new(*name, DataType::Float32, false));
        let schema = Arc::new(Schema::new(rows.into_iter().chain(numbers).collect::<Vec<_>>()));
        let names: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
        let known = form::of(out)?;
        let file = File::create(path).at(path)?;
        let form = match known {
            Form::Parquet => {
                let options = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    // Numbers rarely repeat.
                    .set_dictionary_enabled(false)
                    .build();
                let writer = ArrowWriter::try_new(file, schema.clone(), Some(options));
                Output::Parquet(Box::new(writer.map_err(|error| Failure::file(path, error))?))
            }
            Form::Arrow => {
                let writer = FileWriter::try_new(BufWriter::new(file), &schema);
                Output::Ipc(Box::new(writer.map_err(|error| Failure::file(path, error))?))
            }
            Form::Csv => {
                let mut file = BufWriter::with_capacity(1 << 18, file);
                writeln!(file, "{}", names.join(",")).at(path)?;
                Output::Csv(file)
            }
            Form::JsonLines => Output::JsonLines(BufWriter::with_capacity(1 << 18, file)),
        };
        Ok(Self { path: path.to_owned(), schema, form })
    }

    /// Writes rows and empties the columns.
    pub(crate) fn write(&mut self, columns: &mut Columns) -> Result<(), Failure> {
        let Self { path, schema, form } = self;
        let wrong = |error: ArrowError| Failure::file(path, error);
        let names: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
        match form {
            Output::Parquet(writer) => {
                let written = writer.write(&batch(schema, columns).map_err(wrong)?);
                written.map_err(|error| Failure::file(path, error))?;
            }
            Output::Ipc(writer) => {
                writer.write(&batch(schema, columns).map_err(wrong)?).map_err(wrong)?;
            }
            Output::Csv(file) => {
                for row in 0..columns.len() {
                    write!(file, "{},{}", columns.rows[0][row], columns.rows[1][row]).at(path)?;
                    columns
                        .numbers
                        .iter()
                        .try_for_each(|column| write!(file, ",{}", column[row]))
                        .at(path)?;
                    writeln!(file).at(path)?;
                }
            }
            Output::JsonLines(file) => {
                for row in 0..columns.len() {
                    let [left, right] = [columns.rows[0][row], columns.rows[1][row]];
                    write!(file, "{{\"left\":{left},\"right\":{right}").at(path)?;
                    for (name, column) in names[2..].iter().zip(&columns.numbers) {
                        // JSON has no infinity, which a depth may be.
                        let number = Some(column[row]).filter(|number| number.is_finite());
                        let number = number.map_or("null".into(), |number| number.to_string());
                        write!(file, ",\"{name}\":{number}").at(path)?;
                    }
                    writeln!(file, "}}").at(path)?;
                }
            }
        }
        columns.rows.iter_mut().for_each(Vec::clear);
        columns.numbers.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Ends the file and puts it on the disk.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let path = &self.path;
        let flushed = |file: BufWriter<File>| file.into_inner().map_err(|error| error.into_error());
        let file = match self.form {
            Output::Parquet(writer) => {
                writer.into_inner().map_err(|error| Failure::file(path, error))?
            }
            Output::Ipc(mut writer) => {
                writer.finish().map_err(|error| Failure::file(path, error))?;
                let file = writer.into_inner().map_err(|error| Failure::file(path, error))?;
                flushed(file).at(path)?
            }
            Output::Csv(file) | Output::JsonLines(file) => flushed(file).at(path)?,
        };
        file.sync_all().at(path)
    }
}

fn batch(schema: &Arc<Schema>, columns: &mut Columns) -> Result<RecordBatch, ArrowError> {
    let rows = columns
        .rows
        .each_mut()
        .map(|rows| -> ArrayRef { Arc::new(Int64Array::from(std::mem::take(rows))) });
    let numbers = columns
        .numbers
        .iter_mut()
        .map(|column| -> ArrayRef { Arc::new(Float32Array::from(std::mem::take(column))) });
    RecordBatch::try_new(schema.clone(), rows.into_iter().chain(numbers).collect())
}
