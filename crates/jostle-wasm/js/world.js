// Worlds: edits, steps and looks. Questions are in query.js, which this class extends.
import { JostleError } from "./error.js";
import { EVENT, KINDS, EventBatch, readEvent } from "./events.js";
import { Reader } from "./decode.js";
import { asKey, withFunctions } from "./filter.js";
import { keys, list, number, object, vec2, word } from "./check.js";
import { handling, separate } from "./handlers.js";
import { affine, writeInFrame } from "./form.js";
import { readJournal } from "./journal.js";
import { ALL, NONE } from "./layers.js";
import { RESPONSES, readSlid, writeSlide } from "./motion.js";
import { REFUSED, fault, input, out, outBytes, outOne } from "./memory.js";
import { eachFault, typed, writeEach } from "./pair.js";
import { Asked, DETAILS } from "./query.js";
import { shapeFault } from "./shape.js";
import { wasm } from "./wasm/load.js";

const IDENTITY = [1, 0, 0, 1, 0, 0];
const CHILDREN = ["remove", "release", "adopt"];
const EACH = ["parent", "layer", "sees", "team", "sensor", "enabled", "detail", "data"];
const COLLIDER = ["shape", "transform", "at", "parent", "layer", "sees", "team", "sensor", "enabled", "detail", "oneWay", "platform", "data"];

/** Writes the shape of a collider; its length in bytes, 0 for a group. */
function written(shape, path) {
  if (shape !== null && shape !== undefined) return writeInFrame(shape, path);
  input.begin();
  return 0;
}

function writeMatrix(map) {
  input.begin();
  map.forEach((entry) => input.f32(entry));
}

export class World extends Asked {
  #listeners = { enter: new Set(), stay: new Set(), exit: new Set() };
  #before = new Set();
  /** The data of those who left while they touched something at the last step, until their exits are told. */
  #departed = new Map();
  /** Their layers, if there are handlers that choose by layer. */
  #departedLayers = new Map();
  #handlers = new Set();
  #allows;
  /** Counts what may have taken colliders away. */
  removals = 0;

  constructor(options) {
    super(options);
    Object.defineProperty(this, "removals", { enumerable: false });
  }

