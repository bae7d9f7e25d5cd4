//! Affine maps.

use jostle::{Affine as Map, Rot, TransformParts};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyType};

use crate::answers::{Pair, pair};
use crate::args::Point;
use crate::error::refused;
use crate::json;
use crate::record::Repr;

/// An affine map: position, rotation, scale, skew and pivot, or a matrix; x' = a·x + c·y + tx and
/// y' = b·x + d·y + ty. Positive angles turn x toward y.
///
/// >>> import jostle
/// >>> jostle.Affine.at(3, 4).scaled(2, 2).transform_point((1, 0))
/// (5.0, 4.0)
#[pyclass(frozen, eq, from_py_object, module = "jostle")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine(pub(crate) Map);

type Matrix = (f32, f32, f32, f32, f32, f32);

#[pymethods]
#[expect(clippy::wrong_self_convention, reason = "methods of Python borrow their object")]
impl Affine {
    /// Makes a map of the six numbers of its matrix; without arguments the identity.
    #[new]
    #[pyo3(signature = (a = 1.0, b = 0.0, c = 0.0, d = 1.0, tx = 0.0, ty = 0.0))]
    fn new(a: f32, b: f32, c: f32, d: f32, tx: f32, ty: f32) -> Self {
        Self(Map::from_matrix([a, b, c, d, tx, ty]))
    }

    /// Makes the translation to (x, y).
    #[staticmethod]
    fn at(x: f32, y: f32) -> Self {
        Self(Map::at((x, y)))
    }

    /// Makes a map of its parts, which compose as in PixiJS; angles are radians.
    #[staticmethod]
    #[pyo3(signature = (
        position: "jostle.types.Point" = Point(jostle::Vec2::ZERO),
        rotation: "float" = 0.0,
        scale: "jostle.types.Point" = Point(jostle::Vec2::new(1.0, 1.0)),
        skew: "jostle.types.Point" = Point(jostle::Vec2::ZERO),
        pivot: "jostle.types.Point" = Point(jostle::Vec2::ZERO)))]
    fn from_parts(position: Point, rotation: f32, scale: Point, skew: Point, pivot: Point) -> Self {
        let [position, scale, skew, pivot] = [position, scale, skew, pivot].map(|point| point.0);
        Self(Map::from_parts(TransformParts { position, rotation, scale, skew, pivot }))
    }

    /// Returns the map with its own frame turned by an angle in radians, x toward y.
    fn rotated(&self, radians: f32) -> Self {
        Self(self.0.rotated(radians))
    }

    /// Returns the map with its own frame turned by degrees; multiples of 90 are exact.
    fn rotated_degrees(&self, degrees: f32) -> Self {
        Self(self.0.rotated_by(Rot::from_degrees(degrees)))
    }

    /// Returns the map with its own frame scaled; negative factors mirror.
    fn scaled(&self, sx: f32, sy: f32) -> Self {
        Self(self.0.scaled(sx, sy))
    }

    /// Returns the map with its own frame skewed by two angles in radians.
    fn skewed(&self, kx: f32, ky: f32) -> Self {
        Self(self.0.skewed(kx, ky))
    }

    /// Returns the map that puts the local point (x, y) where the origin was.
    fn pivoted(&self, x: f32, y: f32) -> Self {
        Self(self.0.pivoted((x, y)))
    }

    /// Returns the map below a parent.
    fn under(&self, parent: &Self) -> Self {
        Self(self.0.under(&parent.0))
    }

    /// Returns the map followed by a translation.
    #[pyo3(signature = (offset: "jostle.types.Point"))]
    fn moved(&self, offset: Point) -> Self {
        Self(self.0.moved(offset.0))
    }

    /// Maps a point.
    #[pyo3(signature = (point: "jostle.types.Point"))]
    fn transform_point(&self, point: Point) -> Pair {
        pair(self.0.transform_point(point.0))
    }

    /// Maps a vector: without the translation.
    #[pyo3(signature = (vector: "jostle.types.Point"))]
    fn transform_vector(&self, vector: Point) -> Pair {
        pair(self.0.transform_vector(vector.0))
    }

    /// Returns the inverse, or None for a map that flattens.
    fn inverse(&self) -> Option<Self> {
        self.0.inverse().map(Self)
    }

    /// Returns True if all six numbers are finite.
    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }

    /// Returns the matrix (a, b, c, d, tx, ty).
    fn to_matrix(&self) -> Matrix {
        self.0.to_matrix().into()
    }

    /// Reads the JSON form, as a dict of parts or of a matrix.
    ///
    /// Raises JostleError, which names the place and the fault.
    #[staticmethod]
    #[pyo3(signature = (form: "jostle.types.Json"))]
    fn from_json(form: &Bound<'_, PyAny>) -> PyResult<Self> {
        Map::from_json(&json::read(form)?).map(Self).map_err(refused)
    }

    /// Writes the JSON form, as a dict.
    #[pyo3(signature = () -> "jostle.types.Json")]
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::write(py, &self.0.to_json())
    }

    fn __hash__(&self) -> u64 {
        // The two zeros are equal.
        json::hash(&self.0.to_matrix().map(|v| (v + 0.0).to_bits()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Matrix) {
        (py.get_type::<Self>(), self.0.to_matrix().into())
    }

    fn __repr__(&self) -> String {
        let numbers = self.0.to_matrix().map(|v| v.repr());
        format!("Affine({})", numbers.join(", "))
    }
}

/// Accepts an affine map or a position.
pub(crate) fn map_or_position(object: &Bound<'_, PyAny>) -> PyResult<Map> {
    if let Ok(affine) = object.cast::<Affine>() {
        return Ok(affine.get().0);
    }
    let Point(at) = object.extract()?;
    Ok(Map::at(at))
}
