use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::math::simd::{WIDTH, for_each_backend};
use crate::pair::batch::formulas::FormulaKernel;
use crate::pair::batch::rows::Row;
use crate::pair::batch::{GroupResult, PairClass};
use crate::pair::class::CoreClass;
use crate::pair::filter::single::classify;
use crate::pair::query::Gap;
use crate::pair::sat8::formulas::{
    PointLayout, PolygonFormula, QuadLayout, RectLayout, SegmentLayout,
};
use crate::pair::sat8::{CONTACT_NUMBERS, ContactFormula, formulas};
use crate::pair::test_shapes::Random;
use crate::shape::Body;
use crate::{Affine, Placed, Rot, Shape, Vec2};

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

/// A row of numbers that are nasty together: exactly touching, overflowing, underflowing ones.
fn nasty<const COLUMNS: usize>(random: &mut Random) -> [Row; COLUMNS] {
    let odd = [0.0, 1.0, -1.0, 0.5, 2.0, 1e-30, 1e-45, 1e30, 3e38];
    let mut one = |_| match random.next() % 3 {
        0 => random.within(-1.0, 1.0),
        _ => odd[random.next() as usize % odd.len()],
    };
    [(); COLUMNS].map(|()| Row([(); WIDTH].map(&mut one)))
}

fn same_contacts_in_every_facade<F, const A: usize, const B: usize>()
where
    F: ContactFormula<A, B>,
{
    let mut random = Random(5);
    let mut met = 0;
    for turn in 0..1600 {
        let (mut a, mut b) = (nasty::<A>(&mut random), nasty::<B>(&mut random));
        if turn % 2 == 0 {
            let mut tame = |row: &mut Row| row.0 = row.0.map(|_| random.within(0.1, 1.0));
            a.iter_mut().for_each(&mut tame);
            b.iter_mut().for_each(&mut tame);
        }
        let mut rooms = [[Row::ZERO; CONTACT_NUMBERS]; 4];
        let mut all = rooms.iter_mut();
        let ways = for_each_backend(|| FormulaKernel::<F, A, B> {
            a: &a,
            b: &b,
            out: all.next().unwrap(),
            formula: PhantomData,
        });
        assert!(ways.iter().all(|way| *way == ways[0]));
        for lane in (0..WIDTH).filter(|lane| ways[0].overlapping >> lane & 1 == 1) {
            let of = |room: &[Row; CONTACT_NUMBERS]| room.map(|row| row.0[lane].to_bits());
            assert!(rooms[..ways.len()].iter().all(|room| of(room) == of(&rooms[0])));
            met += 1;
        }
    }
    assert!(met > 1000, "{met}");
}

#[test]
fn every_facade_finds_the_same_contacts() {
    same_contacts_in_every_facade::<formulas::Points, 3, 3>();
    same_contacts_in_every_facade::<formulas::PointAndRect, 3, 6>();
    same_contacts_in_every_facade::<formulas::Rects, 6, 6>();
    same_contacts_in_every_facade::<formulas::PointAndSegment, 3, 7>();
    same_contacts_in_every_facade::<formulas::Segments, 7, 7>();
    same_contacts_in_every_facade::<PolygonFormula<PointLayout, QuadLayout, 1, 4>, 3, 11>();
    same_contacts_in_every_facade::<PolygonFormula<SegmentLayout, QuadLayout, 2, 4>, 7, 11>();
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
                    a.push(p.place(Affine::at((at, 0.0)).rotated_by(rot)).unwrap());
                    b.push(q.place(Affine::at((at + at * off, off)).rotated_by(rot)).unwrap());
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
            let at = Affine::at((step(2.0), step(2.0))).rotated_by(Rot::from_degrees(turn));
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
        let at = Affine::at(((i % 4) as f32 * scale, (i % 3) as f32 * scale));
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
    let mut served = 0;
    for (i, of_a) in CoreClass::ALL.iter().enumerate().take(5) {
        for of_b in &CoreClass::ALL[..=i] {
            let mut random = Random(i as u64);
            let mut side = |class: CoreClass| -> Vec<Placed> {
                let mut one = || of_class(class, &mut random).place(random.affine()).unwrap();
                (0..65_536).map(|_| one()).collect()
            };
            let (a, b) = (side(*of_a), side(*of_b));
            let mut decided = 0;
            for (a, b) in a.iter().zip(&b) {
                let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { panic!("{a:?}") };
                assert_eq!([CoreClass::new(p), CoreClass::new(q)], [*of_a, *of_b]);
                decided += usize::from(classify(p, q).is_some());
            }
            let is_served = decided + 2 >= a.len();
            served += usize::from(is_served);
            assert!(is_served || *of_b != CoreClass::Point, "{of_a:?} and points");
        }
    }
    // All but rounded polygons, and segments with polygons.
    assert!(served >= 9, "{served}");
}

