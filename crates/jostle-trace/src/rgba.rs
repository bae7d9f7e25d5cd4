//! From pixels in hand to a shape in one call.

use jostle::Shape;

use crate::outline::UNITS_PER_PIXEL;
use crate::{Goal, Image, Solid, TraceError, Tracing, shape_of};

/// Traces a picture in memory: four bytes a pixel, row by row, alpha not multiplied in. Pixels with an
/// alpha of 128 and more are solid. The origin of the shape is the middle of the picture, x right and y
/// down; `None` if nothing is solid.
///
/// [`Tracing`] has more options, and the report.
///
/// # Errors
/// Refuses a number of bytes that does not fit the size, and what [`Tracing::trace`] refuses.
///
/// ```
/// use jostle_trace::{Goal, shape_of_rgba};
/// let pixels: Vec<u8> = (0..64).flat_map(|i| [0, 0, 0, if i % 8 < 4 { 255 } else { 0 }]).collect();
/// let half = shape_of_rgba([8, 8], &pixels, Goal::deviation(1.0))?.expect("something solid");
/// let placed = half.place(jostle::Affine::IDENTITY).unwrap();
/// assert_eq!(placed.bounds(), jostle::Aabb::new((-4.0, -4.0), (0.0, 4.0)));
/// assert_eq!(shape_of_rgba([1, 1], &[0; 4], Goal::default())?.map(|shape| shape.kind()), None);
/// # Ok::<(), jostle_trace::TraceError>(())
/// ```
pub fn shape_of_rgba(
    [width, height]: [u32; 2],
    rgba: &[u8],
    goal: Goal,
) -> Result<Option<Shape>, TraceError> {
    let image = Image::new(width, height, rgba.to_vec())?;
    let mask = Solid::default().mask(&image);
    let mut hitbox = Tracing { goal, ..Tracing::default() }.trace(&mask, None)?;
    // Half a pixel is a whole number of units.
    let [x, y] = [width, height].map(|side| side as i32 * (UNITS_PER_PIXEL / 2));
    for point in hitbox.outline.rings.iter_mut().flat_map(|ring| &mut ring.points) {
        *point = [point[0] - x, point[1] - y];
    }
    shape_of(&hitbox.outline)
}
