// Builds the WebAssembly modules and writes them, optimised, where js/wasm reads them: `simd` and `plain`, one
// of which a page starts, and `trace`, which is started by the first that traces. `simd` is split: what
// scripts/typical.mjs needs, and the `rest`. `simd` and `trace` lie compressed in JavaScript files, `plain` and
// `rest` are fetched; `rest` lies in a JavaScript file too, for `jostle/whole`. Names as arguments build no others.
//
// Which Rust: (1) that of `rustc` on the path, where it has a wasm32 standard library; (2) Debian's
// rustc-web, cargo-web, rust-web-src and lld, which build the standard library along, tuned for size;
// (3) neither: exit 2 and say both remedies.
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

function toolchain() {
  const sysroot = capture("rustc", ["--print", "sysroot"]);
  if (sysroot && existsSync(join(sysroot, "lib/rustlib", TRIPLE, "lib"))) {
    return { name: "rustc on the path", cargo: "cargo", args: [], flags: "", env: {} };
  }
  const debian = ["/usr/bin/rustc", "/usr/bin/cargo", "/usr/bin/wasm-ld"].every((path) => existsSync(path));
  const source = debian && capture("/usr/bin/rustc", ["--print", "sysroot"]);
  if (source && existsSync(join(source, "lib/rustlib/src/rust/library/Cargo.lock"))) {
    return {
      name: "Debian's rustc-web",
      cargo: "/usr/bin/cargo",
      args: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"],
      flags: " -Zunstable-options -Cpanic=immediate-abort",
      env: {
        PATH: `/usr/bin:${process.env.PATH}`,
        RUSTC: "/usr/bin/rustc",
        RUSTC_BOOTSTRAP: "1",
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "wasm-ld",
      },
    };
  }
  console.error(`No Rust for ${TRIPLE} here. Do one of these:
  rustup target add ${TRIPLE}
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
console.log(`wasm: built by ${rust.name}`);

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
  process.env.JOSTLE_BUILD = "plain";
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

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MODULES);

/** Builds the modules of a target one after the other, since they share its folder. */
async function all(kind) {
  const sizes = [];
  for (const name of wanted.filter((each) => MODULES[each].target === kind)) sizes.push(...(await build(name)));
  return sizes;
}

// Side by side: most of a build is linking, which uses one core.
const sizes = (await Promise.all([all("simd"), all("plain")])).flat();

const limits = JSON.parse(readFileSync(join(here, "scripts/limits.json"), "utf8"));
let over = false;
for (const { name, js = 0, ...size } of sizes) {
  for (const [what, limit] of Object.entries(limits[name])) {
    const bad = size[what] > limit;
    over ||= bad;
    console.log(`size of ${name}: ${what} ${size[what]} bytes, limit ${limit}${bad ? ", TOO LARGE" : ""}`);
  }
  if (js) console.log(`size of ${name}: ${js} bytes as JavaScript`);
}
// Without the standard library built along, the size is what it is.
process.exit(over && rust.flags ? 1 : 0);
