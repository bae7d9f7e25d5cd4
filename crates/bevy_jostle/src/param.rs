//! Questions in entities.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use jostle::world::Footing;
use jostle::{Cast, Contact, Filter, Gap, Placed, Ray, Response, Slide};

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

/// The first thing that a ray or a shape meets on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
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
    pub fn ray(&self, ray: &Ray, filter: &Filter<'_, Owner>) -> Option<CastHit> {
        let hit = self.world.ray_first(ray, filter)?;
        let entity = self.world.data(hit.key)?.0;
        let (point, normal) = (hit.point.into(), hit.normal.into());
        Some(CastHit { entity, fraction: hit.fraction, point, normal })
    }

    /// Finds what a shape meets first on its way.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_jostle::{jostle::Affine, prelude::*};
    /// # use bevy_math::Vec2;
    /// fn shoot(jostle: Jostle) {
    ///     let shell = Shape::circle(3.0).unwrap().place(Affine::at((0.0, 50.0))).unwrap();
    ///     if let Some(hit) = jostle.cast(&shell, Vec2::new(800.0, 0.0), &Filter::ANY) {
    ///         let _where = Vec2::new(0.0, 50.0) + hit.fraction * Vec2::new(800.0, 0.0);
    ///     }
    /// }
    /// # let _ = IntoSystem::into_system(shoot);
    /// ```
    #[must_use]
    pub fn cast(
        &self,
        shape: &Placed,
        motion: Vec2,
        filter: &Filter<'_, Owner>,
    ) -> Option<CastHit> {
        self.cast_hit(self.world.cast_first(&Cast::of(shape, motion), filter)?)
    }

    /// Finds what an entity would meet first if it moved, of what it may be a pair with; `None` also if
    /// it has no collider.
    #[must_use]
    pub fn cast_entity(
        &self,
        entity: Entity,
        motion: Vec2,
        filter: &Filter<'_, Owner>,
    ) -> Option<CastHit> {
        self.cast_hit(self.world.cast_key(self.key(entity)?, motion, filter).ok()??)
    }

    fn cast_hit(&self, found: jostle::CastFound) -> Option<CastHit> {
        let entity = self.world.data(found.key)?.0;
        let (point, normal) = (found.point.into(), found.normal.into());
        Some(CastHit { entity, fraction: found.fraction, point, normal })
    }

    /// Computes how far an entity would get along floors and walls, and moves nothing;
    /// [`JostleMut::slide`] moves it. `None` if it has no collider, or the motion is not finite.
    #[must_use]
    pub fn slide_try(
        &self,
        entity: Entity,
        slide: &Slide,
        mut respond: impl FnMut(Entity) -> Response,
    ) -> Option<Slid> {
        let key = self.key(entity)?;
        let slid = self.world.slide_try(key, slide, |other| respond(other.data.0)).ok()?;
        let from = self.world.world_transform(key)?.translation();
        Some(Slid::of(&self.world, &slid, from + slid.moved))
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

/// Moves entities along floors and walls. It runs in the set [`JostleSystems::Move`](crate::JostleSystems),
/// where platforms have moved and the step has not run yet.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_jostle::prelude::*;
/// #[derive(Component, Default)]
/// struct Hero {
///     fall: f32,
///     slid: Slid,
/// }
///
/// fn walk(mut jostle: JostleMut, hero: Single<(Entity, &mut Hero, &mut Transform)>) {
///     let (entity, mut hero, mut transform) = hero.into_inner();
///     hero.fall -= 0.3;
///     let slide = Slide::by(2.0, hero.fall).up(0.0, 1.0).snap(4.0).footing(hero.slid.footing);
///     let Some(slid) = jostle.slide(entity, &slide, |_| Response::Slide) else { return };
///     transform.translation = slid.at.extend(transform.translation.z);
///     if slid.floor.is_some() {
///         hero.fall = 0.0;
///     }
///     hero.slid = slid;
/// }
/// # let _ = IntoSystem::into_system(walk);
/// ```
#[derive(SystemParam)]
pub struct JostleMut<'w, 's> {
    world: ResMut<'w, JostleWorld>,
    colliders: Query<'w, 's, &'static Collider>,
}

impl JostleMut<'_, '_> {
    /// Moves the collider of an entity as far as others let it; `respond` is asked about each entity that
    /// it meets. The step sees it where it ends; set the transform to [`Slid::at`]. `None` if it has no
    /// collider, or the motion is not finite.
    #[must_use]
    pub fn slide(
        &mut self,
        entity: Entity,
        slide: &Slide,
        mut respond: impl FnMut(Entity) -> Response,
    ) -> Option<Slid> {
        let key = self.colliders.get(entity).ok()?.key?;
        let world = self.world.configure();
        let slid = world.slide(key, slide, |other| respond(other.data.0)).ok()?;
        let at = world.world_transform(key)?.translation();
        Some(Slid::of(&self.world, &slid, at))
    }
}

/// What became of a slide. A hero keeps its last one, for `floor` and `footing`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slid {
    /// Where the entity ends, in the world.
    pub at: Vec2,
    /// From the start to the end.
    pub moved: Vec2,
    /// The normal of the floor on which it ends.
    pub floor: Option<Vec2>,
    /// The normal of the last wall that blocked it; if two block it in one place, of the one that faces the motion more.
    pub wall: Option<Vec2>,
    /// The normal of the last ceiling that blocked it.
    pub ceiling: Option<Vec2>,
    /// The entity on which it stands.
    pub ground: Option<Entity>,
    /// What it stands on, for [`Slide::footing`] of its next slide: platforms take it along by this.
    pub footing: Option<Footing>,
    /// All that it met, in order.
    pub met: Vec<Entity>,
}

impl Slid {
    fn of(world: &JostleWorld, slid: &jostle::Slid, at: jostle::Vec2) -> Self {
        let owner = |key| world.data(key).map(|owner| owner.0);
        Self {
            at: at.into(),
            moved: slid.moved.into(),
            floor: slid.floor.map(Vec2::from),
            wall: slid.wall.map(Vec2::from),
            ceiling: slid.ceiling.map(Vec2::from),
            ground: slid.footing.and_then(|footing| owner(footing.key)),
            footing: slid.footing,
            met: slid.touches.iter().filter_map(|touch| owner(touch.key)).collect(),
        }
    }
}
