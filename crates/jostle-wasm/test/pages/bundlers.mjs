// The packed package in every bundler and runtime, each without a setting: `node bundlers.mjs`, or with names of
// some. The names are those of `WAYS` below.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { browser, open } from "./browser.mjs";

const RESULT = { build: "simd", hit: true, fraction: 0.4, vertices: 4 };
/** A file of a package: those that are large are installed by themselves. */
const file = (path) => (existsSync(`node_modules/${path}`) ? `node_modules/${path}` : `heavy/node_modules/${path}`);
const bin = (name) => file(`.bin/${name}`);
const run = (command, ...args) => execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const out = (name) => `out/${name}`;

/** A page that runs scripts: `module` for modules. */
function page(folder, name, scripts, kind = 'type="module" ') {
  mkdirSync(folder, { recursive: true });
  const tags = scripts.map((script) => `<script ${kind}src="${script}"></script>`).join("\n");
  writeFileSync(`${folder}/${name}`, `<!doctype html>\n<title>${folder}</title>\n<body>${tags}</body>\n`);
}

/** Opens what a bundler wrote. No request may block. */
async function opened(folder, name = "index.html", options = {}) {
  assert.deepEqual(await open(folder, name, options), RESULT);
}

const SAID = "bare: simd 0.4 4\n";

const WAYS = {
  async vite() {
    page("app", "index.html", ["./app.js"]);
    page("app", "worker.html", ["./worker-app.js"]);
    run(bin("vite"), "build", "app", "--outDir", "../out/vite", "--logLevel", "warn");
    await opened(out("vite"), "index.html", { loads: ["fetch"] });
  },
  async webpack() {
    for (const [name, entry] of [["webpack", "app"], ["webpack-worker", "worker-app"]]) {
      run(bin("webpack"), "--mode", "production", "--entry", `./app/${entry}.js`, "-o", out(name));
      page(out(name), "index.html", ["./main.js"], "");
      await opened(out(name));
    }
  },
  async rollup() {
    run(bin("rollup"), "app/app.js", "-p", "node-resolve", "-f", "es", "-d", out("rollup"));
    page(out("rollup"), "index.html", ["./app.js"]);
    // The second half comes as a JavaScript file, and a worker unpacks it.
    await opened(out("rollup"), "index.html", { unpacks: 1 });
  },
  async "esbuild-esm"() {
    run(bin("esbuild"), "app/app.js", "--bundle", "--splitting", "--format=esm", `--outdir=${out("esm")}`);
    page(out("esm"), "index.html", ["./app.js"]);
    await opened(out("esm"));
  },
  async "esbuild-iife"() {
    run(bin("esbuild"), "app/app.js", "--bundle", "--log-level=error", `--outfile=${out("iife")}/app.js`);
    page(out("iife"), "index.html", ["./app.js"], "");
    await opened(out("iife"), "index.html", { file: true });
  },
  async "import-map"() {
    const imports = { jostle: "./node_modules/jostle/js/index.js", "jostle/trace": "./node_modules/jostle/js/trace.js" };
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
    writeFileSync("map.html", `<!doctype html>\n<title>map</title>\n${map}\n<script type="module" src="./app/app.js"></script>\n`);
    await opened(".", "map.html", { loads: ["fetch"] });
  },
  async script() {
    mkdirSync(out("script"), { recursive: true });
    copyFileSync("node_modules/jostle/dist/jostle.js", `${out("script")}/jostle.js`);
    const app = run("cat", "app/app.js").replaceAll(/^import \{(.*)\} from .*$/gm, "const {$1} = jostle;");
    writeFileSync(`${out("script")}/app.js`, app);
    page(out("script"), "index.html", ["./jostle.js", "./app.js"], "");
    await opened(out("script"), "index.html", { file: true, loads: [] });
  },
  node() {
    assert.equal(run(process.execPath, "bare.mjs"), SAID);
    assert.equal(run(process.execPath, "app/bare.cjs"), SAID);
  },
  async parcel() {
    page("app", "index.html", ["./app.js"]);
    run(bin("parcel"), "build", "app/index.html", "--dist-dir", out("parcel"), "--no-cache", "--no-autoinstall", "--public-url", "./");
    await opened(out("parcel"));
  },
  async bun() {
    const bun = bin("bun");
    assert.equal(run(bun, "bare.mjs"), SAID);
    run(bun, "build", "app/app.js", "--target", "browser", "--outdir", out("bun"));
    page(out("bun"), "index.html", ["./app.js"]);
    await opened(out("bun"));
  },
  deno() {
    // No permission is given, and none is asked for.
    const deno = bin("deno");
    assert.equal(run(deno, "run", "--no-prompt", "--node-modules-dir=manual", "bare.mjs"), SAID);
  },
  packaging() {
    run(bin("publint"), "node_modules/jostle", "--strict");
    run(bin("attw"), process.env.PACK, "--no-color", "--no-emoji");
  },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(WAYS);
let failed = 0;
for (const name of wanted) {
  const start = performance.now();
  try {
    await WAYS[name]();
    console.log(`${name}: as everywhere (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`${name}: ${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
