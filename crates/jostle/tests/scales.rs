//! Exact answers where coordinates have more digits than `f64` holds, and at unusual scales.
//!
//! A point `p` of a shape at `q` lies exactly on a point `q` of a shape at `p`. Where the one is
//! large and the other small, the difference of the two origins is rounded.

use jostle::{Affine, Meet, Placed, Shape, Vec2, Verdict};
use jostle_testing::Rng;

/// A number from 1 to 2 with all digits of `f32`.
fn digits(rng: &mut Rng) -> f32 {
    f32::from_bits(0x3F80_0000 | (rng.bits() as u32 >> 9))
}

fn at(shape: Shape, x: f32, y: f32) -> Placed {
    shape.place(Affine::at((x, y))).unwrap()
}

/// An outline between `x` and `far`, with straight sides there, concave or convex.
fn outline(x: f32, far: f32, concave: bool) -> Shape {
    let middle = (0.5 * (x + far), if concave { 0.5 } else { 1.5 });
    Shape::polygon([(x, -1.0), (far, -1.0), (far, 1.0), middle, (x, 1.0)]).unwrap()
}

#[test]
fn outlines_far_away_touch_apart_by_less_than_an_ulp() {
    let mut rng = Rng::new(1);
    for turn in 0..400 {
        let (p, q) = (digits(&mut rng), digits(&mut rng) * (1_u64 << 34) as f32);
        let concave = [turn % 3 != 0, turn % 3 != 1];
        let b = at(outline(q, -4.0 * q, concave[1]), p, 0.0);
        for (p, want) in [
            (p.next_down(), Verdict::Overlapping),
            (p, Verdict::Touching),
            (p.next_up(), Verdict::Separated),
        ] {
            let a = at(outline(p, 9.0, concave[0]), q, 0.0);
            assert_eq!((a.verdict(&b), b.verdict(&a)), (want, want), "{p} {q}");
            if want == Verdict::Separated {
                // Along each other they stay apart.
                for way in [(0.0, 0.25), (0.0, -0.25)] {
                    assert_eq!(a.cast(&b, way, Meet::TOUCH), None, "{p} {q}");
                    assert_eq!(b.cast(&a, way, Meet::TOUCH), None, "{p} {q}");
                }
            }
            let inner = [(p, 0.25), (p, 0.5), (-8.0, 0.25), (p - 4.0, 0.3)];
            let inner = at(Shape::polygon(inner).unwrap(), q, 0.0);
            assert_eq!(b.contains(&inner), want != Verdict::Separated, "{p} {q}");
        }
    }
}

#[test]
fn a_segment_that_ends_on_another_touches_it() {
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let mut whole = |n: u64| (rng.bits() % n) as f32;
        let (middle, half) =
            (Vec2::new(whole(1 << 22), whole(1 << 22)), Vec2::new(whole(999), 1.0 + whole(999)));
        let line = Shape::segment(middle - half, middle + half).unwrap();
        let line = at(line, 0.0, 0.0);
        let far = Vec2::new(digits(&mut rng), digits(&mut rng));
        let other = at(Shape::segment(far, middle).unwrap(), 0.0, 0.0);
        assert_eq!(line.verdict(&other), Verdict::Touching, "{line:?} {other:?}");
        assert_eq!(other.verdict(&line), Verdict::Touching);
    }
}

#[test]
fn boxes_hold_all_of_a_shape_however_small_its_center() {
    // An origin so small that it is lost beside the vertices.
    let mut shapes = Vec::new();
    let tiny = 1.0 / (1_u64 << 60) as f32;
    for (x, y) in [(tiny, tiny), (-tiny, tiny), (tiny, -tiny), (-tiny, -tiny)] {
        shapes.push(at(Shape::triangle((-1.0, -2.0), (3.0, -1.0), (0.0, 5.0)).unwrap(), x, y));
        shapes.push(at(Shape::segment((-1.0, -2.0), (3.0, 5.0)).unwrap(), x, y));
        shapes.push(at(Shape::capsule((-1.0, -2.0), (3.0, 5.0), 1.0).unwrap(), x, y));
    }
    for shape in &shapes {
        let (low, high) = (shape.bounds().min, shape.bounds().max);
        for (normal, offset) in [
            ((-1.0, 0.0), -high.x),
            ((0.0, -1.0), -high.y),
            ((1.0, 0.0), low.x),
            ((0.0, 1.0), low.y),
        ] {
            let beyond = at(Shape::half_plane(normal, offset).unwrap(), 0.0, 0.0);
            assert_ne!(beyond.verdict(shape), Verdict::Overlapping, "{shape:?}");
        }
    }
}

#[test]
fn an_outline_touches_an_ellipse_whose_side_its_own_touches() {
    // The ellipse reaches √(a² + c²) along x, a little less than the side of the box at r.
    for k in [4096.0_f32, 5000.0, 5792.0, 2048.0] {
        let (a, c, r) = (0.5 * k * k, k, 0.5 * k * k + 1.0);
        let m = Affine::from_matrix([a, 0.0, c, 1000.0, 0.0, 0.0]);
        let egg = Shape::circle(1.0).unwrap().place(m).unwrap();
        let verdict = |concave| {
            let notch = (2.0 * r, if concave { 9.0 } else { 999.0 });
            let ring = [(r, -900.0), (3.0 * r, -900.0), (3.0 * r, 900.0), notch, (r, 900.0)];
            let outline = at(Shape::polygon(ring).unwrap(), 0.0, 0.0);
            assert_eq!(outline.verdict(&egg), egg.verdict(&outline));
            egg.verdict(&outline)
        };
        assert_eq!(verdict(true), verdict(false), "{k}");
    }
}

/// Between its tips a needle is as thin as the circle of points at its middle.
#[test]
fn points_along_a_needle_thinner_than_rounding_lie_in_it() {
    for (radius, count) in [(1e-40, 2), (1e-17, 2), (2e-16, 2), (1e-12, 2), (2e-16, 12), (1e-9, 32)]
    {
        let around = |i: u16| {
            let turn = jostle::Rot::from_degrees(360.0 * f32::from(i) / f32::from(count));
            [turn.cos * radius, turn.sin * radius]
        };
        let tips = [[-4.0, -1.5], [4.0, 1.5]];
        let needle = Shape::hull((0..count).map(around).chain(tips)).unwrap();
        let needle = needle.place(Affine::IDENTITY).unwrap();
        for i in -40..=40_i16 {
            let x = f32::from(i) / 8.0;
            let at = Affine::at((x, 0.375 * x));
            let point = Shape::point((0.0, 0.0)).unwrap().place(at).unwrap();
            let want = match x.abs() {
                x if x < 4.0 => Verdict::Overlapping,
                4.0 => Verdict::Touching,
                _ => Verdict::Separated,
            };
            assert_eq!(needle.verdict(&point), want, "{radius} {count} {x}");
            let beyond = f64::from(x.abs() - 4.0) * 1.140_625_f64.sqrt();
            let gap = f64::from(needle.gap(&point).separation);
            let is_right =
                if beyond > 0.0 { (gap - beyond).abs() < 1e-6 } else { gap.abs() < 1e-8 };
            assert!(is_right, "{radius} {count} {x}: {gap} for {beyond}");
            let disc = Shape::circle(0.125).unwrap().place(at).unwrap();
            let gap = f64::from(needle.gap(&disc).separation);
            assert!(beyond <= 0.0 || (gap - beyond + 0.125).abs() < 1e-6, "{radius} {x}: {gap}");
            assert_eq!(needle.overlaps(&disc), beyond < 0.125, "{radius} {x}");
        }
    }
}
