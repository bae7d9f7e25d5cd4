//! The pairs that touch, and their order by keys.
//!
//! The data of a pair lies in the order in which it was found, in one list for each piece of the
//! narrow phase. A list of keys and places, 12 bytes each, is sorted and merged. The few pairs with
//! parts keep these in an array of their own, so that a pair is plain data.

use alloc::{sync::Arc, vec::Vec};

use crate::math::reserve_eighth;
use crate::pair::query::{Contact, Gap};
use crate::world::{Key, SeenBy, TouchPair};

/// The parts of a pair that touch; a thin pointer, since few pairs have any and every event has
/// room for it.
pub(crate) type Parts = Arc<Vec<[u32; 2]>>;

/// The data of a pair that touches; a is the one that was added first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) seen_by: SeenBy,
    pub(crate) sensor: bool,
    /// `None` for [`Detail::Touch`](crate::world::Detail::Touch).
    pub(crate) gap: Option<Gap>,
}

impl Pair {
    /// Returns a pair without a contact.
    #[inline]
    pub(crate) fn new([a, b]: [u32; 2], seen_by: SeenBy, sensor: bool) -> Self {
        Self { a, b, seen_by, sensor, gap: None }
    }

    pub(crate) fn contact(&self) -> Option<Contact> {
        self.gap.map(Contact::from)
    }
}

/// A pair in its order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SortedPair {
    first: u32,
    second: u32,
    /// Its place in the stores.
    place: u32,
}

impl SortedPair {
    #[inline]
    pub(crate) fn order(&self) -> u64 {
        u64::from(self.first) << 32 | u64::from(self.second)
    }

    pub(crate) fn serials(&self) -> [u32; 2] {
        [self.first, self.second]
    }
}

/// The pairs that one piece found, in the order in which it found them.
#[derive(Debug, Default)]
pub(crate) struct PairStore {
    pairs: Vec<Pair>,
    /// By the place of their pair, ascending.
    parts: Vec<(usize, Parts)>,
    /// The index of the store, and the bits of a place that hold it.
    number: u32,
    bits: u32,
}

/// Writes pairs into a store and their order into a list.
pub(crate) struct PairWriter<'a> {
    pub(crate) store: &'a mut PairStore,
    pub(crate) listed: &'a mut Vec<SortedPair>,
}

impl PairWriter<'_> {
    /// Adds a pair, which is listed or dropped next.
    #[inline]
    pub(crate) fn push(&mut self, pair: Pair) -> &mut Pair {
        let place = self.store.pairs.len();
        reserve_eighth(&mut self.store.pairs, place + 1);
        self.store.pairs.push(pair);
        &mut self.store.pairs[place]
    }

    /// Drops the last pair, which is not listed.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.store.pairs.pop();
    }

    /// Lists the last pair behind all others.
    #[inline(always)]
    pub(crate) fn list(&mut self, order: u64, parts: Option<Parts>) {
        let PairStore { pairs, parts: all_parts, number, bits } = &mut *self.store;
        let last = pairs.len().wrapping_sub(1);
        if let Some(parts) = parts {
            all_parts.push((last, parts));
        }
        let place = (last as u32) << *bits | *number;
        let [first, second] = [(order >> 32) as u32, order as u32];
        self.list_again(SortedPair { first, second, place });
    }

    pub(crate) fn add(&mut self, order: u64, pair: Pair, parts: Option<Parts>) {
        self.push(pair);
        self.list(order, parts);
    }

    /// Lists a stored pair behind all others.
    #[inline(always)]
    pub(crate) fn list_again(&mut self, listed: SortedPair) {
        reserve_eighth(self.listed, self.listed.len() + 1);
        self.listed.push(listed);
    }

    pub(crate) fn copy_from(&mut self, others: &Pairs, listed: &SortedPair) {
        self.add(listed.order(), *others.of(listed), others.parts_of(listed).cloned());
    }
}

/// See the module docs.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// One for each piece that found pairs.
    pub(crate) stores: Vec<PairStore>,
    /// Bits of a place that name its store.
    bits: u32,
    pub(crate) listed: Vec<SortedPair>,
}

impl Pairs {
    /// Removes all and makes a store for each of `count` pieces.
    pub(crate) fn clear(&mut self, count: usize) {
        self.listed.clear();
        if self.stores.len() < count {
            self.stores.resize_with(count, PairStore::default);
        }
        self.bits = count.next_power_of_two().trailing_zeros();
        for (store, number) in self.stores.iter_mut().zip(0..) {
            store.pairs.clear();
            store.parts.clear();
            (store.number, store.bits) = (number, self.bits);
        }
    }

