//! The rule that keeps a pair apart, as data and in words.

use alloc::string::String;
use core::fmt;

use crate::pair::query::Gap;
use crate::world::key::{Numbers, Said, Sentence};
use crate::world::storage::ENABLED;
use crate::world::{Key, Layers, SeenBy, TouchPolicy, World};

/// The rule that keeps two colliders apart, or none; the first that holds, in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are described with their variant")]
pub enum WhyNot {
    /// The world has no collider of that key.
    Unknown { key: Key },
    /// Both are one collider.
    Same,
    /// That collider is disabled.
    Disabled { key: Key },
    /// That collider is a group: it has no shape.
    NoShape { key: Key },
    /// Both are in that team.
    Team { team: u32 },
    /// Neither sees a layer that the other is on, or one sees all layers and so leaves the decision
    /// to the other, which does not; see [`Layers`].
    Layers { layer_a: Layers, sees_a: Layers, layer_b: Layers, sees_b: Layers },
    /// The world's pair filter states no.
    Filter,
    /// The shapes are apart by that gap from a to b, or only touch in a world that ignores that, or
    /// the world's own method states it.
    Apart { gap: Gap },
    /// Nothing: they are a pair at the next step, if nothing changes before it.
    Nothing,
}

/// # Ask why nothing happens
impl<T> World<T> {
    /// Returns the rule that keeps two colliders apart at present, without waiting for a step.
    ///
    /// ```
    /// use jostle::{Collider, Layers, Shape, World};
    /// let mut world = World::new();
    /// let ball = || Collider::new((), Shape::circle(1.0).unwrap()).layer(Layers::bit(0));
    /// let a = world.add(ball().sees(Layers::bit(1))).unwrap();
    /// let b = world.add(ball().sees(Layers::NONE)).unwrap();
    /// let why = world.why_not(a, b).to_string();
    /// assert!(why.starts_with("neither sees the other: a sees layer 1 and b is on layer 0"));
    /// ```
    #[must_use]
    pub fn why_not(&self, a: Key, b: Key) -> WhyNot {
        let first = |found: [bool; 2]| {
            [a, b].into_iter().zip(found).find_map(|(key, found)| found.then_some(key))
        };
        if let Some(key) = first([a, b].map(|key| !self.contains(key))) {
            return WhyNot::Unknown { key };
        }
        if a == b {
            return WhyNot::Same;
        }
        let metas = [a, b].map(|key| &self.core.slots.metas[key.slot()]);
        if let Some(key) = first(metas.map(|meta| !meta.has(ENABLED))) {
            return WhyNot::Disabled { key };
        }
        let placed = [a, b].map(|key| self.core.slots.placed(key.slot()));
        if let Some(key) = first(placed.map(|p| p.is_none())) {
            return WhyNot::NoShape { key };
        }
        let [ma, mb] = metas;
        if ma.is_in_team_of(mb) {
            return WhyNot::Team { team: ma.team };
        }
        if SeenBy::of([ma.layer, ma.sees], [mb.layer, mb.sees]).is_none() {
            let (layer_a, sees_a) = (ma.layer, ma.sees);
            return WhyNot::Layers { layer_a, sees_a, layer_b: mb.layer, sees_b: mb.sees };
        }
        if !self.user.allows(a, b) {
            return WhyNot::Filter;
        }
        let [Some(pa), Some(pb)] = placed else { return WhyNot::Nothing };
        if self.core.touches(pa, pb) { WhyNot::Nothing } else { WhyNot::Apart { gap: pa.gap(pb) } }
    }

    /// Returns whether pairs that only touch count in this world.
    #[must_use]
    pub fn touch_policy(&self) -> TouchPolicy {
        self.core.pairing.touching
    }
}

impl WhyNot {
    /// Returns the sentence with a number for each key, as [`WorldError::describe`] does.
    ///
    /// ```
    /// use jostle::{Key, World};
    /// let key = Key::from_bits(99).unwrap();
    /// let why = World::<()>::new().why_not(key, key);
    /// assert_eq!(why.describe(Key::to_bits), "no collider has the key 99");
    /// ```
    ///
    /// [`WorldError::describe`]: crate::WorldError::describe
    #[must_use]
    pub fn describe(&self, number: impl Fn(Key) -> u64) -> String {
        self.with_numbers(&number)
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say(f, None)
    }
}

impl Sentence for WhyNot {
    fn say(&self, f: &mut fmt::Formatter<'_>, numbers: Numbers<'_>) -> fmt::Result {
        let said = |key: &Key| Said(*key, numbers);
        match self {
            Self::Unknown { key } => write!(f, "no collider has the key {}", said(key)),
            Self::Same => f.write_str("both are one collider"),
            Self::Disabled { key } => write!(f, "{} is disabled", said(key)),
            Self::NoShape { key } => write!(f, "{} is a group, it has no shape", said(key)),
            Self::Team { team } => write!(f, "both are in team {team}"),
            Self::Layers { layer_a, sees_a: Layers::ALL, sees_b, .. } => {
                write!(f, "a sees all layers, so b decides: it sees {sees_b} and a is on {layer_a}")
            }
            Self::Layers { layer_b, sees_a, sees_b: Layers::ALL, .. } => {
                write!(f, "b sees all layers, so a decides: it sees {sees_a} and b is on {layer_b}")
            }
            Self::Layers { layer_a, sees_a, layer_b, sees_b } => write!(
                f,
                "neither sees the other: a sees {sees_a} and b is on {layer_b}; \
                 b sees {sees_b} and a is on {layer_a}"
            ),
            Self::Filter => f.write_str("the pair filter keeps them apart"),
            Self::Apart { gap } if gap.separation > 0.0 => {
                write!(f, "they are {} apart", gap.separation)
            }
            Self::Apart { .. } => {
                f.write_str("they only touch, and this world does not count that")
            }
            Self::Nothing => f.write_str("nothing keeps them apart: they touch"),
        }
    }
}
