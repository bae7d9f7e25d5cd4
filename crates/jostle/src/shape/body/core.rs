//! The core of a shape: exact vertices, edges and a radius.
//!
//! A core is the closed set that its vertices span, thickened by a radius: a circle is one point, a
//! capsule two, a rounded rectangle four. Vertex i lies at `origin` + offset i in real arithmetic.
//! Offsets are `f32` numbers, except for rotated rectangles, whose corners are ±hx·(c, s) ± hy·(−s,
//! c) from the stored cosine and sine. Frame: world; the sum is never rounded.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use crate::math::exact::double_double::Corner;
use crate::math::exact::two_sum;
use crate::math::{Aabb, DVec2, greater};
pub(crate) use crate::shape::body::mesh::Mesh;
use crate::shape::body::storage::rounding;
pub(crate) use crate::shape::body::storage::{InlineRing, Offsets, RectFrame, Vertices};
use crate::shape::bvh::box_bvh::{DAabb, WORTH_A_TREE};
use crate::shape::bvh::edge_bvh::EdgeTree;
use crate::shape::kinds::mask::AlignedPixels;
use crate::shape::kinds::tile_grid::PlacedGrid;

/// The set that the vertices of a core span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Point,
    Segment,
    /// A strictly convex ring in positive order, solid.
    Convex,
    /// Rings, solid, with `Mesh`.
    Polygon,
    /// A hollow line, with `Mesh`.
    Chain,
}

/// The side of a chain's edges with normals, pushes and ray hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Sidedness {
    /// Both sides.
    #[default]
    Both,
    /// Only the side to the left of each edge from a to b (x toward y).
    Left,
}

#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) origin: DVec2,
    pub(crate) radius: f32,
    pub(crate) kind: Kind,
    pub(crate) sided: Sidedness,
    /// A solid rectangle with nothing round whose stored direction is nearly of length 1, as
    /// filters have it.
    pub(crate) plain: bool,
    pub(crate) vertices: Vertices,
}

impl Core {
    #[inline(always)]
    pub(crate) fn point(at: DVec2, radius: f32) -> Self {
        Self::of(at, Kind::Point, Vertices::Thin([DVec2::ZERO; 2]), radius)
    }

    /// A segment between two offsets.
    #[inline(always)]
    pub(crate) fn offset_segment(origin: DVec2, v: DVec2, w: DVec2, radius: f32) -> Self {
        Self::of(origin, Kind::Segment, Vertices::Thin([v, w]), radius)
    }

    #[inline(always)]
    pub(crate) fn rect(center: DVec2, frame: RectFrame, radius: f32) -> Self {
        if frame.is_solid() {
            return Self::of(center, Kind::Convex, Vertices::Rect(frame), radius);
        }
        let [v, _, w, _] = frame.corners();
        if v == w {
            Self::point(center, radius)
        } else {
            Self::offset_segment(center, v, w, radius)
        }
    }

    /// A strictly convex ring in positive order that is kept.
    #[inline(always)]
    pub(crate) fn ring(origin: DVec2, ring: Vertices) -> Self {
        Self::of(origin, Kind::Convex, ring, 0.0)
    }

    pub(crate) fn convex(origin: DVec2, ring: &[DVec2], radius: f32) -> Self {
        Self::of(origin, Kind::Convex, Vertices::of(ring), radius)
    }

    pub(crate) fn meshed(
        origin: DVec2,
        kind: Kind,
        vertices: &[DVec2],
        mesh: Mesh,
        sided: Sidedness,
        radius: f32,
    ) -> Self {
        let vertices = Vertices::Mesh(vertices.into(), Arc::new(mesh));
        Self { sided, ..Self::of(origin, kind, vertices, radius) }
    }

    /// Changes the mesh; nothing without one that is its own.
    pub(crate) fn edit_mesh(&mut self, edit: impl FnOnce(&mut Mesh)) {
        if let Vertices::Mesh(_, mesh) = &mut self.vertices
            && let Some(mesh) = Arc::get_mut(mesh)
        {
            edit(mesh);
        }
    }

