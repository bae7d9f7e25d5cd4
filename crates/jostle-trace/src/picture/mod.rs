//! Pictures from bytes: which pixels a file shows, within limits of memory and time.
//!
//! The frame is the picture's: x right, y down, row by row, four bytes a pixel, alpha not
//! multiplied in. Sizes are checked against the limits below before anything of that size is
//! allocated, and what a decoder states about a broken file becomes a [`TraceError`] with its
//! place.
//!
//! Decoders that guess at the end of a cut-off file are not used that way: half a sprite has a
//! wrong hitbox, so a cut-off file is an error.

#[cfg(feature = "aseprite")]
mod aseprite;
mod bytes;
mod canvas;
#[cfg(feature = "gif")]
mod gif;
#[cfg(feature = "png")]
mod png;
mod slice;
#[cfg(feature = "webp")]
mod webp;

pub use slice::{Slice, SliceKey};

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
    /// WebP, and Aseprite's files, each with the feature of its name.
    ///
    /// Samples of 16 bits keep their high byte.
    ///
    /// # Errors
    /// Refuses what is not such a picture, has a form whose feature is off, is cut off or contradicts itself, and what is beyond
    /// [`MAX_PICTURE_BYTES`], [`MAX_SIDE`](crate::MAX_SIDE), [`MAX_PIXELS`] or
    /// [`MAX_FRAMES`](crate::MAX_FRAMES).
    ///
    /// ```
    /// use jostle_trace::{Picture, TraceError};
    /// assert_eq!(Picture::decode(b"hello").unwrap_err(), TraceError::UnknownPicture);
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<Self, TraceError> {
        check("bytes of a picture", bytes.len() as u64, MAX_PICTURE_BYTES)?;
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            #[cfg(feature = "png")]
            return contained("PNG", || png::decode(bytes)).map(Self::of_frames);
            #[cfg(not(feature = "png"))]
            return Err(TraceError::NotBuilt { format: "PNG", feature: "png" });
        }
        if bytes.starts_with(b"GIF8") {
            #[cfg(feature = "gif")]
            return contained("GIF", || gif::decode(bytes)).map(Self::of_frames);
            #[cfg(not(feature = "gif"))]
            return Err(TraceError::NotBuilt { format: "GIF", feature: "gif" });
        }
        if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            #[cfg(feature = "webp")]
            return contained("WebP", || webp::decode(bytes)).map(Self::of_frames);
            #[cfg(not(feature = "webp"))]
            return Err(TraceError::NotBuilt { format: "WebP", feature: "webp" });
        }
        if bytes.get(4..6) == Some(&[0xE0, 0xA5]) {
            #[cfg(feature = "aseprite")]
            return aseprite::decode(bytes).map(|file| {
                let aseprite::File { frames, tags, slices } = file;
                Self { frames, tags, slices }
            });
            #[cfg(not(feature = "aseprite"))]
            return Err(TraceError::NotBuilt { format: "Aseprite", feature: "aseprite" });
        }
        Err(TraceError::UnknownPicture)
    }

    #[cfg(any(feature = "png", feature = "gif", feature = "webp"))]
    fn of_frames(frames: Vec<Frame>) -> Self {
        Self { frames, tags: Vec::new(), slices: Vec::new() }
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

/// Calls a decoder that is not ours; a panic within it is the picture's fault.
#[cfg(any(feature = "png", feature = "gif", feature = "webp"))]
fn contained<T>(
    format: &'static str,
    decode: impl FnOnce() -> Result<T, TraceError>,
) -> Result<T, TraceError> {
    // What the decoder had is dropped with it.
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(decode));
    ended.unwrap_or_else(|_| {
        let why = "the decoder failed on it".to_owned();
        Err(TraceError::Picture { format, place: String::new(), why })
    })
}

#[cfg(all(test, feature = "files"))]
mod tests;
