//! Each judge refuses an answer that is wrong, and none refuses the right one.

use super::super::form::{Form, at};
use super::super::game::{Answer, End};
use super::super::op::{Ask, Body, Op};
use super::super::track::Track;
use super::{Moves, judge};

const HERO: u64 = 1;

/// A floor whose top is at 0, a wall of two tiles from x = 10 on, a one-way deck at −40, and a box of 2 × 2.
fn track(place: [f32; 2]) -> Track {
    let tile = Form::Rect { center: [0.0; 2], half: [8.0, 8.0] };
    let deck = Form::Rect { center: [0.0; 2], half: [8.0, 1.0] };
    let ground = Form::Rect { center: [0.0; 2], half: [100.0, 8.0] };
    let hero = Form::Rect { center: [0.0; 2], half: [1.0; 2] };
    let deck = Body { one_way: Some([0.0, -1.0]), ..Body::new(deck, at([-50.0, -40.0])) };
    let mut track = Track::default();
    let ops = [
        Op::insert(100, ground, at([0.0, 8.0])),
        Op::insert(101, tile.clone(), at([18.0, -8.0])),
        Op::insert(102, tile, at([18.0, -24.0])),
        Op::Insert { key: 103, body: deck },
        Op::insert(HERO, hero, at(place)),
        Op::Step,
    ];
    ops.iter().for_each(|op| track.note(op, None));
    track
}

fn ask(by: [f32; 2]) -> Ask {
    Ask { by, up: Some([0.0, -1.0]), max_slope: 45.0, step: 0.0, snap: 0.0, pace: "project" }
}

/// An answer that went straight.
fn went(from: [f32; 2], to: [f32; 2]) -> Answer {
    Answer {
        from,
        to,
        local: at(to),
        path: if from == to { vec![from] } else { vec![from, to] },
        carried: [0.0; 2],
        pushed: [0.0; 2],
        floor: None,
        wall: None,
        ceiling: None,
        footing: None,
        stepped: 0.0,
        snapped: 0.0,
        end: End::Done,
    }
}

fn standing(answer: Answer) -> Answer {
    Answer { floor: Some([0.0, -1.0]), footing: Some(100), ..answer }
}

/// What the judges find.
fn found(by: [f32; 2], answer: &Answer) -> Vec<&'static str> {
    let mut track = track(answer.from);
    let found = judge(&mut track, HERO, &ask(by), answer, Moves::One);
    found.into_iter().map(|finding| finding.kind).collect()
}

#[test]
fn right_answers_pass() {
    let none: [&str; 0] = [];
    assert_eq!(found([0.0, 4.0], &went([0.0, -9.0], [0.0, -5.0])), none);
    assert_eq!(found([0.0, 4.0], &standing(went([0.0, -3.0], [0.0, -1.0]))), none);
    assert_eq!(found([4.0, 1.0], &standing(went([0.0, -1.0], [4.0, -1.0]))), none);
    let wall = Some([-1.0, 0.0]);
    assert_eq!(found([4.0, -2.0], &Answer { wall, ..went([9.0, -15.0], [9.0, -17.0]) }), none);
    assert_eq!(found([0.0, -9.0], &went([-50.0, -36.0], [-50.0, -45.0])), none);
}

#[test]
fn what_hangs_is_found() {
    let found = found([0.0, 4.0], &went([0.0, -3.0], [0.0, -3.0]));
    assert!(["hang", "fall", "short"].iter().all(|kind| found.contains(kind)), "{found:?}");
}

#[test]
fn what_stands_without_a_floor_is_found() {
    assert_eq!(found([4.0, 1.0], &went([0.0, -1.0], [4.0, -1.0])), ["floor-lost"]);
}

#[test]
fn what_stands_on_nothing_is_found() {
    let up = standing(went([0.0, -9.0], [0.0, -5.0]));
    assert_eq!(found([0.0, 4.0], &up), ["floor-false"]);
}

#[test]
fn what_does_not_walk_is_found() {
    assert_eq!(found([4.0, 1.0], &standing(went([0.0, -1.0], [0.0, -1.0]))), ["stuck"]);
}

