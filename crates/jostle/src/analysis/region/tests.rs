use super::*;
use crate::pair::test_shapes::{Random, placed};
use crate::{Affine, Shape};
use alloc::vec;

fn at(shape: Shape, x: f32, y: f32) -> Placed {
    shape.place(Affine::at((x, y))).unwrap()
}

fn area_of(a: &Placed, b: &Placed) -> f64 {
    f64::from(a.region(b, 0.0).unwrap().area())
}

#[test]
fn boxes_share_their_common_rectangle() {
    let (a, b) = (
        at(Shape::rect_half((2., 1.)).unwrap(), 0., 0.),
        at(Shape::rect_half((1., 1.)).unwrap(), 2., 1.),
    );
    let region = a.region(&b, 0.0).unwrap();
    assert_eq!(region.area(), 1.0);
    let corners = [(1., 0.), (2., 0.), (2., 1.), (1., 1.)].map(Vec2::from);
    assert_eq!(region.polygons(), [RegionPolygon { points: corners.to_vec(), holes: vec![] }]);
}

#[test]
fn touching_shapes_and_thin_shapes_have_an_empty_region() {
    let tile = at(Shape::rect_half((1., 1.)).unwrap(), 0., 0.);
    let line = at(Shape::segment((-3., 0.), (3., 0.)).unwrap(), 0., 0.);
    assert_eq!(tile.region(&tile.moved((2., 0.5)), 0.0), Some(Region::default()));
    assert_eq!(tile.region(&tile.moved((9., 0.5)), 0.0), Some(Region::default()));
    assert_eq!(tile.region(&line, 0.0), Some(Region::default()));
    assert_eq!(line.region(&line, 0.0), Some(Region::default()));
}

#[test]
fn the_lens_of_two_circles_has_its_known_area() {
    let a = at(Shape::circle(1.0).unwrap(), 0., 0.);
    let lens = area_of(&a, &a.moved((1., 0.)));
    let known = 2.0 * core::f64::consts::PI / 3.0 - libm::sqrt(3.0) / 2.0;
    assert!((lens - known).abs() < 1e-5, "{lens} {known}");
    assert!((area_of(&a, &a) - core::f64::consts::PI).abs() < 3e-5);
}

#[test]
fn a_tolerance_bounds_the_vertices_and_the_error() {
    let a = at(Shape::circle(1.0).unwrap(), 0., 0.);
    let coarse = a.region(&a, 0.01).unwrap();
    assert!(coarse.polygons()[0].points.len() < 50);
    assert!((3.10..core::f32::consts::PI).contains(&coarse.area()));
    assert_eq!(a.region(&a, f32::NAN), a.region(&a, -1.0));
}

#[test]
fn holes_show_in_the_region() {
    let square = |h: f32| [(-h, -h), (h, -h), (h, h), (-h, h)];
    let frame = at(Shape::polygon_with_holes(square(2.), [square(1.)]).unwrap(), 0., 0.);
    let cover = at(Shape::rect_half((3., 3.)).unwrap(), 0., 0.);
    let region = frame.region(&cover, 0.0).unwrap();
    assert_eq!((region.area(), region.polygons()[0].holes.len()), (12.0, 1));
    let bar = at(Shape::rect_half((3., 0.5)).unwrap(), 0., 0.);
    let region = frame.region(&bar, 0.0).unwrap();
    assert_eq!((region.area(), region.polygons().len()), (2.0, 2));
}

#[test]
fn half_planes_share_an_unbounded_area_or_none() {
    let plane = |x, y, o| at(Shape::half_plane((x, y), o).unwrap(), 0., 0.);
    let floor = plane(0., 1., 0.);
    assert_eq!(floor.region(&floor, 0.0), None);
    assert_eq!(floor.region(&plane(1., 0., 0.), 0.0), None);
    assert_eq!(floor.region(&plane(0., -2., 0.), 0.0), Some(Region::default()));
    assert_eq!(floor.region(&plane(0., -1., 1.), 0.0), None);
    assert_eq!(floor.region(&plane(0., -1., -1.), 0.0), Some(Region::default()));
    let ball = at(Shape::circle(1.).unwrap(), 0., 0.);
    assert!((area_of(&floor, &ball) - core::f64::consts::FRAC_PI_2).abs() < 2e-5);
}

