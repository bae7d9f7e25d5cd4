//! Animations whose frames are drawn by formula.

use super::*;

fn drawn(side: u32, inside: impl Fn(f64, f64) -> bool) -> Mask {
    Mask::from_fn(side, side, |x, y| inside(f64::from(x) + 0.5, f64::from(y) + 0.5))
}

/// A body with an arm that grows out of its side and swings up.
fn waver(t: f64) -> Mask {
    drawn(80, |x, y| {
        let body = (x - 30.0) * (x - 30.0) / 180.0 + (y - 42.0) * (y - 42.0) / 700.0 < 1.0;
        let (u, v) = (x - 40.0, y - 40.0 + (x - 40.0) * t * 0.8);
        body || (u > 0.0 && u < 8.0 + 20.0 * t && v.abs() < 4.0)
    })
}

#[test]
fn union_and_intersection_are_those_of_the_pixels() {
    let frames: Vec<Mask> =
        (0..5_u32).map(|k| Mask::from_fn(70, 9, |x, y| (x + y * k) % 7 < 4)).collect();
    let (all, common) = (union(&frames), intersection(&frames));
    for y in 0..9 {
        for x in 0..70 {
            assert_eq!(all.get(x, y), frames.iter().any(|f| f.get(x, y)));
            assert_eq!(common.get(x, y), frames.iter().all(|f| f.get(x, y)));
        }
    }
    assert_eq!((union(&[]).area(), intersection(&[]).area()), (0, 0));
    let sizes = [Mask::from_fn(3, 1, |_, _| true), Mask::from_fn(1, 3, |_, _| true)];
    assert_eq!((union(&sizes).area(), intersection(&sizes).area()), (5, 1));
}

#[test]
fn every_frame_has_the_same_vertices_and_is_within_the_goal() {
    let frames: Vec<Mask> = (0..8).map(|k| waver(f64::from(k) / 7.0)).collect();
    for goal in [Goal::iou(0.97), Goal::deviation(1.5)] {
        let groups = coherent(&frames, &goal);
        assert_eq!(groups.len(), 1);
        let group = &groups[0];
        assert!(group.reached);
        let points = group.outlines[0].vertices();
        assert!(points < 40, "{points}");
        for (outline, measured) in group.outlines.iter().zip(&group.measured) {
            assert_eq!(outline.vertices(), points);
            assert!(goal.min_iou.is_none_or(|least| measured.iou >= least));
            assert!(goal.max_deviation.is_none_or(|most| measured.deviation() <= most));
            assert!(measured.validity.is_sound());
        }
    }
}

#[test]
fn vertices_go_where_what_they_stand_on_goes() {
    let at = |k: u32| {
        Mask::from_fn(60, 30, move |x, y| (5 + k..25 + k).contains(&x) && (4..20).contains(&y))
    };
    let frames = [at(0), at(7), at(20)];
    let group = &coherent(&frames, &Goal::iou(0.99))[0];
    assert_eq!(group.outlines[0].vertices(), 4);
    for (outline, by) in group.outlines.iter().zip([0, 7, 20]) {
        for (p, q) in outline.rings[0].points.iter().zip(&group.outlines[0].rings[0].points) {
            assert_eq!([p[0] - q[0], p[1] - q[1]], [by * 256, 0]);
        }
    }
    assert_eq!(group.between(9.0), group.outlines[2]);
}

#[test]
fn between_frames_the_arm_is_between() {
    let frames: Vec<Mask> = [0.4, 0.5].map(waver).to_vec();
    let group = &coherent(&frames, &Goal::iou(0.97))[0];
    let middle = measure(&group.between(0.5), &waver(0.45));
    assert!(middle.validity.is_sound() && middle.iou > 0.955, "{middle:?}");
}

#[test]
fn rings_that_appear_begin_a_new_group_and_keep_their_nesting() {
    let frames: Vec<Mask> = (0..6)
        .map(|k| {
            drawn(60, |x, y| {
                let r = (x - 30.0) * (x - 30.0) + (y - 30.0) * (y - 30.0);
                r < 600.0 + 10.0 * f64::from(k) && (k < 3 || r > 90.0)
            })
        })
        .collect();
    let groups = coherent(&frames, &Goal::iou(0.97));
    let ranges: Vec<Range<usize>> = groups.iter().map(|g| g.frames.clone()).collect();
    assert_eq!(ranges, [0..3, 3..6]);
    assert!(groups.iter().all(|g| g.reached));
    assert_eq!(groups[1].outlines[2].rings[1].parent, Some(0));
}

#[test]
fn a_budget_of_vertices_is_kept() {
    let frames: Vec<Mask> = (0..4).map(|k| waver(f64::from(k) / 4.0)).collect();
    let group = &coherent(&frames, &Goal::vertices(12))[0];
    assert!(group.outlines.iter().all(|o| o.vertices() == 12));
    assert!(group.reached && group.measured.iter().all(|m| m.iou > 0.85), "{:?}", group.measured);
}

#[test]
fn frames_without_anything_solid_are_groups_of_empty_outlines() {
    let groups = coherent(&[Mask::new(4, 4), Mask::new(9, 9)], &Goal::iou(0.97));
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].outlines, [Outline::default(), Outline::default()]);
}
