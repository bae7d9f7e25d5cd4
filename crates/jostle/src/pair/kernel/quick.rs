//! Are two small convex cores surely apart, or do they surely meet? One pair, in `f32`.
//!
//! The forms of [`filter`](super::filter) for discs, rectangles and capsules; rings of up to eight
//! vertices by their separating axes with the edges as lanes, as in [`separating`](super::separating),
//! those of two fours side by side. The error is that of [`filter`](super::filter), and so is what
//! follows from it: no answer is right or none. Two rounded rings are left to others, for
//! their corners.
//!
//! Cost, on a busy machine: 6 ns for discs, 13 for rectangles, 22 for capsules, 20 for triangles, where
//! `f64` took 15, 27, 37 and 91.

use super::filter::{
    ERROR, Form, Points, RectAndPoint, Rects, RingAndPoint, RingAndRing, Sure, TINY, Twos,
};
use crate::math::D2;
use crate::math::simd::{Kernel, Lane, One, WIDTH, narrow};
use crate::shape::core::{Frame, Small, Vertices};
use crate::shape::{Core, Kind};

/// What is sure of a pair; none where its kinds have no form.
#[inline]
pub(crate) fn sure(a: &Core, b: &Core) -> Option<Sure> {
    match (&a.vertices, &b.vertices) {
        (Vertices::Rect(f), Vertices::Rect(g)) => match (rect(a, f), rect(b, g)) {
            (Some(a), Some(b)) => Some(Rects::sure(&a, &b)),
            _ => None,
        },
        (Vertices::Thin(..), Vertices::Thin(..)) => match (a.kind, b.kind) {
            (Kind::Point, Kind::Point) => Some(Points::sure(&point(a), &point(b))),
            (Kind::Segment, Kind::Point) => Some(RingAndPoint::<2>::sure(&two(a)?, &point(b))),
            (Kind::Point, Kind::Segment) => Some(RingAndPoint::<2>::sure(&two(b)?, &point(a))),
            _ => Some(Twos::sure(&two(a)?, &two(b)?)),
        },
        (Vertices::Rect(f), Vertices::Thin(..)) if b.kind == Kind::Point => {
            Some(RectAndPoint::sure(&rect(a, f)?, &point(b)))
        }
        (Vertices::Thin(..), Vertices::Rect(g)) if a.kind == Kind::Point => {
            Some(RectAndPoint::sure(&rect(b, g)?, &point(a)))
        }
        (Vertices::Thin(..), _) => ring_and_thin(b, a),
        (_, Vertices::Thin(..)) => ring_and_thin(a, b),
        _ => rings(a, b),
    }
}

/// A ring of up to eight vertices, rounded or not, and a point or segment likewise.
#[inline(never)]
fn ring_and_thin(ring: &Core, thin: &Core) -> Option<Sure> {
    if ring.kind != Kind::Convex {
        return None;
    }
    if let Some([[p, q, r, s], [t, u, v, w]]) = four(ring) {
        let Core { origin, radius, .. } = ring;
        let numbers = [origin.x, origin.y, *radius, p, q, r, s, t, u, v, w].map(One);
        return Some(match thin.kind {
            Kind::Point => RingAndPoint::<4>::sure(&numbers, &point(thin)),
            _ => RingAndRing::<4, 2>::sure(&numbers, &two(thin)?),
        });
    }
    // Eight edges and a capsule are decided as soon in `f64`.
    if thin.kind != Kind::Point {
        return None;
    }
    let [x, y] = eight(ring)?;
    let mut numbers = [One(0.0); 19];
    let all = [ring.origin.x, ring.origin.y, ring.radius].into_iter().chain(x).chain(y);
    for (to, from) in numbers.iter_mut().zip(all) {
        *to = One(from);
    }
    Some(RingAndPoint::<8>::sure(&numbers, &point(thin)))
}

#[inline(always)]
fn point(core: &Core) -> [One; 3] {
    [core.origin.x, core.origin.y, core.radius].map(One)
}

/// A rectangle with nothing round, whose stored direction is nearly of length 1.
#[inline(always)]
fn rect(core: &Core, frame: &Frame) -> Option<[One; 6]> {
    let Frame { half, rot } = frame;
    let numbers = [core.origin.x, core.origin.y, half.x, half.y, rot.cos, rot.sin];
    let fits = core.kind == Kind::Convex && core.radius == 0.0 && frame.is_nearly_unit();
    fits.then(|| numbers.map(One))
}

