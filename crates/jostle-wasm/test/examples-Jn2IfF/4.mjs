import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { trace } from "jostle/trace";

const image = { width: 3, height: 3, data: new Uint8ClampedArray(36).fill(255) }; // or ImageData
console.log(trace(image, { maxDeviation: 1 }).report.vertices); // 4
