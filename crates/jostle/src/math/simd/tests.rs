use super::{Kernel, Octet, WIDTH, every_way};

/// All operations on two lots of numbers, as bits.
#[derive(Clone, Copy)]
struct All([[f32; WIDTH]; 2]);

impl Kernel for All {
    type Answer = [u8; 11];

    #[inline(always)]
    fn run<L: Octet>(self) -> [u8; 11] {
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
