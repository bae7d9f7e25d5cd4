use crate::math::simd::paired::Paired;
use crate::math::simd::scalar;
use crate::math::simd::{
    F32x4, F32x8, F64Lanes, F64x2, Four, Kernel, Two, WIDTH, for_each_backend,
};

/// All operations on two lots of numbers, as bits.
#[derive(Clone, Copy)]
struct All([[f32; WIDTH]; 2]);

impl Kernel for All {
    type Answer = [u8; 14];

    #[inline(always)]
    fn run<L: F32x8>(self) -> [u8; 14] {
        let [a, b] = self.0.map(
            #[inline(always)]
            |lot| L::load(&lot),
        );
        let zero = L::splat(0.0);
        let mut stored = [0.0; WIDTH];
        (a + b).store(&mut stored);
        [
            L::load(&stored).eq(a + b).mask(),
            (a + b).gt(a).mask(),
            (a - b).gt(zero).mask(),
            (a * b).gt(zero).mask(),
            (a / b).gt(L::splat(1.0)).mask(),
            a.min(b).eq(a).mask(),
            a.max(b).eq(b).mask(),
            a.abs().eq(a).mask(),
            a.eq(b).mask(),
            a.gt(b).and(b.gt(zero)).mask(),
            a.gt(b).or(b.gt(zero)).mask(),
            a.gt(b).select(a, b).eq(a).mask(),
            a.abs().sqrt().eq(b.abs()).mask(),
            a.with_low_bits(5).gt(b).mask(),
        ]
    }
}

#[test]
fn every_facade_gives_the_same_bits_also_for_what_is_no_number() {
    let odd = [0.0, -0.0, 1.0, -1.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-45];
    for shift in 0..WIDTH {
        let mut other = odd;
        other.rotate_left(shift);
        let ways = for_each_backend(|| All([odd, other]));
        assert!(ways.iter().all(|way| *way == ways[0]), "{ways:?}");
    }
}

#[test]
fn answers_stand_in_the_order_of_the_lanes() {
    let ways = for_each_backend(|| All([[2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0], [1.0; WIDTH]]));
    assert!(ways.iter().all(|way| way[9] == 0b1000_1001), "{ways:?}");
}

#[test]
fn the_lesser_and_the_greater_are_the_second_where_the_first_is_not_less_or_greater() {
    #[derive(Clone, Copy)]
    struct Chosen;
    impl Kernel for Chosen {
        type Answer = [u8; 2];

        #[inline(always)]
        fn run<L: F32x8>(self) -> [u8; 2] {
            let (nan, one) = (L::splat(f32::NAN), L::splat(1.0));
            [nan.min(one).eq(one).mask(), one.max(nan).eq(one).mask()]
        }
    }
    assert!(for_each_backend(|| Chosen).iter().all(|way| *way == [255, 0]));
}

#[test]
fn tags_are_in_the_last_bits_and_roots_are_rounded_once() {
    #[derive(Clone, Copy)]
    struct Both([f32; WIDTH]);
    impl Kernel for Both {
        type Answer = [[u32; WIDTH]; 2];

        #[inline(always)]
        fn run<L: F32x8>(self) -> Self::Answer {
            let mut stored = [[0.0; WIDTH]; 2];
            L::load(&self.0).with_low_bits(9).store(&mut stored[0]);
            L::load(&self.0).sqrt().store(&mut stored[1]);
            stored.map(|lot| lot.map(f32::to_bits))
        }
    }
    let numbers = [0.0, 1.0, 2.0, 0.1, 1e-45, 3e38, f32::INFINITY, 7.5];
    let tagged = numbers.map(|x: f32| x.to_bits() & !15 | 9);
    let roots = numbers.map(|x: f32| (f64::from(x).sqrt() as f32).to_bits());
    assert!(for_each_backend(|| Both(numbers)).iter().all(|way| *way == [tagged, roots]));
}

/// All operations in `f64`, as bits, and what they are when rounded.
#[derive(Clone, Copy)]
struct InDoubles([[f32; WIDTH]; 2]);

impl Kernel for InDoubles {
    type Answer = ([u8; 3], [[u32; WIDTH]; 8]);

    #[inline(always)]
    fn run<L: F32x8>(self) -> Self::Answer {
        let (a, b) = (L::load(&self.0[0]).to_f64(), L::load(&self.0[1]).to_f64());
        let (zero, more) = (L::F64Lanes::splat(0.0), b.gt(a));
        let answers = [more.mask(), more.and(b.gt(zero)).mask(), a.max(b).gt(zero).mask()];
        let numbers = [
            a + b,
            a - b,
            a * b * L::F64Lanes::splat(1.1),
            a / b,
            a.abs().sqrt(),
            a.max(b),
            more.select(a, b),
            a.neg_where(more),
        ];
        let mut rounded = [[0; WIDTH]; 8];
        for (to, from) in rounded.iter_mut().zip(numbers) {
            let mut stored = [0.0; WIDTH];
            L::from_f64(from).store(&mut stored);
            for (to, from) in to.iter_mut().zip(stored) {
                // Of what is no number the bits may differ.
                *to = if from.is_nan() { u32::MAX } else { from.to_bits() };
            }
        }
        (answers, rounded)
    }
}

