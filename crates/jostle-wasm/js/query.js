// What can be asked of a world.
import { describe, expected } from "./error.js";
import { EVENT, readTouch } from "./events.js";
import { Reader } from "./decode.js";
import { asKey, withFunctions, writeFilter } from "./filter.js";
import { extent, keys, object, vec2, word } from "./check.js";
import { LayerNames } from "./layers.js";
import { readCasts, rulesOf, writeMotion } from "./motion.js";
import { REFUSED, fault, input, out, outBytes, outOne, viewFloats } from "./memory.js";
import { insideOf, readBounds, readClosest, readContact, readGap, typedPoints, writeBox } from "./pair.js";
import { adopt, take } from "./shape.js";
import { wasm } from "./wasm/load.js";

const BROAD = ["auto", "brute", "sweep", "tree"];
const METHODS = ["bounds", "circles", "corners", "exact"];
const TOUCHING = ["counts", "ignored"];
const OPTIONS = ["broadPhase", "touching", "method", "layers"];
/** What steps compute of a pair, by the numbers of Rust. */
export const DETAILS = [null, "touch", "near", "push"];
const RULES = ["unknown", "same", "disabled", "noShape", "team", "layers", "filter", "apart", "nothing"];
const PAINTS = ["free", "touching", "sensor", "disabled", "box", "contact", "normal", "node", "key"];
/** As `DebugColor::color` in Rust; a test compares them. */
export const DEBUG_COLORS = Object.freeze([0x1a7f37, 0xd1242f, 0x0969da, 0x8c959f, 0xbf8700, 0x1f2328, 0x1f2328, 0x8250df, 0x59636e]);
const DRAWING = ["outlines", "boxes", "contacts", "normals", "nodes", "keys"];
const RAY = ["origin", "translation", "inside", "radius"];
/** A placed shape of the caller's that is not kept. */
const PASSING = 0;
const KEEP = 2;

const dropped = new FinalizationRegistry((id) => wasm.j_world_drop(id));

export class Asked {
  #broad;
  /** The names of layers. */
  names;
  /** The data of colliders that live. */
  own = new Map();
  /** The world's number in Rust. */
  id;

  constructor(options = {}) {
    keys(object(options, "options"), OPTIONS, "options");
    const { broadPhase = "auto", touching = "counts", method } = options;
    this.#broad = broadPhase;
    this.names = new LayerNames(options.layers);
    const decided = method === undefined || method === "exact" ? 0 : 1 + word(method, METHODS, "options.method");
    this.id = wasm.j_world(
      word(broadPhase, BROAD, "options.broadPhase"),
      decided,
      word(touching, TOUCHING, "options.touching"),
    );
    dropped.register(this, this.id);
    for (const name of ["names", "own", "id"]) Object.defineProperty(this, name, { enumerable: false, writable: false });
  }

  keyList(count) {
    return Array.from(out(count));
  }

