//! A header for C and C++: the points of all pieces and rings of a frame one after the other, and
//! how many of them each has.

use super::{GENERATOR, identifier, pixel};
use crate::{Point, Sprite};
use std::collections::BTreeSet;
use std::fmt::Write;

pub(super) fn write(sprite: &Sprite) -> String {
    let guard = identifier(&sprite.name).to_ascii_uppercase();
    let mut text = format!(
        "/* Hitboxes of {}, {GENERATOR}, in pixels: x right, y down, (0, 0) the top left corner. */\n\
         #ifndef JOSTLE_{guard}_H\n#define JOSTLE_{guard}_H\n",
        // A comment must not end early.
        sprite.image.replace("*/", "* /").replace('\n', " "),
    );
    let mut taken = BTreeSet::new();
    for (name, hitbox) in sprite.named() {
        let mut id = identifier(&name);
        while !taken.insert(id.clone()) {
            id.push('_');
        }
        let [width, height] = hitbox.size;
        let [x, y] = hitbox.origin.pivot;
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "\nstatic const float {id}_size[2] = {{{width}, {height}}};\n\
             static const float {id}_pivot[2] = {{{x}, {y}}};\n"
        );
        let rings: Vec<&[Point]> = hitbox.outline.rings.iter().map(|r| &r.points[..]).collect();
        lists(&mut text, &id, "ring", &rings);
        let holes: Vec<&str> =
            hitbox.outline.rings.iter().map(|r| if r.hole { "1" } else { "0" }).collect();
        if !holes.is_empty() {
            let _ = writeln!(
                text,
                "static const unsigned char {id}_ring_is_hole[{}] = {{{}}};",
                holes.len(),
                holes.join(", ")
            );
        }
        let pieces: Vec<&[Point]> = hitbox.pieces.iter().map(|piece| &piece[..]).collect();
        lists(&mut text, &id, "piece", &pieces);
    }
    let _ = write!(text, "\n#endif /* JOSTLE_{guard}_H */\n");
    text
}

/// The number of lists, their lengths and their points; C has no arrays without elements.
fn lists(text: &mut String, id: &str, what: &str, lists: &[&[Point]]) {
    let _ = writeln!(text, "enum {{ {id}_{what}_count = {} }};", lists.len());
    if lists.is_empty() {
        return;
    }
    let lengths: Vec<String> = lists.iter().map(|list| list.len().to_string()).collect();
    let _ = writeln!(
        text,
        "static const int {id}_{what}_lengths[{}] = {{{}}};",
        lists.len(),
        lengths.join(", ")
    );
    let total: usize = lists.iter().map(|list| list.len()).sum();
    let _ = writeln!(text, "static const float {id}_{what}_points[{total}][2] = {{");
    for list in lists {
        let points = list.iter().map(|&point| {
            let [x, y] = pixel(point);
            format!("{{{x}, {y}}}")
        });
        let _ = writeln!(text, "    {},", points.collect::<Vec<_>>().join(", "));
    }
    text.push_str("};\n");
}
