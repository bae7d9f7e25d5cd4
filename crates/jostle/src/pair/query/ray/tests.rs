//! Rays against every kind of shape, by cases and by law.

use alloc::vec::Vec;

use super::*;
use crate::pair::boundary::union_depth;
use crate::{
    Affine, Rot, Shape,
    shape::{ChainEnds, Sidedness, SupportMap},
};

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn placed(shape: Shape) -> Placed {
    shape.place(Affine::IDENTITY).unwrap()
}

fn compound<const N: usize>(parts: [(Shape, (f32, f32)); N]) -> Placed {
    let parts = parts.map(|(s, (x, y))| (s, Affine::at((x, y))));
    placed(Shape::compound(parts).unwrap())
}

fn square() -> Shape {
    Shape::rect_half((1.0, 1.0)).unwrap()
}

const HOUSE: [(f32, f32); 5] = [(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (0.0, 3.0), (-2.0, 1.0)];

#[derive(Debug)]
struct Diamond;

impl SupportMap for Diamond {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        if x.abs() > y.abs() { [x.signum(), 0.0] } else { [0.0, y.signum()] }
    }
}

/// Shapes with an area around the origin, and where the ray along +x from the origin leaves them.
fn areas() -> Vec<(&'static str, Placed, f32)> {
    let at = |s: Shape| placed(s);
    let plus = [
        (-3., -1.),
        (-1., -1.),
        (-1., -3.),
        (1., -3.),
        (1., -1.),
        (3., -1.),
        (3., 1.),
        (1., 1.),
        (1., 3.),
        (-1., 3.),
        (-1., 1.),
        (-3., 1.),
    ];
    let frame = [(-4., -4.), (4., -4.), (4., 4.), (-4., 4.)];
    let hole = [(2., -1.), (3., -1.), (3., 1.), (2., 1.)];
    Vec::from([
        ("circle", at(Shape::circle(2.0).unwrap()), 2.0),
        ("capsule", at(Shape::capsule((-2.0, 0.0), (2.0, 0.0), 1.0).unwrap()), 3.0),
        ("rect", at(Shape::rect_half((3.0, 1.0)).unwrap()), 3.0),
        ("rounded rect", at(Shape::rect_half((3.0, 1.0)).unwrap().with_radius(0.5).unwrap()), 3.5),
        ("convex", at(Shape::polygon(HOUSE).unwrap()), 2.0),
        ("rounded convex", at(Shape::polygon(HOUSE).unwrap().with_radius(1.0).unwrap()), 3.0),
        ("concave", at(Shape::polygon(plus).unwrap()), 3.0),
        ("rounded concave", at(Shape::polygon(plus).unwrap().with_radius(0.5).unwrap()), 3.5),
        ("hole", at(Shape::polygon_with_holes(frame, [hole]).unwrap()), 2.0),
        ("ellipse", at(Shape::ellipse((3.0, 1.0)).unwrap()), 3.0),
        ("custom", at(Shape::custom(Diamond)), 1.0),
        ("half-plane", at(Shape::half_plane((2.0, 0.0), 10.0).unwrap()), 5.0),
        ("tiles", compound([(square(), (0., 0.)), (square(), (2., 0.))]), 3.0),
        (
            "overlapping parts",
            {
                let ball = Shape::circle(1.0).unwrap();
                compound([(square(), (0., 0.)), (ball, (1.5, 0.)), (square(), (9., 0.))])
            },
            2.5,
        ),
    ])
}

