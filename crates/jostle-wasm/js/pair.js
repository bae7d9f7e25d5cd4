// Questions about one shape or two.
import { JostleError, expected } from "./error.js";
import { extent, list, number, object, vec2, word } from "./check.js";
import { pairs as vectors } from "./decode.js";
import { appendInFrame, byName, placeOf } from "./form.js";
import { REFUSED, fault, input, out, outFloats } from "./memory.js";
import { take } from "./shape.js";
import { wasm } from "./wasm/load.js";

const VERDICTS = ["separated", "touching", "overlapping"];
const LEVELS = ["bounds", "corners", "exact"];
const RELATIONS = ["same", "aInB", "bInA", "overlapping", "touching", "apart"];
const INSIDES = ["hit", "skip", "exit"];

export function overlaps(a, b) {
  return wasm.j_overlaps(take(a, 0, "a"), take(b, 1, "b")) === 1;
}

export function overlapsInterior(a, b) {
  return wasm.j_verdict(take(a, 0, "a"), take(b, 1, "b")) === 2;
}

export function verdict(a, b) {
  return VERDICTS[wasm.j_verdict(take(a, 0, "a"), take(b, 1, "b"))];
}

export function testUntil(a, b, level = "exact") {
  const found = LEVELS.indexOf(level);
  if (found < 0) word(level, LEVELS, "level");
  const answer = wasm.j_test(take(a, 0, "a"), take(b, 1, "b"), found);
  return { hit: (answer & 1) === 1, certain: (answer & 2) === 2, level: LEVELS[answer >> 2] };
}

export function relation(a, b) {
  return RELATIONS[wasm.j_relation(take(a, 0, "a"), take(b, 1, "b"))];
}

export function candidateCount(a, b, limit) {
  if (!(Number.isInteger(limit) && limit >= 0)) throw expected("a whole number, not below 0", limit, "limit");
  const most = Math.min(limit, 0xffff_ffff);
  return wasm.j_candidate_count(take(a, 0, "a"), take(b, 1, "b"), most) >>> 0;
}

export function contains(a, b) {
  return wasm.j_contains(take(a, 0, "a"), take(b, 1, "b")) === 1;
}

export function containsPoint(shape, point) {
  const [x, y] = vec2(point, "point");
  return wasm.j_contains_point(take(shape, 0, "shape"), x, y) === 1;
}

export function gap(a, b) {
  wasm.j_gap(take(a, 0, "a"), take(b, 1, "b"));
  return readGap(out(9), 0);
}

export function readGap(n, i) {
  return {
    separation: n[i],
    distance: n[i + 1],
    depth: n[i + 2],
    normal: [n[i + 3], n[i + 4]],
    onA: [n[i + 5], n[i + 6]],
    onB: [n[i + 7], n[i + 8]],
  };
}

export function contact(a, b) {
  const count = wasm.j_contact(take(a, 0, "a"), take(b, 1, "b"));
  return count ? readContact(out(count), 0) : null;
}

export function contacts(a, b) {
  const count = wasm.j_contacts(take(a, 0, "a"), take(b, 1, "b"));
  const n = out(count);
  return Array.from({ length: count / 13 }, (_, i) => readContact(n, 13 * i));
}

export function readContact(n, i) {
  return {
    normal: [n[i], n[i + 1]],
    depth: n[i + 2],
    point: [n[i + 3], n[i + 4]],
    onA: [n[i + 5], n[i + 6]],
    onB: [n[i + 7], n[i + 8]],
    pushA: [n[i + 9], n[i + 10]],
    pushB: [n[i + 11], n[i + 12]],
  };
}

export function manifold(a, b) {
  const count = wasm.j_manifold(take(a, 0, "a"), take(b, 1, "b"));
  if (!count) return null;
  const n = out(count);
  const points = [];
  for (let i = 2; i < count; i += 4) points.push({ point: [n[i], n[i + 1]], depth: n[i + 2], id: n[i + 3] });
  return { normal: [n[0], n[1]], points };
}

export function crossings(a, b) {
  const count = wasm.j_crossings(take(a, 0, "a"), take(b, 1, "b"));
  const n = out(count);
  const found = [];
  for (let i = 0; i < count; i += 6) {
    const [edgeA, edgeB, fractionA, fractionB] = n.subarray(i + 2, i + 6);
    found.push({ point: [n[i], n[i + 1]], edgeA, edgeB, fractionA, fractionB });
  }
  return found;
}

