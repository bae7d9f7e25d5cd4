use super::*;
use crate::pair::test_shapes::{Random, kinds};
use crate::shape::{ChainEnds, Sidedness};

/// A shape with its start and its motion.
struct Body<'a> {
    shape: &'a Shape,
    start: Affine,
    motion: Motion,
}

impl Body<'_> {
    fn at(&self, t: f32) -> Placed {
        self.shape.place(self.motion.at(&self.start, t)).unwrap()
    }
}

fn is_one_sided(name: &str) -> bool {
    name == "ring"
}

/// Compares a hit with the gaps of poses that are placed one by one.
fn check(names: [&str; 2], a: &Body<'_>, b: &Body<'_>, hit: Option<Hit>, rules: Meet) -> bool {
    let gap = |t: f32| a.at(t).gap(&b.at(t)).separation - rules.skin;
    let near = 1e-4;
    let note = || {
        format!(
            "{names:?} {rules:?}\n{:?} {:?}\n{:?} {:?}\n{hit:?}",
            a.start, a.motion, b.start, b.motion
        )
    };
    let end = hit.map_or(1.0, |hit| hit.fraction);
    for i in 0..40 {
        let t = end * (i as f32 / 40.0);
        assert!(gap(t) > -near, "a contact at {t}: {} {}", gap(t), note());
    }
    let Some(hit) = hit else { return false };
    assert!((0.0..=1.0).contains(&hit.fraction) && hit.latest >= hit.fraction, "{}", note());
    assert!(gap(hit.fraction) < near, "{} at the hit: {}", gap(hit.fraction), note());
    assert!((hit.normal.length() - 1.0).abs() < 1e-5, "{}", note());
    if hit.certain && rules.stop == Stop::Touching {
        assert!(gap(hit.latest) < 1e-5, "{} at the latest: {}", gap(hit.latest), note());
        assert!(hit.latest - hit.fraction < 1e-2, "{}", note());
    }
    let off = b.at(hit.fraction).closest(hit.point).separation.abs();
    assert!(off < 1e-3, "the point is {off} off b: {}", note());
    true
}

fn pairs(seed: u64, rounds: usize, mut visit: impl FnMut([&str; 2], [&Shape; 2], &mut Random)) {
    let (kinds, mut random) = (kinds(), Random(seed));
    for _ in 0..rounds {
        for (name_a, a) in &kinds {
            for (name_b, b) in &kinds {
                visit([name_a, name_b], [a, b], &mut random);
            }
        }
    }
}

fn far(random: &mut Random) -> Affine {
    random.affine().moved((random.within(-4.0, 4.0), random.within(-4.0, 4.0)))
}

#[test]
fn casts_meet_when_the_shapes_do() {
    let (mut hits, mut all) = (0, 0);
    pairs(3, 12, |names, [a, b], random| {
        let way = Vec2::new(random.within(-8.0, 8.0), random.within(-8.0, 8.0));
        let still = Motion::NONE;
        let a = Body { shape: a, start: far(random), motion: Motion::from(way) };
        let b = Body { shape: b, start: random.affine(), motion: still };
        let (p, q) = (a.at(0.0), b.at(0.0));
        if p.verdict(&q) != Verdict::Separated || names.into_iter().any(is_one_sided) {
            return;
        }
        for rules in [Meet::TOUCH, Meet::OVERLAP, Meet { skin: 0.25, ..Meet::TOUCH }] {
            if p.gap(&q).separation <= rules.skin {
                continue;
            }
            let hit = p.cast(&q, way, rules);
            let thin =
                rules.stop == Stop::Overlapping && [&p, &q].iter().any(|s| s.area() == Some(0.0));
            if !(thin && hit.is_none()) {
                hits += usize::from(check(names, &a, &b, hit, rules));
            }
            all += 1;
            let back = q.cast(&p, -way, rules);
            assert_eq!(
                hit.map(|h| (h.fraction, h.latest, h.certain)),
                back.map(|h| (h.fraction, h.latest, h.certain)),
                "{names:?} {p:?} {q:?} {way:?}"
            );
            assert_eq!(hit.map(|h| h.normal), back.map(|h| -h.normal), "{names:?}");
        }
    });
    assert!(hits > all / 6, "{hits} of {all}");
}

