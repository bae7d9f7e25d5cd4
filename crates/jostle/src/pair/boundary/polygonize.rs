//! Any bounded body as rings under the nonzero rule: what overlay, measures and pictures work on.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::boundary::pieces::Pieces;
use crate::pair::curved::flatten::flatten;
use crate::pair::curved::support_map::{ConvexSet, View};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::clipping::OverlayPolygon;
use crate::shape::{Body, Core, HalfPlane, Kind};

/// Returns the rings of a body relative to `base`; curves are flattened from inside within
/// `tolerance`. In a window, which is relative to the base as well, the rings are true to the set:
/// outside of it curves are flattened coarsely, and half-planes are cut to it.
///
/// Rings add up: every point of the set has a winding number above 0, every other 0.
pub(crate) fn rings(
    body: &Body,
    base: DVec2,
    tolerance: f64,
    window: Option<DAabb>,
) -> Vec<Vec<DVec2>> {
    let mut lister = Lister { base, tolerance, window, out: Vec::new() };
    lister.body(body);
    lister.out
}

struct Lister {
    base: DVec2,
    tolerance: f64,
    window: Option<DAabb>,
    out: Vec<Vec<DVec2>>,
}

impl Lister {
    fn body(&mut self, body: &Body) {
        match body {
            Body::Core(core) => self.core(core),
            Body::Curved(curved) => {
                self.curve(&View::of_curved(curved), curved.origin - self.base);
            }
            Body::HalfPlane(plane) => {
                self.out.extend(self.window.map(|window| cut(plane, self.base, window)));
            }
            Body::Union(parts) => parts.iter().for_each(|part| self.body(part)),
        }
    }

    fn curve(&mut self, set: &impl ConvexSet, o: DVec2) {
        let window = self.window.map(|w| w.moved(-o));
        let ring = flatten(set, self.tolerance, window);
        self.out.push(ring.into_iter().map(|v| o + v).collect());
    }

    fn core(&mut self, core: &Core) {
        let o = core.origin - self.base;
        if core.is_convex() {
            if core.radius > 0.0 {
                self.curve(&View::of_core(core), o);
            } else if core.kind == Kind::Convex {
                self.out.push(core.offsets().iter().map(|v| o + *v).collect());
            }
            return;
        }
        if core.kind == Kind::Polygon {
            for ring in core.ring_ranges() {
                self.out.push(core.offsets()[ring].iter().map(|v| o + *v).collect());
            }
        }
        if core.radius > 0.0 {
            let pieces = Pieces::of_core(core, self.base);
            pieces.views().for_each(|piece| self.curve(&piece, DVec2::ZERO));
        }
    }
}

/// The part of a half-plane within a box (Sutherland and Hodgman 1974, one plane).
fn cut(plane: &HalfPlane, base: DVec2, DAabb { min: low, max: high }: DAabb) -> Vec<DVec2> {
    let n = DVec2::from(plane.normal);
    let out = |p: DVec2| (n.dot(base) - f64::from(plane.offset)) + n.dot(p);
    let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
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

pub(crate) fn sides(polygons: &[OverlayPolygon]) -> Vec<[DVec2; 2]> {
    polygons.iter().flat_map(OverlayPolygon::rings).flat_map(|ring| sides_of(ring)).collect()
}

pub(crate) fn sides_of(ring: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> + Clone {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}
