use super::*;
use crate::math::Random;
use crate::math::exact::orient2d::{cross_properly, lexicographic};
use crate::shape::ShapeError;
use crate::shape::outline::normalize::{Outline, normalize};
use alloc::collections::BTreeMap;
use alloc::vec;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn ring(points: &[(i32, i32)]) -> Vec<Vec2> {
    points.iter().map(|p| v(p.0 as f32, p.1 as f32)).collect()
}

fn flat(rings: &[Vec<Vec2>]) -> Vec<Vec2> {
    rings.iter().flatten().copied().collect()
}

/// Twice the signed area, on integer coordinates.
fn area(ring: &[Vec2]) -> i128 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| a.x as i128 * b.y as i128 - a.y as i128 * b.x as i128).sum()
}

/// The parts, after everything that is promised of them is checked: they are convex and positive,
/// their vertices are vertices of the outline, and as a sum of directed edges (cut at all vertices)
/// they equal the rings, so that winding numbers and areas agree everywhere; with rings of winding
/// number 0 and 1 this means that nothing overlaps and nothing is missing.
///
/// Parts without area have two vertices and come last; those with area are returned.
fn checked(rings: &[Vec<Vec2>]) -> Vec<Vec<Vec2>> {
    let vertices = flat(rings);
    let parts = decompose(rings).expect("no edges cross");
    let mut parts: Vec<Vec<Vec2>> =
        parts.iter().map(|part| part.iter().map(|i| vertices[*i as usize]).collect()).collect();
    let thin = parts.iter().position(|part| part.len() == 2).unwrap_or(parts.len());
    assert!(parts.drain(thin..).all(|part| part.len() == 2 && part[0] != part[1]));
    for part in &parts {
        assert!(is_convex(part), "{part:?}");
    }
    let mut sum: BTreeMap<[u32; 4], i64> = BTreeMap::new();
    for (sign, ring) in parts.iter().map(|p| (1, p)).chain(rings.iter().map(|r| (-1, r))) {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            for (a, b) in cuts(*a, *b, &vertices) {
                *sum.entry(bits(a, b)).or_default() += sign;
                *sum.entry(bits(b, a)).or_default() -= sign;
            }
        }
    }
    assert!(sum.values().all(|n| *n == 0), "{rings:?} {parts:?}");
    parts
}

fn bits(a: Vec2, b: Vec2) -> [u32; 4] {
    [a.x, a.y, b.x, b.y].map(f32::to_bits)
}

