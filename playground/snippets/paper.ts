import { World, ready, sweep } from "jostle";

await ready();
const paper = { type: "rect", half: [0.00005, 45] } as const; // a ten-thousandth thick
const world = new World<string>();
for (const x of [100, 200]) world.add({ shape: paper, at: [x, 0], data: `the sheet at ${x}` });

// A shot of 400,000 pixels in a frame meets both, in order.
const met = world.castAll({ type: "circle", radius: 6 }, [400_000, 0]);
console.log(met.map(({ key }) => world.data(key)).join(", ")); // the sheet at 100, the sheet at 200
console.log(met.every(({ fraction, latest, certain }) => certain && latest - fraction < 1e-9)); // true

// A bar of 160 pixels makes a turn beside a sheet: its poses before and after do not touch it.
const bar = { type: "rect", half: [4, 80] } as const;
const sheet = { ...paper, transform: { position: [74, 0] } } as const;
const hit = sweep(bar, sheet, { degrees: 360 });
console.log(hit?.certain, hit?.fraction.toFixed(3), hit?.point.map(Math.round)); // true 0.180 [ 74, -31 ]
