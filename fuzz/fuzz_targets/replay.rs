//! Bytes as a journal: every answer is a line of JSON with a step, an answer or an error, every
//! pair's stream is enter, stays, exit, and two broad phases say the same.
#![no_main]

use jostle::{World, broad};
use jostle_cli::replay::{Style, run};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::collections::BTreeSet;

fuzz_target!(|data: &[u8]| {
    let answers = |name: &str| {
        let mut answers = Vec::new();
        let world = World::with_broad_phase(broad::named(name).expect("a known name"));
        run(data, &mut answers, world, Style::Contacts).expect("memory can be read and written");
        String::from_utf8(answers).expect("answers are UTF-8")
    };
    let told = answers("auto");
    assert_eq!(told, answers("brute"));
    let mut open = BTreeSet::new();
    for line in told.lines() {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        let kinds = ["ok", "error", "step"].map(|key| usize::from(answer.get(key).is_some()));
        assert_eq!(kinds.iter().sum::<usize>(), 1, "{line}");
        for event in answer["events"].as_array().into_iter().flatten() {
            let pair = (event["a"].as_u64(), event["b"].as_u64());
            let fits = match event["kind"].as_str() {
                Some("enter") => open.insert(pair),
                Some("stay") => open.contains(&pair),
                _ => open.remove(&pair),
            };
            assert!(fits, "{line}");
        }
    }
});
