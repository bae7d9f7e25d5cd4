//! The JSON form of a transform.
//!
//! Parts compose as in PixiJS: a = sx·cos(r+ky), b = sx·sin(r+ky), c = −sy·sin(r−kx),
//! d = sy·cos(r−kx), (tx, ty) = position − M·pivot. Quarter turns in degrees are exact.

use crate::json::JsonError;
use crate::json::node::{Fields, Node};
use crate::json::number::number;
use crate::{Affine, Rot, Vec2};
use serde_json::{Value, json};

const KEYS: [&str; 8] =
    ["position", "degrees", "radians", "scale", "skew_degrees", "skew_radians", "pivot", "matrix"];

pub(crate) fn read(node: &Node<'_>) -> Result<Affine, JsonError> {
    if node.object()?.contains_key("matrix") {
        let fields = node.fields(&["matrix"])?;
        return fields.require("matrix")?.numbers::<6>().map(Affine::from_matrix);
    }
    let fields = node.fields(&KEYS)?;
    let position = fields.or("position", Vec2::ZERO, |node| node.vec2())?;
    let scale = fields.or("scale", Vec2::new(1.0, 1.0), |node| node.vec2())?;
    let pivot = fields.or("pivot", Vec2::ZERO, |node| node.vec2())?;
    Ok(Affine::at(position.x, position.y)
        .rotated_by(fields.turn()?)
        .skewed_by(skew(&fields)?)
        .scaled(scale.x, scale.y)
        .pivoted(pivot.x, pivot.y))
}

fn skew(fields: &Fields<'_>) -> Result<[Rot; 2], JsonError> {
    Ok(match fields.either("skew_degrees", "skew_radians")? {
        (Some(degrees), _) => degrees.numbers::<2>()?.map(Rot::from_degrees),
        (None, Some(radians)) => radians.numbers::<2>()?.map(Rot::from_radians),
        (None, None) => [Rot::IDENTITY; 2],
    })
}

pub(crate) fn write(affine: Affine) -> Value {
    json!({ "matrix": affine.to_matrix().map(number) })
}
