// What a frame of the swarm costs, in a headless Chromium: the scene's own time, PixiJS's before the graphics card
// has it, and the time from one frame to the next while it runs; medians, and the ninth of ten. `npm run frames`.
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

console.log("| shapes | the scene | PixiJS | from frame to frame | frames a second |");
console.log("| --- | --- | --- | --- | --- |");
for (const count of [500, 2000, 10_000]) {
  const { page, context } = await newPage(browser);
  await openScene(page, server.url, "swarm");
  await page.locator(".choice").getByText(count.toLocaleString("en"), { exact: true }).click();
  await page.waitForFunction((wanted) => window.playground.state().count === wanted, count);
  const between = await page.evaluate(async (frames) => {
    const times = [];
    let last = await new Promise(requestAnimationFrame);
    while (times.length < frames) {
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times;
  }, FRAMES);
  await page.locator("#stage").focus();
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !window.playground.state().running);
  // The compilers are done with it after some frames.
  await page.evaluate((frames) => window.playground.time(frames), FRAMES);
  const { scene, render } = await page.evaluate((frames) => window.playground.time(frames), FRAMES);
  const mean = between.reduce((sum, time) => sum + time, 0) / between.length;
  console.log(`| ${count} | ${told(scene)} ms | ${told(render)} ms | ${told(between)} ms | ${(1000 / mean).toFixed(0)} |`);
  await context.close();
}
await browser.close();
server.close();
