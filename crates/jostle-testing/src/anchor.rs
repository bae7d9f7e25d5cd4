//! The numbers of a placed shape that a move rounds.
//!
//! A placed shape stores one point in `f32`, and its vertices relative to it; a half-plane stores a
//! normal and an offset along it. A move adds to these numbers alone.

use jostle::Vec2;

use crate::spec::{Kind, Subject};

/// The number of a shape, or of one part of it, that is rounded when the shape moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Point(Vec2),
    /// All p with normal·p ≤ offset; the normal is not rounded yet.
    HalfPlane {
        normal: [f64; 2],
        offset: f32,
    },
}

impl Anchor {
    /// A point whose coordinates are as large as the numbers of the anchor.
    pub(crate) fn place(self) -> Vec2 {
        match self {
            Self::Point(at) => at,
            Self::HalfPlane { offset, .. } => Vec2::new(offset, 0.0),
        }
    }

    /// Returns `true` if a move rounds nothing.
    pub(crate) fn moves_exactly(self, by: Vec2) -> bool {
        match self {
            Self::Point(at) => adds(at.x, by.x) && adds(at.y, by.y),
            Self::HalfPlane { normal, offset } => {
                let (x, y) = (normal[0] * f64::from(by.x), normal[1] * f64::from(by.y));
                let sum = x + y;
                let whole = [normal[0], normal[1], x, y, sum].into_iter().all(fits);
                whole && sum - x == y && adds(offset, sum as f32)
            }
        }
    }
}

impl Subject {
    /// The anchors of all parts.
    pub(crate) fn anchors(&self) -> Vec<Anchor> {
        let (frame, spec) = (self.affine(), &self.spec);
        match spec.kind {
            Kind::Compound => {
                spec.parts.iter().flat_map(|part| part.under(&frame).anchors()).collect()
            }
            Kind::HalfPlane => vec![self.plane()],
            Kind::Segment | Kind::Capsule | Kind::ShearedCapsule => {
                let [p, q] = [spec.at(0), spec.at(1)];
                let first = if (q[0], q[1]) < (p[0], p[1]) { q } else { p };
                vec![Anchor::Point(frame.transform_point(first))]
            }
            Kind::Point
            | Kind::Circle
            | Kind::ShearedCircle
            | Kind::Rect
            | Kind::RoundedRect
            | Kind::Ellipse => vec![Anchor::Point(frame.transform_point(spec.at(0)))],
            // Several vertices that fell together are stored as one point.
            _ => match self.place().map(|placed| placed.bounds()) {
                Ok(bounds) if bounds.min == bounds.max => vec![Anchor::Point(bounds.min)],
                _ => vec![Anchor::Point(frame.translation())],
            },
        }
    }

    /// The half-plane under its map: normals map by the inverse transpose.
    fn plane(&self) -> Anchor {
        let [a, b, c, d, tx, ty] = self.matrix.map(f64::from);
        let [x, y] = self.spec.at(0).map(f64::from);
        let scale = a * d - b * c;
        let sign = scale.signum();
        let normal = [(d * x - b * y) * sign, (a * y - c * x) * sign];
        // Powers of two change no set.
        let longest = if normal[0].abs() > normal[1].abs() { normal[0] } else { normal[1] };
        let shrink = if scale.abs() == 1.0 { 1.0 } else { 1.0 / longest.abs() };
        let normal = normal.map(|v| v * shrink);
        let offset = scale.abs() * f64::from(self.spec.radius) * shrink;
        let offset = (offset + (normal[0] * tx + normal[1] * ty)) as f32;
        Anchor::HalfPlane { normal, offset }
    }
}

fn fits(x: f64) -> bool {
    f64::from(x as f32) == x
}

/// Returns `true` if the sum needs no rounding.
pub(crate) fn adds(x: f32, y: f32) -> bool {
    let (p, q) = (f64::from(x), f64::from(y));
    let sum = p + q;
    sum - p == q && sum - q == p && fits(sum)
}
