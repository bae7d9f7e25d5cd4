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

#[test]
fn a_soft_goal_is_held_against_the_alpha() {
    let alpha: Vec<u8> = (0..48 * 40)
        .map(|i| {
            let (u, v) = (f64::from(i % 48) + 0.5 - 24.0, f64::from(i / 48) + 0.5 - 20.0);
            ((15.5 - (u * u + v * v).sqrt()) * 255.0).clamp(0.0, 255.0) as u8
        })
        .collect();
    let mask = Mask::from_fn(48, 40, |x, y| alpha[(y * 48 + x) as usize] >= 128);
    let soft = |goal| {
        let tracing =
            Tracing { goal, edges: Edges::Alpha, effort: Effort::Fast, ..Tracing::default() };
        tracing.trace(&mask, Some(&alpha))
    };
    let report = soft(Goal::iou(0.97)).expect("reached").report;
    assert!(report.soft_iou >= 0.97 && report.vertices < 30, "{report:?}");
    assert!(matches!(soft(Goal::iou(1.0)), Err(TraceError::Goal { .. })));
    let side = Goal { side: Side::Cover, ..Goal::iou(0.9) };
    assert!(matches!(soft(side), Err(TraceError::Goal { what: "side", .. })));
}

#[test]
fn a_disc_may_become_a_circle_and_moves_with_its_frame() {
    let disc = Mask::from_fn(40, 40, |x, y| {
        let (u, v) = (2 * x as i32 - 39, 2 * y as i32 - 39);
        u * u + v * v < 1000
    });
    let tracing = Tracing { fit: true, goal: Goal::deviation(1.0), ..Tracing::default() };
    let mut hitbox = tracing.trace(&disc, None).expect("a disc");
    assert_eq!(hitbox.fit, Some(crate::Simple::Circle));
    let bounds = |hitbox: &Hitbox| {
        let shape = hitbox.shape.clone().expect("a shape");
        shape.place(jostle::Affine::IDENTITY).expect("placed").bounds()
    };
    let before = bounds(&hitbox);
    hitbox.put([64, 64], Origin { trim: [5, 6], ..Origin::default() }).expect("moved");
    assert!((bounds(&hitbox).min.x - before.min.x - 5.0).abs() < 1e-3);
    assert_eq!(trace(Goal::deviation(1.0)).expect("no disc").fit, None);
}

#[test]
fn coherent_frames_keep_the_goal_each() {
    let at = |k: u32| Mask::from_fn(30, 12, move |x, y| x + y > 3 + k && x < 14 + k && y > k / 2);
    let frames = [at(0), at(3), at(6)];
    let tracing = Tracing { goal: Goal::iou(0.95), pieces: Pieces::Any, ..Tracing::default() };
    let traced = tracing.trace_coherent(&frames).expect("three frames");
    assert_eq!(traced.len(), 3);
    for (group, hitbox) in &traced {
        assert!(hitbox.report.iou >= 0.95);
        let first = traced.iter().find(|(other, _)| other == group).expect("itself");
        assert_eq!(hitbox.outline.vertices(), first.1.outline.vertices());
    }
}
