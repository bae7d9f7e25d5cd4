//! One error for programs that use `?` on all calls.

use core::fmt;

#[cfg(feature = "serde")]
use crate::json::JsonError;
use crate::math::from;
use crate::shape::{ErrorKind, ShapeError};
use crate::world::{ReplayError, SnapshotError, WorldError};

/// Any error of the library: each converts into it, so `?` works in a function that returns it.
///
/// ```
/// use jostle::{Collider, Shape, World};
/// fn level() -> Result<World<&'static str>, jostle::Error> {
///     let mut world = World::new();
///     world.add(Collider::new("floor", Shape::rect_size((640.0, 16.0))?))?;
///     Ok(world)
/// }
/// assert_eq!(level()?.len(), 1);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A shape cannot be made or placed.
    Shape(ShapeError),
    /// A world refuses a call.
    World(WorldError),
    /// Bytes are no snapshot.
    Snapshot(SnapshotError),
    /// A call of a journal cannot be done.
    Replay(ReplayError),
    /// A JSON form cannot be read.
    #[cfg(feature = "serde")]
    Json(JsonError),
}

impl Error {
    /// Returns the kind of the fault.
    ///
    /// ```
    /// use jostle::{Error, ErrorKind, Shape};
    /// let error = Error::from(Shape::circle(f32::NAN).unwrap_err());
    /// assert_eq!(error.kind(), ErrorKind::NotFinite);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Shape(error) => error.kind(),
            Self::World(error) => error.kind(),
            Self::Snapshot(error) => error.kind(),
            Self::Replay(error) => error.kind(),
            #[cfg(feature = "serde")]
            Self::Json(error) => error.kind(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::World(error) => error.fmt(f),
            Self::Snapshot(error) => error.fmt(f),
            Self::Replay(error) => error.fmt(f),
            #[cfg(feature = "serde")]
            Self::Json(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

from! {
    ShapeError => Error: |error| Self::Shape(error);
    WorldError => Error: |error| Self::World(error);
    SnapshotError => Error: |error| Self::Snapshot(error);
    ReplayError => Error: |error| Self::Replay(error);
}
#[cfg(feature = "serde")]
from! { JsonError => Error: |error| Self::Json(error); }
