// The snippets of the README run, and say what their comments say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const snippets = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
// Within the package, so that "jostle" is its own name.
const folder = fileURLToPath(new URL("./", import.meta.url));
const navigator = JSON.stringify(new URL("./navigator.mjs", import.meta.url).href);

const SAYS = [
  [/^hero is -5 in the floor$/],
  [/^true$/],
  [/^\[ 14, 8 \] \[ 0, -1 \] \[ -1, 0 \]$/],
  [/^30 8 20$/],
  [/^true 36$/],
  [/^1 polygon$/],
  [/^polygon 4 true$/, /^hero\.hitbox\.json$/],
  [/^b\.points\[1\]\[1\]: expected a number, found the text "4"$/],
];

test("every_snippet_of_the_readme_runs_and_says_what_it_promises", () => {
  assert.equal(snippets.length, SAYS.length);
  const place = mkdtempSync(`${folder}snippets-`);
  try {
    snippets.forEach((code, index) => {
      const file = `${place}/${index}.mjs`;
      writeFileSync(file, `import ${navigator};\n${code}`);
      const lines = execFileSync(process.execPath, [file], { encoding: "utf8" }).trim().split("\n");
      assert.equal(lines.length, SAYS[index].length, lines.join("\n"));
      lines.forEach((line, at) => assert.match(line, SAYS[index][at]));
    });
  } finally {
    rmSync(place, { recursive: true });
  }
});
