// What is refused changes nothing: every method and every function, with every argument wrong in turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as jostle from "../js/index.js";
import { BAD, OURS, wrongCalls } from "./refused.mjs";

const { EventBatch, JostleError, Replay, World, place, placeEach } = jostle;
const circle = { type: "circle", radius: 2 };
const matrix = { matrix: [1, 0, 0, 1, 3, 0] };
const box = { min: [-9, -9], max: [9, 9] };

/** A world with all that it can have, whose keys `a` and `b` touch. */
function filled() {
  const world = new World();
  const group = world.add({ transform: { position: [1, 1], degrees: 90 }, data: { name: "group" } });
  const a = world.add({ shape: circle, layer: "ball", sees: ["ball", 3], parent: group, data: { name: "a" } });
  const b = world.add({ shape: circle, at: [2, 1], layer: 3, oneWay: [0, -1], data: { name: "b" } });
  world.add({ shape: { type: "rect", half: [50, 1] }, at: [0, 9], platform: true, detail: "near" });
  world.add({ shape: circle, at: [30, 0], sensor: true, team: 2 });
  world.step();
  const gone = world.add({ shape: circle });
  world.remove(gone);
  const other = new World().add({ shape: circle });
  return { world, group, a, b, gone, other };
}

/** All of a world that a caller can see, but for its revision. */
function state(world) {
  const { bytes, data } = world.snapshot();
  const layers = world.keys().map((key) => [world.layer(key), world.sees(key)]);
  return shown([[...bytes], data, layers, world.lastEvents()]);
}

const filter = { layers: ["ball"], except: [1], only: () => true };
const slide = { by: [3, 9], up: [0, -1], maxSlopeDegrees: 40, step: 1, snap: 1, skin: 0.1, pace: "keep", legs: 3 };
const motion = { translation: [9, 0], degrees: 10, about: [0, 0], scale: [1, 1], under: { translation: [1, 0] } };
const rules = { stop: "overlapping", inside: "skip", skin: 0.1 };
const respond = () => "slide";
const collider = {
  shape: { type: "compound", parts: [circle, { type: "polygon", points: [[0, 0], [1, 0], [0, 1]] }] },
  transform: { position: [1, 2], degrees: 3, scale: [1, 1] },
  layer: ["new", 5],
  sees: "newer",
  team: 1,
  sensor: false,
  enabled: true,
  detail: "push",
  oneWay: [0, -1],
  platform: true,
  data: { n: 1 },
};

