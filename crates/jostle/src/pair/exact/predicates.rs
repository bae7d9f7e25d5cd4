//! Exact predicates on vertices and edges of two cores.
//!
//! Every result is the sign of a polynomial in the stored numbers. [`decide`] computes it in
//! tracked `f64` first and in exact numbers only if that is not certain. Coordinates are relative
//! to a's origin: p_b − p_a + v_j − w_i, the sum never rounded.

use core::cmp::Ordering;

use crate::math::exact::{Approx, Exact, ExactNum, NVec2, decide};
use crate::math::winding::crossing;
use crate::math::{DVec2, greater};
use crate::shape::Core;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::kinds::mask::Share;

/// The shape that a vertex belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    A,
    B,
}

/// A vertex of one of the two cores.
pub(crate) type Vertex = (Side, usize);

/// A point that can be named exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExactPoint {
    At(Vertex),
    /// The middle between two vertices.
    Mid(Vertex, Vertex),
}

/// The way in which two closed edges meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeRelation {
    Apart,
    /// They share a point, and at least one end or a whole stretch takes part.
    Touch,
    /// Their interiors cross in one point.
    Cross,
}

/// The location of a point in a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    Outside,
    Boundary,
    Inside,
}

/// A side of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideOfLine {
    Left,
    Right,
}

/// The pair of a predicate.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) a: &'a Core,
    pub(crate) b: &'a Core,
}

/// A radius to compare a distance with, as an exact sum or difference.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RadiusComparison {
    /// r_a + r_b.
    Sum,
    /// |r_a − r_b|.
    Difference,
    /// r_a alone or r_b alone.
    Of(Side),
}

impl<'a> Pair<'a> {
    pub(crate) fn core(self, side: Side) -> &'a Core {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// The ends of edge i of one side.
    pub(crate) fn edge(self, side: Side, i: usize) -> [Vertex; 2] {
        self.core(side).edge(i).map(|v| (side, v))
    }

    /// The vertex in `f64`, relative to a's origin.
    pub(crate) fn near(self, (side, i): Vertex) -> DVec2 {
        let v = self.core(side).offset(i);
        match side {
            Side::A => v,
            Side::B => DVec2::from(self.b.origin) - DVec2::from(self.a.origin) + v,
        }
    }

    /// The spot in `f64`, relative to a's origin.
    fn near_spot(self, spot: ExactPoint) -> DVec2 {
        match spot {
            ExactPoint::At(v) => self.near(v),
            ExactPoint::Mid(v, w) => (self.near(v) + self.near(w)) * 0.5,
        }
    }

    fn vertex<N: ExactNum>(self, (side, i): Vertex) -> NVec2<N> {
        let v = self.core(side).exact_offset::<N>(i);
        match side {
            Side::A => v,
            Side::B => {
                let n = |o: crate::math::Vec2| NVec2 {
                    x: N::of(f64::from(o.x)),
                    y: N::of(f64::from(o.y)),
                };
                n(self.b.origin).minus(n(self.a.origin)).plus(v)
            }
        }
    }

    fn spot<N: ExactNum>(self, spot: ExactPoint) -> NVec2<N> {
        match spot {
            ExactPoint::At(v) => self.vertex(v),
            ExactPoint::Mid(v, w) => {
                let s = self.vertex::<N>(v).plus(self.vertex(w));
                NVec2 { x: s.x.times(N::of(0.5)), y: s.y.times(N::of(0.5)) }
            }
        }
    }

    /// The point in exact numbers, relative to a's origin.
    pub(crate) fn exact(self, spot: ExactPoint) -> NVec2<Exact> {
        self.spot(spot)
    }

    /// The sign of the turn p→q→r; positive is x toward y.
    pub(crate) fn orient(self, p: ExactPoint, q: ExactPoint, r: ExactPoint) -> Ordering {
        fn of<N: ExactNum>(
            pair: Pair<'_>,
            p: ExactPoint,
            q: ExactPoint,
            r: ExactPoint,
        ) -> Option<Ordering> {
            let o = pair.spot::<N>(p);
            pair.spot::<N>(q).minus(o).cross(pair.spot::<N>(r).minus(o)).sign()
        }
        known(decide(|| of::<Approx>(self, p, q, r), || of::<Exact>(self, p, q, r)))
    }

