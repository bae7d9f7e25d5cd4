//! Colliders: a shape, its transform, and the rules of its pairs.

use alloc::sync::Arc;

use crate::math::{Affine, Vec2};
use crate::shape::Shape;
use crate::world::{Detail, Key, Layers};

/// Describes a collider, or a group, that is to be added to a world.
///
/// It starts at the origin, without a parent, on no layer, seeing everything: everything meets
/// everything.
///
/// ```
/// use jostle::{Affine, Collider, Shape, World};
/// jostle::layers! { HERO, SOLID, COIN }
/// let mut world = World::new();
/// let hero = Collider::new("hero", Shape::capsule((0.0, -6.0), (0.0, 6.0), 6.0).unwrap());
/// let key = world.add(hero.at((40.0, 40.0)).layer(HERO).sees(SOLID | COIN)).unwrap();
/// assert_eq!(world.data(key), Some(&"hero"));
/// ```
#[derive(Clone, Debug)]
#[must_use = "a collider is in a world once it is added"]
pub struct Collider<T> {
    pub(crate) data: T,
    pub(crate) shape: Option<Arc<Shape>>,
    pub(crate) transform: Affine,
    pub(crate) parent: Option<Key>,
    pub(crate) layer: Layers,
    pub(crate) sees: Layers,
    pub(crate) team: u32,
    pub(crate) sensor: bool,
    pub(crate) disabled: bool,
    pub(crate) detail: Option<Detail>,
    pub(crate) one_way: Option<Vec2>,
    pub(crate) platform: bool,
}

impl<T> Collider<T> {
    /// Describes a collider with a shape; shapes can be shared by an `Arc`.
    pub fn new(data: T, shape: impl Into<Arc<Shape>>) -> Self {
        Self { shape: Some(shape.into()), ..Self::group(data) }
    }

    /// Describes a group: a transform for others to be below, without a shape.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let group = world.add(jostle::Collider::group(())).unwrap();
    /// assert!(world.placed(group).is_none());
    /// ```
    pub fn group(data: T) -> Self {
        Self {
            data,
            shape: None,
            transform: Affine::IDENTITY,
            parent: None,
            layer: Layers::NONE,
            sees: Layers::ALL,
            team: 0,
            sensor: false,
            detail: None,
            disabled: false,
            one_way: None,
            platform: false,
        }
    }

    /// Puts it at a position, in the frame of its parent or the world.
    pub fn at(self, position: impl Into<Vec2>) -> Self {
        self.transform(Affine::at(position))
    }

    /// Sets its transform, from its own frame to that of its parent or the world.
    pub fn transform(self, transform: Affine) -> Self {
        Self { transform, ..self }
    }

    /// Puts it below a parent, which it will move with.
    ///
    /// Children of one parent meet each other and the parent, as any colliders do; a common
    /// [`team`](Self::team) keeps them apart.
    pub fn parent(self, parent: Key) -> Self {
        Self { parent: Some(parent), ..self }
    }

    /// Sets the layers that it is on.
    pub fn layer(self, layer: Layers) -> Self {
        Self { layer, ..self }
    }

    /// Sets the layers that it sees. It meets what is on them, and what names a layer of its own; see
    /// the table of [`Layers`].
    pub fn sees(self, sees: Layers) -> Self {
        Self { sees, ..self }
    }

    /// Puts it into a team: colliders of one team never meet. 0 is no team.
    pub fn team(self, team: u32) -> Self {
        Self { team, ..self }
    }

    /// Makes it a sensor: it reports pairs like any collider, and nothing pushes it. Steps compute no
    /// contact of it, unless a [`detail`](Self::detail) requires one.
    pub fn sensor(self) -> Self {
        Self { sensor: true, ..self }
    }

    /// Sets how much steps compute of its pairs, whatever the options of the world state.
    pub fn detail(self, detail: Detail) -> Self {
        Self { detail: Some(detail), ..self }
    }

    /// Adds it disabled: it meets nothing and no query finds it until it is enabled.
    pub fn disabled(self) -> Self {
        Self { disabled: true, ..self }
    }

    /// Lets slides pass it but for those that come against a direction, in its own frame; see
    /// [`World::set_one_way`](crate::World::set_one_way).
    pub fn one_way(self, direction: impl Into<Vec2>) -> Self {
        Self { one_way: Some(direction.into()), ..self }
    }

    /// Makes it take along what stands on it when it moves; see
    /// [`World::set_platform`](crate::World::set_platform).
    pub fn platform(self) -> Self {
        Self { platform: true, ..self }
    }

    /// Moves it by a vector, in the frame of its parent or the world.
    pub fn moved(self, by: impl Into<Vec2>) -> Self {
        Self { transform: self.transform.moved(by), ..self }
    }
}
