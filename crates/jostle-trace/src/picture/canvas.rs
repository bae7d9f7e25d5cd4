//! What an animation shows: frames drawn over what the frames before them left.
//!
//! The rules are those of the APNG and GIF89a specifications: a frame is a rectangle of pixels that
//! replaces or covers what is there, and is kept, cleared or undone before the next one.

use super::{Frame, Image};
use crate::TraceError;

/// A rectangle of a frame in the picture, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// How a frame is put over what is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Blend {
    Replace,
    Cover,
}

/// What happens to a frame's area before the next frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dispose {
    Keep,
    Clear,
    Restore,
}

pub(super) struct Canvas {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Canvas {
    /// Makes a transparent canvas; the caller has checked the size.
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { width, height, rgba: vec![0; width as usize * height as usize * 4] }
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn height(&self) -> u32 {
        self.height
    }

    /// Makes what is on the canvas a frame.
    pub(super) fn into_frame(self, milliseconds: u32) -> Result<Frame, TraceError> {
        Ok(Frame { image: Image::new(self.width, self.height, self.rgba)?, milliseconds })
    }

    /// Draws a frame and returns what is seen; parts outside the canvas are left out.
    pub(super) fn frame(
        &mut self,
        area: Area,
        pixels: &[u8],
        blend: Blend,
        dispose: Dispose,
        milliseconds: u32,
    ) -> Result<Frame, TraceError> {
        let before = (dispose == Dispose::Restore).then(|| self.rgba.clone());
        self.draw(area, pixels, blend);
        let image = Image::new(self.width, self.height, self.rgba.clone())?;
        match before {
            Some(before) => self.rgba = before,
            None if dispose == Dispose::Clear => self.draw(area, &[], Blend::Replace),
            None => {}
        }
        Ok(Frame { image, milliseconds })
    }

    /// Draws pixels; missing ones are transparent.
    pub(super) fn draw(&mut self, area: Area, pixels: &[u8], blend: Blend) {
        let right = area.x.saturating_add(area.width).min(self.width);
        let bottom = area.y.saturating_add(area.height).min(self.height);
        for y in area.y..bottom {
            for x in area.x..right {
                let from =
                    ((y - area.y) as usize * area.width as usize + (x - area.x) as usize) * 4;
                let source: [u8; 4] = match pixels.get(from..from + 4) {
                    Some(&[r, g, b, a]) => [r, g, b, a],
                    _ => [0; 4],
                };
                let at = (y as usize * self.width as usize + x as usize) * 4;
                if let Some(under) = self.rgba.get_mut(at..at + 4) {
                    if blend == Blend::Cover {
                        cover(under, source);
                    } else {
                        under.copy_from_slice(&source);
                    }
                }
            }
        }
    }
}

/// Puts a pixel over another: Porter and Duff's `over`, rounded to the nearest of 255 steps.
pub(super) fn cover(under: &mut [u8], over: [u8; 4]) {
    let (alpha, below) = (u32::from(over[3]), u32::from(under[3]));
    if alpha == 255 || below == 0 {
        if alpha > 0 {
            under.copy_from_slice(&over);
        }
        return;
    }
    // In 1/255²: what is covered, and what shows through.
    let through = below * (255 - alpha);
    let sum = alpha * 255 + through;
    for channel in 0..3 {
        let mixed = u32::from(over[channel]) * alpha * 255 + u32::from(under[channel]) * through;
        under[channel] = ((mixed + sum / 2) / sum) as u8;
    }
    under[3] = ((sum + 127) / 255) as u8;
}
