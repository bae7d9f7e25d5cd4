//! The refusals of the library, in the form of JavaScript.

use jostle::{ShapeError, WorldError, world::SnapshotError};

use crate::buffers::{Kind, refuse};
use crate::keys;

/// Notes why bytes make no shape.
#[cold]
#[inline(never)]
pub(crate) fn refuse_bytes(error: &SnapshotError) -> u32 {
    match error {
        SnapshotError::Shape { at, error } => refuse(Kind::Shape, *at, None, &error.to_string()),
        SnapshotError::Invalid { at, what } => refuse(Kind::Limit, *at, None, what),
        other => refuse(Kind::Snapshot, 0, None, &other.to_string()),
    }
}

/// Notes why a shape cannot be placed.
#[cold]
#[inline(never)]
pub(crate) fn refuse_place(error: &ShapeError) -> u32 {
    refuse(Kind::Place, 0, None, &error.to_string())
}

/// Notes that no collider has a key, which is named as JavaScript has it: a whole number.
#[cold]
#[inline(never)]
pub(crate) fn refuse_key(number: f64, index: Option<usize>) -> u32 {
    refuse(Kind::Key, 0, index, &format!("no collider has the key {}", number as i64))
}

/// Notes the refusal of a world, in the library's words and with JavaScript's keys.
#[cold]
#[inline(never)]
pub(crate) fn refuse_edit(error: &WorldError) -> u32 {
    let (index, error) = match error {
        WorldError::At { index, error } => (Some(*index), &**error),
        other => (None, other),
    };
    let kind = match error {
        // The path tells which.
        WorldError::Shape { error, .. } => {
            return refuse(Kind::Place, 0, index, &error.to_string());
        }
        WorldError::Cycle { .. } => Kind::Cycle,
        WorldError::Unknown { .. } | WorldError::Group { .. } => Kind::Key,
        _ => Kind::Full,
    };
    refuse(kind, 0, index, &error.describe(keys::whole))
}
