import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { cast } from "jostle";

const ball = { type: "circle", radius: 1 };
const wall = { type: "rect", width: 2, height: 16, center: [6, 0] };
console.log(cast(ball, wall, [8, 0])?.fraction); // 0.5
