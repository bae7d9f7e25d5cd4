//! The bracket, the line and the outline against a slow oracle that samples directions densely.

extern crate std;

use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::f64::consts::TAU;
use std::sync::{Arc, Mutex, OnceLock};

use super::flatten::flatten;
use super::line::*;
use super::separation::{self, Bracket, closest};
use super::support_map::*;
use crate::math::DVec2;
use crate::pair::answer::{Verdict, Want};
use crate::shape::body::principal_axes::PrincipalAxes;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Curved, SupportMap};

fn bracket(a: &impl ConvexSet, b: &impl ConvexSet, offset: DVec2) -> Bracket {
    separation::bracket(a, b, offset, Want::Gap)
}

/// The oracle's own idea of a set: it shares no code with [`View`].
#[derive(Clone)]
struct Set {
    vertices: Vec<DVec2>,
    disc: [f64; 4],
}

impl Set {
    fn new(vertices: &[(f64, f64)], disc: [f64; 4]) -> Self {
        Self { vertices: vertices.iter().map(|&(x, y)| DVec2::new(x, y)).collect(), disc }
    }

    fn ellipse(a: f64, b: f64, turn: f64) -> Self {
        let (s, c) = libm::sincos(turn);
        Self::new(&[(0.0, 0.0)], [a * c, a * s, -b * s, b * c])
    }

    fn hull(&self) -> View<'_> {
        View::Hull((&self.vertices).into(), PrincipalAxes::of_matrix(self.disc))
    }

    fn height(&self, u: DVec2) -> f64 {
        let [a, b, c, d] = self.disc;
        let (p, q) = (a * u.x + b * u.y, c * u.x + d * u.y);
        let straight = self.vertices.iter().map(|v| v.x * u.x + v.y * u.y);
        straight.fold(f64::NEG_INFINITY, f64::max) + (p * p + q * q).sqrt()
    }

    fn size(&self) -> f64 {
        let wide = |u: DVec2| self.height(u) + self.height(-u);
        wide(DVec2::X).max(wide(DVec2::new(0.0, 1.0)))
    }

    fn scaled(&self, k: f64) -> Self {
        Self {
            vertices: self.vertices.iter().map(|&v| v * k).collect(),
            disc: self.disc.map(|x| x * k),
        }
    }

    /// Directions in which the unit circle's image has normals at equal steps of its own angle:
    /// they crowd where a needle turns.
    fn own_angles(&self, count: usize) -> Vec<f64> {
        let [a, b, c, d] = self.disc;
        let turned = |i: usize| {
            let (s, co) = libm::sincos(i as f64 * TAU / count as f64);
            // M⁻ᵀ w up to a factor.
            let sign = (a * d - b * c).signum();
            ((-c * co + a * s) * sign).atan2((d * co - b * s) * sign)
        };
        if a * d == b * c { Vec::new() } else { (0..count).map(turned).collect() }
    }
}

const DENSE: usize = 200_000;

fn circle() -> &'static [DVec2] {
    static CIRCLE: OnceLock<Vec<DVec2>> = OnceLock::new();
    CIRCLE.get_or_init(|| (0..DENSE).map(|i| at(i as f64 * TAU / DENSE as f64)).collect())
}

fn at(angle: f64) -> DVec2 {
    let (s, c) = libm::sincos(angle);
    DVec2::new(c, s)
}

