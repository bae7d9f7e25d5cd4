// Values of callers: what they may be, and the place of every mistake.
import { JostleError, clip, expected, within } from "./error.js";

/** A number as Rust gets it: rounded once to 32 bits; finite. */
export function number(value, path) {
  if (typeof value !== "number") throw expected("a number", value, path);
  const narrow = Math.fround(value);
  if (Number.isFinite(narrow)) return narrow + 0;
  throw new JostleError("number", path, `${value} does not fit a finite 32-bit number`);
}

/** A number that is not below 0. */
export function extent(value, path) {
  const narrow = number(value, path);
  if (narrow < 0) throw new JostleError("number", path, `${narrow} is negative`);
  return narrow;
}

/** An array; typed arrays are, too. */
export function list(value, path) {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value);
  throw expected("an array", value, path);
}

export function tuple(value, count, path) {
  const entries = list(value, path);
  if (entries.length === count) return entries;
  throw new JostleError("form", path, `expected ${count} numbers, found ${entries.length}`);
}

/** Two numbers: of `[x, y]`, or of an object that has x and y, such as a point of PixiJS. */
export function vec2(value, path) {
  if (typeof value === "object" && value !== null && "x" in value && "y" in value) {
    return [number(value.x, within(path, "x")), number(value.y, within(path, "y"))];
  }
  const pair = Array.isArray(value) && value.length === 2 ? value : tuple(value, 2, path);
  const [x, y] = pair;
  if (typeof x !== "number" || !Number.isFinite(Math.fround(x))) number(x, `${path}[0]`);
  if (typeof y !== "number" || !Number.isFinite(Math.fround(y))) number(y, `${path}[1]`);
  return pair;
}

export function object(value, path) {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
    throw expected("an object", value, path);
  }
  return value;
}

/** Refuses keys that are not known; of several the first by the alphabet, as Rust does. Files spell some as `old`. */
export function keys(value, known, path, old = []) {
  let unknown;
  for (const key in value) {
    if (value[key] === undefined || known.includes(key) || old.includes(key)) continue;
    if (unknown === undefined || key < unknown) unknown = key;
  }
  if (unknown !== undefined) {
    throw new JostleError("form", within(path, clip(unknown)), `unknown key; the keys here are ${known.join(", ")}`);
  }
}

export function word(value, words, path) {
  if (typeof value !== "string") throw expected("a text", value, path);
  const found = words.indexOf(value);
  if (found >= 0) return found;
  const all = words.map((known) => JSON.stringify(known));
  const last = all.pop();
  const or = all.length ? `${all.join(", ")} or ${last}` : last;
  throw new JostleError("form", path, `expected ${or}, found ${JSON.stringify(clip(value))}`);
}

export function require(value, key, path) {
  if (value[key] !== undefined) return value[key];
  throw new JostleError("form", path, `the key "${key}" is missing`);
}

export function either(value, one, other, path) {
  if (value[one] === undefined || value[other] === undefined) return;
  throw new JostleError("form", within(path, other), `"${one}" and "${other}" say the same thing; give one of them`);
}
