//! The kernels for small convex cores against all edges and all vertices.

use super::*;
use crate::math::Affine;
use crate::pair::test_shapes::plain_separation;
use crate::shape::{Body, Shape};
use alloc::vec::Vec;

struct Random(u64);

impl Random {
    fn within(&mut self, reach: f32) -> f32 {
        ((crate::math::splitmix(&mut self.0) >> 40) as f32 / 8_388_608.0 - 1.0) * reach
    }
}

fn shapes() -> Vec<Shape> {
    let ring = |n: usize| {
        let corner = |i: usize| {
            let turn = crate::math::Rot::from_degrees(360.0 * i as f32 / n as f32);
            (1.3 * turn.cos, 0.9 * turn.sin)
        };
        Shape::polygon((0..n).map(corner)).unwrap()
    };
    let rect = Shape::rect_half((1.0, 0.6)).unwrap();
    let segment = Shape::segment((-1.0, 0.2), (0.9, -0.3)).unwrap();
    let mut all: Vec<Shape> = (3..=8).chain([9, 12, 32]).map(ring).collect();
    all.extend([
        Shape::point((0.3, 0.1)).unwrap(),
        Shape::circle(0.8).unwrap(),
        segment.with_radius(0.3).unwrap(),
        segment,
        rect.with_radius(0.25).unwrap(),
        ring(5).with_radius(0.5).unwrap(),
        rect,
        Shape::rect_half((1.2, 0.0)).unwrap(),
    ]);
    all
}

