//! Rings of many vertices against all edges and all vertices, in `f64`.

use super::*;
use crate::math::simd::for_each_backend;
use crate::pair::sat::polygons;
use crate::pair::test_shapes::{Random, plain_separation};
use crate::shape::{Body, Placed, Shape};
use crate::{Affine, Rot};
use alloc::vec::Vec;

fn core(placed: &Placed) -> Option<&Core> {
    match &placed.body {
        Body::Core(core) if core.is_convex() => Some(core),
        _ => None,
    }
}

/// A ring of about `n` vertices: regular, random, thin, of one size with all others or not.
fn ring(random: &mut Random, n: usize) -> Shape {
    let (turn, noise) = (360.0 / n as f32, random.within(-1.0, 1.0));
    let wide = if noise > 0.7 { 30.0 } else { 1.0 };
    Shape::hull((0..n).map(|i| {
        let step = if noise < 0.0 { random.within(0.0, 1.0) } else { 0.0 };
        let at = Rot::from_degrees(turn * (i as f32 + step));
        (wide * at.cos, at.sin)
    }))
    .unwrap()
}

/// Calls `visit` with pairs near each other of which one at least has more than four vertices.
fn pairs(scale: f32, count: usize, mut visit: impl FnMut(&Core, &Core)) {
    let mut random = Random(41);
    let some = |random: &mut Random, kind: usize| match kind {
        0 => Shape::circle(0.7).unwrap(),
        1 => Shape::capsule((-1.0, 0.0), (1.0, 0.2), 0.25).unwrap(),
        2 => Shape::segment((-1.0, 0.0), (1.0, 0.2)).unwrap(),
        3 => Shape::rect_half((1.5, 0.5)).unwrap(),
        4 => Shape::rect_half((1.5, 1e-9)).unwrap(),
        5 => Shape::triangle((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)).unwrap(),
        6 => random.convex(9),
        7 => ring(random, 12).with_radius(0.5).unwrap(),
        n => ring(random, [5, 6, 8, 9, 12, 16, 17, 32, 40, 64][n % 10]),
    };
    let mut found = 0;
    while found < count {
        let (i, j) = (8 + found % 10, found / 10 % 28);
        let (a, b) = (some(&mut random, i), some(&mut random, j));
        let turn = |random: &mut Random| match found % 3 {
            0 => Affine::IDENTITY,
            _ => random.affine(),
        };
        let thin = if found % 7 == 0 { 1e-3 } else { 1.0 };
        let (p, q) = (turn(&mut random), turn(&mut random));
        let at = Affine::at((random.within(-3.0, 3.0) * scale, random.within(-3.0, 3.0) * scale));
        let a = a.place(p.scaled(scale, scale * thin));
        let b = b.place(q.scaled(scale, scale).under(&at));
        found += 1;
        let (Ok(a), Ok(b)) = (a, b) else { continue };
        if let (Some(a), Some(b)) = (core(&a), core(&b))
            && (a.vertex_count() > 4 || b.vertex_count() > 4)
        {
            visit(a, b);
            visit(b, a);
        }
    }
}

#[test]
fn separations_are_those_of_all_edges_and_vertices() {
    for scale in [1.0, 1e-11, 1e-20, 1e5, 1e17, 1e30] {
        let (mut all, mut apart, mut deep, mut doubtful) = (0, 0, 0, 0);
        pairs(scale, 6_000, |a, b| {
            let ((want, error), near) = (plain_separation(a, b), separation(a, b, Want::Gap));
            let off = (near.separation - want).abs();
            assert!(off <= near.error + error, "{a:?} {b:?}: {near:?}, not {want}");
            let way = near.core_b - near.core_a;
            let length = want + f64::from(a.radius) + f64::from(b.radius);
            assert!((near.normal.length() - 1.0).abs() < 1e-12);
            assert!((way - near.normal * length).reach() <= 4.0 * near.error + error, "{near:?}");
            for wanted in [Want::Contact, Want::Verdict] {
                let found = separation(a, b, wanted);
                match found.separation {
                    f64::INFINITY => assert!(want > -error, "{a:?} {b:?}"),
                    f64::NEG_INFINITY => assert!(want < error, "{a:?} {b:?}"),
                    found if wanted == Want::Contact && want < 0.0 => {
                        assert_eq!(found, near.separation);
                    }
                    _ => {}
                }
                apart += usize::from(found.separation == f64::INFINITY);
                deep += usize::from(found.separation == f64::NEG_INFINITY);
            }
            all += 1;
            doubtful += usize::from(near.separation.abs() <= near.error);
        });
        assert!(all > 8_000 && doubtful * 200 < all, "{scale}: {doubtful} of {all}");
        let in_range = (1e-12..1e18).contains(&scale);
        assert!(!in_range || (apart > 1_000 && deep > 1_000), "{scale}: {apart} {deep}");
    }
}

