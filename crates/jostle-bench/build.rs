//! Builds the C++ peer where SFML's headers are.

fn main() {
    println!("cargo:rustc-check-cfg=cfg(sfml)");
    println!("cargo:rerun-if-changed=src/peers/sfml.cpp");
    #[cfg(feature = "peers")]
    sfml();
}

#[cfg(feature = "peers")]
fn sfml() {
    let header = "SFML/Graphics/Transformable.hpp";
    let places = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"];
    let has = |place: &&&str| std::path::Path::new(place).join(header).exists();
    if let Some(place) = places.iter().find(has) {
        cc::Build::new()
            .cpp(true)
            .std("c++17")
            .opt_level(3)
            .include(place)
            .file("src/peers/sfml.cpp")
            .compile("jostle_bench_sfml");
        println!("cargo:rustc-link-lib=sfml-graphics");
        println!("cargo:rustc-link-lib=sfml-system");
        println!("cargo:rustc-cfg=sfml");
    }
}
