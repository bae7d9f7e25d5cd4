use super::*;
use crate::{Ring, UNITS_PER_PIXEL};

/// A disc with a hole, and a speck beside it.
fn art() -> Mask {
    let round = |x: u32, y: u32, cx: i32, cy: i32, r: i32| {
        let (u, v) = (2 * x as i32 + 1 - 2 * cx, 2 * y as i32 + 1 - 2 * cy);
        u * u + v * v < 4 * r * r
    };
    Mask::from_fn(48, 40, |x, y| {
        round(x, y, 18, 20, 16) && !round(x, y, 18, 20, 5) || (x / 2, y / 2) == (21, 3)
    })
}

fn trace(goal: Goal) -> Result<Hitbox, TraceError> {
    Tracing { goal, effort: Effort::Fast, pieces: Pieces::Any, ..Tracing::default() }
        .trace(&art(), None)
}

#[test]
fn without_a_goal_nothing_differs() {
    let report = trace(Goal::default()).expect("exact").report;
    assert_eq!((report.rings, report.iou, report.area_error), (3, 1.0, 0.0));
    assert_eq!((report.deviation_outward, report.deviation_inward), (0.0, 0.0));
}

#[test]
fn a_deviation_is_kept_both_ways_and_drops_nothing() {
    let report = trace(Goal::deviation(1.0)).expect("within a pixel").report;
    assert!(report.deviation_outward <= 1.0 && report.deviation_inward <= 1.0, "{report:?}");
    assert_eq!((report.rings, report.dropped.len()), (3, 0));
}

#[test]
fn an_iou_is_kept_and_what_is_dropped_for_it_is_listed() {
    let hitbox = trace(Goal::iou(0.9)).expect("nine tenths");
    assert!(hitbox.report.iou >= 0.9);
    assert_eq!(hitbox.report.rings + hitbox.report.dropped.len(), 3);
}

#[test]
fn a_level_of_detail_bounds_the_area_that_differs() {
    for (detail, share) in [(crate::Detail::Less, 0.15), (crate::Detail::Optimal, 0.01)] {
        let report = trace(Goal::detail(detail)).expect("a level").report;
        assert!(report.area_error <= share, "{detail:?} {report:?}");
    }
}

#[test]
fn a_conservative_outline_keeps_to_its_side() {
    for side in [Side::Cover, Side::Inside] {
        let hitbox = trace(Goal { side, ..Goal::iou(0.9) }).expect("one side");
        let found = measure(&hitbox.outline, &art());
        let wrong = if side == Side::Cover { found.uncovered } else { found.overrun };
        assert_eq!(wrong, 0, "{side:?}");
    }
}

#[test]
fn goals_that_contradict_themselves_are_refused() {
    let refused = [
        Goal { max_vertices: Some(5), ..Goal::iou(0.999) },
        Goal::iou(1.5),
        Goal::iou(f64::NAN),
        Goal::deviation(-1.0),
        Goal::deviation(f64::NAN),
        Goal::vertices(2),
        Goal { side: Side::Cover, ..Goal::default() },
    ];
    for goal in refused {
        assert!(matches!(trace(goal), Err(TraceError::Goal { .. })), "{goal:?}");
    }
}

#[test]
fn small_parts_are_dropped_only_on_request_and_listed() {
    let tracing = Tracing { min_area: 5, ..Tracing::default() };
    let report = tracing.trace(&art(), None).expect("without the speck").report;
    assert_eq!(report.rings, 2);
    assert_eq!(report.dropped, [Dropped { hole: false, at: [42.0, 6.0], area: 4.0 }]);
}

#[test]
fn holes_are_filled_on_request() {
    let tracing = Tracing { fill: Fill::Holes, ..Tracing::default() };
    assert_eq!(tracing.trace(&art(), None).expect("filled").report.rings, 2);
}

#[test]
fn pieces_have_the_area_of_the_outline() {
    let hitbox = trace(Goal::deviation(1.0)).expect("within a pixel");
    let area = |points: &Vec<crate::Point>| {
        Ring { points: points.clone(), hole: false, parent: None }.doubled_area()
    };
    assert_eq!(hitbox.pieces.iter().map(area).sum::<i64>(), hitbox.outline.doubled_area());
}

#[test]
fn a_mask_without_solid_pixels_has_no_shape() {
    for mask in [Mask::new(0, 0), Mask::new(7, 3)] {
        let hitbox = Tracing { goal: Goal::iou(0.9), pieces: Pieces::Any, ..Tracing::default() }
            .trace(&mask, Some(&[0; 21]))
            .expect("nothing to trace");
        assert!(hitbox.shape.is_none() && hitbox.outline.rings.is_empty());
        assert_eq!(hitbox.report.iou, 1.0);
    }
}

#[test]
fn the_shape_has_the_area_of_the_mask() {
    let shape = trace(Goal::default()).expect("exact").shape.expect("a shape");
    let placed = shape.place(jostle::Affine::IDENTITY).expect("placed");
    assert_eq!(placed.area(), Some(art().area() as f32));
    assert!(placed.contains_point((10.5, 20.5)) && !placed.contains_point((18.5, 20.5)));
}

#[test]
fn masks_of_noise_make_shapes_and_pieces_however_their_rings_touch() {
    let mut state = 7u64;
    for round in 0..300 {
        let mut bit = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state & 3 < 2
        };
        let mask = Mask::from_fn(3 + round % 9, 3 + round % 7, |_, _| bit());
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let tracing = Tracing { connectivity, pieces: Pieces::AtMost(8), ..Tracing::default() };
            let hitbox = tracing.trace(&mask, None).expect("a hitbox");
            let unit = i64::from(UNITS_PER_PIXEL);
            let area = |points: &Vec<crate::Point>| {
                Ring { points: points.clone(), hole: false, parent: None }.doubled_area()
            };
            let whole = mask.area() as i64 * 2 * unit * unit;
            assert_eq!(hitbox.pieces.iter().map(area).sum::<i64>(), whole, "{mask:?}");
            assert_eq!(hitbox.shape.is_some(), mask.area() > 0);
        }
    }
}
