#![expect(clippy::disallowed_methods, reason = "expected values carry a tolerance")]

use super::*;
use crate::{Connectivity, Point, Ring, outline};

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

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    fn mask(&mut self, width: u32, height: u32) -> Mask {
        let share = self.within(2, 14);
        Mask::from_fn(width, height, |_, _| self.within(0, 15) < share)
    }

    /// The outline of another mask, moved, scaled and sheared: sound rings in any place.
    fn outline(&mut self) -> Outline {
        let mask = self.mask(5, 5);
        let mut traced = outline(&mask, Connectivity::Four);
        let [a, b, c, d] = [self.within(2, 6), self.within(-2, 2), self.within(-2, 2), 4];
        let (x, y) = (self.within(-300, 600) as i32, self.within(-300, 600) as i32);
        let on_grid = self.within(0, 3) == 0;
        for p in traced.rings.iter_mut().flat_map(|r| &mut r.points) {
            let [px, py] = p.map(i64::from);
            *p = [((a * px + b * py) / 4) as i32 + x, ((c * px + d * py) / 4) as i32 + y];
            if on_grid {
                *p = p.map(|v| v & !127);
            }
        }
        traced
    }
}

fn ring(points: &[[f64; 2]]) -> Ring {
    let points: Vec<Point> = points.iter().map(|p| p.map(|v| (v * 256.0) as i32)).collect();
    let mut ring = Ring { points, hole: false, parent: None };
    ring.hole = ring.doubled_area() < 0;
    ring
}

fn one(points: &[[f64; 2]]) -> Outline {
    Outline { rings: vec![ring(points)] }
}

/// The area of ring ∩ box by clipping, in square pixels (Sutherland and Hodgman 1974).
fn clipped_area(ring: &Ring, x: f64, y: f64) -> f64 {
    let mut points: Vec<[f64; 2]> =
        ring.points.iter().map(|p| p.map(|v| f64::from(v) / 256.0)).collect();
    for (axis, at, side) in [(0, x, -1.0), (0, x + 1.0, 1.0), (1, y, -1.0), (1, y + 1.0, 1.0)] {
        let mut kept = Vec::new();
        for i in 0..points.len() {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            let (da, db) = (side * (a[axis] - at), side * (b[axis] - at));
            if da <= 0.0 {
                kept.push(a);
            }
            if da * db < 0.0 {
                let t = da / (da - db);
                kept.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
            }
        }
        points = kept;
    }
    let n = points.len();
    (0..n)
        .map(|i| {
            let ([ax, ay], [bx, by]) = (points[i], points[(i + 1) % n]);
            (ax * by - ay * bx) / 2.0
        })
        .sum()
}

fn inside(outline: &Outline, [x, y]: [f64; 2]) -> bool {
    let mut inside = false;
    for ring in &outline.rings {
        for i in 0..ring.points.len() {
            let [a, b] = [ring.points[i], ring.points[(i + 1) % ring.points.len()]]
                .map(|p| p.map(|v| f64::from(v) / 256.0));
            if (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
                inside = !inside;
            }
        }
    }
    inside
}

fn to_mask(mask: &Mask, p: [f64; 2]) -> f64 {
    let mut best = f64::INFINITY;
    for y in 0..mask.height() {
        for x in 0..mask.width() {
            if mask.get(x, y) {
                let away = |v: f64, low: f64| (low - v).max(v - low - 1.0).max(0.0);
                best = best.min(away(p[0], f64::from(x)).hypot(away(p[1], f64::from(y))));
            }
        }
    }
    best
}

fn to_outline(outline: &Outline, p: [f64; 2]) -> f64 {
    if inside(outline, p) {
        return 0.0;
    }
    let mut best = f64::INFINITY;
    for ring in &outline.rings {
        for i in 0..ring.points.len() {
            let [a, b] = [ring.points[i], ring.points[(i + 1) % ring.points.len()]]
                .map(|p| p.map(|v| f64::from(v) / 256.0));
            let d = [b[0] - a[0], b[1] - a[1]];
            let t = ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
            let t = t.clamp(0.0, 1.0);
            best = best.min((a[0] + t * d[0] - p[0]).hypot(a[1] + t * d[1] - p[1]));
        }
    }
    best
}

