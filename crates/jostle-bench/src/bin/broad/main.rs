//! All broad phases and their peers on the same moving boxes, in the same run:
//! `cargo run --release -p jostle-bench --bin broad`.
//!
//! A frame is what a game pays for: telling the structure where the moved boxes are, and getting all
//! pairs of which at least one moved. Times are processor time of the thread, frames of all
//! contestants take turns on the same positions, and the median frame is printed. Every frame's set
//! of pairs is compared; a contestant whose set differs is marked. Words after `--` choose rows by a
//! part of their title; `--quick` leaves out the largest.

mod own;
mod peers;
mod worlds;

use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write as _;
use worlds::World;

/// Someone who finds pairs.
trait Contestant {
    fn name(&self) -> String;
    /// Takes the boxes of those that moved, and leaves all pairs with one of them in `out`.
    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>);
}

fn seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// A number that any order of the same pairs has, and no other set is likely to.
fn fingerprint(pairs: &[(u32, u32)]) -> (usize, u64) {
    let mix = |(a, b): &(u32, u32)| {
        let (a, b) = if a < b { (*a, *b) } else { (*b, *a) };
        let z = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    (pairs.len(), pairs.iter().map(mix).fold(0, u64::wrapping_add))
}

/// Frames before the ones that count: structures settle, memory grows.
const WARM: usize = 12;

fn run(world: &mut World) {
    let frames = (4_000_000 / world.boxes.len()).clamp(7, 60);
    let mut all = own::all(world);
    all.extend(peers::all(world));
    let mut times = vec![Vec::new(); all.len()];
    let mut wrong = vec![0_usize; all.len()];
    let mut out = Vec::new();
    let mut pairs = 0;
    for frame in 0..WARM + frames {
        let mut first = None;
        for (at, one) in all.iter_mut().enumerate() {
            out.clear();
            let start = seconds();
            one.frame(world, &mut out);
            let spent = seconds() - start;
            if frame >= WARM {
                times[at].push(spent);
            }
            let print = fingerprint(&out);
            pairs = out.len();
            wrong[at] += usize::from(*first.get_or_insert(print) != print);
        }
        world.step();
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] * 1e9
    };
    let medians: Vec<f64> = times.iter_mut().map(median).collect();
    let best = |own: bool| {
        let of =
            all.iter().zip(&medians).filter(|(one, _)| one.name().starts_with("jostle") == own);
        of.map(|(_, time)| *time).fold(f64::INFINITY, |a, b| if b < a { b } else { a })
    };
    let (best_own, best_peer) = (best(true), best(false));
    println!(
        "{}, {} boxes, {} move, {pairs} pairs",
        world.title,
        world.boxes.len(),
        world.moved.len()
    );
    for ((one, time), wrong) in all.iter().zip(&medians).zip(&wrong) {
        let each = time / world.moved.len().max(1) as f64;
        let mut line = format!("  {:<22} {:>10.1} us {each:>8.1} ns/moved", one.name(), time / 1e3);
        let own = one.name().starts_with("jostle");
        let (whose, other) = if own { ("best peer", best_peer) } else { ("best jostle", best_own) };
        if other.is_finite() {
            let _ = write!(line, "  {:>6.2} x {whose}", other / time);
        }
        if own {
            let _ = write!(line, "  {:>5.2} of own best", time / best_own);
        }
        if *wrong > 0 {
            let _ = write!(line, "  DIFFERENT PAIRS in {wrong} frames");
        }
        println!("{line}");
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.iter().any(|word| word == "--quick");
    let wanted: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    for (title, n, make) in worlds::LIST {
        let chosen = wanted.is_empty() || wanted.iter().any(|word| title.contains(&***word));
        if chosen && !(quick && *n > 100_000) {
            run(&mut make(title, *n));
        }
    }
}
