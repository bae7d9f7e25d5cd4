//! The world drawn with Bevy's gizmos.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec2;
use jostle::Aabb;
use jostle::debug::DebugDrawOptions;

use crate::{JostleSystems, JostleWorld};

/// Draws the world after each step of [`JostlePlugin`](crate::JostlePlugin) in `PostUpdate`, in colors
/// that state what touches. It needs Bevy's own `GizmoPlugin`, which `DefaultPlugins` bring.
///
/// ```no_run
/// use bevy_app::prelude::*;
/// use bevy_jostle::{JostleGizmos, JostleGizmosPlugin, prelude::*};
/// let mut app = App::new();
/// app.add_plugins((JostlePlugin::default(), JostleGizmosPlugin));
/// app.world_mut().resource_mut::<JostleGizmos>().enabled = false; // until a key is pressed
/// ```
#[derive(Debug)]
pub struct JostleGizmosPlugin;

impl Plugin for JostleGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<JostleGizmos>()
            .add_systems(PostUpdate, draw_gizmos.after(JostleSystems::Notify));
    }
}

/// What [`draw_gizmos`] draws.
#[derive(Resource, Clone, Debug)]
pub struct JostleGizmos {
    /// Whether it draws at all.
    pub enabled: bool,
    /// The parts, and how finely curves are drawn.
    pub options: DebugDrawOptions,
    /// What of the world is drawn. A smaller box saves time in a large world.
    pub view: Aabb,
}

impl Default for JostleGizmos {
    fn default() -> Self {
        let options = DebugDrawOptions {
            outlines: true,
            contacts: true,
            normals: true,
            tolerance: 0.25,
            ..DebugDrawOptions::default()
        };
        Self { enabled: true, options, view: Aabb::new((-1e5, -1e5), (1e5, 1e5)) }
    }
}

/// Draws the world; [`JostleGizmosPlugin`] runs it, or your own schedule does.
pub fn draw_gizmos(jostle: Res<JostleWorld>, what: Option<Res<JostleGizmos>>, mut gizmos: Gizmos) {
    let what = what.map_or_else(JostleGizmos::default, |what| what.clone());
    if !what.enabled {
        return;
    }
    jostle.draw_with(&what.options, what.view, |line| {
        let [r, g, b, a] = line.paint.color();
        let (from, to) = (Vec2::from(line.from), Vec2::from(line.to));
        gizmos.line_2d(from, to, Color::srgba_u8(r, g, b, a));
    });
}
