// Shapes and transforms from plain objects to the bytes that Rust reads, with the place of every mistake.
import { either, extent, keys, list, number, object, require, tuple, vec2, word } from "./check.js";
import { JostleError, clip, expected, within } from "./error.js";
import { input, out, outMatrix } from "./memory.js";
import { wasm } from "./wasm/load.js";

const MAX_DEPTH = 64;
const MAX_SHAPES = 1_000_000;
const MAX_VERTICES = 1_000_000;
const MAX_SIDE = 1 << 14;
const MAX_CELLS = 1 << 24;
const MAX_TILES = 1 << 15;
const IDENTITY = Object.freeze([1, 0, 0, 1, 0, 0]);
/** A cell of a grid is a 16-bit number: 0 empty, 1 full, then the tiles. */
const FIRST_TILE = 2;

function rounded(value) {
  return Math.fround(value) + 0;
}

const PARTS = ["position", "degrees", "radians", "scale", "skewDegrees", "skewRadians", "pivot", "matrix"];
/** As scene files spell them. */
const IN_FILES = ["skew_degrees", "skew_radians"];

/** The six numbers of a transform. */
export function affine(value, path) {
  object(value, path);
  if (value.matrix !== undefined) {
    keys(value, ["matrix"], path);
    const matrix = tuple(value.matrix, 6, within(path, "matrix"));
    return matrix.map((entry, index) => number(entry, `${within(path, "matrix")}[${index}]`));
  }
  keys(value, PARTS, path, IN_FILES);
  const pair = (key, fallback) => (value[key] === undefined ? fallback : vec2(value[key], within(path, key)));
  const [x, y] = pair("position", [0, 0]);
  const [sx, sy] = pair("scale", [1, 1]);
  const [px, py] = pair("pivot", [0, 0]);
  const [turn, turnKind] = angle(value, path);
  const skews = ["skewDegrees", "skew_degrees", "skewRadians", "skew_radians"].filter((key) => value[key] !== undefined);
  if (skews.length > 1) either(value, skews[0], skews[1], path);
  const [kx, ky] = skews.length ? pair(skews[0]) : [0, 0];
  const skewKind = skews.length ? (skews[0].endsWith("egrees") ? 1 : 2) : 0;
  // Most transforms only move and scale, which rounds nothing further.
  if (turnKind === 0 && skewKind === 0 && px === 0 && py === 0) return [sx, 0, 0, sy, x, y].map(rounded);
  wasm.j_matrix(x, y, turn, turnKind, kx, ky, skewKind, sx, sy, px, py);
  return outMatrix();
}

/** An angle and its kind: 0 none, 1 degrees, 2 radians. */
function angle(value, path) {
  if (value.degrees === undefined && value.radians === undefined) return [0, 0];
  either(value, "degrees", "radians", path);
  if (value.degrees !== undefined) return [number(value.degrees, within(path, "degrees")), 1];
  return [number(value.radians, within(path, "radians")), 2];
}

/** Writes shapes behind each other; knows where each begins, when it is asked to write them again. */
class Writer {
  shapes = 0;
  /** Where shapes begin and their paths; only kept to place a mistake. */
  places = null;

  point([x, y]) {
    input.f32(x);
    input.f32(y);
  }

  vec2(value, path) {
    this.point(vec2(value, path));
  }

  or(value, fallback, path) {
    this.point(value === undefined ? fallback : vec2(value, path));
  }

  rot(value, path) {
    if (value.rot !== undefined) {
      either(value, "rot", "degrees", path);
      either(value, "rot", "radians", path);
      return this.vec2(value.rot, within(path, "rot"));
    }
    const [turn, kind] = angle(value, path);
    if (kind === 0) return this.point([1, 0]);
    wasm.j_rot(turn, kind);
    this.point(out(2));
  }

