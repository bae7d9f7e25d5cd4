//! The edges that a point or a box meets on its way, about in their order.
//!
//! Method: separating axes of the way and eight boxes: x, y, and the normal of the way (Ericson,
//! "Real-Time Collision Detection", §5.3.3), without a division. Nodes that begin nearer come first, and those
//! that begin behind the first crossing that is known are left out. Error: with u = 2^-24 and m the sum of
//! all reaches, a place across or along the way errs by 14um; [`MARGIN`] is above that.

use crate::math::DVec2;
use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::edge_bvh::{EdgeTree, LEVELS, MARGIN, ROUNDING, TINY, boxes, hits, outward};

/// Sums of a few numbers below this do not overflow.
const MOST: f64 = 1e37;

impl EdgeTree {
    /// Visits edges that a box, `half` as large, may meet on its way from a place: those that it comes to
    /// first first, as a rule. `visit` gets the place in the tree and returns the fraction of the way up
    /// to which others count.
    pub(crate) fn along(
        &self,
        [from, way]: [DVec2; 2],
        half: DVec2,
        visit: &mut dyn FnMut(usize) -> f64,
    ) {
        dispatch(Walk { tree: self, from, way, half, visit });
    }
}

struct Walk<'a> {
    tree: &'a EdgeTree,
    from: DVec2,
    way: DVec2,
    half: DVec2,
    visit: &'a mut dyn FnMut(usize) -> f64,
}

/// A way in registers: where it begins, its direction, whose larger coordinate is 1, or none where that
/// would not help, and the room around it.
struct WalkLanes<L>([L; 2], [L; 2], [L; 2]);

impl<L: F32x8> WalkLanes<L> {
    #[inline(always)]
    fn new(from: DVec2, ahead: DVec2, room: DVec2) -> Self {
        Self(
            [L::splat(from.x as f32), L::splat(from.y as f32)],
            [L::splat(ahead.x as f32), L::splat(ahead.y as f32)],
            [L::splat(room.x as f32), L::splat(room.y as f32)],
        )
    }

    /// One bit for each of eight boxes on the line of the way, and where along it they begin.
    #[inline(always)]
    fn on_line(&self, own: &[L; 4]) -> (u8, L) {
        let Self([px, py], [dx, dy], [rx, ry]) = *self;
        let half = L::splat(0.5);
        let (mx, my) = ((own[0] + own[2]) * half, (own[1] + own[3]) * half);
        let (cx, cy) = (mx - px, my - py);
        let (hx, hy) = (own[2] - mx + rx, own[3] - my + ry);
        let beside = (dx * cy - dy * cx).abs().gt(dx.abs() * hy + dy.abs() * hx);
        (!beside.mask(), dx * cx + dy * cy - dx.abs() * hx - dy.abs() * hy)
    }

    /// The box around the way up to a fraction, and how far along its line that is.
    #[inline(always)]
    fn reached(way: &Walk<'_>, ahead: DVec2, room: DVec2, until: f64) -> ([L; 4], f32) {
        let DAabb { min, max } = DAabb::of([way.from, way.from + way.way * until]);
        let [a, b, c, d] = outward(DAabb { min: min - room, max: max + room });
        let along = until * way.way.dot(ahead) + 2.0 * (room.x + room.y);
        let bounds = [L::splat(a), L::splat(b), L::splat(c), L::splat(d)];
        (bounds, (along * (1.0 + ROUNDING)) as f32)
    }
}

impl Kernel for Walk<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<L: F32x8>(self) {
        let Self { tree, from, way, half, .. } = self;
        let (length, size) = (way.reach(), tree.reach + from.reach() + half.reach());
        let is_plain = length > 0.0 && size + length < MOST;
        let ahead = if is_plain { way * (1.0 / length) } else { DVec2::ZERO };
        let margin = MARGIN * size + f64::from(TINY);
        let room = half + DVec2::new(margin, margin);
        let lanes = WalkLanes::<L>::new(from, ahead, room);
        let (mut bounds, mut limit) = WalkLanes::<L>::reached(&self, ahead, room, 1.0);
        // Blocks with where they begin, the next one last.
        let mut open = [(0.0_f32, 0_u32, 0_u32); LEVELS * WIDTH];
        let (mut len, mut keys) = (1, [0.0_f32; WIDTH]);
        open[0] = (f32::NEG_INFINITY, tree.top as u32, 0);
        while len > 0 {
            len -= 1;
            let (begin, level, block) = open[len];
            if begin > limit {
                continue;
            }
            let (level, block) = (level as usize, block as usize);
            let own = boxes::<L>(tree.block(level, block), level == 0);
            let (on_line, begins) = lanes.on_line(&own);
            begins.store(&mut keys);
            let mut left = hits(&own, &bounds) & on_line;
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
                    let until = (self.visit)(place);
                    (bounds, limit) = WalkLanes::<L>::reached(&self, ahead, room, until);
                } else {
                    let mut at = len;
                    while at > first && open[at - 1].0 < keys[lane] {
                        open[at] = open[at - 1];
                        at -= 1;
                    }
                    open[at] = (keys[lane], level as u32 - 1, place as u32);
                    len += 1;
                }
            }
        }
    }
}
