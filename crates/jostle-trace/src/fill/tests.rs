use super::*;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn mask(&mut self) -> Mask {
        let width = if self.below(8) == 0 { 70 } else { 9 };
        let (width, height) = (1 + self.below(width) as u32, 1 + self.below(9) as u32);
        let share = 1 + self.below(15);
        Mask::from_fn(width, height, |_, _| self.below(16) < share)
    }
}

/// The part that pixel (x, y) belongs to, by flood fill, and whether it reaches the edge.
fn part(mask: &Mask, x: u32, y: u32, eight: bool) -> (Vec<[u32; 2]>, bool) {
    let kind = mask.get(x, y);
    let mut pixels = vec![[x, y]];
    let mut seen = mask.clone();
    seen.set(x, y, !kind);
    let mut at = 0;
    let mut edge = false;
    while at < pixels.len() {
        let [x, y] = pixels[at].map(i64::from);
        at += 1;
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let [nx, ny] = [x + dx, y + dy];
            let inside = (0..i64::from(mask.width())).contains(&nx)
                && (0..i64::from(mask.height())).contains(&ny);
            if !inside {
                edge = true;
                continue;
            }
            let next = [nx as u32, ny as u32];
            if (dx == 0 || dy == 0 || eight) && seen.get(next[0], next[1]) == kind {
                seen.set(next[0], next[1], !kind);
                pixels.push(next);
            }
        }
    }
    (pixels, edge)
}

#[test]
fn holes_are_the_empty_parts_that_a_flood_from_outside_misses() {
    let mut random = Random(1);
    for _ in 0..200 {
        let mask = random.mask();
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let result = filled(&mask, Fill::Holes, connectivity);
            for y in 0..mask.height() {
                for x in 0..mask.width() {
                    let eight = connectivity == Connectivity::Four;
                    let expected = mask.get(x, y) || !part(&mask, x, y, eight).1;
                    assert_eq!(result.get(x, y), expected, "{x} {y} {connectivity:?} {mask:?}");
                }
            }
        }
    }
}

#[test]
fn bays_are_seen_by_eight_rays() {
    let mut random = Random(2);
    for _ in 0..400 {
        let mask = random.mask();
        let result = filled(&mask, Fill::Bays, Connectivity::Four);
        for y in 0..mask.height() {
            for x in 0..mask.width() {
                let meets = |dx: i64, dy: i64| {
                    (1..200).any(|k| {
                        let (x, y) = (i64::from(x) + k * dx, i64::from(y) + k * dy);
                        x >= 0 && y >= 0 && mask.get(x as u32, y as u32)
                    })
                };
                let rays = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
                let shut = rays.filter(|&ray| ray != (0, 0)).all(|(dx, dy)| meets(dx, dy));
                assert_eq!(result.get(x, y), mask.get(x, y) || shut, "{x} {y} {mask:?}");
            }
        }
    }
}

#[test]
fn small_parts_go_and_are_named() {
    let mut random = Random(3);
    for _ in 0..200 {
        let mask = random.mask();
        let min_area = 1 + random.below(6);
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let eight = connectivity == Connectivity::Eight;
            let (result, removed) = drop_small(&mask, min_area, connectivity);
            let mut expected = mask.clone();
            let mut names = Vec::new();
            for (kind, solid) in [(RemovedKind::Speck, true), (RemovedKind::Hole, false)] {
                let before = expected.clone();
                for y in 0..mask.height() {
                    for x in 0..mask.width() {
                        if before.get(x, y) != solid {
                            continue;
                        }
                        let (pixels, edge) = part(&before, x, y, eight == solid);
                        let area = pixels.len() as u64;
                        if area < min_area && (solid || !edge) {
                            expected.set(x, y, !solid);
                            if pixels.iter().all(|p| (p[1], p[0]) >= (y, x)) {
                                names.push(Removed { kind, area, at: [x, y] });
                            }
                        }
                    }
                }
            }
            assert_eq!((result, removed), (expected, names), "{mask:?} {min_area}");
        }
    }
}

#[test]
fn masks_without_pixels_stay_as_they_are() {
    for (width, height) in [(0, 0), (0, 4), (4, 0), (65, 1)] {
        let mask = Mask::new(width, height);
        for fill in [Fill::None, Fill::Holes, Fill::Bays] {
            assert_eq!(filled(&mask, fill, Connectivity::Four), mask);
        }
        assert_eq!(drop_small(&mask, 9, Connectivity::Four), (mask, Vec::new()));
    }
}
