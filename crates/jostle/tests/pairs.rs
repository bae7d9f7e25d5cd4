//! All pairs of a list are those of the loop over all of them, on shapes of every kind.

use jostle::{Affine, Collider, PairContact, Pairs, Placed, Shape, World, pairs, pairs_between};
use jostle_testing::{Kind, Rng, pair};

/// Shapes of all kinds, drawn to touch, to be far away, to be huge or tiny.
fn drawn(seed: u64) -> Vec<Placed> {
    let mut rng = Rng::new(seed);
    let kinds = Kind::ALL;
    let all = kinds.iter().flat_map(|a| kinds.iter().map(move |b| (*a, *b)));
    all.map(|(a, b)| pair(&mut rng, a, b)).flat_map(|pair| [pair.pa, pair.pb]).collect()
}

/// The loop over all pairs.
fn loops(a: &[Placed], b: &[Placed], within: bool) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    for (i, p) in (0..).zip(a) {
        for (j, q) in (0..).zip(b).skip(if within { i as usize + 1 } else { 0 }) {
            if p.overlaps(q) {
                found.push([i, j]);
            }
        }
    }
    found
}

fn contacts(a: &[Placed], b: &[Placed], pairs: &[[u32; 2]]) -> Vec<PairContact> {
    let contact = |pair: &[u32; 2]| {
        let contact = a[pair[0] as usize].contact(&b[pair[1] as usize])?;
        Some(PairContact { pair: *pair, contact })
    };
    pairs.iter().filter_map(contact).collect()
}

/// Compares every call with the loops.
fn compare(memory: &mut Pairs, a: &[Placed], b: &[Placed]) {
    let (within, between) = (loops(a, a, true), loops(a, b, false));
    assert_eq!(memory.overlapping(a), within);
    assert_eq!(memory.contacts(a), contacts(a, a, &within));
    assert_eq!(memory.overlapping_between(a, b), between);
    assert_eq!(memory.contacts_between(a, b), contacts(a, b, &between));
    assert_eq!((pairs(a), pairs_between(a, b)), (within, between));
}

#[test]
fn pairs_of_nasty_shapes_of_every_kind_are_those_of_the_loop() {
    let rounds = std::env::var("JOSTLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut memory = Pairs::new();
    for seed in 0..rounds {
        let all = drawn(seed);
        let (a, b) = all.split_at(all.len() / 3);
        compare(&mut memory, a, b);
    }
}

/// Small shapes of several kinds on a field, with a giant.
fn field(count: usize, seed: u64) -> Vec<Placed> {
    let mut rng = Rng::new(seed);
    let size = (count as f32).sqrt();
    let mut upto = |end: f32| (rng.bits() >> 40) as f32 / (1 << 24) as f32 * end;
    let mut shapes: Vec<Placed> = (0..count)
        .map(|i| {
            let shape = match i % 4 {
                0 => Shape::rect_half((0.5, 0.25)),
                1 => Shape::circle(0.5),
                2 => Shape::capsule((-0.5, 0.0), (0.5, 0.0), 0.25),
                _ => Shape::triangle((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)),
            };
            let at = Affine::at((upto(size), upto(size)));
            shape.unwrap().place(at.rotated(upto(6.0))).unwrap()
        })
        .collect();
    if let Some(giant) = shapes.get_mut(count / 2) {
        *giant = Shape::circle(size).unwrap().place(Affine::IDENTITY).unwrap();
    }
    shapes
}

#[test]
fn memory_is_used_again_for_scenes_of_all_sizes() {
    let mut memory = Pairs::new();
    for (seed, count) in (0..).zip([700, 0, 1, 2, 3, 70, 300, 700]) {
        let all = field(count, seed);
        compare(&mut memory, &all, &field(count / 3, seed + 100));
    }
}

#[test]
fn half_planes_and_unions_with_them_pair_with_all_that_they_meet() {
    let mut all = field(40, 3);
    let plane = Shape::half_plane((0.0, 1.0), 3.0).unwrap();
    let ball = Shape::circle(1.0).unwrap();
    let parts = [(plane.clone(), Affine::IDENTITY), (ball, Affine::at((3.0, 3.0)))];
    for (at, shape) in [(0, plane.clone()), (7, plane), (20, Shape::compound(parts).unwrap())] {
        all.insert(at, shape.place(Affine::at((0.0, at as f32 * 0.1))).unwrap());
    }
    let mut memory = Pairs::new();
    compare(&mut memory, &all, &all[5..25]);
    compare(&mut memory, &all[..1], &all[7..8]);
    compare(&mut memory, &[], &all);
}

#[test]
fn equal_shapes_are_pairs_each_once() {
    let ball = Shape::circle(1.0).unwrap().place(Affine::at((3.0, 4.0))).unwrap();
    let all = vec![ball; 60];
    let mut memory = Pairs::new();
    compare(&mut memory, &all, &all);
    assert_eq!(memory.overlapping(&all).len(), 60 * 59 / 2);
}

#[test]
fn a_hundred_thousand_tiles_touch_their_neighbors() {
    const SIDE: u32 = 317;
    let tile = Shape::rect_half((0.5, 0.5)).unwrap();
    let place = |i: u32| tile.place(Affine::at(((i % SIDE) as f32, (i / SIDE) as f32))).unwrap();
    let tiles: Vec<Placed> = (0..SIDE * SIDE).map(place).collect();
    let mut expected = Vec::new();
    for i in 0..SIDE * SIDE {
        let (x, last) = (i % SIDE, i / SIDE + 1 == SIDE);
        let right = (x + 1 < SIDE).then_some(i + 1);
        let above = [
            (x > 0).then_some(i + SIDE - 1),
            Some(i + SIDE),
            (x + 1 < SIDE).then_some(i + SIDE + 1),
        ];
        let others = right.into_iter().chain(above.into_iter().flatten().filter(|_| !last));
        expected.extend(others.map(|other| [i, other]));
    }
    assert_eq!(pairs(&tiles), expected);
}

#[test]
fn references_to_the_shapes_of_a_world_serve() {
    let mut world = World::new();
    let ball = Shape::circle(1.0).unwrap();
    for x in [0.0, 1.0, 9.0] {
        world.add(Collider::new((), ball.clone()).at((x, 0.0))).unwrap();
    }
    let shapes: Vec<&Placed> =
        world.keys().into_iter().filter_map(|key| world.placed(key)).collect();
    assert_eq!(pairs(&shapes), [[0, 1]]);
}
