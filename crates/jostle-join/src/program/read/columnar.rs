//! Tables in columns: Parquet and Arrow IPC.

use super::{Batch, Cell, NUMBERS, Source, require_columns};
use crate::failure::{At, Failure};
use arrow_array::cast::AsArray;
use arrow_array::types::Float32Type;
use arrow_array::{Array, ArrayRef, Float32Array, LargeBinaryArray, LargeStringArray, RecordBatch};
use arrow_cast::cast;
use arrow_ipc::reader::FileReaderBuilder;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::borrow::Cow;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Rows of a batch.
const BATCH: usize = 1 << 16;

type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

struct Columnar {
    path: PathBuf,
    batches: Batches,
    /// Rows so far, and of all, and bytes of all.
    rows: [u64; 3],
}

fn wanted(name: &str) -> bool {
    NUMBERS.contains(&name) || name == "shape" || name == "transform"
}

fn checked(path: &Path, schema: &SchemaRef) -> Result<(), Failure> {
    let names: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
    require_columns(path, &names)
}

pub(super) fn parquet(path: &Path) -> Result<Box<dyn Source>, Failure> {
    let wrong = |error: parquet::errors::ParquetError| Failure::file(path, error);
    let file = File::open(path).at(path)?;
    let bytes = file.metadata().at(path)?.len();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(wrong)?;
    checked(path, builder.schema())?;
    let all = builder.metadata().file_metadata().num_rows().max(0) as u64;
    let fields = builder.schema().fields().iter().enumerate();
    let roots: Vec<usize> =
        fields.filter(|(_, field)| wanted(field.name())).map(|(i, _)| i).collect();
    let mask = ProjectionMask::roots(builder.parquet_schema(), roots);
    let batches = builder.with_projection(mask).with_batch_size(BATCH).build().map_err(wrong)?;
    Ok(Box::new(Columnar {
        path: path.to_owned(),
        batches: Box::new(batches),
        rows: [0, all, bytes],
    }))
}

pub(super) fn ipc(path: &Path) -> Result<Box<dyn Source>, Failure> {
    let wrong = |error: ArrowError| Failure::file(path, error);
    let file = File::open(path).at(path)?;
    let bytes = file.metadata().at(path)?.len();
    let reader = FileReaderBuilder::new().build(BufReader::new(file)).map_err(wrong)?;
    checked(path, &reader.schema())?;
    let all = reader.num_batches() as u64;
    Ok(Box::new(Columnar {
        path: path.to_owned(),
        batches: Box::new(reader),
        rows: [0, all, bytes],
    }))
}

impl Source for Columnar {
    fn next(&mut self) -> Result<Option<Box<dyn Batch>>, Failure> {
        let Some(batch) = self.batches.next() else { return Ok(None) };
        let batch = batch.and_then(|batch| Columns::new(&batch));
        let batch = batch.map_err(|error| Failure::file(&self.path, error))?;
        self.rows[0] += batch.len as u64;
        Ok(Some(Box::new(batch)))
    }

    fn position(&self) -> u64 {
        let [rows, all, bytes] = self.rows;
        (rows as f64 / all.max(1) as f64 * bytes as f64) as u64
    }
}

enum Shapes {
    Text(LargeStringArray),
    Bytes(LargeBinaryArray),
}

struct Columns {
    len: usize,
    numbers: [Option<Float32Array>; NUMBERS.len()],
    shapes: Option<Shapes>,
    transforms: Option<LargeStringArray>,
}

impl Columns {
    fn new(batch: &RecordBatch) -> Result<Self, ArrowError> {
        let column = |name: &str| batch.column_by_name(name);
        let text = |array: &ArrayRef| {
            Ok::<_, ArrowError>(cast(array, &DataType::LargeUtf8)?.as_string().clone())
        };
        let number = |name: &str| -> Result<Option<Float32Array>, ArrowError> {
            let array = column(name).map(|array| cast(array, &DataType::Float32)).transpose()?;
            Ok(array.map(|array| array.as_primitive::<Float32Type>().clone()))
        };
        let mut numbers = [const { None }; NUMBERS.len()];
        for (place, name) in numbers.iter_mut().zip(NUMBERS) {
            *place = number(name)?;
        }
        let shapes = |array: &ArrayRef| {
            Ok::<_, ArrowError>(
                if matches!(
                    array.data_type(),
                    DataType::Binary
                        | DataType::LargeBinary
                        | DataType::BinaryView
                        | DataType::FixedSizeBinary(_)
                ) {
                    Shapes::Bytes(cast(array, &DataType::LargeBinary)?.as_binary().clone())
                } else {
                    Shapes::Text(text(array)?)
                },
            )
        };
        Ok(Self {
            len: batch.num_rows(),
            numbers,
            shapes: column("shape").map(shapes).transpose()?,
            transforms: column("transform").map(text).transpose()?,
        })
    }
}

impl Batch for Columns {
    fn len(&self) -> usize {
        self.len
    }

    fn has_maps(&self) -> bool {
        self.transforms.is_some() || self.numbers[4..].iter().any(Option::is_some)
    }

    fn number(&self, row: usize, column: usize) -> Result<Option<f32>, String> {
        let Some(array) = &self.numbers[column] else { return Ok(None) };
        if array.is_null(row) {
            Err(format!("{} is null", NUMBERS[column]))
        } else {
            Ok(Some(array.value(row)))
        }
    }

    fn shape(&self, row: usize) -> Result<Option<Cell<'_>>, String> {
        let null = || Err("shape is null".to_owned());
        match &self.shapes {
            None => Ok(None),
            Some(Shapes::Text(array)) if array.is_valid(row) => {
                Ok(Some(Cell::Json(Cow::Borrowed(array.value(row)))))
            }
            Some(Shapes::Bytes(array)) if array.is_valid(row) => {
                Ok(Some(Cell::Bytes(array.value(row))))
            }
            Some(_) => null(),
        }
    }

    fn transform(&self, row: usize) -> Result<Option<Cow<'_, str>>, String> {
        let valid = self.transforms.as_ref().filter(|array| array.is_valid(row));
        Ok(valid.map(|array| Cow::Borrowed(array.value(row))))
    }
}
