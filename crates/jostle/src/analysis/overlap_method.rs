//! Methods of overlap tests, which programs can exchange.

use crate::analysis::staged_test::Level;
use crate::math::DVec2;
use crate::shape::{Body, Kind, Placed};

/// Decides if two shapes collide.
///
/// [`BuiltinMethod`] names the ways that come with the library; any function of two shapes is one
/// too.
///
/// ```
/// use jostle::{Affine, Placed, Shape, query::{BuiltinMethod, OverlapMethod}};
/// fn count(shapes: &[Placed], method: &dyn OverlapMethod) -> usize {
///     shapes.windows(2).filter(|w| method.hit(&w[0], &w[1])).count()
/// }
/// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let shapes = [a.clone(), a.moved((1.5, 1.5))];
/// assert_eq!(count(&shapes, &BuiltinMethod::Bounds), 1);
/// assert_eq!(count(&shapes, &BuiltinMethod::Circles), 0);
/// let near = |a: &Placed, b: &Placed| a.gap(b).separation < 0.5;
/// assert_eq!(count(&shapes, &near), 1);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub trait OverlapMethod {
    /// Returns `true` if the two collide, by this method.
    fn hit(&self, a: &Placed, b: &Placed) -> bool;

    /// Returns `true` if the method is [`Placed::overlaps`], so that a world can go its own way.
    fn is_exact(&self) -> bool {
        false
    }
}

/// The methods that come with the library.
///
/// ```
/// use jostle::{Affine, Shape, query::{BuiltinMethod, OverlapMethod}};
/// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::circle(1.0)?.place(Affine::at((1.8, 1.8)))?;
/// assert!(BuiltinMethod::Bounds.hit(&a, &b) && !BuiltinMethod::Exact.hit(&a, &b));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinMethod {
    /// The boxes around both overlap; touching counts.
    Bounds,
    /// The circles around both overlap; touching counts. A circle is its own circle, exactly. Any
    /// other shape's has the middle of its bounds as center and half their diagonal as radius, so
    /// no collision is missed; an unbounded shape always collides.
    Circles,
    /// A vertex or center of one lies in the other; see [`Level::Corners`].
    Corners,
    /// The shapes share a point.
    Exact,
}

impl OverlapMethod for BuiltinMethod {
    fn hit(&self, a: &Placed, b: &Placed) -> bool {
        match self {
            Self::Bounds => a.test_until(b, Level::Bounds).hit,
            Self::Circles => circles_meet(a, b),
            Self::Corners => a.test_until(b, Level::Corners).hit,
            Self::Exact => a.overlaps(b),
        }
    }

    fn is_exact(&self) -> bool {
        matches!(self, Self::Exact)
    }
}

impl<F: Fn(&Placed, &Placed) -> bool> OverlapMethod for F {
    fn hit(&self, a: &Placed, b: &Placed) -> bool {
        self(a, b)
    }
}

/// Circles are made a little larger than computed, because centers and radii are rounded.
const ROUNDED_OUT: f64 = 1.0 + 16.0 * f64::EPSILON;

fn circles_meet(a: &Placed, b: &Placed) -> bool {
    let disc = |s: &Placed| match &s.body {
        Body::Core(core) if core.kind == Kind::Point => Some((core.origin, f64::from(core.radius))),
        _ => None,
    };
    let around = |s: &Placed| {
        let (low, high) = (DVec2::from(s.bounds().min), DVec2::from(s.bounds().max));
        ((low + high) * 0.5, (high - low).length() * 0.5)
    };
    let (of_a, of_b) = (disc(a), disc(b));
    if of_a.is_some() && of_b.is_some() {
        return a.overlaps(b);
    }
    let ((p, r), (q, s)) = (of_a.unwrap_or_else(|| around(a)), of_b.unwrap_or_else(|| around(b)));
    let bounded = a.bounds().is_finite() && b.bounds().is_finite();
    !bounded || (q - p).length() <= (r + s) * ROUNDED_OUT + f64::EPSILON * (p.reach() + q.reach())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Shape};

    #[test]
    fn circles_that_touch_are_decided_exactly() {
        let a = Shape::circle(2.0).unwrap().place(Affine::IDENTITY).unwrap();
        let b = Shape::circle(3.0).unwrap().place(Affine::at((3.0, 4.0))).unwrap();
        assert!(BuiltinMethod::Circles.hit(&a, &b));
        let c = Shape::circle(3.0).unwrap().place(Affine::at((3.0, 4.0_f32.next_up()))).unwrap();
        assert!(!BuiltinMethod::Circles.hit(&a, &c));
    }

    #[test]
    fn circles_around_boxes_miss_no_collision() {
        let a = Shape::rect_half((1.0, 1.0)).unwrap().place(Affine::IDENTITY).unwrap();
        assert!(BuiltinMethod::Circles.hit(&a, &a.moved((2.0, 2.0))));
        assert!(!BuiltinMethod::Circles.hit(&a, &a.moved((2.0, 2.5))));
        let floor = Shape::half_plane((0.0, 1.0), -100.0).unwrap();
        assert!(BuiltinMethod::Circles.hit(&a, &floor.place(Affine::IDENTITY).unwrap()));
    }

    #[test]
    fn a_function_of_the_users_own_is_a_method() {
        let a = Shape::circle(1.0).unwrap().place(Affine::IDENTITY).unwrap();
        let never = |_: &Placed, _: &Placed| false;
        let methods: [&dyn OverlapMethod; 3] =
            [&BuiltinMethod::Exact, &BuiltinMethod::Corners, &never];
        assert_eq!(methods.map(|m| m.hit(&a, &a)), [true, true, false]);
    }
}
