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

use core::ops::Range;

use smallvec::SmallVec;

use crate::math::{Aabb, DVec2, greater, lesser, sqrt, unit_turn};
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
const MOST: usize = 16;
/// Directions that are tried then.
const GUIDES: usize = 12;
/// Steps along each, at most.
const STEPS: usize = 1000;
/// Rounding of a distance, relative to the coordinates.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Directions that are closer to parallel than this do not bound each other.
const PARALLEL: f64 = 1e-6;
/// Squared lengths that differ by less are equal: the first translation by coordinates is taken.
const EQUAL: f64 = 1.0 + 1e-9;
/// Tangents that are tried around a curve, and turns of each.
const TANGENTS: usize = 16;
const TURNS: usize = 4;
/// The overlap of curves that counts as none, relative to the smaller piece.
const CURVED: f64 = 1e-6;
/// The share of the way out of the boxes within which most ways out of the shapes are.
const LIKELY: f64 = 0.5;

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

/// A pair of pieces that overlap for some translations within the limit.
struct Pair {
    pieces: [u32; 2],
    /// Its sides, once they were needed.
    sides: Range<u32>,
}

/// The shortest translation beyond at most two sides.
#[derive(Clone, Copy, Debug)]
struct State {
    square: f64,
    t: DVec2,
    sides: [u32; 2],
}

const NONE: u32 = u32::MAX;

/// The boxes of the translations for which pairs overlap, rounded outward, as lanes: their smallest
/// and their negated largest coordinates.
#[derive(Default)]
struct Boxes {
    sides: [SmallVec<[f32; 32]>; 4],
    /// How deep a translation lies in each.
    depths: SmallVec<[f32; 32]>,
}

impl Boxes {
    fn push(&mut self, bounds: Aabb) {
        let sides = [bounds.min.x, bounds.min.y, -bounds.max.x, -bounds.max.y];
        for (all, side) in self.sides.iter_mut().zip(sides) {
            all.push(side);
        }
        self.depths.push(0.0);
    }

    /// Computes how deep t lies in each, rounded up.
    fn measure(&mut self, t: DVec2) {
        let at = Aabb::inward(t, t);
        let (low, high) = (at.min, at.max);
        let [left, down, right, up] = &self.sides;
        let count = self.depths.len();
        let [left, down, right, up] =
            [&left[..count], &down[..count], &right[..count], &up[..count]];
        for (i, depth) in self.depths.iter_mut().enumerate() {
            let x = smaller(low.x - left[i], -high.x - right[i]);
            let y = smaller(low.y - down[i], -high.y - up[i]);
            *depth = smaller(x, y) * (1.0 + 4.0 * f32::EPSILON);
        }
    }

    /// The box in which the translation lies deepest.
    fn deepest(&self) -> Option<usize> {
        let most =
            self.depths.iter().fold(0.0, |most, depth| if *depth > most { *depth } else { most });
        if most > 0.0 { self.depths.iter().position(|depth| *depth == most) } else { None }
    }
}

fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// How two pieces overlap with b moved.
#[derive(Clone, Debug)]
struct Overlap {
    depth: f64,
    /// The sides of the pair that are the same everywhere, and the one that faces this place.
    sides: Range<u32>,
    facing: Option<Side>,
}

/// Finds the shortest translation of b out of a, relative to `base`.
pub(crate) fn push(a: &Body, b: &Body, base: DVec2) -> Push {
    let [box_a, box_b] = [a, b].map(|body| {
        let bounds = body.bounds();
        DAabb { min: DVec2::from(bounds.min) - base, max: DVec2::from(bounds.max) - base }
    });
    // The way out of the boxes is long enough, and a part of it is likely to be.
    let most = box_a.depth(box_b);
    let first = if most < f64::INFINITY { most * LIKELY } else { most };
    let attempts =
        [(first, first, true), (most, f64::INFINITY, true), (most, f64::INFINITY, false)];
    let search = |(reach, limit, sided): (f64, f64, bool)| {
        let near = |other: DAabb| (reach < f64::INFINITY).then(|| other.grown(reach));
        let (mut near_a, mut near_b) = (Pieces::default(), Pieces::default());
        near_a.add(a, base, near(box_b));
        near_b.add(b, base, near(box_a));
        Search::new(&near_a, &near_b, sided, limit).shortest()
    };
    let found = attempts.into_iter().find_map(search);
    found.unwrap_or(Push { normal: DVec2::X, depth: f64::INFINITY, on_a: DVec2::ZERO })
}

