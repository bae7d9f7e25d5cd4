//! Rows that a program puts aside while it joins: checked once, then read back without a check.

use crate::math::{Aabb, Affine};
use crate::shape::codec::{Reader, Writer};
use crate::shape::{Shape, ShapeError};
use alloc::vec::Vec;

/// Returns the bounds of a shape under a map, those of [`Shape::place`]; for most outlines in a
/// fraction of the time.
///
/// # Errors
/// As [`Shape::place`].
///
/// ```
/// use jostle::{Affine, Shape, join::placed_bounds};
/// let hook = Shape::polygon([(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)])?;
/// let map = Affine::at((7.0, 2.0)).rotated(0.3);
/// assert_eq!(placed_bounds(&hook, map)?, hook.place(map)?.bounds());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub fn placed_bounds(shape: &Shape, map: Affine) -> Result<Aabb, ShapeError> {
    shape.bounds_under(&map).map_or_else(|| Ok(shape.place(map)?.bounds()), Ok)
}

/// Appends a shape as bytes for [`unpack`]; `false` for a custom shape, which is code.
///
/// ```
/// let mut bytes = Vec::new();
/// assert!(jostle::join::pack_into(&jostle::Shape::circle(1.0)?, &mut bytes));
/// assert_eq!(jostle::join::unpack(&bytes).unwrap().kind(), "circle");
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub fn pack_into(shape: &Shape, out: &mut Vec<u8>) -> bool {
    let mut writer = Writer { bytes: core::mem::take(out) };
    let packed = writer.proven_shape(shape);
    *out = writer.bytes;
    packed
}

/// Reads a shape that [`pack_into`] wrote; `None` where the bytes are none.
///
/// It believes the bytes that the edges of an outline do not cross, a proof that takes longer than
/// all else about a row. Bytes from elsewhere may make an outline whose answers are wrong: read
/// those by [`Shape::from_bytes`].
///
/// ```
/// assert!(jostle::join::unpack(&[99]).is_none());
/// ```
#[must_use]
pub fn unpack(bytes: &[u8]) -> Option<Shape> {
    let mut reader = Reader::new(bytes);
    reader.proven_shape().ok().filter(|_| reader.left() == 0)
}
