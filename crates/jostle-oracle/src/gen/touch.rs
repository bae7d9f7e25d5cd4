//! Moves pairs to within a few ulp of touching, and builds pairs that touch exactly.

use core::f64::consts::TAU;

use super::Class;
use super::rng::Rng;
use super::shapes::{Space, is_regular, shape};
use crate::measure::{anchor, contact_times, core_distance, features};
use crate::set::Set;

fn positions(set: &mut Set) -> Vec<&mut [f32; 2]> {
    match set {
        Set::Circle { center, .. } | Set::Rect { center, .. } => vec![center],
        Set::Capsule { a, b, .. } => vec![a, b],
        Set::Polygon { origin, .. } | Set::Chain { origin, .. } => vec![origin],
    }
}

/// Moves a set; every position is rounded once to `f32`.
pub(super) fn shift(set: &mut Set, by: [f64; 2]) {
    for p in positions(set) {
        *p = [0, 1].map(|i| (f64::from(p[i]) + by[i]) as f32 + 0.0);
    }
}

/// Moves by a vector that must not round, or gives up.
fn shift_exactly(set: &mut Set, by: [f64; 2]) -> Option<()> {
    for p in positions(set) {
        let sum = [0, 1].map(|i| f64::from(p[i]) + by[i]);
        // The sum of two f32 of one grid is exact in f64, and is checked to be an f32.
        if sum.iter().any(|&x| f64::from(x as f32) != x) {
            return None;
        }
        *p = sum.map(|x| x as f32 + 0.0);
    }
    Some(())
}

/// Moves b along a random line to where it begins or ceases to meet a, as `f64` sees it.
pub(super) fn bring_near(rng: &mut Rng, a: &Set, b: &mut Set) {
    let zero = anchor(a);
    let (fa, fb) = (features(a, zero), features(b, zero));
    let d = match rng.below(8) {
        0 => [1.0, 0.0],
        1 => [0.0, 1.0],
        _ => {
            let t = rng.unit() * TAU;
            [libm::cos(t), libm::sin(t)]
        }
    };
    let times = contact_times(&fa, &fb, d);
    let last = times.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let next = times.iter().copied().filter(|&t| t > 0.0).fold(f64::INFINITY, f64::min);
    // From a notch or a hole the next contact is one with an inner wall.
    let free = rng.one_in(2) && core_distance(&fa, &fb) > fa.radius + fb.radius;
    let t = if free && next.is_finite() { next } else { last };
    if t.is_finite() {
        shift(b, [t * d[0], t * d[1]]);
    }
}

/// Moves every position by up to `ulps` steps of its own.
pub(super) fn jitter(rng: &mut Rng, set: &mut Set, ulps: u64) {
    for x in positions(set).into_iter().flatten() {
        let steps = rng.below(2 * ulps + 1) as i64 - ulps as i64;
        for _ in 0..steps.abs() {
            *x = if steps > 0 { x.next_up() } else { x.next_down() };
        }
        *x += 0.0;
    }
}

/// Replaces now and then a coordinate by a tiny one, so that numbers of all sizes meet in one
/// shape.
pub(super) fn season(rng: &mut Rng, set: &mut Set) {
    let before = set.clone();
    let tiny = |rng: &mut Rng| match rng.below(3) {
        0 => f32::from_bits(rng.below(1 << 23) as u32),
        1 => libm::exp10(rng.between(-36.0, -10.0)) as f32,
        _ => -f32::from_bits(1),
    };
    for x in positions(set).into_iter().flatten() {
        if rng.one_in(8) {
            *x = tiny(rng);
        }
    }
    if let Set::Polygon { rings, .. } = set {
        for x in rings.iter_mut().flatten().flatten() {
            if rng.one_in(64) {
                *x = tiny(rng);
            }
        }
    }
    if !is_regular(set) {
        *set = before;
    }
}

/// Builds a pair that touches exactly, or nearly always does; `None` if the numbers do not fit.
pub(super) fn exact(
    rng: &mut Rng,
    space: Space,
    (class_a, class_b): (Class, Class),
    (size_a, size_b): (f64, f64),
) -> Option<(Set, Set)> {
    let pair = built(rng, space, (class_a, class_b), (size_a, size_b))?;
    (is_regular(&pair.0) && is_regular(&pair.1)).then_some(pair)
}

fn built(
    rng: &mut Rng,
    space: Space,
    (class_a, class_b): (Class, Class),
    (size_a, size_b): (f64, f64),
) -> Option<(Set, Set)> {
    let a = shape(rng, space, class_a, size_a);
    let b = shape(rng, space, class_b, size_b);
    let rects = u64::from(class_a == Class::Rect) + u64::from(class_b == Class::Rect);
    if rects > 0 && rng.below(3) < rects {
        return turned_rect(rng, space, a, b);
    }
    if class_a == Class::Polygon && class_b == Class::Polygon && rng.one_in(3) {
        return mirrored(rng, a);
    }
    if class_a == Class::Segment && class_b == Class::Segment && rng.one_in(2) {
        return in_line(rng, a);
    }
    supported(rng, space, a, b)
}

/// Sets the radius to a multiple of h grid steps and a rect's axes to quarter turns.
fn tame(rng: &mut Rng, space: Space, set: &mut Set, h: f64) {
    let snap = |r: &mut f32| {
        let rounded = space.snap(f64::from(*r) / h);
        *r = (f64::from(rounded) * h) as f32;
    };
    match set {
        Set::Circle { radius, .. } | Set::Capsule { radius, .. } | Set::Polygon { radius, .. } => {
            snap(radius)
        }
        Set::Rect { rot, radius, .. } => {
            *rot = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][rng.below(4) as usize];
            snap(radius);
        }
        Set::Chain { .. } => {}
    }
}

