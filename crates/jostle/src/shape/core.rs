//! The kernels' view of a straight-edged or rounded shape: exact vertices, edges, a radius.
//!
//! A core is the closed set that its vertices span, thickened by a radius: a circle is one point, a
//! capsule two, a rounded rectangle four. Vertex i lies at `origin` + offset i in real arithmetic;
//! offsets are `f32` numbers, but for turned rectangles, whose corners are ±hx·(c, s) ± hy·(−s, c)
//! from the stored cosine and sine. World frame; the sum is never rounded.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::mask::Grid;
use super::tree::{Bounds, BoxTree, WORTH_A_TREE};
use crate::math::exact::{N2, Num, two_sum};
use crate::math::{Aabb, D2, Rot, Vec2, greater, lesser};

/// What the vertices of a core span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// One vertex.
    Point,
    /// Two vertices.
    Segment,
    /// A strictly convex ring in positive order, solid.
    Convex,
    /// Rings, solid, with `Mesh`.
    Polygon,
    /// A hollow line, with `Mesh`.
    Chain,
}

/// Which side of a chain's edges has normals, pushes and ray hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sided {
    /// Both sides.
    #[default]
    Both,
    /// Only the side to the left of each edge from a to b (x toward y).
    Left,
}

/// The rectangle behind four (or, flat, two) corner offsets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) half: Vec2,
    pub(crate) rot: Rot,
}

impl Frame {
    /// A side of the four in positive order, from the corner of both smallest coordinates on; exact.
    pub(crate) fn side(&self, i: usize) -> D2 {
        let u = D2::new(f64::from(self.rot.cos), f64::from(self.rot.sin));
        let (x, y) = (2.0 * f64::from(self.half.x), 2.0 * f64::from(self.half.y));
        match i {
            0 => u * x,
            1 => u.left() * y,
            2 => u * -x,
            _ => u.left() * -y,
        }
    }
}

/// Whether a direction's angle lies in [0, π).
pub(crate) fn is_upward(e: D2) -> bool {
    e.y > 0.0 || (e.y == 0.0 && e.x > 0.0)
}

/// The topology of a polygon or a chain.
#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    /// Edge i goes from `edges[i][0]` to `edges[i][1]`.
    pub(crate) edges: Vec<[u32; 2]>,
    /// First vertex of each ring.
    pub(crate) rings: Vec<u32>,
    /// Convex pieces of the solid, positive order; the edges of a chain.
    pub(crate) parts: Vec<Vec<u32>>,
    /// Over the edges, where there are enough of them.
    pub(crate) tree: Option<BoxTree>,
    /// The pixels that this is, where it is upright and exact ones.
    pub(crate) grid: Option<Grid>,
}

/// Vertex offsets: up to four in place, more behind a pointer.
#[derive(Clone, Debug)]
pub(crate) enum Offsets {
    Few([D2; 4], usize),
    Many(Arc<[D2]>),
}

/// See the file's head.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) origin: Vec2,
    offsets: Offsets,
    pub(crate) frame: Option<Frame>,
    pub(crate) radius: f32,
    pub(crate) kind: Kind,
    pub(crate) sided: Sided,
    pub(crate) mesh: Option<Arc<Mesh>>,
    /// The vertex with the smallest (y, x), where the ring's edge angles start.
    pub(crate) lowest: usize,
    /// The vertex with the largest (y, x).
    pub(crate) highest: usize,
    /// Box of the offsets, without the radius.
    pub(crate) min: D2,
    pub(crate) max: D2,
}

impl Core {
    pub(crate) fn point(at: Vec2, radius: f32) -> Self {
        Self::new(at, Kind::Point, &[D2::ZERO], radius)
    }

    pub(crate) fn segment(a: Vec2, b: Vec2, radius: f32) -> Self {
        let (p, q) = (D2::from(a), D2::from(b));
        // The far end must stay the f32 number it is, so it is kept as a difference only where that
        // is exact.
        let exact = exact_sum(p.x, q.x - p.x, q.x) && exact_sum(p.y, q.y - p.y, q.y);
        if a == b {
            Self::point(a, radius)
        } else if exact {
            Self::new(a, Kind::Segment, &[D2::ZERO, q - p], radius)
        } else {
            Self::new(Vec2::ZERO, Kind::Segment, &[D2::from(a), D2::from(b)], radius)
        }
    }

    /// A segment between two offsets that stay as they are.
    pub(crate) fn offset_segment(origin: Vec2, v: D2, w: D2, radius: f32) -> Self {
        Self::new(origin, Kind::Segment, &[v, w], radius)
    }

