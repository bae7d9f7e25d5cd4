import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { World, ready } from "jostle";

await ready();
const world = new World();
world.add({ shape: { type: "circle", radius: 1 }, at: [5, 0] });
console.log(world.rayFirst({ origin: [0, 0], translation: [8, 0] })?.fraction); // 0.5
