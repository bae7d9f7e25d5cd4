use super::*;
use crate::{Frames, Hitbox, Mask, NamedHitbox, Origin, Pieces, Tag, Tracing};
use serde_json::{Value, json};

/// A square frame of 4 pixels with a hole of 2.
fn ring() -> Hitbox {
    let mask = Mask::from_fn(4, 4, |x, y| !((1..3).contains(&x) && (1..3).contains(&y)));
    trace(&mask)
}

fn trace(mask: &Mask) -> Hitbox {
    let tracing = Tracing { pieces: Pieces::Any, ..Tracing::default() };
    tracing.trace(mask, None).expect("a hitbox")
}

fn still(hitbox: Hitbox) -> Sprite {
    Sprite {
        name: "ring".to_owned(),
        image: "ring.png".to_owned(),
        size: hitbox.size,
        frames: Frames::Still(Box::new(hitbox)),
        tags: Vec::new(),
    }
}

/// Two frames in a row, the second with its feet as its pivot.
fn sheet() -> Sprite {
    let named = |name: &str, x: u32| NamedHitbox {
        name: name.to_owned(),
        milliseconds: 100,
        group: None,
        file: None,
        area: Some([x, 0, 4, 4]),
        hitbox: ring(),
    };
    let mut frames = vec![named("a/0", 0), named("a/1", 4)];
    let origin = Origin { pivot: [2.0, 4.0], ..Origin::default() };
    frames[1].hitbox.put([4, 4], origin).expect("the same place");
    Sprite {
        name: "9 \"lives\"".to_owned(),
        image: "<&>.png".to_owned(),
        size: [8, 4],
        frames: Frames::Many(frames),
        tags: vec![Tag { name: "run".to_owned(), from: 0, to: 1 }],
    }
}

fn only(format: Format, sprite: &Sprite) -> String {
    let mut files = format.write(sprite);
    assert_eq!(files.len(), 1);
    files.remove(0).1
}

fn value(format: Format, sprite: &Sprite) -> Value {
    serde_json::from_str(&only(format, sprite)).expect("JSON")
}

#[test]
fn json_has_rings_with_parents_pieces_the_shape_and_the_report() {
    let form = value(Format::Json, &still(ring()));
    assert_eq!(form["image"], json!({"width": 4, "height": 4}));
    let rings = json!([
        {"points": [[0, 0], [4, 0], [4, 4], [0, 4]], "hole": false, "parent": null},
        {"points": [[1, 1], [1, 3], [3, 3], [3, 1]], "hole": true, "parent": 0},
    ]);
    assert_eq!(form["rings"], rings);
    assert_eq!(form["pieces"].as_array().map(Vec::len), Some(4));
    assert_eq!((&form["report"]["rings"], &form["report"]["iou"]), (&json!(2), &json!(1)));
    let shape: jostle::Shape = serde_json::from_value(form["shape"].clone()).expect("a shape");
    assert_eq!(shape.kind(), "polygon");
    assert_eq!(shape.place(jostle::Affine::IDENTITY).expect("placed").area(), Some(12.0));
}

#[test]
fn json_of_several_frames_names_them_and_their_tags() {
    let form = value(Format::Json, &sheet());
    assert_eq!((&form["frames"][1]["name"], &form["tags"][0]["to"]), (&json!("a/1"), &json!(1)));
    assert_eq!(form["frames"][1]["origin"]["pivot"], json!([2, 4]));
    assert_eq!(form["frames"][1]["origin"]["anchor"], json!([0.5, 1]));
}

#[test]
fn ron_says_the_same_as_json() {
    for sprite in [still(ring()), sheet()] {
        let form: Value = ron::from_str(&only(Format::Ron, &sprite)).expect("RON");
        // The mark is a comment there.
        let mut want = value(Format::Json, &sprite);
        want.as_object_mut().expect("an object").remove("generator");
        assert_eq!(form, want);
    }
}

#[test]
fn an_empty_hitbox_can_be_written_in_every_form() {
    for format in Format::ALL {
        let files = format.write(&still(trace(&Mask::new(3, 2))));
        assert!(files.iter().all(|(_, text)| !text.is_empty()), "{format:?}");
    }
    assert_eq!(value(Format::Json, &still(trace(&Mask::new(3, 2))))["shape"], Value::Null);
}

