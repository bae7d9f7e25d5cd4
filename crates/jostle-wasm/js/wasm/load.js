// Chooses and starts a build of the library: that with SIMD, which lies in a JavaScript file, or the other one,
// which only what has no SIMD fetches.
import * as simd from "./simd.js";
import { start, unpack } from "./start.js";

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

/** The bytes of the build without SIMD, at once: from the disk, or by a request that is waited for. */
function plain() {
  const url = new URL("./plain.wasm", import.meta.url);
  const files = globalThis.process?.getBuiltinModule?.("node:fs");
  if (files) return files.readFileSync(url);
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  // Pages that are waited for get texts only: this one has a letter for each byte.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status >= 400) throw new Error(`jostle: ${url} answers ${request.status}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255);
}

/** What JavaScript does for Rust; the modules that know how put it here. */
export const calls = {
  only: () => 1,
  allows: () => 1,
};

export const build = wanted();

export const { memory, wasm } = start(build === "simd" ? unpack(simd) : plain(), {
  j_only: (key) => calls.only(key),
  j_allows: (world, a, b) => calls.allows(world, a, b),
});
