//! Random masks through the whole pipeline: rings, simplified outline, convex pieces; nothing is
//! taken from the tracer's word, the checker measures all of it.
//!
//! A share runs with all tests. The large run, which prints its counts as it goes:
//! `JOSTLE_MASKS=1000000 cargo test --release -p jostle-trace --test masks -- --nocapture`;
//! `JOSTLE_SEED` picks other masks, and `JOSTLE_MASK=0x…` looks at the one that a failure names.

mod draw;

use std::fmt::Write as _;

use draw::Random;
use jostle_trace::{
    Connectivity, Detail, Effort, Goal, Mask, Measured, Outline, Point, Ring, Side, measure,
    outline, pieces, simplify,
};

/// Masks of the share that always runs.
const SHARE: u64 = 1_500;
/// Every a given number of masks also see the slow effort.
const BEST_EVERY: u64 = 20;
/// Failures that are shown in full.
const SHOWN: usize = 8;

#[derive(Default)]
struct Counts {
    masks: u64,
    rings: u64,
    outlines: [u64; 2],
    pieces: u64,
    failures: u64,
    shown: Vec<String>,
}

impl Counts {
    fn say(&self) {
        println!(
            "{} masks, {} rings, {} outlines simplified fast and {} best, {} pieces, {} failures",
            self.masks, self.rings, self.outlines[0], self.outlines[1], self.pieces, self.failures
        );
    }

    fn fail(&mut self, seed: u64, what: &str) {
        self.failures += 1;
        if self.shown.len() < SHOWN {
            println!("JOSTLE_MASK={seed:#x}: {what}");
            self.shown.push(format!("JOSTLE_MASK={seed:#x}: {what}"));
        }
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A goal of any kind, alone or two together.
fn goal(random: &mut Random) -> Goal {
    let share = f64::from(random.below(256)) / 255.0;
    let pixels = f64::from(random.below(256)) / 64.0;
    let mut goal = match random.below(8) {
        0 => Goal::default(),
        1 => Goal::iou(0.5 + share / 2.0),
        2 => Goal::iou(0.97),
        3 => Goal::deviation(pixels),
        4 => Goal::deviation(1.0),
        5 => Goal::vertices(3 + random.below(40) as usize),
        6 => Goal::detail(
            [Detail::Less, Detail::More, Detail::Optimal, Detail::Exact][random.below(4) as usize],
        ),
        _ => Goal { max_deviation: Some(pixels), ..Goal::iou(share) },
    };
    if goal != Goal::default() {
        let sides = [Side::Free, Side::Free, Side::Cover, Side::Inside];
        goal.side = sides[random.below(4) as usize];
    }
    goal
}

/// The first promise that what was measured breaks.
fn broken(goal: &Goal, found: &Measured, reached: bool) -> Option<String> {
    if !found.validity.is_sound() {
        return Some(format!("{:?}", found.validity));
    }
    let only_vertices = Goal { max_vertices: goal.max_vertices, ..Goal::default() };
    let sided = (goal.side == Side::Cover && found.uncovered > 0)
        || (goal.side == Side::Inside && found.overrun > 0);
    let missed = goal.max_deviation.is_some_and(|most| found.deviation() > most + 1e-4)
        || goal.min_iou.is_some_and(|least| found.iou < least - 1e-12)
        || goal.max_vertices.is_some_and(|most| found.vertices > most) && reached;
    // A side may need more vertices than were asked for; all else can be reached by every mask.
    let given_up = !reached && (goal.side == Side::Free || only_vertices.max_vertices.is_none());
    (sided || missed || given_up).then(|| {
        let ([out, inward], iou) = ([found.outward, found.inward], found.iou);
        let Measured { vertices, overrun, uncovered, .. } = found;
        format!(
            "reached {reached}, IoU {iou}, {out} out, {inward} in, {vertices} vertices, {overrun} \
             over, {uncovered} uncovered"
        )
    })
}

/// What is wrong with the pieces of an outline.
fn piece_fault(outline: &Outline, most: Option<usize>, counts: &mut Counts) -> Option<String> {
    let Some(found) = pieces(outline, most) else { return Some("no pieces".to_owned()) };
    counts.pieces += found.len() as u64;
    let area = |points: &Vec<Point>| {
        Ring { points: points.clone(), hole: false, parent: None }.doubled_area()
    };
    if found.iter().map(area).sum::<i64>() != outline.doubled_area() {
        return Some("the areas of the pieces are not the outline's".to_owned());
    }
    let bad = found.iter().find(|points| {
        let n = points.len();
        let turn = |i: usize| {
            let [a, b, c] = [i, (i + 1) % n, (i + 2) % n].map(|k| points[k].map(i64::from));
            (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        };
        most.is_some_and(|most| n > most) || area(points) <= 0 || (0..n).any(|i| turn(i) < 0)
    });
    bad.map(|points| format!("a piece is not convex or has too many vertices: {points:?}"))
}

fn look_at(seed: u64, with_best: bool, counts: &mut Counts) {
    let random = &mut Random::new(seed);
    let mask = draw::mask(random);
    let connectivity = [Connectivity::Four, Connectivity::Eight][random.below(2) as usize];
    let goal = goal(random);
    let most = [None, Some(3), Some(8)][random.below(3) as usize];
    let exact = outline(&mask, connectivity);
    counts.masks += 1;
    counts.rings += exact.rings.len() as u64;
    if mask.area() == 0 {
        if !exact.rings.is_empty() {
            counts.fail(seed, "rings around nothing");
        }
        return;
    }
    let found = measure(&exact, &mask);
    let same = found.iou == 1.0 && found.overrun == 0 && found.uncovered == 0;
    if !found.validity.is_sound() || !same || found.deviation() > 0.0 {
        counts.fail(seed, &format!("the exact outline: {found:?}"));
    }
    for effort in [Effort::Fast, Effort::Best] {
        if effort == Effort::Best && !with_best {
            break;
        }
        let result = simplify(&exact, &mask, &goal, effort);
        counts.outlines[usize::from(effort == Effort::Best)] += 1;
        let found = measure(&result.outline, &mask);
        if let Some(what) = broken(&goal, &found, result.reached) {
            counts.fail(seed, &format!("{effort:?} {goal:?}: {what}"));
        } else if let Some(what) = piece_fault(&result.outline, most, counts) {
            counts.fail(seed, &format!("{effort:?} {goal:?}, pieces {most:?}: {what}"));
        }
    }
}

fn drawn(mask: &Mask) -> String {
    let mut text = String::new();
    for y in 0..mask.height() {
        let row = (0..mask.width()).map(|x| if mask.get(x, y) { '#' } else { '.' });
        let _ = writeln!(text, "{}", row.collect::<String>());
    }
    text
}

#[test]
fn every_random_mask_becomes_sound_rings_that_keep_their_bounds() {
    let mut counts = Counts::default();
    if let Some(seed) = number("JOSTLE_MASK") {
        println!("{}", drawn(&draw::mask(&mut Random::new(seed))));
        look_at(seed, true, &mut counts);
    } else {
        let total = number("JOSTLE_MASKS").unwrap_or(SHARE);
        let first = number("JOSTLE_SEED").unwrap_or(1);
        println!("{total} masks from seed {first}");
        for index in 0..total {
            let seed = Random::new(first ^ index << 20).bits();
            look_at(seed, index % BEST_EVERY == 0, &mut counts);
            if counts.masks.is_multiple_of(total.div_ceil(50)) {
                counts.say();
            }
        }
    }
    counts.say();
    assert_eq!(counts.failures, 0, "{}", counts.shown.join("\n"));
}
