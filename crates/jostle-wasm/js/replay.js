// Doing the calls of a journal again.
import { JostleError, clip, expected } from "./error.js";
import { keys, object, word } from "./check.js";
import { World } from "./world.js";

const CHILDREN = ["remove", "release", "adopt"];

/** The keys that each call may have. */
const KNOWN = {
  world: ["touching"],
  insert: [
    "key", "shape", "transform", "parent", "layer", "sees", "team", "sensor", "enabled", "detail", "one_way", "platform",
  ],
  set_transform: ["key", "transform"],
  set_shape: ["key", "shape"],
  set_parent: ["key", "parent"],
  set_layers: ["key", "layer", "sees"],
  set_team: ["key", "team"],
  set_sensor: ["key", "sensor"],
  set_detail: ["key", "detail"],
  set_one_way: ["key", "one_way"],
  set_platform: ["key", "platform"],
  set_step_options: ["solids", "sensors", "stays"],
  enable: ["key"],
  disable: ["key"],
  remove: ["key", "children"],
  step: [],
};

function whole(value, path) {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw expected("a whole number from 0 on", value, path);
}

function require(op, key) {
  if (op[key] !== undefined) return op[key];
  throw new JostleError("form", "", `the key "${key}" is missing`);
}

export class Replay {
  #keys = new Map();
  #options;
  #began = false;

  constructor(options = {}) {
    this.#options = options;
    this.world = new World(options);
  }

  key(number) {
    return this.#keys.get(number) ?? null;
  }

  #known(number, path) {
    const key = this.#keys.get(whole(number, path));
    if (key !== undefined) return key;
    throw new JostleError("key", "", `no collider has the key ${number}`);
  }

  apply(op) {
    object(op, "");
    const kind = require(op, "op");
    if (typeof kind !== "string") throw expected("a text", kind, "op");
    if (!Object.hasOwn(KNOWN, kind)) {
      const sentence = `unknown op ${JSON.stringify(clip(kind))}; the ops are ${Object.keys(KNOWN).join(", ")}`;
      throw new JostleError("form", "op", sentence);
    }
    keys(op, ["op", ...KNOWN[kind]], "");
    const told = kind === "step" ? this.world.step() : this.#do(kind, op);
    this.#began = true;
    return told;
  }

  #do(kind, op) {
    if (kind === "world") this.#start(op);
    else if (kind === "insert") this.#insert(op);
    else if (kind === "set_step_options") {
      const { op: _op, ...options } = op;
      this.world.setStepOptions(options);
    } else this.#edit(kind, op, this.#known(require(op, "key"), "key"));
    return null;
  }

  #start({ touching = "counts" }) {
    if (this.#began) throw new JostleError("world", "", "how the world is can only be said before all else");
    word(touching, ["counts", "ignored"], "touching");
    this.world = new World({ ...this.#options, touching });
  }

  #insert(op) {
    const number = whole(require(op, "key"), "key");
    if (this.#keys.has(number)) throw new JostleError("key", "", `a collider has the key ${number} already`);
    const { op: _op, key: _key, parent, one_way: oneWay, ...collider } = op;
    const above = parent === undefined || parent === null ? null : this.#known(parent, "parent");
    this.#keys.set(number, this.world.add({ ...collider, oneWay, parent: above, data: number }));
  }

  #edit(kind, op, key) {
    const { world } = this;
    switch (kind) {
      case "set_transform":
        return world.setTransform(key, require(op, "transform"));
      case "set_shape":
        return world.setShape(key, require(op, "shape"));
      case "set_parent": {
        const parent = require(op, "parent");
        return world.setParent(key, parent === null ? null : this.#known(parent, "parent"));
      }
      case "set_layers":
        return world.setLayers(key, op.layer ?? world.layer(key), op.sees ?? world.sees(key));
      case "set_team":
        return world.setTeam(key, whole(require(op, "team"), "team"));
      case "set_sensor": {
        const sensor = require(op, "sensor");
        if (typeof sensor !== "boolean") throw expected("true or false", sensor, "sensor");
        return sensor ? world.makeSensor(key) : world.makeSolid(key);
      }
      case "set_one_way":
        return world.setOneWay(key, require(op, "one_way"));
      case "set_platform":
        return world.setPlatform(key, require(op, "platform"));
      case "set_detail":
        return world.setDetail(key, require(op, "detail"));
      case "enable":
        return world.enable(key);
      case "disable":
        return world.disable(key);
      default: {
        word(op.children ?? "remove", CHILDREN, "children");
        world.remove(key, op.children);
        for (const [number, own] of this.#keys) if (!world.contains(own)) this.#keys.delete(number);
      }
    }
  }
}
