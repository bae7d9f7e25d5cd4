//! A point on a straight way against the ring of a Minkowski difference, with a radius or without.
//!
//! Method: on a straight way the distance to a convex set falls to its least value and grows from
//! there. So the exact answer at one time, apart or not and falling or growing, bounds the entry. The
//! nearest feature of a point outside of a ring is an edge, if the point lies between the lines square
//! to its ends, else a vertex (Ericson, "Real-Time Collision Detection", §5.1). A guess in `f64` is
//! confirmed at the two `f32` beside it; halving finds the entry where it is wrong.
//!
//! Frame: a's origin at the start. Cost: O(n), and O(n) exact signs for each half where the guess is
//! wrong.

use core::cmp::Ordering;

use crate::math::exact::double_double::Corner;
use crate::math::{DVec2, greater, lesser, sqrt};
use crate::pair::casting::straight::{
    CornerNormal, Edge, Feature, Line, Passage, Ring, Vertex, bracket, difference,
};
use crate::shape::body::storage::Corners;

/// Finds when a convex ring on its way meets another that lies at `shift`, grown by the radius; rings
/// of one or two corners are points and segments.
pub(super) fn passage(
    a: Corners<'_>,
    b: Corners<'_>,
    shift: Corner,
    line: &Line,
) -> Option<Passage> {
    let mut ring = difference(a, b, shift);
    let is_point = ring.iter().all(|(_, edge)| edge.way() == DVec2::ZERO);
    if is_point {
        ring.truncate(1);
    } else {
        ring.retain(|(_, edge)| edge.way() != DVec2::ZERO);
    }
    let (guess, entered) = guess(&ring, line)?;
    let way = Way { ring: &ring, line, near: entered.index };
    let (first, last) = (way.state(0.0), way.state(1.0));
    let touches = if line.strict { Ordering::is_lt } else { Ordering::is_le };
    let is_past = first.rate.is_lt() && !touches(first.outside);
    let is_before = last.rate.is_gt() && !touches(last.outside);
    if is_past || is_before || !way.is_met() {
        return None;
    }
    let start = first.entry();
    let order = |t: f32| way.state(t.into()).entry();
    let bracket = if start.is_gt() { bracket(guess, order) } else { [0.0; 2] };
    let at = lesser(greater(guess, bracket[0].into()), bracket[1].into());
    // The normal is that of the entry, also of one before the start. Rounded, it may lie in the ring.
    let entry = if start.is_gt() { at } else { guess };
    let normal = way.normal(&way.nearest(entry).unwrap_or(entered))?;
    Some(Passage { start, at, bracket, normal })
}

/// A feature of a ring, and the place of the edge that it is or that starts there.
struct Place {
    index: usize,
    feature: Feature,
}

/// Returns the first time at which the way enters a feature, in `f64`, and the feature.
fn guess(ring: &Ring, line: &Line) -> Option<(f64, Place)> {
    let (way, r) = (line.way, line.radius);
    let square = way.dot(way);
    let mut first = None;
    let mut keep = |at: f64, index: usize, feature: Feature| {
        if first.as_ref().is_none_or(|(earliest, _)| at < *earliest) {
            first = Some((at, Place { index, feature }));
        }
    };
    // Edges first: a flat ring has its inner corners twice, and only one of both lies where the way enters.
    for (i, (u, edge)) in ring.iter().enumerate() {
        let (e, v) = (edge.way(), u.at);
        let on_line = (v.cross(e) + r * e.length()) / way.cross(e);
        let along = (way * on_line - v).dot(e);
        if way.cross(e) < 0.0 && along >= 0.0 && along <= e.dot(e) {
            keep(on_line, i, Feature::Line(*u, *edge));
        }
    }
    for (i, (u, _)) in ring.iter().enumerate() {
        let beside = way.cross(u.at);
        let room = square * r * r - beside * beside;
        if room >= 0.0 {
            keep((way.dot(u.at) - sqrt(room)) / square, i, Feature::Circle(*u));
        }
    }
    // A way that touches in exact numbers alone comes nearest at a vertex.
    let (u, _) = ring.first()?;
    first.or(Some((way.dot(u.at) / square, Place { index: 0, feature: Feature::Circle(*u) })))
}

/// The way of a point at a time, seen from the ring.
struct State {
    /// Compares the distance to the ring with the radius.
    outside: Ordering,
    /// `Greater` while the distance falls, `Less` while it grows.
    rate: Ordering,
}

impl State {
    /// Compares the time of the entry with this one.
    fn entry(&self) -> Ordering {
        let is_ahead = self.rate.is_gt() || self.outside.is_eq() && self.rate.is_eq();
        if is_ahead { self.outside } else { Ordering::Less }
    }
}

struct Way<'a> {
    ring: &'a [(Vertex, Edge)],
    line: &'a Line,
    /// Where the search for the nearest feature begins.
    near: usize,
}

impl<'a> Way<'a> {
    /// Returns `true` if the line of the way meets the ring with its radius.
    fn is_met(&self) -> bool {
        let sides = |side: Ordering| self.ring.iter().any(|(u, _)| self.line.side(u) == side);
        let is_near = self.ring.iter().any(|(u, _)| match self.line.beside(*u) {
            Ordering::Equal => !self.line.strict,
            order => order.is_lt(),
        });
        is_near || sides(Ordering::Less) && sides(Ordering::Greater)
    }

