//! The Minkowski differences of all pairs of pieces of two bodies, as sides that separate a pair.
//!
//! The sides of a pair are computed when they are first needed. At a curve they are tangents, and
//! one more faces the place that is looked at. Frame: translations of b.

use core::ops::Range;

use smallvec::SmallVec;

use crate::math::simd::WIDTH;
use crate::math::{Aabb, DVec2, by_tree, greater, lesser};
use crate::pair::answer::Want;
use crate::pair::boundary::pieces::{Piece, Pieces, TANGENTS, directions};
use crate::pair::curved::separation::bracket;
use crate::pair::half_plane::opposed;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::edge_bvh::{Block, NOWHERE};

/// Rounding of a distance, relative to the coordinates.
pub(super) const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Turns of a tangent.
pub(super) const TURNS: usize = 4;
/// An overlap this deep, relative to that of the deepest box, is taken without a look at others.
const ENOUGH: f64 = 0.5;
/// What the rounding of a push leaves of an overlap, relative to the smaller piece: a one-sided edge
/// that overlaps by less does not count.
const SHALLOW: f64 = 1e-5;
/// Normals of one face agree but for this.
const FLAT: f64 = 1e-12;
/// Steps of a way back, at most.
const MOST_STEPS: usize = 64;
/// The turn within which an edge lies square to a direction.
const TURNED: f64 = 1e-9;
/// The overlap of curves that counts as none, relative to the smaller piece.
const CURVED: f64 = 1e-6;

/// The translations t of b with normal · t ≥ depth, which separate a pair of pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) normal: DVec2,
    pub(super) depth: f64,
    /// Pieces of a and b; planes come after the hulls.
    pub(super) pair: [u32; 2],
    /// True if the boundary is round there.
    pub(super) round: bool,
}

/// A pair of pieces that overlap for some translations within the limit.
struct Pair {
    pieces: [u32; 2],
    /// Its sides, once they were needed.
    sides: Range<u32>,
    /// The side that separated it last.
    separating: u32,
}

/// How deep a place lies in eight boxes, rounded up: below 0 outside. All lanes at once, which
/// compilers do in registers.
fn depths_in_boxes([low_x, low_y, high_x, high_y]: &Block, at: &Aabb) -> [f32; WIDTH] {
    let mut depths = [0.0; WIDTH];
    for i in 0..WIDTH {
        let x = lesser(at.min.x - low_x[i], high_x[i] - at.max.x);
        let y = lesser(at.min.y - low_y[i], high_y[i] - at.max.y);
        depths[i] = lesser(x, y) * (1.0 + 4.0 * f32::EPSILON);
    }
    depths
}

/// How two pieces overlap with b moved.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    depth: f64,
    /// The sides of the pair that are the same everywhere, and the one that faces this place.
    sides: Range<u32>,
    facing: Option<Side>,
}

/// See the module docs.
pub(super) struct Differences<'a> {
    a: &'a Pieces<'a>,
    b: &'a Pieces<'a>,
    /// The largest coordinates of both, and their rounding.
    pub(super) far: f64,
    pub(super) rounding: f64,
    /// The sides of half-planes, which bound every translation, then those of the pairs.
    pub(super) sides: SmallVec<[Side; 64]>,
    pub(super) planes: usize,
    pairs: SmallVec<[Pair; 16]>,
    /// The boxes of these translations, rounded outward, in blocks of eight.
    blocks: SmallVec<[Block; 4]>,
}

impl<'a> Differences<'a> {
    /// Perf: not inlined it is copied, 5 kB.
    #[inline(always)]
    pub(super) fn new(a: &'a Pieces<'a>, b: &'a Pieces<'a>, limit: f64) -> Self {
        let far = |pieces: &Pieces<'_>| {
            let reach = |piece: &Piece| piece.bounds.min.reach() + piece.bounds.max.reach();
            // Out of a half-plane it is at least as far as the origin lies in it.
            let depths = pieces.planes.iter().map(|plane| plane.offset);
            pieces.all.iter().map(reach).chain(depths).fold(0.0, greater)
        };
        let far = far(a) + far(b);
        let rounding = ROUNDING * far;
        let (sides, pairs, blocks) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
        let mut all = Self { a, b, rounding, far, sides, planes: 0, pairs, blocks };
        all.add_planes();
        all.add_pairs(limit);
        all
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

