// Worlds: edits, steps and looks. Questions are in query.js, which this class extends.
import { JostleError, expected, within } from "./error.js";
import { EVENT, KINDS, EventBatch, readEvent } from "./events.js";
import { Reader } from "./decode.js";
import { asKey, keyOf, keyOr0, settle, withFunctions } from "./filter.js";
import { keys, list, number, object, tuple, vec2, word } from "./check.js";
import { handling, separate } from "./handlers.js";
import { affine, appendInFrame, byName, placeOf, writeInFrame } from "./form.js";
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
const EACH = ["parent", "layer", "sees", "team", "sensor", "enabled", "detail", "oneWay", "platform", "data"];
const COLLIDER = ["shape", "transform", "at", "parent", "layer", "sees", "team", "sensor", "enabled", "detail", "oneWay", "platform", "data"];

/** Numbers of a collider that is added, before the bytes of its shape. */
const ADDED = 16;

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
  /** The events of the last step. */
  #told = [];
  #allows;
  /** Counts what may have taken colliders away. */
  removals = 0;

  constructor(options) {
    super(options);
    Object.defineProperty(this, "removals", { enumerable: false });
  }

  /** The answer, or the error: at `path` is what may be wrong beside a key, which is at `key`. */
  #done(answer, path = "", key = "") {
    if (answer === REFUSED) throw fault({ path, key });
    return answer;
  }

  add(collider) {
    return this.#addAll([collider], () => "")[0];
  }

  addAll(colliders) {
    return this.#addAll(list(colliders, "colliders"), (index) => `colliders[${index}]`);
  }

  /** Adds colliders, all or none. */
  #addAll(colliders, path) {
    return this.names.kept(() => {
      input.begin();
      colliders.forEach((collider, index) => this.#write(collider, path(index)));
      const count = wasm.j_add(this.id, colliders.length);
      const place = (index) => within(path(index), "shape");
      if (count === REFUSED) {
        throw fault({
          at: (index, kind) => (kind === "key" ? within(path(index), "parent") : place(index)),
          place: (byte, index) => placeOf(colliders[index].shape, place(index), byte, true),
          say: (sentence, index) => byName(sentence, colliders[index]?.shape),
        });
      }
      const added = this.keyList(count);
      added.forEach((key, index) => {
        if (colliders[index].data !== undefined) this.own.set(key, colliders[index].data);
      });
      return added;
    });
  }

  /** Writes a collider behind others; see `j_add`. */
  #write(collider, path) {
    const inner = (key) => within(path, key);
    keys(object(collider, path), COLLIDER, path);
    const { shape, at } = collider;
    let map = collider.transform === undefined ? IDENTITY : affine(collider.transform, inner("transform"));
    if (at !== undefined) {
      if (collider.transform !== undefined) {
        throw new JostleError("form", inner("at"), '"transform" and "at" say the same thing; give one of them');
      }
      map = [1, 0, 0, 1, ...vec2(at, inner("at"))];
    }
    const start = this.#start(collider, inner);
    input.align();
    const begin = input.at;
    input.need(8 * ADDED);
    input.at += 8 * ADDED;
    const length = shape === null || shape === undefined ? 0 : appendInFrame(shape, inner("shape"));
    input.align();
    const end = input.at;
    input.at = begin;
    input.f64(length);
    for (let i = 0; i < 6; i++) input.f64(Math.fround(map[i]));
    start.forEach((entry) => input.f64(entry));
    input.at = end;
  }

  /** The numbers of what a collider starts with; see `Start` in src/world.rs. */
  #start(collider, inner) {
    const { parent, layer, sees, team = 0, sensor = false, enabled = true, platform = false, detail } = collider;
    const on = layer === undefined ? NONE : this.names.halves(layer, inner("layer"));
    const seen = sees === undefined ? ALL : this.names.halves(sees, inner("sees"));
    const way = collider.oneWay ? vec2(collider.oneWay, inner("oneWay")) : [0, 0];
    if (collider.oneWay && way[0] === 0 && way[1] === 0) {
      throw new JostleError("place", inner("oneWay"), "the direction is the zero vector");
    }
    let flags = truth(sensor, inner("sensor")) ? 1 : 0;
    flags += truth(enabled, inner("enabled")) ? 0 : 2;
    flags += (platform ? 4 : 0) + (collider.oneWay ? 8 : 0) + 16 * detailOf(detail, inner("detail"));
    return [keyOr0(parent, inner("parent")), teamOf(team, inner("team")), flags, ...on, ...seen, ...way];
  }

  addEach(shapes, matrices, start = {}) {
    return this.names.kept(() => {
      keys(object(start, "start"), EACH, "start");
      const { sent, path } = writeEach(shapes, matrices);
      const { data } = start;
      if (data !== undefined && list(data, "start.data").length > sent[2]) {
        throw new JostleError("form", "start.data", `expected ${sent[2]} data, as many as matrices, found ${data.length}`);
      }
      input.array(new Float64Array(this.#start(start, (key) => `start.${key}`)));
      const count = wasm.j_add_each(this.id, ...sent);
      if (count === REFUSED) throw eachFault(shapes, path, "start.parent");
      const added = out(count).slice();
      data?.forEach((one, index) => {
        if (one !== undefined) this.own.set(added[index], one);
      });
      return added;
    });
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
    this.#done(wasm.j_set_transform(this.id, keyOf(key), 0), "transform");
  }

  applyTransform(key, map) {
    writeMatrix(affine(map, "map"));
    this.#done(wasm.j_set_transform(this.id, keyOf(key), 1), "map");
  }

  setTransforms(keys, matrices) {
    typed(matrices, Float32Array, 6, "matrices");
    const place = (key, index) => keyOf(key, `keys[${index}]`);
    const all = keys instanceof Float64Array ? keys : new Float64Array(list(keys, "keys").map(place));
    if (all.length !== matrices.length / 6) {
      const sentence = `expected ${all.length} matrices, as many as keys, found ${matrices.length / 6}`;
      throw new JostleError("form", "matrices", sentence);
    }
    input.begin();
    input.array(all);
    input.array(matrices);
    if (wasm.j_set_transforms(this.id, all.length) !== REFUSED) return;
    all.forEach(place);
    throw fault({ at: (index, kind) => (kind === "place" ? `matrices[${6 * index}]` : `keys[${index}]`) });
  }

  setShape(key, shape) {
    const isGroup = shape === null || shape === undefined;
    const length = isGroup ? 0 : writeInFrame(shape, "shape");
    if (wasm.j_set_shape(this.id, keyOf(key), length) === REFUSED) throw shapeFault(shape, "shape", { key: "", framed: true });
  }

  setParent(key, parent) {
    const answer = wasm.j_set_parent(this.id, keyOf(key), keyOr0(parent, "parent"));
    if (answer === REFUSED) throw fault({ path: "parent", at: (index) => (index ? "parent" : "") });
  }

  setLayers(key, layer, sees) {
    this.names.kept(() => {
      const [on, seen] = [this.names.halves(layer, "layer"), this.names.halves(sees, "sees")];
      this.#done(wasm.j_set_layers(this.id, keyOf(key), ...on, ...seen));
    });
  }

  setTeam(key, team) {
    this.#done(wasm.j_set_team(this.id, keyOf(key), teamOf(team, "team")));
  }

  makeSolid(key) {
    this.#done(wasm.j_set_flag(this.id, keyOf(key), 0));
  }

  makeSensor(key) {
    this.#done(wasm.j_set_flag(this.id, keyOf(key), 1));
  }

  enable(key) {
    this.#done(wasm.j_set_flag(this.id, keyOf(key), 2));
  }

  disable(key) {
    this.#done(wasm.j_set_flag(this.id, keyOf(key), 3));
  }

  setDetail(key, detail) {
    this.#done(wasm.j_set_flag(this.id, keyOf(key), 4 + detailOf(detail, "detail")));
  }

  setStepOptions(options) {
    keys(object(options, "options"), ["solids", "sensors", "stays"], "options");
    const { solids, sensors, stays = true } = options;
    const details = [detailOf(solids, "options.solids"), detailOf(sensors, "options.sensors")];
    this.#done(wasm.j_set_step_options(this.id, ...details, truth(stays, "options.stays") ? 1 : 0));
  }

  setData(key, data) {
    if (!this.contains(keyOf(key))) throw new JostleError("key", "", `no collider has the key ${key}`);
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

  slide(key, slide, respond) {
    const slid = this.slideTry(key, slide, respond);
    // A function that throws has moved nothing.
    this.#done(wasm.j_slid(this.id, key), "slide", "key");
    return slid;
  }

  slideTry(key, slide, respond) {
    if (respond !== undefined && typeof respond !== "function") throw expected("a function", respond, "respond");
    const other = (met) => ({ key: met, data: this.own.get(met) });
    const answer = (met) => word(respond(other(met)) ?? "slide", RESPONSES, "respond");
    writeSlide(slide);
    const call = () => wasm.j_slide(this.id, keyOf(key, "key"));
    const functions = { allows: this.#allows, respond: respond ? answer : () => 0 };
    return readSlid(this.#done(withFunctions(functions, call), "slide", "key"));
  }

  setOneWay(key, direction) {
    const [x, y] = direction === null ? [0, 0] : vec2(direction, "direction");
    this.#done(wasm.j_set_one_way(this.id, keyOf(key), direction === null ? 0 : 1, x, y), "direction");
  }

  setPlatform(key, platform) {
    this.#done(wasm.j_set_platform(this.id, keyOf(key), platform ? 1 : 0));
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
    const halves = layers === undefined ? ALL : this.names.kept(() => this.names.halves(layers, "layers"));
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

  /** Steps; the answer, and what a pair filter threw, in a list. */
  #step(how) {
    for (const listener of [...this.#before]) listener();
    const call = () => this.#done(how(this.id));
    if (!this.#allows) return { answer: call(), thrown: [] };
    const settled = settle({ allows: this.#allows }, call);
    // What it kept apart by an error is decided again at the next step.
    if (settled.thrown.length) this.#done(wasm.j_set_pair_filter(this.id, 1));
    return settled;
  }

  step() {
    const { answer: count, thrown } = this.#step(wasm.j_step);
    const parts = new Reader(outBytes());
    const n = out(count);
    const events = [];
    for (let i = 0; i < count; i += EVENT) {
      events.push(readEvent(n, i, parts, this.#dataOf(n[i + 1]), this.#dataOf(n[i + 2])));
    }
    this.#departed.clear();
    this.#told = events;
    const call = (handler, news) => {
      try {
        handler(news);
      } catch (error) {
        thrown.push(error);
      }
    };
    // A listener may stop others, and edit the world.
    const departed = [...this.#departedLayers.keys()];
    for (const event of events) for (const listener of [...this.#listeners[event.kind]]) listener(event, call);
    for (const key of departed) this.#departedLayers.delete(key);
    if (thrown.length) throw thrown[0];
    return events;
  }

  lastEvents() {
    return this.#told;
  }

  #dataOf(key) {
    const found = this.own.get(key);
    return found === undefined && !this.own.has(key) ? this.#departed.get(key) : found;
  }

  stepInto(events) {
    if (!(events instanceof EventBatch)) throw new JostleError("form", "events", "expected an EventBatch");
    const { answer: count, thrown } = this.#step(wasm.j_step_columns);
    events.fill(count);
    this.#departed.clear();
    this.#departedLayers.clear();
    if (thrown.length) throw thrown[0];
    return events;
  }

  on(kind, filter, handler) {
    const listeners = this.#listeners[KINDS[word(kind, KINDS, "kind")]];
    const plain = typeof filter === "function" && handler === undefined;
    const listener = plain
      ? (event, call) => call(filter, event)
      : this.names.kept(() => handling(this, filter, handler));
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
    const data = list(snapshot.data, "snapshot.data").map((entry, index) => tuple(entry, 2, `snapshot.data[${index}]`));
    input.begin();
    input.array(snapshot.bytes);
    this.#done(wasm.j_restore(this.id, snapshot.bytes.length), "snapshot.bytes");
    this.removals++;
    this.own.clear();
    this.#departed.clear();
    for (const [key, one] of data) (this.contains(key) ? this.own : this.#departed).set(key, one);
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
