import { EventBatch, World } from "jostle";

const world = new World();
const places = Array.from({ length: 10_000 }, (_, i) => [3 * (i % 100), 3 * Math.floor(i / 100)] as const);
const keys = world.addAll(places.map((at) => ({ shape: { type: "circle", radius: 1 }, at })));
const matrices = new Float32Array(places.flatMap(([x, y]) => [1, 0, 0, 1, x / 2, y]));
const events = new EventBatch();

world.setTransforms(keys, matrices); // all in one call
world.stepInto(events); // events in columns, which are used again
console.log(events.length); // 9900
console.log(world.nearest([0, 0], 3).length); // 3
