// Chooses and starts a WebAssembly build, at once: no fetching, no promise, so that importing jostle is
// all there is to do, in pages, workers and Node alike.
import { JostleError } from "../error.js";
import { inflate } from "./inflate.js";
import * as plain from "./plain.js";
import * as simd from "./simd.js";

// A module whose one function makes a vector.
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

function wanted() {
  // For tests, which run both.
  const asked = globalThis.process?.env?.JOSTLE_BUILD ?? globalThis.JOSTLE_BUILD;
  if (asked === "plain" || asked === "simd") return asked;
  return WebAssembly.validate(PROBE) ? "simd" : "plain";
}

function unpack({ packed, size }) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return inflate(bytes, size);
}

/** What JavaScript does for Rust; the modules that know how put it here. */
export const calls = {
  only: () => 1,
  allows: () => 1,
};

function outOfMemory() {
  const error = new JostleError("memory", "", "the memory of WebAssembly is used up");
  const refuse = () => {
    throw new JostleError("memory", "", "the memory of WebAssembly was used up before; start anew");
  };
  // What was going on is half done, so nothing more is asked of this instance.
  for (const name of Object.keys(wasm)) wasm[name] = refuse;
  throw error;
}

export const build = wanted();

const instance = new WebAssembly.Instance(
  new WebAssembly.Module(unpack(build === "simd" ? simd : plain)),
  {
    jostle: {
      j_only: (key) => calls.only(key),
      j_allows: (world, a, b) => calls.allows(world, a, b),
      j_out_of_memory: outOfMemory,
    },
  },
);

export const memory = instance.exports.memory;
export const wasm = Object.fromEntries(
  Object.entries(instance.exports).filter(([, value]) => typeof value === "function"),
);
