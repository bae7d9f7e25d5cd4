use super::*;
use crate::r#gen::{Class, Numbers, batch};
use crate::{contains, measure, overlap_area};
use Verdict::{Overlapping, Separated, Touching};

const FLAT: [f32; 2] = [1.0, 0.0];

fn rect(center: [f32; 2], half: [f32; 2], rot: [f32; 2]) -> Set {
    Set::Rect { center, half, rot, radius: 0.0 }
}
fn segment(a: [f32; 2], b: [f32; 2]) -> Set {
    Set::Capsule { a, b, radius: 0.0 }
}
fn point(x: f32, y: f32) -> Set {
    Set::Circle { center: [x, y], radius: 0.0 }
}
fn polygon(rings: &[&[[f32; 2]]]) -> Set {
    Set::Polygon {
        origin: [0.0; 2],
        rings: rings.iter().map(|r| r.to_vec()).collect(),
        radius: 0.0,
    }
}
fn chain(points: &[[f32; 2]]) -> Set {
    Set::Chain { origin: [0.0; 2], points: points.to_vec(), closed: false }
}
/// Both orders and both widths must agree before the answer counts.
fn both(a: &Set, b: &Set) -> Verdict {
    let v = verdict(a, b);
    assert_eq!(v, verdict(b, a));
    assert_eq!(v, verdict_big(a, b));
    assert_eq!(v, verdict_small(a, b).unwrap_or(v));
    v
}

const C_SHAPE: [[f32; 2]; 8] = [
    [0.0, 0.0],
    [6.0, 0.0],
    [6.0, 2.0],
    [2.0, 2.0],
    [2.0, 4.0],
    [6.0, 4.0],
    [6.0, 6.0],
    [0.0, 6.0],
];
const OUTER: [[f32; 2]; 4] = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0]];
const HOLE: [[f32; 2]; 4] = [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]];

#[test]
fn circles_are_told_apart_by_one_ulp() {
    let a = Set::Circle { center: [0.0; 2], radius: 2.0 };
    let at = |x: f32| Set::Circle { center: [x, 4.0], radius: 3.0 };
    assert_eq!(both(&a, &at(3.0)), Touching);
    assert_eq!(both(&a, &at(3.0_f32.next_up())), Separated);
    assert_eq!(both(&a, &at(3.0_f32.next_down())), Overlapping);
}

#[test]
fn boxes_that_share_a_side_touch_and_one_ulp_decides() {
    let a = rect([0.0; 2], [1.0, 1.0], FLAT);
    for (x, expected) in
        [(2.0, Touching), (2.0_f32.next_up(), Separated), (2.0_f32.next_down(), Overlapping)]
    {
        assert_eq!(both(&a, &rect([x, 0.5], [1.0, 1.0], [0.0, 1.0])), expected);
    }
    assert_eq!(both(&a, &a), Overlapping);
}

#[test]
fn a_turned_box_is_its_stored_pair_not_its_rounded_corners() {
    let rot = [0.6_f32, 0.8];
    let a = rect([0.0; 2], [2.0, 1.0], rot);
    // The middle of the side x = 2 is 2·(c, s), exactly representable.
    let tip = [2.0 * rot[0], 2.0 * rot[1]];
    assert_eq!(both(&a, &point(tip[0], tip[1])), Touching);
    assert_eq!(both(&a, &point(tip[0].next_up(), tip[1])), Separated);
    assert_eq!(both(&a, &point(tip[0].next_down(), tip[1])), Overlapping);
    assert_eq!(both(&a, &rect([4.0 * rot[0], 4.0 * rot[1]], [2.0, 3.0], rot)), Touching);
}

#[test]
fn segments_overlap_only_where_they_cross() {
    let a = segment([0.0, 0.0], [4.0, 4.0]);
    assert_eq!(both(&a, &segment([0.0, 4.0], [4.0, 0.0])), Overlapping);
    assert_eq!(both(&a, &segment([2.0, 2.0], [4.0, 0.0])), Touching);
    assert_eq!(both(&a, &segment([1.0, 1.0], [9.0, 9.0])), Touching);
    assert_eq!(both(&a, &segment([4.0, 4.0], [9.0, 0.0])), Touching);
    assert_eq!(both(&a, &segment([0.0, 1.0], [4.0, 5.0])), Separated);
    assert_eq!(both(&a, &point(3.0, 3.0)), Touching);
    assert_eq!(both(&a, &a), Touching);
    assert_eq!(both(&point(1.0, 1.0), &point(1.0, 1.0)), Touching);
}

