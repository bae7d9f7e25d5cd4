//! Random inputs against the oracle, and the noding on grids so coarse that everything rounds.

use crate::math::DVec2;
use crate::shape::clipping::snap_grid::{P, orient};
use crate::shape::clipping::snap_rounding::{Arrangement, Seg, arrange};
use crate::shape::clipping::tests::oracle::check;
use crate::shape::clipping::tests::star;
use alloc::vec::Vec;

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        crate::math::splitmix(&mut self.0)
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// In [-1, 1), rounded to `f32`.
    pub(super) fn unit(&mut self) -> f64 {
        f64::from((self.next() >> 40) as f32 / 8_388_608.0 - 1.0)
    }
}

/// Some rings with corners on a small grid: crossing, touching and degenerate ones.
fn soup(random: &mut Random, size: u64) -> Vec<Vec<DVec2>> {
    (0..random.below(4))
        .map(|_| {
            (0..random.below(8))
                .map(|_| DVec2::new(random.below(size) as f64, random.below(size) as f64))
                .collect()
        })
        .collect()
}

/// Some rings with `f32` corners anywhere in the unit square.
fn loose(random: &mut Random) -> Vec<Vec<DVec2>> {
    (0..1 + random.below(2))
        .map(|_| {
            (0..3 + random.below(6)).map(|_| DVec2::new(random.unit(), random.unit())).collect()
        })
        .collect()
}

fn moved(rings: &mut [Vec<DVec2>], by: DVec2) {
    rings.iter_mut().flatten().for_each(|p| *p += by);
}

/// A pair of a kind that depends on `i`.
fn pair(random: &mut Random, i: u64) -> [Vec<Vec<DVec2>>; 2] {
    match i % 5 {
        0 => [soup(random, 8), soup(random, 8)],
        1 => [soup(random, 3), soup(random, 4)],
        2 => [loose(random), loose(random)],
        3 => {
            // Nearly the same rings: corners a few ulp of f32 apart.
            let a = loose(random);
            let mut b = a.clone();
            for p in b.iter_mut().flatten() {
                let ulp = f64::from(f32::EPSILON) * 0.5;
                *p += DVec2::new(random.below(3) as f64 - 1.0, random.below(3) as f64 - 1.0) * ulp;
            }
            [a, b]
        }
        _ => {
            let mut shape = |tips| {
                let (inner, turn) = (0.05 + random.unit().abs(), random.unit());
                star(random.unit(), random.unit(), tips, inner, 1.0, turn)
            };
            [[shape(9)].into(), [shape(4)].into()]
        }
    }
}

/// Runs `count` pairs; returns the worst error of an area as a part of the stated bound.
fn run(count: u64, seed: u64, offset: Option<DVec2>) -> f64 {
    let mut random = Random(seed);
    let mut worst = 0.0;
    for i in 0..count {
        let [mut a, mut b] = pair(&mut random, i);
        if let Some(by) = offset {
            moved(&mut a, by);
            moved(&mut b, by);
        }
        let error = check(&a, &b);
        if error > worst {
            worst = error;
        }
    }
    worst
}

#[test]
fn random_pairs_agree_with_the_oracle() {
    run(5000, 1, None);
}

#[test]
fn random_pairs_far_from_the_origin_agree_with_the_oracle() {
    run(1500, 2, Some(DVec2::new(8_388_608.0, -3_000_000.0)));
}

#[test]
#[ignore = "450,000 cases take a minute in release"]
fn very_many_random_pairs_agree_with_the_oracle() {
    let far = DVec2::new(8_388_608.0, -3_000_000.0);
    let worst = [run(200_000, 3, None), run(50_000, 4, Some(far))];
    coarse(200_000, 5);
    assert!(worst[0] < 0.5 && worst[1] < 0.5, "{worst:?}");
}

#[test]
fn pieces_of_edges_on_a_coarse_grid_meet_only_at_their_ends() {
    coarse(10_000, 6);
}

/// Nodes random edges whose crossings nearly all have to be rounded.
fn coarse(count: u64, seed: u64) {
    let mut random = Random(seed);
    for i in 0..count {
        let size = 3 + i % 40;
        let mut corner = || P { x: random.below(size) as i64, y: random.below(size) as i64 };
        let ring: Vec<P> = (0..4 + i % 9).map(|_| corner()).collect();
        let edge = |k: usize| Seg::directed(ring[k], ring[(k + 1) % ring.len()], 0);
        assert_noded(&arrange((0..ring.len()).filter_map(edge).collect()));
    }
}

fn assert_noded(Arrangement { points, pieces }: &Arrangement) {
    let ends = |i: usize| (points[pieces[i].a as usize], points[pieces[i].b as usize]);
    let mut balance = alloc::vec![0; points.len()];
    for (i, piece) in pieces.iter().enumerate() {
        balance[piece.a as usize] += piece.runs[0];
        balance[piece.b as usize] -= piece.runs[0];
        let (a, b) = ends(i);
        assert!(a < b);
        for &p in points {
            let inside = orient(a, b, p) == 0 && a < p && p < b;
            assert!(!inside, "{p:?} lies within {a:?} {b:?}");
        }
        for k in 0..i {
            let (c, d) = ends(k);
            let split = |a, b, c, d| orient(a, b, c).signum() * orient(a, b, d).signum() < 0;
            assert!(!(split(a, b, c, d) && split(c, d, a, b)), "{a:?} {b:?} cross {c:?} {d:?}");
        }
    }
    assert!(balance.iter().all(|&n| n == 0), "a ring was torn");
}
