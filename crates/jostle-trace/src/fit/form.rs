//! A circle, rectangle, capsule or ellipse as numbers, as a jostle shape, and as a drawing.
//!
//! Numbers are kept to 1/256 px if they are lengths, so shape and drawing speak of the same
//! ones. A drawing is off by the sagitta of its sides and by the rounding of its points.

use jostle::{Rot, Shape, Vec2};

use super::Simple;
use crate::{Point, UNITS_PER_PIXEL};

/// How far the sides of a final drawing may lie inside an arc, in pixels.
pub(super) const FINE: f64 = 1.0 / 512.0;
/// The same while searching.
pub(super) const COARSE: f64 = 1.0 / 32.0;

const UNITS: f64 = UNITS_PER_PIXEL as f64;

/// Center, half sizes along the axis and across, and the axis.
///
/// A circle's radius is the second size; a capsule's first is half its segment, its second its
/// radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) center: [f64; 2],
    pub(super) half: [f64; 2],
    pub(super) axis: Rot,
}

impl Form {
    /// Rounds to what a shape stores.
    pub(super) fn kept(self) -> Self {
        let keep = |v: f64| (v * UNITS).round() / UNITS;
        Self { center: self.center.map(keep), half: self.half.map(keep), ..self }
    }

    /// The shape; `None` without a size.
    pub(super) fn shape(&self, kind: Simple) -> Option<Shape> {
        let center = Vec2::from(self.center.map(|v| v as f32));
        let [along, across] = self.half.map(|v| v as f32);
        let reach = self.turned([self.half[0], 0.0]).map(|v| v as f32);
        let shape = match kind {
            Simple::Circle => Shape::circle_at(center, across),
            Simple::Rect => Shape::rect_half_at(center, (along, across), self.axis),
            Simple::Capsule => {
                let (dx, dy) = (reach[0], reach[1]);
                Shape::capsule(
                    (center.x - dx, center.y - dy),
                    (center.x + dx, center.y + dy),
                    across,
                )
            }
            Simple::Ellipse => Shape::ellipse_at(center, (along, across), self.axis),
            Simple::Hull => return None,
        };
        (along > 0.0 || kind == Simple::Circle || kind == Simple::Capsule)
            .then_some(shape.ok()?)
            .filter(|_| across > 0.0)
    }

    fn turned(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (c, s) = (f64::from(self.axis.cos), f64::from(self.axis.sin));
        [x * c - y * s, x * s + y * c]
    }

    /// The outline in 1/256 px, and how far it may be off.
    pub(super) fn drawn(&self, kind: Simple, sagitta: f64) -> (Vec<Point>, f64) {
        let [along, across] = self.half;
        let mut local: Vec<[f64; 2]> = Vec::new();
        let radius = if kind == Simple::Ellipse && along > across { along } else { across };
        // A side of an arc of radius r that spans the angle t lies r (1 − cos(t/2)) ≈ r t² / 8
        // inside.
        let sides = (core::f64::consts::TAU * (radius / (8.0 * sagitta)).sqrt()).ceil();
        let sides = (sides.clamp(12.0, 4096.0) as u32).next_multiple_of(4);
        let arc = |i: u32| {
            let turn = Rot::from_radians(
                (f64::from(i) / f64::from(sides) * core::f64::consts::TAU) as f32,
            );
            [f64::from(turn.cos), f64::from(turn.sin)]
        };
        match kind {
            Simple::Rect | Simple::Hull => local.extend([
                [-along, -across],
                [along, -across],
                [along, across],
                [-along, across],
            ]),
            Simple::Circle | Simple::Ellipse => {
                let first = if kind == Simple::Circle { across } else { along };
                local.extend((0..sides).map(arc).map(|[c, s]| [c * first, s * across]));
            }
            Simple::Capsule => {
                for i in 0..=sides / 2 {
                    let [c, s] = arc((i + 3 * sides / 4) % sides);
                    local.push([along + c * across, s * across]);
                }
                for i in 0..=sides / 2 {
                    let [c, s] = arc(i + sides / 4);
                    local.push([c * across - along, s * across]);
                }
            }
        }
        let mut exact = kind == Simple::Rect;
        let mut points: Vec<Point> = local
            .into_iter()
            .map(|p| {
                let [x, y] = self.turned(p);
                [x + self.center[0], y + self.center[1]].map(|v| {
                    let scaled = v * UNITS;
                    exact &= scaled == scaled.round();
                    scaled.round() as i32
                })
            })
            .collect();
        points.dedup();
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        // Half a diagonal of 1/256 px, and a margin for the f32 of arcs and axes.
        let rounding = core::f64::consts::FRAC_1_SQRT_2 / UNITS + 1e-6 * (along + across);
        let within = match kind {
            _ if exact => 0.0,
            Simple::Rect | Simple::Hull => rounding,
            _ => rounding + sagitta,
        };
        (points, within)
    }
}

/// The convex hull of points, of positive area, without straight corners (A. M. Andrew, "Another
/// efficient algorithm for convex hulls in two dimensions", 1979).
pub(super) fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let cross = |a: Point, b: Point, c: Point| {
        let d = |p: Point, k: usize| i64::from(p[k]) - i64::from(a[k]);
        d(b, 0) * d(c, 1) - d(b, 1) * d(c, 0)
    };
    let half = |ordered: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in ordered {
            while let [.., a, b] = chain[..]
                && cross(a, b, p) <= 0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}
