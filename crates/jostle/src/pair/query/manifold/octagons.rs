//! Where two rings of five to eight vertices rest on each other: the clipping of [`super`] as the
//! edge that counts sees it. That edge is the own face, so only the other's is looked for, at the
//! vertex that is ahead of it.

use crate::math::simd::{F64Lanes, F64x2, Two};
use crate::math::{DVec2, Vec2, greater, lesser, sqrt};
use crate::pair::answer::GapF64;
use crate::pair::answer::Verdict;
use crate::pair::convex::with_radii;
use crate::pair::query::contact::Contact;
use crate::pair::query::manifold::clip_ends::{End, Names, Place, feature, mask, named};
use crate::pair::query::manifold::support_features::{CLEARLY, FACING};
use crate::pair::query::manifold::{Feature, Manifold, ManifoldPoint, prefer_vertex_id};
use crate::pair::sat::octagons::{ReferenceEdge, around};
use crate::shape::body::storage::LANES;

/// The manifold of two rings with nothing round that surely meet, the first of them here, of which
/// these are an edge and the vertex ahead of it; none where their faces share too little, or are
/// not the only ones.
#[inline(always)]
pub(crate) fn clip_to_reference_face(
    first: Vec2,
    ahead: &ReferenceEdge<'_>,
    merge_distance: f64,
) -> Option<Manifold> {
    let on = On {
        first,
        ahead,
        merge_distance: merge_distance * ahead.length,
        inverse: 1.0 / ahead.length,
    };
    if !ahead.is_face() || on.is_shared() {
        return None;
    }
    let [last, next] = around(ahead.vertex, ahead.len);
    let [before, after] = [[last, ahead.vertex], [ahead.vertex, next]].map(
        #[inline(always)]
        |[from, to]| on.turned(ahead.at(to) - ahead.at(from)),
    );
    // By masks and numbers of places: no branch guesses which of the two faces the edge better.
    let later = after.turns_less(before);
    let [best, near] = mask(later).swap_where([before.0, after.0]).map(Turned);
    let k = usize::from(later);
    let (from, to) = ([last, ahead.vertex][k], [ahead.vertex, next][k]);
    let square = best.across() * best.across();
    if !best.is_facing() | (square > FACING * FACING * best.square()) {
        return on.corner();
    }
    let sine = sqrt(square / best.square());
    // On its far side, in positive order.
    let end = [last, next][k];
    let beyond = around(end, ahead.len)[k];
    let other = Turned(on.turned(ahead.at(beyond) - ahead.at(end)).0.neg_where(mask(!later)));
    if near.is_as_good(sine) | other.is_as_good(sine) {
        return None;
    }
    on.side(best, from, to)
}

/// What an edge sees, and how near ends are the same place, times its length.
struct On<'p> {
    first: Vec2,
    ahead: &'p ReferenceEdge<'p>,
    merge_distance: f64,
    inverse: f64,
}

/// How an edge of the other goes along the own one and outward, times its length.
#[derive(Clone, Copy)]
struct Turned(Two);

impl Turned {
    #[inline(always)]
    fn along(self) -> f64 {
        self.0.numbers()[0]
    }

    #[inline(always)]
    fn across(self) -> f64 {
        self.0.numbers()[1]
    }

    #[inline(always)]
    fn square(self) -> f64 {
        let [x, y] = (self.0 * self.0).numbers();
        x + y
    }

    /// Returns `true` if it is a side that can be seen: in positive order they go the other way.
    #[inline(always)]
    fn is_facing(self) -> bool {
        self.along() < 0.0
    }

    /// Returns `true` if it faces the own edge better than another.
    #[inline(always)]
    fn turns_less(self, other: Self) -> bool {
        let [p, q] = [self, other].map(|f| f.across() * f.across());
        self.is_facing() & (!other.is_facing() | (p * other.square() < q * self.square()))
    }

    /// Returns `true` if it faces the own edge almost as well as one of this sine, or better.
    #[inline(always)]
    fn is_as_good(self, sine: f64) -> bool {
        let limit = (sine + CLEARLY) * (sine + CLEARLY) * self.square();
        self.is_facing() & (self.across() * self.across() <= limit)
    }
}

