import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { useShape } from "jostle/pixi";
import { Graphics } from "pixi.js";

const coin = new Graphics().circle(0, 0, 5).fill("gold");
useShape(coin, { type: "circle", radius: 5 });
