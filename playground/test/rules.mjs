// The rules of a scene without its page: built for Node, so that tests play many frames.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { root } from "./page.mjs";

let built = 0;

/** Builds a module of `src` and imports it; the folder is one that `jostle` is found from. */
export async function rules(path) {
  const outDir = join(root, "test", `rules-${process.pid}-${++built}`);
  const rollupOptions = { external: [/^jostle/], output: { entryFileNames: "rules.mjs" } };
  const lib = { entry: join(root, "src", path), formats: ["es"] };
  try {
    await build({ root, configFile: false, logLevel: "error", build: { outDir, lib, rollupOptions, minify: false, copyPublicDir: false } });
    return await import(pathToFileURL(join(outDir, "rules.mjs")).href);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** The map of the platformer, as text. */
export const mapText = () => readFileSync(join(root, "../examples/tiled/platformer.tmj"), "utf8");
