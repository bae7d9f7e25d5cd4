//! A tree over the edges of an outline or a chain: queries of edges near a box, near or across the
//! edges of another tree, and nearest to a box.
//!
//! Method: a complete tree of nodes with eight children (the width of the registers), without
//! links: block k of a level has the boxes of blocks 8k to 8k + 7 of the level below, and blocks of
//! the lowest level have the ends of eight edges. Consecutive edges of a ring are near each other,
//! so one ring is built in O(n) without sorting; for several rings the caller gives an order. Two
//! trees are descended together (Ericson, "Real-Time Collision Detection", §6.3.2).
//!
//! Error: all in `f32`; queries are enlarged by the rounding, so they find a little more and miss
//! nothing. Reported crossings are certain: with u = 2^-24 and m the sum of both reaches and the
//! distance of the origins, an orientation errs by 7um|e| for an edge e, or by 7um|e| + 8um² if ends
//! are no `f32` numbers. [`DOUBT`] is above that, and [`TINY`] above the loss below the normal
//! range. Overflow yields infinities and NaN, which stay undecided.

mod along;
mod nearer;

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::math::{DVec2, by_tree, greater, lesser, ones, sort::sort_by};
use crate::shape::bvh::box_bvh::DAabb;

/// More than what rounding takes from a coordinate, over the largest there is.
const ROUNDING: f64 = 1.0 / (1 << 22) as f64;
pub(crate) const DOUBT: f64 = 16.0 / (1 << 24) as f64;
pub(crate) const TINY: f32 = f32::MIN_POSITIVE;

/// Levels that any number of edges may need.
const LEVELS: usize = 11;

/// More than what sums and products of a few places err by, over the largest coordinates there are.
const MARGIN: f64 = 4.0 * ROUNDING;

/// The ends of eight edges (x, y, x, y), or eight boxes (low x, low y, high x, high y).
pub(crate) type Block = [[f32; WIDTH]; 4];

/// Beyond the last edge.
pub(crate) const NOWHERE: Block = [[f32::INFINITY; WIDTH]; 4];

#[derive(Clone, Debug)]
pub(crate) struct EdgeTree {
    /// The edges, then each level of boxes up to the one that is a single block.
    blocks: Vec<Block>,
    /// The first block of each level.
    levels: [u32; LEVELS],
    /// The level that is a single block.
    top: usize,
    /// The box of all, as its sides.
    whole: [f32; 4],
    count: usize,
    /// The edge at each place, where that is not its own.
    order: Option<Arc<[u32]>>,
    /// The largest coordinate.
    reach: f64,
    /// True if all ends are `f32` numbers.
    exact: bool,
}

impl EdgeTree {
    /// Over edges between vertices around which there is a box; in an order in which neighbors are
    /// near, if not theirs.
    pub(crate) fn new(
        (vertices, bounds): (&[DVec2], DAabb),
        edges: &[[u32; 2]],
        order: Option<Arc<[u32]>>,
    ) -> Self {
        let count = edges.len();
        let leaves = count.div_ceil(WIDTH);
        let above = |below: &usize| (*below > 1).then(|| below.div_ceil(WIDTH));
        let mut blocks = Vec::with_capacity(core::iter::successors(Some(leaves), above).sum());
        // Written where they stay: a block that is copied at once waits for its single numbers.
        blocks.resize(leaves, NOWHERE);
        for (block, first) in blocks.iter_mut().zip((0..count).step_by(WIDTH)) {
            for (lane, place) in (first..count.min(first + WIDTH)).enumerate() {
                let edge = order.as_ref().map_or(place, |order| order[place] as usize);
                let [p, q] = edges[edge].map(|v| vertices[v as usize]);
                block[0][lane] = p.x as f32;
                block[1][lane] = p.y as f32;
                block[2][lane] = q.x as f32;
                block[3][lane] = q.y as f32;
            }
        }
        let (mut levels, mut top) = ([0; LEVELS], 0);
        let (mut first, mut end) = (0, leaves);
        while end - first > 1 {
            top += 1;
            levels[top] = end as u32;
            for start in (first..end).step_by(WIDTH) {
                let mut above = NOWHERE;
                for (lane, below) in (start..end.min(start + WIDTH)).enumerate() {
                    let around = around(&blocks[below]);
                    for (column, side) in above.iter_mut().zip(around) {
                        column[lane] = side;
                    }
                }
                blocks.push(above);
            }
            (first, end) = (end, blocks.len());
        }
        let whole = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(|x| x as f32);
        let same = |x: f64| f64::from(x as f32) == x;
        let exact = vertices.iter().fold(true, |all, v| all & same(v.x) & same(v.y));
        let reach = bounds.reach();
        Self { blocks, levels, top, whole, count, order, reach, exact }
    }

