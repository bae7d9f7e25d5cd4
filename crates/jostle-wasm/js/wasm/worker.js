// Traces in a worker of its own.
import { workerOf } from "./aside.js";

const SOURCE = `
let wasm;
const copy = (Type, start, length) => new Type(wasm.memory.buffer, start >>> 0, length).slice();
onmessage = ({ data: { id, module, head, data, numbers } }) => {
  try {
    wasm ??= new WebAssembly.Instance(module, { jostle: { j_out_of_memory() { throw new Error(); } } }).exports;
    const start = wasm.j_room(head.byteLength + data.byteLength) >>> 0;
    new Uint8Array(wasm.memory.buffer, start).set(new Uint8Array(head.buffer));
    new Uint8Array(wasm.memory.buffer, start + head.byteLength).set(data);
    const count = wasm.j_trace(...numbers);
    const bytes = copy(Uint8Array, wasm.j_bytes(), wasm.j_bytes_len());
    if (count === -1) postMessage({ id, kind: "trace", fault: new TextDecoder().decode(bytes) });
    else {
      postMessage({ id, numbers: copy(Float64Array, wasm.j_out(), count), bytes });
      wasm.j_untrace(copy(Float64Array, wasm.j_out(), 1)[0]);
    }
  } catch (error) {
    postMessage({ id, kind: "memory", fault: "the memory of WebAssembly is used up" });
    close();
  }
};
`;

let worker = null;
let count = 0;
/** What waits for an answer, by number. */
const waiting = new Map();

/** Ends the worker; what still waits gets nothing, and so is done without one. */
function end() {
  worker?.terminate();
  worker = null;
  for (const answer of waiting.values()) answer(null);
  waiting.clear();
}

function begin() {
  worker = workerOf(SOURCE);
  if (!worker) return;
  worker.onmessage = ({ data }) => {
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    answer?.(data);
    if (waiting.size === 0 || data.kind === "memory") end();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end();
  };
}

/** The answer of the worker; null where there can be none, as in Node and where a page forbids such workers. */
export function askWorker(module, head, data, numbers) {
  if (!worker) begin();
  if (!worker) return null;
  const id = count++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, module, head, data, numbers });
  });
}
