//! Shapes: closed sets of points in their own frame.

use std::sync::{Arc, OnceLock};

use jostle::shape::{ChainEnds, Sidedness, TileCell};
use jostle::{Affine as Map, Placed as CorePlaced, Rot, Shape as Core, ShapeError};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes};

use crate::affine::map_or_position;
use crate::args::{Point, Points, asarray, check_whole};
use crate::error::{Refusal, refused};
use crate::placed::Placed;
use crate::record::Repr;
use crate::words::Word;
use crate::{json, svg};

/// A shape: a closed set of points in its own frame, without a place.
///
/// Make one by a static method, place it under a transform, and ask the placed shape. Lengths are in your
/// unit, angles in radians. Points are pairs of numbers; lists of points may be arrays of shape (n, 2).
/// Constructors raise JostleError for numbers that are not finite, negative sizes, empty lists and outlines
/// that cross themselves.
///
/// >>> from jostle import Affine, Shape
/// >>> ball = Shape.circle(5).place(Affine.at(3, 4))
/// >>> wall = Shape.rect_size((2, 40)).place((9, 0))
/// >>> ball.overlaps(wall)
/// True
#[pyclass(frozen, from_py_object, module = "jostle")]
#[derive(Clone, Debug)]
pub struct Shape(pub(crate) Arc<Core>, Origin);

/// Farther away a place is checked before it is taken.
const FAR: f32 = 1e30;

/// An outline that was placed at the origin: elsewhere it is that, moved, in a fraction of the time.
type Origin = OnceLock<Option<CorePlaced>>;

impl From<Arc<Core>> for Shape {
    fn from(shape: Arc<Core>) -> Self {
        Self(shape, Origin::new())
    }
}

impl From<Core> for Shape {
    fn from(shape: Core) -> Self {
        Arc::new(shape).into()
    }
}

impl Shape {
    pub(crate) fn of(made: Result<Core, ShapeError>) -> PyResult<Self> {
        made.map(Self::from).map_err(refused)
    }

    /// Places an outline at a position, as [`Core::place`] does; `None` for other shapes and far away.
    fn moved(&self, map: Map) -> Option<CorePlaced> {
        let outline =
            matches!(&*self.0, Core::Polygon(_) | Core::Chain(_) | Core::Mask(_) | Core::Grid(_));
        let [.., x, y] = map.to_matrix();
        if !outline || map != Map::at((x, y)) || !(x.abs() < FAR && y.abs() < FAR) {
            return None;
        }
        Some(self.1.get_or_init(|| self.0.place(Map::IDENTITY).ok()).as_ref()?.moved((x, y)))
    }

    fn bytes(&self) -> Vec<u8> {
        // Custom shapes, which have none, cannot be made here.
        self.0.to_bytes().unwrap_or_default()
    }
}

#[pymethods]
impl Shape {
    /// Makes a point.
    #[staticmethod]
    #[pyo3(signature = (at: "jostle.types.Point"))]
    fn point(at: Point) -> PyResult<Self> {
        Self::of(Core::point(at.0))
    }

    /// Makes a line segment from a to b.
    #[staticmethod]
    #[pyo3(signature = (a: "jostle.types.Point", b: "jostle.types.Point"))]
    fn segment(a: Point, b: Point) -> PyResult<Self> {
        Self::of(Core::segment(a.0, b.0))
    }

    /// Makes a circle around the origin; radius 0 is a point.
    #[staticmethod]
    fn circle(radius: f32) -> PyResult<Self> {
        Self::of(Core::circle(radius))
    }

    /// Makes a circle around a center.
    #[staticmethod]
    #[pyo3(signature = (center: "jostle.types.Point", radius: "float"))]
    fn circle_at(center: Point, radius: f32) -> PyResult<Self> {
        Self::of(Core::circle_at(center.0, radius))
    }

    /// Makes a capsule: all points within a radius of the segment from a to b.
    #[staticmethod]
    #[pyo3(signature = (a: "jostle.types.Point", b: "jostle.types.Point", radius: "float"))]
    fn capsule(a: Point, b: Point, radius: f32) -> PyResult<Self> {
        Self::of(Core::capsule(a.0, b.0, radius))
    }

    /// Makes a rectangle around the origin from half its width and half its height.
    #[staticmethod]
    #[pyo3(signature = (half: "jostle.types.Point"))]
    fn rect_half(half: Point) -> PyResult<Self> {
        Self::of(Core::rect_half(half.0))
    }

    /// Makes a rectangle around the origin from width and height.
    #[staticmethod]
    #[pyo3(signature = (size: "jostle.types.Point"))]
    fn rect_size(size: Point) -> PyResult<Self> {
        Self::of(Core::rect_size(size.0))
    }

