//! Pieces against the definition: convex, disjoint, complete, no vertex invented, and as few as a
//! search over all diagonals finds.

use super::*;
use crate::{Connectivity, Mask, Ring, outline};
use std::cell::Cell;

mod visible;

thread_local! {
    static ORIENTATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts an orientation test of this thread.
pub(super) fn count() {
    ORIENTATIONS.set(ORIENTATIONS.get() + 1);
}

/// The pieces of an outline, and how many orientation tests they took.
fn counted(outline: &Outline, most: Option<usize>) -> (Vec<Vec<Point>>, u64) {
    ORIENTATIONS.set(0);
    let found = pieces(outline, most).expect("no rings cross");
    (found, ORIENTATIONS.get())
}

/// Returns `true` if p lies on the segment from a to b and is neither end.
fn strictly_between(p: Point, a: Point, b: Point) -> bool {
    let within = |p: i32, a: i32, b: i32| p >= a.min(b) && p <= a.max(b);
    p != a && p != b && within(p[0], a[0], b[0]) && within(p[1], a[1], b[1]) && cross(a, b, p) == 0
}

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    fn point(&mut self, side: usize) -> Point {
        [self.below(side) as i32, self.below(side) as i32]
    }

    /// A simple ring: random points, crossings taken out by reversing what lies between.
    fn ring(&mut self, n: usize, side: usize) -> Vec<Point> {
        loop {
            let mut ring: Vec<Point> = (0..n).map(|_| self.point(side)).collect();
            let mut sorted = ring.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < n {
                continue;
            }
            let mut left = 40 * n;
            while let Some((i, j)) = crossing(&ring) {
                ring[i + 1..=j].reverse();
                left -= 1;
                if left == 0 {
                    break;
                }
            }
            if crossing(&ring).is_none() && doubled_area(&ring) != 0 {
                if doubled_area(&ring) < 0 {
                    ring.reverse();
                }
                return ring;
            }
        }
    }
}

/// Two edges that share more than a common vertex, by their first vertices.
fn crossing(ring: &[Point]) -> Option<(usize, usize)> {
    let n = ring.len();
    for i in 0..n {
        for j in i + 1..n {
            let (a, b) = (ring[i], ring[(i + 1) % n]);
            let (c, d) = (ring[j], ring[(j + 1) % n]);
            let touches = strictly_between(c, a, b)
                || strictly_between(d, a, b)
                || strictly_between(a, c, d)
                || strictly_between(b, c, d);
            let opposite = |p, q, r, s| cross(p, q, r).signum() * cross(p, q, s).signum() < 0;
            if touches || (opposite(a, b, c, d) && opposite(c, d, a, b)) {
                return Some((i, j));
            }
        }
    }
    None
}

/// Twice the signed area of a ring.
fn doubled_area(ring: &[Point]) -> i64 {
    let Some((first, rest)) = ring.split_first() else { return 0 };
    rest.windows(2).map(|edge| cross(*first, edge[0], edge[1])).sum()
}

fn of_one(points: Vec<Point>) -> Outline {
    Outline { rings: vec![Ring { points, hole: false, parent: None }] }
}

fn is_convex(piece: &[Point]) -> bool {
    let n = piece.len();
    let turn = |i: usize| cross(piece[i], piece[(i + 1) % n], piece[(i + 2) % n]);
    // Once around: the edges' directions pass the upward one once.
    let upper = |i: usize| {
        let (a, b) = (piece[i % n], piece[(i + 1) % n]);
        (b[1] - a[1], b[0] - a[0]) > (0, 0)
    };
    let rounds = (0..n).filter(|i| upper(*i) && !upper(*i + 1)).count();
    n >= 3 && (0..n).all(|i| turn(i) >= 0) && rounds == 1
}

/// Convex, of the right area together, with vertices of the outline, edges shared with nothing in
/// the same direction.
fn check(outline: &Outline, pieces: &[Vec<Point>]) {
    assert!(pieces.iter().all(|p| is_convex(p)), "{outline:?} {pieces:?}");
    let area: i64 = pieces.iter().map(|p| doubled_area(p)).sum();
    assert_eq!(area, outline.doubled_area(), "{outline:?} {pieces:?}");
    let vertices: Vec<Point> = outline.rings.iter().flat_map(|r| r.points.clone()).collect();
    assert!(pieces.iter().flatten().all(|p| vertices.contains(p)));
    let mut edges: Vec<[Point; 2]> = pieces.iter().flat_map(|p| visible::edges_of(p)).collect();
    let all = edges.len();
    edges.sort_unstable();
    edges.dedup();
    assert_eq!(edges.len(), all, "two pieces on one side of an edge: {outline:?} {pieces:?}");
}

