//! [jostle](https://docs.rs/jostle) in Bevy: colliders are components, touches are messages and
//! entity events, and queries answer in entities.
//!
//! It detects collisions and moves nothing: no bodies, no mass, no solver. Add [`JostlePlugin`], give
//! entities a [`Collider`], and observe [`Touched`] or read [`TouchStart`]. Shapes follow the
//! `GlobalTransform`, with any parents, turned, scaled and sheared.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_jostle::prelude::*;
//! use bevy_transform::prelude::*;
//!
//! #[derive(Component)]
//! struct Hero;
//! #[derive(Resource, Default)]
//! struct Coins(u32);
//!
//! fn setup(mut commands: Commands) {
//!     commands.spawn((Hero, Collider::capsule(6.0, 12.0)));
//!     for x in [12.0, 24.0, 90.0] {
//!         let coin = (Collider::circle(4.0), Sensor, Transform::from_xyz(x, 0.0, 0.0));
//!         commands.spawn(coin).observe(collect);
//!     }
//! }
//!
//! fn collect(hit: On<Touched>, heroes: Query<(), With<Hero>>, mut commands: Commands, mut coins: ResMut<Coins>) {
//!     if heroes.contains(hit.other) {
//!         commands.entity(hit.entity).despawn();
//!         coins.0 += 1;
//!     }
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((TransformPlugin, JostlePlugin::default())).init_resource::<Coins>();
//! app.add_systems(Startup, setup).add_systems(Update, |mut hero: Single<&mut Transform, With<Hero>>| {
//!     hero.translation.x += 6.0;
//! });
//! for _ in 0..4 {
//!     app.update();
//! }
//! assert_eq!(app.world().resource::<Coins>().0, 2);
//! ```
//!
//! # When things happen
//! In the plugin's schedule, `PostUpdate` unless [`JostlePlugin::in_schedule`] names another, the sets
//! of [`JostleSystems`] run after the transforms are propagated: `Sync` takes what has changed from the
//! components, `Move` is for your systems that slide, `Step` finds the pairs, `Notify` writes messages and
//! triggers observers. Entities that
//! did not change cost no more than a look at their change ticks.
//!
//! # Features
//!
//! | feature | effect |
//! | --- | --- |
//! | none | `bevy_app`, `bevy_ecs`, `bevy_math` and `bevy_transform`, and no renderer |
//! | `gizmos` | `JostleGizmosPlugin` draws the world |
//! | `tiled` | `Commands::spawn_item` spawns what is in a map of Tiled or a level of LDtk |
//! | `tiles` | `Commands::spawn_tiles` draws its tiles |
//! | `trace` | `SpriteHitbox` gives a sprite a collider by the pixels of its image |
//!
//! # Refused
//! A transform that is not finite, or a shape that does not fit where it is scaled to, changes nothing:
//! the collider stays where it was and [`ColliderRefused`] states why. Nothing panics.

mod components;
#[cfg(feature = "gizmos")]
mod gizmos;
mod notify;
mod param;
#[cfg(feature = "trace")]
mod sprite;
mod sync;
#[cfg(feature = "tiled")]
mod tiled;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_transform::{TransformSystems, systems};
use jostle::world::StepOptions;

pub use components::{Collider, Layers2d, OneWay, Platform, Sensor, Team};
#[cfg(feature = "gizmos")]
pub use gizmos::{JostleGizmos, JostleGizmosPlugin, draw_gizmos};
pub use jostle;
#[cfg(feature = "tiled")]
pub use jostle_tiled;
#[cfg(feature = "trace")]
pub use jostle_trace;
pub use notify::{ColliderRefused, Parted, TouchEnd, TouchStart, Touched};
pub use param::{CastHit, Jostle, JostleMut, Slid};
#[cfg(feature = "trace")]
pub use sprite::{HitboxRefused, SpriteHitbox, SpriteHitboxPlugin};
pub use sync::{JostleWorld, Owner};
#[cfg(feature = "tiled")]
pub use tiled::{SpawnItem, from_map};

/// What most programs use.
pub mod prelude {
    pub use crate::{
        Collider, Jostle, JostleMut, JostlePlugin, JostleSystems, Layers2d, OneWay, Parted,
        Platform, Sensor, Slid, Team, TouchEnd, TouchStart, Touched,
    };
    pub use jostle::world::Footing;
    pub use jostle::{Filter, Layers, Ray, Response, Shape, Slide, layers};
}

/// The order within a frame: each set runs after the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, SystemSet)]
pub enum JostleSystems {
    /// Takes changed components over.
    Sync,
    /// Is empty: systems with [`JostleMut`] go here, so that platforms have moved and the step sees where
    /// they end.
    Move,
    /// Finds the pairs that touch.
    Step,
    /// Writes messages and triggers entity events.
    Notify,
}

/// Adds the world of colliders and the systems that keep it.
#[derive(Debug)]
pub struct JostlePlugin {
    schedule: Interned<dyn ScheduleLabel>,
    options: StepOptions,
}

impl Default for JostlePlugin {
    fn default() -> Self {
        let options = StepOptions { stays: false, ..StepOptions::default() };
        Self { schedule: PostUpdate.intern(), options }
    }
}

impl JostlePlugin {
    /// Runs in another schedule, such as `FixedPostUpdate`. Transforms are propagated there too.
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), ..self }
    }

    /// Sets how much a step computes of its pairs.
    #[must_use]
    pub fn with_options(self, options: StepOptions) -> Self {
        Self { options, ..self }
    }
}

impl Plugin for JostlePlugin {
    fn build(&self, app: &mut App) {
        use JostleSystems::{Move, Notify, Step, Sync};
        app.insert_resource(JostleWorld::new(self.options))
            .add_message::<TouchStart>()
            .add_message::<TouchEnd>()
            .add_message::<ColliderRefused>();
        let after = (Sync, Move, Step, Notify).chain().after(TransformSystems::Propagate);
        app.configure_sets(self.schedule, after).add_systems(
            self.schedule,
            (
                (sync::disable, sync::sync).chain().in_set(Sync),
                sync::step.in_set(Step),
                notify::notify.in_set(Notify),
            ),
        );
        if self.schedule != PostUpdate.intern() {
            let propagate = (
                systems::mark_dirty_trees,
                systems::propagate_parent_transforms,
                systems::sync_simple_transforms,
            );
            let propagate = propagate.chain().in_set(TransformSystems::Propagate);
            app.init_resource::<systems::StaticTransformOptimizations>()
                .add_systems(self.schedule, propagate);
        }
    }
}

/// The README's program runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
