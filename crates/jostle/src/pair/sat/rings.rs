//! SAT for two convex cores of which at least one has more than four vertices, of any number.
//!
//! Method: `f32` lanes find the edges, of both, that may have the other ring furthest in front,
//! eight edges at a time. If there are more than sixteen edges, the axis between the middles goes
//! first: it bounds the separation from below, and the support vertices along it bound the height
//! over each edge from above, so that few edges are compared with all vertices. `f64` is spent on
//! the edges that are left, mostly one: their support vertices are found by hill climbing, which a
//! convex ring allows, since the distance from a line falls and grows once. If too many are left,
//! or sizes leave the range of `f32`, it is spent on all edges, with support vertices that only
//! advance ("rotating calipers"; Ericson, "Real-Time Collision Detection", §5.2.1 for the axes). If
//! the nearest features are two vertices, they are next to that edge on the boundary of the
//! Minkowski difference b − a, where the distance falls to its minimum.
//!
//! Error, with u = 2^-24 and S the sizes that enter: a vertex errs by u·S, a height over an edge e
//! by 14u·|e|₁·S. Divided by the edge's length that is less than 20u·S. [`ERROR`] times S covers
//! that, and [`MARGIN`] errors cover two of them. Sizes lie between [`MIN_SIZE`] and the limit of
//! [`error`], so that no product underflows or overflows. `f64` errs by [`sat::ERROR`].
//!
//! Frame: relative to a's origin. Cost: O((n + m)/8) products of eight `f32`, and as many for each
//! edge that the bounds leave; O(n + m) of `f64` if all are left. No allocation.

use core::slice::from_ref;

use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::math::{DVec2, greater, sqrt};
use crate::pair::answer::Want;
use crate::pair::filter::formulas::ERROR;
use crate::pair::filter::single::error;
use crate::pair::sat::{self, Separation, points_segments, soa};
use crate::shape::Core;
use crate::shape::body::core::{InlineRing, Vertices};

/// 2^-40: the least sizes that enter.
const MIN_SIZE: f32 = 1.0 / (1_u64 << 40) as f32;
/// 2^-100: the squared length of an edge below may have lost its digits.
const SHORT_SQUARE: f32 = MIN_SIZE * MIN_SIZE / (1 << 20) as f32;
/// Two heights closer than this many errors may be in either order.
const MARGIN: f32 = 4.0;
/// More than rounding takes from a sum.
const ROUND_UP: f32 = 1.0 + 4.0 * f32::EPSILON;
/// The most edges that `f32` leaves.
const MAX_LEFT: usize = 4;

/// Returns the separation of two convex cores. If the numbers are not wanted, those that certainly
/// are apart may be [`Separation::FAR_APART`], and those that overlap [`Separation::DEEP`].
#[inline(never)]
pub(crate) fn separation(a: &Core, b: &Core, want: Want) -> Separation {
    let (d, radius) = sat::difference(a, b);
    let limit = match want {
        Want::Gap => f32::INFINITY,
        Want::Contact | Want::Verdict => (a.radius + b.radius) * ROUND_UP,
    };
    let (mut of_a, mut of_b) = (None, None);
    let rings = [Ring::new(a, DVec2::ZERO, &mut of_a), Ring::new(b, d, &mut of_b)];
    let mut pair = Pair { rings, radius, error: 0.0 };
    let guess = match (&pair.rings[0].lanes, &pair.rings[1].lanes) {
        (Some(a), Some(b)) => {
            let d = [d.x as f32, d.y as f32];
            dispatch(Axes { a, b, d, limit, verdict: want == Want::Verdict })
        }
        _ => Guess::Unclear,
    };
    let face = match &guess {
        Guess::Apart => return Separation::FAR_APART,
        Guess::Overlapping => return Separation::DEEP,
        Guess::Unclear => {
            pair.error = sat::ERROR * (d.reach() + a.reach() + b.reach());
            let Some(face) = pair.highest_of_all() else {
                let [p, q] = pair.rings.each_ref().map(|ring| ring.at(0));
                let near = points_segments::points(q - p, radius);
                return Separation { core_a: p, core_b: q, ..near };
            };
            face
        }
        Guess::Edges { edges, count, size } => {
            pair.error = sat::ERROR * (f64::from(*size) + radius);
            match edges.get(..*count) {
                Some(edges @ [_, _, ..]) => pair.highest(edges),
                _ => pair.numbered(edges[0]),
            }
        }
    };
    pair.over(&face, want)
}

