use alloc::vec::Vec;

use crate::math::simd::WIDTH;
use crate::pair::batch::grouped_contacts::{GroupResult, PairClass};
use crate::pair::query::Gap;
use crate::pair::test_shapes::Random;
use crate::{Affine, Placed, Shape};

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
        true => Affine::at((at.tx * 2.0).trunc(), (at.ty * 2.0).trunc()),
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
