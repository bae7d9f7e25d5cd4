//! Rings into polygons: the same set whatever the first vertex, the winding and repetitions.
#![no_main]

use jostle::{Affine, Placed, Relation, Shape, Vec2};
use jostle_fuzz::{Bytes, bytes::Numbers, laws, shapes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let bytes = &mut Bytes::new(data);
    let numbers = if bytes.below(2) == 0 { Numbers::Grid } else { Numbers::Near };
    let (outer, hole) = (shapes::points(bytes, numbers, 24), shapes::points(bytes, numbers, 8));
    let holes = if bytes.below(2) == 0 { Vec::new() } else { vec![hole] };
    let turn = usize::from(bytes.byte()) % outer.len();
    if std::env::var_os("SHOW").is_some() {
        eprintln!("outer: {outer:?}\nholes: {holes:?}");
    }
    let made = place(outer.clone(), holes.clone());

    let mut turned = outer.clone();
    turned.rotate_left(turn);
    let mut backward = outer.clone();
    backward.reverse();
    let repeated = outer.iter().flat_map(|p| [*p, *p]).collect();
    for (other, what) in [(turned, "turned"), (backward, "reversed"), (repeated, "repeated")] {
        let other = place(other, holes.clone());
        assert_eq!(made.is_some(), other.is_some(), "only one is accepted: {what} {outer:?}");
        let (Some(a), Some(b)) = (&made, &other) else { continue };
        assert_eq!(a.relation(b), Relation::Same, "{what} {outer:?} {holes:?}");
        let (x, y) = (a.area(), b.area());
        let (Some(x), Some(y)) = (x, y) else { panic!("an area is missing") };
        assert!((x - y).abs() <= 4.0 * f32::EPSILON * size(a) * size(a), "{what}: {x} against {y}");
    }
    if let Some(a) = &made {
        laws::pair(a, a);
        // A vertex belongs to the closed set, but for what a hole takes away.
        for p in outer.iter().filter(|_| holes.is_empty()) {
            assert!(a.contains_point(*p), "{p:?} of {outer:?} {holes:?}");
        }
    }
});

fn size(a: &Placed) -> f32 {
    let half = a.bounds().half_extents();
    1.0 + 2.0 * (half.x + half.y)
}

fn place(outer: Vec<Vec2>, holes: Vec<Vec<Vec2>>) -> Option<Placed> {
    Shape::polygon_with_holes(outer, holes).ok()?.place(Affine::IDENTITY).ok()
}