    /// The edges, where they are no convex ring.
    #[inline(always)]
    pub(crate) fn mesh(&self) -> Option<&Mesh> {
        match &self.vertices {
            Vertices::Mesh(_, mesh) => Some(mesh),
            _ => None,
        }
    }

    /// The cells, where this is a large tile grid.
    pub(crate) fn field(&self) -> Option<&PlacedGrid> {
        self.mesh()?.field.as_deref().filter(|_| self.radius == 0.0)
    }

    /// The pixels, where this is upright and exact ones.
    pub(crate) fn grid(&self) -> Option<&AlignedPixels> {
        self.mesh()?.grid.as_ref().filter(|_| self.radius == 0.0)
    }

    #[inline(always)]
    fn of(origin: DVec2, kind: Kind, vertices: Vertices, radius: f32) -> Self {
        let plain = matches!(&vertices, Vertices::Rect(frame)
            if radius == 0.0 && frame.is_nearly_unit());
        Self { origin, radius, kind, sided: Sidedness::Both, plain, vertices }
    }

    /// The box of the offsets, without the radius.
    #[inline(always)]
    pub(crate) fn whole(&self) -> DAabb {
        match &self.vertices {
            Vertices::Thin(two) => DAabb::of(*two),
            Vertices::Rect(frame) => {
                let max = frame.extent();
                DAabb { min: DVec2::ZERO - max, max }
            }
            Vertices::Four(small) => small.span(),
            Vertices::Eight(small) => small.span(),
            Vertices::Many(many, _) => DAabb::of_points(many),
            Vertices::Mesh(_, mesh) => mesh.whole,
        }
    }