/// Least support value of a − b − offset: every `step`-th of 200,000 directions, then the best few
/// refined by golden section. Returns the signed separation.
fn oracle(a: &Set, b: &Set, offset: DVec2, step: usize) -> f64 {
    let height = |u: DVec2| a.height(u) + b.height(-u) - offset.dot(u);
    let refine = |center: f64, width: f64| {
        let (mut lo, mut hi) = (-width, width);
        let f = |d: f64| {
            // center + d without losing the digits of d.
            let (u, v) = (at(center), at(d));
            height(DVec2::new(u.x * v.x - u.y * v.y, u.x * v.y + u.y * v.x))
        };
        let golden = 0.618_033_988_749_894_9;
        for _ in 0..90 {
            let (m, n) = (hi - golden * (hi - lo), lo + golden * (hi - lo));
            if f(m) < f(n) { hi = n } else { lo = m }
        }
        f((lo + hi) * 0.5).min(f(0.0))
    };
    let mut best: Vec<(f64, f64, f64)> = Vec::new();
    let mut offer = |h: f64, angle: f64, width: f64| {
        if best.len() < 12 || h < best[11].0 {
            best.push((h, angle, width));
            best.sort_by(|x, y| x.0.total_cmp(&y.0));
            best.truncate(12);
        }
    };
    let n = DENSE / step;
    let values: Vec<f64> = circle().iter().step_by(step).map(|&u| height(u)).collect();
    for i in 0..n {
        let (before, after) = (values[(i + n - 1) % n], values[(i + 1) % n]);
        if values[i] <= before && values[i] <= after {
            offer(values[i], i as f64 * TAU / n as f64, TAU / n as f64);
        }
    }
    for set in [a, b] {
        let angles = set.own_angles(2_000);
        for (i, &angle) in angles.iter().enumerate() {
            let turn = if core::ptr::eq(set, b) { core::f64::consts::PI } else { 0.0 };
            let width = (angles[(i + 1) % angles.len()] - angle).abs().min(0.01);
            offer(height(at(angle + turn)), angle + turn, width);
        }
    }
    -best.iter().map(|&(_, angle, width)| refine(angle, width)).fold(f64::INFINITY, f64::min)
}

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        (crate::math::splitmix(&mut self.0) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }

    fn ellipse(&mut self, ratio: f64) -> Set {
        let b = libm::pow(ratio, -self.unit());
        Set::ellipse(1.0, b, self.between(0.0, TAU))
    }

    fn polygon(&mut self) -> Set {
        let n = 1 + (self.unit() * 7.0) as usize;
        let vertex = |r: &mut Self| (r.between(-1.0, 1.0), r.between(-1.0, 1.0));
        let vertices: Vec<_> = (0..n).map(|_| vertex(self)).collect();
        Set::new(&vertices, [0.0; 4])
    }

    fn sheared(&mut self) -> Set {
        let mut set = self.polygon();
        set.disc = [(); 4].map(|()| self.between(-0.7, 0.7));
        set
    }

    fn offset(&mut self, reach: f64) -> DVec2 {
        DVec2::new(self.between(-reach, reach), self.between(-reach, reach))
    }
}

/// Counts the support points that are asked for.
struct Counted<'a> {
    asked: Cell<usize>,
    set: View<'a>,
}

impl<'a> Counted<'a> {
    fn new(set: View<'a>) -> Self {
        Self { asked: Cell::new(0), set }
    }
}

impl ConvexSet for Counted<'_> {
    fn probe(&self, u: DVec2) -> (DVec2, f64) {
        self.asked.set(self.asked.get() + 1);
        self.set.probe(u)
    }

    fn roundness(&self, from: (DVec2, f64), to: (DVec2, f64)) -> f64 {
        self.set.roundness(from, to)
    }

    fn extent(&self) -> DAabb {
        self.set.extent()
    }
}

