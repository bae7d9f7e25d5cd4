//! The JSON forms of Phaser, libGDX, R.U.B.E and `PixiJS`: convex pieces under a name.

use super::{GENERATOR, Number, pixel};
use crate::{Frames, Hitbox, Sprite};
use serde_json::{Map, Value, json};

fn text(value: &Value) -> String {
    format!("{value}\n")
}

fn number(value: f64) -> Value {
    serde_json::to_value(Number(value)).unwrap_or(Value::Null)
}

/// One entry for each frame, under the frame's own name if there are several, because engines look it
/// up by that name.
fn by_name(sprite: &Sprite, entry: impl Fn(&str, &Hitbox) -> Value) -> Map<String, Value> {
    match &sprite.frames {
        Frames::Still(hitbox) => {
            Map::from_iter([(sprite.name.clone(), entry(&sprite.name, hitbox))])
        }
        Frames::Many(frames) => frames
            .iter()
            .map(|frame| (frame.name.clone(), entry(&frame.name, &frame.hitbox)))
            .collect(),
    }
}

/// Points of a piece, each made by `point` from its pixel position.
fn piece(points: &[crate::Point], point: impl Fn(f64, f64) -> Value) -> Vec<Value> {
    points
        .iter()
        .map(|&at| {
            let [x, y] = pixel(at);
            point(x.0, y.0)
        })
        .collect()
}

/// What CodeAndWeb's PhysicsEditor exports for Phaser 3 with Matter.
pub(super) fn phaser(sprite: &Sprite) -> String {
    let body = |name: &str, hitbox: &Hitbox| {
        let point = |x: f64, y: f64| json!({"x": number(x), "y": number(y)});
        let vertices: Vec<Vec<Value>> = hitbox.pieces.iter().map(|p| piece(p, point)).collect();
        json!({
            "type": "fromPhysicsEditor",
            "label": name,
            "isStatic": false,
            "fixtures": [{"label": name, "isSensor": false, "vertices": vertices}],
        })
    };
    let mut all = by_name(sprite, body);
    all.insert("generator_info".to_owned(), json!(GENERATOR));
    text(&Value::Object(all))
}

/// The physics-body-editor's form: the width of the picture is 1, y points up from the bottom.
pub(super) fn libgdx(sprite: &Sprite) -> String {
    let body = |name: &str, hitbox: &Hitbox| {
        let (width, height) = (f64::from(hitbox.size[0]), f64::from(hitbox.size[1]));
        let point = |x: f64, y: f64| json!({"x": x / width, "y": (height - y) / width});
        let polygons: Vec<Vec<Value>> = hitbox.pieces.iter().map(|p| upright(p, point)).collect();
        let shape =
            |ring: &crate::Ring| json!({"type": "POLYGON", "vertices": piece(&ring.points, point)});
        let outer = hitbox.outline.rings.iter().filter(|ring| !ring.hole);
        let shapes: Vec<Value> = outer.map(shape).collect();
        let [x, y] = hitbox.origin.pivot;
        // Without a pivot the editor's own default: the bottom left corner.
        let origin =
            if hitbox.origin.pivot == [0.0, 0.0] { json!({"x": 0, "y": 0}) } else { point(x, y) };
        json!({
            "name": name,
            "imagePath": sprite.image,
            "origin": origin,
            "polygons": polygons,
            "circles": [],
            "shapes": shapes,
        })
    };
    let bodies: Vec<Value> = by_name(sprite, body).into_iter().map(|(_, body)| body).collect();
    text(&json!({"generator": GENERATOR, "rigidBodies": bodies, "dynamicObjects": []}))
}

/// Points of a piece turned over: with y up the other winding is counter-clockwise, as Box2D wants.
fn upright(points: &[crate::Point], point: impl Fn(f64, f64) -> Value) -> Vec<Value> {
    let mut points = piece(points, point);
    points.reverse();
    points
}

/// A R.U.B.E scene: one static body for each frame, in pixels from the pivot, y up.
pub(super) fn rube(sprite: &Sprite) -> String {
    let body = |name: &str, hitbox: &Hitbox| {
        let [px, py] = hitbox.origin.pivot;
        let fixture = |(index, points): (usize, &Vec<crate::Point>)| {
            let xs = upright(points, |x, _| number(x - px));
            let ys = upright(points, |_, y| number(py - y));
            json!({
                "name": format!("fixture{index}"),
                "density": 1,
                "friction": 0.2,
                "polygon": {"vertices": {"x": xs, "y": ys}},
            })
        };
        let fixtures: Vec<Value> = hitbox.pieces.iter().enumerate().map(fixture).collect();
        json!({
            "name": name,
            "type": 0,
            "angle": 0,
            "angularVelocity": 0,
            "awake": true,
            "linearVelocity": 0,
            "position": 0,
            "fixture": fixtures,
        })
    };
    let bodies: Vec<Value> = by_name(sprite, body).into_iter().map(|(_, body)| body).collect();
    text(&json!({
        "generator": GENERATOR,
        "gravity": {"x": 0, "y": -10},
        "allowSleep": true,
        "autoClearForces": true,
        "positionIterations": 3,
        "velocityIterations": 8,
        "stepsPerSecond": 60,
        "warmStarting": true,
        "continuousPhysics": true,
        "subStepping": false,
        "body": bodies,
        "joint": [],
        "image": [],
    }))
}

/// Flat point lists, from the pivot as `PixiJS` counts a sprite's own coordinates.
pub(super) fn pixi(sprite: &Sprite) -> String {
    let area = |_: &str, hitbox: &Hitbox| {
        let [px, py] = hitbox.origin.pivot;
        let flat = |points: &Vec<crate::Point>| -> Vec<Value> {
            let xy = |&at: &crate::Point| pixel(at);
            let from = [px, py];
            let numbers = points.iter().map(xy).flat_map(|p| [p[0].0 - from[0], p[1].0 - from[1]]);
            numbers.map(number).collect()
        };
        let pieces: Vec<Vec<Value>> = hitbox.pieces.iter().map(flat).collect();
        json!({"anchor": hitbox.anchor().map(number), "polygons": pieces})
    };
    text(&Value::Object(by_name(sprite, area)))
}
