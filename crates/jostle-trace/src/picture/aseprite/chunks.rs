//! The chunks of a frame: palettes, layers, cels, tilesets, tags and slices.

use super::cels::{self, Cel, Tileset};
use super::{Layer, Reading, Slice, SliceKey};
use crate::picture::bytes::Bytes;
use crate::{Tag, TraceError};

/// Layers, groups included; and levels of groups.
const MAX_LAYERS: usize = 65_536;
/// Tags, and slices with all their keys.
const MAX_NAMED: usize = 65_536;

/// Reads one chunk; kinds that say nothing about pixels are stepped over.
pub(super) fn read(
    reading: &mut Reading,
    frame: &mut Bytes<'_>,
    cels: &mut Vec<Cel>,
) -> Result<(), TraceError> {
    let place = frame.clone();
    let size = frame.u32()? as usize;
    let Some(size) = size.checked_sub(4) else { return Err(place.broken("an empty chunk")) };
    let mut chunk = frame.part(size)?;
    match chunk.u16()? {
        0x0004 => old_palette(reading, &mut chunk, 1),
        0x0011 => old_palette(reading, &mut chunk, 4),
        0x2004 => layer(reading, &mut chunk),
        0x2005 => cels::read(reading, &mut chunk).map(|cel| cels.extend(cel)),
        0x2018 => tags(reading, &mut chunk),
        0x2019 => palette(reading, &mut chunk),
        0x2022 => slice(reading, &mut chunk),
        0x2023 => tileset(reading, &mut chunk),
        _ => Ok(()),
    }
}

fn text(chunk: &mut Bytes<'_>) -> Result<String, TraceError> {
    let length = usize::from(chunk.u16()?);
    Ok(String::from_utf8_lossy(chunk.take(length)?).into_owned())
}

/// The palette of old files, whose colors are opaque; some hold six bits a channel.
fn old_palette(reading: &mut Reading, chunk: &mut Bytes<'_>, scale: u8) -> Result<(), TraceError> {
    if !reading.palette.is_empty() {
        // A newer palette stands before it, for programs that know that one.
        return Ok(());
    }
    let mut at = 0;
    for _ in 0..chunk.u16()? {
        at += usize::from(chunk.u8()?);
        let count = match chunk.u8()? {
            0 => 256,
            count => usize::from(count),
        };
        for _ in 0..count {
            let [r, g, b] = chunk.array()?.map(|channel: u8| channel.saturating_mul(scale));
            put(reading, at, [r, g, b, 255]);
            at += 1;
        }
    }
    Ok(())
}

fn palette(reading: &mut Reading, chunk: &mut Bytes<'_>) -> Result<(), TraceError> {
    chunk.skip(4)?;
    let (first, last) = (chunk.u32()? as usize, chunk.u32()? as usize);
    chunk.skip(8)?;
    for at in first..=last {
        let named = chunk.u16()? & 1 != 0;
        let color = chunk.array()?;
        put(reading, at, color);
        if named {
            text(chunk)?;
        }
    }
    Ok(())
}

/// Sets a color; pixels have eight bits to name it with.
fn put(reading: &mut Reading, at: usize, color: [u8; 4]) {
    if at < 256 {
        if reading.palette.len() <= at {
            reading.palette.resize(at + 1, [0, 0, 0, 255]);
        }
        reading.palette[at] = color;
    }
}

fn layer(reading: &mut Reading, chunk: &mut Bytes<'_>) -> Result<(), TraceError> {
    let flags = chunk.u16()?;
    let kind = chunk.u16()?;
    let level = usize::from(chunk.u16()?);
    chunk.skip(6)?;
    let opacity = chunk.u8()?;
    chunk.skip(3)?;
    text(chunk)?;
    let tileset = if kind == 2 { Some(chunk.u32()?) } else { None };
    if level > reading.groups.len() || reading.layers.len() >= MAX_LAYERS {
        return Err(chunk.broken("this layer cannot be there"));
    }
    reading.groups.truncate(level);
    let around = reading.groups.last().copied().unwrap_or(true);
    // Reference layers are for looking at while drawing.
    let visible = flags & 1 != 0 && flags & 64 == 0 && around;
    if kind == 1 {
        reading.groups.push(visible);
    }
    let opacity = if reading.layer_opacity { opacity } else { 255 };
    reading.layers.push(Layer { visible, background: flags & 8 != 0, opacity, tileset });
    Ok(())
}

fn tags(reading: &mut Reading, chunk: &mut Bytes<'_>) -> Result<(), TraceError> {
    let count = chunk.u16()?;
    chunk.skip(8)?;
    for _ in 0..count {
        let (from, to) = (u32::from(chunk.u16()?), u32::from(chunk.u16()?));
        chunk.skip(13)?;
        let name = text(chunk)?;
        if reading.tags.len() < MAX_NAMED {
            reading.tags.push(Tag { name, from, to });
        }
    }
    Ok(())
}

fn slice(reading: &mut Reading, chunk: &mut Bytes<'_>) -> Result<(), TraceError> {
    let count = chunk.u32()?;
    let flags = chunk.u32()?;
    chunk.skip(4)?;
    let name = text(chunk)?;
    let mut keys = Vec::new();
    for _ in 0..count {
        let frame = chunk.u32()?;
        let at = [chunk.i32()?, chunk.i32()?];
        let size = [chunk.u32()?, chunk.u32()?];
        if flags & 1 != 0 {
            chunk.skip(16)?;
        }
        let pivot = if flags & 2 != 0 { Some([chunk.i32()?, chunk.i32()?]) } else { None };
        keys.push(SliceKey { frame, at, size, pivot });
    }
    if reading.slices.len() < MAX_NAMED {
        reading.slices.push(Slice { name, keys });
    }
    Ok(())
}

fn tileset(reading: &mut Reading, chunk: &mut Bytes<'_>) -> Result<(), TraceError> {
    let id = chunk.u32()?;
    let flags = chunk.u32()?;
    let count = chunk.u32()?;
    let (width, height) = (u32::from(chunk.u16()?), u32::from(chunk.u16()?));
    chunk.skip(16)?;
    text(chunk)?;
    if flags & 1 != 0 {
        chunk.skip(8)?;
    }
    if flags & 2 == 0 {
        return Err(chunk.broken("the tiles are in another file, which is not read"));
    }
    let length = chunk.u32()? as usize;
    let area = u64::from(width) * u64::from(height) * u64::from(count);
    let pixels = cels::unpack(reading, chunk.take(length)?, area, chunk)?;
    reading.tilesets.insert(id, Tileset { width, height, pixels });
    Ok(())
}
