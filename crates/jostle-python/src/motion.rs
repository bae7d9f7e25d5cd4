//! Motions, and when moving shapes meet.

use jostle::{Inside, Meet, Motion as Core, Stop};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::affine::Affine;
use crate::answers::{Pair, pair, vector};
use crate::args::{Point, extent};
use crate::error::{Refusal, refused};
use crate::placed::Placed;
use crate::record::record;
use crate::shape::Shape;
use crate::words::Word;

/// How a shape moves from time 0 to time 1.
///
/// >>> from jostle import Motion, Shape
/// >>> blade, post = Shape.rect_half((4, 0.1)).place(), Shape.circle(0.5).place((0, 3))
/// >>> 0.2 < blade.sweep(post, Motion().turning_degrees(360)).fraction < 0.25
/// True
#[pyclass(frozen, eq, module = "jostle")]
#[derive(Clone, Debug, PartialEq)]
pub struct Motion(Core);

#[pymethods]
impl Motion {
    /// Makes a motion that stays.
    #[new]
    fn new() -> Self {
        Self(Core::NONE)
    }

    /// Makes a translation by (x, y).
    #[staticmethod]
    fn by(x: f32, y: f32) -> Self {
        Self(Core::by(x, y))
    }

    /// Makes the motion from one transform to another, that turns by `radians` on the way.
    #[staticmethod]
    #[pyo3(signature = (then: "Affine", now: "Affine", radians: "float" = 0.0))]
    fn between(then: &Affine, now: &Affine, radians: f64) -> Self {
        Self(Core::between(&then.0, &now.0, radians))
    }

    /// Returns the motion with a turn by `radians` on the way, x toward y: any number of turns.
    fn turning(&self, radians: f64) -> Self {
        Self(self.0.clone().turning(radians))
    }

    /// Returns the motion with a turn by `degrees` on the way; multiples of 90 are exact.
    fn turning_degrees(&self, degrees: f64) -> Self {
        Self(self.0.clone().turning_degrees(degrees))
    }

    /// Returns the motion that turns and scales about a point of the world, given at time 0.
    #[pyo3(signature = (point: "jostle.types.Point"))]
    fn about(&self, point: Point) -> Self {
        Self(self.0.clone().about(point.0))
    }

    /// Returns the motion with factors of scale that are reached at time 1.
    fn scaling(&self, sx: f32, sy: f32) -> Self {
        Self(self.0.clone().scaling(sx, sy))
    }

    /// Returns the motion of a shape whose transform at time 0 is `start`: its axes are those that scale.
    fn starting_at(&self, start: &Affine) -> Self {
        Self(self.0.clone().starting_at(&start.0))
    }

    /// Returns the motion under a parent that moves too.
    fn under(&self, parent: &Self) -> Self {
        Self(self.0.clone().under(&parent.0))
    }

    /// Returns the transform at time `t` of what `start` places at time 0.
    fn at(&self, start: &Affine, t: f32) -> Affine {
        Affine(self.0.at(&start.0, t))
    }

    /// Returns True if all numbers are finite.
    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }

    #[pyo3(signature = () -> "tuple[object, tuple[str]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        if !self.0.is_finite() {
            let sentence = "a motion that is not finite has no text";
            return Err(Refusal::new("not_finite", "motion", sentence).into());
        }
        reduced::<Self>(py, serde_json::to_string(&self.0))
    }

    /// Reads what pickle keeps of a motion.
    #[staticmethod]
    fn _from_text(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map(Self).map_err(refused)
    }

    fn __repr__(&self) -> String {
        let end = self.0.at(&jostle::Affine::IDENTITY, 1.0).to_matrix();
        format!("<Motion that takes the identity to {end:?}>")
    }
}

/// What pickle keeps of an object that is read from text by its class's `_from_text`.
pub(crate) fn reduced<'py, T: pyo3::PyTypeInfo>(
    py: Python<'py>,
    text: serde_json::Result<String>,
) -> PyResult<(Bound<'py, PyAny>, (String,))> {
    let text = text.map_err(refused)?;
    Ok((py.get_type::<T>().getattr("_from_text")?, (text,)))
}

