//! The two tests that round, against exact integers.

use crate::broad::SweptBox;
use crate::broad::box_table::holds;
use crate::broad::bvh::nodes::Lanes;
use crate::broad::bvh::slab::{DistanceQuery, NEVER, TraversalQuery};
use crate::broad::tests::worlds::Rng;
use crate::math::simd::{F32x8, Kernel, WIDTH, for_each_backend};
use crate::math::{Aabb, Vec2};

/// A question about eight boxes, by itself.
struct Rank<'a, Q> {
    question: &'a Q,
    lanes: &'a Lanes,
}

impl<Q: TraversalQuery> Kernel for Rank<'_, Q> {
    type Answer = [f32; WIDTH];

    #[inline(always)]
    fn run<L: F32x8>(self) -> [f32; WIDTH] {
        let mut keys = [0.0; WIDTH];
        self.question.keys::<L>(self.lanes).store(&mut keys);
        keys
    }
}

/// The key of one box among empty lanes, the same in all registers.
fn rank(question: &impl TraversalQuery, bounds: Aabb, lane: usize) -> f32 {
    let mut lanes = Lanes::EMPTY;
    lanes.put(lane, bounds);
    let all = for_each_backend(|| Rank { question, lanes: &lanes });
    let key = all[0][lane];
    for keys in &all {
        let mut others = keys.iter().enumerate().filter(|(other, _)| *other != lane);
        assert!(others.all(|(_, key)| *key >= NEVER), "{keys:?}");
        assert!(keys[lane] == key && key > 0.0, "{all:?}");
        assert!(key >= NEVER || key.to_bits() as usize % WIDTH == lane, "{all:?}");
    }
    key
}

/// The fraction at which a box enters another on its way, in `f64`; infinite for never.
pub(super) fn entry_fraction(swept: SweptBox, bounds: Aabb) -> f64 {
    let SweptBox { origin, translation, half } = swept;
    if !holds(bounds) {
        return f64::INFINITY;
    }
    let axis = |low: f32, high: f32, origin: f32, by: f32, half: f32| {
        let [low, high, origin, by, half] = [low, high, origin, by, half].map(f64::from);
        let (low, high) = (low - half - origin, high + half - origin);
        match by {
            0.0 if low <= 0.0 && 0.0 <= high => [f64::NEG_INFINITY, f64::INFINITY],
            0.0 => [f64::INFINITY, f64::NEG_INFINITY],
            _ => [(low / by).min(high / by), (low / by).max(high / by)],
        }
    };
    let [x0, x1] = axis(bounds.min.x, bounds.max.x, origin.x, translation.x, half.x);
    let [y0, y1] = axis(bounds.min.y, bounds.max.y, origin.y, translation.y, half.y);
    let (start, stop) = (x0.max(y0).max(0.0), x1.min(y1).min(1.0));
    if start <= stop * (1.0 + 1e-15) { start } else { f64::INFINITY }
}

/// The squared distance between two boxes, in `f64`.
pub(super) fn square_distance(a: Aabb, b: Aabb) -> f64 {
    let apart = |a0: f32, a1: f32, b0: f32, b1: f32| {
        let [a0, a1, b0, b1] = [a0, a1, b0, b1].map(f64::from);
        (b0 - a1).max(a0 - b1).max(0.0)
    };
    let x = apart(a.min.x, a.max.x, b.min.x, b.max.x);
    let y = apart(a.min.y, a.max.y, b.min.y, b.max.y);
    x * x + y * y
}

/// A number and what it is in units of 2⁻²⁰.
fn number(rng: &mut Rng) -> (f32, i128) {
    if rng.below(6) == 0 {
        return (0.0, 0);
    }
    let mantissa = rng.below(1 << 12) as i128 - (1 << 11);
    let shift = rng.below(36);
    let exact = mantissa << shift;
    (exact as f32 / (1 << 20) as f32, exact)
}

/// The fractions, as quotients with a positive denominator, at which a coordinate enters and
/// leaves; `None` for never, no ends for always.
type Span = Option<Option<((i128, i128), (i128, i128))>>;

fn span(low: i128, high: i128, origin: i128, by: i128) -> Span {
    let (a, b) = (low - origin, high - origin);
    match by {
        0 if a <= 0 && b >= 0 => Some(None),
        0 => None,
        1.. => Some(Some(((a, by), (b, by)))),
        _ => Some(Some(((-b, -by), (-a, -by)))),
    }
}

