use alloc::vec::Vec;

use super::*;
use crate::math::Vec2;
use crate::pair::test_shapes::{Random, placed};
use crate::{Affine, Shape, shape::ChainEnds};

type Cells = Vec<[i32; 2]>;

/// The same ground as a grid-like outline and as a compound of squares; y is up.
fn grounds(cells: &Cells, side: f32) -> [Placed; 2] {
    let [columns, rows] = [0, 1].map(|k| cells.iter().map(|c| c[k]).max().unwrap_or(0) + 1);
    let bit = |j, i| u64::from(cells.contains(&[i, j])) << i;
    let words: Vec<u64> = (0..rows).map(|j| (0..columns).map(|i| bit(j, i)).sum()).collect();
    let grid = Shape::grid(columns as u32, rows as u32, (side, side), words).unwrap();
    let tile = |c: &[i32; 2]| {
        let at = Affine::at(((c[0] as f32 + 0.5) * side, (c[1] as f32 + 0.5) * side));
        (Shape::rect_half((0.5 * side, 0.5 * side)).unwrap(), at)
    };
    let tiles = Shape::compound(cells.iter().map(tile)).unwrap();
    [grid, tiles].map(|shape| shape.place(Affine::IDENTITY).unwrap())
}

fn row(columns: i32, height: i32) -> Cells {
    (0..columns).flat_map(|i| (0..height).map(move |j| [i, j])).collect()
}

fn faces(found: &[Contact]) -> Vec<(Vec2, f32)> {
    let rounded = |depth: f32| (depth * 1024.0).round() / 1024.0;
    found.iter().map(|c| (c.normal, rounded(c.depth))).collect()
}

fn heroes() -> [Placed; 2] {
    let capsule = Shape::capsule((0.0, -3.0), (0.0, 3.0), 5.0).unwrap();
    [Shape::rect_half((5.0, 8.0)).unwrap(), capsule].map(|s| s.place(Affine::IDENTITY).unwrap())
}

#[test]
fn a_flat_floor_of_tiles_is_one_contact_everywhere() {
    for ground in grounds(&row(16, 2), 16.0) {
        for hero in heroes() {
            for k in 0..1500 {
                let (x, depth) = (8.0 + 0.16 * k as f32, (k % 64) as f32 / 8.0);
                let found = ground.contacts(&hero.moved((x, 32.0 + 8.0 - depth)));
                assert_eq!(faces(&found), [(Vec2::Y, depth)], "at {x}, {depth} deep");
            }
        }
    }
}

#[test]
fn a_wall_and_its_floor_are_two_contacts() {
    let mut cells = row(12, 2);
    cells.extend((2..6).map(|j| [11, j]));
    for ground in grounds(&cells, 16.0) {
        for hero in heroes() {
            for k in 0..500 {
                let (press, sink) = ((k % 25) as f32 / 8.0, (k / 25) as f32 / 16.0);
                let at = Vec2::new(176.0 - 5.0 + press, 40.0 - sink);
                let mut two = faces(&ground.contacts(&hero.moved(at)));
                let mut back = faces(&hero.moved(at).contacts(&ground));
                for list in [&mut two, &mut back] {
                    list.sort_by(|p, q| p.0.x.abs().total_cmp(&q.0.x.abs()));
                }
                assert_eq!(two, [(Vec2::Y, sink), (-Vec2::X, press)], "{press} {sink}");
                assert_eq!(back, [(-Vec2::Y, sink), (Vec2::X, press)], "{press} {sink}");
            }
        }
    }
}

#[test]
fn a_wall_alone_is_one_contact_at_every_height() {
    for wall in grounds(&row(2, 16), 16.0) {
        for hero in heroes() {
            for k in 0..1000 {
                let (y, press) = (10.0 + 0.23 * k as f32, (k % 30) as f32 / 8.0);
                let found = wall.contacts(&hero.moved((32.0 + 5.0 - press, y)));
                assert_eq!(faces(&found), [(Vec2::X, press)], "at {y}, {press} deep");
            }
        }
    }
}

