//! Lines and texts that show a world.

use jostle::{
    Aabb,
    debug::{DebugColor, DebugDrawOptions},
};

use crate::buffers::{bytes, input_floats, out};
use crate::pair::points;
use crate::world::ask;

/// The paints, as `js/world.js` counts them.
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

fn number(paint: DebugColor) -> f64 {
    PAINTS.iter().position(|p| *p == paint).unwrap_or_default() as f64
}

/// The parts of the drawing are the bits of `parts`, the window and the tolerance are in the input.
/// The count of lines; for each its ends and paint; for each text its place, paint and length, its letters in
/// the bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_draw(world: u32, parts: u32) -> u32 {
    let n = input_floats(0, 5);
    let at = |i: usize| n.get(i).copied().unwrap_or_default();
    let window = Aabb::new((at(0), at(1)), (at(2), at(3)));
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
    ask(world, |held| {
        let sketch = held.world.draw(&drawing, window);
        bytes(|letters| {
            sketch.texts.iter().for_each(|label| letters.extend(label.text.as_bytes()));
        });
        out(|out| {
            out.push(sketch.lines.len() as f64);
            for line in &sketch.lines {
                points(out, &[line.from, line.to]);
                out.push(number(line.paint));
            }
            for label in &sketch.texts {
                points(out, &[label.at]);
                out.extend([number(label.paint), label.text.len() as f64]);
            }
        })
    })
}
