//! Messages and entity events of touches.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use jostle::{Event, ExitReason, Key, TouchPair, WorldError};

use crate::JostleWorld;

/// Two entities began to touch.
#[derive(Message, Clone, Debug)]
pub struct TouchStart {
    /// The entity whose collider was added first.
    pub a: Entity,
    /// The other.
    pub b: Entity,
    /// The contact and what else the step computed; its keys are those of the [`JostleWorld`].
    pub touch: TouchPair,
}

/// Two entities do not touch any more. Exactly one follows every [`TouchStart`], also where an entity
/// is gone.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct TouchEnd {
    /// The entity whose collider was added first.
    pub a: Entity,
    /// The other.
    pub b: Entity,
    /// The reason.
    pub reason: ExitReason,
}

/// Triggered on each of two entities that began to touch.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Touched {
    /// The entity.
    pub entity: Entity,
    /// What it touches.
    pub other: Entity,
    /// The translation that moves the entity out of the other; zero where one of them is a sensor.
    pub push: Vec2,
    /// The normal of the other's surface, toward the entity; `None` where one of them is a sensor.
    pub normal: Option<Vec2>,
}

/// Triggered on each of two entities that do not touch any more and still exist.
#[derive(EntityEvent, Clone, Debug, PartialEq, Eq)]
pub struct Parted {
    /// The entity.
    pub entity: Entity,
    /// What it touched, which may be gone.
    pub other: Entity,
    /// The reason.
    pub reason: ExitReason,
}

/// A collider could not be placed where its entity is; it stays where it was, or is not added.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct ColliderRefused {
    /// The entity.
    pub entity: Entity,
    /// Why.
    pub error: WorldError,
}

pub(crate) fn notify(
    jostle: Res<JostleWorld>,
    mut starts: MessageWriter<TouchStart>,
    mut ends: MessageWriter<TouchEnd>,
    mut commands: Commands,
) {
    let owner = |key: Key| jostle.data(key).map(|owner| owner.0);
    for event in &jostle.events {
        match event {
            Event::Enter(touch) => {
                let (Some(a), Some(b)) = (owner(touch.a), owner(touch.b)) else { continue };
                starts.write(TouchStart { a, b, touch: touch.clone() });
                for (entity, other, me) in [(a, b, touch.a), (b, a, touch.b)] {
                    let (push, normal) = (touch.push(me), touch.normal_on(me));
                    let touched = Touched {
                        entity,
                        other,
                        push: push.into(),
                        normal: normal.map(Vec2::from),
                    };
                    queue(&mut commands, entity, touched);
                }
            }
            Event::Exit(exit) => {
                let (a, b, reason) = (exit.data_a.0, exit.data_b.0, exit.reason);
                ends.write(TouchEnd { a, b, reason });
                for (entity, other) in [(a, b), (b, a)] {
                    queue(&mut commands, entity, Parted { entity, other, reason });
                }
            }
            Event::Stay(_) => {}
        }
    }
}

/// Triggers an event unless an observer of an earlier one has despawned its entity.
fn queue<E: EntityEvent>(commands: &mut Commands, entity: Entity, event: E)
where
    for<'a> E::Trigger<'a>: Default,
{
    commands.queue(move |world: &mut World| {
        if world.get_entity(entity).is_ok() {
            world.trigger(event);
        }
    });
}
