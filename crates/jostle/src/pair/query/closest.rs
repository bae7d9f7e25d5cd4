//! The point of a shape that is nearest to a point, with the signed distance.

use core::hint::select_unpredictable;

use crate::math::{Vec2, positive_zero};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::{bodies, mesh::distance::edges_and_point, round_ring::clear_gap};
use crate::shape::{Body, Core, Placed};

/// The place of a point relative to a shape; world frame.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let room = Shape::rect_half((4.0, 2.0))?.place(Affine::IDENTITY)?;
/// let c = room.closest((6.0, 1.0));
/// assert_eq!((c.point, c.separation, c.normal), (Vec2::new(4.0, 1.0), 2.0, Vec2::X));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Closest {
    /// The point of the closed shape nearest to the query point: itself, if it is inside.
    pub point: Vec2,
    /// Above 0 outside, 0 on the boundary, below 0 inside: the depth to the boundary of the whole
    /// shape, without inner seams. −∞ if there is no boundary to reach.
    #[cfg_attr(feature = "serde", serde(with = "crate::math::infinite_as_null::separation"))]
    pub separation: f32,
    /// Unit vector from the shape toward the point; inside, the shortest way out.
    pub normal: Vec2,
}

impl Placed {
    /// Finds the point of the shape that is nearest to a point, with the signed distance.
    ///
    /// The shape is closed and, for unions, one whole. The sign is exact; numbers are computed in
    /// `f64` and rounded once, but for the depth in a union or in a rounded concave outline, which
    /// may be 1e-6 of the size off. A point that is not finite is answered as if it were the
    /// origin.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let a = Shape::circle(3.0)?.place(Affine::IDENTITY)?;
    /// let c = a.closest((0.0, 2.0));
    /// assert_eq!((c.point, c.separation, c.normal), (Vec2::new(0.0, 2.0), -1.0, Vec2::Y));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn closest(&self, point: impl Into<Vec2>) -> Closest {
        let point = point.into();
        let point = if point.is_finite() { point } else { Vec2::ZERO };
        match clear_gap(&self.body, point.into()) {
            Some(gap) => Closest::of(gap, point),
            None => Closest::exact(&self.body, point),
        }
    }
}

impl Closest {
    #[inline(always)]
    fn of(raw: GapF64, point: Vec2) -> Self {
        let gap = raw.rounded();
        let inside = raw.verdict != Verdict::Separated;
        let nearest = Vec2 {
            x: select_unpredictable(inside, positive_zero(point.x), gap.on_a.x),
            y: select_unpredictable(inside, positive_zero(point.y), gap.on_a.y),
        };
        Self { point: nearest, separation: gap.separation, normal: gap.normal }
    }

    /// Out of line, so that the fast path keeps its numbers in registers: a fifth of a circle's instructions.
    #[inline(never)]
    fn exact(body: &Body, point: Vec2) -> Self {
        Self::of(exact(body, point), point)
    }
}

/// The gap from a body to a point, with the depth of the whole.
pub(crate) fn raw(body: &Body, point: Vec2) -> GapF64 {
    clear_gap(body, point.into()).unwrap_or_else(|| exact(body, point))
}

#[inline(never)]
fn exact(body: &Body, point: Vec2) -> GapF64 {
    let point = Core::point(point.into(), 0.0);
    let of_edges = match body {
        Body::Core(core) if core.mesh().is_some() => edges_and_point(core, &point),
        _ => None,
    };
    of_edges.unwrap_or_else(|| bodies::gap(body, &Body::Core(point)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Shape};

    fn tiles(second: impl Into<Vec2>) -> Placed {
        let (tile, second) = (Shape::rect_half((1.0, 1.0)).unwrap(), second.into());
        let parts = [(tile.clone(), Affine::IDENTITY), (tile, Affine::at(second))];
        Shape::compound(parts).unwrap().place(Affine::IDENTITY).unwrap()
    }

    #[test]
    fn depth_in_a_union_reaches_past_its_seams() {
        let c = tiles((2.0, 0.0)).closest((0.875, 0.0));
        assert_eq!((c.separation, c.normal.x), (-1.0, 0.0));
        // Past both corners where the outlines cross, (1, 0.5) is nearer than any edge's foot.
        let c = tiles((1.5, 1.5)).closest((0.75, 0.75));
        let out = Vec2::new(0.25, -0.25).length();
        assert!((c.separation + out).abs() < 1e-5, "{c:?}");
    }

    #[test]
    fn depth_in_a_rounded_concave_outline_counts_its_radius() {
        let corner = [(0., 0.), (4., 0.), (4., 1.), (1., 1.), (1., 4.), (0., 4.)];
        let shape = Shape::polygon(corner).unwrap().with_radius(0.5).unwrap();
        let shape = shape.place(Affine::IDENTITY).unwrap();
        let c = shape.closest((3.0, 0.25));
        assert_eq!((c.separation, c.normal), (-0.75, Vec2::new(0.0, -1.0)));
        // Beside the inner corner the nearest boundary point is the tip (1.5, 1.5).
        let c = shape.closest((1.25, 1.25));
        let out = Vec2::new(0.25, 0.25).length();
        assert!((c.separation + out).abs() < 1e-5 * 5.0, "{c:?}");
    }

    #[test]
    fn a_point_of_a_line_is_at_distance_zero() {
        let line = Shape::segment((0.0, 0.0), (4.0, 2.0)).unwrap().place(Affine::IDENTITY).unwrap();
        let on = line.closest((2.0, 1.0));
        assert_eq!((on.separation, on.point), (0.0, Vec2::new(2.0, 1.0)));
        assert_eq!(line.closest((7.0, 6.0)).separation, 5.0);
    }
}