#[test]
fn phaser_gets_one_fixture_with_all_pieces_under_the_frame_name() {
    let form = value(Format::Phaser, &sheet());
    let fixture = &form["a/1"]["fixtures"][0];
    assert_eq!(form["a/1"]["type"], json!("fromPhysicsEditor"));
    assert_eq!(fixture["vertices"].as_array().map(Vec::len), Some(4));
    assert!(fixture["vertices"][0][0]["x"].is_number());
}

#[test]
fn forms_with_y_up_are_turned_over_and_wind_counter_clockwise() {
    let area = |points: &[[f64; 2]]| -> f64 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum::<f64>() / 2.0
    };
    let number = |value: &Value| value.as_f64().expect("a number");
    let gdx = value(Format::Libgdx, &still(ring()));
    let polygons = gdx["rigidBodies"][0]["polygons"].as_array().expect("a list");
    let sum: f64 = polygons
        .iter()
        .map(|polygon| {
            let points = polygon.as_array().expect("a list").iter();
            let points: Vec<_> = points.map(|p| [number(&p["x"]), number(&p["y"])]).collect();
            assert!(points.iter().flatten().all(|v| (0.0..=1.0).contains(v)));
            assert!(area(&points) > 0.0);
            area(&points)
        })
        .sum();
    assert_eq!(sum, 12.0 / 16.0);

    let rube = value(Format::Rube, &sheet());
    let vertices = |body: usize| rube["body"][body]["fixture"][0]["polygon"]["vertices"].clone();
    let [xs, ys] = ["x", "y"].map(|key| {
        vertices(1)[key].as_array().expect("a list").iter().map(number).collect::<Vec<_>>()
    });
    let points: Vec<_> = xs.into_iter().zip(ys).map(|(x, y)| [x, y]).collect();
    assert!(area(&points) > 0.0);
    // The feet are at the origin, so all is above.
    assert!(points.iter().all(|[x, y]| (-2.0..=2.0).contains(x) && (0.0..=4.0).contains(y)));
}

#[test]
fn pixi_counts_from_the_anchor() {
    let form = value(Format::Pixi, &sheet());
    assert_eq!(form["a/1"]["anchor"], json!([0.5, 1]));
    let numbers = form["a/1"]["polygons"][0].as_array().expect("a list");
    assert!(numbers.len() >= 6 && numbers.len().is_multiple_of(2));
    assert!(numbers.iter().skip(1).step_by(2).all(|y| y.as_f64() <= Some(0.0)));
}

#[test]
fn names_that_a_form_cannot_have_are_made_fit() {
    let header = only(Format::H, &sheet());
    assert!(header.contains("_9__lives__a_0_ring_count = 2"), "{header}");
    let tiles = only(Format::Tsx, &sheet());
    assert!(roxmltree::Document::parse(&tiles).is_ok(), "{tiles}");
    assert!(tiles.contains("name=\"9 &quot;lives&quot;\"") && tiles.contains("&lt;&amp;&gt;.png"));
    let godot = only(Format::Tres, &sheet());
    assert!(godot.contains("\"9 \\\"lives\\\"-a/1\": {"), "{godot}");
}

#[test]
fn a_tileset_of_a_grid_has_one_picture_and_a_polygon_for_each_piece_round_a_hole() {
    let tiles = only(Format::Tsx, &sheet());
    let document = roxmltree::Document::parse(&tiles).expect("XML");
    let root = document.root_element();
    assert_eq!((root.attribute("tilewidth"), root.attribute("columns")), (Some("4"), Some("2")));
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("image")).count(), 1);
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("polygon")).count(), 8);
}

#[test]
fn each_frame_has_a_drawing_of_its_own() {
    let names: Vec<String> = Format::Svg.write(&sheet()).into_iter().map(|file| file.0).collect();
    assert_eq!(names, ["9 \"lives\"-a_0.hitbox.svg", "9 \"lives\"-a_1.hitbox.svg"]);
    let drawing = only(Format::Svg, &still(ring()));
    assert!(drawing.contains("d=\"M0 0L4 0L4 4L0 4ZM1 1L1 3L3 3L3 1Z\""), "{drawing}");
}

#[test]
fn every_form_is_marked_but_the_lists_for_pixi() {
    for sprite in [still(ring()), sheet()] {
        for format in Format::ALL {
            for (name, text) in format.write(&sprite) {
                assert_eq!(text.contains(GENERATOR), format != Format::Pixi, "{name}");
            }
        }
    }
}
