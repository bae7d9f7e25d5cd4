//! Aseprite's own files (`.aseprite`, `.ase`): the visible layers of every frame, put together.
//!
//! Read from the format's published description (Aseprite, docs/ase-file-specs.md): cels raw,
//! linked, packed and of tiles, in true color, gray and palette colors, with the opacity of layers
//! and cels, hidden and reference layers, z-indices, tags and slices. Blend modes are taken as the
//! normal one: the others have the same alpha and differ in color alone.
//!
//! Cost: the pixels of all frames, and of all cels, each bounded by the limits of a picture.

mod cels;
mod chunks;

use super::bytes::Bytes;
use super::canvas::Canvas;
use super::slice::{Slice, SliceKey};
use super::{Frame, MAX_PIXELS, check, check_size};
use crate::{Tag, TraceError};
use cels::{Cel, Content, Tileset};
use std::collections::BTreeMap;

/// The most pixels that are drawn for all frames together, every layer counted: linked cels cost
/// nothing in the file.
const MAX_DRAWN: u64 = 16 * MAX_PIXELS;

/// How pixels are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Color {
    Rgba,
    Gray,
    Indexed,
}

struct Layer {
    /// Shown, and every group around it too.
    visible: bool,
    background: bool,
    opacity: u8,
    tileset: Option<u32>,
}

pub(super) struct File {
    pub(super) frames: Vec<Frame>,
    pub(super) tags: Vec<Tag>,
    pub(super) slices: Vec<Slice>,
}

/// What the chunks read so far say.
struct Reading {
    color: Color,
    transparent: u8,
    layer_opacity: bool,
    palette: Vec<[u8; 4]>,
    layers: Vec<Layer>,
    /// True if the groups that are open, by depth, are shown, with all around them.
    groups: Vec<bool>,
    tilesets: BTreeMap<u32, Tileset>,
    tags: Vec<Tag>,
    slices: Vec<Slice>,
    /// Pixels in cels and tilesets so far.
    pixels: u64,
}

impl Reading {
    /// Counts pixels before they are unpacked.
    fn count(&mut self, pixels: u64) -> Result<(), TraceError> {
        self.pixels = self.pixels.saturating_add(pixels);
        check("pixels in all cels and tilesets", self.pixels, MAX_PIXELS)
    }
}

pub(super) fn decode(bytes: &[u8]) -> Result<File, TraceError> {
    let mut all = Bytes::new("Aseprite", bytes);
    let mut head = all.part(128)?;
    head.skip(6)?;
    let frames = u32::from(head.u16()?);
    let (width, height) = (u32::from(head.u16()?), u32::from(head.u16()?));
    let color = match head.u16()? {
        32 => Color::Rgba,
        16 => Color::Gray,
        8 => Color::Indexed,
        other => return Err(head.broken(&format!("a color depth of {other} bits is unknown"))),
    };
    let flags = head.u32()?;
    let speed = u32::from(head.u16()?);
    head.skip(8)?;
    let transparent = head.u8()?;
    check_size(width, height, u64::from(frames))?;
    if frames == 0 {
        return Err(head.broken("there is no frame"));
    }
    let mut reading = Reading {
        color,
        transparent,
        layer_opacity: flags & 1 != 0,
        palette: Vec::new(),
        layers: Vec::new(),
        groups: Vec::new(),
        tilesets: BTreeMap::new(),
        tags: Vec::new(),
        slices: Vec::new(),
        pixels: 0,
    };
    let mut shown: Vec<(Vec<Cel>, u32)> = Vec::new();
    for _ in 0..frames {
        let place = all.clone();
        let size = all.u32()? as usize;
        let Some(size) = size.checked_sub(4) else { return Err(place.broken("an empty frame")) };
        let mut frame = all.part(size)?;
        if frame.u16()? != 0xF1FA {
            return Err(place.broken("a frame should begin here"));
        }
        let old_count = u32::from(frame.u16()?);
        let wait = u32::from(frame.u16()?);
        frame.skip(2)?;
        let count = match frame.u32()? {
            0 => old_count,
            count => count,
        };
        let mut cels = Vec::new();
        for _ in 0..count {
            chunks::read(&mut reading, &mut frame, &mut cels)?;
        }
        cels.sort_by_key(|cel: &Cel| cel.layer);
        if cels.windows(2).any(|two| two[0].layer == two[1].layer) {
            return Err(place.broken("a layer has two cels in this frame"));
        }
        shown.push((cels, if wait == 0 { speed } else { wait }));
    }
    let is_there = |tag: &Tag| tag.from <= tag.to && tag.to < frames;
    if let Some(Tag { name, from, to }) = reading.tags.iter().find(|tag| !is_there(tag)) {
        let why = format!("tag {name:?} is for frames {from} to {to}, and there are {frames}");
        return Err(all.broken(&why));
    }
    let mut out = Vec::with_capacity(shown.len());
    let mut drawn = 0;
    for (index, (_, wait)) in shown.iter().enumerate() {
        let mut canvas = Canvas::new(width, height);
        draw(&reading, &shown, index, &mut canvas, &mut drawn)?;
        out.push(canvas.into_frame(*wait)?);
    }
    Ok(File { frames: out, tags: reading.tags, slices: reading.slices })
}

/// Draws the cels of a frame, from the lowest to the topmost.
fn draw(
    reading: &Reading,
    shown: &[(Vec<Cel>, u32)],
    index: usize,
    canvas: &mut Canvas,
    drawn: &mut u64,
) -> Result<(), TraceError> {
    let wrong = |why: String| TraceError::Picture {
        format: "Aseprite",
        place: format!("frame {index}"),
        why,
    };
    let mut cels: Vec<&Cel> = shown[index].0.iter().collect();
    // The z-index moves a cel over a given number of layers; at equal places it decides by itself.
    cels.sort_by_key(|cel| (i64::from(cel.layer) + i64::from(cel.z), cel.z));
    for cel in cels {
        let Some(layer) = reading.layers.get(usize::from(cel.layer)) else {
            return Err(wrong(format!("there is no layer {}", cel.layer)));
        };
        if !layer.visible {
            continue;
        }
        // A linked cel shows another frame's; it has its own opacity only.
        let source = match cel.content {
            Content::Linked(frame) => {
                let cels = shown.get(usize::from(frame)).map_or(&[][..], |(cels, _)| cels);
                let own = cels.binary_search_by_key(&cel.layer, |other| other.layer).ok();
                let own = own
                    .map(|at| &cels[at])
                    .filter(|other| !matches!(other.content, Content::Linked(_)));
                own.ok_or_else(|| {
                    wrong(format!("a cel is linked to frame {frame}, which has none"))
                })?
            }
            _ => cel,
        };
        *drawn += cels::draw(reading, layer, source, cel.opacity, canvas).map_err(wrong)?;
        check("pixels of layers drawn in all frames", *drawn, MAX_DRAWN)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