/// Checks a pair's bracket from all sides and returns it.
fn checked(a: &Set, b: &Set, offset: DVec2, step: usize, within: f64) -> Bracket {
    let found = bracket(&a.hull(), &b.hull(), offset);
    let truth = oracle(a, b, offset, step);
    let size = a.size().max(b.size());
    let noise = 8.0 * f64::EPSILON * (size + offset.length());
    let context = (&a.vertices, a.disc, &b.vertices, b.disc, offset, found, truth);
    assert!(found.lo <= truth + noise && truth - noise <= found.hi, "outside {context:?}");
    assert!(found.lo <= found.separation && found.separation <= found.hi, "order {context:?}");
    assert!(found.hi - found.lo <= within * size, "wide {context:?}");
    assert!((found.separation - truth).abs() <= within * size, "off {context:?}");
    assert!((found.normal.length() - 1.0).abs() < 1e-15, "normal {context:?}");
    let miss = found.on_b - found.on_a - found.normal * found.separation;
    assert!(
        miss.length() <= 1e-12 * size + 1e-14 * offset.length(),
        "witness {miss:?} {context:?}"
    );

    let swapped = bracket(&b.hull(), &a.hull(), -offset);
    assert_eq!(swapped.separation, found.separation, "swap {context:?}");
    let verdict = separation::bracket(&a.hull(), &b.hull(), offset, Want::Verdict).verdict();
    assert_eq!(verdict, found.verdict(), "verdict {context:?}");
    let contact = separation::bracket(&a.hull(), &b.hull(), offset, Want::Contact);
    if verdict != Verdict::Separated {
        assert_eq!(contact.normal, found.normal, "contact {context:?}");
    }
    found
}

#[test]
fn ellipses_agree_with_the_dense_sweep() {
    let mut r = Random(1);
    for i in 0..60 {
        let (a, b) = (r.ellipse(30.0), r.ellipse(30.0));
        let offset = r.offset(if i % 2 == 0 { 2.0 } else { 0.3 });
        checked(&a, &b, offset, 20, 1e-9);
    }
    let (a, b) = (r.ellipse(10.0), r.ellipse(10.0));
    checked(&a, &b, DVec2::new(0.1, 0.2), 1, 1e-9);
}

#[test]
fn nearly_round_and_nearly_concentric_ellipses_close_their_bracket() {
    let mut r = Random(2);
    for i in 0..40 {
        let ratio = 1.0 + libm::pow(10.0, -f64::from(i % 8));
        let (a, b) = (r.ellipse(ratio), r.ellipse(ratio));
        let offset = r.offset(libm::pow(10.0, -f64::from(i % 7)));
        checked(&a, &b, offset, 40, 1e-9);
        checked(&a, &b, DVec2::ZERO, 40, 1e-9);
        // The same ellipse a quarter turn apart: the sum of the two heights is almost constant.
        let Set { disc: [p, q, s, t], .. } = a;
        let turned = Set::new(&[(0.0, 0.0)], [-q, p, -t, s]);
        checked(&a, &turned, DVec2::ZERO, 40, 1e-9);
    }
}

#[test]
fn ellipses_and_polygons_agree_with_the_dense_sweep() {
    let mut r = Random(3);
    for _ in 0..50 {
        let (a, b) = (r.ellipse(100.0), r.polygon());
        checked(&a, &b, r.offset(2.0), 20, 1e-9);
    }
}

#[test]
fn sheared_rounded_hulls_agree_with_the_dense_sweep() {
    let mut r = Random(4);
    for _ in 0..50 {
        let (a, b) = (r.sheared(), r.sheared());
        checked(&a, &b, r.offset(3.0), 20, 1e-9);
        let capsule = Set::new(&[(-1.0, 0.2), (1.0, -0.2)], [0.5, 0.1, 0.4, 0.6]);
        checked(&capsule, &r.ellipse(5.0), r.offset(2.0), 20, 1e-9);
    }
}

#[test]
fn needles_agree_with_the_dense_sweep() {
    let mut r = Random(5);
    for (ratio, within) in [(1e3, 1e-9), (1e4, 1e-9), (1e6, 1e-6)] {
        for _ in 0..12 {
            let a = Set::ellipse(1.0, 1.0 / ratio, r.between(0.0, TAU));
            let b = Set::ellipse(1.0, 1.0 / ratio, r.between(0.0, TAU));
            checked(&a, &b, r.offset(1.0), 20, within);
            checked(&a, &r.ellipse(3.0), r.offset(1.0), 20, within);
            checked(&a, &r.polygon(), r.offset(1.0), 20, within);
            checked(&a, &a.clone(), r.offset(1e-3), 20, within);
        }
    }
}