    /// Returns a writer into the only store, behind what is there.
    pub(crate) fn writer(&mut self) -> PairWriter<'_> {
        if self.stores.is_empty() {
            self.stores.push(PairStore::default());
        }
        PairWriter { store: &mut self.stores[0], listed: &mut self.listed }
    }

    pub(crate) fn len(&self) -> usize {
        self.listed.len()
    }

    pub(crate) fn listed(&self) -> &[SortedPair] {
        &self.listed
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&SortedPair, &Pair)> {
        self.listed.iter().map(|listed| (listed, self.of(listed)))
    }

    #[inline]
    fn store(&self, listed: &SortedPair) -> &PairStore {
        &self.stores[(listed.place & !(u32::MAX << self.bits)) as usize]
    }

    #[inline]
    pub(crate) fn of(&self, listed: &SortedPair) -> &Pair {
        &self.store(listed).pairs[(listed.place >> self.bits) as usize]
    }

    pub(crate) fn parts_of(&self, listed: &SortedPair) -> Option<&Parts> {
        let (all, place) = (&self.store(listed).parts, (listed.place >> self.bits) as usize);
        let found = all.binary_search_by_key(&place, |(place, _)| *place);
        found.ok().map(|at| &all[at].1)
    }

    pub(crate) fn touch(&self, world: u8, listed: &SortedPair) -> TouchPair {
        let mut touch = TouchPair::EMPTY;
        self.write_touch(world, listed, &mut touch);
        touch
    }

    /// Writes a touch in place, because a copy would stall on store forwarding.
    #[inline]
    pub(crate) fn write_touch(&self, world: u8, listed: &SortedPair, touch: &mut TouchPair) {
        let pair = self.of(listed);
        [touch.a, touch.b] = self.keys(world, listed);
        (touch.seen_by, touch.sensor) = (pair.seen_by, pair.sensor);
        match (&mut touch.contact, pair.gap) {
            (Some(contact), Some(gap)) => *contact = gap.into(),
            (contact, _) => *contact = pair.contact(),
        }
        if touch.parts.is_some() || !self.store(listed).parts.is_empty() {
            touch.parts = self.parts_of(listed).cloned();
        }
    }

    #[inline]
    pub(crate) fn keys(&self, world: u8, listed: &SortedPair) -> [Key; 2] {
        let (pair, [first, second]) = (self.of(listed), listed.serials());
        [Key::new(world, first, pair.a), Key::new(world, second, pair.b)]
    }

    pub(crate) fn bytes(&self) -> usize {
        let bytes = |store: &PairStore| {
            store.pairs.capacity() * size_of::<Pair>()
                + store.parts.capacity() * size_of::<(usize, Parts)>()
        };
        self.stores.iter().map(bytes).sum::<usize>()
            + self.stores.capacity() * size_of::<PairStore>()
            + self.listed.capacity() * size_of::<SortedPair>()
    }
}

/// Fewer pairs are sorted by comparing.
const WORTH_BUCKETS: usize = 128;
/// Counters of this number of bits stay in cache.
const MOST_BITS: u32 = 17;

/// Sorts the pairs of several lists into one, given room for counters.
///
/// One pass of a bucket sort (Knuth, "The Art of Computer Programming" 3, §5.2.5) by the upper
/// serial number, with up to 16 buckets for each pair, then the few pairs of a bucket by comparing.
/// Perf: a quarter of the time of comparing all.
pub(crate) fn sort<'a>(
    lists: impl Iterator<Item = &'a [SortedPair]> + Clone,
    sorted: &mut Vec<SortedPair>,
    ends: &mut Vec<u32>,
) {
    let count = lists.clone().map(<[_]>::len).sum();
    sorted.clear();
    reserve_eighth(sorted, count);
    if count < WORTH_BUCKETS {
        lists.for_each(|list| sorted.extend_from_slice(list));
        by_order(sorted);
        return;
    }
    let range = |(low, high): (u32, u32), listed: &SortedPair| {
        (low.min(listed.first), high.max(listed.first))
    };
    let (low, high) = lists.clone().flatten().fold((u32::MAX, 0), range);
    let bits = MOST_BITS.min(count.ilog2() + 4);
    let shift = (u32::BITS - (high - low).leading_zeros()).saturating_sub(bits);
    let bucket = |listed: &SortedPair| ((listed.first - low) >> shift) as usize;
    ends.clear();
    ends.resize(((high - low) >> shift) as usize + 1, 0);
    lists.clone().flatten().for_each(|listed| ends[bucket(listed)] += 1);
    let mut sum = 0;
    for end in ends.iter_mut() {
        sum += core::mem::replace(end, sum);
    }
    sorted.resize(count, SortedPair::default());
    lists.flatten().for_each(|listed| {
        let place = &mut ends[bucket(listed)];
        sorted[*place as usize] = *listed;
        *place += 1;
    });
    sorted.chunk_by_mut(|a, b| bucket(a) == bucket(b)).for_each(by_order);
}

fn by_order(list: &mut [SortedPair]) {
    list.sort_unstable_by_key(SortedPair::order);
}
