// Every mistake is a JostleError with a place and a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JostleError, World, hull, overlaps, pairContactsBetween, pairs, place, placeEach, ray } from "../js/index.js";
import { trace } from "../js/trace.js";
import { WRONG } from "./wrong.mjs";

const point = { type: "point" };
const circle = { type: "circle", radius: 1 };

test("what_is_no_shape_is_refused_with_its_place", () => {
  for (const [shape, kind, message] of WRONG) {
    const says = (error) => {
      assert.ok(error instanceof JostleError, error.stack);
      assert.equal(error.kind, kind, error.message);
      if (typeof message === "string") assert.equal(error.message, message);
      else assert.match(error.message, message);
      assert.ok(error.message.startsWith(`${error.path}: `));
      return true;
    };
    assert.throws(() => overlaps(shape, point), says, JSON.stringify(shape));
  }
  // The second shape is b, and nothing is left of a mistake.
  assert.throws(() => overlaps(point, { type: "circle", radius: -1 }), { path: "b" });
  assert.equal(overlaps(circle, circle), true);
});

test("depth_and_number_of_shapes_have_limits", () => {
  let deep = circle;
  for (let i = 0; i < 40; i++) deep = { type: "compound", parts: [deep] };
  assert.throws(() => overlaps(deep, point), { kind: "limit", message: /nested deeper than 64 levels/ });
  const many = { type: "polygon", points: Array.from({ length: 1_000_001 }, () => [0, 0]) };
  assert.throws(() => overlaps(many, point), { kind: "limit", message: "a.points: more than 1000000 vertices in a shape" });
});

test("arguments_beside_shapes_are_checked_too", () => {
  assert.throws(() => ray(circle, [0, 0], [1, 0], "out"), { kind: "form", path: "inside" });
  assert.throws(() => ray(circle, [0, NaN], [1, 0]), { kind: "number", path: "origin[1]" });
  assert.throws(() => hull([[0, 0], ["a", 1]]), { path: "points[1][0]" });
  assert.throws(() => hull([]), { kind: "shape" });
  const list = placeEach(circle, new Float32Array([1, 0, 0, 1, 0, 0]));
  assert.throws(() => placeEach(circle, [1, 0, 0, 1, 0, 0]), { kind: "form", path: "matrices" });
  assert.throws(() => placeEach([circle], new Float32Array(12)), { path: "shapes" });
  assert.throws(() => placeEach([circle, { type: "circle", radius: -1 }], new Float32Array(12)), { kind: "shape", path: "shapes[1]" });
  assert.throws(() => placeEach(circle, new Float32Array([1, 0, 0, 1, 0, 0, NaN, 0, 0, 1, 0, 0])), { kind: "place", path: "matrices[6]" });
  assert.throws(() => pairs([circle]), { kind: "form", path: "list" });
  assert.throws(() => pairContactsBetween(list, {}), { kind: "form", path: "b" });
  assert.throws(() => trace({ width: 2, height: 2, data: new Uint8Array(3) }), { kind: "trace" });
  assert.throws(() => trace({ width: 2, height: 2, data: new Uint8Array(16) }, { minIou: 2 }), { path: "options.minIou" });
  assert.throws(() => trace({ width: 2, height: 2, data: new Uint8Array(16) }, { ignored: ["red"] }), { path: "options.ignored[0]" });
});

test("a_placed_shape_is_frozen_and_clones_of_it_answer_alike", () => {
  const placed = place({ type: "rect", half: [2, 1], degrees: 30 }, { position: [5, 5], skew_degrees: [10, 0] });
  assert.throws(() => (placed.half[0] = 3), TypeError);
  const twin = structuredClone(placed);
  const [one, other] = [placed, twin].map(({ transform, ...bare }) => placeEach(bare, new Float32Array(transform.matrix)));
  assert.equal(pairContactsBetween(one, other).contacts.length, 13);
  assert.equal(overlaps(placed, twin), true);
});