#[test]
fn a_start_inside_is_hit_skipped_or_left_in_every_kind_of_area() {
    for (name, shape, exit) in areas() {
        let ray = |inside| shape.ray((0., 0.), (8., 0.), inside);
        let hit = ray(Inside::Hit).unwrap();
        assert_eq!((hit.fraction, hit.point), (0.0, Vec2::ZERO), "{name}");
        assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{name}");
        assert_eq!(ray(Inside::Skip), None, "{name}");
        let out = ray(Inside::Exit).unwrap();
        assert!((out.fraction * 8.0 - exit).abs() < 4e-6, "{name}: {out:?}");
        assert!((out.point.x - exit).abs() < 4e-6 && out.point.y == 0.0, "{name}: {out:?}");
        assert!(out.normal.dot((1.0, 0.0)) > 0.6 || name == "hole", "{name}: {out:?}");
        assert_eq!(shape.ray((0., 0.), (0.5 * exit, 0.), Inside::Exit), None, "{name}");
        // Reaching the boundary is enough.
        assert!(shape.ray((0., 0.), (exit, 0.), Inside::Exit).is_some(), "{name}");
        assert_eq!(shape.ray((0., 0.), (0., 0.), Inside::Exit), None, "{name}");
        assert!(shape.ray((0., 0.), (0., 0.), Inside::Hit).is_some(), "{name}");
    }
}

#[test]
fn a_start_outside_is_the_same_for_all_three() {
    for (name, shape, exit) in areas() {
        let far = if name == "overlapping parts" { 10.0 } else { exit };
        let far = if name == "hole" { 4.0 } else { far };
        let ray = |inside| shape.ray((16., 0.), (-16., 0.), inside).unwrap();
        let hit = ray(Inside::Hit);
        assert!((hit.point.x - far).abs() < 4e-6, "{name}: {hit:?}");
        assert!(hit.normal.x > 0.6, "{name}: {hit:?}");
        assert_eq!((hit, hit), (ray(Inside::Skip), ray(Inside::Exit)), "{name}");
        assert_eq!(shape.ray((16., 0.), (2., 0.), Inside::Hit), None, "{name}");
    }
}

#[test]
fn a_start_on_the_boundary_is_a_hit_at_fraction_zero_for_hit_and_exit() {
    for (name, shape, exit) in areas() {
        for way in [(5.0, 0.0), (-0.25, 0.0), (0.0, 3.0), (0.0, 0.0)] {
            for inside in [Inside::Hit, Inside::Exit] {
                let hit = shape.ray((exit, 0.), way, inside).unwrap();
                assert_eq!((hit.fraction, hit.point), (0.0, v(exit, 0.)), "{name} {way:?}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{name} {way:?}");
            }
            assert_eq!(shape.ray((exit, 0.), way, Inside::Skip), None, "{name} {way:?}");
        }
    }
}

#[test]
fn lines_and_points_are_their_own_boundary() {
    let chain =
        Shape::chain([(0., -2.), (0., 2.), (4., 2.)], ChainEnds::Open, Sidedness::Both).unwrap();
    let point = Shape::point((0.0, 0.0)).unwrap();
    let segment = Shape::segment((0.0, -2.0), (0.0, 2.0)).unwrap();
    for shape in [point, segment, chain].map(placed) {
        for inside in [Inside::Hit, Inside::Skip, Inside::Exit] {
            let hit = shape.ray((-2., 0.), (4., 0.), inside).unwrap();
            assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, v(0., 0.), v(-1., 0.)));
            let back = shape.ray((2., 0.), (-4., 0.), inside).unwrap();
            assert_eq!((back.fraction, back.normal), (0.5, v(1., 0.)));
            assert_eq!(shape.ray((-2., 0.), (1.9, 0.), inside), None);
        }
        for inside in [Inside::Hit, Inside::Exit] {
            let on = shape.ray((0., 0.), (4., 0.), inside).unwrap();
            assert_eq!((on.fraction, on.normal), (0.0, v(-1., 0.)));
            assert!(shape.ray((0., 0.), (0., 0.), inside).is_some());
        }
        assert_eq!(shape.ray((0., 0.), (4., 0.), Inside::Skip), None);
    }
}

