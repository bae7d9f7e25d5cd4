//! Gives the shared library the name that programs look for at run time: that under which the
//! installer puts it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        let number = |part| std::env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default();
        let series = format!("{}.{}", number("MAJOR"), number("MINOR"));
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libjostle.so.{series}");
    }
}
