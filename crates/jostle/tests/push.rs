//! Pushes out of concave shapes, where a first version stopped half way.

use jostle::{
    Affine, Collider, Filter, Placed, Shape, ShapeError, Vec2, Verdict, World,
    shape::{ChainEnds, Sidedness},
};

fn pushed_apart(a: &Placed, b: &Placed) -> bool {
    let Some(contact) = a.contact(b) else { return true };
    let after = a.gap(&b.moved(contact.push_b()));
    after.depth() <= 1e-5 * (contact.depth + 1.0)
}

#[test]
fn a_line_that_crosses_a_holed_arrow_is_pushed_all_the_way_out() -> Result<(), ShapeError> {
    let arrow = [(0.0, -20.0), (14.0, 16.0), (0.0, 8.0), (-14.0, 16.0)];
    let hole = [(-1.0, 0.0), (1.0, 0.0), (0.0, 4.0)];
    let a = Shape::polygon_with_holes(arrow, [hole])?.place(Affine::IDENTITY)?;
    let line =
        Shape::chain([(-3.0, 0.0), (0.0, 2.0), (3.0, 0.0)], ChainEnds::Open, Sidedness::Both)?;
    for x in -24..=24 {
        for y in -24..=24 {
            let b = line.place(Affine::at((x as f32, y as f32)))?;
            assert!(pushed_apart(&a, &b), "{x} {y}");
            assert!(pushed_apart(&b, &a), "{x} {y} swapped");
        }
    }
    Ok(())
}

#[test]
fn combs_are_pushed_out_of_each_other() -> Result<(), ShapeError> {
    let mut outline = vec![(0.0, 0.0), (20.0, 0.0)];
    for tooth in (0..5).rev() {
        let x = 4.0 * tooth as f32;
        outline.extend([(x + 2.0, 9.0), (x + 2.0, 1.0), (x, 1.0), (x, 9.0)]);
    }
    let comb = Shape::polygon(outline)?;
    let a = comb.place(Affine::IDENTITY)?;
    for step in 0..60 {
        let turn = step as f32 * 0.11;
        let b = comb.place(Affine::at((1.0 + 0.3 * step as f32, 4.0)).rotated(turn))?;
        assert!(pushed_apart(&a, &b), "{step}");
        if a.verdict(&b) == Verdict::Overlapping {
            assert!(a.gap(&b).separation < 0.0);
        }
    }
    Ok(())
}

#[test]
fn half_planes_in_a_union_are_left_between_their_normals() -> Result<(), ShapeError> {
    // The wedge x > 0, x + y < 1 is free, and no normal leads into it.
    let left = Shape::half_plane((0.5, 0.0), 0.0)?;
    let above = Shape::half_plane((-23.5, -23.499_998), -23.5)?;
    let disc = Shape::circle(23.5)?;
    let parts = [left, above, disc].map(|s| (s, Affine::IDENTITY));
    let a = Shape::compound(parts)?.place(Affine::IDENTITY)?;
    for b in [Shape::point((0.0, 31.0))?, Shape::rect_half((3.0, 1.0))?, Shape::circle(40.0)?] {
        for (x, y) in [(0.0, 0.0), (-50.0, 3.0), (7.0, 90.0)] {
            let b = b.place(Affine::at((x, y)))?;
            assert!(a.contact(&b).is_some_and(|c| c.depth.is_finite()), "{x} {y}");
            assert!(pushed_apart(&a, &b) && pushed_apart(&b, &a), "{x} {y}");
        }
    }
    Ok(())
}

#[test]
fn between_two_half_planes_the_way_leads_past_what_stands_there() -> Result<(), ShapeError> {
    // A corridor 10 wide with a wall across it: only a way in and along it separates.
    let parts = [
        Shape::half_plane((0.0, 1.0), 0.0)?,
        Shape::half_plane((0.0, -1.0), -10.0)?,
        Shape::rect_half_at((0.0, 5.0), (20.0, 5.0), jostle::Rot::IDENTITY)?,
    ];
    let a = Shape::compound(parts.map(|s| (s, Affine::IDENTITY)))?;
    for turn in [0.0_f32, 0.3, 1.1] {
        let a = a.place(Affine::IDENTITY.rotated(turn))?;
        for y in [-3.0, 0.0, 4.0, 9.0, 12.0] {
            let b = Shape::circle(4.0)?.place(Affine::at((1.0, y)))?;
            assert!(a.contact(&b).is_some_and(|c| c.depth.is_finite()), "{turn} {y}");
            assert!(pushed_apart(&a, &b) && pushed_apart(&b, &a), "{turn} {y}");
            // Too wide for the corridor.
            let b = Shape::circle(5.5)?.place(Affine::at((1.0, y)))?;
            assert!(a.contact(&b).is_some_and(|c| c.depth.is_infinite()), "{turn} {y}");
        }
    }
    Ok(())
}

