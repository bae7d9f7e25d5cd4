//! Casts and sweeps against exact arithmetic: grazes, starts that touch, seams, slow contacts.

use std::cell::Cell;

use jostle::{
    Affine, Cast, Collider, Filter, Inside, Key, Meet, Motion, Placed, Shape, Vec2, Verdict, World,
    query::Stop,
    shape::{ChainEnds, Sidedness},
};
use jostle_testing::Rng;

fn at(shape: &Shape, x: f32, y: f32) -> Placed {
    shape.place(Affine::at((x, y))).unwrap()
}

fn disc(radius: f32, x: f32, y: f32) -> Placed {
    at(&Shape::circle(radius).unwrap(), x, y)
}

fn rect(w: f32, h: f32) -> Shape {
    Shape::rect_half((w, h)).unwrap()
}

/// Two to the power of n.
fn power(n: i32) -> f32 {
    f32::from_bits(((127 + n) as u32) << 23)
}

fn below(rng: &mut Rng, n: u64) -> u64 {
    (rng.bits() >> 16) % n
}

/// Discs that pass at exactly the sum of their radii: the way is (3, 4) · s, and b's center lies
/// t of the way ahead and 5 · q beside it. All numbers are exact in `f32`.
#[test]
fn discs_that_graze_touch_and_do_not_overlap() {
    let mut rng = Rng::new(21);
    for case in 0..4000 {
        let scale = [power(-40), 1.0, power(30)][case % 3];
        let s = (1 + 2 * below(&mut rng, 1 << 21)) as f32 * scale;
        let q = (1 + 2 * below(&mut rng, 1 << 20)) as f32
            * scale
            * power(-(below(&mut rng, 24) as i32));
        let t = [0.5, power(-27), -power(-27), power(-12), 0.0, 1.0][case / 3 % 6];
        let side = [1.0, -1.0][case / 18 % 2];
        let a = disc(2.0 * q, 4.0 * q * side, -3.0 * q * side);
        let b = disc(3.0 * q, 3.0 * s * t, 4.0 * s * t);
        let way = (3.0 * s, 4.0 * s);
        let hit = a.cast(&b, way, Meet::TOUCH).map(|hit| [hit.fraction, hit.latest]);
        let exact = (t >= 0.0).then_some([t; 2]);
        assert_eq!(hit, exact, "{s} {q} {t}");
        assert_eq!(a.cast(&b, way, Meet::OVERLAP), None, "{s} {q} {t}");
    }
}

#[test]
fn a_disc_that_touches_and_goes_in_meets_what_it_touches() {
    let block = at(&rect(4.0, 4.0), 4.0, 4.0);
    for k in [0.03125, 0.0625, 0.25, 1.0, 2.0] {
        let [side, corner] = [disc(k, -k, 2.0), disc(5.0 * k, -3.0 * k, -4.0 * k)];
        for way in [(1.0, 0.0), (1.0, 0.5), (1.0, 4.0), (1.0, -0.5), (5.0, -1.0)] {
            for (ball, normal) in [(&side, Vec2::X), (&corner, Vec2::new(0.6, 0.8))] {
                let hit = ball.cast(&block, way, Meet::OVERLAP).unwrap();
                let off = (hit.normal - normal).length();
                assert!(hit.fraction == 0.0 && off < 1e-6, "{k} {way:?} {hit:?}");
            }
        }
    }
}

#[test]
fn segments_in_one_line_meet_end_on() {
    for (x, y) in [(1.0, 0.0), (0.0, -2.0), (3.0, 4.0), (1.0, 3.0), (-7.0, 11.0), (0.3, 0.1)] {
        let way = Vec2::new(x, y);
        let segment = |from: f32, to: f32| {
            Shape::segment(way * from, way * to).unwrap().place(Affine::IDENTITY).unwrap()
        };
        let hit = segment(0.0, 1.0).cast(&segment(2.0, 4.0), way * 4.0, Meet::TOUCH).unwrap();
        let ahead = way * (1.0 / way.length());
        assert!((hit.normal - ahead).length() < 1e-6, "{way:?} {hit:?}");
        assert_eq!([hit.fraction, hit.latest], [0.25; 2]);
    }
}

