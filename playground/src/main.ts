// The page: opens scenes by their address, runs their frames, and keeps what they save.
import { bounds, boundsOf, place, type Placed } from "jostle";
import { writeAddress, readAddress } from "./address.js";
import { showCode } from "./code.js";
import { DocumentError, fromDocument, toDocument, type ColliderForm, type Saved } from "./document.js";
import { download } from "./download.js";
import { gallery } from "./gallery.js";
import { offerHook } from "./hook.js";
import { Panel } from "./panel.js";
import type { Scene, SceneEntry } from "./scene.js";
import { arrange } from "./layout.js";
import { Stage } from "./stage.js";
import { worldForm } from "./start.js";
import { applyMode, nextMode, onSystemChange, storedMode } from "./theme.js";

const HZ = 60;
/** After a pause, as of a hidden page, no more than this is made up for. */
const MOST_STEPS = 4;
/** What fingers do, instead of keys. */
const TOUCH = ["Drag a shape or its handles.", "Two fingers zoom, move the view and turn what is selected."];
const LONGEST_FILE = 64 * 1024 * 1024;

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

const host = byId("stage");
arrange();
let mode = storedMode();
applyMode(mode);
const stage = await Stage.create(host);
const panel = new Panel(byId("panel"), byId("badge"));
let entry: SceneEntry = gallery[0]!;
let scene: Scene | null = null;
let done = 0;

/** Counts what was opened: what is late when another was opened since is let go. */
let turn = 0;

async function open(next: SceneEntry, saved: Saved | null): Promise<void> {
  const own = ++turn;
  await next.prepare?.();
  if (own !== turn) return;
  scene?.close?.();
  scene = null;
  entry = next;
  panel.reset();
  byId("title").textContent = next.title;
  byId("text").textContent = next.text;
  document.title = `${next.title} · jostle playground`;
  byId("keys").replaceChildren(
    ...(next.touch ?? TOUCH).map((text) => Object.assign(document.createElement("span"), { className: "touch", textContent: text })),
    ...next.keys.map(([keys, does]) => {
      const item = document.createElement("span");
      item.className = "by-key";
      for (const key of keys.split(" ")) {
        const cap = document.createElement("kbd");
        cap.textContent = key;
        item.append(cap, " ");
      }
      item.append(does);
      return item;
    }),
  );
  showCode(byId("code"), next.id);
  for (const link of byId("gallery").querySelectorAll("a")) {
    if (link.dataset.scene === next.id) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "center" });
    } else link.removeAttribute("aria-current");
  }
  try {
    const opened = await next.open(stage, panel, saved);
    if (own !== turn) return opened.close?.();
    scene = opened;
    // What the playground saved is around its origin; anything else may be anywhere.
    if (saved?.scene === null) {
      const bounded = saved.colliders.map((form) => placeForm(worldForm(saved, form))).filter((each) => bounds(each));
      const around = boundsOf(bounded);
      if (around) stage.look(around);
    }
  } catch (error) {
    if (own !== turn) return;
    if (!saved) throw error;
    tell(`This scene cannot be opened as it was saved. ${reason(error)}`);
    await open(next, null);
  }
  done = 0;
  stage.invalidate();
}

function placeForm({ shape, transform = {} }: ColliderForm): Placed {
  return place(shape, transform);
}

async function openAddress(): Promise<void> {
  try {
    const { scene: id, saved } = await readAddress(location.hash);
    const next = gallery.find((each) => each.id === id);
    if (id !== null && !next) tell(`There is no scene "${id}" here.`);
    await open(next ?? gallery[0]!, next ? saved : null);
  } catch (error) {
    const id = location.hash.split("/")[1];
    tell(`The link cannot be opened. ${reason(error)}`);
    await open(gallery.find((each) => each.id === id) ?? gallery[0]!, null);
  }
}

