//! The filter for one pair of small convex cores.
//!
//! Two rectangles and two capsules use the lanes of one register, pairs with a point scalars: see
//! [`formulas`]. Polygons of up to eight
//! vertices use SAT with the edges as lanes; the edges of two quads share one register. The errors
//! are those of the formulas. Other pairs return `None`: `f64` decides them as soon.

use crate::math::Vec2;
use crate::math::simd::{F32x8, Four, Kernel, WIDTH, dispatch};
use crate::pair::answer::Verdict;
use crate::pair::filter::formulas::{
    self, ERROR, OVERFLOWING, UNDERFLOW, certain, difference, points, rect_and_point,
    ring_and_point, rounded,
};
use crate::shape::body::core::Vertices;
use crate::shape::{Core, Kind};

/// Returns the verdict that the filter proves, if a formula serves the classes of a pair.
#[inline]
pub(crate) fn classify(a: &Core, b: &Core) -> Option<Verdict> {
    match (&a.vertices, &b.vertices) {
        (Vertices::Many(..), _) | (_, Vertices::Many(..)) => None,
        (Vertices::Rect(f), Vertices::Rect(g)) => {
            formulas::rects::<Four>(f, g, difference(a, b)).filter(|_| a.plain & b.plain)
        }
        (Vertices::Thin(v), Vertices::Thin(w)) if (a.kind, b.kind) == SEGMENTS => {
            let radius = a.radius + b.radius;
            formulas::segments::<Four>(v, w, difference(a, b), radius)
        }
        (_, Vertices::Thin(_)) if b.kind == Kind::Point => with_point(a, b),
        (Vertices::Thin(_), _) if a.kind == Kind::Point => with_point(b, a),
        // Decided as soon in `f64`.
        (Vertices::Thin(_), _) | (_, Vertices::Thin(_)) => None,
        _ => sharp_rings(a, b),
    }
}

const SEGMENTS: (Kind, Kind) = (Kind::Segment, Kind::Segment);

#[inline(always)]
fn with_point(core: &Core, disc: &Core) -> Option<Verdict> {
    match &core.vertices {
        Vertices::Thin(_) if core.kind == Kind::Point => points(core, disc),
        Vertices::Thin(ends) => {
            let [p, q] = ends.map(rounded);
            ring_and_point(core, [[p.x, q.x], [p.y, q.y]], disc)
        }
        Vertices::Rect(frame) => rect_and_point(core, frame, disc).filter(|_| core.plain),
        _ => polygon_and_point(core, disc),
    }
}

/// True if polygons and points have a scalar formula, which web pages are spared.
const SCALAR_RINGS: bool = cfg!(not(target_arch = "wasm32"));

#[inline(never)]
fn polygon_and_point(ring: &Core, disc: &Core) -> Option<Verdict> {
    match &ring.vertices {
        _ if !SCALAR_RINGS || ring.kind != Kind::Convex => None,
        Vertices::Four(four) => ring_and_point(ring, [four.x, four.y], disc),
        Vertices::Eight(eight) => ring_and_point(ring, [eight.x, eight.y], disc),
        _ => None,
    }
}

/// Returns the x and the y of up to four vertices; those beyond the last repeat the first.
#[inline(always)]
fn four(core: &Core) -> Option<[[f32; 4]; 2]> {
    match &core.vertices {
        Vertices::Rect(frame) if frame.is_nearly_unit() => {
            let (c, s, half) = (frame.rot.cos, frame.rot.sin, frame.half);
            let (ux, uy, vx, vy) = (half.x * c, half.x * s, half.y * s, half.y * c);
            let (px, py, qx, qy) = (ux + vx, uy - vy, ux - vx, uy + vy);
            Some([[px, qx, -px, -qx], [py, qy, -py, -qy]])
        }
        Vertices::Four(small) => Some([small.x, small.y]),
        _ => None,
    }
}

#[inline(always)]
fn sharp_rings(a: &Core, b: &Core) -> Option<Verdict> {
    if a.kind != Kind::Convex || b.kind != Kind::Convex || a.radius + b.radius > 0.0 {
        return None;
    }
    let Vec2 { x: dx, y: dy } = difference(a, b);
    eights(a, b, [dx, dy])
}

/// Two polygons of up to eight vertices. Eight are read in place, because a copy would cause
/// store-forwarding stalls.
#[inline(never)]
fn eights(a: &Core, b: &Core, d: [f32; 2]) -> Option<Verdict> {
    if let (Vertices::Eight(p), Vertices::Eight(q)) = (&a.vertices, &b.vertices) {
        return dispatch(Eights { a: [&p.x, &p.y], b: [&q.x, &q.y], d });
    }
    let repeated = |[a, b, c, d]: [f32; 4]| [a, b, c, d, a, a, a, a];
    let padded = [a, b].map(|core| four(core).map(|xy| xy.map(repeated)));
    let [a, b] = [0, 1].map(|i| match (&[a, b][i].vertices, &padded[i]) {
        (Vertices::Eight(ring), _) => Some([&ring.x, &ring.y]),
        (_, padded) => padded.as_ref().map(|[x, y]| [x, y]),
    });
    dispatch(Eights { a: a?, b: b?, d })
}

/// Returns the error of a height over an edge for each unit of its length, or `None` if a product
/// might overflow. The sum of all reaches is larger than the largest and faster to compute.
#[inline(always)]
pub(crate) fn error<L: F32x8>([dx, dy]: [f32; 2], reaches: L) -> Option<f32> {
    let mut far = [0.0; WIDTH];
    reaches.store(&mut far);
    let [a, b, c, d, e, f, g, h] = far;
    let size = dx.abs() + dy.abs() + (((a + e) + (b + f)) + ((c + g) + (d + h)));
    (size <= OVERFLOWING).then_some(size * ERROR)
}

