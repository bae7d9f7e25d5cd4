//! The walk along a way against a look at all edges.

use alloc::vec::Vec;
use std::cell::Cell;

use super::*;
use crate::pair::test_shapes::Random;
use crate::shape::{ChainEnds, TileCell};
use crate::{Affine, Shape};

std::thread_local! {
    static DOUBTS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the edges that this thread decides exactly.
pub(super) fn count() {
    DOUBTS.set(DOUBTS.get() + 1);
}

/// The first crossing by a look at every edge, each decided exactly.
fn slowly(core: &Core, track: &RaySegment, sense: f64) -> Option<Crossing> {
    let (path, tree) = (track.path(), core.tree().unwrap());
    let path = edge(&path, 0);
    let mut first = EarliestHit::new(track, sense);
    for i in (0..core.edge_count()).map(|place| tree.edge(place)) {
        let own = edge(core, i);
        if meet(own, path) == EdgeRelation::Apart {
            continue;
        }
        let turn = crossing_hand(own, path);
        if core.sided == Sidedness::Left && track.way != DVec2::ZERO && turn.is_ge() {
            continue;
        }
        let count = if sense < 0.0 { 1 } else { 2 };
        let ends = edge_crossing(own, path, turn, core.is_solid());
        ends.into_iter().take(count).for_each(|c| first.update(c));
    }
    first.best
}

/// Outlines with vertices on a lattice of eighths, around the origin.
fn outlines(random: &mut Random) -> Vec<Core> {
    let mut star = |n: usize| -> Vec<Vec2> {
        let eighth = |x: f32| libm::roundf(8.0 * x) / 8.0;
        random.star(n).iter().map(|v| Vec2::new(eighth(v.x), eighth(v.y))).collect()
    };
    let mut all = Vec::new();
    for n in [5, 12, 40] {
        all.push(Shape::polygon(star(n)));
        for sided in [Sidedness::Both, Sidedness::Left] {
            all.push(Shape::chain(star(n), ChainEnds::Open, sided));
            all.push(Shape::chain(star(4 * n), ChainEnds::Closed, sided));
        }
    }
    let slope = Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]).unwrap();
    let cells: Vec<TileCell> = (0..256)
        .map(|_| match random.within(0.0, 4.0) as u8 {
            0 => TileCell::Full,
            1 => TileCell::Tile(0),
            _ => TileCell::Empty,
        })
        .collect();
    all.push(Shape::grid_of_tiles(16, 16, (0.25, 0.25), [slope], cells));
    let place = |shape: Shape, at: Affine| match shape.place(at).unwrap().body {
        Body::Core(core) if core.mesh().is_some() => Some(core),
        _ => None,
    };
    let turned = Affine::at((-2.0, -1.0)).rotated(0.3);
    // A star on the lattice may cross itself.
    let all: Vec<Shape> = all.into_iter().flatten().collect();
    let both =
        |shape: Shape| [place(shape.clone(), Affine::at((-2.0, -2.0))), place(shape, turned)];
    all.into_iter().flat_map(both).flatten().collect()
}

#[test]
fn a_walk_finds_the_bits_that_a_look_at_all_edges_finds() {
    let mut random = Random(51);
    let (mut hits, mut all) = (0, 0);
    for _ in 0..12 {
        for core in outlines(&mut random) {
            for k in 0..60_usize {
                let mut place = || {
                    let (x, y) = (random.within(-5.0, 3.0), random.within(-5.0, 3.0));
                    // On the lattice most rays meet vertices or run along edges.
                    let eighth = |x: f32| libm::roundf(8.0 * x) / 8.0;
                    if k % 3 == 0 { Vec2::new(x, y) } else { Vec2::new(eighth(x), eighth(y)) }
                };
                let (from, to) = (place(), place());
                let mut way = to - from;
                match k % 5 {
                    0 => way.y = 0.0,
                    1 => way.x = 0.0,
                    2 => way = Vec2::new(way.x, if way.y < 0.0 { -way.x } else { way.x }),
                    _ => {}
                }
                let through = (core.origin + core.offset(k % core.vertex_count())).round();
                let (from, way) = match k % 7 {
                    0 => (through, way),
                    1 => (from, through - from),
                    2 => (from, (through - from) * 2.0),
                    _ => (from, way),
                };
                let track = RaySegment::new(from, way);
                for sense in [-1.0, 1.0] {
                    let found = first_of_mesh(&core, &track, sense).map(|(c, _)| (c.at, c.normal));
                    let want = slowly(&core, &track, sense).map(|c| (c.at, c.normal));
                    assert_eq!(found, want, "{core:?} {track:?}");
                    hits += usize::from(found.is_some());
                    all += 1;
                }
            }
        }
    }
    assert!(hits > all / 4, "{hits} of {all}");
}

#[test]
fn few_edges_of_a_fine_outline_are_looked_at_and_fewer_exactly() {
    let mut random = Random(52);
    for n in [100, 4000] {
        let shape = Shape::polygon(random.star(n)).unwrap().place(random.affine()).unwrap();
        let Body::Core(core) = &shape.body else { panic!("one outline") };
        let mut looks = 0;
        DOUBTS.set(0);
        for _ in 0..100 {
            let from = Vec2::new(random.within(-9.0, 9.0), random.within(-9.0, 9.0));
            let track = RaySegment::new(from, from * -2.0);
            let mut until = 1.0;
            mesh_chords(core, &track, &mut |_, [entry, _]| {
                looks += 1;
                until = lesser(until, entry.at + BEHIND);
                until
            });
        }
        // A ray crosses one edge in front, and a few of those before it was found.
        assert!((90..1500).contains(&looks), "{n} {looks}");
        assert!(DOUBTS.get() < 100, "{n} {}", DOUBTS.get());
    }
}
