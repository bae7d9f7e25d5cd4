use alloc::vec::Vec;
use std::cell::Cell;

use super::*;
use crate::{Affine, Relation, Rot};

std::thread_local! {
    static WORK: Cell<usize> = const { Cell::new(0) };
}

/// Counts edges of this thread that are looked at.
pub(super) fn count(edges: usize) {
    WORK.set(WORK.get() + edges);
}

fn place(shape: Shape, m: Affine) -> Placed {
    shape.place(m).unwrap()
}

/// Upright boxes by their corners.
fn boxes(all: &[[f32; 4]]) -> Vec<Placed> {
    let one = |[x, y, r, s]: [f32; 4]| {
        let half = ((r - x) * 0.5, (s - y) * 0.5);
        place(Shape::rect_half(half).unwrap(), Affine::at(((x + r) * 0.5, (y + s) * 0.5)))
    };
    all.iter().copied().map(one).collect()
}

fn chain(points: &[[f32; 2]], sided: Sidedness) -> Placed {
    place(Shape::chain(points.iter().copied(), ChainEnds::Open, sided).unwrap(), Affine::IDENTITY)
}

#[test]
fn tiles_of_all_sizes_become_one_outline_with_its_hole() {
    // A frame of four boxes, of which no two share a vertex, and a box apart.
    let tiles = boxes(&[
        [0., 0., 6., 1.],
        [5., 1., 6., 6.],
        [0., 5., 5., 6.],
        [0., 1., 1., 5.],
        [9., 9., 10., 10.],
    ]);
    let welded = weld(&tiles);
    assert_eq!(welded.left, [(4, WeldSkip::Alone)]);
    assert_eq!(welded.welds.len(), 1);
    assert_eq!(welded.welds[0].from, [0, 1, 2, 3]);
    let frame = welded.welds[0].shape.place(Affine::IDENTITY).unwrap();
    assert_eq!((frame.area(), frame.perimeter()), (Some(20.0), Some(40.0)));
    assert!(!frame.contains_point((3.0, 3.0)) && frame.contains_point((5.0, 3.0)));
}

#[test]
fn slopes_and_concave_tiles_weld_and_straight_vertices_go() {
    let up = Shape::polygon([(0., 2.), (2., 0.), (2., 2.)]).unwrap();
    let notch =
        Shape::polygon([(4., 0.), (5., 0.), (5., 1.), (6., 1.), (6., 2.), (4., 2.)]).unwrap();
    let mut tiles = [up, notch].map(|s| place(s, Affine::IDENTITY)).to_vec();
    tiles.extend(boxes(&[[2., 0., 4., 2.]]));
    let welded = weld(&tiles);
    assert_eq!(welded.welds[0].from, [0, 1, 2]);
    let want = [(0., 2.), (2., 0.), (5., 0.), (5., 1.), (6., 1.), (6., 2.)];
    let want = place(Shape::polygon(want).unwrap(), Affine::IDENTITY);
    let got = welded.welds[0].shape.place(Affine::IDENTITY).unwrap();
    assert_eq!(got.relation(&want), Relation::Same);
    let Body::Core(core) = &got.body else { panic!("{got:?}") };
    assert_eq!(core.offsets().len(), 6);
}

#[test]
fn corners_alone_make_no_neighbors() {
    let welded = weld(&boxes(&[[0., 0., 1., 1.], [1., 1., 2., 2.]]));
    assert_eq!(welded.left, [(0, WeldSkip::Alone), (1, WeldSkip::Alone)]);
}

