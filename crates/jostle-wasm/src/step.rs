//! Steps and their events: row by row for objects, in columns for typed arrays.

use jostle::{Contact, Event, ExitReason, Key, SeenBy, TouchPair};

use crate::buffers::{bytes, floats, out};
use crate::keys;
use crate::pair::contact_numbers;
use crate::world::{Held, ask, edit};

/// Numbers of an event: kind, a, b, seen by, sensor, reason, how many pairs of parts, and 13 of the
/// contact, NaN if there is none.
const EVENT: usize = 20;

fn seen(seen_by: SeenBy) -> u8 {
    match seen_by {
        SeenBy::A => 0,
        SeenBy::B => 1,
        SeenBy::Both => 2,
    }
}

fn write_touch(kind: f64, touch: &TouchPair, out: &mut Vec<f64>, parts: &mut Vec<u8>) {
    let end = out.len() + EVENT;
    out.extend([
        kind,
        keys::external(touch.a),
        keys::external(touch.b),
        f64::from(seen(touch.seen_by)),
    ]);
    out.extend([f64::from(u8::from(touch.sensor)), 0.0, touch.parts().len() as f64]);
    if let Some(contact) = touch.contact() {
        contact_numbers(out, contact);
    }
    out.resize(end, f64::NAN);
    parts.extend(touch.parts().as_flattened().iter().flat_map(|part| part.to_le_bytes()));
}

fn reason(reason: ExitReason) -> u8 {
    match reason {
        ExitReason::Removed => 0,
        ExitReason::Disabled => 1,
        ExitReason::Filtered => 2,
        ExitReason::Reshaped => 3,
        _ => 4,
    }
}

/// Steps. A step in which nothing moved and no pair changed leaves the revision as it was.
fn step(held: &mut Held) {
    held.world.step_into(&mut held.events);
    let stats = held.world.stats();
    if stats.moved + stats.entered + stats.exited == 0 {
        held.revision = held.revision.wrapping_sub(1);
    }
}

/// Steps; returns how many numbers the events have. Pairs of parts are in the bytes, as 32-bit
/// numbers behind each other.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_step(world: u32) -> u32 {
    edit(world, |held| {
        step(held);
        let held = &*held;
        write(|numbers, parts| {
            numbers.reserve(held.events.len() * EVENT);
            for event in &held.events {
                match event {
                    Event::Enter(touch) => write_touch(0.0, touch, numbers, parts),
                    Event::Stay(touch) => write_touch(1.0, touch, numbers, parts),
                    Event::Exit(p) => {
                        let end = numbers.len() + EVENT;
                        numbers.extend([2.0, keys::external(p.a), keys::external(p.b)]);
                        let small = [seen(p.seen_by), u8::from(p.sensor), reason(p.reason), 0];
                        numbers.extend(small.map(f64::from));
                        numbers.resize(end, f64::NAN);
                    }
                }
            }
        })
    })
}

/// Steps; returns how many events there are. The numbers are all `a`, then all `b`; the floats nine
/// of each contact, NaN if there is none; the bytes all kinds, then who sees, sensors and
/// reasons.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_step_columns(world: u32) -> u32 {
    edit(world, |held| {
        step(held);
        let events = &held.events;
        out(|out| {
            out.reserve(2 * events.len());
            out.extend(events.iter().map(|event| keys::external(both(event).0)));
            out.extend(events.iter().map(|event| keys::external(both(event).1)));
        });
        floats(|out| {
            out.reserve(CONTACT * events.len());
            out.extend(events.iter().flat_map(|event| match event {
                Event::Enter(touch) | Event::Stay(touch) => contact(touch.contact()),
                Event::Exit(_) => [f32::NAN; CONTACT],
            }));
        });
        bytes(|out| {
            out.reserve(4 * events.len());
            for column in 0..4 {
                out.extend(events.iter().map(|event| small(event)[column]));
            }
        });
        events.len() as u32
    })
}

/// Floats of a contact without its pushes.
const CONTACT: usize = 9;

fn contact(contact: Option<&Contact>) -> [f32; CONTACT] {
    let Some(c) = contact else { return [f32::NAN; CONTACT] };
    [c.normal.x, c.normal.y, c.depth, c.point.x, c.point.y, c.on_a.x, c.on_a.y, c.on_b.x, c.on_b.y]
}

fn both(event: &Event<()>) -> (Key, Key) {
    match event {
        Event::Enter(touch) | Event::Stay(touch) => (touch.a, touch.b),
        Event::Exit(parting) => (parting.a, parting.b),
    }
}

/// The kind of an event, the seeing side, whether a sensor takes part, and the reason of an exit.
fn small(event: &Event<()>) -> [u8; 4] {
    match event {
        Event::Enter(touch) => [0, seen(touch.seen_by), u8::from(touch.sensor), 0],
        Event::Stay(touch) => [1, seen(touch.seen_by), u8::from(touch.sensor), 0],
        Event::Exit(p) => [2, seen(p.seen_by), u8::from(p.sensor), reason(p.reason)],
    }
}

fn write(write: impl FnOnce(&mut Vec<f64>, &mut Vec<u8>)) -> u32 {
    let mut count = 0;
    bytes(|parts| count = out(|numbers| write(numbers, parts)));
    count
}

/// The pairs that touched at the last step, in the form of `j_step`: all, or those of one collider.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_pairs(world: u32, key: f64) -> u32 {
    ask(world, |held| {
        let all: Vec<TouchPair> = if key == 0.0 {
            held.world.pairs().collect()
        } else {
            held.key(key).map(|key| held.world.touching(key)).unwrap_or_default()
        };
        write(|numbers, parts| {
            all.iter().for_each(|touch| write_touch(1.0, touch, numbers, parts));
        })
    })
}
