// The code beside the scenes runs, and prints what its comments state. The Rust runs in crates/jostle/tests, the C++
// in crates/jostle-c/ci.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { transformWithOxc } from "vite";

const folder = new URL("../snippets/", import.meta.url);

test("every snippet of TypeScript runs and prints what its comments state", async () => {
  const place = mkdtempSync(fileURLToPath(new URL("./snippets-", import.meta.url)));
  try {
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".ts"))) {
      const source = readFileSync(new URL(name, folder), "utf8");
      const { code } = await transformWithOxc(source, name);
      const file = `${place}/${name}.mjs`;
      writeFileSync(file, code);
      const said = execFileSync(process.execPath, [file], { encoding: "utf8" }).trim().split("\n");
      const promised = [...source.matchAll(/^(?:console\.log\(.*\)|world\.step\(\)); \/\/ (.*)$/gm)].map(([, text]) => text);
      assert.deepEqual(said, promised, name);
    }
  } finally {
    rmSync(place, { recursive: true });
  }
});
