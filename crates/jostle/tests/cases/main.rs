//! The truth as data: every record of `cases/` at the root of the repository, asked through the
//! Rust API as given, with the arguments swapped, mirrored (x → −x), and moved by dyadic offsets
//! wherever the moved numbers are exact.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

mod frame;
mod judge;
mod read;

use frame::Frame;
use read::Case;

/// Records that are answered wrongly today, each with the reason. The test fails when one of them
/// starts to pass, so that the list only ever holds what is true.
const KNOWN_GAPS: &[(&str, &str)] = &[];

/// Offsets by which every pair is moved where that is exact.
const OFFSETS: [[f32; 2]; 6] = [
    [1024.0, -0.5],
    [-0.5, 0.25],
    [65536.0, 0.0],
    [-3.0, 1024.0],
    [0.0, -65536.0],
    [0.000_976_562_5, 16.0],
];

/// What became of the records of one file.
#[derive(Debug, Default)]
struct Tally {
    records: usize,
    refused: usize,
    checks: usize,
    moved: usize,
    too_close_to_judge: Vec<String>,
}

fn run(text: &str, read: fn(&serde_json::Value) -> Case) -> Tally {
    let value: serde_json::Value = serde_json::from_str(text).expect("the file is JSON");
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for record in value.as_array().expect("the file is a list") {
        let case = read(record);
        tally.records += 1;
        let faults = check(&case, &mut tally);
        match (KNOWN_GAPS.iter().find(|(id, _)| *id == case.id), faults.is_empty()) {
            (Some((id, reason)), true) => {
                wrong.push(format!("{id} passes now; take it off the known gaps ({reason})"));
            }
            (None, false) => wrong.extend(faults),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{tally:?}");
    tally
}

/// All that is wrong with one record, in every frame.
fn check(case: &Case, tally: &mut Tally) -> Vec<String> {
    let mut faults = Vec::new();
    if !judge::is_clear(case) {
        tally.too_close_to_judge.push(case.id.clone());
        return faults;
    }
    if let Some(error) = judge::refusal(case) {
        tally.refused += 1;
        if !case.may_be_refused {
            faults.push(format!("{}: refused: {error}", case.id));
        }
        return faults;
    }
    for frame in Frame::all(case, &OFFSETS) {
        let Some(placed) = frame.place(case) else {
            faults.push(format!("{} {frame:?}: cannot be placed", case.id));
            continue;
        };
        tally.checks += 1;
        tally.moved += usize::from(frame.is_moved());
        if let Err(fault) = judge::judge(case, &frame, &placed) {
            faults.push(format!("{} {frame:?}: {fault} ({})", case.id, case.about));
        }
    }
    faults
}

#[test]
fn reported_and_peer_cases_get_the_right_answer_in_every_frame() {
    let tally = run(include_str!("../../../../cases/known.json"), read::known);
    assert_eq!(tally.records, 479);
    assert!(tally.checks > 3000 && tally.moved > 2000, "{tally:?}");
    assert!(tally.refused <= 2, "{tally:?}");
}

#[test]
fn the_examples_of_the_five_roots_get_the_right_answer_in_every_frame() {
    let tally = run(include_str!("../../../../cases/roots.json"), read::own);
    assert!(tally.records >= 60 && tally.moved > 300, "{tally:?}");
}

#[test]
fn degenerate_touching_far_and_tiny_cases_get_the_right_answer_in_every_frame() {
    let tally = run(include_str!("../../../../cases/edges.json"), read::own);
    assert!(tally.records >= 60 && tally.moved > 200, "{tally:?}");
}

#[test]
fn faults_that_were_found_from_outside_stay_repaired_in_every_frame() {
    let tally = run(include_str!("../../../../cases/faults.json"), read::own);
    assert!(tally.records >= 30 && tally.moved > 50, "{tally:?}");
}

#[test]
fn a_wrong_expectation_is_noticed() {
    let record = serde_json::json!({
        "id": "x", "query": "overlaps",
        "a": {"type": "circle", "radius": 1}, "b": {"type": "point", "at": [3, 0]},
        "expected": {"hit": true}
    });
    assert!(!check(&read::own(&record), &mut Tally::default()).is_empty());
}
