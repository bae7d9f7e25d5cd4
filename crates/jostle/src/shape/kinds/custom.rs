//! A convex shape of the user's own, given by its support function.

use alloc::sync::Arc;
use core::fmt;

use crate::math::Affine;
use crate::shape::{Body, Curved, Shape, ShapeError};

/// A convex set of the user's own, seen through its support function.
///
/// The set must be convex, bounded and not empty; otherwise answers about it are finite but
/// without meaning.
///
/// ```
/// use jostle::{Affine, Shape, shape::SupportMap};
/// struct Diamond;
/// impl SupportMap for Diamond {
///     fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
///         if x.abs() > y.abs() { [x.signum(), 0.0] } else { [0.0, y.signum()] }
///     }
/// }
/// let d = Shape::custom(Diamond).place(Affine::at((3.0, 0.0)))?;
/// assert!(d.overlaps(&Shape::circle(2.5)?.place(Affine::IDENTITY)?));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub trait SupportMap: Send + Sync {
    /// Returns a point of the set that lies furthest along `direction`, in local units.
    fn support(&self, direction: [f64; 2]) -> [f64; 2];
}

/// What a user's shape holds is the user's.
impl fmt::Debug for dyn SupportMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a support function")
    }
}

impl Shape {
    /// Makes a shape from a support function.
    ///
    /// ```
    /// use jostle::{Shape, shape::SupportMap};
    /// struct Dot;
    /// impl SupportMap for Dot {
    ///     fn support(&self, _: [f64; 2]) -> [f64; 2] {
    ///         [0.0, 0.0]
    ///     }
    /// }
    /// assert!(matches!(Shape::custom(Dot), Shape::Custom(_)));
    /// ```
    #[must_use]
    pub fn custom(support: impl SupportMap + 'static) -> Self {
        Self::Custom(Custom { support: Arc::new(support) })
    }
}

/// A user's own convex shape; see [`Shape::custom`].
#[derive(Clone, Debug)]
pub struct Custom {
    pub(crate) support: Arc<dyn SupportMap>,
}

impl Custom {
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let [a, b, c, d, ..] = m.to_matrix().map(f64::from);
        let origin = m.origin();
        Ok(Body::Curved(Curved::from_support(origin, self.support.clone(), [a, b, c, d])))
    }
}
