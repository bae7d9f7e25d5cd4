//! Texts into the JSON form: an error with a place, or a shape that is written and read back.
#![no_main]

use jostle::Shape;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(value) = serde_json::from_str(text) else { return };
    match Shape::from_json_with_transform(&value) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok((shape, affine)) => {
            let form = shape.to_json().expect("a shape that was read has a form");
            let again = Shape::from_json(&form).expect("a form that was written is read");
            assert_eq!(again.to_json(), Some(form), "the form changes when it is read again");
            if let Ok(placed) = shape.place(affine) {
                assert!(placed.bounds().min.x <= placed.bounds().max.x);
            }
        }
    }
});
