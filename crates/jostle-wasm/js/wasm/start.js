// Starts a module at once: no promise, so that importing suffices, in web pages, workers and Node.
import { JostleError } from "../error.js";
import { unlzma } from "./unlzma.js";

export function unpack({ packed, size }) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return unlzma(bytes, size);
}

const files = globalThis.process?.getBuiltinModule?.("node:fs");

export function hasFiles(url) {
  return files !== undefined && url?.protocol === "file:";
}

/** The bytes of a file of the package, at once: from the disk, or by a request that is waited for. */
export function bytesAt(url) {
  if (!url) throw new Error("this bundle has no files beside it");
  if (hasFiles(url)) return files.readFileSync(url);
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  // Pages that are waited for get texts only: this one has a letter for each byte.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status >= 400) throw new Error(`${url} answers ${request.status}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255);
}

/** A module from a file of the package, without holding anything up. */
export async function moduleAt(url) {
  if (!url) throw new Error("this bundle has no files beside it");
  if (hasFiles(url)) return WebAssembly.compile(await files.promises.readFile(url));
  const answer = await fetch(url, { priority: "low" });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * The memory and the functions of a module in bytes, all that it exports, and what adds its second half to it.
 * `calls` are what both call in JavaScript.
 */
export function start(bytes, calls) {
  const wasm = {};
  // What was going on is half done, so nothing more is asked of this instance.
  const stop = (kind, now, later) => {
    const refuse = () => {
      throw new JostleError(kind, "", later);
    };
    for (const name of Object.keys(wasm)) wasm[name] = refuse;
    throw new JostleError(kind, "", now);
  };
  const outOfMemory = () => {
    const used = "the memory of WebAssembly";
    stop("memory", `${used} is used up`, `${used} was used up before; restart the page or the worker`);
  };
  const jostle = { ...calls, j_out_of_memory: outOfMemory };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { jostle });
  for (const [name, value] of Object.entries(exports)) if (typeof value === "function") wasm[name] = value;
  const add = (find) => {
    try {
      const found = find();
      const module = found instanceof WebAssembly.Module ? found : new WebAssembly.Module(found);
      new WebAssembly.Instance(module, { jostle, first: exports });
    } catch (error) {
      const way = "`await ready()` first, or import \"jostle/whole\"";
      const sentence = `the second half of jostle cannot be loaded at once: ${error.message}; ${way}`;
      stop("load", sentence, sentence);
    }
  };
  // A prototype has a layout that calls are compiled for; an object filled by name has to be searched.
  return { memory: exports.memory, wasm: Object.create(wasm), exports, add };
}
