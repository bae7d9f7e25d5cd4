//! Items of maps of Tiled as entities.

use bevy_ecs::prelude::*;
use bevy_ecs::system::EntityCommands;
use bevy_math::{Affine2, Mat2, Quat, Vec2};
use bevy_transform::components::Transform;
use jostle::{Affine, Shape};
use jostle_tiled::Item;

use crate::{Collider, OneWay, Platform, Sensor};

/// Spawns items of maps of Tiled.
pub trait SpawnItem {
    /// Spawns an entity with the [`Collider`] of an item where it is, and with [`OneWay`], [`Sensor`] and
    /// [`Platform`] as its rules state. Layers are yours to insert.
    ///
    /// In a map y points down and in Bevy up: the point (x, y) of the map is (x, -y), and the entity is
    /// mirrored, with a scale of -1 along y. So put pictures on entities of their own.
    ///
    /// ```
    /// use bevy_app::prelude::*;
    /// use bevy_ecs::prelude::*;
    /// use bevy_jostle::{SpawnItem, jostle_tiled::Map, prelude::*};
    /// layers! { HERO, SOLID }
    /// fn level(mut commands: Commands) -> Result<(), BevyError> {
    ///     # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tiled/level.tmx");
    ///     let map = Map::load(path)?;
    ///     for item in map.grids()? {
    ///         commands.spawn_item(&item).insert(Layers2d::on(SOLID).seeing(Layers::NONE));
    ///     }
    ///     Ok(())
    /// }
    /// let mut app = App::new();
    /// app.add_systems(Startup, level);
    /// app.update();
    /// # assert_eq!(app.world_mut().query::<&Collider>().iter(app.world()).count(), 1);
    /// ```
    fn spawn_item(&mut self, item: &Item) -> EntityCommands<'_>;
}

impl SpawnItem for Commands<'_, '_> {
    fn spawn_item(&mut self, item: &Item) -> EntityCommands<'_> {
        let place = Affine2::from_scale(Vec2::new(1.0, -1.0)) * Affine2::from(item.transform);
        let mirror = Affine2::from_scale(Vec2::new(1.0, -1.0));
        // A turn and a mirrored frame, or what no `Transform` can hold, such as the shear of an
        // isometric map: that goes into the shape.
        let rest = place * mirror;
        let (scale, angle, at) = rest.to_scale_angle_translation();
        let turned = Mat2::from_scale_angle(scale, angle);
        let (collider, transform) =
            if (turned - rest.matrix2).abs_diff_eq(Mat2::ZERO, 1e-6 * scale.max_element().abs()) {
                let scale = (scale * Vec2::new(1.0, -1.0)).extend(1.0);
                let transform = Transform {
                    translation: at.extend(0.0),
                    rotation: Quat::from_rotation_z(angle),
                    scale,
                };
                (Collider::new(item.shape.clone()), transform)
            } else {
                let shape = Shape::compound([(Shape::clone(&item.shape), Affine::from(place))]);
                (Collider::made(shape), Transform::IDENTITY)
            };
        let mut entity = self.spawn((collider, transform));
        if let Some(side) = item.one_way() {
            entity.insert(OneWay(side.into()));
        }
        if item.rules.sensor {
            entity.insert(Sensor);
        }
        if item.rules.platform {
            entity.insert(Platform);
        }
        entity
    }
}
