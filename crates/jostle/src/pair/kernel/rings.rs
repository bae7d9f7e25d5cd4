//! Any bounded body as rings under the nonzero rule: what overlay, measures and pictures work on.

use alloc::vec::Vec;

use super::curved::{core_view, curved_view};
use super::pieces::core_hulls;
use super::support::{RoundedHull, flatten};
use crate::math::D2;
use crate::shape::{Body, Core, HalfPlane, Kind};

/// Appends the rings of a body relative to `base`; curves are flattened from inside within
/// `tolerance`, half-planes cut to `window` (relative to the base as well).
///
/// Rings add up: every point of the set has a winding number above 0, every other 0.
pub(crate) fn rings(
    body: &Body,
    base: D2,
    tolerance: f64,
    window: (D2, D2),
    out: &mut Vec<Vec<D2>>,
) {
    match body {
        Body::Core(core) => core_rings(core, base, tolerance, out),
        Body::Curved(curved) => {
            let o = D2::from(curved.origin) - base;
            let ring = flatten(&curved_view(curved), tolerance);
            out.push(ring.into_iter().map(|v| o + v).collect());
        }
        Body::HalfPlane(plane) => out.push(cut(plane, base, window)),
        Body::Union(parts) => {
            parts.iter().for_each(|part| rings(part, base, tolerance, window, out));
        }
    }
}

fn core_rings(core: &Core, base: D2, tolerance: f64, out: &mut Vec<Vec<D2>>) {
    let o = D2::from(core.origin) - base;
    if core.is_convex() {
        let ring = if core.radius > 0.0 {
            flatten(&core_view(core), tolerance)
        } else if core.kind == Kind::Convex {
            core.offsets().to_vec()
        } else {
            return;
        };
        out.push(ring.into_iter().map(|v| o + v).collect());
        return;
    }
    let Some(mesh) = &core.mesh else { return };
    if core.kind == Kind::Polygon {
        let ends = mesh.rings.iter().skip(1).map(|r| *r as usize).chain([core.offsets().len()]);
        for (start, end) in mesh.rings.iter().map(|r| *r as usize).zip(ends) {
            out.push(core.offsets()[start..end].iter().map(|v| o + *v).collect());
        }
    }
    if core.radius > 0.0 {
        core_hulls(core, base, |hull| {
            let r = hull.radius;
            out.push(flatten(&RoundedHull::new(&hull.vertices, [r, 0.0, 0.0, r]), tolerance));
        });
    }
}

/// The part of a half-plane within a box (Sutherland and Hodgman 1974, one plane).
fn cut(plane: &HalfPlane, base: D2, (low, high): (D2, D2)) -> Vec<D2> {
    let n = D2::from(plane.normal);
    let out = |p: D2| (n.dot(base) - f64::from(plane.offset)) + n.dot(p);
    let corners = [low, D2::new(high.x, low.y), high, D2::new(low.x, high.y)];
    let mut ring = Vec::new();
    for i in 0..4 {
        let (p, q) = (corners[i], corners[(i + 1) % 4]);
        let (sp, sq) = (out(p), out(q));
        if sp <= 0.0 {
            ring.push(p);
        }
        if (sp < 0.0 && sq > 0.0) || (sp > 0.0 && sq < 0.0) {
            ring.push(p + (q - p) * (sp / (sp - sq)));
        }
    }
    ring
}