record! {
    /// The first contact of shapes that move; world frame.
    Hit {
        /// No contact before this fraction of the motion; rounded down.
        fraction: f32,
        /// A contact lies between `fraction` and this where `certain`; rounded up.
        latest: f32,
        /// False if the shapes come nearer than the tolerance, but no contact was proven.
        certain: bool,
        /// Unit normal from a to b at the contact.
        normal: Pair,
        /// A point of b's boundary at the contact.
        point: Pair,
    }
}

impl From<jostle::Hit> for Hit {
    fn from(hit: jostle::Hit) -> Self {
        let jostle::Hit { fraction, latest, certain, normal, point } = hit;
        Self { fraction, latest, certain, normal: pair(normal), point: pair(point) }
    }
}

#[pymethods]
impl Hit {
    /// Returns the largest fraction found, up to this hit's, at which the rounded pose of the moving shape does
    /// not overlap `other`; None if not even the start is free.
    #[pyo3(signature = (shape, start, motion: "Motion | jostle.types.Point", other))]
    fn safe(
        &self,
        shape: &Shape,
        start: &Affine,
        motion: &Bound<'_, PyAny>,
        other: &Placed,
    ) -> PyResult<Option<f32>> {
        let Self { fraction, latest, certain, .. } = *self;
        let (normal, point) = (vector(self.normal), vector(self.point));
        let hit = jostle::Hit { fraction, latest, certain, normal, point };
        Ok(hit.safe(&shape.0, &start.0, &motion_or_way(motion)?, &other.core))
    }
}

/// Accepts a motion or a translation.
pub(crate) fn motion_or_way(object: &Bound<'_, PyAny>) -> PyResult<Core> {
    if let Ok(motion) = object.cast::<Motion>() {
        let motion = &motion.get().0;
        if !motion.is_finite() {
            let sentence = "a number of the motion is NaN or infinite";
            return Err(Refusal::new("not_finite", "motion", sentence).into());
        }
        return Ok(motion.clone());
    }
    Ok(object.extract::<Point>()?.finite("motion")?.into())
}

pub(crate) fn rules(stop: &str, inside: &str, skin: f32) -> PyResult<Meet> {
    let skin = extent(skin, "skin")?;
    Ok(Meet { stop: Stop::parse(stop)?, inside: Inside::parse(inside)?, skin })
}

#[pymethods]
impl Placed {
    /// Finds when this shape, moved straight by `translation`, first meets another; None proves that they do
    /// not meet.
    ///
    /// `stop` is "touching", or "overlapping" where sliding along does not count; `inside` decides about a start
    /// in an overlap; the other is grown by `skin`.
    #[pyo3(signature = (
        other,
        translation: "jostle.types.Point",
        *,
        stop: "jostle.types.Stop" = "touching",
        inside: "jostle.types.Inside" = "hit",
        skin: "float" = 0.0))]
    fn cast(
        &self,
        other: &Self,
        translation: Point,
        stop: &str,
        inside: &str,
        skin: f32,
    ) -> PyResult<Option<Hit>> {
        let rules = rules(stop, inside, skin)?;
        let translation = translation.finite("translation")?;
        Ok(self.core.cast(&other.core, translation, rules).map(Hit::from))
    }

    /// Finds when this shape first meets another while both move, each by a Motion or a translation; None proves
    /// that they do not meet. The arguments are those of `cast`.
    #[pyo3(signature = (
        other,
        motion: "Motion | jostle.types.Point",
        other_motion: "Motion | jostle.types.Point | None" = None,
        *,
        stop: "jostle.types.Stop" = "touching",
        inside: "jostle.types.Inside" = "hit",
        skin: "float" = 0.0))]
    #[expect(clippy::too_many_arguments, reason = "two motions and what counts")]
    fn sweep(
        &self,
        py: Python<'_>,
        other: &Self,
        motion: &Bound<'_, PyAny>,
        other_motion: Option<&Bound<'_, PyAny>>,
        stop: &str,
        inside: &str,
        skin: f32,
    ) -> PyResult<Option<Hit>> {
        let rules = rules(stop, inside, skin)?;
        let own = motion_or_way(motion)?;
        let others = other_motion.map_or(Ok(Core::NONE), motion_or_way)?;
        let hit = py.detach(|| self.core.sweep(&other.core, &own, &others, rules));
        Ok(hit.map(Hit::from))
    }
}
