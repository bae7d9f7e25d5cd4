// Makes ready what a build needs and a fresh clone has not: this folder's packages, and jostle itself
// compiled to WebAssembly, which needs Rust (crates/jostle-wasm states which).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const jostle = resolve(here, "../crates/jostle-wasm");

function npm(folder, ...args) {
  console.log(`${folder}: npm ${args.join(" ")}`);
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(here, "node_modules/vite"))) npm(here, "ci", "--no-audit", "--no-fund");
if (!["simd.js", "rest.wasm", "plain.wasm", "trace.js"].every((each) => existsSync(join(jostle, "js/wasm", each)))) {
  npm(jostle, "ci", "--no-audit", "--no-fund");
  npm(jostle, "run", "build");
}