#[test]
fn sweeps_meet_when_the_shapes_do() {
    let (mut hits, mut uncertain, mut all) = (0, 0, 0);
    pairs(5, 6, |names, [a, b], random| {
        let mut motion = || {
            let (x, y) = (random.within(-4.0, 4.0), random.within(-4.0, 4.0));
            let turn = random.within(-400.0, 400.0);
            let motion = Motion::by(x, y).turning_degrees(turn);
            match random.within(0.0, 4.0) as u32 {
                0 => motion.about((random.within(-2.0, 2.0), 1.0)),
                1 => motion.scaling(random.within(0.5, 1.5), random.within(0.5, 1.5)),
                2 => motion.under(&Motion::by(1.0, 0.5).turning_degrees(60.0).about((0.0, 0.0))),
                _ => motion,
            }
        };
        let motions = [motion(), motion()];
        let [by_a, by_b] = motions;
        let starts = [far(random), random.affine()];
        let by_b = if names[1] == "half-plane" { Motion::by(1.0, 0.5) } else { by_b };
        let by_a = if names[0] == "half-plane" { Motion::by(1.0, 0.5) } else { by_a };
        let a = Body { shape: a, start: starts[0], motion: by_a.starting_at(&starts[0]) };
        let b = Body { shape: b, start: starts[1], motion: by_b.starting_at(&starts[1]) };
        let (p, q) = (a.at(0.0), b.at(0.0));
        if p.verdict(&q) != Verdict::Separated || names.into_iter().any(is_one_sided) {
            return;
        }
        let hit = p.sweep(&q, &a.motion, &b.motion, Meet::TOUCH);
        hits += usize::from(check(names, &a, &b, hit, Meet::TOUCH));
        uncertain += usize::from(hit.is_some_and(|hit| !hit.certain));
        all += 1;
        let back = q.sweep(&p, &b.motion, &a.motion, Meet::TOUCH);
        assert_eq!(
            hit.map(|h| (h.fraction, h.latest)),
            back.map(|h| (h.fraction, h.latest)),
            "{names:?}"
        );
    });
    assert!(
        hits > all / 4 && uncertain <= all / 200,
        "{hits} hits, {uncertain} uncertain of {all}"
    );
}

