// Fills and empties; prints the bytes of WebAssembly memory when warm and at the end.
import { World, overlaps, place } from "../js/index.js";
import { memory } from "../js/wasm/load.js";

const ball = { type: "circle", radius: 1 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function flat(rounds, round) {
  let warm = 0;
  for (let i = 0; i < rounds; i++) {
    await round(i);
    if (i === Math.floor(rounds / 10)) warm = memory.buffer.byteLength;
  }
  console.log(JSON.stringify({ warm, end: memory.buffer.byteLength }));
}

/** A million: a thousand at a time. */
function colliders() {
  const world = new World();
  return flat(1000, (i) => {
    const all = Array.from({ length: 1000 }, (_, n) => ({ shape: ball, at: [n % 100, i % 7], data: { n } }));
    const keys = world.addAll(all);
    if (i % 50 === 0) world.step();
    for (const key of keys) world.remove(key);
    if (i % 50 === 0) world.step();
  });
}

function dropped() {
  return flat(200, async () => {
    for (let n = 0; n < 200; n++) {
      const placed = place({ type: "polygon", points: [[0, 0], [n + 1, 0], [0, 9]] });
      overlaps(placed, ball);
      if (n % 20 === 0) new World().add({ shape: placed.holes ?? ball });
    }
    globalThis.gc();
    await turn();
  });
}

/** A million one after the other, a thousand alive, in a world that is never stepped; then what is held. */
async function unstepped() {
  const world = new World();
  const alive = [];
  const dropped = [];
  let warm = 0;
  for (let i = 0; i < 1_000_000; i++) {
    const data = { i };
    if (i % 1000 === 0) dropped.push(new WeakRef(data));
    alive.push(world.add({ shape: ball, at: [(i * 37) % 1009, (i * 101) % 997], data }));
    if (alive.length > 1000) world.remove(alive.shift());
    if (i === 100_000) warm = world.heapBytes();
  }
  globalThis.gc();
  await turn();
  globalThis.gc();
  const held = dropped.filter((one) => one.deref()).length;
  console.log(JSON.stringify({ warm, end: world.heapBytes(), held }));
}

async function usedUp() {
  // So that the test needs no four gigabytes: this many pages are left.
  const grow = memory.grow.bind(memory);
  while (true) {
    try {
      grow(4096);
    } catch {
      break;
    }
  }
  const world = new World();
  let caught;
  try {
    for (;;) world.addAll(Array.from({ length: 1000 }, (_, n) => ({ shape: ball, at: [n, 0] })));
  } catch (error) {
    caught = error;
  }
  let after;
  try {
    overlaps(ball, ball);
  } catch (error) {
    after = error.message;
  }
  console.log(JSON.stringify({ kind: caught.kind, message: caught.message, after }));
}

await { colliders, dropped, unstepped, "used-up": usedUp }[process.argv[2]]();
