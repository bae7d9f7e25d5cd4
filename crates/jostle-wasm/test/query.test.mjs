// The same answers, to the bit, and the same sentences as `jostle query`, the program built natively.
// Needs the program: JOSTLE=path/to/jostle.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as jostle from "../js/index.js";
import { WRONG } from "./wrong.mjs";

const program = process.env.JOSTLE;
const options = { skip: program ? false : "JOSTLE does not name the program" };

let seed = 21;
const random = (low, high) => low + ((seed = (seed * 48271) % 2147483647) / 2147483647) * (high - low);
const choose = (list) => list[Math.floor(random(0, list.length - 1e-9))];
/** Often on a grid, so that things touch. */
const coordinate = () => (random(0, 1) < 0.5 ? Math.round(random(-6, 6)) / 2 : random(-3, 3));
const point = () => [coordinate(), coordinate()];
const size = () => (random(0, 1) < 0.5 ? Math.ceil(random(0, 4)) / 2 : random(0.1, 2));

const star = [[0, 3], [-1, 1], [-3, 0], [-1, -1], [0, -3], [1, 0.5]];
const KINDS = [
  () => ({ type: "point", at: point() }),
  () => ({ type: "segment", a: point(), b: point() }),
  () => ({ type: "circle", center: point(), radius: size() }),
  () => ({ type: "capsule", a: point(), b: point(), radius: size() }),
  () => ({ type: "rect", center: point(), half: [size(), size()], degrees: choose([0, 90, 45, random(-180, 180)]) }),
  () => ({ type: "rect", half: [size(), size()], radius: size(), radians: random(-3, 3) }),
  () => ({ type: "ellipse", radii: [size(), size()], degrees: random(-90, 90) }),
  () => ({ type: "polygon", points: star, radius: choose([0, 0.25]) }),
  () => ({ type: "polygon", points: [[0, 0], [4, 0], [4, 4], [0, 4]], holes: [[[1, 1], [3, 1], [3, 3], [1, 3]]] }),
  () => ({ type: "chain", points: star, closed: random(0, 1) < 0.5, sided: choose(["both", "left"]) }),
  () => ({ type: "half_plane", normal: [random(-1, 1), 1], offset: coordinate() }),
  () => ({ type: "compound", parts: [{ type: "circle", radius: size(), transform: { position: point() } }, { type: "rect", half: [1, 1] }] }),
  () => ({ type: "mask", rows: ["#.#", "###", ".#."] }),
  () => ({ type: "grid", cell: [1, 0.5], rows: ["#a.", ".##"], tiles: { a: { type: "polygon", points: [[0, 1], [1, 0], [1, 1]] } } }),
];
const transform = () =>
  choose([
    () => ({ position: point() }),
    () => ({ position: point(), degrees: choose([90, 180, random(-180, 180)]) }),
    () => ({ position: point(), scale: [choose([1, -1, 2, 0, random(-2, 2)]), choose([1, 2, random(0.2, 2)])] }),
    () => ({ position: point(), radians: 0.7, skew_degrees: [random(-30, 30), 5], pivot: point() }),
    () => ({ matrix: [random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1), ...point()] }),
  ])();
const shape = () => ({ ...choose(KINDS)(), ...(random(0, 1) < 0.7 ? { transform: transform() } : {}) });

/** What the program states about a request, from JavaScript. Numbers that are not finite are null there. */
const ASK = {
  overlaps: ({ a, b }) => ({ hit: jostle.overlaps(a, b) }),
  overlaps_interior: ({ a, b }) => ({ hit: jostle.overlapsInterior(a, b) }),
  contains: ({ a, b }) => ({ hit: jostle.contains(a, b) }),
  test: ({ a, b, level }) => jostle.testUntil(a, b, level),
  relation: ({ a, b }) => ({ relation: jostle.relation(a, b) }),
  gap: ({ a, b }) => {
    const { separation, normal, onA, onB } = jostle.gap(a, b);
    return { separation, normal, on_a: onA, on_b: onB };
  },
  contact: ({ a, b }) => {
    const found = jostle.contact(a, b);
    if (!found) return null;
    const { normal, depth, point, onA, onB, pushA, pushB } = found;
    const endless = depth === Infinity;
    const push = { push_a: endless ? null : pushA, push_b: endless ? null : pushB };
    return { normal, depth, point, on_a: onA, on_b: onB, ...push };
  },
  manifold: ({ a, b }) => jostle.manifold(a, b),
  crossings: ({ a, b }) => ({ points: jostle.crossings(a, b).map(({ point }) => point) }),
  region: ({ a, b }) => jostle.region(a, b) ?? { unbounded: true },
  bounds: ({ a }) => jostle.bounds(a),
  ray: ({ a, origin, translation, inside }) => jostle.ray(a, origin, translation, inside),
};

