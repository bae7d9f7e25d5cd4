//! What it was measured on, and with what.

use std::process::Command;

/// The value of a line `key : value` of `/proc/cpuinfo`.
fn cpu(text: &str, key: &str) -> String {
    let line = text.lines().find(|line| line.split(':').next().is_some_and(|k| k.trim() == key));
    let value = line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim());
    value.unwrap_or("unknown").to_owned()
}

fn said(program: &str, arguments: &[&str]) -> String {
    let out = Command::new(program).args(arguments).output();
    let text = out.ok().and_then(|out| String::from_utf8(out.stdout).ok());
    text.map_or("unknown".to_owned(), |text| text.lines().next().unwrap_or("").trim().to_owned())
}

/// The load of the last minute, when the run begins: others disturb the caches.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_owned()
}

/// Names the processor, not the machine.
pub(crate) fn describe() -> Vec<(&'static str, String)> {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, |n| n.get());
    let hypervisor = if info.contains(" hypervisor") { ", in a virtual machine" } else { "" };
    vec![
        ("date", said("date", &["-u", "+%Y-%m-%d"])),
        (
            "commit",
            said("git", &["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "--short", "HEAD"]),
        ),
        (
            "processor",
            format!(
                "{}, family {}, model {}, {cores} cores{hypervisor}",
                cpu(&info, "model name"),
                cpu(&info, "cpu family"),
                cpu(&info, "model"),
            ),
        ),
        ("kernel", said("uname", &["-sr"])),
        ("compilers", format!("{}; {}", said("rustc", &["--version"]), said("cc", &["--version"]))),
        (
            "target",
            "the default for the processor's architecture, opt-level 3, thin LTO".to_owned(),
        ),
        ("load before the run", load()),
    ]
}