  points(value, path, room) {
    list(value, path);
    if (value.length > room) {
      throw new JostleError("limit", path, `more than ${MAX_VERTICES} vertices in a shape`);
    }
    input.u32(value.length);
    input.need(8 * value.length);
    for (let index = 0; index < value.length; index++) {
      let point = value[index];
      if (!Array.isArray(point) || point.length !== 2) point = vec2(point, `${path}[${index}]`);
      const [x, y] = point;
      if (typeof x !== "number" || !Number.isFinite(Math.fround(x))) number(x, `${path}[${index}][0]`);
      if (typeof y !== "number" || !Number.isFinite(Math.fround(y))) number(y, `${path}[${index}][1]`);
      input.f32(x);
      input.f32(y);
    }
    return room - value.length;
  }

  /**
   * Writes a shape that stays in its own frame. One that has a transform becomes the one part of a compound, which is
   * the same set of points.
   */
  inFrame(value, path) {
    const map = value?.transform === undefined ? IDENTITY : affine(value.transform, within(path, "transform"));
    if (map.every((entry, index) => entry === IDENTITY[index])) return this.shape(value, path, 0, true);
    input.u8(9);
    input.u32(1);
    map.forEach((entry) => input.f32(entry));
    return this.shape(value, path, 2, true);
  }

  /** Writes a shape; its own transform, which it may have if `transformed`, is the caller's to write. */
  shape(value, path, depth, transformed) {
    if (++this.shapes > MAX_SHAPES) throw new JostleError("limit", path, `more than ${MAX_SHAPES} shapes`);
    if (depth >= MAX_DEPTH) throw new JostleError("limit", path, `nested deeper than ${MAX_DEPTH} levels`);
    object(value, path);
    const kind = value.type;
    if (kind === undefined) throw new JostleError("form", path, 'the key "type" is missing');
    if (typeof kind !== "string") throw expected("a text", kind, within(path, "type"));
    const write = Object.hasOwn(WRITE, kind) ? WRITE[kind] : kind === "half_plane" ? WRITE.halfPlane : undefined;
    if (!write) {
      const types = Object.keys(WRITE).join(", ");
      throw new JostleError("form", within(path, "type"), `unknown type ${JSON.stringify(clip(kind))}; the types are ${types}`);
    }
    this.places?.push([input.at, path]);
    keys(value, transformed ? write.with : write.keys, path);
    write.write(this, value, path, depth);
  }
}

const kind = (known, write) => ({ keys: ["type", ...known], with: ["type", "transform", ...known], write });

