//! Any bytes as a picture or as the description of a sheet: an error with its place, or pixels
//! within the limits. A PNG is read with right checksums, too, so that its chunks are looked at.
#![no_main]

use jostle_trace::{MAX_FRAMES, MAX_PIXELS, MAX_SIDE, Picture, Sheet};
use libfuzzer_sys::fuzz_target;

/// A PNG whose chunks have right checksums; `None` for other bytes.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut png = bytes.to_vec();
    let mut at = png.starts_with(b"\x89PNG\r\n\x1a\n").then_some(8)?;
    while let Some(&[a, b, c, d]) = png.get(at..at + 4) {
        let end = at + 8 + u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(chunk) = png.get(at + 4..end) else { break };
        let sum = crc32fast::hash(chunk).to_be_bytes();
        let Some(place) = png.get_mut(end..end + 4) else { break };
        place.copy_from_slice(&sum);
        at = end + 4;
    }
    Some(png)
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    if let Some(png) = mended(bytes) {
        check(&png);
    }
});

fn check(bytes: &[u8]) {
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
}