    fn state(&self, t: f64) -> State {
        let Some(nearest) = self.nearest(t) else {
            return State { outside: Ordering::Less, rate: Ordering::Equal };
        };
        let outside = self.line.outside(&nearest.feature, t);
        let is_corner = self.line.radius == 0.0 && outside.is_eq();
        let rate = match nearest.feature {
            Feature::Circle(_) if is_corner => self.rate_at_corner(nearest.index),
            Feature::Circle(u) => self.line.approach(&u, t),
            // Along a line the distance has been the same since its end.
            Feature::Line(_, edge) => self.line.turn(&edge).reverse().then(Ordering::Less),
        };
        State { outside, rate }
    }

    /// The rate at a place where the way meets a vertex itself: `Greater` where it goes in from there.
    fn rate_at_corner(&self, index: usize) -> Ordering {
        let [before, edge] = self.edges_at(index).map(|edge| self.line.turn(&edge));
        match (before.min(edge), before.max(edge)) {
            (Ordering::Less, Ordering::Greater) => Ordering::Equal,
            (low, high) => low.then(high).reverse(),
        }
    }

    /// The edges that end and start at a vertex.
    fn edges_at(&self, index: usize) -> [Edge; 2] {
        let n = self.ring.len();
        [index + n - 1, index].map(|i| self.ring[i % n].1)
    }

    /// Returns the feature that is nearest to the point of the way at a time; `None` within the ring.
    fn nearest(&self, t: f64) -> Option<Place> {
        let (n, line) = (self.ring.len(), self.line);
        if n == 1 {
            return Some(Place { index: 0, feature: Feature::Circle(self.ring[0].0) });
        }
        (self.near..self.near + n).find_map(|i| {
            let [(_, before), (u, edge), (v, _)] = [i + n - 1, i, i + 1].map(|i| self.ring[i % n]);
            let (past, is_beyond) = (line.along(&u, &edge, t), line.beyond(&u, &edge, t).is_ge());
            let is_off = || is_beyond || line.beyond(&u, &before, t).is_ge();
            if past.is_le() && line.along(&u, &before, t).is_ge() && is_off() {
                return Some(Place { index: i % n, feature: Feature::Circle(u) });
            }
            let is_beside = past.is_ge() && line.along(&v, &edge, t).is_le();
            let feature = Feature::Line(u, edge);
            (is_beyond && is_beside).then_some(Place { index: i % n, feature })
        })
    }

    /// Returns the unit vector from a to b where the way enters a feature.
    fn normal(&self, entered: &Place) -> Option<DVec2> {
        let is_sharp = self.line.radius == 0.0;
        match entered.feature {
            Feature::Circle(_) if is_sharp => self.normal_at_corner(entered.index),
            Feature::Circle(u) => {
                let (ahead, r) = (self.line.way.unit()?, self.line.radius);
                let beside = ahead.cross(u.at);
                let depth = sqrt(greater(r * r - beside * beside, 0.0));
                let inward = (ahead * depth + ahead.left() * beside).unit();
                self.nearest_normal(entered.index, inward.unwrap_or(ahead))
            }
            Feature::Line(_, edge) => {
                // The way may go through an end of the edge.
                let ends = [entered.index, (entered.index + 1) % self.ring.len()];
                let is_met = |i: &usize| is_sharp && self.line.side(&self.ring[*i].0).is_eq();
                match ends.into_iter().find(is_met) {
                    Some(corner) => self.normal_at_corner(corner),
                    None => edge.way().left().unit(),
                }
            }
        }
    }

    /// Of the normals at a corner the one that the line asks for.
    fn normal_at_corner(&self, index: usize) -> Option<DVec2> {
        let (way, sense) = match self.line.corner {
            CornerNormal::Steep => (self.line.way, 1.0),
            CornerNormal::Shallow => (self.line.way, -1.0),
        };
        // Only an exact sign leaves out an edge along the way, whose rounded normal may face it.
        let entered = self.edges_at(index).into_iter().filter(|edge| self.line.turn(edge).is_lt());
        let facing = entered.filter_map(|edge| edge.way().left().unit());
        let side = facing.max_by(|p, q| {
            let order = (sense * p.dot(way)).total_cmp(&(sense * q.dot(way)));
            // The same side in a mirrored world.
            order.then(p.x.abs().total_cmp(&q.x.abs()))
        });
        side.or_else(|| self.nearest_normal(index, way.unit()?))
    }

    /// Returns the normal at a vertex that is nearest to a unit vector, whose digits may be few: between
    /// those of the edges it is the vector itself.
    fn nearest_normal(&self, index: usize, inward: DVec2) -> Option<DVec2> {
        let edges = self.edges_at(index).map(|edge| edge.way());
        if inward.dot(edges[1]) >= 0.0 && inward.dot(edges[0]) <= 0.0 {
            return Some(inward);
        }
        let sides = edges.map(|e| e.left().unit()).into_iter().flatten();
        sides.max_by(|p, q| p.dot(inward).total_cmp(&q.dot(inward)))
    }
}
