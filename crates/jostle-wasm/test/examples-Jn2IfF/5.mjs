import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { World } from "jostle";

const world = new World();
const hero = world.add({ shape: { type: "circle", radius: 4 }, layer: "hero", data: "hero" });
world.add({ shape: { type: "rect", width: 2, height: 20 }, at: { x: 10, y: 0 }, layer: "wall", data: "wall" });
world.on("enter", { self: "hero" }, ({ self, other, push }) => {
  world.applyTransform(self.key, { position: push });
  console.log(`${self.data} meets ${other.data}`);
});
world.setTransform(hero, { position: { x: 6, y: 0 } });
world.step(); // hero meets wall