    pub(crate) fn rect(center: Vec2, frame: Frame, radius: f32) -> Self {
        let (c, s) = (f64::from(frame.rot.cos), f64::from(frame.rot.sin));
        let (hx, hy) = (f64::from(frame.half.x), f64::from(frame.half.y));
        let corner =
            |sx: f64, sy: f64| D2::new(sx * hx * c - sy * hy * s, sx * hx * s + sy * hy * c);
        let all = [corner(-1., -1.), corner(1., -1.), corner(1., 1.), corner(-1., 1.)];
        let mut core = match (hx > 0.0, hy > 0.0) {
            (true, true) => Self::new(center, Kind::Convex, &all, radius),
            (false, false) => return Self::point(center, radius),
            _ => Self::new(center, Kind::Segment, &[all[0], all[2]], radius),
        };
        core.frame = Some(frame);
        if core.kind == Kind::Convex {
            // By the sides, which are exact: rounding may have hidden a small tilt of the corners.
            let upward = [0, 1, 2, 3].map(|i| is_upward(frame.side(i)));
            let turns = |up| (0..4).find(|i| upward[*i] == up && upward[(i + 3) % 4] != up);
            core.lowest = turns(true).unwrap_or(core.lowest);
            core.highest = turns(false).unwrap_or(core.highest);
        }
        core
    }

    /// A strictly convex ring in positive order.
    pub(crate) fn convex(origin: Vec2, ring: &[D2], radius: f32) -> Self {
        Self::new(origin, Kind::Convex, ring, radius)
    }

    pub(crate) fn mesh(
        origin: Vec2,
        kind: Kind,
        vertices: &[D2],
        mut mesh: Mesh,
        sided: Sided,
        radius: f32,
    ) -> Self {
        let mut core = Self::new(origin, kind, vertices, radius);
        if mesh.edges.len() >= WORTH_A_TREE {
            let ends = |e: &[u32; 2]| Bounds::of(e.map(|v| vertices[v as usize]));
            mesh.tree = Some(BoxTree::new(mesh.edges.iter().map(ends)));
        }
        core.mesh = Some(Arc::new(mesh));
        core.sided = sided;
        core
    }

    /// Remembers the pixels that a mesh is; nothing without one.
    pub(crate) fn set_grid(&mut self, grid: Grid) {
        if let Some(mesh) = self.mesh.as_mut().and_then(Arc::get_mut) {
            mesh.grid = Some(grid);
        }
    }

    /// The pixels, where this is upright and exact ones.
    pub(crate) fn grid(&self) -> Option<&Grid> {
        self.mesh.as_ref()?.grid.as_ref().filter(|_| self.radius == 0.0)
    }

    fn new(origin: Vec2, kind: Kind, vertices: &[D2], radius: f32) -> Self {
        let first = vertices.first().copied().unwrap_or_default();
        let (mut min, mut max, mut lowest, mut highest) = (first, first, 0, 0);
        for (i, v) in vertices.iter().enumerate() {
            min = D2::new(lesser(min.x, v.x), lesser(min.y, v.y));
            max = D2::new(greater(max.x, v.x), greater(max.y, v.y));
            if (v.y, v.x) < (vertices[lowest].y, vertices[lowest].x) {
                lowest = i;
            }
            if (v.y, v.x) > (vertices[highest].y, vertices[highest].x) {
                highest = i;
            }
        }
        let offsets = if vertices.len() <= 4 {
            let mut few = [first; 4];
            few[..vertices.len()].copy_from_slice(vertices);
            Offsets::Few(few, vertices.len())
        } else {
            Offsets::Many(vertices.into())
        };
        Self {
            origin,
            offsets,
            frame: None,
            radius,
            kind,
            sided: Sided::Both,
            mesh: None,
            lowest,
            highest,
            min,
            max,
        }
    }

    pub(crate) fn offsets(&self) -> &[D2] {
        match &self.offsets {
            Offsets::Few(few, len) => few.get(..*len).unwrap_or(few),
            Offsets::Many(many) => many,
        }
    }

    /// Offset i as exact numbers.
    pub(crate) fn exact_offset<N: Num>(&self, i: usize) -> N2<N> {
        if let Some(frame) = &self.frame {
            let (c, s) = (N::of(f64::from(frame.rot.cos)), N::of(f64::from(frame.rot.sin)));
            let (hx, hy) = (f64::from(frame.half.x), f64::from(frame.half.y));
            let (sx, sy) = match (self.kind, i) {
                (_, 0) => (-1.0, -1.0),
                (Kind::Segment, _) | (_, 2) => (1.0, 1.0),
                (_, 1) => (1.0, -1.0),
                _ => (-1.0, 1.0),
            };
            let (x, y) = (N::of(sx * hx), N::of(sy * hy));
            N2 { x: x.times(c).minus(y.times(s)), y: x.times(s).plus(y.times(c)) }
        } else {
            let v = self.offsets()[i];
            N2 { x: N::of(v.x), y: N::of(v.y) }
        }
    }