#[test]
fn a_union_with_a_half_plane_is_bounded_by_the_other_shape() {
    let floor = Shape::half_plane((0., 1.), 0.).unwrap();
    let both =
        [(floor, Affine::IDENTITY), (Shape::rect_half((1., 1.)).unwrap(), Affine::at((0., 1.)))];
    let ground = at(Shape::compound(both).unwrap(), 0., 0.);
    let tower = at(Shape::rect_half((0.5, 4.)).unwrap(), 0., 0.);
    // One wide and six high: four below the floor, two in the box on it.
    assert_eq!(ground.region(&tower, 0.0).unwrap().area(), 6.0);
    assert_eq!(tower.region(&ground, 0.0).unwrap().area(), 6.0);
    assert_eq!(ground.region(&ground, 0.0), None);
}

#[test]
fn far_from_the_origin_the_region_keeps_its_digits() {
    let tile = Shape::rect_half((0.5, 0.5)).unwrap();
    for far in [0.0, 4_194_304.0] {
        let a = at(tile.clone(), far, -far);
        assert_eq!(a.region(&a.moved((0.5, 0.5)), 0.0).unwrap().area(), 0.25);
    }
}

#[test]
fn areas_of_two_shapes_are_those_of_union_and_region() {
    let mut random = Random(11);
    for round in 0..400 {
        let of = |random: &mut Random| {
            let n = 3 + (random.next() % 20) as usize;
            let star = Shape::polygon(random.star(n)).unwrap();
            (star, random.affine())
        };
        let ((a, ma), (b, mb)) = (of(&mut random), of(&mut random));
        let union = Shape::compound([(a.clone(), ma), (b.clone(), mb)]).unwrap();
        let (pa, pb) = (a.place(ma).unwrap(), b.place(mb).unwrap());
        let area = |p: &Placed| f64::from(p.area().unwrap());
        let sum = area(&pa) + area(&pb) - area(&union.place(Affine::IDENTITY).unwrap());
        let got = area_of(&pa, &pb);
        assert!((sum - got).abs() < 4e-6, "{round}: {sum} {got}");
        assert_eq!(got, area_of(&pb, &pa));
    }
}

/// The area of the part of a convex ring within another, by cutting with one edge after the other
/// (Sutherland and Hodgman 1974).
fn clipped(ring: &[DVec2], by: &[DVec2]) -> f64 {
    let mut ring = ring.to_vec();
    for i in 0..by.len() {
        let (u, v) = (by[i], by[(i + 1) % by.len()]);
        let side = |p: DVec2| (v - u).cross(p - u);
        let mut next = Vec::new();
        for k in 0..ring.len() {
            let (p, q) = (ring[k], ring[(k + 1) % ring.len()]);
            let (sp, sq) = (side(p), side(q));
            if sp >= 0.0 {
                next.push(p);
            }
            if (sp < 0.0 && sq > 0.0) || (sp > 0.0 && sq < 0.0) {
                next.push(p + (q - p) * (sp / (sp - sq)));
            }
        }
        ring = next;
    }
    (0..ring.len()).map(|k| ring[k].cross(ring[(k + 1) % ring.len()])).sum::<f64>() * 0.5
}

fn ring_of(placed: &Placed) -> Vec<DVec2> {
    let Body::Core(core) = &placed.body else { return Vec::new() };
    core.offsets().iter().map(|v| core.origin + *v).collect()
}

#[test]
fn convex_regions_agree_with_cutting_edge_by_edge() {
    let mut random = Random(5);
    let mut overlapping = 0;
    for _ in 0..2000 {
        let n = 3 + (random.next() % 12) as usize;
        let a = random.convex(n).place(random.affine()).unwrap();
        let b = random.convex(n).place(random.affine()).unwrap();
        let want = clipped(&ring_of(&a), &ring_of(&b));
        let got = area_of(&a, &b);
        overlapping += usize::from(got > 0.0);
        assert!((want - got).abs() <= 2e-6 * want.max(1e-3), "{want} {got}");
    }
    assert!(overlapping > 1000);
}

