//! Curved convex sets: the image of a rounded core under a map that is no similarity, and sets of
//! which only the support function is known.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Affine, DVec2, Vec2, sqrt};
use crate::shape::body::principal_axes::PrincipalAxes;
use crate::shape::outline::hull;
use crate::shape::placing::reclassify;
use crate::shape::{Body, ShapeError, SupportMap, validate};

#[derive(Clone, Debug)]
pub(crate) struct Curved {
    pub(crate) origin: DVec2,
    form: Arc<CurvedForm>,
}

/// The storage of a curved set. Other files see it through the methods of [`Curved`].
#[derive(Clone, Debug)]
enum CurvedForm {
    Rounded(RoundedHull),
    Support { support: Arc<dyn SupportMap>, linear: [f64; 4] },
}

/// The hull of vertices, as offsets from the origin, ⊕ M · unit disc, M = [a, b, c, d] by columns.
#[derive(Clone, Debug)]
pub(crate) struct RoundedHull {
    pub(crate) vertices: Vec<DVec2>,
    pub(crate) disc: [f64; 4],
    /// The axes of the ellipse that M makes of the disc.
    pub(crate) rim: PrincipalAxes,
}

/// Largest coordinate that a support function of the user's own may return; far above any `f32`,
/// far below overflow of a fourth power.
const LARGEST: f64 = 1e60;

impl Curved {
    pub(crate) fn from_support(
        origin: DVec2,
        support: Arc<dyn SupportMap>,
        linear: [f64; 4],
    ) -> Self {
        Self { origin, form: Arc::new(CurvedForm::Support { support, linear }) }
    }

    pub(crate) fn at(&self, origin: DVec2) -> Self {
        Self { origin, form: self.form.clone() }
    }

    /// Returns the rounded hull, or `None` if only the support function is known.
    #[inline]
    pub(crate) fn rounded_hull(&self) -> Option<&RoundedHull> {
        match &*self.form {
            CurvedForm::Rounded(hull) => Some(hull),
            CurvedForm::Support { .. } => None,
        }
    }

    /// The support point along `u`, as an offset from the origin.
    pub(crate) fn support_offset(&self, u: DVec2) -> DVec2 {
        match &*self.form {
            CurvedForm::Rounded(hull) => furthest(&hull.vertices, u) + hull.rim.support(u).0,
            CurvedForm::Support { support, linear } => {
                let [a, b, c, d] = *linear;
                let [x, y] = support.support([a * u.x + b * u.y, c * u.x + d * u.y]);
                let p = DVec2::new(a * x + c * y, b * x + d * y);
                let tame = |x: f64| x.clamp(-LARGEST, LARGEST);
                if p.x.is_finite() && p.y.is_finite() {
                    DVec2::new(tame(p.x), tame(p.y))
                } else {
                    DVec2::ZERO
                }
            }
        }
    }
}

/// Returns the vertex furthest along `u`, the first of equal ones; the origin without any.
#[inline]
pub(crate) fn furthest(vertices: &[DVec2], u: DVec2) -> DVec2 {
    let first = vertices.first().copied().unwrap_or_default();
    let further = |(best, reach): (DVec2, f64), vertex: &DVec2| {
        let along = vertex.dot(u);
        if along > reach { (*vertex, along) } else { (best, reach) }
    };
    vertices.iter().fold((first, first.dot(u)), further).0
}

/// The matrix of the ellipse that a disc of this radius becomes.
pub(crate) fn disc(m: &Affine, radius: f32) -> Result<[f64; 4], ShapeError> {
    let x = validate::rounded(m.linear(Vec2::new(radius, 0.0)))?;
    let y = validate::rounded(m.linear(Vec2::new(0.0, radius)))?;
    Ok([x.x, x.y, y.x, y.y].map(f64::from))
}

/// The hull of `offsets` ⊕ M · unit disc around `origin`; without the disc's area where M is
/// singular.
pub(crate) fn rounded(
    origin: DVec2,
    offsets: &[DVec2],
    disc: [f64; 4],
) -> Result<Body, ShapeError> {
    let [a, b, c, d] = disc;
    if a * d != b * c {
        let mut vertices = offsets.to_vec();
        let doubled: f64 = (0..vertices.len())
            .map(|i| vertices[i].cross(vertices[(i + 1) % vertices.len()]))
            .sum();
        if doubled < 0.0 {
            vertices.reverse();
        }
        let rim = PrincipalAxes::of_matrix(disc);
        let form = Arc::new(CurvedForm::Rounded(RoundedHull { vertices, disc, rim }));
        return Ok(Body::Curved(Curved { origin, form }));
    }
    // A flat ellipse is the segment between ± its longer half axis.
    let (x, y) = (DVec2::new(a, b), DVec2::new(c, d));
    let half = sqrt(x.dot(x) + y.dot(y));
    let along = if x.dot(x) >= y.dot(y) { x } else { y }.unit().unwrap_or_default() * half;
    let mut ends = Vec::with_capacity(2 * offsets.len());
    for v in offsets {
        ends.push(validate::rounded(*v + along)?);
        ends.push(validate::rounded(*v - along)?);
    }
    let ring: Vec<DVec2> = hull::hull(&ends).into_iter().map(DVec2::from).collect();
    reclassify::single(origin, &ring, 0.0)
}
