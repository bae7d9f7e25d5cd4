//! Processor time of clean release builds, of jostle and of the peer that does the same in Rust.

use crate::report::{Entry, Part, Row, Section};
use crate::{Failure, Options};
use std::process::{Command, Stdio};

const WHO: [(&str, Part); 2] = [("jostle", Part::Own), ("parry2d", Part::Peer)];

/// Processor time of all children that were waited for, in seconds, as the kernel counts it.
fn children() -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    // The second field is a name in parentheses, which may hold spaces.
    let fields = text.rsplit_once(')').ok_or("no name in /proc/self/stat")?.1;
    let ticks = fields.split_whitespace().skip(13).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>()?;
    Ok(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

const ABOUT: &str = "Seconds of processor time, all cores together, for a release build of the library \
with its dependencies and default features into an empty folder (`cargo build --release -p …`). The \
goal is 6 seconds.";

/// Builds each once; nothing to report where there is no cargo or no `/proc`.
pub(crate) fn run(_: &Options) -> Result<Section, Failure> {
    let title = "Build";
    let mut section = Section::new(title, ABOUT);
    let folder = std::env::temp_dir().join(format!("jostle-bench-{}", std::process::id()));
    let mut entries = Vec::new();
    for (name, part) in WHO {
        let target = folder.join(name);
        let before = children()?;
        let done = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--release", "--quiet", "-p", name, "--manifest-path"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::null())
            .status();
        let spent = children()? - before;
        let _ = std::fs::remove_dir_all(&target);
        match done {
            Ok(status) if status.success() => entries.push(Entry {
                name: name.to_owned(),
                part,
                median: spent,
                least: spent,
                wrong: None,
                note: "built once".to_owned(),
            }),
            other => section.notes.push(format!("{name} was not built: {other:?}")),
        }
        eprintln!("build: {name}");
    }
    let _ = std::fs::remove_dir(&folder);
    let title = "clean release build".to_owned();
    section.rows.push(Row { title, unit: "s", goal: None, entries });
    Ok(section)
}
