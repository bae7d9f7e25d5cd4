//! Platforms and one-way colliders: what slides know about some colliders beside their shape.
//!
//! A platform remembers where it was when slides saw it, so that a slide can take along what stands
//! on it, by all that it moved since the last slide of that mover: before that slide or after it, and
//! with steps in between or not. Only those colliders are listed here, and what slid among them.

use alloc::vec::Vec;

use crate::math::{Affine, DVec2, Vec2};
use crate::shape::{ShapeError, ValuePath, validate::point};
use crate::world::{Core, Key, WorldError};

/// How many places a platform remembers. What slides more seldom than a platform moves so many
/// times has lost the earlier ones.
pub(crate) const PLACES: usize = 4;

/// A collider that is a platform, one-way, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Platform {
    pub(crate) slot: u32,
    /// The direction of the side that blocks, in the collider's frame.
    pub(crate) one_way: Option<Vec2>,
    pub(crate) is_platform: bool,
    /// Its transform in the world at the last step, for movers that never slid.
    pub(crate) before: Affine,
    /// Where slides saw it, with the time of the first that did; the newest first.
    pub(crate) seen: [(u64, Affine); PLACES],
}

/// What is remembered of the last slide of a mover.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LastSlide {
    pub(crate) slot: u32,
    pub(crate) time: u64,
    /// The serial number of its parent; 0 for none.
    pub(crate) parent: u32,
    /// Where its parent was in the world.
    pub(crate) above: Affine,
    /// If it was stuck, what presses it.
    pub(crate) pressed: Vec<Pressed>,
}

/// A platform that presses a mover against something, and where it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pressed {
    pub(crate) key: Key,
    pub(crate) before: Affine,
}

/// All of them, by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Platforms {
    all: Vec<Platform>,
    /// By slot; nothing while there are no platforms.
    pub(crate) slides: Vec<LastSlide>,
    /// Counts slides.
    pub(crate) time: u64,
}

impl Platforms {
    pub(crate) fn get(&self, slot: usize) -> Option<&Platform> {
        let at = self.all.binary_search_by_key(&slot, |p| p.slot as usize).ok()?;
        self.all.get(at)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Platform> {
        self.all.iter()
    }

    /// Lists a collider, or takes it from the list if there is nothing to know.
    pub(crate) fn put(&mut self, platform: Platform) {
        let is_listed = platform.is_platform || platform.one_way.is_some();
        match self.all.binary_search_by_key(&platform.slot, |p| p.slot) {
            Ok(at) if is_listed => self.all[at] = platform,
            Ok(at) => _ = self.all.remove(at),
            Err(at) if is_listed => self.all.insert(at, platform),
            Err(_) => {}
        }
    }

    pub(crate) fn forget(&mut self, slot: usize) {
        if let Ok(at) = self.all.binary_search_by_key(&slot, |p| p.slot as usize) {
            self.all.remove(at);
        }
        if let Ok(at) = self.slides.binary_search_by_key(&slot, |s| s.slot as usize) {
            self.slides.remove(at);
        }
    }

    /// Notes where all are at a step.
    pub(crate) fn step(&mut self, worlds: &[Affine]) {
        for platform in &mut self.all {
            platform.before = worlds[platform.slot as usize];
        }
    }

    pub(crate) fn last_slide(&self, slot: usize) -> Option<&LastSlide> {
        let at = self.slides.binary_search_by_key(&slot, |s| s.slot as usize).ok()?;
        self.slides.get(at)
    }

    pub(crate) fn bytes(&self) -> usize {
        let pressed: usize = self.slides.iter().map(|last| last.pressed.capacity()).sum();
        self.all.capacity() * size_of::<Platform>()
            + self.slides.capacity() * size_of::<LastSlide>()
            + pressed * size_of::<Pressed>()
    }
}

impl Platform {
    pub(crate) fn new(slot: u32, one_way: Option<Vec2>, is_platform: bool, place: Affine) -> Self {
        Self { slot, one_way, is_platform, before: place, seen: [(0, place); PLACES] }
    }

    /// The direction of the side that blocks, in the world.
    pub(crate) fn direction(&self, world: &Affine) -> Option<DVec2> {
        world.linear(self.one_way?).unit()
    }
}

/// Refuses a direction that is none, by its name.
pub(crate) fn check_direction(value: Option<Vec2>, name: &'static str) -> Result<(), ShapeError> {
    let (Some(v), what) = (value, ValuePath::field(name)) else { return Ok(()) };
    point(v, what)?;
    if v == Vec2::ZERO { Err(ShapeError::ZeroDirection { what }) } else { Ok(()) }
}

impl Core {
    /// Notes a slide: where platforms are now, and what presses the mover if it is stuck.
    pub(crate) fn note_slide(&mut self, slot: usize, pressed: impl Iterator<Item = Pressed>) {
        if self.slots.platforms.all.is_empty() {
            return;
        }
        let (above, parent) = (self.slots.above(slot), self.slots.parent_serial(slot));
        let worlds = &self.slots.worlds;
        let Platforms { all, slides, time } = &mut self.slots.platforms;
        // A snapshot may hold any number.
        *time = time.wrapping_add(1);
        for platform in all {
            let place = worlds[platform.slot as usize];
            if platform.seen[0].1 != place {
                platform.seen.rotate_right(1);
                platform.seen[0] = (*time, place);
            }
        }
        let at = slides.binary_search_by_key(&slot, |s| s.slot as usize);
        let at = at.unwrap_or_else(|at| {
            let (slot, pressed) = (slot as u32, Vec::new());
            slides.insert(at, LastSlide { slot, time: 0, parent, above, pressed });
            at
        });
        let last = &mut slides[at];
        (last.time, last.parent, last.above) = (*time, parent, above);
        last.pressed.clear();
        last.pressed.extend(pressed);
    }

    /// What is known about a collider; one that is not listed is here since now.
    pub(crate) fn platform_of(&self, key: Key) -> Result<Platform, WorldError> {
        let slot = self.known(key)?;
        let new = Platform::new(slot as u32, None, false, self.slots.worlds[slot]);
        Ok(self.slots.platforms.get(slot).copied().unwrap_or(new))
    }
}
