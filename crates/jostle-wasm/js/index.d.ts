export * from "./error.js";
export * from "./shape.js";
export * from "./pair.js";
export * from "./motion.js";
export * from "./events.js";
export * from "./world.js";

/** The build that this machine runs: `"simd"` where WebAssembly has SIMD; both answer bit for bit alike. */
export const build: "simd" | "plain";

/**
 * Loads and starts the second half of the library, which has rays, casts, concave outlines, ellipses and all that
 * most pages need later: after it no call holds up the page. Without it the first call that needs the second half
 * waits for it by a request that blocks.
 *
 * @throws JostleError of kind `load` where it cannot be fetched; a later call tries again
 *
 * @example
 * ```js
 * import { World, ready } from "jostle";
 *
 * await ready();
 * const world = new World();
 * world.add({ shape: { type: "circle", radius: 1 }, at: [5, 0] });
 * console.log(world.rayFirst({ origin: [0, 0], translation: [8, 0] })?.fraction); // 0.5
 * ```
 */
export function ready(): Promise<void>;