#[test]
fn every_mixture_of_ratio_and_offset_agrees_with_the_dense_sweep() {
    let mut r = Random(13);
    for i in 0..240 {
        let ratio = libm::pow(10.0, r.between(0.0, 6.0));
        let a = if i % 3 == 0 { r.sheared() } else { r.ellipse(ratio) };
        let b = match i % 4 {
            0 => r.sheared(),
            1 => r.polygon(),
            _ => r.ellipse(ratio),
        };
        let reach = libm::pow(10.0, r.between(-8.0, 0.5));
        let offset = match i % 5 {
            0 => DVec2::new(reach, 0.0),
            1 => DVec2::ZERO,
            _ => r.offset(reach),
        };
        checked(&a, &b, offset, 40, 1e-9);
    }
}

#[test]
fn a_pair_of_ellipses_takes_at_most_sixty_directions() {
    let mut r = Random(14);
    let mut sum = 0;
    for i in 0..600 {
        let ratio = libm::pow(10.0, r.between(0.0, 6.0));
        let (a, b) = (r.ellipse(ratio), r.ellipse(ratio));
        let counted = Counted::new(a.hull());
        bracket(&counted, &b.hull(), r.offset(libm::pow(10.0, f64::from(i % 8) - 6.0)));
        assert!(counted.asked.get() <= 60, "{} {:?} {:?}", counted.asked.get(), a.disc, b.disc);
        sum += counted.asked.get();
    }
    assert!(sum < 20 * 600, "{sum}");
}

#[test]
fn the_center_of_curvature_is_no_harder_than_other_points() {
    for i in 0..200 {
        let set = Set::ellipse(1.0, 0.05 + 0.004 * f64::from(i), 0.3);
        let u = at(f64::from(i) * 0.1);
        let (on, radius) = set.hull().probe(u);
        let point = on - u * radius;
        let counted = Counted::new(set.hull());
        let found = closest(&counted, point);
        assert!(found.hi - found.lo < 1e-12 && counted.asked.get() < 80, "{found:?}");
    }
}

#[test]
fn far_apart_sets_keep_their_digits() {
    let mut r = Random(6);
    for _ in 0..15 {
        let (a, b) = (r.ellipse(50.0), r.sheared());
        let offset = at(r.between(0.0, TAU)) * 1e7;
        // The distance is 1e7: one step of f64 there is 2e-9.
        let found = checked(&a, &b, offset, 200, 4e-7);
        assert!(found.separation > 9e6);
    }
}

#[test]
fn scaling_by_a_power_of_two_scales_the_answer_bit_for_bit() {
    let mut r = Random(7);
    for _ in 0..30 {
        let (a, b, offset) = (r.sheared(), r.ellipse(20.0), r.offset(2.0));
        let plain = bracket(&a.hull(), &b.hull(), offset);
        for power in [-66, 66] {
            let k = libm::ldexp(1.0, power);
            let scaled = bracket(&a.scaled(k).hull(), &b.scaled(k).hull(), offset * k);
            assert_eq!(scaled.separation, plain.separation * k);
            assert_eq!(scaled.hi, plain.hi * k);
            assert_eq!(scaled.normal, plain.normal);
        }
    }
}

#[test]
fn discs_have_the_closed_form() {
    let mut r = Random(8);
    for _ in 0..200 {
        let (p, q, offset) = (r.between(0.0, 2.0), r.between(0.0, 2.0), r.offset(3.0));
        let (a, b) = (Set::ellipse(p, p, 0.0), Set::ellipse(q, q, 0.0));
        let found = bracket(&a.hull(), &b.hull(), offset);
        let truth = offset.length() - p - q;
        assert!(found.lo <= truth && truth <= found.hi, "{found:?} {truth}");
        assert!((found.separation - truth).abs() <= 1e-14, "{found:?} {truth}");
        assert!((found.normal - offset * (1.0 / offset.length())).length() < 1e-14, "{found:?}");
    }
}

