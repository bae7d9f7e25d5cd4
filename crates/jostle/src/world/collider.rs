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
    ///
    /// ```
    /// use std::sync::Arc;
    /// let coin = Arc::new(jostle::Shape::circle(4.0).unwrap());
    /// let coins = [1, 2].map(|n| jostle::Collider::new(n, coin.clone()).at((n as f32 * 10.0, 0.0)));
    /// # assert_eq!(coins.len(), 2);
    /// ```
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
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let key = world.add(jostle::Collider::group(()).at((3.0, 4.0))).unwrap();
    /// assert_eq!(world.transform(key), Some(jostle::Affine::at((3.0, 4.0))));
    /// ```
    pub fn at(self, position: impl Into<Vec2>) -> Self {
        self.transform(Affine::at(position))
    }

    /// Sets its transform, from its own frame to that of its parent or the world.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let turned = jostle::Affine::at((3.0, 4.0)).rotated(0.5);
    /// let key = world.add(jostle::Collider::group(()).transform(turned)).unwrap();
    /// assert_eq!(world.transform(key), Some(turned));
    /// ```
    pub fn transform(self, transform: Affine) -> Self {
        Self { transform, ..self }
    }

    /// Puts it below a parent, which it will move with.
    ///
    /// Children of one parent meet each other and the parent, as any colliders do; a common
    /// [`team`](Self::team) keeps them apart.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let ship = world.add(jostle::Collider::group(()).at((10.0, 0.0))).unwrap();
    /// let gun = world.add(jostle::Collider::group(()).at((1.0, 0.0)).parent(ship)).unwrap();
    /// assert_eq!(world.world_transform(gun), Some(jostle::Affine::at((11.0, 0.0))));
    /// ```
    pub fn parent(self, parent: Key) -> Self {
        Self { parent: Some(parent), ..self }
    }

    /// Sets the layers that it is on.
    ///
    /// ```
    /// # use jostle::{Collider, Layers, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::group(()).layer(Layers::bit(2))).unwrap();
    /// assert_eq!(world.layer(key), Some(Layers::bit(2)));
    /// ```
    pub fn layer(self, layer: Layers) -> Self {
        Self { layer, ..self }
    }

    /// Sets the layers that it sees. It meets what is on them, and what names a layer of its own; see
    /// the table of [`Layers`].
    ///
    /// ```
    /// # use jostle::{Collider, Layers, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::group(()).sees(Layers::bit(2))).unwrap();
    /// assert_eq!(world.sees(key), Some(Layers::bit(2)));
    /// ```
    pub fn sees(self, sees: Layers) -> Self {
        Self { sees, ..self }
    }

    /// Puts it into a team: colliders of one team never meet. 0 is no team.
    ///
    /// ```
    /// # use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// let balls = (0..2).map(|i| Collider::new(i, Shape::circle(1.0).unwrap()).team(7));
    /// world.add_all(balls).unwrap();
    /// assert!(world.step().is_empty());
    /// ```
    pub fn team(self, team: u32) -> Self {
        Self { team, ..self }
    }

    /// Makes it a sensor: it reports pairs like any collider, and nothing pushes it. Steps compute no
    /// contact of it, unless a [`detail`](Self::detail) requires one.
    ///
    /// ```
    /// # use jostle::{Collider, Shape, Vec2, World};
    /// let mut world = World::new();
    /// world.add(Collider::new("door", Shape::circle(2.0).unwrap()).sensor()).unwrap();
    /// world.add(Collider::new("hero", Shape::circle(1.0).unwrap())).unwrap();
    /// let events = world.step();
    /// assert!(events[0].is_enter() && events[0].touch().unwrap().push_a() == Vec2::ZERO);
    /// ```
    pub fn sensor(self) -> Self {
        Self { sensor: true, ..self }
    }

    /// Sets how much steps compute of its pairs, whatever the options of the world state.
    ///
    /// ```
    /// # use jostle::{Collider, Shape, World, world::Detail};
    /// let mut world = World::new();
    /// let tree = Collider::new((), Shape::circle(2.0).unwrap()).detail(Detail::Touch);
    /// world.add_all([tree.clone(), tree]).unwrap();
    /// assert_eq!(world.step()[0].touch().unwrap().contact(), None);
    /// ```
    pub fn detail(self, detail: Detail) -> Self {
        Self { detail: Some(detail), ..self }
    }

    /// Adds it disabled: it meets nothing and no query finds it until it is enabled.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let key = world.add(jostle::Collider::group(()).disabled()).unwrap();
    /// assert_eq!(world.is_enabled(key), Some(false));
    /// ```
    pub fn disabled(self) -> Self {
        Self { disabled: true, ..self }
    }

    /// Lets slides pass it but for those that come against a direction, in its own frame; see
    /// [`World::set_one_way`](crate::World::set_one_way).
    ///
    /// ```
    /// # use jostle::{Collider, Shape, World};
    /// let deck = Collider::new((), Shape::rect_half((9.0, 1.0)).unwrap()).one_way((0.0, -1.0));
    /// assert!(World::new().add(deck).is_ok());
    /// ```
    pub fn one_way(self, direction: impl Into<Vec2>) -> Self {
        Self { one_way: Some(direction.into()), ..self }
    }

    /// Makes it take along what stands on it when it moves; see
    /// [`World::set_platform`](crate::World::set_platform).
    ///
    /// ```
    /// # use jostle::{Collider, Shape, World};
    /// let lift = Collider::new((), Shape::rect_half((9.0, 1.0)).unwrap()).platform();
    /// assert!(World::new().add(lift).is_ok());
    /// ```
    pub fn platform(self) -> Self {
        Self { platform: true, ..self }
    }

    /// Moves it by a vector, in the frame of its parent or the world.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let key = world.add(jostle::Collider::group(()).at((1.0, 1.0)).moved((2.0, 0.0))).unwrap();
    /// assert_eq!(world.transform(key), Some(jostle::Affine::at((3.0, 1.0))));
    /// ```
    pub fn moved(self, by: impl Into<Vec2>) -> Self {
        Self { transform: self.transform.moved(by), ..self }
    }
}