fn core(shape: &Shape, at: Affine) -> Core {
    match shape.place(at).unwrap().body {
        Body::Core(core) => core,
        other => unreachable!("{other:?}"),
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12
}

/// Calls `visit` with pairs of all shapes within reach of each other.
fn pairs(mut visit: impl FnMut(&Core, &Core)) {
    let all = shapes();
    let mut random = Random(7);
    for a in &all {
        for b in &all {
            for _ in 0..60 {
                let mut at = |reach: f32, x: f32| {
                    let (x, y) = (x + random.within(reach), random.within(reach));
                    Affine::at((x, y)).rotated(random.within(3.2))
                };
                visit(&core(a, at(1.0, 100.0)), &core(b, at(2.5, 100.0)));
            }
        }
    }
}

#[test]
fn all_kernels_agree_with_all_edges_and_hand_on_next_to_nothing() {
    let (mut all, mut doubtful) = (0, 0);
    pairs(|a, b| {
        let ((near, error), s) = (plain_separation(a, b), separation(a, b, Want::Gap).unwrap());
        assert!((s.separation - near).abs() <= s.error + error, "{a:?} {b:?}");
        all += 1;
        if s.separation.abs() > s.error {
            assert_eq!(s.separation > 0.0, near > 0.0, "{a:?} {b:?}");
        } else {
            doubtful += 1;
        }
    });
    assert!(all > 10_000 && doubtful * 1000 < all, "{doubtful} of {all}");
}

#[test]
fn witnesses_lie_on_the_cores_and_as_far_apart_as_it_says() {
    pairs(|a, b| {
        let s = separation(a, b, Want::Gap).unwrap();
        let (d, radius) = difference(a, b);
        let way = s.core_b - s.core_a;
        assert!(close(s.normal.length(), 1.0));
        assert!(close(way.dot(s.normal), s.separation + radius), "{a:?} {b:?} {s:?}");
        assert!(close(way.cross(s.normal), 0.0), "{a:?} {b:?} {s:?}");
        for (core, p, at) in [(a, s.core_a, DVec2::ZERO), (b, s.core_b, d)] {
            assert!(inside(core, p - at), "{a:?} {b:?} {s:?}");
        }
    });
}

/// Returns `true` if an offset lies in a convex core, the radius left aside, but for rounding.
fn inside(core: &Core, p: DVec2) -> bool {
    let v = core.offsets();
    if v.len() == 1 {
        return close((p - v[0]).length(), 0.0);
    }
    (0..v.len()).all(|i| {
        let (from, to) = (v[i], v[(i + 1) % v.len()]);
        let e = (to - from).unit().unwrap();
        let along = (p - from).dot(e);
        let beside = v.len() == 2 && (along < -1e-12 || along > (to - from).length() + 1e-12);
        e.cross(p - from) >= -1e-12 && !beside
    })
}

#[test]
fn faces_on_each_other_have_witnesses_on_both() {
    let at = |x: f32, y: f32| Affine::at((x, y));
    let (long, short) =
        (Shape::rect_half((3.0, 1.0)).unwrap(), Shape::rect_half((1.0, 1.0)).unwrap());
    let square = Shape::polygon([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]).unwrap();
    for over in [-1.5, 0.0, 0.25, 1.75] {
        for b in [&short, &square] {
            let (a, b) = (core(&long, at(5.0, 5.0)), core(b, at(5.0 + over, 6.75)));
            let s = separation(&a, &b, Want::Gap).unwrap();
            assert_eq!((s.separation, s.normal), (-0.25, DVec2::new(0.0, 1.0)));
            assert!(s.core_a.y == 1.0 && s.core_b.y == 0.75);
            assert!((s.core_a.x - f64::from(over)).abs() <= 1.0 && s.core_a.x.abs() <= 3.0);
            assert_eq!(s.core_a.x, s.core_b.x);
        }
    }
}

#[test]
fn a_segment_a_million_times_longer_is_as_far_away_as_the_part_near_the_other() {
    let mut random = Random(11);
    let mut overlapping = 0;
    for shape in shapes() {
        for _ in 0..200 {
            let b = core(&shape, Affine::at((random.within(3.0), random.within(3.0))));
            let near = DVec2::new(random.within(2.0).into(), random.within(2.0).into());
            let way = DVec2::new(random.within(1.0).into(), random.within(1.0).into());
            let segment = |length| {
                let far = near + way * length;
                Core::offset_segment(DVec2::new(1.0, -1.0), near, far, 0.0)
            };
            let (long, short) = (segment(1e6), segment(1e4));
            for turned in [false, true] {
                let turn = |a| if turned { (&b, a) } else { (a, &b) };
                let ((a, b), (c, d)) = (turn(&long), turn(&short));
                let found = separation(a, b, Want::Gap).unwrap();
                let want = separation(c, d, Want::Gap).unwrap();
                if want.separation.abs() < 1e-6 {
                    continue;
                }
                overlapping += usize::from(want.separation < 0.0);
                assert!(
                    (found.separation - want.separation).abs() < 1e-9
                        && (found.normal - want.normal).reach() < 1e-6,
                    "{shape:?} {near:?} {way:?}: {found:?}, not {want:?}"
                );
            }
        }
    }
    assert!(overlapping > 100, "{overlapping}");
}

#[test]
fn a_bar_that_stands_on_another_leaves_to_its_own_side() {
    let floor = [DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0)];
    let separated = |[p, q]: [DVec2; 2], [r, s]: [DVec2; 2]| {
        let a = Core::offset_segment(DVec2::ZERO, p, q, 0.25);
        let b = Core::offset_segment(DVec2::ZERO, r, s, 0.0);
        separation(&a, &b, Want::Gap).unwrap()
    };
    for (x, y) in [(0.0, 2.0), (0.5, -2.0), (1.0, 2.0), (-1.0, 0.5)] {
        let foot = DVec2::new(x, 0.0);
        let bar = [foot, foot + DVec2::new(0.1, y)];
        for bar in [bar, [bar[1], bar[0]]] {
            for (a, b) in [(floor, bar), (bar, floor)] {
                let found = separated(a, b);
                let left = separated(a, b.map(|v| v + found.normal * 0.25)).separation;
                assert!(found.separation == -0.25 && left > -1e-12, "{bar:?} {found:?} {left}");
            }
        }
    }
}
