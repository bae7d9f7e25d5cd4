// Opens the pages in headless Chromium and asks them what they found.
import assert from "node:assert/strict";
import { browser, open } from "./browser.mjs";

// What is asked at once waits for the rest.
const plain = await open(".", "plain.html", { loads: ["xhr"] });
assert.deepEqual(plain, { build: "simd", area: 600, hit: true, miss: false });
console.log(`plain page: ${JSON.stringify(plain)}`);

// Without haste the rest comes in the background.
const calm = await open(".", "calm.html", { loads: ["fetch"] });
assert.deepEqual(calm, { before: true, area: 8 });

// Who waits until it is ready is held up by nothing, on a network of 1.6 Mbit/s either.
const slow = await open(".", "ready.html", { loads: ["fetch"], rate: 1.6e6 });
assert.ok(slow.fraction === 0.4 && slow.waited > 500 && slow.pause < 250, JSON.stringify(slow));
console.log(`ready at 1.6 Mbit/s: ${JSON.stringify(slow)}`);

// A browser without SIMD fetches the other build, and answers the same.
const old = await open(".", "plain.html", { build: "plain" });
assert.deepEqual(old, { ...plain, build: "plain" });

// In one piece, nothing is fetched later.
const whole = await open(".", "whole.html", { loads: ["script"] });
assert.deepEqual(whole, { area: 8 });

const vite = await open("vite/dist", "index.html", { picture: process.env.PICTURE });
assert.ok(vite.enters > 0 && vite.enters === vite.pairs, JSON.stringify(vite));
assert.ok(vite.vertices >= 10 && vite.vertices < 60 && vite.middle && !vite.edge, JSON.stringify(vite));
// One unpacks the tracer, one traces.
assert.deepEqual([vite.workers, vite.traced], [2, true]);
assert.deepEqual([vite.worker.build, vite.worker.enters, vite.same], ["simd", 3, true]);
const oldVite = await open("vite/dist", "index.html", { build: "plain" });
assert.deepEqual(oldVite, { ...vite, build: "plain" });
console.log(`vite page and worker: ${JSON.stringify(vite)}`);

// Two thousand circles that all move, and the lines around them.
const lines = await open("vite/dist", "lines.html", { picture: process.env.PICTURE?.replace(/(\.\w+)$/, "-lines$1") });
console.log(`debug lines of 2,000 circles: ${JSON.stringify(lines)}`);
assert.ok(lines.lines === 16_000 && lines.dark > 1000 && lines.milliseconds < 8, JSON.stringify(lines));
await browser.close();
