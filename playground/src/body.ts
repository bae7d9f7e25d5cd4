// A shape with a place that can be changed: what is dragged, and what is saved.
import { place, type Placed } from "jostle";
import type { ColliderForm, Shape, Transform } from "./document.js";
import type { Point } from "./stage.js";

export interface Parts {
  x: number;
  y: number;
  degrees: number;
  scale: Point;
  skew: Point;
  pivot: Point;
}

export class Body {
  readonly parts: Parts = { x: 0, y: 0, degrees: 0, scale: [1, 1], skew: [0, 0], pivot: [0, 0] };
  private now: Placed | null = null;
  private held: Shape;

  constructor(
    readonly id: string,
    shape: Shape,
    parts: Partial<Parts> = {},
  ) {
    this.held = shape;
    this.set(parts);
  }

  /** Reads a collider of a document; a matrix is taken apart. */
  static from(form: ColliderForm): Body {
    return new Body(form.id, form.shape, partsOf(form.transform ?? {}));
  }

  get shape(): Shape {
    return this.held;
  }

  set shape(shape: Shape) {
    this.held = shape;
    this.now = null;
  }

  /** The shape where it is. */
  get placed(): Placed {
    this.now ??= place(this.held, this.transform);
    return this.now;
  }

  get transform(): Transform {
    const { x, y, degrees, scale, skew, pivot } = this.parts;
    // Parts that say nothing are left out: links are shorter and files are easier to read.
    return {
      position: [x, y],
      ...(degrees !== 0 && { degrees }),
      ...((scale[0] !== 1 || scale[1] !== 1) && { scale: [...scale] as Point }),
      ...((skew[0] !== 0 || skew[1] !== 0) && { skewDegrees: [...skew] as Point }),
      ...((pivot[0] !== 0 || pivot[1] !== 0) && { pivot: [...pivot] as Point }),
    };
  }

  /** Changes some parts. They are rounded to what a link should carry, and used as rounded. */
  set(parts: Partial<Parts>): void {
    const next = { ...this.parts, ...parts };
    Object.assign(this.parts, {
      x: round(next.x),
      y: round(next.y),
      degrees: round(((next.degrees % 360) + 360) % 360),
      scale: next.scale.map((each) => round(each, 1000)),
      skew: next.skew.map((each) => round(each)),
      pivot: [...next.pivot],
    });
    this.now = null;
  }

  form(): ColliderForm {
    return { id: this.id, transform: this.transform, shape: this.held };
  }
}

function round(value: number, steps = 100): number {
  return Math.round(value * steps) / steps;
}

/** The parts of a transform. */
export function partsOf(transform: Transform): Partial<Parts> {
  if (!("matrix" in transform)) {
    const { position = [0, 0], scale = [1, 1], pivot = [0, 0] } = transform;
    const skew = transform.skewDegrees ?? transform.skewRadians?.map(toDegrees) ?? [0, 0];
    return {
      x: position[0],
      y: position[1],
      degrees: transform.degrees ?? toDegrees(transform.radians ?? 0),
      scale: [...scale],
      skew: [skew[0] ?? 0, skew[1] ?? 0],
      pivot: [...pivot],
    };
  }
  // All of the lean goes into the y axis: a = sx cos r, b = sx sin r, c = -sy sin(r - kx), d = sy cos(r - kx).
  const [a, b, c, d, x, y] = transform.matrix;
  const turn = Math.atan2(b, a);
  const lean = turn - Math.atan2(-c, d);
  const mirrored = a * d - b * c < 0;
  return {
    x,
    y,
    degrees: toDegrees(turn),
    scale: [Math.hypot(a, b), (mirrored ? -1 : 1) * Math.hypot(c, d)],
    skew: [toDegrees(mirrored ? lean + Math.PI : lean) % 360, 0],
  };
}

export function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
