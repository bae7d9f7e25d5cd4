//! Pictures from bytes: which pixels a file shows, within limits of memory and time.
//!
//! The frame is the picture's: x right, y down, row by row, four bytes a pixel, alpha not multiplied
//! in. Sizes are checked against the limits below before anything of that size is allocated, and
//! what a decoder says about a broken file becomes a [`TraceError`] with its place.
//!
//! Decoders that guess at the end of a cut-off file are not used that way: half a sprite has a
//! wrong hitbox, so a cut-off file is an error.

mod aseprite;
mod bytes;
mod canvas;
mod gif;
mod png;
mod webp;

pub use aseprite::{Slice, SliceKey, Tag};

use crate::TraceError;

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The most pixels in all frames of a picture together: one frame of the longest sides, or 1,024
/// frames of 256 × 256; 256 MiB.
pub const MAX_PIXELS: u64 = 1 << 26;
/// The most frames of a picture.
pub const MAX_FRAMES: u32 = 1024;
/// The most bytes of a picture file.
pub const MAX_PICTURE_BYTES: u64 = 64 << 20;

/// The pixels of one picture, four bytes each: red, green, blue, alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Image {
    /// Takes pixels in memory, row by row from the top, alpha not multiplied in.
    ///
    /// # Errors
    /// Refuses a picture without pixels, one beyond the limits, and bytes that do not fill it.
    ///
    /// ```
    /// let image = jostle_trace::Image::new(1, 2, vec![255, 0, 0, 255, 0, 0, 0, 0]).unwrap();
    /// assert_eq!(image.pixel(0, 0), [255, 0, 0, 255]);
    /// assert_eq!(image.pixel(0, 1)[3], 0);
    /// ```
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, TraceError> {
        check_size(width, height, 1)?;
        let want = width as usize * height as usize * 4;
        if rgba.len() != want {
            return Err(TraceError::PixelBytes { width, height, found: rgba.len(), want });
        }
        Ok(Self { width, height, rgba })
    }

    /// Pixels a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All pixels, row by row, four bytes each.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Red, green, blue and alpha of pixel (x, y); outside the picture everything is transparent
    /// black.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        if x >= self.width || y >= self.height {
            return [0; 4];
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }
}

/// One picture of an animation, composed with what the frames before it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What is seen.
    pub image: Image,
    /// For how long, in milliseconds; 0 in a still picture.
    pub milliseconds: u32,
}

/// All frames of a picture file, of the same size; a still picture has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    frames: Vec<Frame>,
    tags: Vec<Tag>,
    slices: Vec<Slice>,
}

impl Picture {
    /// Reads a picture in whichever form its first bytes announce: PNG and APNG, GIF,
    /// WebP, and Aseprite's files.
    ///
    /// Samples of 16 bits keep their high byte.
    ///
    /// # Errors
    /// Refuses what is not such a picture, is cut off or contradicts itself, and what is beyond
    /// [`MAX_PICTURE_BYTES`], [`MAX_SIDE`], [`MAX_PIXELS`] or [`MAX_FRAMES`].
    ///
    /// ```
    /// use jostle_trace::{Picture, TraceError};
    /// assert_eq!(Picture::decode(b"hello").unwrap_err(), TraceError::UnknownPicture);
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<Self, TraceError> {
        check("bytes of a picture", bytes.len() as u64, MAX_PICTURE_BYTES)?;
        let frames = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            png::decode(bytes)?
        } else if bytes.starts_with(b"GIF8") {
            gif::decode(bytes)?
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            webp::decode(bytes)?
        } else if aseprite::is(bytes) {
            let file = aseprite::decode(bytes)?;
            return Ok(Self { frames: file.frames, tags: file.tags, slices: file.slices });
        } else {
            return Err(TraceError::UnknownPicture);
        };
        Ok(Self { frames, tags: Vec::new(), slices: Vec::new() })
    }

    /// The frames; at least one.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The names of runs of frames; only Aseprite's files have them.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The named parts; only Aseprite's files have them.
    #[must_use]
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// The frames themselves; at least one.
    #[must_use]
    pub fn into_frames(self) -> Vec<Frame> {
        self.frames
    }
}

/// Refuses more than a limit.
pub(crate) fn check(what: &'static str, found: u64, limit: u64) -> Result<(), TraceError> {
    if found > limit { Err(TraceError::TooLarge { what, found, limit }) } else { Ok(()) }
}

/// Refuses frames without pixels and frames beyond the limits.
fn check_size(width: u32, height: u32, frames: u64) -> Result<(), TraceError> {
    if width == 0 || height == 0 {
        return Err(TraceError::NoPixels { width, height });
    }
    check("pixels along a side", u64::from(width.max(height)), u64::from(MAX_SIDE))?;
    check("frames of a picture", frames, u64::from(MAX_FRAMES))?;
    check("pixels in all frames", u64::from(width) * u64::from(height) * frames, MAX_PIXELS)
}

#[cfg(test)]
mod tests;