    /// The edge at a place.
    pub(crate) fn edge(&self, place: usize) -> usize {
        self.order.as_ref().map_or(place, |order| order[place] as usize)
    }

    /// How many edges, or blocks of the level below, the lanes of a level have.
    fn count_below(&self, level: usize) -> usize {
        match level {
            0 => self.count,
            _ => (self.levels[level] - self.levels[level - 1]) as usize,
        }
    }

    fn block(&self, level: usize, block: usize) -> &Block {
        #[cfg(test)]
        tests::count();
        &self.blocks[self.levels[level] as usize + block]
    }

    /// The box of a block, as its sides.
    fn around(&self, level: usize, block: usize) -> [f32; 4] {
        if level == self.top {
            return self.whole;
        }
        self.block(level + 1, block / WIDTH).map(|side| side[block % WIDTH])
    }

    /// Calls `visit` with every edge whose box overlaps the given one, and perhaps with some that
    /// rounding keeps off it, in the order of the tree, until it returns false; returns whether it
    /// never did.
    pub(crate) fn overlapping(&self, bounds: DAabb, visit: &mut dyn FnMut(usize) -> bool) -> bool {
        let bounds = bounds.grown(ROUNDING * self.reach);
        dispatch(Overlapping { tree: self, bounds: outward(bounds), visit })
    }

    /// The edges whose boxes overlap the given one, in order; perhaps some that rounding keeps off it, all
    /// if it is not finite.
    pub(crate) fn sorted(&self, bounds: DAabb) -> Vec<usize> {
        if !bounds.is_finite() {
            return (0..self.count).collect();
        }
        let mut found = Vec::new();
        self.overlapping(bounds, &mut |i| {
            found.push(i);
            true
        });
        sort_by(&mut found, Ord::cmp);
        found
    }

    /// Calls `visit` with every pair of an edge and one of the other tree, which is moved by
    /// `shift` first, whose boxes are no further apart than the margin, until it returns false.
    /// Perhaps with some that rounding keeps apart.
    pub(crate) fn meeting(
        &self,
        other: &Self,
        shift: DVec2,
        margin: f64,
        visit: &mut dyn FnMut(usize, usize) -> bool,
    ) {
        let visit = &mut |i: usize, j: usize, _: bool| visit(i, j);
        dispatch(Meeting::<false>::new([self, other], shift, margin, visit));
    }

    /// Visits pairs of edges that are not clearly apart, with a flag if they clearly cross.
    pub(crate) fn crossing(
        &self,
        other: &Self,
        shift: DVec2,
        visit: &mut dyn FnMut(usize, usize, bool) -> bool,
    ) {
        dispatch(Meeting::<true>::new([self, other], shift, 0.0, visit));
    }
}

/// The box of eight boxes or edges, as its sides.
fn around(block: &Block) -> [f32; 4] {
    let mut sides = [0.0; 4];
    for axis in 0..2 {
        let (mut low, mut high) = ([0.0; WIDTH], [0.0; WIDTH]);
        for lane in 0..WIDTH {
            let (p, q) = (block[axis][lane], block[axis + 2][lane]);
            low[lane] = lesser(p, q);
            // Beyond the last edge nothing is the largest either.
            let most = greater(p, q);
            high[lane] = if most < f32::INFINITY { most } else { f32::NEG_INFINITY };
        }
        (sides[axis], sides[axis + 2]) = (by_tree(low, lesser), by_tree(high, greater));
    }
    sides
}

/// The sides of a box, rounded to no smaller one.
fn outward(bounds: DAabb) -> [f32; 4] {
    let DAabb { min, max } = bounds;
    let away = |x: f64, sign: f64| (x + sign * (x.abs() * ROUNDING + f64::from(TINY))) as f32;
    [away(min.x, -1.0), away(min.y, -1.0), away(max.x, 1.0), away(max.y, 1.0)]
}

/// A block in registers as boxes: low x, low y, high x, high y.
#[inline(always)]
fn boxes<L: F32x8>(block: &Block, is_leaf: bool) -> [L; 4] {
    let [p, q, r, s] = block;
    let (p, q, r, s) = (L::load(p), L::load(q), L::load(r), L::load(s));
    if is_leaf { [p.min(r), q.min(s), p.max(r), q.max(s)] } else { [p, q, r, s] }
}

/// One bit for each of eight boxes that meets another.
#[inline(always)]
fn hits<L: F32x8>(boxes: &[L; 4], other: &[L; 4]) -> u8 {
    let x = boxes[0].gt(other[2]).or(other[0].gt(boxes[2]));
    let y = boxes[1].gt(other[3]).or(other[1].gt(boxes[3]));
    !x.or(y).mask()
}

