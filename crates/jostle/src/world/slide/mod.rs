//! Slides: a collider moves as far as others let it, along floors and walls.
//!
//! A slide goes in straight legs. On each the velocity is, of all that no touching blocker forbids,
//! the one nearest to what was asked ([`velocity`]). A leg ends where interiors would meet, at an
//! `f32` position that is free of all blockers ([`mover`]). Before the first leg platforms move the
//! mover ([`carrying`]). Between slides the world remembers where each saw the platforms, and the
//! caller passes on the [`Footing`].

mod blockers;
mod carrying;
mod mover;
mod moving;
mod platforms;
mod velocity;

use alloc::vec::Vec;

use crate::math::{Affine, Vec2};
use crate::shape::validate::{extent, point};
use crate::shape::{ShapeError, ValuePath};
use crate::world::platform::check_direction;
use crate::world::{Key, World, WorldError, pair_rules::PairMember};

use blockers::Room;
use mover::Mover;
use moving::Moving;

/// How a slide on a floor counts its speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Pace {
    /// The request is projected on the slope, so a slope slows down.
    #[default]
    Project,
    /// As long on slopes as on the level.
    Keep,
    /// The level part stays; at most four times as long as on the level.
    Level,
}

/// What a slide is asked to do; world frame.
///
/// ```
/// use jostle::{Slide, Vec2};
/// let slide = Slide::by(3.0, 9.0).up(0.0, -1.0).max_slope(0.8).step(6.0).snap(4.0);
/// assert_eq!((slide.by, slide.up), (Vec2::new(3.0, 9.0), Some(Vec2::new(0.0, -1.0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Slide {
    /// The translation asked for.
    pub by: Vec2,
    /// Away from the ground. `None` is a game seen from above: there are no floors, only walls.
    pub up: Option<Vec2>,
    /// The steepest floor, in radians from the level; π/4 by default.
    pub max_slope: f32,
    /// The highest ledge that is stepped over.
    pub step: f32,
    /// How far below a floor may lie that is followed downhill.
    pub snap: f32,
    /// The distance kept from others, for looks; 0 is exact.
    pub skin: f32,
    /// How speed counts on floors.
    pub pace: Pace,
    /// The footing of the last slide of this collider.
    pub footing: Option<Footing>,
    /// The most legs.
    pub legs: u32,
}

impl Default for Slide {
    fn default() -> Self {
        Self {
            by: Vec2::ZERO,
            up: None,
            max_slope: core::f32::consts::FRAC_PI_4,
            step: 0.0,
            snap: 0.0,
            skin: 0.0,
            pace: Pace::Project,
            footing: None,
            legs: 8,
        }
    }
}

/// Asks for a translation, as [`Slide::by`].
impl<V: Into<Vec2>> From<V> for Slide {
    fn from(by: V) -> Self {
        Self { by: by.into(), ..Self::default() }
    }
}

impl Slide {
    /// Asks for a translation, seen from above.
    ///
    /// ```
    /// assert_eq!(jostle::Slide::by(3.0, 9.0).up, None);
    /// ```
    #[must_use]
    pub fn by(x: f32, y: f32) -> Self {
        Self { by: Vec2::new(x, y), ..Self::default() }
    }

    /// Sets the direction away from the ground; its length makes no difference.
    #[must_use]
    pub fn up(self, x: f32, y: f32) -> Self {
        Self { up: Some(Vec2::new(x, y)), ..self }
    }

    /// Sets the steepest floor, in radians from the level.
    #[must_use]
    pub fn max_slope(self, radians: f32) -> Self {
        Self { max_slope: radians, ..self }
    }

    /// Sets the highest ledge that is stepped over.
    #[must_use]
    pub fn step(self, height: f32) -> Self {
        Self { step: height, ..self }
    }

    /// Sets how far below a floor may lie that is followed downhill.
    #[must_use]
    pub fn snap(self, distance: f32) -> Self {
        Self { snap: distance, ..self }
    }

    /// Sets the distance kept from others.
    #[must_use]
    pub fn skin(self, width: f32) -> Self {
        Self { skin: width, ..self }
    }

