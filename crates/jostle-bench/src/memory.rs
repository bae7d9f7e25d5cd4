//! Bytes a collider, measured from outside: a process of its own for everyone, and what it keeps
//! resident more than before.

use crate::frames::{Motion, Own, WARM, bodies};
use crate::peers::{box2d, rapier};
use crate::report::{Entry, Part, Row, Section};
use crate::{Failure, Options};
use std::process::Command;

const COUNT: usize = 100_000;

/// The contestants, by the word that names the part of a process.
const WHO: [(&str, &str, Part); 3] = [
    ("jostle", "jostle World", Part::Own),
    ("rapier", "rapier2d CollisionPipeline", Part::Peer),
    ("box2d", "Box2D world", Part::Peer),
];

/// Resident bytes of this process, as the kernel counts them.
fn resident() -> Result<usize, Failure> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup")?;
    let line = text.lines().find(|line| line.starts_with("Rss:")).ok_or("no line `Rss:`")?;
    let kib = line.split_whitespace().nth(1).ok_or("no number after `Rss:`")?;
    Ok(kib.parse::<usize>()? * 1024)
}

/// Fills a world, runs a few frames, and prints the bytes that came to this process: what the child
/// process does.
pub(crate) fn report_own(who: &str) -> Result<(), Failure> {
    let mut motion = Motion::new(COUNT);
    let before = resident()?;
    let (after, told, without) = match who {
        "jostle" => {
            let mut own = Own::new(&bodies(COUNT), &motion.poses)?;
            for _ in 0..WARM {
                motion.step();
                own.frame(&motion.poses, &motion.moved)?;
            }
            let after = resident()?;
            own.forget();
            (after, own.world.heap_bytes(), resident()?)
        }
        "rapier" => {
            let mut rapier = rapier::Rapier::new(&bodies(COUNT), &motion.poses);
            for _ in 0..WARM {
                motion.step();
                rapier.frame(&motion.poses, &motion.moved);
            }
            (resident()?, 0, 0)
        }
        "box2d" => {
            let mut box2d = box2d::World::new(&bodies(COUNT), &motion.poses);
            for _ in 0..WARM {
                motion.step();
                box2d.frame(&motion.poses, &motion.moved);
            }
            (resident()?, box2d.bytes(), 0)
        }
        other => return Err(format!("nobody is called {other:?}").into()),
    };
    println!("{} {told} {}", after.saturating_sub(before), without.saturating_sub(before));
    Ok(())
}

const ABOUT: &str = "100,000 colliders of the whole frames, after 8 frames: resident bytes a collider \
that came to a process of its own (Linux's count, so it holds the allocator's room, too). jostle's \
hold the events and the keys that the caller keeps. The goal is 256 bytes and the shape's \
own.";

/// Measures memory; nothing to report where there is no `/proc`.
pub(crate) fn run(_: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("Memory", ABOUT);
    if resident().is_err() {
        section.notes.push("Not measured: no /proc/self/smaps_rollup here.".to_owned());
        return Ok(section);
    }
    let mut entries = Vec::new();
    for (word, name, part) in WHO {
        let out = Command::new(std::env::current_exe()?).args(["--memory-of", word]).output()?;
        let text = String::from_utf8(out.stdout)?;
        let mut numbers = text.split_whitespace().map(str::parse::<usize>);
        let mut number = || numbers.next().and_then(Result::ok);
        let (Some(bytes), Some(told), Some(without)) = (number(), number(), number()) else {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&out.stderr)).into());
        };
        let each = bytes as f64 / COUNT as f64;
        let note = match (told, without) {
            (0, _) => String::new(),
            (told, 0) => format!("{} by its own count", told / COUNT),
            (told, without) => format!(
                "{} without the caller's events and keys, {} by its own count",
                without / COUNT,
                told / COUNT
            ),
        };
        let name = name.to_owned();
        entries.push(Entry { name, part, median: each, least: each, wrong: None, note });
    }
    let title = "100,000 mixed colliders".to_owned();
    section.rows.push(Row { title, unit: "bytes a collider", goal: None, entries });
    let placed = size_of::<jostle::Placed>();
    section.notes.push(format!("A placed shape takes {placed} bytes, which are counted above."));
    Ok(section)
}
