//! jostle's side of the pairs.

use super::inputs::{Form, Pair, Pose};
use crate::Failure;
use crate::contest::Side;
use crate::report::Part;
use jostle::{Affine, Placed, Shape, ShapeError};
use std::hint::black_box;

pub(super) fn shape(form: &Form) -> Result<Shape, ShapeError> {
    match form {
        Form::Rect(half) => Shape::rect_half(*half),
        Form::Circle(radius) => Shape::circle(*radius),
        Form::Capsule(x, radius) => Shape::capsule((-x, 0.0), (*x, 0.0), *radius),
        Form::Convex(points) => Shape::polygon(points.iter().copied()),
    }
}

pub(super) fn affine(pose: &Pose) -> Affine {
    Affine::at((pose.at[0], pose.at[1])).rotated_by(pose.rot)
}

/// Shapes, where they go, and both put there.
pub(crate) struct Own {
    shapes: Vec<(Shape, Shape)>,
    at: Vec<(Affine, Affine)>,
    placed: Vec<(Placed, Placed)>,
}

impl Own {
    pub(crate) fn new(pairs: &[Pair]) -> Result<Self, Failure> {
        let mut own = Self { shapes: Vec::new(), at: Vec::new(), placed: Vec::new() };
        for Pair { a, b } in pairs {
            let shapes = (shape(&a.0)?, shape(&b.0)?);
            let at = (affine(&a.1), affine(&b.1));
            own.placed.push((shapes.0.place(at.0)?, shapes.1.place(at.1)?));
            own.shapes.push(shapes);
            own.at.push(at);
        }
        Ok(own)
    }

    fn each<A>(&self, answers: &mut [A], ask: impl Fn(&Placed, &Placed) -> A) {
        for ((a, b), answer) in self.placed.iter().zip(answers) {
            *answer = ask(a, b);
        }
    }

    pub(crate) fn overlaps(&self) -> [Side<'_, bool>; 2] {
        [
            Side::own("jostle overlaps", |hits| self.each(hits, Placed::overlaps)),
            Side::new("jostle place both, overlaps", Part::OwnAside, |hits| {
                for (((a, b), (p, q)), hit) in self.shapes.iter().zip(&self.at).zip(hits) {
                    *hit = match (a.place(*p), b.place(*q)) {
                        (Ok(a), Ok(b)) => a.overlaps(&b),
                        _ => false,
                    };
                }
            }),
        ]
    }

    pub(crate) fn distance(&self) -> Side<'_, f32> {
        Side::own("jostle gap", |far| self.each(far, |a, b| black_box(&a.gap(b)).distance()))
    }

    /// Up to two points, with ids.
    pub(crate) fn manifold(&self, part: Part) -> Side<'_, f32> {
        Side::new("jostle manifold", part, |depths| {
            self.each(depths, |a, b| {
                let deepest = |m: &jostle::Manifold| {
                    m.points()
                        .iter()
                        .map(|p| p.depth)
                        .fold(0.0, |x: f32, y| if y > x { y } else { x })
                };
                black_box(&a.manifold(b)).as_ref().map_or(0.0, deepest)
            });
        })
    }

    /// One point, depth and normal.
    pub(crate) fn contact(&self, part: Part) -> Side<'_, f32> {
        Side::new("jostle contact", part, |depths| {
            self.each(depths, |a, b| black_box(&a.contact(b)).as_ref().map_or(0.0, |c| c.depth));
        })
    }
}