    /// Sets how speed counts on floors.
    #[must_use]
    pub fn pace(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// Passes on the footing of the last slide, so that a platform takes the collider along.
    #[must_use]
    pub fn footing(self, footing: Option<Footing>) -> Self {
        Self { footing, ..self }
    }

    /// Sets the most legs.
    #[must_use]
    pub fn legs(self, most: u32) -> Self {
        Self { legs: most, ..self }
    }

    /// Refuses numbers by their names.
    fn check(&self) -> Result<(), ShapeError> {
        point(self.by, ValuePath::field("by"))?;
        let lengths = [("step", self.step), ("snap", self.snap), ("skin", self.skin)];
        for (name, value) in lengths.into_iter().chain([("max_slope", self.max_slope)]) {
            extent(value, ValuePath::field(name))?;
        }
        check_direction(self.up, "up")
    }
}

/// What a collider in the way of a slide does to it.
///
/// ```
/// use jostle::{Collider, Response, Shape, Slide, World};
/// let mut world = World::new();
/// let hero = world.add(Collider::new("hero", Shape::circle(1.0)?))?;
/// world.add(Collider::new("coin", Shape::circle(1.0)?).at((5.0, 0.0)))?;
/// let slid = world.slide(hero, &Slide::by(10.0, 0.0), |other| match *other.data {
///     "coin" => Response::Cross,
///     _ => Response::Slide,
/// })?;
/// assert_eq!((slid.moved.x, slid.touches.len()), (10.0, 1));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Response {
    /// It blocks; the slide goes on along it.
    #[default]
    Slide,
    /// It ends the slide.
    Stop,
    /// It mirrors the rest of the slide.
    Bounce,
    /// It is reported and does not block; always so for sensors.
    Cross,
    /// It is not there.
    Ignore,
}

/// Something that a slide met.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideTouch {
    /// The collider.
    pub key: Key,
    /// What it did.
    pub response: Response,
    /// The part of the time that was spent before, in [0, 1].
    pub fraction: f32,
    /// A point of its boundary.
    pub point: Vec2,
    /// Its unit outward normal there.
    pub normal: Vec2,
}

/// What a collider stands on; pass it to its next slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Footing {
    /// The floor.
    pub key: Key,
    /// Where the collider stands, in the frame of the floor's shape.
    pub point: Vec2,
}

/// Why a slide ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SlideEnd {
    /// All time is spent.
    #[default]
    Done,
    /// A response stopped it.
    Stopped,
    /// It began in an overlap from which eight pushes did not free it, or a platform presses it against
    /// something; nothing moved.
    Stuck,
    /// The legs were used up, at a place free of all blockers.
    OutOfLegs,
}

/// What a slide did; world frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Slid {
    /// From the start to the end, all included.
    pub moved: Vec2,
    /// The part that pushed it out of an overlap.
    pub pushed: Vec2,
    /// The part that platforms carried and shoved it.
    pub carried: Vec2,
    /// The part of the request that was not used.
    pub left: Vec2,
    /// How far it went up over ledges.
    pub stepped: f32,
    /// How far it was put down on a floor.
    pub snapped: f32,
    /// The normal of the floor on which it ends.
    pub floor: Option<Vec2>,
    /// The normal of the last wall that blocked it; if two block it in one place, of the one that faces the motion more.
    pub wall: Option<Vec2>,
    /// The normal of the last ceiling that blocked it.
    pub ceiling: Option<Vec2>,
    /// All that it met, in order; each collider once a leg.
    pub touches: Vec<SlideTouch>,
    /// What it stands on.
    pub footing: Option<Footing>,
    /// Why it ended.
    pub end: SlideEnd,
    /// Its transform at the end, in the frame of its parent: what [`World::slide`] sets.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub transform: Affine,
    /// Used again by the next slide.
    #[cfg_attr(feature = "serde", serde(skip))]
    room: Room,
}

impl Slid {
    /// Returns where the straight ways between which the collider turned began and ended, from the
    /// place after all pushes to the last; empty if it was stuck.
    #[must_use]
    pub fn path(&self) -> &[Vec2] {
        &self.room.path
    }
}

