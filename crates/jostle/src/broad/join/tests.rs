use super::*;
use crate::math::{Affine, Vec2};
use crate::pair::test_shapes::{Random, placed};
use crate::shape::Shape;
use alloc::vec;

/// Shapes of all kinds in a crowd, some of them unbounded.
fn table(seed: u64, rounds: usize) -> Vec<Placed> {
    let mut random = Random(seed);
    (0..rounds).flat_map(|_| placed(&mut random)).map(|(_, placed)| placed).collect()
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
    placed: core::sync::atomic::AtomicUsize,
}

impl Table for Counted<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn bounds(&self, row: usize) -> Aabb {
        self.rows[row].bounds()
    }

    fn place(&self, row: usize) -> Placed {
        self.placed.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
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
fn rows_that_are_put_aside_keep_their_bounds_and_are_placed_to_the_same_bits() {
    use alloc::format;
    let mut random = Random(23);
    for n in 3..200 {
        let star = Shape::polygon(random.star(n)).unwrap();
        let rounded = star.with_radius(0.5).unwrap();
        for map in [random.affine(), Affine::IDENTITY.scaled(2.0, 0.0)] {
            for shape in [&star, &rounded] {
                let placed = shape.place(map).unwrap();
                assert_eq!(placed_bounds(shape, map), Ok(placed.bounds()));
                let mut bytes = Vec::new();
                assert!(pack_into(shape, &mut bytes));
                let again = unpack(&bytes).unwrap().place(map).unwrap();
                assert_eq!(format!("{again:?}"), format!("{placed:?}"));
            }
        }
        let beyond = Affine::IDENTITY.scaled(f32::MAX, f32::MAX);
        assert_eq!(placed_bounds(&star, beyond).err(), star.place(beyond).err());
    }
}

#[cfg(feature = "rayon")]
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
