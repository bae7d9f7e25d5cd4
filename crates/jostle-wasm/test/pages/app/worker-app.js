// The same in a worker.
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => (globalThis.result = data);
worker.onerror = (event) => (globalThis.result = { error: event.message });