test("keys_are_named_as_the_caller_has_them", () => {
  const world = new World();
  const a = world.add({ shape: circle });
  const b = world.add({ shape: circle, parent: a });
  const gone = world.add({ shape: circle });
  world.remove(gone);
  assert.throws(() => world.setTeam(gone, 1), { kind: "key", path: "", message: `no collider has the key ${gone}` });
  assert.throws(() => world.setTeam(0.5, 1), { message: "no collider has the key 0.5" });
  assert.throws(() => world.setTeam(undefined, 1), { kind: "key", message: "expected a key, found undefined" });
  assert.throws(() => world.setParent(a, b), { kind: "cycle", path: "parent", message: `parent: ${b} is ${a} itself or below it, so it cannot be its parent` });
  assert.throws(() => world.setParent(a, gone), { path: "parent", message: `parent: no collider has the key ${gone}` });
  assert.throws(() => world.setTransforms([a, gone], new Float32Array(12)), { message: `keys[1]: no collider has the key ${gone}` });
  assert.throws(() => world.addAll([{}, { parent: gone }]), { message: `colliders[1].parent: no collider has the key ${gone}` });
  assert.throws(() => world.addEach(circle, new Float32Array(6), { parent: "1" }), { message: 'start.parent: expected a key, found the text "1"' });
  assert.throws(() => world.atPoint([0, 0], { except: [{}] }), { message: "filter.except[0]: expected a key, found an object" });
  assert.deepEqual(world.whyNot(a, gone), { rule: "unknown", message: `no collider has the key ${gone}`, key: gone });
  assert.equal(world.contains(a), true);
});

test("typed_arrays_are_points_and_lists_and_are_named_where_they_are_not", () => {
  const square = [[0, 0], [2, 0], [2, 2], [0, 2]];
  const typed = { type: "polygon", points: square.map((point) => new Float32Array(point)) };
  assert.equal(overlaps(typed, { type: "circle", radius: 0.5, center: new Float64Array([1, 1]) }), true);
  const placed = place(typed, { matrix: new Float32Array([1, 0, 0, 1, 5, 5]) });
  assert.deepEqual([placed.points, placed.transform.matrix], [square, [1, 0, 0, 1, 5, 5]]);
  assert.throws(() => overlaps({ type: "polygon", points: new Float32Array(4) }, point), { message: "a.points[0]: expected an array, found the number 0" });
  assert.throws(() => overlaps(new Float32Array(2), point), { message: "a: expected an object, found a Float32Array" });
  assert.throws(() => placeEach(circle, new Float64Array(6)), { message: "matrices: expected a Float32Array, found a Float64Array" });
});

test("numbers_in_typed_arrays_are_finite", () => {
  const world = new World();
  const rays = new Float32Array([0, 0, 1, 0, 0, 0, NaN, 0]);
  assert.throws(() => world.rayFirstEach(rays), { kind: "number", path: "rays[6]" });
  assert.throws(() => world.rayAnyEach(rays), { path: "rays[6]" });
  assert.throws(() => world.atPointEach(new Float32Array([0, Infinity])), { path: "points[1]" });
  assert.throws(() => world.overlappingAabbEach(new Float32Array([0, 0, NaN, 1])), { path: "boxes[2]" });
});

test("a_collider_that_is_refused_in_its_last_part_is_not_added", () => {
  const world = new World();
  assert.throws(() => world.add({ shape: circle, layer: "typo", oneWay: [0, 0] }), { path: "oneWay" });
  assert.throws(() => world.addAll([{ shape: circle, data: 1 }, { shape: { type: "circle", radius: -1 } }]), { path: "colliders[1].shape" });
  assert.throws(() => world.addEach(circle, new Float32Array(12), { data: [1, 2, 3] }), { path: "start.data" });
  assert.equal(world.len(), 0);
  // The names of what was refused take no room: all 64 numbers are free.
  assert.equal(world.add({ layer: Array.from({ length: 64 }, (_, number) => number) }) > 0, true);
  const [one] = world.addEach(circle, new Float32Array([1, 0, 0, 1, 0, 0]), { platform: true, oneWay: [0, -1] });
  assert.equal(world.contains(one), true);
});
