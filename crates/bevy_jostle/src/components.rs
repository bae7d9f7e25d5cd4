//! Components: what a collider is, and which pairs count.

use std::sync::Arc;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use jostle::{Key, Layers, Shape, ShapeError};

use crate::JostleWorld;

/// A shape that takes part in collisions, in the frame of its entity.
///
/// The short constructors take sizes as they are; [`ColliderRefused`](crate::ColliderRefused) reports
/// one that is negative or not finite.
///
/// The component owns its place in the [`JostleWorld`]: removing it, or despawning the entity, ends all
/// its pairs. A clone has a place of its own.
#[derive(Component, Debug)]
#[require(Transform)]
#[component(on_discard = leave)]
pub struct Collider {
    shape: Result<Arc<Shape>, ShapeError>,
    pub(crate) key: Option<Key>,
}

impl Clone for Collider {
    fn clone(&self) -> Self {
        Self { shape: self.shape.clone(), key: None }
    }
}

impl Collider {
    /// Makes a collider of any shape; shapes can be shared by an `Arc`.
    pub fn new(shape: impl Into<Arc<Shape>>) -> Self {
        Self { shape: Ok(shape.into()), key: None }
    }

    /// Makes a disc around the entity.
    #[must_use]
    pub fn circle(radius: f32) -> Self {
        Self::made(Shape::circle(radius))
    }

    /// Makes a rectangle around the entity from its width and height.
    #[must_use]
    pub fn rect(width: f32, height: f32) -> Self {
        Self::made(Shape::rect_size((width, height)))
    }

    /// Makes an upright capsule around the entity from its radius and the length of its straight part.
    #[must_use]
    pub fn capsule(radius: f32, length: f32) -> Self {
        let half = Vec2::new(0.0, length * 0.5);
        Self::made(Shape::capsule(-half, half, radius))
    }

    pub(crate) fn made(shape: Result<Shape, ShapeError>) -> Self {
        Self { shape: shape.map(Arc::new), key: None }
    }

    /// Returns the shape, or the reason why it cannot be made.
    ///
    /// # Errors
    /// A size is negative or not finite.
    pub fn shape(&self) -> Result<&Arc<Shape>, &ShapeError> {
        self.shape.as_ref()
    }

    /// Sets the shape; open pairs that still touch stay open.
    pub fn set_shape(&mut self, shape: impl Into<Arc<Shape>>) {
        self.shape = Ok(shape.into());
    }

    /// Returns the key in the [`JostleWorld`]; `None` until the next `Sync`.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        self.key
    }
}

fn leave(mut world: DeferredWorld, context: HookContext) {
    let key = world.get::<Collider>(context.entity).and_then(|collider| collider.key);
    if let (Some(key), Some(mut jostle)) = (key, world.get_resource_mut::<JostleWorld>()) {
        jostle.configure().remove(key);
    }
}

/// Reports touches and pushes nothing.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Sensor;

/// Takes along what stands on it, when what stands moves by [`JostleMut::slide`](crate::JostleMut).
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Platform;

/// Blocks slides from one side only: the direction of that side, in the frame of the entity. A deck of a
/// game with y up has `OneWay(Vec2::Y)`.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct OneWay(pub Vec2);

/// The layers that a collider is on and those that it sees; see [`Layers`] for the table of who meets
/// whom. Without it a collider is on no layer and sees all.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers2d {
    /// The layers that it is on.
    pub on: Layers,
    /// The layers that it sees.
    pub sees: Layers,
}

impl Default for Layers2d {
    fn default() -> Self {
        Self { on: Layers::NONE, sees: Layers::ALL }
    }
}

impl Layers2d {
    /// Puts a collider on layers; it sees all.
    #[must_use]
    pub fn on(on: Layers) -> Self {
        Self { on, ..Self::default() }
    }

    /// Sets the layers that it sees.
    #[must_use]
    pub fn seeing(self, sees: Layers) -> Self {
        Self { sees, ..self }
    }
}

/// Colliders of one team never meet; 0 is no team.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Team(pub u32);
