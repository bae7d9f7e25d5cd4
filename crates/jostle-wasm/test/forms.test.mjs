// What may be given in more than one way: points, rectangles, names, shapes with a transform of their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, area, bounds, contact, contains, hull, matrixOf, overlaps, place, placeEach, pairs, relation } from "../js/index.js";

class Point {
  #x;
  #y;
  constructor(x, y) {
    [this.#x, this.#y] = [x, y];
  }
  get x() {
    return this.#x;
  }
  get y() {
    return this.#y;
  }
}

test("points_are_arrays_or_have_x_and_y", () => {
  const [a, b] = [new Point(1, 2), { x: 4, y: 6 }];
  assert.deepEqual(bounds({ type: "segment", a, b }), { min: [1, 2], max: [4, 6] });
  assert.deepEqual(matrixOf({ position: a, scale: { x: 2, y: 3 } }), [2, 0, 0, 3, 1, 2]);
  const placed = place({ type: "polygon", points: [a, [4, 2], b] }, { position: a });
  assert.deepEqual(placed.points, [[1, 2], [4, 2], [4, 6]]);
  assert.equal(overlaps({ ...placed }, { type: "point", at: new Point(5, 5) }), true);
  assert.equal(hull([a, b, [9, 0]]).points.length, 3);
  const world = new World();
  const key = world.add({ shape: { type: "circle", radius: 1 }, at: b });
  assert.deepEqual([world.atPoint({ x: 4, y: 6.5 }), world.nearest(a)[0].key], [[key], key]);
  assert.equal(world.rayFirst({ origin: { x: 0, y: 6 }, translation: new Point(10, 0) }).key, key);
  assert.deepEqual(world.overlappingAabb({ min: a, max: b }), [key]);
  assert.throws(() => bounds({ type: "point", at: { x: 1, y: "2" } }), { kind: "form", path: "shape.at.y" });
  assert.throws(() => bounds({ type: "polygon", points: [[0, 0], { x: NaN, y: 0 }] }), { path: "shape.points[1].x" });
  // Tiles may have the names x and y.
  const tile = { type: "rect", width: 1, height: 1, center: [0.5, 0.5] };
  const grid = place({ type: "grid", cell: [1, 1], rows: ["xy"], tiles: { x: tile, y: tile } });
  assert.equal(area(grid), 2);
});

test("rectangles_are_given_by_half_or_by_width_and_height", () => {
  const [a, b] = [{ type: "rect", width: 4, height: 2 }, { type: "rect", half: [2, 1] }];
  assert.equal(relation(a, b), "same");
  assert.throws(() => area({ type: "rect", width: 4 }), { path: "shape" });
  assert.throws(() => area({ type: "rect", width: 4, height: -1 }), { kind: "number", path: "shape.height" });
  assert.throws(() => area({ type: "rect", width: 4, height: 1, half: [1, 1] }), { path: "shape.width" });
});

test("names_are_in_camel_case_and_those_of_files_are_read_too", () => {
  const skewed = [{ skewDegrees: [10, 20] }, { skew_degrees: [10, 20] }];
  assert.deepEqual(matrixOf(skewed[0]), matrixOf(skewed[1]));
  assert.throws(() => matrixOf({ skewDegrees: [1, 2], skewRadians: [1, 2] }), { path: "transform.skewRadians" });
  assert.throws(() => matrixOf({ skew: [1, 2] }), { message: /skewDegrees, skewRadians/ });
  const floors = ["halfPlane", "half_plane"].map((type) => ({ type, normal: [0, 1] }));
  assert.equal(relation(...floors), "same");
  const small = { type: "circle", radius: 1 };
  assert.deepEqual([relation(small, { ...small, radius: 2 }), relation(floors[0], small)], ["aInB", "overlapping"]);
  const world = new World();
  world.record();
  const key = world.add({ shape: floors[1] });
  assert.equal(world.shape(key).type, "halfPlane");
  assert.equal(world.takeJournal().find(({ op }) => op === "insert").shape.type, "half_plane");
  assert.equal(world.whyNot(key, world.add({})).rule, "noShape");
});

test("a_shape_with_a_transform_of_its_own_is_taken_everywhere", () => {
  const shapes = [
    place({ type: "circle", radius: 2 }, { position: [5, 0], scale: [1, 2] }),
    place({ type: "rect", width: 2, height: 1 }),
    { type: "polygon", points: [[0, 0], [4, 0], [0, 4]], transform: { degrees: 30, position: [1, 1] } },
  ];
  const turn = { degrees: 90, position: [10, 0] };
  for (const shape of shapes) {
    const world = new World();
    const key = world.add({ shape, transform: turn });
    const want = place(shape, turn);
    assert.equal(relation(world.placed(key), want), "same");
    world.setShape(key, { type: "circle", radius: 1 });
    world.setShape(key, shape);
    assert.deepEqual(bounds(world.placed(key)), bounds(want));
    const list = placeEach([shape, want], new Float32Array([...matrixOf(turn), 1, 0, 0, 1, 0, 0]));
    assert.deepEqual([...pairs(list)], [0, 1]);
    assert.ok(contains(want, world.placed(key)));
    assert.ok(contact(want, world.placed(key)).depth > 0);
  }
  const world = new World();
  const wrong = { type: "compound", parts: [{ type: "circle", radius: -1 }], transform: { position: [1, 0] } };
  assert.throws(() => world.add({ shape: wrong }), { kind: "shape", path: "shape.parts[0]" });
  assert.throws(() => world.add({ shape: { ...wrong, transform: { position: 3 } } }), { path: "shape.transform.position" });
});
