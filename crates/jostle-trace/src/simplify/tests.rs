use super::*;
use crate::{Connectivity, Ring, measure, outline, soften, validity};
use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts a step of this thread.
pub(super) fn count() {
    STEPS.set(STEPS.get() + 1);
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Noise, blocks, or discs added and taken away.
    fn mask(&mut self, side: u64) -> Mask {
        let (w, h) = (1 + self.below(side) as u32, 1 + self.below(side) as u32);
        match self.below(3) {
            0 => {
                let share = 1 + self.below(15);
                Mask::from_fn(w, h, |_, _| self.below(16) < share)
            }
            1 => {
                let share = 1 + self.below(15);
                let coarse = Mask::from_fn(w, h, |_, _| self.below(16) < share);
                Mask::from_fn(w, h, |x, y| coarse.get(x / 3, y / 2))
            }
            _ => {
                let mut mask = Mask::new(w, h);
                for k in 0..1 + self.below(6) {
                    let (cx, cy) = (self.below(side) as i64, self.below(side) as i64);
                    let r = 1 + self.below(side / 2) as i64;
                    for y in 0..h {
                        for x in 0..w {
                            let (dx, dy) = (i64::from(x) - cx, i64::from(y) - cy);
                            if dx * dx + dy * dy <= r * r {
                                mask.set(x, y, k % 2 == 0);
                            }
                        }
                    }
                }
                mask
            }
        }
    }
}

/// Simplifies and compares everything that the goal states with what the checker finds.
fn hold_to(mask: &Mask, connectivity: Connectivity, goal: &Goal, effort: Effort) -> usize {
    let exact = outline(mask, connectivity);
    let result = simplify(&exact, mask, goal, effort);
    let found = measure(&result.outline, mask);
    let told = format!("{goal:?} {effort:?} {connectivity:?} {mask:?}");
    assert!(found.validity.is_sound(), "{:?} {told}", found.validity);
    assert!(result.outline == exact || found.validity.touches == 0, "{told}");
    if goal.side == Side::Free {
        assert_eq!(result.outline.rings.len() + result.dropped.len(), exact.rings.len(), "{told}");
    }
    if let Some(iou) = goal.min_iou {
        assert!(found.iou >= iou, "{} {told}", found.iou);
    }
    if let Some(most) = goal.max_deviation {
        assert!(result.dropped.is_empty(), "{told}");
        assert!(found.deviation() <= most + 1e-4, "{} {told}", found.deviation());
    }
    match goal.side {
        Side::Free => {}
        Side::Cover => assert_eq!(found.uncovered, 0, "{told}"),
        Side::Inside => assert_eq!(found.overrun, 0, "{told}"),
    }
    if let Some(n) = goal.max_vertices {
        assert_eq!(result.reached, result.outline.vertices() <= n, "{told}");
    } else {
        assert!(result.reached);
    }
    result.outline.vertices()
}

fn goals() -> Vec<Goal> {
    vec![
        Goal::iou(0.97),
        Goal::iou(0.9),
        Goal::iou(0.5),
        Goal::deviation(0.3),
        Goal::deviation(1.0),
        Goal::deviation(2.5),
        Goal { max_deviation: Some(1.5), ..Goal::iou(0.9) },
        Goal::vertices(12),
        Goal::detail(Detail::Less),
        Goal { side: Side::Cover, ..Goal::iou(0.8) },
        Goal { side: Side::Inside, ..Goal::iou(0.8) },
        Goal { side: Side::Cover, ..Goal::deviation(2.0) },
        Goal { side: Side::Inside, ..Goal::deviation(2.0) },
    ]
}

#[test]
fn every_goal_holds_on_random_masks() {
    let mut random = Random(1);
    for _ in 0..40 {
        let mask = random.mask(24);
        let connectivity = [Connectivity::Four, Connectivity::Eight][random.below(2) as usize];
        for goal in goals() {
            for effort in [Effort::Fast, Effort::Best] {
                hold_to(&mask, connectivity, &goal, effort);
            }
        }
    }
}

