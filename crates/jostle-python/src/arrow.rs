//! Columns of Arrow, taken and given by the PyCapsule interface, without pyarrow.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, LargeBinaryArray,
    PrimitiveArray, RecordBatch, make_array,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use numpy::ndarray::{Array2, ArrayView2};
use numpy::{PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use pyo3_arrow::input::AnyArray;
use std::sync::Arc;

use crate::error::Refusal;

/// Rows of numbers, where the caller has them.
pub(crate) enum Table<'py> {
    Numpy(PyReadonlyArray2<'py, f32>),
    Arrow { numbers: Float32Array, columns: usize },
    Copied(Array2<f32>),
}

impl Table<'_> {
    pub(crate) fn as_array(&self) -> ArrayView2<'_, f32> {
        match self {
            Self::Numpy(rows) => rows.as_array(),
            Self::Arrow { numbers, columns } => {
                let shape = (numbers.len() / columns, *columns);
                ArrayView2::from_shape(shape, numbers.values()).expect("it holds as many numbers")
            }
            Self::Copied(rows) => rows.view(),
        }
    }
}

/// Returns what an object has by the PyCapsule interface, as one array; `None` for other objects. A table is
/// an array of structs.
fn array(object: &Bound<'_, PyAny>) -> PyResult<Option<ArrayRef>> {
    if !object.hasattr("__arrow_c_array__")? && !object.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let chunks = object.extract::<AnyArray>()?.into_chunked_array()?;
    let (chunks, field) = chunks.into_inner();
    if let [chunk] = &chunks[..] {
        return Ok(Some(chunk.clone()));
    }
    let parts: Vec<&dyn Array> = chunks.iter().map(AsRef::as_ref).collect();
    if parts.is_empty() {
        return Ok(Some(arrow_array::new_empty_array(field.data_type())));
    }
    Ok(Some(arrow_select::concat::concat(&parts).map_err(refused)?))
}

fn refused(error: ArrowError) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

fn numbers(array: &dyn Array, name: &str) -> PyResult<Float32Array> {
    let numbers = cast(array, &DataType::Float32).map_err(refused)?;
    if numbers.null_count() > 0 {
        let row = (0..numbers.len()).find(|row| numbers.is_null(*row)).unwrap_or_default();
        return Err(Refusal::new("not_finite", name, format!("{name} is null in row {row}")).into());
    }
    Ok(numbers.as_primitive::<Float32Type>().clone())
}

/// Reads rows of numbers: a column of lists of one size, which is not copied where it has 32-bit floats, or
/// columns side by side.
pub(crate) fn table<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Table<'py>>> {
    let Some(array) = array(object)? else { return Ok(None) };
    if let Some(list) = array.as_fixed_size_list_opt() {
        let columns = list.value_length().max(1) as usize;
        if list.null_count() > 0 {
            return Err(
                Refusal::new("not_finite", name, format!("{name} has a row that is null")).into()
            );
        }
        return Ok(Some(Table::Arrow { numbers: numbers(list.values(), name)?, columns }));
    }
    let Some(columns) = array.as_struct_opt() else {
        let sentence = format!(
            "{name} is {} in Arrow, not lists of one size or columns of numbers",
            array.data_type()
        );
        return Err(Refusal::new("wrong_length", name, sentence).into());
    };
    let columns: Vec<Float32Array> =
        columns.columns().iter().map(|column| numbers(column, name)).collect::<PyResult<_>>()?;
    let shape = (array.len(), columns.len());
    Ok(Some(Table::Copied(Array2::from_shape_fn(shape, |(row, i)| columns[i].value(row)))))
}

/// Reads a column of texts or bytes; `None` for other objects.
pub(crate) fn bytes(object: &Bound<'_, PyAny>) -> PyResult<Option<LargeBinaryArray>> {
    let Some(array) = array(object)? else { return Ok(None) };
    let cast = cast(&array, &DataType::LargeBinary)
        .or_else(|_| cast(&cast(&array, &DataType::LargeUtf8)?, &DataType::LargeBinary));
    Ok(Some(cast.map_err(refused)?.as_binary().clone()))
}

/// Makes a column of a contiguous array of NumPy.
fn column(array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    fn of<T: arrow_array::ArrowPrimitiveType<Native: numpy::Element>>(
        array: &Bound<'_, PyAny>,
    ) -> PyResult<Option<ArrayRef>> {
        let Ok(array) = array.cast::<numpy::PyArrayDyn<T::Native>>() else { return Ok(None) };
        Ok(Some(Arc::new(PrimitiveArray::<T>::from_iter_values(
            array.readonly().as_slice()?.iter().copied(),
        ))))
    }
    let known = of::<Float32Type>(array)?
        .or(of::<UInt32Type>(array)?)
        .or(of::<UInt64Type>(array)?)
        .or(of::<UInt8Type>(array)?);
    if let Some(known) = known {
        return Ok(known);
    }
    let Ok(flags) = array.cast::<numpy::PyArrayDyn<bool>>() else {
        return Err(PyTypeError::new_err("an answer of jostle is needed, an array of NumPy"));
    };
    Ok(Arc::new(BooleanArray::from(flags.readonly().as_slice()?.to_vec())))
}

/// Makes a record batch of Arrow of the fields of a structured array that a call returned. It has the
/// PyCapsule interface, so `pyarrow.record_batch`, `polars.DataFrame` and DuckDB take it without a copy.
///
/// >>> from jostle import PlacedList, to_arrow
/// >>> to_arrow(PlacedList.boxes([[0, 0, 1, 1]]).contacts(PlacedList.boxes([[1, 0, 2, 1]]))).num_rows
/// 1
#[pyfunction]
#[pyo3(signature = (answers: "numpy.typing.NDArray[typing.Any]") -> "jostle.types.Arrow")]
pub(crate) fn to_arrow<'py>(
    py: Python<'py>,
    answers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyRecordBatch>> {
    let contiguous = py.import("numpy")?.getattr("ascontiguousarray")?;
    let dtype = answers.getattr("dtype")?;
    let names: Option<Vec<String>> = dtype.getattr("names")?.extract()?;
    let Some(names) = names else {
        return Err(PyTypeError::new_err(
            "a structured array is needed, such as contacts() returns",
        ));
    };
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for name in names {
        let array = contiguous.call1((answers.get_item(&name)?,))?;
        let flat = column(&array)?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let column: ArrayRef = match shape[..] {
            [_] => flat,
            [_, count] => {
                let item = Arc::new(Field::new_list_field(flat.data_type().clone(), false));
                let list = FixedSizeListArray::try_new(
                    item,
                    count as i32,
                    make_array(flat.to_data()),
                    None,
                );
                Arc::new(list.map_err(refused)?)
            }
            _ => return Err(PyTypeError::new_err(format!("{name} has more than two dimensions"))),
        };
        fields.push(Field::new(name, column.data_type().clone(), false));
        columns.push(column);
    }
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(refused)?;
    Bound::new(py, PyRecordBatch::new(batch))
}
