use super::*;
use crate::math::DVec2;
use crate::{Affine, Rot, Shape, ShapeError};

fn place(shape: Result<Shape, ShapeError>, at: Affine) -> Placed {
    shape.unwrap().place(at).unwrap()
}

fn ids(m: &Manifold) -> alloc::vec::Vec<FeatureId> {
    m.points().iter().map(|p| p.id).collect()
}

fn flipped(mut m: Manifold) -> Manifold {
    m.normal = (-DVec2::from(m.normal)).round();
    m.points.iter_mut().for_each(|p| p.id = p.id.flipped());
    m
}

struct Rng(u64);

impl Rng {
    /// In [−1, 1).
    fn next(&mut self) -> f32 {
        (crate::math::splitmix(&mut self.0) >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

fn kinds() -> alloc::vec::Vec<Shape> {
    let star = [
        (0.0, 2.0),
        (-0.5, 0.5),
        (-2.0, 0.0),
        (-0.5, -0.5),
        (0.0, -2.0),
        (0.5, -0.5),
        (2.0, 0.0),
        (0.5, 0.5),
    ];
    let ell = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
    let tile = Shape::rect_half((1.0, 0.5)).unwrap();
    let row = [(tile.clone(), Affine::IDENTITY), (tile.clone(), Affine::at((2.0, 0.0)))];
    [
        Shape::point((0.0, 0.0)),
        Shape::circle(1.0),
        Shape::segment((-1.0, 0.0), (1.5, 0.5)),
        Shape::capsule((-1.0, 0.0), (1.0, 0.0), 0.5),
        Shape::rect_half((1.5, 1.0)),
        Shape::rect_half((1.0, 1.0)).and_then(|r| r.with_radius(0.25)),
        Shape::triangle((0.0, 0.0), (2.0, 0.0), (0.0, 1.5)),
        Shape::ellipse((2.0, 1.0)),
        Shape::polygon(star),
        Shape::polygon(ell),
        Shape::compound(row),
        Shape::half_plane((0.3, 1.0), 0.25),
    ]
    .into_iter()
    .map(Result::unwrap)
    .collect()
}

#[test]
fn a_manifold_is_there_exactly_when_a_contact_is_and_agrees_with_it() {
    let mut rng = Rng(3);
    let kinds = kinds();
    let mut seen = [0; 3];
    for round in 0..40 {
        for p in &kinds {
            for q in &kinds {
                let mut at = || {
                    let turn = if round % 2 == 0 { 0.0 } else { rng.next() * 3.0 };
                    let mut on_grid = |x: f32| ((rng.next() * x) * 8.0).round() / 8.0;
                    Affine::at((on_grid(2.0), on_grid(2.0))).rotated(turn)
                };
                let (a, b) = (p.place(at()).unwrap(), q.place(at()).unwrap());
                let (m, c) = (a.manifold(&b), a.contact(&b));
                assert_eq!(m.is_some(), c.is_some(), "{a:?} {b:?}");
                let (Some(m), Some(c)) = (m, c) else {
                    seen[0] += 1;
                    continue;
                };
                seen[m.points().len()] += 1;
                assert_eq!(m.normal, c.normal);
                let deepest = m.points().iter().map(|p| p.depth).fold(0.0, f32::max);
                assert_eq!(deepest.to_bits(), c.depth.to_bits(), "{a:?} {b:?}");
                assert!(m.points().iter().all(|p| p.depth >= 0.0 && p.point.is_finite()));
                let back = b.manifold(&a).unwrap();
                assert_eq!(back.normal, b.contact(&a).unwrap().normal);
                if canonical_order::order(&a, &b) != Ordering::Equal {
                    let flipped: alloc::vec::Vec<_> =
                        ids(&back).iter().map(|i| i.flipped()).collect();
                    assert_eq!(ids(&m), flipped);
                }
            }
        }
    }
    assert!(seen.iter().all(|n| *n > 200), "{seen:?}");
}

#[test]
fn stacked_boxes_touch_along_their_common_face_with_depth_zero() {
    let a = place(Shape::rect_half((2.0, 1.0)), Affine::IDENTITY);
    let b = place(Shape::rect_half((2.0, 1.0)), Affine::at((1.0, 2.0)));
    let m = a.manifold(&b).unwrap();
    let mut points: alloc::vec::Vec<_> =
        m.points().iter().map(|p| (p.point.x, p.point.y, p.depth)).collect();
    points.sort_by(|p, q| p.0.total_cmp(&q.0));
    assert_eq!(points, [(-1.0, 1.0, 0.0), (2.0, 1.0, 0.0)]);
}

#[test]
fn exactly_stacked_boxes_keep_their_names_when_nudged() {
    let a = place(Shape::rect_half((1.0, 1.0)), Affine::IDENTITY);
    let b = place(Shape::rect_half((1.0, 1.0)), Affine::at((0.0, 1.75)));
    let want = ids(&a.manifold(&b).unwrap());
    assert_eq!(want.len(), 2);
    for (x, y) in [(1e-3, 0.0), (-1e-3, 1e-3), (2e-3, -1e-3), (0.0, 2e-3)] {
        assert_eq!(ids(&a.manifold(&b.moved((x, y))).unwrap()), want);
    }
    let turned = place(Shape::rect_half((1.0, 1.0)), Affine::at((0.0, 1.75)).rotated(1e-3));
    assert_eq!(ids(&a.manifold(&turned).unwrap()), want);
}

#[test]
fn a_box_on_its_corner_rests_on_one_point_and_on_its_face_on_two() {
    let floor = place(Shape::half_plane((0.0, 1.0), 0.0), Affine::IDENTITY);
    let at = |degrees: f32| {
        let turn = Affine::at((0.0, 1.2)).rotated(degrees.to_radians());
        floor.manifold(&place(Shape::rect_half((1.0, 1.0)), turn)).unwrap()
    };
    assert_eq!(at(45.0).points().len(), 1);
    assert_eq!(at(40.0).points().len(), 1);
    let flat = place(Shape::rect_half((1.0, 1.0)), Affine::at((0.0, 0.9)).rotated(0.02));
    let m = floor.manifold(&flat).unwrap();
    assert_eq!(m.points().len(), 2);
    assert!(m.points().iter().all(|p| p.id.a == Feature::Edge(0) && p.depth > 0.05));
}

#[test]
fn parallel_capsules_rest_on_two_points_and_crossed_ones_on_one() {
    let shape = || Shape::capsule((-2.0, 0.0), (2.0, 0.0), 0.5);
    let a = place(shape(), Affine::IDENTITY);
    let m = a.manifold(&a.moved((1.0, 0.75))).unwrap();
    let mut x: alloc::vec::Vec<_> = m.points().iter().map(|p| p.point.x).collect();
    x.sort_by(f32::total_cmp);
    assert_eq!(x, [-1.0, 2.0]);
    assert!(m.points().iter().all(|p| p.depth == 0.25 && p.point.y == 0.375));
    let crossed = place(shape(), Affine::at((0.0, 2.25)).rotated(core::f32::consts::FRAC_PI_2));
    assert_eq!(a.manifold(&crossed).unwrap().points().len(), 1);
}

#[test]
fn faces_that_meet_end_to_end_rest_vertex_on_vertex() {
    let a = place(Shape::rect_half((1.0, 1.0)), Affine::IDENTITY);
    // To the right of a and to the left of it, its upper face under the other's lower one.
    for (side, id) in [(1.0, [2, 0]), (-1.0, [3, 1])] {
        let [va, vb] = id.map(Feature::Vertex);
        for (x, y) in [(2.0, 2.0), (1.998, 1.999), (1.995, 1.998)] {
            let m = a.manifold(&a.moved((side * x, y))).unwrap();
            assert_eq!(ids(&m), [FeatureId { a: va, b: vb }], "{x} {y}");
        }
    }
}

#[test]
fn a_regular_outline_keeps_its_names_however_its_vertices_are_rounded() {
    // Each side turns away from both its neighbors by the same 0.9 degrees.
    let ring = (0..400).map(|i| Rot::from_degrees(0.9 * i as f32)).map(|at| (at.cos, at.sin));
    let ring = Shape::polygon(ring).unwrap();
    for side in 0..40 {
        let name = |k: u16| {
            // A disc square to the middle of a side; both turn together.
            let turn = Affine::IDENTITY.rotated(1e-4 * f32::from(k));
            let out = Rot::from_degrees(0.9 * side as f32 + 0.45);
            let disc = Affine::at(turn.transform_point((1.4 * out.cos, 1.4 * out.sin)));
            ids(&place(Ok(ring.clone()), turn).manifold(&place(Shape::circle(0.5), disc)).unwrap())
        };
        for k in 1..20 {
            assert_eq!(name(k), name(0), "side {side}, turn {k}");
        }
    }
}

#[test]
fn a_point_that_rounding_moves_past_an_end_stays_there() {
    let capsule = place(Shape::capsule((0.0, 0.0), (20.0, 0.0), 9.0), Affine::IDENTITY);
    let name = |x: f32| {
        let point = place(Shape::point((x, 4.0)), Affine::IDENTITY);
        ids(&capsule.manifold(&point).unwrap())
    };
    let want = [FeatureId { a: Feature::Vertex(0), b: Feature::Vertex(0) }];
    for x in [-1e-5, -1e-6, 0.0, 1e-6, 1e-5] {
        assert_eq!(name(x), want, "{x}");
    }
    assert_ne!(name(1e-3), want);
}

#[test]
fn a_box_over_the_seam_of_two_tiles_rests_on_its_own_corners() {
    let tile = Shape::rect_half((1.0, 0.5)).unwrap();
    let row = [(tile.clone(), Affine::at((-1.0, 0.0))), (tile, Affine::at((1.0, 0.0)))];
    let floor = place(Shape::compound(row), Affine::IDENTITY);
    let b = place(Shape::rect_half((0.5, 0.5)), Affine::at((0.0, 0.875)));
    let m = floor.manifold(&b).unwrap();
    let mut x: alloc::vec::Vec<_> = m.points().iter().map(|p| p.point.x).collect();
    x.sort_by(f32::total_cmp);
    assert_eq!((m.normal, x), (Vec2::new(0.0, 1.0), alloc::vec![-0.5, 0.5]));
    assert!(m.points().iter().all(|p| p.depth == 0.125));
    let feature =
        |p: &ManifoldPoint| matches!((p.id.a, p.id.b), (Feature::Edge(_), Feature::Vertex(_)));
    assert!(m.points().iter().all(feature));
}

#[test]
fn names_change_for_few_random_pairs_under_small_motions() {
    let mut rng = Rng(9);
    let kinds = kinds();
    let (mut kept, mut changed) = (0, 0);
    for _ in 0..60 {
        for p in &kinds {
            for q in &kinds {
                let mut at =
                    || Affine::at((rng.next() * 1.5, rng.next() * 1.5)).rotated(rng.next() * 3.0);
                let (a, b) = (p.place(at()).unwrap(), q.place(at()).unwrap());
                let c = b.moved((rng.next() * 5e-4, rng.next() * 5e-4));
                let (Some(m), Some(n)) = (a.manifold(&b), a.manifold(&c)) else { continue };
                // Where the contact itself turns to another way out, the features are others.
                if m.normal.dot(n.normal) < 0.99 {
                    continue;
                }
                if ids(&m) == ids(&n) { kept += 1 } else { changed += 1 }
            }
        }
    }
    assert!(kept > 2000 && changed * 100 < kept, "{kept} kept, {changed} changed");
}

/// The lone faces of two convex shapes say what all faces say, and in both orders.
fn assert_rests_as_all_faces_say(a: &Placed, b: &Placed) -> Option<usize> {
    // The normal of equal sets is the same both ways.
    let found = a.manifold(b).filter(|_| a.bounds() != b.bounds())?;
    assert_eq!(found, flipped(b.manifold(a).unwrap()), "{a:?} {b:?}");
    let flip = canonical_order::order(a, b) == Ordering::Greater;
    let (first, second) = if flip { (b, a) } else { (a, b) };
    let raw = crate::pair::bodies::placed_gap(first, second, Want::Gap);
    let all = clip::Clip::new(first, second, raw, flip).clip_all(first, second);
    assert_eq!((found.normal, ids(&found)), (all.normal, ids(&all)), "{a:?} {b:?}");
    for (p, q) in found.points().iter().zip(all.points()) {
        let off = (DVec2::from(p.point) - DVec2::from(q.point)).length();
        let deeper = (p.depth - q.depth).abs();
        assert!(off < 1e-6 && deeper < 1e-6, "{a:?} {b:?}: {found:?} {all:?}");
    }
    Some(found.points().len())
}

#[test]
fn two_rectangles_rest_as_their_faces_say() {
    let mut rng = Rng(5);
    let (mut told, mut two) = (0, 0);
    for round in 0..60_000 {
        let on_grid = round % 3 == 0;
        let mut number = |reach: f32| {
            let x = rng.next() * reach;
            if on_grid { (x * 4.0).round() / 4.0 } else { x }
        };
        let mut rect = || {
            let half = (number(0.9).abs() + 0.1, number(0.9).abs() + 0.1);
            let turn = if on_grid { number(4.0).round() * 0.5 } else { number(2.0) };
            // Often nearly level, so that sides meet.
            let turn =
                core::f32::consts::FRAC_PI_2 * if round % 2 == 0 { turn } else { turn * 0.1 };
            place(Shape::rect_half(half), Affine::at((number(1.2), number(1.2))).rotated(turn))
        };
        let Some(points) = assert_rests_as_all_faces_say(&rect(), &rect()) else { continue };
        told += 1;
        two += usize::from(points == 2);
    }
    assert!(told > 25_000 && two > 8_000, "{told} {two}");
}

#[test]
fn two_octagons_rest_as_their_faces_say() {
    let mut rng = Rng(6);
    let (mut told, mut two) = (0, 0);
    for round in 0..40_000 {
        // Regular ones are often parallel, others have edges nearly in one line.
        let mut ring = || {
            let (corners, rough) = (5 + round % 4, if round % 3 == 0 { 0.0 } else { 0.3 });
            let step = 360.0 / corners as f32;
            let at = |i: usize| Rot::from_degrees(step * i as f32 + step * rough * rng.next());
            let ring = Shape::polygon((0..corners).map(at).map(|at| (at.cos, at.sin)));
            let turn = if round % 2 == 0 { rng.next() * 3.0 } else { rng.next() * 0.05 };
            place(ring, Affine::at((rng.next() * 1.3, rng.next() * 1.3)).rotated(turn))
        };
        let (a, b) = (ring(), ring());
        let Some(points) = assert_rests_as_all_faces_say(&a, &b) else { continue };
        told += 1;
        two += usize::from(points == 2);
    }
    assert!(told > 10_000 && two > 4_000, "{told} {two}");
}
