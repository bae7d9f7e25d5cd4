// Sets of up to 64 layers, by name or number, in two halves of 32 bits.
import { JostleError, clip, expected } from "./error.js";

export const ALL_LAYERS = Object.freeze(Array.from({ length: 64 }, (_, number) => number));

/** Both halves of no layer and of all. */
export const NONE = Object.freeze([0, 0]);
export const ALL = Object.freeze([0xffffffff, 0xffffffff]);

/** The names of one world: names get bits from 63 down, in the order in which they are met. */
export class LayerNames {
  #bits = new Map();
  #numbers = new Set();
  #closed = false;

  constructor(names) {
    if (names === undefined) return;
    if (!Array.isArray(names)) throw expected("an array", names, "layers");
    names.forEach((name, index) => this.bit(name, `layers[${index}]`));
    this.#closed = true;
  }

  /** Makes a call, and takes back the names and numbers that it used first if it throws. */
  kept(call) {
    const before = [this.#bits.size, this.#numbers.size];
    try {
      return call();
    } catch (error) {
      for (const name of [...this.#bits.keys()].slice(before[0])) this.#bits.delete(name);
      for (const number of [...this.#numbers].slice(before[1])) this.#numbers.delete(number);
      throw error;
    }
  }

  bit(name, path) {
    if (typeof name === "number") return this.#number(name, path);
    if (typeof name !== "string") throw new JostleError("form", path, "expected a name or a number");
    const known = this.#bits.get(name);
    if (known !== undefined) return known;
    if (this.#closed) {
      const names = [...this.#bits.keys()].join(", ");
      throw new JostleError("form", path, `unknown layer ${JSON.stringify(clip(name))}; the layers are ${names}`);
    }
    const taken = new Set([...this.#bits.values(), ...this.#numbers]);
    for (let bit = 63; bit >= 0; bit--) {
      if (taken.has(bit)) continue;
      this.#bits.set(name, bit);
      return bit;
    }
    throw new JostleError("limit", path, "more than 64 layers");
  }

  #number(number, path) {
    if (!Number.isInteger(number) || number < 0 || number > 63) {
      throw new JostleError("number", path, `${number} is not the number of a layer, 0 to 63`);
    }
    if ([...this.#bits.values()].includes(number)) {
      throw new JostleError("form", path, `a name has got bit ${number}; use names or numbers`);
    }
    this.#numbers.add(number);
    return number;
  }

  /** The halves of a set. */
  halves(layers, path) {
    if (layers === ALL_LAYERS) return ALL;
    if (!Array.isArray(layers)) return this.#set([layers], () => path);
    return this.#set(layers, (index) => `${path}[${index}]`);
  }

  #set(layers, path) {
    let [low, high] = [0, 0];
    layers.forEach((layer, index) => {
      const bit = this.bit(layer, path(index));
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
    });
    return [low >>> 0, high >>> 0];
  }

  /** The names and numbers of a set. */
  list(low, high) {
    const names = new Map([...this.#bits].map(([name, bit]) => [bit, name]));
    const all = low === ALL[0] && high === ALL[1];
    if (all) return [...ALL_LAYERS];
    return numbers(low, high).map((bit) => names.get(bit) ?? bit);
  }

  /** As in "layers hero, 3", "no layer", "all layers". */
  words(low, high) {
    if (low === ALL[0] && high === ALL[1]) return "all layers";
    const list = this.list(low, high);
    if (!list.length) return "no layer";
    return `${list.length === 1 ? "layer" : "layers"} ${list.join(", ")}`;
  }
}

export function numbers(low, high) {
  return ALL_LAYERS.filter((bit) => (bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1);
}