#[test]
fn what_starts_in_a_union_is_skipped_whatever_else_it_touches() {
    let tiles =
        [(rect(2.0, 2.0), Affine::at((-2.0, 0.0))), (rect(2.0, 2.0), Affine::at((2.0, 0.0)))];
    let tiles = Shape::compound(tiles).unwrap().place(Affine::IDENTITY).unwrap();
    let ell = [(-4., -2.), (4., -2.), (4., 2.), (0., 2.), (0., 6.), (-4., 6.)];
    let ell = Shape::polygon(ell).unwrap().place(Affine::IDENTITY).unwrap();
    let seam = Shape::segment((0.0, -1.0), (0.0, 1.0)).unwrap().place(Affine::IDENTITY).unwrap();
    let level = Shape::segment((-1.0, 2.0), (-0.5, 2.0)).unwrap().place(Affine::IDENTITY).unwrap();
    let movers = [
        at(&rect(0.5, 0.5), -0.5, 0.0),
        at(&rect(0.5, 0.5), -1.0, 1.5),
        at(&rect(0.5, 0.5), -1.0, 2.5),
        seam,
        level,
        disc(0.5, -0.5, 0.0),
    ];
    let mut met = 0;
    for (i, mover) in movers.iter().enumerate() {
        for (j, other) in [&tiles, &ell].into_iter().enumerate() {
            if !mover.overlaps_interior(other) {
                continue;
            }
            for way in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (2.0, 1.0)] {
                let skip = Meet { inside: Inside::Skip, ..Meet::OVERLAP };
                assert_eq!(mover.cast(other, way, skip), None, "{i} {j} {way:?}");
                assert_eq!(other.cast(mover, way, skip), None, "{i} {j} {way:?}");
                let hit = mover.cast(other, way, Meet::OVERLAP);
                assert_eq!(hit.map(|hit| hit.fraction), Some(0.0), "{i} {j} {way:?}");
                met += 1;
            }
        }
    }
    assert_eq!(met, 50);
}

#[test]
fn half_planes_that_meet_have_a_tight_bracket() {
    for offset in [0.1, 6.0, 4e4_f32] {
        let ground = Shape::half_plane((0.0, 1.0), 0.0).unwrap().place(Affine::IDENTITY).unwrap();
        let roof =
            Shape::half_plane((0.0, -1.0), -offset).unwrap().place(Affine::IDENTITY).unwrap();
        let hit = ground.cast(&roof, (5.0, 3.0 * offset), Meet::TOUCH).unwrap();
        let third = 1.0_f32 / 3.0;
        assert!(hit.fraction <= third && third <= hit.latest, "{hit:?}");
        assert!(hit.latest <= hit.fraction.next_up().next_up(), "{hit:?}");
    }
}

#[test]
fn a_one_sided_chain_deep_in_a_half_plane_leaves_along_its_normal() {
    let chain = Shape::chain([(0.0, 0.0), (0.5, 0.0)], ChainEnds::Open, Sidedness::Left).unwrap();
    let ground = Shape::half_plane((0.0, -1.0), 0.0).unwrap().place(Affine::IDENTITY).unwrap();
    for depth in [0.25, 10.0, 300.0] {
        let spin = Motion::NONE.turning_degrees(5.0);
        let hit = at(&chain, 0.0, depth).sweep(&ground, spin, Motion::NONE, Meet::TOUCH);
        let hit = hit.map(|hit| (hit.fraction, hit.normal));
        assert_eq!(hit, Some((0.0, Vec2::Y)), "{depth}");
    }
}

/// Two discs touch, and one turns about a point between their centers: the line of the centers is
/// longest at the start, so they overlap at once, but by the square of the time.
#[test]
fn a_touch_that_closes_slowly_is_a_contact_at_the_start() {
    let mut rng = Rng::new(5);
    for case in 0..400 {
        let k = (1 + 2 * below(&mut rng, 1 << 20)) as f32;
        let pivot = (k * (1 + below(&mut rng, 14)) as f32 / 16.0).round();
        let (a, b) = (disc(2.0 * k, 0.0, 0.0), disc(3.0 * k, 3.0 * k, 4.0 * k));
        let spin = Motion::NONE.turning_degrees([90.0, 1.0, -360.0, 20.0][case % 4]);
        let spin = spin.about((3.0 * pivot, 4.0 * pivot));
        let hit = a.sweep(&b, &spin, Motion::NONE, Meet::OVERLAP);
        assert_eq!(hit.map(|hit| hit.fraction), Some(0.0), "{k} {pivot} {hit:?}");
    }
}

