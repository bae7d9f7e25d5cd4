import "file:///work/wt/faces/crates/jostle-wasm/test/navigator.mjs";
import { World } from "jostle";
import { follow } from "jostle/pixi";
import { Container, Graphics } from "pixi.js";

const stage = new Container();
const level = stage.addChild(new Container());
const hero = level.addChild(new Graphics().rect(-8, -8, 16, 16).fill("red"));
const wall = level.addChild(new Graphics().rect(0, 0, 100, 16).fill("gray"));
const world = new World();
follow(world, hero, { root: level, layer: "hero" });
follow(world, wall, { root: level, static: true });
level.x = -200; // the camera moves, and no collider does
world.step();
