//! Lines and texts that show a world.

use std::cell::Cell;

use jostle::{
    Aabb,
    debug::{DebugColor, DebugDrawOptions},
};

use crate::buffers::{bytes, floats, input_floats, out};
use crate::pair::points;
use crate::world::{ask, look};

/// The paints, as `js/query.js` counts them.
const PAINTS: [DebugColor; 9] = [
    DebugColor::Free,
    DebugColor::Touching,
    DebugColor::Sensor,
    DebugColor::Disabled,
    DebugColor::Box,
    DebugColor::Contact,
    DebugColor::Normal,
    DebugColor::Node,
    DebugColor::Key,
];

fn number(paint: DebugColor) -> usize {
    PAINTS.iter().position(|p| *p == paint).unwrap_or_default()
}

fn drawing(parts: u32) -> (DebugDrawOptions, Aabb) {
    let n = input_floats(0, 5);
    let at = |i: usize| n.get(i).copied().unwrap_or_default();
    let has = |bit: u32| parts >> bit & 1 == 1;
    let drawing = DebugDrawOptions {
        outlines: has(0),
        boxes: has(1),
        contacts: has(2),
        normals: has(3),
        nodes: has(4),
        keys: has(5),
        tolerance: at(4),
    };
    (drawing, Aabb::new((at(0), at(1)), (at(2), at(3))))
}

/// The parts of the drawing are the bits of `parts`, the window and the tolerance are in the input.
/// Returns the count of lines. The floats are the ends and the paint of each line; the numbers
/// how many texts there are, then place, paint and length of each, whose letters are in the bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_draw(world: u32, parts: u32) -> u32 {
    let (drawing, window) = drawing(parts);
    ask(world, |held| {
        let lines = Cell::new(0);
        floats(|floats| {
            held.world.draw_with(&drawing, window, |line| {
                lines.set(lines.get() + 1);
                let paint = number(line.paint) as f32;
                floats.extend([line.from.x, line.from.y, line.to.x, line.to.y, paint]);
            });
        });
        let only = DebugDrawOptions { keys: drawing.keys, ..DebugDrawOptions::default() };
        let texts = if only.keys { held.world.draw(&only, window).texts } else { Vec::new() };
        bytes(|letters| texts.iter().for_each(|text| letters.extend(text.text.as_bytes())));
        out(|out| {
            out.push(texts.len() as f64);
            for text in &texts {
                points(out, &[text.at]);
                out.extend([number(text.paint), text.text.len()].map(|n| n as f64));
            }
        });
        lines.get()
    })
}

/// A number that is another after every call that may have changed what is drawn.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_revision(world: u32) -> f64 {
    look(world, |held| held.revision as f64).unwrap_or(-1.0)
}
