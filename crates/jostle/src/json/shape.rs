//! The JSON form of a shape: `type` and the keys of that type.

mod grid;

use crate::json::limits::{MAX_SHAPES, MAX_VERTICES};
use crate::json::node::{Fields, Node, clip};
use crate::json::number::number;
use crate::json::{JsonError, JsonErrorKind, affine, mask};
use crate::{
    Affine, Rot, Shape, ShapeError, Vec2,
    shape::{ChainEnds, Sidedness},
};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::{Value, json};

const TYPES: &str = "point, segment, circle, capsule, rect, ellipse, polygon, chain, half_plane, compound, mask, grid";

pub(crate) fn read(node: &Node<'_>, budget: &mut usize) -> Result<Shape, JsonError> {
    keyed(node, budget, &["type"])
}

/// A shape with a `transform` beside its own keys.
pub(crate) fn read_part(node: &Node<'_>, budget: &mut usize) -> Result<(Shape, Affine), JsonError> {
    let shape = keyed(node, budget, &["type", "transform"])?;
    let affine = match node.object()?.get("transform") {
        Some(value) => affine::read(&node.key("transform", value))?,
        None => Affine::IDENTITY,
    };
    Ok((shape, affine))
}

fn keyed(node: &Node<'_>, budget: &mut usize, also: &[&str]) -> Result<Shape, JsonError> {
    *budget = budget.checked_sub(1).ok_or_else(|| {
        node.error(JsonErrorKind::Limit, format!("more than {MAX_SHAPES} shapes"))
    })?;
    let Some(kind) = node.object()?.get("type") else {
        return Err(node.error(JsonErrorKind::Form, "the key \"type\" is missing"));
    };
    let kind_node = node.key("type", kind);
    let kind = kind_node.text()?;
    let fields = |own: &[&str]| node.fields(&[also, own].concat());
    let refused = |error: ShapeError| node.error(JsonErrorKind::Shape, error.to_string());
    match kind {
        "point" => Shape::point(fields(&["at"])?.vec2_or("at", Vec2::ZERO)?).map_err(refused),
        "segment" => {
            let f = fields(&["a", "b"])?;
            Shape::segment(f.require("a")?.vec2()?, f.require("b")?.vec2()?).map_err(refused)
        }
        "circle" => {
            let f = fields(&["center", "radius"])?;
            let center = f.vec2_or("center", Vec2::ZERO)?;
            Shape::circle_at(center, f.require("radius")?.number()?).map_err(refused)
        }
        "capsule" => {
            let f = fields(&["a", "b", "radius"])?;
            let (a, b) = (f.require("a")?.vec2()?, f.require("b")?.vec2()?);
            Shape::capsule(a, b, f.require("radius")?.number()?).map_err(refused)
        }
        "rect" => {
            let f = fields(&["center", "half", "degrees", "radians", "rot", "radius"])?;
            let center = f.vec2_or("center", Vec2::ZERO)?;
            let rect = Shape::rect_half_at(center, f.require("half")?.vec2()?, turn(&f)?);
            rounded(rect, &f)?.map_err(refused)
        }
        "ellipse" => {
            let f = fields(&["center", "radii", "degrees", "radians", "rot"])?;
            let center = f.vec2_or("center", Vec2::ZERO)?;
            Shape::ellipse_at(center, f.require("radii")?.vec2()?, turn(&f)?).map_err(refused)
        }
        "polygon" => polygon(node, &fields(&["points", "holes", "radius"])?),
        "chain" => {
            let f = fields(&["points", "closed", "sided"])?;
            let mut room = MAX_VERTICES;
            let points = points(&f.require("points")?, &mut room)?;
            Shape::chain(points, ends(&f)?, sided(&f)?).map_err(refused)
        }
        "half_plane" => {
            let f = fields(&["normal", "offset"])?;
            let normal = f.require("normal")?.vec2()?;
            Shape::half_plane(normal, f.number_or("offset", 0.0)?).map_err(refused)
        }
        "compound" => {
            let f = fields(&["parts"])?;
            let list = f.require("parts")?;
            let mut parts = Vec::new();
            for (index, part) in list.array()?.iter().enumerate() {
                parts.push(read_part(&list.at(index, part), budget)?);
            }
            Shape::compound(parts).map_err(refused)
        }
        "mask" => mask::read(node, &fields(&["rows"])?.require("rows")?),
        "grid" => grid::read(node, &fields(&["cell", "rows", "tiles"])?, budget),
        other => Err(kind_node.error(
            JsonErrorKind::Form,
            format!("unknown type {:?}; the types are {TYPES}", clip(other)),
        )),
    }
}

