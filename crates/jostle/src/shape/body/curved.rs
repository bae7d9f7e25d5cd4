//! Convex shapes with curved sides that are not arcs of circles: the image of a rounded core under
//! a map that is no similarity, and users' own shapes.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::math::{Affine, D2, Vec2, sqrt};
use crate::shape::outline::hull;
use crate::shape::placing::reclassify;
use crate::shape::{Body, Shape, ShapeError, validate};

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
/// let d = Shape::custom(Diamond).place(Affine::at(3.0, 0.0))?;
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

/// A curved convex set in the world.
#[derive(Clone, Debug)]
pub(crate) struct Curved {
    pub(crate) origin: Vec2,
    pub(crate) form: Arc<CurvedForm>,
}

#[derive(Clone, Debug)]
pub(crate) enum CurvedForm {
    /// The hull of vertex offsets ⊕ M · unit disc, M = [a, b, c, d] by columns.
    Rounded { vertices: Vec<D2>, disc: [f64; 4] },
    /// A user's shape under a linear map.
    Custom { support: Arc<dyn SupportMap>, linear: [f64; 4] },
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
        Ok(Body::Curved(Curved {
            origin: Vec2::new(m.tx, m.ty),
            form: Arc::new(CurvedForm::Custom {
                support: self.support.clone(),
                linear: [a, b, c, d],
            }),
        }))
    }
}

/// The matrix of the ellipse that a disc of this radius becomes.
pub(crate) fn disc(m: &Affine, radius: f32) -> Result<[f64; 4], ShapeError> {
    let r = f64::from(radius);
    let x = validate::rounded(f64::from(m.a) * r, f64::from(m.b) * r)?;
    let y = validate::rounded(f64::from(m.c) * r, f64::from(m.d) * r)?;
    Ok([x.x, x.y, y.x, y.y].map(f64::from))
}

/// Center + M · unit disc; a segment or a point where M is singular.
pub(crate) fn ellipse(center: Vec2, disc: [f64; 4]) -> Result<Body, ShapeError> {
    rounded(center, &[D2::ZERO], disc)
}

/// The hull of `offsets` ⊕ M · unit disc around `origin`.
pub(crate) fn rounded(origin: Vec2, offsets: &[D2], disc: [f64; 4]) -> Result<Body, ShapeError> {
    let [a, b, c, d] = disc;
    if a * d != b * c {
        let mut vertices = offsets.to_vec();
        let doubled: f64 = (0..vertices.len())
            .map(|i| vertices[i].cross(vertices[(i + 1) % vertices.len()]))
            .sum();
        if doubled < 0.0 {
            vertices.reverse();
        }
        let form = Arc::new(CurvedForm::Rounded { vertices, disc });
        return Ok(Body::Curved(Curved { origin, form }));
    }
    // A flat ellipse is the segment between ± its longer half axis.
    let (x, y) = (D2::new(a, b), D2::new(c, d));
    let half = sqrt(x.dot(x) + y.dot(y));
    let along = if x.dot(x) >= y.dot(y) { x } else { y }.unit().unwrap_or_default() * half;
    let mut ends = Vec::with_capacity(2 * offsets.len());
    for v in offsets {
        ends.push(validate::rounded(v.x + along.x, v.y + along.y)?);
        ends.push(validate::rounded(v.x - along.x, v.y - along.y)?);
    }
    let ring: Vec<D2> = hull::hull(&ends).into_iter().map(D2::from).collect();
    match ring[..] {
        [v] => reclassify::point(origin, v, 0.0),
        [v, w] => reclassify::segment(origin, v, w, 0.0),
        _ => reclassify::single(origin, &ring, 0.0),
    }
}
