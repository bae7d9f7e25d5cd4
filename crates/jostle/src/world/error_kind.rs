//! The kinds of the errors of worlds, snapshots and journals.

use crate::shape::ErrorKind;
use crate::world::{ReplayError, SnapshotError, WorldError};

impl WorldError {
    /// Returns the kind of the fault; that of one of many is that of its own fault.
    ///
    /// ```
    /// use jostle::{Affine, Collider, ErrorKind, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// world.remove(key);
    /// assert_eq!(world.set_transform(key, Affine::IDENTITY).unwrap_err().kind(), ErrorKind::Key);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Unknown { .. } | Self::Group { .. } => ErrorKind::Key,
            Self::Shape { error, .. } => error.kind(),
            Self::Cycle { .. } => ErrorKind::Cycle,
            Self::Full => ErrorKind::Full,
            Self::At { error, .. } => error.kind(),
        }
    }
}

impl SnapshotError {
    /// Returns the kind of the fault.
    ///
    /// ```
    /// use jostle::{ErrorKind, World};
    /// assert_eq!(World::<u8>::new().restore(b"no snapshot").unwrap_err().kind(), ErrorKind::Snapshot);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Custom { .. } => ErrorKind::Custom,
            _ => ErrorKind::Snapshot,
        }
    }
}

impl ReplayError {
    /// Returns the kind of the fault.
    ///
    /// ```
    /// use jostle::{ErrorKind, world::{Op, Replay}};
    /// let error = Replay::new().apply(&Op::Enable { key: 7 }).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Key);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::UnknownKey { .. } => ErrorKind::Key,
            Self::KeyInUse { .. } | Self::LateWorld => ErrorKind::Journal,
            Self::World(error) => error.kind(),
        }
    }
}
