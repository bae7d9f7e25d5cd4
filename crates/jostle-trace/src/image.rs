//! Pixels in memory, within limits.
//!
//! The frame is the picture's: x right, y down, row by row, four bytes a pixel, alpha not
//! multiplied in. Sizes are checked against the limits before anything of that size is allocated.

use crate::TraceError;

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The most pixels in all frames of a picture together: one frame of the longest sides, or 1,024
/// frames of 256 × 256; 256 MiB.
pub const MAX_PIXELS: u64 = 1 << 26;
/// The most frames of a picture.
pub const MAX_FRAMES: u32 = 1024;
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

/// Refuses more than a limit.
pub(crate) fn check(what: &'static str, found: u64, limit: u64) -> Result<(), TraceError> {
    if found > limit { Err(TraceError::TooLarge { what, found, limit }) } else { Ok(()) }
}

/// Refuses frames without pixels and frames beyond the limits.
pub(crate) fn check_size(width: u32, height: u32, frames: u64) -> Result<(), TraceError> {
    if width == 0 || height == 0 {
        return Err(TraceError::NoPixels { width, height });
    }
    check("pixels along a side", u64::from(width.max(height)), u64::from(MAX_SIDE))?;
    check("frames of a picture", frames, u64::from(MAX_FRAMES))?;
    check("pixels in all frames", u64::from(width) * u64::from(height) * frames, MAX_PIXELS)
}
