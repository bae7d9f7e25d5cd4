use super::*;
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::test_shapes::{Random, placed};
use crate::{
    Aabb, Affine, Shape,
    shape::{ChainEnds, Sidedness},
};

fn at(shape: Shape, x: f32, y: f32) -> Placed {
    shape.place(Affine::at((x, y))).unwrap()
}

fn rect(x: f32, y: f32) -> Shape {
    Shape::rect_half((x, y)).unwrap()
}

fn circle(r: f32) -> Placed {
    at(Shape::circle(r).unwrap(), 0., 0.)
}

/// The points in order of x, then y.
fn points(a: &Placed, b: &Placed) -> Vec<(f32, f32)> {
    let mut all: Vec<(f32, f32)> = a.crossings(b).iter().map(|c| c.point.into()).collect();
    all.sort_by(|p, q| p.partial_cmp(q).unwrap());
    all
}

#[test]
fn edges_that_cross_tell_both_fractions() {
    let (a, b) = (at(rect(2., 1.), 0., 0.), at(rect(1., 2.), 0., 0.));
    let found = a.crossings(&b);
    assert_eq!(points(&a, &b), [(-1., -1.), (-1., 1.), (1., -1.), (1., 1.)]);
    // Edge 0 of a runs along y = −1 from x = −2 to 2; edge 3 of b down along x = −1.
    assert_eq!((found[0].edge_a, found[0].fraction_a), (0, 0.25));
    assert_eq!((found[0].edge_b, found[0].fraction_b), (3, 0.75));
}

#[test]
fn a_crossing_at_a_vertex_counts_once_for_the_edge_that_starts_there() {
    let a = at(Shape::polygon([(0., 0.), (2., 0.), (2., 2.), (0., 2.)]).unwrap(), 0., 0.);
    let b = at(Shape::segment((-1., -1.), (1., 1.)).unwrap(), 0., 0.);
    let found = a.crossings(&b);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].edge_a, found[0].fraction_a, found[0].fraction_b), (0, 0.0, 0.5));
}

#[test]
fn a_shared_stretch_gives_its_two_ends() {
    let tile = at(rect(1., 1.), 0., 0.);
    assert_eq!(points(&tile, &tile.moved((2., 0.))), [(1., -1.), (1., 1.)]);
    assert_eq!(points(&tile, &tile.moved((2., 1.))), [(1., 0.), (1., 1.)]);
    // Around the corners: the stretch runs along three sides.
    let tower = at(rect(1., 2.), 0., 1.);
    assert_eq!(points(&tile, &tower), [(-1., 1.), (1., 1.)]);
    let line = at(Shape::segment((0., 0.), (4., 3.)).unwrap(), 0., 0.);
    assert_eq!(points(&line, &line), [(0., 0.), (4., 3.)]);
}

#[test]
fn boundaries_shared_all_around_have_no_ends() {
    let tile = at(rect(1., 1.), 0., 0.);
    let same = Shape::polygon([(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)]).unwrap();
    assert_eq!(points(&tile, &at(same, 0., 0.)), []);
    assert_eq!(points(&circle(1.), &circle(1.)), []);
    let ellipse = at(Shape::ellipse((2., 1.)).unwrap(), 0., 0.);
    assert_eq!(points(&ellipse, &ellipse), []);
}

#[test]
fn circles_cross_twice_touch_once_or_pass() {
    let a = circle(1.25);
    assert_eq!(points(&a, &a.moved((2., 0.))), [(1., -0.75), (1., 0.75)]);
    assert_eq!(points(&a, &a.moved((2.5, 0.))), [(1.25, 0.)]);
    assert_eq!(points(&a, &a.moved((2.6, 0.))), []);
    assert_eq!(points(&a, &circle(0.5).moved((0.75, 0.))), [(1.25, 0.)]);
    assert_eq!(points(&a, &circle(0.5).moved((0.5, 0.))), []);
    let up = a.crossings(&circle(0.5).moved((0., 0.75)));
    assert_eq!((up[0].fraction_a, up[0].fraction_b), (0.25, 0.25));
}

