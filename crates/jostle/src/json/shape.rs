//! The JSON forms of a shape, `type` and the keys of that type, and of a transform.

mod rows;

use crate::ErrorKind;
use crate::json::limits::{MAX_SHAPES, MAX_VERTICES};
use crate::json::node::{Fields, Node};
use crate::json::{JsonError, number};
use crate::shape::{ChainEnds, Sidedness};
use crate::{Affine, Rot, Shape, ShapeError, Vec2};
use alloc::{format, string::ToString, vec::Vec};
use serde_json::{Value, json};

const TYPES: [(&str, &[&str]); 12] = [
    ("point", &["at"]),
    ("segment", &["a", "b"]),
    ("circle", &["center", "radius"]),
    ("capsule", &["a", "b", "radius"]),
    ("rect", &["center", "half", "degrees", "radians", "rot", "radius"]),
    ("ellipse", &["center", "radii", "degrees", "radians", "rot"]),
    ("polygon", &["points", "holes", "radius"]),
    ("chain", &["points", "closed", "sided"]),
    ("half_plane", &["normal", "offset"]),
    ("compound", &["parts"]),
    ("mask", &["rows"]),
    ("grid", &["cell", "rows", "tiles"]),
];

pub(crate) fn read(node: &Node<'_>, budget: &mut usize) -> Result<Shape, JsonError> {
    keyed(node, budget, &[])
}

/// A shape with a `transform` beside its own keys.
pub(crate) fn read_part(node: &Node<'_>, budget: &mut usize) -> Result<(Shape, Affine), JsonError> {
    let shape = keyed(node, budget, &["transform"])?;
    let affine = match node.object()?.get("transform") {
        Some(value) => read_affine(&node.key("transform", value))?,
        None => Affine::IDENTITY,
    };
    Ok((shape, affine))
}

fn keyed(node: &Node<'_>, budget: &mut usize, also: &[&str]) -> Result<Shape, JsonError> {
    *budget = budget
        .checked_sub(1)
        .ok_or_else(|| node.error(ErrorKind::TooMany, format!("more than {MAX_SHAPES} shapes")))?;
    let (kind, f) = node.tagged("type", also, &TYPES)?;
    let center = || f.or("center", Vec2::ZERO, Node::vec2);
    let rounded = |made: Result<Shape, ShapeError>| {
        let radius = f.or("radius", 0.0, Node::number)?;
        Ok(made.and_then(|shape| shape.with_radius(radius)))
    };
    let made = match kind {
        "point" => Shape::point(f.or("at", Vec2::ZERO, Node::vec2)?),
        "segment" => Shape::segment(f.vec2("a")?, f.vec2("b")?),
        "circle" => Shape::circle_at(center()?, f.number("radius")?),
        "capsule" => Shape::capsule(f.vec2("a")?, f.vec2("b")?, f.number("radius")?),
        "rect" => rounded(Shape::rect_half_at(center()?, f.vec2("half")?, turn(&f)?))?,
        "ellipse" => Shape::ellipse_at(center()?, f.vec2("radii")?, turn(&f)?),
        "polygon" => {
            let mut room = MAX_VERTICES;
            let outer = points(&f.require("points")?, &mut room)?;
            let holes = f.or("holes", Vec::new(), |list| {
                list.items()?.map(|hole| points(&hole, &mut room)).collect()
            })?;
            rounded(Shape::polygon_with_holes(outer, holes))?
        }
        "chain" => {
            let points = points(&f.require("points")?, &mut { MAX_VERTICES })?;
            let closed = f.or("closed", false, Node::truth)?;
            let ends = if closed { ChainEnds::Closed } else { ChainEnds::Open };
            let word = |node: &Node<'_>| node.word("\"both\" or \"left\"");
            Shape::chain(points, ends, f.or("sided", Sidedness::Both, word)?)
        }
        "half_plane" => Shape::half_plane(f.vec2("normal")?, f.or("offset", 0.0, Node::number)?),
        "compound" => {
            let list = f.require("parts")?;
            let parts = list.items()?.map(|part| read_part(&part, budget));
            Shape::compound(parts.collect::<Result<Vec<_>, _>>()?)
        }
        "mask" => rows::read_mask(&f.require("rows")?)?,
        _ => return rows::read_grid(node, &f, budget),
    };
    made.map_err(|error| node.error(error.kind(), error.to_string()))
}

/// The points of a list, taken from the room that the shape has for vertices.
fn points(list: &Node<'_>, room: &mut usize) -> Result<Vec<Vec2>, JsonError> {
    let values = list.items()?;
    *room = room.checked_sub(values.len()).ok_or_else(|| {
        list.error(ErrorKind::TooMany, format!("more than {MAX_VERTICES} vertices in a shape"))
    })?;
    values.map(|value| value.vec2()).collect()
}

/// The angle of a rect or an ellipse; `rot` is the stored cosine and sine themselves.
fn turn(f: &Fields<'_>) -> Result<Rot, JsonError> {
    let Some(rot) = f.get("rot") else { return f.turn() };
    for key in ["degrees", "radians"] {
        f.either("rot", key)?;
    }
    let [cos, sin] = rot.numbers()?;
    Ok(Rot { cos, sin })
}

