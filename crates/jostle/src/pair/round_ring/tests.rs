//! The closed forms against the exact way, on random and on spiteful input, and how often the exact
//! way is needed.

use alloc::format;
use alloc::vec::Vec;

use super::ray::{ClearWay, clear_way};
use super::*;
use crate::math::Vec2;
use crate::pair::bodies;
use crate::pair::casting::ray_body::{Crossing, RaySegment, enter, leave, verdict_of};
use crate::pair::query::{closest, touching_parts::nearest_edge};
use crate::pair::test_shapes::{self, Random};
use crate::{Affine, Placed, Shape};

fn polygon(corners: u16, radius: f32) -> Shape {
    let turn = |i| crate::Rot::from_degrees(360.0 * f32::from(i) / f32::from(corners));
    let ring = (0..corners).map(|i| (turn(i).cos, turn(i).sin));
    let shape = Shape::polygon(ring.collect::<Vec<_>>()).unwrap();
    if radius > 0.0 { shape.with_radius(radius).unwrap() } else { shape }
}

/// Every convex kind, about 1 in size.
fn convex() -> Vec<Shape> {
    let rect = Shape::rect_half((1.0, 0.7)).unwrap();
    let mut all = Vec::from([
        Shape::circle(0.8).unwrap(),
        Shape::capsule((-0.8, 0.0), (0.8, 0.0), 0.4).unwrap(),
        rect.clone(),
        rect.with_radius(0.2).unwrap(),
        Shape::ellipse((1.0, 0.3)).unwrap(),
    ]);
    all.extend([3, 6, 12, 32].map(|n| polygon(n, 0.0)));
    all.extend([3, 12].map(|n| polygon(n, 0.2)));
    all
}

/// Turned, and skewed, which makes rounded ones curved.
fn poses(random: &mut Random) -> [Affine; 2] {
    let at = random.affine();
    [at, random.affine().skewed(0.3, -0.2).scaled(1.2, 0.7)]
}

#[test]
fn random_questions_need_the_exact_way_less_than_once_in_a_thousand() {
    let mut random = Random(31);
    for shape in convex() {
        let (mut asked, mut open) = (0, [0; 3]);
        for _ in 0..2_000 {
            for at in poses(&mut random) {
                let body = shape.place(at).unwrap().body;
                let mut point = || Vec2::new(random.within(-3.0, 3.0), random.within(-3.0, 3.0));
                let [p, q] = [point(), point()];
                // A skewed capsule has no closed form for its nearest point.
                let skewed = matches!(&body, Body::Curved(c)
                    if c.rounded_hull().is_some_and(|hull| hull.vertices.len() > 1));
                // A core with many edges is decided by the ladder of verdicts.
                let ladder = matches!(&body, Body::Core(core) if core.kind == Kind::Convex && core.frame().is_none());
                open[0] += u32::from(!ladder && clearly_holds(&body, p.into()).is_none());
                open[1] += u32::from(!skewed && clear_gap(&body, p.into()).is_none());
                open[2] += u32::from(clear_way(&body, &RaySegment::new(p, q - p)).is_none());
                asked += 1;
            }
        }
        assert!(open.iter().all(|open| *open * 1000 < asked), "{shape:?}: {open:?} of {asked}");
    }
}

/// Points on and next to the boundary, on its axes, in the middle and far away.
fn spiteful(placed: &Placed, random: &mut Random) -> Vec<Vec2> {
    let bounds = placed.bounds();
    let (middle, size) = (bounds.center(), bounds.half_extents());
    let mut all = Vec::from([middle, bounds.min, bounds.max, Vec2::ZERO, middle + size * 1e6]);
    for _ in 0..12 {
        let by = Vec2::new(random.within(-1.5, 1.5), random.within(-1.5, 1.5));
        let near = middle + Vec2::new(by.x * size.x, by.y * size.y);
        // The boundary by its own nearest point, as rounded, and its neighbors.
        let on = placed.ray(near, middle - near, crate::Inside::Exit).map_or(near, |hit| hit.point);
        all.extend([near, on]);
        all.push(Vec2::new(on.x.next_up(), on.y));
        all.push(Vec2::new(on.x, on.y.next_down()));
        all.push(Vec2::new(near.x, middle.y));
        all.push(Vec2::new(middle.x, on.y));
    }
    all
}

