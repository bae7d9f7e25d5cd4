use super::*;
use std::collections::BTreeSet;

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

    fn mask(&mut self, side: u64) -> Mask {
        let (width, height) = (1 + self.below(side) as u32, 1 + self.below(side) as u32);
        let share = 1 + self.below(15);
        let mut mask = Mask::from_fn(width, height, |_, _| self.below(16) < share);
        // Some in blocks, so that there are longer edges and larger rings.
        if self.below(3) == 0 {
            let coarse = mask.clone();
            mask = Mask::from_fn(width, height, |x, y| coarse.get(x / 3, y / 2));
        }
        mask
    }
}

/// Labels the connected pixels of one kind by flood fill, over the picture and a frame of one
/// empty pixel around it; the count and the label of every cell of the framed picture.
fn flood(mask: &Mask, solid: bool, eight: bool) -> (usize, Vec<Option<usize>>) {
    let (width, height) = (mask.width() as i64 + 2, mask.height() as i64 + 2);
    let is = |x: i64, y: i64| {
        let inside = x > 0 && y > 0 && mask.get(x as u32 - 1, y as u32 - 1);
        (0..width).contains(&x) && (0..height).contains(&y) && inside == solid
    };
    let mut label = vec![None; (width * height) as usize];
    let mut count = 0;
    for start in 0..width * height {
        if label[start as usize].is_some() || !is(start % width, start / width) {
            continue;
        }
        label[start as usize] = Some(count);
        let mut todo = vec![start];
        while let Some(at) = todo.pop() {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let (x, y) = (at % width + dx, at / width + dy);
                if (dx == 0 || dy == 0 || eight) && is(x, y) {
                    let next = (y * width + x) as usize;
                    if label[next].is_none() {
                        label[next] = Some(count);
                        todo.push(next as i64);
                    }
                }
            }
        }
        count += 1;
    }
    (count, label)
}

/// Rings that a mask has once touching rings are cut: one for each component next to another of
/// the other kind, and one more for each vertex where a ring meets itself.
fn expected_rings(mask: &Mask, connectivity: Connectivity) -> usize {
    let eight = connectivity == Connectivity::Eight;
    let (solids, solid) = flood(mask, true, eight);
    let (empties, empty) = flood(mask, false, !eight);
    let width = mask.width() as usize + 2;
    let mut cuts = 0;
    for y in 0..mask.height() as usize + 1 {
        for x in 0..mask.width() as usize + 1 {
            let [nw, ne, sw, se] = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(i, j): (usize, usize)| (y + j) * width + x + i);
            let full = |i: usize| solid[i].is_some();
            if full(nw) != full(se) || full(ne) != full(sw) || full(nw) == full(ne) {
                continue;
            }
            // The pixels that lie apart here, of the kind that does not join across a corner.
            let label = if eight { &empty } else { &solid };
            let (a, b) = if label[nw].is_some() { (nw, se) } else { (ne, sw) };
            cuts += usize::from(label[a] == label[b]);
        }
    }
    solids + empties - 1 + cuts
}

fn contains(ring: &Ring, x: f64, y: f64) -> bool {
    let mut inside = false;
    for i in 0..ring.points.len() {
        let (a, b) = (ring.points[i], ring.points[(i + 1) % ring.points.len()]);
        let [ax, ay, bx, by] = [a[0], a[1], b[0], b[1]].map(|v| f64::from(v) / 256.0);
        if (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax) {
            inside = !inside;
        }
    }
    inside
}

