//! A Tiled tileset: an object group for each tile, with a polygon for each outer ring, or for each
//! piece if there are holes, which Tiled's polygons cannot have.

use super::{GENERATOR, escaped, pixel};
use crate::{Frames, Hitbox, Point, Sprite};
use std::fmt::Write;

pub(super) fn write(sprite: &Sprite) -> String {
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- {GENERATOR} -->\n");
    let name = escaped(&sprite.name);
    let image = escaped(&sprite.image);
    let [width, height] = sprite.size;
    let grid = match &sprite.frames {
        Frames::Still(_) => Some(([width, height], 1)),
        Frames::Many(frames) => grid(sprite, frames),
    };
    let hitboxes: Vec<&Hitbox> = sprite.named().into_iter().map(|(_, hitbox)| hitbox).collect();
    // Tiles on a grid share one picture; else each tile is a part of it.
    let ([wide, high], columns) = grid.unwrap_or_else(|| {
        let largest = |side: usize| hitboxes.iter().map(|h| h.size[side]).max().unwrap_or(0);
        ([largest(0), largest(1)], 0)
    });
    // Writing to a text cannot fail.
    let _ = writeln!(
        text,
        "<tileset version=\"1.8\" name=\"{name}\" tilewidth=\"{wide}\" tileheight=\"{high}\" \
         tilecount=\"{}\" columns=\"{columns}\">",
        hitboxes.len()
    );
    let picture = format!("<image source=\"{image}\" width=\"{width}\" height=\"{height}\"/>");
    if columns > 0 {
        let _ = writeln!(text, " {picture}");
    }
    for (index, hitbox) in hitboxes.iter().enumerate() {
        if columns == 0 {
            let frame = match &sprite.frames {
                Frames::Many(frames) => frames.get(index),
                Frames::Still(_) => None,
            };
            let area = frame.and_then(|frame| frame.area);
            let part = area.map_or_else(String::new, |[x, y, w, h]| {
                format!(" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
            });
            let own = frame.and_then(|frame| frame.file.as_deref()).map(escaped);
            let picture = own.map_or_else(
                || picture.clone(),
                |own| {
                    let [w, h] = hitbox.size;
                    format!("<image source=\"{own}\" width=\"{w}\" height=\"{h}\"/>")
                },
            );
            let _ = writeln!(text, " <tile id=\"{index}\"{part}>\n  {picture}");
        } else {
            let _ = writeln!(text, " <tile id=\"{index}\">");
        }
        group(&mut text, hitbox);
        text.push_str(" </tile>\n");
    }
    text + "</tileset>\n"
}

/// The cell and the columns, when the frames are the cells of a grid without gaps, row by row.
fn grid(sprite: &Sprite, frames: &[crate::NamedHitbox]) -> Option<([u32; 2], u32)> {
    let [_, _, wide, high] = frames.first()?.area?;
    let columns = sprite.size[0].checked_div(wide)?;
    let at = |index: u32| Some([index % columns * wide, index / columns * high, wide, high]);
    let fits = columns > 0 && (0u32..).zip(frames).all(|(index, frame)| frame.area == at(index));
    fits.then_some(([wide, high], columns))
}

fn group(text: &mut String, hitbox: &Hitbox) {
    text.push_str("  <objectgroup draworder=\"index\" id=\"2\">\n");
    let whole = hitbox.outline.rings.iter().all(|ring| !ring.hole);
    if whole {
        let rings = hitbox.outline.rings.iter().enumerate();
        rings.for_each(|(index, ring)| polygon(text, index + 1, &ring.points));
    } else {
        let pieces = hitbox.pieces.iter().enumerate();
        pieces.for_each(|(index, piece)| polygon(text, index + 1, piece));
    }
    text.push_str("  </objectgroup>\n");
}

/// An object at the polygon's first point, as Tiled's own editor writes it.
fn polygon(text: &mut String, id: usize, points: &[Point]) {
    let Some(&first) = points.first() else { return };
    let [x, y] = pixel(first);
    let _ = write!(text, "   <object id=\"{id}\" x=\"{x}\" y=\"{y}\">\n    <polygon points=\"");
    for (index, &point) in points.iter().enumerate() {
        let [dx, dy] = pixel([point[0] - first[0], point[1] - first[1]]);
        let _ = write!(text, "{}{dx},{dy}", if index == 0 { "" } else { " " });
    }
    text.push_str("\"/>\n   </object>\n");
}
