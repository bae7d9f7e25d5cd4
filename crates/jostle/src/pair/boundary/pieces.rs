//! A body as convex pieces near a window, and the supports of a piece.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::math::exact::double_double::Corner;
use crate::math::exact::two_sum;
use crate::math::{DVec2, greater, unit_turn};
use crate::pair::curved::support_map::{ConvexSet, View, right};
use crate::pair::exact::edge_pairs::sorted;
use crate::pair::exact::predicates::{cross, edge};
use crate::shape::body::storage::Corners;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, HalfPlane, Sidedness};

/// Tangents that are tried around a curve.
pub(crate) const TANGENTS: usize = 16;

/// A convex piece: the hull of some vertices, thickened by a disc and perhaps by a curved set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    first: u32,
    len: u32,
    pub(crate) radius: f64,
    /// Where its exact vertices begin, for one whose vertices were rounded, and their origin.
    exact: Option<(u32, DVec2)>,
    /// The number of the curved set that is added to the hull.
    pub(crate) curve: Option<u32>,
    pub(crate) bounds: DAabb,
    /// For an edge of a one-sided chain.
    pub(crate) side: Option<Side>,
}

/// The side from which an edge of a one-sided chain is met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// The unit direction to its left.
    pub(crate) left: DVec2,
    /// Its ends in their own order: the piece has them sorted.
    order: [u8; 2],
    /// At which of them the next edge turns away from the left: the corner that both make sticks out.
    pub(crate) sticks_out: [bool; 2],
}

/// All points with normal · p ≤ offset, the normal of unit length.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) normal: DVec2,
    pub(crate) offset: f64,
    /// As it was given, about the world's origin.
    pub(crate) exact: HalfPlane,
}

/// A curved set around the origin, and the matrix of the disc that it is.
struct Curve<'a> {
    set: View<'a>,
    disc: [f64; 4],
}

/// The convex pieces of a body near a window, relative to a base point.
pub(crate) struct Pieces<'a> {
    vertices: SmallVec<[DVec2; 64]>,
    /// The vertices of the pieces that were rounded, about the origins of their bodies.
    exact: Vec<DVec2>,
    /// What those still leave out.
    rests: Vec<DVec2>,
    base: DVec2,
    pub(crate) all: SmallVec<[Piece; 16]>,
    curves: Vec<Curve<'a>>,
    pub(crate) planes: Vec<Plane>,
}

