// Importing is all there is to do: here, in workers, and with the modules unpacked by own means.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { build } from "../js/index.js";
import { unlzma } from "../js/wasm/unlzma.js";
import { pack } from "../scripts/pack.mjs";
import { split as splitIn, watched } from "../scripts/split.mjs";

test("packed_data_of_every_kind_unpacks_to_what_it_was", () => {
  const samples = [
    Buffer.alloc(0),
    Buffer.from("a"),
    Buffer.alloc(100_000, 7),
    randomBytes(70_000),
    Buffer.from("abcabcabd".repeat(5000)),
    readFileSync(new URL("load.test.mjs", import.meta.url)),
  ];
  for (const sample of samples) {
    for (const level of [1, 5, 9]) {
      assert.deepEqual(Buffer.from(unlzma(pack(sample, level), sample.length)), sample, `level ${level}`);
    }
  }
});

test("this_machine_runs_the_build_with_simd", () => {
  assert.equal(build, process.env.JOSTLE_BUILD ?? "simd");
});

test("a_worker_imports_it_and_answers_at_once", async () => {
  const url = new URL("../js/index.js", import.meta.url).href;
  const source = `
    import { parentPort } from "node:worker_threads";
    import { overlaps } from ${JSON.stringify(url)};
    parentPort.postMessage(overlaps({ type: "circle", radius: 1 }, { type: "point", at: [1, 0] }));
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { type: "module" });
  const [answer] = await new Promise((resolve, reject) => {
    worker.once("message", (...all) => resolve(all));
    worker.once("error", reject);
  });
  assert.equal(answer, true);
});

/** What a program of its own prints, which reads `rest.wasm` as `read` states and counts how often. */
function reading(entry, read, source) {
  const program = `
    const files = process.getBuiltinModule("node:fs");
    const { readFileSync } = files;
    let reads = 0;
    const really = (...all) => readFileSync(...all);
    files.readFileSync = (url, ...all) => (String(url).endsWith("rest.wasm") ? (reads++, (${read})(url)) : really(url, ...all));
    const jostle = await import(${JSON.stringify(new URL(entry, import.meta.url).href)});
    const ball = { type: "circle", radius: 1 };
    ${source}
  `;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }).trim();
}

const split = { skip: build === "plain" && "this build has no halves" };

test("what_most_pages_do_needs_no_rest_and_other_things_start_it_once", split, () => {
  const found = reading(
    "../js/index.js",
    "really",
    `const world = new jostle.World();
     world.addAll([0, 1, 5].map((x) => ({ shape: ball, at: [x, 0] })));
     const [events, before] = [world.step().length, reads];
     const areas = [jostle.region(ball, ball, 0.01).area > 3, jostle.region(ball, ball, 0.01).area > 3];
     console.log(events, before, ...areas, reads);`,
  );
  assert.equal(found, "1 0 true true 1");
});

test("the_whole_library_reads_nothing_later", split, () => {
  const found = reading(
    "../js/whole.js",
    "really",
    "console.log(jostle.region(ball, ball, 0.01).area > 3, typeof jostle.World, reads);",
  );
  assert.equal(found, "true function 0");
});

test("a_rest_that_cannot_be_loaded_is_an_error_that_stays", split, () => {
  const found = reading(
    "../js/index.js",
    '() => { throw new Error("gone"); }',
    `for (const ask of [() => jostle.region(ball, ball), () => jostle.overlaps(ball, ball)]) {
       try { ask(); } catch (error) { console.log(error.name, error.kind, error.message); }
     }`,
  );
  const way = '`await ready()` first, or import "jostle/whole"';
  const sentence = `JostleError load the second half of jostle cannot be loaded at once: gone; ${way}`;
  assert.deepEqual(found.split("\n"), [sentence, sentence]);
});

test("after_ready_nothing_is_read_at_once_and_the_file_that_bundlers_follow_stands_in", split, () => {
  for (const gone of [false, true]) {
    const program = `
      const files = process.getBuiltinModule("node:fs");
      files.readFileSync = () => { throw new Error("a read that blocks"); };
      const { readFile } = files.promises;
      files.promises.readFile = (url, ...all) =>
        ${gone} && String(url).endsWith("rest.wasm") ? Promise.reject(new Error("gone")) : readFile(url, ...all);
      const { ready, region } = await import(${JSON.stringify(new URL("../js/index.js", import.meta.url).href)});
      await Promise.all([ready(), ready()]);
      await ready();
      const ball = { type: "circle", radius: 1 };
      console.log(region(ball, ball, 0.01).area > 3);
    `;
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
    assert.equal(said.trim(), "true");
  }
});

test("a_module_split_anywhere_answers_the_same", async () => {
  // even(n) and odd(n) by way of each other, in a memory of one page, with a table and a global; by hand.
  const text = (word) => [word.length, ...Buffer.from(word)];
  const section = (id, ...bytes) => [id, bytes.length, ...bytes];
  const body = (...bytes) => [bytes.length + 2, 0, ...bytes, 0x0b];
  const step = (other, none) => [0x20, 0, 0x45, 0x04, 0x7f, 0x41, none, 0x05, 0x20, 0, 0x41, 1, 0x6b, 0x10, other, 0x0b];
  const bytes = Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(2, 1, ...text("jostle"), ...text("j_rest"), 0, 0),
    ...section(3, 2, 1, 1),
    ...section(4, 1, 0x70, 1, 1, 1),
    ...section(5, 1, 0, 1),
    ...section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
    ...section(7, 3, ...text("even"), 0, 1, ...text("odd"), 0, 2, ...text("memory"), 2, 0),
    ...section(10, 2, ...body(...step(2, 1)), ...body(...step(1, 0))),
  ]);
  for (const first of [[1, 1], [1, 0], [0, 1], [0, 0]]) {
    const [one, two] = splitIn(bytes, first);
    let starts = 0;
    const jostle = {
      j_rest() {
        starts++;
        new WebAssembly.Instance(new WebAssembly.Module(two), { jostle, first: exports });
        exports.started.value = 1;
      },
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(one), { jostle });
    for (let n = 0; n < 6; n++) assert.deepEqual([exports.even(n), exports.odd(n)], [1 - (n & 1), n & 1]);
    assert.equal(starts, first.includes(0) ? 1 : 0);
  }
  const { bytes: watching, start, count } = watched(bytes);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(watching), { jostle: { j_rest() {} } });
  assert.equal(exports.even(0), 1);
  assert.deepEqual([...new Uint8Array(exports.memory.buffer, start, count)], [1, 0]);
});