#[test]
fn a_disc_takes_few_vertices() {
    let disc = Mask::from_fn(64, 64, |x, y| {
        let (dx, dy) = (f64::from(x) - 31.5, f64::from(y) - 31.5);
        dx * dx + dy * dy < 900.0
    });
    let fast = hold_to(&disc, Connectivity::Four, &Goal::iou(0.97), Effort::Fast);
    let best = hold_to(&disc, Connectivity::Four, &Goal::iou(0.97), Effort::Best);
    assert!(fast <= 14 && best <= 11, "{fast} {best}");
}

#[test]
fn an_empty_goal_returns_the_exact_outline() {
    let mask = Mask::from_fn(9, 9, |x, y| (x + y) % 2 == 0);
    let exact = outline(&mask, Connectivity::Four);
    let result = simplify(&exact, &mask, &Goal::default(), Effort::Best);
    assert_eq!((result.outline, result.reached), (exact, true));
}

#[test]
fn bounds_that_are_no_numbers_return_the_exact_outline() {
    let mask = Mask::from_fn(9, 9, |x, y| x + y < 9);
    let exact = outline(&mask, Connectivity::Four);
    for bad in [f64::NAN, f64::INFINITY, -1.0, 2.0] {
        let result = simplify(&exact, &mask, &Goal::iou(bad), Effort::Fast);
        assert!(result.outline.vertices() <= exact.vertices());
    }
    for bad in [f64::NAN, -1.0, 0.0] {
        let result = simplify(&exact, &mask, &Goal::deviation(bad), Effort::Best);
        assert_eq!(result.outline, exact);
    }
}

#[test]
fn an_empty_mask_stays_empty() {
    let result = simplify(&Outline::default(), &Mask::new(5, 5), &Goal::iou(0.97), Effort::Best);
    assert_eq!(result.outline.rings, Vec::<Ring>::new());
}

#[test]
fn specks_are_dropped_for_iou_and_kept_under_a_deviation() {
    let mask = Mask::from_fn(80, 80, |x, y| (x < 60 && y < 60) || (x, y) == (70, 70));
    let exact = outline(&mask, Connectivity::Four);
    let iou = simplify(&exact, &mask, &Goal::iou(0.99), Effort::Best);
    assert_eq!((iou.outline.vertices(), iou.dropped), (4, vec![1]));
    let near = simplify(&exact, &mask, &Goal::deviation(1.0), Effort::Best);
    assert_eq!((near.outline.rings.len(), near.dropped), (2, vec![]));
}

#[test]
fn a_soft_disc_reaches_a_soft_iou_that_pixel_edges_do_not() {
    // Coverage from 8 by 8 samples a pixel.
    let side = 24;
    let alpha: Vec<u8> = (0..side * side)
        .map(|i| {
            let (x, y) = (f64::from(i % side), f64::from(i / side));
            let inside = (0..64).filter(|s| {
                let dx = x + (f64::from(s % 8) + 0.5) / 8.0 - 12.3;
                let dy = y + (f64::from(s / 8) + 0.5) / 8.0 - 11.8;
                dx * dx + dy * dy < 81.0
            });
            (inside.count() * 255 / 64) as u8
        })
        .collect();
    let size = side as u32;
    let mask = Mask::from_fn(size, size, |x, y| alpha[(y * size + x) as usize] >= 128);
    let hard = crate::soft_iou(&outline(&mask, Connectivity::Four), size, size, &alpha);
    assert!(hard < 0.97);
    let soft = crate::soften(&mask, &alpha, Connectivity::Four);
    for effort in [Effort::Fast, Effort::Best] {
        let result = simplify_soft(&soft, &mask, &alpha, &Goal::iou(0.97), effort);
        let found = crate::soft_iou(&result.outline, size, size, &alpha);
        assert!(result.reached && found >= 0.97, "{found}");
        assert!(result.outline.vertices() <= 14, "{}", result.outline.vertices());
        let high = simplify_soft(&soft, &mask, &alpha, &Goal::iou(0.9999), effort);
        assert!(!high.reached);
    }
}