    fn add_pairs(&mut self, limit: f64) {
        let limit = DAabb::of([DVec2::ZERO; 2]).grown(limit);
        for (j, q) in (0..).zip(&self.b.all) {
            for (i, p) in (0..).zip(&self.a.all) {
                let bounds =
                    DAabb { min: p.bounds.min - q.bounds.max, max: p.bounds.max - q.bounds.min };
                if bounds.overlaps(limit) {
                    // Lines count with their boundary.
                    let bounds = bounds.grown(4.0 * self.rounding);
                    let Aabb { min, max } = Aabb::outward(bounds.min, bounds.max);
                    let lane = self.pairs.len() % WIDTH;
                    if lane == 0 {
                        self.blocks.push(NOWHERE);
                    }
                    let last = self.blocks.len() - 1;
                    for (column, x) in
                        self.blocks[last].iter_mut().zip([min.x, min.y, max.x, max.y])
                    {
                        column[lane] = x;
                    }
                    self.pairs.push(Pair { pieces: [i, j], sides: 0..0, separating: 0 });
                }
            }
        }
    }

    /// The sides of the pair that overlaps most with b moved by t, `None` if nothing overlaps.
    pub(super) fn deepest(&mut self, t: DVec2) -> Option<Overlap> {
        let mut best: Option<Overlap> = None;
        let floor = |best: &Option<Overlap>| best.as_ref().map_or(0.0, |best| best.depth);
        for i in 0..self.planes as u32 {
            let side = &self.sides[i as usize];
            let depth = side.depth - side.normal.dot(t) - self.rounding;
            if depth > floor(&best) {
                best = Some(Overlap { depth, sides: i..i + 1, facing: None });
            }
        }
        if best.is_some() {
            return best;
        }
        let at = Aabb::inward(t, t);
        let mut most = [0.0; WIDTH];
        let mut depths = SmallVec::<[[f32; WIDTH]; 16]>::with_capacity(self.blocks.len());
        for block in &self.blocks {
            let eight = depths_in_boxes(block, &at);
            for (most, depth) in most.iter_mut().zip(eight) {
                *most = greater(*most, depth);
            }
            depths.push(eight);
        }
        let (most, depths) = (by_tree(most, greater), depths.as_flattened());
        // The deepest pair is likely to lie in the deepest box.
        let first = depths.iter().position(|depth| *depth == most && most > 0.0)?;
        for k in core::iter::once(first).chain(0..self.pairs.len()) {
            let least = floor(&best);
            if f64::from(depths[k]) > least
                && let Some(overlap) = self.overlap(k, t, least)
            {
                if overlap.depth >= ENOUGH * f64::from(most) {
                    return Some(overlap);
                }
                best = Some(overlap);
            }
        }
        best
    }

    pub(super) fn ways(&mut self, overlap: Overlap) -> impl Iterator<Item = u32> + use<> {
        let facing = overlap.facing.map(|side| {
            self.sides.push(side);
            self.sides.len() as u32 - 1
        });
        overlap.sides.chain(facing)
    }

    /// The sides of a pair, which are computed when they are first needed.
    fn sides_of(&mut self, k: usize) -> Range<u32> {
        if self.pairs[k].sides.is_empty() {
            let first = self.sides.len() as u32;
            self.add_sides(self.pairs[k].pieces);
            self.pairs[k].sides = first..self.sides.len() as u32;
            self.pairs[k].separating = first;
        }
        self.pairs[k].sides.clone()
    }

    /// The overlap of a pair of pieces with b moved by t, if it is deeper than `floor`, at least 0.
    fn overlap(&mut self, k: usize, t: DVec2, floor: f64) -> Option<Overlap> {
        let (sides, pair) = (self.sides_of(k), self.pairs[k].pieces);
        let slack = self.slack(pair);
        let depth_at = |side: &Side| side.depth - side.normal.dot(t);
        // Where b moves little, one side separates a pair again and again.
        let last = self.sides.get(self.pairs[k].separating as usize);
        if last.is_some_and(|side| depth_at(side) - slack <= floor) {
            return None;
        }
        let mut least = (f64::INFINITY, DVec2::X);
        for i in sides.clone() {
            let side = &self.sides[i as usize];
            let depth = depth_at(side);
            if depth - slack <= floor {
                self.pairs[k].separating = i;
                return None;
            }
            if depth < least.0 {
                least = (depth, side.normal);
            }
        }
        // What lies within rounding of a side does not overlap; for lines see `add_sides`.
        let facing = if least.0 > self.rounding { self.facing(pair, t, least.1) } else { None };
        let depth = facing.map_or(least.0, |side| lesser(least.0, side.depth - side.normal.dot(t)));
        let depth = depth - slack;
        (depth > floor).then_some(Overlap { depth, sides, facing })
    }

