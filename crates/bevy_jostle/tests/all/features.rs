//! What the features add, without a window: hitboxes of sprites, gizmos, maps of Tiled.

#![cfg(all(feature = "gizmos", feature = "tiled", feature = "trace"))]

use bevy_app::prelude::*;
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_gizmos::GizmoHandles;
use bevy_gizmos::prelude::*;
use bevy_image::Image;
use bevy_jostle::jostle_tiled::Map;
use bevy_jostle::jostle_trace::Goal;
use bevy_jostle::{
    HitboxRefused, JostleGizmos, JostleGizmosPlugin, JostleWorld, SpawnItem, SpriteHitbox,
    SpriteHitboxPlugin, prelude::*,
};
use bevy_math::{Rect, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::prelude::*;
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, JostlePlugin::default(), SpriteHitboxPlugin));
    app.insert_resource(Assets::<Image>::default());
    app
}

/// 8 × 4 pixels, of which the upper left quarter is solid.
fn image() -> Image {
    let pixel = |i: u32| [255, 255, 255, if i % 8 < 4 && i / 8 < 2 { 255 } else { 0 }];
    let size = Extent3d { width: 8, height: 4, depth_or_array_layers: 1 };
    let data = (0..32).flat_map(pixel).collect();
    let (form, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
    Image::new(size, TextureDimension::D2, data, form, usage)
}

fn bounds(app: &App, entity: Entity) -> Option<[f32; 4]> {
    let key = app.world().get::<Collider>(entity)?.key()?;
    let bounds = app.world().resource::<JostleWorld>().placed(key)?.bounds();
    Some([bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y])
}

#[test]
fn a_sprite_gets_the_outline_of_its_pixels_with_its_flips_size_part_and_anchor() {
    let mut app = app();
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image());
    let sprite = Sprite::from_image(image);
    let exact = SpriteHitbox::new(Goal::default());
    let rect = Some(Rect::new(2.0, 0.0, 6.0, 4.0));
    let cases = [
        (sprite.clone(), Anchor::CENTER, [-4.0, 0.0, 0.0, 2.0]),
        (Sprite { flip_x: true, ..sprite.clone() }, Anchor::CENTER, [0.0, 0.0, 4.0, 2.0]),
        (Sprite { flip_y: true, ..sprite.clone() }, Anchor::CENTER, [-4.0, -2.0, 0.0, 0.0]),
        (Sprite { rect, ..sprite.clone() }, Anchor::CENTER, [-2.0, 0.0, 0.0, 2.0]),
        (
            Sprite { custom_size: Some(Vec2::new(16.0, 4.0)), ..sprite.clone() },
            Anchor::CENTER,
            [-8.0, 0.0, 0.0, 2.0],
        ),
        (sprite.clone(), Anchor::BOTTOM_LEFT, [0.0, 2.0, 4.0, 4.0]),
    ];
    for (sprite, anchor, wanted) in cases {
        let entity = app.world_mut().spawn((sprite.clone(), anchor, exact.clone())).id();
        app.update();
        app.update();
        assert_eq!(bounds(&app, entity), Some(wanted), "{sprite:?}");
    }
    // It follows what the sprite shows.
    let entity = app.world_mut().spawn((sprite, exact)).id();
    app.update();
    app.world_mut().get_mut::<Sprite>(entity).unwrap().flip_x = true;
    app.update();
    app.update();
    assert_eq!(bounds(&app, entity), Some([0.0, 0.0, 4.0, 2.0]));
}

#[test]
fn a_sprite_without_a_hitbox_is_reported_once_and_one_that_is_not_loaded_waits() {
    let mut app = app();
    let empty = Image::new_fill(
        Extent3d { width: 2, height: 2, depth_or_array_layers: 1 },
        TextureDimension::D2,
        &[0; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    let (empty, later) = {
        let mut images = app.world_mut().resource_mut::<Assets<Image>>();
        (images.add(empty), images.reserve_handle())
    };
    let hitbox = SpriteHitbox::default();
    let blank = app.world_mut().spawn((Sprite::from_image(empty), hitbox.clone())).id();
    let waits = app.world_mut().spawn((Sprite::from_image(later.clone()), hitbox)).id();
    let mut cursor = MessageCursor::<HitboxRefused>::default();
    let mut refused = Vec::new();
    for _ in 0..3 {
        app.update();
        refused.extend(cursor.read(app.world().resource()).cloned());
    }
    let reason = "no pixel is solid".to_owned();
    assert_eq!(refused, [HitboxRefused { entity: blank, reason }]);
    assert_eq!(bounds(&app, waits), None);
    let image = image();
    app.world_mut().resource_mut::<Assets<Image>>().insert(&later, image).unwrap();
    app.update();
    app.update();
    assert!(bounds(&app, waits).is_some());
}

#[test]
fn gizmos_draw_the_lines_of_the_world() {
    let mut app = app();
    app.insert_resource(Assets::<GizmoAsset>::default());
    app.init_gizmo_group::<DefaultGizmoConfigGroup>().add_plugins(JostleGizmosPlugin);
    app.world_mut().spawn((Collider::rect(2.0, 2.0), Transform::from_xyz(5.0, 0.0, 0.0)));
    let drawn = |app: &App| -> Vec<f32> {
        let assets = app.world().resource::<Assets<GizmoAsset>>().iter();
        assets.flat_map(|(_, asset)| asset.list_positions.iter().map(|at| at.x)).collect()
    };
    app.update();
    let mut sides = drawn(&app);
    sides.sort_by(f32::total_cmp);
    assert_eq!(sides, [4.0, 4.0, 4.0, 4.0, 6.0, 6.0, 6.0, 6.0], "four lines of two ends");
    app.world_mut().resource_mut::<JostleGizmos>().enabled = false;
    app.update();
    let handles = app.world().resource::<GizmoHandles>().handles();
    assert!(handles.values().all(Option::is_none), "nothing is drawn");
}

#[test]
fn items_of_maps_are_mirrored_so_that_y_points_up() {
    let text = r#"<map tilewidth="10" tileheight="10"><objectgroup name="o">
        <object id="1" name="box" x="10" y="20" width="30" height="40"/>
        <object id="2" name="turned" x="10" y="20" width="30" height="40" rotation="90"/>
        <object id="3" name="deck" x="0" y="100" width="9" height="2"><properties>
          <property name="one_way" type="bool" value="true"/><property name="platform" type="bool" value="true"/>
          </properties></object></objectgroup></map>"#;
    let sheared = r#"<map orientation="isometric" width="3" height="4" tilewidth="64" tileheight="32">
        <objectgroup name="o"><object id="1" x="32" y="0" width="32" height="32"/></objectgroup></map>"#;
    let mut app = app();
    let mut wanted = Vec::new();
    for map in [text, sheared] {
        for item in &Map::from_text(map, "m.tmx").unwrap().items {
            let b = item.bounds();
            let entity = app.world_mut().commands().spawn_item(item).id();
            wanted.push((entity, [b.min.x, -b.max.y, b.max.x, -b.min.y]));
        }
    }
    app.update();
    for (entity, wanted) in &wanted {
        let found = bounds(&app, *entity).unwrap();
        let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-4);
        assert!(near, "{found:?} {wanted:?}");
    }
    let deck = wanted[2].0;
    let key = app.world().get::<Collider>(deck).unwrap().key().unwrap();
    let world = app.world().resource::<JostleWorld>();
    let up = world.world_transform(key).unwrap().transform_vector(world.one_way(key).unwrap());
    assert_eq!((Vec2::from(up), world.is_platform(key)), (Vec2::Y, Some(true)));
}