export function region(a, b, tolerance = 0) {
  const count = wasm.j_region(take(a, 0, "a"), take(b, 1, "b"), extent(tolerance, "tolerance"));
  if (!count) return null;
  const n = out(count);
  const polygons = [];
  for (let i = 1; i < count; ) {
    const rings = [];
    for (let left = n[i++]; left > 0; left--) {
      const length = n[i++];
      rings.push(vectors(n, i, length));
      i += 2 * length;
    }
    const [points, ...holes] = rings;
    polygons.push({ points, holes });
  }
  return { area: n[0], polygons };
}

export function closest(shape, point) {
  const [x, y] = vec2(point, "point");
  wasm.j_closest(take(shape, 0, "shape"), x, y);
  return readClosest(out(5));
}

export function readClosest([separation, px, py, nx, ny]) {
  return { point: [px, py], separation, normal: [nx, ny] };
}

export function insideOf(inside) {
  return word(inside, INSIDES, "inside");
}

export function ray(shape, origin, translation, inside = "hit") {
  const [x, y] = vec2(origin, "origin");
  const [dx, dy] = vec2(translation, "translation");
  const count = wasm.j_ray(take(shape, 0, "shape"), x, y, dx, dy, insideOf(inside));
  if (!count) return null;
  const [fraction, px, py, nx, ny] = out(5);
  return { fraction, point: [px, py], normal: [nx, ny] };
}

export function bounds(shape) {
  return readBounds(wasm.j_bounds(take(shape, 0, "shape")));
}

export function readBounds(count) {
  if (!count) return null;
  const [x, y, u, v] = out(4);
  return { min: [x, y], max: [u, v] };
}

export function boundsOf(shapes) {
  let box = null;
  for (const [index, shape] of list(shapes, "shapes").entries()) {
    const own = readBounds(wasm.j_bounds(take(shape, 0, `shapes[${index}]`)));
    if (!own) return null;
    box ??= own;
    box = {
      min: [Math.min(box.min[0], own.min[0]), Math.min(box.min[1], own.min[1])],
      max: [Math.max(box.max[0], own.max[0]), Math.max(box.max[1], own.max[1])],
    };
  }
  return box;
}

function measures(shape) {
  const count = wasm.j_measures(take(shape, 0, "shape"));
  return count ? out(4) : null;
}

export function area(shape) {
  return measures(shape)?.[0] ?? null;
}

export function perimeter(shape) {
  return measures(shape)?.[1] ?? null;
}

export function centroid(shape) {
  const found = measures(shape);
  return found && [found[2], found[3]];
}

export function orientedBounds(shape) {
  const count = wasm.j_oriented_bounds(take(shape, 0, "shape"));
  if (!count) return null;
  const n = out(count);
  return { center: [n[0], n[1]], half: [n[2], n[3]], rot: [n[4], n[5]], corners: vectors(n, 6, 4) };
}

export function corners(shape) {
  const count = wasm.j_corners(take(shape, 0, "shape"));
  return count ? vectors(out(count), 0, 4) : null;
}

export function edge(shape, side) {
  if (typeof side !== "number") throw expected("a number", side, "side");
  const all = corners(shape);
  return all?.[side] ? [all[side], all[(side + 1) % 4]] : null;
}

export function project(shape, axis) {
  const [x, y] = vec2(axis, "axis");
  wasm.j_project(take(shape, 0, "shape"), x, y);
  const [min, max] = out(2);
  return { min, max };
}

function line(points, path) {
  if (list(points, path).length !== 2) throw new JostleError("form", path, `expected 2 points, found ${points.length}`);
  points.forEach((point, index) => vec2(point, `${path}[${index}]`).forEach((entry) => input.f32(entry)));
}

export function projectEdge(points, axis) {
  const [x, y] = vec2(axis, "axis");
  input.begin();
  line(points, "edge");
  wasm.j_project_edge(x, y);
  const [min, max] = out(2);
  return { min, max };
}

function intersect(a, b, endless) {
  input.begin();
  line(a, "a");
  line(b, "b");
  if (!wasm.j_intersect(endless)) return null;
  const [x, y, onA, onB] = out(4);
  return { point: [x, y], onA, onB };
}

