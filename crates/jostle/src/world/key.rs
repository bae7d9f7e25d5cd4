//! Keys of colliders: integers that are never used twice.

use alloc::string::{String, ToString};
use core::fmt;
use core::num::NonZeroU64;
use core::sync::atomic::{AtomicU32, Ordering};

/// Names a collider of one world for good: a key is never given twice, so one that outlives its
/// collider finds nothing.
///
/// Keys of a world sort in the order in which its colliders were added. A key of another world
/// finds nothing either (an id of 8 bits distinguishes worlds, counted up for each new world of a
/// process).
///
/// ```
/// use jostle::{Collider, Key, Shape, World};
/// let mut world = World::new();
/// let key = world.add(Collider::new((), Shape::circle(1.0).unwrap())).unwrap();
/// assert_eq!(Key::from_bits(key.to_bits()), Some(key));
/// assert_eq!((format!("{key}"), format!("{key:?}")), ("1".into(), "Key(1)".into()));
/// world.remove(key);
/// assert!(!world.contains(key));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(NonZeroU64);

/// Bits of the place in the world's arrays.
const SLOT_BITS: u32 = 24;
const SERIAL_BITS: u32 = 32;

/// The most colliders a world holds at a time.
pub(crate) const MAX_SLOTS: usize = 1 << SLOT_BITS;

impl Key {
    pub(crate) const NOBODY: Self = Self(NonZeroU64::MIN);

    /// `serial` is not 0.
    pub(crate) fn new(world: u8, serial: u32, slot: u32) -> Self {
        let tag = u64::from(world) << (SERIAL_BITS + SLOT_BITS);
        let bits = tag | (u64::from(serial) << SLOT_BITS) | u64::from(slot);
        Self(NonZeroU64::new(bits).unwrap_or(NonZeroU64::MIN))
    }

    pub(crate) fn slot(self) -> usize {
        (self.0.get() & ((1 << SLOT_BITS) - 1)) as usize
    }

    /// The count of the collider among all that the world was ever given, from 1.
    pub(crate) fn serial(self) -> u32 {
        (self.0.get() >> SLOT_BITS) as u32
    }

    pub(crate) fn world(self) -> u8 {
        (self.0.get() >> (SERIAL_BITS + SLOT_BITS)) as u8
    }

    /// Returns the key as an integer, for other languages and for files.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let keys = world.add_all((0..2).map(jostle::Collider::group)).unwrap();
    /// assert!(keys[0].to_bits() < keys[1].to_bits());
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.get()
    }

    /// Makes a key of an integer; `None` for 0. Any other integer is a key, if perhaps of nothing.
    #[must_use]
    pub fn from_bits(bits: u64) -> Option<Self> {
        NonZeroU64::new(bits).map(Self)
    }
}

/// The key of no collider, for structs that get theirs later.
impl Default for Key {
    fn default() -> Self {
        Self::NOBODY
    }
}

/// Shows the serial number alone: that of the world is another in every run.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.serial())
    }
}

/// As "3", the serial number alone.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serial().fmt(f)
    }
}

/// How a program that shows keys as numbers of its own gets the number of one.
pub(crate) type Numbers<'a> = Option<&'a dyn Fn(Key) -> u64>;

/// A key in a sentence: by its number, or as Rust shows it.
pub(crate) struct Said<'a>(pub(crate) Key, pub(crate) Numbers<'a>);

impl fmt::Display for Said<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(number) => number(self.0).fmt(f),
            None => fmt::Debug::fmt(&self.0, f),
        }
    }
}

/// What has a sentence that names keys.
pub(crate) trait Sentence: Sized {
    fn say(&self, f: &mut fmt::Formatter<'_>, numbers: Numbers<'_>) -> fmt::Result;

    fn with_numbers(&self, number: &dyn Fn(Key) -> u64) -> String {
        struct Numbered<'a, S>(&'a S, Numbers<'a>);
        impl<S: Sentence> fmt::Display for Numbered<'_, S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.say(f, self.1)
            }
        }
        Numbered(self, Some(number)).to_string()
    }
}

pub(crate) fn next_world() -> u8 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed) as u8
}