  /** The answer, or the error: at `path` is what may be wrong beside a key, which is at `key`. */
  #done(answer, path = "", shape, key = "") {
    if (answer !== REFUSED) return answer;
    throw shape ? shapeFault(shape, path, key, true) : fault({ path, key });
  }

  add(collider) {
    return this.#insert(collider, "");
  }

  addEach(shapes, matrices, start = {}) {
    keys(object(start, "start"), EACH, "start");
    const { sent, path } = writeEach(shapes, matrices);
    const { parent, layer, sees, team = 0, sensor = false, enabled = true, detail, data } = start;
    if (data !== undefined) list(data, "start.data");
    const on = layer === undefined ? NONE : this.names.halves(layer, "start.layer");
    const seen = sees === undefined ? ALL : this.names.halves(sees, "start.sees");
    const flags = (truth(sensor, "start.sensor") ? 1 : 0) + (truth(enabled, "start.enabled") ? 0 : 2);
    const above = parent === null || parent === undefined ? 0 : asKey(parent) || 1;
    const numbers = [above, teamOf(team, "start.team"), flags + 4 * detailOf(detail, "start.detail"), ...on, ...seen];
    input.array(new Float64Array(numbers));
    const count = wasm.j_add_each(this.id, ...sent);
    if (count === REFUSED) throw eachFault(shapes, path, "start.parent");
    const added = out(count).slice();
    data?.forEach((one, index) => {
      if (one !== undefined) this.own.set(added[index], one);
    });
    return added;
  }

  addAll(colliders) {
    list(colliders, "colliders");
    const added = [];
    try {
      colliders.forEach((collider, index) => added.push(this.#insert(collider, `colliders[${index}]`)));
    } catch (error) {
      // If the memory is used up, nothing can be undone.
      if (error.kind !== "memory") for (const key of added.reverse()) this.remove(key);
      throw error;
    }
    return added;
  }

  #insert(collider, path) {
    const inner = (key) => (path ? `${path}.${key}` : key);
    keys(object(collider, path), COLLIDER, path);
    const { shape, at, parent, layer, sees, team = 0, sensor = false, enabled = true } = collider;
    let map = collider.transform === undefined ? IDENTITY : affine(collider.transform, inner("transform"));
    if (at !== undefined) {
      if (collider.transform !== undefined) {
        throw new JostleError("form", inner("at"), '"transform" and "at" say the same thing; give one of them');
      }
      map = [1, 0, 0, 1, ...vec2(at, inner("at"))];
    }
    const on = layer === undefined ? NONE : this.names.halves(layer, inner("layer"));
    const seen = sees === undefined ? ALL : this.names.halves(sees, inner("sees"));
    const { oneWay: way, platform: carries } = collider;
    if (way) vec2(way, inner("oneWay"));
    const length = written(shape, inner("shape"));
    input.align();
    for (let i = 0; i < 6; i++) input.f64(Math.fround(map[i]));
    input.f64(parent === null || parent === undefined ? 0 : asKey(parent) || 1);
    input.f64(teamOf(team, inner("team")));
    const flags = (truth(sensor, inner("sensor")) ? 1 : 0) + (truth(enabled, inner("enabled")) ? 0 : 2);
    input.f64(flags + 4 * detailOf(collider.detail, inner("detail")));
    for (let i = 0; i < 2; i++) input.f64(on[i]);
    for (let i = 0; i < 2; i++) input.f64(seen[i]);
    this.#done(wasm.j_add(this.id, length), inner("shape"), shape, inner("parent"));
    const key = outOne();
    if (collider.data !== undefined) this.own.set(key, collider.data);
    if (way) this.setOneWay(key, way);
    if (carries) this.setPlatform(key, true);
    return key;
  }

  remove(key, children = "remove") {
    const how = word(children, CHILDREN, "children");
    const gone = [key];
    if (how === 0) for (let i = 0; i < gone.length; i++) gone.push(...this.children(gone[i]));
    else gone.push(...this.children(key));
    const layers = this.#handlers.size ? gone.map((one) => super.layerHalves(one)) : [];
    const left = this.#done(wasm.j_remove(this.id, asKey(key), how));
    if (left === 0) return false;
    // Only what touched something has an exit to come.
    const departed = new Set(this.keyList(left - 1));
    layers.forEach((halves, index) => {
      if (departed.has(gone[index])) this.#departedLayers.set(gone[index], halves);
    });
    this.removals++;
    for (const one of gone) {
      if (!this.own.has(one) || this.contains(one)) continue;
      if (departed.has(one)) this.#departed.set(one, this.own.get(one));
      this.own.delete(one);
    }
    return true;
  }

  setTransform(key, transform) {
    writeMatrix(affine(transform, "transform"));
    this.#done(wasm.j_set_transform(this.id, asKey(key), 0), "transform");
  }

  applyTransform(key, map) {
    writeMatrix(affine(map, "map"));
    this.#done(wasm.j_set_transform(this.id, asKey(key), 1), "map");
  }

  setTransforms(keys, matrices) {
    typed(matrices, Float32Array, 6, "matrices");
    const all = keys instanceof Float64Array ? keys : new Float64Array(list(keys, "keys"));
    if (all.length !== matrices.length / 6) {
      const sentence = `expected ${all.length} matrices, as many as keys, found ${matrices.length / 6}`;
      throw new JostleError("form", "matrices", sentence);
    }
    input.begin();
    input.array(all);
    input.array(matrices);
    if (wasm.j_set_transforms(this.id, all.length) !== REFUSED) return;
    const error = fault({ at: (index) => String(index) });
    const where = error.kind === "place" ? `matrices[${6 * error.path}]` : `keys[${error.path}]`;
    throw new JostleError(error.kind, where, error.message.slice(error.path.length + 2));
  }

  setShape(key, shape) {
    this.#done(wasm.j_set_shape(this.id, asKey(key), written(shape, "shape")), "shape", shape);
  }

  setParent(key, parent) {
    const above = parent === null || parent === undefined ? 0 : asKey(parent) || 1;
    this.#done(wasm.j_set_parent(this.id, asKey(key), above), "parent", undefined, this.contains(key) ? "parent" : "");
  }

  setLayers(key, layer, sees) {
    const [on, seen] = [this.names.halves(layer, "layer"), this.names.halves(sees, "sees")];
    this.#done(wasm.j_set_layers(this.id, asKey(key), ...on, ...seen));
  }

  setTeam(key, team) {
    this.#done(wasm.j_set_team(this.id, asKey(key), teamOf(team, "team")));
  }

  makeSolid(key) {
    this.#done(wasm.j_set_flag(this.id, asKey(key), 0));
  }

  makeSensor(key) {
    this.#done(wasm.j_set_flag(this.id, asKey(key), 1));
  }

  enable(key) {
    this.#done(wasm.j_set_flag(this.id, asKey(key), 2));
  }

  disable(key) {
    this.#done(wasm.j_set_flag(this.id, asKey(key), 3));
  }

  setDetail(key, detail) {
    this.#done(wasm.j_set_flag(this.id, asKey(key), 4 + detailOf(detail, "detail")));
  }

  setStepOptions(options) {
    keys(object(options, "options"), ["solids", "sensors", "stays"], "options");
    const { solids, sensors, stays = true } = options;
    const details = [detailOf(solids, "options.solids"), detailOf(sensors, "options.sensors")];
    this.#done(wasm.j_set_step_options(this.id, ...details, truth(stays, "options.stays") ? 1 : 0));
  }

  setData(key, data) {
    if (!this.contains(key)) throw new JostleError("key", "", `no collider has the key ${key}`);
    this.own.set(key, data);
    // A pair filter may read it, so its pairs are decided again.
    if (this.#allows) this.applyTransform(key, { matrix: IDENTITY });
  }

  setPairFilter(allows) {
    if (typeof allows !== "function") throw new JostleError("form", "allows", "expected a function");
    this.#done(wasm.j_set_pair_filter(this.id, 1));
    const member = (key) => ({ key, data: this.own.get(key) });
    this.#allows = (a, b) => allows(member(a), member(b));
  }

  /** A slide, or one that moves nothing. */
  #slide(key, slide, respond, trial) {
    const other = (met) => ({ key: met, data: this.own.get(met) });
    const answer = (met) => word(respond(other(met)) ?? "slide", RESPONSES, "respond");
    writeSlide(slide, asKey);
    const call = () => wasm.j_slide(this.id, asKey(key), trial);
    const functions = { allows: this.#allows, respond: respond ? answer : () => 0 };
    return readSlid(this.#done(withFunctions(functions, call), "slide", undefined, "key"));
  }

  slide(key, slide, respond) {
    return this.#slide(key, slide, respond, 0);
  }

  slideTry(key, slide, respond) {
    return this.#slide(key, slide, respond, 1);
  }

  setOneWay(key, direction) {
    const [x, y] = direction === null ? [0, 0] : vec2(direction, "direction");
    this.#done(wasm.j_set_one_way(this.id, asKey(key), direction === null ? 0 : 1, x, y), "direction");
  }

  setPlatform(key, platform) {
    this.#done(wasm.j_set_platform(this.id, asKey(key), platform ? 1 : 0));
  }

  clearPairFilter() {
    this.#done(wasm.j_set_pair_filter(this.id, 0));
    this.#allows = undefined;
  }

  /** What the pair filter may be called in. */
  filtered(call) {
    return this.#allows ? withFunctions({ allows: this.#allows }, call) : call();
  }

  weld(layers) {
    const halves = layers === undefined ? ALL : this.names.halves(layers, "layers");
    const touched = new Set(this.pairs().flatMap(({ a, b }) => [a, b]));
    const made = this.keyList(this.#done(wasm.j_weld(this.id, ...halves)));
    this.removals++;
    for (const [key, data] of this.own) {
      if (this.contains(key)) continue;
      if (touched.has(key)) this.#departed.set(key, data);
      this.own.delete(key);
    }
    return made;
  }

  #step(how) {
    for (const listener of this.#before) listener();
    return this.#done(this.filtered(() => how(this.id)));
  }

  step() {
    const count = this.#step(wasm.j_step);
    const parts = new Reader(outBytes());
    const n = out(count);
    const events = [];
    for (let i = 0; i < count; i += EVENT) {
      events.push(readEvent(n, i, parts, this.#dataOf(n[i + 1]), this.#dataOf(n[i + 2])));
    }
    this.#departed.clear();
    // A listener may stop others, and edit the world.
    const departed = [...this.#departedLayers.keys()];
    for (const event of events) for (const listener of [...this.#listeners[event.kind]]) listener(event);
    for (const key of departed) this.#departedLayers.delete(key);
    return events;
  }

  #dataOf(key) {
    const found = this.own.get(key);
    return found === undefined && !this.own.has(key) ? this.#departed.get(key) : found;
  }

  stepInto(events) {
    if (!(events instanceof EventBatch)) throw new JostleError("form", "events", "expected an EventBatch");
    const count = this.#step(wasm.j_step_columns);
    this.#departed.clear();
    this.#departedLayers.clear();
    return events.fill(count);
  }

  on(kind, filter, handler) {
    const listeners = this.#listeners[KINDS[word(kind, KINDS, "kind")]];
    const plain = typeof filter === "function" && handler === undefined;
    const listener = plain ? filter : handling(this, filter, handler);
    listeners.add(listener);
    if (!plain) this.#handlers.add(listener);
    return () => {
      this.#handlers.delete(listener);
      return listeners.delete(listener);
    };
  }

  /** The halves of the layers that a collider is on, also of one whose exit is not told yet. */
  layerHalves(key) {
    return this.#departedLayers.get(key) ?? super.layerHalves(key);
  }

  separate(key, filter) {
    return separate(this, key, filter);
  }

  beforeStep(listener) {
    this.#before.add(listener);
    return () => this.#before.delete(listener);
  }

  snapshot() {
    this.#done(wasm.j_snapshot(this.id));
    return { bytes: outBytes(), data: [...this.own, ...this.#departed] };
  }

  restore(snapshot) {
    object(snapshot, "snapshot");
    typed(snapshot.bytes, Uint8Array, 1, "snapshot.bytes");
    list(snapshot.data, "snapshot.data");
    input.begin();
    input.array(snapshot.bytes);
    this.#done(wasm.j_restore(this.id, snapshot.bytes.length), "snapshot.bytes");
    this.removals++;
    this.own.clear();
    this.#departed.clear();
    for (const [key, data] of snapshot.data) (this.contains(key) ? this.own : this.#departed).set(key, data);
  }

  hash() {
    this.#done(wasm.j_hash(this.id));
    return [...out(2)]
      .reverse()
      .map((half) => half.toString(16).padStart(8, "0"))
      .join("");
  }

  record() {
    this.#done(wasm.j_journal(this.id, 0));
  }

  takeJournal() {
    this.#done(wasm.j_journal(this.id, 1));
    return readJournal(outBytes());
  }

  drainJournal() {
    this.#done(wasm.j_journal(this.id, 2));
    return readJournal(outBytes());
  }
}

function teamOf(team, path) {
  if (Number.isInteger(team) && team >= 0 && team <= 0xffffffff) return team;
  number(team, path);
  throw new JostleError("number", path, `${team} is not a whole number from 0 to 4294967295`);
}

/** The number of a detail; 0 for none. */
function detailOf(detail, path) {
  return detail === undefined || detail === null ? 0 : 1 + word(detail, DETAILS.slice(1), path);
}

function truth(value, path) {
  if (typeof value === "boolean") return value;
  throw new JostleError("form", path, "expected true or false");
}

export { ALL_LAYERS } from "./layers.js";
export { DEBUG_COLORS } from "./query.js";
export { EventBatch };