const WRITE = {
  point: kind(["at"], (w, s, path) => {
    input.u8(0);
    w.or(s.at, [0, 0], within(path, "at"));
  }),
  segment: kind(["a", "b"], (w, s, path) => {
    input.u8(1);
    w.vec2(require(s, "a", path), within(path, "a"));
    w.vec2(require(s, "b", path), within(path, "b"));
  }),
  circle: kind(["center", "radius"], (w, s, path) => {
    input.u8(2);
    w.or(s.center, [0, 0], within(path, "center"));
    input.f32(number(require(s, "radius", path), within(path, "radius")));
  }),
  capsule: kind(["a", "b", "radius"], (w, s, path) => {
    input.u8(3);
    w.vec2(require(s, "a", path), within(path, "a"));
    w.vec2(require(s, "b", path), within(path, "b"));
    input.f32(number(require(s, "radius", path), within(path, "radius")));
  }),
  rect: kind(["center", "half", "width", "height", "degrees", "radians", "rot", "radius"], (w, s, path) => {
    input.u8(4);
    w.or(s.center, [0, 0], within(path, "center"));
    if (s.width === undefined && s.height === undefined) w.vec2(require(s, "half", path), within(path, "half"));
    else {
      either(s, "half", s.width === undefined ? "height" : "width", path);
      w.point(["width", "height"].map((side) => extent(require(s, side, path), within(path, side)) / 2));
    }
    w.rot(s, path);
    input.f32(s.radius === undefined ? 0 : number(s.radius, within(path, "radius")));
  }),
  ellipse: kind(["center", "radii", "degrees", "radians", "rot"], (w, s, path) => {
    input.u8(5);
    w.or(s.center, [0, 0], within(path, "center"));
    w.vec2(require(s, "radii", path), within(path, "radii"));
    w.rot(s, path);
  }),
  polygon: kind(["points", "holes", "radius"], (w, s, path) => {
    input.u8(7);
    const points = require(s, "points", path);
    const holes = s.holes === undefined ? [] : list(s.holes, within(path, "holes"));
    input.u32(1 + holes.length);
    let room = w.points(points, within(path, "points"), MAX_VERTICES);
    holes.forEach((hole, index) => (room = w.points(hole, `${within(path, "holes")}[${index}]`, room)));
    input.f32(s.radius === undefined ? 0 : number(s.radius, within(path, "radius")));
  }),
  chain: kind(["points", "closed", "sided"], (w, s, path) => {
    input.u8(8);
    w.points(require(s, "points", path), within(path, "points"), MAX_VERTICES);
    const closed = s.closed ?? false;
    if (typeof closed !== "boolean") throw expected("true or false", closed, within(path, "closed"));
    input.u8(closed ? 1 : 0);
    input.u8(s.sided === undefined ? 0 : word(s.sided, ["both", "left"], within(path, "sided")));
  }),
  halfPlane: kind(["normal", "offset"], (w, s, path) => {
    input.u8(6);
    w.vec2(require(s, "normal", path), within(path, "normal"));
    input.f32(s.offset === undefined ? 0 : number(s.offset, within(path, "offset")));
  }),
  compound: kind(["parts"], (w, s, path, depth) => {
    input.u8(9);
    const parts = list(require(s, "parts", path), within(path, "parts"));
    input.u32(parts.length);
    parts.forEach((part, index) => {
      const where = `${within(path, "parts")}[${index}]`;
      const map = part?.transform === undefined ? IDENTITY : affine(part.transform, within(where, "transform"));
      map.forEach((entry) => input.f32(entry));
      w.shape(part, where, depth + 2, true);
    });
  }),
  mask: kind(["rows"], (w, s, path) => mask(require(s, "rows", path), within(path, "rows"))),
  grid: kind(["cell", "rows", "tiles"], (w, s, path, depth) => grid(w, s, path, depth)),
};

function text(row, path) {
  if (typeof row !== "string") throw expected("a text", row, path);
  return row;
}

function mask(rows, path) {
  list(rows, path);
  const width = rows.length ? text(rows[0], `${path}[0]`).length : 0;
  if (width > MAX_SIDE || rows.length > MAX_SIDE) {
    const row = width > MAX_SIDE ? 0 : MAX_SIDE;
    throw new JostleError("limit", `${path}[${row}]`, `more than ${MAX_SIDE} pixels a side`);
  }
  input.u8(10);
  input.u32(width);
  input.u32(rows.length);
  rows.forEach((row, y) => {
    const where = `${path}[${y}]`;
    text(row, where);
    if (row.length !== width) {
      throw new JostleError("form", where, `expected ${width} pixels as in the first row, found ${row.length}`);
    }
    for (let x = 0; x < width; x += 64) {
      for (let half = x; half < x + 64; half += 32) {
        let bits = 0;
        for (let bit = 0; bit < 32 && half + bit < width; bit++) {
          const pixel = row[half + bit];
          if (pixel === "#") bits |= 1 << bit;
          else if (pixel !== ".") {
            throw new JostleError("form", where, 'a pixel is "#" for solid or "." for empty');
          }
        }
        input.u32(bits >>> 0);
      }
    }
  });
}