#[test]
fn shapes_that_touch_at_the_start_stop_only_what_goes_in() {
    let square = Shape::rect_half((1.0, 1.0)).unwrap();
    let floor = Shape::rect_half((9.0, 1.0)).unwrap().place(Affine::at((0.0, 2.0))).unwrap();
    let ground = Shape::half_plane((0.0, -1.0), -1.0).unwrap().place(Affine::IDENTITY).unwrap();
    let steps = [(0.0, 1.0), (3.0, 1.0), (6.0, 1.0)]
        .map(|(x, y)| (Shape::rect_half((1.5, 0.5)).unwrap(), Affine::at((x - 3.0, y + 0.5))));
    let tiles = Shape::compound(steps).unwrap().place(Affine::IDENTITY).unwrap();
    let shapes =
        [square, Shape::circle(1.0).unwrap(), Shape::capsule((0., -0.5), (0., 0.5), 0.5).unwrap()];
    for shape in shapes {
        let hero = shape.place(Affine::IDENTITY).unwrap();
        for other in [&floor, &ground, &tiles] {
            assert_eq!(hero.verdict(other), Verdict::Touching);
            let meets = |way: (f32, f32), rules| hero.cast(other, way, rules).map(|h| h.fraction);
            for way in [(2.0, 0.0), (-2.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
                assert_eq!(meets(way, Meet::TOUCH), Some(0.0), "{shape:?} {way:?}");
            }
            for way in [(2.0, 0.0), (-2.0, 0.0), (0.0, -1.0), (1.0, -1.0), (0.0, 0.0)] {
                assert_eq!(meets(way, Meet::OVERLAP), None, "{shape:?} {other:?} {way:?}");
            }
            for way in [(0.0, 1.0), (1.0, 1.0), (-1.0, 0.001)] {
                let hit = hero.cast(other, way, Meet::OVERLAP).unwrap();
                assert_eq!((hit.fraction, hit.normal), (0.0, Vec2::new(0.0, 1.0)), "{shape:?}");
            }
        }
    }
}

#[test]
fn neat_numbers_meet_where_they_do() {
    let ball = Shape::circle(1.0).unwrap();
    let place = |shape: &Shape, x: f32, y: f32| shape.place(Affine::at((x, y))).unwrap();
    let square = Shape::rect_half((1.0, 1.0)).unwrap();
    let wall = place(&Shape::rect_half((1.0, 8.0)).unwrap(), 6.0, 0.0);
    for shape in [&ball, &square] {
        let hit = place(shape, 0.0, 0.0).cast(&wall, (8.0, 0.0), Meet::TOUCH).unwrap();
        assert_eq!((hit.fraction, hit.latest), (0.5, 0.5));
        assert_eq!((hit.normal, hit.point.x), (Vec2::new(1.0, 0.0), 5.0));
    }
    let hit = place(&ball, 0.0, 0.0).cast(&place(&ball, 4.0, 0.0), (2.0, 0.0), Meet::TOUCH);
    assert_eq!(hit.map(|h| (h.fraction, h.latest, h.point)), Some((1.0, 1.0, Vec2::new(3.0, 0.0))));
    // Grazes: two discs that pass at the sum of their radii, a corner that passes a corner.
    let pass = place(&ball, -4.0, 2.0).cast(&place(&ball, 0.0, 0.0), (8.0, 0.0), Meet::TOUCH);
    assert_eq!(pass.map(|h| (h.fraction, h.normal)), Some((0.5, Vec2::new(0.0, -1.0))));
    assert_eq!(
        place(&ball, -4.0, 2.0).cast(&place(&ball, 0.0, 0.0), (8.0, 0.0), Meet::OVERLAP),
        None
    );
    let corner =
        place(&square, -2.0, 6.0).cast(&place(&square, 0.0, 0.0), (8.0, -8.0), Meet::TOUCH);
    assert_eq!(corner.map(|h| h.fraction), Some(0.5));
    let corner =
        place(&square, -2.0, 6.0).cast(&place(&square, 0.0, 0.0), (8.0, -8.0), Meet::OVERLAP);
    assert_eq!(corner, None);
}

#[test]
fn a_start_inside_follows_the_rule() {
    let ball = Shape::circle(0.5).unwrap().place(Affine::at((1.0, 0.0))).unwrap();
    let room = Shape::rect_half((4.0, 4.0)).unwrap().place(Affine::IDENTITY).unwrap();
    let meets = |inside, stop| ball.cast(&room, (10.0, 0.0), Meet { inside, stop, skin: 0.0 });
    for stop in [Stop::Touching, Stop::Overlapping] {
        let hit = meets(Inside::Hit, stop).unwrap();
        assert_eq!((hit.fraction, hit.normal), (0.0, Vec2::new(-1.0, 0.0)));
        assert_eq!(meets(Inside::Skip, stop), None);
        assert_eq!(meets(Inside::Exit, stop).map(|h| h.fraction), Some(0.25));
    }
    let spin = Motion::by(10.0, 0.0).turning_degrees(90.0);
    let meet = Meet { inside: Inside::Exit, ..Meet::TOUCH };
    let hit = ball.sweep(&room, &spin, Motion::NONE, meet).unwrap();
    assert!(hit.certain && (hit.fraction - 0.25).abs() < 1e-6, "{hit:?}");
}

#[test]
fn a_start_across_the_boundary_leaves_as_one_inside() {
    let ring = |n: u8, radius: f32| {
        let turn = |i: u8| crate::Rot::from_degrees(360.0 / f32::from(n) * f32::from(i));
        Shape::polygon((0..n).map(|i| [radius * turn(i).cos, radius * turn(i).sin])).unwrap()
    };
    let place = |shape: &Shape, x: f32, y: f32| shape.place(Affine::at((x, y))).unwrap();
    let exit = Meet { inside: Inside::Exit, ..Meet::TOUCH };
    let room = place(&ring(60, 5.0), 0.0, 0.0);
    for across in [place(&ring(40, 1.0), 4.5, 0.0), place(&ring(40, 6.0), 0.0, 0.0), room.clone()] {
        let start = across.cast(&room, (3.0, 1.0), Meet::TOUCH);
        assert_eq!(across.cast(&room, (3.0, 1.0), exit), start);
        assert_eq!(start.map(|hit| hit.fraction), Some(0.0));
    }
    let within = place(&ring(40, 4.0), 0.0, 0.0).cast(&room, (4.0, 0.0), exit).unwrap();
    assert_eq!((within.fraction, within.latest), (0.25, 0.25));
    assert!(within.normal.x > 0.99, "{within:?}");
}

#[test]
fn points_meet_as_rays_do() {
    pairs(9, 20, |names, [_, b], random| {
        if names[0] != "point" {
            return;
        }
        let b = b.place(random.affine()).unwrap();
        let (from, way) = (far(random), far(random));
        let (from, way) = (Vec2::new(from.tx, from.ty), Vec2::new(way.tx, way.ty));
        let point = Shape::point(from).unwrap().place(Affine::IDENTITY).unwrap();
        for inside in [Inside::Hit, Inside::Skip, Inside::Exit] {
            let ray = b.ray(from, way, inside);
            let hit = point.cast(&b, way, Meet { inside, ..Meet::TOUCH });
            assert_eq!(ray.map(|r| (r.point, -r.normal)), hit.map(|h| (h.point, h.normal)));
            if let (Some(ray), Some(hit)) = (ray, hit) {
                assert!([hit.fraction, hit.latest].contains(&ray.fraction), "{ray:?} {hit:?}");
            }
        }
    });
}

#[test]
fn points_meet_alike_whichever_of_both_moves() {
    let mut hits = 0;
    pairs(31, 40, |names, [p, q], random| {
        if !names.contains(&"point") || names.iter().any(|name| is_one_sided(name)) {
            return;
        }
        let [a, b] = [p, q].map(|shape| shape.place(random.affine()).unwrap());
        let way = DVec2::new(random.within(-9.0, 9.0).into(), random.within(-9.0, 9.0).into());
        for (rest, rules) in [(Vec2::ZERO, Meet::TOUCH), (Vec2::new(2.0, -1.0), Meet::OVERLAP)] {
            let drift = Motion::from(rest);
            let own = Motion::from((way + DVec2::from(rest)).round());
            let (hit, back) = (a.sweep(&b, &own, &drift, rules), b.sweep(&a, &drift, &own, rules));
            let bits = |hit: Hit| (hit.fraction, hit.latest, hit.certain);
            assert_eq!(hit.map(bits), back.map(bits), "{names:?} {hit:?} {back:?}");
            hits += usize::from(hit.is_some());
        }
        let still = a.sweep(&b, Vec2::X, Vec2::X, Meet::TOUCH);
        assert_eq!(still.map(|hit| hit.fraction), a.overlaps(&b).then_some(0.0), "{names:?}");
    });
    assert!(hits > 100);
}

#[test]
fn one_sided_edges_stop_from_the_left_only() {
    let path = [(0.0, 0.0), (4.0, 0.0)];
    let deck = Shape::chain(path, ChainEnds::Open, Sidedness::Left).unwrap();
    let deck = deck.place(Affine::IDENTITY).unwrap();
    let ball = |y: f32| Shape::circle(0.5).unwrap().place(Affine::at((2.0, y))).unwrap();
    for rules in [Meet::TOUCH, Meet::OVERLAP] {
        let from_left = ball(2.0).cast(&deck, (0.0, -4.0), rules);
        assert_eq!(from_left.map(|h| h.fraction), Some(0.375));
        assert_eq!(ball(-2.0).cast(&deck, (0.0, 4.0), rules), None);
        assert_eq!(ball(2.0).cast(&deck, (0.0, 4.0), rules), None);
    }
    assert_eq!(ball(0.25).cast(&deck, (0.0, -4.0), Meet::OVERLAP), None, "it straddles the deck");
}

#[test]
fn numbers_that_are_not_finite_meet_nothing() {
    let ball = Shape::circle(1.0).unwrap().place(Affine::IDENTITY).unwrap();
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(ball.cast(&ball, (bad, 0.0), Meet::TOUCH), None);
        assert_eq!(ball.sweep(&ball, Motion::NONE.turning(bad), Motion::NONE, Meet::TOUCH), None);
        assert_eq!(ball.cast(&ball, (1.0, 0.0), Meet { skin: bad, ..Meet::TOUCH }), None);
    }
    assert_eq!(ball.cast(&ball, (1.0, 0.0), Meet { skin: -1.0, ..Meet::TOUCH }), None);
}