fn polygon(node: &Node<'_>, f: &Fields<'_>) -> Result<Shape, JsonError> {
    let mut room = MAX_VERTICES;
    let outer = points(&f.require("points")?, &mut room)?;
    let mut holes = Vec::new();
    if let Some(list) = f.get("holes") {
        for (index, hole) in list.array()?.iter().enumerate() {
            holes.push(points(&list.at(index, hole), &mut room)?);
        }
    }
    rounded(Shape::polygon_with_holes(outer, holes), f)?
        .map_err(|error| node.error(JsonErrorKind::Shape, error.to_string()))
}

/// The points of a list, taken from the room that the shape has for vertices.
fn points(list: &Node<'_>, room: &mut usize) -> Result<Vec<Vec2>, JsonError> {
    let values = list.array()?;
    *room = room.checked_sub(values.len()).ok_or_else(|| {
        list.error(JsonErrorKind::Limit, format!("more than {MAX_VERTICES} vertices in a shape"))
    })?;
    values.iter().enumerate().map(|(index, value)| list.at(index, value).vec2()).collect()
}

type Made = Result<Shape, ShapeError>;

fn rounded(shape: Made, f: &Fields<'_>) -> Result<Made, JsonError> {
    let radius = f.number_or("radius", 0.0)?;
    Ok(shape.and_then(|shape| shape.with_radius(radius)))
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

fn ends(f: &Fields<'_>) -> Result<ChainEnds, JsonError> {
    let closed = f.get("closed").map_or(Ok(false), |node| node.truth())?;
    Ok(if closed { ChainEnds::Closed } else { ChainEnds::Open })
}

fn sided(f: &Fields<'_>) -> Result<Sidedness, JsonError> {
    let Some(node) = f.get("sided") else { return Ok(Sidedness::Both) };
    match node.text()? {
        "both" => Ok(Sidedness::Both),
        "left" => Ok(Sidedness::Left),
        other => Err(node.error(
            JsonErrorKind::Form,
            format!("expected \"both\" or \"left\", found {:?}", clip(other)),
        )),
    }
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
            let mut form = json!({ "center": pair(s.center), "half": pair(s.half) });
            write_turn(&mut form, s.rot);
            write_radius(&mut form, s.radius);
            form
        }
        Shape::Ellipse(s) => {
            let mut form = json!({ "center": pair(s.center), "radii": pair(s.radii) });
            write_turn(&mut form, s.rot);
            form
        }
        Shape::HalfPlane(s) => json!({ "normal": pair(s.normal), "offset": number(s.offset) }),
        Shape::Polygon(s) => {
            let mut rings = s.rings().iter().map(|ring| pairs(ring));
            let mut form = json!({ "points": rings.next().unwrap_or_default() });
            let holes: Vec<Value> = rings.collect();
            if !holes.is_empty() {
                form["holes"] = Value::Array(holes);
            }
            write_radius(&mut form, s.radius);
            form
        }
        Shape::Chain(s) => {
            let mut form =
                json!({ "points": pairs(&s.points), "closed": s.ends == ChainEnds::Closed });
            if s.sided == Sidedness::Left {
                form["sided"] = json!("left");
            }
            form
        }
        Shape::Compound(s) => {
            let parts = s.parts.iter().map(|(part, affine)| {
                let mut form = write(part)?;
                if *affine != Affine::IDENTITY {
                    form["transform"] = affine::write(*affine);
                }
                Some(form)
            });
            json!({ "parts": parts.collect::<Option<Vec<_>>>()? })
        }
        Shape::Mask(s) => mask::write(&s.bits),
        Shape::Grid(s) => grid::write(&s.map)?,
        Shape::Custom(_) => return None,
    };
    form["type"] = shape.kind().into();
    Some(form)
}

fn pair(v: Vec2) -> Value {
    json!([number(v.x), number(v.y)])
}

fn pairs(points: &[Vec2]) -> Value {
    points.iter().copied().map(pair).collect()
}

fn write_radius(form: &mut Value, radius: f32) {
    if radius != 0.0 {
        form["radius"] = number(radius);
    }
}

/// Degrees where they read back to the stored pair, else the pair itself.
fn write_turn(form: &mut Value, rot: Rot) {
    if rot == Rot::IDENTITY {
        return;
    }
    let turn = crate::math::atan2(f64::from(rot.sin), f64::from(rot.cos))
        * (180.0 / core::f64::consts::PI);
    // Most angles that people write are whole; near a quarter turn the pair itself states more.
    let whole = libm::rint(turn) as f32;
    if let Some(degrees) = [whole, turn as f32].into_iter().find(|&d| Rot::from_degrees(d) == rot) {
        form["degrees"] = number(degrees);
    } else {
        form["rot"] = json!([number(rot.cos), number(rot.sin)]);
    }
}
