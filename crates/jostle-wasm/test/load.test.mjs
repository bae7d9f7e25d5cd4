// Importing is all there is to do: here, in workers, and with the modules unpacked by own means.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { build } from "../js/index.js";
import { unlzma } from "../js/wasm/unlzma.js";
import { pack } from "../scripts/pack.mjs";

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