/** The methods with arguments that are right. */
const METHODS = ({ a, b, group, world }) => ({
  add: [{ ...collider, parent: group }],
  addAll: [[{ shape: circle, layer: "first" }, { ...collider, parent: group }]],
  addEach: [[circle, circle], new Float32Array(12).fill(1), { layer: "each", parent: group, data: [1, 2], oneWay: [1, 0] }],
  remove: [a, "release"],
  setTransform: [a, matrix],
  applyTransform: [a, { position: [1, 0], radians: 1, skewDegrees: [1, 2], pivot: [1, 1] }],
  setTransforms: [[a, b], new Float32Array(12).fill(1)],
  setShape: [a, collider.shape],
  setParent: [b, group],
  setLayers: [a, ["set", 7], "setter"],
  setTeam: [a, 3],
  makeSolid: [a],
  makeSensor: [a],
  enable: [a],
  disable: [a],
  setDetail: [a, "near"],
  setStepOptions: [{ solids: "touch", sensors: "near", stays: false }],
  setData: [a, { name: "new" }],
  setPairFilter: [() => true],
  slide: [a, { ...slide, footing: { key: b, point: [0, 0] } }, respond],
  slideTry: [a, { ...slide, footing: { key: b, point: [0, 0] } }, respond],
  setOneWay: [a, [0, 1]],
  setPlatform: [a, true],
  clearPairFilter: [],
  weld: [["ball"]],
  step: [],
  stepInto: [new EventBatch()],
  lastEvents: [],
  on: ["enter", { self: "ball", other: a }, () => {}],
  separate: [b, { ...filter, except: [group] }],
  beforeStep: [() => {}],
  snapshot: [],
  restore: [world.snapshot()],
  hash: [],
  record: [],
  takeJournal: [],
  drainJournal: [],
  len: [],
  isEmpty: [],
  contains: [a],
  keys: [],
  data: [a],
  shape: [a],
  placed: [a],
  transform: [a],
  worldTransform: [a],
  parent: [a],
  children: [group],
  subtreeBounds: [group],
  layer: [a],
  sees: [a],
  team: [a],
  isSensor: [a],
  isEnabled: [a],
  detail: [a],
  touching: [a],
  pairs: [],
  changed: [],
  stats: [],
  stepOptions: [],
  heapBytes: [],
  broadPhase: [],
  touchPolicy: [],
  atPoint: [[1, 1], filter],
  overlappingAabb: [box, filter],
  overlapping: [circle, filter],
  containedIn: [circle, filter],
  contactsOf: [circle, filter],
  rayFirst: [{ origin: [0, 0], translation: [9, 0], inside: "hit", radius: 1 }, filter],
  rayAll: [{ origin: [0, 0], translation: [9, 0], inside: "hit", radius: 1 }, filter],
  rayAny: [{ origin: [0, 0], translation: [9, 0], inside: "hit", radius: 1 }, filter],
  castFirst: [circle, motion, rules, filter],
  castAll: [circle, motion, rules, filter],
  castAny: [circle, motion, rules, filter],
  nearest: [[0, 0], 3, filter],
  nearestPair: [filter],
  atPointEach: [new Float32Array(4), filter],
  overlappingAabbEach: [new Float32Array(8), filter],
  rayFirstEach: [new Float32Array(8), "skip", filter],
  rayAnyEach: [new Float32Array(8), "skip", filter],
  overlaps: [a, b],
  contact: [a, b],
  gap: [a, b],
  closest: [a, [1, 1]],
  whyNot: [a, b],
  draw: [box, { outlines: true, tolerance: 0.1 }],
  drawLines: [box, { outlines: true, tolerance: 0.1 }],
  revision: [],
});

/** What methods share with each other, and callers do not have. */
const INNER = ["constructor", "keyList", "layerHalves", "filtered"];

function methodsOf(Class) {
  const names = [];
  for (let at = Class.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at));
  return [...new Set(names)].filter((name) => !INNER.includes(name)).sort();
}