#[test]
fn a_ray_along_a_segment_hits_its_end_head_on() {
    let segment = placed(Shape::segment((2.0, 2.0), (4.0, 4.0)).unwrap());
    let hit = segment.ray((0., 0.), (8., 8.), Inside::Hit).unwrap();
    let back = -core::f32::consts::FRAC_1_SQRT_2;
    assert_eq!((hit.fraction, hit.point, hit.normal), (0.25, v(2., 2.), v(back, back)));
    let hit = segment.ray((8., 8.), (-8., -8.), Inside::Exit).unwrap();
    assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, v(4., 4.), v(-back, -back)));
}

#[test]
fn tangents_and_corners_are_hits_and_an_ulp_beside_them_is_none() {
    let ball = placed(Shape::circle(1.0).unwrap());
    let hit = ball.ray((-2., 1.), (4., 0.), Inside::Hit).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.5, v(0., 1.)));
    assert_eq!(ball.ray((-2., 1f32.next_up()), (4., 0.), Inside::Hit), None);
    let tile = placed(square());
    let hit = tile.ray((0., 2.), (2., -2.), Inside::Hit).unwrap();
    assert_eq!((hit.fraction, hit.point), (0.5, v(1., 1.)));
    assert_eq!(tile.ray((0., 2f32.next_up()), (2., -2.), Inside::Hit), None);
    let along = tile.ray((-2., 1.), (4., 0.), Inside::Hit).unwrap();
    assert_eq!((along.fraction, along.normal), (0.25, v(-1., 0.)));
    assert_eq!(tile.ray((-2., 0.), (1., 0.), Inside::Hit).unwrap().fraction, 1.0);
}

#[test]
fn a_one_sided_chain_is_hit_from_its_left_only() {
    let make = |points: &[(f32, f32)]| {
        placed(Shape::chain(points.iter().copied(), ChainEnds::Open, Sidedness::Left).unwrap())
    };
    for floor in [make(&[(-2., 0.), (2., 0.)]), make(&[(-2., 0.), (0.5, 0.), (2., 0.)])] {
        let hit = floor.ray((0., 1.), (0., -2.), Inside::Hit).unwrap();
        assert_eq!((hit.fraction, hit.normal), (0.5, v(0., 1.)));
        assert_eq!(floor.ray((0., -1.), (0., 2.), Inside::Hit), None);
        assert_eq!(floor.ray((-3., 0.), (6., 0.), Inside::Hit), None);
        assert!(floor.ray((0., 0.), (0., -1.), Inside::Exit).is_some());
        assert_eq!(floor.ray((0., 0.), (0., 1.), Inside::Exit), None);
        // Sidedness does not change what contains what.
        assert!(floor.ray((0., 0.), (0., 0.), Inside::Hit).is_some());
        assert_eq!(floor.ray((0., 0.), (0., -1.), Inside::Skip), None);
    }
    // Through the back of one edge to the front of the next.
    let spiral = make(&[(0., -1.), (0., 1.), (2., 1.), (2., -1.)]);
    let hit = spiral.ray((-1., 0.), (4., 0.), Inside::Hit).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.25, v(-1., 0.)));
    let hit = spiral.ray((3., 0.), (-4., 0.), Inside::Hit).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.25, v(1., 0.)));
}

#[test]
fn inner_seams_of_a_union_do_not_stop_a_ray_but_a_corner_of_it_does() {
    let tiles = compound([(square(), (0., 0.)), (square(), (2., 0.)), (square(), (0., 2.))]);
    let fraction =
        |from: (f32, f32), way: (f32, f32)| tiles.ray(from, way, Inside::Exit).map(|h| h.fraction);
    assert_eq!(fraction((0., 0.), (8., 0.)), Some(0.375));
    // From the seam itself, across it and along it.
    assert_eq!(fraction((1., 0.), (4., 0.)), Some(0.5));
    assert_eq!(fraction((1., 0.), (0., 4.)), Some(0.25));
    // The corner where the three meet is boundary: one quarter around it is free.
    assert_eq!(fraction((0., 0.), (4., 4.)), Some(0.25));
    let full = compound([
        (square(), (0., 0.)),
        (square(), (2., 0.)),
        (square(), (0., 2.)),
        (square(), (2., 2.)),
    ]);
    assert_eq!(full.ray((0., 0.), (4., 4.), Inside::Exit).unwrap().fraction, 0.75);
    let diagonal = compound([(square(), (0., 0.)), (square(), (2., 2.))]);
    assert_eq!(diagonal.ray((0., 0.), (4., 4.), Inside::Exit).unwrap().fraction, 0.25);
    let gap = compound([(square(), (0., 0.)), (square(), (2f32.next_up(), 0.))]);
    assert_eq!(gap.ray((0., 0.), (8., 0.), Inside::Exit).unwrap().fraction, 0.125);
}

