use super::*;
use jostle::shape::{ChainEnds, Sidedness};
use jostle::{Affine, Shape, Vec2};

/// A generator of Marsaglia's: xorshift with 64 bits.
struct Random(u64);

impl Random {
    fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (high - low) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }

    fn map(&mut self) -> Affine {
        let at = (self.within(-2.0, 2.0), self.within(-2.0, 2.0));
        Affine::at(at).rotated(self.within(-3.0, 3.0))
    }
}

/// One shape of each sort, the last one unbounded.
fn kinds() -> Vec<Shape> {
    let ell = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)];
    let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)];
    let kinds = [
        Shape::point((0.25, 0.5)),
        Shape::segment((-1., -0.5), (1., 0.75)),
        Shape::circle(1.0),
        Shape::capsule((-1., 0.), (1., 0.), 0.5),
        Shape::rect_half((1.5, 0.5)),
        Shape::ellipse((1.5, 0.75)),
        Shape::polygon(ell),
        Shape::polygon(ell).and_then(|ell| ell.with_radius(0.25)),
        Shape::polygon_with_holes(square(1.5), [square(0.75)]),
        Shape::chain(ell, ChainEnds::Open, Sidedness::Both),
        Shape::half_plane((0.5, 1.0), 0.25),
    ];
    kinds.map(Result::unwrap).to_vec()
}

/// Shapes of all kinds in a crowd, some of them unbounded.
fn table(seed: u64, rounds: usize) -> Vec<Placed> {
    let (mut random, kinds) = (Random(seed), kinds());
    let mut round =
        |_| kinds.iter().map(|kind| kind.place(random.map()).unwrap()).collect::<Vec<_>>();
    (0..rounds).flat_map(&mut round).collect()
}

fn brute<Q: Question>(left: &[Placed], right: &[Placed], question: &Q) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    for (i, a) in (0..).zip(left) {
        let hits = (0..).zip(right).filter(|(_, b)| question.ask(a, b).is_some());
        found.extend(hits.map(|(j, _)| [i, j]));
    }
    found
}

fn pairs<A>(rows: &[JoinRow<A>]) -> Vec<[u32; 2]> {
    rows.iter().map(|row| [row.left, row.right]).collect()
}

#[test]
fn every_memory_limit_gives_the_rows_of_all_pairs() {
    let (left, right) = (table(3, 4), table(5, 3));
    for memory in [0, 1_000, 5_000, 20_000, 100_000, usize::MAX] {
        let joined = join(&left[..], &right[..], &Overlaps, memory);
        assert_eq!(pairs(&joined), brute(&left, &right, &Overlaps), "{memory}");
        let joined = join(&left[..], &right[..], &Contains, memory);
        assert_eq!(pairs(&joined), brute(&left, &right, &Contains), "{memory}");
        for reach in [0.0, 0.5, 3.0] {
            let joined = join(&left[..], &right[..], &Within(reach), memory);
            assert_eq!(pairs(&joined), brute(&left, &right, &Within(reach)), "{memory} {reach}");
        }
    }
}

#[test]
fn contacts_have_the_bits_of_single_pairs_in_any_tiling() {
    let (left, right) = (table(7, 3), table(8, 3));
    let whole = join(&left[..], &right[..], &Contacts, usize::MAX);
    assert!(whole.len() > 100);
    assert_eq!(whole, join(&left[..], &right[..], &Contacts, 3_000));
    for row in &whole {
        let direct = left[row.left as usize].contact(&right[row.right as usize]);
        assert_eq!(direct, Some(row.answer));
    }
}

#[test]
fn boxes_that_end_on_the_sides_of_tiles_are_joined_once() {
    let square = Shape::rect_half((0.5, 0.5)).unwrap();
    let grid = |shift: f32| -> Vec<Placed> {
        let at = |i: i32| Affine::at(((i % 32) as f32 + shift, (i / 32) as f32 + shift));
        (0..1024).map(|i| square.place(at(i)).unwrap()).collect()
    };
    for shift in [0.0, 0.5, 1.0] {
        let (left, right) = (grid(0.0), grid(shift));
        let expected = brute(&left, &right, &Overlaps);
        for memory in [2_000, 10_000, 30_000] {
            let tiling = Tiling::new(&left[..], &right[..], 0.0, memory);
            assert!(tiling.len() > 4, "{memory}");
            assert_eq!(pairs(&join(&left[..], &right[..], &Overlaps, memory)), expected);
        }
    }
}