/// Convex shapes of ordinary, extreme and degenerate sizes, near and far from the origin.
fn spiteful_shapes(random: &mut Random) -> Vec<Placed> {
    let mut all = convex();
    all.extend([
        Shape::ellipse((1.0, 1e-5)).unwrap(),
        Shape::ellipse((1e-30, 3e-30)).unwrap(),
        Shape::ellipse((1e18, 1e15)).unwrap(),
        Shape::circle(1e-38).unwrap(),
        Shape::circle(1e30).unwrap(),
        Shape::capsule((0.0, 0.0), (1e-20, 0.0), 1.0).unwrap(),
        Shape::capsule((-1e6, 0.0), (1e6, 1.0), 1e-6).unwrap(),
        Shape::rect_half((1e8, 1e-8)).unwrap(),
        Shape::rect_half((1e-3, 1e-3)).unwrap().with_radius(1e3).unwrap(),
        Shape::polygon([(0.0, 0.0), (1e6, 1.0), (1e6, 1.0001)]).unwrap(),
        Shape::polygon([(0.0, 0.0), (1.0, 1e-30), (1.0, 2e-30)]).unwrap(),
        random.convex(9),
    ]);
    let mut placed = Vec::new();
    for shape in all {
        let poses = poses(random);
        let far = Affine::at((1e7, -3e6)).rotated(random.within(-3.0, 3.0));
        for at in [Affine::IDENTITY, Affine::at((0.5, -0.25)), poses[0], poses[1], far] {
            placed.extend(shape.place(at));
        }
    }
    placed
}

#[test]
fn what_is_certain_of_a_point_is_what_the_exact_way_says() {
    let (mut random, mut certain) = (Random(32), 0);
    for placed in spiteful_shapes(&mut random) {
        for p in spiteful(&placed, &mut random) {
            let (body, point) = (&placed.body, Body::Core(Core::point(p.into(), 0.0)));
            let verdict = bodies::verdict(body, &point);
            if let Some(inside) = clearly_holds(body, p.into()) {
                assert_eq!(inside, verdict == Verdict::Overlapping, "{placed:?} {p:?}");
                certain += 1;
            }
            let Some(near) = clear_gap(body, p.into()) else { continue };
            let gap = bodies::gap(body, &point);
            let told = || format!("{placed:?} {p:?}\n{near:?}\n{gap:?}");
            assert_eq!(near.verdict, verdict, "{}", told());
            let bounds = placed.bounds();
            let size = (bounds.max - bounds.min).length().max((p - bounds.center()).length());
            let error = 1e-12 * f64::from(size);
            assert!((near.separation - gap.separation).abs() <= error, "{}", told());
            assert!((near.normal.length() - 1.0).abs() < 1e-12, "{}", told());
            // Where several places are as near, one of them.
            let (by, d) = (near.normal * near.separation, DVec2::from(p) - near.on_a);
            let rounding = 4.0 * f64::EPSILON * DVec2::from(p).reach();
            assert!((by - d).length() <= error + rounding + 1e-9 * d.length(), "{}", told());
        }
    }
    assert!(certain > 5_000, "{certain}");
}

#[test]
fn points_of_every_kind_are_held_and_measured_as_shapes_without_size() {
    let mut random = Random(34);
    for _ in 0..20 {
        for (name, placed) in test_shapes::placed(&mut random) {
            if name == "half-plane" {
                continue;
            }
            for p in spiteful(&placed, &mut random) {
                let point = Placed::new(Body::Core(Core::point(p.into(), 0.0)));
                let verdict = placed.verdict(&point);
                assert_eq!(
                    placed.contains_point(p),
                    verdict != Verdict::Separated,
                    "{placed:?} {p:?}"
                );
                assert_eq!(placed.contains(&point), placed.contains_point(p), "{placed:?} {p:?}");
                let near = closest::raw(&placed.body, p);
                let gap = bodies::gap(&placed.body, &point.body);
                let told = || format!("{name} {placed:?} {p:?}\n{near:?}\n{gap:?}");
                assert_eq!(near.verdict, gap.verdict, "{}", told());
                let size = 4.0 + (p - placed.bounds().center()).length();
                assert!(
                    (near.separation - gap.separation).abs() <= 1e-6 * f64::from(size),
                    "{}",
                    told()
                );
                let d = DVec2::from(p) - near.on_a - near.normal * near.separation;
                assert!(d.length() <= 1e-6 * f64::from(size), "{}", told());
            }
        }
    }
}

