// Placing shapes, and the small numbers by which Rust finds the placed ones.
import { Reader } from "./decode.js";
import { list, vec2 } from "./check.js";
import { affine, byName, placeOf, writeShape } from "./form.js";
import { REFUSED, fault, input, outBytes, outMatrix } from "./memory.js";
import { wasm } from "./wasm/load.js";

const IDENTITY = [1, 0, 0, 1, 0, 0];
/** Numbers below are for shapes that are asked about once. */
const KEEP = 2;

/** Where a placed shape has its number, with itself, since what inherits from it or copies it has none. */
const NUMBER = Symbol("number");
const collected = new FinalizationRegistry((number) => wasm.j_unplace(number));

/** The frozen object of a placed shape, which has its number as long as it lives. */
function known(shape, matrix, number) {
  // Key by key, which gives all shapes of a kind one layout: a spread does not, and to find the number then
  // takes four times as long, longer than a WeakMap does.
  const placed = {};
  for (const key of Object.keys(shape)) placed[key] = shape[key];
  placed.transform = { matrix };
  Object.defineProperty(placed, NUMBER, { value: { number, placed } });
  collected.register(placed, number);
  return freeze(placed);
}

/** The fault of a call that was given a shape at `path`; `framed` if it was written in its own frame. */
export function shapeFault(shape, path, { framed = false, ...how } = {}) {
  const place = (byte) => placeOf(shape, path, byte, framed);
  return fault({ path, place, say: (sentence) => byName(sentence, shape), ...how });
}

function put(number, shape, path) {
  const [a, b, c, d, x, y] =
    shape?.transform === undefined ? IDENTITY : affine(shape.transform, path ? `${path}.transform` : "transform");
  const length = writeShape(shape, path);
  const got = wasm.j_place(number, length, a, b, c, d, x, y);
  if (got === REFUSED) throw shapeFault(shape, path);
  return got;
}

/** The number of a shape for the next call: its own, or one of the two for passing shapes. */
export function take(shape, which, path) {
  const own = shape?.[NUMBER];
  return own !== undefined && own.placed === shape ? own.number : put(which, shape, path);
}

/** A shape of its own, with each point as an array. */
function copied(value) {
  if (Array.isArray(value)) return value.map(copied);
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.x === "number" && typeof value.y === "number") return [value.x, value.y];
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copied(entry)]));
}

function freeze(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

export function matrixOf(transform) {
  return affine(transform, "transform");
}

export function under(inner, outer) {
  wasm.j_under(...affine(inner, "inner"), ...affine(outer, "outer"));
  return outMatrix();
}

export function place(shape, transform) {
  let matrix = IDENTITY;
  if (shape?.transform !== undefined) matrix = affine(shape.transform, "shape.transform");
  if (transform !== undefined) {
    const outer = affine(transform, "transform");
    if (shape?.transform === undefined) matrix = outer;
    else matrix = under({ matrix }, { matrix: outer });
  }
  const length = writeShape(shape, "shape");
  const number = wasm.j_place(KEEP, length, ...matrix);
  if (number === REFUSED) throw shapeFault(shape, "shape");
  return known(copied(shape), [...matrix], number);
}

export function moved(shape, offset) {
  const [x, y] = vec2(offset, "offset");
  const matrix = shape?.transform === undefined ? IDENTITY : affine(shape.transform, "shape.transform");
  const [a, b, c, d, tx, ty] = matrix;
  const there = { matrix: [a, b, c, d, tx + Math.fround(x), ty + Math.fround(y)] };
  return place({ ...shape, transform: there });
}

export function hull(points) {
  input.begin();
  list(points, "points").forEach((point, index) => {
    const [x, y] = vec2(point, `points[${index}]`);
    input.f32(x);
    input.f32(y);
  });
  if (wasm.j_hull(2 * points.length) === REFUSED) throw fault();
  return new Reader(outBytes()).shape();
}

/** A placed shape that Rust made, under the number that it gave. */
export function adopt(shape, matrix, number) {
  return known(shape, matrix, number);
}
