import { World, type Footing } from "jostle";

const world = new World({ touching: "ignored" }); // standing on the floor is no overlap
const slope = { type: "polygon", points: [[0, 1], [1, 0], [1, 1]] } as const;
world.add({ shape: { type: "grid", cell: [20, 20], rows: ["......", ".../##", "######"], tiles: { "/": slope } }, layer: "wall" });
const lift = world.add({ shape: { type: "rect", width: 40, height: 8 }, at: [140, 24], layer: "wall", platform: true });
world.add({ shape: { type: "circle", radius: 5 }, at: [50, 32], layer: "coin", sensor: true });
const hero = world.add({ shape: { type: "capsule", a: [0, -5], b: [0, 5], radius: 6 }, at: [20, 9], layer: "hero" });
let coins = 0;
world.on("enter", { self: hero, other: "coin" }, ({ other }) => {
  coins++;
  world.remove(other.key);
});
let [fall, footing]: [number, Footing | null] = [0, null]; // what it stands on takes it along
for (let frame = 0; frame < 80; frame++) {
  if (frame >= 70) world.applyTransform(lift, { position: [0, -2] });
  const slid = world.slide(hero, { by: [frame < 65 ? 2 : 0, (fall += 0.5)], up: [0, -1], step: 5, snap: 6, footing });
  if (slid.floor) fall = 0;
  footing = slid.footing;
  world.step();
}
console.log(coins, world.transform(hero)?.slice(4).map(Math.round)); // 1 [ 130, -11 ]
const shot = world.castFirst({ type: "circle", radius: 2, center: [0, 35] }, [9000, 0], undefined, { layers: "wall" });
console.log(Math.round(shot?.point[0] ?? 0)); // 64
