use alloc::vec;
use alloc::vec::Vec;

use core::marker::PhantomData;

use crate::math::simd::{WIDTH, for_each_backend};
use crate::pair::batch::columns::Row;
use crate::pair::batch::dispatch::{Contacts, Pairs, classify_pairs};
use crate::pair::batch::formulas::{CHUNK, FormulaKernel};
use crate::pair::batch::{HitMask, ShapeBatch};
use crate::pair::class::CoreClass;
use crate::pair::filter::formulas::{
    OctagonLayout, PairFormula, PointLayout, Points, Polygons, QuadLayout, RectAndPoint,
    RectLayout, Rects, SegmentLayout,
};
use crate::pair::sat8::polygons::PolygonFormula;
use crate::pair::sat8::{CONTACT_NUMBERS, closed_forms};
use crate::pair::test_shapes::{Random, kinds};
use crate::{Affine, Contact, Placed, Rot, Shape, Vec2};

/// Shapes of one class, sizes about 1.
fn of_class(class: CoreClass, random: &mut Random) -> Shape {
    let size = random.within(0.1, 1.0);
    let other = random.within(0.1, 1.0);
    match class {
        CoreClass::Point => Shape::circle(size),
        CoreClass::Rect => Shape::rect_half((size, other)),
        CoreClass::Segment => Shape::capsule((-size, 0.0), (size, other), 0.3),
        CoreClass::Quad => Shape::triangle((-size, -other), (size, 0.0), (0.0, other)),
        CoreClass::Octagon => {
            let corner = |i: u8| Rot::from_degrees(f32::from(i) * 51.0);
            let at = |i| Vec2::new(corner(i).cos * size, corner(i).sin * other);
            Shape::polygon([0, 1, 2, 3, 4, 5, 6].map(at))
        }
        CoreClass::Other => Shape::ellipse((size, other)),
    }
    .unwrap()
}

fn crowd(random: &mut Random, count: usize, class: impl Fn(usize) -> CoreClass) -> Vec<Placed> {
    let one = |i| {
        let class = class(i);
        let shape = of_class(class, random);
        shape.place(random.affine()).unwrap()
    };
    (0..count).map(one).collect()
}

/// A row of numbers that are nasty together: exactly touching, overflowing, underflowing ones.
fn nasty<const COLUMNS: usize>(random: &mut Random) -> [[Row; COLUMNS]; 4] {
    let odd = [0.0, 1.0, -1.0, 0.5, 2.0, 1e-30, 1e-45, 1e30, 3e38];
    let mut one = |_| match random.next() % 3 {
        0 => random.within(-1.0, 1.0),
        _ => odd[random.next() as usize % odd.len()],
    };
    [(); 4].map(|()| [(); COLUMNS].map(|()| Row([(); WIDTH].map(&mut one))))
}

fn same_in_every_facade<F: PairFormula<A, B, 0>, const A: usize, const B: usize>() {
    let mut random = Random(5);
    for _ in 0..50 {
        let (a, b) = (nasty::<A>(&mut random), nasty::<B>(&mut random));
        let (a, b) = (a.as_flattened(), b.as_flattened());
        let formula = PhantomData;
        let ways = for_each_backend(|| FormulaKernel::<F, A, B, 0> { a, b, out: &mut [], formula });
        assert!(ways.iter().all(|way| *way == ways[0]));
    }
}

#[test]
fn every_facade_is_sure_of_the_same() {
    same_in_every_facade::<Points, 3, 3>();
    same_in_every_facade::<RectAndPoint, 6, 3>();
    same_in_every_facade::<Rects, 6, 6>();
    same_in_every_facade::<Polygons<QuadLayout, PointLayout, 4, 1>, 11, 3>();
    same_in_every_facade::<Polygons<OctagonLayout, RectLayout, 8, 4>, 19, 6>();
    same_in_every_facade::<Polygons<SegmentLayout, SegmentLayout, 2, 2>, 9, 9>();
    same_in_every_facade::<Polygons<QuadLayout, SegmentLayout, 4, 2>, 11, 9>();
}

fn same_contacts_in_every_facade<F, const A: usize, const B: usize>()
where
    F: PairFormula<A, B, CONTACT_NUMBERS>,
{
    let mut random = Random(5);
    let mut met = 0;
    for turn in 0..400 {
        let (mut a, mut b) = (nasty::<A>(&mut random), nasty::<B>(&mut random));
        if turn % 2 == 0 {
            let mut tame = |row: &mut Row| row.0 = row.0.map(|_| random.within(0.1, 1.0));
            a.as_flattened_mut().iter_mut().for_each(&mut tame);
            b.as_flattened_mut().iter_mut().for_each(&mut tame);
        }
        let mut rooms = [[[Row::ZERO; CONTACT_NUMBERS]; 4]; 4];
        let mut all = rooms.iter_mut();
        let ways = for_each_backend(|| FormulaKernel::<F, A, B, CONTACT_NUMBERS> {
            a: a.as_flattened(),
            b: b.as_flattened(),
            out: all.next().unwrap().as_flattened_mut(),
            formula: PhantomData,
        });
        assert!(ways.iter().all(|way| *way == ways[0]));
        for pair in 0..4 * WIDTH {
            if ways[0].overlapping[0] >> pair & 1 == 1 {
                let of = |room: &[[Row; CONTACT_NUMBERS]; 4]| {
                    room[pair / WIDTH].map(|row| row.0[pair % WIDTH].to_bits())
                };
                assert!(rooms[..ways.len()].iter().all(|room| of(room) == of(&rooms[0])));
                met += 1;
            }
        }
    }
    assert!(met > 1000, "{met}");
}

