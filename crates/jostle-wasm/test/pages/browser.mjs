// Headless Chromium, and a server for the folder that a page is in.
import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
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

export const browser = await chromium.launch({
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

/**
 * What a page leaves in `result`. `file` opens it without a server; `rate` is that of the network, in bits a second;
 * `unpacks` counts the workers that are expected, and `loads` are the kinds of the requests for the second half that are expected, `"xhr"` for those that block.
 */
export async function open(folder, page, { picture, build, loads, file, rate, unpacks } = {}) {
  const server = file ? null : await serve(resolve(folder));
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  const rests = [];
  let workers = 0;
  tab.on("worker", () => workers++);
  tab.on("request", (request) => /rest[^/]*\.(wasm|js)/.test(request.url()) && rests.push(request.resourceType()));
  if (build) await tab.addInitScript(`globalThis.JOSTLE_BUILD = ${JSON.stringify(build)}`);
  if (rate) {
    const session = await tab.context().newCDPSession(tab);
    const speed = rate / 8;
    const limits = { offline: false, latency: 40, downloadThroughput: speed, uploadThroughput: speed };
    await session.send("Network.emulateNetworkConditions", limits);
  }
  await tab.goto(server ? `http://127.0.0.1:${server.address().port}/${page}` : pathToFileURL(resolve(folder, page)).href);
  await tab.waitForFunction("globalThis.result", null, { timeout: 60_000 }).catch((error) => errors.push(error.message));
  assert.deepEqual(errors, []);
  const result = await tab.evaluate("result");
  // Not for an idle network: a request that blocks the page now and then has no end for Playwright.
  if (loads) await seen(rests, loads.length);
  if (picture) await tab.screenshot({ path: picture });
  await tab.close();
  server?.close();
  if (loads) assert.deepEqual(rests, loads);
  if (unpacks !== undefined) assert.equal(workers, unpacks);
  return result;
}
