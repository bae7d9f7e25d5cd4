//! Moves through a world: casts and slides.

use jostle::world::Footing as CoreFooting;
use jostle::{Cast, Key, Pace, Response, Slid as CoreSlid, Slide as CoreSlide, World as Core};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use super::filter::questions;
use super::{Filter, Inner, World, key};
use crate::answers::{Pair, pair, vector};
use crate::args::Point;
use crate::error::refused;
use crate::motion::{motion_or_way, reduced, rules};
use crate::placed::Placed;
use crate::record::record;
use crate::words::Word;

record! {
    /// A collider that a moving shape met; world frame.
    CastFound {
        /// The key of the collider.
        key: u64,
        /// No contact with it before this fraction of the motion; rounded down.
        fraction: f32,
        /// A contact lies between `fraction` and this where `certain`; rounded up.
        latest: f32,
        /// False if the shapes come nearer than the tolerance, but no contact was proven.
        certain: bool,
        /// A point of the collider's boundary at the contact.
        point: Pair,
        /// Unit outward normal of the collider there.
        normal: Pair,
        /// The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
        part: u32,
        /// The number of the edge of that part.
        edge: u32,
    }
}

impl From<jostle::CastFound> for CastFound {
    fn from(found: jostle::CastFound) -> Self {
        let jostle::CastFound { key, fraction, latest, certain, point, normal, part, edge } = found;
        let (key, point, normal) = (key.to_bits(), pair(point), pair(normal));
        Self { key, fraction, latest, certain, point, normal, part, edge }
    }
}

record! {
    /// What a collider stands on, for its next slide.
    Footing {
        /// The key of the floor.
        key: u64,
        /// Where the collider stands, in the frame of the floor's shape.
        point: Pair,
    }
}

record! {
    /// Something that a slide met.
    SlideTouch {
        /// The key of the collider.
        key: u64,
        /// What it did: "slide", "stop", "bounce" or "cross".
        response: String,
        /// The part of the time that was spent before, from 0 to 1.
        fraction: f32,
        /// A point of its boundary.
        point: Pair,
        /// Its unit outward normal there.
        normal: Pair,
    }
}

record! {
    /// What a slide did; world frame.
    Slid {
        /// From the start to the end, all included.
        moved: Pair,
        /// The part that pushed it out of an overlap.
        pushed: Pair,
        /// The part that its platform moved it.
        carried: Pair,
        /// What was asked for the time that was not spent.
        left: Pair,
        /// How far it went up over ledges.
        stepped: f32,
        /// How far it was put down on a floor.
        snapped: f32,
        /// The normal of the floor on which it ends.
        floor: Option<Pair>,
        /// The normal of the last wall that blocked it; if two block it in one place, of the one that faces the motion more.
        wall: Option<Pair>,
        /// The normal of the last ceiling that blocked it.
        ceiling: Option<Pair>,
        /// All that it met, in order.
        touches: Vec<SlideTouch>,
        /// What it stands on; pass it to the next slide.
        footing: Option<Footing>,
        /// Why it ended: "done", "stopped", "stuck" in an overlap, or "out_of_legs".
        end: String,
    }
}

impl From<CoreSlid> for Slid {
    fn from(slid: CoreSlid) -> Self {
        let touch = |touch: &jostle::world::SlideTouch| SlideTouch {
            key: touch.key.to_bits(),
            response: touch.response.word().into(),
            fraction: touch.fraction,
            point: pair(touch.point),
            normal: pair(touch.normal),
        };
        let footing = |f: CoreFooting| Footing { key: f.key.to_bits(), point: pair(f.point) };
        Self {
            moved: pair(slid.moved),
            pushed: pair(slid.pushed),
            carried: pair(slid.carried),
            left: pair(slid.left),
            stepped: slid.stepped,
            snapped: slid.snapped,
            floor: slid.floor.map(pair),
            wall: slid.wall.map(pair),
            ceiling: slid.ceiling.map(pair),
            touches: slid.touches.iter().map(touch).collect(),
            footing: slid.footing.map(footing),
            end: slid.end.word().into(),
        }
    }
}