#[test]
fn a_capsule_on_a_floor_touches_along_its_side() {
    let pill = at(Shape::capsule((-1., 1.), (1., 1.), 1.).unwrap(), 0., 0.);
    let floor = at(Shape::half_plane((0., 1.), 0.).unwrap(), 0., 0.);
    assert_eq!(points(&pill, &floor), [(-1., 0.), (1., 0.)]);
    let found = pill.crossings(&floor);
    assert_eq!(found[0].fraction_b, 1.0);
    let ball = circle(1.).moved((3., 1.));
    assert_eq!(points(&ball, &floor), [(3., 0.)]);
    assert_eq!(points(&ball.moved((0., -1.)), &floor), [(2., 0.), (4., 0.)]);
}

#[test]
fn two_half_planes_cross_once_or_share_a_line_without_ends() {
    let plane = |x, y, o| at(Shape::half_plane((x, y), o).unwrap(), 0., 0.);
    assert_eq!(points(&plane(0., 1., 2.), &plane(2., 0., 6.)), [(3., 2.)]);
    assert_eq!(points(&plane(0., 1., 2.), &plane(0., -1., -2.)), []);
    assert_eq!(points(&plane(0., 1., 2.), &plane(0., 1., 1.)), []);
}

#[test]
fn the_seams_of_a_compound_are_no_boundary() {
    let two = [(rect(1., 1.), Affine::at((-1., 0.))), (rect(1., 1.), Affine::at((1., 0.)))];
    let wide = at(Shape::compound(two).unwrap(), 0., 0.);
    let bar = at(rect(3., 0.5), 0., 0.);
    assert_eq!(points(&wide, &bar), [(-2., -0.5), (-2., 0.5), (2., -0.5), (2., 0.5)]);
    // A ball across the seam, and a tile below whose shared stretch runs past the seam.
    assert_eq!(points(&wide, &circle(0.5)), []);
    assert_eq!(points(&wide, &at(rect(0.5, 1.), 0., -2.)), [(-0.5, -1.), (0.5, -1.)]);
    // Along the seam: only where it comes out.
    let along = at(Shape::segment((0., -3.), (0., 3.)).unwrap(), 0., 0.);
    assert_eq!(points(&wide, &along), [(0., -1.), (0., 1.)]);
}

#[test]
fn lines_in_a_compound_count_where_they_stick_out() {
    let cross = [
        (Shape::segment((-2., 0.), (2., 0.)).unwrap(), Affine::IDENTITY),
        (Shape::segment((0., -2.), (0., 2.)).unwrap(), Affine::IDENTITY),
        (Shape::circle(0.5).unwrap(), Affine::at((1., 0.))),
    ];
    let cross = at(Shape::compound(cross).unwrap(), 0., 0.);
    let probe = |x| at(Shape::segment((x, -3.), (x, 3.)).unwrap(), 0., 0.);
    assert_eq!(points(&cross, &probe(-1.)), [(-1., 0.)]);
    assert_eq!(points(&cross, &probe(1.)), [(1., -0.5), (1., 0.5)]);
    let level = at(Shape::segment((-3., 0.), (-1., 0.)).unwrap(), 0., 0.);
    assert_eq!(points(&cross, &level), [(-2., 0.), (-1., 0.)]);
    let diagonal = at(Shape::segment((-1., -1.), (1., 1.)).unwrap(), 0., 0.);
    assert_eq!(points(&cross, &diagonal)[0], (0., 0.));
}

#[test]
fn a_rounded_concave_outline_has_no_crossings_inside() {
    let ell = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)];
    let soft = at(Shape::polygon(ell).unwrap().with_radius(0.25).unwrap(), 0., 0.);
    let probe = at(Shape::segment((1.125, -1.), (1.125, 3.)).unwrap(), 0., 0.);
    let found = points(&soft, &probe);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], (1.125, -0.25));
    let top = 2.0 + libm::sqrtf(0.0625 - 0.015625);
    assert!((found[1].1 - top).abs() < 1e-6, "{found:?}");
}

#[test]
fn points_and_chains_meet_boundaries() {
    let dot = |x, y| at(Shape::point((x, y)).unwrap(), 0., 0.);
    let tile = at(rect(1., 1.), 0., 0.);
    assert_eq!(points(&dot(1., 0.5), &tile), [(1., 0.5)]);
    assert_eq!(points(&dot(0.5, 0.5), &tile), []);
    assert_eq!(points(&dot(1., 0.), &circle(1.)), [(1., 0.)]);
    let zigzag = [(-3., 0.), (0., 0.), (0., 3.)];
    let chain = at(Shape::chain(zigzag, ChainEnds::Open, Sidedness::Both).unwrap(), 0., 0.);
    assert_eq!(points(&chain, &tile), [(-1., 0.), (0., 1.)]);
}

