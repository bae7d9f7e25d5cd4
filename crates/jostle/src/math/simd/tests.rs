use crate::math::simd::{Dual, Four, Kernel, Octet, Quad, Two, WIDTH, Wide, array, every_way};

/// All operations on two lots of numbers, as bits.
#[derive(Clone, Copy)]
struct All([[f32; WIDTH]; 2]);

impl Kernel for All {
    type Answer = [u8; 14];

    #[inline(always)]
    fn run<L: Octet>(self) -> [u8; 14] {
        let [a, b] = self.0.map(
            #[inline(always)]
            |lot| L::load(&lot),
        );
        let zero = L::splat(0.0);
        let mut stored = [0.0; WIDTH];
        (a + b).store(&mut stored);
        [
            L::load(&stored).equals(a + b).bits(),
            (a + b).above(a).bits(),
            (a - b).above(zero).bits(),
            (a * b).above(zero).bits(),
            (a / b).above(L::splat(1.0)).bits(),
            a.lesser(b).equals(a).bits(),
            a.greater(b).equals(b).bits(),
            a.abs().equals(a).bits(),
            a.equals(b).bits(),
            a.above(b).and(b.above(zero)).bits(),
            a.above(b).or(b.above(zero)).bits(),
            a.above(b).choose(a, b).equals(a).bits(),
            a.abs().sqrt().equals(b.abs()).bits(),
            a.tagged(5).above(b).bits(),
        ]
    }
}

#[test]
fn every_facade_gives_the_same_bits_also_for_what_is_no_number() {
    let odd = [0.0, -0.0, 1.0, -1.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-45];
    for shift in 0..WIDTH {
        let mut other = odd;
        other.rotate_left(shift);
        let ways = every_way(|| All([odd, other]));
        assert!(ways.iter().all(|way| *way == ways[0]), "{ways:?}");
    }
}

#[test]
fn answers_stand_in_the_order_of_the_lanes() {
    let ways = every_way(|| All([[2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0], [1.0; WIDTH]]));
    assert!(ways.iter().all(|way| way[9] == 0b1000_1001), "{ways:?}");
}

#[test]
fn the_lesser_and_the_greater_are_the_second_where_the_first_is_not_less_or_greater() {
    #[derive(Clone, Copy)]
    struct Chosen;
    impl Kernel for Chosen {
        type Answer = [u8; 2];

        #[inline(always)]
        fn run<L: Octet>(self) -> [u8; 2] {
            let (nan, one) = (L::splat(f32::NAN), L::splat(1.0));
            [nan.lesser(one).equals(one).bits(), one.greater(nan).equals(one).bits()]
        }
    }
    assert!(every_way(|| Chosen).iter().all(|way| *way == [255, 0]));
}

#[test]
fn tags_are_in_the_last_bits_and_roots_are_rounded_once() {
    #[derive(Clone, Copy)]
    struct Both([f32; WIDTH]);
    impl Kernel for Both {
        type Answer = [[u32; WIDTH]; 2];

        #[inline(always)]
        fn run<L: Octet>(self) -> Self::Answer {
            let mut stored = [[0.0; WIDTH]; 2];
            L::load(&self.0).tagged(9).store(&mut stored[0]);
            L::load(&self.0).sqrt().store(&mut stored[1]);
            stored.map(|lot| lot.map(f32::to_bits))
        }
    }
    let numbers = [0.0, 1.0, 2.0, 0.1, 1e-45, 3e38, f32::INFINITY, 7.5];
    let tagged = numbers.map(|x: f32| x.to_bits() & !15 | 9);
    let roots = numbers.map(|x: f32| (f64::from(x).sqrt() as f32).to_bits());
    assert!(every_way(|| Both(numbers)).iter().all(|way| *way == [tagged, roots]));
}

/// All operations in `f64`, as bits, and what they are when rounded.
#[derive(Clone, Copy)]
struct InDoubles([[f32; WIDTH]; 2]);

impl Kernel for InDoubles {
    type Answer = ([u8; 3], [[u32; WIDTH]; 8]);

