//! The edges that are nearest to a box.
//!
//! Method: nodes by the distance of their boxes, edges by that of the segments from the middle of the box
//! (Ericson, "Real-Time Collision Detection", §5.1.2), the nearest of a block first. Error: in
//! `f32`, with [`MARGIN`] taken off each distance, so that more may be found and none is missed.

use crate::math::DVec2;
use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::edge_bvh::{EdgeTree, LEVELS, MARGIN, ROUNDING, TINY, boxes};

/// Squares of sums of a few numbers below this do not overflow.
const MOST: f64 = 1e18;

impl EdgeTree {
    /// Visits edges that may lie nearer to a box than the bound, nearer ones first as a rule; `visit`
    /// returns the new squared bound, which is the result.
    pub(crate) fn nearer(
        &self,
        bounds: DAabb,
        square: f64,
        visit: &mut dyn FnMut(usize) -> f64,
    ) -> f64 {
        dispatch(Nearer { tree: self, bounds, square, visit })
    }
}

struct Nearer<'a> {
    tree: &'a EdgeTree,
    bounds: DAabb,
    square: f64,
    visit: &'a mut dyn FnMut(usize) -> f64,
}

/// A box in registers: its middle, its half extents with the margin, and the length of half its diagonal.
struct BoxLanes<L>([L; 2], [L; 2], L);

impl<L: F32x8> BoxLanes<L> {
    #[inline(always)]
    fn new(middle: DVec2, half: DVec2, margin: f64) -> Self {
        let room = half + DVec2::new(margin, margin);
        let splat = |v: DVec2| [L::splat(v.x as f32), L::splat(v.y as f32)];
        Self(splat(middle), splat(room), L::splat((room.x + room.y) as f32))
    }

    /// Squares of distances that are no larger than those of eight boxes.
    #[inline(always)]
    fn to_boxes(&self, own: &[L; 4]) -> L {
        let Self([px, py], [hx, hy], _) = *self;
        let zero = L::splat(0.0);
        let dx = (own[0] - (px + hx)).max((px - hx) - own[2]).max(zero);
        let dy = (own[1] - (py + hy)).max((py - hy) - own[3]).max(zero);
        dx * dx + dy * dy
    }

    /// The same for what a block has.
    #[inline(always)]
    fn to_block(&self, tree: &EdgeTree, (level, block): (usize, usize)) -> L {
        let block = tree.block(level, block);
        let near = self.to_boxes(&boxes::<L>(block, level == 0));
        if level > 0 {
            return near;
        }
        self.to_edges([0, 1, 2, 3].map(|k| L::load(&block[k]))).max(near)
    }

    /// The same for eight edges, of which those that are none yield NaN.
    #[inline(always)]
    fn to_edges(&self, [ux, uy, vx, vy]: [L; 4]) -> L {
        let Self([px, py], _, room) = *self;
        let (ex, ey, wx, wy) = (vx - ux, vy - uy, px - ux, py - uy);
        let square = (ex * ex + ey * ey).max(L::splat(TINY));
        let along = ((wx * ex + wy * ey) / square).max(L::splat(0.0)).min(L::splat(1.0));
        let (dx, dy) = (wx - ex * along, wy - ey * along);
        // (d − r)² is at least d² − 2rd.
        dx * dx + dy * dy - (room + room) * (dx.abs() + dy.abs())
    }
}

/// A squared bound in `f32`, rounded up; nothing lies nearer than 0.
fn limit(square: f64) -> f32 {
    if square > 0.0 { (square * (1.0 + ROUNDING)) as f32 + TINY } else { 0.0 }
}

impl Kernel for Nearer<'_> {
    type Answer = f64;

    #[inline(always)]
    fn run<L: F32x8>(self) -> f64 {
        let Self { tree, bounds, mut square, visit } = self;
        let (middle, size) =
            ((bounds.min + bounds.max) * 0.5, bounds.min.reach() + bounds.max.reach() + tree.reach);
        if size.is_nan() || size >= MOST {
            return (0..tree.count).fold(square, |_, place| visit(tree.edge(place)));
        }
        let lanes =
            BoxLanes::<L>::new(middle, bounds.max - middle, MARGIN * size + f64::from(TINY));
        let mut most = limit(square);
        // On each level the block that is open, and the distances of what of it is left to look at.
        let mut open = [(0, [f32::INFINITY; WIDTH]); LEVELS];
        let mut level = tree.top;
        lanes.to_block(tree, (level, 0)).store(&mut open[level].1);
        loop {
            let (block, keys) = &mut open[level];
            let near = L::load(keys);
            let least = near.reduce_min();
            if least >= most {
                if level == tree.top {
                    return square;
                }
                level += 1;
                continue;
            }
            let lane = near.eq(L::splat(least)).mask().trailing_zeros() as usize;
            keys[lane] = f32::INFINITY;
            let place = *block * WIDTH + lane;
            if level == 0 {
                square = visit(tree.edge(place));
                most = limit(square);
            } else {
                level -= 1;
                open[level].0 = place;
                lanes.to_block(tree, (level, place)).store(&mut open[level].1);
            }
        }
    }
}
