//! Steps and what they tell, in columns of numbers.

use jostle::{Event, Reason, SeenBy, Touch};

use crate::buffers::{bytes, out};
use crate::pair::contact_numbers;
use crate::world::{Held, ask, edit};

/// Numbers of an event: kind, a, b, seen by, sensor, reason, how many pairs of parts, and 13 of the
/// contact, NaN where there is none.
const EVENT: usize = 20;

fn seen(seen_by: SeenBy) -> f64 {
    match seen_by {
        SeenBy::A => 0.0,
        SeenBy::B => 1.0,
        SeenBy::Both => 2.0,
    }
}

fn write_touch(held: &Held, kind: f64, touch: &Touch, out: &mut Vec<f64>, parts: &mut Vec<u8>) {
    let end = out.len() + EVENT;
    out.extend([kind, held.number(touch.a), held.number(touch.b), seen(touch.seen_by)]);
    out.extend([f64::from(u8::from(touch.sensor)), 0.0, touch.parts().len() as f64]);
    if let Some(contact) = touch.contact() {
        contact_numbers(out, contact);
    }
    out.resize(end, f64::NAN);
    parts.extend(touch.parts().as_flattened().iter().flat_map(|part| part.to_le_bytes()));
}

fn reason(reason: Reason) -> f64 {
    match reason {
        Reason::Removed => 0.0,
        Reason::Disabled => 1.0,
        Reason::Filtered => 2.0,
        Reason::Reshaped => 3.0,
        _ => 4.0,
    }
}

/// Steps; returns how many numbers the events have. Pairs of parts are in the bytes, as 32-bit
/// numbers behind each other.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_step(world: u32) -> u32 {
    edit(world, |held| {
        let events = held.world.step();
        write(|numbers, parts| {
            numbers.reserve(events.len() * EVENT);
            for event in &events {
                match event {
                    Event::Enter(touch) => write_touch(held, 0.0, touch, numbers, parts),
                    Event::Stay(touch) => write_touch(held, 1.0, touch, numbers, parts),
                    Event::Exit(p) => {
                        let end = numbers.len() + EVENT;
                        numbers.extend([2.0, held.number(p.a), held.number(p.b), seen(p.seen_by)]);
                        numbers.extend([f64::from(u8::from(p.sensor)), reason(p.reason), 0.0]);
                        numbers.resize(end, f64::NAN);
                    }
                }
            }
        })
    })
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
        let all: Vec<Touch> = if key > 0.0 {
            held.world.touching(held.key(key))
        } else {
            held.world.pairs().collect()
        };
        write(|numbers, parts| {
            all.iter().for_each(|touch| write_touch(held, 1.0, touch, numbers, parts));
        })
    })
}