    /// The sign of (q − p)·(s − r).
    pub(crate) fn dot(
        self,
        p: ExactPoint,
        q: ExactPoint,
        r: ExactPoint,
        s: ExactPoint,
    ) -> Ordering {
        fn of<N: ExactNum>(pair: Pair<'_>, [p, q, r, s]: [ExactPoint; 4]) -> Option<Ordering> {
            let u = pair.spot::<N>(q).minus(pair.spot(p));
            u.dot(pair.spot::<N>(s).minus(pair.spot(r))).sign()
        }
        let spots = [p, q, r, s];
        known(decide(|| of::<Approx>(self, spots), || of::<Exact>(self, spots)))
    }

    /// The order of two points by y.
    fn by_y(self, p: ExactPoint, q: ExactPoint) -> Ordering {
        fn of<N: ExactNum>(pair: Pair<'_>, p: ExactPoint, q: ExactPoint) -> Option<Ordering> {
            pair.spot::<N>(p).y.minus(pair.spot::<N>(q).y).sign()
        }
        known(decide(|| of::<Approx>(self, p, q), || of::<Exact>(self, p, q)))
    }

    pub(crate) fn same(self, p: Vertex, q: Vertex) -> bool {
        let (p, q) = (ExactPoint::At(p), ExactPoint::At(q));
        self.dot(p, q, p, q) == Ordering::Equal
    }

    /// Returns `true` if a point lies on a closed edge.
    pub(crate) fn on_edge(self, p: ExactPoint, [u, v]: [Vertex; 2]) -> bool {
        let (u, v) = (ExactPoint::At(u), ExactPoint::At(v));
        self.orient(u, v, p) == Ordering::Equal && self.dot(u, p, v, p) != Ordering::Greater
    }

    pub(crate) fn meet(self, [p, q]: [Vertex; 2], [r, s]: [Vertex; 2]) -> EdgeRelation {
        if let Some(clear) = self.meet_clearly([p, q], [r, s]) {
            return clear;
        }
        let at = ExactPoint::At;
        let o1 = self.orient(at(p), at(q), at(r));
        let o2 = self.orient(at(p), at(q), at(s));
        if o1 == o2 && o1 != Ordering::Equal {
            return EdgeRelation::Apart;
        }
        let o3 = self.orient(at(r), at(s), at(p));
        let o4 = self.orient(at(r), at(s), at(q));
        if o3 == o4 && o3 != Ordering::Equal {
            return EdgeRelation::Apart;
        }
        let zero = Ordering::Equal;
        if o1 != zero && o2 != zero && o3 != zero && o4 != zero {
            return EdgeRelation::Cross;
        }
        let within = |o: Ordering, x: Vertex, [u, v]: [Vertex; 2]| {
            o == zero && self.dot(at(u), at(x), at(v), at(x)) != Ordering::Greater
        };
        let touch = within(o1, r, [p, q])
            || within(o2, s, [p, q])
            || within(o3, p, [r, s])
            || within(o4, q, [r, s]);
        if touch { EdgeRelation::Touch } else { EdgeRelation::Apart }
    }

    /// What `f64` alone is sure of. With m the largest coordinate, of offsets and origins, too, and
    /// ε half an ulp of 1: a turned rectangle's corner is off by 6 ε m, its sum with the origins by
    /// 8, a difference of two by 18, a product of such by 76 ε m² and a turn by 160 ε m²
    /// ([`f64::EPSILON`] is 2 ε).
    fn meet_clearly(self, [p, q]: [Vertex; 2], [r, s]: [Vertex; 2]) -> Option<EdgeRelation> {
        let d = DVec2::from(self.b.origin) - DVec2::from(self.a.origin);
        let place = |(side, i): Vertex| {
            let v = self.core(side).offset(i);
            if side == Side::A { (v, v.reach()) } else { (d + v, d.reach() + v.reach()) }
        };
        let [(p, mp), (q, mq), (r, mr), (s, ms)] = [p, q, r, s].map(place);
        let m = greater(greater(mp, mq), greater(mr, ms));
        let doubt = 128.0 * f64::EPSILON * m * m;
        let (first, second) = (q - p, s - r);
        let turns = [first.cross(r - p), first.cross(s - p)];
        let apart = |[x, y]: [f64; 2]| (x > doubt && y > doubt) || (x < -doubt && y < -doubt);
        if apart(turns) {
            return Some(EdgeRelation::Apart);
        }
        let others = [second.cross(p - r), second.cross(q - r)];
        if apart(others) {
            return Some(EdgeRelation::Apart);
        }
        let clear = |x: f64| x.abs() > doubt;
        let crossing = turns.into_iter().chain(others).all(clear);
        crossing.then_some(EdgeRelation::Cross)
    }