/// Cuts an edge at all vertices on it; only for short lists, else edges stay whole.
fn cuts(a: Vec2, b: Vec2, vertices: &[Vec2]) -> Vec<(Vec2, Vec2)> {
    let between = |p: &Vec2| {
        let order = lexicographic(a, *p);
        order.is_ne() && order == lexicographic(*p, b) && orient2d(a, b, *p) == Ordering::Equal
    };
    let mut on: Vec<Vec2> = match vertices.len() {
        0..100 => vertices.iter().copied().filter(between).collect(),
        _ => vec![],
    };
    on.push(a);
    on.push(b);
    on.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    on.dedup();
    if on[0] != a {
        on.reverse();
    }
    on.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Weakly convex, with area, and once around.
fn is_convex(part: &[Vec2]) -> bool {
    let n = part.len();
    let at = |i: usize| part[i % n];
    let right = |i: usize| (at(i).x, at(i).y) < (at(i + 1).x, at(i + 1).y);
    let turns: Vec<_> = (0..n).map(|i| orient2d(at(i), at(i + 1), at(i + 2))).collect();
    n >= 3
        && !turns.contains(&Ordering::Less)
        && turns.contains(&Ordering::Greater)
        && (0..n).filter(|i| right(*i) != right(i + 1)).count() == 2
}

fn reflex(rings: &[Vec<Vec2>]) -> usize {
    let count = |ring: &Vec<Vec2>| {
        let n = ring.len();
        let turn = |i: &usize| orient2d(ring[(i + n - 1) % n], ring[*i], ring[(i + 1) % n]);
        (0..n).filter(|i| turn(i) == Ordering::Less).count()
    };
    rings.iter().map(count).sum()
}

fn star(random: &mut Random, n: usize, reach: f64) -> Vec<Vec2> {
    let point = |i: usize, r: f64| {
        let angle = i as f64 / n as f64 * core::f64::consts::TAU;
        v((r * libm::cos(angle)).round() as f32, (r * libm::sin(angle)).round() as f32)
    };
    (0..n).map(|i| point(i, reach * (0.2 + random.below(800) as f64 / 1000.))).collect()
}

#[test]
fn a_convex_ring_is_its_only_part() {
    let square = vec![ring(&[(0, 0), (4, 0), (4, 4), (0, 4)])];
    assert_eq!(decompose(&square), Some(vec![vec![0, 1, 2, 3]]));
}

#[test]
fn an_l_shape_has_two_parts() {
    let rings = vec![ring(&[(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)])];
    assert_eq!(checked(&rings).len(), 2);
}

#[test]
fn points_have_no_parts_and_folds_and_spikes_thin_ones() {
    assert_eq!(decompose(&[]), Some(vec![]));
    assert_eq!(decompose(&[ring(&[(1, 1)])]), Some(vec![]));
    assert_eq!(decompose(&[ring(&[(0, 0), (4, 4)])]), Some(vec![vec![0, 1]]));
    let fold = decompose(&[ring(&[(0, 0), (4, 4), (1, 1), (3, 3)])]);
    assert_eq!(fold, Some(vec![vec![0, 2], vec![2, 3], vec![3, 1]]));
    let spike = decompose(&[ring(&[(0, 0), (2, 0), (5, 0), (2, 0), (2, 2)])]);
    assert_eq!(spike, Some(vec![vec![0, 1, 4], vec![1, 2]]));
}

#[test]
fn crossing_edges_have_no_decomposition() {
    assert_eq!(decompose(&[ring(&[(0, 0), (2, 2), (2, 0), (0, 2)])]), None);
}

#[test]
fn a_frame_falls_into_parts_around_its_hole() {
    let rings =
        vec![ring(&[(0, 0), (9, 0), (9, 9), (0, 9)]), ring(&[(3, 3), (3, 6), (6, 6), (6, 3)])];
    let parts = checked(&rings);
    assert_eq!(parts.iter().map(|part| area(part)).sum::<i128>(), 2 * (81 - 9));
    assert!(parts.len() <= 9, "{}", parts.len());
}

#[test]
fn a_hole_may_touch_the_outer_ring_anywhere() {
    let outer = [(0, 0), (8, 0), (8, 8), (0, 8)];
    for hole in [
        [(0, 0), (3, 5), (5, 3)],
        [(4, 0), (2, 2), (6, 2)],
        [(0, 0), (0, 8), (4, 4)],
        [(0, 2), (0, 6), (8, 4)],
        [(0, 0), (0, 8), (8, 8)],
    ] {
        let outline = normalize(&ring(&outer), &[&ring(&hole)]).expect("it touches from inside");
        let parts = checked(&outline.rings);
        let sum: i128 = parts.iter().map(|part| area(part)).sum();
        assert_eq!(sum, 128 - area(&ring(&hole)).abs());
    }
}

#[test]
fn slivers_of_one_denormal_keep_their_area() {
    let tiny = f32::from_bits(1);
    let rings = vec![vec![v(-1e30, 0.), v(0., tiny), v(1e30, 0.), v(0., 1e30)]];
    assert_eq!(checked(&rings).len(), 2);
    let flat = vec![vec![v(-1e30, 0.), v(0., -tiny), v(1e30, 0.), v(0., tiny)]];
    assert_eq!(checked(&flat).len(), 1);
}

#[test]
fn combs_and_spirals_have_few_parts_and_keep_their_area() {
    let mut comb = vec![(0, -5)];
    for i in 0..700 {
        comb.extend([(4 * i, 0), (4 * i + 1, 50 + i % 7), (4 * i + 2, 0)]);
    }
    comb.push((2800, -5));
    let mut spiral = vec![];
    for side in [1, -1] {
        let turn = |k: i32| {
            let r = 10 * k + 4 * side;
            [(r, -r), (r, r), (-r, r), (-r, -r - 10)]
        };
        let arm: Vec<_> = (2..200).flat_map(turn).collect();
        if side == 1 { spiral.extend(arm) } else { spiral.extend(arm.into_iter().rev()) }
    }
    for shape in [comb, spiral] {
        let outline = normalize(&ring(&shape), &[]).expect("it is legal");
        let parts = checked(&outline.rings);
        let sum: i128 = parts.iter().map(|part| area(part)).sum();
        assert_eq!(sum, area(&ring(&shape)).abs());
        assert!(parts.len() <= 2 * reflex(&outline.rings) + 1);
    }
}

#[test]
fn stars_have_at_most_two_parts_a_reflex_corner_and_one_more() {
    let mut random = Random(3);
    for n in [5, 10, 50, 300] {
        for _ in 0..20 {
            let outline = normalize(&star(&mut random, n, 1e5), &[]).expect("stars are legal");
            let parts = checked(&outline.rings);
            let sum: i128 = parts.iter().map(|part| area(part)).sum();
            assert_eq!(sum, area(&outline.rings[0]));
            assert!(parts.len() <= 2 * reflex(&outline.rings) + 1);
        }
    }
}

/// Winding number of a ring around (x, y) / 1024, which lies on none of its edges.
fn winding(ring: &[Vec2], x: i64, y: i64) -> i64 {
    let mut sum = 0;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(|c| c as i64 * 1024);
        let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        match (ay <= y, by <= y) {
            (true, false) if side > 0 => sum += 1,
            (false, true) if side < 0 => sum -= 1,
            _ => {}
        }
    }
    sum
}