#[test]
fn every_facade_finds_the_same_contacts() {
    same_contacts_in_every_facade::<closed_forms::Points, 3, 3>();
    same_contacts_in_every_facade::<closed_forms::RectAndPoint, 6, 3>();
    same_contacts_in_every_facade::<closed_forms::Rects, 6, 6>();
    same_contacts_in_every_facade::<closed_forms::PointAndSegment, 3, 9>();
    same_contacts_in_every_facade::<closed_forms::Segments, 9, 9>();
    same_contacts_in_every_facade::<PolygonFormula<PointLayout, QuadLayout, 1, 4>, 3, 11>();
    same_contacts_in_every_facade::<PolygonFormula<SegmentLayout, QuadLayout, 2, 4>, 9, 11>();
    same_contacts_in_every_facade::<PolygonFormula<QuadLayout, RectLayout, 4, 4>, 11, 6>();
}

#[test]
fn nearly_equal_shapes_have_the_contacts_of_single_questions() {
    let shapes =
        [Shape::rect_half((1.0, 1.0)), Shape::circle(1.0), Shape::rect_half((1.0, 1.000_000_1))];
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for at in [0.0, 1.0, -1000.3, 3e7] {
        for off in [0.0, 1e-9, 1e-7, 1e-6, -1e-6, 1e-4, -1e-3, 2.0] {
            for turn in [0.0, 90.0, 30.0] {
                for i in 0..9 {
                    let rot = Rot::from_degrees(turn);
                    let [p, q] = [i % 3, i / 3].map(|i: usize| shapes[i].clone().unwrap());
                    a.push(p.place(Affine::at(at, 0.0).rotated_by(rot)).unwrap());
                    b.push(q.place(Affine::at(at + at * off, off).rotated_by(rot)).unwrap());
                }
            }
        }
    }
    compare(&a, &b);
    compare(&b, &a);
}

/// Where both axes of one are as good, or those of both.
#[test]
fn rectangles_on_a_grid_have_the_contacts_of_single_questions() {
    let mut random = Random(8);
    let mut row = |turn: f32, count: usize| -> Vec<Placed> {
        let mut step = |reach: f32| (random.within(-reach, reach) * 4.0).round() / 4.0;
        let mut one = || {
            let half = (step(1.0).abs() + 0.25, step(1.0).abs() + 0.25);
            let turn = turn + 90.0 * step(2.0).round();
            let at = Affine::at(step(2.0), step(2.0)).rotated_by(Rot::from_degrees(turn));
            Shape::rect_half(half).unwrap().place(at).unwrap()
        };
        (0..count).map(|_| one()).collect()
    };
    for (p, q) in [(0.0, 0.0), (0.0, 45.0), (30.0, 30.0), (17.3, 62.3), (0.0, 1e-6), (12.0, 55.0)] {
        compare(&row(p, 4000), &row(q, 4000));
    }
}