    /// How the distance from a vertex to a closed edge compares with a radius.
    pub(crate) fn distance(
        self,
        p: Vertex,
        edge: [Vertex; 2],
        reach: RadiusComparison,
    ) -> Ordering {
        known(decide(
            || self.distance_in::<Approx>(p, edge, reach),
            || self.distance_in::<Exact>(p, edge, reach),
        ))
    }

    fn distance_in<N: ExactNum>(
        self,
        p: Vertex,
        [u, v]: [Vertex; 2],
        reach: RadiusComparison,
    ) -> Option<Ordering> {
        let (ra, rb) = (N::of(f64::from(self.a.radius)), N::of(f64::from(self.b.radius)));
        let radius = match reach {
            RadiusComparison::Sum => ra.plus(rb),
            RadiusComparison::Difference => ra.minus(rb),
            RadiusComparison::Of(Side::A) => ra,
            RadiusComparison::Of(Side::B) => rb,
        };
        let square = radius.square();
        let w = self.vertex::<N>(p).minus(self.vertex(u));
        let e = self.vertex::<N>(v).minus(self.vertex(u));
        let along = w.dot(e);
        if along.sign()? != Ordering::Greater {
            return w.dot(w).minus(square).sign();
        }
        let length = e.dot(e);
        if along.minus(length).sign()? != Ordering::Less {
            let w = self.vertex::<N>(p).minus(self.vertex(v));
            return w.dot(w).minus(square).sign();
        }
        e.cross(w).square().minus(square.times(length)).sign()
    }

    /// How the distance from a vertex to the line of an edge compares with a radius; the distance
    /// counts as negative on the left of the edge.
    #[inline(never)]
    pub(crate) fn outside_line(
        self,
        p: Vertex,
        [u, v]: [Vertex; 2],
        reach: RadiusComparison,
    ) -> Ordering {
        fn of<N: ExactNum>(
            pair: Pair<'_>,
            p: Vertex,
            [u, v]: [Vertex; 2],
            reach: RadiusComparison,
        ) -> Option<Ordering> {
            let (ra, rb) = (N::of(f64::from(pair.a.radius)), N::of(f64::from(pair.b.radius)));
            // The radius that is compared with may be negative: r_a − r_b.
            let radius = match reach {
                RadiusComparison::Sum => ra.plus(rb),
                RadiusComparison::Difference => ra.minus(rb),
                RadiusComparison::Of(Side::A) => ra,
                RadiusComparison::Of(Side::B) => rb,
            };
            let e = pair.vertex::<N>(v).minus(pair.vertex(u));
            let out = pair.vertex::<N>(p).minus(pair.vertex(u)).cross(e);
            let (so, sr) = (out.sign()?, radius.sign()?);
            if so != sr {
                return Some(so.cmp(&sr));
            }
            let squares = out.square().minus(radius.square().times(e.dot(e))).sign()?;
            Some(if so == Ordering::Less { squares.reverse() } else { squares })
        }
        known(decide(
            || of::<Approx>(self, p, [u, v], reach),
            || of::<Exact>(self, p, [u, v], reach),
        ))
    }

