use super::*;
use crate::{Verdict, verdict};

#[test]
fn polygons_are_regular_and_of_all_kinds() {
    let (mut concave, mut holed, mut round, mut all, mut most) = (0, 0, 0, 0, 0);
    for numbers in [Numbers::Grid, Numbers::Wide] {
        for index in 0..1500 {
            let (a, _) = batch(numbers, (Class::Polygon, Class::Polygon), 2, index).swap_remove(0);
            assert!(is_regular(&a), "{a:?}");
            let Set::Polygon { rings, radius, .. } = &a else { panic!("not a polygon") };
            all += 1;
            holed += usize::from(rings.len() > 1);
            round += usize::from(*radius > 0.0);
            most = most.max(rings[0].len());
            concave += usize::from(crate::contain::is_convex(&a) == Some(false));
        }
    }
    assert!(holed * 100 / all >= 4, "{holed} of {all} with holes");
    assert!(concave * 100 / all >= 25, "{concave} of {all} concave");
    assert!((45..55).contains(&(round * 100 / all)), "{round} of {all} rounded");
    assert!(most >= 30);
}

#[test]
fn the_constructed_pairs_touch() {
    for numbers in [Numbers::Grid, Numbers::Wide] {
        for classes in Class::pairs() {
            let exact = |i| batch(numbers, classes, 9, i).swap_remove(BATCH - 1);
            let touching = (0..200).map(exact).filter(|(a, b)| verdict(a, b) == Verdict::Touching);
            let share = touching.count();
            let least = if numbers == Numbers::Grid { 90 } else { 60 };
            assert!(share >= least, "{numbers:?} {classes:?}: {share} of 200");
        }
    }
}

#[test]
fn crossing_rings_are_not_regular() {
    let ring = |points: &[[f32; 2]]| Set::Polygon {
        origin: [0.0; 2],
        rings: vec![points.to_vec()],
        radius: 0.0,
    };
    assert!(!is_regular(&ring(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]])));
    assert!(!is_regular(&ring(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]])));
    assert!(is_regular(&ring(&[[0.0, 0.0], [2.0, 0.0], [1.0, 1e-30]])));
}
