//! What goes wrong is reported with its place, leaves no half result, and is continued.

use crate::tables::{error, join, program, refused, shapes, write, write_boxes};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The files whose names begin so.
fn files(folder: &Path, start: &str) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(start)).collect()
}

#[test]
fn a_join_that_is_killed_again_and_again_continues_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write_boxes(&here.join("a.csv"), 3, 150_000, 400.0);
    write_boxes(&here.join("b.csv"), 4, 150_000, 400.0);
    for question in ["contacts", "nearest --count 2"] {
        let command = format!("a.csv b.csv --question {question} --memory 16M --threads 2 --out");
        join(here, &format!("{command} whole.csv"));
        let (mut kills, mut continued) = (0, 0);
        let mut patience = 15;
        loop {
            let mut run = program(here, &format!("{command} out.csv"))
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            sleep(Duration::from_millis(patience));
            patience += 1 + patience / 8;
            let _ = run.kill();
            let done = run.wait_with_output().unwrap();
            continued += usize::from(error(&done).contains("continues from"));
            // Killed after its very last step, the result is one that is there.
            if done.status.success() || error(&done).contains("--force") {
                break;
            }
            kills += 1;
            if let Ok(out) = fs::read(here.join("out.csv")) {
                // It was killed between giving the name and the end.
                assert!(out == fs::read(here.join("whole.csv")).unwrap(), "half a result");
            }
        }
        assert!(kills > 1 && continued > 0, "{kills} {continued}");
        let [whole, out] = ["whole.csv", "out.csv"].map(|name| fs::read(here.join(name)).unwrap());
        assert!(whole == out, "{question}");
        assert_eq!(files(here, "out.csv"), ["out.csv"]);
        fs::remove_file(here.join("out.csv")).unwrap();
    }
}

#[test]
fn an_interruption_states_how_to_continue() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write_boxes(&here.join("a.csv"), 3, 400_000, 400.0);
    let command = "a.csv a.csv --question contacts --memory 16M --out out.parquet";
    let run = program(here, command).stderr(Stdio::piped()).spawn().unwrap();
    while !here.join("out.parquet.work/state.json").exists() {
        sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let done = run.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    assert!(error(&done).contains("the same command continues"), "{}", error(&done));
    assert!(join(here, command).contains("continues from"));
}

#[test]
fn a_changed_table_or_question_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(&here.join("a.jsonl"), &shapes(1, 50, 9.0));
    // A result that cannot be written: its name is that of a folder.
    fs::create_dir_all(here.join("out.csv/in")).unwrap();
    let text = refused(here, "a.jsonl a.jsonl --out out.csv");
    assert!(text.contains("out.csv: "), "{text}");
    assert!(files(here, "out.csv").contains(&"out.csv.work".to_owned()));
    fs::remove_dir_all(here.join("out.csv")).unwrap();
    let text = join(here, "a.jsonl a.jsonl --question contains --out out.csv");
    assert!(!text.contains("continues"), "{text}");
    assert_eq!(files(here, "out.csv"), ["out.csv"]);
}

#[test]
fn a_row_that_is_no_shape_ends_the_join_or_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut forms = shapes(1, 30, 9.0);
    forms[7] = r#"{"type":"circle","radius":-1}"#.into();
    forms[20] = r#"{"type":"blob"}"#.into();
    for ending in ["parquet", "arrow", "csv", "jsonl"] {
        let table = format!("bad.{ending}");
        write(&here.join(&table), &forms);
        let text = refused(here, &format!("{table} {table} --out out.csv"));
        assert!(text.contains(&format!("{table}: row 7: ")), "{text}");
        assert!(text.contains("radius is -1, which is negative"), "{text}");
        assert!(text.contains("line 9: ") == (ending == "csv"), "{text}");
        assert!(text.contains("line 8: ") == (ending == "jsonl"), "{text}");
        assert!(!here.join("out.csv").exists());

        let text = join(here, &format!("{table} {table} --on-error skip --out out.csv"));
        assert!(text.contains("4 rows were skipped"), "{text}");
        let list = fs::read_to_string(here.join("out.csv.skipped.jsonl")).unwrap();
        let rows: Vec<u64> = list
            .lines()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["row"].as_u64().unwrap()
            })
            .collect();
        assert_eq!(rows, [7, 20, 7, 20]);
        let found = fs::read_to_string(here.join("out.csv")).unwrap();
        assert!(found.lines().any(|line| line == "29,29"), "rows keep their numbers");
        assert!(!found.lines().any(|line| line.starts_with("7,") || line.ends_with(",20")));
        fs::remove_file(here.join("out.csv")).unwrap();
    }
    write(&here.join("good.jsonl"), &shapes(1, 3, 9.0));
    join(here, "good.jsonl good.jsonl --out out.csv");
    assert!(!here.join("out.csv.skipped.jsonl").exists(), "an old list is gone");
}