#[test]
fn what_is_not_exact_or_crosses_stays_as_it_is() {
    let mut tiles =
        boxes(&[[0., 0., 2., 2.], [2., 0., 4., 2.], [1., -1., 1.5, 1.], [4., 0., 6., 2.]]);
    let turned = Shape::rect_half_at((0.0, 0.0), (1.0, 1.0), Rot::from_degrees(30.0)).unwrap();
    tiles.push(place(turned, Affine::at((20.0, 0.0))));
    tiles.push(place(Shape::circle(1.0).unwrap(), Affine::IDENTITY));
    tiles.push(place(
        Shape::rect_half((1.0, 1.0)).unwrap().with_radius(0.5).unwrap(),
        Affine::IDENTITY,
    ));
    let welded = weld(&tiles);
    assert_eq!(
        welded.left,
        [(2, WeldSkip::Alone), (4, WeldSkip::Rounded), (5, WeldSkip::Kind), (6, WeldSkip::Kind)]
    );
    assert_eq!(welded.welds[0].from, [0, 1, 3]);
    // The same, but with the box across a seam, and one that makes it a neighbor.
    tiles[2] = boxes(&[[1.5, 0.5, 2.5, 3.]]).remove(0);
    tiles.extend(boxes(&[[1.5, 3., 2.5, 4.], [2.5, 2., 4., 3.]]));
    let welded = weld(&tiles);
    let why = |n: usize| welded.left.iter().find(|(m, _)| *m == n).map(|(_, why)| *why);
    assert_eq!((why(0), why(2)), (Some(WeldSkip::Crosses(2)), Some(WeldSkip::Crosses(0))));
    assert_eq!((why(7), &welded.welds[0].from[..]), (Some(WeldSkip::Alone), &[1, 3, 8][..]));
}

#[test]
fn tiles_that_cross_are_taken_out_in_one_pass() {
    // A tile on a floor, one beside it, and one that crosses the first and touches the second.
    let one = |i: u16| {
        let x = 4.0 * f32::from(i);
        let boxes = [[0., 0., 2., 2.], [2., 0., 4., 2.], [1., 1., 2., 3.], [0., -2., 4., 0.]];
        boxes.map(|[l, b, r, t]| [x + l, b, x + r, t])
    };
    for n in [100, 600] {
        let tiles: Vec<[f32; 4]> = (0..n).flat_map(one).collect();
        WORK.set(0);
        let welded = weld(&boxes(&tiles));
        let each = WORK.get() / tiles.len();
        assert!(each < 100, "{each} edges for each of {} tiles", tiles.len());
        assert_eq!((welded.welds.len(), welded.left.len()), (1, tiles.len() / 2));
        let crosses = welded.left.iter().all(|(_, why)| matches!(why, WeldSkip::Crosses(_)));
        assert!(crosses, "{:?}", welded.left);
    }
}

#[test]
fn chains_that_meet_end_to_end_become_one_chain() {
    let lines = [
        chain(&[[0., 0.], [1., 0.]], Sidedness::Both),
        chain(&[[3., 1.], [2., 0.]], Sidedness::Both),
        chain(&[[1., 0.], [2., 0.]], Sidedness::Both),
        chain(&[[9., 9.], [8., 9.]], Sidedness::Both),
    ];
    let welded = weld(&lines);
    assert_eq!(welded.left, [(3, WeldSkip::Alone)]);
    assert_eq!(welded.welds[0].from, [0, 1, 2]);
    let Shape::Chain(one) = &welded.welds[0].shape else { panic!("{welded:?}") };
    let points: Vec<[f32; 2]> = one.points.iter().copied().map(Into::into).collect();
    assert_eq!((points, one.ends), (Vec::from([[0., 0.], [2., 0.], [3., 1.]]), ChainEnds::Open));
}

#[test]
fn a_loop_of_chains_is_closed_and_three_ends_at_a_point_stay_apart() {
    let round = [
        chain(&[[0., 0.], [4., 0.]], Sidedness::Left),
        chain(&[[4., 0.], [4., 4.]], Sidedness::Left),
        chain(&[[4., 4.], [0., 4.], [0., 0.]], Sidedness::Left),
    ];
    let welded = weld(&round);
    let Shape::Chain(one) = &welded.welds[0].shape else { panic!("{welded:?}") };
    assert_eq!((one.points.len(), one.ends, one.sided), (4, ChainEnds::Closed, Sidedness::Left));
    assert!(welded.left.is_empty());
    // Against its direction a one-sided chain is not joined.
    let against = [round[0].clone(), chain(&[[4., 4.], [4., 0.]], Sidedness::Left)];
    assert_eq!(weld(&against).left.len(), 2);
    let star = [[1., 0.], [0., 1.], [-1., 0.]].map(|p| chain(&[[0., 0.], p], Sidedness::Both));
    assert_eq!(weld(&star).left.len(), 3);
}