/** The kinds of the library, which the program has, that a kind of JavaScript stands for. */
const OF_SHAPES = ["not_finite", "negative", "not_positive", "empty", "zero_direction", "crossing", "hole_outside"];
const STANDS_FOR = {
  number: ["not_finite", "negative", "out_of_range"],
  limit: ["too_many"],
  place: ["overflow", "not_finite"],
  shape: [...OF_SHAPES, "tile", "no_core", "wrong_length", "too_many", "overflow"],
};

/** The answer of the program, with the kind of an error as JavaScript has it. */
function coarse(error, own) {
  return STANDS_FOR[own?.kind]?.includes(error.kind) ? { ...error, kind: own.kind } : error;
}

/** Numbers as the program prints them: the shortest text of the 32-bit number; ids are whole. */
function printed(value, key) {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((entry) => printed(entry));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, printed(entry, name)]));
}
function rounded(value, key) {
  if (typeof value === "number") return key === "id" ? value : Math.fround(value);
  if (Array.isArray(value)) return value.map((entry) => rounded(entry));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, rounded(entry, name)]));
}

function asked(requests) {
  const lines = requests.map((request) => JSON.stringify(request)).join("\n");
  const said = execFileSync(program, ["query"], { input: lines, encoding: "utf8", maxBuffer: 1 << 28 });
  // Files and the program spell some words in their own way.
  const words = /half_plane|a_in_b|b_in_a|skew_degrees|skew_radians/g;
  const spelled = said.replaceAll(words, (word) => word.replaceAll(/_[a-z]/g, (part) => part[1].toUpperCase()));
  return spelled.trim().split("\n").map((line) => JSON.parse(line));
}

function own(request) {
  try {
    return { ok: printed(ASK[request.query](request)) };
  } catch (error) {
    if (!(error instanceof jostle.JostleError)) throw error;
    return { error: { kind: error.kind, message: error.message } };
  }
}

test("random_pairs_of_all_kinds_get_the_same_answers_to_the_bit", options, () => {
  const requests = Array.from({ length: 6000 }, () => ({
    query: choose(Object.keys(ASK)),
    a: shape(),
    b: shape(),
    level: choose(["bounds", "corners", "exact"]),
    origin: point(),
    translation: point(),
    inside: choose(["hit", "skip", "exit"]),
  }));
  const kinds = new Set();
  asked(requests).forEach(({ ok, error }, i) => {
    const got = own(requests[i]);
    const want = error ? { error: coarse(error, got.error) } : { ok: rounded(ok) };
    assert.deepEqual(got, want, JSON.stringify(requests[i]));
    kinds.add(error ? error.kind : requests[i].query);
  });
  assert.ok(kinds.size >= Object.keys(ASK).length, [...kinds].join());
});

test("what_is_wrong_is_told_in_the_same_words", options, () => {
  // JSON has no NaN, no infinity and no undefined.
  const plain = WRONG.filter(([a]) => {
    const text = JSON.stringify(a);
    return text !== undefined && JSON.stringify(JSON.parse(text)) === text && !/null/.test(text.replace(/^null$/, ""));
  });
  const requests = plain.map(([a]) => ({ query: "overlaps", a, b: { type: "point" } }));
  assert.ok(requests.length > 20);
  asked(requests).forEach(({ error }, i) => {
    const got = own(requests[i]).error;
    assert.deepEqual(got, coarse(error, got), JSON.stringify(requests[i].a));
  });
});