/// The edges of one ring side by side, then those of the other.
struct Eights<'a> {
    a: Ring8<'a>,
    b: Ring8<'a>,
    d: [f32; 2],
}

impl Kernel for Eights<'_> {
    type Answer = Option<Verdict>;

    #[inline(always)]
    fn run<L: F32x8>(self) -> Option<Verdict> {
        let Self { a, b, d: [dx, dy] } = self;
        let far_a = L::load(a[0]).abs().max(L::load(a[1]).abs());
        let far_b = L::load(b[0]).abs().max(L::load(b[1]).abs());
        let error = error([dx, dy], far_a + far_b)?;
        let [of_a, in_a] = Heights::<L>::new(a, b, [dx, dy]).sides(error);
        if of_a != 0 {
            return Some(Verdict::Separated);
        }
        let [of_b, in_b] = Heights::<L>::new(b, a, [-dx, -dy]).sides(error);
        certain(of_b != 0, in_a & in_b == u8::MAX)
    }
}

/// Two coordinates of eight vertices.
type Ring8<'a> = [&'a [f32; WIDTH]; 2];

/// The heights of the nearest vertex of the other ring over the lines of the edges of a ring, times
/// the edges' lengths.
struct Heights<L> {
    edge: [L; 2],
    /// The heights if the two origins were in one place.
    low: L,
    /// What the difference of the origins adds.
    offset: L,
}

impl<L: F32x8> Heights<L> {
    #[inline(always)]
    fn new([x, y]: Ring8<'_>, other: Ring8<'_>, [dx, dy]: [f32; 2]) -> Self {
        let next = |[a, b, c, d, e, f, g, h]: [f32; WIDTH]| [b, c, d, e, f, g, h, a];
        let (own_x, own_y) = (L::load(x), L::load(y));
        let (ex, ey) = (L::load(&next(*x)) - own_x, L::load(&next(*y)) - own_y);
        let mut low = L::splat(f32::INFINITY);
        for (px, py) in other[0].iter().zip(other[1]) {
            low = (ey * L::splat(*px) - ex * L::splat(*py)).min(low);
        }
        let (dx, dy) = (L::splat(dx), L::splat(dy));
        Self { edge: [ex, ey], low, offset: ey * (dx - own_x) - ex * (dy - own_y) }
    }

    /// Returns the edges that have all of the other in front, and those that have some of it behind
    /// or no length.
    #[inline(always)]
    fn sides(self, error: f32) -> [u8; 2] {
        let ([ex, ey], zero) = (self.edge, L::splat(0.0));
        let (height, length) = (self.low + self.offset, ex.abs() + ey.abs());
        let error = length * L::splat(error) + L::splat(UNDERFLOW);
        let behind = (zero - error).gt(height);
        [height.gt(error).mask(), behind.or(length.eq(zero)).mask()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::convex::without_filter;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::shape::Body;
    use crate::{Affine, Placed, Shape};

    /// Returns `true` if the filter decides a pair; what it states is true.
    fn decides(a: &Placed, b: &Placed) -> bool {
        let (Body::Core(a), Body::Core(b)) = (&a.body, &b.body) else { return false };
        let sure = classify(a, b);
        assert!(sure.is_none() || sure == without_filter(a, b), "{a:?} {b:?}");
        sure.is_some()
    }

    #[test]
    fn what_is_sure_is_true_and_next_to_nothing_is_in_doubt() {
        let (kinds, mut random) = (kinds(), Random(11));
        let (mut asked, mut doubts) = (0, 0);
        for (a, b) in kinds.iter().flat_map(|a| kinds.iter().map(move |b| (a, b))) {
            let decided = (0..120).filter(|_| {
                let [a, b] = [a, b].map(|(_, shape)| shape.place(random.affine()).unwrap());
                decides(&a, &b)
            });
            // Where it decides any pair, there is a formula.
            let decided = decided.count();
            if decided > 0 {
                (asked, doubts) = (asked + 120, doubts + 120 - decided);
            }
        }
        assert!(asked > 2000 && doubts * 1000 <= asked, "{doubts} of {asked}");
    }

    #[test]
    fn touching_tiles_and_extreme_sizes_are_never_wrong() {
        let shapes = [
            Shape::rect_half((1.0, 1.0)),
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
                    let at = Affine::at((x, y)).scaled(scale, scale);
                    all.extend(shape.clone().unwrap().place(at));
                }
            }
            for a in &all {
                all.iter().for_each(|b| _ = decides(a, b));
            }
        }
    }

    #[test]
    fn products_that_overflow_are_never_wrong() {
        let mut random = Random(5);
        for power in 15..38 {
            let large = 10.0_f32.powi(power);
            for _ in 0..400 {
                let mut some = |reach: f32| random.within(-reach, reach);
                let mut shape = |a: f32, b: f32| match some(1.0) {
                    ..-0.5 => Shape::capsule((some(a), some(b)), (some(a), some(b)), some(a).abs()),
                    ..0.0 => Shape::rect_half((some(a).abs(), some(b).abs())),
                    ..0.5 => Shape::triangle((0.0, 0.0), (some(a), some(b)), (some(b), some(a))),
                    _ => Shape::circle(some(a).abs()),
                };
                let small = large * large.powf(-0.4);
                let both = [shape(large, small), shape(small, large)];
                let [Ok(a), Ok(b)] = both else { continue };
                let (Ok(a), Ok(b)) = (
                    a.place(Affine::at((some(large), some(small))).rotated(some(3.0))),
                    b.place(Affine::at((some(small), some(small))).rotated(some(3.0))),
                ) else {
                    continue;
                };
                _ = (decides(&a, &b), decides(&b, &a));
            }
        }
    }
}
