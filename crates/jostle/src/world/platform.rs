//! Platforms and one-way colliders: what slides know about some colliders beside their shape.
//!
//! A platform remembers where it was at the last step, so that a slide can take along what stands on
//! it. Only those colliders are listed here.

use alloc::vec::Vec;

use crate::math::{Affine, DVec2, Vec2};
use crate::shape::{Placed, ShapeError, ValuePath, validate::point};
use crate::world::{Core, Key, WorldError};

/// A collider that is a platform, one-way, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Platform {
    pub(crate) slot: u32,
    /// The direction of the side that blocks, in the collider's frame.
    pub(crate) one_way: Option<Vec2>,
    pub(crate) is_platform: bool,
    /// Its transform in the world at the last step.
    pub(crate) before: Affine,
}

/// All of them, by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Platforms {
    all: Vec<Platform>,
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
        self.all.retain(|p| p.slot as usize != slot);
    }

    /// Notes where all are at a step.
    pub(crate) fn step(&mut self, worlds: &[Affine]) {
        for platform in &mut self.all {
            platform.before = worlds[platform.slot as usize];
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Platform>()
    }
}

impl Platform {
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
    /// The shape of a platform where it was at the last step; `None` if it is still there.
    pub(crate) fn placed_before(&self, platform: &Platform) -> Option<Placed> {
        let slot = platform.slot as usize;
        let shape = self.slots.shapes[slot].as_deref()?;
        if platform.before == self.slots.worlds[slot] {
            return None;
        }
        shape.place(platform.before).ok()
    }

    /// What is known about a collider; one that is not listed is here since now.
    pub(crate) fn platform_of(&self, key: Key) -> Result<Platform, WorldError> {
        let slot = self.known(key)?;
        let before = self.slots.worlds[slot];
        let new = Platform { slot: slot as u32, one_way: None, is_platform: false, before };
        Ok(self.slots.platforms.get(slot).copied().unwrap_or(new))
    }
}
