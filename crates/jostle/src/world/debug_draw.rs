//! Debug drawing: a world as lines and texts.
//!
//! Outlines use the vertices that queries use, curves flattened within a tolerance; contacts and
//! normals are those of the last step; boxes and tree nodes are those of the broad phase.
//! Frame: world. The order is fixed: nodes, boxes and outlines by slot, then contacts.

use alloc::{format, string::String, vec::Vec};

use crate::math::{Aabb, DVec2, Vec2};
use crate::shape::Placed;
use crate::world::World;
use crate::world::open_pairs::Pair;
use crate::world::storage::{ENABLED, SENSOR};

/// The subject of a line or a text; [`DebugColor::color`] returns its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum DebugColor {
    /// The outline of a collider that touches nothing.
    Free,
    /// The outline of a collider that touched something at the last step.
    Touching,
    /// The outline of a sensor.
    Sensor,
    /// The outline of a disabled collider.
    Disabled,
    /// The box of a collider.
    Box,
    /// A contact point, as a small cross.
    Contact,
    /// A contact's normal, from the contact point on.
    Normal,
    /// A box of the broad phase's inner structure.
    Node,
    /// The key of a collider.
    Key,
}

impl DebugColor {
    /// Returns red, green, blue and alpha.
    ///
    /// ```
    /// assert_eq!(jostle::debug::DebugColor::Touching.color(), [209, 36, 47, 255]);
    /// ```
    #[must_use]
    pub fn color(self) -> [u8; 4] {
        match self {
            Self::Free => [26, 127, 55, 255],
            Self::Touching => [209, 36, 47, 255],
            Self::Sensor => [9, 105, 218, 255],
            Self::Disabled => [140, 149, 159, 255],
            Self::Box => [191, 135, 0, 160],
            Self::Contact | Self::Normal => [31, 35, 40, 255],
            Self::Node => [130, 80, 223, 90],
            Self::Key => [89, 99, 110, 255],
        }
    }
}

/// A straight line to draw; world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DebugLine {
    /// One end.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
    /// The meaning, and so the color.
    pub paint: DebugColor,
}

/// A text to draw; world frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DebugText {
    /// The place, in the world frame.
    pub at: Vec2,
    /// The text.
    pub text: String,
    /// The meaning, and so the color.
    pub paint: DebugColor,
}

/// The parts of a world that are drawn.
///
/// ```
/// use jostle::debug::DebugDrawOptions;
/// let boxes = DebugDrawOptions { boxes: true, ..DebugDrawOptions::default() };
/// assert!(!boxes.nodes && DebugDrawOptions::ALL.nodes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is drawn or not")]
pub struct DebugDrawOptions {
    /// Outlines of all colliders.
    pub outlines: bool,
    /// Boxes of the colliders that are found by queries.
    pub boxes: bool,
    /// Contact points of the last step.
    pub contacts: bool,
    /// Normals of the contacts, as long as the push, and at least a hundredth of the drawing.
    pub normals: bool,
    /// The broad phase's inner structure.
    pub nodes: bool,
    /// The count of each collider, in the order in which they were added.
    pub keys: bool,
    /// The largest distance of a curve from its lines, in the units of the world. 0 stands for
    /// half a pixel of a window that is 2,000 pixels long; without a bounded window for 1e-4 of
    /// the size of each shape.
    pub tolerance: f32,
}

impl DebugDrawOptions {
    /// Draws everything.
    pub const ALL: Self = Self {
        outlines: true,
        boxes: true,
        contacts: true,
        normals: true,
        nodes: true,
        keys: true,
        tolerance: 0.0,
    };
}

/// Lines and texts that show a world.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DebugDraw {
    /// The lines.
    pub lines: Vec<DebugLine>,
    /// The texts.
    pub texts: Vec<DebugText>,
}

/// The half arm of a contact's cross, as a part of the size of all.
const CROSS: f64 = 0.005;
/// The default tolerance as a part of a window's longest side: half a pixel of 2,000.
const HALF_PIXEL: f64 = 1.0 / 4000.0;

/// # Draw
impl<T> World<T> {
    /// Draws the world as lines and texts. Half-planes are drawn across `window`; all else is drawn
    /// whole, wherever it is.
    ///
    /// ```
    /// use jostle::{Aabb, Collider, Shape, World, debug::{DebugColor, DebugDrawOptions}};
    /// let mut world = World::new();
    /// world.add(Collider::new((), Shape::rect_half((1.0, 1.0)).unwrap())).unwrap();
    /// let only = DebugDrawOptions { outlines: true, ..DebugDrawOptions::default() };
    /// let sketch = world.draw(&only, Aabb::UNBOUNDED);
    /// assert_eq!((sketch.lines.len(), sketch.lines[0].paint), (4, DebugColor::Free));
    /// ```
    #[must_use]
    pub fn draw(&self, drawing: &DebugDrawOptions, window: Aabb) -> DebugDraw {
        let mut sketch = DebugDraw::default();
        self.draw_with(drawing, window, |line| sketch.lines.push(line));
        for (slot, placed) in self.placed_slots().filter(|_| drawing.keys) {
            if let Some(key) = self.core.key(slot)
                && placed.bounds().is_finite()
            {
                let (at, text) = (placed.bounds().center(), format!("{}", key.serial()));
                sketch.texts.push(DebugText { at, text, paint: DebugColor::Key });
            }
        }
        sketch
    }