struct Search<'a> {
    a: &'a Pieces<'a>,
    b: &'a Pieces<'a>,
    /// True if one-sided chains let b out to their left only: a shape wound into them may have no
    /// such way.
    sided: bool,
    limit: f64,
    rounding: f64,
    far: f64,
    /// The sides of half-planes, which bound every translation, then those of the pairs.
    sides: SmallVec<[Side; 64]>,
    planes: usize,
    pairs: SmallVec<[Pair; 16]>,
    boxes: Boxes,
    open: SmallVec<[State; 64]>,
}

impl<'a> Search<'a> {
    /// Perf: not inlined it is copied, 5 kB.
    #[inline(always)]
    fn new(a: &'a Pieces<'a>, b: &'a Pieces<'a>, sided: bool, limit: f64) -> Self {
        let far = |pieces: &Pieces<'_>| {
            let reach = |piece: &Piece| piece.bounds.min.reach() + piece.bounds.max.reach();
            pieces.all.iter().map(reach).fold(0.0, greater)
        };
        let far = far(a) + far(b);
        let rounding = ROUNDING * far;
        let mut search = Self {
            a,
            b,
            sided,
            limit,
            rounding,
            far,
            sides: SmallVec::new(),
            planes: 0,
            pairs: SmallVec::new(),
            boxes: Boxes::default(),
            open: SmallVec::new(),
        };
        search.add_planes();
        search.add_pairs();
        search
    }

    /// Each half-plane is left by the way along its normal alone.
    fn add_planes(&mut self) {
        let (a, b) = (self.a, self.b);
        let count = |pieces: &Pieces<'_>| pieces.all.len() as u32;
        let mut add = |normal, depth, pair| {
            self.sides.push(Side { normal, depth, pair, round: false });
        };
        for (i, p) in (count(a)..).zip(&a.planes) {
            for (j, piece) in (0..).zip(&b.all) {
                add(p.normal, p.offset - b.support(piece, -p.normal).dot(p.normal), [i, j]);
            }
            for (j, q) in (count(b)..).zip(&b.planes) {
                // Without a translation between them no depth is enough.
                let apart = opposed(&p.exact, &q.exact).is_some();
                let depth = if apart { p.offset + q.offset } else { f64::INFINITY };
                add(p.normal, depth, [i, j]);
            }
        }
        for (j, q) in (count(b)..).zip(&b.planes) {
            for (i, piece) in (0..).zip(&a.all) {
                add(-q.normal, q.offset - a.support(piece, -q.normal).dot(q.normal), [i, j]);
            }
        }
        self.planes = self.sides.len();
    }

    fn add_pairs(&mut self) {
        let limit = DAabb::of([DVec2::ZERO; 2]).grown(self.limit);
        for (j, q) in (0..).zip(&self.b.all) {
            for (i, p) in (0..).zip(&self.a.all) {
                let bounds =
                    DAabb { min: p.bounds.min - q.bounds.max, max: p.bounds.max - q.bounds.min };
                if bounds.overlaps(limit) {
                    self.pairs.push(Pair { pieces: [i, j], sides: 0..0 });
                    // Lines count with their boundary.
                    let bounds = bounds.grown(4.0 * self.rounding);
                    self.boxes.push(Aabb::outward(bounds.min, bounds.max));
                }
            }
        }
    }

    /// The shortest translation within the limit.
    fn shortest(&mut self) -> Option<Push> {
        let mut best: Option<State> = None;
        let mut last = DVec2::new(f64::INFINITY, 0.0);
        let mut left = MOST;
        self.open.push(State { square: 0.0, t: DVec2::ZERO, sides: [NONE; 2] });
        while let Some(state) = self.pop() {
            if best.is_some_and(|best| state.square > best.square * EQUAL) {
                break;
            }
            // Ways to one place come one after the other.
            if (state.t - last).reach() <= self.rounding {
                continue;
            }
            last = state.t;
            let Some(deepest) = self.deepest(state.t) else {
                let key = |s: &State| (s.t.x, s.t.y);
                if best.is_none_or(|best| key(&state) < key(&best)) {
                    best = Some(state);
                }
                continue;
            };
            if left == 0 {
                break;
            }
            left -= 1;
            for side in self.ways(deepest) {
                let next = self.beyond(side, &state);
                self.open.extend(next);
            }
        }
        if best.is_none() && left == 0 {
            best = self.guided();
        }
        best.map(|state| self.push_of(&state))
    }

    /// Takes out the shortest of the open states.
    fn pop(&mut self) -> Option<State> {
        let shorter =
            |i: usize, j: usize| if self.open[j].square < self.open[i].square { j } else { i };
        let next = (0..self.open.len()).reduce(shorter)?;
        Some(self.open.swap_remove(next))
    }

    /// The sides of the pair that overlaps most with b moved by t, `None` if nothing overlaps.
    fn deepest(&mut self, t: DVec2) -> Option<Overlap> {
        let mut best: Option<Overlap> = None;
        let beats = |depth: f64, best: &Option<Overlap>| {
            depth > best.as_ref().map_or(0.0, |best| best.depth)
        };
        for i in 0..self.planes as u32 {
            let side = &self.sides[i as usize];
            let depth = side.depth - side.normal.dot(t) - self.rounding;
            if beats(depth, &best) {
                best = Some(Overlap { depth, sides: i..i + 1, facing: None });
            }
        }
        if best.is_some() {
            return best;
        }
        self.boxes.measure(t);
        let first = self.boxes.deepest()?;
        // The deepest pair is likely to lie in the deepest box.
        for k in core::iter::once(first).chain(0..self.pairs.len()) {
            if beats(f64::from(self.boxes.depths[k]), &best) {
                let overlap = self.overlap(k, t);
                if beats(overlap.depth, &best) {
                    best = Some(overlap);
                }
            }
        }
        best
    }

    /// The sides of an overlap.
    fn ways(&mut self, overlap: Overlap) -> impl Iterator<Item = u32> + use<> {
        let facing = overlap.facing.map(|side| {
            self.sides.push(side);
            self.sides.len() as u32 - 1
        });
        overlap.sides.chain(facing)
    }

    /// The overlap of a pair of pieces with b moved by t; its depth is 0 or less if there is none.
    fn overlap(&mut self, k: usize, t: DVec2) -> Overlap {
        let pair = self.pairs[k].pieces;
        if self.pairs[k].sides.is_empty() {
            let first = self.sides.len() as u32;
            self.add_sides(pair);
            self.pairs[k].sides = first..self.sides.len() as u32;
        }
        let sides = self.pairs[k].sides.clone();
        let mut least = (f64::INFINITY, DVec2::X);
        for side in &self.sides[sides.start as usize..sides.end as usize] {
            let depth = side.depth - side.normal.dot(t);
            if depth < least.0 {
                least = (depth, side.normal);
            }
        }
        // What lies within rounding of a side does not overlap; for lines see `add_sides`.
        let facing = if least.0 > self.rounding { self.facing(pair, t, least.1) } else { None };
        let depth = facing.map_or(least.0, |side| lesser(least.0, side.depth - side.normal.dot(t)));
        Overlap { depth: depth - self.slack(pair), sides, facing }
    }

    /// The overlap of a pair that counts as none.
    fn slack(&self, pair: [u32; 2]) -> f64 {
        let (p, q) = (&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]);
        if p.curve.is_none() && q.curve.is_none() {
            return self.rounding;
        }
        let [p, q] = [p, q].map(|piece| (piece.bounds.max - piece.bounds.min).reach());
        greater(self.rounding, CURVED * lesser(p, q))
    }

    /// The side of a pair with a round boundary that faces a place; `normal` is near its own.
    fn facing(&self, pair: [u32; 2], t: DVec2, normal: DVec2) -> Option<Side> {
        let (p, q) = (&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]);
        let normal = if p.curve.is_some() || q.curve.is_some() {
            let turn = |n: DVec2, _| (t - self.center(pair, n)).unit().unwrap_or(n);
            (0..TURNS).fold(normal, turn)
        } else if p.radius + q.radius > 0.0 {
            self.nearest_corners(pair, t).unit()?
        } else {
            return None;
        };
        Some(self.side(pair, normal))
    }

    /// Adds the sides of a pair that are the same for all translations.
    fn add_sides(&mut self, pair: [u32; 2]) {
        let (a, b) = (self.a, self.b);
        let (p, q) = (&a.all[pair[0] as usize], &b.all[pair[1] as usize]);
        let round = p.radius + q.radius > 0.0 || p.curve.is_some() || q.curve.is_some();
        // A line may lie on the seam of two pieces, in the interior of neither and yet in that of
        // the whole: it has to leave the closed piece.
        let thin = !round && (a.ring(p).len() < 3 || b.ring(q).len() < 3);
        let more = if thin { 3.0 * self.rounding } else { 0.0 };
        for (n, v) in a.edges(p) {
            let on_a = if p.curve.is_some() { a.support(p, n) } else { v + n * p.radius };
            let depth = n.dot(on_a) - n.dot(b.support(q, -n)) + more;
            self.sides.push(Side { normal: n, depth, pair, round: false });
        }
        for (m, v) in b.edges(q) {
            let on_b = if q.curve.is_some() { b.support(q, m) } else { v + m * q.radius };
            let depth = m.dot(on_b) - m.dot(a.support(p, -m)) + more;
            self.sides.push(Side { normal: -m, depth, pair, round: false });
        }
        for normal in a.tangents(p).into_iter().chain(b.tangents(q)) {
            self.sides.push(self.side(pair, normal));
        }
        // Between half-planes the way out may lead along any of them.
        let points =
            a.ring(p).len() + b.ring(q).len() == 2 && p.curve.is_none() && q.curve.is_none();
        if points || round && self.planes > 0 {
            for normal in directions(DVec2::X, TANGENTS) {
                self.sides.push(self.side(pair, normal));
            }
        }
    }

    /// From the vertex of one piece to that of the other which is nearest with b moved by t.
    fn nearest_corners(&self, pair: [u32; 2], t: DVec2) -> DVec2 {
        let (p, q) = (&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]);
        let mut nearest = (f64::INFINITY, DVec2::ZERO);
        for v in self.a.ring(p) {
            for w in self.b.ring(q) {
                let d = *w + t - *v;
                if d.dot(d) < nearest.0 {
                    nearest = (d.dot(d), d);
                }
            }
        }
        nearest.1
    }

    /// The side of a pair with a round boundary that has a normal.
    fn side(&self, pair: [u32; 2], normal: DVec2) -> Side {
        let (p, q) = (&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]);
        let reach = self.a.support(p, normal) - self.b.support(q, -normal);
        Side { normal, depth: normal.dot(reach), pair, round: true }
    }

    /// The center of the circle that fits the boundary of a difference best where its normal is n.
    fn center(&self, pair: [u32; 2], n: DVec2) -> DVec2 {
        let (p, q) = (&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]);
        let radius = self.a.curvature(p, n) + self.b.curvature(q, -n);
        self.a.support(p, n) - self.b.support(q, -n) - n * radius
    }

    /// The shortest translation beyond a side that the state violates and the sides of the state,
    /// if it is within the limit.
    fn beyond(&mut self, side: u32, state: &State) -> Option<State> {
        let near = |found: &State| found.square <= self.limit * self.limit;
        let found = self.tight(side, state.sides).filter(near)?;
        let found = self.turned(found, state.square);
        self.is_allowed(side, found.t).then_some(found)
    }

    /// Turns the sides at curves, one after the other, while that makes the way shorter, but no
    /// shorter than a bound.
    fn turned(&mut self, mut state: State, bound: f64) -> State {
        for i in (0..2).cycle().take(2 * TURNS) {
            let (turned, other) = (state.sides[i], state.sides[1 - i]);
            let Some(Side { pair, normal, round: true, .. }) =
                self.sides.get(turned as usize).copied()
            else {
                continue;
            };
            let center = self.center(pair, normal);
            let toward = if other == NONE { -center } else { state.t - center };
            let Some(normal) = toward.unit().filter(|n| n.dot(normal) > 0.5) else { continue };
            self.sides.push(self.side(pair, normal));
            let next = self.tight(self.sides.len() as u32 - 1, [other, NONE]);
            match next.filter(|next| (bound..state.square).contains(&next.square)) {
                Some(next) => state = next,
                None => self.sides.truncate(self.sides.len() - 1),
            }
        }
        state
    }

    /// The shortest translation on a side and beyond two others.
    fn tight(&self, side: u32, others: [u32; 2]) -> Option<State> {
        let Side { normal, depth, .. } = self.sides[side as usize];
        let along = normal.left();
        let (mut low, mut high, mut lift) = ((f64::NEG_INFINITY, NONE), (f64::INFINITY, NONE), 0.0);
        for other in others.into_iter().filter(|other| *other != NONE) {
            let bound = &self.sides[other as usize];
            let (rate, cos) = (bound.normal.dot(along), bound.normal.dot(normal));
            let rest = bound.depth - cos * depth;
            if rate > PARALLEL && rest > low.0 * rate {
                low = (rest / rate, other);
            } else if rate < -PARALLEL && rest > high.0 * rate {
                high = (rest / rate, other);
            } else if rate.abs() <= PARALLEL && rest > self.rounding {
                // Where the two meet is too far away and not known well.
                if cos < 0.0 {
                    return None;
                }
                lift = greater(lift, rest);
            }
        }
        let foot = normal * (depth + lift);
        // An infinite depth has no place.
        if !(low.0 <= high.0 && depth < f64::INFINITY) {
            return None;
        }
        let (s, other) = match (low, high) {
            (low, _) if low.0 > 0.0 => low,
            (_, high) if high.0 < 0.0 => high,
            _ => (0.0, NONE),
        };
        let t = foot + along * s;
        Some(State { square: t.dot(t), t, sides: [side, other] })
    }

    /// Returns `true` if one-sided edges of a pair that overlaps let b out along t.
    fn is_allowed(&mut self, side: u32, t: DVec2) -> bool {
        let pair = self.sides[side as usize].pair;
        let left = |pieces: &Pieces<'_>, i: u32| pieces.all.get(i as usize)?.only_left;
        let (left_a, left_b) = (left(self.a, pair[0]), left(self.b, pair[1]));
        let against =
            |left: Option<DVec2>, t: DVec2| left.is_some_and(|n| n.dot(t) < -self.rounding);
        if !(self.sided && (against(left_a, t) || against(left_b, -t))) {
            return true;
        }
        let same = |other: &Pair| other.pieces == pair;
        let known = self.pairs.iter().position(same);
        known.is_none_or(|k| self.overlap(k, DVec2::ZERO).depth <= 0.0)
    }

    /// The shortest translation of those that lead past each pair on the side of a guide, for
    /// guides around b.
    fn guided(&mut self) -> Option<State> {
        let [a, b] = [self.a.bounds(), self.b.bounds()];
        let middles = (b.min + b.max - a.min - a.max).unit().unwrap_or(DVec2::X);
        directions(middles, GUIDES).fold(None, |best, u| {
            let limit = best.map_or(self.limit * self.limit, |best: State| best.square);
            // A little beyond the place where the boxes come apart along u.
            let x = if u.x > 0.0 { a.max.x - b.min.x } else { a.min.x - b.max.x } / u.x;
            let y = if u.y > 0.0 { a.max.y - b.min.y } else { a.min.y - b.max.y } / u.y;
            let far = if self.planes > 0 { self.far } else { 1.01 * lesser(x.abs(), y.abs()) };
            self.dive(u * far, limit).or(best)
        })
    }

    /// The shortest translation beyond the sides on which a guide lies.
    fn dive(&mut self, guide: DVec2, limit: f64) -> Option<State> {
        let mut state = State { square: 0.0, t: DVec2::ZERO, sides: [NONE; 2] };
        for _ in 0..STEPS {
            let Some(deepest) = self.deepest(state.t) else {
                let turned = self.turned(state, 0.0);
                return Some(if self.deepest(turned.t).is_none() { turned } else { state });
            };
            let mut best = (0.0, NONE);
            for i in self.ways(deepest) {
                let side = &self.sides[i as usize];
                let beyond = side.normal.dot(guide) - side.depth;
                if beyond > best.0 {
                    best = (beyond, i);
                }
            }
            if best.1 == NONE {
                return None;
            }
            // Sides at curves stay as they are: turned, they may not hold the guide.
            let next = self.tight(best.1, state.sides);
            state = next.filter(|next| next.square < limit)?;
            if !self.is_allowed(best.1, guide) {
                return None;
            }
        }
        None
    }

    fn push_of(&self, state: &State) -> Push {
        let middle = |pieces: &Pieces<'_>| (pieces.bounds().min + pieces.bounds().max) * 0.5;
        let fallback = || (middle(self.b) - middle(self.a)).unit().unwrap_or(DVec2::X);
        let normal = state.t.unit().unwrap_or_else(fallback);
        let side = self.sides.get(state.sides[0] as usize);
        let on_a = side.map_or(DVec2::ZERO, |side| self.touching_point(side, state.t));
        Push { normal, depth: sqrt(state.square), on_a }
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

/// Unit vectors at equal angles, from the first on.
fn directions(first: DVec2, count: usize) -> impl Iterator<Item = DVec2> {
    let step = unit_turn(count as u64);
    let turn =
        move |u: &DVec2| Some(DVec2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x));
    core::iter::successors(Some(first), turn).take(count)
}
