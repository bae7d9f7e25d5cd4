// Casts, sweeps and slides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, cast, place, sweep } from "jostle";

const box = (width, height) => ({ type: "rect", width, height });

test("a cast ends where the shapes touch, and null proves that they do not", () => {
  const wall = place(box(2, 16), { position: [6, 0] });
  const hit = cast({ type: "circle", radius: 1 }, wall, [8, 0]);
  assert.deepEqual(hit, { fraction: 0.5, latest: 0.5, certain: true, normal: [1, 0], point: [5, 0] });
  assert.equal(cast({ type: "circle", radius: 1 }, wall, { x: -8, y: 0 }), null);
  const floor = place(box(9, 2), { position: [0, 2] });
  assert.equal(cast(box(2, 2), floor, [3, 0], { stop: "overlapping" }), null);
  assert.equal(cast(box(2, 2), floor, [3, 0]).fraction, 0);
});

test("a sweep turns, and is carried", () => {
  const post = place({ type: "circle", radius: 0.5 }, { position: [0, 2] });
  const spin = { degrees: 90 };
  assert.equal(sweep(box(4, 0.5), post, spin).certain, true);
  assert.equal(sweep(box(4, 0.5), post, { ...spin, under: { translation: [0, -9] } }), null);
  assert.throws(() => sweep(box(4, 0.5), post, { degrees: NaN }), { name: "JostleError", path: "byA.degrees" });
  assert.throws(() => sweep(box(4, 0.5), post, spin, null, { skin: -1 }), { path: "rules.skin" });
});

test("a hero walks over tiles and stops at a wall", () => {
  const world = new World();
  for (let x = 0; x < 10; x++) world.add({ shape: box(1, 1), at: [x, 0] });
  const wall = world.add({ shape: box(1, 4), at: [8, -2], data: "wall" });
  const hero = world.add({ shape: box(1, 1), at: [0, -3] });
  let slid = world.slide(hero, { by: [0, 5], up: [0, -1] });
  assert.deepEqual([slid.moved, slid.floor, slid.end], [[0, 2], [0, -1], "done"]);
  slid = world.slide(hero, { by: [20, 5], up: [0, -1], footing: slid.footing });
  assert.deepEqual([slid.moved, slid.wall], [[7, 0], [-1, 0]]);
  assert.ok(slid.touches.some((touch) => touch.key === wall && touch.response === "slide"));
  const met = [];
  slid = world.slideTry(hero, { by: [3, 0] }, ({ data }) => {
    met.push(data);
    return data === "wall" ? "cross" : "slide";
  });
  assert.ok(met.includes("wall") && slid.moved[0] > 0);
  assert.throws(() => world.slide(hero, { by: [1, 0] }, () => { throw new Error("mine"); }), /mine/);
  assert.throws(() => world.slide(hero, { by: [1, 0], step: -1 }), { path: "slide.step" });
  assert.equal(world.castFirst(box(1, 1), [0, -9], undefined, { except: [hero] }).fraction, 0);
});

test("a deck that blocks one way lets a jump through from below", () => {
  const world = new World();
  world.add({ shape: box(9, 1), at: [0, 0], oneWay: [0, -1] });
  const hero = world.add({ shape: box(1, 1), at: [0, 4] });
  world.step();
  assert.deepEqual(world.slide(hero, { by: [0, -8], up: [0, -1] }).moved, [0, -8]);
  world.step();
  assert.deepEqual(world.slide(hero, { by: [0, 8], up: [0, -1] }).moved, [0, 3]);
});
