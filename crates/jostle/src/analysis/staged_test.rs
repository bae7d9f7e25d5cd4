//! Staged overlap tests: boxes, then corners, then exactly.
//!
//! The idea is that of the SFML snippet "Rectangular Boundary Collision" with its levels 0, 1 and
//! 2. Unlike there, boxes that touch go on to the next stage, all edges of a shape belong to it,
//! and the result states if it is certain.

use core::cmp::Ordering;

use crate::analysis::proof::common_point::mean;
use crate::math::{DVec2, exact::double_double::Double2};
use crate::pair::boundary::point_in_body::holds;
use crate::pair::exact::{locate::in_core, predicates::ExactPoint};
use crate::pair::{answer::Verdict, canonical_order::order};
use crate::shape::{Body, Core, Curved, Kind, Placed};

/// The last stage of a [`Placed::test_until`].
///
/// ```
/// use jostle::Level;
/// assert!(Level::Bounds < Level::Corners && Level::Corners < Level::Exact);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Level {
    /// The closed boxes around both, rounded outward.
    Bounds,
    /// A vertex of one inside the other; for a convex shape its center too, but not between two
    /// rectangles.
    Corners,
    /// The exact verdict.
    Exact,
}

/// The result of a staged test.
///
/// ```
/// use jostle::{Affine, Level, Shape, query::StagedTest};
/// let a = Shape::rect_half((2.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at((9.0, 0.0)))?;
/// let t = a.test_until(&b, Level::Exact);
/// assert_eq!(t, StagedTest { hit: false, certain: true, level: Level::Bounds });
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StagedTest {
    /// The answer after that stage.
    pub hit: bool,
    /// True if no later stage can change the answer.
    pub certain: bool,
    /// The stage that decided, or the last one that was run.
    pub level: Level,
}

impl Placed {
    /// Tests two shapes stage by stage, no further than `level`; touching counts.
    ///
    /// Boxes that are apart are certain, and so is a corner or center inside the other shape. Boxes
    /// that overlap are a hit that is not certain; no corner inside is no hit, and not certain
    /// either: of crossing rectangles no corner is inside the other. [`Level::Exact`] is always
    /// certain and agrees with [`Placed::overlaps`].
    ///
    /// A vertex of a rounded shape is one of what it is rounded from: the center of a circle, the
    /// ends of a capsule's axis. The center of a polygon is that of its vertices. Between two
    /// rectangles without a radius only corners count, as in the SFML snippet.
    ///
    /// ```
    /// use jostle::{Affine, Level, Shape};
    /// let bar = Shape::rect_half((4.0, 1.0))?;
    /// let (a, b) = (bar.place(Affine::IDENTITY)?, bar.place(Affine::IDENTITY.rotated(1.5))?);
    /// let t = a.test_until(&b, Level::Corners);
    /// assert!(!t.hit && !t.certain);
    /// assert!(a.test_until(&b, Level::Exact).hit);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn test_until(&self, other: &Self, level: Level) -> StagedTest {
        let (hit, certain, level) = if !self.bounds().overlaps(other.bounds()) {
            (false, true, Level::Bounds)
        } else if level == Level::Bounds {
            (true, false, level)
        } else if corners(self, other) {
            (true, true, Level::Corners)
        } else if level == Level::Corners {
            (false, false, level)
        } else {
            (self.verdict(other) != Verdict::Separated, true, level)
        };
        StagedTest { hit, certain, level }
    }
}

fn corners(a: &Placed, b: &Placed) -> bool {
    // Copies share all their points, also where a curved set's bracket leaves doubt.
    if order(a, b) == Ordering::Equal {
        return true;
    }
    let center = a.corners().is_none() || b.corners().is_none();
    any_inside(&a.body, &b.body, center) || any_inside(&b.body, &a.body, center)
}