/// Tests the boxes of a block. A function, because a closure that is called twice is not inlined.
#[inline(always)]
fn hits_of<L: F32x8>(tree: &EdgeTree, (level, block): (usize, usize), other: &[L; 4]) -> u8 {
    hits(&boxes(tree.block(level, block), level == 0), other)
}

struct Overlapping<'a> {
    tree: &'a EdgeTree,
    bounds: [f32; 4],
    visit: &'a mut dyn FnMut(usize) -> bool,
}

impl Kernel for Overlapping<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run<L: F32x8>(self) -> bool {
        let Self { tree, bounds, visit } = self;
        let bounds = bounds.map(L::splat);
        let top = tree.top;
        // On each level the block that is open and what of it is left to look at.
        let mut open = [(0, 0_u8); LEVELS];
        let mut level = top;
        open[top] = (0, hits_of(tree, (top, 0), &bounds));
        loop {
            let (block, left) = open[level];
            if left == 0 {
                if level == top {
                    return true;
                }
                level += 1;
                continue;
            }
            open[level].1 = left & (left - 1);
            let place = block * WIDTH + left.trailing_zeros() as usize;
            // A box that is not bounded overlaps lanes that have nothing, too.
            if place >= tree.count_below(level) {
                continue;
            }
            if level > 0 {
                level -= 1;
                open[level] = (place, hits_of(tree, (level, place), &bounds));
            } else if !visit(tree.edge(place)) {
                return false;
            }
        }
    }
}

/// Two trees, and whether it is edges that shall meet, not only their boxes.
struct Meeting<'a, const EDGES: bool> {
    trees: [&'a EdgeTree; 2],
    shift: [f32; 2],
    margin: f32,
    /// How far an edge's turn is in doubt, for each unit of its length and on top of that.
    doubt: [f32; 2],
    visit: &'a mut dyn FnMut(usize, usize, bool) -> bool,
}

impl<'a, const EDGES: bool> Meeting<'a, EDGES> {
    fn new(
        trees: [&'a EdgeTree; 2],
        shift: DVec2,
        margin: f64,
        visit: &'a mut dyn FnMut(usize, usize, bool) -> bool,
    ) -> Self {
        let size = trees[0].reach + trees[1].reach + shift.x.abs() + shift.y.abs();
        let inexact = if trees[0].exact && trees[1].exact { 0.0 } else { size };
        Self {
            trees,
            shift: [shift.x as f32, shift.y as f32],
            margin: ((margin + ROUNDING * size) * (1.0 + ROUNDING)) as f32 + TINY,
            doubt: [(DOUBT * size) as f32, (DOUBT * size * inexact) as f32 + TINY],
            visit,
        }
    }
}

impl<const EDGES: bool> Kernel for Meeting<'_, EDGES> {
    type Answer = ();

