// Writes site/out: the playground at its root, the guide, the API of Rust and of TypeScript, the measurements, and the
// sources of the scenes. Plain files with relative links, for any file server. Fails on a link that leads nowhere.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const site = dirname(fileURLToPath(import.meta.url));
const root = resolve(site, "../..");
const out = join(site, "out");

/** All files below a folder. */
function* below(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* below(path);
    else yield path;
  }
}

function run(cwd, command, args, env = {}) {
  const shell = process.platform === "win32";
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", shell, env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(site, "node_modules/marked"))) run(site, "npm", ["ci", "--silent", "--no-audit", "--no-fund"]);
const { Marked } = await import("marked");

/** The pages of the guide, by the files that they are made of. */
const PAGES = new Map([
  ["README.md", "index"],
  ["crates/jostle-wasm/README.md", "javascript"],
  ["crates/jostle-c/README.md", "c"],
  ["crates/jostle-python/README.md", "python"],
  ["crates/jostle-bench/README.md", "bench"],
  ["crates/jostle-bench/record/README.md", "record"],
  ["crates/jostle-instructions/README.md", "instructions"],
  ["crates/jostle-oracle/README.md", "oracle-crate"],
  ["playground/README.md", "playground"],
  ["CONVENTIONS.md", "conventions"],
  ["ARCHITECTURE.md", "architecture"],
  ["CONTRIBUTING.md", "contributing"],
  ["CHANGELOG.md", "changelog"],
]);
for (const name of readdirSync(join(root, "docs"))) {
  if (name.endsWith(".md") && !PAGES.has(`docs/${name}`)) PAGES.set(`docs/${name}`, basename(name, ".md"));
}

/** Where a link of a file leads on the site; null for what is only in the repository. */
function target(from, href) {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path, hash = ""] = href.split("#", 2);
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  const chapter = /^crates\/jostle\/src\/guide\/(\w+)\.md$/.exec(file);
  if (chapter) return `../api/rust/jostle/guide/${chapter[1]}/index.html`;
  const page = PAGES.get(file);
  if (page) return `${page}.html${hash && `#${hash}`}`;
  const full = join(root, file);
  if (!existsSync(full)) throw new Error(`${from}: ${href} leads nowhere`);
  if (statSync(full).isDirectory()) return null;
  // Servers show what they know: pictures and text.
  const shown = [".svg", ".png", ".json"].includes(extname(file)) ? file : `${file}.txt`;
  mkdirSync(join(out, "source", dirname(file)), { recursive: true });
  cpSync(full, join(out, "source", shown));
  return `../source/${shown}`;
}

