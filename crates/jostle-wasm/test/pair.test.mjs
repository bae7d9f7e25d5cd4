import assert from "node:assert/strict";
import { test } from "node:test";
import * as jostle from "../js/index.js";

const rect = (x, y, more) => ({ type: "rect", half: [x, y], ...more });
const at = (shape, x, y) => ({ ...shape, transform: { position: [x, y] } });

test("candidates_are_pairs_of_edges_whose_boxes_overlap_up_to_a_limit", () => {
  const comb = Array.from({ length: 40 }, (_, i) => [i, i % 2 ? 40 : 0]).concat([[39, -1]]);
  const [a, b] = [
    { type: "polygon", points: comb },
    { type: "polygon", points: comb.map(([x, y]) => [40 - y, x]) },
  ];
  const count = jostle.candidateCount(a, b, 1e9);
  assert.ok(count > 1_000 && count <= 41 * 41, `${count}`);
  assert.equal(jostle.candidateCount(a, b, 100), 100);
  assert.equal(jostle.candidateCount(rect(1, 1), at(rect(1, 1), 1, 0), 9), 1);
  assert.equal(jostle.candidateCount(a, at(a, 99, 0), 9), 0);
  for (const limit of [-1, 0.5, NaN, "9"]) {
    assert.throws(() => jostle.candidateCount(a, b, limit), { path: "limit" });
  }
});

test("touching_counts_and_the_strict_reading_is_a_question_of_its_own", () => {
  const [a, b] = [rect(1, 1), at(rect(1, 1), 2, 0.5)];
  assert.deepEqual([jostle.overlaps(a, b), jostle.overlapsInterior(a, b)], [true, false]);
  assert.deepEqual([jostle.verdict(a, b), jostle.relation(a, b)], ["touching", "touching"]);
  assert.deepEqual(jostle.contact(a, b).pushA, [0, 0]);
  assert.equal(jostle.contact(a, at(rect(1, 1), 2.5, 0)), null);
});

test("answers_about_a_pair_are_those_of_the_library", () => {
  const a = rect(1, 1);
  const b = at(rect(1, 1), 1.5, 0.25);
  assert.deepEqual(jostle.contact(a, b).pushB, [0.5, 0]);
  assert.equal(jostle.manifold(a, b).points.length, 2);
  assert.deepEqual(jostle.contacts(a, b), [jostle.contact(a, b)]);
  assert.equal(jostle.region(a, b).area, 0.875);
  assert.equal(jostle.crossings(a, b).length, 2);
  const line = jostle.crossings({ type: "segment", a: [0, 0], b: [4, 0] }, { type: "segment", a: [1, -1], b: [1, 1] });
  assert.deepEqual(line, [{ point: [1, 0], edgeA: 0, edgeB: 0, fractionA: 0.25, fractionB: 0.5 }]);
  const floor = { type: "half_plane", normal: [0, 1] };
  assert.equal(jostle.region(floor, { type: "half_plane", normal: [0, -1], offset: 5 }), null);
  const { depth, pushA } = jostle.contact(floor, { type: "half_plane", normal: [1, 0] });
  assert.deepEqual([depth, pushA], [Infinity, [0, 0]]);
});

test("answers_about_one_shape_are_those_of_the_library", () => {
  const room = rect(4, 2);
  assert.deepEqual(jostle.closest(room, [6, 1]), { point: [4, 1], separation: 2, normal: [1, 0] });
  assert.deepEqual(jostle.ray(room, [-8, 0], [16, 0]), { fraction: 0.25, point: [-4, 0], normal: [-1, 0] });
  assert.equal(jostle.ray(room, [0, 0], [1, 0], "skip"), null);
  assert.equal(jostle.ray(room, [0, 0], [8, 0], "exit").fraction, 0.5);
  assert.deepEqual([jostle.area(room), jostle.perimeter(room), jostle.centroid(room)], [32, 24, [0, 0]]);
  assert.deepEqual(jostle.bounds(room), { min: [-4, -2], max: [4, 2] });
  assert.deepEqual(jostle.corners(room)[0], [-4, -2]);
  assert.deepEqual(jostle.edge(room, 1), [[4, -2], [4, 2]]);
  assert.equal(jostle.edge(room, 4), null);
  assert.deepEqual(jostle.project(room, [0, -2]), { min: -4, max: 4 });
  assert.deepEqual(jostle.projectEdge([[3, 1], [-1, 5]], [1, 0]), { min: -1, max: 3 });
  assert.deepEqual(jostle.outline(room), [{ points: [[-4, -2], [4, -2], [4, 2], [-4, 2]], closed: true }]);
  assert.deepEqual(jostle.orientedBounds(room).half.sort(), [2, 4]);
  const floor = { type: "half_plane", normal: [0, 1] };
  for (const ask of [jostle.bounds, jostle.area, jostle.perimeter, jostle.centroid, jostle.orientedBounds]) {
    assert.equal(ask(floor), null);
  }
  assert.deepEqual(jostle.boundsOf([room, at(room, 8, 0)]), { min: [-4, -2], max: [12, 2] });
  assert.deepEqual([jostle.boundsOf([]), jostle.boundsOf([room, floor])], [null, null]);
  assert.deepEqual(jostle.hull([[0, 0], [2, 0], [1, 0.5], [0, 2]]).points.length, 3);
});

