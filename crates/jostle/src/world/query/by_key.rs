//! Questions about colliders by their keys: the answers of their placed shapes at present.
//!
//! Layers, teams, filters, the method of the world and disabled colliders make no difference.

use crate::math::Vec2;
use crate::pair::query::{Closest, Contact, Gap};
use crate::world::{Key, World};

/// # Ask about colliders by key
impl<T> World<T> {
    /// Returns `true` if two colliders share a point; `None` for a group or a stale key.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let (mut world, ball) = (World::new(), Collider::new((), Shape::circle(1.0).unwrap()));
    /// let keys = world.add_all([ball.clone(), ball]).unwrap();
    /// assert_eq!(world.overlaps(keys[0], keys[1]), Some(true));
    /// ```
    #[must_use]
    pub fn overlaps(&self, a: Key, b: Key) -> Option<bool> {
        Some(self.placed(a)?.overlaps(self.placed(b)?))
    }

    /// Computes the contact of two colliders; `None` if they are apart, for a group or a stale key.
    #[must_use]
    pub fn contact(&self, a: Key, b: Key) -> Option<Contact> {
        self.placed(a)?.contact(self.placed(b)?)
    }

    /// Measures the signed separation of two colliders; `None` for a group or a stale key.
    #[must_use]
    pub fn gap(&self, a: Key, b: Key) -> Option<Gap> {
        Some(self.placed(a)?.gap(self.placed(b)?))
    }

    /// Finds the point of a collider that is nearest to a point; `None` for a group or a stale key.
    #[must_use]
    pub fn closest(&self, key: Key, point: impl Into<Vec2>) -> Option<Closest> {
        Some(self.placed(key)?.closest(point))
    }
}