fn any_inside(of: &Body, other: &Body, center: bool) -> bool {
    match of {
        Body::Core(core) => {
            (0..core.vertex_count()).any(|i| holds(other, ExactPoint::At((core, i))))
                || (center && core_center(core).is_some_and(|p| holds(other, p)))
        }
        Body::Curved(curved) => curved_points(curved).any(|p| {
            // What the numbers name must be a point of the set itself.
            Double2::of(p).split().is_some_and(|p| {
                let p = ExactPoint::Sum(p);
                holds(of, p) && holds(other, p)
            })
        }),
        Body::HalfPlane(_) => false,
        Body::Union(parts) => parts.iter().any(|part| any_inside(part, other, center)),
    }
}

/// The center of a convex core that is not one of its vertices.
fn core_center(core: &Core) -> Option<ExactPoint<'_>> {
    match core.kind {
        Kind::Segment => Some(ExactPoint::Between((core, 0), (core, 1), 0.5)),
        Kind::Convex if core.frame().is_some() => {
            Some(ExactPoint::Between((core, 0), (core, 2), 0.5))
        }
        Kind::Convex => {
            let probe = ExactPoint::Sum(Double2::of(mean(core)).split()?);
            // Rounding may have moved it out of a sliver.
            in_core(core, probe).then_some(probe)
        }
        Kind::Point | Kind::Polygon | Kind::Chain => None,
    }
}

/// The vertices that a curved set is rounded from, and its center.
fn curved_points(curved: &Curved) -> impl Iterator<Item = DVec2> + '_ {
    let o = curved.origin;
    let (east, west) = (curved.support_offset(DVec2::X), curved.support_offset(-DVec2::X));
    let vertices = curved.rounded_hull().map_or(&[][..], |hull| &hull.vertices);
    vertices.iter().copied().chain([(east + west) * 0.5]).map(move |v| o + v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Shape};

    fn place(shape: Result<Shape, crate::ShapeError>, at: Affine) -> Placed {
        shape.unwrap().place(at).unwrap()
    }

    #[test]
    fn crossing_rectangles_are_missed_by_corners_and_found_exactly() {
        let a = place(Shape::rect_half((4.0, 1.0)), Affine::IDENTITY);
        let b = place(Shape::rect_half((1.0, 4.0)), Affine::IDENTITY);
        let at = |level| a.test_until(&b, level);
        assert_eq!(
            at(Level::Bounds),
            StagedTest { hit: true, certain: false, level: Level::Bounds }
        );
        assert_eq!(
            at(Level::Corners),
            StagedTest { hit: false, certain: false, level: Level::Corners }
        );
        assert_eq!(at(Level::Exact), StagedTest { hit: true, certain: true, level: Level::Exact });
    }

    #[test]
    fn a_corner_on_the_far_edge_counts() {
        let a = place(Shape::rect_half((1.0, 1.0)), Affine::IDENTITY);
        let b = place(Shape::rect_half((1.0, 1.0)), Affine::at((2.0, 2.0)));
        let found = a.test_until(&b, Level::Corners);
        assert_eq!(found, StagedTest { hit: true, certain: true, level: Level::Corners });
    }

    #[test]
    fn the_center_of_a_circle_inside_is_certain() {
        let a = place(Shape::circle(3.0), Affine::at((0.5, 0.5)));
        let b = place(Shape::rect_half((1.0, 1.0)), Affine::IDENTITY);
        assert!(a.test_until(&b, Level::Corners).certain);
        let wide = place(Shape::ellipse((3.0, 2.0)), Affine::at((0.5, 0.5)));
        assert!(wide.test_until(&b, Level::Corners).certain);
    }

    #[test]
    fn a_diagonal_that_misses_the_box_is_certain_only_at_the_last_stage() {
        let line = place(Shape::segment((0.0, 4.0), (4.0, 0.0)), Affine::IDENTITY);
        let b = place(Shape::rect_half((0.5, 0.5)), Affine::at((0.5, 0.5)));
        assert!(!line.test_until(&b, Level::Corners).certain);
        let exact = line.test_until(&b, Level::Exact);
        assert_eq!(exact, StagedTest { hit: false, certain: true, level: Level::Exact });
    }
}