#[test]
fn a_bent_chain_overlaps_a_segment_that_passes_through_its_bend() {
    let bend = chain(&[[-2.0, 1.0], [0.0, 0.0], [-1.0, -2.0]]);
    assert_eq!(both(&bend, &segment([-3.0, 0.0], [3.0, 0.0])), Overlapping);
    assert_eq!(both(&bend, &segment([0.0, -3.0], [0.0, 3.0])), Touching);
    assert_eq!(both(&bend, &segment([0.0, 0.0], [3.0, 0.0])), Touching);
    // Ending in the bend from inside: small shifts to the left free it.
    assert_eq!(both(&bend, &segment([-3.0, 0.0], [0.0, 0.0])), Touching);
    // Two chains whose bends hook into each other.
    let hook = chain(&[[2.0, 1.0], [0.0, 0.0], [-3.0, 0.0]]);
    assert_eq!(both(&bend, &hook), Overlapping);
}

#[test]
fn thin_meets_area_in_the_interior_or_only_touches() {
    let a = polygon(&[&C_SHAPE]);
    assert_eq!(both(&a, &segment([2.0, 2.0], [2.0, 4.0])), Touching);
    assert_eq!(both(&a, &segment([0.0, 0.0], [2.0, 2.0])), Overlapping);
    assert_eq!(both(&a, &segment([3.0, 2.0], [3.0, 4.0])), Touching);
    assert_eq!(both(&a, &segment([2.5, 2.5], [9.0, 3.0])), Separated);
    assert_eq!(both(&a, &segment([6.0, -3.0], [6.0, 9.0])), Touching);
    // Through two reflex corners, with interior between them and no proper crossing.
    assert_eq!(both(&a, &segment([2.0, 2.0], [2.0, -1.0])), Overlapping);
    assert_eq!(both(&a, &segment([2.0, 2.0], [2.0, 0.0])), Overlapping);
    assert_eq!(both(&a, &point(1.0, 3.0)), Overlapping);
    assert_eq!(both(&a, &point(2.0, 3.0)), Touching);
    assert_eq!(both(&a, &point(3.0, 3.0)), Separated);
}

#[test]
fn concave_areas_touch_in_notches_and_overlap_inside() {
    let a = polygon(&[&C_SHAPE]);
    assert_eq!(both(&a, &rect([4.0, 3.0], [2.0, 1.0], FLAT)), Touching);
    assert_eq!(both(&a, &rect([4.5, 3.0], [2.0, 0.5], FLAT)), Separated);
    assert_eq!(both(&a, &a), Overlapping);
    assert_eq!(both(&a, &polygon(&[&OUTER])), Overlapping);
    // Vertex on vertex, interiors meet nowhere.
    assert_eq!(both(&a, &polygon(&[&[[2.0, 2.0], [5.0, 2.5], [5.0, 3.5], [2.0, 4.0]]])), Touching);
    // Only vertices and collinear stretches meet, yet the interiors do share points.
    let inner = polygon(&[&[[0.0, 0.0], [2.0, 2.0], [2.0, 4.0], [0.0, 6.0]]]);
    assert_eq!(both(&a, &inner), Overlapping);
}

#[test]
fn a_filled_hole_touches_and_a_free_one_separates() {
    let a = polygon(&[&OUTER, &HOLE]);
    assert_eq!(both(&a, &polygon(&[&HOLE])), Touching);
    assert_eq!(both(&a, &rect([3.0, 3.0], [0.75, 0.75], FLAT)), Separated);
    assert_eq!(both(&a, &Set::Circle { center: [3.0, 3.0], radius: 1.0 }), Touching);
    assert_eq!(
        both(&a, &Set::Circle { center: [3.0, 3.0], radius: 1.0_f32.next_up() }),
        Overlapping
    );
    assert_eq!(both(&a, &rect([3.0, 3.0], [9.0, 9.0], FLAT)), Overlapping);
}