    /// The offsets as a slice; [`Core::offset`] is cheaper for one of few.
    pub(crate) fn offsets(&self) -> Offsets<'_> {
        match &self.vertices {
            Vertices::Thin(two) => Offsets::Stored(two.get(..self.vertex_count()).unwrap_or(two)),
            Vertices::Many(many, _) | Vertices::Mesh(many, _) => Offsets::Stored(many),
            Vertices::Four(small) => small.offsets(),
            Vertices::Eight(small) => small.offsets(),
            Vertices::Rect(frame) => {
                let [a, b, c, d] = frame.exact_corners();
                Offsets::Rect([a.at, b.at, c.at, d.at], [a.rest, b.rest, c.rest, d.rest])
            }
        }
    }

    pub(crate) fn offset(&self, i: usize) -> DVec2 {
        match &self.vertices {
            Vertices::Thin(two) => two[i],
            Vertices::Many(many, _) | Vertices::Mesh(many, _) => many[i],
            Vertices::Four(small) => small.at(i),
            Vertices::Eight(small) => small.at(i),
            Vertices::Rect(frame) => frame.corners()[i],
        }
    }

    /// Offset i, exactly.
    pub(crate) fn corner(&self, i: usize) -> Corner {
        match self.frame() {
            Some(frame) => frame.exact_corners()[i],
            None => self.offset(i).into(),
        }
    }

    #[inline]
    pub(crate) fn vertex_count(&self) -> usize {
        match &self.vertices {
            Vertices::Thin(_) if self.kind == Kind::Point => 1,
            Vertices::Thin(_) => 2,
            Vertices::Many(many, _) | Vertices::Mesh(many, _) => many.len(),
            Vertices::Four(small) => small.len(),
            Vertices::Eight(small) => small.len(),
            Vertices::Rect(_) => 4,
        }
    }

    /// The place of a point without radius.
    pub(crate) fn sharp_point(&self) -> Option<DVec2> {
        (self.kind == Kind::Point && self.radius == 0.0).then_some(self.origin)
    }

    /// The rectangle that this is.
    pub(crate) fn frame(&self) -> Option<&RectFrame> {
        match &self.vertices {
            Vertices::Rect(frame) => Some(frame),
            _ => None,
        }
    }

    pub(crate) fn edge_count(&self) -> usize {
        match (self.mesh(), self.kind) {
            (Some(mesh), _) => mesh.edges.len(),
            (None, Kind::Convex) => self.vertex_count(),
            _ => 1,
        }
    }

    /// Vertices at the two ends of edge i; equal for a point.
    pub(crate) fn edge(&self, i: usize) -> [usize; 2] {
        match (self.mesh(), self.kind) {
            (Some(mesh), _) => mesh.edges[i].map(|v| v as usize),
            (None, Kind::Convex) => [i, if i + 1 == self.vertex_count() { 0 } else { i + 1 }],
            (None, Kind::Segment) => [0, 1],
            _ => [0, 0],
        }
    }

    /// The offsets at the two ends of edge i.
    pub(crate) fn ends(&self, i: usize) -> [DVec2; 2] {
        self.edge(i).map(|v| self.offset(v))
    }

    /// The ends of all edges.
    pub(crate) fn sides(&self) -> impl Iterator<Item = [DVec2; 2]> {
        let all = self.offsets();
        (0..self.edge_count()).map(move |i| self.edge(i).map(|v| all[v]))
    }

    /// The box of edge i, relative to the origin, without the radius.
    pub(crate) fn edge_bounds(&self, i: usize) -> DAabb {
        DAabb::of(self.ends(i))
    }

    pub(crate) fn tree(&self) -> Option<&EdgeTree> {
        Some(&self.mesh()?.tree)
    }

    /// Calls `visit` with every edge whose box (relative to the origin) overlaps the given one,
    /// until it returns false.
    ///
    /// Compiled for each caller, unlike walks of trees: rays execute 2.3 % more instructions where
    /// this and [`Self::edges_nearer`] visit through a pointer.
    pub(crate) fn edges_near(&self, bounds: DAabb, visit: &mut impl FnMut(usize) -> bool) -> bool {
        if let Some(tree) = self.tree() {
            return tree
                .overlapping(bounds, &mut |i| !self.edge_bounds(i).overlaps(bounds) || visit(i));
        }
        (0..self.edge_count()).all(|i| !self.edge_bounds(i).overlaps(bounds) || visit(i))
    }

    /// The edges near a window, in order; all that are not in a tree, and without a window.
    pub(crate) fn edges_in(&self, window: Option<DAabb>) -> Vec<usize> {
        match (self.tree(), window) {
            (Some(tree), Some(window)) => tree.sorted(window),
            _ => (0..self.edge_count()).collect(),
        }
    }

    /// Visits the edges that may lie nearer to a box than a squared bound, which `visit` renews.
    pub(crate) fn edges_nearer(
        &self,
        bounds: DAabb,
        mut square: f64,
        visit: &mut impl FnMut(usize) -> f64,
    ) -> f64 {
        if let Some(tree) = self.tree()
            && self.edge_count() >= WORTH_A_TREE
        {
            return tree.nearer(bounds, square, visit);
        }
        let all = self.offsets();
        for i in 0..self.edge_count() {
            if DAabb::of(self.edge(i).map(|v| all[v])).square_distance(bounds) < square {
                square = visit(i);
            }
        }
        square
    }

    /// One vertex of each connected part of the boundary.
    pub(crate) fn ring_starts(&self) -> impl Iterator<Item = usize> + '_ {
        let rings: &[u32] = self.mesh().map_or(&[0], |m| &m.rings);
        rings.iter().map(|i| *i as usize)
    }

    /// The vertices of each connected part of the boundary.
    pub(crate) fn ring_ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.ring_starts().skip(1).chain([self.vertex_count()]);
        self.ring_starts().zip(ends).map(|(start, end)| start..end)
    }

    /// Calls `visit` with the offsets of each convex piece of a mesh or edge of a chain that is near a
    /// window, and with the number of that edge; all without a window.
    pub(crate) fn pieces(
        &self,
        window: Option<DAabb>,
        visit: &mut dyn FnMut(Option<usize>, &[DVec2]),
    ) {
        let (Some(mesh), all) = (self.mesh(), self.offsets()) else { return };
        match (&mesh.field, &mesh.region) {
            (Some(field), _) => {
                field.parts(window, usize::MAX, &mut |ring| visit(None, ring));
            }
            (None, Some((region, mirrored))) => {
                let pieces = region.pieces(*mirrored);
                let mut ring = SmallVec::<[DVec2; 16]>::new();
                for i in mesh.pieces_near(&all, window) {
                    ring.clear();
                    ring.extend(pieces.rings[i].iter().map(|v| all[*v as usize]));
                    visit(None, &ring);
                }
            }
            (None, None) => {
                for i in self.edges_in(window) {
                    visit(Some(i), &self.ends(i));
                }
            }
        }
    }

    /// Calls `visit` with each convex piece of a mesh, or edge of a chain, with the radius.
    pub(crate) fn convex_parts(&self, visit: &mut dyn FnMut(Self)) {
        self.pieces(None, &mut |_, ring| match *ring {
            [v, w] => visit(Self::offset_segment(self.origin, v, w, self.radius)),
            _ => visit(Self::convex(self.origin, ring, self.radius)),
        });
    }

    /// Returns `true` if the core without its radius has an interior.
    pub(crate) fn is_solid(&self) -> bool {
        match self.kind {
            Kind::Convex => true,
            Kind::Polygon => self.mesh().is_some_and(|m| m.solid),
            _ => false,
        }
    }

    /// Returns `true` if the set, radius and all, has an interior.
    pub(crate) fn is_area(&self) -> bool {
        self.radius > 0.0 || self.is_solid()
    }

    pub(crate) fn is_convex(&self) -> bool {
        self.kind <= Kind::Convex
    }

    /// Largest distance of the set from its origin along x or y.
    pub(crate) fn reach(&self) -> f64 {
        f64::from(self.radius) + self.whole().reach()
    }

    pub(crate) fn bounds(&self) -> Aabb {
        let (o, r) = (self.origin, f64::from(self.radius));
        // The reach of the set along −x, −y, x and y, lane by lane, and the loss by rounding.
        let from = [-o.x, -o.y, o.x, o.y];
        let DAabb { min, max } = self.whole();
        let by = [-min.x, -min.y, max.x, max.y];
        let (mut reach, mut lost) = ([0.0; 4], [0.0; 4]);
        for i in 0..4 {
            let (s, e) = two_sum(from[i], by[i]);
            let (t, f) = two_sum(s, r);
            (reach[i], lost[i]) = (t, e.abs() + f.abs());
        }
        let lost = lost[0] + lost[1] + lost[2] + lost[3];
        let turned = matches!(&self.vertices, Vertices::Rect(frame) if !frame.is_upright());
        if lost != 0.0 || turned {
            let slack = rounding(o.reach() + greater(min.reach(), max.reach()) + r);
            reach = reach.map(|x| x + slack);
        }
        Aabb::reaching(reach)
    }

    /// The edges of a solid as a line between corners rounded to `f64`; what is no solid as it is.
    pub(crate) fn boundary(&self) -> Self {
        if !self.is_solid() {
            return self.clone();
        }
        let all = self.offsets();
        let mesh = self.mesh().map_or_else(
            || {
                let edges = (0..self.edge_count()).map(|i| self.edge(i).map(|v| v as u32));
                Mesh::new((&all, edges.collect()), [0].into(), None, None, false)
            },
            Mesh::boundary,
        );
        Self::meshed(self.origin, Kind::Chain, &all, mesh, self.sided, self.radius)
    }

    pub(crate) fn translated(&self, to: DVec2) -> Self {
        Self { origin: to, ..self.clone() }
    }

    pub(crate) fn with_radius(&self, radius: f32) -> Self {
        let core = Self::of(self.origin, self.kind, self.vertices.clone(), radius);
        Self { sided: self.sided, ..core }
    }
}