#[test]
fn every_pair_of_kinds_has_a_finite_region_that_fits_both() {
    let mut random = Random(3);
    let all = placed(&mut random);
    for (na, a) in &all {
        for (nb, b) in &all {
            let Some(region) = a.region(b, 1e-3) else {
                assert_eq!((*na, *nb), ("half-plane", "half-plane"));
                continue;
            };
            assert!(region.area() >= 0.0 && region.area().is_finite(), "{na} {nb}");
            for size in [a.area(), b.area()].into_iter().flatten() {
                assert!(region.area() <= size * 1.00001, "{na} {nb}");
            }
            let back = b.region(a, 1e-3).unwrap();
            assert_eq!(region, back, "{na} {nb}");
            for p in region.polygons().iter().flat_map(|p| &p.points) {
                let wide = 1e-4;
                for shape in [a, b] {
                    let box_ = shape.bounds();
                    assert!(p.x >= box_.min.x - wide && p.x <= box_.max.x + wide);
                    assert!(p.y >= box_.min.y - wide && p.y <= box_.max.y + wide);
                }
            }
        }
    }
}

#[test]
fn a_box_on_the_rim_of_a_huge_disc_gets_few_vertices() {
    let disc = Shape::circle_at((0.0, -1_048_576.0), 1_048_576.0).unwrap();
    let disc = disc.place(Affine::IDENTITY).unwrap();
    let tile = Shape::rect_half((1.0, 1.0)).unwrap().place(Affine::IDENTITY).unwrap();
    let region = tile.region(&disc, 0.0).unwrap();
    assert!((region.area() - 2.0).abs() < 1e-5, "{}", region.area());
    let count: usize = region.polygons().iter().map(|p| p.points.len()).sum();
    assert!(count < 16, "{count} vertices");
}

#[test]
fn needles_that_cross_have_their_whole_area_in_common() {
    let place = |shape: Result<Shape, crate::ShapeError>, turn: f32| {
        shape.unwrap().place(Affine::IDENTITY.rotated(turn)).unwrap()
    };
    for exponent in 2..=8 {
        let half = libm::pow(10.0, f64::from(3 - exponent)) as f32;
        let capsule = |turn| place(Shape::capsule((-1000.0, 0.0), (1000.0, 0.0), half), turn);
        let square = f64::from(half) * f64::from(half);
        let want = 4.0 * square / libm::sin(1.1);
        let area = area_of(&capsule(0.4), &capsule(-0.7));
        assert!((area - want).abs() < 1e-5 * want, "{half}: {area:e} of {want:e}");
        // About its middle an ellipse is nearly a band.
        let ellipse = |turn| place(Shape::ellipse((1000.0, half)), turn);
        let area = area_of(&ellipse(0.4), &ellipse(-0.7));
        assert!((area - want).abs() < 1e-2 * want, "{half}: {area:e} of {want:e}");
    }
}

#[test]
fn needles_that_overlap_at_a_tip_have_a_region() {
    // (two ends and a radius) twice: deep by 1/2 to 4/5 of the smaller radius.
    let pairs: [[f32; 10]; 2] = [
        [
            -910.10297,
            179.82147,
            1051.9657,
            -207.84622,
            0.0029870735,
            -270.58527,
            53.461426,
            1691.4829,
            -334.20862,
            0.0018637463,
        ],
        [
            -617.3857,
            -1733.5813,
            53.60081,
            150.5039,
            0.0010790046,
            -502.04987,
            -1409.7155,
            168.93284,
            474.371,
            0.0029793053,
        ],
    ];
    for pair in pairs {
        let capsule = |i: usize| {
            let (p, q) = ((pair[i], pair[i + 1]), (pair[i + 2], pair[i + 3]));
            Shape::capsule(p, q, pair[i + 4]).unwrap().place(Affine::IDENTITY).unwrap()
        };
        let (a, b) = (capsule(0), capsule(5));
        let depth = a.gap(&b).depth();
        let area = a.region(&b, 0.0).unwrap().area();
        assert!(depth > 1e-4 && area > 0.1 * depth * depth, "{depth:e} {area:e}");
    }
}
