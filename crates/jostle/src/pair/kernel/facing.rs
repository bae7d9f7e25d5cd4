//! How far does one small ring lie in front of each edge of another? In `f32`.
//!
//! The edges are lanes: those of two fours side by side, those of an eight by themselves. A height is that
//! of the nearest vertex of the other over an edge's line, times the edge's length; the error is that of
//! [`filter`](super::filter), which proves it. The least of the vertices by a tree, since each of a row
//! would wait for the one before.

use super::filter::{ERROR, OVERFLOWING};
use crate::math::simd::{Octet, WIDTH};
use crate::shape::Core;
use crate::shape::core::{Small, Vertices};

/// Heights over edges, and the edges.
#[derive(Clone, Copy)]
pub(super) struct Facing<L> {
    pub(super) height: L,
    pub(super) edge: [L; 2],
}

/// The x and the y of up to four vertices in the core's order, those beyond the last repeating the first.
#[inline(always)]
pub(super) fn four(core: &Core) -> Option<[[f32; 4]; 2]> {
    match &core.vertices {
        Vertices::Rect(frame) if frame.is_nearly_unit() => {
            let (c, s, half) = (frame.rot.cos, frame.rot.sin, frame.half);
            let (ux, uy, vx, vy) = (half.x * c, half.x * s, half.y * s, half.y * c);
            let (px, py, qx, qy) = (ux + vx, uy - vy, ux - vx, uy + vy);
            Some([[-qx, px, qx, -px], [-qy, py, qy, -py]])
        }
        Vertices::Small(Small { x, y, len }) if *len <= 4 => {
            let first = |v: &[f32; WIDTH]| [v[0], v[1], v[2], v[3]];
            Some([first(x), first(y)])
        }
        _ => None,
    }
}

/// The same of up to eight.
#[inline(always)]
pub(super) fn eight(core: &Core) -> Option<[[f32; WIDTH]; 2]> {
    if let Vertices::Small(Small { x, y, .. }) = &core.vertices {
        return Some([*x, *y]);
    }
    let padded = |v: [f32; 4]| [v[0], v[1], v[2], v[3], v[0], v[0], v[0], v[0]];
    four(core).map(|xy| xy.map(padded))
}

/// The error of a height over an edge for each unit of its length, from how far vertices reach: from all,
/// which is more than the farthest and sooner known. None where a product might overflow: a branch, which
/// nothing waits for.
#[inline(always)]
fn error<L: Octet>([dx, dy]: [f32; 2], reaches: L) -> Option<f32> {
    let mut far = [0.0; WIDTH];
    reaches.store(&mut far);
    let [a, b, c, d, e, f, g, h] = far;
    let size = dx.abs() + dy.abs() + (((a + e) + (b + f)) + ((c + g) + (d + h)));
    (size <= OVERFLOWING).then_some(size * ERROR)
}

/// The lanes of a, then those of b.
#[inline(always)]
fn beside([a, b, c, d]: [f32; 4], [e, f, g, h]: [f32; 4]) -> [f32; WIDTH] {
    [a, b, c, d, e, f, g, h]
}

/// The edges of the first of two rings of four, b `d` away, then those of the second; and the error of
/// all.
#[inline(always)]
pub(super) fn fours<L: Octet>(
    [[ax, ay], [bx, by]]: [[[f32; 4]; 2]; 2],
    [dx, dy]: [f32; 2],
) -> Option<(Facing<L>, f32)> {
    let next = |[p, q, r, s]: [f32; 4]| [q, r, s, p];
    let (x, y) = (L::load(&beside(ax, bx)), L::load(&beside(ay, by)));
    let error = error([dx, dy], x.abs().greater(y.abs()))?;
    let ex = L::load(&beside(next(ax), next(bx))) - x;
    let ey = L::load(&beside(next(ay), next(by))) - y;
    let [p, q, r, s] = [0, 1, 2, 3].map(
        #[inline(always)]
        |j| {
            let (px, py) = (beside([bx[j]; 4], [ax[j]; 4]), beside([by[j]; 4], [ay[j]; 4]));
            ey * L::load(&px) - ex * L::load(&py)
        },
    );
    let low = p.lesser(q).lesser(r.lesser(s));
    let away = |d: f32| beside([d; 4], [-d; 4]);
    let (dx, dy) = (L::load(&away(dx)), L::load(&away(dy)));
    let height = low + (ey * (dx - x) - ex * (dy - y));
    Some((Facing { height, edge: [ex, ey] }, error))
}

/// The error for two rings of eight, `d` apart.
#[inline(always)]
pub(super) fn error_of_eights<L: Octet>(
    rings: [&[[f32; WIDTH]; 2]; 2],
    d: [f32; 2],
) -> Option<f32> {
    let [a, b] = rings.map(
        #[inline(always)]
        |[x, y]| L::load(x).abs().greater(L::load(y).abs()),
    );
    error(d, a + b)
}

/// The edges of a ring of eight, the other `d` away.
#[inline(always)]
pub(super) fn eight_of<L: Octet>(
    [x, y]: &[[f32; WIDTH]; 2],
    other: &[[f32; WIDTH]; 2],
    [dx, dy]: [f32; 2],
) -> Facing<L> {
    let next = |[a, b, c, d, e, f, g, h]: [f32; WIDTH]| [b, c, d, e, f, g, h, a];
    let (own_x, own_y) = (L::load(x), L::load(y));
    let (ex, ey) = (L::load(&next(*x)) - own_x, L::load(&next(*y)) - own_y);
    let mut low = L::splat(f32::INFINITY);
    for (px, py) in other[0].iter().zip(&other[1]) {
        low = (ey * L::splat(*px) - ex * L::splat(*py)).lesser(low);
    }
    let (dx, dy) = (L::splat(dx), L::splat(dy));
    let height = low + (ey * (dx - own_x) - ex * (dy - own_y));
    Facing { height, edge: [ex, ey] }
}