pub(crate) fn write(shape: &Shape) -> Option<Value> {
    let mut form = match shape {
        Shape::Point(s) => json!({ "at": pair(s.at) }),
        Shape::Segment(s) => json!({ "a": pair(s.a), "b": pair(s.b) }),
        Shape::Circle(s) => json!({ "center": pair(s.center), "radius": number(s.radius) }),
        Shape::Capsule(s) => {
            json!({ "a": pair(s.a), "b": pair(s.b), "radius": number(s.radius) })
        }
        Shape::Rect(s) => {
            let ([degrees, rot], radius) = (write_turn(s.rot), nonzero(s.radius));
            json!({ "center": pair(s.center), "half": pair(s.half), "degrees": degrees, "rot": rot,
                "radius": radius })
        }
        Shape::Ellipse(s) => {
            let [degrees, rot] = write_turn(s.rot);
            json!({ "center": pair(s.center), "radii": pair(s.radii), "degrees": degrees,
                "rot": rot })
        }
        Shape::HalfPlane(s) => json!({ "normal": pair(s.normal), "offset": number(s.offset) }),
        Shape::Polygon(s) => {
            let mut rings = s.rings().iter().map(|ring| pairs(ring));
            let points = rings.next().unwrap_or_default();
            let holes = (rings.len() > 0).then(|| Value::from_iter(rings));
            json!({ "points": points, "holes": holes, "radius": nonzero(s.radius) })
        }
        Shape::Chain(s) => {
            let sided = (s.sided == Sidedness::Left).then_some("left");
            let closed = s.ends == ChainEnds::Closed;
            json!({ "points": pairs(&s.points), "closed": closed, "sided": sided })
        }
        Shape::Compound(s) => {
            let parts = s.parts.iter().map(|(part, affine)| {
                let mut form = write(part)?;
                if *affine != Affine::IDENTITY {
                    form["transform"] = write_affine(*affine);
                }
                Some(form)
            });
            json!({ "parts": parts.collect::<Option<Vec<_>>>()? })
        }
        Shape::Mask(s) => rows::write_mask(&s.bits),
        Shape::Grid(s) => rows::write_grid(&s.map)?,
        Shape::Custom(_) => return None,
    };
    form["type"] = shape.kind().into();
    // A key that is left out means what null stands for here.
    form.as_object_mut()?.retain(|_, value| !value.is_null());
    Some(form)
}

pub(crate) fn pair(v: Vec2) -> Value {
    json!([number(v.x), number(v.y)])
}

fn pairs(points: &[Vec2]) -> Value {
    points.iter().copied().map(pair).collect()
}

fn nonzero(radius: f32) -> Value {
    if radius == 0.0 { Value::Null } else { number(radius) }
}

/// Returns degrees if they read back to the stored pair, else the pair itself.
fn write_turn(rot: Rot) -> [Value; 2] {
    if rot == Rot::IDENTITY {
        return [Value::Null, Value::Null];
    }
    let turn = crate::math::atan2(f64::from(rot.sin), f64::from(rot.cos))
        * (180.0 / core::f64::consts::PI);
    // Most angles that people write are whole; near a quarter turn the pair itself states more.
    let whole = libm::rint(turn) as f32;
    match [whole, turn as f32].into_iter().find(|&d| Rot::from_degrees(d) == rot) {
        Some(degrees) => [number(degrees), Value::Null],
        None => [Value::Null, pair(Vec2::new(rot.cos, rot.sin))],
    }
}

/// The keys of a transform. Parts compose as in PixiJS: a = sx·cos(r+ky), b = sx·sin(r+ky),
/// c = −sy·sin(r−kx), d = sy·cos(r−kx), (tx, ty) = position − M·pivot. Quarter turns in degrees are
/// exact.
const AFFINE: [&str; 8] =
    ["position", "degrees", "radians", "scale", "skew_degrees", "skew_radians", "pivot", "matrix"];

pub(crate) fn read_affine(node: &Node<'_>) -> Result<Affine, JsonError> {
    if node.object()?.contains_key("matrix") {
        let fields = node.fields(&["matrix"])?;
        return fields.require("matrix")?.numbers::<6>().map(Affine::from_matrix);
    }
    let fields = node.fields(&AFFINE)?;
    let position = fields.or("position", Vec2::ZERO, Node::vec2)?;
    let scale = fields.or("scale", Vec2::new(1.0, 1.0), Node::vec2)?;
    let pivot = fields.or("pivot", Vec2::ZERO, Node::vec2)?;
    Ok(Affine::at(position)
        .rotated_by(fields.turn()?)
        .skewed_by(skew(&fields)?)
        .scaled(scale.x, scale.y)
        .pivoted(pivot))
}

fn skew(fields: &Fields<'_>) -> Result<[Rot; 2], JsonError> {
    Ok(match fields.either("skew_degrees", "skew_radians")? {
        (Some(degrees), _) => degrees.numbers::<2>()?.map(Rot::from_degrees),
        (None, Some(radians)) => radians.numbers::<2>()?.map(Rot::from_radians),
        (None, None) => [Rot::IDENTITY; 2],
    })
}

pub(crate) fn write_affine(affine: Affine) -> Value {
    json!({ "matrix": affine.to_matrix().map(number) })
}
