//! Placed shapes and the questions about two of them.

use std::sync::Arc;

use jostle::{Affine as Map, Inside, Level, Placed as Core, Shape as CoreShape, ShapeError};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::affine::Affine;
use crate::answers::{
    Aabb, Closest, Contact, Crossing, Gap, Manifold, OrientedBox, Outline, Pair, RayHit, Region,
    StagedTest, pair,
};
use crate::args::{Point, extent};
use crate::error::refused;
use crate::record::Repr;
use crate::shape::Shape;
use crate::words::Word;
use crate::{json, svg};

/// A shape under a transform, ready for questions; world frame.
///
/// Touching counts everywhere but in `overlaps_interior`. Verdicts are exact; numbers are computed in 64 bits
/// and rounded once to 32.
#[pyclass(frozen, module = "jostle")]
pub struct Placed {
    pub(crate) core: Core,
    shape: Arc<CoreShape>,
    transform: Map,
}

impl Placed {
    pub(crate) fn of(shape: Arc<CoreShape>, transform: Map) -> Result<Self, ShapeError> {
        Ok(Self { core: shape.place(transform)?, shape, transform })
    }

    /// What was placed, and how.
    pub(crate) fn source(&self) -> (Arc<CoreShape>, Map) {
        (self.shape.clone(), self.transform)
    }

    pub(crate) fn known(core: Core, shape: Arc<CoreShape>, transform: Map) -> Self {
        Self { core, shape, transform }
    }
}

#[pymethods]
impl Placed {
    /// The shape that was placed.
    #[getter]
    fn shape(&self) -> Shape {
        Shape::from(self.shape.clone())
    }

    /// The transform that it was placed under.
    #[getter]
    fn transform(&self) -> Affine {
        Affine(self.transform)
    }

    /// Places the same shape with its transform moved by an offset.
    ///
    /// Raises JostleError if that leaves the range of 32-bit floats.
    #[pyo3(signature = (offset: "jostle.types.Point"))]
    fn moved(&self, offset: Point) -> PyResult<Self> {
        Self::of(self.shape.clone(), self.transform.moved(offset.0)).map_err(refused)
    }

    /// The smallest axis-aligned box, rounded outward; infinite for half-planes.
    #[getter]
    fn bounds(&self) -> Aabb {
        self.core.bounds().into()
    }

    /// Returns the smallest box of any direction; None for unbounded shapes.
    fn oriented_bounds(&self) -> Option<OrientedBox> {
        self.core.oriented_bounds().map(OrientedBox::from)
    }

    /// The area; None for unbounded shapes.
    #[getter]
    fn area(&self) -> Option<f32> {
        self.core.area()
    }

    /// The length of the boundary; None for unbounded shapes.
    #[getter]
    fn perimeter(&self) -> Option<f32> {
        self.core.perimeter()
    }

    /// The center of the area; None for unbounded shapes.
    #[getter]
    fn centroid(&self) -> Option<Pair> {
        self.core.centroid().map(pair)
    }

    /// Returns True if the shapes share a point: touching counts.
    fn overlaps(&self, other: &Self) -> bool {
        self.core.overlaps(&other.core)
    }

    /// Returns True if the interiors share a point: touching does not count.
    fn overlaps_interior(&self, other: &Self) -> bool {
        self.core.overlaps_interior(&other.core)
    }

