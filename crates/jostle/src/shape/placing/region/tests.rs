use alloc::vec::Vec;
use std::cell::Cell;

use crate::{Affine, Placed, Rot, Shape};

std::thread_local! {
    static TESTS: Cell<usize> = const { Cell::new(0) };
}

/// Counts a test of this thread whether a vertex lies on an edge.
pub(super) fn count() {
    TESTS.set(TESTS.get() + 1);
}

/// A bar, and a comb above it whose tips touch it.
fn comb(teeth: u16) -> Shape {
    let right = 2.0 * f32::from(teeth) + 1.0;
    let mut ring = Vec::from([[0., 0.], [right, 0.], [right, 4.], [0., 4.], [0., 3.]]);
    for x in (0..teeth).map(|i| 2.0 * f32::from(i)) {
        ring.extend([[x + 0.5, 3.], [x + 1.0, 1.], [x + 1.5, 3.]]);
    }
    ring.extend([[right - 1.0, 3.], [right - 1.0, 1.], [0., 1.]]);
    Shape::polygon(ring).unwrap()
}

fn edges(placed: &Placed) -> usize {
    let crate::shape::Body::Core(core) = &placed.body else { panic!("{placed:?}") };
    core.edge_count()
}

#[test]
fn placing_an_outline_that_touches_itself_takes_a_test_for_each_touch() {
    let [mirrored, turned] =
        [Affine::IDENTITY.scaled(-1.0, 1.0), Affine::IDENTITY.rotated_by(Rot::from_degrees(90.0))];
    for teeth in [10, 100, 1000] {
        let (comb, n) = (comb(teeth), usize::from(teeth));
        for map in [Affine::IDENTITY, mirrored, turned] {
            TESTS.set(0);
            let placed = comb.place(map).unwrap();
            assert_eq!(TESTS.get(), n, "{map:?}");
            // Around the corners, and each tip cuts the bar.
            assert_eq!(edges(&placed), 3 * n + 8 + n, "{map:?}");
        }
    }
}
