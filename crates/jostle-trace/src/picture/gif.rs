//! GIF, by the `gif` crate: every frame as it is seen.

use super::canvas::{Area, Blend, Canvas, Dispose};
use super::{Frame, MAX_PIXELS, check, check_size};
use crate::TraceError;
use gif::{ColorOutput, DecodeOptions, DisposalMethod, MemoryLimit};
use std::num::NonZeroU64;

pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Frame>, TraceError> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    if let Some(limit) = NonZeroU64::new(MAX_PIXELS * 4) {
        options.set_memory_limit(MemoryLimit::Bytes(limit));
    }
    let mut decoder = options.read_info(bytes).map_err(|error| broken("header", &error))?;
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    check_size(width, height, 1)?;

    // First without pixels: the limits hold before the first frame takes its memory.
    let mut count = DecodeOptions::new();
    count.skip_frame_decoding(true);
    let mut count = count.read_info(bytes).map_err(|error| broken("header", &error))?;
    let (mut frames, mut drawn) = (0, 0);
    while let Some(info) =
        count.next_frame_info().map_err(|error| broken(&format!("frame {frames}"), &error))?
    {
        // Frames may be larger than the picture, so they are counted by themselves too.
        drawn += u64::from(info.width) * u64::from(info.height);
        check("pixels in all frames", drawn, MAX_PIXELS)?;
        frames += 1;
        check_size(width, height, frames)?;
    }

    let mut canvas = Canvas::new(width, height);
    let mut found = Vec::new();
    let mut buffer = Vec::new();
    loop {
        let place = format!("frame {}", found.len());
        let info = decoder.next_frame_info().map_err(|error| broken(&place, &error))?;
        let Some(info) = info else { break };
        let (dispose, delay) = (info.dispose, info.delay);
        let area = Area {
            x: u32::from(info.left),
            y: u32::from(info.top),
            width: u32::from(info.width),
            height: u32::from(info.height),
        };
        buffer.clear();
        buffer.resize(decoder.buffer_size(), 0);
        decoder.read_into_buffer(&mut buffer).map_err(|error| broken(&place, &error))?;
        let dispose = match dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Dispose::Keep,
            // Browsers clear to transparent, whatever the background color is.
            DisposalMethod::Background => Dispose::Clear,
            DisposalMethod::Previous => Dispose::Restore,
        };
        // Transparent pixels of a frame show what is below; the others are opaque.
        found.push(canvas.frame(area, &buffer, Blend::Cover, dispose, u32::from(delay) * 10)?);
    }
    if found.is_empty() {
        return Err(TraceError::Picture {
            format: "GIF",
            place: String::new(),
            why: "there is no frame".to_owned(),
        });
    }
    Ok(found)
}

fn broken(place: &str, error: &gif::DecodingError) -> TraceError {
    TraceError::Picture { format: "GIF", place: place.to_owned(), why: error.to_string() }
}
