//! Layers: which colliders see which others, one way or both.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of up to 64 layers.
///
/// A collider is *on* layers and *sees* layers. At first it is on none and sees all of them. A
/// collider that names the layers it sees meets what is on them, and what names a layer of its own.
/// One that sees all layers, or none, leaves the decision to the other:
///
/// | | b sees all | b names a layer of a | b names others | b sees none |
/// | --- | --- | --- | --- | --- |
/// | **a sees all** | pair | pair | – | pair |
/// | **a names a layer of b** | pair | pair | pair | pair |
/// | **a names others** | – | pair | – | – |
/// | **a sees none** | pair | pair | – | – |
///
/// So `bullet.sees(ENEMY)` meets enemies alone, whatever else there is; `wall.sees(Layers::NONE)`
/// meets what moves and no other wall; and without a word about layers everything meets
/// everything. [`World::why_not`](crate::World::why_not) states which rule keeps a pair apart.
///
/// ```
/// use jostle::Layers;
/// jostle::layers! { HERO, COIN }
/// assert_eq!((HERO, COIN), (Layers::bit(0), Layers::bit(1)));
/// assert!((HERO | COIN).sees(COIN) && !HERO.sees(COIN));
/// assert!(Layers::ALL.sees(Layers::NONE) && !HERO.sees(Layers::NONE));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layers(u64);

impl Layers {
    /// No layer: seen only by those that see all.
    pub const NONE: Self = Self(0);
    /// Every layer, and what is on none.
    pub const ALL: Self = Self(u64::MAX);

    /// Returns the layer with this number, counted from 0; no layer from 64 on.
    ///
    /// ```
    /// assert_eq!(jostle::Layers::bit(3).to_bits(), 8);
    /// assert_eq!(jostle::Layers::bit(64), jostle::Layers::NONE);
    /// ```
    #[must_use]
    pub const fn bit(number: u32) -> Self {
        if number < 64 { Self(1 << number) } else { Self(0) }
    }

    /// Makes a set of 64 bits, layer 0 the lowest.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set as 64 bits, layer 0 the lowest.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// Returns the layers of both, as `|` does, in constants too.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns `true` if all of those layers are in this set.
    #[must_use]
    pub const fn contains(self, layers: Self) -> bool {
        self.0 & layers.0 == layers.0
    }

    /// Returns `true` if a collider that sees this set sees one on those layers.
    #[must_use]
    pub const fn sees(self, layers: Self) -> bool {
        self.0 == u64::MAX || self.0 & layers.0 != 0
    }
}

impl BitOr for Layers {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Layers> for Layers {
    fn from_iter<I: IntoIterator<Item = Self>>(layers: I) -> Self {
        layers.into_iter().fold(Self::NONE, BitOr::bitor)
    }
}

impl BitOrAssign for Layers {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Layers {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Layers {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// As in "layers 0, 3", "no layer", "all layers".
impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.0, self.0.count_ones()) {
            (0, _) => return f.write_str("no layer"),
            (u64::MAX, _) => return f.write_str("all layers"),
            (_, 1) => "layer",
            _ => "layers",
        })?;
        let numbers = (0..64).filter(|n| self.0 >> n & 1 == 1);
        numbers.enumerate().try_for_each(|(i, n)| write!(f, "{} {n}", if i > 0 { "," } else { "" }))
    }
}

/// Names layers, from bit 0 up: `layers! { HERO, SOLID, COIN }`. A `pub` in front of the first
/// makes all of them public.
///
/// ```
/// jostle::layers! { HERO, SOLID, COIN }
/// assert_eq!(COIN, jostle::Layers::bit(2));
/// mod game {
///     jostle::layers! { pub WATER, FIRE }
/// }
/// assert_eq!(game::WATER | game::FIRE, jostle::Layers::from_bits(3));
/// ```
#[macro_export]
macro_rules! layers {
    (pub $first:ident $(, $(pub)? $name:ident)* $(,)?) => {
        $crate::__layers!(0, [pub] $first $(, $name)*);
    };
    ($($name:ident),+ $(,)?) => { $crate::__layers!(0, [] $($name),+); };
}

/// The constants of `layers!`, from a number on.
#[doc(hidden)]
#[macro_export]
macro_rules! __layers {
    ($number:expr, [$($public:tt)*]) => {};
    ($number:expr, [$($public:tt)*] $name:ident $(, $rest:ident)* $(,)?) => {
        #[doc = concat!("The layer ", stringify!($name), ".")]
        $($public)* const $name: $crate::Layers = $crate::Layers::bit($number);
        $crate::__layers!($number + 1, [$($public)*] $($rest),*);
    };
}

/// The direction in which the colliders of a pair see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SeenBy {
    /// Only a sees b.
    A,
    /// Only b sees a.
    B,
    /// Each sees the other.
    Both,
}

impl SeenBy {
    /// Decides about two colliders, each the layers that it is on and those that it sees; `None` if
    /// they do not meet.
    pub(crate) fn of([on_a, sees_a]: [Layers; 2], [on_b, sees_b]: [Layers; 2]) -> Option<Self> {
        let yields = |all: Layers, other: Layers| all == Layers::ALL && other != Layers::NONE;
        match (sees_a.sees(on_b), sees_b.sees(on_a)) {
            (true, true) => Some(Self::Both),
            (true, false) if !yields(sees_a, sees_b) => Some(Self::A),
            (false, true) if !yields(sees_b, sees_a) => Some(Self::B),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn layers_say_their_numbers() {
        let two = Layers::bit(0) | Layers::bit(63);
        let words = [Layers::NONE, Layers::ALL, Layers::bit(7), two].map(|l| l.to_string());
        assert_eq!(words, ["no layer", "all layers", "layer 7", "layers 0, 63"]);
    }
}
