//! The cells of a tile layer: lists, CSV, and base64 with gzip, zlib or zstd.
//!
//! A packed layer never unpacks to more than its own width × height states, and all layers of a map
//! share one budget of cells, so a small file cannot ask for much memory.

use crate::error::MapError;
use crate::model::Data;
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;
use std::borrow::Cow;
use std::io::Read;

/// Bounds the cells of all tile layers of a map together.
pub const MAX_CELLS: u64 = 1 << 24;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// How the cells of a layer are written.
#[derive(Clone, Copy)]
pub(crate) struct Packing<'a> {
    pub(crate) encoding: Option<&'a str>,
    pub(crate) compression: Option<&'a str>,
}

/// Reads `width` × `height` cells, row by row, and takes them from the budget.
pub(crate) fn cells<'a>(
    data: &'a Data,
    packing: Packing<'_>,
    [width, height]: [u32; 2],
    budget: &mut u64,
) -> Result<Cow<'a, [u32]>, MapError> {
    let area = u64::from(width) * u64::from(height);
    *budget = budget.checked_sub(area).ok_or_else(|| {
        MapError::new(
            "",
            format!("{width} x {height} cells pass the limit of {MAX_CELLS} for a map"),
        )
    })?;
    let count = area as usize;
    let cells = match data {
        Data::Gids(gids) => Cow::Borrowed(&gids[..]),
        Data::Text(text) => Cow::Owned(match packing.encoding {
            Some("base64") => unpack(text, packing.compression, count)?,
            Some("csv") | None => csv(text, count)?,
            Some(other) => return Err(MapError::new("", format!("unknown encoding {other:?}"))),
        }),
    };
    if cells.len() != count {
        let message = format!("{} cells where {width} x {height} belong", cells.len());
        return Err(MapError::new("", message));
    }
    Ok(cells)
}

fn csv(text: &str, count: usize) -> Result<Vec<u32>, MapError> {
    let mut cells = Vec::with_capacity(count);
    // Some writers put a comma behind the last cell.
    for cell in text.trim().trim_end_matches(',').split(',').take(count + 1) {
        let cell = cell.trim();
        if cell.is_empty() && count == 0 {
            break;
        }
        cells.push(cell.parse().map_err(|_| {
            let shown: String = cell.chars().take(20).collect();
            MapError::new("", format!("cell {} is {shown:?}, not a tile number", cells.len()))
        })?);
    }
    Ok(cells)
}

fn unpack(text: &str, compression: Option<&str>, count: usize) -> Result<Vec<u32>, MapError> {
    let packed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = BASE64
        .decode(packed)
        .map_err(|error| MapError::new("", format!("the cells are not base64: {error}")))?;
    let bytes = match compression.unwrap_or_default() {
        "" => packed,
        "gzip" => drain(MultiGzDecoder::new(&packed[..]), count)?,
        "zlib" => drain(ZlibDecoder::new(&packed[..]), count)?,
        "zstd" => {
            let decoder = StreamingDecoder::new(&packed[..])
                .map_err(|error| MapError::new("", format!("the cells are not zstd: {error}")))?;
            drain(decoder, count)?
        }
        other => return Err(MapError::new("", format!("unknown compression {other:?}"))),
    };
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        let message = format!("{} bytes of cells, which are not whole cells of 4", bytes.len());
        return Err(MapError::new("", message));
    }
    Ok(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
}

/// Unpacks what `count` cells need and one cell more, which shows that there are too many.
fn drain(packed: impl Read, count: usize) -> Result<Vec<u8>, MapError> {
    let mut bytes = Vec::new();
    packed
        .take((count as u64 + 1) * 4)
        .read_to_end(&mut bytes)
        .map_err(|error| MapError::new("", format!("the cells do not unpack: {error}")))?;
    Ok(bytes)
}
