// Nothing has to be freed: what JavaScript drops, Rust drops.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const script = fileURLToPath(new URL("memory.mjs", import.meta.url));
const run = (...args) => execFileSync(process.execPath, ["--expose-gc", script, ...args], { encoding: "utf8" });

test("memory_is_flat_over_a_million_colliders_added_and_removed", () => {
  const { warm, end } = JSON.parse(run("colliders"));
  assert.equal(end, warm);
});

test("a_world_that_is_never_stepped_keeps_nothing_of_what_was_removed", () => {
  const { warm, end, held } = JSON.parse(run("unstepped"));
  assert.ok(end <= warm * 1.25, `${warm} bytes, then ${end}`);
  assert.ok(held <= 2, `${held} data of 1,000 removed are held`);
});

test("memory_is_flat_over_shapes_and_worlds_that_nobody_holds", () => {
  const { warm, end } = JSON.parse(run("dropped"));
  assert.equal(end, warm);
});

test("memory_that_is_used_up_is_an_error_and_not_a_wrong_answer", () => {
  const { kind, message, after } = JSON.parse(run("used-up"));
  assert.deepEqual([kind, message], ["memory", "the memory of WebAssembly is used up"]);
  assert.equal(after, "the memory of WebAssembly was used up before; restart the page or the worker");
});
