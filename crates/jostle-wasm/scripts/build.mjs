// Builds the WebAssembly modules and writes them, optimised, where js/wasm reads them: `simd` and `plain`, one
// of which a page starts, and `trace`, which is started by the first that traces. `simd` is split: what
// scripts/typical.mjs needs, and the `rest`. `simd` and `trace` lie compressed in JavaScript files, `plain` and
// `rest` are fetched; `rest` lies in a JavaScript file too, for `jostle/whole`. Names as arguments build no others;
// `--sizes` prints the sizes.
//
// Which Rust, the first that is there:
// (1) `rustc` on the path with the wasm32 target and rust-src: its standard library is built along, for size;
// (2) Debian's rustc-web, cargo-web, rust-web-src and lld: the same;
// (3) `rustc` on the path with the wasm32 target alone: its standard library is taken as it is, and is larger;
// else exit 2, with the commands that help. limits.json has the sizes of each kind: `small` and `plain`.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { named } from "./order.mjs";
import { pack } from "./pack.mjs";
import { split, watched } from "./split.mjs";
import { run as typical } from "./typical.mjs";

const here = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const root = resolve(here, "../..");
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const TRIPLE = "wasm32-unknown-unknown";

function capture(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", cwd: root });
  return status === 0 ? stdout.trim() : null;
}

function run(command, args, env) {
  const child = spawn(command, args, { stdio: "inherit", cwd: root, env: { ...process.env, ...env } });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (status) => (status === 0 ? done() : failed(new Error(`${command} ended with ${status}`))));
  });
}

/** Whether the source of the standard library lies beside a compiler. */
const hasSource = (sysroot) => existsSync(join(sysroot, "lib/rustlib/src/rust/library/Cargo.lock"));

const WITH_STD = {
  limits: "small",
  args: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"],
  flags: " -Zunstable-options -Cpanic=immediate-abort",
};

function toolchain() {
  const sysroot = capture("rustc", ["--print", "sysroot"]);
  const own = sysroot && existsSync(join(sysroot, "lib/rustlib", TRIPLE, "lib"));
  if (own && hasSource(sysroot)) {
    return { name: "rustc on the path, with its standard library", cargo: "cargo", ...WITH_STD, env: { RUSTC_BOOTSTRAP: "1" } };
  }
  const debian = ["/usr/bin/rustc", "/usr/bin/cargo", "/usr/bin/wasm-ld"].every((path) => existsSync(path));
  const source = debian && capture("/usr/bin/rustc", ["--print", "sysroot"]);
  if (source && hasSource(source)) {
    const env = { PATH: `/usr/bin:${process.env.PATH}`, RUSTC: "/usr/bin/rustc", RUSTC_BOOTSTRAP: "1" };
    env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER = "wasm-ld";
    return { name: "Debian's rustc-web, with its standard library", cargo: "/usr/bin/cargo", ...WITH_STD, env };
  }
  if (own) return { name: "rustc on the path", limits: "plain", cargo: "cargo", args: [], flags: "", env: {} };
  console.error(`No Rust for ${TRIPLE} here. Do one of these:
  rustup target add ${TRIPLE} && rustup component add rust-src
  apt-get install rustc-web cargo-web rust-web-src lld`);
  process.exit(2);
}

const OPTIMISE = [
  "--enable-simd",
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--enable-reference-types",
  "--enable-multivalue",
  "--strip-debug",
  "--strip-producers",
];

const rust = toolchain();
console.log(`WebAssembly by ${rust.name}; some minutes`);

/**
 * The modules: the feature of the crate, and how they are built. Nearly everyone runs `simd`, so it is built for
 * speed: half as fast again as by "s", and 8 % larger; functions are only copied into each other, and loops only
 * unrolled, where that is small. The others are built for size, and share a folder.
 */
const KEPT_SMALL = "-Cllvm-args=--inline-threshold=25 -Cllvm-args=--unroll-threshold=60";
const FAST = { target: "simd", level: "2", flags: `-Ctarget-feature=+simd128 ${KEPT_SMALL}` };
const SMALL = { target: "plain", level: "z", flags: "-Ctarget-feature=-simd128" };
const MODULES = {
  simd: { part: "collide", ...FAST },
  plain: { part: "collide", ...SMALL },
  trace: { part: "trace", ...SMALL },
};

function optimise(how, from, to) {
  return run(process.execPath, [join(here, "node_modules/binaryen/bin/wasm-opt"), ...how, ...OPTIMISE, from, "-o", to]);
}

