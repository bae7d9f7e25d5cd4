// What narrows a question to a world, and the functions of the user's that Rust calls.
import { ALL } from "./layers.js";
import { JostleError, describe } from "./error.js";
import { keys, list, object } from "./check.js";
import { input } from "./memory.js";
import { calls } from "./wasm/load.js";

/** Who is asking; a function of the user's may ask again. */
let asking = null;

/** Makes a call that may call functions of the user's; its answer, and what one of them threw, in a list. */
export function settle(functions, call) {
  const outer = asking;
  const own = { ...functions, thrown: [] };
  asking = own;
  try {
    return { answer: call(), thrown: own.thrown };
  } finally {
    asking = outer;
  }
}

/** Makes such a call for its answer; what a function threw comes out here. */
export function withFunctions(functions, call) {
  const { answer, thrown } = settle(functions, call);
  if (thrown.length) throw thrown[0];
  return answer;
}

/** Runs a function of the user's. An error must not cross Rust's frames, so it waits. */
function guarded(run) {
  const own = asking;
  if (own.thrown.length) return 0;
  try {
    return Number(run(own));
  } catch (error) {
    own.thrown.push(error);
    return 0;
  } finally {
    asking = own;
  }
}

calls.respond = (key) => guarded((own) => own.respond(key));
calls.only = (key) => guarded((own) => own.only(key));
calls.allows = (_world, a, b) => guarded((own) => !own.allows || own.allows(a, b));

const KNOWN = ["layers", "except", "only"];

/** Writes a filter to the input; states how many keys it leaves out and which function it has. */
export function writeFilter(filter, names, data) {
  if (filter === undefined) {
    input.f64(ALL[0]);
    input.f64(ALL[1]);
    return { except: 0, only: undefined };
  }
  keys(object(filter, "filter"), KNOWN, "filter");
  const [low, high] = filter.layers === undefined ? ALL : names.halves(filter.layers, "filter.layers");
  input.f64(low);
  input.f64(high);
  const except = filter.except === undefined ? [] : list(filter.except, "filter.except");
  except.forEach((key, index) => input.f64(keyOf(key, `filter.except[${index}]`)));
  if (filter.only !== undefined && typeof filter.only !== "function") {
    throw new JostleError("form", "filter.only", "expected a function");
  }
  const only = filter.only && ((key) => filter.only(key, data.get(key)));
  return { except: except.length, only };
}

/** A key as Rust takes it to look for it; a number of nothing for what is no number. */
export function asKey(key) {
  return typeof key === "number" ? key : NaN;
}

/** A key of what is to be there. Rust refuses numbers that are of nothing. */
export function keyOf(key, path = "") {
  if (Number.isSafeInteger(key)) return key;
  const sentence = typeof key === "number" ? `no collider has the key ${key}` : `expected a key, found ${describe(key)}`;
  throw new JostleError("key", path, sentence);
}

/** The same for one that may be left out, which is 0; 0 itself is no key. */
export function keyOr0(key, path) {
  return key === null || key === undefined ? 0 : keyOf(key, path) || NaN;
}
