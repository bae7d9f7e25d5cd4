//! Runs the program as a shell would.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of the whole project.
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn jostle() -> Command {
    Command::new(env!("CARGO_BIN_EXE_jostle"))
}

/// Runs the program with a text on its standard input.
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn feed(args: &[&str], text: &[u8]) -> Output {
    let mut child = jostle()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_vec();
    // A thread, so that a full pipe on either side stops nothing.
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&text);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    output
}

#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is text")
}