#[test]
fn concentric_discs_part_along_x_after_four_directions() {
    let (a, b) = (Set::ellipse(3.0, 3.0, 0.0), Set::ellipse(0.7, 0.7, 0.0));
    let a = Counted::new(a.hull());
    let found = bracket(&a, &b.hull(), DVec2::ZERO);
    assert_eq!((found.normal, found.separation), (DVec2::X, -3.7));
    assert_eq!((found.on_a, found.on_b), (DVec2::new(3.0, 0.0), DVec2::new(-0.7, 0.0)));
    assert!(a.asked.get() <= 5, "{}", a.asked.get());
    assert!(found.hi - found.lo < 6e-14);
}

#[test]
fn ellipses_that_touch_at_their_tips_have_zero_in_the_bracket() {
    let (a, b) = (Set::ellipse(2.0, 1.0, 0.0), Set::ellipse(0.5, 3.0, 0.0));
    let found = checked(&a, &b, DVec2::new(2.5, 0.0), 20, 1e-9);
    assert!(found.lo <= 0.0 && 0.0 <= found.hi && found.hi - found.lo < 1e-13, "{found:?}");
    assert_eq!((found.on_a, found.on_b), (DVec2::new(2.0, 0.0), DVec2::new(2.0, 0.0)));
    for (shift, separated) in [(1e-12, true), (-1e-12, false)] {
        let found = bracket(&a.hull(), &b.hull(), DVec2::new(2.5 + shift, 0.0));
        assert_eq!(found.lo > 0.0, separated);
        assert_eq!(found.hi < 0.0, !separated);
    }
}

#[test]
fn the_closest_point_of_an_ellipse_is_found_from_both_sides() {
    let mut r = Random(9);
    for _ in 0..40 {
        let set = r.ellipse(40.0);
        let point = r.offset(1.5);
        let found = closest(&set.hull(), point);
        let truth = oracle(&set, &Set::new(&[(0.0, 0.0)], [0.0; 4]), point, 40);
        assert!((found.separation - truth).abs() < 1e-13, "{found:?} {truth}");
        assert!((found.on_b - point).length() == 0.0);
        assert!(((found.on_a - point).length() - truth.abs()).abs() < 1e-7, "{found:?}");
    }
}

#[test]
fn points_and_polygons_without_a_rim_are_sets_too() {
    let square = Set::new(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], [0.0; 4]);
    let point = Set::new(&[(0.0, 0.0)], [0.0; 4]);
    let found = checked(&square, &point, DVec2::new(0.25, 0.0), 200, 1e-12);
    assert_eq!((found.separation, found.normal), (-0.75, DVec2::X));
    assert_eq!(found.on_a, DVec2::new(1.0, 0.0));
    let found = checked(&square, &square, DVec2::new(3.0, 0.5), 200, 1e-12);
    assert_eq!((found.separation, found.normal), (1.0, DVec2::X));
    let found = checked(&point, &point, DVec2::ZERO, 200, 1e-12);
    assert_eq!((found.separation, found.normal), (0.0, DVec2::X));
    let needle = Set::new(&[(0.0, 0.0)], [1.0, 1.0, 2.0, 2.0]);
    checked(&needle, &square, DVec2::new(0.5, 0.0), 200, 1e-12);
}

/// A user's disc, which reports nothing of its curvature.
struct Plain(DVec2, f64);

impl ConvexSet for Plain {
    fn probe(&self, u: DVec2) -> (DVec2, f64) {
        (self.0 + u * (self.1 / u.length()), 0.0)
    }