/// What a slide is asked to do; world frame.
///
/// `by` is the translation. With `up`, away from the ground, what is no steeper than `max_slope` radians is a
/// floor; without it everything is a wall, as seen from above. `step` is the highest ledge that is stepped over,
/// `snap` how far below a floor may lie that is followed downhill, `skin` the distance kept from others. `pace` is
/// "project", "keep" or "level": how speed counts on slopes. `footing` is that of the last slide, so that
/// platforms carry; `legs` is how often the way may bend.
///
/// >>> from jostle import Slide
/// >>> Slide((3, 9), up=(0, -1))
/// Slide((3.0, 9.0), up=(0.0, -1.0))
#[pyclass(frozen, eq, module = "jostle")]
#[derive(Clone, Debug, PartialEq)]
pub struct Slide(CoreSlide);

#[pymethods]
impl Slide {
    #[new]
    #[pyo3(signature = (
        by: "jostle.types.Point",
        *,
        up: "jostle.types.Point | None" = None,
        max_slope: "float" = std::f32::consts::FRAC_PI_4,
        step: "float" = 0.0,
        snap: "float" = 0.0,
        skin: "float" = 0.0,
        pace: "jostle.types.Pace" = "project",
        footing: "Footing | None" = None,
        legs: "int" = 8))]
    #[expect(clippy::too_many_arguments, reason = "the options of a slide")]
    fn new(
        by: Point,
        up: Option<Point>,
        max_slope: f32,
        step: f32,
        snap: f32,
        skin: f32,
        pace: &str,
        footing: Option<Footing>,
        legs: u32,
    ) -> PyResult<Self> {
        let stand =
            |f: Footing| Ok::<_, PyErr>(CoreFooting { key: key(f.key)?, point: vector(f.point) });
        let (up, footing) = (up.map(|up| up.0), footing.map(stand).transpose()?);
        let pace = Pace::parse(pace)?;
        Ok(Self(CoreSlide { by: by.0, up, max_slope, step, snap, skin, pace, footing, legs }))
    }

    #[pyo3(signature = () -> "tuple[object, tuple[str]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        reduced::<Self>(py, serde_json::to_string(&self.0))
    }

    /// Reads what pickle keeps of a slide.
    #[staticmethod]
    fn _from_text(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map(Self).map_err(refused)
    }

    fn __repr__(&self) -> String {
        let up = self.0.up.map_or(String::new(), |up| format!(", up={:?}", pair(up)));
        format!("Slide({:?}{up})", pair(self.0.by))
    }
}

/// Accepts a slide or a translation.
fn slide_or_way(object: &Bound<'_, PyAny>) -> PyResult<CoreSlide> {
    if let Ok(slide) = object.cast::<Slide>() {
        return Ok(slide.get().0);
    }
    let Point(by) = object.extract()?;
    Ok(CoreSlide { by, ..CoreSlide::default() })
}

impl Inner {
    /// Computes a slide. `respond` is a function of Python, whose first exception is the answer.
    fn slide_try(
        &self,
        py: Python<'_>,
        key: Key,
        slide: &CoreSlide,
        respond: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<CoreSlid> {
        let mut failed = None;
        let call = |respond: &Bound<'_, PyAny>, key: Key| -> PyResult<Response> {
            let word = respond.call1((key.to_bits(), self.data(py, key)))?;
            Response::parse(word.extract()?)
        };
        let slid = self.core.slide_try(key, slide, |member| {
            let Some(respond) = respond else { return Response::Slide };
            if failed.is_some() {
                return Response::Stop;
            }
            call(respond, member.key).unwrap_or_else(|error| {
                failed = Some(error);
                Response::Stop
            })
        });
        failed.map_or_else(|| slid.map_err(refused), Err)
    }
}

