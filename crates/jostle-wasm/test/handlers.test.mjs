// Handlers that begin with who is `self`, and moving a collider out of all that it is in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World } from "../js/index.js";

const ball = { type: "circle", radius: 2 };
const wall = { type: "rect", width: 4, height: 40 };

test("a_handler_gets_self_and_other_whichever_was_added_first", () => {
  const world = new World();
  const told = [];
  const stop = world.on("enter", { self: "hero" }, ({ self, other, push, contact, sensor }) => {
    told.push([self.data, other.data, push.map(Math.round), contact.normal.map(Math.round), sensor]);
  });
  world.add({ shape: wall, at: [-3, 0], data: "left", layer: "wall" });
  world.add({ shape: ball, layer: "hero", data: "hero" });
  world.add({ shape: wall, at: [3, 0], data: "right", layer: "wall" });
  world.step();
  assert.deepEqual(told, [
    ["hero", "left", [1, 0], [-1, 0], false],
    ["hero", "right", [-1, 0], [1, 0], false],
  ]);
  stop();
  world.setTransform(world.keys()[1], { position: [0, 1] });
  world.step();
  assert.equal(told.length, 2);
});

test("handlers_choose_by_key_by_layers_and_by_the_other_side", () => {
  const world = new World();
  const [a, b] = [0, 1].map((x) => world.add({ shape: ball, at: [x, 0], layer: ["ball", 5], data: x }));
  const coin = world.add({ shape: ball, at: [2, 0], sensor: true, layer: "coin" });
  const told = { balls: 0, key: 0, number: 0, coin: [], all: 0 };
  world.on("enter", { self: "ball", other: "ball" }, () => told.balls++);
  world.on("enter", { self: a }, () => told.key++);
  world.on("enter", { self: [5], other: [5] }, () => told.number++);
  world.on("enter", { self: "ball", other: coin }, ({ self, push, contact }) => told.coin.push([self.key, push, contact.depth > 0]));
  world.on("enter", {}, () => told.all++);
  world.step();
  // The two balls are told from both sides.
  assert.deepEqual(told, { balls: 2, key: 2, number: 2, coin: [[a, [0, 0], true], [b, [0, 0], true]], all: 6 });
});

test("an_exit_is_told_by_layer_though_the_collider_is_gone", () => {
  const world = new World();
  const told = [];
  world.on("exit", { self: "enemy", other: "shot" }, ({ self, other, reason }) => told.push([self.data, other.data, reason]));
  const enemy = world.add({ shape: ball, layer: "enemy", data: "enemy" });
  world.add({ shape: ball, layer: "shot", data: "shot" });
  world.step();
  world.remove(enemy);
  world.step();
  assert.deepEqual(told, [["enemy", "shot", "removed"]]);
});

test("wrong_filters_are_refused_with_their_place", () => {
  const world = new World({ layers: ["hero"] });
  assert.throws(() => world.on("enter", { who: 1 }, () => {}), { kind: "form", path: "filter.who" });
  assert.throws(() => world.on("enter", { self: "villain" }, () => {}), { path: "filter.self" });
  assert.throws(() => world.on("enter", { self: "hero" }), { path: "handler" });
  assert.throws(() => world.on("leave", () => {}), { path: "kind" });
});

test("separate_moves_out_of_all_that_is_solid", () => {
  const world = new World();
  world.add({ shape: wall, at: [-3, 0] });
  world.add({ shape: { type: "rect", width: 40, height: 4 }, at: [0, 3] });
  world.add({ shape: ball, at: [0, 0], sensor: true });
  world.add({ shape: ball, at: [0.5, -0.5], team: 7 });
  const hero = world.add({ shape: ball, at: [0.25, 0.25], team: 7 });
  const { push, free } = world.separate(hero);
  assert.ok(free && Math.abs(push[0] - 0.75) < 1e-5 && Math.abs(push[1] + 1.25) < 1e-5, String(push));
  assert.deepEqual(world.transform(hero).slice(4), [1, -1]);
  assert.deepEqual(world.separate(hero), { push: [0, 0], free: true });
  // Below a parent that is turned and scaled, too.
  const group = world.add({ transform: { position: [0, 0], degrees: 90, scale: [2, 2] } });
  const child = world.add({ shape: { type: "circle", radius: 1 }, at: [0, -0.25], parent: group, team: 7 });
  assert.equal(world.separate(child).free, true);
  const [, , , , x, y] = world.worldTransform(child);
  assert.ok(Math.abs(x - 1) < 1e-5 && Math.abs(y + 1) < 1e-5, `${x} ${y}`);
  // Squeezed between two walls.
  world.add({ shape: wall, at: [4, -20], team: 3 });
  world.add({ shape: wall, at: [0, -20], team: 3 });
  const stuck = world.add({ shape: ball, at: [2, -20] });
  assert.equal(world.separate(stuck, { layers: [] }).free, true);
  assert.throws(() => world.separate(group), { kind: "key" });
});

test("a_handler_that_throws_keeps_no_event_from_the_others", () => {
  const world = new World();
  const [a, b] = [0, 1].map((x) => world.add({ shape: ball, at: [x, 0], layer: "ball", data: x }));
  const told = [];
  world.on("enter", () => {
    throw new Error("first");
  });
  world.on("enter", { self: "ball" }, ({ self }) => {
    told.push(self.data);
    throw new Error("second");
  });
  world.on("enter", ({ dataA, dataB }) => told.push([dataA, dataB]));
  assert.throws(() => world.step(), { message: "first" });
  // Both sides of the second and the third were called, and the events can be had.
  assert.deepEqual(told, [0, 1, [0, 1]]);
  assert.deepEqual(world.lastEvents().map(({ kind, a, b }) => [kind, a, b]), [["enter", a, b]]);
  assert.deepEqual(world.step().map(({ kind }) => kind), ["stay"]);
});

test("a_pair_filter_that_throws_loses_no_event_and_is_asked_again", () => {
  const world = new World();
  for (const x of [0, 1, 2]) world.add({ shape: ball, at: [x, 0], data: x });
  let fails = true;
  world.setPairFilter((a, b) => {
    if (fails && a.data === 0 && b.data === 2) throw new Error("filter");
    return true;
  });
  const told = [];
  world.on("enter", ({ dataA, dataB }) => told.push(`${dataA}${dataB}`));
  assert.throws(() => world.step(), { message: "filter" });
  const before = told.length;
  assert.equal(world.lastEvents().length, before);
  fails = false;
  world.step();
  assert.deepEqual(told.sort(), ["01", "02", "12"]);
  assert.equal(world.pairs().length, 3);
});