#[test]
fn a_line_inside_an_area_of_a_union_is_no_boundary_and_outside_it_is() {
    let bar = Shape::segment((0.5, -4.0), (0.5, 4.0)).unwrap();
    let union = compound([(Shape::rect_half((2.0, 2.0)).unwrap(), (0., 0.)), (bar, (0., 0.))]);
    let exit = union.ray((0., 0.), (4., 0.), Inside::Exit).unwrap();
    assert_eq!((exit.fraction, exit.normal), (0.5, Vec2::X));
    let hit = union.ray((0., 3.), (4., 0.), Inside::Hit).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.125, v(-1., 0.)));
}

#[test]
fn a_ray_that_is_not_finite_hits_nothing() {
    let plane = placed(Shape::half_plane((0.0, 1.0), 0.0).unwrap());
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(plane.ray((bad, -1.), (1., 0.), Inside::Hit), None);
        assert_eq!(plane.ray((0., -1.), (1., bad), Inside::Hit), None);
    }
    let huge = plane.ray((0., f32::MAX), (0., -f32::MAX), Inside::Hit).unwrap();
    assert_eq!((huge.fraction, huge.point.y), (1.0, 0.0));
}

#[test]
fn the_shallowest_way_out_is_the_normal_of_a_start_inside() {
    for (name, shape, _) in areas() {
        let start = v(0.125, 0.25);
        let hit = shape.ray(start, (8., 0.), Inside::Hit).unwrap();
        assert_eq!(hit.normal, shape.closest(start).normal, "{name}");
    }
    let rect = placed(Shape::rect_half((3.0, 1.0)).unwrap());
    assert_eq!(rect.ray((1., 0.5), (9., 0.), Inside::Hit).unwrap().normal, Vec2::Y);
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        crate::math::splitmix(&mut self.0)
    }

    /// In [-size, size), half of the time on a coarse grid.
    fn number(&mut self, size: f32) -> f32 {
        let x = (self.next() >> 40) as f32 / 8_388_608.0 - 1.0;
        if self.next().is_multiple_of(2) { (x * size * 2.0) as i32 as f32 * 0.5 } else { x * size }
    }

    fn point(&mut self, size: f32) -> Vec2 {
        v(self.number(size), self.number(size))
    }

    fn affine(&mut self) -> Affine {
        let p = self.point(4.0);
        let place = Affine::at(p);
        match self.next() % 4 {
            0 => place,
            1 => place.rotated(self.number(3.0)),
            2 => place.rotated(self.number(3.0)).scaled(1.5, 0.75),
            _ => place.scaled(1.0, -2.0),
        }
    }
}

