//! A placed shape thickened by a radius, for thick rays.
//!
//! The closed set of points within the radius: cores and half-planes add it to their own radius,
//! rounded once to `f32`; curved sets get a longer support function; hollow lines become the union
//! of thick segments. Of a one-sided chain only the edges remain that have the start of the ray on
//! their left.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{DVec2, Vec2, sqrt};
use crate::shape::body::core::{Kind, Sidedness};
use crate::shape::kinds::compound;
use crate::shape::{Body, Core, Curved, HalfPlane, Placed, SupportMap};

/// A curved set and all within a distance of it.
struct Thick {
    inner: Curved,
    radius: f64,
}

impl SupportMap for Thick {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let u = DVec2::new(x, y);
        let p = self.inner.support_offset(u) + u.unit().unwrap_or_default() * self.radius;
        [p.x, p.y]
    }
}

impl Placed {
    /// The points within `radius` of the shape, as a ray from `start` meets them; `None` if none of
    /// its sides faces that way, or where the result does not fit.
    pub(crate) fn grown(&self, radius: f32, start: Vec2) -> Option<Self> {
        grown(&self.body, radius, start).filter(Body::fits).map(Self::new)
    }
}

fn grown(body: &Body, radius: f32, start: Vec2) -> Option<Body> {
    match body {
        Body::Core(core) if core.kind == Kind::Chain => thick_edges(core, radius, start),
        Body::Core(core) => Some(Body::Core(core.with_radius(core.radius + radius))),
        Body::Curved(inner) => {
            let origin = inner.origin;
            let support = Arc::new(Thick { inner: inner.clone(), radius: f64::from(radius) });
            Some(Body::Curved(Curved::from_support(origin, support, [1.0, 0.0, 0.0, 1.0])))
        }
        Body::HalfPlane(plane) => {
            let n = DVec2::from(plane.normal);
            let offset = f64::from(plane.offset) + f64::from(radius) * sqrt(n.dot(n));
            let offset = DVec2::new(offset, 0.0).round().x;
            Some(Body::HalfPlane(HalfPlane { offset, ..*plane }))
        }
        Body::Union(parts) => {
            let parts: Vec<Body> = parts.iter().filter_map(|p| grown(p, radius, start)).collect();
            (!parts.is_empty()).then(|| compound::union(parts))
        }
    }
}

fn thick_edges(core: &Core, radius: f32, start: Vec2) -> Option<Body> {
    let from = DVec2::from(start) - DVec2::from(core.origin);
    let mut parts = Vec::with_capacity(core.edge_count());
    for [i, j] in (0..core.edge_count()).map(|e| core.edge(e)) {
        let (v, w) = (core.offsets()[i], core.offsets()[j]);
        if core.sided == Sidedness::Both || (w - v).cross(from - v) >= 0.0 {
            parts.push(Body::Core(Core::offset_segment(core.origin, v, w, radius)));
        }
    }
    (!parts.is_empty()).then(|| compound::union(parts))
}
