use super::*;
use crate::math::Random;
use crate::math::simd::for_each_backend;

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
fn the_nearest_box_is_found_before_the_bound_stops_the_search() {
    let random = &mut Lattice(Random(2));
    for count in COUNTS.into_iter().cycle().take(60) {
        let edges = line(random, count, 3.0);
        let p = DVec2::new(random.next(), random.next()) * 9.0;
        let probe = DAabb::of([p, p]);
        let square = |i: usize| DAabb::of(edges[i]).square_distance(probe);
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
