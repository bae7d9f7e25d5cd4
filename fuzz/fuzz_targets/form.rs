//! Texts into the JSON form: an error with a place, or a shape that is written and read back. What
//! is no JSON draws a shape, whose form must be read back too.
#![no_main]

use jostle::{Affine, Shape};
use jostle_fuzz::{Bytes, shapes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match serde_json::from_slice(data) {
        Err(_) => {
            let mut bytes = Bytes::new(data);
            let numbers = shapes::numbers(&mut bytes);
            if let Some((shape, affine)) = shapes::drawn(&mut bytes, numbers) {
                written(&shape, affine);
            }
        }
        Ok(value) => match Shape::from_json_with_transform(&value) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok((shape, affine)) => written(&shape, affine),
        },
    }
});

fn written(shape: &Shape, affine: Affine) {
    let form = shape.to_json().expect("a shape that was made has a form");
    let again = Shape::from_json(&form).expect("a form that was written is read");
    assert_eq!(again.to_json(), Some(form), "the form changes when it is read again");
    if let Ok(placed) = shape.place(affine) {
        assert!(placed.bounds().min.x <= placed.bounds().max.x);
    }
}
