//! Masks against plain loops over their pixels.

use alloc::vec::Vec;

use super::*;
use crate::shape::Placed;
use crate::{Affine, Verdict};

struct Rng(u64);

impl Rng {
    fn bits(&mut self) -> u64 {
        crate::math::splitmix(&mut self.0)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }

    /// A mask with something solid in it.
    fn mask(&mut self, most: u64) -> Mask {
        loop {
            let (width, height) = (1 + self.below(most) as u32, 1 + self.below(most) as u32);
            let way = self.below(3);
            let words = (0..width.div_ceil(64) * height).map(|_| match way {
                0 => self.bits(),
                1 => self.bits() & self.bits(),
                _ => self.bits() | self.bits(),
            });
            if let Ok(Shape::Mask(mask)) = Shape::mask(width, height, words.collect::<Vec<_>>()) {
                return mask;
            }
        }
    }
}

fn of_rows(rows: &[&str]) -> Mask {
    let width = rows[0].len() as u32;
    let word = |row: &&str| row.bytes().rev().fold(0, |w, b| w << 1 | u64::from(b == b'#'));
    match Shape::mask(width, rows.len() as u32, rows.iter().map(word)) {
        Ok(Shape::Mask(mask)) => mask,
        other => panic!("{other:?}"),
    }
}

fn pixels(bits: &Bits) -> Vec<[i64; 2]> {
    let all =
        (0..i64::from(bits.height)).flat_map(|y| (0..i64::from(bits.width)).map(move |x| [x, y]));
    all.filter(|[x, y]| bits.get(*x, *y)).collect()
}

fn placed(mask: &Mask, m: Affine) -> Placed {
    Shape::Mask(mask.clone()).place(m).unwrap()
}

/// The same polygon, which knows of no grid.
fn placed_slowly(mask: &Mask, m: Affine) -> Placed {
    Placed::new(mask.outline.lower(&m).unwrap())
}

#[test]
fn rings_wind_once_around_every_solid_pixel_and_around_no_other() {
    let mut rng = Rng(1);
    for _ in 0..2000 {
        let mask = rng.mask(9);
        let rings = mask.bits.rings();
        assert_eq!(rings.iter().map(Vec::len).sum::<usize>(), mask.bits.corners());
        for y in 0..mask.bits.height {
            for x in 0..mask.bits.width {
                // Upright edges to the right of the middle of the pixel.
                let edges =
                    rings.iter().flat_map(|r| (0..r.len()).map(|i| [r[i], r[(i + 1) % r.len()]]));
                let winding: i32 = edges
                    .filter(|[a, b]| a[0] == b[0] && a[0] > x)
                    .map(|[a, b]| {
                        i32::from(a[1] <= y && b[1] > y) - i32::from(b[1] <= y && a[1] > y)
                    })
                    .sum();
                assert_eq!(winding, i32::from(mask.bits.get(x.into(), y.into())), "{mask:?}");
            }
        }
    }
}

#[test]
fn rings_turn_at_every_corner_and_wide_rows_need_no_care() {
    let mut rng = Rng(2);
    for _ in 0..50 {
        let mask = rng.mask(200);
        let rings = mask.bits.rings();
        let doubled: i64 = rings
            .iter()
            .flat_map(|r| (0..r.len()).map(|i| (r[i], r[(i + 1) % r.len()])))
            .map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]))
            .sum();
        assert_eq!(doubled, 2 * pixels(&mask.bits).len() as i64);
        for r in &rings {
            for i in 0..r.len() {
                let (a, b, c) = (r[i], r[(i + 1) % r.len()], r[(i + 2) % r.len()]);
                assert!((a[0] == b[0]) != (b[0] == c[0]) && (a[1] == b[1]) != (b[1] == c[1]));
            }
        }
    }
}

#[test]
fn pixels_that_share_a_corner_keep_their_own() {
    assert_eq!(of_rows(&["#.", ".#"]).bits.rings().len(), 2);
    assert_eq!(of_rows(&[".#", "#."]).bits.rings().len(), 2);
}