/// Panics with the mask unless the outline has every property that is promised.
fn assert_right(mask: &Mask, connectivity: Connectivity) {
    let traced = outline(mask, connectivity);
    let fault = |what: &str| -> ! {
        let rows: Vec<String> = (0..mask.height())
            .map(|y| (0..mask.width()).map(|x| if mask.get(x, y) { '#' } else { '.' }).collect())
            .collect();
        panic!("{what}, {connectivity:?}:\n{}\n{traced:?}", rows.join("\n"));
    };
    if traced.doubled_area() != 2 * 65536 * mask.area() as i64 {
        fault("area");
    }
    if traced.vertices() as u64 != corners(mask) {
        fault("corners");
    }
    if traced.rings.len() != expected_rings(mask, connectivity) {
        fault("ring count");
    }
    let mut edges = BTreeSet::new();
    let mut before = [-1, -1];
    for (index, ring) in traced.rings.iter().enumerate() {
        if ring.points.iter().copied().collect::<BTreeSet<_>>().len() != ring.points.len() {
            fault("a ring comes back to a point");
        }
        if (ring.doubled_area() < 0) != ring.hole {
            fault("orientation");
        }
        let first = [ring.points[0][1], ring.points[0][0]];
        if first <= before || ring.points.iter().any(|p| [p[1], p[0]] < first) {
            fault("order");
        }
        before = first;
        for i in 0..ring.points.len() {
            let (a, b) = (ring.points[i], ring.points[(i + 1) % ring.points.len()]);
            let c = ring.points[(i + 2) % ring.points.len()];
            let (ab, bc) = ([b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
            if (ab[0] == 0) == (ab[1] == 0) || (ab[0] == 0) == (bc[0] == 0) {
                fault("corner points only");
            }
            let steps = (ab[0].abs() + ab[1].abs()) / 256;
            let [dx, dy] = [ab[0].signum(), ab[1].signum()];
            for k in 0..steps {
                let (x, y) = (a[0] / 256 + k * dx, a[1] / 256 + k * dy);
                if !edges.insert((x.min(x + dx), y.min(y + dy), dx == 0)) {
                    fault("an edge twice");
                }
                // Solid on the right hand, empty on the left.
                let (right, left) = match [dx, dy] {
                    [1, 0] => ((x, y), (x, y - 1)),
                    [-1, 0] => ((x - 1, y - 1), (x - 1, y)),
                    [0, 1] => ((x - 1, y), (x, y)),
                    _ => ((x, y - 1), (x - 1, y - 1)),
                };
                let solid = |(x, y): (i32, i32)| mask.get(x as u32, y as u32);
                if !solid(right) || solid(left) {
                    fault("side");
                }
            }
        }
        // The middle of the pixel below and to the right of the first vertex lies in the ring.
        let (x, y) = (f64::from(first[1]) / 256.0 + 0.5, f64::from(first[0]) / 256.0 + 0.5);
        if !contains(ring, x, y) {
            fault("inside");
        }
        let parent = (0..traced.rings.len())
            .filter(|&i| i != index && contains(&traced.rings[i], x, y))
            .min_by_key(|&i| traced.rings[i].doubled_area().abs());
        if ring.parent != parent || parent.is_some_and(|p| traced.rings[p].hole == ring.hole) {
            fault("parent");
        }
        if parent.is_none() && ring.hole {
            fault("a hole in nothing");
        }
    }
}

fn both(mask: &Mask) {
    assert_right(mask, Connectivity::Four);
    assert_right(mask, Connectivity::Eight);
}

#[test]
fn random_masks_have_the_rings_that_flood_fill_finds() {
    // JOSTLE_MASKS=1000000 runs the whole million.
    let masks = std::env::var("JOSTLE_MASKS").ok().and_then(|v| v.parse().ok()).unwrap_or(3000);
    let mut random = Random(7);
    for round in 0..masks {
        let mask = random.mask(if round % 64 == 0 { 140 } else { 12 });
        both(&mask);
    }
}

#[test]
fn every_mask_of_four_by_four_is_right() {
    for bits in 0..1u32 << 16 {
        let mask = Mask::from_fn(4, 4, |x, y| bits >> (4 * y + x) & 1 == 1);
        // Sixteenth by sixteenth under cargo test; the random masks cover the same ground.
        if bits % 16 == 5 || std::env::var_os("JOSTLE_MASKS").is_some() {
            both(&mask);
        }
    }
}

#[test]
fn an_empty_mask_has_no_ring() {
    for (width, height) in [(0, 0), (0, 5), (5, 0), (1, 1), (64, 64), (130, 3)] {
        assert_eq!(outline(&Mask::new(width, height), Connectivity::Four), Outline::default());
    }
}

#[test]
fn a_full_mask_is_one_box_at_word_edges_too() {
    for width in [1, 63, 64, 65, 127, 128, 129] {
        let full = outline(&Mask::from_fn(width, 3, |_, _| true), Connectivity::Eight);
        let right = width as i32 * 256;
        assert_eq!(full.rings.len(), 1);
        assert_eq!(full.rings[0].points, [[0, 0], [right, 0], [right, 768], [0, 768]]);
    }
}

#[test]
fn rows_and_columns_of_one_pixel_are_right() {
    for n in [1, 2, 64, 200] {
        both(&Mask::from_fn(n, 1, |x, _| x % 3 != 1));
        both(&Mask::from_fn(1, n, |_, y| y % 3 != 1));
    }
}

#[test]
fn a_checkerboard_is_a_square_for_each_pixel_by_four() {
    let checker = Mask::from_fn(9, 9, |x, y| (x + y) % 2 == 0);
    assert_eq!(outline(&checker, Connectivity::Four).rings.len(), 41);
    both(&checker);
}

#[test]
fn the_connectivity_decides_between_two_ways_around() {
    // Two brackets that touch by two corners: two islands, or one with a hole.
    let rows = ["##..", "#.#.", ".#.#", "..##"];
    let mask = Mask::from_fn(4, 4, |x, y| rows[y as usize].as_bytes()[x as usize] == b'#');
    both(&mask);
    let touching = ["###.", "#..#", "#..#", ".###"];
    let mask = Mask::from_fn(4, 4, |x, y| touching[y as usize].as_bytes()[x as usize] == b'#');
    let four = outline(&mask, Connectivity::Four);
    assert_eq!(four.rings.iter().filter(|r| r.hole).count(), 0);
    assert_eq!(four.rings.len(), 2);
    let eight = outline(&mask, Connectivity::Eight);
    assert_eq!(eight.rings.iter().filter(|r| r.hole).count(), 1);
    assert_eq!(eight.rings.len(), 2);
}

#[test]
fn a_spiral_is_one_ring() {
    let mut mask = Mask::new(201, 201);
    let (mut x, mut y, mut dx, mut dy) = (0i64, 0i64, 1i64, 0i64);
    for turn in 0..200 {
        let length = 200 - 2 * ((turn + 1) / 2);
        for _ in 0..length.max(0) {
            mask.set(x as u32, y as u32, true);
            (x, y) = (x + dx, y + dy);
        }
        (dx, dy) = (-dy, dx);
    }
    let spiral = outline(&mask, Connectivity::Four);
    assert_eq!(spiral.rings.len(), 1);
    assert_eq!(spiral.doubled_area(), 2 * 65536 * mask.area() as i64);
}

#[test]
fn nested_frames_nest() {
    let mask = Mask::from_fn(70, 70, |x, y| {
        let edge = x.min(y).min(69 - x).min(69 - y);
        edge % 2 == 0
    });
    let frames = outline(&mask, Connectivity::Four);
    assert_eq!(frames.rings.len(), 35);
    for (i, ring) in frames.rings.iter().enumerate() {
        assert_eq!((ring.hole, ring.parent), (i % 2 == 1, i.checked_sub(1)));
    }
}

#[test]
fn a_mask_of_eight_thousand_pixels_a_side_is_traced() {
    let mask = Mask::from_fn(8192, 8192, |x, y| {
        let (dx, dy) = (i64::from(x) - 4096, i64::from(y) - 4096);
        let r = dx * dx + dy * dy;
        r < 4096 * 4096 && r > 2000 * 2000
    });
    let disc = outline(&mask, Connectivity::Four);
    assert_eq!(disc.rings.len(), 2);
    assert_eq!(disc.doubled_area(), 2 * 65536 * mask.area() as i64);
}
