//! What the features add, without a window: hitboxes of sprites, gizmos, maps of Tiled.

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetApp, AssetPlugin, Assets, RenderAssetUsages};
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
fn a_sprite_follows_an_image_that_is_edited() {
    let mut app = app();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default())).init_asset::<Image>();
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image());
    let [one, two] = [false, true].map(|flip_x| {
        let sprite = Sprite { flip_x, ..Sprite::from_image(image.clone()) };
        app.world_mut().spawn((sprite, SpriteHitbox::new(Goal::default()))).id()
    });
    app.update();
    app.update();
    assert_eq!(bounds(&app, one), Some([-4.0, 0.0, 0.0, 2.0]));
    assert_eq!(bounds(&app, two), Some([0.0, 0.0, 4.0, 2.0]));
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let mut image = images.get_mut(&image).unwrap();
    // The pixel in the lower right corner.
    *image.data.as_mut().unwrap().last_mut().unwrap() = 255;
    drop(image);
    app.update();
    app.update();
    assert_eq!([one, two].map(|entity| bounds(&app, entity)), [Some([-4.0, -2.0, 4.0, 2.0]); 2]);
}

#[test]
fn tiles_are_sprites_where_the_map_has_them() {
    let text = r#"<map width="2" height="2" tilewidth="10" tileheight="10"><tileset firstgid="1" tilewidth="10"
        tileheight="10" columns="2"><image source="t.png" width="20" height="10"/></tileset>
        <layer name="hidden" visible="0" width="1" height="1"><data encoding="csv">1</data></layer>
        <layer name="g" width="2" height="2"><data encoding="csv">0,2,2684354561,0</data></layer></map>"#;
    let mut app = app();
    let map = Map::from_text(text, "assets/maps/m.tmx").unwrap();
    let mut asked = Vec::new();
    app.world_mut().commands().spawn_tiles(&map, |path| {
        asked.push(path);
        Default::default()
    });
    app.update();
    assert_eq!(asked, [std::path::Path::new("maps/t.png"); 2]);
    let mut sprites = app.world_mut().query::<(&Sprite, &Transform)>();
    let mut found: Vec<_> = sprites
        .iter(app.world())
        .map(|(sprite, transform)| {
            (transform.translation.truncate(), sprite.rect.unwrap(), transform.rotation)
        })
        .collect();
    found.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
    assert_eq!((found[0].0, found[0].1), (Vec2::new(15.0, -5.0), Rect::new(10.0, 0.0, 20.0, 10.0)));
    assert_eq!((found[1].0, found[1].1), (Vec2::new(5.0, -15.0), Rect::new(0.0, 0.0, 10.0, 10.0)));
    let turned = found[1].2 * bevy_math::Vec3::X;
    assert!(turned.distance(bevy_math::Vec3::NEG_Y) < 1e-6, "a quarter clockwise: {turned}");
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
