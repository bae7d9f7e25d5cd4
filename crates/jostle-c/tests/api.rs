//! The public interface of the library is what `docs/api.txt` has, so that every change of
//! it shows in a change's diff; `JOSTLE_WRITE=1` writes it again. Derived impls are left out.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn the_public_interface_is_the_text_that_is_kept() {
    // A folder of its own: what is built under the variable would make Cargo build all else again.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("api");
    let rustdoc =
        "rustdoc --quiet --locked --package jostle --lib --all-features -- --cap-lints allow";
    let made = Command::new(env!("CARGO"))
        .args(rustdoc.split(' '))
        .args(["-Zunstable-options", "--output-format=json"])
        // Any compiler then writes what only a nightly would.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", &target)
        .status();
    assert!(made.expect("cargo starts").success());
    let api = public_api::Builder::from_rustdoc_json(target.join("doc/jostle.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    let now = match api {
        Ok(api) => api.to_string(),
        Err(error) => {
            eprintln!("note: not compared, since this compiler's form is another: {error}");
            return;
        }
    };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.txt");
    if env::var_os("JOSTLE_WRITE").is_some() {
        fs::write(&file, &now).expect("the text can be written");
    }
    let kept = fs::read_to_string(&file).expect("the text");
    let only = |one: &str, other: &str, sign: char| -> String {
        let lines = one.lines().filter(|line| !other.lines().any(|kept| kept == *line));
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    let change = only(&kept, &now, '-') + &only(&now, &kept, '+');
    assert!(kept == now, "JOSTLE_WRITE=1 writes docs/api.txt again:\n{change}");
}