/// The least number of pieces, by trying every diagonal at the first reflex corner.
fn least(ring: &[Point]) -> usize {
    let n = ring.len();
    let edges: Vec<[Point; 2]> = visible::edges_of(ring).collect();
    let corner = |i: usize| visible::Corner::of(ring, i % n);
    let Some(i) = (0..n).find(|i| corner(*i).is_reflex()) else { return 1 };
    let cuts = (2..n - 1).filter(|s| visible::sees(corner(i), corner(i + s), &edges));
    let halves = |s: usize| {
        let one: Vec<Point> = (0..=s).map(|t| ring[(i + t) % n]).collect();
        let other: Vec<Point> = (s..=n).map(|t| ring[(i + t) % n]).collect();
        least(&one) + least(&other)
    };
    cuts.map(halves).min().expect("a reflex corner sees another vertex")
}

#[test]
fn one_ring_falls_into_the_fewest_pieces_that_diagonals_make() {
    let mut rng = Rng(1);
    let mut more_than_two = 0;
    for round in 0..3000 {
        let side = if round % 3 == 0 { 8 } else { 1000 };
        let n = 4 + rng.below(8);
        let outline = of_one(rng.ring(n, side));
        let found = pieces(&outline, None).expect("a simple ring");
        check(&outline, &found);
        let ring = &outline.rings[0].points;
        let (most, least) = (found.len(), least(ring));
        assert!(most == least || (most > least && has_straight_triple(ring)), "{outline:?}");
        more_than_two += usize::from(found.len() > 2);
    }
    assert!(more_than_two > 1000);
}

/// Returns `true` if three vertices lie on one line.
fn has_straight_triple(ring: &[Point]) -> bool {
    let n = ring.len();
    let triples = (0..n).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k])));
    triples.into_iter().any(|t| cross(ring[t[0]], ring[t[1]], ring[t[2]]) == 0)
}

/// How many random rings; the large run sets `JOSTLE_CASES`.
fn cases(share: usize) -> usize {
    std::env::var("JOSTLE_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(share)
}

#[test]
fn pieces_are_convex_and_complete_for_random_rings() {
    let mut rng = Rng(2);
    for round in 0..cases(1500) {
        let n = 3 + rng.below(if round % 100 == 0 { 60 } else { 18 });
        let side = [12, 300, 1 << 20][rng.below(3)].max(n);
        let outline = of_one(rng.ring(n, side));
        check(&outline, &pieces(&outline, None).expect("a simple ring"));
    }
}

#[test]
fn masks_with_holes_islands_and_touching_corners_fall_into_convex_pieces() {
    let mut rng = Rng(3);
    for round in 0..cases(1000) {
        let (width, height) = (1 + rng.below(9) as u32, 1 + rng.below(9) as u32);
        let density = 1 + rng.below(4) as u64;
        let mask = Mask::from_fn(width, height, |_, _| rng.bits() % 5 <= density);
        let connectivity = [Connectivity::Four, Connectivity::Eight][round % 2];
        let outline = outline(&mask, connectivity);
        let found = pieces(&outline, None);
        check(&outline, &found.unwrap_or_else(|| panic!("{mask:?}")));
        let eight = pieces(&outline, Some(8)).unwrap_or_default();
        check(&outline, &eight);
        assert!(eight.iter().all(|p| p.len() <= 8));
    }
}

#[test]
fn a_frame_falls_into_four_pieces() {
    let frame = Mask::from_fn(5, 5, |x, y| x == 0 || y == 0 || x == 4 || y == 4);
    let found = pieces(&outline(&frame, Connectivity::Four), None);
    assert_eq!(found.map(|p| p.len()), Some(4));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "any forty points on a circle will do")]
