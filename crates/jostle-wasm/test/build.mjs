// Loaded before all tests: JOSTLE_BUILD=plain runs them on the build without SIMD.
globalThis.JOSTLE_BUILD = process.env.JOSTLE_BUILD;
