// The same bits in WebAssembly as natively, with SIMD as without, with every broad phase.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const script = fileURLToPath(new URL("golden.mjs", import.meta.url));
const chosen = new URL("build.mjs", import.meta.url).href;
const source = readFileSync(new URL("../../jostle/tests/world_golden.rs", import.meta.url), "utf8");
const pinned = /GOLDEN: u64 = 0x([0-9a-f_]+);/.exec(source)[1].replaceAll("_", "");

for (const build of ["simd", "plain"]) {
  test(`the_golden_run_of_the_${build}_build_has_the_native_hash`, () => {
    const env = { ...process.env, JOSTLE_BUILD: build };
    const said = execFileSync(process.execPath, ["--import", chosen, script], { env, encoding: "utf8" });
    assert.equal(said.trim(), `${build} ${pinned}`);
  });
}

test("every_broad_phase_has_the_same_hash", () => {
  for (const broad of ["brute", "sweep", "tree"]) {
    const said = execFileSync(process.execPath, [script, broad], { encoding: "utf8" });
    assert.equal(said.trim().split(" ")[1], pinned, broad);
  }
});