/// What a naive reading makes of random rings on a tiny grid.
fn brute_force_crossing(rings: &[Vec<Vec2>]) -> bool {
    let simple = |ring: &Vec<Vec2>| {
        let mut ring = ring.clone();
        // Remove what is repeated or strictly between its neighbors, one by one.
        'again: loop {
            let n = ring.len();
            for i in 0..n {
                let (a, b, c) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
                let straight = orient2d(a, b, c) == Ordering::Equal && (b - a).dot(c - b) > 0.0;
                if n > 1 && (a == b || straight) {
                    ring.remove(i);
                    continue 'again;
                }
            }
            return ring;
        }
    };
    let edges: Vec<(Vec2, Vec2)> = rings
        .iter()
        .map(simple)
        .flat_map(|r| (0..r.len()).map(|i| (r[i], r[(i + 1) % r.len()])).collect::<Vec<_>>())
        .collect();
    let crosses = |i: usize| {
        let (a, b) = edges[i];
        edges[..i].iter().any(|(c, d)| cross_properly(a, b, *c, *d))
    };
    (0..edges.len()).any(crosses)
}

#[derive(Default, Debug)]
struct Tally {
    legal: usize,
    crossing: usize,
    outside: usize,
    with_holes: usize,
    parts: usize,
}

fn check_random_rings(random: &mut Random, tally: &mut Tally) {
    let size = 3 + random.below(4);
    let mut rings: Vec<Vec<Vec2>> = vec![];
    let count = 1 + random.below(4);
    for i in 0..count {
        let n = 1 + random.below(if i == 0 { 9 } else { 5 });
        let mut points = |_| v(random.below(size) as f32, random.below(size) as f32);
        rings.push((0..n).map(&mut points).collect());
    }
    if random.below(2) == 0 {
        let s = (size - 1) as i32;
        rings[0] = ring(&[(0, 0), (s, 0), (s, s), (0, s)]);
    }
    let holes: Vec<&[Vec2]> = rings[1..].iter().map(|ring| &ring[..]).collect();
    let result = normalize(&rings[0], &holes);
    let crossing = brute_force_crossing(&rings);
    assert_eq!(matches!(result, Err(ShapeError::Crossing { .. })), crossing, "{rings:?}");
    // Another order of the same vertices and holes gives the same outline.
    let turned: Vec<Vec<Vec2>> = rings
        .iter()
        .map(|ring| {
            let mut ring = ring.clone();
            let by = random.below(ring.len() as u64) as usize;
            ring.rotate_left(by);
            if random.below(2) == 0 {
                ring.reverse();
            }
            ring
        })
        .collect();
    let mut turned_holes: Vec<&[Vec2]> = turned[1..].iter().map(|ring| &ring[..]).collect();
    turned_holes.reverse();
    let again = normalize(&turned[0], &turned_holes);
    assert_eq!(result.as_ref().ok(), again.as_ref().ok(), "{rings:?}");

    let mut hole_outside = false;
    let mut samples = vec![];
    // Modulo 256 no small a, b but zeros make 101·a + 167·b zero, so no sample lies on a line
    // through grid points.
    for x in (101..size as i64 * 1024).step_by(256) {
        for y in (167..size as i64 * 1024).step_by(256) {
            let in_outer = winding(&rings[0], x, y) != 0;
            let in_hole = rings[1..].iter().any(|hole| winding(hole, x, y) != 0);
            hole_outside |= in_hole && !in_outer;
            samples.push((x, y, in_outer && !in_hole));
        }
    }
    let outline = match result {
        Ok(outline) => outline,
        Err(ShapeError::Crossing { ring_a, edge_a, ring_b, edge_b }) => {
            tally.crossing += 1;
            assert!(edge_a < rings[ring_a].len() && edge_b < rings[ring_b].len());
            return;
        }
        Err(ShapeError::HoleOutside { hole, vertex }) => {
            tally.outside += 1;
            assert!(vertex < rings[hole + 1].len());
            return;
        }
        Err(other) => panic!("{other}: {rings:?}"),
    };
    assert!(!hole_outside, "{rings:?}");
    tally.legal += 1;
    tally.with_holes += usize::from(outline.rings.len() > 1);
    let parts = checked(&outline.rings);
    tally.parts += parts.len();
    let sum: i128 = parts.iter().map(|part| area(part)).sum();
    assert_eq!(sum, outline.rings.iter().map(|ring| area(ring)).sum::<i128>());
    for (x, y, expected) in samples {
        let total: i64 = outline.rings.iter().map(|ring| winding(ring, x, y)).sum();
        assert_eq!(total, i64::from(expected), "{x} {y} {rings:?} {outline:?}");
    }
    check_normal_form(&outline);
}

