// Shapes that move: motions, casts, sweeps and slides.
import { extent, keys, number, object, vec2, word } from "./check.js";
import { expected, within } from "./error.js";
import { keyOf } from "./filter.js";
import { affine } from "./form.js";
import { input, out } from "./memory.js";
import { insideOf } from "./pair.js";
import { take } from "./shape.js";
import { wasm } from "./wasm/load.js";

const STOPS = ["touching", "overlapping"];
const RULES = ["stop", "inside", "skin"];
const MOTION = ["translation", "degrees", "radians", "about", "scale", "start", "under"];
const PACES = ["project", "keep", "level"];
export const RESPONSES = ["slide", "stop", "bounce", "cross", "ignore"];
const ENDS = ["done", "stopped", "stuck", "outOfLegs"];
const SLIDE = ["by", "up", "maxSlopeDegrees", "maxSlopeRadians", "step", "snap", "skin", "pace", "footing", "legs"];
const DEEPEST = 64;

function turnOf(motion, path) {
  if (motion.degrees !== undefined && motion.radians !== undefined) {
    throw expected("one of degrees and radians", motion, path);
  }
  const kind = motion.radians === undefined ? "degrees" : "radians";
  const turn = motion[kind] ?? 0;
  if (typeof turn !== "number" || !Number.isFinite(turn)) throw expected("a finite number", turn, within(path, kind));
  return [turn, kind === "radians" ? 2 : 1];
}

/** Writes a motion, or a translation, with what carries it; returns how many legs it has. */
export function writeMotion(motion, path) {
  if (motion === undefined || motion === null) return 0;
  let legs = 0;
  let place = path;
  const plain = Array.isArray(motion) || ArrayBuffer.isView(motion) || ("x" in object(motion, path) && "y" in motion);
  for (let leg = plain ? { translation: motion } : motion; leg !== undefined; leg = leg.under) {
    if (legs === DEEPEST) throw expected(`at most ${DEEPEST} motions that carry one another`, leg, place);
    if (!plain) keys(object(leg, place), MOTION, place);
    const pair = (key, fallback) =>
      leg[key] === undefined ? fallback : vec2(leg[key], plain ? path : within(place, key));
    const [x, y] = pair("translation", [0, 0]);
    const [turn, kind] = turnOf(leg, place);
    const [px, py] = pair("about", [0, 0]);
    const [sx, sy] = pair("scale", [1, 1]);
    const start = leg.start === undefined ? [1, 0, 0, 1, 0, 0] : affine(leg.start, within(place, "start"));
    const flags = [leg.about === undefined ? 0 : 1, leg.start === undefined ? 0 : 1];
    for (const n of [x, y, turn, kind, flags[0], px, py, sx, sy, flags[1], ...start]) input.f64(n);
    legs += 1;
    place = within(place, "under");
  }
  return legs;
}

export function rulesOf(rules, path = "rules") {
  if (rules === undefined) return [0, 0, 0];
  keys(object(rules, path), RULES, path);
  const stop = word(rules.stop ?? "touching", STOPS, within(path, "stop"));
  const skin = rules.skin === undefined ? 0 : extent(rules.skin, within(path, "skin"));
  return [stop, insideOf(rules.inside ?? "hit"), skin];
}

export function cast(a, b, by, rules) {
  return sweep(a, b, { translation: by }, undefined, rules);
}

export function sweep(a, b, byA, byB, rules) {
  const [p, q] = [take(a, 0, "a"), take(b, 1, "b")];
  const how = rulesOf(rules);
  input.begin();
  const legs = [writeMotion(byA, "byA"), writeMotion(byB, "byB")];
  const count = wasm.j_sweep(p, q, ...legs, ...how);
  if (!count) return null;
  const [fraction, latest, certain, nx, ny, px, py] = out(7);
  return { fraction, latest, certain: certain === 1, normal: [nx, ny], point: [px, py] };
}

export function readCasts(count) {
  const n = out(count);
  const found = [];
  for (let i = 0; i < count; i += 10) {
    const [key, fraction, latest, certain, nx, ny, px, py, part, edge] = n.subarray(i, i + 10);
    found.push({ key, fraction, latest, certain: certain === 1, normal: [nx, ny], point: [px, py], part, edge });
  }
  return found;
}

/** Writes what a slide is asked to do. */
export function writeSlide(slide) {
  keys(object(slide, "slide"), SLIDE, "slide");
  const at = (key) => within("slide", key);
  const size = (key) => (slide[key] === undefined ? 0 : extent(slide[key], at(key)));
  const [x, y] = vec2(slide.by ?? [0, 0], at("by"));
  const [ux, uy] = slide.up === undefined ? [0, 0] : vec2(slide.up, at("up"));
  let slope = -1;
  if (slide.maxSlopeRadians !== undefined) slope = extent(slide.maxSlopeRadians, at("maxSlopeRadians"));
  if (slide.maxSlopeDegrees !== undefined) {
    slope = (extent(slide.maxSlopeDegrees, at("maxSlopeDegrees")) * Math.PI) / 180;
  }
  const pace = word(slide.pace ?? "project", PACES, at("pace"));
  const legs = slide.legs === undefined ? 0 : number(slide.legs, at("legs"));
  const footing = slide.footing ?? undefined;
  const [fx, fy] = footing === undefined ? [0, 0] : vec2(footing.point, at("footing.point"));
  const on = footing === undefined ? 0 : keyOf(footing.key, at("footing.key"));
  const sizes = [size("step"), size("snap"), size("skin")];
  input.begin();
  const up = slide.up === undefined ? 0 : 1;
  for (const n of [x, y, up, ux, uy, slope, ...sizes, pace, legs, on, fx, fy]) input.f64(n);
}

export function readSlid(count) {
  const n = out(count);
  const pair = (i) => [n[i], n[i + 1]];
  const normal = (i) => (n[i] === 1 ? pair(i + 1) : null);
  const touches = [];
  for (let i = 23; i < count; i += 7) {
    const [key, response, fraction, px, py, nx, ny] = n.subarray(i, i + 7);
    touches.push({ key, response: RESPONSES[response], fraction, point: [px, py], normal: [nx, ny] });
  }
  return {
    end: ENDS[n[0]],
    moved: pair(1),
    pushed: pair(3),
    carried: pair(5),
    left: pair(7),
    stepped: n[9],
    snapped: n[10],
    floor: normal(11),
    wall: normal(14),
    ceiling: normal(17),
    footing: n[20] === 0 ? null : { key: n[20], point: pair(21) },
    touches,
  };
}
