// What a frame of the swarm costs, in a headless Chromium: the scene's own time, PixiJS's before the graphics card
// has it, and the time from one frame to the next while it runs; medians, and the ninth of ten. Beside it what comes
// from frame to frame where a canvas of that size is cleared and no more. `npm run frames`, after `npm run build`.
import { launch, newPage, openScene, serve } from "../test/page.mjs";

const FRAMES = 300;
const server = await serve();
const browser = await launch();

/** In milliseconds. */
const told = (times) => {
  const sorted = [...times].sort((x, y) => x - y);
  const at = (share) => sorted[Math.floor(share * sorted.length)].toFixed(1);
  return `${at(0.5)} (${at(0.9)})`;
};

/** The times from frame to frame in a page. */
const between = (page) =>
  page.evaluate(async (frames) => {
    const times = [];
    let last = await new Promise(requestAnimationFrame);
    while (times.length < frames) {
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times;
  }, FRAMES);

/** Covers the stage, which then is not drawn, with a canvas that is cleared in every frame. */
function clear() {
  const stage = document.querySelector("#stage canvas");
  const { width, height } = stage;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  stage.replaceWith(canvas);
  const gl = canvas.getContext("webgl2", { antialias: false });
  const frame = (time) => {
    gl.clearColor((time % 1000) / 1000, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function row(name, own, times) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  console.log(`| ${name} | ${own.map((each) => each && `${told(each)} ms`).join(" | ")} | ${told(times)} ms | ${(1000 / mean).toFixed(0)} |`);
}

console.log("| shapes | the scene | PixiJS | from frame to frame | frames a second |");
console.log("| --- | --- | --- | --- | --- |");
for (const count of [1000, 2000, 10_000]) {
  const { page, context } = await newPage(browser);
  await openScene(page, server.url, "swarm");
  await page.locator(".choice").getByText(count.toLocaleString("en"), { exact: true }).click();
  await page.waitForFunction((wanted) => window.playground.state().count === wanted, count);
  const times = await between(page);
  await page.locator("#stage").focus();
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !window.playground.state().running);
  // The compilers are done with it after some frames.
  await page.evaluate((frames) => window.playground.time(frames), FRAMES);
  const { scene, render } = await page.evaluate((frames) => window.playground.time(frames), FRAMES);
  row(count, [scene, render], times);
  await context.close();
}
const { page } = await newPage(browser);
await openScene(page, server.url, "stages");
await page.evaluate(clear);
row("a canvas that is cleared", ["", ""], await between(page));
await browser.close();
server.close();