/// A ring in `f32`, eight vertices at a time.
#[derive(Clone, Copy)]
struct Lanes<'a> {
    vertices: &'a [InlineRing<WIDTH>],
    len: usize,
    /// The edges of vertices that are rounded, else their differences.
    edges: Option<&'a InlineRing<WIDTH>>,
}

impl Lanes<'_> {
    #[inline(always)]
    fn at(&self, i: usize) -> [f32; 2] {
        let eight = &self.vertices[i / WIDTH];
        [eight.x[i % WIDTH], eight.y[i % WIDTH]]
    }

    /// The point halfway between two vertices.
    #[inline(always)]
    fn middle(&self) -> [f32; 2] {
        let ([x, y], [z, w]) = (self.at(0), self.at(self.len / 2));
        [(x + z) * 0.5, (y + w) * 0.5]
    }
}

/// The result of `f32` for two rings.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Guess {
    /// The cores are further apart than the limit.
    Apart,
    /// The interiors meet.
    Overlapping,
    /// One of these edges is the reference edge; each with the nearest vertex of the other ring.
    /// Edges are numbered through both rings, with eight a block.
    Edges {
        edges: [[u32; 2]; MAX_LEFT],
        count: usize,
        size: f32,
    },
    Unclear,
}

/// The edges of both rings; apart beyond a limit.
struct Axes<'a> {
    a: &'a Lanes<'a>,
    b: &'a Lanes<'a>,
    d: [f32; 2],
    limit: f32,
    verdict: bool,
}

/// The edges from eight vertices on.
struct Edges<L> {
    edge: [L; 2],
    /// The height of the origin of the other ring over each edge, times its length.
    offset: L,
    square: L,
    /// A mask of the edges that are long enough.
    long: L,
    /// A bit for each edge that is too short.
    short: u8,
}

impl<L: F32x8> Edges<L> {
    #[inline(always)]
    fn new(own: &Lanes<'_>, block: usize, [dx, dy]: [f32; 2]) -> Self {
        let all = own.vertices;
        let (ring, after) = (&all[block], all.get(block + 1).unwrap_or(&all[0]));
        let next = |[_, b, c, d, e, f, g, h]: [f32; WIDTH], last| [b, c, d, e, f, g, h, last];
        let (x, y) = (L::load(&ring.x), L::load(&ring.y));
        let [ex, ey] = match own.edges {
            Some(edges) => [L::load(&edges.x), L::load(&edges.y)],
            None => {
                [L::load(&next(ring.x, after.x[0])) - x, L::load(&next(ring.y, after.y[0])) - y]
            }
        };
        let square = ex * ex + ey * ey;
        let long = square.gt(L::splat(SHORT_SQUARE));
        let none = (ex.abs() + ey.abs()).eq(L::splat(0.0));
        Self {
            edge: [ex, ey],
            offset: ey * (L::splat(dx) - x) - ex * (L::splat(dy) - y),
            square,
            long,
            short: !(long.mask() | none.mask()),
        }
    }

    /// The height of a vertex of the other ring over each edge, times its length, if the origins
    /// were in one place.
    #[inline(always)]
    fn over(&self, [x, y]: [f32; 2]) -> L {
        self.edge[1] * L::splat(x) - self.edge[0] * L::splat(y)
    }

    /// Returns a bit for each edge over which a vertex is higher than a height.
    #[inline(always)]
    fn may_exceed(&self, height: f32, vertex: [f32; 2]) -> u8 {
        let limit = L::splat(height) * self.square.sqrt();
        (self.over(vertex) + self.offset).gt(limit).and(self.long).mask()
    }

    /// The distances from the lines, from what [`Edges::over`] returned; −∞ for lanes without an
    /// edge.
    #[inline(always)]
    fn heights(&self, low: L) -> L {
        // The root and the division do not wait for the heights.
        let height = (low + self.offset) * (L::splat(1.0) / self.square.sqrt());
        self.long.select(height, L::splat(f32::NEG_INFINITY))
    }
}