#[test]
fn a_pocket_between_three_half_planes_is_found() -> Result<(), ShapeError> {
    let parts = [
        Shape::half_plane((0.0, 1.0), 0.0)?,
        Shape::half_plane((3.0, -4.0), -20.0)?,
        Shape::half_plane((-3.0, -4.0), -20.0)?,
    ];
    let a = Shape::compound(parts.map(|s| (s, Affine::IDENTITY)))?.place(Affine::IDENTITY)?;
    for (x, y) in [(0.0, 0.0), (9.0, 2.0), (-4.0, 7.0), (0.0, 30.0)] {
        let b = Shape::circle(1.0)?.place(Affine::at((x, y)))?;
        assert!(a.contact(&b).is_some_and(|c| c.depth.is_finite()), "{x} {y}");
        assert!(pushed_apart(&a, &b), "{x} {y}");
        let b = Shape::circle(2.5)?.place(Affine::at((x, y)))?;
        assert!(a.contact(&b).is_some_and(|c| c.depth.is_infinite()), "{x} {y}");
    }
    Ok(())
}

#[test]
fn a_half_plane_with_a_short_normal_keeps_its_digits_in_a_union() -> Result<(), ShapeError> {
    let plane = Shape::half_plane((0.0, f32::MIN_POSITIVE), 0.0)?;
    let point = Shape::point((3.36e-7, 3.28e-7))?;
    let a = Shape::compound([plane, point].map(|s| (s, Affine::IDENTITY)))?;
    let a = a.place(Affine::IDENTITY)?;
    let grain =
        Shape::ellipse_at((5.7397e-41, 0.0), (0.0, 2.775_557_6e-17), jostle::Rot::IDENTITY)?;
    let b = grain.place(Affine::at((0.0, -5.375_081_3e-32)))?;
    let push = a.contact(&b).map(|c| c.push_b());
    assert!(push.is_some_and(|p| p.y > 2.7e-17), "{push:?}");
    Ok(())
}

#[test]
fn one_sided_chains_are_left_behind() -> Result<(), ShapeError> {
    let left = |points: &[(f32, f32)], ends| {
        Shape::chain(points.iter().copied(), ends, Sidedness::Left)?.place(Affine::IDENTITY)
    };
    let folded = left(&[(24.5, -0.5), (-0.5, -0.5), (19.5, 0.0), (0.0, 0.0)], ChainEnds::Closed)?;
    let spike = [(-0.5, -1.0), (-0.5, -0.5), (52.5, -0.5), (3.5, 0.0), (0.0, 0.0)];
    let point = Shape::point((0.25, 0.25))?.place(Affine::IDENTITY)?;
    let wedge =
        Shape::polygon([(-31.0, 0.0), (10.5, -31.0), (0.0, 0.0)])?.place(Affine::IDENTITY)?;
    let bent = [(-0.5, -0.5), (-0.5, 0.0), (0.0, 0.0), (-2.0, -16.5), (0.0, 0.0)];
    let open = [(0.0, -56.0), (0.0, 0.0), (0.0, -18.0), (-18.0, 0.0)];
    let pill = Shape::rect_half((22.0, 0.0))?.with_radius(17.5)?.place(Affine::at((0.0, 17.5)))?;
    let line = [(-31.0, -31.0), (-31.0, -29.0), (21.5, 0.0)];
    let line = Shape::chain(line, ChainEnds::Open, Sidedness::Both)?.place(Affine::IDENTITY)?;
    let low = left(&[(-31.0, -31.0), (-17.0, -2.0), (-16.5, 0.0)], ChainEnds::Open)?;
    for (a, b) in [
        (&folded, &folded),
        (&left(&spike, ChainEnds::Closed)?, &point),
        (&wedge, &left(&bent, ChainEnds::Closed)?),
        (&left(&open, ChainEnds::Open)?, &pill),
        (&line, &low),
    ] {
        assert!(a.contact(b).is_none_or(|c| c.depth.is_finite()));
        assert!(pushed_apart(a, b) && pushed_apart(b, a), "{a:?} {b:?}");
    }
    Ok(())
}