    fn pieces(&self, pair: [u32; 2]) -> [&'a Piece; 2] {
        [&self.a.all[pair[0] as usize], &self.b.all[pair[1] as usize]]
    }

    /// The overlap of a pair that counts as none.
    fn slack(&self, pair: [u32; 2]) -> f64 {
        let [p, q] = self.pieces(pair);
        if p.curve.is_none() && q.curve.is_none() {
            return self.rounding;
        }
        greater(self.rounding, CURVED * self.size(pair))
    }

    /// The extent of the smaller piece.
    fn size(&self, pair: [u32; 2]) -> f64 {
        let [p, q] = self.pieces(pair);
        let [p, q] = [p, q].map(|piece| (piece.bounds.max - piece.bounds.min).reach());
        lesser(p, q)
    }

    /// The side of a pair with a round boundary that faces a place; `normal` is near its own.
    fn facing(&self, pair: [u32; 2], t: DVec2, normal: DVec2) -> Option<Side> {
        let [p, q] = self.pieces(pair);
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
        let [p, q] = self.pieces(pair);
        let round = p.radius + q.radius > 0.0 || p.curve.is_some() || q.curve.is_some();
        // A line may lie on the seam of two pieces, in the interior of neither and yet in that of
        // the whole: it has to leave the closed piece.
        let thin = !round && (a.ring(p).len() < 3 || b.ring(q).len() < 3);
        let more = if thin { 3.0 * self.rounding } else { 0.0 };
        for (n, v) in a.edges(p) {
            let on_a = if p.curve.is_some() { a.support(p, n) } else { v + n * p.radius };
            let depth = n.dot(on_a) + b.support_value(q, -n) + more;
            self.sides.push(Side { normal: n, depth, pair, round: false });
        }
        for (m, v) in b.edges(q) {
            let on_b = if q.curve.is_some() { b.support(q, m) } else { v + m * q.radius };
            let depth = m.dot(on_b) + a.support_value(p, -m) + more;
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
        let [p, q] = self.pieces(pair);
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
    pub(super) fn side(&self, pair: [u32; 2], normal: DVec2) -> Side {
        let [p, q] = self.pieces(pair);
        let reach = self.a.support(p, normal) - self.b.support(q, -normal);
        Side { normal, depth: normal.dot(reach), pair, round: true }
    }

    /// The center of the circle that fits the boundary of a difference best where its normal is n.
    pub(super) fn center(&self, pair: [u32; 2], n: DVec2) -> DVec2 {
        let [p, q] = self.pieces(pair);
        let radius = self.a.curvature(p, n) + self.b.curvature(q, -n);
        self.a.support(p, n) - self.b.support(q, -n) - n * radius
    }

    /// Returns `true` if a one-sided edge of a pair that overlaps keeps b from leaving along t.
    pub(super) fn blocks(&mut self, side: u32, t: DVec2) -> bool {
        let pair = self.sides[side as usize].pair;
        let left = |pieces: &Pieces<'_>, i: u32| Some(pieces.all.get(i as usize)?.side?.left);
        let against =
            |left: Option<DVec2>, t: DVec2| left.is_some_and(|n| n.dot(t) < -self.rounding);
        if !against(left(self.a, pair[0]), t) && !against(left(self.b, pair[1]), -t) {
            return false;
        }
        let known = self.pairs.iter().position(|other| other.pieces == pair);
        known.is_some_and(|k| self.overlap(k, DVec2::ZERO, SHALLOW * self.size(pair)).is_some())
    }

    /// Moves b back along its way until a pair of pieces meets: how long the way is then, and the
    /// point on a. Sides bound the way of pieces with corners; of round ones a supporting line of the
    /// two that are apart bounds each step, as in a ray cast.
    #[inline(never)]
    pub(super) fn meets_on_the_way_back(
        &mut self,
        normal: DVec2,
        length: f64,
    ) -> Option<(f64, DVec2)> {
        let mut best: Option<(f64, DVec2)> = None;
        let back = DAabb::of([DVec2::ZERO, normal * length]);
        for k in 0..self.pairs.len() {
            if !back.overlaps(self.bounds(k)) {
                continue;
            }
            let least = best.map_or(0.0, |best| best.0);
            let [p, q] = self.pieces(self.pairs[k].pieces);
            if p.radius + q.radius == 0.0 && p.curve.is_none() && q.curve.is_none() {
                let met = self.last_overlap(k, normal, [least, length]);
                best = met
                    .map(|(way, side)| (way, self.touching_point(&side, normal * way).1))
                    .or(best);
                continue;
            }
            let mut way = length;
            for _ in 0..MOST_STEPS {
                let found = bracket(&(self.a, p), &(self.b, q), normal * way, Want::Gap);
                let rate = normal.dot(found.normal);
                if found.separation <= self.rounding {
                    best = Some((way, found.on_a));
                    break;
                }
                way -= found.separation / rate;
                if rate <= 0.0 || way <= least {
                    break;
                }
            }
        }
        best
    }

    /// Returns how far b lies along its way where a pair of pieces with corners overlaps last, if that is
    /// in a range, and the side that separates them from there on.
    fn last_overlap(
        &mut self,
        k: usize,
        normal: DVec2,
        [least, most]: [f64; 2],
    ) -> Option<(f64, Side)> {
        let (mut first, mut last) = (f64::NEG_INFINITY, (f64::INFINITY, None));
        for i in self.sides_of(k) {
            let side = &self.sides[i as usize];
            let rate = side.normal.dot(normal);
            if rate < 0.0 {
                first = greater(first, side.depth / rate);
            } else if side.depth < last.0 * rate {
                last = (side.depth / rate, Some(*side));
            }
            if last.0 <= least || first >= lesser(last.0 + self.rounding, most) {
                return None;
            }
        }
        last.1.map(|side| (lesser(last.0, most), side))
    }

    fn bounds(&self, k: usize) -> DAabb {
        let [x, y, high_x, high_y] = self.blocks[k / WIDTH].map(|side| f64::from(side[k % WIDTH]));
        DAabb { min: DVec2::new(x, y), max: DVec2::new(high_x, high_y) }
    }

    pub(super) fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    pub(super) fn boxes(&self) -> [DAabb; 2] {
        [self.a.bounds(), self.b.bounds()]
    }

    /// The direction from the middle of a to that of b.
    pub(super) fn middles(&self) -> DVec2 {
        let [a, b] = self.boxes();
        (b.min + b.max - a.min - a.max).unit().unwrap_or(DVec2::X)
    }

    /// A translation along u, a little further than where the boxes come apart.
    pub(super) fn place_apart(&self, [a, b]: [DAabb; 2], u: DVec2) -> DVec2 {
        let x = if u.x > 0.0 { a.max.x - b.min.x } else { a.min.x - b.max.x } / u.x;
        let y = if u.y > 0.0 { a.max.y - b.min.y } else { a.min.y - b.max.y } / u.y;
        u * if self.planes > 0 { self.far } else { 1.01 * lesser(x.abs(), y.abs()) }
    }

    /// The point on a where the pair of a side touches with b moved by t, and how far the two pass by
    /// each other across the side, above 0 if they do not touch there.
    pub(super) fn touching_point(&self, side: &Side, t: DVec2) -> (f64, DVec2) {
        let n = side.normal;
        let [p, q] = [self.a.all.get(side.pair[0] as usize), self.b.all.get(side.pair[1] as usize)];
        match (p, q) {
            (Some(p), Some(q)) => {
                // A corner of one lies on an edge of the other.
                let on_a = self.a.support(p, n);
                let flat = |(m, _): (DVec2, DVec2)| m.dot(n) > 1.0 - FLAT;
                let at = if self.a.edges(p).any(flat) { self.b.support(q, -n) + t } else { on_a };
                // Of two edges, on the stretch that they share.
                let across = n.left();
                let ends_a = [TURNED, -TURNED].map(|s| self.a.support(p, n + across * s));
                let ends_b = [TURNED, -TURNED].map(|s| self.b.support(q, across * s - n) + t);
                let ([high_a, low_a], [high_b, low_b]) =
                    (ends_a.map(|v| v.dot(across)), ends_b.map(|v| v.dot(across)));
                let (low, high) = (greater(low_a, low_b), lesser(high_a, high_b));
                let along = at.dot(across);
                (low - high, at + across * (lesser(greater(along, low), high) - along))
            }
            (Some(p), None) => (0.0, self.a.support(p, n)),
            (None, Some(q)) => (0.0, self.b.support(q, -n) + t),
            (None, None) => (0.0, n * self.a.planes.first().map_or(0.0, |p| p.offset)),
        }
    }
}