export function intersectSegments(a, b) {
  return intersect(a, b, 0);
}

export function intersectLines(a, b) {
  return intersect(a, b, 1);
}

/** Writes a box to the input. */
export function writeBox(box, path) {
  object(box, path);
  for (const key of ["min", "max"]) vec2(box[key], `${path}.${key}`).forEach((entry) => input.f32(entry));
}

/** What is drawn of unbounded shapes unless the caller states. */
const WINDOW = { min: [-1e4, -1e4], max: [1e4, 1e4] };

export function outline(shape, tolerance = 0.25, window = WINDOW) {
  const handle = take(shape, 0, "shape");
  input.begin();
  writeBox(window, "window");
  const count = wasm.j_outline(handle, extent(tolerance, "tolerance"));
  const n = out(count);
  const lines = [];
  for (let i = 0; i < count; i += 2 + 2 * n[i + 1]) {
    lines.push({ points: vectors(n, i + 2, n[i + 1]), closed: n[i] === 1 });
  }
  return lines;
}

const lists = new WeakMap();
const collected = new FinalizationRegistry((number) => wasm.j_unlist(number));

/** Refuses what is not the typed array that is wanted. */
export function typed(value, Type, width, path) {
  if (!(value instanceof Type)) throw expected(`a ${Type.name}`, value, path);
  if (value.length % width) {
    throw new JostleError("form", path, `expected a multiple of ${width} numbers, found ${value.length}`);
  }
  return value;
}

/** The same for points, which are finite. */
export function typedPoints(value, width, path) {
  typed(value, Float32Array, width, path);
  for (let i = 0; i < value.length; i++) if (!Number.isFinite(value[i])) number(value[i], `${path}[${i}]`);
  return value;
}

/** Writes shapes and a matrix for each; what is sent to Rust, and the path of each shape. */
export function writeEach(shapes, matrices) {
  typed(matrices, Float32Array, 6, "matrices");
  const forms = Array.isArray(shapes) ? shapes : [shapes];
  const length = matrices.length / 6;
  if (Array.isArray(shapes) && shapes.length !== length) {
    throw new JostleError("form", "shapes", `expected ${length} shapes, as many as matrices, found ${shapes.length}`);
  }
  const path = (index) => (Array.isArray(shapes) ? `shapes[${index}]` : "shapes");
  input.begin();
  const lengths = new Float64Array(forms.map((shape, index) => appendInFrame(shape, path(index))));
  input.align();
  const start = input.at;
  input.array(lengths);
  input.array(matrices);
  return { sent: [lengths.length, start, length], path };
}

/** The fault of one of many; `key` is the path of the only key. */
export function eachFault(shapes, path, key) {
  const forms = Array.isArray(shapes) ? shapes : [shapes];
  const form = (index) => (forms.length > 1 ? index : 0);
  return fault({
    key,
    at: (index, kind) => (kind === "place" ? `matrices[${6 * index}]` : path(index)),
    place: (byte, index) => placeOf(forms[form(index)], path(index), byte, true),
    say: (sentence, index) => byName(sentence, forms[form(index)]),
  });
}

export function placeEach(shapes, matrices) {
  const { sent, path } = writeEach(shapes, matrices);
  const number = wasm.j_list(...sent);
  if (number === REFUSED) throw eachFault(shapes, path);
  const made = Object.freeze({ length: sent[2] });
  lists.set(made, number);
  collected.register(made, number);
  return made;
}

function listed(value, path) {
  const number = lists.get(value);
  if (number === undefined) throw new JostleError("form", path, "expected a list made by placeEach");
  return number;
}

/** What stands for a second list where there is one. */
const NO_LIST = 0xffffffff;

function found(count) {
  return Uint32Array.from(out(count));
}

export function pairs(list) {
  return found(wasm.j_list_pairs(listed(list, "list"), NO_LIST));
}

export function pairsBetween(a, b) {
  return found(wasm.j_list_pairs(listed(a, "a"), listed(b, "b")));
}

function readPairContacts(count) {
  return { pairs: found(count), contacts: outFloats((13 * count) / 2) };
}

export function pairContacts(list) {
  return readPairContacts(wasm.j_pair_contacts(listed(list, "list"), NO_LIST));
}

export function pairContactsBetween(a, b) {
  return readPairContacts(wasm.j_pair_contacts(listed(a, "a"), listed(b, "b")));
}