/// A box that turns by a hundredth of a degree about a far point and comes on slowly.
#[test]
fn a_contact_that_goes_in_is_certain_however_slow() {
    for size in [1.0, 30.0, 100.0_f32] {
        for (speed, part) in [(1e-2, 0.7), (1e-3, 0.1), (1e-3, 0.3), (3e-2, 0.7)] {
            let (own, top) = (at(&rect(size, size * 0.5), 0.0, 0.0), size * (0.5 + speed * part));
            let floor = at(&rect(size * 4.0, 1.0), 0.0, top + 1.0);
            let motion = Motion::by(0.0, size * speed).turning_degrees(0.01);
            let motion = motion.about((size * 3.0, 0.0));
            let hit = own.sweep(&floor, motion, Motion::NONE, Meet::TOUCH).unwrap();
            assert!(hit.certain && hit.latest - hit.fraction < 1e-4, "{size} {speed} {hit:?}");
        }
    }
}

/// A radial segment turns down onto another in its line, which it reaches at the end.
#[test]
fn a_segment_that_only_lies_down_on_another_is_no_certain_crossing() {
    let b = Shape::segment((0.5, 0.0), (3.0, 0.0)).unwrap().place(Affine::IDENTITY).unwrap();
    let a = Shape::segment((0.0, 1.0), (0.0, 2.0)).unwrap().place(Affine::IDENTITY).unwrap();
    let spin = Motion::NONE.turning_degrees(-90.0).about((0.0, 0.0));
    for (p, q, by_p, by_q) in [(&a, &b, &spin, &Motion::NONE), (&b, &a, &Motion::NONE, &spin)] {
        let hit = p.sweep(q, by_p, by_q, Meet::OVERLAP);
        assert!(hit.is_none_or(|hit| !hit.certain), "{hit:?}");
        assert!(p.sweep(q, by_p, by_q, Meet::TOUCH).is_some());
    }
}

#[test]
fn a_ray_from_far_ends_on_the_side_of_a_mesh() {
    // The side is at exactly 0, but the shape has an origin that the start of the ray rounds away.
    let low = power(-20);
    let ring = [(-low, -1.0), (-low, 1.0), (-2.0, 1.0), (-1.0, 0.0), (-2.0, -1.0)];
    let mesh = at(&Shape::polygon(ring).unwrap(), low, 0.0);
    for far in [power(40), power(60)] {
        let hit = mesh.ray((far, 0.25), (-far, 0.0), Inside::Hit);
        assert_eq!(hit.map(|hit| (hit.fraction, hit.normal)), Some((1.0, Vec2::X)));
    }
}

/// Boxes in a square lattice, and how many of them a cast looks at.
#[test]
fn a_cast_looks_at_what_lies_near_its_way_only() {
    let mut world = World::new();
    let small = std::sync::Arc::new(rect(0.1, 0.1));
    for i in -20..20 {
        for j in -20..20 {
            let place = (i as f32 * 2.0 + 1.0, j as f32 * 2.0 + 1.0);
            world.add(Collider::new((), small.clone()).at(place)).unwrap();
        }
    }
    let seen = |cast: &Cast<'_>| {
        let count = Cell::new(0);
        let look = |_: Key, (): &()| {
            count.set(count.get() + 1);
            true
        };
        let found = world.cast_all(cast, &Filter::ANY.only(&look));
        (count.get(), found.len())
    };
    // Between two rows; the second is not exact in `f32`.
    let bar = at(&rect(2.0, 0.5), -30.0, 0.0);
    assert_eq!(seen(&Cast::of(&bar, (60.0, 0.0))), (0, 0));
    let tilted = Motion::by(30.0, 0.0).under(&Motion::by(30.0, 1e-9));
    assert_eq!(seen(&Cast::of(&bar, tilted)), (0, 0));
    // All that lie within the square around the disc of a spin.
    let blade = at(&rect(10.0, 0.5), 0.0, 0.0);
    let spin = Motion::NONE.turning_degrees(360.0);
    assert_eq!(seen(&Cast::of(&blade, &spin)).0, 100);
    let (seen, met) = seen(&Cast::of(&blade, spin.scaling(1.0625, 1.0)));
    assert!(80 < met && seen <= 144, "{seen} {met}");
}

#[test]
fn two_points_never_overlap_on_their_ways() {
    let at = |x: f32| Shape::point((0.0, 0.0)).unwrap().place(Affine::at((x, 0.0))).unwrap();
    let both =
        Shape::compound([-0.5, 0.5].map(|x| (Shape::point((x, 0.0)).unwrap(), Affine::IDENTITY)));
    let both = both.unwrap().place(Affine::at((0.5, 0.0))).unwrap();
    let rules = Meet { stop: Stop::Overlapping, ..Meet::TOUCH };
    for turn in [0.0, 0.5, -0.5, 3.0, -3.0] {
        for (x, way) in
            [(0.0, (1.0, 0.0)), (0.0, (-1.0, 0.0)), (0.0, (0.0, 1.0)), (-1.0, (2.0, 0.0))]
        {
            let by = Motion::by(way.0, way.1).turning(turn).about((3.0, 1.0));
            for other in [at(0.0), both.clone()] {
                let found = at(x).sweep(&other, by.clone(), Motion::NONE, rules);
                let back = other.sweep(&at(x), Motion::NONE, by.clone(), rules);
                assert_eq!((found, back), (None, None), "{turn} {x} {way:?}");
            }
        }
    }
}

