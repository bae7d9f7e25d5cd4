//! Questions without an object of their own.

use jostle::Vec2;
use jostle::query;
use jostle::shape::WeldSkip;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::answers::{Aabb, LineCrossing, Pair};
use crate::args::Point;
use crate::placed::Placed;
use crate::record::record;
use crate::room::{Boxes, check};
use crate::shape::Shape;

fn cores(placed: &Bound<'_, PyAny>) -> PyResult<Vec<jostle::Placed>> {
    let core = |item: PyResult<Bound<'_, PyAny>>| -> PyResult<jostle::Placed> {
        Ok(item?.cast_into::<Placed>()?.get().core.clone())
    };
    placed.try_iter()?.map(core).collect()
}

/// A pair as a candidate and as found, and as a tuple of two numbers of Python in a list.
const OF_A_PAIR: usize = 3 * size_of::<[u32; 2]>() + 128;

/// Finds the pairs of placed shapes that share a point, as pairs of their numbers, sorted.
///
/// For thousands of shapes a PlacedList is faster.
#[pyfunction]
#[pyo3(signature = (shapes: "collections.abc.Iterable[Placed]") -> "list[tuple[int, int]]")]
pub(crate) fn pairs(shapes: &Bound<'_, PyAny>) -> PyResult<Vec<(u32, u32)>> {
    let shapes = cores(shapes)?;
    check(&Boxes::of(&shapes), None, OF_A_PAIR)?;
    Ok(jostle::pairs(&shapes).into_iter().map(Into::into).collect())
}

/// Finds the pairs of a shape of `a` and one of `b` that share a point, as pairs of their numbers, sorted.
#[pyfunction]
#[pyo3(signature = (
    a: "collections.abc.Iterable[Placed]",
    b: "collections.abc.Iterable[Placed]") -> "list[tuple[int, int]]")]
pub(crate) fn pairs_between(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<Vec<(u32, u32)>> {
    let (a, b) = (cores(a)?, cores(b)?);
    check(&Boxes::of(&a), Some(&Boxes::of(&b)), OF_A_PAIR)?;
    Ok(jostle::pairs_between(&a, &b).into_iter().map(Into::into).collect())
}

/// Returns the smallest box around placed shapes; None for no shapes.
#[pyfunction]
#[pyo3(signature = (shapes: "collections.abc.Iterable[Placed]"))]
pub(crate) fn bounds_of(shapes: &Bound<'_, PyAny>) -> PyResult<Option<Aabb>> {
    Ok(query::bounds_of(&cores(shapes)?).map(Aabb::from))
}

fn ends((a, b): (Point, Point), name: &'static str) -> PyResult<[Vec2; 2]> {
    Ok([a.finite(name)?, b.finite(name)?])
}

/// Finds a point that two closed segments share, each a pair of points, or None.
#[pyfunction]
#[pyo3(signature = (
    a: "tuple[jostle.types.Point, jostle.types.Point]",
    b: "tuple[jostle.types.Point, jostle.types.Point]"))]
pub(crate) fn intersect_segments(
    a: (Point, Point),
    b: (Point, Point),
) -> PyResult<Option<LineCrossing>> {
    Ok(query::intersect_segments(ends(a, "a")?, ends(b, "b")?).map(LineCrossing::from))
}

/// Finds the point that the lines through two pairs of points share, or None for parallel lines.
#[pyfunction]
#[pyo3(signature = (
    a: "tuple[jostle.types.Point, jostle.types.Point]",
    b: "tuple[jostle.types.Point, jostle.types.Point]"))]
pub(crate) fn intersect_lines(
    a: (Point, Point),
    b: (Point, Point),
) -> PyResult<Option<LineCrossing>> {
    Ok(query::intersect_lines(ends(a, "a")?, ends(b, "b")?).map(LineCrossing::from))
}

/// Returns the least and greatest dot product of the points of a segment with an axis.
#[pyfunction]
#[pyo3(signature = (
    edge: "tuple[jostle.types.Point, jostle.types.Point]",
    axis: "jostle.types.Point"))]
pub(crate) fn project_edge(edge: (Point, Point), axis: Point) -> PyResult<Pair> {
    let span = query::project_edge(ends(edge, "edge")?, axis.finite("axis")?);
    Ok((span.min, span.max))
}

/// Turns degrees into radians.
#[pyfunction]
pub(crate) fn degrees_to_radians(degrees: f32) -> f32 {
    jostle::degrees_to_radians(degrees)
}

record! {
    /// Several shapes as one.
    WeldGroup {
        /// The outline or the chain, in the world's frame.
        shape: Shape,
        /// The numbers of the shapes that it replaces, in order.
        replaces: Vec<usize>,
    }
}

record! {
    /// What `weld` made, and what it left.
    WeldReport {
        /// The shapes made.
        welds: Vec<WeldGroup>,
        /// The number of each shape that was left, and why.
        left: Vec<(usize, String)>,
    }
}

/// Replaces neighbors by their exact union, and leaves what it cannot weld exactly, with the reason.
#[pyfunction]
#[pyo3(signature = (shapes: "collections.abc.Iterable[Placed]"))]
pub(crate) fn weld(shapes: &Bound<'_, PyAny>) -> PyResult<WeldReport> {
    let report = jostle::shape::weld(&cores(shapes)?);
    let made = |weld: jostle::shape::WeldGroup| WeldGroup {
        shape: weld.shape.into(),
        replaces: weld.from,
    };
    let word = |why| match why {
        WeldSkip::Kind => "kind".into(),
        WeldSkip::Rounded => "rounded".into(),
        WeldSkip::Alone => "alone".into(),
        WeldSkip::Crosses(other) => format!("crosses {other}"),
        WeldSkip::Fold => "fold".into(),
        _ => "other".into(),
    };
    let left = report.left.into_iter().map(|(number, why)| (number, word(why)));
    Ok(WeldReport { welds: report.welds.into_iter().map(made).collect(), left: left.collect() })
}