#[test]
fn ellipses_cross_in_up_to_four_points() {
    let a = at(Shape::ellipse((2., 1.)).unwrap(), 0., 0.);
    let b = at(Shape::ellipse((1., 2.)).unwrap(), 0., 0.);
    let found = points(&a, &b);
    assert_eq!(found.len(), 4);
    let x = 2.0 / libm::sqrtf(5.0);
    assert!(found.iter().all(|(u, v)| (u.abs() - x).abs() < 1e-6 && (v.abs() - x).abs() < 1e-6));
    let [low, high] = points(&a, &circle(1.))[..] else { panic!("two tips") };
    assert!(low.0.abs() < 1e-15 && high.0.abs() < 1e-15 && (low.1, high.1) == (-1., 1.));
    assert_eq!(points(&a, &a.moved((4., 0.))), [(2., 0.)]);
}

/// The boundary as short lines.
fn lines(placed: &Placed) -> Vec<[DVec2; 2]> {
    let window = Aabb::new((-9., -9.), (9., 9.));
    let mut sides = Vec::new();
    for outline in placed.outline(5e-6, window) {
        let n = outline.points.len();
        let count = if outline.ends == ChainEnds::Closed || n == 1 { n } else { n - 1 };
        for i in 0..count {
            sides.push([outline.points[i].into(), outline.points[(i + 1) % n].into()]);
        }
    }
    sides
}

fn distance(lines: &[[DVec2; 2]], p: DVec2) -> f64 {
    let away = |[u, v]: &[DVec2; 2]| (p - nearest_on_segment(p, *u, *v)).length();
    lines.iter().map(away).fold(f64::INFINITY, f64::min)
}

