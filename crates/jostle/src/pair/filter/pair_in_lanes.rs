//! The filter for one pair with four tests: the four tests are the lanes of one register.
//!
//! The formulas and errors are those of [`formulas`](crate::pair::filter::formulas). Two rectangles
//! have four axes, two segments four pairs of an end and an edge.
//! Perf: 1.5 times as fast as the scalar formula, which compilers vectorize badly.

use crate::math::simd::F32x4;
use crate::math::{DVec2, Vec2};
use crate::pair::filter::formulas::{
    Certain, ERROR, FOOT_ERROR, MIN_EDGE, UNDERFLOW, nan_if_overflowing, rounded,
};
use crate::shape::body::core::RectFrame;

/// Two plain rectangles (see [`Core::plain`](crate::shape::Core)), b `d` away.
///
/// Lanes: the x and y axes of a, those of b.
#[inline(always)]
pub(crate) fn rects<Q: F32x4>(a: &RectFrame, b: &RectFrame, d: Vec2) -> Certain {
    let (p, q) = (a.rot, b.rot);
    let first = Q::load([p.cos, p.cos, q.cos, q.cos]);
    let second = Q::load([p.sin, -p.sin, q.sin, -q.sin]);
    let along = first * Q::load([d.x, d.y, d.x, d.y]) + second * Q::load([d.y, d.x, d.y, d.x]);
    let turn = (Q::load([p.cos; 4]) * Q::load([q.cos, q.sin, q.cos, q.sin])
        + Q::load([p.sin, -p.sin, p.sin, -p.sin]) * Q::load([q.sin, q.cos, q.sin, q.cos]))
    .abs();
    let [cos, sin, ..] = turn.numbers();
    let own = Q::load([a.half.x, a.half.y, b.half.x, b.half.y]);
    let other = Q::load([b.half.x, b.half.x, a.half.x, a.half.x]) * turn
        + Q::load([b.half.y, b.half.y, a.half.y, a.half.y]) * Q::load([sin, cos, sin, cos]);
    let far = along.abs() - (own + other);
    // Counts the distance twice, which leaves hardly more pairs undecided.
    let [s, t, u, v] = (Q::load([d.x, d.y, d.x, d.y]).abs() + own).numbers();
    let error = Q::splat(((s + t) + (u + v)) * ERROR + UNDERFLOW);
    Certain {
        separated: u8::from(far.gt(error).mask() != 0),
        overlapping: u8::from((Q::splat(0.0) - error).gt(far).mask() == 0b1111),
    }
}

/// Two segments, rounded by `radius` together, b's origin `d` away from a's.
///
/// Lanes: the ends of b seen from a, those of a seen from b.
#[inline(always)]
pub(crate) fn segments<Q: F32x4>(a: &[DVec2; 2], b: &[DVec2; 2], d: Vec2, radius: f32) -> Certain {
    let zero = Q::splat(0.0);
    let ([v, w], [p, q]) = (a.map(rounded), b.map(rounded));
    let (e, f) = ([w.x - v.x, w.y - v.y], [q.x - p.x, q.y - p.y]);
    let (ex, ey) = (Q::load([e[0], e[0], f[0], f[0]]), Q::load([e[1], e[1], f[1], f[1]]));
    let (there, back) = ([d.x - v.x, d.y - v.y], [d.x + p.x, d.y + p.y]);
    let x = Q::load([p.x + there[0], q.x + there[0], v.x - back[0], w.x - back[0]]);
    let y = Q::load([p.y + there[1], q.y + there[1], v.y - back[1], w.y - back[1]]);
    let reach = Q::load([v.x, w.x, p.x, q.x]).abs() + Q::load([v.y, w.y, p.y, q.y]).abs();
    let [s, t, u, v] = reach.numbers();
    let size = nan_if_overflowing(d.x.abs() + d.y.abs() + ((s + t) + (u + v)));

    let inverse = Q::splat(1.0) / (ex * ex + ey * ey).max(Q::splat(UNDERFLOW));
    let foot = ((x * ex + y * ey) * inverse).max(zero).min(Q::splat(1.0));
    let (fx, fy) = (x - ex * foot, y - ey * foot);
    let square = fx * fx + fy * fy;
    let error = (size + radius) * FOOT_ERROR + MIN_EDGE;
    let (more, less) = (radius + error, radius - error);
    let far = square.gt(Q::splat(more * more)).mask() == 0b1111;
    let near = (less > 0.0) & (Q::splat(less * less).gt(square).mask() != 0);

    let error = (ex.abs() + ey.abs()) * Q::splat(size * ERROR) + Q::splat(UNDERFLOW);
    let height = ex * y - ey * x;
    let (left, right) = (height.gt(error).mask(), (zero - error).gt(height).mask());
    // A bit for each edge: whether both ends of the other are on one side, and on one each.
    let same = ((left & (left >> 1)) | (right & (right >> 1))) & 0b0101;
    let both = ((left & (right >> 1)) | (right & (left >> 1))) & 0b0101;
    Certain {
        separated: u8::from(far & (same != 0)),
        overlapping: u8::from(near | (both == 0b0101)),
    }
}
