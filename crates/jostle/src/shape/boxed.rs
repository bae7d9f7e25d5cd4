//! A box as a placed shape with exactly its corners.

use crate::math::{Aabb, DVec2, Vec2};
use crate::shape::error::ValuePath;
use crate::shape::placing::reclassify;
use crate::shape::{Placed, ShapeError};

impl Aabb {
    /// Makes the box a placed shape with exactly these corners; infinite sides end at the largest
    /// finite number.
    ///
    /// # Errors
    /// A side is NaN.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let room = Aabb::new((0.0, 0.0), (4.0, 3.0)).to_placed()?;
    /// let ball = Shape::circle(1.0)?.place(Affine::at((5.0, 3.0)))?;
    /// assert!(room.overlaps(&ball) && !room.overlaps_interior(&ball));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn to_placed(self) -> Result<Placed, ShapeError> {
        let what = |name| ValuePath::field(name);
        let side = |value: f32, name| {
            let end = if value.is_infinite() { f32::MAX.copysign(value) } else { value };
            crate::shape::validate::number(end, what(name)).map(f64::from)
        };
        let (x, y) = (side(self.min.x, "min.x")?, side(self.min.y, "min.y")?);
        let (r, s) = (side(self.max.x, "max.x")?, side(self.max.y, "max.y")?);
        let corners = [DVec2::new(x, y), DVec2::new(r, y), DVec2::new(r, s), DVec2::new(x, s)];
        reclassify::single(Vec2::ZERO, &corners, 0.0).map(Placed::new)
    }
}