fn check_normal_form(outline: &Outline) {
    let others: Vec<&[Vec2]> = outline.rings[1..].iter().map(|ring| &ring[..]).collect();
    assert_eq!(normalize(&outline.rings[0], &others).as_ref(), Ok(outline));
    let [outer, holes @ ..] = &outline.rings[..] else { panic!("there is an outer ring") };
    assert!(area(outer) >= 0);
    assert!(holes.iter().all(|hole| area(hole) <= 0));
    assert_eq!(outline.convex, is_convex(outer) && holes.is_empty());
}

fn run(count: usize, seed: u64) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        check_random_rings(&mut random, &mut tally);
    }
    tally
}

#[test]
fn random_rings_on_a_small_grid_decompose_exactly() {
    let tally = run(4_000, 1);
    assert!(tally.legal > 1000 && tally.crossing > 500 && tally.with_holes > 100, "{tally:?}");
}

/// Rings of few points with coordinates from one end of the range to the other.
fn check_extreme_rings(random: &mut Random) -> usize {
    let tiny = f32::from_bits(1);
    let values = [-f32::MAX, -1.5, -tiny, 0., tiny, 1., 1.0_f32.next_up(), 3e9, 1e30, f32::MAX];
    let mut value = || values[random.below(values.len() as u64) as usize];
    let mut points = |n| (0..n).map(|_| v(value(), value())).collect::<Vec<Vec2>>();
    let (outer, hole) = (points(5), points(3));
    let full =
        [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| Vec2::from((x, y)) * f32::MAX);
    let mut legal = 0;
    for (outer, holes) in
        [(&outer[..], vec![]), (&full[..], vec![&outer[..]]), (&full[..], vec![&outer, &hole])]
    {
        if let Ok(outline) = normalize(outer, &holes) {
            legal += 1;
            checked(&outline.rings);
            let others: Vec<&[Vec2]> = outline.rings[1..].iter().map(|ring| &ring[..]).collect();
            assert_eq!(normalize(&outline.rings[0], &others), Ok(outline.clone()));
        }
    }
    legal
}

#[test]
fn random_rings_over_the_whole_range_decompose_exactly() {
    let mut random = Random(9);
    let legal: usize = (0..3_000).map(|_| check_extreme_rings(&mut random)).sum();
    assert!(legal > 2_000, "{legal}");
}

#[test]
#[ignore = "the long form of the test above: half a minute in release"]
fn a_hundred_thousand_legal_outlines_decompose_exactly() {
    let mut random = Random(2);
    let mut tally = Tally::default();
    while tally.with_holes < 100_000 {
        check_random_rings(&mut random, &mut tally);
    }
    assert!(
        tally.legal > 200_000 && tally.crossing > 200_000 && tally.outside > 20_000,
        "{tally:?}"
    );
}
