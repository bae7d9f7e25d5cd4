//! Shapes that a scene takes from pictures: `{"type": "image", "file": "hero.png"}`.

use crate::problem::Problem;
use crate::trace::{self, Wishes};
use jostle::{Affine, Shape};
use jostle_tiled::Reach;
use jostle_trace::{Effort, Fill, Frames, Goal, Hitbox, Solid, Sprite, Tracing};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The most pictures, each with its wishes, that one scene may name.
const MAX_IMAGES: usize = 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(rename = "type")]
    _type: String,
    file: String,
    /// The name of a frame, or its number.
    frame: Option<Value>,
    max_error: Option<f64>,
    iou: Option<f64>,
    vertices: Option<usize>,
    detail: Option<String>,
    alpha: Option<u8>,
    fill: Option<String>,
    /// The point of the picture that is put at the collider's origin, as parts of its size.
    anchor: Option<[f64; 2]>,
}

/// The most vertices that the pictures of one scene make, counted for each collider.
const MAX_VERTICES: usize = 1 << 21;

/// Traces pictures, each once for the same wishes.
pub(super) struct Images<'a> {
    /// The scene's own file: pictures are looked for beside it.
    scene: &'a Path,
    reach: &'a Reach,
    known: BTreeMap<String, Sprite>,
    vertices: usize,
    /// The files that were read.
    pub(super) files: Vec<PathBuf>,
}

/// Returns `true` if a shape is such a one.
pub(super) fn is(shape: &Value) -> bool {
    shape.get("type").and_then(Value::as_str) == Some("image")
}

impl<'a> Images<'a> {
    pub(super) fn new(scene: &'a Path, reach: &'a Reach) -> Self {
        Self { scene, reach, known: BTreeMap::new(), vertices: 0, files: Vec::new() }
    }

    /// The shape, and the way from its pixels to the collider's own frame.
    pub(super) fn shape(&mut self, form: &Value, place: &str) -> Result<(Shape, Affine), Problem> {
        let form: Form = serde_path_to_error::deserialize(form).map_err(|error| {
            let path = error.path().to_string();
            let dot = if path == "." { String::new() } else { format!(".{path}") };
            Problem::from(error.into_inner()).within(&format!("{place}{dot}"))
        })?;
        let sprite = self.sprite(&form, place)?;
        let hitbox = frame(sprite, form.frame.as_ref())
            .map_err(|why| Problem::new(format!("{place}.frame"), why))?;
        let Some(shape) = hitbox.shape.clone() else {
            let message = format!("{}: no pixel is solid", form.file);
            return Err(Problem::new(format!("{place}.file"), message));
        };
        let vertices = hitbox.report.vertices;
        let to_anchor = match form.anchor {
            None => hitbox.to_pivot(),
            Some([x, y]) if x.abs() <= 1e6 && y.abs() <= 1e6 => {
                let [width, height] = hitbox.size.map(f64::from);
                Affine::at((-(x * width) as f32, -(y * height) as f32))
            }
            Some(_) => {
                let message = "an anchor is at most a million pictures away";
                return Err(Problem::new(format!("{place}.anchor"), message));
            }
        };
        self.vertices += vertices;
        if self.vertices > MAX_VERTICES {
            let message = format!("more than {MAX_VERTICES} vertices of pictures in a scene");
            return Err(Problem::new(format!("{place}.file"), message));
        }
        Ok((shape, to_anchor))
    }

    fn sprite(&mut self, form: &Form, place: &str) -> Result<&Sprite, Problem> {
        let goal = Goal {
            max_deviation: form.max_error,
            min_iou: form.iou,
            max_vertices: form.vertices,
            ..form.detail.as_deref().map_or(Ok(Goal::default()), |name| {
                let detail = trace::detail(name);
                detail.map(Goal::detail).map_err(|why| Problem::new(format!("{place}.detail"), why))
            })?
        };
        let fill = form.fill.as_deref().map_or(Ok(Fill::None), trace::fill);
        let fill = fill.map_err(|why| Problem::new(format!("{place}.fill"), why))?;
        let solid =
            form.alpha.map_or_else(Solid::default, |alpha| Solid { alpha, ..Solid::default() });
        let key = format!("{:?} {goal:?} {fill:?} {}", form.file, solid.alpha);
        if !self.known.contains_key(&key) {
            if self.known.len() >= MAX_IMAGES {
                let message = format!("more than {MAX_IMAGES} different pictures");
                return Err(Problem::new(place, message));
            }
            let tracing = Tracing { goal, fill, effort: Effort::Best, ..Tracing::default() };
            let wishes = Wishes { solid, tracing, ..Wishes::default() };
            let path = self.path(&form.file);
            let (sprite, files) = trace::sprite(&wishes, &path, self.reach)
                .map_err(|problem| Problem::new(format!("{place}.file"), problem.to_string()))?;
            self.files.extend(files);
            self.known.insert(key.clone(), sprite);
        }
        // It has just been put there if it was not.
        self.known.get(&key).ok_or_else(|| Problem::new(place, "the picture is not there"))
    }

    fn path(&self, file: &str) -> PathBuf {
        self.scene.parent().unwrap_or(Path::new("")).join(file)
    }
}

/// The frame that is asked for, or the first.
fn frame<'a>(sprite: &'a Sprite, wanted: Option<&Value>) -> Result<&'a Hitbox, String> {
    let frames = match &sprite.frames {
        Frames::Still(hitbox) if wanted.is_none() => return Ok(hitbox),
        Frames::Still(_) => return Err("a still picture has no frames".to_owned()),
        Frames::Many(frames) => frames,
    };
    let found = match wanted {
        None => frames.first(),
        Some(Value::String(name)) => frames.iter().find(|frame| frame.name == *name),
        Some(Value::Number(number)) => {
            number.as_u64().and_then(|index| frames.get(usize::try_from(index).ok()?))
        }
        Some(_) => return Err("a frame is a name or a number".to_owned()),
    };
    found.map(|frame| &frame.hitbox).ok_or_else(|| match wanted {
        None => "the picture has no frames".to_owned(),
        Some(wanted) => format!("there is no frame {wanted}"),
    })
}
