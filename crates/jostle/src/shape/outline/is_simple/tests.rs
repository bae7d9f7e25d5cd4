use super::*;
use crate::math::{Random, Rot};
use crate::shape::outline::normalize::always_turns;

/// Evenly on a lattice, so that vertices share coordinates.
impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1024) as f32 / 1024.0
    }
}

fn meet([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let on = |p: Vec2, q: Vec2, r: Vec2| {
        let within = |x: f32, y: f32, z: f32| (x <= z && z <= y) || (y <= z && z <= x);
        orient2d(p, q, r) == Ordering::Equal && within(p.x, q.x, r.x) && within(p.y, q.y, r.y)
    };
    let sides = [orient2d(a, b, c), orient2d(a, b, d), orient2d(c, d, a), orient2d(c, d, b)];
    let crossing = sides.iter().all(|s| s.is_ne()) && sides[0] != sides[1] && sides[2] != sides[3];
    crossing || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
}

fn is_star(ring: &[Vec2]) -> bool {
    sees_all(mean(ring).round(), ring)
}

/// Every pair of edges, by definition.
fn by_definition(ring: &[Vec2]) -> bool {
    let n = ring.len();
    let edge = |i: usize| [ring[i % n], ring[(i + 1) % n]];
    let neighbors = |i: usize, j: usize| (i + 1) % n == j || (j + 1) % n == i;
    let folded = |i: usize| {
        let ([a, b], [_, c]) = (edge(i), edge(i + 1));
        orient2d(a, b, c) == Ordering::Equal
    };
    (0..n).all(|i| (i + 1..n).all(|j| neighbors(i, j) || !meet(edge(i), edge(j))))
        && !(0..n).any(folded)
}

/// Without repeated and straight vertices.
fn cleaned(ring: &[Vec2]) -> Vec<Vec2> {
    let n = ring.len();
    let turns = |i: usize| {
        let [a, b, c] = [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]];
        a != b && b != c && (orient2d(a, b, c).is_ne() || (b.x - a.x) * (c.x - b.x) < 0.0)
    };
    (0..n).filter(|i| turns(*i)).map(|i| ring[i]).collect()
}

#[test]
fn all_ways_say_what_every_pair_of_edges_says() {
    let mut random = Random(7);
    let (mut simple, mut not, mut unsure, mut stars) = (0, 0, 0, 0);
    for turn in 0..40_000_usize {
        // Few points of a small lattice touch and overlap in every way; stars of it touch now and
        // then.
        let n = 4 + turn % 20;
        let size = [3.0, 6.0, 40.0][turn % 3];
        let whole: Vec<Vec2> = (0..if turn.is_multiple_of(2) { n.min(7) } else { n })
            .map(|i| match turn % 2 {
                0 => [random.between(0.0, size), random.between(0.0, size)],
                _ => {
                    let turn = Rot::from_degrees(360.0 * i as f32 / n as f32);
                    let r = random.between(0.3, 2.0) * size;
                    [r * turn.cos, r * turn.sin]
                }
            })
            .map(|[x, y]| Vec2::new(x.round() + 0.0, y.round() + 0.0))
            .collect();
        let ring = cleaned(&whole);
        if ring.len() < 3 || cleaned(&ring) != ring {
            continue;
        }
        let want = by_definition(&ring);
        let turns = always_turns(&ring);
        let pairs = turns && dispatch(AllPairs { ring: &ring });
        assert!(want || !pairs, "{ring:?}");
        assert_eq!(turns && by_tree(&ring), pairs, "{ring:?}");
        assert!(want || !is_star(&ring), "{ring:?}");
        stars += usize::from(is_star(&ring));
        unsure += usize::from(want && !pairs);
        (simple, not) = if want { (simple + 1, not) } else { (simple, not + 1) };
    }
    assert!(simple > 5000 && not > 5000 && unsure * 100 < simple, "{simple} {not} {unsure}");
    assert!(stars > 2000 && stars < simple, "{stars}");
}

