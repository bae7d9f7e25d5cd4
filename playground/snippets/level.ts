import { World } from "jostle";

const world = new World({ touching: "ignored" }); // standing on the floor is no overlap
const floor = { type: "grid", cell: [20, 20], rows: ["......", "...../", "######"], tiles: { "/": { type: "polygon", points: [[0, 1], [1, 0], [1, 1]] } } } as const;
world.add({ shape: floor, layer: "wall" });
world.add({ shape: { type: "circle", radius: 5 }, at: [50, 30], layer: "coin", sensor: true });
const hero = world.add({ shape: { type: "capsule", a: [0, -5], b: [0, 5], radius: 6 }, at: [20, 20], layer: "hero" });

let coins = 0;
world.on("enter", { self: hero, other: "coin" }, ({ other }) => {
  coins++;
  world.remove(other.key);
});
for (let frame = 0; frame < 60; frame++) {
  world.applyTransform(hero, { position: [1, 3] }); // runs and falls
  world.separate(hero); // out of the ground
  world.step();
}
const [, , , , x, y] = world.transform(hero) ?? [];
console.log(coins, x === 80, Math.round(y ?? 0)); // 1 true 29
const shot = world.rayFirst({ origin: [0, 35], translation: [200, 0], radius: 2 }, { layers: "wall" }); // through nothing
console.log(Math.round(shot?.point[0] ?? 0)); // 102
