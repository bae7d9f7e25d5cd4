//! Items of maps of Tiled as entities.

use bevy_ecs::prelude::*;
use bevy_ecs::system::EntityCommands;
use bevy_math::{Affine2, Mat2, Quat, Vec2};
use bevy_transform::components::Transform;
use jostle::{Affine, Shape};
use jostle_tiled::{Item, Map, MapError};

use crate::{Collider, OneWay, Platform, Sensor};

/// Spawns what is in maps of Tiled and levels of LDtk.
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

    /// Spawns all cells of a map, as [`Map::grids`] joins them, each with a copy of these components.
    ///
    /// # Errors
    /// As [`Map::grids`].
    fn spawn_grids(&mut self, map: &Map, with: impl Bundle + Clone) -> Result<(), MapError>;

    /// Spawns a sprite for each tile of the visible layers, the layer's number as z. A picture is asked for by
    /// its path below the folder `assets`.
    ///
    /// ```
    /// use bevy_asset::AssetServer;
    /// use bevy_ecs::prelude::*;
    /// use bevy_jostle::{SpawnItem, jostle_tiled::Map};
    /// fn level(mut commands: Commands, assets: Res<AssetServer>) -> Result<(), BevyError> {
    ///     let map = Map::load("assets/level.tmj")?;
    ///     commands.spawn_tiles(&map, |path| assets.load(path));
    ///     Ok(())
    /// }
    /// # let _ = |app: &mut bevy_app::App| _ = app.add_systems(bevy_app::Startup, level);
    /// ```
    #[cfg(feature = "tiles")]
    fn spawn_tiles(
        &mut self,
        map: &Map,
        picture: impl FnMut(std::path::PathBuf) -> bevy_asset::Handle<bevy_image::Image>,
    );
}

/// Turns a point or a direction of a map, where y points down, to Bevy's, where it points up.
///
/// ```
/// use bevy_jostle::from_map;
/// assert_eq!(from_map((3.0, 4.0)), bevy_math::Vec2::new(3.0, -4.0));
/// ```
#[must_use]
pub fn from_map(point: impl Into<jostle::Vec2>) -> Vec2 {
    let point = point.into();
    Vec2::new(point.x, -point.y)
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

    fn spawn_grids(&mut self, map: &Map, with: impl Bundle + Clone) -> Result<(), MapError> {
        for item in map.grids()? {
            self.spawn_item(&item).insert(with.clone());
        }
        Ok(())
    }

    #[cfg(feature = "tiles")]
    fn spawn_tiles(
        &mut self,
        map: &Map,
        mut picture: impl FnMut(std::path::PathBuf) -> bevy_asset::Handle<bevy_image::Image>,
    ) {
        use bevy_math::Rect;
        let visible = (0..map.layers.len()).filter(|layer| map.layers[*layer].visible);
        for (layer, tile) in visible.flat_map(|layer| map.tiles(layer).map(move |t| (layer, t))) {
            let Some(path) = map.tilesets[tile.tileset].image_of(tile.id) else { continue };
            let [x, y, w, h] = tile.source;
            let (flip_x, flip_y, turn) = tile.flips.as_drawn();
            let mut size = Vec2::from(tile.area.size());
            if turn != 0.0 {
                // What is turned by a quarter fills the area afterwards.
                size = Vec2::new(size.y, size.x);
            }
            let sprite = bevy_sprite::Sprite {
                image: picture(path.strip_prefix("assets").unwrap_or(path).to_owned()),
                rect: Some(Rect::new(x, y, x + w, y + h)),
                custom_size: Some(size),
                flip_x,
                flip_y,
                ..Default::default()
            };
            let at = from_map(tile.area.center()).extend(layer as f32);
            self.spawn((
                sprite,
                Transform::from_translation(at).with_rotation(Quat::from_rotation_z(-turn)),
            ));
        }
    }
}