fn kinds() -> Vec<(&'static str, Shape)> {
    let comb =
        [(-4., -3.), (4., -3.), (4., 3.), (2., 3.), (1., -1.), (0., 3.), (-1., -1.), (-4., 3.)];
    let frame = [(-4., -4.), (4., -4.), (4., 4.), (-4., 4.)];
    let hole = [(-2., -1.), (3., -1.), (0., 3.)];
    let star: Vec<(f32, f32)> = (0..40)
        .map(|i| {
            let turn = crate::Rot::from_degrees(9.0 * i as f32);
            let r = if i % 2 == 0 { 4.0 } else { 2.0 };
            (r * turn.cos, r * turn.sin)
        })
        .collect();
    let rect = |x, y| Shape::rect_half((x, y)).unwrap();
    Vec::from([
        ("point", Shape::point((1.0, 0.0)).unwrap()),
        ("segment", Shape::segment((-3.0, 1.0), (3.0, 2.0)).unwrap()),
        ("circle", Shape::circle(2.0).unwrap()),
        ("capsule", Shape::capsule((-2.0, 0.0), (2.0, 0.0), 1.0).unwrap()),
        ("rect", rect(3.0, 1.0)),
        ("rounded rect", rect(2.0, 1.0).with_radius(0.75).unwrap()),
        ("convex", Shape::polygon(HOUSE).unwrap()),
        ("rounded convex", Shape::polygon(HOUSE).unwrap().with_radius(0.5).unwrap()),
        ("concave", Shape::polygon(comb).unwrap()),
        ("rounded concave", Shape::polygon(comb).unwrap().with_radius(0.25).unwrap()),
        ("hole", Shape::polygon_with_holes(frame, [hole]).unwrap()),
        ("star", Shape::polygon(star.iter().copied()).unwrap()),
        ("rounded star", Shape::polygon(star.iter().copied()).unwrap().with_radius(0.5).unwrap()),
        ("chain", Shape::chain(comb, ChainEnds::Closed, Sidedness::Both).unwrap()),
        ("ellipse", Shape::ellipse((3.0, 1.0)).unwrap()),
        ("custom", Shape::custom(Diamond)),
        ("half-plane", Shape::half_plane((1.0, 0.5), 1.0).unwrap()),
        (
            "compound",
            Shape::compound([
                (rect(1.0, 1.0), Affine::IDENTITY),
                (rect(1.0, 1.0), Affine::at((2.0, 0.0))),
                (Shape::circle(1.5).unwrap(), Affine::at((0.0, 1.0))),
                (Shape::polygon(comb).unwrap(), Affine::at((-3.0, 0.0)).scaled(0.5, 0.5)),
                (Shape::segment((0.0, -4.0), (1.0, 4.0)).unwrap(), Affine::IDENTITY),
            ])
            .unwrap(),
        ),
    ])
}

const SIZE: f64 = 8.0;

/// The signed distance of a point to the whole, by its areas where they are near.
fn distance(shape: &Placed, p: Vec2) -> f64 {
    let areas = union_depth::signed_distance(&shape.body, p.into(), DVec2::ZERO).0;
    if areas < 1e-5 * SIZE { areas } else { f64::from(shape.closest(p).separation) }
}

#[test]
fn rays_obey_their_laws_against_every_kind_of_shape() {
    let mut random = Random(1);
    let (mut hits, mut misses, mut starts, mut exits) = (0, 0, 0, 0);
    for (name, shape) in kinds() {
        // Depths in its many overlapping arcs are the slowest answers of all.
        let rounds = if name == "rounded star" { 40 } else { 400 };
        for round in 0..rounds {
            let shape = shape.place(random.affine()).unwrap();
            let (from, way) = (random.point(8.0), random.point(12.0));
            let way = if round % 3 == 0 { way } else { (random.point(4.0) - from) * 1.5 };
            let track = RaySegment::new(from, way);
            let what = (name, round, from, way);
            let meets = verdict_of(&shape.body, &track.path()) != Verdict::Separated;
            let inside = verdict_of(&shape.body, &track.start()) != Verdict::Separated;
            let hit = shape.ray(from, way, Inside::Hit);
            assert_eq!(hit.is_some(), meets, "{what:?}");
            assert_eq!(shape.ray(from, way, Inside::Skip), hit.filter(|_| !inside), "{what:?}");
            let exit = shape.ray(from, way, Inside::Exit);
            if !inside {
                assert_eq!(exit, hit, "{what:?}");
            }
            for h in hit.iter().chain(&exit) {
                assert!((0.0..=1.0).contains(&h.fraction), "{what:?} {h:?}");
                assert!((h.normal.length() - 1.0).abs() < 1e-6, "{what:?} {h:?}");
                let on = DVec2::from(from) + DVec2::from(way) * f64::from(h.fraction);
                assert!((on - h.point.into()).length() < 4e-6 * SIZE, "{what:?} {h:?}");
            }
            match hit {
                None => misses += 1,
                Some(h) if inside => {
                    starts += 1;
                    assert_eq!((h.fraction, h.point), (0.0, DVec2::from(from).round()), "{what:?}");
                }
                Some(h) => {
                    hits += 1;
                    assert!(distance(&shape, h.point).abs() < 1e-5 * SIZE, "{what:?} {h:?}");
                    assert!(h.normal.dot(way) <= 1e-5 * way.length(), "{what:?} {h:?}");
                    let shorter = way * (0.999 * h.fraction);
                    assert_eq!(shape.ray(from, shorter, Inside::Hit), None, "{what:?} {h:?}");
                }
            }
            if inside {
                exits += 1;
                exit_is_the_first_boundary(&shape, &track, exit, &what);
            }
        }
    }
    assert!(
        hits > 1500 && misses > 1000 && starts > 500 && exits > 500,
        "{hits} {misses} {starts}"
    );
}

