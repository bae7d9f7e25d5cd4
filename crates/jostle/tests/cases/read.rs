//! Reads the two forms of records: what was collected elsewhere (`known.json`) and jostle's own.

use jostle::{
    Affine, Rot, Shape, ShapeError,
    shape::{ChainEnds, Sidedness},
};
use serde_json::Value;

/// One side of a pair.
pub(crate) struct Side {
    pub(crate) shape: Result<Shape, ShapeError>,
    pub(crate) affine: Affine,
    /// All points that are named, where they are placed.
    pub(crate) points: Vec<[f32; 2]>,
    /// Largest absolute number.
    pub(crate) largest: f64,
}

/// One record.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) about: String,
    pub(crate) query: String,
    pub(crate) a: Side,
    pub(crate) b: Option<Side>,
    pub(crate) ray: Option<[[f32; 2]; 2]>,
    /// Times the direction of the ray, or `None` for a ray without end.
    pub(crate) ray_max: Option<f64>,
    pub(crate) level: Option<String>,
    pub(crate) expected: Value,
    /// Whether the inputs are `f32` numbers, or the expectation is that of the rounded ones.
    pub(crate) exact: bool,
    pub(crate) margin: Option<f64>,
    pub(crate) may_be_refused: bool,
}

impl Case {
    pub(crate) fn largest(&self) -> f64 {
        let rays = self.ray.iter().flatten().flatten().map(|v| f64::from(v.abs()));
        let sides = [Some(&self.a), self.b.as_ref()].into_iter().flatten().map(|s| s.largest);
        rays.chain(sides).fold(0.0, f64::max)
    }
}

fn number(v: &Value) -> f32 {
    v.as_f64().expect("a number") as f32
}

pub(crate) fn pair(v: &Value) -> [f32; 2] {
    [number(&v[0]), number(&v[1])]
}

fn list(v: &Value) -> Vec<[f32; 2]> {
    v.as_array().map(|l| l.iter().map(pair).collect()).unwrap_or_default()
}

/// Reads a record of `known.json`.
pub(crate) fn known(v: &Value) -> Case {
    let text = |key: &str| v[key].as_str().unwrap_or_default().to_owned();
    let rounded = v.get("expected_f32").filter(|e| !e.is_null());
    let ray = v.get("ray").map(|r| [pair(&r["origin"]), pair(&r["dir"])]);
    let may_be_refused = v["tags"].as_array().is_some_and(|tags| {
        tags.iter().any(|t| t.as_str().is_some_and(|t| t.starts_with("self-intersecting")))
    });
    Case {
        id: text("id"),
        about: format!("{}: {}", text("source"), text("note")),
        query: text("query"),
        a: side(&v["a"]),
        b: v.get("b").map(side),
        ray,
        ray_max: v.get("ray").and_then(|r| r["max"].as_f64()),
        level: None,
        expected: rounded.unwrap_or(&v["expected"]).clone(),
        exact: rounded.is_some() || v["f32_exact"] == true,
        margin: v["margin"].as_f64(),
        may_be_refused,
    }
}

fn side(v: &Value) -> Side {
    let points = || list(&v["points"]);
    let shape = match v["type"].as_str().unwrap_or_default() {
        "point" => Shape::point(pair(&v["p"])),
        "segment" => Shape::segment(pair(&v["a"]), pair(&v["b"])),
        "circle" => Shape::circle_at(pair(&v["center"]), number(&v["radius"])),
        "capsule" => Shape::capsule(pair(&v["a"]), pair(&v["b"]), number(&v["radius"])),
        "obb" => {
            let rot = Rot::from_radians(number(&v["angle"]));
            Shape::rect_half_at(pair(&v["center"]), pair(&v["half"]), rot)
        }
        "polygon" => Shape::polygon(points()),
        "rounded_polygon" => {
            Shape::polygon(points()).and_then(|p| p.with_radius(number(&v["radius"])))
        }
        "polyline" => Shape::chain(points(), ChainEnds::Open, Sidedness::Both),
        "polygon_with_holes" => {
            let holes = v["holes"].as_array().map(|l| l.iter().map(list).collect::<Vec<_>>());
            Shape::polygon_with_holes(list(&v["outer"]), holes.unwrap_or_default())
        }
        other => panic!("unknown shape {other}"),
    };
    Side { shape, affine: Affine::IDENTITY, points: named(v), largest: largest(v) }
}

/// Reads a record in jostle's own form: shapes as scene files write them, each with its transform,
/// and the transforms of its parents from the nearest up.
pub(crate) fn own(v: &Value) -> Case {
    let text = |key: &str| v[key].as_str().unwrap_or_default().to_owned();
    Case {
        id: text("id"),
        about: text("about"),
        query: text("query"),
        a: own_side(&v["a"], &v["parents_a"]),
        b: v.get("b").map(|b| own_side(b, &v["parents_b"])),
        ray: v.get("origin").map(|origin| [pair(origin), pair(&v["translation"])]),
        ray_max: Some(1.0),
        level: v["level"].as_str().map(str::to_owned),
        expected: v["expected"].clone(),
        exact: true,
        margin: None,
        may_be_refused: false,
    }
}

fn own_side(v: &Value, parents: &Value) -> Side {
    let (shape, mut affine) = Shape::from_json_with_transform(v).expect("a shape in jostle's form");
    for parent in parents.as_array().into_iter().flatten() {
        affine = affine.under(&Affine::from_json(parent).expect("a transform"));
    }
    let mut bare = v.clone();
    bare.as_object_mut().map(|o| o.remove("transform"));
    let mut points: Vec<[f32; 2]> = named(&bare);
    points.push([0.0, 0.0]);
    let points: Vec<[f32; 2]> =
        points.into_iter().map(|p| affine.transform_point(p).into()).collect();
    let reach = points.iter().flatten().fold(largest(&bare), |l, x| l.max(f64::from(x.abs())));
    Side { shape: Ok(shape), affine, points, largest: reach }
}

/// All pairs of numbers in a shape that are points, at any depth.
fn named(v: &Value) -> Vec<[f32; 2]> {
    match v {
        Value::Array(items) if items.len() == 2 && items.iter().all(Value::is_number) => {
            vec![pair(v)]
        }
        Value::Array(items) => items.iter().flat_map(named).collect(),
        Value::Object(map) => {
            let sizes = ["half", "radii", "normal", "scale", "skew_degrees"];
            map.iter()
                .filter(|(k, _)| !sizes.contains(&k.as_str()))
                .flat_map(|(_, v)| named(v))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn largest(v: &Value) -> f64 {
    match v {
        Value::Number(n) => n.as_f64().unwrap_or_default().abs(),
        Value::Array(items) => items.iter().map(largest).fold(0.0, f64::max),
        Value::Object(map) => {
            let angles = ["angle", "degrees", "radians"];
            let numbers = map.iter().filter(|(k, _)| !angles.contains(&k.as_str()));
            numbers.map(|(_, v)| largest(v)).fold(0.0, f64::max)
        }
        _ => 0.0,
    }
}