/// # Slide
impl<T> World<T> {
    /// Moves a collider as far as others let it, along them where they block.
    ///
    /// It meets what it may be a pair with. `respond` is called once for each other collider that it
    /// meets, in the order in which it meets them. Sensors do not block and are not asked about. At
    /// the end the collider overlaps no blocker, exactly. On a floor of tiles in line it moves by
    /// what was asked, bit for bit.
    ///
    /// # Errors
    /// The key is unknown or a group's, or a number is not finite or negative; nothing has moved.
    ///
    /// ```
    /// use jostle::{Collider, Response, Shape, Slide, Vec2, World};
    /// let mut world = World::new();
    /// let hero = world.add(Collider::new((), Shape::rect_half((1.0, 1.0))?))?;
    /// world.add(Collider::new((), Shape::rect_half((50.0, 1.0))?).at((0.0, 4.0)))?;
    /// let slid = world.slide(hero, &Slide::by(3.0, 9.0).up(0.0, -1.0), |_| Response::Slide)?;
    /// assert_eq!((slid.moved, slid.floor), (Vec2::new(3.0, 2.0), Some(Vec2::new(0.0, -1.0))));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    pub fn slide(
        &mut self,
        key: Key,
        slide: &Slide,
        respond: impl FnMut(&PairMember<'_, T>) -> Response,
    ) -> Result<Slid, WorldError> {
        let mut slid = Slid::default();
        self.slide_into(key, slide, respond, &mut slid)?;
        Ok(slid)
    }

    /// Slides like [`World::slide`], into a result whose lists are used again: without allocation
    /// once they are large enough, for shapes that are placed without.
    ///
    /// # Errors
    /// As [`World::slide`]; the result is as it was.
    pub fn slide_into(
        &mut self,
        key: Key,
        slide: &Slide,
        respond: impl FnMut(&PairMember<'_, T>) -> Response,
        slid: &mut Slid,
    ) -> Result<(), WorldError> {
        self.slide_from_here(key, slide, respond, slid)?;
        self.finish_slide(key, slid)
    }

    /// Does what [`World::slide_try`] computed, for faces whose functions ask the world meanwhile.
    ///
    /// # Errors
    /// The key is unknown, or the shape cannot be placed there; nothing has changed then.
    #[doc(hidden)]
    pub fn finish_slide(&mut self, key: Key, slid: &Slid) -> Result<(), WorldError> {
        let slot = self.core.known(key)?;
        if slid.transform != self.core.slots.local(slot) {
            self.set_transform(key, slid.transform)?;
        }
        self.core.note_slide(slot, Moving::pressing(slid));
        Ok(())
    }

    /// Computes what [`World::slide`] would do, and moves nothing.
    ///
    /// # Errors
    /// As [`World::slide`].
    pub fn slide_try(
        &self,
        key: Key,
        slide: &Slide,
        respond: impl FnMut(&PairMember<'_, T>) -> Response,
    ) -> Result<Slid, WorldError> {
        let mut slid = Slid::default();
        self.slide_from_here(key, slide, respond, &mut slid)?;
        Ok(slid)
    }

    fn slide_from_here(
        &self,
        key: Key,
        slide: &Slide,
        mut respond: impl FnMut(&PairMember<'_, T>) -> Response,
        slid: &mut Slid,
    ) -> Result<(), WorldError> {
        let slot = self.core.known(key)?;
        let shape = self.core.slots.shapes[slot].as_deref().ok_or(WorldError::Group { key })?;
        slide.check().map_err(|error| WorldError::Shape { key: Some(key), error })?;
        let allows = |other: Key| self.user.allows(key, other);
        let mut respond = |key: Key| match self.user.of(key) {
            Some(data) => respond(&PairMember { key, data }),
            None => Response::Ignore,
        };
        let mover = Mover::new(&self.core, (slot, shape), slide, &allows, &mut respond, slid);
        slid.transform = mover.ok_or(WorldError::Group { key })?.run();
        Ok(())
    }
}
