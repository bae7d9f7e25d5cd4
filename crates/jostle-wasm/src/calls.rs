//! Calls from Rust to JavaScript: filters that are functions there, and the start of the second half.

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "jostle")]
unsafe extern "C" {
    /// Asks the filter function of the running query about a collider.
    pub(crate) safe fn j_only(key: f64) -> u32;
    /// Asks the pair filter of a world.
    pub(crate) safe fn j_allows(world: u32, a: f64, b: f64) -> u32;
    /// Asks what a slide does about a collider.
    pub(crate) safe fn j_respond(key: f64) -> u32;
    /// Starts the half of the module that web pages rarely need; scripts/split.mjs has it called where
    /// a function of that half is.
    safe fn j_rest();
}

/// Starts it now.
#[cfg(target_family = "wasm")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_whole() {
    j_rest();
}

/// Without JavaScript nothing is filtered.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn j_only(_key: f64) -> u32 {
    1
}

/// Without JavaScript nothing is filtered.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn j_allows(_world: u32, _a: f64, _b: f64) -> u32 {
    1
}

/// Without JavaScript all block.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn j_respond(_key: f64) -> u32 {
    0
}
