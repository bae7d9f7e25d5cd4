//! A core of any kind as convex pieces.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::curved::support_map::View;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Core, Kind};

/// A convex piece.
pub(crate) struct Hull {
    /// Positive order; one or two for points and segments.
    pub(crate) vertices: Vec<DVec2>,
    pub(crate) radius: f64,
    /// The box around it, with the radius.
    pub(crate) bounds: DAabb,
}

impl Hull {
    fn new(vertices: Vec<DVec2>, radius: f64) -> Self {
        let bounds = DAabb::of_points(&vertices).grown(radius);
        Self { vertices, radius, bounds }
    }

    /// The set as its support function.
    pub(crate) fn view(&self) -> View<'_> {
        View::rounded(&self.vertices, self.radius)
    }
}

/// The convex pieces of a core; a polygon without area gives its edges.
pub(crate) fn core_hulls(core: &Core, base: DVec2, mut visit: impl FnMut(Hull)) {
    let o = DVec2::from(core.origin) - base;
    let radius = f64::from(core.radius);
    let at = |i: usize| o + core.offset(i);
    let Some(mesh) = core.mesh() else {
        visit(Hull::new(core.offsets().iter().map(|v| o + *v).collect(), radius));
        return;
    };
    if core.kind == Kind::Polygon && core.is_solid() {
        core.convex_parts(&mut |part| {
            visit(Hull::new(part.iter().map(|v| o + *v).collect(), radius));
        });
        return;
    }
    for [u, v] in mesh.edges.iter().map(|e| e.map(|v| at(v as usize))) {
        // From one end whichever way the line runs, so that its winding changes no bit.
        let ends = if (v.x, v.y) < (u.x, u.y) { [v, u] } else { [u, v] };
        visit(Hull::new(ends.into(), radius));
    }
}
