// Chooses and starts a build of the library: that with SIMD, of which the half that most pages need lies in a
// JavaScript file and the rest beside it, or the other one, which only what has no SIMD fetches.
import * as simd from "./simd.js";
import { JostleError } from "../error.js";
import { compileAside } from "./aside.js";
import { bytesAt, hasFiles, moduleAt, start, unpack } from "./start.js";

// A module whose one function makes a vector.
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

function wanted() {
  // For tests, which run both.
  const asked = globalThis.JOSTLE_BUILD;
  if (asked === "plain" || asked === "simd") return asked;
  return WebAssembly.validate(PROBE) ? "simd" : "plain";
}

/** What JavaScript does for Rust; the modules that know how put it here. */
export const calls = {
  only: () => 1,
  allows: () => 1,
  respond: () => 0,
};

export const build = wanted();

/** The address of a file beside this one; none in a bundle that has no address itself, such as a classic script. */
function beside(find) {
  try {
    return find();
  } catch {
    return undefined;
  }
}

const REST = beside(() => new URL("./rest.wasm", import.meta.url));
const PLAIN = beside(() => new URL("./plain.wasm", import.meta.url));
/** Finds the rest, as a module or as its bytes, without a request; nothing while it is on its way. */
let rest;

const started = start(build === "simd" ? unpack(simd) : bytesAt(PLAIN), {
  j_only: (key) => calls.only(key),
  j_allows: (world, a, b) => calls.allows(world, a, b),
  j_respond: (key) => calls.respond(key),
  j_rest: startRest,
});
export const { memory, wasm } = started;

/** A global of the first half returns whether the rest runs; the build without SIMD has no halves. */
const runs = started.exports.started;

function startRest() {
  if (!runs || runs.value) return;
  started.add(rest ?? (() => bytesAt(REST)));
  runs.value = 1;
}

/** Returns where the rest is, so that nothing is fetched. */
export function give(find) {
  rest = find;
}

/** The rest by whichever way there is: a file beside this one, or a JavaScript file that every bundler follows. */
async function find() {
  try {
    const module = await moduleAt(REST);
    return () => module;
  } catch (error) {
    const packed = await import("./rest.js").catch(() => {
      throw error;
    });
    const module = await compileAside(packed);
    return () => module;
  }
}

let finding;

/** Finds the rest, once; a try that failed is made again. */
function fetchRest() {
  if (!runs || rest) return Promise.resolve();
  finding ??= find()
    .then((found) => {
      rest ??= found;
    })
    .finally(() => {
      finding = undefined;
    });
  return finding;
}

export async function ready() {
  try {
    await fetchRest();
  } catch (error) {
    throw new JostleError("load", "", `the second half of jostle cannot be fetched: ${error.message}`);
  }
  startRest();
}

// A page is likely to have it before it is needed; what needs it earlier waits for it.
if (runs && !hasFiles(REST)) {
  setTimeout(() => {
    if (rest || runs.value) return;
    fetchRest().catch((error) => {
      if (!rest) console.warn(`jostle: the second half cannot be fetched (${error.message}); calls that need it will fail`);
    });
  });
}
