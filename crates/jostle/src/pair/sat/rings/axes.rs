//! The edges of two convex rings that may be the reference edge, in `f32`, eight at a time.
//!
//! Method: the lowest vertex over each edge, by all vertices. If there are more than sixteen edges,
//! the axis between the middles goes first: it bounds the separation from below, and the support
//! vertices along it bound the height over each edge from above, so that few edges are compared
//! with all vertices. The last four bits of a height hold the lane of its vertex.
//!
//! Error, with u = 2^-24 and S the sizes that enter: a height over an edge e errs by 14u·|e|₁·S,
//! the rounding of vertices included, and by 30u·|e|₁·S for the last four bits. Divided by the
//! edge's length that is less than 64u·S. Twice [`ERROR`] times S covers that, and [`MARGIN`]
//! errors cover two of them. Sizes lie between [`MIN_SIZE`] and the limit of [`error`], so that no
//! product underflows or overflows.
//!
//! Frame: relative to a's origin. Cost: O((n + m)/8) products of eight, and as many for each block
//! of eight edges that the bounds leave.

use crate::math::simd::{F32x8, Kernel, WIDTH};
use crate::math::sqrt;
use crate::pair::filter::formulas::ERROR;
use crate::pair::filter::single::error;
use crate::shape::body::core::InlineRing;

/// 2^-40: the least sizes that enter.
const MIN_SIZE: f32 = 1.0 / (1_u64 << 40) as f32;
/// 2^-100: the squared length of an edge below may have lost its digits.
const SHORT_SQUARE: f32 = MIN_SIZE * MIN_SIZE / (1 << 20) as f32;
/// Two heights closer than this many errors may be in either order.
const MARGIN: f32 = 4.0;
/// The most edges that are left.
const MAX_LEFT: usize = 4;

/// A ring in `f32`, eight vertices at a time.
#[derive(Clone, Copy)]
pub(super) struct Lanes<'a> {
    pub(super) vertices: &'a [InlineRing<WIDTH>],
    pub(super) len: usize,
    /// The edges of vertices that are rounded, else their differences.
    pub(super) edges: Option<&'a InlineRing<WIDTH>>,
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
pub(super) enum Guess {
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
pub(super) struct Axes<'a> {
    pub(super) a: &'a Lanes<'a>,
    pub(super) b: &'a Lanes<'a>,
    pub(super) d: [f32; 2],
    pub(super) limit: f32,
    /// Whether they overlap is enough.
    pub(super) verdict: bool,
}

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

#[inline(always)]
fn top<L: F32x8>(lanes: L) -> f32 {
    let larger = |p: f32, q: f32| if q > p { q } else { p };
    let [a, b, c, d, e, f, g, h] = numbers(lanes);
    larger(larger(larger(a, e), larger(b, f)), larger(larger(c, g), larger(d, h)))
}

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
        if verdict && highest <= floor && short == 0 {
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
