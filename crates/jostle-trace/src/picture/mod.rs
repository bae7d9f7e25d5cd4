//! Pictures from bytes: which pixels a file shows, within limits of memory and time.
//!
//! The frame is the picture's: x right, y down, row by row, four bytes a pixel, alpha not
//! multiplied in. Sizes are checked against the limits below before anything of that size is
//! allocated, and what a decoder states about a broken file becomes a [`TraceError`] with its
//! place.
//!
//! Decoders that guess at the end of a cut-off file are not used that way: half a sprite has a
//! wrong hitbox, so a cut-off file is an error.

mod aseprite;
mod bytes;
mod canvas;
mod gif;
mod png;
mod webp;

pub use aseprite::{Slice, SliceKey};

use crate::image::{MAX_PIXELS, check, check_size};
use crate::{Image, Tag, TraceError};

/// The most bytes of a picture file.
pub const MAX_PICTURE_BYTES: u64 = 64 << 20;

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
    /// [`MAX_PICTURE_BYTES`], [`MAX_SIDE`](crate::MAX_SIDE), [`MAX_PIXELS`] or
    /// [`MAX_FRAMES`](crate::MAX_FRAMES).
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

#[cfg(test)]
mod tests;