/** What is wrong with an error; nothing where it is one of ours with a clear sentence. */
function fault(error) {
  if (error === OURS) return "";
  if (!(error instanceof JostleError)) return error.stack.split("\n").slice(0, 4).join("\n");
  return /Key\(|an array, found an array/.test(error.message) ? error.message : "";
}

/** What bad values are in words, for the message of a test that fails. */
function shown(args) {
  return JSON.stringify(args, (_, value) => (["function", "symbol", "bigint", "undefined"].includes(typeof value) || Number.isNaN(value) ? String(value) : value));
}

test("every_method_that_refuses_leaves_the_world_as_it_was", () => {
  const had = filled();
  const { world, a, gone, other } = had;
  const methods = METHODS(had);
  assert.deepEqual(Object.keys(methods).sort(), methodsOf(World));
  const [saved, before] = [world.snapshot(), state(world)];
  const failed = [];
  let refused = 0;
  for (const [name, args] of Object.entries(methods)) {
    for (const call of wrongCalls(args, [...BAD, gone, other])) {
      const revision = world.revision();
      try {
        world[name](...call);
      } catch (error) {
        refused += 1;
        const kept = world.contains(a) && state(world) === before && world.revision() === revision;
        const what = fault(error) || (kept ? "" : `changed by ${error.message}`);
        if (what) failed.push(`${name}${shown(call)}: ${what}`);
        if (kept) continue;
      }
      world.clearPairFilter();
      world.setStepOptions({});
      if (state(world) !== before) world.restore(saved);
      world.takeJournal();
    }
  }
  assert.deepEqual(failed.slice(0, 20), []);
  assert.ok(refused > 5000, String(refused));
});

test("every_call_of_a_journal_that_is_refused_leaves_the_world_as_it_was", () => {
  const replay = new Replay();
  replay.apply({ op: "insert", key: 1, shape: circle });
  replay.apply({ op: "insert", key: 2, shape: circle, parent: 1 });
  replay.apply({ op: "step" });
  const calls = [
    { op: "insert", key: 3, ...collider, data: undefined, parent: 1, one_way: [0, 1], oneWay: undefined },
    { op: "set_transform", key: 1, transform: matrix },
    { op: "set_shape", key: 1, shape: collider.shape },
    { op: "set_parent", key: 1, parent: 2 },
    { op: "set_layers", key: 1, layer: [1], sees: [2] },
    { op: "set_team", key: 1, team: 1 },
    { op: "set_sensor", key: 1, sensor: true },
    { op: "set_one_way", key: 1, one_way: [0, 1] },
    { op: "set_detail", key: 1, detail: "near" },
    { op: "remove", key: 9 },
  ];
  const saved = replay.world.snapshot();
  const before = state(replay.world);
  const failed = [];
  for (const op of calls) {
    for (const [call] of wrongCalls([op])) {
      try {
        replay.apply(call);
        replay.world.restore(saved);
      } catch (error) {
        const what = fault(error) || (state(replay.world) === before ? "" : "changed");
        if (what) failed.push(`${shown(call)}: ${what}`);
      }
    }
  }
  assert.deepEqual(failed.slice(0, 20), []);
});

/** The free functions, with arguments that are right. */
const two = [circle, { type: "rect", half: [1, 1], transform: matrix }];
const segment = [[0, 0], [1, 1]];
const FUNCTIONS = {
  area: [circle],
  bounds: [circle],
  boundsOf: [two],
  candidateCount: [...two, 9],
  cast: [...two, [9, 0], rules],
  centroid: [circle],
  closest: [circle, [1, 1]],
  contact: two,
  contacts: two,
  contains: two,
  containsPoint: [circle, [1, 1]],
  corners: [two[1]],
  crossings: two,
  edge: [two[1], 1],
  gap: two,
  hull: [[[0, 0], [1, 0], [0, 1]]],
  intersectLines: [segment, segment],
  intersectSegments: [segment, segment],
  manifold: two,
  matrixOf: [{ position: [1, 2], degrees: 3, skewRadians: [0.1, 0] }],
  moved: [circle, [1, 1]],
  orientedBounds: [circle],
  outline: [circle, 0.1, box],
  overlaps: two,
  overlapsInterior: two,
  pairContacts: [placeEach(circle, new Float32Array([1, 0, 0, 1, 0, 0]))],
  pairContactsBetween: [0, 1].map(() => placeEach(circle, new Float32Array([1, 0, 0, 1, 0, 0]))),
  pairs: [placeEach(circle, new Float32Array([1, 0, 0, 1, 0, 0]))],
  pairsBetween: [0, 1].map(() => placeEach(circle, new Float32Array([1, 0, 0, 1, 0, 0]))),
  perimeter: [circle],
  place: [collider.shape, matrix],
  placeEach: [[circle, circle], new Float32Array(12).fill(1)],
  project: [circle, [1, 0]],
  projectEdge: [segment, [1, 0]],
  ray: [circle, [0, 0], [9, 0], "skip"],
  region: [...two, 0.1],
  relation: two,
  sweep: [...two, motion, motion, rules],
  testUntil: [...two, "exact"],
  under: [matrix, matrix],
  verdict: two,
};

test("functions_that_refuse_leave_worlds_and_placed_shapes_as_they_were", async () => {
  await jostle.ready?.();
  const { world, a } = filled();
  const placed = place(circle);
  const before = state(world);
  const functions = Object.entries(jostle).filter(([name, value]) => typeof value === "function" && !/^[A-Z]/.test(name) && name !== "ready");
  assert.deepEqual(Object.keys(FUNCTIONS).sort(), functions.map(([name]) => name).sort());
  const failed = [];
  for (const [name, args] of Object.entries(FUNCTIONS)) {
    for (const call of wrongCalls(args)) {
      try {
        jostle[name](...call);
      } catch (error) {
        const what = fault(error);
        if (what) failed.push(`${name}${shown(call)}: ${what}`);
      }
    }
    assert.equal(state(world), before, name);
    assert.ok(world.contains(a) && jostle.area(placed) > 12, name);
  }
  assert.deepEqual(failed.slice(0, 20), []);
});
