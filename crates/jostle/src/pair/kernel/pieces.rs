//! Any shape as convex pieces: hulls with a radius, and half-planes. Curved pieces become polygons
//! drawn around them, fine enough that a push is at most 5e-6 of their size too long.

use alloc::vec::Vec;

use super::minkowski::Ring;
use crate::math::{D2, sqrt};
use crate::shape::tree::{Bounds, BoxTree, WORTH_A_TREE};
use crate::shape::{Body, Core, Curved, HalfPlane, Kind, Sided};

/// The convex pieces of one shape, relative to a base point that the caller chose.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) hulls: Vec<Hull>,
    pub(crate) planes: Vec<HalfPlane>,
    tree: Option<BoxTree>,
}

impl Pieces {
    /// Calls `visit` with every hull whose box overlaps the given one.
    pub(crate) fn near(&self, bounds: Bounds, visit: &mut impl FnMut(usize)) {
        if let Some(tree) = &self.tree {
            tree.overlapping(bounds, &mut |i| {
                visit(i);
                true
            });
            return;
        }
        for (i, hull) in self.hulls.iter().enumerate() {
            if hull.bounds.overlaps(bounds) {
                visit(i);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Hull {
    /// Positive order; one or two for points and segments.
    pub(crate) vertices: Vec<D2>,
    pub(crate) radius: f64,
    /// The vertices of smallest and largest (y, x).
    pub(crate) lowest: usize,
    pub(crate) highest: usize,
    /// The box around it, with the radius.
    pub(crate) bounds: Bounds,
    /// For an edge of a one-sided chain: the unit direction to its left.
    pub(crate) only_left: Option<D2>,
}

impl Hull {
    pub(crate) fn new(vertices: Vec<D2>, radius: f64) -> Self {
        let (mut lowest, mut highest) = (0, 0);
        let first = vertices.first().copied().unwrap_or_default();
        let mut bounds = Bounds::of([first, first]);
        for (i, v) in vertices.iter().enumerate() {
            if (v.y, v.x) < (vertices[lowest].y, vertices[lowest].x) {
                lowest = i;
            }
            if (v.y, v.x) > (vertices[highest].y, vertices[highest].x) {
                highest = i;
            }
            bounds = bounds.join(Bounds::of([*v, *v]));
        }
        let bounds = bounds.grown(radius);
        Self { vertices, radius, lowest, highest, bounds, only_left: None }
    }

    pub(crate) fn ring(&self) -> Ring<'_> {
        let Self { vertices, lowest, highest, .. } = self;
        Ring { vertices, lowest: *lowest, highest: *highest, frame: None }
    }

    /// Smallest and largest value of v·u, the radius included.
    pub(crate) fn span(&self, u: D2) -> (f64, f64) {
        let first = self.vertices.first().map_or(0.0, |v| v.dot(u));
        let (mut low, mut high) = (first, first);
        for v in &self.vertices {
            let s = v.dot(u);
            if s < low {
                low = s;
            }
            if s > high {
                high = s;
            }
        }
        (low - self.radius, high + self.radius)
    }

    /// The middle of the vertices.
    pub(crate) fn middle(&self) -> D2 {
        let sum = self.vertices.iter().fold(D2::ZERO, |s, v| s + *v);
        sum * (1.0 / self.vertices.len() as f64)
    }
}

/// The pieces of a body, relative to `base`.
pub(crate) fn pieces(body: &Body, base: D2) -> Pieces {
    let mut out = Pieces { hulls: Vec::new(), planes: Vec::new(), tree: None };
    gather(body, base, &mut out);
    if out.hulls.len() >= WORTH_A_TREE {
        out.tree = Some(BoxTree::new(out.hulls.iter().map(|h| h.bounds)));
    }
    out
}

fn gather(body: &Body, base: D2, out: &mut Pieces) {
    match body {
        Body::Core(core) => core_hulls(core, base, |hull| out.hulls.push(hull)),
        Body::Curved(curved) => out.hulls.push(around(curved, base)),
        Body::HalfPlane(plane) => {
            // Relative to the base like everything else; the exact plane decided the verdict.
            let offset = f64::from(plane.offset) - D2::from(plane.normal).dot(base);
            let offset = D2::new(offset, 0.0).round().x;
            out.planes.push(HalfPlane { offset, ..*plane });
        }
        Body::Union(parts) => parts.iter().for_each(|part| gather(part, base, out)),
    }
}

/// The convex pieces of a core; a polygon without area gives its edges.
pub(crate) fn core_hulls(core: &Core, base: D2, mut visit: impl FnMut(Hull)) {
    let o = D2::from(core.origin) - base;
    let radius = f64::from(core.radius);
    let at = |i: usize| o + core.offsets()[i];
    let Some(mesh) = &core.mesh else {
        visit(Hull::new(core.offsets().iter().map(|v| o + *v).collect(), radius));
        return;
    };
    if core.kind == Kind::Polygon && !mesh.parts.is_empty() {
        for part in &mesh.parts {
            visit(Hull::new(part.iter().map(|i| at(*i as usize)).collect(), radius));
        }
        return;
    }
    for [u, v] in mesh.edges.iter().map(|e| e.map(|v| at(v as usize))) {
        let mut hull = Hull::new([u, v].into(), radius);
        if core.sided == Sided::Left {
            hull.only_left = (v - u).left().unit();
        }
        visit(hull);
    }
}

/// Directions around a curved piece.
const DIRECTIONS: usize = 1024;

/// A polygon around a curved set: the corners between support lines in evenly spread directions.
fn around(curved: &Curved, base: D2) -> Hull {
    let o = D2::from(curved.origin) - base;
    // The n-th direction by repeated turning through a fixed angle, rounded alike everywhere.
    let step = crate::math::unit_turn(DIRECTIONS);
    let mut u = D2::X;
    let mut lines = Vec::with_capacity(DIRECTIONS);
    for _ in 0..DIRECTIONS {
        let p = curved.support_offset(u);
        lines.push((u, p.dot(u)));
        let turned = D2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x);
        let length = sqrt(turned.dot(turned));
        u = D2::new(turned.x / length, turned.y / length);
    }
    let mut vertices: Vec<D2> = Vec::with_capacity(DIRECTIONS);
    for (i, (u, h)) in lines.iter().enumerate() {
        let (w, k) = lines[(i + 1) % DIRECTIONS];
        // x·u = h and x·w = k.
        let det = u.cross(w);
        let p = o + D2::new(h * w.y - k * u.y, k * u.x - h * w.x) * (1.0 / det);
        if vertices.last() != Some(&p) {
            vertices.push(p);
        }
    }
    Hull::new(vertices, 0.0)
}
