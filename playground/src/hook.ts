// What tests ask of the page: the state of the scene, and where things are on the screen.
import type { Scene, SceneEntry } from "./scene.js";
import type { Point, Stage } from "./stage.js";

export interface Hook {
  /** The scene that is open; null while it opens. */
  readonly scene: string | null;
  state(): Record<string, unknown>;
  /** The place in the window of a point of the scene. */
  client(point: Point): Point;
}

declare global {
  interface Window {
    playground: Hook;
  }
}

export function offerHook(stage: Stage, now: () => { entry: SceneEntry; scene: Scene | null }): void {
  window.playground = {
    get scene() {
      const { entry, scene } = now();
      return scene && entry.id;
    },
    state: () => now().scene?.state() ?? {},
    client: (point) => stage.toClient(point),
  };
}