#[test]
fn a_slope_beside_flat_ground_has_no_wall() {
    let ground =
        Shape::polygon([(0., 0.), (64., 0.), (96., 32.), (160., 32.), (160., -9.), (0., -9.)]);
    let ground = ground.unwrap().place(Affine::IDENTITY).unwrap();
    for hero in heroes() {
        for k in 0..1400 {
            let x = 8.0 + 0.1 * k as f32;
            // On the highest ground under it, a third of a pixel deep.
            let under = |x: f32| (x - 64.0).clamp(0.0, 32.0);
            let mut at = Vec2::new(x, 8.0 + under(x + 5.0) - 0.33);
            if !ground.overlaps(&hero.moved(at)) {
                at.y = 8.0 + under(x) - 0.33;
            }
            let found = ground.contacts(&hero.moved(at));
            assert!(!found.is_empty() || !ground.overlaps(&hero.moved(at)), "at {x}");
            assert!(found.iter().all(|c| c.normal.y > 0.7), "at {x}: {found:?}");
        }
    }
}

#[test]
fn ledges_and_steps_are_what_pushes_least() {
    let ground = &grounds(&row(4, 2), 16.0)[0];
    let [hero, capsule] = heroes();
    // Half over the ledge, and only just.
    let stands = ground.contacts(&hero.moved((64.0, 39.75)));
    assert_eq!(faces(&stands), [(Vec2::Y, 0.25)]);
    // With a wall far away the ledge is concave: a contact in the middle of what lies on it.
    let mut cells = row(4, 2);
    cells.push([0, 2]);
    for ground in grounds(&cells, 16.0) {
        let stands = ground.contacts(&hero.moved((64.0, 39.75)));
        assert_eq!(faces(&stands), [(Vec2::Y, 0.25)]);
        assert_eq!(stands[0].on_a, Vec2::new(61.5, 32.0));
    }
    let slips = ground.contacts(&hero.moved((68.875, 39.75)));
    assert_eq!(faces(&slips), [(Vec2::X, 0.125)]);
    // A round foot rests on the corner.
    let rests = ground.contacts(&capsule.moved((67.0, 39.0)));
    assert_eq!(rests.len(), 1);
    assert!(rests[0].normal.x > 0.5 && rests[0].normal.y > 0.5, "{rests:?}");
    assert_eq!(rests[0].on_a, Vec2::new(64.0, 32.0));
}

#[test]
fn what_lies_wholly_in_the_ground_counts_with_what_stands_out() {
    let mut cells = row(12, 2);
    cells.push([0, 2]);
    let ground = &grounds(&cells, 16.0)[0];
    // A weight hangs under the box, all of it in the ground.
    let (body, weight) = (Shape::rect_half((4.0, 4.0)), Shape::rect_half((2.0, 1.0)));
    let parts = [(body, Affine::at((0.0, 4.0))), (weight, Affine::at((0.0, -4.0)))];
    let buoy = Shape::compound(parts.map(|(shape, at)| (shape.unwrap(), at))).unwrap();
    let buoy = buoy.place(Affine::at((100.0, 31.75))).unwrap();
    assert_eq!(faces(&ground.contacts(&buoy)), [(Vec2::Y, 5.25)]);
}

#[test]
fn a_ceiling_covers_no_floor_under_it() {
    let part = |x, y, half: (f32, f32)| (Shape::rect_half(half).unwrap(), Affine::at((x, y)));
    let hero = Shape::rect_half((1.0, 0.5)).unwrap();
    let hero = hero.place(Affine::at((7.125, 0.4375))).unwrap();
    for height in [1.0, 1.5, 2.0, 3.0] {
        let floor = part(0.0, -5.0, (20.0, 5.0));
        let wall = part(14.0, 5.0, (6.0, 5.0));
        let ceiling = part(-6.0, height + 4.0, (14.0, 4.0));
        let passage = Shape::compound([floor, wall, ceiling]).unwrap();
        let found = passage.place(Affine::IDENTITY).unwrap().contacts(&hero);
        assert_eq!(faces(&found), [(-Vec2::X, 0.125), (Vec2::Y, 0.0625)], "{height}");
    }
}

#[test]
fn a_tip_that_just_reaches_a_side_is_a_contact() {
    // A floor, and a tip over it that points to the right.
    let ground = [(20., -9.), (20., 0.), (-6., 0.), (0., 4.), (-6., 8.), (-20., 8.), (-20., -9.)];
    let ground = Shape::polygon(ground).unwrap().place(Affine::IDENTITY).unwrap();
    let hero = Shape::rect_half((4.0, 8.0)).unwrap().place(Affine::at((4.0, 7.75))).unwrap();
    let found = ground.contacts(&hero);
    assert_eq!(faces(&found), [(Vec2::Y, 0.25), (Vec2::X, 0.0)]);
    assert_eq!(found[1].on_a, Vec2::new(0.0, 4.0));
}