    /// Where a point lies in the solid core of one side, the radius left aside.
    pub(crate) fn locate(self, p: ExactPoint, side: Side) -> Location {
        let core = self.core(side);
        if !core.is_solid() {
            let on = (0..core.edge_count()).any(|i| self.on_edge(p, self.edge(side, i)));
            return if on { Location::Boundary } else { Location::Outside };
        }
        if let (Some(grid), ExactPoint::At((of, i))) = (core.grid(), p) {
            let other = self.core(of);
            // The corners of a turned rectangle are not quite their offsets.
            let v = other.frame().is_none().then(|| other.offset(i));
            if let Some(share) = v.and_then(|v| grid.at(core.origin, other.origin, v)) {
                return match share {
                    Share::Nothing => Location::Outside,
                    Share::Boundary => Location::Boundary,
                    Share::Interior => Location::Inside,
                };
            }
        }
        // Only edges level with the point and not wholly to its left can count.
        let o = self.near_spot(p);
        let shift = match side {
            Side::A => DVec2::ZERO,
            Side::B => DVec2::from(self.b.origin) - DVec2::from(self.a.origin),
        };
        let slack = 16.0 * f64::EPSILON * (o.reach() + shift.reach() + core.reach());
        let (at, whole) = (o - shift, core.whole());
        if !whole.grown(slack).overlaps(DAabb { min: at, max: at }) {
            return Location::Outside;
        }
        let level = DAabb { min: at, max: DVec2::new(whole.max.x, at.y) };
        let mut winding = 0_i32;
        let mut boundary = false;
        core.edges_near(level.grown(slack), &mut |i| {
            let [u, v] = self.edge(side, i);
            // What is clear in `f64`: edges wholly above or below, and those wholly to the right.
            let [from, to] = [u, v].map(|w| self.near(w) - o);
            let (rises, falls) = (from.y < -slack && to.y > slack, from.y > slack && to.y < -slack);
            let passes = (from.y > slack && to.y > slack) || (from.y < -slack && to.y < -slack);
            if passes || ((rises || falls) && from.x > slack && to.x > slack) {
                winding += i32::from(rises) - i32::from(falls);
                return true;
            }
            let (from, to) = (self.by_y(ExactPoint::At(u), p), self.by_y(ExactPoint::At(v), p));
            let below = from != Ordering::Greater;
            let above = to == Ordering::Greater;
            let level = from == Ordering::Equal || to == Ordering::Equal;
            let side = || self.orient(ExactPoint::At(u), ExactPoint::At(v), p);
            boundary = below != above && level && self.on_edge(p, [u, v]);
            winding += crossing(below, above, || {
                let side = side();
                boundary = side == Ordering::Equal;
                side
            });
            !boundary
        });
        match (boundary, winding) {
            (true, _) => Location::Boundary,
            (false, 0) => Location::Outside,
            _ => Location::Inside,
        }
    }

    /// Returns `true` if the solid of `side` lies directly to the left or right of the direction
    /// u→v at the point `m`, at which no vertex of that side lies: the winding number after an
    /// infinitesimal step, by a ray along the step.
    pub(crate) fn beside(
        self,
        m: ExactPoint,
        [u, v]: [Vertex; 2],
        hand: SideOfLine,
        side: Side,
    ) -> bool {
        let core = self.core(side);
        let mut winding = 0_i32;
        if !core.is_solid() {
            return false;
        }
        for i in 0..core.edge_count() {
            let edge = self.edge(side, i);
            winding += known(decide(
                || self.ray_crossing::<Approx>(m, [u, v], hand, edge),
                || self.ray_crossing::<Exact>(m, [u, v], hand, edge),
            ));
        }
        winding != 0
    }

    fn ray_crossing<N: ExactNum>(
        self,
        m: ExactPoint,
        [u, v]: [Vertex; 2],
        hand: SideOfLine,
        [p, q]: [Vertex; 2],
    ) -> Option<i32> {
        let e = self.vertex::<N>(v).minus(self.vertex(u));
        let step = match hand {
            SideOfLine::Left => e.left(),
            SideOfLine::Right => e.left().left().left(),
        };
        let m = self.spot::<N>(m);
        let (p, q) = (self.vertex::<N>(p).minus(m), self.vertex::<N>(q).minus(m));
        let below = step.cross(p).sign()? != Ordering::Greater;
        let above = step.cross(q).sign()? == Ordering::Greater;
        let side = if below == above { p.cross(q.minus(p)).sign()? } else { Ordering::Equal };
        Some(crossing(below, above, || side))
    }

    /// The order of two points along the edge u→v.
    pub(crate) fn along(self, [u, v]: [Vertex; 2], p: Vertex, q: Vertex) -> Ordering {
        let at = ExactPoint::At;
        self.dot(at(q), at(p), at(u), at(v))
    }
}

/// The exact stage always decides; a tie would be the harmless result.
fn known<T: Known>(answer: Option<T>) -> T {
    answer.unwrap_or_else(T::neutral)
}

trait Known {
    fn neutral() -> Self;
}

impl Known for Ordering {
    fn neutral() -> Self {
        Ordering::Equal
    }
}

impl Known for i32 {
    fn neutral() -> Self {
        0
    }
}
