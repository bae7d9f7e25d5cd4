// Starts a module at once: no fetching, no promise, so that importing is all there is to do, in pages,
// workers and Node alike.
import { JostleError } from "../error.js";
import { unlzma } from "./unlzma.js";

export function unpack({ packed, size }) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return unlzma(bytes, size);
}

/** The memory and the functions of a module in bytes; `calls` are what it calls in JavaScript. */
export function start(bytes, calls) {
  const wasm = {};
  const refuse = () => {
    throw new JostleError("memory", "", "the memory of WebAssembly was used up before; start anew");
  };
  const outOfMemory = () => {
    // What was going on is half done, so nothing more is asked of this instance.
    for (const name of Object.keys(wasm)) wasm[name] = refuse;
    throw new JostleError("memory", "", "the memory of WebAssembly is used up");
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    jostle: { ...calls, j_out_of_memory: outOfMemory },
  });
  for (const [name, value] of Object.entries(exports)) if (typeof value === "function") wasm[name] = value;
  // A prototype has a layout that calls are compiled for; an object filled by name has to be searched.
  return { memory: exports.memory, wasm: Object.create(wasm) };
}
