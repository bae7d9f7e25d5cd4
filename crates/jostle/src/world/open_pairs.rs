//! The pairs that touch, in the order of their keys.

use alloc::{sync::Arc, vec::Vec};

use crate::math::reserve_eighth;
use crate::pair::query::{Contact, Gap};
use crate::world::{Key, SeenBy, TouchPair};

/// The parts of a pair that touch; a thin pointer, since few pairs have any and every event has
/// room for it.
pub(crate) type Parts = Arc<Vec<[u32; 2]>>;

/// Two colliders that touch; a is the one that was added first. Plain data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The serial numbers of the keys of a and b.
    pub(crate) serials: [u32; 2],
    pub(crate) slots: [u32; 2],
    pub(crate) seen_by: SeenBy,
    pub(crate) sensor: bool,
    /// `None` for [`Detail::Touch`](crate::world::Detail::Touch).
    pub(crate) gap: Option<Gap>,
}

impl Pair {
    /// Returns a number that sorts as the keys do.
    #[inline]
    pub(crate) fn order(&self) -> u64 {
        u64::from(self.serials[0]) << 32 | u64::from(self.serials[1])
    }

    #[inline]
    pub(crate) fn keys(&self, world: u8) -> [Key; 2] {
        let ([first, second], [a, b]) = (self.serials, self.slots);
        [Key::new(world, first, a), Key::new(world, second, b)]
    }

    #[inline]
    pub(crate) fn contact(&self) -> Option<Contact> {
        self.gap.map(Contact::from)
    }
}

/// Pairs, and the parts of the few that have any.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) list: Vec<Pair>,
    /// By the order of their pair.
    pub(crate) parts: Vec<(u64, Parts)>,
}

impl Pairs {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.parts.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, pair: Pair) -> &mut Pair {
        let place = self.list.len();
        reserve_eighth(&mut self.list, place + 1);
        self.list.push(pair);
        &mut self.list[place]
    }

    /// Returns the parts of a pair, given that all are sorted.
    pub(crate) fn parts_of(&self, pair: &Pair) -> Option<&Parts> {
        let found = self.parts.binary_search_by_key(&pair.order(), |(order, _)| *order);
        found.ok().map(|at| &self.parts[at].1)
    }

    #[inline]
    pub(crate) fn touch(&self, world: u8, pair: &Pair) -> TouchPair {
        let ([a, b], &Pair { seen_by, sensor, .. }) = (pair.keys(world), pair);
        let parts = if self.parts.is_empty() { None } else { self.parts_of(pair).cloned() };
        TouchPair { a, b, seen_by, sensor, contact: pair.contact(), parts }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Pair>() + self.parts.capacity() * size_of::<(u64, Parts)>()
    }
}
