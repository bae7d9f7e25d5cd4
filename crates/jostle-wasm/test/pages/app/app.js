// What every bundler has to get right: both halves of the library, without a request that blocks.
import { World, build, overlaps, ready } from "jostle";
import { trace } from "jostle/trace";

async function run() {
  const box = { type: "rect", half: [1, 2] };
  const hit = overlaps(box, box);
  await ready();
  const world = new World();
  world.add({ shape: { type: "circle", radius: 1 }, at: [5, 0] });
  const { fraction } = world.rayFirst({ origin: [0, 0], translation: [10, 0] });
  const { report } = trace({ width: 2, height: 2, data: new Uint8Array(16).fill(255) });
  return { build, hit, fraction: Math.round(10 * fraction) / 10, vertices: report.vertices };
}

run().then(
  (result) => (globalThis.result = result),
  (error) => (globalThis.result = { error: error.message }),
);
