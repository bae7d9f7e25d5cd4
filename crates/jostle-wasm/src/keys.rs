//! Keys as numbers of JavaScript, which are exact up to 2^53.
//!
//! A key of Rust's has 64 bits: the world, the serial number of the collider, its slot. Outside it
//! is serial · 2^20 + slot, the serial counted from (world mod 64) · 2^26, so that keys still sort
//! in the order of adding and those of another world still find nothing (until a world has given
//! 2^26). So a world holds 2^20 colliders at a time here.

use jostle::Key;

const SLOT_BITS: u32 = 20;
const RUST_SLOT_BITS: u32 = 24;
const WORLD_SHIFT: u32 = 56;

/// The most colliders at a time.
pub(crate) const MAX_SLOTS: u64 = 1 << SLOT_BITS;

/// The slot of a key, for the limit above.
pub(crate) fn slot(key: Key) -> u64 {
    key.to_bits() & ((1 << RUST_SLOT_BITS) - 1)
}

fn base(world: u64) -> u64 {
    (world & 63) << 26
}

/// The number of a key in JavaScript.
pub(crate) fn external(key: Key) -> f64 {
    whole(key) as f64
}

/// The same, as a whole number.
pub(crate) fn whole(key: Key) -> u64 {
    let bits = key.to_bits();
    let serial = u64::from((bits >> RUST_SLOT_BITS) as u32);
    (serial + base(bits >> WORLD_SHIFT)) << SLOT_BITS | slot(key)
}

/// The key of a number in the world with this tag; `None` for what no collider of it ever has.
pub(crate) fn internal(number: f64, world: u64) -> Option<Key> {
    let whole = number as u64;
    if whole as f64 != number {
        return None;
    }
    let serial = (whole >> SLOT_BITS).checked_sub(base(world))?;
    let slot = whole & (MAX_SLOTS - 1);
    let fits = (1..=u64::from(u32::MAX)).contains(&serial);
    if fits { Key::from_bits(world << WORLD_SHIFT | serial << RUST_SLOT_BITS | slot) } else { None }
}

/// The tag of the world that a key belongs to.
pub(crate) fn world(key: Key) -> u64 {
    key.to_bits() >> WORLD_SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::{Collider, World};

    #[test]
    fn keys_come_back_sort_as_they_were_added_and_are_of_one_world() {
        let mut first = World::new();
        let mut second = World::new();
        let keys = [0, 1, 2].map(|i| first.add(Collider::group(i)).unwrap());
        let other = second.add(Collider::group(0)).unwrap();
        let tag = world(keys[0]);
        let numbers = keys.map(external);
        assert!(
            numbers[0] < numbers[1] && numbers[1] < numbers[2] && numbers[2] < (1_u64 << 53) as f64
        );
        assert_eq!(numbers.map(|number| internal(number, tag)), keys.map(Some));
        assert_eq!(internal(external(other), tag).filter(|key| first.contains(*key)), None);
        for number in [0.0, -1.0, 0.5, numbers[0] + 0.5, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(internal(number, tag), None, "{number}");
        }
    }
}