async function openFile(file: File): Promise<void> {
  try {
    if (file.type.startsWith("image/")) {
      const target = scene?.picture ? entry : gallery.find((each) => each.id === "hitbox")!;
      if (target !== entry) await go(target, null);
      await scene?.picture?.(file);
      return;
    }
    if (file.size > LONGEST_FILE) throw new DocumentError("", `the file is longer than ${LONGEST_FILE} bytes`);
    const saved = fromDocument(parse(await file.text()));
    await go(gallery.find((each) => each.id === saved.scene) ?? entry, saved);
  } catch (error) {
    tell(`${file.name} cannot be opened. ${reason(error)}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentError("", `it is no JSON: ${reason(error)}`);
  }
}

async function go(next: SceneEntry, saved: Saved | null): Promise<void> {
  history.pushState(null, "", `#/${next.id}`);
  await open(next, saved);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let silence = 0;
function tell(text: string): void {
  const message = byId("message");
  message.textContent = text;
  message.hidden = false;
  clearTimeout(silence);
  silence = window.setTimeout(() => (message.hidden = true), 8000);
}

async function copyLink(): Promise<void> {
  if (!scene) return;
  const hash = await writeAddress(scene.saveShort?.() ?? scene.save());
  history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The link to this scene, as it is now, is on the clipboard.");
  } catch {
    tell("The address of this page now is the link to this scene; copying it was not allowed.");
  }
}

function saveFile(): void {
  if (!scene) return;
  const text = `${JSON.stringify(toDocument(scene.save()), null, 1)}\n`;
  download(new Blob([text], { type: "application/json" }), `${entry.id}.scene.json`);
}

/** Starts and stops a scene that moves, where fingers find it. */
const play = Object.assign(document.createElement("button"), { type: "button", id: "play", hidden: true });
play.addEventListener("click", () => {
  scene?.key?.(new KeyboardEvent("keydown", { key: " " }));
  stage.invalidate();
});
byId("stage").querySelector(".zoom")!.prepend(play);

function showPlay(): void {
  play.hidden = scene?.advance === undefined;
  const [sign, label] = scene?.running ? ["❚❚", "Stop"] : ["▶", "Start"];
  if (play.textContent !== sign) Object.assign(play, { textContent: sign, ariaLabel: label, title: `${label} (Space)` });
}

function frame(now: number): void {
  requestAnimationFrame(frame);
  if (!scene) return;
  showPlay();
  const running = scene.running;
  if (running) {
    const due = Math.round((now * HZ) / 1000);
    const steps = Math.min(done ? due - done : 1, MOST_STEPS);
    done = due;
    if (steps > 0) scene.advance?.(steps);
  } else {
    done = 0;
  }
  if (stage.begin(running)) {
    scene.draw();
    stage.end();
  }
}

byId("gallery").append(
  ...gallery.map(({ id, title }, i) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#/${id}`;
    link.dataset.scene = id;
    const number = document.createElement("i");
    number.textContent = String(i + 1);
    link.append(number, title);
    item.append(link);
    return item;
  }),
);

const theme = byId("theme");
const showMode = () => (theme.textContent = { auto: "◐ Auto", light: "○ Light", dark: "● Dark" }[mode]);
showMode();
theme.addEventListener("click", () => {
  mode = nextMode(mode);
  applyMode(mode);
  showMode();
  stage.recolor();
});
onSystemChange(() => stage.recolor());

const file = byId<HTMLInputElement>("file");
byId("copy").addEventListener("click", () => void copyLink());
byId("save").addEventListener("click", saveFile);
byId("open").addEventListener("click", () => file.click());
byId("fresh").addEventListener("click", () => void go(entry, null));
file.addEventListener("change", () => {
  if (file.files?.[0]) void openFile(file.files[0]);
  file.value = "";
});

host.addEventListener("pointerdown", () => host.focus({ preventScroll: true }));
/** Whether a key is for the control that has the focus. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input:not([type=checkbox]), select, textarea")) return true;
  return (key === " " || key === "Enter") && target.matches("button, summary, input, a[href]:not([data-scene])");
}

// Of the whole page, so that keys work before anything is clicked.
document.addEventListener(
  "keydown",
  (event) => {
    if (isTaken(event)) return;
    const home = event.key === "0" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (home) stage.home();
    if (home || scene?.key?.(event)) {
      event.preventDefault();
      stage.invalidate();
    }
  },
  { capture: true },
);
for (const [name, over] of [["dragover", true], ["dragleave", false], ["drop", false]] as const) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    host.classList.toggle("dropping", over);
    const dropped = name === "drop" && event.dataTransfer?.files[0];
    if (dropped) void openFile(dropped);
  });
}
window.addEventListener("hashchange", () => void openAddress());

offerHook(stage, () => ({ entry, scene }));
await openAddress();
requestAnimationFrame(frame);