    /// Makes a rectangle around a center, turned by an angle in radians.
    #[staticmethod]
    #[pyo3(signature = (
        center: "jostle.types.Point",
        half: "jostle.types.Point",
        radians: "float" = 0.0))]
    fn rect_half_at(center: Point, half: Point, radians: f32) -> PyResult<Self> {
        Self::of(Core::rect_half_at(center.0, half.0, Rot::from_radians(radians)))
    }

    /// Makes an ellipse around the origin from its radii along x and y.
    #[staticmethod]
    #[pyo3(signature = (radii: "jostle.types.Point"))]
    fn ellipse(radii: Point) -> PyResult<Self> {
        Self::of(Core::ellipse(radii.0))
    }

    /// Makes an ellipse around a center, turned by an angle in radians.
    #[staticmethod]
    #[pyo3(signature = (
        center: "jostle.types.Point",
        radii: "jostle.types.Point",
        radians: "float" = 0.0))]
    fn ellipse_at(center: Point, radii: Point, radians: f32) -> PyResult<Self> {
        Self::of(Core::ellipse_at(center.0, radii.0, Rot::from_radians(radians)))
    }

    /// Makes a half-plane: all points p with normal · p ≤ offset.
    #[staticmethod]
    #[pyo3(signature = (normal: "jostle.types.Point", offset: "float"))]
    fn half_plane(normal: Point, offset: f32) -> PyResult<Self> {
        Self::of(Core::half_plane(normal.0, offset))
    }

    /// Makes a solid polygon, convex or concave, of either winding, with holes or without.
    ///
    /// Raises JostleError where two edges cross or a hole leaves the outline; `path` names the edge.
    #[staticmethod]
    #[pyo3(signature = (
        points: "jostle.types.Points",
        holes: "collections.abc.Iterable[jostle.types.Points]" = None))]
    fn polygon(points: Points, holes: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut rings = Vec::new();
        if let Some(holes) = holes {
            for hole in holes.try_iter()? {
                rings.push(hole?.extract::<Points>()?.0);
            }
        }
        Self::of(Core::polygon_with_holes(points.0, rings))
    }

    /// Makes the smallest convex polygon around points.
    #[staticmethod]
    #[pyo3(signature = (points: "jostle.types.Points"))]
    fn hull(points: Points) -> PyResult<Self> {
        Self::of(Core::hull(points.0))
    }

    /// Makes a triangle.
    #[staticmethod]
    #[pyo3(signature = (a: "jostle.types.Point", b: "jostle.types.Point", c: "jostle.types.Point"))]
    fn triangle(a: Point, b: Point, c: Point) -> PyResult<Self> {
        Self::of(Core::triangle(a.0, b.0, c.0))
    }

    /// Makes a hollow line through points, which may cross itself. With `sided="left"` rays hit it and
    /// contacts push out of it only from the left of each edge.
    #[staticmethod]
    #[pyo3(signature = (
        points: "jostle.types.Points",
        *,
        ends: "jostle.types.ChainEnds" = "open",
        sided: "jostle.types.Sidedness" = "both"))]
    fn chain(points: Points, ends: &str, sided: &str) -> PyResult<Self> {
        Self::of(Core::chain(points.0, ChainEnds::parse(ends)?, Sidedness::parse(sided)?))
    }

    /// Makes the union of shapes: an iterable of shapes, or of pairs of a shape and its transform.
    #[staticmethod]
    #[pyo3(signature = (
        parts: "collections.abc.Iterable[Shape | tuple[Shape, jostle.types.Transform]]"))]
    fn compound(parts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let part = |item: Bound<'_, PyAny>| -> PyResult<(Core, Map)> {
            if let Ok(shape) = item.cast::<Self>() {
                return Ok(((*shape.get().0).clone(), Map::IDENTITY));
            }
            let (shape, transform): (Bound<'_, Self>, Bound<'_, PyAny>) = item.extract()?;
            Ok(((*shape.get().0).clone(), map_or_position(&transform)?))
        };
        let parts: Vec<_> = parts.try_iter()?.map(|item| part(item?)).collect::<PyResult<_>>()?;
        Self::of(Core::compound(parts))
    }

    /// Makes the union of the solid pixels of a picture: an array of truth values, one row after the other.
    /// Pixel (x, y) is the unit square from (x, y).
    #[staticmethod]
    #[pyo3(signature = (solid: "numpy.typing.ArrayLike"))]
    fn mask(solid: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = truths(solid)?;
        let rows = rows.as_array();
        Self::of(Core::mask(rows.ncols() as u32, rows.nrows() as u32, words(&rows)))
    }

    /// Makes a tile grid: an array of truth values, one for each cell, row by row, and the size of a cell.
    #[staticmethod]
    #[pyo3(signature = (solid: "numpy.typing.ArrayLike", cell: "jostle.types.Point"))]
    fn grid(solid: &Bound<'_, PyAny>, cell: Point) -> PyResult<Self> {
        let rows = truths(solid)?;
        let rows = rows.as_array();
        Self::of(Core::grid(rows.ncols() as u32, rows.nrows() as u32, cell.0, words(&rows)))
    }

    /// Makes a tile grid of tiles, which are shapes within the unit square. `cells` is an array of integers,
    /// row by row: 0 is empty, 1 full, and 2 + i the tile i.
    #[staticmethod]
    #[pyo3(signature = (
        cells: "numpy.typing.ArrayLike",
        cell: "jostle.types.Point",
        tiles: "collections.abc.Iterable[Shape]"))]
    fn grid_of_tiles(
        cells: &Bound<'_, PyAny>,
        cell: Point,
        tiles: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let array = asarray(&check_whole(cells, "cells")?, Some("int64"))?;
        let rows: PyReadonlyArray2<'_, i64> = array.extract()?;
        let rows = rows.as_array();
        let tile = |item: PyResult<Bound<'_, PyAny>>| -> PyResult<Core> {
            Ok((*item?.cast_into::<Self>()?.get().0).clone())
        };
        let tiles: Vec<Core> = tiles.try_iter()?.map(tile).collect::<PyResult<_>>()?;
        let mut filled = Vec::with_capacity(rows.len());
        for ((row, column), &number) in rows.indexed_iter() {
            filled.push(match number {
                0 => TileCell::Empty,
                1 => TileCell::Full,
                2.. if number - 2 <= i64::from(u16::MAX) => TileCell::Tile((number - 2) as u16),
                _ => {
                    let path = format!("cells[{row}][{column}]");
                    let sentence = format!("{path} is {number}; 0 is empty, 1 full, 2 + i tile i");
                    return Err(Refusal::new("tile", path, sentence).into());
                }
            });
        }
        let (columns, rows) = (rows.ncols() as u32, rows.nrows() as u32);
        Self::of(Core::grid_of_tiles(columns, rows, cell.0, tiles, filled))
    }

    /// Returns the shape thickened by a radius: rounded rectangles and polygons, capsules of segments.
    fn with_radius(&self, radius: f32) -> PyResult<Self> {
        Self::of(self.0.with_radius(radius))
    }

    /// Places the shape: `transform` is an Affine or a position.
    ///
    /// Raises JostleError if the transform is not finite or takes the shape out of the range of 32-bit floats.
    #[pyo3(signature = (transform: "jostle.types.Transform" = None))]
    fn place(&self, transform: Option<&Bound<'_, PyAny>>) -> PyResult<Placed> {
        let map = transform.map_or(Ok(Map::IDENTITY), map_or_position)?;
        match self.moved(map) {
            Some(core) => Ok(Placed::known(core, self.0.clone(), map)),
            None => Placed::of(self.0.clone(), map).map_err(refused),
        }
    }

    /// The kind of the shape, such as "circle".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// Reads the JSON form, a dict such as {"type": "circle", "radius": 2}.
    ///
    /// Raises JostleError, which names the place and the fault.
    #[staticmethod]
    #[pyo3(signature = (form: "jostle.types.Json"))]
    fn from_json(form: &Bound<'_, PyAny>) -> PyResult<Self> {
        Core::from_json(&json::read(form)?).map(Self::from).map_err(refused)
    }

    /// Writes the JSON form, as a dict.
    #[pyo3(signature = () -> "jostle.types.Json")]
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::write(py, &self.0.to_json().unwrap_or_default())
    }

    /// Reads the bytes that `to_bytes` writes.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        Core::from_bytes(bytes).map(Self::from).map_err(refused)
    }

    /// Writes the shape as bytes, bit for bit.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        json::hash(&self.bytes())
    }

    #[pyo3(signature = () -> "tuple[object, tuple[bytes]]")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }

    fn __repr__(&self) -> String {
        self.repr()
    }

    /// Draws the shape for a notebook.
    fn _repr_svg_(&self) -> Option<String> {
        svg::placed(&self.0.place(Map::IDENTITY).ok()?)
    }
}

