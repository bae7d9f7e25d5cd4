//! Many placed shapes as one object, and questions about all of them at once.

use std::sync::Arc;

use jostle::{Affine, Pairs, Placed as Core, Shape as CoreShape, Vec2};
use jostle_join::JoinRow;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};

use crate::answers::Aabb;
use crate::args::{
    TRANSFORM_COLUMNS, asarray, finite, same_length, table, transform, vectors, whole,
};
use crate::arrays::structured;
use crate::arrow;
use crate::error::Refusal;
use crate::join::{boxes, rows};
use crate::placed::Placed;
use crate::room::{Boxes, check};
use crate::shape::Shape;

/// Many placed shapes in one object, for questions about all of them in one call.
///
/// Calls that take a second list compare item i with item i of the other; a list of length 1 stands for as
/// many as needed. `pairs` and `contacts` compare all with all. The GIL is released while they run.
///
/// >>> import numpy
/// >>> from jostle import PlacedList, Shape
/// >>> balls = PlacedList.place(Shape.circle(1), numpy.array([[0, 0], [1.5, 0], [9, 9]]))
/// >>> balls.pairs().tolist()
/// [[0, 1]]
#[pyclass(frozen, module = "jostle")]
pub struct PlacedList {
    core: Vec<Core>,
    /// What was placed, and how, for pickle; `None` for boxes, whose bounds say it.
    sources: Option<Vec<Source>>,
}

type Source = (Arc<CoreShape>, Affine);

impl PlacedList {
    /// Places shapes without the GIL.
    fn collect<E: Into<Refusal>>(
        py: Python<'_>,
        sources: impl Iterator<Item = Result<Source, E>> + Send,
    ) -> PyResult<Self> {
        let place = |(i, source): (usize, Result<Source, E>)| {
            let (shape, map) = source.map_err(|error| error.into().at(i))?;
            let placed = shape.place(map).map_err(|error| Refusal::from(error).at(i))?;
            Ok((placed, (shape, map)))
        };
        let made: Result<_, Refusal> = py.detach(|| sources.enumerate().map(place).collect());
        let (core, sources) = made?;
        Ok(Self { core, sources: Some(sources) })
    }

    /// Places what is in a column of texts or bytes.
    fn of_column(
        column: &Bound<'_, PyAny>,
        bytes: impl for<'a> Fn(&'a Bound<'_, PyAny>) -> PyResult<&'a [u8]>,
        source: impl Fn(&[u8]) -> Result<(CoreShape, Affine), Refusal> + Sync,
    ) -> PyResult<Self> {
        let source = |bytes: &[u8]| source(bytes).map(|(shape, map)| (Arc::new(shape), map));
        if let Some(values) = arrow::bytes(column)? {
            let null = || Refusal::new("form", "", "a shape is null");
            let sources = values.iter().map(|bytes| source(bytes.ok_or_else(null)?));
            return Self::collect(column.py(), sources);
        }
        let read = |item: PyResult<Bound<'_, PyAny>>| Ok(source(bytes(&item?)?));
        let sources: Vec<_> = column.try_iter()?.map(read).collect::<PyResult<_>>()?;
        Self::collect(column.py(), sources.into_iter())
    }

    /// The length of answers about both.
    fn common(&self, other: &Self) -> PyResult<usize> {
        match (self.core.len(), other.core.len()) {
            (n, m) if n == m => Ok(n),
            (n, 1) => Ok(n),
            (1, m) => Ok(m),
            (n, m) => {
                let message = format!("the lists have {n} and {m} items");
                Err(Refusal::new("wrong_length", "other", message).into())
            }
        }
    }

    fn each<R: Send>(
        &self,
        py: Python<'_>,
        other: &Self,
        answer: impl Fn(&Core, &Core) -> R + Sync,
    ) -> PyResult<Vec<R>> {
        let count = self.common(other)?;
        let (a, b) = (&self.core[..], &other.core[..]);
        let step = |list: &[Core]| usize::from(list.len() != 1);
        Ok(py.detach(|| (0..count).map(|i| answer(&a[i * step(a)], &b[i * step(b)])).collect()))
    }
}

/// A shape in its own frame.
fn as_it_is(shape: CoreShape) -> Source {
    (Arc::new(shape), Affine::IDENTITY)
}

