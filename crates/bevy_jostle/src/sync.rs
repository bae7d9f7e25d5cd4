//! The world of colliders, and the systems that keep it as the components are.

use std::collections::BTreeSet;
use std::ops::Deref;

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_transform::components::GlobalTransform;
use jostle::world::{Pack, StepOptions};
use jostle::{Affine, Event, Key, World, WorldError};

use crate::{Collider, ColliderRefused, Layers2d, OneWay, Platform, Sensor, Team};

/// The entity of a collider, as the [`JostleWorld`] keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner(pub Entity);

impl Pack for Owner {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.to_bits().pack(bytes);
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        Entity::try_from_bits(u64::unpack(bytes)?).map(Self)
    }
}

/// All colliders; derefs to the [`World`] of jostle for its questions.
///
/// [`World::snapshot`] and [`JostleWorld::configure`] with [`World::restore`] save and restore what
/// touches what. Restore the components in the same frame: the next `Sync` takes over what has changed.
#[derive(Resource, Debug)]
pub struct JostleWorld {
    world: World<Owner>,
    pub(crate) events: Vec<Event<Owner>>,
}

impl JostleWorld {
    pub(crate) fn new(options: StepOptions) -> Self {
        let mut world = World::new();
        world.set_step_options(options);
        Self { world, events: Vec::new() }
    }

    /// Lends the world, for rules: pair filters, methods, options. Colliders belong to the components:
    /// do not add or remove any here.
    pub fn configure(&mut self) -> &mut World<Owner> {
        &mut self.world
    }
}

impl Deref for JostleWorld {
    type Target = World<Owner>;
    fn deref(&self) -> &World<Owner> {
        &self.world
    }
}

type Parts = (
    Entity,
    &'static mut Collider,
    Ref<'static, GlobalTransform>,
    Option<Ref<'static, Layers2d>>,
    Option<Ref<'static, Team>>,
    Option<Ref<'static, Sensor>>,
    Option<Ref<'static, OneWay>>,
    Option<Ref<'static, Platform>>,
);

/// Components whose absence changes a collider.
type Gone<'w, 's> = (
    RemovedComponents<'w, 's, Layers2d>,
    RemovedComponents<'w, 's, Team>,
    RemovedComponents<'w, 's, Sensor>,
    RemovedComponents<'w, 's, OneWay>,
    RemovedComponents<'w, 's, Platform>,
    RemovedComponents<'w, 's, Disabled>,
);

/// Keeps the colliders of disabled entities from meeting others.
pub(crate) fn disable(
    mut jostle: ResMut<JostleWorld>,
    disabled: Query<(&Collider, Ref<Disabled>)>,
) {
    for (collider, disabled) in &disabled {
        if let Some(key) = collider.key.filter(|_| disabled.is_added()) {
            let _ = jostle.world.set_enabled(key, false);
        }
    }
}

/// Lists that are used again in each frame.
#[derive(Default)]
pub(crate) struct Room {
    moves: Vec<(Key, Affine)>,
    movers: Vec<Entity>,
    errors: Vec<(usize, WorldError)>,
}

/// Takes over what has changed since the last time.
pub(crate) fn sync(
    mut jostle: ResMut<JostleWorld>,
    mut colliders: Query<Parts>,
    mut gone: Gone,
    mut refused: MessageWriter<ColliderRefused>,
    mut room: Local<Room>,
) {
    let Room { moves, movers, errors } = &mut *room;
    let mut lost: BTreeSet<Entity> =
        gone.0.read().chain(gone.1.read()).chain(gone.2.read()).collect();
    lost.extend(gone.3.read().chain(gone.4.read()).chain(gone.5.read()));
    moves.clear();
    movers.clear();
    for (entity, mut collider, transform, layers, team, sensor, one_way, platform) in &mut colliders
    {
        let is_other = collider.is_changed()
            || layers.as_ref().is_some_and(|layers| layers.is_changed())
            || team.as_ref().is_some_and(|team| team.is_changed())
            || sensor.as_ref().is_some_and(|sensor| sensor.is_added())
            || one_way.as_ref().is_some_and(|side| side.is_changed())
            || platform.as_ref().is_some_and(|platform| platform.is_added())
            || (!lost.is_empty() && lost.contains(&entity));
        if !is_other && !transform.is_changed() {
            continue;
        }
        let affine = Affine::from(transform.affine());
        if let (Some(key), false) = (collider.key, is_other) {
            moves.push((key, affine));
            movers.push(entity);
            continue;
        }
        let layers = layers.as_deref().copied().unwrap_or_default();
        let shape = match collider.shape() {
            Ok(shape) => shape.clone(),
            Err(error) => {
                refused.write(ColliderRefused { entity, error: error.clone().into() });
                continue;
            }
        };
        let mut told = jostle::Collider::new(Owner(entity), shape)
            .transform(affine)
            .layer(layers.on)
            .sees(layers.sees)
            .team(team.as_deref().map_or(0, |team| team.0));
        if sensor.is_some() {
            told = told.sensor();
        }
        if let Some(side) = one_way {
            told = told.one_way(side.0);
        }
        if platform.is_some() {
            told = told.platform();
        }
        let done = match collider.key {
            Some(key) => jostle.world.replace(key, told).map(|_| key),
            None => jostle.world.add(told),
        };
        match done {
            Ok(key) => collider.bypass_change_detection().key = Some(key),
            Err(error) => _ = refused.write(ColliderRefused { entity, error }),
        }
    }
    jostle.world.set_transforms_lossy(moves, errors);
    for (index, error) in errors.drain(..) {
        refused.write(ColliderRefused { entity: movers[index], error });
    }
}

pub(crate) fn step(mut jostle: ResMut<JostleWorld>) {
    let JostleWorld { world, events } = &mut *jostle;
    world.step_into(events);
}