    /// Returns "separated", "touching" or "overlapping".
    #[pyo3(signature = (other: "Placed") -> "jostle.types.Verdict")]
    fn verdict(&self, other: &Self) -> &'static str {
        self.core.verdict(&other.core).word()
    }

    /// Returns the first that holds of "same", "a_in_b", "b_in_a", "overlapping", "touching" and "apart".
    #[pyo3(signature = (other: "Placed") -> "jostle.types.Relation")]
    fn relation(&self, other: &Self) -> &'static str {
        self.core.relation(&other.core).word()
    }

    /// Counts the pairs of edges whose boxes overlap, up to a limit, before a question is asked that takes time in
    /// proportion to them; two convex parts are one pair.
    #[pyo3(signature = (other: "Placed", limit: "int"))]
    fn candidate_count(&self, other: &Self, limit: usize) -> usize {
        self.core.candidate_count(&other.core, limit)
    }

    /// Tests up to a stage: boxes, corners in the other, or exactly.
    #[pyo3(signature = (other: "Placed", level: "jostle.types.Level" = "exact"))]
    fn test_until(&self, other: &Self, level: &str) -> PyResult<StagedTest> {
        Ok(self.core.test_until(&other.core, Level::parse(level)?).into())
    }

    /// Returns True if the other shape is a subset of this one.
    fn contains(&self, other: &Self) -> bool {
        self.core.contains(&other.core)
    }

    /// Returns True if a point lies in the closed shape.
    #[pyo3(signature = (point: "jostle.types.Point"))]
    fn contains_point(&self, point: Point) -> PyResult<bool> {
        Ok(self.core.contains_point(point.finite("point")?))
    }

    /// Measures the signed separation, with normal and witness points.
    fn gap(&self, other: &Self) -> Gap {
        self.core.gap(&other.core).into()
    }

    /// Finds the contact, or None where the shapes are apart. `push_a` moves this shape out of the other.
    fn contact(&self, other: &Self) -> Option<Contact> {
        self.core.contact(&other.core).map(Contact::from)
    }

    /// Finds one contact for each face that the shapes touch at.
    fn contacts(&self, other: &Self) -> Vec<Contact> {
        self.core.contacts(&other.core).into_iter().map(Contact::from).collect()
    }

    /// Finds one or two contact points for a solver, or None where the shapes are apart.
    fn manifold(&self, other: &Self) -> Option<Manifold> {
        self.core.manifold(&other.core).map(Manifold::from)
    }

    /// Lists the points where the boundaries cross.
    fn crossings(&self, other: &Self) -> Vec<Crossing> {
        self.core.crossings(&other.core).into_iter().map(Crossing::from).collect()
    }

    /// Cuts out the common area; None where it is unbounded. Curves are flattened within `tolerance`, a
    /// length; 0 stands for 2e-6 of the smaller shape's size.
    #[pyo3(signature = (other, tolerance: "float" = 0.0))]
    fn region(&self, py: Python<'_>, other: &Self, tolerance: f32) -> PyResult<Option<Region>> {
        let tolerance = extent(tolerance, "tolerance")?;
        Ok(py.detach(|| self.core.region(&other.core, tolerance)).map(Region::from))
    }

    /// Returns a proof of the verdict that exact arithmetic can check, as a dict.
    #[pyo3(signature = (other: "Placed") -> "jostle.types.Json")]
    fn why<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyAny>> {
        json::write(py, &serde_json::to_value(self.core.why(&other.core)).map_err(refused)?)
    }

    /// Finds where the ray from `origin` over `translation` first hits the shape, or None.
    ///
    /// `inside` decides about a ray that starts inside: "hit" answers fraction 0, "skip" leaves the shape out,
    /// "exit" finds the first boundary point.
    #[pyo3(signature = (
        origin: "jostle.types.Point",
        translation: "jostle.types.Point",
        inside: "jostle.types.Inside" = "hit"))]
    fn ray(&self, origin: Point, translation: Point, inside: &str) -> PyResult<Option<RayHit>> {
        let inside = Inside::parse(inside)?;
        let (origin, translation) = (origin.finite("origin")?, translation.finite("translation")?);
        Ok(self.core.ray(origin, translation, inside).map(RayHit::from))
    }

    /// Finds the point of the shape that is nearest to a point, with the signed distance.
    #[pyo3(signature = (point: "jostle.types.Point"))]
    fn closest(&self, point: Point) -> PyResult<Closest> {
        Ok(self.core.closest(point.finite("point")?).into())
    }

    /// Returns the least and greatest dot product of the shape's points with an axis.
    #[pyo3(signature = (axis: "jostle.types.Point"))]
    fn project(&self, axis: Point) -> PyResult<Pair> {
        let span = self.core.project(axis.finite("axis")?);
        Ok((span.min, span.max))
    }

    /// Returns the corners of a rectangle without a radius; None for other shapes.
    fn corners(&self) -> Option<Vec<Pair>> {
        Some(self.core.corners()?.into_iter().map(pair).collect())
    }

    /// Returns the ends of the edge with this number; None if there is none.
    #[pyo3(signature = (number: "int"))]
    fn edge(&self, number: usize) -> Option<(Pair, Pair)> {
        let [a, b] = self.core.edge(number)?;
        Some((pair(a), pair(b)))
    }

    /// Returns polylines to draw. Curves are flattened within `tolerance`, a length; half-planes are cut off
    /// at `window`.
    #[pyo3(signature = (tolerance: "float" = 0.0, window: "Aabb | None" = None))]
    fn outline(&self, tolerance: f32, window: Option<Aabb>) -> PyResult<Vec<Outline>> {
        let tolerance = extent(tolerance, "tolerance")?;
        let window = window.map(|window| window.checked("window")).transpose()?;
        let window = window.unwrap_or_else(|| self.core.bounds());
        Ok(self.core.outline(tolerance, window).into_iter().map(Outline::from).collect())
    }

    fn __eq__(&self, other: &Self) -> bool {
        let shapes = || Shape::from(self.shape.clone()).eq(&Shape::from(other.shape.clone()));
        self.transform == other.transform && shapes()
    }

    #[pyo3(signature = () -> "tuple[object, tuple[Shape, Affine]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Shape, Affine))> {
        let place = py.get_type::<Shape>().getattr("place")?;
        Ok((place, (Shape::from(self.shape.clone()), Affine(self.transform))))
    }

    fn __repr__(&self) -> String {
        let shape = Shape::from(self.shape.clone()).repr();
        let [a, b, c, d, x, y] = self.transform.to_matrix();
        if [a, b, c, d] == [1.0, 0.0, 0.0, 1.0] {
            return format!(
                "<Placed {} at ({}, {})>",
                &shape[7..shape.len() - 1],
                x.repr(),
                y.repr()
            );
        }
        format!("<Placed {} under {:?}>", &shape[7..shape.len() - 1], [a, b, c, d, x, y])
    }

    /// Draws the shape for a notebook.
    fn _repr_svg_(&self) -> Option<String> {
        svg::placed(&self.core)
    }
}
