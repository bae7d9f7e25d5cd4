// Writes dist/: the library and the tracer in one file, as a classic script and for `require`; what PixiJS needs, for
// `require`; their types; and folders for resolvers that do not read `exports`.
import { build } from "esbuild";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const to = (...path) => join(here, "dist", ...path);
const common = { bundle: true, minify: true, target: "es2022", legalComments: "none", absWorkingDir: here };

rmSync(to(), { recursive: true, force: true });
mkdirSync(to("types"), { recursive: true });
writeFileSync(to("package.json"), '{ "type": "commonjs" }\n');

await build({
  ...common,
  stdin: { contents: 'export * from "./js/whole.js"; export * from "./js/trace.js";', resolveDir: here },
  outfile: to("jostle.js"),
  format: "iife",
  globalName: "jostle",
  // A classic script has no address, and needs none: all is in it.
  logOverride: { "empty-import-meta": "silent" },
  footer: { js: 'if (typeof module === "object" && module.exports) module.exports = jostle;' },
});

await build({
  ...common,
  stdin: { contents: 'export * from "./js/pixi/index.js"; export * from "./js/pixi/outline.js";', resolveDir: here },
  outfile: to("pixi.js"),
  format: "cjs",
  external: ["pixi.js"],
  plugins: [
    {
      name: "the library is the file beside this one",
      setup({ onResolve }) {
        onResolve({ filter: /^\.\.\/\w+\.js$/ }, () => ({ path: "./jostle.js", external: true }));
      },
    },
  ],
});

// Types of modules that are required are files of their own.
cpSync(join(here, "js"), to("types"), { recursive: true, filter: (path) => !/\.(js|wasm)$|\/wasm$/.test(path) });

/** Folders by which old resolvers find what `exports` names. */
const FOLDERS = {
  trace: ["dist/jostle.js", "js/trace"],
  whole: ["dist/jostle.js", "js/whole"],
  pixi: ["dist/pixi.js", "js/pixi/index"],
  "pixi/outline": ["dist/pixi.js", "js/pixi/outline"],
};
for (const [folder, [main, module]] of Object.entries(FOLDERS)) {
  const up = "../".repeat(folder.split("/").length);
  mkdirSync(join(here, folder), { recursive: true });
  const names = { main: up + main, module: `${up}${module}.js`, types: `${up}${module}.d.ts`, sideEffects: true };
  writeFileSync(join(here, folder, "package.json"), `${JSON.stringify(names, null, 2)}\n`);
}