/// Returns `true` if p / q ≤ r / s.
fn at_most(p: (i128, i128), r: (i128, i128)) -> bool {
    p.0 * r.1 <= r.0 * p.1
}

#[test]
fn no_box_that_is_met_is_left_out_along_a_way() {
    let rng = &mut Rng::new(11);
    let (mut met, mut grazed) = (0, 0);
    for _ in 0..200_000 {
        let mut value = [(0.0, 0); 8];
        value.fill_with(|| number(rng));
        let half = [(); 2].map(|()| match number(rng) {
            _ if rng.below(2) == 0 => (0.0, 0),
            half => (half.0.abs(), half.1.abs()),
        });
        let [x, y, u, v] = [value[0], value[1], value[2], value[3]];
        let (mut a, mut b) = ([value[4], value[5]], [value[6], value[7]]);
        if rng.below(2) == 0 {
            // A corner on the way, or as near as numbers of this kind come.
            let shift = rng.below(4);
            let on = |o: (f32, i128), t: (f32, i128)| {
                let exact = o.1 + (t.1 >> shift);
                (exact as f32 / (1 << 20) as f32, exact)
            };
            a = [on(x, u), on(y, v)];
            if f64::from(a[0].0) * f64::from(1 << 20) != a[0].1 as f64
                || f64::from(a[1].0) * f64::from(1 << 20) != a[1].1 as f64
            {
                continue;
            }
        }
        for axis in 0..2 {
            if a[axis].1 > b[axis].1 {
                core::mem::swap(&mut a[axis], &mut b[axis]);
            }
        }
        let bounds = Aabb::new((a[0].0, a[1].0), (b[0].0, b[1].0));
        let grown = |axis: usize| (a[axis].1 - half[axis].1, b[axis].1 + half[axis].1);
        let spans =
            [span(grown(0).0, grown(0).1, x.1, u.1), span(grown(1).0, grown(1).1, y.1, v.1)];
        let [Some(across), Some(up)] = spans else { continue };
        let (mut from, mut to) = ((0, 1), (1, 1));
        for (enter, descend) in [across, up].into_iter().flatten() {
            from = if at_most(enter, from) { from } else { enter };
            to = if at_most(to, descend) { to } else { descend };
        }
        if !at_most(from, to) {
            continue;
        }
        met += 1;
        grazed += usize::from(at_most(to, from));
        let half = Vec2::new(half[0].0, half[1].0);
        let (origin, translation) = (Vec2::new(x.0, y.0), Vec2::new(u.0, v.0));
        let swept = SweptBox { origin, translation, half };
        // It is not left out, nor put further away.
        let exact = from.0 as f64 / from.1 as f64;
        let lane = rng.below(8);
        let slabs = swept.test();
        let key = rank(&slabs, bounds, lane);
        assert!(key <= slabs.limit(exact), "{key} after {exact}: {bounds:?} along {slabs:?}");
    }
    assert!(met > 10_000 && grazed > 500, "{met} met, {grazed} in one point");
}

#[test]
fn the_distance_between_boxes_is_never_too_large() {
    let rng = &mut Rng::new(12);
    for _ in 0..100_000 {
        let mut value = [(0.0, 0); 8];
        value.fill_with(|| number(rng));
        for pair in [0, 2, 4, 6] {
            if value[pair].1 > value[pair + 1].1 {
                value.swap(pair, pair + 1);
            }
        }
        let [ax, bx, ay, by, cx, dx, cy, dy] = value;
        let a = Aabb::new((ax.0, ay.0), (bx.0, by.0));
        let b = Aabb::new((cx.0, cy.0), (dx.0, dy.0));
        let apart = |a: i128, b: i128, c: i128, d: i128| 0.max(c - b).max(a - d);
        let x = apart(ax.1, bx.1, cx.1, dx.1);
        let y = apart(ay.1, by.1, cy.1, dy.1);
        let exact = x * x + y * y;
        let lane = rng.below(8);
        let real = exact as f64 / (1_u64 << 40) as f64;
        let key = rank(&a, b, lane);
        assert!(key <= a.limit(real), "{key} of {real}: {a:?} {b:?}");
        assert!(key >= a.limit(real * 0.99 - 1e-9) || real == 0.0);
    }
}