/// Shapes to place: one for all, or one for each.
pub(crate) fn shapes(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Arc<CoreShape>>> {
    if let Ok(shape) = object.cast::<Shape>() {
        return Ok(vec![shape.get().0.clone(); count]);
    }
    let shape = |item: PyResult<Bound<'_, PyAny>>| -> PyResult<Arc<CoreShape>> {
        Ok(item?.cast_into::<Shape>()?.get().0.clone())
    };
    let all: Vec<_> = object.try_iter()?.map(shape).collect::<PyResult<_>>()?;
    same_length("shapes", all.len(), count)?;
    Ok(all)
}

#[pymethods]
impl PlacedList {
    /// Makes a list of placed shapes.
    #[new]
    #[pyo3(signature = (placed: "collections.abc.Iterable[Placed]" = None))]
    fn new(placed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut core = Vec::new();
        let mut sources = Vec::new();
        if let Some(placed) = placed {
            for item in placed.try_iter()? {
                let item = item?.cast_into::<Placed>()?;
                core.push(item.get().core.clone());
                sources.push(item.get().source());
            }
        }
        Ok(Self { core, sources: Some(sources) })
    }

    /// Places shapes: one shape for all rows, or one for each; `transforms` has the shape (n, 2) for positions,
    /// (n, 3) for x, y and radians, (n, 5) with two factors of scale, or (n, 6) for matrices.
    #[staticmethod]
    #[pyo3(signature = (
        shapes: "Shape | collections.abc.Iterable[Shape]",
        transforms: "jostle.types.Array"))]
    fn place(shapes: &Bound<'_, PyAny>, transforms: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = table(transforms, "transforms", TRANSFORM_COLUMNS)?;
        let rows = rows.as_array();
        let shapes = self::shapes(shapes, rows.nrows())?;
        // Copied: without the GIL the array may change.
        let maps: Vec<_> = rows.rows().into_iter().map(transform).collect();
        Self::collect(transforms.py(), shapes.into_iter().zip(maps).map(Ok::<_, Refusal>))
    }

    /// Places axis-aligned boxes: rows of x_min, y_min, x_max, y_max.
    #[staticmethod]
    #[pyo3(signature = (bounds: "jostle.types.Array"))]
    fn boxes(bounds: &Bound<'_, PyAny>) -> PyResult<Self> {
        let placed = |(i, bounds): (usize, jostle::Aabb)| {
            let sides = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
            for (name, side) in ["x_min", "y_min", "x_max", "y_max"].into_iter().zip(sides) {
                let what = jostle::shape::ValuePath { name, index: None, inner: None, axis: "" };
                finite(side, what).map_err(|refusal| refusal.at(i))?;
            }
            bounds.to_placed().map_err(|error| Refusal::from(error).at(i))
        };
        let boxes = boxes(bounds, "bounds")?.into_iter().enumerate();
        let core: Result<_, Refusal> = bounds.py().detach(|| boxes.map(placed).collect());
        Ok(Self { core: core?, sources: None })
    }

    /// Places circles: rows of x, y and radius.
    #[staticmethod]
    #[pyo3(signature = (circles: "jostle.types.Array"))]
    fn circles(circles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = table(circles, "circles", &[3])?;
        let rows: Vec<_> = rows.as_array().rows().into_iter().map(|r| [r[0], r[1], r[2]]).collect();
        let source = |[x, y, radius]: [f32; 3]| CoreShape::circle_at((x, y), radius).map(as_it_is);
        Self::collect(circles.py(), rows.into_iter().map(source))
    }

    /// Places polygons without holes from all their points, and where each begins: `offsets` has one entry
    /// more than there are polygons, and polygon i has the points from offsets[i] to offsets[i + 1].
    #[staticmethod]
    #[pyo3(signature = (points: "jostle.types.Array", offsets: "numpy.typing.ArrayLike"))]
    fn polygons(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        offsets: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let points = vectors(&table(points, "points", &[2])?);
        let offsets = whole::<i64>(offsets, "offsets", "int64")?;
        let offsets = offsets.as_array().to_vec();
        let ring = |(i, found): (usize, &[i64])| {
            let [start, end] = [found[0], found[1]].map(usize::try_from);
            let ring = start.ok().zip(end.ok()).and_then(|(start, end)| points.get(start..end));
            ring.ok_or_else(|| {
                let sentence =
                    format!("offsets[{i}] to [{}] is {found:?}, beyond the points", i + 1);
                Refusal::new("wrong_length", format!("offsets[{i}]"), sentence)
            })
        };
        let rings = offsets.windows(2).enumerate().map(ring);
        let rings: Vec<&[Vec2]> = rings.collect::<Result<_, Refusal>>()?;
        let source = |ring: &[Vec2]| CoreShape::polygon(ring.iter().copied()).map(as_it_is);
        Self::collect(py, rings.into_iter().map(source))
    }

    /// Places shapes from their JSON forms, texts that may have a "transform" key beside the shape's own: an
    /// iterable, or a column of Arrow.
    ///
    /// Raises JostleError; its `path` begins with the number of the text.
    #[staticmethod]
    #[pyo3(signature = (forms: "collections.abc.Iterable[str] | jostle.types.Arrow"))]
    fn from_json(forms: &Bound<'_, PyAny>) -> PyResult<Self> {
        let source =
            |text: &[u8]| Ok(CoreShape::from_json_with_transform(&serde_json::from_slice(text)?)?);
        Self::of_column(forms, |form| Ok(form.extract::<&str>()?.as_bytes()), source)
    }

    /// Places shapes from the bytes that `Shape.to_bytes` writes, where those have them: an iterable, or a column
    /// of Arrow.
    ///
    /// Raises JostleError; its `path` begins with the number of the bytes.
    #[staticmethod]
    #[pyo3(signature = (shapes: "collections.abc.Iterable[bytes] | jostle.types.Arrow"))]
    fn from_bytes(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let source = |bytes: &[u8]| Ok((CoreShape::from_bytes(bytes)?, Affine::IDENTITY));
        Self::of_column(shapes, |bytes| Ok(bytes.extract()?), source)
    }

    fn __len__(&self) -> usize {
        self.core.len()
    }

    /// Returns the list of the items with these numbers, in their order; or, of an array of truth values, one for
    /// each item, those where it is True.
    ///
    /// Raises JostleError for a number outside the list, and for numbers that are not whole.
    #[pyo3(signature = (numbers: "numpy.typing.ArrayLike"))]
    fn take(&self, numbers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = asarray(numbers, None)?;
        let numbers = if let Ok(mask) = array.cast::<PyArray1<bool>>() {
            same_length("numbers", mask.len()?, self.core.len())?;
            mask.call_method0("nonzero")?.get_item(0)?
        } else {
            numbers.clone()
        };
        let numbers = whole::<i64>(&numbers, "numbers", "int64")?;
        let place = |(i, number): (usize, &i64)| {
            let place = usize::try_from(*number).ok().filter(|number| *number < self.core.len());
            place.ok_or_else(|| {
                let sentence = format!("numbers[{i}] is {number}, of {} items", self.core.len());
                Refusal::new("wrong_length", format!("numbers[{i}]"), sentence)
            })
        };
        let numbers = numbers.as_array();
        let places = numbers.iter().enumerate().map(place);
        let places: Vec<usize> = places.collect::<Result<_, Refusal>>()?;
        let sources = self.sources.as_ref();
        Ok(Self {
            core: places.iter().map(|place| self.core[*place].clone()).collect(),
            sources: sources.map(|all| places.iter().map(|place| all[*place].clone()).collect()),
        })
    }

    /// The smallest box of each, rows of x_min, y_min, x_max, y_max.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.float32]")]
    fn bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        rows(py, self.core.iter().map(Core::bounds))
    }

    /// The smallest box around all; None for an empty list.
    fn total_bounds(&self) -> Option<Aabb> {
        jostle::query::bounds_of(&self.core).map(Aabb::from)
    }

    /// The area of each; NaN for unbounded shapes.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.float32]")]
    fn areas<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let areas = py.detach(|| {
            self.core.iter().map(|p| p.area().unwrap_or(f32::NAN)).collect::<Vec<f32>>()
        });
        areas.into_pyarray(py)
    }

    /// Returns an array of truth values: True where item i shares a point with item i of the other list.
    #[pyo3(signature = (other: "PlacedList") -> "numpy.typing.NDArray[numpy.bool]")]
    fn overlaps<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.each(py, other, |a, b| a.overlaps(b))?.into_pyarray(py))
    }

    /// Returns an array of truth values: True where the interiors share a point.
    #[pyo3(signature = (other: "PlacedList") -> "numpy.typing.NDArray[numpy.bool]")]
    fn overlaps_interior<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.each(py, other, |a, b| a.overlaps_interior(b))?.into_pyarray(py))
    }

    /// Returns an array of truth values: True where item i contains item i of the other list.
    #[pyo3(signature = (other: "PlacedList") -> "numpy.typing.NDArray[numpy.bool]")]
    fn contains<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.each(py, other, |a, b| a.contains(b))?.into_pyarray(py))
    }

    /// Returns the distance of item i to item i of the other list; 0 where they share a point.
    #[pyo3(signature = (other: "PlacedList") -> "numpy.typing.NDArray[numpy.float32]")]
    fn distances<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyArray1<f32>>> {
        // The depth of two outlines costs more than all else, and is not asked for.
        let distance = |a: &Core, b: &Core| if a.overlaps(b) { 0.0 } else { a.gap(b).distance() };
        Ok(self.each(py, other, distance)?.into_pyarray(py))
    }

    /// Returns a structured array with the fields of Gap, one row for each item.
    #[pyo3(signature = (other: "PlacedList") -> "numpy.typing.NDArray[typing.Any]")]
    fn gaps<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyAny>> {
        structured(py, self.each(py, other, |a, b| a.gap(b))?)
    }

    /// Returns a structured array with the fields of Contact, one row for each item; all are NaN where the
    /// two are apart.
    #[pyo3(signature = (other: "PlacedList") -> "numpy.typing.NDArray[typing.Any]")]
    fn contacts_each<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyAny>> {
        structured(py, self.each(py, other, |a, b| a.contact(b))?)
    }

    /// Finds all pairs that share a point, of this list or of this and another: an array of shape (m, 2),
    /// sorted.
    #[pyo3(signature = (other: "PlacedList | None" = None) -> "numpy.typing.NDArray[numpy.uint32]")]
    fn pairs<'py>(&self, py: Python<'py>, other: Option<&Self>) -> PyResult<Bound<'py, PyAny>> {
        check(
            &Boxes::of(&self.core),
            other.map(|list| Boxes::of(&list.core)).as_ref(),
            3 * size_of::<[u32; 2]>(),
        )?;
        let found = py.detach(|| match other {
            None => jostle::pairs(&self.core),
            Some(other) => jostle::pairs_between(&self.core, &other.core),
        });
        let flat: Vec<u32> = found.into_flattened();
        let rows = flat.len() / 2;
        Ok(flat.into_pyarray(py).reshape([rows, 2])?.into_any())
    }

    /// Finds the contacts of all pairs that share a point, of this list or of this and another: a structured
    /// array with the field `pair` and the fields of Contact, sorted by pair.
    #[pyo3(signature = (other: "PlacedList | None" = None) -> "numpy.typing.NDArray[typing.Any]")]
    fn contacts<'py>(&self, py: Python<'py>, other: Option<&Self>) -> PyResult<Bound<'py, PyAny>> {
        // The candidates, their pairs, the contacts as they grow, and the rows.
        let each = 3 * size_of::<[u32; 2]>() + 4 * size_of::<jostle::PairContact>();
        check(&Boxes::of(&self.core), other.map(|list| Boxes::of(&list.core)).as_ref(), each)?;
        let mut pairs = Pairs::new();
        let found = py.detach(|| match other {
            None => pairs.contacts(&self.core),
            Some(other) => pairs.contacts_between(&self.core, &other.core),
        });
        let row = |found: &jostle::PairContact| {
            let [left, right] = found.pair;
            JoinRow { left, right, answer: found.contact }
        };
        structured(py, found.iter().map(row))
    }

    #[pyo3(signature = () -> "tuple[object, tuple[object, ...]]")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        let Some(sources) = &self.sources else {
            return Ok((class.getattr("boxes")?, (self.bounds(py),).into_pyobject(py)?));
        };
        // Pickle writes an object once, wherever it stands.
        let same = sources.windows(2).all(|two| Arc::ptr_eq(&two[0].0, &two[1].0));
        let shape = |(shape, _): &Source| Shape::from(shape.clone());
        let shapes = match sources.first() {
            Some(first) if same => shape(first).into_bound_py_any(py)?,
            _ => sources.iter().map(shape).collect::<Vec<_>>().into_bound_py_any(py)?,
        };
        let numbers = sources.iter().flat_map(|(_, map)| map.to_matrix()).collect();
        let matrices = Array2::from_shape_vec((sources.len(), 6), numbers).unwrap_or_default();
        Ok((class.getattr("place")?, (shapes, matrices.into_pyarray(py)).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<PlacedList of {}>", self.core.len())
    }
}

impl PlacedList {
    pub(crate) fn items(&self) -> &[Core] {
        &self.core
    }
}
