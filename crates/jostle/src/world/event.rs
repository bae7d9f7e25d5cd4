//! Events of a step: enter, stay and exit of a pair. Plain data.

use crate::math::Vec2;
use crate::pair::query::Contact;
use crate::world::open_pairs::Parts;
use crate::world::{Key, SeenBy};

/// One pair's news of a step; a is the collider that was added first.
///
/// The stream of a pair is `Enter Stay* Exit`, again and again: exactly one exit for every enter,
/// for any reason.
///
/// ```
/// use jostle::{Collider, Event, ExitReason, Shape, World};
/// let mut world = World::new();
/// let keys = world.add_all(["a", "b"].map(|n| Collider::new(n, Shape::circle(1.0).unwrap()))).unwrap();
/// assert!(matches!(&world.step()[..], [Event::Enter(t)] if t.contact().unwrap().depth == 2.0));
/// assert!(matches!(&world.step()[..], [Event::Stay(_)]));
/// world.remove(keys[1]);
/// let exit = world.step()[0].exit().unwrap().clone();
/// assert_eq!((exit.reason, exit.data_b), (ExitReason::Removed, "b"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum Event<T> {
    /// The two touch and did not at the last step.
    Enter(TouchPair),
    /// The two touch and did at the last step.
    Stay(TouchPair),
    /// The two touched at the last step and do not any more.
    Exit(Exit<T>),
}

/// Two colliders that touch.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TouchPair {
    /// The collider that was added first.
    pub a: Key,
    /// The other.
    pub b: Key,
    /// The direction of seeing.
    pub seen_by: SeenBy,
    /// True if one of them is a sensor.
    pub sensor: bool,
    pub(crate) contact: Option<Contact>,
    pub(crate) parts: Option<Parts>,
}

impl TouchPair {
    /// Returns the contact that the step computed: [`Placed::contact`](crate::Placed::contact) of a
    /// and b at the step, bit for bit, or that of [`Detail::Near`](crate::world::Detail::Near).
    ///
    /// `None` for [`Detail::Touch`](crate::world::Detail::Touch), which is the detail of sensors at
    /// first, and in a world with another method than the exact one.
    #[must_use]
    pub fn contact(&self) -> Option<&Contact> {
        self.contact.as_ref()
    }

    /// Lists the parts that touch if a compound or a tile grid takes part, as pairs of their
    /// numbers, sorted. The parts of a grid are its cells, numbered row · columns + column; any
    /// other shape is its own part 0. Empty if neither a compound nor a grid takes part.
    #[must_use]
    pub fn parts(&self) -> &[[u32; 2]] {
        self.parts.as_ref().map_or(&[], |parts| parts)
    }

    /// Returns the translation that moves a out of b; zero for sensors and without a contact.
    #[must_use]
    pub fn push_a(&self) -> Vec2 {
        self.pushing().map_or(Vec2::ZERO, Contact::push_a)
    }

    /// Returns the translation that moves b out of a; zero for sensors and without a contact.
    #[must_use]
    pub fn push_b(&self) -> Vec2 {
        self.pushing().map_or(Vec2::ZERO, Contact::push_b)
    }

    /// Returns the other of the two; `None` for a collider that is neither.
    #[must_use]
    pub fn other(&self, me: Key) -> Option<Key> {
        other(self.a, self.b, me)
    }

    /// Returns the translation that moves a collider out of the other: [`TouchPair::push_a`] or
    /// [`TouchPair::push_b`]; zero for a collider that is neither.
    ///
    /// ```
    /// # use jostle::{Collider, Shape, Vec2, World};
    /// # let (mut world, ball) = (World::new(), Collider::new((), Shape::circle(1.0).unwrap()));
    /// # let keys = world.add_all([ball.clone(), ball.at((1.5, 0.0))]).unwrap();
    /// assert_eq!(world.step()[0].touch().unwrap().push(keys[1]), Vec2::new(0.5, 0.0));
    /// ```
    #[must_use]
    pub fn push(&self, me: Key) -> Vec2 {
        if me == self.a {
            self.push_a()
        } else if me == self.b {
            self.push_b()
        } else {
            Vec2::ZERO
        }
    }

    /// Returns the normal of the other's surface at a collider, of length 1: the direction in which
    /// the other pushes it, up on a floor. `None` without a contact, and for a collider that is
    /// neither of the two.
    #[must_use]
    pub fn normal_on(&self, me: Key) -> Option<Vec2> {
        let normal = self.contact()?.normal;
        match me {
            _ if me == self.a => Some(Vec2::ZERO - normal),
            _ if me == self.b => Some(normal),
            _ => None,
        }
    }

    fn pushing(&self) -> Option<&Contact> {
        self.contact().filter(|_| !self.sensor)
    }
}

/// Two colliders that touched and do not any more, with the data of both, since one may be gone.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Exit<T> {
    /// The collider that was added first.
    pub a: Key,
    /// The other.
    pub b: Key,
    /// The direction of seeing.
    pub seen_by: SeenBy,
    /// True if one of them was a sensor.
    pub sensor: bool,
    /// The reason.
    pub reason: ExitReason,
    /// The data of a, as it was when a left or is now.
    pub data_a: T,
    /// The data of b.
    pub data_b: T,
}

/// Why two colliders do not touch any more; where several hold, the first in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ExitReason {
    /// One of them was removed.
    Removed,
    /// One of them was disabled.
    Disabled,
    /// Layers, teams or the filter keep them apart now.
    Filtered,
    /// One of them got another shape, or lost it.
    Reshaped,
    /// One of them moved, by itself, with a parent or to a new one.
    Separated,
}

impl<T> Event<T> {
    /// Returns the keys of the pair; the first was added first.
    ///
    /// ```
    /// # use jostle::{Collider, Shape, World};
    /// # let mut world = World::new();
    /// # world.add_all((0..2).map(|i| Collider::new(i, Shape::circle(1.0).unwrap()))).unwrap();
    /// assert_eq!(world.step()[0].keys(), world.keys()[..]);
    /// ```
    #[must_use]
    pub fn keys(&self) -> [Key; 2] {
        match self {
            Self::Enter(t) | Self::Stay(t) => [t.a, t.b],
            Self::Exit(p) => [p.a, p.b],
        }
    }

    /// Returns the other of the pair; `None` for a collider that is neither.
    #[must_use]
    pub fn other(&self, me: Key) -> Option<Key> {
        let [a, b] = self.keys();
        other(a, b, me)
    }

    /// Returns the touch of an enter or a stay.
    #[must_use]
    pub fn touch(&self) -> Option<&TouchPair> {
        match self {
            Self::Enter(t) | Self::Stay(t) => Some(t),
            Self::Exit(_) => None,
        }
    }

    /// Returns what an exit states.
    #[must_use]
    pub fn exit(&self) -> Option<&Exit<T>> {
        match self {
            Self::Exit(p) => Some(p),
            _ => None,
        }
    }

    /// Returns `true` if the pair does not touch any more.
    #[must_use]
    pub fn is_exit(&self) -> bool {
        matches!(self, Self::Exit(_))
    }

    /// Returns `true` if the pair began to touch.
    #[must_use]
    pub fn is_enter(&self) -> bool {
        matches!(self, Self::Enter(_))
    }
}

fn other(a: Key, b: Key, me: Key) -> Option<Key> {
    if me == a { Some(b) } else { (me == b).then_some(a) }
}
