use crate::{Affine, ErrorKind, Rot, Shape, json::limits::MAX_DEPTH, json::number};
use alloc::string::{String, ToString};
use alloc::{format, vec};
use serde_json::{Value, json};

fn place_of_error(form: &Value) -> (String, ErrorKind) {
    let error = Shape::from_json(form).unwrap_err();
    (error.path().into(), error.kind())
}

#[test]
fn every_shape_writes_the_form_that_it_was_read_from() {
    let forms = [
        json!({"type": "point", "at": [1, -2.5]}),
        json!({"type": "segment", "a": [0, 0], "b": [0.1, 1e-7]}),
        json!({"type": "circle", "center": [3, 4], "radius": 5}),
        json!({"type": "capsule", "a": [0, 0], "b": [1, 0], "radius": 0.3}),
        json!({"type": "rect", "center": [0, 1], "half": [2, 3], "degrees": 30, "radius": 0.5}),
        json!({"type": "rect", "center": [0, 0], "half": [2, 3], "rot": [0.6, 0.8]}),
        json!({"type": "ellipse", "center": [0, 0], "radii": [2, 3], "degrees": -90}),
        json!({"type": "polygon", "points": [[0, 0], [4, 0], [4, 4], [0, 4]],
            "holes": [[[1, 1], [1, 2], [2, 2], [2, 1]]], "radius": 0.25}),
        json!({"type": "chain", "points": [[0, 0], [1, 0], [1, 1]], "closed": true, "sided": "left"}),
        json!({"type": "half_plane", "normal": [0, 2], "offset": -3}),
        json!({"type": "mask", "rows": ["##.#", "...#", ".#.."]}),
        json!({"type": "grid", "cell": [16, 8], "rows": ["##.", ".#."]}),
        json!({"type": "grid", "cell": [16, 8], "rows": ["01", "#0"], "tiles": {
            "0": {"type": "polygon", "points": [[0, 1], [1, 0], [1, 1]]},
            "1": {"type": "rect", "center": [0.5, 0.75], "half": [0.5, 0.25]}}}),
        json!({"type": "compound", "parts": [
            {"type": "circle", "center": [0, 0], "radius": 1, "transform": {"matrix": [1, 0, 0, 1, 5, 0]}},
            {"type": "point", "at": [0, 0]}]}),
    ];
    for form in forms {
        let written = Shape::from_json(&form).unwrap().to_json();
        assert_eq!(written, Some(form));
    }
}

#[test]
fn a_rotation_reads_back_bit_for_bit() {
    for step in 0_u16..2000 {
        let rot = Rot::from_degrees(f32::from(step) * 0.3701);
        let form = Shape::rect_half_at((0.0, 0.0), (1.0, 2.0), rot).unwrap().to_json().unwrap();
        let again = Shape::from_json(&form).unwrap();
        let Shape::Rect(rect) = again else { panic!("{form}") };
        assert_eq!(rect.rot, rot, "{form}");
    }
}

#[test]
fn numbers_read_back_to_the_same_bits() {
    let mut bits: u32 = 0x9E37_79B9;
    for _ in 0..100_000 {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let x = f32::from_bits(bits);
        if x.is_finite() {
            let text = number(x).to_string();
            let wide: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(wide.as_f64().unwrap() as f32, x + 0.0, "{text}");
        }
    }
}