    /// Calls `line` with the lines of [`World::draw`], and keeps none of them.
    ///
    /// Nothing is allocated, except for half-planes, compounds and rounded concave outlines.
    pub fn draw_with(
        &self,
        drawing: &DebugDrawOptions,
        window: Aabb,
        mut line: impl FnMut(DebugLine),
    ) {
        let mut line = |from, to, paint| line(DebugLine { from, to, paint });
        if drawing.nodes {
            self.core.broad.visit_nodes(&mut |b, _| rect(b, DebugColor::Node, &mut line));
        }
        let enabled =
            self.placed_slots().filter(|(slot, _)| self.core.slots.metas[*slot].has(ENABLED));
        let boxes = enabled.map(|(_, placed)| placed.bounds()).filter(|b| b.is_finite());
        if drawing.boxes {
            boxes.clone().for_each(|b| rect(b, DebugColor::Box, &mut line));
        }
        let half_pixel =
            Some((window.longest_side() * HALF_PIXEL) as f32).filter(|_| window.is_finite());
        let tolerance =
            if drawing.tolerance > 0.0 { drawing.tolerance } else { half_pixel.unwrap_or(0.0) };
        for (slot, placed) in self.placed_slots().filter(|_| drawing.outlines) {
            let meta = &self.core.slots.metas[slot];
            let paint = match meta.flags {
                flags if flags & ENABLED == 0 => DebugColor::Disabled,
                flags if flags & SENSOR != 0 => DebugColor::Sensor,
                _ if self.core.is_in_open_pair(slot) => DebugColor::Touching,
                _ => DebugColor::Free,
            };
            placed.visit_outline(tolerance, window, &mut |from, to| line(from, to, paint));
        }
        if !drawing.contacts && !drawing.normals {
            return;
        }
        let size = boxes.reduce(Aabb::union).map_or(1.0, Aabb::longest_side);
        let half = (size * CROSS) as f32;
        for contact in self.core.steps.open.list.iter().filter_map(Pair::contact) {
            if drawing.contacts {
                for arm in [Vec2::new(half, half), Vec2::new(half, -half)] {
                    line(contact.point - arm, contact.point + arm, DebugColor::Contact);
                }
            }
            if drawing.normals {
                let depth = f64::from(contact.depth);
                let least = size * (2.0 * CROSS);
                let length = if depth.is_finite() && depth > least { depth } else { least };
                let to = DVec2::from(contact.point) + DVec2::from(contact.normal) * length;
                line(contact.point, to.round(), DebugColor::Normal);
            }
        }
    }

    /// The slots with a shape.
    fn placed_slots(&self) -> impl Iterator<Item = (usize, &Placed)> + Clone {
        (0..self.core.slots.len()).filter_map(|slot| Some((slot, self.core.slots.placed(slot)?)))
    }
}

fn rect(b: Aabb, paint: DebugColor, line: &mut impl FnMut(Vec2, Vec2, DebugColor)) {
    let corners = b.corners();
    (0..4).for_each(|i| line(corners[i], corners[(i + 1) % 4], paint));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Collider, Shape};

    #[test]
    fn a_drawing_has_what_was_asked_for_in_its_colors() {
        let mut world = World::new();
        let tile = Shape::rect_half((1.0, 1.0)).unwrap();
        for (x, sensor) in [(0.0, false), (1.5, false), (9.0, true)] {
            let one = Collider::new((), tile.clone()).at((x, 0.0));
            world.add(if sensor { one.sensor() } else { one }).unwrap();
        }
        world.add(Collider::new((), tile).at((20.0, 0.0)).disabled()).unwrap();
        let floor = Shape::half_plane((0.0, 1.0), -50.0).unwrap();
        world.add(Collider::new((), floor).transform(Affine::IDENTITY)).unwrap();
        let _ = world.step();
        let sketch = world.draw(&DebugDrawOptions::ALL, Aabb::new((-60.0, -60.0), (60.0, 60.0)));
        let count = |paint| sketch.lines.iter().filter(|line| line.paint == paint).count();
        assert_eq!(
            (count(DebugColor::Touching), count(DebugColor::Sensor), count(DebugColor::Disabled)),
            (8, 4, 4)
        );
        assert_eq!(
            (count(DebugColor::Contact), count(DebugColor::Normal), count(DebugColor::Box)),
            (2, 1, 12)
        );
        let mut sides = sketch.lines.iter().filter(|line| line.paint == DebugColor::Box);
        assert!(sides.all(|side| (side.from.x == side.to.x) != (side.from.y == side.to.y)));
        assert!(count(DebugColor::Free) > 0 && sketch.texts.len() == 4);
        assert!(world.draw(&DebugDrawOptions::default(), Aabb::UNBOUNDED).lines.is_empty());
    }
}