#[test]
fn thin_sheets_stop_fast_and_turning_things() {
    let paper = Shape::rect_half((5e-5, 4.0)).unwrap().place(Affine::at((300.0, 0.0))).unwrap();
    let bar = Shape::rect_half((2.0, 0.1)).unwrap().place(Affine::IDENTITY).unwrap();
    for turns in [0.0, 0.2, 1.0, 7.0, 100.0] {
        let motion = Motion::by(1e5, 0.0).turning_degrees(360.0 * turns);
        let hit = bar.sweep(&paper, motion, Motion::NONE, Meet::TOUCH).unwrap();
        assert!((0.00297..0.00301).contains(&hit.fraction) && hit.certain, "{turns}: {hit:?}");
    }
}

#[test]
fn a_start_that_overlaps_is_a_hit_at_the_start() {
    pairs(13, 6, |names, [a, b], random| {
        let [a, b] = [a, b].map(|shape| shape.place(random.affine()).unwrap());
        if a.verdict(&b) != Verdict::Overlapping || names.into_iter().any(is_one_sided) {
            return;
        }
        let way = Vec2::new(random.within(-4.0, 4.0), random.within(-4.0, 4.0));
        for rules in [Meet::TOUCH, Meet::OVERLAP] {
            assert_eq!(a.cast(&b, way, rules).map(|h| h.fraction), Some(0.0), "{names:?}");
            let spin = Motion::from(way).turning_degrees(40.0);
            let hit = a.sweep(&b, spin, Motion::NONE, rules);
            assert_eq!(hit.map(|h| h.fraction), Some(0.0), "{names:?}");
        }
    });
}

