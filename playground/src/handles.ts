// Moves bodies by pointer and by keys: drag one, or its handles to turn, scale and lean it.
//
// What is under the pointer is asked of jostle itself, so a click is as true as the scene.
import { bounds, closest, place, type Aabb } from "jostle";
import { toDegrees, toRadians, type Body } from "./body.js";
import { gesture } from "./camera.js";
import { dashes, dot, ring } from "./paint.js";
import type { Point, Stage } from "./stage.js";

export type Grip = "move" | "turn" | "scale" | "skew";

/** A finger is not finer than this, in pixels. */
const REACH = 22;
const LEAST_SCALE = 0.05;
/** What handles are called, and the cursors over them. */
const NAMES = { turn: "turn", scale: "scale", skew: "lean" } as const;
const CURSORS: Record<Grip, string> = { move: "move", turn: "alias", scale: "nwse-resize", skew: "ew-resize" };

export class Handles {
  selected: Body | null;
  private dragged: { body: Body; grip: Grip; pointer: number; from: Point; parts: Body["parts"] } | null = null;
  private readonly off = new AbortController();

  constructor(
    private readonly stage: Stage,
    private readonly bodies: () => readonly Body[],
    private readonly grips: readonly Grip[],
    private readonly changed: () => void,
  ) {
    this.selected = bodies()[0] ?? null;
    const { host } = stage;
    const { signal } = this.off;
    host.addEventListener("pointerdown", (event) => this.down(event), { signal });
    host.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const end of ["pointerup", "pointercancel"] as const) {
      host.addEventListener(end, (event) => event.pointerId === this.dragged?.pointer && this.release(), { signal });
    }
    stage.onTwist = (degrees) => {
      const body = this.selected;
      if (body && this.grips.includes("turn")) this.apply(body, { degrees: body.parts.degrees + degrees });
    };
  }

  close(): void {
    this.off.abort();
    this.stage.onTwist = () => {};
    this.stage.host.style.cursor = "";
  }

  /** Draws the handles of the selected body. */
  draw(): void {
    const body = this.selected;
    if (!body) return;
    const { stage } = this;
    const { accent } = stage.colors;
    const at = this.places(body);
    const middle: Point = [body.parts.x, body.parts.y];
    if (at.turn) {
      dashes(stage, middle, at.turn, accent, 1, 0.7);
      dot(stage, at.turn, accent, 7);
      ring(stage, at.turn, accent, 10);
    }
    if (at.scale) this.square(at.scale, 6);
    if (at.skew) this.diamond(at.skew, 8);
    for (const grip of ["turn", "scale", "skew"] as const) {
      const place = at[grip];
      if (place) stage.label(NAMES[grip], place, accent, [grip === "turn" ? 27 : 29, grip === "skew" ? 2 : 0]);
    }
    ring(stage, middle, accent, 4);
  }

  /** Where the handles of a body are, in the frame of the scene. */
  places(body: Body): Partial<Record<Grip, Point>> {
    const box = localBox(body);
    const [x, y] = [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2];
    const has = (grip: Grip, local: Point, out: Point) =>
      this.grips.includes(grip) ? { [grip]: this.outward(body, local, out) } : {};
    return {
      ...(this.grips.includes("move") && { move: this.outward(body, [x, y], [0, 0]) }),
      ...has("turn", [x, box.min[1]], [0, -30]),
      ...has("scale", [box.max[0], box.max[1]], [12, 12]),
      ...has("skew", [x, box.max[1]], [0, 22]),
    };
  }

  /** Does what a key states to the selected body; false for a key without a meaning. */
  key({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const body = this.selected;
    if (key === "n" || key === "N") {
      const all = this.bodies();
      this.selected = all[(body ? all.indexOf(body) + 1 : 0) % all.length] ?? null;
      this.stage.invalidate();
      return true;
    }
    if (!body) return false;
    const { x, y, degrees, scale, skew } = body.parts;
    const far = shiftKey ? 10 : 1;
    const allows = (grip: Grip) => this.grips.includes(grip);
    const zoomed = (by: number): { scale: Point } => ({ scale: [scale[0] * by, scale[1] * by] });
    const changes: Record<string, () => Parameters<Body["set"]>[0] | false> = {
      ArrowLeft: () => ({ x: x - far }),
      ArrowRight: () => ({ x: x + far }),
      ArrowUp: () => ({ y: y - far }),
      ArrowDown: () => ({ y: y + far }),
      q: () => allows("turn") && { degrees: degrees - 3 * far },
      e: () => allows("turn") && { degrees: degrees + 3 * far },
      "+": () => allows("scale") && zoomed(1.05),
      "=": () => allows("scale") && zoomed(1.05),
      "-": () => allows("scale") && zoomed(1 / 1.05),
      z: () => allows("skew") && { skew: [skew[0] - 2 * far, skew[1]] },
      x: () => allows("skew") && { skew: [skew[0] + 2 * far, skew[1]] },
    };
    const change = changes[key.length === 1 ? key.toLowerCase() : key]?.();
    if (!change) return false;
    this.apply(body, change);
    return true;
  }

  private apply(body: Body, change: Parameters<Body["set"]>[0]): void {
    body.set(change);
    this.stage.invalidate();
    this.changed();
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.dragged) return;
    const at = this.stage.toScene(event.clientX, event.clientY);
    const found = this.under(at);
    if (!found || gesture.active) return;
    // Shown handles are dragged; a body is selected first.
    this.selected = found.body;
    this.dragged = { ...found, pointer: event.pointerId, from: at, parts: structuredClone(found.body.parts) };
    this.stage.host.setPointerCapture(event.pointerId);
    this.stage.host.style.cursor = "grabbing";
    this.stage.invalidate();
  }

  private move(event: PointerEvent): void {
    if (gesture.active) return this.release();
    const at = this.stage.toScene(event.clientX, event.clientY);
    if (!this.dragged) {
      const over = event.pointerType === "mouse" ? this.under(at) : null;
      this.stage.host.style.cursor = over ? CURSORS[over.grip] : "";
      return;
    }
    if (event.pointerId !== this.dragged.pointer) return;
    const { body, grip, from, parts } = this.dragged;
    const [dx, dy] = [at[0] - parts.x, at[1] - parts.y];
    const angle = toDegrees(Math.atan2(dy, dx));
    if (grip === "move") {
      this.apply(body, { x: parts.x + at[0] - from[0], y: parts.y + at[1] - from[1] });
    } else if (grip === "turn") {
      const before = toDegrees(Math.atan2(from[1] - parts.y, from[0] - parts.x));
      const degrees = parts.degrees + angle - before;
      this.apply(body, { degrees: event.shiftKey ? Math.round(degrees / 15) * 15 : degrees });
    } else if (grip === "scale") {
      this.apply(body, { scale: this.scaleFor(body, at, from, parts) });
    } else {
      const sign = Math.sign(parts.scale[1]) || 1;
      const lean = wrap(parts.degrees + 90 * sign - angle);
      this.apply(body, { skew: [Math.max(-70, Math.min(70, lean)), parts.skew[1]] });
    }
  }

  /** The scale that puts the grabbed corner under the pointer, in the body's own directions. */
  private scaleFor(body: Body, at: Point, from: Point, { x, y, degrees, scale, skew }: Body["parts"]): Point {
    const local = ([px, py]: Point): Point => {
      const [a, b] = [Math.cos(toRadians(degrees + skew[1])), Math.sin(toRadians(degrees + skew[1]))];
      const [c, d] = [-Math.sin(toRadians(degrees - skew[0])), Math.cos(toRadians(degrees - skew[0]))];
      const area = a * d - b * c || 1;
      const [vx, vy] = [px - x, py - y];
      return [(vx * d - vy * c) / area, (a * vy - b * vx) / area];
    };
    const [before, now] = [local(from), local(at)];
    const box = localBox(body);
    const grown = (i: 0 | 1) => {
      const size = box.max[i] - body.parts.pivot[i];
      const next = size > 0 ? scale[i] + (now[i] - before[i]) / size : scale[i];
      return Math.abs(next) < LEAST_SCALE ? Math.sign(next || 1) * LEAST_SCALE : next;
    };
    return [grown(0), grown(1)];
  }

  private release(): void {
    if (!this.dragged) return;
    this.dragged = null;
    this.stage.host.style.cursor = "";
    this.stage.invalidate();
  }

  private under(at: Point): { body: Body; grip: Grip } | null {
    const { unit } = this.stage;
    const body = this.selected;
    if (body) {
      const places = this.places(body);
      for (const grip of ["turn", "scale", "skew"] as const) {
        const place = places[grip];
        if (place && Math.hypot(place[0] - at[0], place[1] - at[1]) <= REACH * 0.75 * unit) return { body, grip };
      }
    }
    if (!this.grips.includes("move")) return null;
    // What is meant is what is nearest; of several that hold the point, the one that is drawn last.
    let nearest: Body | null = null;
    let least = REACH * unit;
    for (const each of this.bodies()) {
      const away = Math.max(closest(each.placed, at).separation, 0);
      if (away <= least) [nearest, least] = [each, away];
    }
    return nearest && { body: nearest, grip: "move" };
  }

  /** A point of a body's own frame, moved outward along its axes by pixels. */
  private outward(body: Body, local: Point, [ox, oy]: Point): Point {
    const m = place({ type: "point" }, body.transform).transform.matrix;
    const at: Point = [m[0] * local[0] + m[2] * local[1] + m[4], m[1] * local[0] + m[3] * local[1] + m[5]];
    const [lx, ly] = [Math.hypot(m[0], m[1]) || 1, Math.hypot(m[2], m[3]) || 1];
    const { unit } = this.stage;
    return [
      at[0] + ((m[0] / lx) * ox + (m[2] / ly) * oy) * unit,
      at[1] + ((m[1] / lx) * ox + (m[3] / ly) * oy) * unit,
    ];
  }

  private square([x, y]: Point, pixels: number): void {
    const half = pixels * this.stage.unit;
    this.stage.ink.rect(x - half, y - half, 2 * half, 2 * half).fill(this.stage.colors.accent);
  }

  private diamond([x, y]: Point, pixels: number): void {
    const half = pixels * this.stage.unit;
    this.stage.ink.poly([x - half, y, x, y - half, x + half, y, x, y + half]).fill(this.stage.colors.accent);
  }
}

function localBox(body: Body): Aabb {
  return bounds(body.shape) ?? { min: [-60, -60], max: [60, 60] };
}

function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