/// Bits of a number that say where a height is from: the vertex of the other ring in a block, that
/// block, and the block of the edge.
const OTHER: u32 = 4;
const OWN: u32 = 18;
const MAX_BLOCKS: usize = 1 << (OWN - OTHER);

/// A number with these bits.
#[inline(always)]
fn bits<L: F32x8>(block: usize, shift: u32) -> L {
    L::splat(f32::from_bits((block as u32) << shift))
}

/// The highest two numbers of each lane, where they are from, and the third.
struct Tops<L> {
    heights: [L; 2],
    from: [L; 2],
    third: L,
}

impl<L: F32x8> Tops<L> {
    #[inline(always)]
    fn insert(&mut self, mut height: L, mut from: L) {
        // No iterator here: it would not be inlined, and the lanes would go through memory.
        for i in 0..2 {
            let (top, old) = (self.heights[i], self.from[i]);
            let more = height.gt(top);
            (self.heights[i], height) = (more.select(height, top), more.select(top, height));
            (self.from[i], from) = (more.select(from, old), more.select(old, from));
        }
        self.third = self.third.max(height);
    }
}

#[inline(always)]
fn numbers<L: F32x8>(lanes: L) -> [f32; WIDTH] {
    let mut numbers = [0.0; WIDTH];
    lanes.store(&mut numbers);
    numbers
}

/// The largest.
#[inline(always)]
fn top<L: F32x8>(lanes: L) -> f32 {
    let larger = |p: f32, q: f32| if q > p { q } else { p };
    let [a, b, c, d, e, f, g, h] = numbers(lanes);
    larger(larger(larger(a, e), larger(b, f)), larger(larger(c, g), larger(d, h)))
}

/// The largest coordinates.
#[inline(always)]
fn reach<L: F32x8>(ring: &Lanes<'_>) -> L {
    let mut reach = L::splat(0.0);
    for eight in ring.vertices {
        reach = L::load(&eight.x).abs().max(L::load(&eight.y).abs()).max(reach);
    }
    reach
}

/// Returns the place of the vertex furthest along a direction, and how far that is.
#[inline(always)]
fn support<L: F32x8>(ring: &Lanes<'_>, [x, y]: [f32; 2]) -> (usize, f32) {
    let (x, y) = (L::splat(x), L::splat(y));
    let (mut best, mut from) = (L::splat(f32::NEG_INFINITY), L::splat(0.0));
    for (i, eight) in ring.vertices.iter().enumerate() {
        let along = L::load(&eight.x) * x + L::load(&eight.y) * y;
        let more = along.gt(best);
        (best, from) = (more.select(along, best), more.select(bits(i, 0), from));
    }
    let far = top(best);
    let lane = best.eq(L::splat(far)).mask().trailing_zeros() as usize % WIDTH;
    (numbers(from)[lane].to_bits() as usize * WIDTH + lane, far)
}