    #[inline(always)]
    fn run<L: Octet>(self) -> Self::Answer {
        let (a, b) = (L::load(&self.0[0]).widened(), L::load(&self.0[1]).widened());
        let (zero, more) = (L::Wide::splat(0.0), b.above(a));
        let answers =
            [more.bits(), more.and(b.above(zero)).bits(), a.greater(b).above(zero).bits()];
        let numbers = [
            a + b,
            a - b,
            a * b * L::Wide::splat(1.1),
            a / b,
            a.abs().sqrt(),
            a.greater(b),
            more.choose(a, b),
            a.negated(more),
        ];
        let mut rounded = [[0; WIDTH]; 8];
        for (to, from) in rounded.iter_mut().zip(numbers) {
            let mut stored = [0.0; WIDTH];
            L::narrowed(from).store(&mut stored);
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
            let ways = every_way(|| InDoubles(lots));
            assert!(ways.iter().all(|way| *way == ways[0]), "{ways:?}");
        }
    }
}

#[test]
fn doubles_keep_their_lanes_and_digits() {
    let numbers = [1.0, -2.0, 3.0, -4.0, 5.0, -6.0, 7.0, -8.0];
    for (_, rounded) in every_way(|| InDoubles([numbers, [3.0; WIDTH]])) {
        assert_eq!(rounded[0].map(f32::from_bits), numbers.map(|x| x + 3.0));
        assert_eq!(rounded[3].map(f32::from_bits), numbers.map(|x| (f64::from(x) / 3.0) as f32));
        assert_eq!(rounded[7].map(f32::from_bits), numbers.map(|x| if x < 3.0 { -x } else { x }));
    }
}

/// All operations on two numbers of each.
fn in_pairs<D: Dual>(a: [f64; 2], b: [f64; 2]) -> [[u64; 2]; 12] {
    let (a, b) = (D::load(a), D::load(b));
    let more = a.above(b);
    let [p, q] = more.exchanged([a, b]);
    let all = [
        D::YES,
        a.swapped(),
        a.firsts(b),
        a.seconds(b),
        a.left(),
        a.seen(b),
        p,
        q,
        more.differs(D::YES),
        more.choose(a, b),
        a.greater(b),
        b.greater(a),
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
            let tamed = |bits: [u64; 2]| {
                bits.map(|x| if f64::from_bits(x).is_nan() { u64::MAX } else { x })
            };
            let (own, other) = (in_pairs::<Two>(a, b), in_pairs::<array::Two>(a, b));
            assert_eq!(own.map(tamed), other.map(tamed), "{a:?} {b:?}");
        }
    }
    let [a, b] = [[1.0, 2.0], [3.0, 5.0]];
    let found = in_pairs::<Two>(a, b).map(|two| two.map(f64::from_bits));
    assert_eq!(found[4..6], [[-2.0, 1.0], [13.0, -1.0]]);
}

#[test]
fn numbers_beside_each_other_keep_their_places() {
    fn beside<Q: Quad>() -> [[f32; 4]; 2] {
        Q::load([1.0, 2.0, 3.0, 4.0]).beside(Q::load([5.0, 6.0, 7.0, 8.0])).map(Q::numbers)
    }
    assert_eq!(beside::<Four>(), [[1.0, 5.0, 2.0, 6.0], [3.0, 7.0, 4.0, 8.0]]);
    assert_eq!(beside::<Four>(), beside::<array::Four>());
}

#[test]
fn the_next_numbers_are_those_above() {
    fn next<Q: Quad>(from: [f32; 4]) -> [f32; 4] {
        Q::load(from).next().numbers()
    }
    for from in [[0.0, 1.0, -1.0, 1e-45], [f32::MAX, f32::MIN, -1.5e-40, 3.3]] {
        let want = from.map(|x: f32| x.next_up());
        assert_eq!([next::<Four>(from), next::<array::Four>(from)], [want; 2]);
    }
}

#[test]
fn the_least_of_eight_is_found_in_any_lane() {
    struct Least([f32; WIDTH]);
    impl Kernel for Least {
        type Answer = f32;

        #[inline(always)]
        fn run<L: Octet>(self) -> f32 {
            L::load(&self.0).least()
        }
    }
    let mut numbers = [8.0, 3.0, f32::INFINITY, 1e-38, 5.0, f32::MAX, 2.0, 7.0];
    for _ in 0..WIDTH {
        numbers.rotate_left(1);
        assert!(every_way(|| Least(numbers)).iter().all(|least| *least == 1e-38));
    }
}