fn a_piece_has_no_more_vertices_than_asked_for() {
    let circle = (0..40).map(|i| {
        let t = f64::from(i) * core::f64::consts::TAU / 40.0;
        [(t.cos() * 5000.0) as i32, ((t - core::f64::consts::FRAC_PI_2).cos() * 5000.0) as i32]
    });
    let outline = of_one(circle.collect());
    for most in [3, 4, 8, 39] {
        let found = pieces(&outline, Some(most)).expect("convex");
        check(&outline, &found);
        assert!(found.iter().all(|p| p.len() <= most));
        assert_eq!(found.len(), 38_usize.div_ceil(most - 2));
    }
}

#[test]
fn a_large_ring_is_still_complete() {
    let comb = Mask::from_fn(401, 8, |x, y| y == 0 || (x % 2 == 0 && y <= 2 + x % 5));
    let outline = outline(&comb, Connectivity::Four);
    assert!(outline.vertices() > 3 * OPTIMAL);
    let found = pieces(&outline, None).expect("a simple ring");
    check(&outline, &found);
    assert_eq!(found.len(), 202);
}

#[test]
fn rings_that_cross_have_no_pieces() {
    let bow = of_one(vec![[0, 0], [100, 100], [100, 0], [0, 80], [-50, 40]]);
    assert_eq!(pieces(&bow, None), None);
}

#[test]
fn a_corner_that_touches_an_edge_is_a_corner_of_the_pieces() {
    let ring = |points: &[Point], hole: bool| Ring {
        points: points.to_vec(),
        hole,
        parent: hole.then_some(0),
    };
    let outer = ring(&[[0, 0], [90, 0], [90, 90], [0, 90]], false);
    for hole in [[[0, 50], [40, 60], [40, 40]], [[20, 90], [50, 90], [30, 50]]] {
        // The second shares a stretch of the boundary.
        let touching = Outline { rings: vec![outer.clone(), ring(&hole, true)] };
        let found = pieces(&touching, None);
        assert_eq!(found.is_some(), hole[0][0] == 0);
        found.iter().for_each(|found| check(&touching, found));
    }
}

/// Pixels that are solid with a chance in a hundred.
fn noise(side: u32, percent: u64, seed: u64) -> Outline {
    let mut rng = Rng(seed);
    let mask = Mask::from_fn(side, side, |_, _| rng.bits() % 100 < percent);
    outline(&mask, Connectivity::Eight)
}

#[test]
fn work_grows_with_the_corners_and_not_with_their_square() {
    let staircase = |n: i32| {
        let upper = (0..n).flat_map(|i| [[i, i * i], [i + 1, i * i]]);
        of_one(upper.chain([[n, n * n + 9], [0, n * n + 9]]).collect())
    };
    let wheel = |n: i32| of_one((0..n).map(|i| [i, i * i]).collect());
    let kinds: [(&str, &dyn Fn(i32) -> Outline); 4] = [
        ("noise", &|n| noise(n as u32 / 16, 75, 1)),
        ("many holes", &|n| {
            let hole = |x: u32| x % 3 == 1;
            let mask = Mask::from_fn(n as u32 / 4, 16, |x, y| !(hole(x) && hole(y)));
            outline(&mask, Connectivity::Four)
        }),
        ("steps", &staircase),
        ("one convex piece", &wheel),
    ];
    for (name, outline) in kinds {
        for n in [500, 1000, 2000] {
            let outline = outline(n);
            for most in [None, Some(8)] {
                let (found, work) = counted(&outline, most);
                check(&outline, &found);
                let each = work / outline.vertices() as u64;
                assert!(each < 5000, "{name} of {n}: {each} for each vertex");
            }
        }
    }
}

#[test]
fn noise_with_holes_falls_into_few_pieces() {
    // What the best of several bridges for each hole led to, in seconds.
    let best = [
        (8, 50, 48),
        (8, 65, 49),
        (8, 80, 34),
        (12, 50, 108),
        (12, 65, 101),
        (12, 80, 85),
        (16, 50, 179),
        (16, 65, 189),
        (16, 80, 152),
        (20, 50, 277),
        (20, 65, 286),
        (20, 80, 226),
        (24, 50, 406),
        (24, 65, 411),
        (24, 80, 340),
        (32, 50, 757),
        (32, 65, 734),
        (32, 80, 570),
    ];
    for (side, percent, pieces) in best {
        let all = (0..3)
            .map(|seed| counted(&noise(side, percent, seed + 100 * u64::from(side)), None).0.len());
        let all: usize = all.sum();
        assert!(20 * all <= 21 * pieces, "{side} {percent}: {all} pieces, {pieces} are possible");
    }
}