#[test]
fn what_runs_around_twice_or_the_other_way_is_no_star() {
    let around = |n: usize, step: usize| -> Vec<Vec2> {
        let corner = |i: usize| Rot::from_degrees((i * step % n) as f32 * 360.0 / n as f32);
        (0..n).map(corner).map(|turn| Vec2::new(turn.cos, turn.sin)).collect()
    };
    for n in [5, 7, 9, 101] {
        assert!(is_star(&around(n, 1)) && !is_star(&around(n, n - 1)), "{n}");
        assert!(!is_star(&around(n, 2)) && !by_definition(&around(n, 2)), "{n}");
    }
    assert!(!is_star(&comb(1000)) && !is_star(&spiral(1000)));
}

fn star(n: usize) -> Vec<Vec2> {
    let mut random = Random(3);
    let corner = |i: usize| {
        let turn = Rot::from_degrees(360.0 * i as f32 / n as f32);
        let r =
            if i.is_multiple_of(2) { random.between(0.8, 1.0) } else { random.between(0.4, 0.6) };
        Vec2::new(r * turn.cos, r * turn.sin)
    };
    (0..n).map(corner).collect()
}

fn comb(n: usize) -> Vec<Vec2> {
    let teeth = n / 4;
    let mut ring = alloc::vec![Vec2::new(-1.0, -1.0), Vec2::new(teeth as f32 * 4.0, -1.0)];
    for i in (0..teeth).rev().map(|i| i as f32 * 4.0) {
        ring.extend([(i + 3.0, 0.0), (i + 3.0, 9.0), (i, 9.0), (i, 0.0)].map(Vec2::from));
    }
    ring
}

/// A band that winds around many times.
fn spiral(n: usize) -> Vec<Vec2> {
    let half = n / 2;
    let point = |i: usize, wide: f32| {
        let turn = Rot::from_degrees((i % 64) as f32 * 360.0 / 64.0);
        let r = 10.0 + i as f32 + wide;
        Vec2::new(r * turn.cos, r * turn.sin)
    };
    (0..half).map(|i| point(i, 0.0)).chain((0..half).rev().map(|i| point(i, 20.0))).collect()
}

/// Edges that all overlap along x, one over the other.
fn stack(n: usize) -> Vec<Vec2> {
    let half = n / 2 / 2 * 2;
    let there =
        (0..half).map(|i| Vec2::new(if i.is_multiple_of(2) { 0.0 } else { 1000.0 }, i as f32));
    let back = (0..half).rev().map(|i| match i {
        0 => Vec2::new(0.0, 0.5),
        _ if i + 1 == half => Vec2::new(1000.0, i as f32 + 0.5),
        _ => Vec2::new(if i.is_multiple_of(2) { -1.0 } else { 999.0 }, i as f32),
    });
    there.chain(back).collect()
}

/// A zigzag up and the same one back, half a step higher: every edge overlaps the box of every
/// other. Turned, so that no edge is along an axis.
fn slanted_stack(n: usize) -> Vec<Vec2> {
    stack(n).iter().map(|p| Vec2::new(p.x - p.y * 0.03, p.x + p.y * 0.03)).collect()
}

#[test]
fn the_tree_decides_outlines_of_all_sizes_unless_their_boxes_overlap() {
    for (name, make) in
        [("comb", comb as fn(usize) -> Vec<Vec2>), ("spiral", spiral), ("stack", stack)]
    {
        for n in [1000, 16_000] {
            let ring = make(n);
            assert!(always_turns(&ring) && by_tree(&ring), "{name} of {n} is simple");
        }
    }
    // The boxes of its slanted points overlap, but it is seen from its middle.
    assert!(!by_tree(&star(16_000)) && is_simple(&star(16_000)));
    let ring = slanted_stack(1000);
    assert!(by_definition(&ring) && !by_tree(&ring));
    let outline = crate::shape::outline::normalize::normalize(&ring, &[]).expect("it is simple");
    assert_eq!((outline.rings.len(), outline.rings[0].len()), (1, ring.len()));
}
