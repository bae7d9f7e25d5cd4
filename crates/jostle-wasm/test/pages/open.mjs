// Opens the pages in headless Chromium and asks them what they found.
import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };

function serve(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url, "http://page").pathname);
    if (!existsSync(path) || !extname(path)) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    return createReadStream(path).pipe(response);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** Waits for a given number of in a list, and then for those that should not come. */
async function seen(list, count) {
  for (let waits = 0; list.length < count && waits < 100; waits++) await setTimeout(100);
  await setTimeout(500);
}

async function open(folder, page, { picture, build, loads } = {}) {
  const server = await serve(resolve(folder));
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  const rests = [];
  tab.on("request", (request) => /rest[^/]*\.wasm/.test(request.url()) && rests.push(request.resourceType()));
  if (build) await tab.addInitScript(`globalThis.JOSTLE_BUILD = ${JSON.stringify(build)}`);
  await tab.goto(`http://127.0.0.1:${server.address().port}/${page}`);
  await tab.waitForFunction("globalThis.result", null, { timeout: 60_000 }).catch((error) => errors.push(error.message));
  assert.deepEqual(errors, []);
  const result = await tab.evaluate("result");
  // Not for an idle network: a request that blocks the page now and then has no end for Playwright.
  await seen(rests, loads?.length ?? 0);
  if (picture) await tab.screenshot({ path: picture });
  await tab.close();
  server.close();
  if (loads) assert.deepEqual(rests, loads);
  return result;
}

// What is asked at once waits for the rest.
const plain = await open(".", "plain.html", { loads: ["xhr"] });
assert.deepEqual(plain, { build: "simd", area: 600, hit: true, miss: false });
console.log(`plain page: ${JSON.stringify(plain)}`);

// Without haste the rest comes in the background.
const calm = await open(".", "calm.html", { loads: ["fetch"] });
assert.deepEqual(calm, { before: true, area: 8 });

// A browser without SIMD fetches the other build, and answers the same.
const old = await open(".", "plain.html", { build: "plain" });
assert.deepEqual(old, { ...plain, build: "plain" });

// In one piece, nothing is fetched.
const whole = await open(".", "whole.html", { loads: [] });
assert.deepEqual(whole, { area: 8 });

const vite = await open("vite/dist", "index.html", { picture: process.env.PICTURE });
assert.ok(vite.enters > 0 && vite.enters === vite.pairs, JSON.stringify(vite));
assert.ok(vite.vertices >= 10 && vite.vertices < 60 && vite.middle && !vite.edge, JSON.stringify(vite));
assert.deepEqual([vite.worker.build, vite.worker.enters, vite.same], ["simd", 3, true]);
const oldVite = await open("vite/dist", "index.html", { build: "plain" });
assert.deepEqual(oldVite, { ...vite, build: "plain" });
console.log(`vite page and worker: ${JSON.stringify(vite)}`);
await browser.close();
