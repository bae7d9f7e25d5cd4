// The code of a scene, in each language that has it, from files that tests run.

const FILES = import.meta.glob<string>("../snippets/*", { query: "?raw", import: "default", eager: true });

const LANGUAGES = [
  { end: "ts", label: "TypeScript", install: "npm install path/to/jostle-0.1.0.tgz", api: "api/typescript/index.html" },
  { end: "rs", label: "Rust", install: "cargo add --path path/to/crates/jostle", api: "api/rust/jostle/index.html" },
  { end: "cpp", label: "C++", install: "crates/jostle-c/install.sh PREFIX", api: "guide/c.html" },
] as const;

/** Whether the page is a part of the site, which has a guide and the API beside it. */
const IN_SITE = import.meta.env.VITE_SITE === "yes";
const KEY = "jostle-playground-language";

function chosen(): string {
  try {
    return localStorage.getItem(KEY) ?? "ts";
  } catch {
    return "ts";
  }
}

/** Shows the code of a scene in an element. */
export function showCode(host: HTMLElement, scene: string): void {
  const all = LANGUAGES.flatMap((language) => {
    const text = FILES[`../snippets/${scene}.${language.end}`];
    return text === undefined ? [] : [{ ...language, text }];
  });
  const tabs = document.createElement("div");
  tabs.setAttribute("role", "tablist");
  tabs.setAttribute("aria-label", "Languages");
  const body = document.createElement("div");
  body.id = "code-body";
  body.setAttribute("role", "tabpanel");
  body.tabIndex = 0;
  const buttons = all.map((language) => {
    const tab = document.createElement("button");
    Object.assign(tab, { type: "button", textContent: language.label });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", body.id);
    tab.addEventListener("click", () => {
      try {
        localStorage.setItem(KEY, language.end);
      } catch {
        // Storage may be forbidden; then nothing is remembered.
      }
      show(language);
    });
    return tab;
  });
  tabs.append(...buttons);

  function show({ end, text, install, api }: (typeof all)[number]): void {
    buttons.forEach((tab, i) => tab.setAttribute("aria-selected", String(all[i]!.end === end)));
    const code = document.createElement("code");
    code.textContent = text.trimEnd();
    const pre = document.createElement("pre");
    pre.append(code);
    const line = document.createElement("p");
    line.className = "install";
    const command = document.createElement("code");
    command.textContent = install;
    line.append("Install: ", command);
    if (IN_SITE) line.append(" · ", link(api, "API"), " · ", link("guide/index.html", "Guide"), " · ", link(`source/${scene}.ts`, "Source of the scene"));
    body.replaceChildren(pre, line);
  }

  host.replaceChildren(tabs, body);
  show(all.find(({ end }) => end === chosen()) ?? all[0]!);
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = document.createElement("a");
  Object.assign(made, { href, textContent: text });
  return made;
}