#[test]
fn what_is_apart_from_a_one_sided_edge_at_the_start_does_not_straddle_it() {
    // Beyond the end of the deck and across its line, 1.2e-8 away: below the tolerance of this way.
    let deck = Shape::chain([(0.0, 0.0), (4.0, 0.0)], ChainEnds::Open, Sidedness::Left).unwrap();
    let (deck, ball) = (at(&deck, 0.0, 0.0), disc(0.5, -0.4, 0.3));
    assert_eq!(deck.verdict(&ball), Verdict::Separated);
    for degrees in [0.0, 1.0, -1.0, 90.0, -720.0] {
        let up = Motion::by(0.0, 4.0).turning_degrees(degrees);
        let hit = deck.sweep(&ball, up, Motion::NONE, Meet::TOUCH).unwrap();
        assert!(hit.certain && hit.latest < 1e-5, "{degrees} degrees: {hit:?}");
    }
    // What overlaps it there does.
    let ball = disc(0.5, -0.375, 0.3);
    let up = Motion::by(0.0, 4.0).turning_degrees(1.0);
    assert_eq!(deck.sweep(&ball, up, Motion::NONE, Meet::TOUCH), None);
}

#[test]
fn a_segment_that_leaves_the_corner_of_a_hole_runs_along_no_seam() {
    // To the left and the right of the corner lies the area, in different pieces of it.
    let hole = [(-0.5, 0.0), (-1.0, -2.0), (0.5, -3.0), (1.0, -1.0), (0.625, 0.125)];
    let ring = [(-3.0, -5.0), (3.0, -5.0), (3.0, 2.0), (-3.0, 2.0)];
    let frame = at(&Shape::polygon_with_holes(ring, [hole]).unwrap(), 0.0, 0.0);
    let post = at(&Shape::segment((0.625, 0.125), (0.625, -0.75)).unwrap(), 0.0, 0.0);
    assert_eq!(frame.verdict(&post), Verdict::Touching);
    let hit = post.cast(&frame, (0.0, -4.0), Meet::OVERLAP).unwrap();
    assert!(hit.fraction > 0.25, "{hit:?}");
    assert_eq!(post.cast(&frame, (0.0, -0.5), Meet::OVERLAP), None);
    assert_eq!(post.cast(&frame, (0.0, 0.5), Meet::OVERLAP).unwrap().fraction, 0.0);
}

#[test]
fn a_start_overlaps_where_another_part_only_touches() {
    // One arm of the angle is in the box, the other lies on it and goes in more steeply.
    let angle = [(-1.0, -1.0), (0.5, -1.0), (0.5, 2.0), (3.0, 2.0), (3.0, 4.0), (-1.0, 4.0)];
    for (first, mirror) in (0..6).flat_map(|i| (0..8).map(move |m| (i, m))) {
        let image = |(x, y): (f32, f32)| {
            let (x, y) = if mirror & 1 > 0 { (y, x) } else { (x, y) };
            (if mirror & 2 > 0 { -x } else { x }, if mirror & 4 > 0 { -y } else { y })
        };
        let corners = (0..6).map(|i| image(angle[(i + first) % 6]));
        let angle = at(&Shape::polygon(corners).unwrap(), 0.0, 0.0);
        let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(image);
        let square = at(&Shape::polygon(square).unwrap(), 0.0, 0.0);
        let (x, y) = image((0.5, -1.0));
        let rules = Meet { inside: Inside::Skip, ..Meet::OVERLAP };
        let found = (angle.cast(&square, (x, y), rules), square.cast(&angle, (-x, -y), rules));
        assert_eq!(found, (None, None), "from vertex {first}, mirrored by {mirror}");
    }
}