/// A segment, rounded or not; none where its offsets are no ordinary numbers.
#[inline(always)]
fn two(core: &Core) -> Option<[One; 7]> {
    let Vertices::Thin([v, w], _) = core.vertices else { return None };
    let round = |v: D2| [v.x as f32, v.y as f32];
    let ([vx, vy], [wx, wy]) = (round(v), round(w));
    let Core { origin, radius, .. } = core;
    Some([origin.x, origin.y, *radius, vx, wx, vy, wy].map(One))
}

/// The x and the y of up to four vertices, those beyond the last repeating the first.
#[inline(always)]
fn four(core: &Core) -> Option<[[f32; 4]; 2]> {
    match &core.vertices {
        Vertices::Rect(frame) if frame.is_nearly_unit() => {
            let (c, s, half) = (frame.rot.cos, frame.rot.sin, frame.half);
            let (ux, uy, vx, vy) = (half.x * c, half.x * s, half.y * s, half.y * c);
            let (px, py, qx, qy) = (ux + vx, uy - vy, ux - vx, uy + vy);
            Some([[px, qx, -px, -qx], [py, qy, -py, -qy]])
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
fn eight(core: &Core) -> Option<[[f32; WIDTH]; 2]> {
    if let Vertices::Small(Small { x, y, .. }) = &core.vertices {
        return Some([*x, *y]);
    }
    let padded = |v: [f32; 4]| [v[0], v[1], v[2], v[3], v[0], v[0], v[0], v[0]];
    four(core).map(|xy| xy.map(padded))
}

/// The largest coordinate, by a tree, since one after the other would wait for each.
#[inline(always)]
fn reach<const N: usize>([x, y]: [[f32; N]; 2]) -> f32 {
    let mut far = [0.0; N];
    for i in 0..N {
        far[i] = if x[i].abs() > y[i].abs() { x[i].abs() } else { y[i].abs() };
    }
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            far[i] = if far[i] > far[i + half] { far[i] } else { far[i + half] };
        }
        half /= 2;
    }
    far[0]
}

/// Two rings without a radius.
#[inline(always)]
fn rings(a: &Core, b: &Core) -> Option<Sure> {
    if a.kind != Kind::Convex || b.kind != Kind::Convex || a.radius + b.radius > 0.0 {
        return None;
    }
    let [dx, dy] = [b.origin.x - a.origin.x, b.origin.y - a.origin.y];
    if let (Some([ax, ay]), Some([bx, by])) = (four(a), four(b)) {
        let error = (dx.abs() + dy.abs() + reach([ax, ay]) + reach([bx, by])) * ERROR;
        return Some(narrow(Fours { own: [ax, ay, bx, by], d: [dx, dy], error }));
    }
    let ([ax, ay], [bx, by]) = (eight(a)?, eight(b)?);
    let error = (dx.abs() + dy.abs() + reach([ax, ay]) + reach([bx, by])) * ERROR;
    Some(narrow(Eights { a: [ax, ay], b: [bx, by], d: [dx, dy], error }))
}

/// The edges of both rings, four each, side by side.
struct Fours {
    own: [[f32; 4]; 4],
    d: [f32; 2],
    error: f32,
}

/// The lanes of a, then those of b.
#[inline(always)]
fn beside([a, b, c, d]: [f32; 4], [e, f, g, h]: [f32; 4]) -> [f32; WIDTH] {
    [a, b, c, d, e, f, g, h]
}

impl Kernel for Fours {
    type Answer = Sure;

    #[inline(always)]
    fn run<L: Lane>(self) -> Sure {
        let ([ax, ay, bx, by], [dx, dy]) = (self.own, self.d);
        let next = |[p, q, r, s]: [f32; 4]| [q, r, s, p];
        let (x, y) = (L::load(&beside(ax, bx)), L::load(&beside(ay, by)));
        let ex = L::load(&beside(next(ax), next(bx))) - x;
        let ey = L::load(&beside(next(ay), next(by))) - y;
        let mut low = L::splat(f32::INFINITY);
        for j in 0..4 {
            let (px, py) = (beside([bx[j]; 4], [ax[j]; 4]), beside([by[j]; 4], [ay[j]; 4]));
            low = (ey * L::load(&px) - ex * L::load(&py)).lesser(low);
        }
        let away = |d: f32| beside([d; 4], [-d; 4]);
        let (dx, dy) = (L::load(&away(dx)), L::load(&away(dy)));
        let height = low + (ey * (dx - x) - ex * (dy - y));
        let [apart, meet] = beyond(height, [ex, ey], self.error);
        Sure { apart: u8::from(apart != 0), meet: u8::from(meet == u8::MAX) }
    }
}

/// The edges of one ring side by side, then those of the other.
struct Eights {
    a: [[f32; WIDTH]; 2],
    b: [[f32; WIDTH]; 2],
    d: [f32; 2],
    error: f32,
}

impl Kernel for Eights {
    type Answer = Sure;

    #[inline(always)]
    fn run<L: Lane>(self) -> Sure {
        let Self { a, b, d: [dx, dy], error } = self;
        let [of_a, in_a] = axes::<L>(&a, &b, [dx, dy], error);
        let [of_b, in_b] = axes::<L>(&b, &a, [-dx, -dy], error);
        Sure { apart: u8::from(of_a | of_b != 0), meet: u8::from(in_a & in_b == u8::MAX) }
    }
}

#[inline(always)]
fn axes<L: Lane>(
    [x, y]: &[[f32; WIDTH]; 2],
    other: &[[f32; WIDTH]; 2],
    [dx, dy]: [f32; 2],
    error: f32,
) -> [u8; 2] {
    let next = |[a, b, c, d, e, f, g, h]: [f32; WIDTH]| [b, c, d, e, f, g, h, a];
    let (own_x, own_y) = (L::load(x), L::load(y));
    let (ex, ey) = (L::load(&next(*x)) - own_x, L::load(&next(*y)) - own_y);
    let mut low = L::splat(f32::INFINITY);
    for (px, py) in other[0].iter().zip(&other[1]) {
        low = (ey * L::splat(*px) - ex * L::splat(*py)).lesser(low);
    }
    let (dx, dy) = (L::splat(dx), L::splat(dy));
    beyond(low + (ey * (dx - own_x) - ex * (dy - own_y)), [ex, ey], error)
}

/// The edges that have all of the other in front, and those that have some of it behind or no length.
#[inline(always)]
fn beyond<L: Lane>(height: L, [ex, ey]: [L; 2], error: f32) -> [u8; 2] {
    let (zero, length) = (L::splat(0.0), ex.abs() + ey.abs());
    let error = length * L::splat(error) + L::splat(TINY);
    let behind = (zero - error).above(height);
    [height.above(error).bits(), behind.or(length.equals(zero)).bits()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::samples::{Random, kinds};
    use crate::pair::verdict::{Verdict, in_doubt};
    use crate::shape::Body;
    use crate::{Affine, Placed, Shape};

    fn check(a: &Placed, b: &Placed, asked: &mut usize, doubts: &mut usize) {
        let (Body::Core(a), Body::Core(b)) = (&a.body, &b.body) else { return };
        let Some(sure) = sure(a, b) else { return };
        let verdict = in_doubt(a, b);
        assert!(sure.apart == 0 || verdict == Verdict::Separated, "{a:?} {b:?}");
        assert!(sure.meet == 0 || verdict == Verdict::Overlapping, "{a:?} {b:?}");
        *asked += 1;
        *doubts += usize::from(sure.apart | sure.meet == 0);
    }

    #[test]
    fn what_is_sure_is_true_and_next_to_nothing_is_in_doubt() {
        let (kinds, mut random) = (kinds(), Random(11));
        let (mut asked, mut doubts) = (0, 0);
        for _ in 0..120 {
            for (_, a) in &kinds {
                for (_, b) in &kinds {
                    let [a, b] = [a, b].map(|shape| shape.place(random.affine()).unwrap());
                    check(&a, &b, &mut asked, &mut doubts);
                }
            }
        }
        assert!(asked > 2000 && doubts * 1000 <= asked, "{doubts} of {asked}");
    }

    #[test]
    fn touching_tiles_and_extreme_sizes_are_never_wrong() {
        let shapes = [
            Shape::rect((1.0, 1.0)),
            Shape::circle(1.0),
            Shape::capsule((-1.0, 0.0), (1.0, 0.0), 1.0),
            Shape::triangle((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),
            Shape::polygon([(-1.0, 0.0), (0.0, -1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 2.0)]),
        ];
        for scale in [1.0, 1e-30, 1e-42, 1e30, 1e38] {
            let mut all = Vec::new();
            for shape in &shapes {
                for at in 0..9_u8 {
                    let (x, y) = (f32::from(at % 3) * scale, f32::from(at / 3) * scale);
                    let at = Affine::at(x, y).scaled(scale, scale);
                    all.extend(shape.clone().unwrap().place(at));
                }
            }
            for a in &all {
                all.iter().for_each(|b| check(a, b, &mut 0, &mut 0));
            }
        }
    }
}
