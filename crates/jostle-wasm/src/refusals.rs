//! The refusals of the library, in the form of JavaScript.

use jostle::{ShapeError, WorldError, world::SnapshotError};

use crate::buffers::{Kind, refuse};
use crate::world::Held;

/// Notes why bytes make no shape.
#[cold]
#[inline(never)]
pub(crate) fn refuse_bytes(error: &SnapshotError) -> u32 {
    match error {
        SnapshotError::Shape { at, error } => {
            refuse(Kind::Shape, *at, None, 0.0, &error.to_string())
        }
        SnapshotError::Invalid { at, what } => refuse(Kind::Limit, *at, None, 0.0, what),
        other => refuse(Kind::Snapshot, 0, None, 0.0, &other.to_string()),
    }
}

/// Notes why a shape cannot be placed.
#[cold]
#[inline(never)]
pub(crate) fn refuse_place(error: &ShapeError) -> u32 {
    refuse(Kind::Place, 0, None, 0.0, &error.to_string())
}

/// Notes the refusal of a world.
#[cold]
#[inline(never)]
pub(crate) fn refuse_edit(error: &WorldError, held: &Held) -> u32 {
    let (index, error) = match error {
        WorldError::At { index, error } => (Some(*index), &**error),
        other => (None, other),
    };
    match error {
        WorldError::Unknown { key } => refuse(Kind::Key, 0, index, held.number(*key), ""),
        WorldError::Cycle { key, parent } => {
            refuse(Kind::Cycle, held.number(*parent) as usize, index, held.number(*key), "")
        }
        WorldError::Shape { error, .. } => refuse(Kind::Place, 0, index, 0.0, &error.to_string()),
        _ => refuse(Kind::Full, 0, index, 0.0, ""),
    }
}
