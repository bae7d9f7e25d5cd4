// A file server that knows nothing of the page, under a sub-path, and a headless Chromium on it.
import { createServer } from "node:http";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = resolve(fileURLToPath(import.meta.url), "../..");
const dist = join(root, "dist");
export const SUB_PATH = "/some/where/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".json": "application/json" };

/** Serves `dist` under the sub-path, and nothing else. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(pathname.slice(SUB_PATH.length) || "index.html");
    try {
      if (!pathname.startsWith(SUB_PATH) || path.startsWith("..")) throw new Error("outside");
      const body = await readFile(join(dist, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}${SUB_PATH}`, close: () => server.close() };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** As small as the layout for desks may be, where nothing looks: fewer pixels to draw. */
export const SMALL = { viewport: { width: 920, height: 560 } };

/** A page whose complaints are kept. */
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ ...DESK, permissions: ["clipboard-read", "clipboard-write"], ...options });
  // A busy machine without a graphics card draws a frame in a second: slow is not wrong.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`not loaded: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return { page, context, complaints };
}

/** Opens a scene and waits until it is there. */
export async function openScene(page, url, scene, hash = `#/${scene}`) {
  await page.goto(`${url}${hash}`);
  await page.waitForFunction((id) => window.playground?.scene === id, scene);
}

export const state = (page) => page.evaluate(() => window.playground.state());

/** Where a point of the scene is in the window. */
export const client = (page, point) => page.evaluate((p) => window.playground.client(p), point);

/** Drags from one point of the scene to another, as a hand does. */
export async function drag(page, from, to) {
  const [start, end] = [await client(page, from), await client(page, to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
  await page.mouse.move(...end);
  await page.mouse.up();
}

/** Keeps a picture of the page for people to look at. */
export async function shoot(page, name) {
  mkdirSync(join(root, "screenshots"), { recursive: true });
  // Two frames: one to draw in, one to show.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: join(root, "screenshots", `${name}.png`) });
}
