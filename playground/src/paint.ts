// Draws shapes as jostle has them, in the frame of the scene; widths are in CSS pixels.
import type { Graphics } from "pixi.js";
import { outline, region, type Region, type Shape } from "jostle";
import type { Point, Stage } from "./stage.js";

export interface Look {
  readonly color: number;
  readonly width?: number;
  /** How solid the inside is, 0 to 1. */
  readonly fill?: number;
}

type At = readonly [number, number];

/** Draws a shape: its inside and its boundary. What is unbounded goes beyond the view, or to the edge of a window. */
export function paintShape(stage: Stage, shape: Shape, look: Look, ink = stage.ink, window = beyondView(stage)): void {
  const { unit } = stage;
  const width = (look.width ?? 2) * unit;
  if (look.fill) {
    // What it has in common with a box around the view: that is its inside, holes and all.
    const { min, max } = window;
    const points: At[] = [min, [max[0], min[1]], max, [min[0], max[1]]];
    const inside = region(shape, { type: "polygon", points }, unit / 2);
    if (inside) paintRegion(ink, inside, look.color, look.fill);
  }
  for (const { points, closed } of outline(shape, unit / 4, window)) {
    if (points.length === 1) dot(stage, points[0]!, look.color, Math.max(look.width ?? 2, 2) + 2);
    else ink.poly(points.flat(), closed).stroke({ width, color: look.color, join: "round", cap: "round" });
  }
}

/** Fills what two shapes have in common. */
export function paintRegion(ink: Graphics, { polygons }: Region, color: number, alpha: number): void {
  for (const { points, holes } of polygons) {
    if (points.length < 3) continue;
    ink.poly(points.flat()).fill({ color, alpha });
    for (const hole of holes) ink.poly(hole.flat()).cut();
  }
}

/** A dot with a radius in pixels. */
export function dot(stage: Stage, at: At, color: number, radius = 4): void {
  dots(stage, [at], color, radius);
}

/** Dots of one kind, drawn at once. */
export function dots({ ink, unit }: Stage, all: readonly At[], color: number, radius: number): void {
  for (const [x, y] of all) ink.circle(x, y, radius * unit);
  if (all.length > 0) ink.fill(color);
}

/** A ring with a radius in pixels. */
export function ring({ ink, unit }: Stage, [x, y]: At, color: number, radius = 6): void {
  ink.circle(x, y, radius * unit).stroke({ color, width: 2 * unit });
}

/** A straight line with a width in pixels. */
export function line(stage: Stage, from: At, to: At, color: number, width = 2, alpha = 1): void {
  lines(stage, [[from, to]], color, width, alpha);
}

/** Lines of one kind, drawn at once. */
export function lines({ ink, unit }: Stage, all: readonly (readonly [At, At])[], color: number, width: number, alpha: number): void {
  for (const [from, to] of all) ink.moveTo(...from).lineTo(...to);
  if (all.length > 0) ink.stroke({ color, alpha, width: width * unit, cap: "round" });
}

/** Dashes of five pixels. */
export function dashes({ ink, unit }: Stage, from: At, to: At, color: number, width = 1, alpha = 1): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  // Fewer and longer ones where there would be too many to draw.
  const dash = Math.max(5 * unit, length / 400);
  if (!(length > 0)) return;
  for (let at = 0; at < length; at += 2 * dash) {
    const end = Math.min(at + dash, length);
    ink.moveTo(from[0] + (dx * at) / length, from[1] + (dy * at) / length);
    ink.lineTo(from[0] + (dx * end) / length, from[1] + (dy * end) / length);
  }
  ink.stroke({ color, alpha, width: width * unit });
}

/** An arrow: a line with a head at its end. */
export function arrow(stage: Stage, from: At, to: At, color: number, width = 2.5): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (!(length > 0) || !Number.isFinite(length)) return;
  const [x, y] = [dx / length, dy / length];
  const head = Math.min(10 * stage.unit, length);
  const back: Point = [to[0] - x * head, to[1] - y * head];
  line(stage, from, back, color, width);
  const half = head * 0.5;
  stage.ink.poly([to[0], to[1], back[0] - y * half, back[1] + x * half, back[0] + y * half, back[1] - x * half]).fill(color);
}

interface Window {
  readonly min: At;
  readonly max: At;
}

function beyondView({ view, unit }: Stage): Window {
  const more = 40 * unit;
  return {
    min: [view.min[0] - more, view.min[1] - more],
    max: [view.max[0] + more, view.max[1] + more],
  };
}
