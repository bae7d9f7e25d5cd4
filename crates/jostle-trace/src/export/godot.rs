//! A Godot 4 resource: a `ConvexPolygonShape2D` for each piece, and the rings for a
//! `CollisionPolygon2D`, as metadata of one plain resource under the name of each frame.

use super::{GENERATOR, pixel};
use crate::{Point, Sprite};
use std::fmt::Write;

pub(super) fn write(sprite: &Sprite) -> String {
    let named = sprite.named();
    let count: usize = named.iter().map(|(_, hitbox)| hitbox.pieces.len()).sum();
    let mut text = format!("[gd_resource type=\"Resource\" load_steps={} format=3]\n", count + 1);
    let mut entries = String::new();
    let mut id = 0;
    for (index, (name, hitbox)) in named.iter().enumerate() {
        let first = id;
        for piece in &hitbox.pieces {
            // Writing to a text cannot fail.
            let _ = write!(
                text,
                "\n[sub_resource type=\"ConvexPolygonShape2D\" id=\"piece_{id}\"]\npoints = {}\n",
                points(piece)
            );
            id += 1;
        }
        let pieces: Vec<String> =
            (first..id).map(|id| format!("SubResource(\"piece_{id}\")")).collect();
        let rings = |hole: bool| -> String {
            let rings = hitbox.outline.rings.iter().filter(|ring| ring.hole == hole);
            rings.map(|ring| points(&ring.points)).collect::<Vec<_>>().join(", ")
        };
        let [width, height] = hitbox.size;
        let [x, y] = hitbox.origin.pivot;
        let _ = write!(
            entries,
            "{}{}: {{\n\"holes\": [{}],\n\"outlines\": [{}],\n\"pieces\": [{}],\n\
             \"pivot\": Vector2({x}, {y}),\n\"size\": Vector2({width}, {height})\n}}",
            if index == 0 { "" } else { ", " },
            quoted(name),
            rings(true),
            rings(false),
            pieces.join(", "),
        );
    }
    let _ = write!(
        text,
        "\n[resource]\nmetadata/generator = \"{GENERATOR}\"\nmetadata/hitboxes = {{\n{entries}\n}}\n"
    );
    text
}

fn points(points: &[Point]) -> String {
    let numbers: Vec<String> =
        points.iter().flat_map(|&p| pixel(p)).map(|n| n.to_string()).collect();
    format!("PackedVector2Array({})", numbers.join(", "))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