#[test]
fn masks_of_one_grid_share_what_their_pixels_share() {
    let mut rng = Rng(3);
    let maps = [
        Affine::IDENTITY,
        Affine::IDENTITY.scaled(0.25, -3.0),
        Affine::from_matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
    ];
    let mut seen = [0; 3];
    for round in 0..3000 {
        let most = if round % 50 == 0 { 150 } else { 6 };
        let (a, b) = (rng.mask(most), rng.mask(most));
        let m = maps[rng.below(3) as usize];
        let (dx, dy) = (rng.between(-7, 7), rng.between(-7, 7));
        let by = m.transform_point((dx as f32, dy as f32));
        let (pa, pb) =
            (placed(&a, m.moved((40.0, -8.0))), placed(&b, m.moved(by).moved((40.0, -8.0))));
        let theirs = pixels(&b.bits);
        let near = |d: i64| {
            pixels(&a.bits).iter().any(|p| {
                theirs
                    .iter()
                    .any(|q| (p[0] - q[0] - dx).abs() <= d && (p[1] - q[1] - dy).abs() <= d)
            })
        };
        let want = match (near(0), near(1)) {
            (true, _) => Verdict::Overlapping,
            (false, true) => Verdict::Touching,
            _ => Verdict::Separated,
        };
        assert_eq!(pa.verdict(&pb), want, "{a:?} {b:?} {dx} {dy}");
        seen[want as usize] += 1;
        if want == Verdict::Overlapping && most == 6 {
            let mine = pixels(&a.bits);
            let common = theirs.iter().filter(|q| mine.contains(&[q[0] + dx, q[1] + dy])).count();
            let cell = (m.a * m.d - m.b * m.c).abs();
            assert_eq!(pa.region(&pb, 0.0).unwrap().area(), common as f32 * cell);
        }
    }
    assert!(seen.iter().all(|n| *n > 100), "{seen:?}");
}

#[test]
fn the_bits_and_the_outline_give_the_same_verdict() {
    let mut rng = Rng(4);
    for _ in 0..1500 {
        let (a, b) = (rng.mask(6), rng.mask(6));
        let m = Affine::IDENTITY.scaled(0.5, 1.0);
        let by = (rng.between(-14, 14) as f32 * 0.25, rng.between(-7, 7) as f32);
        let n = m.moved(by);
        let fast = placed(&a, m).verdict(&placed(&b, n));
        assert_eq!(fast, placed_slowly(&a, m).verdict(&placed_slowly(&b, n)), "{a:?} {b:?} {by:?}");
        let point = Shape::point(by).unwrap().place(Affine::IDENTITY).unwrap();
        assert_eq!(placed(&a, m).verdict(&point), placed_slowly(&a, m).verdict(&point));
        assert_eq!(placed(&a, m).contains_point(by), placed_slowly(&a, m).contains_point(by));
    }
}

#[test]
fn a_skewed_mask_holds_the_points_of_its_skewed_pixels() {
    let mut rng = Rng(5);
    for _ in 0..300 {
        let mask = rng.mask(5);
        let [a, b, c, d] = [0; 4].map(|_| rng.between(-3, 3));
        if a * d == b * c {
            continue;
        }
        let m = Affine::from_matrix([a as f32, b as f32, c as f32, d as f32, 100.0, -50.0]);
        let placed = placed(&mask, m);
        for _ in 0..40 {
            // A quarter of a pixel is exact under whole maps.
            let (u, v) = (rng.between(-2, 22), rng.between(-2, 22));
            let p = m.transform_point((u as f32 * 0.25, v as f32 * 0.25));
            let inside = pixels(&mask.bits)
                .iter()
                .any(|[x, y]| (4 * x..=4 * x + 4).contains(&u) && (4 * y..=4 * y + 4).contains(&v));
            assert_eq!(placed.contains_point(p), inside, "{mask:?} {m:?} {u} {v}");
        }
    }
}