#[test]
fn a_line_along_itself_crosses_the_vertex_of_a_chain() {
    let chain = |last: (f32, f32)| {
        let points = [(1.0, 2.0), (0.0, 0.0), last];
        at(&Shape::chain(points, ChainEnds::Open, Sidedness::Both).unwrap(), 0.0, 0.0)
    };
    let movers = [Shape::segment((-1.0, 0.0), (0.0, 0.0)), Shape::point((0.0, 0.0))];
    for mover in movers.map(|shape| at(&shape.unwrap(), -0.5, 0.0)) {
        for last in [(1.0, -2.0), (-1.0, -2.0)] {
            let hit = mover.cast(&chain(last), (0.75, 0.0), Meet::OVERLAP).unwrap();
            let back = chain(last).cast(&mover, (-0.75, 0.0), Meet::OVERLAP).unwrap();
            assert!(hit.fraction <= 2.0 / 3.0 && 2.0 / 3.0 <= hit.latest, "{hit:?}");
            assert!(hit.latest - hit.fraction < 1e-7 && hit.normal == Vec2::X, "{hit:?}");
            assert_eq!(
                (hit.fraction, hit.latest, hit.normal),
                (back.fraction, back.latest, -back.normal)
            );
        }
        // Both edges lie above.
        assert_eq!(mover.cast(&chain((-1.0, 2.0)), (0.75, 0.0), Meet::OVERLAP), None);
    }
}

#[test]
fn a_corner_that_meets_a_seam_meets_the_wall_whatever_comes_first() {
    let tile = |y: f32| (rect(16.0, 16.0), Affine::at((-144.0, y)));
    for rows in [[-1520.0, -1552.0], [-1552.0, -1520.0]] {
        let wall = Shape::compound(rows.map(tile)).expect("a wall").place(Affine::IDENTITY);
        let wall = wall.expect("placed");
        let hero = at(&rect(7.0, 12.0), -121.0, -1524.0);
        for way in [(-8.0, -8.0), (-8.0, -4.0), (-4.0, -8.0), (-1.0, -64.0)] {
            for rules in [Meet::OVERLAP, Meet::TOUCH] {
                let hit = hero.cast(&wall, Vec2::from(way), rules).expect("it is met");
                assert_eq!(hit.normal, Vec2::new(-1.0, 0.0), "{rows:?} {way:?} {rules:?}");
                let back = wall.cast(&hero, -Vec2::from(way), rules).expect("it is met");
                assert_eq!(back.normal, Vec2::new(1.0, 0.0), "{rows:?} {way:?} {rules:?}");
            }
        }
    }
}

/// A cast searches an outline of many edges part by part, and a compound at once. Both find the same.
#[test]
#[allow(clippy::disallowed_methods, reason = "any outline will do")]
fn a_way_along_many_edges_is_that_along_one_of_two_parts() {
    let ring = |n: u16, turn: f32| {
        (0..n).map(move |i| {
            let angle = f32::from(i) * core::f32::consts::TAU / f32::from(n);
            let reach = 4.0 + 2.0 * (7.0 * angle + turn).sin() + 0.6 * (31.0 * angle).cos();
            (reach * angle.cos(), reach * angle.sin())
        })
    };
    let dot = (Shape::circle(0.01).unwrap(), Affine::at((500.0, 500.0)));
    let movers = [
        Shape::circle(0.3).unwrap(),
        Shape::rect_half((0.4, 0.2)).unwrap(),
        Shape::ellipse((0.5, 0.2)).unwrap(),
    ];
    let mut met = 0;
    for k in 0..600_u16 {
        let turn = f32::from(k) * 0.37;
        let outline = Shape::polygon(ring(150, turn)).unwrap();
        let both = Shape::compound([(outline.clone(), Affine::IDENTITY), dot.clone()]).unwrap();
        let place = Affine::IDENTITY.rotated(0.1 * turn);
        let [one, two] = [outline, both].map(|shape| shape.place(place).unwrap());
        let from = Vec2::new(9.0 * turn.cos(), 9.0 * turn.sin());
        let mover = movers[usize::from(k % 3)].place(Affine::at(from).rotated(turn)).unwrap();
        let way = Vec2::new(-18.0 * (turn + 0.4).cos(), -18.0 * (turn + 0.4).sin());
        let rules = if k % 2 == 0 { Meet::TOUCH } else { Meet::OVERLAP };
        let [one, two] = [&one, &two].map(|other| mover.cast(other, way, rules));
        assert_eq!(one.is_some(), two.is_some(), "{k}");
        let (Some(one), Some(two)) = (one, two) else { continue };
        met += 1;
        assert!((one.fraction - two.fraction).abs() < 1e-6, "{k} {one:?} {two:?}");
        assert!((one.normal - two.normal).length() < 1e-4, "{k} {one:?} {two:?}");
    }
    assert!(met > 300, "{met}");
}
