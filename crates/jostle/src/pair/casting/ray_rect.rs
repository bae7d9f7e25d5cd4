//! The four sides of a rectangle, two at a time: opposite ones differ by signs, and so does all that is
//! computed of them.
//!
//! What [`clear_entry`](crate::pair::casting::ray_convex) and [`nearest_edge`](crate::pair::casting::hit_edge) compute in lanes
//! of any small convex core, in the same bits: a product, a sum or a quotient of numbers with other signs is
//! the same number with another sign. Lane 0 stands for sides 0 and 2, lane 1 for 1 and 3. Frame: relative
//! to the rectangle's centre. Of four lanes with choices between them one entry took 370 instructions and
//! one edge 255.

use crate::math::simd::{Dual, Two, Wide};
use crate::math::{D2, Each, greater};
use crate::pair::casting::hit_edge::is_clear;
use crate::pair::casting::ray_body::Crossing;
use crate::shape::body::core::Frame;

/// A place at which a way enters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) crossing: Crossing,
    /// The edge that is nearest to it, rounded to `f32`; none where that takes a closer look.
    pub(crate) side: Option<u32>,
}

/// Vectors of sides 0 and 1 by coordinates; of the other two they are opposite.
#[derive(Clone, Copy)]
struct Both {
    x: Two,
    y: Two,
}

impl Both {
    #[inline(always)]
    fn new(first: Two, second: Two) -> Self {
        Self { x: first.firsts(second), y: first.seconds(second) }
    }

    /// The opposite ones where these answers are yes.
    #[inline(always)]
    fn opposite(self, at: Two) -> Self {
        Self { x: self.x.negated(at), y: self.y.negated(at) }
    }

    #[inline(always)]
    fn plus(self, p: D2) -> Self {
        Self { x: self.x + Two::splat(p.x), y: self.y + Two::splat(p.y) }
    }

    #[inline(always)]
    fn minus(self, p: D2) -> Self {
        Self { x: self.x - Two::splat(p.x), y: self.y - Two::splat(p.y) }
    }
}

/// See the file's head.
pub(crate) struct Sides {
    /// Where sides 0 and 1 begin.
    start: Both,
    axis: [Two; 2],
    /// Third and second corner.
    corners: [Two; 2],
    half: [f64; 2],
}

impl Sides {
    #[inline(always)]
    pub(crate) fn new(frame: &Frame) -> Self {
        let half = [f64::from(frame.half.x), f64::from(frame.half.y)];
        let u = Two::load([f64::from(frame.rot.cos), f64::from(frame.rot.sin)]);
        let (x, y) = (u * Two::splat(half[0]), u.left() * Two::splat(half[1]));
        let (q, r) = (x - y, x + y);
        let start = Both::new(r.negated(Two::YES), q);
        Self { start, axis: [u, u.left()], corners: [r, q], half }
    }

    /// The largest coordinate of a corner.
    #[inline(always)]
    fn reach(&self) -> f64 {
        let [r, q] = self.corners;
        let [x, y] = r.abs().greater(q.abs()).numbers();
        greater(x, y)
    }