#[test]
fn broken_files_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(&here.join("good.jsonl"), &shapes(1, 9, 9.0));
    for ending in ["parquet", "arrow"] {
        let good = here.join(format!("good.{ending}"));
        write(&good, &shapes(1, 500, 9.0));
        let bytes = fs::read(&good).unwrap();
        let table = format!("broken.{ending}");
        for length in [0, 3, 8, bytes.len() / 2, bytes.len() - 1] {
            fs::write(here.join(&table), &bytes[..length]).unwrap();
            let text = refused(here, &format!("{table} good.jsonl --out out.csv"));
            assert!(text.contains(&table), "{text}");
        }
        for at in (0..bytes.len()).step_by(bytes.len() / 60) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x55;
            fs::write(here.join(&table), &bytes).unwrap();
            let done =
                program(here, &format!("{table} good.jsonl --out out.csv")).output().unwrap();
            // A bit of a number may change a shape; nothing else may pass, and nothing may panic.
            assert!(
                [Some(0), Some(2)].contains(&done.status.code()),
                "byte {at}: {}",
                error(&done)
            );
            let _ = fs::remove_file(here.join("out.csv"));
        }
    }
    fs::write(here.join("half.jsonl"), "{\"type\":\"point\"}\n{\"type\":").unwrap();
    assert!(
        refused(here, "half.jsonl good.jsonl --out out.csv")
            .contains("half.jsonl: row 1: line 2: ")
    );
    fs::write(here.join("bytes.csv"), b"shape\n\xff\xfe\n").unwrap();
    assert!(refused(here, "bytes.csv good.jsonl --out out.csv").contains("bytes.csv: row 0"));
    fs::write(here.join("wrong.csv"), "id,name\n1,2\n").unwrap();
    let text = refused(here, "wrong.csv good.jsonl --out out.csv");
    assert!(text.contains("the columns are id, name"), "{text}");
    assert!(refused(here, "none.csv good.jsonl --out out.csv").contains("none.csv: No such file"));
    assert!(refused(here, "good.jsonl good.txt --out out.csv").contains("good.txt"));
    assert!(
        refused(here, "good.jsonl good.jsonl --out out.txt")
            .contains("out.txt: the name of a table ends in")
    );
    assert!(!here.join("out.csv").exists());
}

#[test]
fn arguments_are_checked() {
    let here = Path::new(".");
    for (arguments, part) in [
        ("a.csv b.csv --out o.csv --question within", "--distance"),
        ("a.csv b.csv --out o.csv --question nearest", "--count"),
        ("a.csv b.csv --out o.csv --question within --distance -1", "from 0"),
        ("a.csv b.csv --out o.csv --question within --distance nan", "from 0"),
        ("a.csv b.csv --out o.csv --distance 1", "--distance is for --question within"),
        ("a.csv b.csv --out o.csv --count 1", "--count is for --question nearest"),
        ("a.csv b.csv --out o.csv --memory 12", "16M is the least"),
        ("a.csv b.csv --out o.csv --memory much", "such as 512M"),
        ("a.csv b.csv --out o.csv --threads 0", "threads"),
    ] {
        let text = refused(here, arguments);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}

#[test]
fn a_full_disk_and_a_second_run_are_refused_and_leave_nothing_half() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write_boxes(&here.join("a.csv"), 3, 50_000, 200.0);
    // Files of at most 600 kB; the signal would end the program, as a full disk does not.
    for (limit, file) in [(600, "rows-"), (1_800, "out.csv")] {
        let command = format!(
            "trap '' XFSZ; ulimit -f {limit}; exec {} a.csv a.csv --question contacts --out out.csv",
            env!("CARGO_BIN_EXE_jostle-join")
        );
        let done = Command::new("bash").args(["-c", &command]).current_dir(here).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{}", error(&done));
        assert!(
            error(&done).contains("File too large") && error(&done).contains(file),
            "{}",
            error(&done)
        );
        assert!(!here.join("out.csv").exists() && !here.join("out.csv.part").exists());
    }
    let work = here.join("out.csv.work");
    let lock = fs::File::create(work.join("lock")).unwrap();
    lock.lock().unwrap();
    let text = refused(here, "a.csv a.csv --question contacts --out out.csv");
    assert!(text.contains("another run works on this result"), "{text}");
    drop(lock);
    assert!(join(here, "a.csv a.csv --question contacts --out out.csv").contains("continues from"));
    assert_eq!(files(here, "out.csv"), ["out.csv"]);
}

#[test]
fn no_file_is_lost_to_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let rows = shapes(1, 5, 9.0);
    for name in ["a.jsonl", "out.csv.skipped.jsonl"] {
        write(&here.join(name), &rows);
    }
    let before = fs::read(here.join("a.jsonl")).unwrap();
    for force in ["", "--force"] {
        for (command, input) in [
            ("a.jsonl out.csv.skipped.jsonl --out a.jsonl", "a.jsonl: "),
            ("a.jsonl a.jsonl --out ./a.jsonl", "a.jsonl: "),
            ("a.jsonl out.csv.skipped.jsonl --out out.csv", "out.csv.skipped.jsonl: "),
        ] {
            let text = refused(here, &format!("{command} {force}"));
            assert!(text.contains(input) && text.contains("input"), "{text}");
        }
    }
    for name in ["a.jsonl", "out.csv.skipped.jsonl"] {
        assert_eq!(fs::read(here.join(name)).unwrap(), before);
    }

    fs::write(here.join("there.csv"), "of another program").unwrap();
    let text = refused(here, "a.jsonl a.jsonl --out there.csv");
    assert!(text.contains("there.csv: ") && text.contains("--force"), "{text}");
    assert_eq!(fs::read(here.join("there.csv")).unwrap(), b"of another program");
    join(here, "a.jsonl a.jsonl --out there.csv");
    assert_ne!(fs::read(here.join("there.csv")).unwrap(), b"of another program");

    fs::create_dir(here.join("new.csv.work")).unwrap();
    fs::write(here.join("new.csv.work/notes.txt"), "of another program").unwrap();
    let text = refused(here, "a.jsonl a.jsonl --out new.csv");
    assert!(text.contains("new.csv.work: "), "{text}");
    assert!(here.join("new.csv.work/notes.txt").exists());
}