/// Compares the certain results of groups of eight pairs with single questions, down to the signs
/// of zeros.
fn compare(a: &[Placed], b: &[Placed]) {
    let mut waiting: [Vec<[&Placed; 2]>; PairClass::COUNT] = Default::default();
    for (a, b) in a.iter().zip(b) {
        let group = PairClass::of(a, b);
        let of_group = &mut waiting[group.index()];
        of_group.push([a, b]);
        if of_group.len() == WIDTH {
            let pairs = core::mem::take(of_group);
            let mut results = GroupResult::NONE;
            group.compute(&pairs.iter().copied().map(Some).collect::<Vec<_>>(), &mut results);
            let mut gaps = [None; WIDTH];
            results.overlapping().for_each(|(lane, gap)| gaps[lane] = Some(gap));
            let unsure: Vec<usize> = results.unsure(WIDTH).collect();
            for (lane, [a, b]) in pairs.iter().enumerate().filter(|(i, _)| !unsure.contains(i)) {
                let mut gap = Gap::NOWHERE;
                let meets = a.gap_if_touching(b, &mut gap);
                assert_eq!(gaps[lane].map(bits), meets.then(|| bits(gap)), "{a:?} {b:?}");
            }
        }
    }
}

/// Shapes of all classes, some of them upright and on a grid so that they touch exactly.
fn shape(random: &mut Random, scale: f32) -> Placed {
    let grid = random.next().is_multiple_of(3);
    let mut size = || {
        let size = random.within(0.1, 2.0);
        if grid { (size * 4.0 + 1.0).trunc() / 4.0 } else { size }
    };
    let [p, q, r, s] = [size(), size(), size(), size()];
    let shape = match random.next() % 7 {
        0 => Shape::circle(p),
        1 => Shape::rect_half((p, q)),
        2 => Shape::capsule((-p, -q), (r, s), q * 0.5),
        3 => Shape::segment((-p, q), (r, -s)),
        4 => Shape::triangle((-p, -q), (r, -q), (0.0, s)),
        5 => {
            Shape::triangle((-p, -q), (r, -q), (0.0, s)).and_then(|ring| ring.with_radius(p * 0.25))
        }
        _ => Shape::polygon([(-p, -q), (r, -q), (r, s), (-p, s)]),
    };
    let at = random.affine();
    let at = match grid {
        true => Affine::at(((at.tx * 2.0).trunc(), (at.ty * 2.0).trunc())),
        false => at,
    };
    let at = Affine { tx: at.tx * scale, ty: at.ty * scale, ..at };
    shape.unwrap().place(at.scaled(scale, scale)).unwrap()
}

fn bits(gap: Gap) -> [u32; 7] {
    let Gap { separation, normal, on_a, on_b } = gap;
    [separation, normal.x, normal.y, on_a.x, on_a.y, on_b.x, on_b.y].map(f32::to_bits)
}

#[test]
fn what_lots_are_sure_of_is_what_single_questions_say_and_most_is_sure() {
    for scale in [1.0, 1e-3, 1e-20, 1e6, 1e18, 1e35] {
        let mut random = Random(23);
        let mut met = [0; PairClass::COUNT];
        let mut unsure = 0;
        let mut waiting: [Vec<(Placed, Placed)>; PairClass::COUNT] = Default::default();
        for _ in 0..20_000 {
            let (a, b) = (shape(&mut random, scale), shape(&mut random, scale));
            let group = PairClass::of(&a, &b);
            let of_lot = &mut waiting[group.index()];
            of_lot.push((a, b));
            if of_lot.len() < WIDTH {
                continue;
            }
            let pairs: Vec<_> = of_lot.iter().map(|(a, b)| Some([a, b])).collect();
            let mut answers = GroupResult::NONE;
            group.compute(&pairs, &mut answers);
            let mut told = [const { None }; WIDTH];
            answers.overlapping().for_each(|(lane, gap)| told[lane] = Some(gap));
            let open: Vec<usize> = answers.unsure(WIDTH).collect();
            unsure += if group == PairClass::OTHERS { 0 } else { open.len() };
            for (lane, (a, b)) in of_lot.iter().enumerate().filter(|(lane, _)| !open.contains(lane))
            {
                let mut gap = Gap::NOWHERE;
                let meets = a.gap_if_touching(b, &mut gap);
                assert_eq!(told[lane].map(bits), meets.then(|| bits(gap)), "{a:?} {b:?}");
                met[group.index()] += usize::from(meets);
            }
            of_lot.clear();
        }
        let sure = PairClass::all()
            .all(|group| (met[group.index()] > 100) == (group != PairClass::OTHERS));
        assert!(sure && unsure < 3_000, "{scale}: {met:?} {unsure}");
    }
}

#[test]
fn lots_that_are_not_full_answer_those_they_have() {
    let mut random = Random(5);
    let mut known = 0;
    for count in 0..1_000 {
        let (a, b) = (shape(&mut random, 1.0), shape(&mut random, 1.0));
        let mut answers = GroupResult::NONE;
        PairClass::of(&a, &b).compute(&[None, Some([&a, &b])][..count % 3], &mut answers);
        let unsure: Vec<usize> = answers.unsure(count % 3).collect();
        assert!(unsure.len() == count % 3 || unsure == [0] && count % 3 == 2, "{unsure:?}");
        known += count % 3 - unsure.len();
    }
    assert!(known > 100, "{known}");
}