/// Counts the bytes that are placed at a time.
struct Counted<'a> {
    rows: &'a [Placed],
    placed: std::sync::atomic::AtomicUsize,
}

impl Table for Counted<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn bounds(&self, row: usize) -> Aabb {
        self.rows[row].bounds()
    }

    fn place(&self, row: usize) -> Placed {
        self.placed.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.rows[row].clone()
    }

    fn bytes(&self, _: usize) -> usize {
        100
    }
}

#[test]
fn a_crowd_in_one_place_is_done_in_blocks_and_a_spread_one_is_placed_about_once() {
    let ball = Shape::circle(1.0).unwrap();
    let one_place = vec![ball.place(Affine::IDENTITY).unwrap(); 40];
    let counted = Counted { rows: &one_place, placed: Default::default() };
    let tiling = Tiling::new(&counted, &counted, 0.0, 1_000);
    assert_eq!(tiling.len(), 1);
    let mut rows = Vec::new();
    tiling.join_into(0, &counted, &counted, &Overlaps, &mut rows);
    // Blocks of five rows: each of eight on the left meets each of eight on the right.
    assert_eq!((rows.len(), counted.placed.into_inner()), (1600, 40 + 8 * 40));

    let at = |i: i32| Affine::at(((i % 100) as f32 * 9.0, (i / 100) as f32 * 9.0));
    let spread: Vec<Placed> = (0..10_000).map(|i| ball.place(at(i)).unwrap()).collect();
    let counted = Counted { rows: &spread, placed: Default::default() };
    assert_eq!(join(&counted, &counted, &Overlaps, 50_000).len(), 10_000);
    assert!(counted.placed.into_inner() < 24_000);
}

#[test]
fn a_few_large_rows_do_not_stop_the_cutting() {
    let large = Shape::rect_half((500.0, 500.0)).unwrap();
    let mut left = vec![large.place(Affine::IDENTITY).unwrap(); 5];
    let dot = Shape::point(Vec2::ZERO).unwrap();
    let at = |i: i32| Affine::at(((i % 100) as f32, (i / 100) as f32));
    left.extend((0..5_000).map(|i| dot.place(at(i)).unwrap()));
    let tiling = Tiling::new(&left[..], &left[..], 0.0, 50_000);
    assert!(tiling.len() > 8);
    assert_eq!(join(&left[..], &left[..], &Overlaps, 50_000).len(), 5_000 + 2 * 5 * 5_000 + 25);
}