impl On<'_> {
    #[inline(always)]
    fn turned(&self, f: DVec2) -> Turned {
        let e = self.ahead.e;
        Turned(Two::load([f.dot(e), e.y * f.x - e.x * f.y]))
    }

    /// Returns `true` if a neighbor of the own edge faces the other almost as well.
    #[inline(always)]
    fn is_shared(&self) -> bool {
        let ReferenceEdge { own, edge, .. } = *self.ahead;
        let len = own.len();
        let [last, next] = around(edge, len);
        let beyond = around(next, len)[1];
        let at = |i: usize| own.at(i % LANES);
        let edges = [at(last) - at(edge), at(next) - at(beyond)];
        let [p, q] = edges.map(
            #[inline(always)]
            |f| self.turned(f).is_as_good(0.0),
        );
        p | q
    }

    /// How far a point of the other is along the edge and in front of it, times its length.
    #[inline(always)]
    fn seen(&self, vertex: usize) -> (f64, f64) {
        let ahead = self.ahead;
        let place = self.turned(ahead.at(vertex) - ahead.start);
        (place.along(), place.across())
    }

    #[inline(always)]
    fn raw(&self) -> GapF64 {
        with_radii(self.first, [0.0; 2], self.ahead.answer(), Verdict::Overlapping)
    }

    /// The other rests on a corner.
    #[inline(always)]
    fn corner(&self) -> Option<Manifold> {
        let ReferenceEdge { edge, vertex, square, own, of_b, .. } = *self.ahead;
        let (at, _) = self.seen(vertex);
        let after = around(edge, own.len())[1];
        let other = Feature::Vertex(vertex as u32);
        let [vertices, edge] = [[edge, after], [edge; 2]].map(|n| n.map(|n| n as u32));
        let [low, high] = [(at, 0), (square - at, 1)].map(
            #[inline(always)]
            |(on, k)| named(of_b, feature(on <= self.merge_distance, vertices[k], edge[k]), other),
        );
        if lesser(at, square - at) < -self.merge_distance {
            return None;
        }
        let contact = Contact::from(self.raw().rounded());
        let one = ManifoldPoint {
            point: contact.point,
            depth: contact.depth,
            id: prefer_vertex_id(low, high),
        };
        Some(Manifold { normal: contact.normal, points: [one; 2], len: 1 })
    }

    /// The other rests on a side, on two points; `None` if it is one, which is rare.
    #[inline(always)]
    fn side(&self, turned: Turned, from: usize, to: usize) -> Option<Manifold> {
        let ReferenceEdge { edge, square, own, of_b, start, e, .. } = *self.ahead;
        let (inverse, merge_distance) = (self.inverse, self.merge_distance);
        let ((last, high_x), (first, _)) = (self.seen(from), self.seen(to));
        let (low, high) = (greater(0.0, first), lesser(square, last));
        if high - low <= merge_distance {
            return None;
        }
        let slope = turned.across() / turned.along();
        let levels = [low, high].map(|at| high_x + (at - last) * slope);
        let depths = levels.map(|level| -level * inverse);
        if lesser(depths[0], depths[1]) * self.ahead.length < -merge_distance {
            return None;
        }
        let after = around(edge, own.len())[1];
        let names = Names {
            edges: [edge as u32, from as u32],
            own: [edge as u32, after as u32],
            other: [to as u32, from as u32],
            of_b,
        };
        let ids = names.at([first, square - last], merge_distance);
        // No caller needs the points of the contact.
        let contact = self.raw().rounded();
        let square = inverse * inverse;
        let end = |at: f64, level: f64, depth: f64, id| End {
            at: at * square,
            level: 0.5 * level * square,
            depth,
            id,
        };
        let ends =
            [end(low, levels[0], depths[0], ids[0]), end(high, levels[1], depths[1], ids[1])];
        let origin = DVec2::from(self.first) + start;
        let place = Place { origin, along: e, out: -e.left() };
        Some(place.manifold(ends, &contact))
    }
}