#[test]
fn half_planes_that_face_each_other_meet() {
    let ground = Shape::half_plane((0.0, 1.0), 0.0).unwrap().place(Affine::IDENTITY).unwrap();
    let roof = Shape::half_plane((0.0, -2.0), -6.0).unwrap().place(Affine::IDENTITY).unwrap();
    let hit = ground.cast(&roof, (5.0, 12.0), Meet::TOUCH).unwrap();
    assert!((hit.fraction - 0.25).abs() < 1e-6 && hit.certain, "{hit:?}");
    assert_eq!(hit.normal, Vec2::new(0.0, 1.0));
    assert_eq!(ground.cast(&roof, (5.0, 2.0), Meet::TOUCH), None);
    assert_eq!(ground.cast(&ground, (5.0, 2.0), Meet::TOUCH).map(|h| h.fraction), Some(0.0));
}

#[test]
fn a_line_meets_pieces_whose_edges_are_in_line_with_it() {
    // The right side is one line of several edges, and the mover is parallel to it.
    let ring = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0), (2.0, 3.0), (0.0, 3.0), (1.0, 1.5)];
    let b = Shape::polygon(ring).unwrap().with_radius(0.25).unwrap();
    let b = b.place(Affine::IDENTITY).unwrap();
    for top in [0.5, 3.5, 6.0] {
        let a = Shape::capsule((5.0, top - 4.0), (5.0, top), 0.25).unwrap();
        let a = a.place(Affine::IDENTITY).unwrap();
        let hit = a.cast(&b, (-4.0, 0.0), Meet::TOUCH).unwrap();
        assert_eq!((hit.fraction, hit.normal), (0.625, Vec2::new(-1.0, 0.0)), "{top}");
    }
}

