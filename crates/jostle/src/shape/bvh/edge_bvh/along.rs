//! The edges that a point or a box meets on its way, about in their order.
//!
//! Method: separating axes of the way and eight boxes: x, y, and the normal of the way (Ericson,
//! "Real-Time Collision Detection", §5.3.3), without a division. Nodes that begin nearer come first, and those
//! that begin behind the first crossing that is known are left out. Error: with u = 2^-24 and m the sum of
//! all reaches, a place across or along the way errs by 14um; [`MARGIN`] is above that.

use crate::math::DVec2;
use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::edge_bvh::{
    DOUBT, EdgeTree, LEVELS, ROUNDING, TINY, boxes, hits, outward, turns,
};

const MARGIN: f64 = 4.0 * ROUNDING;

/// Sums of a few numbers below this do not overflow.
const MOST: f64 = 1e37;

impl EdgeTree {
    /// Visits edges that a box, `half` as large, may meet on its way from a place: those that it comes to
    /// first first, as a rule. `visit` gets the place in the tree and a flag if a point's way clearly
    /// crosses the edge, and returns the fraction of the way up to which others count.
    pub(crate) fn along(
        &self,
        [from, way]: [DVec2; 2],
        half: DVec2,
        visit: &mut dyn FnMut(usize, bool) -> f64,
    ) {
        dispatch(Along { tree: self, from, way, half, visit });
    }
}

struct Along<'a> {
    tree: &'a EdgeTree,
    from: DVec2,
    way: DVec2,
    half: DVec2,
    visit: &'a mut dyn FnMut(usize, bool) -> f64,
}

/// A way in registers.
struct Lanes<L> {
    from: [L; 2],
    /// Its direction, whose larger coordinate is 1; none where that would not help.
    ahead: [L; 2],
    room: [L; 2],
    /// The way as an edge from the origin, and how far its turns are in doubt.
    edge: [L; 4],
    doubt: [L; 2],
}

impl<L: F32x8> Lanes<L> {
    #[inline(always)]
    fn new(way: &Along<'_>, ahead: DVec2, room: DVec2) -> Self {
        let (tree, length) = (way.tree, way.way.reach());
        // As in `Meeting`.
        let m = tree.reach + way.from.reach() + length;
        let is_exact = tree.exact && DVec2::from(way.way.round()) == way.way;
        let inexact = if is_exact { 0.0 } else { m };
        let (of_length, fixed) = (DOUBT * m, DOUBT * m * inexact + f64::from(TINY));
        let zero = L::splat(0.0);
        Self {
            from: [L::splat(way.from.x as f32), L::splat(way.from.y as f32)],
            ahead: [L::splat(ahead.x as f32), L::splat(ahead.y as f32)],
            room: [L::splat(room.x as f32), L::splat(room.y as f32)],
            edge: [zero, zero, L::splat(way.way.x as f32), L::splat(way.way.y as f32)],
            doubt: [L::splat(of_length as f32), L::splat(fixed as f32)],
        }
    }

    /// One bit for each of eight boxes on the line of the way, and where along it they begin.
    #[inline(always)]
    fn on_line(&self, own: &[L; 4]) -> (u8, L) {
        let ([px, py], [dx, dy], [rx, ry]) = (self.from, self.ahead, self.room);
        let half = L::splat(0.5);
        let (mx, my) = ((own[0] + own[2]) * half, (own[1] + own[3]) * half);
        let (cx, cy) = (mx - px, my - py);
        let (hx, hy) = (own[2] - mx + rx, own[3] - my + ry);
        let beside = (dx * cy - dy * cx).abs().gt(dx.abs() * hy + dy.abs() * hx);
        (!beside.mask(), dx * cx + dy * cy - dx.abs() * hx - dy.abs() * hy)
    }

    /// The box around the way up to a fraction, and how far along its line that is.
    #[inline(always)]
    fn reached(way: &Along<'_>, ahead: DVec2, room: DVec2, until: f64) -> ([L; 4], f32) {
        let DAabb { min, max } = DAabb::of([way.from, way.from + way.way * until]);
        let [a, b, c, d] = outward(DAabb { min: min - room, max: max + room });
        let along = until * way.way.dot(ahead) + 2.0 * (room.x + room.y);
        let bounds = [L::splat(a), L::splat(b), L::splat(c), L::splat(d)];
        (bounds, (along * (1.0 + ROUNDING)) as f32)
    }
}

impl Kernel for Along<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<L: F32x8>(self) {
        let Self { tree, from, way, half, .. } = self;
        let (length, size) = (way.reach(), tree.reach + from.reach() + half.reach());
        let is_plain = length > 0.0 && size + length < MOST;
        let ahead = if is_plain { way * (1.0 / length) } else { DVec2::ZERO };
        let margin = MARGIN * size + f64::from(TINY);
        let room = half + DVec2::new(margin, margin);
        let lanes = Lanes::<L>::new(&self, ahead, room);
        let (mut bounds, mut limit) = Lanes::<L>::reached(&self, ahead, room, 1.0);
        // Blocks with where they begin, the next one last.
        let mut open = [(0.0_f32, 0_usize, 0_usize); LEVELS * WIDTH];
        let (mut len, mut keys) = (1, [0.0_f32; WIDTH]);
        open[0] = (f32::NEG_INFINITY, tree.top, 0);
        while len > 0 {
            len -= 1;
            let (begin, level, block) = open[len];
            if begin > limit {
                continue;
            }
            let own = boxes::<L>(tree.block(level, block), level == 0);
            let (on_line, begins) = lanes.on_line(&own);
            begins.store(&mut keys);
            let (mut left, mut crossed) = (hits(&own, &bounds) & on_line, 0);
            if level == 0 && left != 0 && half == DVec2::ZERO {
                let [a, b, c, d] = tree.block(0, block);
                let eight = [L::load(a), L::load(b), L::load(c), L::load(d)];
                let [apart, cross] = turns(eight, lanes.edge, lanes.from, lanes.doubt);
                (left, crossed) = (left & !apart, cross);
            }
            let first = len;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let place = block * WIDTH + lane;
                // Numbers that overflow meet lanes that have nothing, too.
                if place >= tree.count_below(level) {
                    continue;
                }
                if level == 0 {
                    let until = (self.visit)(place, crossed >> lane & 1 == 1);
                    (bounds, limit) = Lanes::<L>::reached(&self, ahead, room, until);
                } else {
                    let mut at = len;
                    while at > first && open[at - 1].0 < keys[lane] {
                        open[at] = open[at - 1];
                        at -= 1;
                    }
                    open[at] = (keys[lane], level - 1, place);
                    len += 1;
                }
            }
        }
    }
}
