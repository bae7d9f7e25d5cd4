// From a sprite's pixels to a hitbox, and from there to the files of engines and editors. The module that
// does it is started by the first that is traced.
import { keys, list, object, vec2, word } from "./check.js";
import { REFUSED, connect } from "./connect.js";
import { Reader, pairs } from "./decode.js";
import { JostleError, expected } from "./error.js";
import { compileAside } from "./wasm/aside.js";
import { start, unpack } from "./wasm/start.js";
import { askWorker } from "./wasm/worker.js";
import * as module from "./wasm/trace.js";

let started;
/** The module for workers. */
let compiled;

function tracer() {
  if (!started) {
    const { memory, wasm } = start(unpack(module), {});
    started = { wasm, ...connect(memory, wasm) };
  }
  return started;
}

const numbersOf = new WeakMap();
const collected = new FinalizationRegistry((number) => tracer().wasm.j_untrace(number));

const FITS = [null, "circle", "rect", "capsule", "ellipse", "hull"];
const DETAILS = { less: 0.15, more: 0.075, optimal: 0.01, exact: NaN };
const KNOWN = [
  "alpha",
  "ignored",
  "maxDeviation",
  "minIou",
  "maxAreaError",
  "maxVertices",
  "detail",
  "side",
  "connectivity",
  "minArea",
  "fill",
  "effort",
  "edges",
  "pieces",
  "fit",
];

function finite(value, path, least, most) {
  if (value === undefined) return NaN;
  if (typeof value !== "number") throw expected("a number", value, path);
  if (value >= least && value <= most) return value;
  throw new JostleError("number", path, `${value} is not a number from ${least} to ${most}`);
}

function whole(value, path, least, most) {
  const found = finite(value, path, least, most);
  if (Number.isNaN(found) || Number.isInteger(found)) return found;
  throw new JostleError("number", path, `${value} is not a whole number`);
}

function choice(value, words, path) {
  return value === undefined ? 0 : word(value, words, path);
}

function color(text, path) {
  if (typeof text !== "string") throw expected("a text", text, path);
  const found = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?(?:~(\d{1,3}))?$/i.exec(text);
  const tolerance = Number(found?.[5] ?? 0);
  if (!found || tolerance > 255) {
    const sentence = `${JSON.stringify(text)} is not RRGGBB or RRGGBBAA, with ~TOLERANCE behind it or not`;
    throw new JostleError("form", path, sentence);
  }
  const channel = (at) => (found[at] === undefined ? NaN : Number.parseInt(found[at], 16));
  return [channel(1), channel(2), channel(3), channel(4), tolerance];
}

function pieces(value, path) {
  if (value === undefined || value === false) return 0;
  return value === true ? 1 : whole(value, path, 3, 0xffffffff);
}

function truth(value, path) {
  if (value === undefined || typeof value === "boolean") return value ? 1 : 0;
  throw expected("true or false", value, path);
}

/** The numbers of the options, in the order of src/trace.rs. */
function numbers(options) {
  const { maxAreaError, detail, connectivity = 4 } = options;
  if (maxAreaError !== undefined && detail !== undefined) {
    throw new JostleError("form", "options.detail", '"maxAreaError" and "detail" say the same thing; give one of them');
  }
  if (connectivity !== 4 && connectivity !== 8) {
    throw new JostleError("number", "options.connectivity", `${connectivity} is neither 4 nor 8`);
  }
  const share = detail === undefined ? maxAreaError : DETAILS[detail];
  if (detail !== undefined) word(detail, Object.keys(DETAILS), "options.detail");
  return [
    whole(options.alpha, "options.alpha", 0, 255),
    finite(options.maxDeviation, "options.maxDeviation", 0, Number.MAX_VALUE),
    finite(options.minIou, "options.minIou", 0, 1),
    Number.isNaN(share) ? NaN : finite(share, "options.maxAreaError", 0, Number.MAX_VALUE),
    whole(options.maxVertices, "options.maxVertices", 0, 0xffffffff),
    choice(options.side, ["free", "cover", "inside"], "options.side"),
    connectivity,
    whole(options.minArea, "options.minArea", 0, Number.MAX_SAFE_INTEGER),
    choice(options.fill, ["none", "holes", "bays"], "options.fill"),
    options.effort === undefined ? 0 : 1 - word(options.effort, ["fast", "best"], "options.effort"),
    choice(options.edges, ["pixels", "alpha"], "options.edges"),
    pieces(options.pieces, "options.pieces"),
    truth(options.fit, "options.fit"),
    0,
  ];
}

