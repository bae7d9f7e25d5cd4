//! The projection of a shape on an axis, and the corners and edges of a rectangle.
//!
//! Projections are supports along the axis and against it, in `f64`, rounded once. O(n).

use crate::math::{DVec2, Interval, Vec2, round_finite};
use crate::pair::bodies::span;
use crate::shape::{Body, Kind, Placed};

/// Projects an edge on an axis: the range of p·axis over its points.
///
/// The axis may have any length; for one of length 1 the range is in the caller's unit. An axis
/// that is not finite gives numbers without meaning.
#[must_use]
pub fn project_edge(edge: [Vec2; 2], axis: impl Into<Vec2>) -> Interval {
    let axis = DVec2::from(axis.into());
    let [s, t] = edge.map(|p| DVec2::from(p).dot(axis));
    rounded([s, t]).sorted()
}

impl Placed {
    /// Projects the shape on an axis: the range of p·axis over its points.
    ///
    /// The axis may have any length; for one of length 1 the range is in the caller's unit. Ends
    /// are rounded to nearest. A half-plane's range is unbounded, but at its offset where the axis
    /// runs along its normal.
    #[must_use]
    pub fn project(&self, axis: impl Into<Vec2>) -> Interval {
        rounded(span(&self.body, DVec2::ZERO, DVec2::from(axis.into())))
    }

    /// Returns the corners of a placed rectangle in the order of its local frame (−x −y, +x −y,
    /// +x +y, −x +y), each rounded once; `None` for other shapes, and for rounded rectangles, which
    /// have none.
    ///
    /// A rectangle under skew is a polygon, and a flat one a segment or a point: `None` too.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let r = Shape::rect_half((2.0, 1.0))?.place(Affine::at((5.0, 5.0)))?;
    /// assert_eq!(r.corners().unwrap()[0], Vec2::new(3.0, 4.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn corners(&self) -> Option<[Vec2; 4]> {
        let Body::Core(core) = &self.body else { return None };
        if core.frame().is_none() || core.kind != Kind::Convex || core.radius > 0.0 {
            return None;
        }
        Some([0, 1, 2, 3].map(|i| (core.origin + core.offset(i)).round()))
    }

    /// Returns an edge of a placed rectangle by its number: 0 to 3 for the sides toward −y, +x, +y
    /// and −x of its local frame, in positive order; `None` beyond, or where
    /// [`corners`](Placed::corners) is.
    #[must_use]
    pub fn edge(&self, number: usize) -> Option<[Vec2; 2]> {
        let corners = self.corners()?;
        Some([*corners.get(number)?, corners[(number + 1) % 4]])
    }
}

fn rounded(ends: [f64; 2]) -> Interval {
    let [low, high] = ends.map(|end| if end.is_finite() { round_finite(end) } else { end as f32 });
    Interval::new(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Shape};

    #[test]
    fn the_edges_of_a_turned_rectangle_run_around_it() {
        let r = Shape::rect_half((2.0, 1.0)).unwrap();
        let r = r.place(Affine::at((3.0, 4.0)).rotated(core::f32::consts::FRAC_PI_2)).unwrap();
        let edges: [[Vec2; 2]; 4] = core::array::from_fn(|i| r.edge(i).unwrap());
        for (i, edge) in edges.iter().enumerate() {
            assert_eq!(edge[1], edges[(i + 1) % 4][0]);
        }
        let side = |i: usize| (edges[i][1] - edges[i][0]).length();
        assert!((side(0) - 4.0).abs() < 1e-6 && (side(1) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn what_is_no_sharp_rectangle_has_no_corners() {
        let round = Shape::rect_half((2.0, 1.0)).unwrap().with_radius(0.5).unwrap();
        assert_eq!(round.place(Affine::IDENTITY).unwrap().corners(), None);
        let flat = Shape::rect_half((2.0, 0.0)).unwrap().place(Affine::IDENTITY).unwrap();
        assert_eq!((flat.corners(), flat.edge(0)), (None, None));
    }

    #[test]
    fn a_half_plane_projects_to_a_ray_along_its_normal_only() {
        let floor = Shape::half_plane((0.0, 2.0), 6.0).unwrap().place(Affine::IDENTITY).unwrap();
        assert_eq!(floor.project((0.0, 1.0)), Interval::new(f32::NEG_INFINITY, 3.0));
        assert_eq!(floor.project((0.0, -1.0)), Interval::new(-3.0, f32::INFINITY));
        assert_eq!(floor.project((1.0, 1.0)), Interval::new(f32::NEG_INFINITY, f32::INFINITY));
    }

    #[test]
    fn a_union_projects_to_what_its_parts_span() {
        let part = |x: f32| Shape::circle(1.0).unwrap().place(Affine::at((x, 0.0))).unwrap();
        let ellipse = Shape::circle(1.0).unwrap().place(Affine::IDENTITY.scaled(2.0, 1.0)).unwrap();
        assert_eq!(ellipse.project((1.0, 0.0)), Interval::new(-2.0, 2.0));
        let union = Placed::new(Body::Union([part(0.0).body, part(7.0).body].into()));
        assert_eq!(union.project((1.0, 0.0)), Interval::new(-1.0, 8.0));
    }
}