#[test]
fn unions_that_both_hold_a_half_plane_have_contacts() {
    let teeth = (0..9).map(|k| (k as f32, if k % 2 == 0 { 0.0 } else { 4.0 }));
    let comb = Shape::polygon(teeth.chain([(8.0, -4.0), (0.0, -4.0)])).unwrap();
    let left = Shape::half_plane((1.0, 0.0), -100.0).unwrap();
    let right = Shape::half_plane((-1.0, 0.0), -50.0).unwrap();
    let hero = Shape::rect_half((4.0, 4.0)).unwrap();
    let union = |shape, at, plane| {
        let parts = [(shape, Affine::at(at)), (plane, Affine::IDENTITY)];
        Shape::compound(parts).unwrap().place(Affine::IDENTITY).unwrap()
    };
    let (a, b) = (union(comb, (0.0, 0.0), left), union(hero, (4.0, 7.75), right));
    assert_eq!(faces(&a.contacts(&b)), [(Vec2::Y, 0.25)]);
    assert_eq!(faces(&b.contacts(&a)), [(-Vec2::Y, 0.25)]);
}

#[test]
fn one_sided_chains_are_touched_on_their_left() {
    let floor = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0)];
    let floor = Shape::chain(floor, ChainEnds::Open, Sidedness::Left).unwrap();
    let floor = floor.place(Affine::IDENTITY).unwrap();
    for hero in heroes() {
        let two = floor.contacts(&hero.moved((36.0, 7.75)));
        assert_eq!(faces(&two), [(-Vec2::X, 1.0), (Vec2::Y, 0.25)]);
        let below = floor.contacts(&hero.moved((20.0, -7.75)));
        assert!(below.iter().all(|c| c.normal == Vec2::Y), "{below:?}");
    }
}

#[test]
fn convex_pairs_have_the_one_of_contact() {
    let mut random = Random(5);
    for _ in 0..20 {
        let all = placed(&mut random);
        for (name, a) in &all {
            for (other, b) in &all {
                let found = a.contacts(b);
                assert_eq!(found.is_empty(), !a.overlaps(b), "{name} {other}");
                if a.body.is_convex() && b.body.is_convex() {
                    assert_eq!(found, Vec::from_iter(a.contact(b)), "{name} {other}");
                }
                let flipped = b.contacts(a).into_iter().map(|c| Contact {
                    normal: (-DVec2::from(c.normal)).round(),
                    on_a: c.on_b,
                    on_b: c.on_a,
                    ..c
                });
                if name != other {
                    assert_eq!(found, flipped.collect::<Vec<_>>(), "{name} {other}");
                }
            }
        }
    }
}

/// Every contact is what an independent projection makes of its face, and its normal points out.
#[test]
fn contacts_are_faces_of_the_ground_and_as_deep_as_the_shadows() {
    let mut random = Random(23);
    let (mut alike, mut several) = (0, 0);
    for _ in 0..300 {
        let cells: Cells =
            row(8, 8).into_iter().filter(|_| random.within(0.0, 1.0) < 0.6).collect();
        if cells.is_empty() {
            continue;
        }
        let [grid, tiles] = grounds(&cells, 8.0);
        for hero in heroes() {
            for _ in 0..20 {
                let at = Vec2::new(random.within(-4.0, 68.0), random.within(-4.0, 68.0));
                let (hero, found) = (hero.moved(at), grid.contacts(&hero.moved(at)));
                assert_eq!(found.is_empty(), !grid.overlaps(&hero));
                several += usize::from(found.len() > 1);
                let parts = tiles.contacts(&hero);
                alike += usize::from(faces(&parts) == faces(&found));
                if found.len() < 2 {
                    continue;
                }
                for c in &found {
                    let behind = -hero.project((-DVec2::from(c.normal)).round()).max;
                    let top = DVec2::from(c.on_a).dot(DVec2::from(c.normal));
                    assert!((top - f64::from(behind) - f64::from(c.depth)).abs() < 1e-4, "{c:?}");
                    assert!(grid.closest(c.on_a).separation.abs() < 1e-4, "{c:?}");
                    let out = (DVec2::from(c.on_a) + DVec2::from(c.normal) * 1e-3).round();
                    assert!(grid.closest(out).separation > -5e-4, "{c:?} at {at:?}");
                }
            }
        }
    }
    // Deep in the ground a compound of tiles and their grid may choose other faces.
    assert!(several > 3_000 && alike > 10_000, "{several} {alike}");
}