#[test]
fn a_point_that_runs_along_a_seam_of_pieces_is_stopped() {
    let ring = [
        [-0.28125f32, -0.0625],
        [-0.1875, -0.0625],
        [-0.09375, -0.03125],
        [-0.03125, -0.09375],
        [-0.0625, -0.125],
        [-0.25, -0.125],
    ];
    let b = Shape::polygon(ring).unwrap().place(Affine::at((0.25, 0.125))).unwrap();
    for t in 0..64 {
        // All diagonals through the outline, of which some are seams.
        let from = Vec2::new(-1.0 + t as f32 / 64.0, -1.0);
        let a = Shape::circle(0.0).unwrap().place(Affine::at(from)).unwrap();
        let way = Vec2::new(2.0, 2.0);
        let inside = (1..512).any(|k| {
            let at = from + way * (k as f32 / 512.0);
            Shape::circle(0.0).unwrap().place(Affine::at(at)).unwrap().overlaps_interior(&b)
        });
        let hit = a.cast(&b, way, Meet::OVERLAP);
        assert!(hit.is_some() || !inside, "{from:?}");
    }
    let a = Shape::circle(0.0).unwrap().place(Affine::at((-0.421875, -0.421875))).unwrap();
    assert!(a.cast(&b, (1.6875, 1.6875), Meet::OVERLAP).is_some());
    // Along the outer edge it enters nothing.
    let a = Shape::circle(0.0).unwrap().place(Affine::at((-1.0, 0.0))).unwrap();
    assert!(a.cast(&b, (4.0, 0.0), Meet::OVERLAP).is_none());
}

#[test]
fn a_way_along_a_half_plane_that_a_one_sided_ring_straddles_has_finite_numbers() {
    let ring = [(0.0, 1.5), (-1.5, 0.0), (0.0, -1.5), (1.0, 0.25)];
    let ring = Shape::chain(ring, ChainEnds::Closed, Sidedness::Left).unwrap();
    let plane = Shape::half_plane((1.0, 0.0), 0.0).unwrap().place(Affine::IDENTITY).unwrap();
    for x in [-4.0, 0.0, 0.25, 1.5] {
        let a = ring.place(Affine::at((x, 2.0))).unwrap();
        for way in [(0.0, 5.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 3.0)] {
            for rules in [Meet::TOUCH, Meet::OVERLAP] {
                let hits = [a.cast(&plane, way, rules), plane.cast(&a, way, rules)];
                for hit in hits.into_iter().flatten() {
                    assert!(hit.point.is_finite() && hit.normal.is_finite(), "{x} {way:?} {hit:?}");
                }
            }
        }
    }
}

/// Compares a hit with the exact time of it, rounded to the nearest `f64`.
fn has_tight_bracket(hit: Option<Hit>, time: f64) -> bool {
    hit.is_some_and(|hit| {
        let [from, to] = [hit.fraction, hit.latest].map(f64::from);
        from <= time && time <= to && hit.latest <= hit.fraction.next_up()
    })
}