impl Kernel for Axes<'_> {
    type Answer = Guess;

    #[inline(always)]
    fn run<L: F32x8>(self) -> Guess {
        let Self { a, b, d: [dx, dy], limit, verdict } = self;
        let zero = L::splat(0.0);
        let error = match error([dx, dy], reach::<L>(a) + reach::<L>(b)) {
            Some(error) if error >= MIN_SIZE * ERROR => error,
            _ => return Guess::Unclear,
        };
        let first = a.vertices.len();
        let blocks = first + b.vertices.len();
        if blocks > MAX_BLOCKS {
            return Guess::Unclear;
        }
        let apart = limit + 2.0 * error;
        // Lower edges do not matter.
        let mut floor = if verdict { -MARGIN * error } else { f32::NEG_INFINITY };
        let mut inner = None;
        if blocks > 2 {
            let ([px, py], [qx, qy]) = (a.middle(), b.middle());
            let (x, y) = (dx + (qx - px), dy + (qy - py));
            let ((i, far_a), (j, far_b)) = (support::<L>(a, [x, y]), support::<L>(b, [-x, -y]));
            let square = x * x + y * y;
            if square > SHORT_SQUARE {
                let along = (x * dx + y * dy) - (far_a + far_b);
                let separation = along / sqrt(f64::from(square)) as f32;
                if separation > apart {
                    return Guess::Apart;
                }
                if !verdict {
                    floor = if separation < 0.0 { separation } else { 0.0 } - MARGIN * error;
                }
            }
            inner = Some([b.at(j), a.at(i)]);
        }

        let none = L::splat(f32::NEG_INFINITY);
        let mut tops = Tops { heights: [none; 2], from: [zero; 2], third: none };
        let mut short = 0;
        for (side, (own, other, d)) in
            [(a, b, [dx, dy]), (b, a, [-dx, -dy])].into_iter().enumerate()
        {
            for block in 0..own.vertices.len() {
                let edges = Edges::<L>::new(own, block, d);
                short |= edges.short;
                if let Some(inner) = &inner
                    && edges.may_exceed(floor, inner[side]) == 0
                {
                    continue;
                }
                let (mut low, mut from) = (L::splat(f32::INFINITY), zero);
                for (k, eight) in other.vertices.iter().enumerate() {
                    let mut least = L::splat(f32::INFINITY);
                    for j in 0..WIDTH {
                        let height = edges.over([eight.x[j], eight.y[j]]);
                        least = height.with_low_bits(j as u32).min(least);
                    }
                    let less = low.gt(least);
                    (low, from) = (less.select(least, low), less.select(bits(k, OTHER), from));
                }
                let heights = edges.heights(low);
                if heights.gt(L::splat(apart)).mask() != 0 {
                    return Guess::Apart;
                }
                let from = low.and(bits(15, 0)).or(from).or(bits(side * first + block, OWN));
                tops.insert(heights, from);
            }
        }
        let highest = top(tops.heights[0]);
        if verdict && !(highest > floor) && short == 0 {
            return Guess::Overlapping;
        }
        let limit = L::splat(highest - error * MARGIN);
        let [top, second] = tops.heights;
        let mut left = u16::from_le_bytes([top.gt(limit).mask(), second.gt(limit).mask()]);
        if short != 0 || tops.third.gt(limit).mask() != 0 {
            return Guess::Unclear;
        }
        let from = [numbers(tops.from[0]), numbers(tops.from[1])];
        let (mut edges, mut count) = ([[0; 2]; MAX_LEFT], 0);
        while left != 0 {
            let bit = left.trailing_zeros() as usize % 16;
            let (lane, width) = (bit % WIDTH, WIDTH as u32);
            let from = from[bit / WIDTH][lane].to_bits();
            let vertex = from % (1 << OWN) / (1 << OTHER) * width + from % width;
            let Some(edge) = edges.get_mut(count) else { return Guess::Unclear };
            *edge = [(from >> OWN) * width + lane as u32, vertex];
            (left, count) = (left & (left - 1), count + 1);
        }
        if count == 0 {
            return Guess::Unclear;
        }
        Guess::Edges { edges, count, size: error / ERROR }
    }
}

/// A ring in `f64`, relative to a's origin, and in `f32` if its numbers fit.
struct Ring<'a> {
    numbers: Numbers<'a>,
    base: DVec2,
    len: usize,
    lanes: Option<Lanes<'a>>,
}