test("lines_cross_where_they_share_a_point", () => {
  const a = [[0, 0], [4, 0]];
  assert.deepEqual(jostle.intersectSegments(a, [[6, 0], [2, 0]]), { point: [2, 0], onA: 0.5, onB: 1 });
  assert.equal(jostle.intersectSegments(a, [[2, 0.1], [2, 5]]), null);
  assert.deepEqual(jostle.intersectLines(a, [[3, 3], [3, 2]]).point, [3, 0]);
});

test("transforms_compose_as_in_pixi", () => {
  const parts = { position: [3, 4], radians: 0.5, scale: [2, -3], skew_radians: [0.1, 0.2], pivot: [1, 2] };
  const [sx, sy, r, kx, ky] = [2, -3, 0.5, 0.1, 0.2];
  const [a, b] = [sx * Math.cos(r + ky), sx * Math.sin(r + ky)];
  const [c, d] = [-sy * Math.sin(r - kx), sy * Math.cos(r - kx)];
  const want = [a, b, c, d, 3 - (a * 1 + c * 2), 4 - (b * 1 + d * 2)];
  jostle.matrixOf(parts).forEach((entry, i) => assert.ok(Math.abs(entry - want[i]) < 1e-6, `${i}`));
  const outer = { degrees: 90, position: [10, 0] };
  assert.deepEqual(jostle.under({ position: [1, 0] }, outer), [0, 1, -1, 0, 10, 1]);
  const nested = jostle.place({ ...rect(1, 1), transform: { position: [1, 0] } }, outer);
  assert.deepEqual(jostle.bounds(nested), { min: [9, 0], max: [11, 2] });
  assert.deepEqual(jostle.bounds(jostle.moved(nested, [5, 5])), { min: [14, 5], max: [16, 7] });
});

test("what_copies_or_inherits_from_a_placed_shape_is_a_shape_of_its_own", () => {
  const placed = jostle.place({ type: "circle", radius: 1 });
  const far = { type: "point", at: [3, 0] };
  const heir = Object.create(placed, { radius: { value: 3, enumerable: true } });
  const twin = Object.create(null, { ...Object.getOwnPropertyDescriptors(placed), radius: { value: 3, enumerable: true } });
  assert.equal(jostle.overlaps(placed, far), false);
  for (const copy of [{ ...placed, radius: 3 }, heir, twin]) assert.equal(jostle.overlaps(copy, far), true);
  assert.deepEqual(Object.keys(placed), ["type", "radius", "transform"]);
  assert.ok(Object.isFrozen(placed));
});

test("many_pairs_are_answered_as_one_by_one", () => {
  let seed = 3;
  const random = (low, high) => low + ((seed = (seed * 48271) % 2147483647) / 2147483647) * (high - low);
  const kinds = [
    () => rect(random(1, 3), random(1, 3)),
    () => ({ type: "circle", radius: random(1, 3) }),
    () => ({ type: "polygon", points: [[0, 3], [-1, -1], [0, 0], [1, -1]] }),
    () => ({ type: "capsule", a: [-1, 0], b: [random(0, 3), 1], radius: 1 }),
  ];
  const forms = Array.from({ length: 300 }, (_, i) => kinds[i % 4]());
  const maps = forms.map(() => {
    const turn = random(0, 6);
    return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), random(0, 40), random(0, 40)];
  });
  const list = jostle.placeEach(forms, new Float32Array(maps.flat()));
  const placed = forms.map((form, i) => jostle.place(form, { matrix: maps[i].map(Math.fround) }));
  const all = placed.flatMap((a, i) => placed.slice(i + 1).flatMap((b, k) => (jostle.overlaps(a, b) ? [[i, i + 1 + k]] : [])));
  assert.ok(all.length > 50);
  assert.deepEqual([...jostle.pairs(list)], all.flat());
  const { pairs, contacts } = jostle.pairContacts(list);
  assert.deepEqual([...pairs], all.flat());
  all.forEach(([i, k], at) => {
    const { normal, depth, point, onA, onB, pushA, pushB } = jostle.contact(placed[i], placed[k]);
    const numbers = [...normal, depth, ...point, ...onA, ...onB, ...pushA, ...pushB];
    assert.deepEqual([...contacts.subarray(13 * at, 13 * at + 13)], numbers);
  });
  const others = maps.slice(0, 50);
  const boxes = jostle.placeEach(rect(2, 2), new Float32Array(others.flat()));
  const between = placed.flatMap((a, i) =>
    others.flatMap((matrix, k) => (jostle.overlaps(a, jostle.place(rect(2, 2), { matrix: matrix.map(Math.fround) })) ? [i, k] : [])),
  );
  assert.deepEqual([...jostle.pairsBetween(list, boxes)], between);
  assert.deepEqual([...jostle.pairContactsBetween(list, boxes).pairs], between);
});