#[test]
fn exactly_touching_and_extreme_shapes_answer_as_single_questions_do() {
    let mut all = Vec::new();
    for i in 0..96 {
        let scale = [1.0, 1e-30, 1e30, 3e38][i / 24];
        let shapes = [
            Shape::rect_half((1.0, 1.0)),
            Shape::circle(1.0),
            Shape::triangle((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),
        ];
        let at = Affine::at((i % 4) as f32 * scale, (i % 3) as f32 * scale);
        let small = scale.min(1e37);
        all.extend(shapes[i % 3].clone().unwrap().place(at.scaled(small, small)));
    }
    for shift in 0..all.len() {
        let turned: Vec<Placed> = all[shift..].iter().chain(&all[..shift]).cloned().collect();
        compare(&all, &turned);
    }
}

/// The numbers stand in the head of the filter's file.
#[test]
fn fewer_than_one_random_pair_in_ten_thousand_is_in_doubt() {
    const PAIRS: usize = 65_536;
    for (i, of_a) in CoreClass::ALL.iter().enumerate().take(5) {
        for of_b in &CoreClass::ALL[..=i] {
            let mut random = Random(i as u64);
            let mut side = |class| crowd(&mut random, PAIRS, |_| class);
            let (a, b) = (side(*of_a), side(*of_b));
            let (a, b) = (ShapeBatch::new(&a), ShapeBatch::new(&b));
            assert_eq!((a.uniform, b.uniform), (Some(*of_a), Some(*of_b)));
            let doubts = |contacts: bool| -> u32 {
                let mut room = Contacts::NONE;
                Pairs::Zip { first: 0, len: PAIRS }
                    .chunks()
                    .map(|chunk| classify_pairs(&a, &b, chunk, contacts.then_some(&mut room)))
                    .flat_map(|s| s.separated.into_iter().zip(s.overlapping))
                    .map(|(separated, overlapping)| (separated | overlapping).count_zeros())
                    .sum()
            };
            assert!(doubts(false) <= 2, "{of_a:?} {of_b:?} {}", doubts(false));
            // Contacts of others are asked one by one, of all that are not surely apart.
            assert!(i >= 2 || doubts(true) <= 2, "{of_a:?} {of_b:?} {}", doubts(true));
        }
    }
}

fn bits(contact: &Contact) -> [u32; 9] {
    let Contact { normal: n, depth, point: p, on_a: a, on_b: b } = *contact;
    [n.x, n.y, depth, p.x, p.y, a.x, a.y, b.x, b.y].map(f32::to_bits)
}

/// Asks the same of columns and of one pair after the other.
fn compare(a: &[Placed], b: &[Placed]) {
    let (mut hits, mut found) = (HitMask::new(), vec![]);
    let (columns, others) = (ShapeBatch::new(a), ShapeBatch::new(b));
    columns.overlaps_zip(&others, &mut hits);
    let one_by_one = || a.iter().zip(b).enumerate();
    assert_eq!(hits.len(), a.len().min(b.len()));
    assert!(one_by_one().all(|(i, (a, b))| hits.get(i) == a.overlaps(b)));
    columns.overlaps_interior_zip(&others, &mut hits);
    assert!(one_by_one().all(|(i, (a, b))| hits.get(i) == a.overlaps_interior(b)));
    columns.contacts_zip(&others, &mut found);
    let contacts: Vec<_> =
        one_by_one().filter_map(|(i, (a, b))| Some((i as u32, a.contact(b)?))).collect();
    assert_eq!(found, contacts);
    // Down to the signs of zeros.
    assert!(found.iter().zip(&contacts).all(|(p, q)| bits(&p.1) == bits(&q.1)));
}

#[test]
fn batches_of_all_kinds_answer_as_single_questions_do() {
    let (kinds, mut random) = (kinds(), Random(1));
    for turn in 0..kinds.len() {
        let mut place = |i: usize| kinds[i % kinds.len()].1.place(random.affine()).unwrap();
        let a: Vec<Placed> = (0..300).map(&mut place).collect();
        let b: Vec<Placed> = (turn..turn + 270).map(&mut place).collect();
        compare(&a, &b);
    }
    for class in CoreClass::ALL {
        let mut of = |count| crowd(&mut random, count, |_| class);
        compare(&of(CHUNK + 3), &of(CHUNK + 70));
    }
}

#[test]
fn pairs_by_number_answer_as_single_questions_do() {
    let mut random = Random(2);
    let all = crowd(&mut random, 500, |i| CoreClass::ALL[i * i % CoreClass::COUNT]);
    let pairs: Vec<[u32; 2]> =
        (0..5000).map(|_| [random.next() as u32 % 500, random.next() as u32 % 500]).collect();
    let (columns, mut hits, mut found) = (ShapeBatch::new(&all), HitMask::new(), vec![]);
    columns.overlaps_pairs(&pairs, &mut hits).unwrap();
    let shapes = |[i, j]: [u32; 2]| (&all[i as usize], &all[j as usize]);
    for (at, pair) in pairs.iter().enumerate() {
        let (a, b) = shapes(*pair);
        assert_eq!(hits.get(at), a.overlaps(b), "{pair:?}");
    }
    columns.contacts_pairs(&pairs, &mut found).unwrap();
    assert!(found.is_sorted_by_key(|(at, _)| *at));
    assert_eq!(found.len(), hits.count());
    for (at, contact) in found {
        let (a, b) = shapes(pairs[at as usize]);
        assert_eq!(Some(contact), a.contact(b));
    }
}

#[test]
fn empty_places_overlap_nothing_and_missing_shapes_are_named() {
    let ball = Shape::circle(1.0).unwrap().place(Affine::IDENTITY).unwrap();
    let columns = ShapeBatch::default().refill([Some(&ball), None, Some(&ball)]);
    let mut hits = HitMask::new();
    columns.overlaps_pairs(&[[0, 1], [1, 1], [2, 0]], &mut hits).unwrap();
    assert_eq!(hits.ones().collect::<Vec<_>>(), [2]);
    let error = columns.overlaps_pairs(&[[0, 1], [2, 3]], &mut hits).unwrap_err();
    assert_eq!((error.pair, error.shape, error.len), (1, 3, 3));
}

#[test]
fn refilled_columns_use_their_room_again() {
    let ball = Shape::circle(1.0).unwrap().place(Affine::IDENTITY).unwrap();
    let columns = ShapeBatch::default().refill([Some(&ball); 100]);
    let room = (columns.shapes.capacity(), columns.refs.capacity());
    let columns = columns.refill([Some(&ball); 50]);
    assert_eq!((columns.shapes.capacity(), columns.refs.capacity()), room);
}
