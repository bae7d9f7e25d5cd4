// What a scene is to the page around it.
import type { Saved } from "./document.js";
import type { Panel } from "./panel.js";
import type { Stage } from "./stage.js";

export interface Scene {
  /** Whether it moves by itself; then `advance` is called for every sixtieth of a second. */
  readonly running: boolean;
  /** Goes on by some sixtieths of a second. */
  advance?(steps: number): void;
  /** Draws what is now: after each advance, and after `stage.invalidate()`. */
  draw(): void;
  /** All that is needed to open it as it is now. */
  save(): Saved;
  /** What a link has instead, where the whole would be too long for one. */
  saveShort?(): Saved;
  /** Answers a key that was pressed while the stage had the focus; true if it meant something. */
  key?(event: KeyboardEvent): boolean;
  /** Takes a picture that was dropped or opened. */
  picture?(file: File): Promise<void>;
  /** What it shows as plain data, which tests read. */
  state(): Record<string, unknown>;
  /** Lets go of what the stage does not own. */
  close?(): void;
}

export interface SceneEntry {
  /** Its word in addresses and files. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences: what there is to see and to try. */
  readonly text: string;
  /** Keys while the stage has the focus, and what they do. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  /** What fingers do, where that is not to drag shapes. */
  readonly touch?: readonly string[];
  /** Fetches what no other scene needs, before it is opened. */
  prepare?(): Promise<void>;
  open(stage: Stage, panel: Panel, saved: Saved | null): Scene | Promise<Scene>;
}
