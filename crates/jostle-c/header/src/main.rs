//! Writes the C header from the sources of the crate above: to its place, or, with `--check`,
//! nowhere, but it fails where the header in its place is another one.

use std::path::Path;
use std::process::ExitCode;

use cbindgen::{Builder, Config};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let header = root.join("include/jostle/jostle.h");
    let settings = Config::from_file(root.join("header/cbindgen.toml")).expect("the settings");
    let bindings = Builder::new().with_crate(&root).with_config(settings).generate();
    let mut written = Vec::new();
    bindings.expect("the sources can be read").write(&mut written);
    if std::env::args().any(|argument| argument == "--check") {
        if std::fs::read(&header).is_ok_and(|old| old == written) {
            println!("the header is that of the sources");
            return ExitCode::SUCCESS;
        }
        eprintln!("{} is not what the sources say: run this without --check", header.display());
        return ExitCode::FAILURE;
    }
    std::fs::write(&header, written).expect("the header can be written");
    ExitCode::SUCCESS
}
