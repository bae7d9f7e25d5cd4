//! What callers may pass: points as any pair of numbers, tables as anything that NumPy takes.

use jostle::shape::ValuePath;
use jostle::{Affine, ShapeError, Vec2};
use numpy::{PyReadonlyArray1, ndarray::ArrayView1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::arrow::{self, Table};
use crate::error::{Refusal, refused};

/// A point or vector: any sequence of two numbers.
#[derive(Clone, Copy)]
pub(crate) struct Point(pub(crate) Vec2);

impl<'py> FromPyObject<'_, 'py> for Point {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(tuple) = object.cast::<PyTuple>()
            && tuple.len() == 2
        {
            let [x, y] = [tuple.get_borrowed_item(0)?, tuple.get_borrowed_item(1)?];
            return Ok(Self(Vec2::new(x.extract()?, y.extract()?)));
        }
        let numbers: [f32; 2] = object.extract().map_err(|_| {
            let found = object.get_type().to_string();
            PyTypeError::new_err(format!("a point is two numbers, such as (x, y), not {found}"))
        })?;
        Ok(Self(numbers.into()))
    }
}

/// The place of a number in an argument.
fn place(name: &'static str, index: Option<usize>, axis: &'static str) -> ValuePath {
    ValuePath { name, index, inner: None, axis }
}

/// Refuses NaN and what is infinite, with its place.
pub(crate) fn finite(value: f32, what: ValuePath) -> Result<(), Refusal> {
    if value.is_finite() { Ok(()) } else { Err(ShapeError::NotFinite { what, value }.into()) }
}

fn finite_point(v: Vec2, name: &'static str, index: Option<usize>) -> Result<(), Refusal> {
    finite(v.x, place(name, index, ".x"))?;
    finite(v.y, place(name, index, ".y"))
}

/// A length, which is finite and not below 0.
pub(crate) fn extent(value: f32, name: &'static str) -> PyResult<f32> {
    let what = place(name, None, "");
    finite(value, what)?;
    if value < 0.0 { Err(refused(ShapeError::Negative { what, value })) } else { Ok(value) }
}

impl Point {
    /// The point of a question.
    pub(crate) fn finite(self, name: &'static str) -> PyResult<Vec2> {
        finite_point(self.0, name, None)?;
        Ok(self.0)
    }
}

/// The points of many questions.
pub(crate) fn finite_points(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<Vec2>> {
    let points = vectors(&table(object, name, &[2])?);
    for (index, point) in points.iter().enumerate() {
        finite_point(*point, name, Some(index))?;
    }
    Ok(points)
}

/// Points: a table of two columns, or any iterable of points.
pub(crate) struct Points(pub(crate) Vec<Vec2>);

impl<'py> FromPyObject<'_, 'py> for Points {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if ["__array_interface__", "__arrow_c_array__", "__arrow_c_stream__"]
            .iter()
            .any(|name| object.hasattr(*name).unwrap_or_default())
        {
            let rows = table(&object, "points", &[2])?;
            return Ok(Self(vectors(&rows)));
        }
        let points = object.try_iter()?.map(|item| Ok(item?.extract::<Point>()?.0));
        points.collect::<PyResult<_>>().map(Self)
    }
}

/// Calls `numpy.asarray`, which copies only what is of another type.
pub(crate) fn asarray<'py>(
    object: &Bound<'py, PyAny>,
    dtype: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    static ASARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let asarray = ASARRAY.import(object.py(), "numpy", "asarray")?;
    let options = PyDict::new(object.py());
    options.set_item("dtype", dtype)?;
    asarray.call((object,), Some(&options))
}

/// Reads a table of numbers with one of the given numbers of columns.
pub(crate) fn table<'py>(
    object: &Bound<'py, PyAny>,
    name: &'static str,
    columns: &[usize],
) -> PyResult<Table<'py>> {
    let wrong = |shape: &str| {
        let wanted: Vec<String> = columns.iter().map(|n| format!("(n, {n})")).collect();
        let message = format!("{name} has the shape {shape}, not {}", wanted.join(" or "));
        PyErr::from(Refusal::new("wrong_length", name, message))
    };
    let rows = if let Some(rows) = arrow::table(object, name)? {
        rows
    } else {
        let array = asarray(object, Some("float32"))?;
        let shape = array.getattr("shape")?.to_string();
        Table::Numpy(array.extract().map_err(|_| wrong(&shape))?)
    };
    // An empty list is an empty table.
    let (count, found) = rows.as_array().dim();
    if columns.contains(&found) { Ok(rows) } else { Err(wrong(&format!("({count}, {found})"))) }
}

/// Reads a column of numbers.
pub(crate) fn column<'py, T: numpy::Element>(
    object: &Bound<'py, PyAny>,
    name: &'static str,
    dtype: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let array = asarray(object, Some(dtype))?;
    let shape = array.getattr("shape")?.to_string();
    array.extract().map_err(|_| {
        let message = format!("{name} has the shape {shape}, not (n,)");
        Refusal::new("wrong_length", name, message).into()
    })
}

/// Refuses an array of other than whole numbers; they would be cut off, and truth values are no numbers.
pub(crate) fn check_whole<'py>(
    object: &Bound<'py, PyAny>,
    name: &'static str,
) -> PyResult<Bound<'py, PyAny>> {
    let array = asarray(object, None)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    // An empty list is one of floats to NumPy.
    if matches!(&*kind, "b" | "f" | "c") && array.len()? > 0 {
        let found = array.getattr("dtype")?.to_string();
        let message = format!("{name} has numbers of the type {found}, not whole ones");
        return Err(Refusal::new("form", name, message).into());
    }
    Ok(array)
}

/// Reads a column of whole numbers.
pub(crate) fn whole<'py, T: numpy::Element>(
    object: &Bound<'py, PyAny>,
    name: &'static str,
    dtype: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    column(&check_whole(object, name)?, name, dtype)
}

pub(crate) fn vectors(rows: &Table<'_>) -> Vec<Vec2> {
    rows.as_array().rows().into_iter().map(|row| Vec2::new(row[0], row[1])).collect()
}

/// The columns that a table of transforms may have.
pub(crate) const TRANSFORM_COLUMNS: &[usize] = &[2, 3, 5, 6];

/// Reads a transform from a row: x, y; with radians; with two factors of scale; or the matrix
/// a, b, c, d, tx, ty.
pub(crate) fn transform(row: ArrayView1<'_, f32>) -> Affine {
    match row.len() {
        2 => Affine::at((row[0], row[1])),
        3 => Affine::at((row[0], row[1])).rotated(row[2]),
        5 => Affine::at((row[0], row[1])).rotated(row[2]).scaled(row[3], row[4]),
        _ => Affine::from_matrix(std::array::from_fn(|i| row[i])),
    }
}

/// Refuses columns of different lengths.
pub(crate) fn same_length(name: &'static str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    let message = format!("{name} has {found} rows; {expected} are needed");
    Err(Refusal::new("wrong_length", name, message).into())
}