function grid(w, s, path, depth) {
  const cell = vec2(require(s, "cell", path), within(path, "cell"));
  const tiles = s.tiles === undefined ? {} : object(s.tiles, within(path, "tiles"));
  const rows = list(require(s, "rows", path), within(path, "rows"));
  const names = Object.keys(tiles);
  if (names.length > MAX_TILES) {
    throw new JostleError("limit", within(path, "tiles"), `more than ${MAX_TILES} tiles`);
  }
  const cells = rows.map((row, y) => [...text(row, `${within(path, "rows")}[${y}]`)]);
  const columns = cells[0]?.length ?? 0;
  if (columns > MAX_SIDE || rows.length > MAX_SIDE) {
    const row = columns > MAX_SIDE ? 0 : MAX_SIDE;
    throw new JostleError("limit", `${within(path, "rows")}[${row}]`, `more than ${MAX_SIDE} cells a side`);
  }
  if (columns * rows.length > MAX_CELLS) {
    throw new JostleError("limit", within(path, "rows"), `more than ${MAX_CELLS} cells`);
  }
  input.u8(11);
  input.u32(columns);
  input.u32(rows.length);
  w.point(cell);
  input.u32(names.length);
  const numbers = new Map([["#", 1], [".", 0], [" ", 0]]);
  names.forEach((name, index) => {
    const where = `${within(path, "tiles")}.${clip(name)}`;
    if ([...name].length !== 1 || numbers.has(name)) {
      const sentence = 'a tile is named by one character other than "#", "." and space';
      throw new JostleError("form", where, sentence);
    }
    numbers.set(name, index + FIRST_TILE);
    const tile = tiles[name];
    if (Object.hasOwn(WRITE, tile?.type ?? "") && tile.type !== "rect" && tile.type !== "polygon") {
      const fault = `is a ${tile.type}; a tile is a polygon or a rect`;
      throw new JostleError("shape", path, tileSentence(name, cells, fault));
    }
    w.shape(tile, where, depth + 2, false);
  });
  cells.forEach((row, y) => {
    const where = `${within(path, "rows")}[${y}]`;
    if (row.length !== columns) {
      throw new JostleError("form", where, `expected ${columns} cells as in the first row, found ${row.length}`);
    }
    for (const name of row) {
      const code = numbers.get(name);
      if (code === undefined) {
        const known = 'a cell is "#" for full, "." or a space for empty, or a key of "tiles"';
        throw new JostleError("form", where, `${JSON.stringify(name)} is no tile; ${known}`.replace(/^"(.*)" is/, "'$1' is"));
      }
      input.u16(code);
    }
  });
}

function tileSentence(name, cells, fault) {
  const y = cells.findIndex((row) => row.includes(name));
  if (y < 0) return `the tile '${name}' ${fault}`;
  return `the tile '${name}', first in rows[${y}] at column ${cells[y].indexOf(name)}, ${fault}`;
}

/** Rust counts tiles; people name them. */
export function byName(sentence, shape) {
  const found = /^tiles\[(\d+)\](?:, the cell in column \d+ of row \d+,)? (.*)$/.exec(sentence);
  if (!found || shape?.type !== "grid") return sentence;
  const name = Object.keys(shape.tiles)[found[1]];
  return tileSentence(name, shape.rows.map((row) => [...row]), found[2]);
}

/** Writes a shape without its transform to the input; returns its length in bytes. */
export function writeShape(shape, path) {
  input.begin();
  new Writer().shape(shape, path, 0, true);
  return input.at;
}

/** Writes a shape with its transform to the input; returns its length in bytes. */
export function writeInFrame(shape, path) {
  input.begin();
  return appendInFrame(shape, path);
}

/** Writes a shape with its transform behind others; returns its length in bytes. */
export function appendInFrame(shape, path) {
  const start = input.at;
  new Writer().inFrame(shape, path);
  return input.at - start;
}

/** The path of the part of a shape that begins at a byte, as `writeShape` wrote it, or with `framed` `writeInFrame`. */
export function placeOf(shape, path, byte, framed) {
  const writer = new Writer();
  writer.places = [];
  input.begin();
  if (framed) writer.inFrame(shape, path);
  else writer.shape(shape, path, 0, true);
  return writer.places.find(([at]) => at === byte)?.[1] ?? path;
}