/** Checks a picture and its options: the numbers of the options, and how many colors are ignored. */
function checked(image, options) {
  object(image, "pixels");
  keys(object(options, "options"), KNOWN, "options");
  const { width, height, data } = image;
  for (const [size, name] of [[width, "width"], [height, "height"]]) {
    if (!Number.isInteger(size) || size < 0 || size > 0xffffffff) {
      throw expected("a whole number from 0 on", size, `pixels.${name}`);
    }
  }
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) {
    throw new JostleError("form", "pixels.data", "expected a Uint8Array or a Uint8ClampedArray");
  }
  const colors = options.ignored === undefined ? [] : list(options.ignored, "options.ignored");
  const ignored = colors.flatMap((text, index) => color(text, `options.ignored[${index}]`));
  return { head: new Float64Array([...numbers(options), ...ignored]), colors: colors.length };
}

function shapeOf(bytes) {
  return bytes.length ? new Reader(bytes).shape() : null;
}

export function trace(image, options = {}) {
  const { head, colors } = checked(image, options);
  const { width, height, data } = image;
  const { wasm, input, out, outBytes, fault } = tracer();
  input.begin();
  input.array(head);
  input.array(data);
  const count = wasm.j_trace(width, height, data.length, colors);
  if (count === REFUSED) throw fault();
  const shape = shapeOf(outBytes());
  const hitbox = read(out(count), [width, height], shape);
  const [number] = out(1);
  numbersOf.set(hitbox, number);
  collected.register(hitbox, number);
  return hitbox;
}

export async function traceInWorker(image, options = {}) {
  const { head, colors } = checked(image, options);
  const { width, height, data } = image;
  compiled ??= compileAside(module);
  const answer = await askWorker(await compiled, head, data, [width, height, data.length, colors]);
  if (!answer) return trace(image, options);
  if (answer.fault !== undefined) throw new JostleError(answer.kind, "", answer.fault);
  return read(answer.numbers, [width, height], shapeOf(answer.bytes));
}

function read(n, size, shape) {
  const [, fit, rings, vertices, iou, softIou, deviationOutward, deviationInward, areaError] = n;
  let i = 9;
  const dropped = Array.from({ length: n[i++] }, () => {
    i += 4;
    return { hole: n[i - 4] === 1, at: [n[i - 3], n[i - 2]], area: n[i - 1] };
  });
  const report = { rings, vertices, iou, softIou, deviationOutward, deviationInward, areaError, dropped };
  const points = () => {
    const length = n[i++];
    const all = pairs(n, i, length);
    i += 2 * length;
    return all;
  };
  const found = Array.from({ length: n[i++] }, () => {
    const [hole, parent] = [n[i++] === 1, n[i++]];
    return { points: points(), hole, parent: parent < 0 ? null : parent };
  });
  const cut = Array.from({ length: n[i++] }, points);
  return { size, shape, fit: FITS[fit], rings: found, pieces: cut, report };
}

/** In the order of Rust's Format::ALL. */
export const FORMATS = Object.freeze(["json", "svg", "phaser", "tsx", "tres", "libgdx", "rube", "pixi", "ron", "h"]);

const utf8 = new TextEncoder();
const text = new TextDecoder();

function named(value, path) {
  if (typeof value !== "string") throw expected("a text", value, path);
  return utf8.encode(value);
}

export function exportHitbox(hitbox, format, options = {}) {
  const number = numbersOf.get(hitbox);
  if (number === undefined) throw new JostleError("form", "hitbox", "expected a hitbox made by trace");
  const kind = word(format, FORMATS, "format");
  keys(object(options, "options"), ["name", "image", "pivot"], "options");
  const { name = "hitbox", image = `${name}.png`, pivot = [0, 0] } = options;
  const [nameBytes, imageBytes] = [named(name, "options.name"), named(image, "options.image")];
  const [x, y] = vec2(pivot, "options.pivot");
  const { wasm, input, outBytes } = tracer();
  input.begin();
  input.array(nameBytes);
  input.array(imageBytes);
  const length = wasm.j_export(number, kind, nameBytes.length, imageBytes.length, x, y);
  const bytes = outBytes();
  return { name: text.decode(bytes.subarray(0, length)), text: text.decode(bytes.subarray(length)) };
}
