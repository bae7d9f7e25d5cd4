//! Cels: the pixels of one layer in one frame, and how they are put on the canvas.

use super::{Color, Layer, Reading};
use crate::TraceError;
use crate::picture::bytes::Bytes;
use crate::picture::canvas::{Area, Blend, Canvas};
use flate2::read::ZlibDecoder;
use std::io::Read;

pub(super) struct Cel {
    pub(super) layer: u16,
    pub(super) z: i16,
    pub(super) opacity: u8,
    x: i32,
    y: i32,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// The pixels of this layer in another frame.
    Linked(u16),
    Pixels {
        width: u32,
        height: u32,
        pixels: Vec<u8>,
    },
    Tiles {
        width: u32,
        height: u32,
        tiles: Vec<u8>,
        masks: Masks,
    },
}

/// Which bits of a tile's number say what.
pub(super) struct Masks {
    id: u32,
    flip_x: u32,
    flip_y: u32,
    diagonal: u32,
}

pub(super) struct Tileset {
    pub(super) width: u32,
    pub(super) height: u32,
    /// All tiles, one below the other.
    pub(super) pixels: Vec<u8>,
}

impl Color {
    fn bytes(self) -> usize {
        match self {
            Self::Rgba => 4,
            Self::Gray => 2,
            Self::Indexed => 1,
        }
    }
}

