//! Questions in entities.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use jostle::{Contact, Filter, Gap, Placed, Ray};

use crate::{Collider, JostleWorld, Owner};

/// Asks about colliders as they were at the last `Sync`, disabled entities left out.
///
/// Filters narrow a question to some colliders: `&Filter::ANY`, `&WALLS.into()`, or a function of the
/// [`Owner`]. [`JostleWorld`] has the questions that are not here.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_jostle::prelude::*;
/// layers! { WALL }
/// fn aim(jostle: Jostle) {
///     let laser = Ray::toward((0.0, 0.0), (1.0, 0.0), 500.0);
///     if let Some(hit) = jostle.ray(&laser, &WALL.into()) {
///         let _spark = (hit.entity, hit.point);
///     }
/// }
/// # let _ = IntoSystem::into_system(aim);
/// ```
#[derive(SystemParam)]
pub struct Jostle<'w, 's> {
    world: Res<'w, JostleWorld>,
    colliders: Query<'w, 's, &'static Collider>,
}

/// The first thing that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The entity.
    pub entity: Entity,
    /// The share of the way: 0 at the origin, 1 at the end.
    pub fraction: f32,
    /// The point.
    pub point: Vec2,
    /// The normal of the surface there, of length 1.
    pub normal: Vec2,
}

impl Jostle<'_, '_> {
    fn entities(&self, keys: Vec<jostle::Key>) -> Vec<Entity> {
        keys.into_iter().filter_map(|key| Some(self.world.data(key)?.0)).collect()
    }

    fn key(&self, entity: Entity) -> Option<jostle::Key> {
        self.colliders.get(entity).ok()?.key
    }

    /// Returns the shape of an entity as it is in the world.
    #[must_use]
    pub fn placed(&self, entity: Entity) -> Option<&Placed> {
        self.world.placed(self.key(entity)?)
    }

    /// Finds the entities that hold a point, boundaries included.
    #[must_use]
    pub fn at(&self, point: Vec2, filter: &Filter<'_, Owner>) -> Vec<Entity> {
        self.entities(self.world.at_point(point, filter))
    }

    /// Finds the entities that share a point with a shape.
    #[must_use]
    pub fn overlapping(&self, shape: &Placed, filter: &Filter<'_, Owner>) -> Vec<Entity> {
        self.entities(self.world.overlapping(shape, filter))
    }

    /// Finds the first thing that a ray meets.
    #[must_use]
    pub fn ray(&self, ray: &Ray, filter: &Filter<'_, Owner>) -> Option<RayHit> {
        let hit = self.world.ray_first(ray, filter)?;
        let entity = self.world.data(hit.key)?.0;
        let (point, normal) = (hit.point.into(), hit.normal.into());
        Some(RayHit { entity, fraction: hit.fraction, point, normal })
    }

    /// Returns `true` if nothing that passes the filter lies between two points.
    #[must_use]
    pub fn line_of_sight(&self, from: Vec2, to: Vec2, filter: &Filter<'_, Owner>) -> bool {
        self.world.line_of_sight(from, to, filter)
    }

    /// Finds the nearest entities to a point, with their distances.
    #[must_use]
    pub fn nearest(
        &self,
        point: Vec2,
        count: usize,
        filter: &Filter<'_, Owner>,
    ) -> Vec<(Entity, f32)> {
        let found = self.world.nearest(point, count, filter).into_iter();
        found.filter_map(|near| Some((self.world.data(near.key)?.0, near.distance))).collect()
    }

    /// Lists what an entity touched at the last step.
    #[must_use]
    pub fn touching(&self, entity: Entity) -> Vec<Entity> {
        let Some(key) = self.key(entity) else { return Vec::new() };
        let others = self.world.touching(key).into_iter().filter_map(|touch| touch.other(key));
        self.entities(others.collect())
    }

    /// Computes the contact of two entities; `None` if they are apart or one has no collider.
    #[must_use]
    pub fn contact(&self, a: Entity, b: Entity) -> Option<Contact> {
        self.world.contact(self.key(a)?, self.key(b)?)
    }

    /// Measures the signed separation of two entities.
    #[must_use]
    pub fn gap(&self, a: Entity, b: Entity) -> Option<Gap> {
        self.world.gap(self.key(a)?, self.key(b)?)
    }
}