/// A support point of the core along ±u, and the radius.
fn support(set: &Set, u: [f64; 2]) -> ([f64; 2], f64) {
    let f = features(set, [0.0; 2]);
    let dot = |p: [f64; 2]| p[0] * u[0] + p[1] * u[1];
    let ends = f.edges.iter().flatten().copied();
    (ends.fold(f.edges[0][0], |best, p| if dot(p) > dot(best) { p } else { best }), f.radius)
}

/// Puts b's support point against a's, along an axis or a Pythagorean direction: the line through
/// the common point keeps the two apart, so they touch and no more.
fn supported(rng: &mut Rng, space: Space, mut a: Set, mut b: Set) -> Option<(Set, Set)> {
    const DIRECTIONS: [[f64; 3]; 6] = [
        [1.0, 0.0, 1.0],
        [0.0, 1.0, 1.0],
        [3.0, 4.0, 5.0],
        [12.0, 5.0, 13.0],
        [15.0, 8.0, 17.0],
        [7.0, 24.0, 25.0],
    ];
    let [x, y, h] = DIRECTIONS[rng.below(6) as usize];
    let sign = |rng: &mut Rng| if rng.one_in(2) { -1.0 } else { 1.0 };
    let u = [x * sign(rng), y * sign(rng)];
    tame(rng, space, &mut a, h);
    tame(rng, space, &mut b, h);
    let (pa, ra) = support(&a, u);
    let (pb, rb) = support(&b, [-u[0], -u[1]]);
    let r = ra + rb;
    let mut by = [0, 1].map(|i| pa[i] - pb[i] + r / h * u[i]);
    if h == 1.0 && rng.one_in(2) {
        // Slide along the common line; flat sides go on touching.
        let slide = f64::from(space.snap(rng.signed() * r.max(space.least() * 8.0)));
        by = [by[0] + slide * u[1], by[1] + slide * u[0]];
    }
    shift_exactly(&mut b, by)?;
    Some((a, b))
}

/// A rect at an arbitrary stored (c, s), touched in the middle of a side: the side's middle is
/// center + h·(c, s), which is an `f32` pair if the center is zero and h a power of two.
fn turned_rect(rng: &mut Rng, space: Space, a: Set, b: Set) -> Option<(Set, Set)> {
    let swap = !matches!(a, Set::Rect { .. });
    let (rect, other) = if swap { (b, a) } else { (a, b) };
    let Set::Rect { half: [hx, hy], rot, .. } = rect else { return None };
    if hx == 0.0 {
        return None;
    }
    let power = libm::exp2(libm::floor(libm::log2(f64::from(hx))));
    let [c, s] = rot.map(f64::from);
    let pair = match other {
        Set::Rect { half, .. } => {
            // Half extents that add up to a power of two, along the first axis of both.
            let part = f64::from(space.snap(power * rng.unit()));
            let ha = [part as f32, hy];
            let hb = [(power - part) as f32, half[1]];
            let center = [(power * c) as f32, (power * s) as f32];
            (
                Set::Rect { center: [0.0; 2], half: ha, rot, radius: 0.0 },
                Set::Rect { center, half: hb, rot, radius: 0.0 },
            )
        }
        mut other => {
            let first = Set::Rect { center: [0.0; 2], half: [power as f32, hy], rot, radius: 0.0 };
            let (p, _) = support(&other, [-c, -s]);
            match &mut other {
                Set::Circle { radius, .. } | Set::Capsule { radius, .. } => *radius = 0.0,
                Set::Polygon { origin, rings, radius } => {
                    *radius = 0.0;
                    // The touching vertex becomes the origin's own.
                    let offset = [0, 1].map(|i| p[i] - f64::from(origin[i]));
                    for v in rings.iter_mut().flatten() {
                        *v = [0, 1].map(|i| (f64::from(v[i]) - offset[i]) as f32);
                    }
                    *origin = [0.0; 2];
                }
                _ => {}
            }
            let at = [power * c, power * s];
            let origin_moves = matches!(other, Set::Polygon { .. } | Set::Circle { .. });
            let by = if origin_moves { at } else { [at[0] - p[0], at[1] - p[1]] };
            shift(&mut other, by);
            (first, other)
        }
    };
    Some(if swap { (pair.1, pair.0) } else { pair })
}

/// The polygon and its mirror image in the middle of one of its edges.
fn mirrored(rng: &mut Rng, mut a: Set) -> Option<(Set, Set)> {
    let Set::Polygon { origin, rings, radius } = &mut a else { return None };
    *radius = 0.0;
    let i = rng.below(rings[0].len() as u64) as usize;
    let (p, q) = (rings[0][i], rings[0][(i + 1) % rings[0].len()]);
    let mut image = rings.clone();
    for v in image.iter_mut().flatten() {
        let sum = [0, 1].map(|i| f64::from(p[i]) + f64::from(q[i]) - f64::from(v[i]));
        if sum.iter().any(|&x| f64::from(x as f32) != x) {
            return None;
        }
        *v = sum.map(|x| x as f32);
    }
    let b = Set::Polygon { origin: *origin, rings: image, radius: 0.0 };
    Some((a, b))
}

/// Two segments on one line that share an end or a stretch.
fn in_line(rng: &mut Rng, a: Set) -> Option<(Set, Set)> {
    let Set::Capsule { a: p, b: q, .. } = a else { return None };
    let times = [1.0, 1.0, 0.5, -0.5, 2.0][rng.below(5) as usize];
    let mut b = a.clone();
    shift_exactly(&mut b, [0, 1].map(|i| (f64::from(q[i]) - f64::from(p[i])) * times))?;
    Some((a, b))
}
