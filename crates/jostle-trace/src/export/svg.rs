//! A drawing: the outline as one path, holes by the even-odd rule, and the pieces as thin lines.

use super::{File, Format, GENERATOR, pixel};
use crate::{Hitbox, Point, Sprite};
use std::fmt::Write;

pub(super) fn files(sprite: &Sprite) -> Vec<File> {
    let named = sprite.named().into_iter();
    // A frame's name may have a folder in it, which a file's name may not.
    let stem = |name: String| name.replace(['/', '\\'], "_");
    named.map(|(name, hitbox)| (Format::Svg.file_name(&stem(name)), draw(hitbox))).collect()
}

fn draw(hitbox: &Hitbox) -> String {
    let [width, height] = hitbox.size;
    let mut outline = String::new();
    for ring in &hitbox.outline.rings {
        path(&mut outline, &ring.points);
    }
    let mut pieces = String::new();
    for piece in &hitbox.pieces {
        path(&mut pieces, piece);
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <!-- {GENERATOR} -->\n\
         <path id=\"outline\" fill=\"#1a7f37\" fill-opacity=\"0.3\" fill-rule=\"evenodd\" \
         stroke=\"#1a7f37\" stroke-width=\"0.25\" d=\"{outline}\"/>\n"
    );
    if !pieces.is_empty() {
        let _ = writeln!(
            text,
            "<path id=\"pieces\" fill=\"none\" stroke=\"#8250df\" stroke-width=\"0.1\" \
             d=\"{pieces}\"/>"
        );
    }
    text + "</svg>\n"
}

fn path(d: &mut String, points: &[Point]) {
    for (index, &point) in points.iter().enumerate() {
        let [x, y] = pixel(point);
        // Writing to a text cannot fail.
        let _ = write!(d, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
    }
    d.push('Z');
}
