// Unpacks and compiles a module in a worker, so that the page goes on. The source of the worker is a text, so no
// bundler has to find a file.
import { unpack } from "./start.js";
import { unlzma } from "./unlzma.js";

const SOURCE = `
const unlzma = ${unlzma};
onmessage = async ({ data: { packed, size } }) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  postMessage(await WebAssembly.compile(unlzma(bytes, size)));
};
`;

/** A worker with a source; null where there can be none, as in Node and where a page forbids such workers. */
export function workerOf(source) {
  if (typeof Worker === "undefined" || typeof Blob === "undefined") return null;
  try {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    const revoke = () => URL.revokeObjectURL(address);
    worker.addEventListener("message", revoke, { once: true });
    worker.addEventListener("error", revoke, { once: true });
    return worker;
  } catch {
    return null;
  }
}

/** The module that is packed in a JavaScript file. */
export async function compileAside({ packed, size }) {
  const worker = workerOf(SOURCE);
  const found = worker && (await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onmessageerror = () => resolve(null);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    worker.postMessage({ packed, size });
  }));
  worker?.terminate();
  return found ?? WebAssembly.compile(unpack({ packed, size }));
}
