//! Bytes into the query stream: one JSON line out for every line in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let mut answers = Vec::new();
    jostle_cli::query::run(data, &mut answers).expect("memory can be read and written");
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    let asked = data.split(|b| *b == b'\n').count() - usize::from(data.ends_with(b"\n"));
    assert!(answers.lines().count() <= asked);
    for line in answers.lines() {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        let kinds = ["ok", "error"].map(|key| usize::from(answer.get(key).is_some()));
        assert_eq!(kinds.iter().sum::<usize>(), 1, "{line}");
        assert!(answer.get("id").is_some(), "{line}");
    }
});
