//! What a picture needs that is read with the features that are on.

#![cfg(all(feature = "gif", not(feature = "files")))]

use jostle_trace::{Picture, TraceError};

#[test]
fn a_form_whose_feature_is_off_is_named_and_the_others_are_read() {
    let png = b"\x89PNG\r\n\x1a\n and more";
    let error = Picture::decode(png).unwrap_err();
    assert_eq!(error, TraceError::NotBuilt { format: "PNG", feature: "png" });
    assert!(error.to_string().contains("needs the feature \"png\""), "{error}");
    // One pixel that is solid.
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    let picture = Picture::decode(gif).unwrap();
    assert_eq!(picture.frames()[0].image.pixel(0, 0), [255, 0, 0, 255]);
    assert_eq!(Picture::decode(b"hello").unwrap_err(), TraceError::UnknownPicture);
}