#[test]
fn the_nearest_rows_are_those_of_all_pairs_for_any_memory() {
    let (left, right) = (table(11, 3), table(13, 3));
    let all = |count: usize| -> Vec<(u32, u32, u32)> {
        let mut rows = Vec::new();
        for (i, a) in (0..).zip(&left) {
            let distance = |b: &Placed| if a.overlaps(b) { 0.0 } else { a.gap(b).distance() };
            let mut near: Vec<(f32, u32)> = right.iter().map(distance).zip(0..).collect();
            near.sort_by(|a, b| a.partial_cmp(b).unwrap());
            rows.extend(near.iter().take(count).map(|(far, j)| (i, *j, far.to_bits())));
        }
        rows
    };
    for count in [0, 1, 3, 1000] {
        let expected = all(count);
        for memory in [0, 2_000, 20_000, usize::MAX] {
            let found = nearest(&left[..], &right[..], count, memory);
            let found: Vec<_> =
                found.iter().map(|row| (row.left, row.right, row.answer.to_bits())).collect();
            assert_eq!(found, expected, "{count} {memory}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_rows() {
    let (left, right) = (table(17, 4), table(19, 4));
    let expected = join(&left[..], &right[..], &Contacts, usize::MAX);
    assert!(expected.len() > 100);
    for (threads, memory) in [(1, usize::MAX), (2, 10_000), (3, usize::MAX), (5, 0)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let found = pool.install(|| join_parallel(&left[..], &right[..], &Contacts, memory));
        assert_eq!(found, expected, "{threads} {memory}");
    }
}

fn box_pairs(left: &[Aabb], right: &[Aabb]) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let [lefts, rights] = [left, right].map(|list| list.iter().copied());
    visit_area(Aabb::UNBOUNDED, lefts, rights, 0.0, &mut |i, j| found.push((i, j)));
    found.sort_unstable();
    found
}

#[test]
fn a_sweep_finds_each_pair_of_boxes_once_however_they_lie() {
    let mut random = Random(31);
    // How far boxes lie along x and y, how large most are, and how large each hundredth is.
    let far = 1e9;
    for [x, y, size, giant] in [
        [30.0, 30.0, 1.0, 1.0],
        [30.0, 30.0, 0.0, 0.0],
        [0.0, 300.0, 1.0, 1.0],
        [300.0, 0.0, 1.0, 300.0],
        [30.0, 3000.0, 1.0, 3000.0],
        [30.0, 30.0, 1.0, far],
        [far, far, far / 30.0, far],
        [f32::MAX / 4.0, f32::MAX / 4.0, f32::MAX / 4.0, 1.0],
    ] {
        let mut list = |count: usize| -> Vec<Aabb> {
            let mut boxes: Vec<Aabb> = Vec::new();
            for i in 0..count {
                let size = if i % 100 == 99 { giant } else { size };
                // On whole numbers, so that many only touch.
                let mut side = |far: f32| {
                    let low = random.within(-far, far).round() * 0.5;
                    (low, low + random.within(0.0, size).round() * 0.25)
                };
                let ((x0, x1), (y0, y1)) = (side(x), side(y));
                boxes.push(Aabb { min: Vec2::new(x0, y0), max: Vec2::new(x1, y1) });
            }
            boxes.extend([Aabb::xywh(far, far, 1.0, 1.0), Aabb::UNBOUNDED]);
            boxes
        };
        let (left, right) = (list(1500), list(1000));
        let mut expected = Vec::new();
        for (i, a) in (0..).zip(&left) {
            let hits = (0..).zip(&right).filter(|(_, b)| a.overlaps(**b));
            expected.extend(hits.map(|(j, _)| (i, j)));
        }
        assert!(box_pairs(&left, &right) == expected, "{x} {y} {size} {giant}");
    }
}

#[test]
fn rows_that_are_put_aside_keep_their_bounds_and_are_placed_to_the_same_bits() {
    let mut random = Random(23);
    for n in 3..200 {
        let mut corner = |i: usize| {
            let turn =
                jostle::Rot::from_degrees(360.0 * (i as f32 + random.within(0.1, 0.9)) / n as f32);
            let radius = random.within(0.5, 2.0);
            (turn.cos * radius, turn.sin * radius)
        };
        let star = Shape::polygon((0..n).map(&mut corner).collect::<Vec<_>>()).unwrap();
        let rounded = star.with_radius(0.5).unwrap();
        for map in [random.map(), Affine::IDENTITY.scaled(2.0, 0.0)] {
            for shape in [&star, &rounded] {
                let placed = shape.place(map).unwrap();
                assert_eq!(shape.placed_bounds(map), Ok(placed.bounds()));
                let mut bytes = Vec::new();
                assert!(shape.pack_into(&mut bytes));
                let again = Shape::unpack(&bytes).unwrap().place(map).unwrap();
                assert_eq!(format!("{again:?}"), format!("{placed:?}"));
            }
        }
        let beyond = Affine::IDENTITY.scaled(f32::MAX, f32::MAX);
        assert_eq!(star.placed_bounds(beyond).err(), star.place(beyond).err());
    }
}