#[test]
fn hard_masks_stay_valid_and_end() {
    let checker = Mask::from_fn(48, 48, |x, y| (x + y) % 2 == 0);
    let comb = Mask::from_fn(64, 64, |x, y| y < 2 || x % 2 == 0);
    let spiral = Mask::from_fn(15, 15, |x, y| {
        let ring = x.min(y).min(14 - x).min(14 - y);
        ring % 2 == 0 || (x == ring && y == ring + 1)
    });
    for mask in [checker, comb, spiral] {
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            for goal in goals() {
                hold_to(&mask, connectivity, &goal, Effort::Fast);
            }
            hold_to(&mask, connectivity, &Goal::iou(0.9), Effort::Best);
            hold_to(&mask, connectivity, &Goal::deviation(1.0), Effort::Best);
        }
    }
}

/// An outline between pixel edges may cross itself where the alpha contradicts the mask.
#[test]
fn the_outline_comes_back_where_it_crosses_itself() {
    let rows = ["..####", "##....", "......", "......", "......", "......", "###..."];
    let mask = Mask::from_fn(6, 21, |x, y| {
        rows.get(y as usize).is_some_and(|row| row.as_bytes()[x as usize] == b'#')
    });
    let alpha: Vec<u8> =
        [154, 251, 0, 0, 0, 0, 0, 0, 0, 61].iter().copied().cycle().take(126).collect();
    let exact = soften(&mask, &alpha, Connectivity::Eight);
    assert_eq!(validity(&exact).crossings, 1);
    for effort in [Effort::Fast, Effort::Best] {
        let result = |goal| simplify_soft(&exact, &mask, &alpha, &goal, effort).outline;
        assert_eq!(result(Goal::vertices(24)), exact);
        assert!(validity(&result(Goal::deviation(3.5))).is_sound());
    }
}

#[test]
fn a_coarse_goal_takes_no_more_work_than_a_fine_one() {
    // A figure of capsules: ends and radius.
    const PARTS: [[f64; 5]; 6] = [
        [80.0, 25.0, 80.0, 30.0, 17.0],
        [78.0, 45.0, 66.0, 110.0, 13.0],
        [72.0, 55.0, 12.0, 50.0, 5.0],
        [76.0, 58.0, 130.0, 70.0, 5.0],
        [66.0, 110.0, 88.0, 182.0, 7.0],
        [64.0, 112.0, 8.0, 162.0, 7.0],
    ];
    let is_solid = |x: u32, y: u32| {
        let at = [f64::from(x) + 0.5, f64::from(y) + 0.5];
        PARTS.iter().any(|&[ax, ay, bx, by, radius]| {
            let (u, d) = ([bx - ax, by - ay], [at[0] - ax, at[1] - ay]);
            let t = ((u[0] * d[0] + u[1] * d[1]) / (u[0] * u[0] + u[1] * u[1])).clamp(0.0, 1.0);
            let [x, y] = [d[0] - u[0] * t, d[1] - u[1] * t];
            x * x + y * y <= radius * radius
        })
    };
    let mask = Mask::from_fn(140, 200, is_solid);
    let exact = outline(&mask, Connectivity::Four);
    for side in [Side::Free, Side::Cover, Side::Inside] {
        let work = |pixels: f64| {
            STEPS.set(0);
            let goal = Goal { side, ..Goal::deviation(pixels) };
            assert!(simplify(&exact, &mask, &goal, Effort::Best).reached);
            STEPS.get()
        };
        let fine = work(3.0);
        for pixels in [10.0, 20.0, 30.0, 50.0, 100.0, 200.0] {
            let coarse = work(pixels);
            assert!(coarse < 2 * fine, "{side:?} {pixels}: {coarse} steps, {fine} at 3 pixels");
        }
    }
}
