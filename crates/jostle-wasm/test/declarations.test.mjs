// What the declarations promise: a sentence for everything, examples that run, and no name of the browser's.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const folder = new URL("../js/", import.meta.url);
const files = ["", "pixi/"].flatMap((below) =>
  readdirSync(new URL(below, folder)).filter((name) => name.endsWith(".d.ts")).map((name) => below + name),
);
const texts = new Map(files.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

/** Declarations and members without a sentence before them; overloads share that of the first. */
function bare(text) {
  const found = [];
  let named = "";
  const lines = text.split("\n");
  lines.forEach((line, at) => {
    const declaration = /^export (?:declare )?(?:interface|type|class|function|const) (\w+)/.exec(line);
    const member = /^ {2}(?:readonly )?(\w+)\??(?:<[^>]*>)?[(:]/.exec(line);
    const name = (declaration ?? member)?.[1];
    if (!name) return;
    const before = lines[at - 1].trim();
    if (!before.endsWith("*/") && name !== named) found.push(`${at + 1}: ${line.trim()}`);
    named = name;
  });
  return found;
}

/** The values that a file exports, and those of the files that it passes on. */
function values(file) {
  const text = readFileSync(new URL(file, folder), "utf8");
  const own = [...text.matchAll(/^export (?:async )?(?:class|function\*?|const) (\w+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names.match(/\w+(?=\s*(?:,|$))/g));
  const kind = file.endsWith(".d.ts") ? ".d.ts" : ".js";
  const passed = [...text.matchAll(/^export \* from "\.\/(\w+)\.js";/gm)].flatMap(([, name]) => values(name + kind));
  return [...new Set([...own, ...listed, ...passed])].sort();
}

test("the_declarations_have_the_names_that_the_modules_export", () => {
  for (const name of ["index", "trace", "whole", "pixi/index", "pixi/outline"]) {
    const exported = values(`${name}.js`);
    assert.ok(exported.length >= 2, name);
    assert.deepEqual(values(`${name}.d.ts`), exported, name);
  }
});

test("every_declaration_and_member_has_a_sentence", () => {
  for (const [name, text] of texts) {
    // The parameters of a function that is written over many lines are no members.
    const flat = text.replaceAll(/\(\n(?: {2}.*\n)+?\)/g, "()");
    assert.deepEqual(bare(flat), [], name);
  }
});

test("no_exported_name_is_one_of_the_browser", async () => {
  // The compiler is a package of its own for each machine.
  const { default: compiler } = await import("../node_modules/typescript/lib/getExePath.js");
  const dom = readFileSync(join(dirname(compiler()), "lib.dom.d.ts"), "utf8");
  const names = new Set([...dom.matchAll(/^(?:interface|declare var|type) (\w+)/gm)].map(([, name]) => name));
  assert.ok(names.has("Event") && names.has("Range"));
  for (const [file, text] of texts) {
    const exported = [...text.matchAll(/^export (?:interface|type|class|function|const) (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual(exported.filter((name) => names.has(name)), [], file);
  }
});

test("every_example_runs_and_prints_what_its_comments_state", () => {
  const place = mkdtempSync(fileURLToPath(new URL("./examples-", import.meta.url)));
  const navigator = JSON.stringify(new URL("./navigator.mjs", import.meta.url).href);
  let count = 0;
  try {
    for (const [name, text] of texts) {
      for (const [, block] of text.matchAll(/^ *\* @example\n((?: *\*(?!\/).*\n)+)/gm)) {
        const code = block.replaceAll(/^ *\* ?/gm, "").replace(/^```js\n/, "").replace(/```\s*$/, "");
        const file = `${place}/${count++}.mjs`;
        writeFileSync(file, `import ${navigator};\n${code}`);
        const lines = execFileSync(process.execPath, [file], { encoding: "utf8" }).split("\n");
        const want = [...code.matchAll(/(?:console\.log\(.*\)|world\.step\(\)); \/\/ (.*)$/gm)].map(([, said]) => said);
        assert.deepEqual(lines.slice(0, -1), want, `${name}: ${code}`);
      }
    }
  } finally {
    rmSync(place, { recursive: true });
  }
  assert.ok(count >= 6, String(count));
});
