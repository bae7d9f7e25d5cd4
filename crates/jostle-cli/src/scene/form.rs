//! jostle's own scene form: JSON with colliders and groups. `docs/scene.md` describes it.

use super::image::{self, Images};
use super::motion::{Keyframe, Motion, MotionForm};
use super::object;
use super::parents::{self, Entry};
use super::slide::SlideForm;
use super::{Collider, Layers, Node, Scene};
use crate::problem::Problem;
use jostle::{Affine, Shape, Slide, Vec2, json::JsonError, json::limits::MAX_SHAPES};
use jostle_tiled::Reach;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    #[serde(default, deserialize_with = "object::list")]
    groups: Vec<Group>,
    #[serde(default, deserialize_with = "object::list")]
    colliders: Vec<Entity>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    id: String,
    transform: Option<Value>,
    parent: Option<String>,
    velocity: Option<[f64; 2]>,
    spin: Option<f64>,
    #[serde(default, deserialize_with = "object::some_list")]
    keyframes: Option<Vec<Keyframe>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entity {
    id: String,
    shape: Value,
    transform: Option<Value>,
    parent: Option<String>,
    layer: Option<String>,
    sees: Option<Vec<String>>,
    velocity: Option<[f64; 2]>,
    spin: Option<f64>,
    #[serde(default, deserialize_with = "object::some_list")]
    keyframes: Option<Vec<Keyframe>>,
    #[serde(default, deserialize_with = "object::some")]
    slide: Option<SlideForm>,
    one_way: Option<[f32; 2]>,
    #[serde(default)]
    platform: bool,
}

pub(super) fn read(text: &str, path: &Path, reach: &Reach) -> Result<Scene, Problem> {
    let reader = &mut serde_json::Deserializer::from_str(text);
    let file: File = serde_path_to_error::deserialize(reader).map_err(|error| {
        let path = error.path().to_string();
        let problem = Problem::from(error.into_inner());
        if path == "." { problem } else { problem.within(&path) }
    })?;
    if file.groups.len() + file.colliders.len() > MAX_SHAPES {
        return Err(Problem::new("", format!("more than {MAX_SHAPES} groups and colliders")));
    }
    let mut entries = Vec::with_capacity(file.groups.len() + file.colliders.len());
    let mut motions = Vec::with_capacity(entries.capacity());
    let mut slides = vec![None; entries.capacity()];
    for (index, group) in file.groups.iter().enumerate() {
        let place = format!("groups[{index}]");
        let local = transform(group.transform.as_ref(), &place)?;
        let form = MotionForm::of(group.velocity, group.spin, &group.keyframes);
        motions.push(Motion::read(form, about(group.transform.as_ref(), local), &place)?);
        entries.push(Entry { id: &group.id, parent: group.parent.as_deref(), local, place });
    }
    for (index, entity) in file.colliders.iter().enumerate() {
        let place = format!("colliders[{index}]");
        let local = transform(entity.transform.as_ref(), &place)?;
        let slide = entity.slide.map(|slide| slide.read(entity.velocity, &place)).transpose()?;
        if slide.is_some() && (entity.spin.is_some() || entity.keyframes.is_some()) {
            let message = "what slides has a velocity, and neither spin nor keyframes";
            return Err(Problem::new(format!("{place}.slide"), message));
        }
        slides[file.groups.len() + index] = slide;
        // The velocity of what slides is checked, but does not move it.
        let form = MotionForm::of(entity.velocity, entity.spin, &entity.keyframes);
        motions.push(Motion::read(form, about(entity.transform.as_ref(), local), &place)?);
        entries.push(Entry { id: &entity.id, parent: entity.parent.as_deref(), local, place });
    }
    let (parents, mut worlds) = parents::resolve(&entries)?;
    let node = |(((entry, motion), parent), slide): (_, Option<Slide>)| {
        let entry: &Entry<'_> = entry;
        let motion = if slide.is_some() { Motion::default() } else { motion };
        Node { id: entry.id.to_owned(), parent, local: entry.local, motion, slide }
    };
    let all = entries.iter().zip(motions).zip(parents).zip(slides);
    let nodes: Vec<Node> = all.map(node).collect();
    let first = file.groups.len();
    let worlds = worlds.split_off(first);

    let mut layers = Layers::default();
    let mut colliders = Vec::with_capacity(file.colliders.len());
    let mut images = Images::new(path, reach);
    for ((index, entity), mut world) in file.colliders.into_iter().enumerate().zip(worlds) {
        let place = format!("colliders[{index}].shape");
        let mut to_node = Affine::IDENTITY;
        let shape = if image::is(&entity.shape) {
            let (shape, to_anchor) = images.shape(&entity.shape, &place)?;
            (world, to_node) = (to_anchor.under(&world), to_anchor);
            shape
        } else {
            Shape::from_json(&entity.shape).map_err(|error| form_problem(&error.within(&place)))?
        };
        let filter = layers.filter(entity.layer.as_deref(), entity.sees.as_deref());
        let node = Some(first + index);
        let (one_way, platform) = (entity.one_way.map(Vec2::from), entity.platform);
        let id = entity.id;
        colliders.push(Collider { id, shape, world, node, to_node, filter, one_way, platform });
    }
    Ok(Scene { colliders, nodes, notes: Vec::new(), files: images.files })
}

/// The point that a motion turns about: where the transform puts its pivot.
fn about(form: Option<&Value>, local: Affine) -> Vec2 {
    let parts = form.is_some_and(|form| form.get("matrix").is_none());
    let position = form.filter(|_| parts).and_then(|form| form.get("position"));
    let number = |axis: usize| position?.get(axis)?.as_f64().map(|number| number as f32);
    match (number(0), number(1)) {
        (Some(x), Some(y)) => Vec2::new(x, y),
        _ if parts => Vec2::ZERO,
        _ => Vec2::new(local.tx, local.ty),
    }
}

fn transform(form: Option<&Value>, place: &str) -> Result<Affine, Problem> {
    let Some(form) = form else { return Ok(Affine::IDENTITY) };
    Affine::from_json(form)
        .map_err(|error| form_problem(&error.within(&format!("{place}.transform"))))
}

fn form_problem(error: &JsonError) -> Problem {
    Problem::new(error.path(), error.message())
}