/// Calls `visit` with every bounded convex piece of a body that is no union, relative to its own
/// origin.
pub(crate) fn for_each_view(body: &Body, visit: &mut dyn FnMut(&View<'_>)) {
    match (View::of_body(body), body) {
        (Some(view), _) => visit(&view),
        (None, Body::Core(core)) => {
            Pieces::of_core(core, core.origin).views().for_each(|view| visit(&view));
        }
        (None, _) => {}
    }
}

impl<'a> Pieces<'a> {
    /// Perf: not inlined it is copied, 3 kB.
    #[inline(always)]
    pub(crate) fn new(base: DVec2) -> Self {
        Self {
            vertices: SmallVec::new(),
            exact: Vec::new(),
            rests: Vec::new(),
            base,
            all: SmallVec::new(),
            curves: Vec::new(),
            planes: Vec::new(),
        }
    }

    /// Takes all pieces out.
    pub(crate) fn clear(&mut self) {
        self.vertices.clear();
        self.exact.clear();
        self.rests.clear();
        self.all.clear();
        self.curves.clear();
        self.planes.clear();
    }

    /// Returns the pieces of a core of any kind; of a polygon without area, its edges.
    pub(crate) fn of_core(core: &Core, base: DVec2) -> Self {
        let mut pieces = Self::new(base);
        pieces.add_core(core, None);
        pieces
    }

    pub(crate) fn views(&self) -> impl Iterator<Item = View<'_>> {
        self.all.iter().map(|piece| View::rounded(self.ring(piece), piece.radius))
    }

    /// Adds the pieces whose boxes overlap the window, all without one.
    pub(crate) fn add(&mut self, body: &'a Body, window: Option<DAabb>) {
        let base = self.base;
        let pieces = self;
        for part in body.parts() {
            match part {
                Body::Core(core) => pieces.add_core(core, window),
                Body::Curved(curved) => {
                    let o = curved.origin;
                    let (ring, curve) = match curved.rounded_hull() {
                        Some(hull) => {
                            let set = View::Hull((&[][..]).into(), hull.rim);
                            (&hull.vertices[..], Curve { set, disc: hull.disc })
                        }
                        None => {
                            let set = View::of_curved(curved);
                            (&[DVec2::ZERO][..], Curve { set, disc: [1.0, 0.0, 0.0, 1.0] })
                        }
                    };
                    pieces.curves.push(curve);
                    let curve = Some(pieces.curves.len() as u32 - 1);
                    pieces.add_piece(o, ring.iter().copied(), (0.0, curve), window);
                }
                Body::HalfPlane(plane) => {
                    let n = DVec2::from(plane.normal);
                    let normal = n.unit().unwrap_or(DVec2::X);
                    // Relative to the base like everything else; the exact plane decided the verdict.
                    let offset = (f64::from(plane.offset) - n.dot(base)) / n.length();
                    pieces.planes.push(Plane { normal, offset, exact: *plane });
                }
                Body::Union(_) => {}
            }
        }
    }

    fn add_core(&mut self, core: &Core, window: Option<DAabb>) {
        let o = core.origin;
        let round = (f64::from(core.radius), None);
        if core.mesh().is_none() {
            let corners = (0..core.vertex_count()).map(|i| core.corner(i));
            return self.add_piece(o, corners, round, window);
        }
        let local = window.map(|window| self.local(core, window));
        core.pieces(local, &mut |edge, ring| match *ring {
            [u, v] => {
                let before = self.all.len();
                self.add_piece(o, sorted([u, v]).into_iter(), round, window);
                if core.sided == Sidedness::Left
                    && let (Some(piece), Some(i)) = (self.all.get_mut(before), edge)
                {
                    piece.side = side(core, i);
                }
            }
            _ => self.add_piece(o, ring.iter().copied(), round, window),
        });
    }

    /// A window as a core sees it from its origin, and the radius more.
    fn local(&self, core: &Core, window: DAabb) -> DAabb {
        let shift = self.base - core.origin;
        let slack = 8.0 * f64::EPSILON * (shift.reach() + core.reach());
        window.moved(shift).grown(f64::from(core.radius) + slack)
    }

    /// Adds a piece of a body at `o` if its box overlaps the window.
    fn add_piece(
        &mut self,
        o: DVec2,
        ring: impl Iterator<Item = impl Into<Corner>> + Clone,
        (radius, curve): (f64, Option<u32>),
        window: Option<DAabb>,
    ) {
        let (first, shift) = (self.vertices.len(), Corner::difference(o, self.base));
        let mut is_exact = shift.rest == DVec2::ZERO;
        for v in ring.clone() {
            let v = v.into();
            let ((x, lost), (y, more)) = (two_sum(shift.at.x, v.at.x), two_sum(shift.at.y, v.at.y));
            is_exact &= (lost == 0.0) & (more == 0.0) & (v.rest == DVec2::ZERO);
            self.vertices.push(DVec2::new(x, y));
        }
        let mut bounds = DAabb::of_points(&self.vertices[first..]).grown(radius);
        if let Some(i) = curve {
            let extent = self.curves[i as usize].set.extent();
            (bounds.min, bounds.max) = (bounds.min + extent.min, bounds.max + extent.max);
        }
        if window.is_some_and(|window| !window.overlaps(bounds)) {
            self.vertices.truncate(first);
            return;
        }
        let (first, len) = (first as u32, (self.vertices.len() - first) as u32);
        let exact = (!is_exact).then_some((self.exact.len() as u32, o));
        if !is_exact {
            for corner in ring.map(Into::into) {
                self.exact.push(corner.at);
                self.rests.push(corner.rest);
            }
        }
        self.all.push(Piece { first, len, radius, exact, curve, bounds, side: None });
    }

    /// Adds the boundary of a body without radius as edges.
    pub(crate) fn add_boundary(&mut self, body: &Body, window: Option<DAabb>) {
        for part in body.parts() {
            let Body::Core(core) = part else { continue };
            let local = window.map(|window| self.local(core, window));
            for i in core.edges_in(local) {
                let ends = core.edge(i).map(|v| core.corner(v));
                self.add_piece(core.origin, ends.into_iter(), (0.0, None), window);
            }
        }
    }

    pub(crate) fn add_ring(&mut self, ring: &[DVec2]) {
        self.add_piece(self.base, ring.iter().copied(), (0.0, None), None);
    }

    /// The vertices in positive order; one or two for points and segments.
    pub(crate) fn ring(&self, piece: &Piece) -> &[DVec2] {
        &self.vertices[piece.first as usize..][..piece.len as usize]
    }

    /// The vertices exactly, and the point that they lie about.
    pub(crate) fn corners(&self, piece: &Piece) -> (DVec2, Corners<'_>) {
        match piece.exact {
            Some((first, origin)) => {
                let [at, rests] = [&self.exact, &self.rests]
                    .map(|all| &all[first as usize..][..piece.len as usize]);
                (origin, Corners { at, rests })
            }
            None => (self.base, Corners { at: self.ring(piece), rests: &[] }),
        }
    }

    /// The ends of a one-sided edge in its own order, about one point.
    pub(crate) fn ends(&self, piece: &Piece, side: &Side) -> [Corner; 2] {
        let (_, corners) = self.corners(piece);
        side.order.map(|i| corners.get(i.into()))
    }

    pub(crate) fn support(&self, piece: &Piece, u: DVec2) -> DVec2 {
        let ring = self.ring(piece);
        let mut best = (ring[0], ring[0].dot(u));
        for v in &ring[1..] {
            let along = v.dot(u);
            if along > best.1 {
                best = (*v, along);
            }
        }
        best.0 + self.round(piece, u)
    }

    /// What the round part of a piece adds to its vertices along a unit vector.
    pub(crate) fn round(&self, piece: &Piece, u: DVec2) -> DVec2 {
        let curve = piece.curve.map(|i| self.curves[i as usize].set.support(u));
        u * piece.radius + curve.unwrap_or_default()
    }

    /// The largest product of a point of a piece with u: its support function.
    pub(crate) fn support_value(&self, piece: &Piece, u: DVec2) -> f64 {
        if piece.radius > 0.0 || piece.curve.is_some() {
            return u.dot(self.support(piece, u));
        }
        self.ring(piece).iter().map(|v| v.dot(u)).fold(f64::NEG_INFINITY, greater)
    }

    pub(crate) fn curve(&self, piece: &Piece) -> Option<&View<'a>> {
        piece.curve.map(|i| &self.curves[i as usize].set)
    }

    /// The radius of curvature of a piece where its normal is a unit vector; 0 at a corner.
    pub(crate) fn curvature(&self, piece: &Piece, u: DVec2) -> f64 {
        let curve = piece.curve.map(|i| self.curves[i as usize].set.probe(u).1);
        piece.radius + curve.unwrap_or(0.0)
    }

    /// Normals of a curved piece at equal steps around the disc, none without a curve.
    pub(crate) fn tangents(&self, piece: &Piece) -> SmallVec<[DVec2; TANGENTS]> {
        let Some(curve) = piece.curve.map(|i| &self.curves[i as usize]) else {
            return SmallVec::new();
        };
        let [a, b, c, d] = curve.disc;
        directions(DVec2::X, TANGENTS)
            .filter_map(|e| DVec2::new(d * e.x - b * e.y, a * e.y - c * e.x).unit())
            .collect()
    }

    pub(crate) fn bounds(&self) -> DAabb {
        let boxes = self.all.iter().map(|piece| piece.bounds).reduce(DAabb::join);
        boxes.unwrap_or(DAabb::of([DVec2::ZERO; 2]))
    }

    /// The outward unit normals of the edges of a piece with the vertex at which each begins.
    pub(crate) fn edges(&self, piece: &Piece) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let ring = self.ring(piece);
        let count = if ring.len() > 1 { ring.len() } else { 0 };
        (0..count).filter_map(move |i| {
            let next = ring[if i + 1 == ring.len() { 0 } else { i + 1 }];
            Some((right(next - ring[i]).unit()?, ring[i]))
        })
    }
}

