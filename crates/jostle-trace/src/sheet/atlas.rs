//! The JSON of TexturePacker, PixiJS and Aseprite, and Tiled's tilesets as JSON.

use super::{Cut, Sheet, side, tiled};
use crate::{Slice, SliceKey, Tag, TraceError};
use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};
use std::fmt;

#[derive(Deserialize)]
struct File {
    frames: Option<Frames>,
    /// Several pictures in one description, each with its frames.
    textures: Option<Vec<Texture>>,
    meta: Option<Meta>,
    // What a tileset has instead.
    tilewidth: Option<f64>,
}

#[derive(Deserialize)]
struct Texture {
    image: String,
    frames: Frames,
}

/// Frames in the order of the file, whether they are a list or an object.
struct Frames(Vec<(String, Frame)>);

#[derive(Deserialize)]
struct Frame {
    filename: Option<String>,
    frame: Area,
    #[serde(default)]
    rotated: bool,
    #[serde(rename = "spriteSourceSize")]
    source: Option<Area>,
    #[serde(rename = "sourceSize")]
    size: Option<Size>,
    pivot: Option<Point>,
    anchor: Option<Point>,
    #[serde(default)]
    duration: f64,
}

#[derive(Deserialize)]
struct Area {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

#[derive(Deserialize)]
struct Size {
    w: f64,
    h: f64,
}

#[derive(Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Default, Deserialize)]
struct Meta {
    image: Option<String>,
    #[serde(rename = "frameTags", default)]
    tags: Vec<NamedRun>,
    #[serde(default)]
    slices: Vec<NamedPart>,
}

#[derive(Deserialize)]
struct NamedRun {
    name: String,
    from: u32,
    to: u32,
}

#[derive(Deserialize)]
struct NamedPart {
    name: String,
    keys: Vec<PartKey>,
}

#[derive(Deserialize)]
struct PartKey {
    frame: u32,
    bounds: Area,
    pivot: Option<Point>,
}

impl<'de> Deserialize<'de> for Frames {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Frames;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list or an object of frames")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frames, A::Error> {
                let mut frames = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    frames.push(entry);
                }
                Ok(Frames(frames))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Frames, A::Error> {
                let mut frames: Vec<(String, Frame)> = Vec::new();
                while let Some(mut frame) = list.next_element::<Frame>()? {
                    let name = frame.filename.take().unwrap_or_else(|| frames.len().to_string());
                    frames.push((name, frame));
                }
                Ok(Frames(frames))
            }
        }
        from.deserialize_any(Either)
    }
}

pub(super) fn read(text: &str) -> Result<Sheet, TraceError> {
    let file: File = serde_json::from_str(text).map_err(|error| json_problem(&error))?;
    let meta = file.meta.unwrap_or_default();
    let mut sheet = Sheet::default();
    match (file.frames, file.textures) {
        (Some(frames), _) => {
            sheet.images.extend(meta.image);
            add(&mut sheet, 0, frames)?;
        }
        (None, Some(textures)) => {
            for (index, texture) in textures.into_iter().enumerate() {
                sheet.images.push(texture.image);
                add(&mut sheet, index, texture.frames)?;
            }
        }
        (None, None) if file.tilewidth.is_some() => return tiled::from_json(text),
        (None, None) => {
            let why = "neither a sheet (no key \"frames\" or \"textures\") nor a Tiled tileset (no \
                       key \"tilewidth\")";
            return Err(TraceError::Sheet { place: String::new(), why: why.to_owned() });
        }
    }
    let run = |tag: NamedRun| Tag { name: tag.name, from: tag.from, to: tag.to };
    sheet.tags = meta.tags.into_iter().map(run).collect();
    for (index, slice) in meta.slices.into_iter().enumerate() {
        let key = |key: PartKey| {
            let place = format!("meta.slices[{index}]");
            let bounds = &key.bounds;
            Ok(SliceKey {
                frame: key.frame,
                at: [offset(&place, "x", bounds.x)?, offset(&place, "y", bounds.y)?],
                size: [side(&place, "w", bounds.w)?, side(&place, "h", bounds.h)?],
                pivot: match key.pivot {
                    None => None,
                    Some(at) => Some([offset(&place, "x", at.x)?, offset(&place, "y", at.y)?]),
                },
            })
        };
        let keys = slice.keys.into_iter().map(key).collect::<Result<_, TraceError>>()?;
        sheet.slices.push(Slice { name: slice.name, keys });
    }
    Ok(sheet)
}

fn add(sheet: &mut Sheet, image: usize, frames: Frames) -> Result<(), TraceError> {
    for (name, frame) in frames.0 {
        let place = format!("frame {name:?}");
        let number = |what: &str, number: f64| side(&place, what, number);
        let Area { x, y, w, h } = frame.frame;
        let [w, h] = [number("w", w)?, number("h", h)?];
        // The width and height are those before the turn.
        let [w, h] = if frame.rotated { [h, w] } else { [w, h] };
        let anchor = match frame.anchor.or(frame.pivot) {
            None => None,
            Some(Point { x, y }) if x.abs() <= 1e6 && y.abs() <= 1e6 => Some([x, y]),
            Some(Point { x, y }) => {
                let why = format!("a pivot of ({x}, {y}) times the size is too far away");
                return Err(TraceError::Sheet { place, why });
            }
        };
        sheet.cuts.push(Cut {
            image,
            area: Some([number("x", x)?, number("y", y)?, w, h]),
            turned: frame.rotated,
            trim: match &frame.source {
                Some(at) => [offset(&place, "x", at.x)?, offset(&place, "y", at.y)?],
                None => [0, 0],
            },
            size: match &frame.size {
                Some(size) => Some([number("w", size.w)?, number("h", size.h)?]),
                None => None,
            },
            anchor,
            milliseconds: if frame.duration > 0.0 { frame.duration as u32 } else { 0 },
            name,
        });
    }
    Ok(())
}

/// A place that may lie to the left or above.
fn offset(place: &str, what: &str, number: f64) -> Result<i32, TraceError> {
    let size = side(place, what, number.abs())? as i32;
    Ok(if number < 0.0 { -size } else { size })
}

/// Returns where a text stops being JSON, or stops being a sheet.
pub(super) fn json_problem(error: &serde_json::Error) -> TraceError {
    let text = error.to_string();
    let why = text.rsplit_once(" at line ").map_or(text.as_str(), |(sentence, _)| sentence);
    let place = match error.line() {
        0 => String::new(),
        line => format!("line {line}, column {}", error.column()),
    };
    TraceError::Sheet { place, why: why.to_owned() }
}