/// Reads a cel; kinds that are not known show nothing.
pub(super) fn read(
    reading: &mut Reading,
    chunk: &mut Bytes<'_>,
) -> Result<Option<Cel>, TraceError> {
    let layer = chunk.u16()?;
    let (x, y) = (i32::from(chunk.i16()?), i32::from(chunk.i16()?));
    let opacity = chunk.u8()?;
    let kind = chunk.u16()?;
    let z = chunk.i16()?;
    chunk.skip(5)?;
    let content = match kind {
        0 | 2 => {
            let (width, height) = (u32::from(chunk.u16()?), u32::from(chunk.u16()?));
            let area = u64::from(width) * u64::from(height);
            let pixels = if kind == 0 {
                reading.count(area)?;
                chunk.take(area as usize * reading.color.bytes())?.to_vec()
            } else {
                let packed = chunk.rest();
                unpack(reading, packed, area, chunk)?
            };
            Content::Pixels { width, height, pixels }
        }
        1 => Content::Linked(chunk.u16()?),
        3 => {
            let (width, height) = (u32::from(chunk.u16()?), u32::from(chunk.u16()?));
            if chunk.u16()? != 32 {
                return Err(chunk.broken("tile numbers should have 32 bits"));
            }
            let mut mask = || chunk.u32();
            let masks = Masks { id: mask()?, flip_x: mask()?, flip_y: mask()?, diagonal: mask()? };
            chunk.skip(10)?;
            let area = u64::from(width) * u64::from(height);
            reading.count(area)?;
            let packed = chunk.rest();
            Content::Tiles {
                width,
                height,
                tiles: inflate(packed, area as usize * 4, chunk)?,
                masks,
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Cel { layer, z, opacity, x, y, content }))
}

/// Unpacks a given number of pixels, after counting them.
pub(super) fn unpack(
    reading: &mut Reading,
    packed: &[u8],
    area: u64,
    place: &Bytes<'_>,
) -> Result<Vec<u8>, TraceError> {
    reading.count(area)?;
    inflate(packed, area as usize * reading.color.bytes(), place)
}

fn inflate(packed: &[u8], want: usize, place: &Bytes<'_>) -> Result<Vec<u8>, TraceError> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(packed).take(want as u64).read_to_end(&mut bytes);
    read.map_err(|error| place.broken(&format!("packed pixels: {error}")))?;
    if bytes.len() == want {
        Ok(bytes)
    } else {
        Err(place.broken(&format!("{} bytes unpacked and {want} wanted", bytes.len())))
    }
}

/// Puts a cel on the canvas and counts the pixels; `opacity` is that of the cel that shows it.
pub(super) fn draw(
    reading: &Reading,
    layer: &Layer,
    cel: &Cel,
    opacity: u8,
    canvas: &mut Canvas,
) -> Result<u64, String> {
    let mut drawn = 0;
    let opacity = product(layer.opacity, opacity);
    match &cel.content {
        Content::Linked(_) => {}
        Content::Pixels { width, height, pixels } => {
            let color = |index: usize| color(reading, layer, pixels, index, opacity);
            drawn += stamp(canvas, cel.x, cel.y, *width, *height, |x, y| {
                color(y as usize * *width as usize + x as usize)
            });
        }
        Content::Tiles { width, height, tiles, masks } => {
            let id = layer.tileset.ok_or("tiles on a layer without a tileset")?;
            let set =
                reading.tilesets.get(&id).ok_or_else(|| format!("there is no tileset {id}"))?;
            let (wide, high) = (i64::from(set.width), i64::from(set.height));
            for (index, tile) in tiles.chunks_exact(4).enumerate() {
                let tile = u32::from_le_bytes([tile[0], tile[1], tile[2], tile[3]]);
                let (column, row) = (index as u32 % width, index as u32 / width);
                debug_assert!(row < *height);
                let at_x = i64::from(cel.x) + i64::from(column) * wide;
                let at_y = i64::from(cel.y) + i64::from(row) * high;
                let inside = at_x < i64::from(canvas.width()) && at_y < i64::from(canvas.height());
                if !inside || at_x + wide <= 0 || at_y + high <= 0 {
                    continue;
                }
                let number = shifted(tile & masks.id, masks.id);
                let first =
                    u64::from(number).saturating_mul(u64::from(set.width) * u64::from(set.height));
                drawn += stamp(canvas, at_x as i32, at_y as i32, set.width, set.height, |x, y| {
                    let (x, y) = turned(tile, masks, x, y, set);
                    let within = u64::from(y) * u64::from(set.width) + u64::from(x);
                    let place = usize::try_from(first.saturating_add(within));
                    color(reading, layer, &set.pixels, place.unwrap_or(usize::MAX), opacity)
                });
            }
        }
    }
    Ok(drawn)
}

/// The bits of a mask, moved down to the lowest.
fn shifted(bits: u32, mask: u32) -> u32 {
    if mask == 0 { 0 } else { bits >> mask.trailing_zeros() }
}

/// Which pixel of a tile shows at (x, y) when the tile is flipped.
fn turned(tile: u32, masks: &Masks, x: u32, y: u32, set: &Tileset) -> (u32, u32) {
    let x = if tile & masks.flip_x != 0 { set.width - 1 - x } else { x };
    let y = if tile & masks.flip_y != 0 { set.height - 1 - y } else { y };
    if tile & masks.diagonal != 0 && x < set.height && y < set.width { (y, x) } else { (x, y) }
}

fn stamp(
    canvas: &mut Canvas,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    color: impl Fn(u32, u32) -> [u8; 4],
) -> u64 {
    // Only what the canvas shows is looked up.
    let (left, top) = (x.max(0), y.max(0));
    let right = (i64::from(x) + i64::from(width)).min(i64::from(canvas.width()));
    let bottom = (i64::from(y) + i64::from(height)).min(i64::from(canvas.height()));
    if i64::from(left) >= right || i64::from(top) >= bottom {
        return 0;
    }
    let area = Area {
        x: left as u32,
        y: top as u32,
        width: (right - i64::from(left)) as u32,
        height: (bottom - i64::from(top)) as u32,
    };
    let mut pixels = Vec::with_capacity(area.width as usize * area.height as usize * 4);
    for row in 0..area.height {
        for column in 0..area.width {
            pixels.extend(color((left - x) as u32 + column, (top - y) as u32 + row));
        }
    }
    canvas.draw(area, &pixels, Blend::Cover);
    u64::from(area.width) * u64::from(area.height)
}

/// A stored pixel as red, green, blue and alpha; one that is not there is transparent.
fn color(reading: &Reading, layer: &Layer, pixels: &[u8], index: usize, opacity: u8) -> [u8; 4] {
    let bytes = reading.color.bytes();
    let stored = index.checked_mul(bytes).and_then(|at| pixels.get(at..at.checked_add(bytes)?));
    let [r, g, b, a] = match (reading.color, stored) {
        (Color::Rgba, Some(&[r, g, b, a])) => [r, g, b, a],
        (Color::Gray, Some(&[gray, a])) => [gray, gray, gray, a],
        (Color::Indexed, Some(&[index])) if index != reading.transparent || layer.background => {
            reading.palette.get(usize::from(index)).copied().unwrap_or([0; 4])
        }
        _ => [0; 4],
    };
    [r, g, b, product(a, opacity)]
}

/// The product of two parts of 255, rounded to the nearest.
fn product(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}