#[test]
fn every_facade_rounds_the_same_doubles() {
    let odd = [0.0, -0.0, 1.0, -1.5, f32::NAN, f32::INFINITY, 3e38, 1e-45];
    let even = [1.0, 3.0, -7.0, 1e30, -1e-30, 0.1, 2e38, 1e-44];
    for shift in 0..WIDTH {
        let (mut other, mut more) = (odd, even);
        other.rotate_left(shift);
        more.rotate_left(shift);
        for lots in [[odd, other], [odd, more], [even, more]] {
            let ways = for_each_backend(|| InDoubles(lots));
            assert!(ways.iter().all(|way| *way == ways[0]), "{ways:?}");
        }
    }
}

#[test]
fn doubles_keep_their_lanes_and_digits() {
    let numbers = [1.0, -2.0, 3.0, -4.0, 5.0, -6.0, 7.0, -8.0];
    for (_, rounded) in for_each_backend(|| InDoubles([numbers, [3.0; WIDTH]])) {
        assert_eq!(rounded[0].map(f32::from_bits), numbers.map(|x| x + 3.0));
        assert_eq!(rounded[3].map(f32::from_bits), numbers.map(|x| (f64::from(x) / 3.0) as f32));
        assert_eq!(rounded[7].map(f32::from_bits), numbers.map(|x| if x < 3.0 { -x } else { x }));
    }
}

/// All operations on two numbers of each.
fn in_pairs<D: F64x2>(a: [f64; 2], b: [f64; 2]) -> [[u64; 2]; 10] {
    let (a, b) = (D::load(a), D::load(b));
    let more = a.gt(b);
    let [p, q] = more.swap_where([a, b]);
    let all = [
        D::yes(),
        a.rev(),
        a.unzip_lo(b),
        a.unzip_hi(b),
        p,
        q,
        more.xor(D::yes()),
        more.select(a, b),
        a.max(b),
        b.max(a),
    ];
    all.map(|two| two.numbers().map(f64::to_bits))
}

#[test]
fn two_numbers_are_the_same_in_a_register_and_in_an_array() {
    let some = [0.0, -0.0, 1.0, -1.5, 0.1, f64::INFINITY, 1e-300, 7.0];
    for a in some.windows(2) {
        for b in some.windows(2) {
            let (a, b) = ([a[0], a[1]], [b[0], b[1]]);
            // Of what is no number the bits may differ.
            let finite_support = |bits: [u64; 2]| {
                bits.map(|x| if f64::from_bits(x).is_nan() { u64::MAX } else { x })
            };
            let (own, other) = (in_pairs::<Two>(a, b), in_pairs::<Paired<f64>>(a, b));
            assert_eq!(own.map(finite_support), other.map(finite_support), "{a:?} {b:?}");
        }
    }
}

#[test]
fn numbers_beside_each_other_keep_their_places() {
    fn zip<Q: F32x4>() -> [[f32; 4]; 2] {
        Q::load([1.0, 2.0, 3.0, 4.0]).zip(Q::load([5.0, 6.0, 7.0, 8.0])).map(Q::numbers)
    }
    assert_eq!(zip::<Four>(), [[1.0, 5.0, 2.0, 6.0], [3.0, 7.0, 4.0, 8.0]]);
    assert_eq!(zip::<Four>(), zip::<scalar::Four>());
}

#[test]
fn the_next_numbers_are_those_above() {
    fn next<Q: F32x4>(from: [f32; 4]) -> [f32; 4] {
        Q::load(from).next().numbers()
    }
    for from in [[0.0, 1.0, -1.0, 1e-45], [f32::MAX, f32::MIN, -1.5e-40, 3.3]] {
        let want = from.map(|x: f32| x.next_up());
        assert_eq!([next::<Four>(from), next::<scalar::Four>(from)], [want; 2]);
    }
}

#[test]
fn the_least_of_eight_is_found_in_any_lane() {
    struct Least([f32; WIDTH]);
    impl Kernel for Least {
        type Answer = f32;

        #[inline(always)]
        fn run<L: F32x8>(self) -> f32 {
            L::load(&self.0).reduce_min()
        }
    }
    let mut numbers = [8.0, 3.0, f32::INFINITY, 1e-38, 5.0, f32::MAX, 2.0, 7.0];
    for _ in 0..WIDTH {
        numbers.rotate_left(1);
        assert!(for_each_backend(|| Least(numbers)).iter().all(|least| *least == 1e-38));
    }
}
