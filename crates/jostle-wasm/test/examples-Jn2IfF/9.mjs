import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { World } from "jostle";
import { follow, slide } from "jostle/pixi";
import { Container, Graphics } from "pixi.js";

const level = new Container().addChild(new Container());
const hero = level.addChild(new Graphics().rect(-6, -12, 12, 24).fill("red"));
const floor = level.addChild(new Graphics().rect(-100, 20, 200, 10).fill("gray"));
const world = new World();
follow(world, hero, { root: level });
follow(world, floor, { root: level, static: true });
const { footing } = slide(world, hero, { by: [3, 50], up: [0, -1] }); // gives the next slide its footing
console.log(hero.x, hero.y, footing !== null); // 3 8 true
