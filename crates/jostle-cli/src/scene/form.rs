//! jostle's own scene form: JSON with colliders and groups. `docs/scene.md` describes it.

use super::image::{self, Images};
use super::parents::{self, Entry};
use super::{Collider, Layers, Scene, json_problem};
use crate::problem::Problem;
use jostle::{Affine, FormError, MAX_SHAPES, Shape};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    #[serde(default)]
    groups: Vec<Group>,
    #[serde(default)]
    colliders: Vec<Entity>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    id: String,
    transform: Option<Value>,
    parent: Option<String>,
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
}

pub(super) fn read(text: &str, path: &Path) -> Result<Scene, Problem> {
    let reader = &mut serde_json::Deserializer::from_str(text);
    let file: File = serde_path_to_error::deserialize(reader).map_err(|error| {
        let path = error.path().to_string();
        let problem = json_problem(error.into_inner());
        if path == "." { problem } else { problem.within(&path) }
    })?;
    if file.groups.len() + file.colliders.len() > MAX_SHAPES {
        return Err(Problem::new("", format!("more than {MAX_SHAPES} groups and colliders")));
    }
    let mut entries = Vec::with_capacity(file.groups.len() + file.colliders.len());
    for (index, group) in file.groups.iter().enumerate() {
        let place = format!("groups[{index}]");
        let local = transform(group.transform.as_ref(), &place)?;
        entries.push(Entry { id: &group.id, parent: group.parent.as_deref(), local, place });
    }
    for (index, entity) in file.colliders.iter().enumerate() {
        let place = format!("colliders[{index}]");
        let local = transform(entity.transform.as_ref(), &place)?;
        entries.push(Entry { id: &entity.id, parent: entity.parent.as_deref(), local, place });
    }
    let worlds = parents::resolve(&entries)?.split_off(file.groups.len());

    let mut layers = Layers::default();
    let mut colliders = Vec::with_capacity(file.colliders.len());
    let mut images = Images::new(path);
    for ((index, entity), mut world) in file.colliders.into_iter().enumerate().zip(worlds) {
        let place = format!("colliders[{index}].shape");
        let shape = if image::is(&entity.shape) {
            let (shape, to_anchor) = images.shape(&entity.shape, &place)?;
            world = to_anchor.under(&world);
            shape
        } else {
            Shape::from_json(&entity.shape).map_err(|error| form_problem(&error.within(&place)))?
        };
        let filter = layers.filter(entity.layer.as_deref(), entity.sees.as_deref());
        colliders.push(Collider { id: entity.id, shape, world, filter });
    }
    Ok(Scene { colliders, notes: Vec::new() })
}

fn transform(form: Option<&Value>, place: &str) -> Result<Affine, Problem> {
    let Some(form) = form else { return Ok(Affine::IDENTITY) };
    Affine::from_json(form)
        .map_err(|error| form_problem(&error.within(&format!("{place}.transform"))))
}

fn form_problem(error: &FormError) -> Problem {
    Problem::new(error.path(), error.message())
}