enum Numbers<'a> {
    Lanes(&'a [InlineRing<WIDTH>]),
    Few(&'a soa::Lanes<4>),
    Wide(&'a [DVec2]),
}

/// Up to four vertices, and these and their edges rounded to `f32`.
struct Few {
    exact: soa::Lanes<4>,
    rounded: [InlineRing<WIDTH>; 2],
    len: usize,
    /// No edge is lost in `f32`.
    fits: bool,
}

impl Few {
    #[inline(always)]
    fn new(core: &Core) -> Self {
        // A segment without a length is a point.
        let (exact, len) = match soa::Lanes::of(core) {
            Some(lanes) => (lanes, core.vertex_count()),
            None => (soa::Lanes::of_two([core.offset(0); 2]), 1),
        };
        // Lanes beyond the last vertex repeat the first, without an edge.
        let vertices = |v: [f64; 4]| {
            let [p, q, r, s] = v.map(|v| v as f32);
            [p, q, r, s, p, p, p, p]
        };
        let edges = |v: [f64; 4]| {
            let [e, f, g, h] = v.map(|v| v as f32);
            [e, f, if len > 2 { g } else { 0.0 }, if len > 3 { h } else { 0.0 }, 0.0, 0.0, 0.0, 0.0]
        };
        let e = InlineRing { x: edges(exact.ex), y: edges(exact.ey) };
        let fits = len == 1 || (0..len).all(|i| e.x[i] != 0.0 || e.y[i] != 0.0);
        let rounded = [InlineRing { x: vertices(exact.x), y: vertices(exact.y) }, e];
        Self { exact, rounded, len, fits }
    }
}

impl<'a> Ring<'a> {
    /// Lanes of few vertices are made here.
    #[inline(always)]
    fn new(core: &'a Core, base: DVec2, made: &'a mut Option<Few>) -> Self {
        let ring = |vertices: &'a [InlineRing<WIDTH>], len| Self {
            numbers: Numbers::Lanes(vertices),
            base,
            len,
            lanes: Some(Lanes { vertices, len, edges: None }),
        };
        match &core.vertices {
            Vertices::Eight(eight) => ring(from_ref(&eight.0), eight.len()),
            Vertices::Many(wide, lanes) if !lanes.is_empty() => ring(lanes, wide.len()),
            Vertices::Many(wide, _) => {
                Self { numbers: Numbers::Wide(wide), base, len: wide.len(), lanes: None }
            }
            _ => {
                let Few { exact, rounded: [vertices, edges], len, fits } =
                    made.insert(Few::new(core));
                let (vertices, edges, len) = (from_ref(vertices), Some(&*edges), *len);
                let lanes = fits.then_some(Lanes { vertices, len, edges });
                Self { numbers: Numbers::Few(exact), base, len, lanes }
            }
        }
    }

    #[inline(always)]
    fn offset(&self, i: usize) -> DVec2 {
        match &self.numbers {
            Numbers::Lanes(lanes) => lanes[i / WIDTH].at(i % WIDTH),
            Numbers::Few(few) => few.at(i),
            Numbers::Wide(wide) => wide[i],
        }
    }

    #[inline(always)]
    fn at(&self, i: usize) -> DVec2 {
        self.base + self.offset(i)
    }

    /// The edge that starts at a vertex; a rectangle's side is known better than its corners.
    #[inline(always)]
    fn edge(&self, i: usize) -> DVec2 {
        match &self.numbers {
            Numbers::Few(few) => few.edge(i),
            _ => self.offset(self.beside(i, true)) - self.offset(i),
        }
    }

    /// The next vertex, or the one before.
    #[inline(always)]
    fn beside(&self, i: usize, next: bool) -> usize {
        match next {
            true if i + 1 == self.len => 0,
            true => i + 1,
            false if i == 0 => self.len - 1,
            false => i - 1,
        }
    }
}

/// An edge, and the vertex of the other ring that is nearest to its line.
struct Face {
    on_b: bool,
    index: usize,
    start: DVec2,
    edge: DVec2,
    square: f64,
    vertex: usize,
    /// How far the vertex lies to the left of the edge from the origin, times the edge's length.
    left: f64,
    /// The height over the edge, by signed squares.
    key: f64,
}

impl Face {
    #[inline(always)]
    fn or_higher(self, other: Self) -> Self {
        if other.key > self.key { other } else { self }
    }
}

struct Pair<'a> {
    rings: [Ring<'a>; 2],
    radius: f64,
    error: f64,
}

impl Pair<'_> {
    /// An edge by its number in both rings, and the vertex that is nearest in `f32`.
    #[inline(always)]
    fn numbered(&self, [edge, vertex]: [u32; 2]) -> Face {
        let first = self.rings[0].len.next_multiple_of(WIDTH);
        let edge = edge as usize;
        let on_b = edge >= first;
        self.face(on_b, edge - if on_b { first } else { 0 }, vertex as usize)
    }

    /// The highest of some edges; the first of equal ones.
    #[inline(never)]
    fn highest(&self, edges: &[[u32; 2]]) -> Face {
        let first = self.numbered(edges[0]);
        edges.iter().skip(1).fold(first, |best, edge| best.or_higher(self.numbered(*edge)))
    }

    /// The highest of all edges, or `None` for two points.
    #[inline(never)]
    fn highest_of_all(&self) -> Option<Face> {
        let mut best: Option<Face> = None;
        for (on_b, ring) in [false, true].into_iter().zip(&self.rings) {
            let mut vertex = 0;
            // A point has no edge.
            for edge in 0..if ring.len == 1 { 0 } else { ring.len } {
                let face = self.face(on_b, edge, vertex);
                vertex = face.vertex;
                best = Some(match best {
                    Some(best) => best.or_higher(face),
                    None => face,
                });
            }
        }
        best
    }

    /// Finds the nearest vertex to the line of an edge from one that may be near.
    #[inline(always)]
    fn face(&self, on_b: bool, index: usize, near: usize) -> Face {
        let (own, other) = (&self.rings[usize::from(on_b)], &self.rings[usize::from(!on_b)]);
        let (start, edge) = (own.at(index), own.edge(index));
        // Lanes beyond the last vertex are the first again.
        let mut vertex = if near < other.len { near } else { 0 };
        let mut left = edge.cross(other.at(vertex));
        for forward in [true, false] {
            loop {
                let next = other.beside(vertex, forward);
                let more = edge.cross(other.at(next));
                if more > left {
                    (vertex, left) = (next, more);
                } else {
                    break;
                }
            }
        }
        let (square, height) = (edge.dot(edge), edge.cross(start) - left);
        let key = height * height.abs() / square;
        Face { on_b, index, start, edge, square, vertex, left, key }
    }

    /// Returns the separation along the normal of an edge, or that of two vertices.
    #[inline(always)]
    fn over(&self, face: &Face, want: Want) -> Separation {
        let Face { on_b, start, edge, square, vertex, mut left, .. } = *face;
        let (own, other) = (&self.rings[usize::from(on_b)], &self.rings[usize::from(!on_b)]);
        let (error, length) = (self.error, sqrt(square));
        // The vertices that attain it, two where faces are parallel: what they span along the edge.
        let limit = left - error * length;
        let along = |j: usize| ((other.at(j) - start).dot(edge), j);
        let mut span = [along(vertex); 2];
        for forward in [true, false] {
            let mut next = other.beside(vertex, forward);
            while next != vertex {
                let more = edge.cross(other.at(next));
                if more < limit {
                    break;
                }
                let place = along(next);
                left = greater(left, more);
                span[0] = if place.0 < span[0].0 { place } else { span[0] };
                span[1] = if place.0 > span[1].0 { place } else { span[1] };
                next = other.beside(next, forward);
            }
        }
        let [(low, first), (high, last)] = span;
        let separation = (edge.cross(start) - left) / length;
        let mut near = Separation::of_face(start, edge, (square, length), low, separation);
        near = Separation { error, ..near.flipped_if(on_b) };
        let aside = (low > square) | (high < 0.0);
        let far = want != Want::Gap && separation - self.radius > error;
        if aside && separation > -error && !far {
            let (own, other) = match low > square {
                true => (own.beside(face.index, true), first),
                false => (face.index, last),
            };
            let ends = if on_b { [other, own] } else { [own, other] };
            let corners = Separation::of_corners(self.nearest_corners(ends));
            // Beyond the error only a corner is further away than the line of an edge.
            if corners.separation > separation + error {
                near = Separation { error, ..corners };
            }
        }
        Separation { separation: near.separation - self.radius, ..near }
    }

    /// Returns the nearest two vertices of a and of b, and their squared distance, from two that
    /// are a vertex of the difference b − a: walks along its boundary while the distance falls.
    #[inline(never)]
    fn nearest_corners(&self, start: [usize; 2]) -> (f64, DVec2, DVec2) {
        let [a, b] = &self.rings;
        let of = |[i, j]: [usize; 2]| {
            let (v, w) = (a.at(i), b.at(j));
            ((w - v).dot(w - v), v, w)
        };
        let mut best = of(start);
        for forward in [true, false] {
            let [mut i, mut j] = start;
            loop {
                let (p, q) = (a.beside(i, forward), b.beside(j, forward));
                // By the angles of the two edges; a's are turned round.
                let turn =
                    if forward { b.edge(j).cross(a.edge(i)) } else { a.edge(p).cross(b.edge(q)) };
                let of_a = b.len == 1 || (a.len > 1 && turn > 0.0);
                (i, j) = if of_a { (p, j) } else { (i, q) };
                let next = of([i, j]);
                if next.0 >= best.0 {
                    break;
                }
                best = next;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests;
