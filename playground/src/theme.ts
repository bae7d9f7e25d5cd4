// Colors, once: the style sheet has them, light and dark, and the stage reads them from there.

const NAMES = ["stage", "grid", "ink", "muted", "accent", "hit", "clear", "apart", "one", "two", "warm"] as const;

export type Palette = Record<(typeof NAMES)[number], number>;

export type Mode = "auto" | "light" | "dark";

const MODES: readonly Mode[] = ["auto", "light", "dark"];
const KEY = "jostle-playground-theme";

/** Reads the colors that are in force. */
export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, parse(style.getPropertyValue(`--${name}`).trim())]),
  ) as Palette;
}

function parse(color: string): number {
  // The build writes #ffffff as #fff.
  const digits = color.length === 4 ? [...color.slice(1)].map((each) => each + each).join("") : color.slice(1);
  return Number.parseInt(digits, 16);
}

/** The mode that the reader chose before. */
export function storedMode(): Mode {
  try {
    const mode = localStorage.getItem(KEY) as Mode;
    return MODES.includes(mode) ? mode : "auto";
  } catch {
    // Storage may be forbidden; then nothing is remembered.
    return "auto";
  }
}

/** The mode that follows another on the button that goes through them. */
export function nextMode(mode: Mode): Mode {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? "auto";
}

/** Puts a mode in force and remembers it. */
export function applyMode(mode: Mode): void {
  if (mode === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = mode;
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // As above.
  }
}

/** Whether scenes may move before they are asked to. */
export function mayMove(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Calls back whenever the system changes between light and dark. */
export function onSystemChange(changed: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}
