//! Scenes that every engine can build: bodies with a shape, layers and a place.

use crate::draw::Draw;
use jostle::{Affine, Rot, Shape, ShapeError};
use jostle_trace::{Fill, Goal, Mask, Pieces, Point, Tracing};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The place of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) at: [f32; 2],
    pub(crate) rot: Rot,
    pub(crate) degrees: f32,
}

impl Pose {
    pub(crate) fn new(at: [f32; 2], degrees: f32) -> Self {
        Self { at, rot: Rot::from_degrees(degrees), degrees }
    }

    pub(crate) fn affine(&self) -> Affine {
        Affine::at((self.at[0], self.at[1])).rotated_by(self.rot)
    }
}

/// A shape around the origin.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Circle(f32),
    /// Half extents.
    Rect([f32; 2]),
    /// Half the length along x, and the radius.
    Capsule([f32; 2]),
    Convex(Vec<[f32; 2]>),
    /// A concave ring, and convex pieces that make up its area exactly.
    Outline {
        ring: Vec<[f32; 2]>,
        pieces: Vec<Vec<[f32; 2]>>,
    },
}

impl Form {
    pub(crate) fn shape(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Circle(radius) => Shape::circle(*radius),
            Self::Rect(half) => Shape::rect_half(*half),
            Self::Capsule([long, radius]) => Shape::capsule((-long, 0.0), (*long, 0.0), *radius),
            Self::Convex(ring) | Self::Outline { ring, .. } => Shape::polygon(ring.iter().copied()),
        }
    }

    /// The same form, larger by a factor.
    pub(crate) fn scaled(&self, factor: f32) -> Self {
        let points = |ring: &Vec<[f32; 2]>| ring.iter().map(|v| v.map(|x| x * factor)).collect();
        match self {
            Self::Circle(radius) => Self::Circle(radius * factor),
            Self::Rect(half) => Self::Rect(half.map(|x| x * factor)),
            Self::Capsule(sizes) => Self::Capsule(sizes.map(|x| x * factor)),
            Self::Convex(ring) => Self::Convex(points(ring)),
            Self::Outline { ring, pieces } => {
                Self::Outline { ring: points(ring), pieces: pieces.iter().map(points).collect() }
            }
        }
    }
}

/// A body: its shape, its layer, the layers that it meets, and whether it only reports.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) form: Arc<Form>,
    pub(crate) layer: u32,
    pub(crate) sees: u32,
    pub(crate) sensor: bool,
}

impl Body {
    /// A solid body that meets everything.
    pub(crate) fn new(form: impl Into<Arc<Form>>) -> Self {
        Self { form: form.into(), layer: 1, sees: 1, sensor: false }
    }

    pub(crate) fn layers(self, layer: u32, sees: u32) -> Self {
        Self { layer, sees, ..self }
    }
}

/// A strictly convex polygon: `corners` points of an ellipse at uneven angles.
pub(crate) fn convex(corners: usize, size: f32, draw: &mut Draw) -> Form {
    let flat = draw.between(0.6, 1.0);
    let corner = |i: usize| {
        let step = 360.0 / corners as f32;
        let turn = Rot::from_degrees(step * (i as f32 + draw.between(0.0, 0.6)));
        [size * turn.cos, size * flat * turn.sin]
    };
    Form::Convex((0..corners).map(corner).collect())
}

/// A sprite's hitbox: a body of pixels with limbs, traced to within one pixel, with a number of
/// vertices in the range, scaled to a radius of about `size`.
pub(crate) fn traced(vertices: RangeInclusive<usize>, size: f32, draw: &mut Draw) -> Form {
    let tracing = Tracing {
        goal: Goal::deviation(1.0),
        fill: Fill::Holes,
        pieces: Pieces::Any,
        ..Tracing::default()
    };
    // Sizes in pixels, which come nearer to those that have such a number.
    let (mut least, mut most) = (8.0, 12.0 + *vertices.end() as f32);
    loop {
        let radius = draw.between(least, most);
        let middle = (radius * 1.6).ceil();
        let limbs = 2 + (draw.unit() * 0.2 * *vertices.end() as f32) as usize;
        let limb = |_| {
            let turn = Rot::from_degrees(draw.between(0.0, 360.0));
            let far = radius * draw.between(0.4, 1.0);
            [turn.cos * far, turn.sin * far, radius * draw.between(0.15, 0.5)]
        };
        let body = [0.0, 0.0, radius * 0.55];
        let discs: Vec<[f32; 3]> = (0..limbs).map(limb).chain([body]).collect();
        let mask = Mask::from_fn(2 * middle as u32, 2 * middle as u32, |x, y| {
            let (x, y) = (x as f32 + 0.5 - middle, y as f32 + 0.5 - middle);
            discs.iter().any(|[u, v, r]| (x - u) * (x - u) + (y - v) * (y - v) < r * r)
        });
        let Ok(hitbox) = tracing.trace(&mask, None) else { continue };
        let [ring] = &hitbox.outline.rings[..] else { continue };
        let count = ring.points.len();
        if !vertices.contains(&count) || hitbox.pieces.len() < 2 {
            if count < *vertices.start() {
                (least, most) = (0.5 * (least + radius), 1.1 * most);
            } else {
                most = 0.5 * (most + radius);
            }
            continue;
        }
        let scaled = |p: &Point| p.map(|units| (units as f32 / 256.0 - middle) * size / radius);
        let ring = ring.points.iter().map(scaled).collect();
        let pieces = hitbox.pieces.iter().map(|piece| piece.iter().map(scaled).collect());
        return Form::Outline { ring, pieces: pieces.collect() };
    }
}