#[test]
fn folded_outlines_are_pushed_out_of_their_copies() -> Result<(), ShapeError> {
    let outline = [
        (1e-45, 0.0),
        (63.0, 0.5),
        (0.0, 0.0),
        (0.0, 20.5),
        (-0.5, 0.500_000_8),
        (-31.5, -3.457_069_4e-6),
        (0.0, -0.5),
        (20.5, -3.337_86e-6),
        (0.0, -27.0),
        (0.0, 0.0),
        (-1.251_697_5e-6, 0.5),
        (-28.0, 0.0),
        (1e-45, 0.0),
        (0.0, 0.0),
        (0.0, -28.5),
        (0.0, 0.0),
    ];
    let Ok(shape) = Shape::polygon(outline) else { return Ok(()) };
    let a = shape.place(Affine::IDENTITY)?;
    assert!(pushed_apart(&a, &a));
    Ok(())
}

#[test]
fn a_line_on_the_seam_of_two_pieces_is_in_the_interior() -> Result<(), ShapeError> {
    // The frame falls into pieces along its diagonals, and one side of the line lies on one.
    let corners = |s: f32| [(-s, -s), (s, -s), (s, s), (-s, s)];
    let a = Shape::polygon_with_holes(corners(1.0), [corners(0.25)])?.place(Affine::IDENTITY)?;
    let line = [(0.140625, -0.75), (-0.625, 0.984375), (0.8125, -0.453125)];
    let b = Shape::chain(line, ChainEnds::Open, Sidedness::Both)?
        .place(Affine::at((-0.375, 0.015625)))?;
    assert!(pushed_apart(&a, &b) && pushed_apart(&b, &a));
    let point = Shape::point((0.0, 0.0))?;
    for step in 1..60 {
        let at = step as f32 / 64.0;
        for (x, y) in [(at, at), (-at, at), (at, -at), (-at, -at), (at, 0.25), (-0.25, at)] {
            assert!(pushed_apart(&a, &point.place(Affine::at((x, y)))?), "{x} {y}");
        }
    }
    Ok(())
}

#[test]
fn a_rounded_push_into_a_notch_leaves_no_more_than_its_rounding() -> Result<(), ShapeError> {
    let mut rows = [0xFF00_u64; 16];
    (rows[0], rows[1]) = (0xFFFF, 0x318C);
    let a = Shape::mask(16, 16, rows)?.place(Affine::IDENTITY)?;
    let b = a.moved((13.999_999, 0.999_999_94));
    for gap in [a.gap(&b), b.gap(&a)] {
        assert!(gap.depth() > 0.0 && gap.depth() < 2e-6, "{gap:?}");
    }
    assert!(pushed_apart(&a, &a));
    Ok(())
}

#[test]
fn a_rounded_push_that_lays_a_spike_along_a_side_leaves_no_more_than_its_rounding()
-> Result<(), ShapeError> {
    let ring =
        [(0.0, 0.5), (16.0, 0.0), (1.0, 0.0), (-0.5, 0.0), (-0.5, -0.5), (-0.5, 22.0), (0.0, 0.0)];
    let a = Shape::polygon(ring)?.place(Affine::IDENTITY)?;
    let push = a.contact(&a).unwrap().push_b();
    let rest = a.gap(&a.moved(push)).depth();
    assert!(rest < 1e-6, "{push:?} leaves {rest}");
    Ok(())
}

#[test]
fn hairs_are_not_pushed_by_less_than_rounding() -> Result<(), ShapeError> {
    let outline = [(1e-45, 26.5), (-1e-45, 0.0), (42.5, -1e-45), (-26.5, 0.0), (0.0, 0.0)];
    let a = Shape::polygon(outline)?.place(Affine::IDENTITY)?;
    assert!(pushed_apart(&a, &a), "{:?}", a.gap(&a));
    Ok(())
}

#[test]
fn a_part_of_a_compound_cannot_lie_at_infinity() -> Result<(), ShapeError> {
    let map = Affine::from_matrix([1.0, 0.0, 0.0, 1.0, f32::INFINITY, 0.0]);
    let error = Shape::compound([(Shape::circle(1.0)?, map)]).unwrap_err();
    assert_eq!(error.to_string(), "parts[0].tx is inf, which is not a finite number");
    Ok(())
}

