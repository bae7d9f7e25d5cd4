// The outlines of textures, traced from their pixels: in a worker, or at once.
import { JostleError } from "../index.js";
import { trace, traceInWorker } from "../trace.js";
import { inFrame, tracer } from "./views.js";
import { pixelsOf } from "./pixels.js";

/** Hitboxes by texture, then by wishes; shapes by hitbox, then by anchor. */
const traced = new WeakMap();
const shapes = new WeakMap();

/** The part of the longer side of a picture that an outline may be off unless the caller states; a pixel at most. */
const CLOSE = 1 / 32;
/** The alpha of a solid pixel unless the caller states. */
const SOLID = 128;

function wished(options, { width, height }, effort) {
  const goals = ["maxDeviation", "minIou", "maxAreaError", "maxVertices", "detail"];
  const own = goals.some((goal) => options[goal] !== undefined);
  return { effort, ...(own ? {} : { maxDeviation: Math.min(1, Math.max(width, height) * CLOSE) }), ...options };
}

/** A picture without an empty pixel, as a hitbox; null for others. */
function full({ width, height, data }, { alpha = SOLID, ignored }) {
  if (ignored?.length) return null;
  for (let i = 3; i < data.length; i += 4) if (data[i] < alpha) return null;
  const shape = { type: "rect", center: [width / 2, height / 2], half: [width / 2, height / 2] };
  return { shape, full: true };
}

/** The entry of a texture for wishes, made by `make` where there is none. */
function entry(texture, options) {
  if (!traced.has(texture)) traced.set(texture, new Map());
  const known = traced.get(texture);
  const name = JSON.stringify(options);
  if (!known.has(name)) known.set(name, {});
  return known.get(name);
}

/** The shape of a traced texture in the frame of a sprite with an anchor; the same object for the same anchor. */
function shapeFor({ hitbox, frame }, texture, anchor) {
  if (!shapes.has(hitbox)) shapes.set(hitbox, new Map());
  const known = shapes.get(hitbox);
  const name = `${anchor.x} ${anchor.y}`;
  if (!known.has(name)) known.set(name, freeze(shapeAt(hitbox, frame, texture, anchor)));
  return known.get(name);
}

function shapeAt(hitbox, { x, y, scale }, { orig }, anchor) {
  if (!hitbox.shape) throw new JostleError("shape", "", "the texture has no solid pixel, so it has no outline");
  const [left, top] = [x - anchor.x * orig.width, y - anchor.y * orig.height];
  if (!hitbox.full) return inFrame(hitbox, left, top, scale);
  const [w, h] = hitbox.shape.half.map((half) => half / scale);
  return { type: "rect", center: [left + w, top + h], half: [w, h] };
}

function freeze(value) {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

const CORNER = { x: 0, y: 0 };

export function outlineOfSync(texture, anchor = CORNER, { renderer, ...options } = {}) {
  const one = entry(texture, options);
  if (!one.hitbox) {
    const { pixels, ...frame } = pixelsOf(texture, renderer);
    one.frame = frame;
    one.hitbox = full(pixels, options) ?? trace(pixels, wished(options, pixels, "fast"));
  }
  return shapeFor(one, texture, anchor);
}

export async function outlineOf(texture, anchor = CORNER, { renderer, ...options } = {}) {
  const one = entry(texture, options);
  if (!one.hitbox) {
    one.waiting ??= (async () => {
      const { pixels, ...frame } = pixelsOf(texture, renderer);
      const hitbox = full(pixels, options) ?? (await traceInWorker(pixels, wished(options, pixels, "best")));
      one.hitbox ??= hitbox;
      one.frame ??= frame;
    })();
    try {
      await one.waiting;
    } finally {
      one.waiting = undefined;
    }
  }
  return shapeFor(one, texture, anchor);
}

tracer.outlineOfSync = outlineOfSync;