#[test]
fn crossings_of_all_kinds_lie_on_both_boundaries_and_none_is_missing() {
    let (mut checked, mut changes) = (0, 0);
    for seed in 1..3 {
        let all: Vec<_> = placed(&mut Random(seed))
            .into_iter()
            .map(|(name, placed)| (name, lines(&placed), placed))
            .collect();
        for (na, la, a) in &all {
            for (nb, lb, b) in &all {
                let found = a.crossings(b);
                for c in &found {
                    let p = DVec2::from(c.point);
                    let off = distance(la, p).max(distance(lb, p));
                    assert!(off < 1e-5, "{na} {nb} {c:?} {off}");
                    checked += 1;
                }
                let mut back: Vec<_> = b.crossings(a).into_iter().map(Crossing::flipped).collect();
                for c in &found {
                    let i = back.iter().position(|d| d == c);
                    back.remove(i.unwrap_or_else(|| panic!("{na} {nb} {c:?}")));
                }
                assert!(back.is_empty(), "{na} {nb} {back:?}");
                // Where the outline of a enters or leaves b, or crosses its line, a point is near.
                for [u, v] in la {
                    for [p, q] in lb {
                        let side = |w: DVec2, p: DVec2, q: DVec2| (q - p).cross(w - p);
                        let cross = side(*u, *p, *q) * side(*v, *p, *q) < -1e-13
                            && side(*p, *u, *v) * side(*q, *u, *v) < -1e-13;
                        if cross {
                            let t = side(*u, *p, *q) / (side(*u, *p, *q) - side(*v, *p, *q));
                            let m = *u + (*v - *u) * t;
                            let near =
                                found.iter().any(|c| (DVec2::from(c.point) - m).length() < 2e-3);
                            assert!(near, "{na} {nb} {m:?} {found:?}");
                            changes += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(checked > 2000 && changes > 500, "{checked} {changes}");
}

#[test]
fn moving_both_shapes_keeps_edges_and_fractions() {
    let mut random = Random(9);
    for _ in 0..200 {
        let a = random.convex(8).place(Affine::IDENTITY).unwrap();
        let b = random.convex(8).place(Affine::at((0.5, 0.25))).unwrap();
        let (near, by) = (a.crossings(&b), (4096., -8192.));
        let far = a.moved(by).crossings(&b.moved(by));
        assert_eq!(near.len(), far.len());
        for (p, q) in near.iter().zip(&far) {
            assert_eq!((p.edge_a, p.edge_b), (q.edge_a, q.edge_b));
            assert!((p.fraction_a - q.fraction_a).abs() < 1e-5);
        }
    }
}

#[test]
fn contacts_on_a_grid_are_all_found_and_nothing_else_is() {
    let mut random = Random(33);
    let mut contacts = 0;
    for _ in 0..1500 {
        let of = |random: &mut Random| {
            let n = 2 + (random.next() % 5) as usize;
            let coordinate = |random: &mut Random| (random.next() % 6) as f32;
            let points: Vec<Vec2> =
                (0..n).map(|_| Vec2::new(coordinate(random), coordinate(random))).collect();
            at(Shape::chain(points, ChainEnds::Open, Sidedness::Both).unwrap(), 0., 0.)
        };
        let (a, b) = (of(&mut random), of(&mut random));
        let (Body::Core(ca), Body::Core(cb)) = (&a.body, &b.body) else {
            panic!("chains are cores")
        };
        let edges = |core: &crate::shape::Core| -> Vec<[DVec2; 2]> {
            let v = |i: usize| core.origin + core.offset(i);
            (0..core.edge_count()).map(|i| core.edge(i).map(v)).collect()
        };
        let (ea, eb) = (edges(ca), edges(cb));
        let found = a.crossings(&b);
        for c in &found {
            let p = DVec2::from(c.point);
            assert!(distance(&ea, p) < 1e-6 && distance(&eb, p) < 1e-6);
            let on = |[u, v]: [DVec2; 2], t: f32| u + (v - u) * f64::from(t);
            let (pa, pb) =
                (on(ea[c.edge_a as usize], c.fraction_a), on(eb[c.edge_b as usize], c.fraction_b));
            assert!((pa - p).length() < 2e-6 && (pb - p).length() < 2e-6, "{c:?} {ea:?} {eb:?}");
        }
        // Small whole numbers: every turn is exact in f64.
        let turn = |p: DVec2, q: DVec2, r: DVec2| (q - p).cross(r - p);
        for [p, q] in &ea {
            for [r, s] in &eb {
                if turn(*p, *q, *r) * turn(*p, *q, *s) < 0.0
                    && turn(*r, *s, *p) * turn(*r, *s, *q) < 0.0
                {
                    let t = turn(*r, *s, *p) / (turn(*r, *s, *p) - turn(*r, *s, *q));
                    let m = *p + (*q - *p) * t;
                    let near = found.iter().any(|c| (DVec2::from(c.point) - m).length() < 1e-6);
                    // Two stretches that join on top of a crossing hide it.
                    let shared = |m: DVec2| {
                        let through = |edges: &[[DVec2; 2]]| {
                            edges.iter().filter(|e| distance(&[**e], m) < 1e-9).count()
                        };
                        through(&ea) > 1 || through(&eb) > 1
                    };
                    assert!(near || shared(m), "{m:?} {ea:?} {eb:?} {found:?}");
                    contacts += 1;
                }
            }
        }
        assert!(found.is_empty() || a.overlaps(&b));
    }
    assert!(contacts > 500, "{contacts}");
}

#[test]
fn any_scale_and_any_needle_gives_finite_points_on_both() {
    let mut random = Random(77);
    for exponent in [-36, -20, -6, 0, 6, 20, 36] {
        let scale = libm::pow(10.0, f64::from(exponent)) as f32;
        for needle in [1.0, 1e-3, 1e-6] {
            let of = |random: &mut Random, name: usize| {
                let kinds = crate::pair::test_shapes::kinds();
                let turn = random.within(-3., 3.);
                kinds[name].1.place(Affine::IDENTITY.rotated(turn).scaled(scale, scale * needle))
            };
            for i in 0..16 {
                for j in 0..16 {
                    let (Ok(a), Ok(b)) = (of(&mut random, i), of(&mut random, j)) else { continue };
                    for c in a.crossings(&b) {
                        assert!(c.point.is_finite() && c.fraction_a.is_finite());
                        for shape in [&a, &b] {
                            let probe = at(Shape::point(c.point).unwrap(), 0., 0.);
                            let gap = shape.gap(&probe).separation;
                            assert!(
                                gap <= 1e-5 * 4.0 * scale,
                                "{scale} {needle} {i} {j} {c:?} {gap}"
                            );
                        }
                    }
                    let region = a.region(&b, 0.0);
                    assert!(region.is_none_or(|r| r.area() >= 0.0 && !r.area().is_nan()));
                }
            }
        }
    }
}

#[test]
fn stretches_along_a_union_end_where_its_boundary_does() {
    let boxes = |all: &[[f32; 4]]| {
        let part = |[x, y, w, h]: &[f32; 4]| {
            let half = (w * 0.5, h * 0.5);
            (Shape::rect_half(half).unwrap(), Affine::at((x + half.0, y + half.1)))
        };
        at(Shape::compound(all.iter().map(part)).unwrap(), 0., 0.)
    };
    let line = at(Shape::segment((-1., 1.), (7., 1.)).unwrap(), 0., 0.);
    let points = |union: &Placed| {
        let mut all: Vec<_> =
            union.crossings(&line).iter().map(|c| (c.point.x, c.point.y)).collect();
        all.sort_by(|p, q| p.0.total_cmp(&q.0));
        all
    };
    // The side of the lower one is boundary left and right of the upper one.
    assert_eq!(
        points(&boxes(&[[0., 0., 6., 1.], [2., 1., 2., 1.]])),
        [(0., 1.), (2., 1.), (4., 1.), (6., 1.)]
    );
    // Two seams that go on from one to the next, each the end of the other's stretch.
    assert_eq!(
        points(&boxes(&[[0., 0., 3., 1.], [3., 0., 3., 1.], [2., 1., 2., 1.]])),
        [(0., 1.), (2., 1.), (4., 1.), (6., 1.)]
    );
    // A tip that touches the stretch in its middle ends nothing.
    let tip = Shape::polygon([(3., 1.), (4., 2.), (2., 2.)]).unwrap();
    let base = Shape::rect_half((3., 0.5)).unwrap();
    let parts = [(tip, Affine::IDENTITY), (base, Affine::at((3., 0.5)))];
    let union = at(Shape::compound(parts).unwrap(), 0., 0.);
    assert_eq!(points(&union), [(0., 1.), (6., 1.)]);
}

#[test]
fn edges_of_stretched_rounded_outlines_are_numbered_part_by_part() {
    let square = Shape::polygon([(-2., -2.), (2., -2.), (2., 2.), (-2., 2.)]).unwrap();
    let stretched = Affine::IDENTITY.scaled(1.0, 2.0);
    let parts = [0.0, 20.0].map(|x| {
        (square.clone().with_radius(0.5).unwrap(), stretched.under(&Affine::at((x, 0.0))))
    });
    let both = at(Shape::compound(parts).unwrap(), 0., 0.);
    for (x, first) in [(0.0, 0), (20.0, 8)] {
        for (i, (dx, dy)) in [(0., -9.), (9., 0.), (0., 9.), (-9., 0.)].into_iter().enumerate() {
            let ray = at(Shape::segment((0., 0.), (dx, dy)).unwrap(), x, 0.);
            let found = both.crossings(&ray);
            assert_eq!((found.len(), found[0].edge_a), (1, first + 2 * i as u32), "{dx} {dy}");
        }
        let corner = at(Shape::segment((0., 0.), (9., 16.)).unwrap(), x, 0.);
        assert_eq!(both.crossings(&corner)[0].edge_a, first + 3);
    }
}

#[test]
fn mirrored_shapes_have_mirrored_crossings() {
    let mirror = Affine::from_matrix([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let map = Affine::IDENTITY.skewed(0.25, 0.0).scaled(1.5, 0.75);
    let shapes = [
        Shape::ellipse((2.0, 1.0)).unwrap(),
        Shape::capsule((-1.0, 0.5), (2.0, 1.0), 0.5).unwrap(),
        Shape::triangle((-1.0, -1.0), (2.0, 0.0), (0.0, 2.0)).unwrap().with_radius(0.5).unwrap(),
    ];
    for shape in shapes {
        for i in 0..12_u8 {
            let y = f32::from(i) * 0.25 - 1.5;
            let line = Shape::segment((-6.0, y), (6.0, 0.5 - y)).unwrap();
            let found = [map, map.under(&mirror)].map(|map| shape.place(map).unwrap());
            let lines = [Affine::IDENTITY, mirror].map(|map| line.place(map).unwrap());
            let mut own = points(&found[0], &lines[0]);
            own.reverse();
            let other = points(&found[1], &lines[1]);
            let is_near = |(p, q): (&(f32, f32), &(f32, f32))| {
                (p.0 + q.0).abs() < 1e-4 && (p.1 - q.1).abs() < 1e-4
            };
            assert!(
                own.len() == other.len() && own.iter().zip(&other).all(is_near),
                "{shape:?} {y}"
            );
        }
    }
}
