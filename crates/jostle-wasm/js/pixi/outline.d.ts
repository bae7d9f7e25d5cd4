// The outlines of textures, traced from their pixels. Importing this also lets `useShape(view, "outline")` trace.
import type { Texture } from "pixi.js";
import type { Shape } from "../index.js";
import type { OutlineOptions } from "./index.js";

export type { OutlineOptions } from "./index.js";

/**
 * Traces the opaque pixels of a texture in a worker: its outline in the frame of a sprite with this anchor. Without a
 * goal in the options the outline is off by at most a 32nd of the longer side of the picture, and by one pixel at
 * most. A texture is traced once for the same options; where a page allows no worker, it is traced on this thread.
 *
 * @throws JostleError of kind `shape` where no pixel is opaque, of kind `trace` where the pixels cannot be read
 */
export function outlineOf(
  texture: Texture,
  anchor?: { x: number; y: number },
  options?: OutlineOptions,
): Promise<Shape>;

/** Does as `outlineOf`, at once, which holds up the page: with effort `"fast"` unless the options state otherwise. */
export function outlineOfSync(texture: Texture, anchor?: { x: number; y: number }, options?: OutlineOptions): Shape;
