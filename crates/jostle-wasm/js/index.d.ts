export * from "./error.js";
export * from "./shape.js";
export * from "./pair.js";
export * from "./world.js";

/** The build that this machine runs: `"simd"` where WebAssembly has SIMD; both answer bit for bit alike. */
export const build: "simd" | "plain";
