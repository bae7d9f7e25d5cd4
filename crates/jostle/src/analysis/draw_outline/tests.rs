use super::*;
use crate::pair::test_shapes::{Random, placed};
use crate::{Affine, Shape, shape::Sidedness};
use alloc::vec;

const WINDOW: Aabb = Aabb { min: Vec2 { x: -4., y: -4. }, max: Vec2 { x: 4., y: 4. } };

fn at(shape: Shape) -> Placed {
    shape.place(Affine::IDENTITY).unwrap()
}

#[test]
fn a_half_plane_is_one_line_across_the_window() {
    let lines = at(Shape::half_plane((0., 1.), 1.).unwrap()).outline(0.0, WINDOW);
    assert_eq!((lines.len(), lines[0].points.len(), lines[0].ends), (1, 2, ChainEnds::Open));
    assert!(lines[0].points.iter().all(|p| p.y == 1.0 && p.x.abs() >= 4.0));
    assert_eq!(at(Shape::half_plane((0., 1.), 1.).unwrap()).outline(0.0, Aabb::UNBOUNDED), []);
}

#[test]
fn a_box_on_the_floor_is_one_open_line_with_it() {
    let parts = [
        (Shape::half_plane((0., 1.), 0.).unwrap(), Affine::IDENTITY),
        (Shape::rect_half((1., 1.)).unwrap(), Affine::IDENTITY),
    ];
    let lines = at(Shape::compound(parts).unwrap()).outline(0.0, WINDOW);
    assert_eq!((lines.len(), lines[0].points.len(), lines[0].ends), (1, 6, ChainEnds::Open));
}

#[test]
fn holes_are_rings_of_their_own() {
    let square = |h: f32| [(-h, -h), (h, -h), (h, h), (-h, h)];
    let frame = Shape::polygon_with_holes(square(2.), [square(1.)]).unwrap();
    assert_eq!(at(frame).outline(0.0, WINDOW).len(), 2);
}

#[test]
fn chains_points_and_segments_are_listed_as_they_are() {
    let points = [(0., 0.), (1., 0.), (1., 1.)].map(Vec2::from);
    let chain = |ends| at(Shape::chain(points, ends, Sidedness::Both).unwrap());
    for ends in [ChainEnds::Open, ChainEnds::Closed] {
        assert_eq!(chain(ends).outline(0.0, WINDOW), [Outline { points: points.into(), ends }]);
    }
    let dot = at(Shape::point((1., 2.)).unwrap()).outline(0.0, WINDOW);
    assert_eq!(dot, [Outline { points: vec![Vec2::new(1., 2.)], ends: ChainEnds::Open }]);
}

#[test]
fn the_tolerance_is_kept() {
    for tolerance in [0.1_f32, 1e-3] {
        let lines = at(Shape::circle(1.0).unwrap()).outline(tolerance, WINDOW);
        let points = &lines[0].points;
        for i in 0..points.len() {
            let middle = (points[i] + points[(i + 1) % points.len()]) * 0.5;
            assert!(middle.length() >= 1.0 - tolerance * 1.001);
        }
        assert!(points.len() < 40 || tolerance < 0.1);
    }
}

#[test]
fn outlines_of_all_kinds_lie_in_the_shape_and_enclose_its_area() {
    for (name, shape) in placed(&mut Random(21)) {
        let lines = shape.outline(1e-5, WINDOW);
        assert!(!lines.is_empty(), "{name}");
        let bounds = shape.bounds();
        let mut enclosed = 0.0;
        for line in &lines {
            for p in &line.points {
                assert!(p.is_finite(), "{name}");
                assert!(p.x >= bounds.min.x - 1e-6 && p.x <= bounds.max.x + 1e-6, "{name}");
            }
            if line.ends == ChainEnds::Closed {
                let v: Vec<DVec2> = line.points.iter().map(|p| DVec2::from(*p)).collect();
                let crosses = (0..v.len()).map(|i| v[i].cross(v[(i + 1) % v.len()]));
                enclosed += crosses.sum::<f64>() * 0.5;
            }
        }
        if let Some(area) = shape.area().filter(|area| *area > 0.0) {
            assert!((enclosed - f64::from(area)).abs() < 2e-4, "{name} {enclosed} {area}");
        }
    }
}

#[test]
fn a_disc_that_is_visited_by_quarters_is_the_listed_outline() {
    let mut random = Random(5);
    for _ in 0..500 {
        let radius = random.within(0.01, 400.0);
        let at = Affine::at((random.within(-900.0, 900.0), random.within(-900.0, 900.0)));
        let disc = Shape::circle(radius).unwrap().place(at).unwrap();
        for tolerance in [0.0, 0.5, radius * 0.1, radius * 2.0] {
            let [outline] = &disc.outline(tolerance, WINDOW)[..] else { panic!("one line") };
            let mut visited = Vec::new();
            disc.visit_outline(tolerance, WINDOW, &mut |from, _| visited.push(from));
            visited.dedup();
            assert_eq!(visited, outline.points);
        }
    }
}
