//! Writing a traced hitbox in the forms of engines and editors.

use jostle_trace::{Format, Frames, Origin, Sprite, pieces};

use crate::buffers::{REFUSED, bytes, input};
use crate::trace::copy;

/// Writes a hitbox in a format, which is counted as [`Format::ALL`] is. The input has the name and
/// the picture's file name behind each other. The bytes are the file's name, a given number of as
/// are returned, and its text. Convex pieces are cut if the hitbox has none, since most formats
/// are made of them.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_export(
    hitbox: u32,
    format: u32,
    name: u32,
    image: u32,
    pivot_x: f64,
    pivot_y: f64,
) -> u32 {
    let (Some(mut hitbox), Some(format)) = (copy(hitbox), Format::ALL.get(format as usize)) else {
        return REFUSED;
    };
    let [name, image] = input(name + image, |bytes| {
        let (name, image) = bytes.split_at_checked(name as usize).unwrap_or((bytes, &[]));
        [name, image].map(|text| String::from_utf8_lossy(text).into_owned())
    });
    if hitbox.pieces.is_empty() {
        hitbox.pieces = pieces(&hitbox.outline, None).unwrap_or_default();
    }
    hitbox.origin = Origin { pivot: [pivot_x, pivot_y], ..hitbox.origin };
    let size = hitbox.size;
    let frames = Frames::Still(Box::new(hitbox));
    let sprite = Sprite { name, image, size, frames, tags: Vec::new() };
    // A still picture is one file in every format.
    let Some((name, text)) = format.write(&sprite).pop() else { return REFUSED };
    bytes(|bytes| {
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(text.as_bytes());
    });
    name.len() as u32
}