/// The side of an edge of a one-sided chain.
fn side(core: &Core, i: usize) -> Option<Side> {
    let [u, v] = core.ends(i);
    let last = core.edge_count() - 1;
    let [before, after] = [if i == 0 { last } else { i - 1 }, if i == last { 0 } else { i + 1 }];
    let turns_right = |i: usize, j: usize| {
        core.edge(i)[1] == core.edge(j)[0] && cross(edge(core, i), edge(core, j)).is_lt()
    };
    let order = if sorted([u, v])[0] == u { [0, 1] } else { [1, 0] };
    let left = (v - u).left().unit()?;
    Some(Side { left, order, sticks_out: [turns_right(before, i), turns_right(i, after)] })
}

/// A piece as a convex set.
impl ConvexSet for (&Pieces<'_>, &Piece) {
    fn probe(&self, direction: DVec2) -> (DVec2, f64) {
        let u = direction.unit().unwrap_or(DVec2::X);
        (self.0.support(self.1, u), self.0.curvature(self.1, u))
    }

    fn extent(&self) -> DAabb {
        self.1.bounds
    }

    fn support_error(&self) -> f64 {
        self.0.curve(self.1).map_or(0.0, ConvexSet::support_error)
    }
}

/// Unit vectors at equal angles, from the first on.
pub(crate) fn directions(first: DVec2, count: usize) -> impl Iterator<Item = DVec2> {
    let step = unit_turn(count as u64);
    let turn =
        move |u: &DVec2| Some(DVec2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x));
    core::iter::successors(Some(first), turn).take(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Rot;
    use crate::pair::answer::Verdict;
    use crate::pair::bodies;
    use crate::pair::test_shapes::Random;
    use crate::shape::{ChainEnds, body::core::RectFrame};
    use crate::{Affine, Shape, Vec2};

    fn gathered(body: &Body, window: Option<DAabb>) -> Vec<Vec<DVec2>> {
        let mut pieces = Pieces::new(DVec2::new(0.5, -0.25));
        pieces.add(body, window);
        pieces.all.iter().map(|piece| pieces.ring(piece).into()).collect()
    }

    #[test]
    fn a_window_keeps_the_order_and_leaves_out_only_what_is_apart() {
        let mut random = Random(8);
        let (mut all, mut kept) = (0, 0);
        for turn in 0..60 {
            let star = random.star(20 + 8 * turn);
            let shape = match turn % 3 {
                0 => Shape::chain(star, ChainEnds::Closed, Sidedness::Both),
                _ => Shape::polygon(star).and_then(|s| s.with_radius(0.02 * (turn % 2) as f32)),
            };
            let mut at = random.affine();
            if turn % 4 == 1 {
                at = at.scaled(-1.0, 1.0);
            }
            let body = shape.unwrap().place(at).unwrap().body;
            let whole = gathered(&body, None);
            for _ in 0..20 {
                let (middle, half) = (
                    Vec2::from((random.within(-4.0, 4.0), random.within(-4.0, 4.0))),
                    random.within(0.01, 0.6),
                );
                let near = DAabb::of([DVec2::from(middle); 2]).grown(half.into());
                let found = gathered(&body, Some(near));
                let frame = RectFrame { half: Vec2::new(half, half), rot: Rot::IDENTITY };
                let base = DVec2::new(0.5, -0.25);
                let window = Body::Core(Core::rect(DVec2::from(middle) + base, frame, 0.0));
                let mut rest = found.iter().peekable();
                let Body::Core(core) = &body else { panic!("one outline") };
                for ring in &whole {
                    if rest.next_if(|next| *next == ring).is_none() {
                        let piece = match **ring {
                            [v, w] => Core::offset_segment(base, v, w, core.radius),
                            _ => Core::convex(base, ring, core.radius),
                        };
                        let verdict = bodies::verdict(&Body::Core(piece), &window);
                        assert_eq!(verdict, Verdict::Separated, "{turn} {ring:?} {near:?}");
                    }
                }
                assert!(rest.next().is_none(), "{turn}: another order");
                (all, kept) = (all + whole.len(), kept + found.len());
            }
        }
        assert!(kept > 2000 && kept < all / 5, "{kept} of {all}");
    }

    #[test]
    fn a_small_window_on_a_long_ground_makes_few_pieces() {
        for count in [1_000_u16, 30_000] {
            let top = (0..count).map(|i| (f32::from(i), f32::from(i % 5 * 7 % 5)));
            let ends = [(f32::from(count), 50.0), (0.0, 50.0)];
            let ground = Shape::polygon(top.clone().chain(ends)).unwrap();
            let line = Shape::chain(top, ChainEnds::Open, Sidedness::Both).unwrap();
            for shape in [ground, line] {
                let body = shape.place(Affine::IDENTITY).unwrap().body;
                let at = DVec2::new(f64::from(count) * 0.3, 2.0);
                let found = gathered(&body, Some(DAabb::of([at; 2]).grown(1.0)));
                assert!((1..12).contains(&found.len()), "{count} {}", found.len());
            }
        }
    }
}
