//! Events as JSON, named and sorted by the numbers of the journal.

use super::Style;
use crate::check::pair_of;
use jostle::{Contact, Event, Reason, Replay, SeenBy, Touch, number};
use serde_json::{Value, json};

/// The events of a step, sorted by the numbers of the pair, exits before enters.
pub(super) fn list(replay: &Replay, events: &[Event<u64>], style: Style) -> Vec<Value> {
    let mut named: Vec<(u64, u64, u8, Value)> =
        events.iter().map(|event| one(replay, event, style)).collect();
    named.sort_by_key(|(a, b, kind, _)| (*a, *b, *kind));
    named.into_iter().map(|(.., event)| event).collect()
}

fn one(replay: &Replay, event: &Event<u64>, style: Style) -> (u64, u64, u8, Value) {
    let [first, second] = replay.numbers(event);
    let swapped = second < first;
    let (a, b) = if swapped { (second, first) } else { (first, second) };
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
        form["sensor"] = json!(touch.sensor);
        form["contact"] = touch.contact().map_or(Value::Null, |c| contact(c, swapped));
        form["parts"] = parts(touch, swapped);
    }
    (a, b, order, form)
}

pub(crate) fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Removed => "removed",
        Reason::Disabled => "disabled",
        Reason::Filtered => "filtered",
        Reason::Reshaped => "reshaped",
        Reason::Separated => "separated",
    }
}

fn contact(contact: &Contact, swapped: bool) -> Value {
    let sign = |v: jostle::Vec2| if swapped { jostle::Vec2::new(0.0 - v.x, 0.0 - v.y) } else { v };
    let push = |by| if contact.depth.is_finite() { pair_of(by) } else { Value::Null };
    let (push_a, push_b) = (push(contact.push_a()), push(contact.push_b()));
    let (push_a, push_b) = if swapped { (push_b, push_a) } else { (push_a, push_b) };
    json!({
        "normal": pair_of(sign(contact.normal)),
        "depth": number(contact.depth),
        "point": pair_of(contact.point),
        "push_a": push_a,
        "push_b": push_b,
    })
}

fn parts(touch: &Touch, swapped: bool) -> Value {
    let mut parts: Vec<[u32; 2]> =
        touch.parts().iter().map(|[i, j]| if swapped { [*j, *i] } else { [*i, *j] }).collect();
    parts.sort_unstable();
    json!(parts)
}
