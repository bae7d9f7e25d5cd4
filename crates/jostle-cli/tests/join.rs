//! `jostle join` starts a program of its own, `jostle-join`.

use std::fs;
use std::process::Command;

/// One test, since a file that is written must not be open in a process that another test starts.
#[cfg(unix)]
#[test]
fn the_program_beside_is_started_and_a_missing_one_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (copy, script) = (folder.path().join("jostle"), folder.path().join("jostle-join"));
    fs::copy(env!("CARGO_BIN_EXE_jostle"), &copy).unwrap();
    fs::write(&script, "#!/bin/sh\necho \"$@\"\nexit 7\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let arguments = ["join", "a.csv", "b.csv", "--help", "--out", "-"];
    let done = Command::new(&copy).args(arguments).output().unwrap();
    assert_eq!(done.status.code(), Some(7));
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "a.csv b.csv --help --out -\n");

    fs::remove_file(script).unwrap();
    let done = Command::new(&copy).args(arguments).env("PATH", folder.path()).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    let text = String::from_utf8(done.stderr).unwrap();
    assert!(text.contains("jostle-join: it is not installed: cargo install jostle-join"), "{text}");
}