#[test]
fn areas_agree_with_clipping() {
    let mut random = Random(3);
    for _ in 0..500 {
        let (width, height) = (random.within(1, 9) as u32, random.within(1, 9) as u32);
        let mask = random.mask(width, height);
        let traced = random.outline();
        let alpha: Vec<u8> = (0..width * height).map(|_| random.within(0, 255) as u8).collect();
        let (mut common, mut whole, mut least, mut most) = (0.0, 0.0, 0.0, 0.0);
        for y in -20..40 {
            for x in -20..40 {
                let area: f64 =
                    traced.rings.iter().map(|r| clipped_area(r, f64::from(x), f64::from(y))).sum();
                let picture = x >= 0 && y >= 0 && (x as u32) < width && (y as u32) < height;
                let solid = picture && mask.get(x as u32, y as u32);
                common += if solid { area } else { 0.0 };
                whole += area;
                let a = if picture { alpha[(y as u32 * width + x as u32) as usize] } else { 0 };
                least += area.min(f64::from(a) / 255.0);
                most += area.max(f64::from(a) / 255.0);
            }
        }
        let joint = whole + mask.area() as f64 - common;
        let expected = if joint == 0.0 { 1.0 } else { common / joint };
        let found = measure(&traced, &mask);
        assert!((found.iou - expected).abs() < 1e-12, "{} {expected}\n{traced:?}", found.iou);
        let soft = soft_iou(&traced, width, height, &alpha);
        assert!((soft - least / most).abs() < 1e-12 || most == 0.0, "{soft} {}", least / most);
    }
}

#[test]
fn distances_are_those_of_close_samples() {
    let mut random = Random(5);
    let rounds = if cfg!(debug_assertions) { 60 } else { 600 };
    for _ in 0..rounds {
        let (width, height) = (random.within(1, 6) as u32, random.within(1, 6) as u32);
        let (mask, traced) = (random.mask(width, height), random.outline());
        let found = measure(&traced, &mask);
        let (mut outward, mut inward, mut overrun) = (0.0f64, 0.0f64, 0);
        const STEPS: i32 = 12;
        for (py, px) in (-12..24).flat_map(|y| (-12..24).map(move |x| (y, x))) {
            let solid = px >= 0 && py >= 0 && mask.get(px as u32, py as u32);
            let mut entered = false;
            for (sy, sx) in (0..STEPS).flat_map(|y| (0..STEPS).map(move |x| (y, x))) {
                let at = |p: i32, s: i32| f64::from(p) + (f64::from(s) + 0.5) / f64::from(STEPS);
                let p = [at(px, sx), at(py, sy)];
                let held = inside(&traced, p);
                entered |= held;
                if held && !solid {
                    outward = outward.max(to_mask(&mask, p));
                }
                if solid && !held {
                    inward = inward.max(to_outline(&traced, p));
                }
            }
            overrun += u64::from(entered && !solid);
        }
        // A sample lies within half a diagonal of a step of every point of a thick region; a thin
        // one may fall between the samples, so its corners count too.
        for p in traced.rings.iter().flat_map(|r| &r.points) {
            outward = outward.max(to_mask(&mask, p.map(|v| f64::from(v) / 256.0)));
        }
        let slack = 1.0 / f64::from(STEPS);
        let near = |found: f64, sampled: f64| {
            found == sampled || (found > sampled - 1e-9 && found < sampled + slack)
        };
        assert!(
            near(found.outward, outward) && near(found.inward, inward),
            "{found:?} {outward} {inward}\n{mask:?}\n{traced:?}"
        );
        assert!(found.overrun >= overrun, "{found:?} {overrun}");
        assert_eq!(found.overrun == 0, found.outward == 0.0, "{found:?}\n{mask:?}\n{traced:?}");
        assert_eq!(found.uncovered == 0, found.inward == 0.0);
    }
}

#[test]
fn an_exact_outline_measures_exactly() {
    let mut random = Random(9);
    for _ in 0..300 {
        let (width, height) = (random.within(1, 90) as u32, random.within(1, 20) as u32);
        let mask = random.mask(width, height);
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let found = measure(&outline(&mask, connectivity), &mask);
            assert_eq!((found.iou, found.outward, found.inward), (1.0, 0.0, 0.0));
            assert_eq!((found.area_error, found.overrun, found.uncovered), (0.0, 0, 0));
            assert!(found.validity.is_sound(), "{found:?}\n{mask:?}");
        }
    }
}

#[test]
fn a_filled_hole_counts_by_its_middle() {
    let mask = Mask::from_fn(9, 9, |x, y| !(3..6).contains(&x) || !(3..6).contains(&y));
    let whole = one(&[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]);
    let found = measure(&whole, &mask);
    assert!((found.outward - 1.5).abs() < 1e-4, "{found:?}");
    assert_eq!((found.inward, found.overrun), (0.0, 9));
}

#[test]
fn a_dropped_speck_counts_by_its_farthest_corner() {
    let mask = Mask::from_fn(40, 4, |x, y| x < 4 || (x, y) == (30, 2));
    let found = measure(&one(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]), &mask);
    assert!((found.inward - 27.0).abs() < 1e-4, "{found:?}");
    assert_eq!(found.uncovered, 1);
}

#[test]
fn a_thin_spike_is_not_missed() {
    let mask = Mask::from_fn(40, 9, |x, _| x < 10);
    let spike = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [31.0, 4.005], [10.0, 4.01], [10.0, 9.0]];
    let mut points = spike.to_vec();
    points.push([0.0, 9.0]);
    let found = measure(&one(&points), &mask);
    assert!((found.outward - 21.0).abs() < 1e-4, "{found:?}");
}

