//! Are two small convex cores surely apart, or do they surely meet? One pair, in `f32`.
//!
//! The forms of [`filter`](super::filter) for discs, and a rectangle or a capsule and a disc; two
//! rectangles and two capsules four questions [`abreast`](super::abreast); rings of up to eight
//! vertices by their separating axes with the edges as lanes, as in [`separating`](super::separating),
//! those of two fours side by side. The error is that of [`filter`](super::filter), and so is what
//! follows from it: no answer is right or none. Two rounded rings are left to others, for
//! their corners.
//!
//! Cost: 3.4 ns for discs, 5.8 for rectangles, 6 for a rectangle and a disc, 13 for capsules, 14 for
//! triangles and 30 to 34 for octagons, where `f64` takes two to six times that.

use super::abreast;
use super::facing::{self, Facing, eight, four};
use super::filter::{Form, Points, RectAndPoint, RingAndPoint, RingAndRing, Sure, TINY};
use crate::math::simd::{Four, Kernel, Octet, One, WIDTH, narrow};
use crate::math::{D2, Vec2};
use crate::shape::core::{Frame, Vertices};
use crate::shape::{Core, Kind};

/// What is sure of a pair; none where its kinds have no form.
#[inline]
pub(crate) fn sure(a: &Core, b: &Core) -> Option<Sure> {
    match (&a.vertices, &b.vertices) {
        (Vertices::Rect(f), Vertices::Rect(g)) => {
            (a.plain & b.plain).then(|| abreast::rects::<Four>(f, g, away(a, b)))
        }
        (Vertices::Thin(v, _), Vertices::Thin(w, _)) => match (a.kind, b.kind) {
            (Kind::Point, Kind::Point) => Some(Points::sure(&point(a), &point(b))),
            (Kind::Segment, Kind::Point) => Some(RingAndPoint::<2>::sure(&two(a)?, &point(b))),
            (Kind::Point, Kind::Segment) => Some(RingAndPoint::<2>::sure(&two(b)?, &point(a))),
            _ => {
                let ([v, w], [p, q]) = (v.map(abreast::rounded), w.map(abreast::rounded));
                Some(abreast::segments::<Four>([v, w], [p, q], away(a, b), a.radius + b.radius))
            }
        },
        (Vertices::Rect(f), Vertices::Thin(..)) if b.kind == Kind::Point => {
            a.plain.then(|| RectAndPoint::sure(&rect(a, f), &point(b)))
        }
        (Vertices::Thin(..), Vertices::Rect(g)) if a.kind == Kind::Point => {
            b.plain.then(|| RectAndPoint::sure(&rect(b, g), &point(a)))
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

/// From the origin of a to that of b.
#[inline(always)]
fn away(a: &Core, b: &Core) -> Vec2 {
    Vec2::new(b.origin.x - a.origin.x, b.origin.y - a.origin.y)
}

#[inline(always)]
fn point(core: &Core) -> [One; 3] {
    [core.origin.x, core.origin.y, core.radius].map(One)
}

/// A plain rectangle.
#[inline(always)]
fn rect(core: &Core, frame: &Frame) -> [One; 6] {
    let Frame { half, rot } = frame;
    [core.origin.x, core.origin.y, half.x, half.y, rot.cos, rot.sin].map(One)
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

/// Two rings without a radius.
#[inline(always)]
fn rings(a: &Core, b: &Core) -> Option<Sure> {
    if a.kind != Kind::Convex || b.kind != Kind::Convex || a.radius + b.radius > 0.0 {
        return None;
    }
    let d = [b.origin.x - a.origin.x, b.origin.y - a.origin.y];
    if let (Some(a), Some(b)) = (four(a), four(b)) {
        return narrow(Fours([a, b], d));
    }
    narrow(Eights([eight(a)?, eight(b)?], d))
}

/// The edges of both rings, four each, side by side.
struct Fours([[[f32; 4]; 2]; 2], [f32; 2]);

impl Kernel for Fours {
    type Answer = Option<Sure>;

    #[inline(always)]
    fn run<L: Octet>(self) -> Option<Sure> {
        let Self(rings, d) = self;
        let (both, error) = facing::fours::<L>(rings, d)?;
        let [apart, meet] = beyond(both, error);
        Some(Sure { apart: u8::from(apart != 0), meet: u8::from(meet == u8::MAX) })
    }
}

/// The edges of one ring side by side, then those of the other.
struct Eights([[[f32; WIDTH]; 2]; 2], [f32; 2]);

impl Kernel for Eights {
    type Answer = Option<Sure>;

    #[inline(always)]
    fn run<L: Octet>(self) -> Option<Sure> {
        let Self([a, b], [dx, dy]) = self;
        let error = facing::error_of_eights::<L>([&a, &b], [dx, dy])?;
        let [of_a, in_a] = beyond(facing::eight_of::<L>(&a, &b, [dx, dy]), error);
        if of_a != 0 {
            return Some(Sure { apart: 1, meet: 0 });
        }
        let [of_b, in_b] = beyond(facing::eight_of::<L>(&b, &a, [-dx, -dy]), error);
        Some(Sure { apart: u8::from(of_b != 0), meet: u8::from(in_a & in_b == u8::MAX) })
    }
}

/// The edges that have all of the other in front, and those that have some of it behind or no length.
#[inline(always)]
fn beyond<L: Octet>(facing: Facing<L>, error: f32) -> [u8; 2] {
    let (zero, length) = (L::splat(0.0), facing.edge[0].abs() + facing.edge[1].abs());
    let error = length * L::splat(error) + L::splat(TINY);
    let behind = (zero - error).above(facing.height);
    [facing.height.above(error).bits(), behind.or(length.equals(zero)).bits()]
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

    #[test]
    fn products_that_overflow_are_never_wrong() {
        let mut random = Random(5);
        for power in 15..38 {
            let large = 10.0_f32.powi(power);
            for _ in 0..400 {
                let mut some = |reach: f32| {
                    let unit = (random.next() >> 40) as f32 / (1_u32 << 23) as f32;
                    reach * (unit - 1.0)
                };
                let mut shape = |a: f32, b: f32| match some(1.0) {
                    ..-0.5 => Shape::capsule((some(a), some(b)), (some(a), some(b)), some(a).abs()),
                    ..0.0 => Shape::rect((some(a).abs(), some(b).abs())),
                    ..0.5 => Shape::triangle((0.0, 0.0), (some(a), some(b)), (some(b), some(a))),
                    _ => Shape::circle(some(a).abs()),
                };
                let small = large * large.powf(-0.4);
                let both = [shape(large, small), shape(small, large)];
                let [Ok(a), Ok(b)] = both else { continue };
                let (Ok(a), Ok(b)) = (
                    a.place(Affine::at(some(large), some(small)).turned(some(3.0))),
                    b.place(Affine::at(some(small), some(small)).turned(some(3.0))),
                ) else {
                    continue;
                };
                check(&a, &b, &mut 0, &mut 0);
                check(&b, &a, &mut 0, &mut 0);
            }
        }
    }
}
