//! `jostle join`: starts `jostle-join`, a program of its own, because the readers of Parquet and Arrow are
//! larger than all of this one.

use crate::args::Failure;
use crate::problem::Problem;
use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};

const PROGRAM: &str = "jostle-join";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The arguments of `jostle-join`; --help lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(PROGRAM));
    let beside = beside.map(|path| path.with_extension(std::env::consts::EXE_EXTENSION));
    let program = beside.filter(|path| path.is_file()).unwrap_or_else(|| PROGRAM.into());
    let mut command = Command::new(program);
    start(command.args(&args.args)).map_err(|error| {
        let message = match error.kind() {
            io::ErrorKind::NotFound => format!("it is not installed: cargo install {PROGRAM}"),
            _ => error.to_string(),
        };
        Problem::new(PROGRAM, message).into()
    })
}

/// Becomes the program, so that signals reach it alone.
#[cfg(unix)]
fn start(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn start(command: &mut Command) -> io::Result<ExitCode> {
    let status = command.status()?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