    fn extent(&self) -> DAabb {
        DAabb { min: self.0, max: self.0 }.grown(self.1)
    }
}

#[test]
fn a_users_support_function_needs_no_curvature() {
    let mut r = Random(10);
    for _ in 0..100 {
        let (p, q, offset) = (r.between(0.1, 2.0), r.between(0.1, 2.0), r.offset(3.0));
        let found = bracket(&Plain(DVec2::ZERO, p), &Plain(DVec2::ZERO, q), offset);
        let truth = offset.length() - p - q;
        assert!(found.lo <= truth && truth <= found.hi, "{found:?} {truth}");
        let near_center = offset.length() < 0.1;
        let within = if near_center { 1e-3 } else { 1e-9 };
        assert!(found.hi - found.lo < within, "{offset:?} {found:?}");
    }
    let found = bracket(&Plain(DVec2::ZERO, 1.0), &Plain(DVec2::ZERO, 1.0), DVec2::ZERO);
    assert_eq!(found.normal, DVec2::X);
    assert!(found.lo <= -2.0 && found.hi >= -2.0 && found.hi - found.lo < 2e-4, "{found:?}");
}

#[test]
fn garbage_supports_give_finite_answers() {
    struct Garbage(Mutex<Random>, u32);
    impl SupportMap for Garbage {
        fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
            let mut r = self.0.lock().expect("one thread");
            match self.1 {
                0 => [f64::NAN, f64::INFINITY],
                1 => [r.between(-1.0, 1.0), r.between(-1.0, 1.0)],
                2 => [r.between(-1e300, 1e300), r.between(-1e300, 1e300)],
                3 => [-x, -y],
                _ => [r.unit().powi(40), if r.unit() < 0.5 { f64::NAN } else { -1e-300 }],
            }
        }
    }
    for kind in 0..5 {
        for seed in 0..20 {
            let garbage = Arc::new(Garbage(Mutex::new(Random(seed)), kind));
            let curved = Curved::from_support(DVec2::ZERO, garbage, [1.0, 0.0, 0.0, 1.0]);
            let set = || View::of_curved(&curved);
            let found = bracket(&set(), &set(), DVec2::new(0.5, 0.1));
            assert!(found.lo <= found.separation && found.separation <= found.hi);
            assert!(found.lo.is_finite() && found.hi.is_finite() && found.normal.x.is_finite());
            assert!(found.on_a.x.is_finite() && found.on_b.y.is_finite());
            if let Some(hit) = line_enter(&set(), DVec2::new(-2.0, 0.0), DVec2::X) {
                assert!(hit.lo <= hit.fraction && hit.fraction <= hit.hi, "{hit:?}");
                assert!(hit.lo.is_finite() && hit.hi.is_finite());
            }
            assert!(flatten(&set(), 1e-3, None).len() <= 100_000);
        }
    }
}