    pub(crate) fn edge_count(&self) -> usize {
        match (&self.mesh, self.kind) {
            (Some(mesh), _) => mesh.edges.len(),
            (None, Kind::Convex) => self.offsets().len(),
            _ => 1,
        }
    }

    /// Vertices at the two ends of edge i; equal for a point.
    pub(crate) fn edge(&self, i: usize) -> [usize; 2] {
        match (&self.mesh, self.kind) {
            (Some(mesh), _) => mesh.edges[i].map(|v| v as usize),
            (None, Kind::Convex) => [i, if i + 1 == self.offsets().len() { 0 } else { i + 1 }],
            (None, Kind::Segment) => [0, 1],
            _ => [0, 0],
        }
    }

    /// The box of edge i, relative to the origin, without the radius.
    pub(crate) fn edge_bounds(&self, i: usize) -> Bounds {
        Bounds::of(self.edge(i).map(|v| self.offsets()[v]))
    }

    /// Calls `visit` with every edge whose box (relative to the origin) overlaps the given one,
    /// until it returns false.
    pub(crate) fn edges_near(&self, bounds: Bounds, visit: &mut impl FnMut(usize) -> bool) -> bool {
        if let Some(tree) = self.mesh.as_ref().and_then(|m| m.tree.as_ref()) {
            return tree.overlapping(bounds, visit);
        }
        (0..self.edge_count()).all(|i| !self.edge_bounds(i).overlaps(bounds) || visit(i))
    }

    /// Visits the edges that may lie nearer to a box than a squared bound, which `visit` renews.
    pub(crate) fn edges_nearer(
        &self,
        bounds: Bounds,
        mut square: f64,
        visit: &mut impl FnMut(usize) -> f64,
    ) -> f64 {
        if let Some(tree) = self.mesh.as_ref().and_then(|m| m.tree.as_ref()) {
            return tree.nearer(bounds, square, visit);
        }
        for i in 0..self.edge_count() {
            if self.edge_bounds(i).square_distance(bounds) < square {
                square = visit(i);
            }
        }
        square
    }

    /// One vertex of each connected part of the boundary.
    pub(crate) fn ring_starts(&self) -> impl Iterator<Item = usize> + '_ {
        let rings: &[u32] = self.mesh.as_ref().map_or(&[0], |m| &m.rings);
        rings.iter().map(|i| *i as usize)
    }

    /// Whether the core without its radius has an interior.
    pub(crate) fn is_solid(&self) -> bool {
        match self.kind {
            Kind::Convex => true,
            Kind::Polygon => self.mesh.as_ref().is_some_and(|m| !m.parts.is_empty()),
            _ => false,
        }
    }

    /// Whether the set, radius and all, has an interior.
    pub(crate) fn is_area(&self) -> bool {
        self.radius > 0.0 || self.is_solid()
    }

    pub(crate) fn is_convex(&self) -> bool {
        self.kind <= Kind::Convex
    }

    /// Largest distance of the set from its origin along x or y.
    pub(crate) fn reach(&self) -> f64 {
        let (a, b) = (self.min.reach(), self.max.reach());
        f64::from(self.radius) + greater(a, b)
    }

    pub(crate) fn bounds(&self) -> Aabb {
        let (o, r) = (D2::from(self.origin), f64::from(self.radius));
        // Sums that round, and the corners of a turned rectangle, may be off by an ulp of f64.
        let sums = [(o.x, self.min.x), (o.y, self.min.y), (o.x, self.max.x), (o.y, self.max.y)];
        let exact = self.frame.is_none_or(|f| f.rot.sin == 0.0 || f.rot.cos == 0.0)
            && sums.iter().all(|(a, b)| {
                let s = a + b;
                exact_sum(*a, *b, s) && exact_sum(s, r, s + r) && exact_sum(s, -r, s - r)
            });
        let slack = 4.0 * f64::EPSILON * (o.reach() + self.reach());
        let r = if exact { r } else { r + slack };
        let r = D2::new(r, r);
        Aabb::outward(o + self.min - r, o + self.max + r)
    }

    pub(crate) fn translated(&self, to: Vec2) -> Self {
        Self { origin: to, ..self.clone() }
    }

    /// The same core with another radius.
    pub(crate) fn with_radius(&self, radius: f32) -> Self {
        Self { radius, ..self.clone() }
    }
}

/// Whether a + b is exactly the given sum.
fn exact_sum(a: f64, b: f64, sum: f64) -> bool {
    two_sum(a, b) == (sum, 0.0)
}