/// Equal bit for bit, in kind and in every number.
impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.bytes() == other.bytes()
    }
}

/// How many characters of a form are shown.
const SHOWN: usize = 100;

impl Repr for Shape {
    fn repr(&self) -> String {
        let form = self.0.to_json().unwrap_or_default();
        let fields = form.as_object().into_iter().flatten().filter(|(key, _)| *key != "type");
        let fields: Vec<String> = fields.map(|(key, value)| format!("{key}={value}")).collect();
        let mut text = fields.join(", ");
        if let Some((end, _)) = text.char_indices().nth(SHOWN) {
            text.truncate(end);
            text.push('…');
        }
        format!("<Shape {} {text}>", self.0.kind())
    }
}

fn truths<'py>(object: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, bool>> {
    let array = asarray(object, Some("bool"))?;
    let shape = array.getattr("shape")?.to_string();
    array.extract().map_err(|_| {
        let message = format!("solid has the shape {shape}, not (rows, columns)");
        Refusal::new("wrong_length", "solid", message).into()
    })
}

/// Packs truth values into 64-bit words, row by row.
fn words(rows: &numpy::ndarray::ArrayView2<'_, bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for row in rows.rows() {
        let start = words.len();
        words.resize(start + row.len().div_ceil(64), 0u64);
        for (x, _) in row.iter().enumerate().filter(|(_, solid)| **solid) {
            words[start + x / 64] |= 1 << (x % 64);
        }
    }
    words
}
