//! The kinds of faults, and the word of each: the same in every language that the library speaks.

use core::fmt;

use crate::shape::ShapeError;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:literal,)+) => {
        /// The kind of a fault, for programs that decide by it. Every error of the library has one, and the word
        /// is that of the status in C and of `JostleError.kind` in Python.
        ///
        /// ```
        /// use jostle::{ErrorKind, Shape};
        /// let error = Shape::polygon([(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]).unwrap_err();
        /// assert_eq!(error.kind(), ErrorKind::Crossing);
        /// assert_eq!(error.kind().as_str(), "crossing");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)+
        }

        impl ErrorKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// Returns the word, in snake case.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)+
                }
            }
        }
    };
}

kinds! {
    /// A number is NaN or infinite, or does not fit a finite `f32`.
    NotFinite = "not_finite",
    /// A radius, an extent or a length is below zero.
    Negative = "negative",
    /// A size is zero or below.
    NotPositive = "not_positive",
    /// A number lies outside of those that have a meaning here.
    OutOfRange = "out_of_range",
    /// A list is empty.
    Empty = "empty",
    /// A direction has length zero.
    ZeroDirection = "zero_direction",
    /// Two edges of an outline properly cross.
    Crossing = "crossing",
    /// A hole reaches outside of its outline.
    HoleOutside = "hole_outside",
    /// A tile of a grid cannot be one.
    Tile = "tile",
    /// The shape cannot be given a radius.
    NoCore = "no_core",
    /// A list has another length than the size demands.
    WrongLength = "wrong_length",
    /// There is more of something than there may be: items, levels, bytes.
    TooMany = "too_many",
    /// Placing a finite shape left the range of `f32`.
    Overflow = "overflow",
    /// No collider has the key, or that collider has no shape.
    Key = "key",
    /// A collider would be below itself.
    Cycle = "cycle",
    /// The world is full.
    Full = "full",
    /// A text is no JSON.
    Json = "json",
    /// A key of a JSON form is unknown or missing, or a value has the wrong type.
    Form = "form",
    /// Bytes are no sound snapshot.
    Snapshot = "snapshot",
    /// A custom shape is code, and cannot be written.
    Custom = "custom",
    /// A journal names a key twice, or states too late how its world is.
    Journal = "journal",
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl ShapeError {
    /// Returns the kind of the fault.
    ///
    /// ```
    /// use jostle::{ErrorKind, Shape};
    /// assert_eq!(Shape::circle(-1.0).unwrap_err().kind(), ErrorKind::Negative);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NotFinite { .. } => ErrorKind::NotFinite,
            Self::Negative { .. } => ErrorKind::Negative,
            Self::NotPositive { .. } => ErrorKind::NotPositive,
            Self::Tile { .. } => ErrorKind::Tile,
            Self::Empty { .. } | Self::NothingSolid { .. } => ErrorKind::Empty,
            Self::ZeroDirection { .. } => ErrorKind::ZeroDirection,
            Self::Crossing { .. } => ErrorKind::Crossing,
            Self::HoleOutside { .. } => ErrorKind::HoleOutside,
            Self::NoCore { .. } => ErrorKind::NoCore,
            Self::WrongLength { .. } => ErrorKind::WrongLength,
            Self::TooMany { .. } => ErrorKind::TooMany,
            Self::Overflow { .. } => ErrorKind::Overflow,
        }
    }
}
