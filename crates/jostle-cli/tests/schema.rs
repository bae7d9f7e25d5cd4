//! `docs/scene.schema.json` accepts what the reader takes and no to what it refuses.

mod program;

use jostle_cli::scene::Scene;
use serde_json::{Value, json};
use std::path::Path;

fn schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(program::root().join("docs/scene.schema.json"));
    let schema: Value = serde_json::from_str(&text.expect("the schema is there")).expect("JSON");
    jsonschema::draft202012::new(&schema).expect("a schema")
}

fn reads(scene: &Value) -> bool {
    Scene::from_text(&scene.to_string(), Path::new("scene.json")).is_ok()
}

#[test]
fn all_example_scenes_fit_the_schema() {
    let schema = schema();
    let mut seen = 0;
    for entry in std::fs::read_dir(program::root().join("examples")).expect("examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).expect("text");
            let scene: Value = serde_json::from_str(&text).expect("JSON");
            let errors: Vec<_> =
                schema.iter_errors(&scene).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{}: {errors:?}", path.display());
            assert!(Scene::read(&path).is_ok(), "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 0, "no example scene was found");
}

#[test]
fn the_scene_of_the_guide_fits_the_schema() {
    let guide = std::fs::read_to_string(program::root().join("docs/scene.md")).expect("the guide");
    let block = guide.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let scene: Value = serde_json::from_str(block.expect("a scene")).expect("JSON");
    assert!(schema().is_valid(&scene) && reads(&scene));
}

#[test]
fn schema_and_reader_agree() {
    let schema = schema();
    let with = |shape: Value| json!({"colliders": [{"id": "a", "shape": shape}]});
    let moved = |transform: Value| json!({"colliders": [{"id": "a", "shape": {"type": "point"}, "transform": transform}]});
    let cases = [
        (with(json!({"type": "point"})), true),
        (with(json!({"type": "segment", "a": [0, 0], "b": [1, 0]})), true),
        (with(json!({"type": "segment", "a": [0, 0]})), false),
        (with(json!({"type": "circle", "radius": 0})), true),
        (with(json!({"type": "circle", "radius": -1})), false),
        (with(json!({"type": "circle", "radius": 3.4028235677973362e38})), true),
        (with(json!({"type": "circle", "radius": 3.4028235677973366e38})), false),
        (with(json!({"type": "circle", "radius": 1, "center": [0, 0, 0]})), false),
        (with(json!({"type": "circle", "radius": 1, "half": [1, 1]})), false),
        (with(json!({"type": "circle", "radius": 1, "transform": {}})), false),
        (with(json!({"type": "capsule", "a": [0, 0], "b": [1, 0], "radius": 1})), true),
        (with(json!({"type": "rect", "half": [1, 2], "degrees": 30, "radius": 1})), true),
        (with(json!({"type": "rect", "half": [1, 2], "radians": 1})), true),
        (with(json!({"type": "rect", "half": [1, 2], "rot": [0.6, 0.8]})), true),
        (with(json!({"type": "rect", "half": [1, 2], "radians": 1, "degrees": 1})), false),
        (with(json!({"type": "rect", "half": [1, -2]})), false),
        (with(json!({"type": "ellipse", "radii": [1, 2]})), true),
        (with(json!({"type": "polygon", "points": [[0, 0], [1, 0], [0, 1]], "holes": []})), true),
        (with(json!({"type": "polygon", "points": []})), false),
        (with(json!({"type": "chain", "points": [[0, 0]], "closed": true, "sided": "left"})), true),
        (with(json!({"type": "chain", "points": [[0, 0]], "closed": 1})), false),
        (with(json!({"type": "half_plane", "normal": [0, 1]})), true),
        (with(json!({"type": "mask", "rows": ["#.", ".#"]})), true),
        (with(json!({"type": "mask", "rows": ["..", ".."]})), false),
        (with(json!({"type": "mask", "rows": ["#x"]})), false),
        (with(json!({"type": "mask", "rows": []})), false),
        (with(json!({"type": "mask", "size": [1, 1], "rows": ["#"]})), false),
        (with(json!({"type": "grid", "cell": [16, 8], "rows": ["#. ", " .#"]})), true),
        (
            with(json!({"type": "grid", "cell": [16, 8], "rows": ["#/"], "tiles": {"/": {"type":
                "polygon", "points": [[0, 1], [1, 0], [1, 1]]}}})),
            true,
        ),
        (with(json!({"type": "grid", "cell": [16, 0], "rows": ["#"]})), false),
        (with(json!({"type": "grid", "rows": ["#"]})), false),
        (with(json!({"type": "grid", "cell": [16, 8], "rows": [". "]})), false),
        (
            with(json!({"type": "grid", "cell": [1, 1], "rows": ["#"], "tiles": {"ab": {"type":
                "rect", "center": [0.5, 0.5], "half": [0.5, 0.25]}}})),
            false,
        ),
        (with(json!({"type": "compound", "parts": []})), false),
        (
            with(
                json!({"type": "compound", "parts": [{"type": "point", "transform": {"scale": [1, 2]}}]}),
            ),
            true,
        ),
        (with(json!({"type": "compound", "parts": [{"type": "point", "size": 1}]})), false),
        (with(json!({"type": "cube"})), false),
        (with(json!(3)), false),
        (
            moved(
                json!({"position": [1, 2], "degrees": 3, "scale": [1, 1], "skew_degrees": [0, 1], "pivot": [0, 0]}),
            ),
            true,
        ),
        (moved(json!({"radians": 1, "skew_radians": [0, 0]})), true),
        (moved(json!({"radians": 1, "degrees": 1})), false),
        (moved(json!({"matrix": [1, 0, 0, 1, 0, 0]})), true),
        (moved(json!({"matrix": [1, 0, 0, 1, 0]})), false),
        (moved(json!({"matrix": [1, 0, 0, 1, 0, 0], "degrees": 1})), false),
        (json!({"groups": [{"id": "g", "transform": {}}]}), true),
        (json!({"groups": [{"id": "g", "shape": {"type": "point"}}]}), false),
        (json!({"colliders": [], "name": "x"}), false),
        (json!({}), false),
    ];
    for (scene, fits) in cases {
        assert_eq!(reads(&scene), fits, "reader: {scene}");
        assert_eq!(schema.is_valid(&scene), fits, "schema: {scene}");
    }
}
