//! Penetration of shapes that are not both convex: the shortest translation that separates them.
//!
//! Method: both shapes are unions of convex pieces. The translations of b that make two pieces
//! overlap are a convex set, their Minkowski difference, so a translation separates if for each
//! pair it lies beyond one side of that set. The search is best-first over choices of sides: a
//! state is the shortest translation beyond at most two sides; if two pieces overlap there, each
//! side of their difference makes one further state (a disjunctive program; the bound of a state is
//! its length, as in A*). The first state without an overlap is the shortest way out. At curves a
//! side is a tangent that is turned until its state is shortest. If the search takes more than
//! [`MOST`] states, the shortest way along the directions of the open states is taken.
//!
//! Frame: translations of b; places relative to a base. Error: rounding of `f64`; curves 1e-9 of
//! the length. Cost: O(p + q) to collect the pieces near the other shape, then s · k for s states
//! and k pairs whose boxes overlap; s is about twice the pairs that overlap if that is shallow.

mod pieces;

#[cfg(test)]
mod tests;

use core::mem;

use smallvec::SmallVec;

use crate::math::{DVec2, greater, lesser, sqrt};
use crate::pair::half_plane::opposed;
use crate::shape::Body;
use crate::shape::bvh::box_bvh::DAabb;
use pieces::{Piece, Pieces};

/// A translation of b that separates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Unit direction for b.
    pub(crate) normal: DVec2,
    /// The distance after which nothing overlaps; infinite if no translation separates.
    pub(crate) depth: f64,
    /// The point on a where the pair touches last.
    pub(crate) on_a: DVec2,
}

/// States that are looked at before the search settles for less than the shortest.
const MOST: usize = 256;
/// Directions of open states that are tried then.
const WALKS: usize = 24;
/// Rounding of a distance, relative to the coordinates.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Directions that are closer to parallel than this do not bound each other.
const PARALLEL: f64 = 1e-12;
/// Lengths that differ by less are equal: the first translation by coordinates is taken.
const EQUAL: f64 = 1.0 + 1e-9;
/// Tangents that are tried around a curve, and turns of each.
const TANGENTS: usize = 16;
const TURNS: usize = 4;
/// The pieces within this share of the smaller shape's size are looked at first.
const FIRST_REACH: f64 = 0.5;

/// The translations t of b with normal · t ≥ depth, which separate a pair of pieces.
#[derive(Clone, Copy, Debug)]
struct Side {
    normal: DVec2,
    depth: f64,
    /// Pieces of a and b; planes come after the hulls.
    pair: [u32; 2],
    /// True if the boundary is round there.
    round: bool,
}

/// The shortest translation beyond at most two sides.
#[derive(Clone, Copy, Debug)]
struct State {
    t: DVec2,
    sides: [Option<Side>; 2],
}

impl State {
    const START: Self = Self { t: DVec2::ZERO, sides: [None; 2] };

    /// Translations of equal length by coordinates, so that the order of pieces changes nothing.
    fn beats(&self, other: &Self) -> bool {
        let [own, others] = [self.t.dot(self.t), other.t.dot(other.t)];
        if own <= others * EQUAL && others <= own * EQUAL {
            return (self.t.x, self.t.y) < (other.t.x, other.t.y);
        }
        own < others
    }
}

type Sides = SmallVec<[Side; 24]>;

/// Finds the shortest translation of b out of a, relative to `base`.
pub(crate) fn push(a: &Body, b: &Body, base: DVec2) -> Push {
    let [box_a, box_b] = [a, b].map(|body| {
        let bounds = body.bounds();
        DAabb { min: DVec2::from(bounds.min) - base, max: DVec2::from(bounds.max) - base }
    });
    let [extent_a, extent_b] = [box_a, box_b].map(|bounds| (bounds.max - bounds.min).reach());
    let mut reach = FIRST_REACH * lesser(extent_a, extent_b);
    if reach == 0.0 {
        reach = greater(extent_a, extent_b) / 64.0;
    }
    loop {
        let windows = [box_b.grown(reach), box_a.grown(reach)];
        let whole = !reach.is_finite()
            || windows[0].holds(box_a) && windows[1].holds(box_b);
        let [near_b, near_a] = windows.map(|window| (!whole).then_some(window));
        let (pieces_a, pieces_b) = (Pieces::new(a, base, near_b), Pieces::new(b, base, near_a));
        let limit = if whole { f64::INFINITY } else { reach };
        let found = [true, false].into_iter().find_map(|sided| {
            // A shape wound into one-sided chains may have no way out to their left: then any
            // will do.
            Search::new(&pieces_a, &pieces_b, sided).shortest(limit)
        });
        match found {
            Some(push) => return push,
            None if whole => {
                return Push { normal: DVec2::X, depth: f64::INFINITY, on_a: DVec2::ZERO };
            }
            None => reach *= 4.0,
        }
    }
}