/// Gravity pulls him down and he walks into the wall; contacts alone move him out.
#[test]
fn a_hero_that_leans_on_a_wall_is_grounded_in_60_of_60_frames() {
    // A floor of two rows and a wall of three cells to the right; y is down.
    let rows = [1 << 11, 1 << 11, 1 << 11, 0xfff, 0xfff];
    let level = Shape::grid(12, 5, (16.0, 16.0), rows).unwrap();
    for shape in [Shape::rect_half((5.0, 8.0)), Shape::capsule((0.0, -3.0), (0.0, 3.0), 5.0)] {
        let mut world = World::new();
        let key = world.add(Collider::new((), level.clone())).unwrap();
        let mut hero = shape.unwrap().place(Affine::at((120.0, 40.0))).unwrap();
        let (mut grounded, mut leaning) = (0, 0);
        for _ in 0..60 {
            hero = hero.moved((2.0, 0.33));
            let found = world.contacts_of(&hero, &Filter::ANY);
            assert!(found.iter().all(|(collider, c)| *collider == key && c.depth > 0.0));
            grounded += u32::from(found.iter().any(|(_, c)| c.normal == Vec2::Y));
            leaning += u32::from(found.len() == 2 && found[0].1.normal == Vec2::X);
            for (_, contact) in found {
                hero = hero.moved(contact.push_a());
            }
        }
        assert_eq!(grounded, 60);
        assert!((30..36).contains(&leaning), "{leaning}");
    }
}

#[test]
fn a_box_leaves_a_round_corner_on_the_shortest_way() -> Result<(), ShapeError> {
    let hook = [(0., 0.), (12., 0.), (12., 4.), (4., 4.), (4., 12.), (0., 12.)];
    let a = Shape::polygon(hook)?.with_radius(1.0)?.place(Affine::IDENTITY)?;
    // The round corner around (12, 4), entered by a corner of the box at an angle.
    for (x, y) in [(0.5, 0.5), (0.2, 0.7), (0.75, 0.3), (0.1, 0.85), (0.6, 0.44)] {
        let b = Shape::rect_half((4.0, 4.0))?.place(Affine::at((16.0 + x, 8.0 + y)))?;
        let contact = a.contact(&b).expect("they overlap");
        let depth = 1.0 - (x * x + y * y).sqrt();
        assert!((contact.depth - depth).abs() < 1e-5, "{x} {y}: {contact:?}");
    }
    Ok(())
}

#[test]
fn the_points_of_a_push_lie_on_both_shapes() -> Result<(), ShapeError> {
    let ring =
        |x: f32, y: f32| [(x, y), (x + 9., y), (x + 9., y + 2.), (x + 2., y + 2.), (x, y + 9.)];
    let walls = |normal, offset| {
        let wall = Shape::half_plane(normal, offset)?;
        let tooth = Shape::polygon(ring(1.0, 3.0))?;
        Shape::compound([wall, tooth].map(|shape| (shape, Affine::IDENTITY)))
    };
    let capsule = Shape::capsule((-2.0, 0.0), (3.0, 1.0), 1.5)?;
    let outline = Shape::polygon(ring(-3.0, -4.0))?;
    // More parts than the walls have come second in the search.
    let all = [(&capsule, 0.0), (&outline, 0.0), (&capsule, 4.0)];
    let all = all.map(|(shape, y)| (shape.clone(), Affine::at((0.0, y))));
    let all = Shape::compound(all)?;
    let (mut count, mut off) = (0, 0);
    for turn in 0..24 {
        let u = Affine::IDENTITY.rotated(turn as f32 * 0.2618);
        let a = walls((u.a, u.b), 1.5)?.place(Affine::IDENTITY)?;
        for b in [&capsule, &outline, &all] {
            for k in 0..20 {
                let at = (5.0 - 0.7 * k as f32, 0.5 * k as f32 - 3.0);
                let b = b.place(Affine::at(at).rotated(0.37 * k as f32))?;
                for (a, b) in [(&a, &b), (&b, &a)] {
                    let Some(contact) = a.contact(b) else { continue };
                    assert!(pushed_apart(a, b), "{turn} {k}: {contact:?}");
                    count += 1;
                    let [on_a, on_b] = [a.closest(contact.on_a), b.closest(contact.on_b)];
                    off += u32::from(on_a.separation > 1e-4 || on_b.separation > 1e-4);
                }
            }
        }
    }
    assert!(count > 500 && off == 0, "{off} of {count}");
    Ok(())
}
