//! Fits of shapes drawn into masks, whose numbers are known.

use super::*;

/// A mask of the pixels whose middles are inside.
fn drawn(side: u32, inside: impl Fn(f64, f64) -> bool) -> Mask {
    Mask::from_fn(side, side, |x, y| inside(f64::from(x) + 0.5, f64::from(y) + 0.5))
}

/// Coordinates along an axis turned by 3-4-5 triangles, around a center.
fn turned(x: f64, y: f64, center: [f64; 2]) -> [f64; 2] {
    let (dx, dy) = (x - center[0], y - center[1]);
    [0.8 * dx + 0.6 * dy, 0.8 * dy - 0.6 * dx]
}

const CENTER: [f64; 2] = [40.3, 37.9];

fn disc() -> Mask {
    drawn(80, |x, y| {
        let [u, v] = turned(x, y, CENTER);
        u * u + v * v < 24.2 * 24.2
    })
}

fn bar() -> Mask {
    drawn(80, |x, y| {
        let [u, v] = turned(x, y, CENTER);
        u.abs() < 29.0 && v.abs() < 12.0
    })
}

fn pill() -> Mask {
    drawn(80, |x, y| {
        let [u, v] = turned(x, y, CENTER);
        let past = if u.abs() > 18.0 { u.abs() - 18.0 } else { 0.0 };
        past * past + v * v < 11.5 * 11.5
    })
}

fn egg() -> Mask {
    drawn(80, |x, y| {
        let [u, v] = turned(x, y, CENTER);
        (u / 32.0) * (u / 32.0) + (v / 17.0) * (v / 17.0) < 1.0
    })
}

fn wedge() -> Mask {
    drawn(80, |x, y| x > 5.0 && y > 7.0 && 2.0 * x + y < 130.0)
}

#[test]
fn each_kind_is_found_where_it_was_drawn() {
    let cases = [
        (disc(), Simple::Circle),
        (bar(), Simple::Rect),
        (pill(), Simple::Capsule),
        (egg(), Simple::Ellipse),
        (wedge(), Simple::Hull),
    ];
    for (mask, kind) in cases {
        let found = fit(&mask, &Goal::iou(0.97)).unwrap();
        assert_eq!(found.kind, kind);
        assert!(found.iou() >= 0.97, "{kind:?} {}", found.iou());
        let near = fit(&mask, &Goal::deviation(1.0)).unwrap();
        assert_eq!(near.kind, kind);
        assert!(near.deviation() <= 1.0, "{kind:?} {}", near.deviation());
    }
}

#[test]
fn numbers_come_back_within_a_fifth_of_a_pixel() {
    let circle = best_of(Simple::Circle, &disc(), &Goal::iou(0.97)).unwrap();
    let b = circle.shape.place(jostle::Affine::IDENTITY).unwrap().bounds();
    for (found, want) in [(b.min.x, 16.1), (b.max.x, 64.5), (b.min.y, 13.7), (b.max.y, 62.1)] {
        assert!((found - want).abs() < 0.2, "{b:?}");
    }
    let rect = best_of(Simple::Rect, &bar(), &Goal::iou(0.97)).unwrap();
    let area = rect.shape.place(jostle::Affine::IDENTITY).unwrap().area().unwrap();
    assert!((area - 58.0 * 24.0).abs() < 0.2 * 164.0, "{area}");
}

#[test]
fn an_upright_rectangle_is_fitted_exactly() {
    let mask = Mask::from_fn(20, 20, |x, y| (3..17).contains(&x) && (5..9).contains(&y));
    let found = fit(&mask, &Goal::default()).unwrap();
    assert_eq!((found.kind, found.iou(), found.deviation()), (Simple::Rect, 1.0, 0.0));
}

#[test]
fn nothing_is_good_enough_for_an_ell_or_a_frame_or_nothing() {
    let ell = Mask::from_fn(40, 40, |x, y| x < 15 || y < 15);
    let frame = Mask::from_fn(40, 40, |x, y| x.abs_diff(20) > 12 || y.abs_diff(20) > 12);
    for mask in [ell, frame, Mask::new(5, 5)] {
        assert!(fit(&mask, &Goal::iou(0.97)).is_none());
        assert!(fit(&mask, &Goal::deviation(1.0)).is_none());
    }
}

#[test]
fn drawings_lie_as_near_to_the_shape_as_they_say() {
    for (kind, mask) in
        [(Simple::Circle, disc()), (Simple::Capsule, pill()), (Simple::Ellipse, egg())]
    {
        let found = best_of(kind, &mask, &Goal::iou(0.97)).unwrap();
        let placed = found.shape.place(jostle::Affine::IDENTITY).unwrap();
        let points = &found.outline.rings[0].points;
        let at = |p: [i32; 2]| p.map(|v| v as f32 / 256.0);
        for (i, p) in points.iter().enumerate() {
            let q = points[(i + 1) % points.len()];
            let middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
            for p in [*p, middle] {
                let far = f64::from(placed.closest(at(p)).separation.abs());
                assert!(far <= found.drawn_within + 1.0 / 512.0, "{kind:?} {far}");
            }
        }
    }
}

#[test]
fn a_hull_covers_and_is_refused_where_it_must_not() {
    let mask = wedge();
    let cover = Goal { side: Side::Cover, ..Goal::iou(0.9) };
    assert_eq!(fit(&mask, &cover).map(|f| f.kind), Some(Simple::Hull));
    let inside = Goal { side: Side::Inside, ..Goal::iou(0.9) };
    assert!(fit(&mask, &inside).is_none());
}
