// The canvas of all scenes: a PixiJS application, a camera that keeps the scene in view on any screen,
// and a loop that draws only when something changed.
import { Application, Container, Graphics, Text } from "pixi.js";
import type { Aabb } from "jostle";
import { offerCamera } from "./camera.js";
import { palette, type Palette } from "./theme.js";

export type Point = [number, number];

const LEAST_ZOOM = 0.2;
const MOST_ZOOM = 40;

export class Stage {
  /** What is in the frame of the scene; the camera moves it. */
  readonly world = new Container();
  /** Lines of the scene that are drawn again each time, over the world, in its frame. */
  readonly ink = new Graphics();
  colors: Palette = palette();
  /** Called when colors or size have changed. */
  onChange: () => void = () => {};
  private dirty = true;
  private design: Point = [800, 560];
  /** The point of the scene in the middle of the canvas. */
  private middle: Point = [0, 0];
  /** How much closer the reader looks than the scene asks for. */
  private zoomed = 1;
  /** Called with the degrees by which two fingers turn. */
  onTwist: (degrees: number) => void = () => {};
  private readonly labels = new Container();
  private usedLabels = 0;

  private constructor(
    readonly app: Application,
    readonly host: HTMLElement,
  ) {
    this.world.addChild(this.ink);
    app.stage.addChild(this.world, this.labels);
    app.stage.eventMode = "none";
  }

  /** Makes the canvas and puts it in an element, whose size it follows. */
  static async create(host: HTMLElement): Promise<Stage> {
    const app = new Application();
    await app.init({
      preference: "webgl",
      autoStart: false,
      antialias: !drawnByProcessor(),
      backgroundAlpha: 0,
      resolution: Math.min(window.devicePixelRatio || 1, 2),
      autoDensity: true,
      width: Math.max(host.clientWidth, 1),
      height: Math.max(host.clientHeight, 1),
    });
    app.canvas.setAttribute("aria-hidden", "true");
    host.append(app.canvas);
    const stage = new Stage(app, host);
    offerCamera(stage);
    new ResizeObserver(() => stage.fit()).observe(host);
    stage.fit();
    return stage;
  }

  /** Empties the stage for another scene, which needs at least so much room around its origin. */
  reset(width: number, height: number): void {
    for (const child of [...this.world.children]) if (child !== this.ink) child.destroy({ children: true });
    this.ink.clear();
    this.design = [width, height];
    this.home();
  }

  /** Looks at the scene as it opened. */
  home(): void {
    this.middle = [0, 0];
    this.zoomed = 1;
    this.fit();
  }

  /** Looks closer by a factor, so that what is at a place of the window stays there. */
  zoom(by: number, clientX: number, clientY: number): void {
    const before = this.toScene(clientX, clientY);
    this.zoomed = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, this.zoomed * by));
    this.fit();
    this.carry(before, clientX, clientY);
  }

  /** Moves the view, so that a point of the scene is at a place of the window. */
  carry(point: Point, clientX: number, clientY: number): void {
    const now = this.toScene(clientX, clientY);
    this.middle = [this.middle[0] + point[0] - now[0], this.middle[1] + point[1] - now[1]];
    this.fit();
  }

  /** Puts a point of the scene in the middle: a camera that follows. */
  center(point: Point): void {
    this.middle = point;
    this.aim();
  }

  /** Looks at a box, with some room around it: for scenes that come from elsewhere. */
  look({ min, max }: Aabb): void {
    this.middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
    this.zoomed = 1;
    this.design = [Math.max(1.3 * (max[0] - min[0]), 1), Math.max(1.3 * (max[1] - min[1]), 1)];
    this.fit();
  }

  /** The length of a CSS pixel in the scene. */
  get unit(): number {
    return 1 / this.world.scale.x;
  }

  /** What of the scene is to be seen. */
  get view(): Aabb {
    const [x, y] = [(this.host.clientWidth / 2) * this.unit, (this.host.clientHeight / 2) * this.unit];
    const [cx, cy] = this.middle;
    return { min: [cx - x, cy - y], max: [cx + x, cy + y] };
  }

  toScene(clientX: number, clientY: number): Point {
    const box = this.app.canvas.getBoundingClientRect();
    const { x, y } = this.world.position;
    return [(clientX - box.left - x) * this.unit, (clientY - box.top - y) * this.unit];
  }

  toClient([x, y]: readonly [number, number]): Point {
    const box = this.app.canvas.getBoundingClientRect();
    return [box.left + this.world.position.x + x / this.unit, box.top + this.world.position.y + y / this.unit];
  }

  /** Needs a drawing in the next frame. */
  invalidate(): void {
    this.dirty = true;
  }

  /** Starts a drawing; false if nothing has changed since the last one. */
  begin(force: boolean): boolean {
    if (!this.dirty && !force) return false;
    this.dirty = false;
    this.usedLabels = 0;
    this.ink.clear();
    return true;
  }

  /** Ends a drawing and shows it. */
  end(): void {
    this.labels.children.forEach((label, i) => (label.visible = i < this.usedLabels));
    this.app.renderer.render(this.app.stage);
  }

  /** Writes a word at a place of the scene, moved by some pixels; as large at any zoom. */
  label(text: string, at: readonly [number, number], color: number, offset: Point = [0, 0]): void {
    let label = this.labels.children[this.usedLabels++] as Text | undefined;
    if (!label) {
      label = new Text({ text, anchor: 0.5, style: { fontFamily: "system-ui, sans-serif", fontSize: 13, fontWeight: "600", fill: 0xffffff } });
      this.labels.addChild(label);
    }
    if (label.text !== text) label.text = text;
    label.tint = color;
    const { x, y } = this.world.position;
    label.position.set(
      Math.round(x + at[0] / this.unit + offset[0]),
      Math.round(y + at[1] / this.unit + offset[1]),
    );
  }

  /** Reads the colors again. */
  recolor(): void {
    this.colors = palette();
    this.onChange();
    this.invalidate();
  }

  private fit(): void {
    const [width, height] = [Math.max(this.host.clientWidth, 1), Math.max(this.host.clientHeight, 1)];
    this.app.renderer.resize(width, height);
    this.world.scale.set(this.zoomed * Math.min(width / this.design[0], height / this.design[1]));
    this.aim();
    this.onChange();
    this.invalidate();
  }

  /** Moves the world to where the point in the middle is. */
  private aim(): void {
    const [width, height] = [Math.max(this.host.clientWidth, 1), Math.max(this.host.clientHeight, 1)];
    this.world.position.set(width / 2 - this.middle[0] / this.unit, height / 2 - this.middle[1] / this.unit);
  }
}

/** Whether there is no graphics card: smooth edges would take two fifths of the processor's time for a frame. */
function drawnByProcessor(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