questions! {
    /// Finds what a placed shape, moved by a Motion or a translation, meets first; None proves that it meets
    /// nothing. The other arguments are those of `Placed.cast`.
    fn cast_first(self, py, filter,
        shape: &Placed, motion: &Bound<'_, PyAny> as "Motion | jostle.types.Point";
        stop: &str as "jostle.types.Stop" = "touching",
        inside: &str as "jostle.types.Inside" = "hit", skin: f32 as "float" = 0.0
    ) -> Option<CastFound> {
        let cast = cast(shape, motion, stop, inside, skin)?;
        let found = self.ask(py, filter, |world, filter| world.cast_first(&cast, filter))?;
        Ok(found.map(CastFound::from))
    }

    /// Lists all that a placed shape meets on its way, sorted by fraction; the arguments are those of `cast_first`.
    fn cast_all(self, py, filter,
        shape: &Placed, motion: &Bound<'_, PyAny> as "Motion | jostle.types.Point";
        stop: &str as "jostle.types.Stop" = "touching",
        inside: &str as "jostle.types.Inside" = "hit", skin: f32 as "float" = 0.0
    ) -> Vec<CastFound> {
        let cast = cast(shape, motion, stop, inside, skin)?;
        let found = self.ask(py, filter, |world, filter| world.cast_all(&cast, filter))?;
        Ok(found.into_iter().map(CastFound::from).collect())
    }

    /// Finds what a collider, moved by a Motion or a translation, meets first of what it may be a pair with.
    fn cast_key(self, py, filter,
        key: u64 as "int", motion: &Bound<'_, PyAny> as "Motion | jostle.types.Point"
    ) -> Option<CastFound> {
        let (key, motion) = (super::key(key)?, motion_or_way(motion)?);
        let ask =
            |world: &Core, filter: &jostle::Filter<'_, ()>| world.cast_key(key, motion, filter);
        let found = self.ask(py, filter, ask)?.map_err(refused)?;
        Ok(found.map(CastFound::from))
    }
}

#[pymethods]
impl World {
    /// Moves a collider as far as others let it, along them where they block: by a Slide or a translation.
    ///
    /// `respond` is called with the key and the data of each other collider that it meets, and returns "slide",
    /// "stop", "bounce", "cross" or "ignore"; without it all are slid along. It may ask the world and not edit
    /// it. At the end the collider overlaps no blocker, exactly.
    ///
    /// >>> from jostle import Shape, Slide, World
    /// >>> world = World()
    /// >>> hero, floor = world.add(Shape.rect_half((1, 1))), world.add(Shape.rect_half((50, 1)), at=(0, 4))
    /// >>> slid = world.slide(hero, Slide((3, 9), up=(0, -1)))
    /// >>> slid.moved, slid.floor
    /// ((3.0, 2.0), (0.0, -1.0))
    #[pyo3(signature = (
        key: "int",
        slide: "Slide | jostle.types.Point",
        respond: "collections.abc.Callable[[int, typing.Any], jostle.types.Response] | None" = None))]
    fn slide(
        &self,
        py: Python<'_>,
        key: u64,
        slide: &Bound<'_, PyAny>,
        respond: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Slid> {
        let (key, slide) = (super::key(key)?, slide_or_way(slide)?);
        // The function may ask the world, and if it raises nothing has moved.
        let slid = self.read()?.slide_try(py, key, &slide, respond)?;
        self.write()?.core.finish_slide(key, &slid).map_err(refused)?;
        Ok(slid.into())
    }

    /// Computes what `slide` would do, and moves nothing.
    #[pyo3(signature = (
        key: "int",
        slide: "Slide | jostle.types.Point",
        respond: "collections.abc.Callable[[int, typing.Any], jostle.types.Response] | None" = None))]
    fn slide_try(
        &self,
        py: Python<'_>,
        key: u64,
        slide: &Bound<'_, PyAny>,
        respond: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Slid> {
        let (key, slide) = (super::key(key)?, slide_or_way(slide)?);
        Ok(self.read()?.slide_try(py, key, &slide, respond)?.into())
    }
}

fn cast<'a>(
    shape: &'a Placed,
    motion: &Bound<'_, PyAny>,
    stop: &str,
    inside: &str,
    skin: f32,
) -> PyResult<Cast<'a>> {
    Ok(Cast {
        shape: &shape.core,
        motion: motion_or_way(motion)?,
        meet: rules(stop, inside, skin)?,
    })
}
