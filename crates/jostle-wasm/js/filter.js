// What narrows a question to a world, and the functions of the user's that Rust calls.
import { ALL } from "./layers.js";
import { JostleError } from "./error.js";
import { keys, list, object } from "./check.js";
import { input } from "./memory.js";
import { calls } from "./wasm/load.js";

/** Who is asking; a function of the user's may ask again. */
let asking = null;

/** Makes a call that may call a function of the user's; what that throws comes out here. */
export function withFunctions(functions, call) {
  const outer = asking;
  asking = { ...functions, failed: false, error: undefined };
  try {
    const answer = call();
    if (asking.failed) throw asking.error;
    return answer;
  } finally {
    asking = outer;
  }
}

/** Runs a function of the user's. An error must not cross Rust's frames, so it waits. */
function guarded(run) {
  const own = asking;
  if (own.failed) return 0;
  try {
    return Number(run(own));
  } catch (error) {
    own.failed = true;
    own.error = error;
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
  except.forEach((key) => input.f64(asKey(key)));
  if (filter.only !== undefined && typeof filter.only !== "function") {
    throw new JostleError("form", "filter.only", "expected a function");
  }
  const only = filter.only && ((key) => filter.only(key, data.get(key)));
  return { except: except.length, only };
}

/** A key as Rust takes it; 0, which is no key, for what is none. */
export function asKey(key) {
  return Number.isSafeInteger(key) && key > 0 ? key : 0;
}
