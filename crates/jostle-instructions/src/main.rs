//! Counts the instructions of jostle's key kernels with valgrind's callgrind, and compares them
//! with `counts.tsv`: `cargo run --release -p jostle-instructions`. README.md states why.

mod kernels;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, ExitCode};

type Failure = Box<dyn std::error::Error>;

/// Where the counts are kept.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.tsv");
/// Above the count that is kept by more than this is a failure.
const MOST: f64 = 1.10;

/// Where intrinsics live. One that is called is in a function that was not inlined into a kernel,
/// and takes its lanes through memory.
const INTRINSICS: &str = "core_arch";

/// The same for a feature that the machine which valgrind plays does not have.
const UNPLAYED: &str = "avx512";

/// Runs what is counted, and nothing else: callgrind counts between entering and leaving it.
#[inline(never)]
fn jostle_counted(work: &mut dyn FnMut()) {
    work();
}

/// What the child process does: a first run for tables and room, then the one that counts.
fn run(name: &str) -> Result<(), Failure> {
    let mut work = kernels::make(name)?;
    work();
    jostle_counted(&mut *work);
    Ok(())
}

/// Returns whether valgrind can be started.
fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|out| out.status.success())
}

fn count(name: &str) -> Result<u64, Failure> {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/stdout"])
        .args(["--collect-atstart=no", "--toggle-collect=*jostle_counted*"])
        .arg(std::env::current_exe()?)
        .args(["--kernel", name])
        .output()?;
    let said = String::from_utf8_lossy(&out.stderr);
    let profile = String::from_utf8_lossy(&out.stdout);
    if let Some(function) = profile.lines().find(|l| l.contains("fn=(") && l.contains(INTRINSICS)) {
        return Err(format!("{name} calls what should be one instruction: {function}").into());
    }
    let collected = said.lines().find_map(|line| line.split("Collected :").nth(1));
    let count = collected.and_then(|text| text.trim().parse().ok()).filter(|count| *count > 0);
    count.ok_or_else(|| format!("callgrind counted nothing of {name}:\n{said}").into())
}

/// Names an intrinsic that is a function of this program.
fn called() -> Result<Option<String>, Failure> {
    let program = std::fs::read(std::env::current_exe()?)?;
    let names = program.split(|byte| !byte.is_ascii_graphic()).map(String::from_utf8_lossy);
    let mut called = names.filter(|name| {
        name.starts_with('_') && name.contains(INTRINSICS) && name.contains(UNPLAYED)
    });
    Ok(called.next().map(Cow::into_owned))
}

fn kept() -> Result<BTreeMap<String, u64>, Failure> {
    let mut kept = BTreeMap::new();
    for line in std::fs::read_to_string(FILE)?.lines().filter(|line| !line.starts_with('#')) {
        let (name, count) = line.split_once('\t').ok_or_else(|| format!("no tab in {line:?}"))?;
        kept.insert(name.to_owned(), count.parse()?);
    }
    Ok(kept)
}

fn write() -> Result<(), Failure> {
    let mut text = "# Instructions of a kernel, by callgrind; see README.md.\n".to_owned();
    for name in kernels::NAMES {
        writeln!(text, "{name}\t{}", count(name)?)?;
    }
    Ok(std::fs::write(FILE, text)?)
}

/// Prints all; returns whether none is too high.
fn compare() -> Result<bool, Failure> {
    let kept = kept()?;
    let mut fine = true;
    println!("{:<24} {:>12} {:>12} {:>8}", "kernel", "kept", "now", "change");
    for name in kernels::NAMES {
        let now = count(name)?;
        let before = *kept.get(*name).ok_or_else(|| format!("{FILE} has no line for {name}"))?;
        let times = now as f64 / before as f64;
        let high = times > MOST;
        fine &= !high;
        let mark = if high { "  TOO HIGH" } else { "" };
        println!("{name:<24} {before:>12} {now:>12} {:>+7.1}%{mark}", (times - 1.0) * 100.0);
    }
    Ok(fine)
}

fn main() -> Result<ExitCode, Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["--kernel", name] => run(name)?,
        _ if !can_count() => println!("note: no valgrind here, nothing was counted"),
        ["--write"] => write()?,
        [] => {
            if let Some(function) = called()? {
                return Err(format!("what should be one instruction is called: {function}").into());
            }
            if !compare()? {
                println!("a kernel takes more than 10 % more instructions than {FILE} says");
                return Ok(ExitCode::FAILURE);
            }
        }
        _ => return Err("nothing, or --write".into()),
    }
    Ok(ExitCode::SUCCESS)
}
