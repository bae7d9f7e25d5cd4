//! Any bytes as a picture or as the description of a sheet: an error with its place, or pixels
//! within the limits. Under the fuzzer, the decoders of PNG and of zlib ignore checksums.
#![no_main]

use jostle_trace::{MAX_FRAMES, MAX_PIXELS, MAX_SIDE, Picture, Sheet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Picture::decode(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(picture) => {
            let frames = picture.frames();
            assert!(!frames.is_empty() && frames.len() <= MAX_FRAMES as usize);
            let first = &frames[0].image;
            let mut pixels = 0;
            for frame in frames {
                let image = &frame.image;
                let size = (image.width(), image.height());
                assert_eq!(size, (first.width(), first.height()));
                assert!(size.0 > 0 && size.1 > 0 && size.0.max(size.1) <= MAX_SIDE);
                assert_eq!(image.rgba().len() as u64, u64::from(size.0) * u64::from(size.1) * 4);
                pixels += u64::from(size.0) * u64::from(size.1);
            }
            assert!(pixels <= MAX_PIXELS);
            for tag in picture.tags() {
                assert!(tag.from <= tag.to && (tag.to as usize) < frames.len(), "{tag:?}");
            }
            let size = [first.width(), first.height()];
            for slice in picture.slices() {
                for (number, _) in frames.iter().enumerate() {
                    let Some(key) = slice.at(number as u32) else { continue };
                    let _ = (key.shape(size), key.pivot_in_frame(), key.contains([0, 0]));
                }
            }
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        match Sheet::parse(text) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(sheet) => {
                for cut in &sheet.cuts {
                    assert!(cut.anchor.is_none_or(|anchor| anchor.iter().all(|v| v.is_finite())));
                }
            }
        }
    }
});
