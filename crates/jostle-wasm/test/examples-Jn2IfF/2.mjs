import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { contact } from "jostle";

const hero = { type: "circle", radius: 2, center: { x: 0, y: 0 } };
const wall = { type: "rect", width: 2, height: 10, center: [2.5, 0] };
console.log(contact(hero, wall)?.pushA[0]); // -0.5
