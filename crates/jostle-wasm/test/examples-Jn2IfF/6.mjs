import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { World } from "jostle";

const world = new World();
const hero = world.add({ shape: { type: "circle", radius: 4 } });
world.add({ shape: { type: "rect", width: 90, height: 2 }, at: { x: 0, y: 9 } });
const slid = world.slide(hero, { by: [3, 9], up: [0, -1] });
console.log(slid.moved.map(Math.round), slid.floor !== null); // [ 3, 4 ] true