    #[inline(always)]
    fn run<L: F32x8>(self) {
        let Self { trees: [a, b], shift, margin, doubt, visit } = self;
        let [dx, dy] = shift;
        let doubt = doubt.map(L::splat);
        let far = [dx - margin, dy - margin, dx + margin, dy + margin].map(L::splat);
        // The boxes of a block, in memory to take one at a time.
        let mut singles = NOWHERE;
        let mut shares = [0.0; WIDTH];
        // Blocks of both whose boxes meet, and how high each is. A kilobyte is what allocators
        // still have at hand.
        let mut open: Vec<[u32; 4]> = Vec::with_capacity(64);
        let entry = |at: [usize; 4]| at.map(|x| x as u32);
        open.push(entry([a.top, 0, b.top, 0]));
        while let Some(at) = open.pop() {
            let [la, i, lb, j] = at.map(|x| x as usize);
            let (of_a, of_b) = (a.block(la, i), b.block(lb, j));
            let (own, its) = (boxes::<L>(of_a, la == 0), boxes::<L>(of_b, lb == 0));
            let its = [0, 1, 2, 3].map(|k| its[k] + far[k]);
            // What meets does so in the common box of both blocks.
            let (p, q) = (a.around(la, i).map(L::splat), b.around(lb, j).map(L::splat));
            let q = [0, 1, 2, 3].map(|k| q[k] + far[k]);
            let common = [p[0].max(q[0]), p[1].max(q[1]), p[2].min(q[2]), p[3].min(q[3])];
            let (ours, theirs) = (hits(&own, &common), hits(&its, &common));
            if ours == 0 || theirs == 0 {
                continue;
            }
            // The higher of the two alone.
            if la > lb {
                ones(ours.into())
                    .for_each(|lane| open.push(entry([la - 1, i * WIDTH + lane, lb, j])));
                continue;
            }
            if la < lb {
                ones(theirs.into())
                    .for_each(|lane| open.push(entry([la, i, lb - 1, j * WIDTH + lane])));
                continue;
            }
            // One by one those of which there are fewer.
            let turned = ours.count_ones() < theirs.count_ones();
            let (all, moved) = if turned { (its, own) } else { (own, its) };
            for k in 0..4 {
                moved[k].store(&mut singles[k]);
            }
            // No iterators over bits here: they would not be inlined into the registers' functions.
            let (mut left, others) = if turned { (ours, theirs) } else { (theirs, ours) };
            let mut most = (f32::NEG_INFINITY, 0);
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let single = [0, 1, 2, 3].map(|k| L::splat(singles[k][lane]));
                let mut met = hits(&all, &single) & others;
                if la > 0 {
                    shared(&all, &single).store(&mut shares);
                }
                let mut crossed = 0;
                if EDGES && la == 0 && met != 0 {
                    let (block, one) = if turned { (of_b, of_a) } else { (of_a, of_b) };
                    let one = [0, 1, 2, 3].map(|k| L::splat(one[k][lane]));
                    let way = if turned { [-dx, -dy] } else { [dx, dy] };
                    let eight = [0, 1, 2, 3].map(|k| L::load(&block[k]));
                    let [apart, cross] = turns(eight, one, way.map(L::splat), doubt);
                    met &= !apart;
                    crossed = cross;
                }
                while met != 0 {
                    let place = met.trailing_zeros() as usize;
                    met &= met - 1;
                    let (first, second) = if turned { (lane, place) } else { (place, lane) };
                    let (first, second) = (i * WIDTH + first, j * WIDTH + second);
                    if la > 0 {
                        if shares[place] > most.0 {
                            most = (shares[place], open.len());
                        }
                        open.push(entry([la - 1, first, lb - 1, second]));
                        continue;
                    }
                    let sure = crossed >> place & 1 == 1;
                    let inside = first < a.count && second < b.count;
                    if inside && !visit(a.edge(first), b.edge(second), sure) {
                        return;
                    }
                }
            }
            // Of many pairs that which shares most comes first: there edges cross earlier than
            // elsewhere.
            if most.0 > f32::NEG_INFINITY {
                let last = open.len() - 1;
                open.swap(most.1, last);
            }
        }
    }
}

/// How much eight boxes share with another, of the smaller of the two.
#[inline(always)]
fn shared<L: F32x8>(boxes: &[L; 4], other: &[L; 4]) -> L {
    let along = |k: usize| {
        let common = boxes[k + 2].min(other[k + 2]) - boxes[k].max(other[k]);
        common / (boxes[k + 2] - boxes[k]).min(other[k + 2] - other[k])
    };
    along(0) * along(1)
}

/// One bit for each of eight edges that is clearly apart from another, which is moved by `shift`,
/// and that clearly crosses it. `doubt` is how far a turn may be off, for each unit of an edge's
/// length and on top of that.
#[inline(always)]
pub(crate) fn turns<L: F32x8>(
    [rx, ry, sx, sy]: [L; 4],
    one: [L; 4],
    shift: [L; 2],
    doubt: [L; 2],
) -> [u8; 2] {
    let (px, py) = (one[0] + shift[0], one[1] + shift[1]);
    let (qx, qy) = (one[2] + shift[0], one[3] + shift[1]);
    let (ex, ey) = (one[2] - one[0], one[3] - one[1]);
    let (fx, fy) = (sx - rx, sy - ry);
    let (wx, wy) = (rx - px, ry - py);
    let of_e = [ex * wy - ey * wx, ex * (sy - py) - ey * (sx - px)];
    let of_f = [fy * wx - fx * wy, fx * (qy - ry) - fy * (qx - rx)];
    let [same_e, both_e] = sides(of_e, ex.abs() + ey.abs(), doubt);
    let [same_f, both_f] = sides(of_f, fx.abs() + fy.abs(), doubt);
    [same_e.or(same_f).mask(), both_e.and(both_f).mask()]
}

/// Returns `true` if two turns around edges of a length are clearly on the same side, and clearly
/// on both. A function, since a closure that is called twice is not inlined.
#[inline(always)]
fn sides<L: F32x8>(turns: [L; 2], length: L, doubt: [L; 2]) -> [L; 2] {
    let error = length * doubt[0] + doubt[1];
    let below = L::splat(0.0) - error;
    let [above, under] = [turns.map(|t| t.gt(error)), turns.map(|t| below.gt(t))];
    let same = above[0].and(above[1]).or(under[0].and(under[1]));
    let both = above[0].and(under[1]).or(under[0].and(above[1]));
    [same, both]
}

#[cfg(test)]
mod tests;
