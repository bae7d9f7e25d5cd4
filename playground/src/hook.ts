// What tests ask of the page: the state of the scene, and where things are on the screen.
import type { Scene, SceneEntry } from "./scene.js";
import type { Point, Stage } from "./stage.js";

export interface Hook {
  /** The scene that is open; null while it opens. */
  readonly scene: string | null;
  state(): Record<string, unknown>;
  /** The place in the window of a point of the scene. */
  client(point: Point): Point;
  /** Goes on by some frames; milliseconds of each in the scene, and in PixiJS before the graphics card has it. */
  time(frames: number): Promise<{ scene: number[]; render: number[] }>;
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
      const draw = () => {
        const start = performance.now();
        scene?.advance?.(1);
        stage.begin(true);
        scene?.draw();
        return performance.now() - start;
      };
      const show = async () => {
        // One at a time, as pages do: what draws the pixels is not hurried.
        await new Promise(requestAnimationFrame);
        draw();
        const start = performance.now();
        stage.end();
        return performance.now() - start;
      };
      const render: number[] = [];
      for (let i = 0; i < frames / 10; i++) render.push(await show());
      return { scene: Array.from({ length: frames }, draw), render };
    },
  };
}
