//! Any shape as convex pieces: hulls with a radius, and half-planes. Curved pieces become polygons
//! drawn around them, fine enough that a push is at most [`CURVED`] of their size too long.

use alloc::vec::Vec;

use crate::math::{DVec2, min_max};
use crate::pair::curved::flatten::surround;
use crate::pair::curved::support_map::View;
use crate::pair::sat::minkowski::Ring;
use crate::shape::body::core::{Offsets, lowest_and_highest};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb, WORTH_A_TREE};
use crate::shape::{Body, Core, HalfPlane, Kind, Sidedness};

/// How far the polygon around a curved piece may stand off, relative to the piece's size.
pub(crate) const CURVED: f64 = 1e-5;
/// The same for a first look.
pub(crate) const COARSE: f64 = 5e-3;

/// The convex pieces of one shape, relative to a base point that the caller chose.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) hulls: Vec<Hull>,
    pub(crate) planes: Vec<Plane>,
    tree: Option<BoxTree>,
}

impl Pieces {
    /// Calls `visit` with every hull whose box overlaps the given one.
    pub(crate) fn near(&self, bounds: DAabb, visit: &mut dyn FnMut(usize)) {
        if let Some(tree) = &self.tree {
            tree.overlapping(bounds, &mut |i| {
                visit(i);
                true
            });
        } else {
            let near = |i: &usize| self.hulls[*i].bounds.overlaps(bounds);
            (0..self.hulls.len()).filter(near).for_each(visit);
        }
    }
}

/// All points with normal · p ≤ offset, the normal of unit length.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) normal: DVec2,
    pub(crate) offset: f64,
    /// As it was given, about the world's origin.
    pub(crate) exact: HalfPlane,
}

#[derive(Clone, Debug)]
pub(crate) struct Hull {
    /// Positive order; one or two for points and segments.
    pub(crate) vertices: Vec<DVec2>,
    pub(crate) radius: f64,
    /// The vertices of smallest and largest (y, x).
    pub(crate) lowest: usize,
    pub(crate) highest: usize,
    /// The box around it, with the radius.
    pub(crate) bounds: DAabb,
    /// For an edge of a one-sided chain: the unit direction to its left.
    pub(crate) only_left: Option<DVec2>,
}

impl Hull {
    pub(crate) fn new(vertices: Vec<DVec2>, radius: f64) -> Self {
        let [lowest, highest] = lowest_and_highest(&vertices);
        let bounds = DAabb::of_points(&vertices).grown(radius);
        Self { vertices, radius, lowest, highest, bounds, only_left: None }
    }

    /// The set as its support function.
    pub(crate) fn view(&self) -> View<'_> {
        View::rounded(&self.vertices, self.radius)
    }

    pub(crate) fn ring(&self) -> Ring<'_> {
        let Self { vertices, lowest, highest, .. } = self;
        Ring {
            vertices: Offsets::Stored(vertices),
            lowest: *lowest,
            highest: *highest,
            frame: None,
        }
    }

    /// Smallest and largest value of v·u, the radius included.
    pub(crate) fn span(&self, u: DVec2) -> (f64, f64) {
        let [low, high] = min_max(self.vertices.iter().map(|v| v.dot(u)));
        (low - self.radius, high + self.radius)
    }

    /// The point with the smallest value of p·u, u a unit vector.
    pub(crate) fn least(&self, u: DVec2) -> DVec2 {
        let first = self.vertices.first().copied().unwrap_or_default();
        let lower = |best: DVec2, v: &DVec2| if v.dot(u) < best.dot(u) { *v } else { best };
        self.vertices.iter().fold(first, lower) - u * self.radius
    }

    /// The unit vector along the edge from vertex i; zero without an edge.
    pub(crate) fn unit(&self, i: usize) -> DVec2 {
        let v = &self.vertices;
        (v[(i + 1) % v.len()] - v[i]).unit().unwrap_or_default()
    }

    /// The middle of the vertices.
    pub(crate) fn middle(&self) -> DVec2 {
        let sum = self.vertices.iter().fold(DVec2::ZERO, |s, v| s + *v);
        sum * (1.0 / self.vertices.len() as f64)
    }
}

/// The pieces of a body with polygons around its curves that stand off by at most `tolerance` of
/// the curve's size.
pub(crate) fn pieces(body: &Body, base: DVec2, tolerance: f64) -> Pieces {
    let mut out = Pieces { hulls: Vec::new(), planes: Vec::new(), tree: None };
    for part in body.parts() {
        match part {
            Body::Core(core) => core_hulls(core, base, |hull| out.hulls.push(hull)),
            Body::Curved(curved) => {
                let o = DVec2::from(curved.origin) - base;
                let ring = surround(&View::of_curved(curved), tolerance);
                out.hulls.push(Hull::new(ring.into_iter().map(|v| o + v).collect(), 0.0));
            }
            Body::HalfPlane(plane) => {
                let n = DVec2::from(plane.normal);
                let normal = n.unit().unwrap_or(DVec2::X);
                // Relative to the base like everything else; the exact plane decided the verdict.
                let offset = (f64::from(plane.offset) - n.dot(base)) / n.length();
                out.planes.push(Plane { normal, offset, exact: *plane });
            }
            Body::Union(_) => {}
        }
    }
    if out.hulls.len() >= WORTH_A_TREE {
        out.tree = Some(BoxTree::new(out.hulls.iter().map(|h| h.bounds)));
    }
    out
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
            visit(Hull::new(part.into_iter().map(|v| o + v).collect(), radius));
        });
        return;
    }
    for [u, v] in mesh.edges.iter().map(|e| e.map(|v| at(v as usize))) {
        // From one end whichever way the line runs, so that its winding changes no bit.
        let ends = if (v.x, v.y) < (u.x, u.y) { [v, u] } else { [u, v] };
        let mut hull = Hull::new(ends.into(), radius);
        if core.sided == Sidedness::Left {
            hull.only_left = (v - u).left().unit();
        }
        visit(hull);
    }
}
