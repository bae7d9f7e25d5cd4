//! The shapes of objects: of object layers, and those that are a tile's collision shapes.

use crate::error::MapError;
use crate::files::TileUse;
use crate::model::{Corner, Object};
use crate::place::{Grid, anchor, at, tile_frame};
use jostle::{
    Affine, Rot, Shape, ShapeError, Vec2,
    json::limits::MAX_VERTICES,
    shape::{ChainEnds, Sidedness},
};

/// A shape and its way into the frame it is drawn in.
pub(crate) type Part = (Shape, Affine);

/// The shape of an object that shows no tile; `None` for a text.
pub(crate) fn shape(object: &Object, grid: Option<&Grid>) -> Result<Option<Part>, MapError> {
    if object.text.is_some() {
        return Ok(None);
    }
    let size = [object.width.unwrap_or(0.0), object.height.unwrap_or(0.0)];
    finite(&[object.x, object.y, size[0], size[1], object.rotation.unwrap_or(0.0)])?;
    let corners = object.polygon.as_ref().or(object.polyline.as_ref()).map_or(0, Vec::len);
    if corners > MAX_VERTICES {
        return Err(MapError::new("", format!("more than {MAX_VERTICES} vertices in a shape")));
    }
    let position = grid.map_or([object.x, object.y], |grid| grid.position(object.x, object.y));
    let slant = grid.map_or(Affine::IDENTITY, Grid::slant);
    let affine = slant.under(&at(position).rotated_by(turn(object)));
    outline(object, size).map_err(refused).map(|shape| Some((shape, affine)))
}

/// The shape of an object that shows a tile: the tile's collision shapes, or its box.
pub(crate) fn tile_shape(
    object: &Object,
    tile: &TileUse,
    parts: &[Part],
    tile_size: [f64; 2],
    grid: &Grid,
) -> Result<Part, MapError> {
    let size = [object.width.unwrap_or(tile_size[0]), object.height.unwrap_or(tile_size[1])];
    finite(&[object.x, object.y, size[0], size[1], object.rotation.unwrap_or(0.0)])?;
    let place = at(grid.position(object.x, object.y)).rotated_by(turn(object));
    let [ax, ay] = anchor(&tile.tileset.objectalignment).unwrap_or_else(|| grid.default_anchor());
    let (flip, shown) = grid.flip(tile.flips, tile_size);
    let scale = [ratio(size[0], shown[0]), ratio(size[1], shown[1])];
    let offset = tile.tileset.tileoffset;
    let corner = [offset.x * scale[0] - ax * size[0], offset.y * scale[1] - ay * size[1]];
    if parts.is_empty() {
        let center = [corner[0] + size[0] / 2.0, corner[1] + size[1] / 2.0].map(|v| v as f32);
        let rect = Shape::rect_half_at(center, half(size), Rot::IDENTITY).map_err(refused)?;
        return Ok((rect, place));
    }
    let scaled = Affine::IDENTITY.scaled(scale[0] as f32, scale[1] as f32);
    let frame = flip.under(&scaled).under(&at(corner)).under(&place);
    union(parts, &frame)
}

/// The collision shapes of a tile, in its own pixels from the upper left corner.
pub(crate) fn tile_parts(tile: &TileUse, size: [f64; 2]) -> Result<Vec<Part>, MapError> {
    let Some(group) = tile.tile().and_then(|tile| tile.objectgroup.as_ref()) else {
        return Ok(Vec::new());
    };
    let frame = tile_frame(&tile.tileset, size);
    let mut parts = Vec::with_capacity(group.objects.len());
    for object in &group.objects {
        let part = shape(object, None).map_err(|error| {
            error.within(&format!("collision object {} of tile {}", label(object), tile.id))
        })?;
        parts.extend(part.map(|(shape, affine)| (shape, affine.under(&frame))));
    }
    Ok(parts)
}

/// One shape of several parts under a common map.
pub(crate) fn union(parts: &[Part], frame: &Affine) -> Result<Part, MapError> {
    if let [(shape, affine)] = parts {
        return Ok((shape.clone(), affine.under(frame)));
    }
    Ok((Shape::compound(parts.iter().cloned()).map_err(refused)?, *frame))
}

/// Names an object for ids and messages: its name, its number, or both.
pub(crate) fn label(object: &Object) -> String {
    let name = object.name.as_deref().unwrap_or_default();
    object.id.map_or_else(|| name.to_owned(), |id| format!("{name}#{id}"))
}

fn outline(object: &Object, [width, height]: [f64; 2]) -> Result<Shape, ShapeError> {
    let center = [width / 2.0, height / 2.0].map(|v| v as f32);
    if let Some(corners) = &object.polygon {
        Shape::polygon(points(corners))
    } else if let Some(corners) = &object.polyline {
        Shape::chain(points(corners), ChainEnds::Open, Sidedness::Both)
    } else if object.point {
        Shape::point(Vec2::ZERO)
    } else if object.ellipse && width == height {
        Shape::circle_at(center, center[0])
    } else if object.ellipse {
        Shape::ellipse_at(center, center, Rot::IDENTITY)
    } else if object.capsule {
        let radius = if width < height { center[0] } else { center[1] };
        let (a, b) = ([radius, radius], [width as f32 - radius, height as f32 - radius]);
        Shape::capsule(a, b, radius)
    } else {
        Shape::rect_half_at(center, half([width, height]), Rot::IDENTITY)
    }
}

/// The corners of an object that is a rectangle or a polygon, in its own frame.
pub(crate) fn corners(object: &Object) -> Option<Vec<Vec2>> {
    if object.ellipse || object.capsule || object.point || object.polyline.is_some() {
        return None;
    }
    if let Some(corners) = &object.polygon {
        return Some(points(corners).collect());
    }
    let [w, h] = [object.width?, object.height?].map(|side| side as f32);
    Some([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]].map(Vec2::from).to_vec())
}

fn points(corners: &[Corner]) -> impl Iterator<Item = Vec2> {
    corners.iter().map(|corner| Vec2::new(corner.x as f32 + 0.0, corner.y as f32 + 0.0))
}

fn half([width, height]: [f64; 2]) -> [f32; 2] {
    [(width / 2.0) as f32, (height / 2.0) as f32]
}

fn turn(object: &Object) -> Rot {
    Rot::from_degrees(object.rotation.unwrap_or(0.0) as f32)
}

fn ratio(shown: f64, own: f64) -> f64 {
    if own > 0.0 { shown / own } else { 1.0 }
}

fn finite(numbers: &[f64]) -> Result<(), MapError> {
    match numbers.iter().find(|number| !(**number as f32).is_finite()) {
        Some(number) => {
            Err(MapError::new("", format!("{number} does not fit a finite 32-bit number")))
        }
        None => Ok(()),
    }
}

pub(crate) fn refused(error: ShapeError) -> MapError {
    MapError::new("", error.to_string())
}
