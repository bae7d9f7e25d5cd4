// Debug lines of many circles, all of which move between two frames: what making them costs, and that they show.
import { Application, Container, Graphics, GraphicsContext } from "pixi.js";
import { World } from "jostle";
import { debugGraphics, follow } from "jostle/pixi";

const app = new Application();
await app.init({ width: 800, height: 640, background: 0xffffff, preference: "webgl", preserveDrawingBuffer: true });
document.body.append(app.canvas);

const level = app.stage.addChild(new Container());
level.scale.set(0.6);
level.x = 40;
const context = new GraphicsContext().circle(0, 0, 6).fill("white");
const world = new World();
const views = Array.from({ length: 2000 }, (_, i) => {
  const view = level.addChild(new Graphics(context));
  view.position.set(20 * (i % 50), 20 * Math.floor(i / 50));
  follow(world, view, { root: level });
  return view;
});
world.keys().forEach((key) => world.setShape(key, { type: "circle", radius: 6 }));
world.step();
const lines = app.stage.addChild(debugGraphics(world, { outlines: true, width: 2 }));
app.render();

const times = [];
for (let frame = 0; frame < 60; frame++) {
  const by = frame % 2 ? 1 : -1;
  for (const view of views) view.x += by;
  world.step();
  const start = performance.now();
  lines.onRender(app.renderer);
  times.push(performance.now() - start);
}
app.render();
times.sort((a, b) => a - b);
const { pixels } = app.renderer.extract.pixels({ target: app.stage, frame: app.screen });
let dark = 0;
for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] > 128 && pixels[i] < 128) dark++;
globalThis.result = { lines: lines.geometry.instanceCount, milliseconds: times[30], dark };