#[test]
fn an_outline_outside_the_picture_is_measured_there() {
    let mask = Mask::from_fn(4, 4, |_, _| true);
    let found = measure(&one(&[[-3.0, -1.0], [4.0, -1.0], [4.0, 4.0], [-3.0, 4.0]]), &mask);
    assert!((found.outward - 10f64.sqrt()).abs() < 1e-4, "{found:?}");
    assert_eq!((found.iou, found.inward), (16.0 / 35.0, 0.0));
    let far = measure(&one(&[[-3e6, 0.0], [4.0, -3e6], [4.0, 4.0]]), &mask);
    assert_eq!((far.iou, far.outward), (0.0, f64::INFINITY));
}

#[test]
fn nothing_against_nothing_is_perfect() {
    let found = measure(&Outline::default(), &Mask::new(5, 5));
    assert_eq!((found.iou, found.outward, found.inward), (1.0, 0.0, 0.0));
    let found = measure(&Outline::default(), &Mask::new(0, 0));
    assert_eq!((found.iou, found.area_error), (1.0, 0.0));
    let square = one(&[[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]]);
    let found = measure(&square, &Mask::new(5, 5));
    assert_eq!((found.iou, found.outward, found.inward), (0.0, f64::INFINITY, 0.0));
}

#[test]
fn a_large_mask_against_one_far_pixel_is_settled_soon() {
    let mask = Mask::from_fn(3000, 3000, |x, y| x + y == 0);
    let whole = one(&[[0.0, 0.0], [3000.0, 0.0], [3000.0, 3000.0], [0.0, 3000.0]]);
    let found = measure(&whole, &mask);
    assert!((found.outward - 2999.0 * 2f64.sqrt()).abs() < 1e-3, "{found:?}");
    let speck = one(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let full = Mask::from_fn(3000, 3000, |_, _| true);
    assert!((measure(&speck, &full).inward - 2999.0 * 2f64.sqrt()).abs() < 1e-3);
}

#[test]
fn rings_that_meet_themselves_are_broken() {
    let bow = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
    let spike = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [4.0, 0.0], [2.0, 5.0]];
    let touching = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.0], [0.0, 4.0]];
    let repeated = [[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
    let twice = [[0.0, 0.0], [2.0, 2.0], [4.0, 0.0], [4.0, 4.0], [2.0, 2.0], [0.0, 4.0]];
    for points in [&bow[..], &spike, &touching, &repeated, &twice, &bow[..2]] {
        assert_eq!(validity(&one(points)).broken_rings, 1, "{points:?}");
    }
    let sound = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
    assert!(validity(&one(&sound)).is_sound());
}

#[test]
fn rings_may_touch_and_not_cross() {
    let square = |x: f64, y: f64| ring(&[[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]]);
    let pair = |a: Ring, b: Ring| validity(&Outline { rings: vec![a, b] });
    let apart = pair(square(0.0, 0.0), square(5.0, 0.0));
    assert!(apart.is_sound() && apart.touches == 0);
    let corner = pair(square(0.0, 0.0), square(2.0, 2.0));
    assert!(corner.is_sound() && corner.touches == 1, "{corner:?}");
    let edge = pair(square(0.0, 0.0), square(2.0, 0.0));
    assert_eq!(edge.crossings, 1, "a shared stretch is no touch");
    assert_eq!(pair(square(0.0, 0.0), square(1.0, 1.0)).crossings, 1);
    // A diamond whose corner lies on an edge touches it; one that goes through a corner crosses.
    let diamond = |x: f64| ring(&[[x, 1.0], [x + 1.0, 0.5], [x + 2.0, 1.0], [x + 1.0, 1.5]]);
    assert!(pair(square(0.0, 0.0), diamond(2.0)).is_sound());
    let through = ring(&[[1.0, 1.0], [2.0, 2.0], [3.0, 4.0], [0.5, 3.0]]);
    assert_eq!(pair(square(0.0, 0.0), through).crossings, 1);
}

#[test]
fn wrong_nesting_and_orientation_are_found() {
    let mask = Mask::from_fn(9, 9, |x, y| {
        let edge = x.min(y).min(8 - x).min(8 - y);
        edge % 2 == 0
    });
    let right = outline(&mask, Connectivity::Four);
    assert!(validity(&right).is_sound());
    let mut orphan = right.clone();
    orphan.rings[2].parent = None;
    assert_eq!(validity(&orphan).misplaced_rings, 1);
    let mut turned = right.clone();
    turned.rings[1].points.reverse();
    assert_eq!(validity(&turned).turned_rings, 1);
    let mut kind = right;
    kind.rings.remove(1);
    kind.rings[1].parent = Some(0);
    assert!(validity(&kind).misplaced_rings > 0);
}
