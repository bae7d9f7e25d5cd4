//! The news of a step as JSON: the events of worlds, for every command that reports them.

use crate::query::contact_form;
use jostle::{Contact, Event, ExitReason, SeenBy, TouchPair, Vec2, World};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

/// How much the events say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The pair, the kind and the reason.
    Plain,
    /// Contacts, sensors and parts too.
    Contacts,
}

/// Lists the events of the last step of a world under the numbers that `numbers` gives the two of each, sorted by them, exits
/// before enters; `name` states how a number is written. Events without numbers are left out. They
/// are texts: a million of them take a tenth of the memory of as many values.
pub(crate) fn list<T, N: Copy + Ord>(
    world: &World<T>,
    events: &[Event<T>],
    style: Style,
    numbers: impl Fn(&Event<T>) -> Option<[N; 2]>,
    name: impl Fn(N) -> Value,
) -> Vec<Box<RawValue>> {
    let one = |event| {
        let [first, second] = numbers(event)?;
        let swapped = second < first;
        let (a, b) = if swapped { (second, first) } else { (first, second) };
        let (order, form) = one(world, event, [name(a), name(b)], swapped, style);
        Some((a, b, order, raw(&form)?))
    };
    let mut named: Vec<(N, N, u8, Box<RawValue>)> = events.iter().filter_map(one).collect();
    named.sort_by_key(|(a, b, order, _)| (*a, *b, *order));
    named.into_iter().map(|(.., form)| form).collect()
}

/// A form as its text, which all have.
pub(crate) fn raw(form: &Value) -> Option<Box<RawValue>> {
    to_raw_value(form).ok()
}

/// An event, and where it stands among those of its pair.
fn one<T>(
    world: &World<T>,
    event: &Event<T>,
    [a, b]: [Value; 2],
    swapped: bool,
    style: Style,
) -> (u8, Value) {
    let (kind, order, seen_by) = match event {
        Event::Exit(parting) => ("exit", 0, parting.seen_by),
        Event::Enter(touch) => ("enter", 1, touch.seen_by),
        Event::Stay(touch) => ("stay", 2, touch.seen_by),
    };
    let seen_by = match (seen_by, swapped) {
        (SeenBy::Both, _) => "both",
        (SeenBy::A, false) | (SeenBy::B, true) => "a",
        (SeenBy::A, true) | (SeenBy::B, false) => "b",
    };
    let mut form = json!({ "kind": kind, "a": a, "b": b, "seen_by": seen_by });
    if let Event::Exit(parting) = event {
        form["reason"] = json!(reason_word(parting.reason));
    }
    if let (Style::Contacts, Some(touch)) = (style, event.touch()) {
        // The step computes none for sensors, so it is computed here, on demand.
        let contact = touch.contact().copied().or_else(|| world.contact(touch.a, touch.b));
        let contact = contact.map(|c| if swapped { flipped(&c) } else { c });
        form["sensor"] = json!(touch.sensor);
        form["contact"] = contact_form(contact.as_ref());
        form["parts"] = parts(touch, swapped);
    }
    (order, form)
}

fn reason_word(reason: ExitReason) -> &'static str {
    match reason {
        ExitReason::Removed => "removed",
        ExitReason::Disabled => "disabled",
        ExitReason::Filtered => "filtered",
        ExitReason::Reshaped => "reshaped",
        ExitReason::Separated => "separated",
    }
}

/// A vector the other way round, without a negative zero.
pub(crate) fn turned(v: Vec2) -> Vec2 {
    Vec2::new(0.0 - v.x, 0.0 - v.y)
}

/// The contact from b to a.
fn flipped(c: &Contact) -> Contact {
    Contact { normal: turned(c.normal), on_a: c.on_b, on_b: c.on_a, ..*c }
}

fn parts(touch: &TouchPair, swapped: bool) -> Value {
    let mut parts: Vec<[u32; 2]> =
        touch.parts().iter().map(|[i, j]| if swapped { [*j, *i] } else { [*i, *j] }).collect();
    parts.sort_unstable();
    json!(parts)
}
