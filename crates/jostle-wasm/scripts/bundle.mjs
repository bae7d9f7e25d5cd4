// Writes dist/: the library and the tracer in one file, as a classic script and for `require`; what PixiJS needs, for
// `require`; their types; and folders for resolvers that do not read `exports`.
import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

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

/** What a page that imports this loads first, as it is sent, in bytes. */
async function first(contents) {
  const { outputFiles, metafile } = await build({
    ...common,
    stdin: { contents, resolveDir: here },
    splitting: true,
    format: "esm",
    outdir: to("sizes"),
    external: ["pixi.js"],
    write: false,
    metafile: true,
  });
  const later = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.endsWith("rest.js"));
  const names = later.map(([path]) => path.split("/").pop());
  const sent = outputFiles.filter(({ path }) => !names.some((name) => path.endsWith(name)));
  return sent.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
}

const FIRST = {
  jostle: 'import { World, overlaps } from "./js/index.js"; console.log(World, overlaps);',
  "jostle/pixi":
    'import { World } from "./js/index.js"; import { debugGraphics, follow } from "./js/pixi/index.js"; console.log(World, debugGraphics, follow);',
};
// The module is measured by scripts/build.mjs; this is the code around it.
const module = gzipSync(readFileSync(join(here, "js/wasm/simd.js")), { level: 9 }).length;
const limits = JSON.parse(readFileSync(join(here, "scripts/limits.json"), "utf8")).code;
for (const [name, contents] of Object.entries(FIRST)) {
  const bytes = await first(contents);
  if (process.argv.includes("--sizes")) console.log(`${name}: ${bytes} bytes are sent first, ${bytes - module} of them code`);
  if (bytes - module <= limits[name]) continue;
  console.error(`The code of ${name} is too large: ${bytes - module} bytes, and the limit is ${limits[name]} (scripts/limits.json)`);
  process.exitCode = 1;
}