const TITLES = new Map();
for (const [file, page] of PAGES) TITLES.set(page, /^# (.*)$/m.exec(readFileSync(join(root, file), "utf8"))?.[1] ?? page);

TITLES.set("index", "jostle").set("javascript", "JavaScript and PixiJS").set("c", "C and C++").set("python", "Python").set("bench", "Measurements");

const TOP = [
  ["../index.html", "Playground"],
  ["index.html", "Guide"],
  ["../api/rust/jostle/index.html", "Rust API"],
  ["../api/typescript/index.html", "TypeScript API"],
  ["bench.html", "Measurements"],
];

function page(file, name) {
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === "link" || token.type === "image") token.href = target(file, token.href) ?? "";
    },
    renderer: {
      // What is only in the repository is named, and not linked.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return href ? `<a href="${href}">${text}</a>` : text;
      },
      heading({ depth, tokens, text }) {
        const id = text.toLowerCase().replaceAll(/[^\w\s-]/g, "").trim().replaceAll(/\s+/g, "-");
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const body = marked.parse(readFileSync(join(root, file), "utf8"));
  const links = TOP.map(([href, text]) => `<a href="${href}">${text}</a>`).join("");
  const pages = [...TITLES].map(([other, title]) => `<li><a href="${other}.html"${other === name ? ' aria-current="page"' : ""}>${title}</a></li>`);
  writeFileSync(
    join(out, "guide", `${name}.html`),
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLES.get(name)} · jostle</title><link rel="stylesheet" href="guide.css"></head>
<body><header><b>jostle</b>${links}</header>
<nav aria-label="Guide"><ul>${pages.join("")}</ul></nav>
<main>${body.replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>")}</main></body></html>
`,
  );
}

rmSync(out, { recursive: true, force: true });
console.log("site: the playground");
run(join(root, "playground"), "npm", ["run", "--silent", "build", "--", "--logLevel", "warn"], { VITE_SITE: "yes" });
cpSync(join(root, "playground/dist"), out, { recursive: true });

console.log("site: the guide");
mkdirSync(join(out, "guide"), { recursive: true });
cpSync(join(site, "guide.css"), join(out, "guide/guide.css"));
for (const [file, name] of PAGES) page(file, name);

console.log("site: the API of TypeScript");
// Copied, so that PixiJS is found beside the playground.
rmSync(join(site, "types"), { recursive: true, force: true });
cpSync(join(root, "crates/jostle-wasm/js"), join(site, "types"), {
  recursive: true,
  filter: (path) => !/\.(js|wasm)$|\/wasm$/.test(path),
});
run(site, process.execPath, ["node_modules/typedoc/bin/typedoc", "--options", "typedoc.json"]);

// It writes links of the caller's as they are, whatever the folder of the page.
for (const file of below(join(out, "api/typescript"))) {
  if (!file.endsWith(".html")) continue;
  const up = relative(dirname(file), out).replaceAll("\\", "/");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('href="SITE/', `href="${up}/`));
}

console.log("site: the API of Rust");
const doc = resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "doc");
run(root, "cargo", ["doc", "--quiet", "--no-deps", "-p", "jostle", "-p", "jostle-trace", "--all-features"]);
for (const name of ["jostle", "jostle_trace", "static.files", "src"]) cpSync(join(doc, name), join(out, "api/rust", name), { recursive: true });
for (const name of readdirSync(doc)) if (/\.(js|html)$/.test(name)) cpSync(join(doc, name), join(out, "api/rust", name));
if (existsSync(join(doc, "search.index"))) cpSync(join(doc, "search.index"), join(out, "api/rust/search.index"), { recursive: true });

console.log("site: the sources of the scenes");
cpSync(join(root, "playground/src/scenes"), join(out, "source"), { recursive: true });

console.log("site: the links");
const wrong = [];
let count = 0;
const ids = new Map();
const hasId = (file, id) => {
  if (!ids.has(file)) ids.set(file, new Set([...readFileSync(file, "utf8").matchAll(/ id="?([^"\s>]+)/g)].map(([, found]) => found)));
  return ids.get(file).has(id);
};
for (const file of below(out)) {
  // Rust's own pages are checked by rustdoc.
  if (!file.endsWith(".html") || file.startsWith(join(out, "api/rust"))) continue;
  const text = readFileSync(file, "utf8").replaceAll(/<script[\s\S]*?<\/script>/g, (all) => all.slice(0, all.indexOf(">") + 1));
  for (const [, raw] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
    const href = raw.replaceAll("&amp;", "&");
    if (/^[a-z]+:|^#\/|^$/.test(href)) continue;
    count++;
    const [path, hash] = href.split("#", 2);
    const to = path ? resolve(dirname(file), decodeURIComponent(path.split("?")[0])) : file;
    if (!existsSync(to) || statSync(to).isDirectory()) wrong.push(`${relative(out, file)}: ${href}`);
    else if (hash && to.endsWith(".html") && !hasId(to, decodeURIComponent(hash))) wrong.push(`${relative(out, file)}: no place ${href}`);
  }
}
for (const language of ["api/typescript/index.html", "api/rust/jostle/index.html", "guide/c.html", "guide/index.html"]) {
  if (!existsSync(join(out, language))) wrong.push(`the playground links to ${language}`);
}
if (wrong.length) {
  console.error(`${wrong.length} links lead nowhere:\n  ${wrong.join("\n  ")}`);
  process.exit(1);
}
console.log(`site: ${count} links lead somewhere; ${relative(process.cwd(), out)} is ready`);