#[test]
fn lines_cross_ellipses_where_the_quadratic_says() {
    let mut r = Random(11);
    let mut hits = 0;
    for _ in 0..400 {
        let set = r.ellipse(100.0);
        let (origin, direction) = (r.offset(3.0), r.offset(2.0));
        let [a, b, c, d] = set.disc;
        let det = a * d - b * c;
        let undo = |v: DVec2| DVec2::new((d * v.x - c * v.y) / det, (a * v.y - b * v.x) / det);
        let (o, v) = (undo(origin), undo(direction));
        let (p, q, s) = (v.dot(v), o.dot(v), o.dot(o) - 1.0);
        let roots = q * q - p * s;
        let enter = line_enter(&set.hull(), origin, direction);
        let exit = line_exit(&set.hull(), origin, direction);
        if roots.abs() < 1e-9 * q * q {
            continue;
        }
        assert_eq!(enter.is_some(), roots > 0.0);
        let (Some(enter), Some(exit)) = (enter, exit) else { continue };
        hits += 1;
        let truth = [(-q - roots.sqrt()) / p, (-q + roots.sqrt()) / p];
        for (found, truth) in [(enter, truth[0]), (exit, truth[1])] {
            assert!(found.lo <= truth + 1e-12 && truth - 1e-12 <= found.hi, "{found:?} {truth}");
            assert!((found.fraction - truth).abs() < 1e-9, "{found:?} {truth}");
            assert!(found.hi - found.lo < 1e-8, "{found:?} {truth}");
        }
        assert!(enter.normal.dot(direction) < 0.0 && exit.normal.dot(direction) > 0.0);
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn lines_cross_rounded_hulls_where_they_meet_the_boundary() {
    let mut r = Random(15);
    let point = Set::new(&[(0.0, 0.0)], [0.0; 4]);
    let mut hits = 0;
    for _ in 0..150 {
        let (set, origin, direction) = (r.sheared(), r.offset(3.0), r.offset(1.0));
        let (Some(enter), Some(exit)) =
            (line_enter(&set.hull(), origin, direction), line_exit(&set.hull(), origin, direction))
        else {
            for i in -100..100 {
                let along = direction * (f64::from(i) * 0.1 / direction.length());
                assert!(closest(&set.hull(), origin + along).separation > 0.0);
            }
            continue;
        };
        hits += 1;
        let gap = |fraction: f64| oracle(&set, &point, origin + direction * fraction, 400);
        assert!(gap(enter.lo).abs() < 1e-11 && gap(enter.hi).abs() < 1e-11, "{enter:?}");
        assert!(gap(exit.lo).abs() < 1e-11 && gap(exit.hi).abs() < 1e-11, "{exit:?}");
        assert!(gap(enter.lo) > -1e-14 && gap(enter.hi) < 1e-14, "{enter:?}");
        assert!(gap((enter.hi + exit.lo) * 0.5) < 1e-14);
    }
    assert!(hits > 20, "{hits}");
}

#[test]
fn outlines_stay_within_their_tolerance_on_the_boundary() {
    let mut r = Random(12);
    for tolerance in [1e-1, 1e-3, 1e-5] {
        for _ in 0..20 {
            let set = r.sheared();
            let outline = flatten(&set.hull(), tolerance, None);
            let n = outline.len();
            for i in 0..n {
                let (p, q) = (outline[i], outline[(i + 1) % n]);
                assert!(p != q || n == 1);
                let Some(u) = right(q - p).unit() else { continue };
                let gap = set.height(u) - p.dot(u);
                assert!(gap <= tolerance + 1e-12, "{gap} {tolerance} {:?}", set.vertices);
            }
            for i in 0..1000 {
                let u = circle()[i * 200];
                let reach = outline.iter().map(|p| p.dot(u)).fold(f64::NEG_INFINITY, f64::max);
                assert!(
                    reach <= set.height(u) + 1e-14 && reach >= set.height(u) - tolerance - 1e-12
                );
            }
        }
    }
    let disc = Set::ellipse(1.0, 1.0, 0.0);
    assert_eq!(flatten(&disc.hull(), 1e-3, None).len(), 128);
    let finest = flatten(&disc.hull(), 0.0, None).len();
    assert!((30_000..=100_000).contains(&finest), "{finest}");
}

#[test]
fn outlines_of_points_segments_and_polygons_are_their_corners() {
    let point = Set::new(&[(2.0, 3.0)], [0.0; 4]);
    assert_eq!(flatten(&point.hull(), 0.1, None), vec![DVec2::new(2.0, 3.0)]);
    let segment = Set::new(&[(2.0, 3.0), (-1.0, 0.5)], [0.0; 4]);
    assert_eq!(flatten(&segment.hull(), 0.1, None).len(), 2);
    let square = Set::new(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], [0.0; 4]);
    assert_eq!(flatten(&square.hull(), 0.1, None).len(), 4);
}