#[test]
fn what_goes_through_is_found() {
    assert_eq!(found([0.0, 30.0], &went([0.0, -9.0], [0.0, 21.0])), ["through", "fall"]);
    assert!(found([0.0, 1.0], &went([0.0, -2.0], [0.0, -0.5])).contains(&"overlap"));
    let deck = found([0.0, 9.0], &went([-50.0, -45.0], [-50.0, -36.0]));
    assert!(deck.contains(&"through-deck"), "{deck:?}");
}

#[test]
fn what_a_deck_holds_from_below_is_found() {
    assert_eq!(found([0.0, -9.0], &went([-50.0, -37.0], [-50.0, -38.0])), ["deck-blocks"]);
}

#[test]
fn ceilings_and_stops_at_seams_are_found() {
    let ceiling = Some([0.0, 1.0]);
    let answer = Answer { ceiling, ..went([9.0, -15.0], [9.0, -15.0]) };
    assert_eq!(found([4.0, -4.0], &answer), ["short", "ceiling-false"]);
}

#[test]
fn creeping_is_found() {
    let mut track = track([0.0, -1.0]);
    let stood = standing(went([0.0, -1.0], [0.0, -1.0]));
    let ask = ask([0.0, 1.0]);
    track.note(&Op::Slide { key: HERO, ask: ask.clone() }, Some(&stood));
    let crept = standing(went([0.0, -1.0], [0.0001, -1.0]));
    let found = judge(&mut track, HERO, &ask, &crept, Moves::One);
    assert!(found.iter().any(|finding| finding.kind == "creep"), "{found:?}");
}

#[test]
fn walks_on_the_level_are_exact() {
    let mut track = track([0.0, -1.0]);
    let stood = standing(went([0.0, -1.0], [0.0, -1.0]));
    track.note(&Op::Slide { key: HERO, ask: ask([0.0, 1.0]) }, Some(&stood));
    let off = 1.5_f32.next_up();
    let walked = standing(went([0.0, -1.0], [off, -1.0]));
    let found = judge(&mut track, HERO, &ask([1.5, 1.0]), &walked, Moves::One);
    assert!(found.iter().any(|finding| finding.kind == "bits"), "{found:?}");
}

#[test]
fn riders_that_lose_their_deck_are_found() {
    let mut track = Track::default();
    let deck = Form::Rect { center: [0.0; 2], half: [20.0, 1.0] };
    let hero = Form::Circle { center: [0.0; 2], radius: 2.0 };
    let deck = Body { is_platform: true, ..Body::new(deck, at([0.0, 0.0])) };
    let stood = Answer { footing: Some(100), ..standing(went([0.0, -3.0], [0.0, -3.0])) };
    let ops = [
        Op::Insert { key: 100, body: deck },
        Op::insert(HERO, hero, at([0.0, -3.0])),
        Op::Slide { key: HERO, ask: ask([0.0, 1.0]) },
        Op::Step,
        Op::Set { key: 100, matrix: at([0.0, 10.0]) },
    ];
    for op in &ops {
        track.note(op, Some(&stood).filter(|_| matches!(op, Op::Slide { .. })));
    }
    let kinds = |answer: &Answer| -> Vec<&str> {
        let found = judge(&mut track.clone(), HERO, &ask([1.0, 1.0]), answer, Moves::All);
        found.into_iter().map(|finding| finding.kind).collect()
    };
    let path = vec![[0.0, 7.0], [1.0, 7.0]];
    let carried = Answer { carried: [0.0, 10.0], path, ..standing(went([0.0, -3.0], [1.0, 7.0])) };
    assert_eq!(kinds(&carried), [""; 0]);
    assert_eq!(
        kinds(&Answer { floor: None, footing: None, ..carried }),
        ["floor-lost", "ride-lost"]
    );
    assert!(kinds(&went([0.0, -3.0], [1.0, -2.0])).contains(&"ride-off"));
    assert!(kinds(&went([0.0, -3.0], [1.0, 13.0])).contains(&"through-deck"));
}
