// Builds the WebAssembly modules and writes them, optimised, where js/wasm reads them: `simd` and `plain`, one
// of which a page starts, and `trace`, which is started by the first that traces. `simd` and `trace` lie
// compressed in JavaScript files, `plain` is fetched where it is needed. Names as arguments build no others.
//
// Which Rust: (1) that of `rustc` on the path, where it has a wasm32 standard library; (2) Debian's
// rustc-web, cargo-web, rust-web-src and lld, which build the standard library along, tuned for size;
// (3) neither: exit 2 and say both remedies.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { pack } from "./pack.mjs";

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
 * speed: half as fast again as by "s", and 8 % larger; functions are only copied into each other where that is
 * small. The others are built for size, and share a folder.
 */
const FAST = { target: "simd", level: "2", flags: "-Ctarget-feature=+simd128 -Cllvm-args=--inline-threshold=10" };
const SMALL = { target: "plain", level: "z", flags: "-Ctarget-feature=-simd128" };
const MODULES = {
  simd: { part: "collide", ...FAST, packs: true },
  plain: { part: "collide", ...SMALL, packs: false },
  trace: { part: "trace", ...SMALL, packs: true },
};

/** Builds a module; its sizes. */
async function build(name) {
  const { part, target: kind, level, flags, packs } = MODULES[name];
  const folder = join(target, `wasm-${kind}`);
  const features = ["--no-default-features", "--features", part];
  await run(
    rust.cargo,
    ["build", "--quiet", "--package", "jostle-wasm", ...features, "--profile", "wasm", "--target", TRIPLE, "--locked", ...rust.args],
    { ...rust.env, CARGO_TARGET_DIR: folder, CARGO_PROFILE_WASM_OPT_LEVEL: level, RUSTFLAGS: flags + rust.flags },
  );
  const built = join(folder, TRIPLE, "wasm", "jostle_wasm.wasm");
  const small = join(folder, `${name}.wasm`);
  await run(process.execPath, [join(here, "node_modules/binaryen/bin/wasm-opt"), level === "z" ? "-Oz" : "-O3", ...OPTIMISE, built, "-o", small]);
  const bytes = readFileSync(small);
  const size = { name, wasm: bytes.length };
  if (!packs) {
    writeFileSync(join(here, "js/wasm", `${name}.wasm`), bytes);
    // As servers send it.
    return { ...size, gzip: gzipSync(bytes, { level: 9 }).length };
  }
  const packed = pack(bytes);
  const text = `// Made by scripts/build.mjs: the ${name} build, compressed.
export const size = ${bytes.length};
export const packed =
  "${packed.toString("base64")}";
`;
  writeFileSync(join(here, "js/wasm", `${name}.js`), text);
  return { ...size, packed: packed.length, js: text.length };
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MODULES);

/** Builds the modules of a target one after the other, since they share its folder. */
async function all(kind) {
  const sizes = [];
  for (const name of wanted.filter((each) => MODULES[each].target === kind)) sizes.push(await build(name));
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
