//! One number for the state of a world, to compare runs.
//!
//! The hash covers, in the order in which colliders were added: transforms, parents, layers, teams,
//! flags, the bits of shapes, and where platforms were at the last step, then the step options unless they are the default, then the open
//! pairs with their contacts. Colliders are named by
//! their rank, so a world that was rebuilt by the same calls elsewhere has the same hash for any
//! keys. The user's data, the broad phase, the number of steps and where earlier slides saw platforms do
//! not count: a journal holds a slide as the transform that it set.
//!
//! Mixing: rotate, xor, multiply on 64-bit words, as in FxHash, with the final mix of `SplitMix64`
//! (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014). It guards against
//! accidents, not against an adversary.

use alloc::vec::Vec;

use crate::math::{Vec2, sort::sort_by};
use crate::pair::query::Contact;
use crate::shape::codec::Writer;
use crate::world::hierarchy::NONE;
use crate::world::storage::{ENABLED, SENSOR};
use crate::world::{Core, Detail, StepOptions, World};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Hash {
    const EMPTY: Self = Self(0);

    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::EMPTY;
        hash.bytes(bytes);
        hash.end()
    }

    fn end(self) -> u64 {
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}

/// The numbers of a contact in a fixed order.
pub(crate) fn contact_numbers(contact: &Contact) -> [f32; 9] {
    let Contact { normal, depth, point, on_a, on_b } = contact;
    [normal.x, normal.y, *depth, point.x, point.y, on_a.x, on_a.y, on_b.x, on_b.y]
}

/// # Compare worlds
impl<T> World<T> {
    /// Hashes the state of the world: everything but the user's data, how it is searched, and where
    /// earlier slides saw platforms.
    ///
    /// The same calls lead to the same hash on every machine, with every broad phase, in every
    /// process. O(state); nothing is kept between calls.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let make = |x| {
    ///     let mut world = World::new();
    ///     world.add(Collider::new((), Shape::circle(1.0).unwrap()).at((x, 0.0))).unwrap();
    ///     world.hash()
    /// };
    /// assert!(make(1.0) == make(1.0) && make(1.0) != make(1.5));
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.core.hash()
    }
}

impl Core {
    fn hash(&self) -> u64 {
        let mut hash = Hash::EMPTY;
        let mut live: Vec<(u32, usize)> = (0..self.slots.len())
            .map(|slot| (self.slots.metas[slot].serial, slot))
            .filter(|(serial, _)| *serial != 0)
            .collect();
        sort_by(&mut live, |a, b| a.0.cmp(&b.0));
        let rank = |slot: u32| {
            let serial = self.slots.metas.get(slot as usize).map_or(0, |meta| meta.serial);
            live.binary_search_by_key(&serial, |(s, _)| *s).map_or(u64::MAX, |rank| rank as u64)
        };
        for &(_, slot) in &live {
            let (meta, parent) = (&self.slots.metas[slot], self.slots.family.parent(slot));
            let flags = (meta.flags & (ENABLED | SENSOR)) as u8 | Detail::number(meta.detail) << 4;
            hash.word(u64::from(flags) | u64::from(meta.team) << 32);
            hash.word(meta.layer.to_bits());
            hash.word(meta.sees.to_bits());
            hash.word(if parent == NONE { u64::MAX } else { rank(parent) });
            for number in self.slots.local(slot).to_matrix() {
                hash.word(u64::from(number.to_bits()));
            }
            if let Some(listed) = self.slots.platforms.get(slot) {
                hash.word(u64::from(listed.is_platform));
                let Vec2 { x, y } = listed.one_way.unwrap_or_default();
                for number in listed.before.to_matrix().into_iter().chain([x, y]) {
                    hash.word(u64::from(number.to_bits()));
                }
            }
            if let Some(shape) = &self.slots.shapes[slot] {
                let mut writer = Writer::default();
                if !writer.shape(shape)
                    && let Some(placed) = self.slots.placed(slot)
                {
                    let bounds = placed.bounds();
                    writer.vec2(bounds.min);
                    writer.vec2(bounds.max);
                }
                hash.bytes(&writer.bytes);
            }
        }
        if self.pairing.options != StepOptions::default() {
            hash.word(self.pairing.options.to_bits().into());
        }
        for pair in &self.steps.open.list {
            let alive = |slot: u32, serial: u32| {
                let meta = &self.slots.metas[slot as usize];
                if meta.serial == serial { rank(slot) } else { u64::MAX }
            };
            for (slot, serial) in pair.slots.into_iter().zip(pair.serials) {
                hash.word(alive(slot, serial));
            }
            hash.word(pair.seen_by as u64 | u64::from(pair.sensor) << 8);
            for number in pair.contact().iter().flat_map(contact_numbers) {
                hash.word(u64::from(number.to_bits()));
            }
            for [i, j] in self.steps.open.parts_of(pair).iter().flat_map(|parts| parts.iter()) {
                hash.word(u64::from(*i) << 32 | u64::from(*j));
            }
        }
        hash.end()
    }
}
