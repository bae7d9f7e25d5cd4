// Every mistake is a JostleError with a place and a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JostleError, hull, overlaps, pairContactsBetween, pairs, place, placeEach, ray } from "../js/index.js";
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