#[test]
fn what_is_certain_of_a_ray_is_what_verdicts_say() {
    let (mut random, mut seen, mut edges) = (Random(33), [0; 3], 0);
    for placed in spiteful_shapes(&mut random) {
        let (body, points) = (&placed.body, spiteful(&placed, &mut random));
        for (i, from) in points.iter().enumerate() {
            let to = points[(i * 7 + 3) % points.len()];
            let level = Vec2::new(to.x, from.y);
            for track in [to, level, *from].map(|to| RaySegment::new(*from, to - *from)) {
                let told = || format!("{placed:?} {track:?}");
                let starts = verdict_of(body, &track.start());
                match clear_way(body, &track) {
                    None => {}
                    Some(ClearWay::Misses) => {
                        assert_eq!(
                            verdict_of(body, &track.path()),
                            Verdict::Separated,
                            "{}",
                            told()
                        );
                        seen[0] += 1;
                    }
                    Some(ClearWay::Enters(c, edge)) => {
                        assert_eq!(starts, Verdict::Separated, "{}", told());
                        same(c, enter(body, &track).unwrap().0, &placed, &track);
                        seen[1] += 1;
                        let point = (DVec2::from(track.origin) + track.way * c.at).round();
                        if let Some(edge) = edge {
                            assert_eq!(nearest_edge(body, point), (0, edge), "{}", told());
                            edges += 1;
                        }
                    }
                    Some(ClearWay::StartsInside(out)) => {
                        assert_eq!(starts, Verdict::Overlapping, "{}", told());
                        let left = leave(body, &track);
                        assert_eq!(out.is_some(), left.is_some(), "{}", told());
                        if let Some((out, left)) = out.zip(left) {
                            same(out, left, &placed, &track);
                        }
                        seen[2] += 1;
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 2_000) && edges > 300, "{seen:?} {edges}");
}

/// Two crossings in one place, but for rounding, which a low angle magnifies.
fn same(a: Crossing, b: Crossing, placed: &Placed, track: &RaySegment) {
    let bounds = placed.bounds();
    let ends = [track.origin.into(), track.way, bounds.min.into(), bounds.max.into()];
    let size = ends.into_iter().map(DVec2::reach).fold(0.0, f64::max);
    let slope = a.normal.dot(track.way).abs() / track.way.length();
    let off = (a.at - b.at).abs() * track.way.length() * slope;
    assert!(off <= 1e-9 * size, "{placed:?} {track:?}\n{a:?}\n{b:?}");
    assert!((a.normal.length() - 1.0).abs() < 1e-12, "{placed:?} {track:?} {a:?}");
}

/// The fraction of a hit at which the shape was placed.
fn fraction(shape: Shape, at: Affine, from: (f32, f32), by: (f32, f32)) -> Option<f32> {
    shape.place(at).unwrap().ray(from, by, crate::Inside::Hit).map(|hit| hit.fraction)
}

#[test]
fn a_ray_meets_two_edges_nearly_in_line() {
    let roof = [(-2.0, 0.0), (0.0, -1e-30), (2.0, 0.0), (0.0, 2.0)];
    let roof = Shape::polygon(roof).unwrap().with_radius(0.5).unwrap();
    assert_eq!(fraction(roof, Affine::IDENTITY, (1.0, -3.0), (0.0, 6.0)), Some(5.0 / 12.0));
}

#[test]
fn a_short_or_level_ray_starts_in_what_it_runs_along() {
    let capsule = |half: f32, radius| Shape::capsule((-half, 0.0), (half, 0.0), radius).unwrap();
    let plate = Shape::rect_half((1e4, 1.0)).unwrap().with_radius(1.0).unwrap();
    for (shape, by) in [
        (capsule(0.8, 0.4), (0.0, 2e-14)),
        (capsule(0.8, 0.4), (1e-15, 2e-14)),
        (capsule(1e4, 1e-3), (1e-3, 2e-10)),
        (plate.clone(), (1e-3, 2e-10)),
        (plate, (0.0, 1e-10)),
    ] {
        for at in [Affine::IDENTITY, Affine::IDENTITY.rotated(0.7)] {
            assert_eq!(fraction(shape.clone(), at, (0.0, 0.0), by), Some(0.0), "{shape:?} {by:?}");
        }
    }
}

#[test]
fn a_skewed_outline_that_rounding_bends_inward_is_held_as_its_hull() {
    let valley = [
        (-2.0, 1.14),
        (0.0, 1.0),
        (9.536743e-7, 0.999_999_94),
        (2.0, 1.0),
        (2.0, 3.0),
        (-2.0, 3.0),
    ];
    let valley = Shape::polygon(valley).unwrap().with_radius(0.01).unwrap();
    let placed = valley.place(Affine::IDENTITY.scaled(1.0, 1.0 / 3.0)).unwrap();
    assert!(placed.contains_point((-1.9, 0.3876)));
    let speck = Shape::polygon([(0.0, 0.0), (1e-40, 0.0), (0.0, 1e-40)]).unwrap();
    let speck = speck.with_radius(1.0).unwrap().place(Affine::IDENTITY.scaled(1e-6, 2e-6)).unwrap();
    assert!(!speck.contains_point((1.0, 1.0)) && speck.contains_point((0.0, 1e-6)));
}
