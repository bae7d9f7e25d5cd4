//! Colliders of sprites, by the pixels of their images.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::{AssetEvent, AssetEventSystems, AssetId, Assets};
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Rect, URect, Vec2};
use bevy_sprite::{Anchor, Sprite};
use jostle::{Affine, Shape};
use jostle_trace::{Goal, shape_of_rgba};

use crate::{Collider, JostleSystems};

/// Gives a sprite a [`Collider`] with the outline of its solid pixels, once its image is loaded, and
/// another one when it shows another image, frame or part, or is flipped.
///
/// The outline has the sprite's size and anchor. Each part of an image is traced once for all sprites
/// with the same goal, and again when the image is edited; tracing takes milliseconds. Images need their
/// pixels in the main world, as they have unless they are loaded with `RenderAssetUsages::RENDER_WORLD`
/// alone. Needs [`SpriteHitboxPlugin`].
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_jostle::SpriteHitbox;
/// use bevy_jostle::jostle_trace::Goal;
/// use bevy_sprite::Sprite;
/// fn spawn(mut commands: Commands) {
///     // let image = assets.load("ship.png");
///     # let image = Default::default();
///     commands.spawn((Sprite::from_image(image), SpriteHitbox::new(Goal::deviation(1.0))));
/// }
/// # let _ = IntoSystem::into_system(spawn);
/// ```
#[derive(Component, Clone, Debug, Default)]
pub struct SpriteHitbox {
    goal: Goal,
    /// What it was made of.
    made: Option<View>,
}

impl SpriteHitbox {
    /// Makes the outline as near to the pixels as the goal states.
    #[must_use]
    pub fn new(goal: Goal) -> Self {
        Self { goal, made: None }
    }
}

/// A sprite has no hitbox: its image has no solid pixel or none in the main world, or the goal cannot
/// be reached.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct HitboxRefused {
    /// The entity.
    pub entity: Entity,
    /// Why.
    pub reason: String,
}

/// Traces the images of [`SpriteHitbox`] before [`JostleSystems::Sync`] in `PostUpdate`.
#[derive(Debug)]
pub struct SpriteHitboxPlugin;

impl Plugin for SpriteHitboxPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<HitboxRefused>()
            .add_message::<AssetEvent<Image>>()
            .add_systems(PostUpdate, trace.after(AssetEventSystems).before(JostleSystems::Sync));
    }
}

/// What a sprite shows of an image, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
struct View {
    image: AssetId<Image>,
    part: URect,
    flip: [bool; 2],
    size: Vec2,
    anchor: Vec2,
}

/// One part of an image for one goal.
type PartKey = (AssetId<Image>, [u32; 4], [bool; 2], String);

type Traced = Result<Arc<Shape>, String>;

fn trace(
    mut commands: Commands,
    mut sprites: Query<(Entity, &mut SpriteHitbox, &Sprite, Option<&Anchor>)>,
    images: Option<Res<Assets<Image>>>,
    layouts: Option<Res<Assets<TextureAtlasLayout>>>,
    mut edits: MessageReader<AssetEvent<Image>>,
    mut refused: MessageWriter<HitboxRefused>,
    mut known: Local<HashMap<PartKey, Traced>>,
) {
    let edited: HashSet<AssetId<Image>> = edits.read().filter_map(edited).collect();
    if !edited.is_empty() {
        known.retain(|(image, ..), _| !edited.contains(image));
    }
    let Some(images) = images else { return };
    for (entity, mut hitbox, sprite, anchor) in &mut sprites {
        let Some(image) = images.get(&sprite.image) else { continue };
        let atlas = sprite.texture_atlas.as_ref().zip(layouts.as_deref());
        let atlas = atlas.and_then(|(atlas, layouts)| atlas.texture_rect(layouts));
        let part =
            part(sprite.rect, atlas, URect::from_corners(bevy_math::UVec2::ZERO, image.size()));
        let view = View {
            image: sprite.image.id(),
            part,
            flip: [sprite.flip_x, sprite.flip_y],
            size: sprite.custom_size.unwrap_or_else(|| part.size().as_vec2()),
            anchor: anchor.map_or(Vec2::ZERO, |anchor| anchor.as_vec()),
        };
        if hitbox.made == Some(view) && !edited.contains(&view.image) {
            continue;
        }
        hitbox.made = Some(view);
        let sides = [part.min.x, part.min.y, part.max.x, part.max.y];
        let key = (view.image, sides, view.flip, format!("{:?}", hitbox.goal));
        let shape = known.entry(key).or_insert_with(|| outline(image, &view, hitbox.goal));
        match shape.clone().and_then(|shape| sized(shape, &view)) {
            Ok(shape) => _ = commands.entity(entity).try_insert(Collider::new(shape)),
            Err(reason) => {
                commands.entity(entity).try_remove::<Collider>();
                refused.write(HitboxRefused { entity, reason });
            }
        }
    }
}

/// The image whose pixels an event changed or dropped.
fn edited(event: &AssetEvent<Image>) -> Option<AssetId<Image>> {
    match event {
        AssetEvent::Modified { id } | AssetEvent::Removed { id } => Some(*id),
        _ => None,
    }
}

/// The pixels that are shown: a rectangle counts from the corner of the frame of an atlas.
fn part(rect: Option<Rect>, atlas: Option<URect>, whole: URect) -> URect {
    let frame = atlas.unwrap_or(whole);
    let part = rect.map_or(frame, |rect| {
        let rect = rect.as_urect();
        URect { min: rect.min + frame.min, max: rect.max + frame.min }
    });
    part.intersect(whole)
}

/// The outline around the middle of the part, in pixels, y up.
fn outline(image: &Image, view: &View, goal: Goal) -> Traced {
    let (part, size) = (view.part, view.part.size());
    let mut rgba = Vec::with_capacity(size.x as usize * size.y as usize * 4);
    // Pixels have y down, so what is not flipped is turned upside down here.
    for y in 0..size.y {
        let y = if view.flip[1] { y } else { size.y - 1 - y };
        for x in 0..size.x {
            let x = if view.flip[0] { size.x - 1 - x } else { x };
            let color = image.get_color_at(part.min.x + x, part.min.y + y);
            let alpha = color.map_err(|error| error.to_string())?.to_srgba().alpha;
            rgba.extend([0, 0, 0, (alpha * 255.0).round() as u8]);
        }
    }
    let shape = shape_of_rgba(size.to_array(), &rgba, goal).map_err(|error| error.to_string())?;
    shape.map(Arc::new).ok_or_else(|| "no pixel is solid".to_owned())
}

/// The outline at the size and the anchor of the sprite.
fn sized(shape: Arc<Shape>, view: &View) -> Traced {
    let scale = view.size / view.part.size().as_vec2();
    let offset = -view.anchor * view.size;
    if scale == Vec2::ONE && offset == Vec2::ZERO {
        return Ok(shape);
    }
    let map = Affine::at(offset).scaled(scale.x, scale.y);
    let sized = Shape::compound([(Shape::clone(&shape), map)]);
    sized.map(Arc::new).map_err(|error| error.to_string())
}