#[test]
fn a_guess_that_is_several_steps_off_is_corrected() {
    // Along nearly parallel sides, `f64` knows the time to five digits.
    let a = Shape::segment((9.781338e-21, -1.196952e-20), (9.792046e-21, -1.1894398e-20)).unwrap();
    let b = Shape::segment((-2.7419835e-17, -1.250908e-20), (9.987394e-13, 1.9633893e-17)).unwrap();
    let [a, b] = [a, b].map(|shape| shape.place(Affine::IDENTITY).unwrap());
    let hit = a.cast(&b, (5.212779e-12, 0.0), Meet::TOUCH);
    assert!(has_tight_bracket(hit, 1.3879925962466897e-11), "{hit:?}");
}

#[test]
fn a_small_disc_along_a_long_side_meets_the_side() {
    let disc = Shape::circle(5.4884317e-22).unwrap().place(Affine::IDENTITY).unwrap();
    let (half, turn) = (1.7358524e-16, (-0.3846154, -0.9230769));
    let end = Vec2::new(-turn.1 * half, turn.0 * half);
    let center = Vec2::new(-1.0939361e-18, 4.552121e-19);
    let side = Shape::segment(center - end, center + end).unwrap();
    let side = side.place(Affine::IDENTITY).unwrap();
    for meet in [Meet::TOUCH, Meet::OVERLAP] {
        let hit = disc.cast(&side, (0.0, -6.7906975e-16), meet).unwrap();
        let depth = |t: f32| {
            let at = Affine::at((0.0, -6.7906975e-16 * t));
            Shape::circle(5.4884317e-22).unwrap().place(at).unwrap().overlaps(&side)
        };
        assert!(!depth(hit.fraction) || hit.fraction == hit.latest, "{hit:?}");
        assert!(depth(hit.latest.next_up()), "{hit:?}");
    }
}

#[test]
fn a_capsule_whose_ends_are_nearly_one_point_meets_what_it_passes() {
    let a =
        Shape::capsule((1.6389627e-24, -2.402155e-23), (1.6485937e-24, -2.402155e-23), 2.229e-41);
    let b = Shape::polygon([
        (-8.5e-40, 1.0e-39),
        (2.6e-40, -1.94e-39),
        (-1.4446e-39, -3.445e-39),
        (-4.3749e-39, -1.3108e-39),
        (-4.1397e-39, -5.49e-41),
    ]);
    let [a, b] = [a, b].map(|shape| shape.unwrap().place(Affine::IDENTITY).unwrap());
    // The way goes through the polygon: from below it to above it, across its middle.
    let hit = a.cast(&b, (-6.5558506e-24, 9.60862e-23), Meet::OVERLAP);
    assert!(hit.is_some_and(|hit| (hit.fraction - 0.25).abs() < 1e-6), "{hit:?}");
}

#[test]
fn edges_in_one_line_hide_no_overlap_at_the_start() {
    let a = Shape::rect_half((0.109375, 0.046875)).unwrap().with_radius(0.015625).unwrap();
    let b = Shape::rect_half((0.03125, 0.015625)).unwrap();
    let a = a.place(Affine::at((-63401.47, 28567.703))).unwrap();
    let b = b
        .place(Affine::at((-63401.563, 28567.611)).rotated_by(crate::Rot::from_degrees(90.0)))
        .unwrap();
    assert!(a.overlaps(&b));
    assert_eq!(a.cast(&b, (0.1875, 0.1875), Meet::OVERLAP).map(|hit| hit.fraction), Some(0.0));
}

#[test]
fn a_point_meets_a_capsule_less_than_a_step_of_f64_before_a_quarter_of_its_way() {
    let (u, v) = ((2.6820178e-14, -5.1474615e-22), (-2.8451166e-21, -1.5477833e-22));
    let capsule = Shape::capsule(u, v, 1.5477838e-22).unwrap().place(Affine::IDENTITY).unwrap();
    let point = Shape::point((0.0, 6.7050455e-11)).unwrap().place(Affine::IDENTITY).unwrap();
    // At a quarter the point is at the origin, and the top of the capsule 5e-29 above it.
    let hit = point.cast(&capsule, (0.0, -2.6820182e-10), Meet::TOUCH).unwrap();
    assert_eq!([hit.fraction, hit.latest], [0.25_f32.next_down(), 0.25]);
}
