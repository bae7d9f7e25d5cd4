//! Curved convex sets: the image of a rounded core under a map that is no similarity, and sets of
//! which only the support function is known.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Affine, DVec2, Vec2, sqrt};
use crate::shape::outline::hull;
use crate::shape::placing::reclassify;
use crate::shape::{Body, ShapeError, SupportMap, validate};

/// A curved convex set in the world.
#[derive(Clone, Debug)]
pub(crate) struct Curved {
    pub(crate) origin: Vec2,
    form: Arc<CurvedForm>,
}

/// The storage of a curved set. Other files see it through the methods of [`Curved`].
#[derive(Clone, Debug)]
enum CurvedForm {
    /// The hull of vertex offsets ⊕ M · unit disc, M = [a, b, c, d] by columns.
    Rounded { vertices: Vec<DVec2>, disc: [f64; 4] },
    /// A support function under a linear map.
    Support { support: Arc<dyn SupportMap>, linear: [f64; 4] },
}

/// The error of a support function of the user's own, relative to the coordinates.
const SUPPORT_ERROR: f64 = 4.0 * f32::EPSILON as f64;

impl Curved {
    /// A set of which only the support function is known, under a linear map.
    pub(crate) fn from_support(
        origin: Vec2,
        support: Arc<dyn SupportMap>,
        linear: [f64; 4],
    ) -> Self {
        Self { origin, form: Arc::new(CurvedForm::Support { support, linear }) }
    }

    /// Returns the same set around another origin.
    pub(crate) fn at(&self, origin: Vec2) -> Self {
        Self { origin, form: self.form.clone() }
    }

    /// Returns the vertices, as offsets from the origin, and the matrix of the disc that is added
    /// to their hull, or `None` if only the support function is known.
    pub(crate) fn hull_and_disc(&self) -> Option<(&[DVec2], [f64; 4])> {
        match &*self.form {
            CurvedForm::Rounded { vertices, disc } => Some((vertices, *disc)),
            CurvedForm::Support { .. } => None,
        }
    }

    /// Returns the error of support points relative to their coordinates.
    pub(crate) fn support_error(&self) -> f64 {
        if self.hull_and_disc().is_some() { 0.0 } else { SUPPORT_ERROR }
    }

    /// The support point along `u`, as an offset from the origin.
    pub(crate) fn support_offset(&self, u: DVec2) -> DVec2 {
        match &*self.form {
            CurvedForm::Rounded { vertices, disc } => {
                let [a, b, c, d] = *disc;
                // Support of M · disc along u is M · (Mᵀu / |Mᵀu|).
                let t = DVec2::new(a * u.x + b * u.y, c * u.x + d * u.y);
                let t = t.unit().unwrap_or_default();
                let round = DVec2::new(a * t.x + c * t.y, b * t.x + d * t.y);
                let first = vertices.first().copied().unwrap_or_default();
                let best =
                    vertices.iter().fold(first, |p, v| if v.dot(u) > p.dot(u) { *v } else { p });
                best + round
            }
            CurvedForm::Support { support, linear } => {
                let [a, b, c, d] = *linear;
                let [x, y] = support.support([a * u.x + b * u.y, c * u.x + d * u.y]);
                let p = DVec2::new(a * x + c * y, b * x + d * y);
                if p.x.is_finite() && p.y.is_finite() { p } else { DVec2::ZERO }
            }
        }
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
    rounded(center, &[DVec2::ZERO], disc)
}

/// The hull of `offsets` ⊕ M · unit disc around `origin`.
pub(crate) fn rounded(origin: Vec2, offsets: &[DVec2], disc: [f64; 4]) -> Result<Body, ShapeError> {
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
    let (x, y) = (DVec2::new(a, b), DVec2::new(c, d));
    let half = sqrt(x.dot(x) + y.dot(y));
    let along = if x.dot(x) >= y.dot(y) { x } else { y }.unit().unwrap_or_default() * half;
    let mut ends = Vec::with_capacity(2 * offsets.len());
    for v in offsets {
        ends.push(validate::rounded(v.x + along.x, v.y + along.y)?);
        ends.push(validate::rounded(v.x - along.x, v.y - along.y)?);
    }
    let ring: Vec<DVec2> = hull::hull(&ends).into_iter().map(DVec2::from).collect();
    match ring[..] {
        [v] => reclassify::point(origin, v, 0.0),
        [v, w] => reclassify::segment(origin, v, w, 0.0),
        _ => reclassify::single(origin, &ring, 0.0),
    }
}
