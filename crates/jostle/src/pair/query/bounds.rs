//! The box around several shapes.

use crate::math::Aabb;
use crate::shape::Placed;

/// Returns the box that holds all shapes: the bounds of a group. `None` for no shapes, everything
/// where a half-plane is among them.
///
/// ```
/// use jostle::{Aabb, Affine, Shape, query::bounds_of};
/// let tile = Shape::rect_half((1.0, 1.0))?;
/// let group = [tile.place(Affine::IDENTITY)?, tile.place(Affine::at(4.0, 2.0))?];
/// assert_eq!(bounds_of(&group), Some(Aabb::new((-1.0, -1.0), (5.0, 3.0))));
/// assert_eq!(bounds_of([]), None);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[must_use]
pub fn bounds_of<'a>(shapes: impl IntoIterator<Item = &'a Placed>) -> Option<Aabb> {
    shapes.into_iter().map(Placed::bounds).reduce(Aabb::union)
}
