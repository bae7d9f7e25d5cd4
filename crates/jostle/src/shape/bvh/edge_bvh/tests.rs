use std::cell::Cell;

use super::*;
use crate::math::Random;
use crate::math::simd::for_each_backend;

std::thread_local! {
    static READS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the blocks that this thread reads.
pub(super) fn count() {
    READS.set(READS.get() + 1);
}

/// How many blocks a query reads, and how many edges it visits.
fn work(ask: impl FnOnce(&mut usize)) -> [usize; 2] {
    READS.set(0);
    let mut visits = 0;
    ask(&mut visits);
    [READS.get(), visits]
}

struct Lattice(Random);

impl Lattice {
    /// From −1 to 1, now and then on a coarse lattice.
    fn next(&mut self) -> f64 {
        let z = self.0.next();
        let x = (z >> 40) as f64 / f64::from(1 << 23) - 1.0;
        if z.is_multiple_of(3) { libm::rint(x * 8.0) / 8.0 } else { x }
    }
}

/// Short edges one after the other, scaled; half of the lines with ends that are no `f32` numbers.
fn line(random: &mut Lattice, count: usize, size: f64) -> Vec<[DVec2; 2]> {
    let step = 1.5 / libm::sqrt(count as f64);
    let exact = random.next() > 0.0;
    let mut p = DVec2::new(random.next(), random.next()) * size;
    let mut next = || {
        let from = p;
        p = from + DVec2::new(random.next(), random.next()) * (step * size);
        if exact {
            p = p.round().into();
        }
        [from, p]
    };
    (0..count + 1).map(|_| next()).skip(1).collect()
}

fn tree(edges: &[[DVec2; 2]]) -> EdgeTree {
    let vertices: Vec<DVec2> = edges.iter().flatten().copied().collect();
    let bounds = vertices.iter().fold(DAabb::of(edges[0]), |b, v| b.join(DAabb::of([*v; 2])));
    let ends: Vec<[u32; 2]> = (0..edges.len() as u32).map(|i| [2 * i, 2 * i + 1]).collect();
    EdgeTree::new((&vertices, bounds), &ends, None)
}

const COUNTS: [usize; 9] = [1, 7, 8, 9, 63, 64, 65, 520, 700];

#[test]
fn every_edge_whose_box_meets_is_found_and_little_else() {
    let random = &mut Lattice(Random(1));
    let (mut found, mut wanted) = (0, 0);
    for (turn, count) in COUNTS.into_iter().cycle().take(60).enumerate() {
        let size = [1.0, 1e-30, 1e30][turn % 3];
        let edges = line(random, count, size);
        let tree = tree(&edges);
        for _ in 0..20 {
            let p = DVec2::new(random.next(), random.next()) * size;
            let probe = DAabb::of([p, p + DVec2::new(random.next(), random.next()) * (0.2 * size)]);
            let mut visited = Vec::new();
            tree.overlapping(probe, &mut |i| {
                visited.push(i);
                true
            });
            assert!(visited.is_sorted());
            let meets = |i: &usize| DAabb::of(edges[*i]).overlaps(probe);
            let want: Vec<usize> = (0..count).filter(meets).collect();
            assert!(want.iter().all(|i| visited.binary_search(i).is_ok()));
            (found, wanted) = (found + visited.len(), wanted + want.len());
        }
    }
    assert!(wanted > 300 && found < wanted + wanted / 100, "{found} {wanted}");
}

#[test]
fn the_nearest_edge_is_found_before_the_bound_stops_the_search() {
    let random = &mut Lattice(Random(2));
    for count in COUNTS.into_iter().cycle().take(60) {
        let edges = line(random, count, 3.0);
        let p = DVec2::new(random.next(), random.next()) * 9.0;
        let probe = DAabb::of([p, p]);
        let square = |i: usize| {
            let ([u, v], w) = (edges[i], p - edges[i][0]);
            let (e, along) = (v - u, w.dot(v - u) / (v - u).dot(v - u));
            let off =
                w - if along > 0.0 { e * if along < 1.0 { along } else { 1.0 } } else { e * 0.0 };
            off.dot(off)
        };
        let mut best = f64::INFINITY;
        tree(&edges).nearer(probe, best, &mut |i| {
            best = if square(i) < best { square(i) } else { best };
            best
        });
        let want = (0..count).map(square).fold(f64::INFINITY, |a, b| if b < a { b } else { a });
        assert_eq!(best, want);
    }
}

/// How two edges meet, by turns in `f64`; none where those may have rounded.
fn clear([p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) -> Option<bool> {
    let turn = |a: DVec2, b: DVec2, c: DVec2| {
        let size = (b - a).reach() * ((c - a).reach() + a.reach() + c.reach());
        let turn = (b - a).cross(c - a);
        (turn.abs() > 1e-13 * size).then_some(turn > 0.0)
    };
    let [a, b, c, d] = [turn(p, q, r), turn(p, q, s), turn(r, s, p), turn(r, s, q)];
    if a.is_some() && a == b || c.is_some() && c == d {
        return Some(false);
    }
    Some(a? != b? && c? != d?)
}

#[test]
fn two_trees_find_what_every_pair_shows_and_are_sure_of_nothing_wrong() {
    let random = &mut Lattice(Random(3));
    let (mut sure, mut doubt, mut met, mut visits) = (0, 0, 0, 0);
    for (turn, count) in COUNTS.into_iter().cycle().take(90).enumerate() {
        let other = COUNTS[(turn / COUNTS.len()) % COUNTS.len()];
        let size = [1.0, 1e-12, 1e12][turn % 3];
        let (own, its) = (line(random, count, size), line(random, other, size));
        let shift = DVec2::new(random.next(), random.next()) * size;
        let shift = DVec2::from(shift.round());
        let moved: Vec<[DVec2; 2]> = its.iter().map(|e| e.map(|v| v + shift)).collect();
        let (a, b) = (tree(&own), tree(&its));
        let margin = 0.01 * size;
        let mut near = Vec::new();
        a.meeting(&b, shift, margin, &mut |i, j| {
            near.push((i, j));
            true
        });
        near.sort_unstable();
        visits += near.len();
        let pairs = || (0..count).flat_map(|i| (0..other).map(move |j| (i, j)));
        for (i, j) in pairs() {
            if DAabb::of(own[i]).overlaps(DAabb::of(moved[j]).grown(margin)) {
                assert!(near.binary_search(&(i, j)).is_ok());
                met += 1;
            }
        }
        let mut crossing = Vec::new();
        a.crossing(&b, shift, &mut |i, j, crosses| {
            crossing.push((i, j, crosses));
            true
        });
        crossing.sort_unstable();
        for (i, j, crosses) in &crossing {
            let truth = clear(own[*i], moved[*j]);
            assert!(!crosses || truth == Some(true), "{:?} {:?}", own[*i], moved[*j]);
            (sure, doubt) = if *crosses { (sure + 1, doubt) } else { (sure, doubt + 1) };
        }
        for (i, j) in pairs() {
            if clear(own[i], moved[j]) == Some(true) {
                let of = |c: &(usize, usize, bool)| (c.0, c.1).cmp(&(i, j));
                assert!(crossing.binary_search_by(of).is_ok());
            }
        }
    }
    assert!(met > 1000 && visits < met + met / 100, "{met} {visits}");
    assert!(sure > 300 && doubt < sure, "{sure} {doubt}");
}

#[test]
fn all_registers_walk_alike() {
    let random = &mut Lattice(Random(4));
    let own = line(random, 300, 1.0);
    let (a, b) = (tree(&own), tree(&own[..200]));
    let calls = core::cell::RefCell::new(Vec::new());
    let visit = || {
        |i: usize, j: usize, crosses: bool| {
            calls.borrow_mut().push((i, j, crosses));
            true
        }
    };
    // Kernels hold their visitors, so each way gets one that lives long enough.
    let mut visitors: Vec<_> = (0..4).map(|_| visit()).collect();
    let mut left = visitors.iter_mut();
    let made = core::cell::RefCell::new(&mut left);
    let ways = for_each_backend(|| {
        let visit = made.borrow_mut().next().expect("no more ways than visitors");
        Meeting::<true>::new([&a, &b], DVec2::new(0.015625, -0.03125), 0.0, visit)
    });
    let calls = calls.into_inner();
    let each = calls.len() / ways.len();
    assert!(each > 5);
    assert!(calls.chunks(each).all(|way| way == &calls[..each]));
}

/// The fraction of a way at which it crosses an edge.
fn crossing([u, v]: [DVec2; 2], [from, to]: [DVec2; 2]) -> f64 {
    (u - from).cross(v - u) / (to - from).cross(v - u)
}

#[test]
fn a_way_visits_every_edge_that_it_crosses_and_nothing_behind_the_first() {
    let random = &mut Lattice(Random(4));
    let (mut crossed, mut visited) = (0, 0);
    for (turn, count) in COUNTS.into_iter().cycle().take(180).enumerate() {
        let size = [1.0, 1e-12, 1e12, 1e-30, 1e30, 3e37][turn % 6];
        // Where numbers over- and underflow, more are visited.
        let is_usual = turn % 6 < 3;
        let edges = line(random, count, size);
        let tree = tree(&edges);
        for k in 0..12 {
            let mut next = || DVec2::new(random.next(), random.next()) * size;
            let (from, mut way) = (next(), DVec2::from((next() * 2.0).round()));
            match k % 4 {
                0 => way.y = 0.0,
                1 => way = DVec2::from((edges[k % count][0] - from).round()) * 2.0,
                _ => {}
            }
            let path = [from, from + way];
            let mut found = alloc::vec![false; count];
            tree.along([from, way], DVec2::ZERO, &mut |i| {
                assert!(!core::mem::replace(&mut found[i], true), "twice");
                1.0
            });
            let mut first = f64::INFINITY;
            for (edge, found) in edges.iter().zip(&found) {
                if clear(*edge, path) == Some(true) {
                    assert!(*found, "{size} {edge:?} {path:?}");
                    first = lesser(first, crossing(*edge, path));
                    crossed += usize::from(is_usual);
                }
                visited += usize::from(is_usual && *found);
            }
            let mut until = 1.0;
            tree.along([from, way], DVec2::ZERO, &mut |i| {
                if clear(edges[i], path) == Some(true) {
                    until = lesser(until, crossing(edges[i], path));
                }
                until
            });
            assert_eq!(until, lesser(first, 1.0), "{size} {path:?}");
        }
    }
    assert!(crossed > 2000 && visited < 3 * crossed, "{crossed} {visited}");
}

#[test]
fn a_box_on_a_way_visits_every_edge_whose_box_it_meets() {
    let random = &mut Lattice(Random(5));
    let mut all = 0;
    for count in COUNTS.into_iter().cycle().take(60) {
        let edges = line(random, count, 3.0);
        let tree = tree(&edges);
        for _ in 0..10 {
            let mut next = || DVec2::new(random.next(), random.next()) * 4.0;
            let (from, way, half) = (next(), next(), next() * 0.1);
            let half = DVec2::new(half.x.abs(), half.y.abs());
            let mut found = alloc::vec![false; count];
            tree.along([from, way], half, &mut |i| {
                found[i] = true;
                1.0
            });
            for step in 0..=64 {
                let at = from + way * (f64::from(step) / 64.0);
                let there = DAabb { min: at - half, max: at + half };
                for (edge, found) in edges.iter().zip(&found) {
                    assert!(*found || !DAabb::of(*edge).overlaps(there), "{edge:?} {there:?}");
                }
            }
            all += found.iter().filter(|found| **found).count();
        }
    }
    assert!(all > 1000, "{all}");
}

#[test]
fn what_lies_far_away_costs_a_level_and_no_edge() {
    let ground = |count: u32| {
        let at = |i: u32| DVec2::new(f64::from(i), f64::from(i * 37 % 11));
        tree(&(0..count).map(|i| [at(i), at(i + 1)]).collect::<Vec<_>>())
    };
    let asked = |count: u32| {
        let tree = ground(count);
        let at = DVec2::new(f64::from(count) * 0.3, 20.0);
        let near = DAabb::of([at - DVec2::new(2.0, 20.0), at]);
        [
            work(|visits| *visits = tree.sorted(near).len()),
            work(|visits| {
                tree.along([at, DVec2::new(1e6, -4e6)], DVec2::ZERO, &mut |_| {
                    *visits += 1;
                    5e-6
                });
            }),
            work(|visits| {
                tree.nearer(near, f64::INFINITY, &mut |_| {
                    *visits += 1;
                    0.0
                });
            }),
        ]
    };
    // Three levels more of which it reads a block or two.
    for ([few, near], [many, still_near]) in asked(500).into_iter().zip(asked(100_000)) {
        assert!(many <= few + 9, "{few} {many}");
        assert!(near < 12 && still_near <= near + 2, "{near} {still_near}");
    }
}
