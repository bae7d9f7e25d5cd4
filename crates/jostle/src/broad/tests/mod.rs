//! What holds for every broad phase: the same answers as looking at everything.

mod cost;
#[cfg(feature = "rayon")]
mod hands;
mod reaching;
mod worlds;

use crate::broad::{BroadPhase, Brute, NAMES, SweptBox, named};
use crate::math::{Aabb, Vec2};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use reaching::{entry_fraction, square_distance};
use worlds::{Rng, WORLDS};

fn everyone() -> impl Iterator<Item = Box<dyn BroadPhase>> {
    NAMES.iter().filter_map(|name| named(name))
}

fn pairs(broad: &mut dyn BroadPhase, moved: &[u32]) -> Vec<(u32, u32)> {
    let mut out = Vec::new();
    broad.pairs(moved, &mut out);
    assert!(out.iter().all(|(a, b)| a < b), "{} gives a pair backward", broad.name());
    out.sort_unstable();
    out
}

fn overlapping(broad: &dyn BroadPhase, bounds: Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    broad.overlapping(bounds, &mut |id| {
        found.push(id);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

fn swept(origin: Vec2, translation: Vec2, half: Vec2) -> SweptBox {
    SweptBox { origin, translation, half }
}

fn along(broad: &dyn BroadPhase, from: Vec2, by: Vec2, half: Vec2) -> Vec<u32> {
    let mut found = Vec::new();
    broad.cast_segment(swept(from, by, half), &mut |id| {
        found.push(id);
        1.0
    });
    found.sort_unstable();
    found
}

fn near(broad: &dyn BroadPhase, from: Aabb, within: f64) -> Vec<u32> {
    let mut found = Vec::new();
    broad.nearest(from, &mut |id| {
        found.push(id);
        within
    });
    found.sort_unstable();
    found
}

/// Returns `true` if all that is right was found, and nothing else but what `nearly` is.
fn holds_all(found: &[u32], right: &[u32], nearly: impl Fn(u32) -> bool) -> bool {
    right.iter().all(|id| found.binary_search(id).is_ok())
        && found.iter().all(|id| right.binary_search(id).is_ok() || nearly(*id))
}

/// The smallest key of all ids, found by narrowing; the key of an id is given.
fn first(ask: impl FnOnce(&mut dyn FnMut(u32) -> f64), key: impl Fn(u32) -> f64) -> f64 {
    let mut best = f64::INFINITY;
    ask(&mut |id| {
        let own = key(id);
        best = if own < best { own } else { best };
        best
    });
    best
}

/// Every question, asked of both.
fn agree(rng: &mut Rng, broad: &dyn BroadPhase, truth: &Brute, boxes: &[Option<Aabb>], hint: &str) {
    let name = broad.name();
    assert_eq!(broad.len(), truth.len(), "{name}, {hint}");
    for _ in 0..3 {
        let a = worlds::somewhere(rng, boxes);
        let b = worlds::somewhere(rng, boxes);
        for bounds in [a, Aabb { min: a.min, max: a.min }, a.union(b), Aabb::UNBOUNDED] {
            let (own, right) = (overlapping(broad, bounds), overlapping(truth, bounds));
            assert_eq!(own, right, "{name}, {hint}: overlapping {bounds:?}");
        }
        let mut half = || if rng.below(2) == 0 { 0.0 } else { rng.size() };
        let half = Vec2::new(half(), half());
        let start = if a.min.is_finite() { a.min } else { Vec2::ZERO };
        let mut by = if b.max.is_finite() { b.max - start } else { Vec2::X };
        by = if by.is_finite() { by } else { Vec2::Y };
        let ways = [by, Vec2::new(by.x, 0.0), Vec2::new(0.0, by.y), Vec2::ZERO, -by];
        let ways: Vec<_> = (0..25).map(|i| swept(start, ways[i % ways.len()], half)).collect();
        let mut each = alloc::vec![Vec::new(); ways.len()];
        broad.cast_segments(&ways, &|_| {}, &mut |way, id| {
            each[way].push(id);
            // Every other way has enough of one.
            if way % 2 == 0 { 1.0 } else { -1.0 }
        });
        // Eight boxes at once are met by a way that is thicker by a rounding.
        let nearly = |by: Vec2, id: u32| {
            let size = [start.x, start.y, by.x, by.y].map(f32::abs).into_iter().sum::<f32>();
            let wide = |half: f32| half + (size + half) * 1e-5 + 1e-20;
            let wide = |half| if wide(half).is_finite() { wide(half) } else { f32::MAX };
            let wide = Vec2::new(wide(half.x), wide(half.y));
            boxes[id as usize]
                .is_some_and(|b| entry_fraction(swept(start, by, wide), b).is_finite())
        };
        let met = |by: Vec2| -> Vec<u32> {
            let way = swept(start, by, half);
            let boxes = (0..).zip(boxes).filter_map(|(id, b)| Some((id, (*b)?)));
            boxes.filter(|(_, b)| entry_fraction(way, *b).is_finite()).map(|(id, _)| id).collect()
        };
        for (SweptBox { translation: by, .. }, mut own) in ways.into_iter().zip(each).step_by(2) {
            own.sort_unstable();
            let right = met(by);
            let good = holds_all(&own, &right, |id| nearly(by, id));
            assert!(
                good,
                "{name}, {hint}: along each {start:?} {by:?} {half:?}, {own:?} {right:?}"
            );
        }
        for by in [by, Vec2::new(by.x, 0.0), Vec2::new(0.0, by.y), Vec2::ZERO] {
            let (own, right) = (along(broad, start, by, half), met(by));
            let good = holds_all(&own, &right, |id| nearly(by, id));
            assert!(good, "{name}, {hint}: along {start:?} {by:?} {half:?}, {own:?} {right:?}");
        }
        let entry = |id: u32| {
            let bounds = boxes[id as usize].expect("an id that is in");
            f64::from(entry_fraction(swept(start, by, half), bounds) as f32)
        };
        let ray = |broad: &dyn BroadPhase| {
            let at_most_all = |at: f64| if at < 1.0 { at as f32 } else { 1.0 };
            first(
                |visit| {
                    broad.cast_segment(swept(start, by, half), &mut |id| at_most_all(visit(id)))
                },
                entry,
            )
        };
        assert_eq!(ray(broad), ray(truth), "{name}, {hint}: first along");
        let distance = |id: u32| {
            let bounds = boxes[id as usize].expect("an id that is in");
            square_distance(a, bounds)
        };
        let closest = first(|visit| truth.nearest(a, visit), distance);
        let own = first(|visit| broad.nearest(a, visit), distance);
        assert_eq!(own, closest, "{name}, {hint}: nearest {a:?}");
        let from = [a, Aabb { min: a.min, max: a.min }, b];
        let from: Vec<_> = (0..25).map(|i| from[i % from.len()]).collect();
        let mut bests = alloc::vec![f64::INFINITY; from.len()];
        broad.nearest_each(&from, &|_| {}, &mut |number, id| {
            let bounds = boxes[id as usize].expect("an id that is in");
            let own = square_distance(from[number], bounds);
            bests[number] = if own < bests[number] { own } else { bests[number] };
            bests[number]
        });
        assert!(bests.iter().step_by(3).all(|best| *best == closest), "{name}, {hint}: {bests:?}");
        if closest.is_finite() {
            let within = closest * 4.0 + 1.0;
            let close = |found: Vec<u32>| -> Vec<u32> {
                found.into_iter().filter(|id| distance(*id) <= within).collect()
            };
            let (own, right) = (near(broad, a, within), near(truth, a, within));
            assert_eq!(close(own), close(right), "{name}, {hint}: near {a:?}");
        }
    }
}

/// Who moved, among `room` ids: nothing, a few, or all, and some that are not in. Every other score
/// of frames is calm.
fn choose(rng: &mut Rng, room: usize, frame: usize) -> Vec<u32> {
    let kinds = if (frame / 20).is_multiple_of(2) { 6 } else { 3 };
    let share = [0, 1, 1, 10, 50, 100][rng.below(kinds)];
    (0..room as u32 + 3).filter(|_| share == 100 || rng.below(100) < share).collect()
}

/// Which of a few classes are apart: a random table, or none for every other world.
struct Apart {
    bits: [u32; 5],
    of: Vec<u32>,
}

impl Apart {
    fn draw(rng: &mut Rng, world: usize, ids: usize) -> Self {
        let kinds = [1, 5][world % 2];
        let bits = core::array::from_fn(|class| {
            (0..class as u32).fold(0, |bits, other| bits | (rng.below(2) as u32) << other)
        });
        Self {
            bits: bits.map(|bits| bits & !1),
            of: (0..ids).map(|_| rng.below(kinds) as u32).collect(),
        }
    }

    fn tell(&self, broad: &mut dyn BroadPhase, id: u32) {
        let class = self.of[id as usize];
        broad.set_class(id, class, self.bits[class as usize]);
    }

    fn keeps_apart(&self, (a, b): (u32, u32)) -> bool {
        let [a, b] = [a, b].map(|id| self.of[id as usize]);
        let high = if a > b { a } else { b };
        a != 0 && b != 0 && (a == b || self.bits[high as usize] >> (a ^ b ^ high) & 1 == 1)
    }
}

/// A life: boxes come, move and go, and all questions are asked in between.
fn live(mut broad: Box<dyn BroadPhase>, world: usize, seed: u64, size: usize, frames: usize) {
    let rng = &mut Rng::new(seed);
    let (title, draw) = WORLDS[world];
    let mut truth = Brute::new();
    let mut boxes: Vec<Option<Aabb>> = Vec::new();
    let all: Vec<(u32, Aabb)> = (0..).zip(draw(rng, size)).collect();
    boxes.extend(all.iter().map(|(_, bounds)| Some(*bounds)));
    truth.insert_all(&all);
    let mut apart = Apart::draw(rng, world, all.len());
    all.iter().for_each(|(id, _)| apart.tell(&mut *broad, *id));
    let (alone, together) = all.split_at(rng.below(all.len() + 1));
    alone.iter().for_each(|(id, bounds)| broad.insert(*id, *bounds));
    broad.insert_all(together);
    for frame in 0..frames {
        let hint = alloc::format!("{title}, seed {seed}, frame {frame}");
        agree(rng, &*broad, &truth, &boxes, &hint);
        let moved = choose(rng, boxes.len(), frame);
        for &id in &moved {
            let Some(slot) = boxes.get_mut(id as usize) else { continue };
            if rng.below(60) == 0 && apart.of.iter().any(|class| *class > 0) {
                apart.of[id as usize] = rng.below(5) as u32;
                apart.tell(&mut *broad, id);
            }
            match (*slot, rng.below(40)) {
                (Some(_), 0) => {
                    *slot = None;
                    broad.remove(id);
                    truth.remove(id);
                }
                (None, 0..20) => {
                    let bounds = draw(rng, 2)[1];
                    *slot = Some(bounds);
                    broad.insert(id, bounds);
                    truth.insert(id, bounds);
                }
                (Some(old), turn) => {
                    let new = if turn == 1 { draw(rng, 2)[1] } else { worlds::nudged(rng, old) };
                    *slot = Some(new);
                    if turn == 2 {
                        broad.insert(id, new);
                    } else {
                        broad.update(id, new);
                    }
                    truth.update(id, new);
                }
                (None, _) => broad.remove(id),
            }
        }
        agree(rng, &*broad, &truth, &boxes, &hint);
        let asked = if rng.below(4) == 0 { choose(rng, boxes.len(), 0) } else { moved };
        let (mut own, mut right) = (pairs(&mut *broad, &asked), pairs(&mut truth, &asked));
        right.retain(|pair| !apart.keeps_apart(*pair));
        if matches!(broad.name(), "tree" | "brute") {
            own.retain(|pair| !apart.keeps_apart(*pair));
        }
        let extra = own.iter().find(|pair| right.binary_search(pair).is_err());
        let lost = right.iter().find(|pair| own.binary_search(pair).is_err());
        assert!(own == right, "{}, {hint}: lost {lost:?}, extra {extra:?}", broad.name());
    }
    agree(rng, &*broad, &truth, &boxes, title);
    broad.clear();
    assert!(broad.is_empty() && pairs(&mut *broad, &[0, 1, 2]).is_empty());
}

/// Makes another broad phase of the same kind.
fn empty(broad: &dyn BroadPhase) -> Box<dyn BroadPhase> {
    named(broad.name()).unwrap()
}

#[test]
fn all_answer_as_looking_at_everything_does() {
    for broad in everyone() {
        for world in 0..WORLDS.len() {
            for (size, frames) in [(0, 3), (1, 5), (2, 10), (9, 10), (40, 50), (150, 10)] {
                live(empty(&*broad), world, (size * 100 + world) as u64, size, frames);
            }
        }
    }
}

#[test]
fn all_answer_right_in_larger_worlds() {
    for broad in everyone() {
        for world in 0..WORLDS.len() {
            if worlds::pairs_stay_few(world) {
                live(empty(&*broad), world, 7_000 + world as u64, 1_500, 4);
            }
        }
    }
}

#[test]
fn the_same_calls_give_the_same_order() {
    for broad in everyone() {
        let run = || {
            let mut broad = empty(&*broad);
            let rng = &mut Rng::new(5);
            let mut out = Vec::new();
            let mut boxes = WORLDS[0].1(rng, 300);
            for (id, bounds) in boxes.iter().enumerate() {
                broad.insert(id as u32, *bounds);
            }
            for _ in 0..5 {
                let moved = choose(rng, boxes.len(), 0);
                for &id in &moved {
                    let Some(own) = boxes.get_mut(id as usize) else { continue };
                    *own = worlds::nudged(rng, *own);
                    broad.update(id, *own);
                }
                broad.pairs(&moved, &mut out);
            }
            out
        };
        assert_eq!(run(), run(), "{}", broad.name());
    }
}

#[test]
fn a_visitor_that_has_enough_is_left_alone() {
    for mut broad in everyone() {
        let name = broad.name();
        for id in 0..500 {
            let x = (id % 20) as f32;
            let y = (id / 20) as f32;
            broad.insert(id, Aabb::new((x, y), (x + 1.0, y + 1.0)));
        }
        for _ in 0..2 {
            let mut calls = 0;
            broad.overlapping(Aabb::UNBOUNDED, &mut |_| {
                calls += 1;
                if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(calls, 3, "{name}");
            broad.cast_segment(swept(Vec2::ZERO, Vec2::new(20.0, 25.0), Vec2::ZERO), &mut |_| {
                calls += 1;
                if calls == 6 { -1.0 } else { 1.0 }
            });
            assert_eq!(calls, 6, "{name}");
            broad.nearest(Aabb::new((3.0, 3.0), (3.0, 3.0)), &mut |_| {
                calls += 1;
                if calls == 9 { -1.0 } else { f64::INFINITY }
            });
            assert_eq!(calls, 9, "{name}");
            broad.pairs(&[3], &mut Vec::new());
        }
    }
}

#[test]
fn the_inner_structure_holds_what_is_in() {
    for mut broad in everyone() {
        let rng = &mut Rng::new(8);
        for (id, bounds) in WORLDS[0].1(rng, 200).into_iter().enumerate() {
            broad.insert(id as u32, bounds);
        }
        broad.pairs(&(0..200).collect::<Vec<_>>(), &mut Vec::new());
        assert!(broad.heap_bytes() > 200 * 16, "{}", broad.name());
        let mut deepest = 0;
        broad.visit_nodes(&mut |bounds, depth| {
            assert!(crate::broad::box_table::holds(bounds));
            deepest = if depth > deepest { depth } else { deepest };
        });
        assert!(deepest < 24, "{}", broad.name());
    }
}

#[test]
fn many_new_boxes_are_found_before_the_first_pairs() {
    for mut broad in everyone() {
        let rng = &mut Rng::new(12);
        let boxes = WORLDS[0].1(rng, 500);
        let mut truth = Brute::new();
        let around = Aabb::new((-1e6, -1e6), (1e6, 1e6));
        let near = boxes[7];
        for (id, bounds) in (0..).zip(&boxes) {
            broad.insert(id, *bounds);
            truth.insert(id, *bounds);
            // An edit and a question now and then, in every order.
            let other = id / 2;
            match id % 90 {
                70 => [&mut *broad, &mut truth].map(|b| b.remove(id - 1)),
                75 => [&mut *broad, &mut truth].map(|b| b.update(id - 1, near)),
                80 => [&mut *broad, &mut truth].map(|b| b.update(other, near)),
                _ => [(); 2],
            };
            if id % 30 == 0 {
                for asked in [around, near] {
                    assert_eq!(overlapping(&*broad, asked), overlapping(&truth, asked), "{id}");
                }
            }
        }
        assert_eq!(broad.len(), truth.len(), "{}", broad.name());
        let all: Vec<u32> = (0..500).collect();
        assert_eq!(pairs(&mut *broad, &all), pairs(&mut truth, &all), "{}", broad.name());
    }
}

#[cfg(feature = "std")]
#[test]
fn the_first_questions_after_a_sweep_may_come_from_many_threads() {
    for name in ["auto", "sweep"] {
        let mut broad = named(name).expect("a name that is known");
        let rng = &mut Rng::new(9);
        let mut boxes = WORLDS[0].1(rng, 3_000);
        let all: Vec<u32> = (0..boxes.len() as u32).collect();
        boxes.iter().zip(&all).for_each(|(bounds, id)| broad.insert(*id, *bounds));
        for _ in 0..3 {
            for (bounds, id) in boxes.iter_mut().zip(&all) {
                *bounds = worlds::nudged(rng, *bounds);
                broad.update(*id, *bounds);
            }
            broad.pairs(&all, &mut Vec::new());
            // Who has left before the first question is not offered by it.
            broad.remove(7);
            let (copy, asked) = (&*broad, boxes[20]);
            let answers: Vec<_> = std::thread::scope(|scope| {
                let each = || scope.spawn(move || overlapping(copy, asked));
                let all: Vec<_> = (0..4).map(|_| each()).collect();
                all.into_iter().map(|one| one.join().expect("no panic")).collect()
            });
            let met = |id: &u32| *id != 7 && boxes[*id as usize].overlaps(asked);
            let right: Vec<u32> = all.iter().copied().filter(met).collect();
            assert!(answers.iter().all(|answer| *answer == right), "{name}");
            broad.insert(7, boxes[7]);
        }
    }
}

#[test]
fn marks_take_runs_and_lists() {
    for ids in [
        (0..200).collect::<Vec<u32>>(),
        alloc::vec![5],
        (63..129).collect(),
        alloc::vec![1, 64, 190],
    ] {
        let mut log = crate::broad::box_table::MoveLog::default();
        log.begin(250);
        assert!(ids.iter().all(|id| log.note(*id) > 1000 && log.note(*id) == 0), "{ids:?}");
        assert!((0..300).all(|id| (log.age(id) == 0) == ids.contains(&id)), "{ids:?}");
        log.begin(300);
        assert!((0..300).all(|id| (log.age(id) == 1) == ids.contains(&id)), "{ids:?}");
    }
}