#[test]
fn a_radius_decides_in_the_corner_region_too() {
    let square = |radius| Set::Rect { center: [0.0; 2], half: [1.0; 2], rot: FLAT, radius };
    assert_eq!(both(&square(5.0), &point(4.0, 5.0)), Touching);
    assert_eq!(both(&square(4.0), &Set::Circle { center: [4.0, 5.0], radius: 1.0 }), Touching);
    assert_eq!(both(&square(5.0), &point(4.0, 5.0_f32.next_up())), Separated);
    assert_eq!(both(&square(5.0), &point(4.0_f32.next_down(), 5.0)), Overlapping);
}

#[test]
fn a_polygon_of_zero_area_is_the_line_it_is() {
    let folded = polygon(&[&[[0.0, 0.0], [4.0, 0.0], [2.0, 0.0]]]);
    assert_eq!(both(&folded, &segment([1.0, -1.0], [1.0, 1.0])), Overlapping);
    assert_eq!(both(&folded, &segment([2.0, 0.0], [2.0, 1.0])), Touching);
    assert_eq!(both(&folded, &rect([2.0, 1.0], [1.0, 1.0], FLAT)), Touching);
    let flat = rect([0.0; 2], [3.0, 0.0], FLAT);
    assert_eq!(both(&flat, &segment([0.0, -1.0], [0.0, 1.0])), Overlapping);
    assert_eq!(both(&flat, &segment([3.0, -1.0], [3.0, 1.0])), Touching);
}

#[test]
fn the_whole_range_of_f32_is_exact() {
    let tiny = f32::from_bits(1);
    assert_eq!(both(&point(0.0, 0.0), &point(tiny, 0.0)), Separated);
    let a = Set::Circle { center: [1e18, 0.0], radius: 1e18 };
    assert_eq!(both(&a, &point(0.0, 0.0)), Touching);
    assert_eq!(both(&a, &point(-tiny, 0.0)), Separated);
    assert_eq!(both(&a, &point(tiny, 0.0)), Overlapping);
    assert_eq!(both(&a, &point(0.0, tiny)), Separated);
    assert_eq!(verdict_small(&a, &point(0.0, tiny)), None);
}

#[test]
fn generated_pairs_agree_between_widths_orders_and_the_f64_distance() {
    let mut seen = [0_usize; 3];
    for classes in Class::pairs() {
        for index in 0..40 {
            for (a, b) in batch(Numbers::Grid, classes, 11, index) {
                let v = both(&a, &b);
                seen[v as usize] += 1;
                let far = measure::distance(&a, &b);
                let scale = measure::features(&b, measure::anchor(&a))
                    .edges
                    .iter()
                    .flatten()
                    .fold(1e-9_f64, |m, p| m.max(p[0].abs()).max(p[1].abs()));
                if far > scale * 1e-12 {
                    assert_eq!(v, Separated, "{a:?} {b:?} {far}");
                }
                if v == Separated {
                    let (fa, fb) =
                        (measure::features(&a, [0.0; 2]), measure::features(&b, [0.0; 2]));
                    assert!(measure::core_distance(&fa, &fb) > 0.0, "{a:?} {b:?}");
                    assert_ne!(contains(&a, &b), Some(true));
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 450), "{seen:?}");
}

#[test]
fn areas_without_radius_overlap_exactly_where_they_share_area() {
    let mut seen = [0_usize; 3];
    for classes in [
        (Class::Rect, Class::Rect),
        (Class::Rect, Class::Polygon),
        (Class::Polygon, Class::Polygon),
    ] {
        for index in 0..25 {
            for (mut a, mut b) in batch(Numbers::Grid, classes, 5, index) {
                for set in [&mut a, &mut b] {
                    match set {
                        Set::Polygon { radius, .. } => *radius = 0.0,
                        Set::Rect { radius, half, .. } => {
                            *radius = 0.0;
                            // A flat box shares no area with anything.
                            *half = half.map(|h| if h == 0.0 { 0.25 } else { h });
                        }
                        _ => {}
                    }
                }
                let area = overlap_area(&a, &b).unwrap_or(f64::NAN);
                let v = both(&a, &b);
                assert_eq!(v == Overlapping, area > 0.0, "{a:?} {b:?} {area}");
                seen[v as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}
