// The files of engines and editors, from JavaScript and from the program: the same bytes.
// Needs the program: JOSTLE=path/to/jostle.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { FORMATS, exportHitbox, trace } from "../js/trace.js";

const program = process.env.JOSTLE;

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length);
  body.copy(frame, 4);
  frame.writeInt32BE(crc(body), 4 + body.length);
  return frame;
}

/** A picture file for the program. */
function png({ width, height, data }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const rows = Array.from({ length: height }, (_, y) => [0, ...data.subarray(4 * width * y, 4 * width * (y + 1))]);
  const parts = [["IHDR", head], ["IDAT", deflateSync(Buffer.from(rows.flat()))], ["IEND", Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts.map(([name, part]) => chunk(name, part))]);
}

/** A ring with a dot in it and a bar beside it: a hole, an island and a concave corner. */
function picture() {
  const [width, height] = [40, 32];
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const far = Math.hypot(x - 14, y - 16);
      const solid = (far > 7 && far < 12) || far < 2 || (x > 28 && x < 36 && (y > 24 || (y > 4 && x < 32)));
      if (solid) data.set([200, 100, 50, 255], 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** The program reports the time that it took, which WebAssembly has no clock for. */
const timeless = (text) => text.replace(/("?milliseconds"?:)[0-9.e-]+/g, "$1 0").replace(/(milliseconds"?:) ?0/g, "$1 0");

test("every_format_has_the_bytes_that_the_program_writes", { skip: program ? false : "JOSTLE does not name the program" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "jostle-export-"));
  try {
    writeFileSync(join(folder, "ring.png"), png(picture()));
    const hitbox = trace(picture(), { maxDeviation: 1 });
    assert.ok(hitbox.rings.some(({ hole }) => hole) && hitbox.rings.length >= 4);
    for (const format of FORMATS) {
      execFileSync(program, ["trace", "ring.png", "--max-error", "1", "--format", format], { cwd: folder });
      const { name, text } = exportHitbox(hitbox, format, { name: "ring" });
      assert.equal(timeless(text), timeless(readFileSync(join(folder, name), "utf8")), format);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the_pivot_moves_the_forms_that_count_from_it", () => {
  const hitbox = trace({ width: 2, height: 2, data: new Uint8Array(16).fill(255) });
  const at = (pivot) => JSON.parse(exportHitbox(hitbox, "pixi", { name: "box", pivot }).text).box;
  assert.deepEqual(at([0, 0]), { anchor: [0, 0], polygons: [[0, 0, 2, 0, 2, 2, 0, 2]] });
  assert.deepEqual(at([1, 2]), { anchor: [0.5, 1], polygons: [[-1, -2, 1, -2, 1, 0, -1, 0]] });
});

test("an_empty_picture_is_written_too", () => {
  const hitbox = trace({ width: 2, height: 2, data: new Uint8Array(16) });
  for (const format of FORMATS) assert.ok(exportHitbox(hitbox, format, { name: "none" }).text.length > 0, format);
});

test("what_is_no_hitbox_and_no_format_is_refused", () => {
  const hitbox = trace(picture());
  assert.throws(() => exportHitbox(structuredClone(hitbox), "json"), { kind: "form", path: "hitbox" });
  assert.throws(() => exportHitbox(hitbox, "gif"), { kind: "form", path: "format" });
  assert.throws(() => exportHitbox(hitbox, "json", { name: 1 }), { kind: "form", path: "options.name" });
  assert.throws(() => exportHitbox(hitbox, "json", { pivot: [0, NaN] }), { kind: "number", path: "options.pivot[1]" });
  assert.throws(() => exportHitbox(hitbox, "json", { size: 1 }), { kind: "form", path: "options.size" });
});
