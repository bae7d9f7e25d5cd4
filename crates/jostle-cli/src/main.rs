//! The `jostle` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    jostle_cli::main()
}