    /// Where the way from `p` enters, if `error`, a part of the product of sizes, hides nothing; and the
    /// side, if the place is more than four times as far from all others as it can be from this one, once
    /// it has been moved by `near`.
    #[inline(always)]
    pub(crate) fn entry(&self, p: D2, way: D2, (error, near): (f64, f64)) -> Option<Entry> {
        let [r, q] = self.corners;
        let (edge, start) = (Both::new(q + r, r - q), self.start);
        let rate = edge.y * Two::splat(way.x) - edge.x * Two::splat(way.y);
        // Of each two opposite sides the way enters at the one against which it goes.
        let (zero, endless) = (Two::splat(0.0), Two::splat(f64::INFINITY));
        let other = rate.above(zero);
        // Of both sides, since the roots need not wait for what decides between them.
        let length = (edge.y * edge.y + edge.x * edge.x).sqrt();
        let unit = Both { x: edge.y / length, y: (edge.x / length).negated(Two::YES) };
        let unit = unit.opposite(other);
        let (edge, start) = (edge.opposite(other), start.opposite(other));
        let rate = rate.abs();
        let (at, far) = (start.minus(p), start.plus(p));
        let first = edge.y * at.x - edge.x * at.y;
        let last = edge.y * far.x - edge.x * far.y;
        let moves = rate.above(zero);
        let enters = moves.choose(first / rate, endless).negated(Two::YES);
        let [x, y] = moves.choose(last / rate, endless).numbers();
        let exit = if y < x { y } else { x };
        // Of two at once the one with the lesser number: side 1 where the other one is 2.
        let [earlier, later] = [enters.above(enters.swapped()), enters.swapped().above(enters)];
        let at_once = (earlier.bits() == 0) & (other.bits() == 1);
        let lane = later.bits() & 1 | u8::from(at_once);
        let second = Two::splat(f64::from(lane)).above(zero);
        let chosen = |both: Two| second.choose(both.swapped(), both).numbers()[0];
        let entry = chosen(enters);
        let middle = (entry + exit) * 0.5;
        let place = if middle < 1.0 { middle } else { 1.0 };
        let sum = |v: D2| v.x.abs() + v.y.abs();
        let size = 2.0 * self.reach();
        let error = error * size * (size + sum(p) + sum(way));
        let on = Two::splat(place) * rate;
        let clear = Two::splat(error);
        let within = (first + on).above(clear).and((last - on).above(clear)).bits() == 3;
        if !((place > 0.0) & within & (chosen(first) < -error)) {
            return None;
        }
        if chosen(length) <= 0.0 {
            return None;
        }
        let normal = D2::new(chosen(unit.x), chosen(unit.y));
        // Heights are distances times the lengths of sides, which are at most these.
        let (on, sum) = (Two::splat(entry) * rate, edge.x.abs() + edge.y.abs());
        let room = sum * Two::splat(8.0 * near);
        let apart = [first + on, last - on].each(|height| height.above(room + clear).bits());
        let own = chosen(room) > 4.0 * error;
        let side = u32::from(lane + 2 * (other.bits() >> lane & 1));
        let side = (own & (apart[0] | 1 << lane == 3) & (apart[1] == 3)).then_some(side);
        Some(Entry { crossing: Crossing { at: entry, normal }, side })
    }

    /// The side that is nearest to `p`, if it clearly is.
    #[inline(always)]
    pub(crate) fn nearest(&self, p: D2) -> Option<u32> {
        let [x, y] = self.half.each(|half| Two::splat(2.0 * half));
        let edge = Both::new(self.axis[0] * x, self.axis[1] * y);
        let length = edge.x * edge.x + edge.y * edge.y;
        let square = |off: Both| {
            let t = (off.x * edge.x + off.y * edge.y) / length;
            let (zero, one) = (Two::splat(0.0), Two::splat(1.0));
            let t = t.above(zero).choose(t, zero);
            let t = one.above(t).choose(t, one);
            let (x, y) = (off.x - t * edge.x, off.y - t * edge.y);
            (x * x + y * y).numbers()
        };
        let near = square(self.start.minus(p).opposite(Two::YES));
        // What is opposite as seen from the other side.
        let far = square(self.start.plus(p).opposite(Two::YES));
        let (mut best, mut second, mut side) = (f64::INFINITY, f64::INFINITY, 0);
        for (i, square) in [near[0], near[1], far[0], far[1]].into_iter().enumerate() {
            let nearer = square < best;
            let other = if nearer { best } else { square };
            second = if other < second { other } else { second };
            (best, side) = if nearer { (square, i as u32) } else { (best, side) };
        }
        is_clear([best, second], self.reach() + p.reach()).then_some(side)
    }
}