#[test]
fn witnesses_lie_on_the_cores() {
    pairs(1.0, 4_000, |a, b| {
        let near = separation(a, b, Want::Gap);
        let d = sat::difference(a, b).0;
        for (core, p) in [(a, near.core_a), (b, near.core_b - d)] {
            let v = core.offsets();
            let next = |i: usize| v[(i + 1) % v.len()];
            let out = (0..v.len()).filter_map(|i| Some((p - v[i]).cross((next(i) - v[i]).unit()?)));
            assert!(out.fold(0.0, greater) < 1e-6 * core.reach(), "{a:?} {b:?} {near:?}");
        }
    });
}

#[test]
fn every_backend_returns_the_same() {
    pairs(1.0, 2_000, |a, b| {
        let (d, _) = sat::difference(a, b);
        let (mut of_a, mut of_b) = (None, None);
        let rings = [Ring::new(a, DVec2::ZERO, &mut of_a), Ring::new(b, d, &mut of_b)];
        let [Some(a), Some(b)] = [&rings[0].lanes, &rings[1].lanes] else { return };
        let d = [d.x as f32, d.y as f32];
        for (limit, verdict) in [(f32::INFINITY, false), (0.0, false), (0.0, true)] {
            let ways = for_each_backend(|| Axes { a, b, d, limit, verdict });
            assert!(ways.iter().all(|way| *way == ways[0]), "{ways:?}");
        }
    });
}

#[test]
fn few_edges_of_many_are_left() {
    let (mut all, mut unclear) = (0, Vec::new());
    pairs(1.0, 3_000, |a, b| {
        let (d, _) = sat::difference(a, b);
        let (mut of_a, mut of_b) = (None, None);
        let rings = [Ring::new(a, DVec2::ZERO, &mut of_a), Ring::new(b, d, &mut of_b)];
        let [Some(a), Some(b)] = [&rings[0].lanes, &rings[1].lanes] else { return };
        let d = [d.x as f32, d.y as f32];
        all += 1;
        if dispatch(Axes { a, b, d, limit: 0.0, verdict: false }) == Guess::Unclear {
            unclear.push((a.len, b.len, d));
        }
    });
    assert!(unclear.len() * 20 < all, "{} of {all}: {:?}", unclear.len(), unclear.get(..20));
}

#[test]
fn hulls_of_one_and_two_vertices_are_points_and_segments() {
    let corners = [(0.0, 0.0), (1.0, 0.5), (0.25, 2.0)].map(|(x, y)| DVec2::new(x, y));
    let away = [(3.0, -1.0), (5.0, 1.0), (3.5, 4.0)].map(|(x, y)| DVec2::new(x, y));
    for n in 1..=3 {
        for m in 1..=3 {
            let [a, b] =
                [&corners[..n], &away[..m]].map(|ring| Core::convex(DVec2::ZERO, ring, 0.0));
            let near = polygons::separation(&a, &b, Want::Gap).unwrap();
            let distances = (0..n).flat_map(|i| (0..m).map(move |j| (i, j)));
            let least = distances.map(|(i, j)| (away[j] - corners[i]).length());
            let least = least.fold(f64::INFINITY, f64::min);
            let way = near.core_b - near.core_a;
            assert!(near.separation > 0.0 && near.separation <= least + 1e-12, "{n} {m}: {near:?}");
            assert!((way - near.normal * near.separation).reach() < 1e-12, "{n} {m}: {near:?}");
        }
    }
}