#[test]
fn numbers_are_rounded_once_from_64_bits() {
    // The nearest f64 of this text is the middle of two f32s, the text itself lies above it.
    let form = serde_json::from_str(r#"{"type":"circle","radius":1.000000059604644775390626}"#);
    let shape = Shape::from_json(&form.unwrap()).unwrap();
    assert_eq!(shape.to_json().unwrap()["radius"], json!(1));
}

#[test]
fn errors_name_the_place() {
    use ErrorKind::{Empty, Form, Negative, NotFinite, NotPositive, Tile};
    let cases = [
        (json!(7), "", Form),
        (json!({"radius": 1}), "", Form),
        (json!({"type": "circle"}), "", Form),
        (json!({"type": "circle", "radius": "1"}), "radius", Form),
        (json!({"type": "circle", "radius": 1e39}), "radius", NotFinite),
        (json!({"type": "circle", "radius": -1}), "", Negative),
        (json!({"type": "circle", "radius": 1, "color": 1}), "color", Form),
        (json!({"type": "circle", "radius": 1, "transform": {}}), "transform", Form),
        (json!({"type": "polygon", "points": [[0, 0], [1, 0], [1, true]]}), "points[2][1]", Form),
        (json!({"type": "polygon", "points": [[0, 0], [1]]}), "points[1]", Form),
        (
            json!({"type": "polygon", "points": [[0, 0]], "holes": [[[0, 0], 4]]}),
            "holes[0][1]",
            Form,
        ),
        (json!({"type": "rect", "half": [1, 1], "degrees": 1, "radians": 1}), "radians", Form),
        (json!({"type": "chain", "points": [[0, 0]], "sided": "right"}), "sided", Form),
        (json!({"type": "mask", "rows": ["##", "#"]}), "rows[1]", Form),
        (json!({"type": "mask", "rows": ["##", "#o"]}), "rows[1]", Form),
        (json!({"type": "mask", "rows": [".."]}), "", Empty),
        (json!({"type": "grid", "rows": ["#"]}), "", Form),
        (json!({"type": "grid", "cell": [1, 0], "rows": ["#"]}), "", NotPositive),
        (json!({"type": "grid", "cell": [1, 1], "rows": ["##", "#"]}), "rows[1]", Form),
        (json!({"type": "grid", "cell": [1, 1], "rows": ["##", "#/"]}), "rows[1]", Form),
        (json!({"type": "grid", "cell": [1, 1], "rows": [" ."]}), "", Empty),
        (json!({"type": "grid", "cell": [1, 1], "rows": ["#"], "size": 1}), "size", Form),
        (
            json!({"type": "grid", "cell": [1, 1], "rows": ["a"], "tiles": {"a": {"type": "rect"}}}),
            "tiles.a",
            Form,
        ),
        (
            json!({"type": "grid", "cell": [1, 1], "rows": ["#"], "tiles": {"#": {"type": "point"}}}),
            "tiles.#",
            Form,
        ),
        (
            json!({"type": "grid", "cell": [1, 1], "rows": ["a"], "tiles": {"a": {"type": "point"}}}),
            "",
            Tile,
        ),
        (
            json!({"type": "compound", "parts": [{"type": "point"}, {"type": "circle", "radius": 1,
            "transform": {"scale": [1, null]}}]}),
            "parts[1].transform.scale[1]",
            Form,
        ),
    ];
    for (form, path, kind) in cases {
        assert_eq!(place_of_error(&form), (path.to_string(), kind), "{form}");
    }
}

#[test]
fn nesting_has_a_limit_and_never_overflows_the_stack() {
    let mut form = json!({"type": "point", "at": [0, 0]});
    let mut levels = 1;
    while levels + 2 <= MAX_DEPTH {
        form = json!({"type": "compound", "parts": [form]});
        levels += 2;
    }
    assert!(Shape::from_json(&form).is_ok());
    for _ in 0..100 {
        form = json!({"type": "compound", "parts": [form]});
    }
    assert_eq!(place_of_error(&form).1, ErrorKind::TooMany);
}

#[test]
fn transforms_compose_as_in_pixi() {
    let form = json!({"position": [10, 20], "degrees": 30, "scale": [2, -3],
        "skew_degrees": [10, 5], "pivot": [1, 2]});
    let [a, b, c, d, tx, ty] = Affine::from_json(&form).unwrap().to_matrix().map(f64::from);
    let (r, kx, ky) = (30_f64.to_radians(), 10_f64.to_radians(), 5_f64.to_radians());
    let want =
        [2.0 * (r + ky).cos(), 2.0 * (r + ky).sin(), 3.0 * (r - kx).sin(), -3.0 * (r - kx).cos()];
    for (got, want) in [a, b, c, d].into_iter().zip(want) {
        assert!((got - want).abs() < 1e-6, "{got} {want}");
    }
    assert!((tx - (10.0 - a - 2.0 * c)).abs() < 1e-5 && (ty - (20.0 - b - 2.0 * d)).abs() < 1e-5);
}

#[test]
fn quarter_turns_in_degrees_are_exact() {
    let form = json!({"degrees": 450, "skew_degrees": [0, 0]});
    let quarter = Affine::from_matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]);
    assert_eq!(Affine::from_json(&form), Ok(quarter));
}

#[test]
fn a_matrix_stands_alone() {
    let matrix = json!({"matrix": [1, 2, 3, 4, 5, 6]});
    let affine = Affine::from_matrix([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(Affine::from_json(&matrix), Ok(affine));
    let both = json!({"matrix": [1, 2, 3, 4, 5, 6], "degrees": 4});
    assert_eq!(Affine::from_json(&both).unwrap_err().path(), "degrees");
    assert_eq!(Affine::from_json(&json!({"matrix": vec![1; 5]})).unwrap_err().path(), "matrix");
}

#[test]
fn a_long_foreign_text_is_cut_in_messages() {
    let long = "x".repeat(100_000);
    let error = Shape::from_json(&json!({"type": long})).unwrap_err();
    assert!(format!("{error}").len() < 300);
}
