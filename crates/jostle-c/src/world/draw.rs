//! A world as lines and texts, for whatever draws them.

use jostle as j;

use super::{World, read};
use crate::border::{Buffer, extent, finite, given};
use crate::status::{Status, guard};
use crate::values::{Aabb, Vec2};

/// The meaning of a line or a text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugColor {
    /// The outline of a collider that touches nothing.
    Free = 0,
    /// The outline of a collider that touched something at the last step.
    Touching = 1,
    /// The outline of a sensor.
    Sensor = 2,
    /// The outline of a disabled collider.
    Disabled = 3,
    /// The box of a collider.
    Box = 4,
    /// A contact point, as a small cross.
    Contact = 5,
    /// A contact's normal, from the contact point on.
    Normal = 6,
    /// A box of the broad phase's inner structure.
    Node = 7,
    /// The key of a collider.
    Key = 8,
}

/// A straight line to draw.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine {
    /// One end.
    pub from: Vec2,
    /// The other.
    pub to: Vec2,
    /// Its meaning.
    pub paint: DebugColor,
    /// Red, green, blue and alpha for that.
    pub rgba: [u8; 4],
}

/// A text to draw.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugText {
    /// Where.
    pub at: Vec2,
    /// The text, ending with a zero byte; cut to fit.
    pub text: [u8; 24],
    /// Its meaning.
    pub paint: DebugColor,
    /// Red, green, blue and alpha for that.
    pub rgba: [u8; 4],
}

/// Which parts of a world are drawn; begin with `jostle_debug_draw_options_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugDrawOptions {
    /// Outlines of all colliders.
    pub outlines: bool,
    /// Boxes of the colliders that are found by queries.
    pub boxes: bool,
    /// Contact points of the last step.
    pub contacts: bool,
    /// Normals of the contacts.
    pub normals: bool,
    /// The broad phase's inner structure.
    pub nodes: bool,
    /// The count of each collider.
    pub keys: bool,
    /// The largest distance of a curve from its lines; 0 for half a pixel of a window that is 2,000
    /// pixels long.
    pub tolerance: f32,
}

/// Returns what is drawn without a choice: outlines, and contacts with their normals.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_debug_draw_options_default() -> DebugDrawOptions {
    DebugDrawOptions {
        outlines: true,
        boxes: false,
        contacts: true,
        normals: true,
        nodes: false,
        keys: false,
        tolerance: 0.0,
    }
}

fn paint(paint: j::debug::DebugColor) -> DebugColor {
    match paint {
        j::debug::DebugColor::Free => DebugColor::Free,
        j::debug::DebugColor::Touching => DebugColor::Touching,
        j::debug::DebugColor::Sensor => DebugColor::Sensor,
        j::debug::DebugColor::Disabled => DebugColor::Disabled,
        j::debug::DebugColor::Box => DebugColor::Box,
        j::debug::DebugColor::Contact => DebugColor::Contact,
        j::debug::DebugColor::Normal => DebugColor::Normal,
        j::debug::DebugColor::Node => DebugColor::Node,
        j::debug::DebugColor::Key => DebugColor::Key,
    }
}

/// Draws a world as lines and texts. Half-planes are drawn across `window`; all else is drawn
/// whole.
///
/// # Safety
/// `drawing` is null, for the default, or points at a choice; `out_lines` and `out_texts`
/// are null or may be written as many times as their capacities say, the counts once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_draw(
    world: World,
    drawing: *const DebugDrawOptions,
    window: Aabb,
    out_lines: *mut DebugLine,
    line_capacity: usize,
    out_line_count: *mut usize,
    out_texts: *mut DebugText,
    text_capacity: usize,
    out_text_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let lines = unsafe { Buffer::new(out_lines, line_capacity, out_line_count, "out_lines")? };
        // SAFETY: the same.
        let texts = unsafe { Buffer::new(out_texts, text_capacity, out_text_count, "out_texts")? };
        let d = if drawing.is_null() {
            jostle_debug_draw_options_default()
        } else {
            // SAFETY: the same.
            unsafe { *given(drawing, "drawing")? }
        };
        let choice = j::debug::DebugDrawOptions {
            outlines: d.outlines,
            boxes: d.boxes,
            contacts: d.contacts,
            normals: d.normals,
            nodes: d.nodes,
            keys: d.keys,
            tolerance: extent(d.tolerance, "drawing.tolerance")?,
        };
        let window = finite(window, "window")?;
        let sketch = read(world)?.world.draw(&choice, window);
        let lines = lines.fill(sketch.lines.into_iter().map(|line| DebugLine {
            from: line.from.into(),
            to: line.to.into(),
            paint: paint(line.paint),
            rgba: line.paint.color(),
        }));
        let texts = texts.fill(sketch.texts.into_iter().map(|label| {
            let mut text = [0; 24];
            for (place, byte) in text[..23].iter_mut().zip(label.text.bytes()) {
                *place = byte;
            }
            let (at, rgba) = (label.at.into(), label.paint.color());
            DebugText { at, text, paint: paint(label.paint), rgba }
        }));
        lines.and(texts)
    })
}