#[test]
fn a_mask_meets_what_one_of_its_pixels_meets() {
    let mut rng = Rng(6);
    let shapes = [
        Shape::circle(1.0).unwrap(),
        Shape::rect_half((0.5, 1.0)).unwrap(),
        Shape::segment((0.0, 0.0), (1.0, 2.0)).unwrap(),
        Shape::polygon([(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (1.0, 1.0)]).unwrap(),
    ];
    let pixel = Shape::rect_half_at((0.5, 0.5), (0.5, 0.5), crate::Rot::IDENTITY).unwrap();
    for _ in 0..1500 {
        let mask = rng.mask(5);
        let m = Affine::from_matrix([1.0, 0.0, rng.between(-1, 1) as f32, 1.0, 0.0, 0.0]);
        let other = &shapes[rng.below(4) as usize];
        let at = (rng.between(-8, 28) as f32 * 0.25, rng.between(-8, 28) as f32 * 0.25);
        let other = other.place(Affine::at(at)).unwrap();
        let meets = pixels(&mask.bits).iter().any(|[x, y]| {
            let at = Affine::at((*x as f32, *y as f32)).under(&m);
            pixel.place(at).unwrap().overlaps(&other)
        });
        assert_eq!(placed(&mask, m).overlaps(&other), meets, "{mask:?} {m:?} {at:?}");
    }
}

#[test]
fn seams_between_pixels_are_not_boundary() {
    let all = placed(&of_rows(&["####", "####", "####"]), Affine::IDENTITY);
    let segment = Shape::segment((1.0, 1.0), (3.0, 2.0)).unwrap().place(Affine::IDENTITY).unwrap();
    assert!(all.contains(&segment) && all.crossings(&segment).is_empty());
    assert_eq!((all.area(), all.perimeter()), (Some(12.0), Some(14.0)));
    let frame = placed(&of_rows(&["###", "#.#", "###"]), Affine::IDENTITY);
    assert_eq!((frame.area(), frame.perimeter()), (Some(8.0), Some(16.0)));
}

#[test]
fn islands_are_one_shape_with_the_nearest_in_front() {
    let two = placed(&of_rows(&["#....#"]), Affine::IDENTITY);
    let ball = Shape::circle(0.5).unwrap().place(Affine::at((4.0, 0.5))).unwrap();
    let gap = two.gap(&ball);
    assert_eq!((gap.separation, gap.on_a.x), (0.5, 5.0));
}

#[test]
fn a_flattened_mask_keeps_its_gaps() {
    let flat = placed(&of_rows(&["#....#", "##..#."]), Affine::IDENTITY.scaled(1.0, 0.0));
    let inside = [0.5, 2.0, 3.0, 4.0, 5.5, 6.5].map(|x| flat.contains_point((x, 0.0)));
    assert_eq!(inside, [true, true, false, true, true, false]);
}

#[test]
fn what_is_no_mask_says_why() {
    let why = |width, height, words: &[u64]| {
        Shape::mask(width, height, words.iter().copied()).unwrap_err().to_string()
    };
    use alloc::string::ToString;
    assert_eq!(why(0, 0, &[]), "rows has no solid cell; at least one is needed");
    assert_eq!(why(3, 1, &[0b1000]), "rows has no solid cell; at least one is needed");
    assert_eq!(why(65, 1, &[1]), "words has 1 entries; the size asks for 2");
    assert_eq!(why(1, 1, &[1, 1]), "words has 2 entries; the size asks for 1");
    assert_eq!(why(u32::MAX, u32::MAX, &[]), "width is 4294967295, which is more than 16384");
    let checker =
        |i: usize| if (i / 32).is_multiple_of(2) { 0x5555_5555_5555_5555 } else { !0 / 3 * 2 };
    let error = Shape::mask(2048, 2048, (0..32 * 2048).map(checker)).unwrap_err();
    assert_eq!(error.to_string(), "corners is 8388608, which is more than 1048576");
}
