import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { overlaps, place } from "jostle";

const crate = place({ type: "rect", width: 4, height: 2 }, { position: { x: 10, y: 0 }, degrees: 30 });
console.log(overlaps(crate, { type: "circle", radius: 1, center: [12, 1] })); // true
