//! PNG and APNG, by the `png` crate: any depth, palette, gray, transparency, interlace.

use super::canvas::{Area, Blend, Canvas, Dispose};
use super::{Frame, Image, MAX_PIXELS, check_size};
use crate::TraceError;
use png::{BlendOp, ColorType, DisposeOp, FrameControl, Limits, Transformations};
use std::io::Cursor;

pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Frame>, TraceError> {
    // The decoder allocates rows and chunks of its own besides the pixels that it is given.
    let limits = Limits { bytes: MAX_PIXELS as usize * 4 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    // Nothing in them is wanted, and they unpack to any size.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(|error| broken("header", &error))?;
    let (width, height) = header.size();
    check_size(width, height, 1)?;
    let mut reader = decoder.read_info().map_err(|error| broken("header", &error))?;
    // The decoder's expansion reads past the end of one that is not made of colors.
    if reader.info().palette.as_ref().is_some_and(|palette| palette.len() % 3 != 0) {
        let why = "its length is no multiple of 3".to_owned();
        return Err(TraceError::Picture { format: "PNG", place: "palette".to_owned(), why });
    }
    let frames = reader.info().animation_control().map_or(1, |control| control.num_frames);
    check_size(width, height, u64::from(frames))?;

    let Some(room) = reader.output_buffer_size() else {
        return Err(TraceError::NoPixels { width, height });
    };
    let mut buffer = vec![0; room];
    if reader.info().animation_control().is_none() {
        let shown = reader.next_frame(&mut buffer).map_err(|error| broken("pixels", &error))?;
        buffer.truncate(shown.buffer_size());
        let image = Image::new(width, height, to_rgba(buffer, shown.color_type))?;
        return Ok(vec![Frame { image, milliseconds: 0 }]);
    }

    // The first picture is for programs without animation when no frame control precedes it.
    let mut skip = usize::from(reader.info().frame_control().is_none());
    let mut canvas = Canvas::new(width, height);
    let mut found = Vec::new();
    while found.len() < frames as usize {
        let place = format!("frame {}", found.len());
        let shown = reader.next_frame(&mut buffer).map_err(|error| broken(&place, &error))?;
        if skip > 0 {
            skip = 0;
            continue;
        }
        let Some(control) = reader.info().frame_control().copied() else {
            return Err(TraceError::Picture {
                format: "PNG",
                place,
                why: "the frame has no frame control".to_owned(),
            });
        };
        let pixels = to_rgba(buffer[..shown.buffer_size()].to_vec(), shown.color_type);
        let area = Area {
            x: control.x_offset,
            y: control.y_offset,
            width: shown.width,
            height: shown.height,
        };
        let blend = match control.blend_op {
            BlendOp::Source => Blend::Replace,
            BlendOp::Over => Blend::Cover,
        };
        found.push(canvas.frame(area, &pixels, blend, dispose(&control), wait(&control))?);
    }
    Ok(found)
}

fn dispose(control: &FrameControl) -> Dispose {
    match control.dispose_op {
        DisposeOp::None => Dispose::Keep,
        DisposeOp::Background => Dispose::Clear,
        DisposeOp::Previous => Dispose::Restore,
    }
}

/// The delay in milliseconds; a denominator of 0 means hundredths of a second.
fn wait(control: &FrameControl) -> u32 {
    let parts = if control.delay_den == 0 { 100 } else { u32::from(control.delay_den) };
    u32::from(control.delay_num) * 1000 / parts
}

/// Widens samples of 8 bits; palettes are expanded already.
fn to_rgba(pixels: Vec<u8>, color: ColorType) -> Vec<u8> {
    match color {
        ColorType::Rgba => pixels,
        ColorType::Rgb => pixels.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
        }
        ColorType::Grayscale | ColorType::Indexed => {
            pixels.iter().flat_map(|&gray| [gray, gray, gray, 255]).collect()
        }
    }
}

fn broken(place: &str, error: &png::DecodingError) -> TraceError {
    TraceError::Picture { format: "PNG", place: place.to_owned(), why: error.to_string() }
}