/// A way out by marching: inside before it, on the boundary at it.
fn exit_is_the_first_boundary(
    shape: &Placed,
    track: &RaySegment,
    exit: Option<RayHit>,
    what: &impl core::fmt::Debug,
) {
    let thin = shape.area() == Some(0.0);
    if thin {
        assert_eq!(exit.map(|h| h.fraction), Some(0.0), "{what:?}");
        return;
    }
    let end = exit.map_or(1.0, |h| f64::from(h.fraction));
    if let Some(h) = exit {
        assert!(distance(shape, h.point).abs() < 1e-5 * SIZE, "{what:?} {h:?}");
    }
    for i in 1..40 {
        let t = end * 0.999 * f64::from(i) / 40.0;
        let p = (DVec2::from(track.origin) + track.way * t).round();
        assert!(distance(shape, p) < 1e-6 * SIZE, "{what:?} {exit:?} at {t}");
    }
}

/// A disc that only its support function knows.
struct Disc;

impl SupportMap for Disc {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let length = libm::sqrt(x * x + y * y);
        [x / length, y / length]
    }
}

#[test]
fn a_ray_misses_a_support_function_beyond_its_own_error_however_long_the_ray_is() {
    let disc = Shape::custom(Disc).place(Affine::IDENTITY).unwrap();
    let mut random = Random(77);
    for length in [4.0, 400.0, 4e4, 4e6] {
        let (mut hits, mut misses) = (0, 0);
        for _ in 0..2000 {
            let turn = Rot::from_degrees(random.number(180.0));
            let (cos, sin) = (f64::from(turn.cos), f64::from(turn.sin));
            let off = 1.0 + f64::from(random.number(1.0)) * 1e-5;
            let half = 0.5 * length;
            let start =
                Vec2::new((-sin * off - cos * half) as f32, (cos * off - sin * half) as f32);
            let way = Vec2::new((cos * length) as f32, (sin * length) as f32);
            // The inputs are f32 numbers: their line passes by at this distance.
            let [x, y, dx, dy] = [start.x, start.y, way.x, way.y].map(f64::from);
            let distance = (x * dy - y * dx).abs() / libm::sqrt(dx * dx + dy * dy);
            let hit = disc.ray(start, way, Inside::Hit);
            assert!(hit.is_none() || distance <= 1.0 + 1e-6, "{length} {distance} {hit:?}");
            assert!(hit.is_some() || distance >= 1.0 - 1e-6, "{length} {distance}");
            (hits, misses) = (hits + u32::from(hit.is_some()), misses + u32::from(hit.is_none()));
        }
        assert!(hits > 100 && misses > 100, "{length} {hits} {misses}");
    }
}
