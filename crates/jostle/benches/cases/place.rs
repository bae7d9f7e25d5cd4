//! The measured forms as jostle's shapes.

use super::cases::{At, Form};
use jostle::{Affine, Shape, ShapeError};

pub(crate) fn shape(form: &Form) -> Result<Shape, ShapeError> {
    match form {
        Form::Rect(half) => Shape::rect_half(*half),
        Form::Circle(radius) => Shape::circle(*radius),
        Form::Capsule(x, radius) => Shape::capsule((-x, 0.0), (*x, 0.0), *radius),
        Form::Convex(points) | Form::Star(points) => Shape::polygon(points.iter().copied()),
    }
}

pub(crate) fn affine([x, y, angle]: At) -> Affine {
    Affine::at((x, y)).rotated(angle)
}