  #asked(answer) {
    if (answer === REFUSED) throw fault();
    return answer;
  }

  len() {
    return this.stats().colliders;
  }

  isEmpty() {
    return this.len() === 0;
  }

  contains(key) {
    return this.#asked(wasm.j_has(this.id, asKey(key))) === 1;
  }

  keys() {
    return this.keyList(this.#asked(wasm.j_keys(this.id, 0, 0)));
  }

  data(key) {
    return this.own.get(key);
  }

  shape(key) {
    return this.#asked(wasm.j_shape(this.id, asKey(key))) ? new Reader(outBytes()).shape() : null;
  }

  placed(key) {
    const shape = this.shape(key);
    return shape && adopt(shape, this.worldTransform(key), wasm.j_placed(this.id, key, KEEP));
  }

  #numbers(key) {
    const count = this.#asked(wasm.j_collider(this.id, asKey(key)));
    return count ? Array.from(out(count)) : null;
  }

  transform(key) {
    return this.#numbers(key)?.slice(0, 6) ?? null;
  }

  worldTransform(key) {
    return this.#numbers(key)?.slice(6, 12) ?? null;
  }

  parent(key) {
    return this.#numbers(key)?.[12] || null;
  }

  children(key) {
    return this.keyList(this.#asked(wasm.j_keys(this.id, 2, asKey(key))));
  }

  subtreeBounds(key) {
    return readBounds(this.#asked(wasm.j_bounds_below(this.id, asKey(key))));
  }

  /** The halves of the layers that a collider is on; of none for a key of nothing. */
  layerHalves(key) {
    const n = this.#numbers(key);
    return n ? [n[13], n[14]] : [0, 0];
  }

  layer(key) {
    const n = this.#numbers(key);
    return n && this.names.list(n[13], n[14]);
  }

  sees(key) {
    const n = this.#numbers(key);
    return n && this.names.list(n[15], n[16]);
  }

  team(key) {
    return this.#numbers(key)?.[17] ?? null;
  }

  isSensor(key) {
    const n = this.#numbers(key);
    return n && n[18] === 1;
  }

  isEnabled(key) {
    const n = this.#numbers(key);
    return n && n[19] === 1;
  }

  detail(key) {
    return DETAILS[this.#numbers(key)?.[20] ?? 0];
  }

  #touches(key) {
    const count = this.#asked(wasm.j_pairs(this.id, key));
    const parts = new Reader(outBytes());
    const n = out(count);
    const touches = [];
    for (let i = 0; i < count; i += EVENT) touches.push(readTouch(n, i, parts));
    return touches;
  }

  touching(key) {
    return this.contains(key) ? this.#touches(key) : [];
  }

  pairs() {
    return this.#touches(0);
  }

  changed() {
    return this.keyList(this.#asked(wasm.j_keys(this.id, 1, 0)));
  }

  #totals() {
    this.#asked(wasm.j_totals(this.id));
    return out(13);
  }

  stats() {
    const [colliders, pairs, steps, moved, candidates, tested, entered, exited] = this.#totals();
    return { colliders, pairs, steps, moved, candidates, tested, entered, exited };
  }

  stepOptions() {
    const [solids, sensors, stays] = this.#totals().subarray(10);
    return { solids: DETAILS[solids], sensors: DETAILS[sensors], stays: stays === 1 };
  }

  heapBytes() {
    return this.#totals()[8];
  }

  broadPhase() {
    return this.#broad;
  }

  touchPolicy() {
    return TOUCHING[this.#totals()[9]];
  }

  /** Writes the filter behind what was written, asks, and has functions of the user's called. */
  #filtered(filter, ask) {
    input.align();
    const { except, only } = this.names.kept(() => writeFilter(filter, this.names, this.own));
    const call = () => ask(except, only ? 1 : 0);
    return this.#asked(only ? withFunctions({ only }, call) : call());
  }

  atPoint(point, filter) {
    const [x, y] = vec2(point, "point");
    input.begin();
    return this.keyList(this.#filtered(filter, (except, only) => wasm.j_at(this.id, x, y, except, only)));
  }

  overlappingAabb(bounds, filter) {
    input.begin();
    writeBox(bounds, "bounds");
    return this.keyList(this.#filtered(filter, (except, only) => wasm.j_in_box(this.id, except, only)));
  }

  #shaped(shape, which, filter) {
    const number = take(shape, PASSING, "shape");
    input.begin();
    return this.keyList(
      this.#filtered(filter, (except, only) => wasm.j_overlapping(this.id, number, which, except, only)),
    );
  }

  overlapping(shape, filter) {
    return this.#shaped(shape, 0, filter);
  }

  containedIn(shape, filter) {
    return this.#shaped(shape, 1, filter);
  }

  contactsOf(shape, filter) {
    const number = take(shape, PASSING, "shape");
    input.begin();
    const count = this.#filtered(filter, (except, only) => wasm.j_contacts_of(this.id, number, except, only));
    const n = out(count);
    return Array.from({ length: count / 14 }, (_, i) => ({ key: n[14 * i], contact: readContact(n, 14 * i + 1) }));
  }

  #ray(ray, which, filter) {
    keys(object(ray, "ray"), RAY, "ray");
    if (ray.origin === undefined) throw expected("an array", ray.origin, "ray.origin");
    const inside = insideOf(ray.inside ?? "hit");
    input.begin();
    for (const part of ["origin", "translation"]) vec2(ray[part], `ray.${part}`).forEach((entry) => input.f32(entry));
    input.f32(ray.radius === undefined ? 0 : extent(ray.radius, "ray.radius"));
    return this.#filtered(filter, (except, only) => wasm.j_ray_in(this.id, inside, which, except, only));
  }

  rayFirst(ray, filter) {
    return readRays(this.#ray(ray, 0, filter))[0] ?? null;
  }

  rayAll(ray, filter) {
    return readRays(this.#ray(ray, 1, filter));
  }

  rayAny(ray, filter) {
    return this.#ray(ray, 2, filter) === 1;
  }

  #cast(shape, by, rules, which, filter) {
    const number = take(shape, PASSING, "shape");
    const how = rulesOf(rules);
    input.begin();
    const legs = writeMotion(by, "by");
    return this.#filtered(filter, (except, only) =>
      wasm.j_cast_in(this.id, number, legs, which, ...how, except, only),
    );
  }

  castFirst(shape, by, rules, filter) {
    return readCasts(this.#cast(shape, by, rules, 0, filter))[0] ?? null;
  }

  castAll(shape, by, rules, filter) {
    return readCasts(this.#cast(shape, by, rules, 1, filter));
  }

  castAny(shape, by, rules, filter) {
    return this.#cast(shape, by, rules, 2, filter) === 1;
  }

  nearest(point, count = 1, filter) {
    const [x, y] = vec2(point, "point");
    if (!Number.isInteger(count) || count < 0) throw expected("a whole number from 0 on", count, "count");
    input.begin();
    const length = this.#filtered(filter, (except, only) =>
      wasm.j_nearest(this.id, x, y, Math.min(count, 0xffffffff), except, only),
    );
    const n = out(length);
    const found = [];
    for (let i = 0; i < length; i += 6) {
      found.push({ key: n[i], distance: n[i + 1], point: [n[i + 2], n[i + 3]], normal: [n[i + 4], n[i + 5]] });
    }
    return found;
  }

  nearestPair(filter) {
    input.begin();
    const count = this.#filtered(filter, (except, only) => wasm.j_nearest_pair(this.id, except, only));
    const n = out(count);
    return count ? { a: n[0], b: n[1], gap: readGap(n, 2) } : null;
  }

  #keysEach(array, width, filter, path) {
    typedPoints(array, width, path);
    input.begin();
    input.array(array);
    const count = array.length / width;
    const length = this.#filtered(filter, (except, only) =>
      wasm.j_keys_each(this.id, count, width, except, only),
    );
    const n = out(length);
    return { keys: n.slice(0, length - count), ends: Uint32Array.from(n.subarray(length - count)) };
  }

  atPointEach(points, filter) {
    return this.#keysEach(points, 2, filter, "points");
  }

  overlappingAabbEach(boxes, filter) {
    return this.#keysEach(boxes, 4, filter, "boxes");
  }

  #rays(rays, inside, which, filter) {
    typedPoints(rays, 4, "rays");
    const how = insideOf(inside);
    input.begin();
    input.array(rays);
    return this.#filtered(filter, (except, only) =>
      wasm.j_rays(this.id, rays.length / 4, how, which, except, only),
    );
  }

  rayFirstEach(rays, inside = "hit", filter) {
    const count = this.#rays(rays, inside, 0, filter);
    const keys = out(count).slice();
    const found = viewFloats(5 * count);
    const [fractions, points, normals] = [1, 2, 2].map((width) => new Float32Array(width * count));
    for (let i = 0, at = 0; i < count; i++, at += 5) {
      fractions[i] = found[at];
      points[2 * i] = found[at + 1];
      points[2 * i + 1] = found[at + 2];
      normals[2 * i] = found[at + 3];
      normals[2 * i + 1] = found[at + 4];
    }
    return { keys, fractions, points, normals };
  }

  rayAnyEach(rays, inside = "hit", filter) {
    return Uint8Array.from(out(this.#rays(rays, inside, 2, filter)));
  }

  /** Passes the shapes of two colliders to a question about two; null without them. */
  #ofTwo(a, b, ask) {
    const [p, q] = [a, b].map((key, number) => wasm.j_placed(this.id, asKey(key), number));
    return p === REFUSED || q === REFUSED ? null : ask(0, 1);
  }

  overlaps(a, b) {
    return this.#ofTwo(a, b, (p, q) => wasm.j_overlaps(p, q) === 1);
  }

  contact(a, b) {
    return this.#ofTwo(a, b, (p, q) => {
      const count = wasm.j_contact(p, q);
      return count ? readContact(out(count), 0) : null;
    });
  }

  gap(a, b) {
    return this.#ofTwo(a, b, (p, q) => readGap(out(wasm.j_gap(p, q)), 0));
  }

  closest(key, point) {
    const [x, y] = vec2(point, "point");
    return this.#ofTwo(key, key, (p) => readClosest(out(wasm.j_closest(p, x, y))));
  }

  /** Makes a call that may ask a pair filter; worlds that have one do. */
  filtered(call) {
    return call();
  }

  whyNot(a, b) {
    const count = this.#asked(this.filtered(() => wasm.j_why_not(this.id, asKey(a), asKey(b))));
    const n = Array.from(out(count));
    const rule = RULES[n[0]];
    const key = n[1];
    switch (rule) {
      case "unknown": {
        const stale = this.contains(a) ? b : a;
        const message = typeof stale === "number" ? `no collider has the key ${stale}` : `${describe(stale)} is no key`;
        return { rule, message, key: stale };
      }
      case "same":
        return { rule, message: "both are one collider" };
      case "disabled":
        return { rule, message: `${key} is disabled`, key };
      case "noShape":
        return { rule, message: `${key} is a group, it has no shape`, key };
      case "team":
        return { rule, message: `both are in team ${key}` };
      case "layers": {
        const [onA, seesA, onB, seesB] = [2, 4, 6, 8].map((i) => this.names.words(n[i], n[i + 1]));
        const all = "all layers";
        if (seesA === all) return { rule, message: `a sees ${all}, so b decides: it sees ${seesB} and a is on ${onA}` };
        if (seesB === all) return { rule, message: `b sees ${all}, so a decides: it sees ${seesA} and b is on ${onB}` };
        const message = `neither sees the other: a sees ${seesA} and b is on ${onB}; b sees ${seesB} and a is on ${onA}`;
        return { rule, message };
      }
      case "filter":
        return { rule, message: "the pair filter keeps them apart" };
      case "apart": {
        const gap = readGap(n, 2);
        const only = "they only touch, and this world does not count that";
        return { rule, message: gap.separation > 0 ? `they are ${shortest(gap.separation)} apart` : only, gap };
      }
      default:
        return { rule, message: "nothing keeps them apart: they touch" };
    }
  }

  /** Draws into the floats of the last call; returns how many lines there are. */
  #draw(window, drawing) {
    keys(object(drawing, "drawing"), [...DRAWING, "tolerance"], "drawing");
    const parts = DRAWING.reduce((bits, part, bit) => bits | (drawing[part] ? 1 << bit : 0), 0);
    input.begin();
    writeBox(window, "window");
    input.f32(extent(drawing.tolerance ?? 0, "drawing.tolerance"));
    return this.#asked(wasm.j_draw(this.id, parts));
  }

  draw(window, drawing = { outlines: true, contacts: true, normals: true }) {
    const count = this.#draw(window, drawing);
    const letters = outBytes();
    const paint = (code) => ({ paint: PAINTS[code], color: DEBUG_COLORS[code] });
    const n = viewFloats(5 * count);
    const lines = [];
    for (let i = 0; i < n.length; i += 5) {
      lines.push({ from: [n[i], n[i + 1]], to: [n[i + 2], n[i + 3]], ...paint(n[i + 4]) });
    }
    const m = out(1 + 4 * outOne());
    const texts = [];
    for (let i = 1, at = 0; i < m.length; i += 4) {
      const text = new TextDecoder().decode(letters.subarray(at, (at += m[i + 3])));
      texts.push({ at: [m[i], m[i + 1]], text, ...paint(m[i + 2]) });
    }
    return { lines, texts };
  }

  drawLines(window, drawing) {
    return viewFloats(5 * this.#draw(window, drawing));
  }

  revision() {
    return wasm.j_revision(this.id);
  }
}

function readRays(count) {
  const n = out(count);
  const found = [];
  for (let i = 0; i < count; i += 8) {
    const [key, fraction, x, y, nx, ny, part, edge] = n.subarray(i, i + 8);
    found.push({ key, fraction, point: [x, y], normal: [nx, ny], part, edge });
  }
  return found;
}

/** The shortest text that reads back to the same 32-bit number. */
function shortest(value) {
  for (let count = 1; count < 10; count++) {
    const text = Number(value.toPrecision(count));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}

