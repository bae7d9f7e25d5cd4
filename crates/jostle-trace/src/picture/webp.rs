//! WebP, still and animated: the container is taken apart here, and each frame's pixels are read by
//! the `image-webp` crate.
//!
//! The sizes that a bitstream announces are compared with the sizes that the container announces
//! before a decoder sees either, so that a small picture cannot hold a large one.

use super::bytes::Bytes;
use super::canvas::{Area, Blend, Canvas, Dispose};
use super::{Frame, Image, check_size};
use crate::TraceError;
use std::io::Cursor;

/// One frame as the container describes it.
struct Part<'a> {
    area: Area,
    milliseconds: u32,
    blend: Blend,
    dispose: Dispose,
    alpha: Option<&'a [u8]>,
    /// `VP8 ` or `VP8L`.
    kind: [u8; 4],
    pixels: &'a [u8],
}

struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
}

pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Frame>, TraceError> {
    let mut all = Bytes::new("WebP", bytes);
    all.skip(4)?;
    let size = all.u32()? as usize;
    all.skip(4)?;
    let Some(size) = size.checked_sub(4) else {
        return Err(all.broken("the file says it is empty"));
    };
    let chunks = chunks(&mut all.part(size)?)?;
    let Some(first) = chunks.first() else { return Err(all.broken("there is no chunk")) };

    if first.kind != *b"VP8X" {
        let (width, height) = announced(first.kind, first.data)?;
        check_size(width, height, 1)?;
        let image = pixels(width, height, None, first.kind, first.data, "pixels")?;
        return Ok(vec![Frame { image, milliseconds: 0 }]);
    }
    let mut head = Bytes::new("WebP", first.data);
    let animated = head.u8()? & 2 != 0;
    head.skip(3)?;
    let (width, height) = (head.u24()? + 1, head.u24()? + 1);
    check_size(width, height, 1)?;
    if !animated {
        let (alpha, kind, data) = still(&chunks, "pixels")?;
        let image = pixels(width, height, alpha, kind, data, "pixels")?;
        return Ok(vec![Frame { image, milliseconds: 0 }]);
    }
    let frames: Vec<&Chunk<'_>> = chunks.iter().filter(|chunk| chunk.kind == *b"ANMF").collect();
    check_size(width, height, frames.len() as u64)?;
    if frames.is_empty() {
        return Err(broken("", "there is no frame"));
    }
    let mut canvas = Canvas::new(width, height);
    let draw = |(index, chunk): (usize, &Chunk<'_>)| {
        let place = format!("frame {index}");
        let part = part(chunk.data, &place)?;
        let Area { x, y, width: w, height: h } = part.area;
        if x + w > width || y + h > height {
            return Err(broken(&place, "the frame reaches beyond the picture"));
        }
        let image = pixels(w, h, part.alpha, part.kind, part.pixels, &place)?;
        canvas.frame(part.area, image.rgba(), part.blend, part.dispose, part.milliseconds)
    };
    frames.into_iter().enumerate().map(draw).collect()
}

/// Reads the frame in an `ANMF` chunk.
fn part<'a>(data: &'a [u8], place: &str) -> Result<Part<'a>, TraceError> {
    let mut head = Bytes::new("WebP", data);
    let (x, y) = (head.u24()? * 2, head.u24()? * 2);
    let (width, height) = (head.u24()? + 1, head.u24()? + 1);
    let milliseconds = head.u24()?;
    let flags = head.u8()?;
    let (alpha, kind, pixels) = still(&chunks(&mut head)?, place)?;
    Ok(Part {
        area: Area { x, y, width, height },
        milliseconds,
        blend: if flags & 2 == 0 { Blend::Cover } else { Blend::Replace },
        dispose: if flags & 1 == 0 { Dispose::Keep } else { Dispose::Clear },
        alpha,
        kind,
        pixels,
    })
}

type Still<'a> = (Option<&'a [u8]>, [u8; 4], &'a [u8]);

/// Finds the bitstream of a picture, and its alpha if that stands apart.
fn still<'a>(chunks: &[Chunk<'a>], place: &str) -> Result<Still<'a>, TraceError> {
    let of = |kind: &[u8; 4]| chunks.iter().find(|chunk| chunk.kind == *kind);
    let picture = of(b"VP8L").or_else(|| of(b"VP8 "));
    let Some(picture) = picture else { return Err(broken(place, "there are no pixels")) };
    // Only the lossy bitstream has its alpha beside it.
    let alpha = of(b"ALPH").filter(|_| picture.kind == *b"VP8 ").map(|chunk| chunk.data);
    Ok((alpha, picture.kind, picture.data))
}

fn chunks<'a>(from: &mut Bytes<'a>) -> Result<Vec<Chunk<'a>>, TraceError> {
    let mut found = Vec::new();
    while from.left() > 0 {
        let kind = from.array()?;
        let size = from.u32()? as usize;
        let data = from.take(size)?;
        // Chunks of odd size are padded; some writers forget that at the end.
        if size % 2 == 1 && from.left() > 0 {
            from.skip(1)?;
        }
        found.push(Chunk { kind, data });
    }
    Ok(found)
}

/// The size in the first bytes of a bitstream.
fn announced(kind: [u8; 4], data: &[u8]) -> Result<(u32, u32), TraceError> {
    let mut bits = Bytes::new("WebP", data);
    match &kind {
        b"VP8 " => {
            bits.skip(6)?;
            Ok((u32::from(bits.u16()? & 0x3FFF), u32::from(bits.u16()? & 0x3FFF)))
        }
        b"VP8L" => {
            bits.skip(1)?;
            let sizes = bits.u32()?;
            Ok(((sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1))
        }
        _ => Err(broken("", "the first chunk is no picture")),
    }
}

/// Reads one bitstream, wrapped as a file of its own.
fn pixels(
    width: u32,
    height: u32,
    alpha: Option<&[u8]>,
    kind: [u8; 4],
    data: &[u8],
    place: &str,
) -> Result<Image, TraceError> {
    let inner = announced(kind, data)?;
    if inner != (width, height) {
        let why = format!("{width} x {height} pixels hold {} x {}", inner.0, inner.1);
        return Err(broken(place, &why));
    }
    check_size(width, height, 1)?;
    let mut body = Vec::with_capacity(data.len() + 64);
    if let Some(alpha) = alpha {
        let mut head = vec![0x10, 0, 0, 0];
        head.extend(&(width - 1).to_le_bytes()[..3]);
        head.extend(&(height - 1).to_le_bytes()[..3]);
        push(&mut body, *b"VP8X", &head);
        push(&mut body, *b"ALPH", alpha);
    }
    push(&mut body, kind, data);
    let mut file = Vec::with_capacity(body.len() + 12);
    file.extend(b"RIFF");
    file.extend((body.len() as u32 + 4).to_le_bytes());
    file.extend(b"WEBP");
    file.append(&mut body);

    let wrong = |error: image_webp::DecodingError| broken(place, &error.to_string());
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(file)).map_err(wrong)?;
    let mut pixels = vec![0; decoder.output_buffer_size().unwrap_or(0)];
    decoder.read_image(&mut pixels).map_err(wrong)?;
    if !decoder.has_alpha() {
        pixels = pixels.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
    }
    Image::new(width, height, pixels)
}

fn push(body: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    body.extend(kind);
    body.extend((data.len() as u32).to_le_bytes());
    body.extend(data);
    if data.len() % 2 == 1 {
        body.push(0);
    }
}

fn broken(place: &str, why: &str) -> TraceError {
    TraceError::Picture { format: "WebP", place: place.to_owned(), why: why.to_owned() }
}
