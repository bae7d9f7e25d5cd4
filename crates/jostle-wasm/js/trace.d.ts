// From a sprite's pixels to a hitbox.
import type { Shape, Vec2, Vec2Like } from "./shape.js";

/** Pixels in memory, row by row from the top, four bytes each; an `ImageData` is one. */
export interface Pixels {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Red, green, blue and alpha of each pixel. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** What an outline has to keep, and which pixels are solid. */
export interface TraceOptions {
  /** The least alpha of a solid pixel, 0 to 255; 128 unless given. */
  readonly alpha?: number;
  /** Colors that are empty: `"RRGGBB"`, `"RRGGBBAA"`, with `~TOLERANCE` behind it or not. */
  readonly ignored?: readonly string[];
  /** The outline is at most a given number of pixels off, in both directions. */
  readonly maxDeviation?: number;
  /** The outline and the pixels have at least this share in common, 0 to 1. */
  readonly minIou?: number;
  /** The area where they differ is at most this share of the pixels' area. */
  readonly maxAreaError?: number;
  /** The outline has at most this many vertices. */
  readonly maxVertices?: number;
  /** A level by name: 15, 7.5 or 1 % of the area may differ, or nothing; instead of `maxAreaError`. */
  readonly detail?: "less" | "more" | "optimal" | "exact";
  /** `"cover"`: no pixel is outside; `"inside"`: no point is outside the pixels. */
  readonly side?: "free" | "cover" | "inside";
  /** Whether pixels that share only a corner belong together; 4 unless given. */
  readonly connectivity?: 4 | 8;
  /** Parts of fewer pixels are dropped. */
  readonly minArea?: number;
  /** What to make solid first: shut-in pixels, or also bays that are deeper than wide. */
  readonly fill?: "none" | "holes" | "bays";
  /** How much time may go into having few vertices; `"best"` unless given. */
  readonly effort?: "fast" | "best";
  /** Where the outline runs; `"alpha"`: between pixels, where the alpha has the edge. */
  readonly edges?: "pixels" | "alpha";
  /** Cuts the outline into convex pieces: true, or the most vertices that one may have. */
  readonly pieces?: boolean | number;
  /** Allows a circle, rectangle, capsule, ellipse or hull where one keeps the bounds. */
  readonly fit?: boolean;
}

/** A traced outline; lengths are in pixels, from the top left corner of the picture. */
export interface Hitbox {
  /** Width and height in pixels. */
  size: [number, number];
  /** The outline as a shape in pixels; null when nothing is solid. */
  shape: Shape<Vec2> | null;
  /** The simple shape that it is, if `fit` found one. */
  fit: "circle" | "rect" | "capsule" | "ellipse" | "hull" | null;
  /** The rings in pixels; a parent stands before its children. */
  rings: { points: [number, number][]; hole: boolean; parent: number | null }[];
  /** Convex pieces, if they were asked for. */
  pieces: [number, number][][];
  /** How true the outline is. */
  report: TraceReport;
}

/** Measured against the pixels. */
export interface TraceReport {
  /** The count of rings. */
  rings: number;
  /** The count of vertices of all rings. */
  vertices: number;
  /** The share of area in common, 0 to 1. */
  iou: number;
  /** The same with pixels that count by their alpha. */
  softIou: number;
  /** The farthest that the outline reaches beyond the pixels, in pixels. */
  deviationOutward: number;
  /** The farthest that the pixels reach beyond the outline, in pixels. */
  deviationInward: number;
  /** The area where the two differ, as a share of the area of the pixels. */
  areaError: number;
  /** Parts that the outline leaves out: the first point, the area in pixels, whether it was a hole. */
  dropped: { hole: boolean; at: [number, number]; area: number }[];
}

/**
 * Traces the solid pixels of a picture; the exact outline unless a goal is given.
 *
 * @example
 * ```js
 * import { trace } from "jostle/trace";
 *
 * const image = { width: 3, height: 3, data: new Uint8ClampedArray(36).fill(255) }; // or ImageData
 * console.log(trace(image, { maxDeviation: 1 }).report.vertices); // 4
 * ```
 */
export function trace(pixels: Pixels, options?: TraceOptions): Hitbox;

/**
 * Does as `trace`, in a worker, so that the page goes on; on this thread where there can be no worker, as in Node.
 * `exportHitbox` does not take what it returns.
 */
export function traceInWorker(pixels: Pixels, options?: TraceOptions): Promise<Hitbox>;

/** The forms that engines and editors read, and jostle's own: `"json"` and `"ron"`. */
export type Format = "json" | "svg" | "phaser" | "tsx" | "tres" | "libgdx" | "rube" | "pixi" | "ron" | "h";

/** All formats. */
export const FORMATS: readonly Format[];

/** What a file states beside the outline. */
export interface ExportOptions {
  /** What the hitbox is called, and what the file's name begins with; `"hitbox"` unless given. */
  readonly name?: string;
  /** The picture's file name, for forms that say it; the name with `.png` unless given. */
  readonly image?: string;
  /** The point in pixels from the top left corner that the sprite is placed by; `[0, 0]` unless given. */
  readonly pivot?: Vec2Like;
}

/**
 * Writes a hitbox as `jostle trace --format` does: a file's name and its text. Takes what `trace` gave, not
 * a copy of it; where the hitbox has no convex pieces and the format is made of them, they are cut.
 */
export function exportHitbox(hitbox: Hitbox, format: Format, options?: ExportOptions): { name: string; text: string };
