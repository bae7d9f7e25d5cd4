// What tests ask of the page: the state of the scene, and where things are on the screen.
import type { Scene, SceneEntry } from "./scene.js";
import type { Point, Stage } from "./stage.js";

export interface Hook {
  /** The scene that is open; null while it opens. */
  readonly scene: string | null;
  state(): Record<string, unknown>;
  /** The place in the window of a point of the scene. */
  client(point: Point): Point;
  /** Goes on by some frames; milliseconds a frame of the scene, and of PixiJS up to the graphics card. */
  time(frames: number): Promise<{ scene: number; render: number }>;
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
    async time(frames) {
      const { scene } = now();
      const sum = { scene: 0, render: 0 };
      for (let i = 0; scene && i < frames; i++) {
        await new Promise(requestAnimationFrame);
        const start = performance.now();
        scene.advance?.(1);
        stage.begin(true);
        scene.draw();
        const drawn = performance.now();
        stage.end();
        sum.scene += drawn - start;
        sum.render += performance.now() - drawn;
      }
      return { scene: sum.scene / frames, render: sum.render / frames };
    },
  };
}