struct Search<'a> {
    a: &'a Pieces<'a>,
    b: &'a Pieces<'a>,
    /// The sides that half-planes ask of every translation.
    planes: SmallVec<[Side; 1]>,
    /// True if one-sided chains let b out to their left only.
    sided: bool,
    rounding: f64,
}

impl<'a> Search<'a> {
    fn new(a: &'a Pieces<'a>, b: &'a Pieces<'a>, sided: bool) -> Self {
        let far = |pieces: &Pieces<'_>| {
            let reach = |piece: &Piece| piece.bounds.min.reach() + piece.bounds.max.reach();
            pieces.all.iter().map(reach).fold(0.0, greater)
        };
        let rounding = ROUNDING * (far(a) + far(b));
        let mut search = Self { a, b, planes: SmallVec::new(), sided, rounding };
        search.add_planes();
        search
    }

    /// Each half-plane is left by the way along its normal alone.
    fn add_planes(&mut self) {
        let (a, b) = (self.a, self.b);
        let count = |pieces: &Pieces<'_>| pieces.all.len() as u32;
        for (i, p) in (count(a)..).zip(&a.planes) {
            for (j, piece) in (0..).zip(&b.all) {
                let depth = p.offset - b.support(piece, -p.normal).dot(p.normal);
                self.planes.push(Side { normal: p.normal, depth, pair: [i, j], round: false });
            }
            for (j, q) in (count(b)..).zip(&b.planes) {
                // Without a translation between them no depth is enough.
                let depth = match opposed(&p.exact, &q.exact) {
                    Some(_) => p.offset + q.offset,
                    None => f64::INFINITY,
                };
                self.planes.push(Side { normal: p.normal, depth, pair: [i, j], round: false });
            }
        }
        for (j, q) in (count(b)..).zip(&b.planes) {
            for (i, piece) in (0..).zip(&a.all) {
                let depth = q.offset - a.support(piece, -q.normal).dot(q.normal);
                self.planes.push(Side { normal: -q.normal, depth, pair: [i, j], round: false });
            }
        }
    }

    /// The shortest translation within a limit.
    fn shortest(&self, limit: f64) -> Option<Push> {
        let mut open: SmallVec<[State; 32]> = SmallVec::new();
        let mut best: Option<State> = None;
        let mut sides = Sides::new();
        open.push(State::START);
        let mut left = MOST;
        while let Some(next) = (0..open.len()).reduce(|i, j| if open[j].beats(&open[i]) { j } else { i })
        {
            let state = open.swap_remove(next);
            if best.is_some_and(|best| !state.beats(&best)) {
                break;
            }
            if !self.deepest(state.t, &mut sides) {
                best = Some(state);
                continue;
            }
            left -= 1;
            if left == 0 {
                open.push(state);
                break;
            }
            for side in &sides {
                let next = self.beyond(*side, &state);
                let near = |s: &State| s.t.dot(s.t) <= limit * limit && self.is_allowed(side, s.t);
                open.extend(next.filter(near));
            }
        }
        if best.is_none() && left == 0 {
            best = self.best_walk(&mut open, limit, &mut sides);
        }
        best.map(|state| self.push_of(&state))
    }

    /// Returns `true` if pieces overlap with b moved by t, and writes the sides of the deepest pair.
    fn deepest(&self, t: DVec2, sides: &mut Sides) -> bool {
        sides.clear();
        let mut most = 0.0;
        let mut next = Sides::new();
        for side in &self.planes {
            let depth = side.depth - side.normal.dot(t);
            if depth > most + self.rounding {
                most = depth;
                sides.clear();
                sides.push(*side);
            }
        }
        if !sides.is_empty() {
            return true;
        }
        for (j, q) in self.b.all.iter().enumerate() {
            let bounds = q.bounds.moved(t);
            for (i, p) in self.a.all.iter().enumerate() {
                if p.bounds.overlaps(bounds) {
                    let depth = self.overlap([i, j], t, &mut next);
                    if depth > most {
                        most = depth;
                        mem::swap(sides, &mut next);
                    }
                }
            }
        }
        most > 0.0
    }

    /// The depth of a pair of pieces with b moved by t, 0 if they do not overlap, and its sides.
    fn overlap(&self, pair: [usize; 2], t: DVec2, sides: &mut Sides) -> f64 {
        let (a, b) = (self.a, self.b);
        let (p, q) = (&a.all[pair[0]], &b.all[pair[1]]);
        let pair = pair.map(|i| i as u32);
        let round = p.radius + q.radius > 0.0 || p.curve.is_some() || q.curve.is_some();
        // A line may lie on the seam of two pieces, in the interior of neither and yet in that of
        // the whole: its boundary counts, and it has to leave it.
        let thin = !round && (a.ring(p).len() < 3 || b.ring(q).len() < 3);
        let (least, more) =
            if thin { (-self.rounding, 2.0 * self.rounding) } else { (self.rounding, 0.0) };
        sides.clear();
        let mut depth = f64::INFINITY;
        // Returns `false` if the side separates.
        let mut add = |sides: &mut Sides, normal: DVec2, reach: f64, round: bool| {
            sides.push(Side { normal, depth: reach + more, pair, round });
            depth = lesser(depth, reach - normal.dot(t));
            depth > least
        };
        for (n, v) in a.edges(p) {
            let on_a = if p.curve.is_some() { a.support(p, n) } else { v + n * p.radius };
            if !add(sides, n, n.dot(on_a) - n.dot(b.support(q, -n)), false) {
                return 0.0;
            }
        }
        for (m, v) in b.edges(q) {
            let on_b = if q.curve.is_some() { b.support(q, m) } else { v + m * q.radius };
            if !add(sides, -m, m.dot(on_b) - m.dot(a.support(p, -m)), false) {
                return 0.0;
            }
        }
        let reach = |n: DVec2| n.dot(a.support(p, n)) - n.dot(b.support(q, -n));
        if p.curve.is_some() || q.curve.is_some() {
            let mut best = (f64::INFINITY, DVec2::X);
            for n in a.tangents(p).into_iter().chain(b.tangents(q)) {
                let far = reach(n);
                if !add(sides, n, far, true) {
                    return 0.0;
                }
                if far - n.dot(t) < best.0 {
                    best = (far - n.dot(t), n);
                }
            }
            let mut n = best.1;
            for _ in 0..TURNS {
                let Some(turned) = (t - self.center(pair, n)).unit() else { break };
                n = turned;
            }
            if !add(sides, n, reach(n), true) {
                return 0.0;
            }
        } else if round || sides_are_missing(a.ring(p), b.ring(q)) {
            let mut nearest = (f64::INFINITY, DVec2::ZERO);
            for v in a.ring(p) {
                for w in b.ring(q) {
                    let d = *w + t - *v;
                    if d.dot(d) < nearest.0 {
                        nearest = (d.dot(d), d);
                    }
                }
            }
            let n = nearest.1.unit().unwrap_or(DVec2::X);
            if (nearest.0 > 0.0 || sides.is_empty()) && !add(sides, n, reach(n), true) {
                return 0.0;
            }
        }
        depth
    }

    /// The center of the circle that fits the boundary of a difference best where its normal is n.
    fn center(&self, pair: [u32; 2], n: DVec2) -> DVec2 {
        let (p, q) = (&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]);
        let radius = self.a.curvature(p, n) + self.b.curvature(q, -n);
        self.a.support(p, n) - self.b.support(q, -n) - n * radius
    }

    /// The side of the same pair with another normal.
    fn turned(&self, side: &Side, normal: DVec2) -> Side {
        let (p, q) = (&self.a.all[side.pair[0] as usize], &self.b.all[side.pair[1] as usize]);
        let reach = self.a.support(p, normal) - self.b.support(q, -normal);
        Side { normal, depth: normal.dot(reach), ..*side }
    }

    /// The shortest translation beyond a side that the state violates and the sides of the state.
    fn beyond(&self, side: Side, state: &State) -> Option<State> {
        let mut found = self.tight(side, state.sides)?;
        // Sides at curves are turned, in turns, while that makes the way shorter.
        for _ in 0..TURNS {
            for i in 0..2 {
                let [Some(side), other] = [found.sides[i], found.sides[1 - i]] else { continue };
                if !side.round {
                    continue;
                }
                let center = self.center(side.pair, side.normal);
                let toward = if other.is_some() { found.t - center } else { -center };
                let turned = toward.unit().map(|n| self.turned(&side, n));
                let next = turned.and_then(|side| self.tight(side, [other, None]));
                if let Some(next) = next.filter(|next| next.t.dot(next.t) < found.t.dot(found.t)) {
                    found = next;
                }
            }
        }
        Some(found)
    }

    /// The shortest translation on a side and beyond two others.
    fn tight(&self, side: Side, others: [Option<Side>; 2]) -> Option<State> {
        let (foot, along) = (side.normal * side.depth, side.normal.left());
        let (mut low, mut high) = ((f64::NEG_INFINITY, None), (f64::INFINITY, None));
        for other in others.into_iter().flatten() {
            let rate = other.normal.dot(along);
            let rest = other.depth - other.normal.dot(foot);
            if rate > PARALLEL {
                if rest / rate > low.0 {
                    low = (rest / rate, Some(other));
                }
            } else if rate < -PARALLEL {
                if rest / rate < high.0 {
                    high = (rest / rate, Some(other));
                }
            } else if rest > self.rounding {
                return None;
            }
        }
        // Not with an infinite depth, either.
        if !(low.0 <= high.0 && side.depth < f64::INFINITY) {
            return None;
        }
        let (s, other) = if low.0 > 0.0 {
            low
        } else if high.0 < 0.0 {
            high
        } else {
            (0.0, None)
        };
        Some(State { t: foot + along * s, sides: [Some(side), other] })
    }

    /// Returns `true` if one-sided edges of a pair that overlaps let b out along t.
    fn is_allowed(&self, side: &Side, t: DVec2) -> bool {
        let [i, j] = side.pair.map(|i| i as usize);
        let left = |pieces: &Pieces<'_>, i: usize| pieces.all.get(i).and_then(|p| p.only_left);
        let (left_a, left_b) = (left(self.a, i), left(self.b, j));
        if !self.sided || left_a.is_none() && left_b.is_none() {
            return true;
        }
        let against = |left: Option<DVec2>, t: DVec2| left.is_some_and(|n| n.dot(t) < -self.rounding);
        let blocks = against(left_a, t) || against(left_b, -t);
        !(blocks && self.overlap([i, j], DVec2::ZERO, &mut Sides::new()) > 0.0)
    }

    /// The shortest way straight along the axes, the middles or the directions of open states.
    fn best_walk(&self, open: &mut [State], limit: f64, sides: &mut Sides) -> Option<State> {
        open.sort_unstable_by(|p, q| {
            let key = |s: &State| s.t.dot(s.t);
            key(p).total_cmp(&key(q)).then(p.t.x.total_cmp(&q.t.x)).then(p.t.y.total_cmp(&q.t.y))
        });
        let y = DVec2::X.left();
        let middles = self.b.middle() - self.a.middle();
        let fixed = [middles, DVec2::X, y, -DVec2::X, -y];
        let ways = fixed.into_iter().chain(open.iter().take(WALKS).map(|state| state.t));
        let mut best: Option<State> = None;
        for u in ways.filter_map(DVec2::unit) {
            let most = best.map_or(limit, |best| best.t.length());
            let found = self.walk(u, most, sides);
            if let Some(found) = found.filter(|found| best.is_none_or(|best| found.beats(&best))) {
                best = Some(found);
            }
        }
        best
    }

    /// The first place along u where nothing overlaps, within a limit.
    fn walk(&self, u: DVec2, limit: f64, sides: &mut Sides) -> Option<State> {
        let mut state = State::START;
        let mut s = 0.0;
        while self.deepest(state.t, sides) {
            let exit = |side: &Side| {
                let rate = side.normal.dot(u);
                if rate > PARALLEL { side.depth / rate } else { f64::INFINITY }
            };
            let (end, side) = sides
                .iter()
                .map(|side| (exit(side), *side))
                .reduce(|p, q| if q.0 < p.0 { q } else { p })?;
            // Rounding may leave the place just before the end that led to it.
            s = greater(end, s + self.rounding);
            if !(s <= limit && self.is_allowed(&side, u)) {
                return None;
            }
            state = State { t: u * s, sides: [Some(side), None] };
        }
        Some(state)
    }

    fn push_of(&self, state: &State) -> Push {
        let depth = sqrt(state.t.dot(state.t));
        let fallback = || (self.b.middle() - self.a.middle()).unit().unwrap_or(DVec2::X);
        let normal = state.t.unit().unwrap_or_else(fallback);
        let on_a = state.sides[0].map_or(DVec2::ZERO, |side| self.touching_point(&side, state.t));
        Push { normal, depth, on_a }
    }

    /// The point on a where the pair of a side touches with b moved by t.
    fn touching_point(&self, side: &Side, t: DVec2) -> DVec2 {
        let n = side.normal;
        let [p, q] = [self.a.all.get(side.pair[0] as usize), self.b.all.get(side.pair[1] as usize)];
        match (p, q) {
            (Some(p), Some(q)) => {
                // A corner of one lies on an edge of the other.
                let on_a = self.a.support(p, n);
                let flat = |(m, _): (DVec2, DVec2)| m.dot(n) > 1.0 - PARALLEL;
                if self.a.edges(p).any(flat) { self.b.support(q, -n) + t } else { on_a }
            }
            (Some(p), None) => self.a.support(p, n),
            (None, Some(q)) => self.b.support(q, -n) + t,
            (None, None) => n * self.a.planes.first().map_or(0.0, |p| p.offset),
        }
    }
}

/// Returns `true` if no edge makes a side: both are points.
fn sides_are_missing(a: &[DVec2], b: &[DVec2]) -> bool {
    a.len() + b.len() == 2
}
