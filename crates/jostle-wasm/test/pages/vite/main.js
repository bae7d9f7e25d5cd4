// Turned sprites that turn red where they touch, exactly; a worker that answers like the page.
import { Application, Container, Graphics, Sprite } from "pixi.js";
import { World, build } from "jostle";
import { debugGraphics, follow, hitArea, overlaps, shapeOf, useShape } from "jostle/pixi";
import { outlineOf, outlineOfSync } from "jostle/pixi/outline";

const app = new Application();
await app.init({ width: 640, height: 480, background: 0xffffff, preference: "webgl", preserveDrawingBuffer: true });
document.body.append(app.canvas);

// A star as a texture, so that there are pixels to trace.
const drawn = new Graphics().star(40, 40, 5, 38, 16).fill(0xffffff);
const texture = app.renderer.generateTexture(drawn);

// The outline is traced in a worker: this page makes one for it.
let workers = 0;
const { Worker } = globalThis;
globalThis.Worker = class extends Worker {
  constructor(...all) {
    workers++;
    super(...all);
  }
};
const options = { renderer: app.renderer, maxDeviation: 1 };
const outline = await outlineOf(texture, { x: 0.5, y: 0.5 }, options);
globalThis.Worker = Worker;

const world = new World();
const belt = app.stage.addChild(new Container());
belt.skew.set(0.2, 0);
const stars = Array.from({ length: 24 }, (_, i) => {
  const star = belt.addChild(new Sprite(texture));
  star.anchor.set(0.5);
  star.position.set(60 + (i % 6) * 76, 70 + Math.floor(i / 6) * 84);
  star.rotation = i;
  star.scale.set(i % 2 ? 1.3 : -1, 1.1);
  useShape(star, "outline", options);
  follow(world, star);
  return star;
});
world.on("enter", ({ dataA, dataB }) => [dataA, dataB].forEach((star) => (star.tint = 0xd1242f)));
stars.forEach((star) => (star.tint = 0x1a7f37));
const events = world.step();
app.stage.addChild(debugGraphics(world, { outlines: true, width: 2 }));
app.render();

// The tip of the first star is hit, the notch beside it is not.
stars[0].hitArea = hitArea(shapeOf(stars[0]));
const pairs = stars.flatMap((a, i) => stars.slice(i + 1).map((b) => overlaps(a, b))).filter(Boolean).length;

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const told = await new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.postMessage([0, 1, 2, 10]);
});
const twin = new World();
twin.addAll([0, 1, 2, 10].map((x) => ({ shape: { type: "circle", radius: 1 }, at: [x, 0] })));
twin.step();
globalThis.result = {
  build,
  enters: events.length,
  pairs,
  workers,
  traced: outlineOfSync(texture, { x: 0.5, y: 0.5 }, options) === outline,
  vertices: shapeOf(stars[0]).points.length,
  middle: stars[0].hitArea.contains(0, 0),
  edge: stars[0].hitArea.contains(30, 30),
  worker: told,
  same: told.hash === twin.hash(),
};
