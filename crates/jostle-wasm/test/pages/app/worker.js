import "./app.js";

const timer = setInterval(() => {
  if (!globalThis.result) return;
  postMessage(globalThis.result);
  clearInterval(timer);
}, 10);
