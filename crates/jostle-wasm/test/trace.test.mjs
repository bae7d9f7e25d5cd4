import assert from "node:assert/strict";
import { test } from "node:test";
import { containsPoint, place } from "../js/index.js";
import { trace } from "../js/trace.js";

/** A picture from rows of text: `#` is opaque, a digit has that many tenths of alpha. */
function picture(rows, color = [255, 255, 255]) {
  const data = new Uint8ClampedArray(4 * rows[0].length * rows.length);
  [...rows.join("")].forEach((pixel, i) => {
    const alpha = pixel === "#" ? 255 : pixel === "." ? 0 : Number(pixel) * 25.5;
    data.set([...color, alpha], 4 * i);
  });
  return { width: rows[0].length, height: rows.length, data };
}

const disc = (size) =>
  picture(
    Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_, x) => ((2 * x + 1 - size) ** 2 + (2 * y + 1 - size) ** 2 < size ** 2 ? "#" : ".")).join(""),
    ),
  );

test("the_exact_outline_has_the_area_of_the_pixels", () => {
  const hitbox = trace(picture([".##.", ".##.", ".##."]));
  assert.deepEqual(hitbox.shape.points.length, 4);
  assert.deepEqual(hitbox.size, [4, 3]);
  assert.equal(hitbox.report.iou, 1);
  const placed = place(hitbox.shape);
  assert.ok(containsPoint(placed, [1, 0]) && containsPoint(placed, [3, 3]) && !containsPoint(placed, [0.9, 0]));
});

test("holes_and_islands_are_kept", () => {
  const hitbox = trace(picture(["#####.", "#...#.", "#.#.#.", "#...#.", "#####.", "......"]));
  assert.deepEqual(hitbox.rings.map(({ hole, parent }) => [hole, parent]), [[false, null], [true, 0], [false, 1]]);
  assert.equal(hitbox.shape.type, "compound");
  assert.equal(trace(picture(["###", "#.#", "###"]), { fill: "holes" }).rings.length, 1);
});

test("a_goal_has_fewer_vertices_and_keeps_what_it_promises", () => {
  const exact = trace(disc(48));
  const near = trace(disc(48), { maxDeviation: 1, pieces: 8 });
  assert.ok(near.report.vertices * 3 < exact.report.vertices);
  assert.ok(near.report.deviationOutward <= 1 && near.report.deviationInward <= 1);
  assert.ok(near.pieces.length > 0 && near.pieces.every((piece) => piece.length <= 8));
  assert.equal(trace(disc(48), { maxDeviation: 1, fit: true }).fit, "circle");
  const detail = trace(disc(48), { detail: "less" });
  assert.ok(detail.report.areaError <= 0.15 && detail.report.vertices <= near.report.vertices);
  const cover = trace(disc(48), { maxDeviation: 1, side: "cover" });
  assert.equal(cover.report.deviationInward, 0);
});

test("thresholds_and_ignored_colors_decide_what_is_solid", () => {
  const half = picture(["#34#"]);
  assert.equal(trace(half).report.vertices, 8);
  assert.equal(trace(half, { alpha: 1 }).report.vertices, 4);
  const pink = picture(["####"], [255, 0, 255]);
  assert.equal(trace(pink, { ignored: ["ff00ff"] }).shape, null);
  assert.equal(trace(pink, { ignored: ["f000ff~4"] }).report.vertices, 4);
});

test("what_is_left_out_is_told", () => {
  const { report } = trace(picture(["###.", "###.", "...#"]), { minArea: 2 });
  assert.deepEqual(report.dropped, [{ hole: false, at: [3, 2], area: 1 }]);
});

test("a_goal_that_cannot_be_reached_is_an_error", () => {
  const plus = picture([".#.", "###", ".#."]);
  assert.throws(() => trace(plus, { minIou: 1, maxVertices: 4 }), { name: "JostleError", kind: "trace" });
  assert.throws(() => trace({ width: 0, height: 5, data: new Uint8Array(0) }), { kind: "trace" });
});