/** The bytes of an optimised module, with its functions in the order that compresses best. */
async function ordered(file) {
  const [names, moved] = ["names", "moved"].map((word) => `${file}.${word}`);
  writeFileSync(names, named(readFileSync(file)));
  await optimise(["--reorder-functions-by-name"], names, moved);
  return readFileSync(moved);
}

/** Writes a module as a file that is fetched; its sizes, as servers send it. */
function fetched(name, bytes) {
  writeFileSync(join(here, "js/wasm", `${name}.wasm`), bytes);
  return { name, wasm: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

/** Writes a module as a JavaScript file; its sizes, `sent` as a server that compresses sends that file. */
function packed(name, bytes) {
  const small = pack(bytes);
  const text = `// Made by scripts/build.mjs: the ${name} build, compressed.
export const size = ${bytes.length};
export const packed =
  "${small.toString("base64")}";
`;
  writeFileSync(join(here, "js/wasm", `${name}.js`), text);
  const gzip = (data) => gzipSync(data, { level: 9 }).length;
  return { name, wasm: bytes.length, packed: small.length, gzip: gzip(bytes), sent: gzip(text), js: text.length };
}

/** Which functions of the module `scripts/typical.mjs` runs: it is run by a copy of the package that watches them. */
async function needed(bytes, folder) {
  const copy = join(folder, "watched");
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(here, "js"), join(copy, "js"), { recursive: true });
  cpSync(join(here, "package.json"), join(copy, "package.json"));
  const { bytes: watching, start, count } = watched(bytes);
  writeFileSync(join(copy, "js/wasm/plain.wasm"), watching);
  writeFileSync(join(copy, "js/wasm/simd.js"), "");
  globalThis.JOSTLE_BUILD = "plain";
  const from = (name) => import(pathToFileURL(join(copy, "js", name)).href);
  typical(await from("index.js"));
  const { memory } = await from("wasm/load.js");
  return new Uint8Array(memory.buffer, start, count);
}

/** Splits the optimised module; the sizes of its halves. */
async function halves(whole, folder) {
  const bytes = readFileSync(whole);
  const made = split(bytes, await needed(bytes, folder));
  const [first, rest] = await Promise.all(
    made.map(async (half, index) => {
      const [from, to] = ["split", "half"].map((word) => join(folder, `${word}${index}.wasm`));
      writeFileSync(from, half);
      await optimise(["-O3"], from, to);
      return ordered(to);
    }),
  );
  const { js, packed: small } = packed("rest", rest);
  return [packed("simd", first), { ...fetched("rest", rest), packed: small, js }];
}

/** Builds a module; its sizes, or those of its halves. */
async function build(name) {
  const { part, target: kind, level, flags } = MODULES[name];
  const folder = join(target, `wasm-${kind}`);
  const features = ["--no-default-features", "--features", part];
  await run(
    rust.cargo,
    ["build", "--quiet", "--package", "jostle-wasm", ...features, "--profile", "wasm", "--target", TRIPLE, "--locked", ...rust.args],
    { ...rust.env, CARGO_TARGET_DIR: folder, CARGO_PROFILE_WASM_OPT_LEVEL: level, RUSTFLAGS: flags + rust.flags },
  );
  const built = join(folder, TRIPLE, "wasm", "jostle_wasm.wasm");
  const small = join(folder, `${name}.wasm`);
  const how = level === "z" ? ["-Oz"] : ["-O3"];
  // What has one caller stays by itself, so that each half has what it needs and no more.
  if (name === "simd") how.push("--one-caller-inline-max-function-size=30");
  await optimise(how, built, small);
  if (name === "simd") return halves(small, folder);
  const bytes = await ordered(small);
  return [name === "plain" ? fetched(name, bytes) : packed(name, bytes)];
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = asked.length ? asked : Object.keys(MODULES);

/** Builds the modules of a target one after the other, since they share its folder. */
async function all(kind) {
  const sizes = [];
  for (const name of wanted.filter((each) => MODULES[each].target === kind)) sizes.push(...(await build(name)));
  return sizes;
}

// Side by side: most of a build is linking, which uses one core.
const sizes = (await Promise.all([all("simd"), all("plain")])).flat();

const limits = JSON.parse(readFileSync(join(here, "scripts/limits.json"), "utf8"))[rust.limits];
const over = [];
for (const { name, ...size } of sizes) {
  for (const [what, limit] of Object.entries(limits[name])) {
    if (size[what] > limit) over.push(`${name}: ${what} has ${size[what]} bytes, and the limit is ${limit}`);
  }
}
if (process.argv.includes("--sizes")) console.table(sizes);
if (over.length) {
  console.error(`Too large (scripts/limits.json, ${rust.limits}):\n  ${over.join("\n  ")}`);
  process.exit(1);
}
