//! Faults of a picture, a sheet or an option.

/// The reason why nothing was traced, with its place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The first bytes belong to none of the formats that are read.
    #[error("not a picture in PNG, GIF, WebP or Aseprite form")]
    UnknownPicture,
    /// The form of a picture is known, and the feature that reads it is off.
    #[error("a picture in {format} form, which needs the feature {feature:?} of jostle-trace")]
    NotBuilt {
        /// The form that the first bytes announce.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// A picture that is cut off, contradicts itself or uses what is not supported.
    #[error("{format}{}{place}: {why}", if place.is_empty() { "" } else { ", " })]
    Picture {
        /// The form that the first bytes announce.
        format: &'static str,
        /// Where in the file, such as `frame 3`; empty if the decoder does not report it.
        place: String,
        /// The fault.
        why: String,
    },
    /// More than a documented limit; nothing of that size was allocated.
    #[error("{what}: {found}, and the limit is {limit}")]
    TooLarge {
        /// What is limited.
        what: &'static str,
        /// How much there is.
        found: u64,
        /// How much there may be.
        limit: u64,
    },
    /// A picture without a single pixel.
    #[error("a picture of {width} x {height} pixels has nothing to trace")]
    NoPixels {
        /// Pixels a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Pixels in memory that do not fill the picture that they are said to be.
    #[error("{found} bytes for {width} x {height} RGBA pixels, which take {want}")]
    PixelBytes {
        /// Pixels a row.
        width: u32,
        /// Rows.
        height: u32,
        /// The bytes given.
        found: usize,
        /// The bytes needed.
        want: usize,
    },
    /// A description of a sheet that is wrong or does not fit its picture.
    #[error("sheet{}{place}: {why}", if place.is_empty() { "" } else { ", " })]
    Sheet {
        /// Where in the description, such as `line 3` or `frame "walk-1"`.
        place: String,
        /// The fault.
        why: String,
    },
    /// An outline that no shape can be made of.
    #[error("the outline makes no shape: {0}")]
    Shape(jostle::ShapeError),
    /// A goal that contradicts itself or that nothing can reach.
    #[error("{what}: {why}")]
    Goal {
        /// The option, such as `vertices`.
        what: &'static str,
        /// Why it cannot be.
        why: String,
    },
}
