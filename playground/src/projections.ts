// The picture of the separating axis theorem: two shapes, the directions of their edges, and the range
// that each shape covers on each. Shared by the scenes about rectangles.
import { outline, project, type Placed, type Interval } from "jostle";
import { dashes, line } from "./paint.js";
import type { Point, Stage } from "./stage.js";

export interface Axis {
  /** Whose edge it belongs to. */
  readonly of: "a" | "b";
  /** Unit length, across that edge. */
  readonly direction: Point;
  readonly a: Interval;
  readonly b: Interval;
  /** How much of the axis both cover; below 0, how wide the gap is. */
  readonly common: number;
}

const MOST_EDGES = 16;

/** The axes of two shapes with straight edges: across every edge, parallel ones once a shape. */
export function axesOf(a: Placed, b: Placed): Axis[] {
  return [...normals(a).map((each) => ["a", each] as const), ...normals(b).map((each) => ["b", each] as const)].map(
    ([of, direction]) => {
      const [onA, onB] = [project(a, direction), project(b, direction)];
      return { of, direction, a: onA, b: onB, common: Math.min(onA.max, onB.max) - Math.max(onA.min, onB.min) };
    },
  );
}

function normals(shape: Placed): Point[] {
  const found: Point[] = [];
  for (const { points, closed } of outline(shape)) {
    // A curve has a direction everywhere, so there is no list of axes to draw.
    if (points.length > MOST_EDGES) return [];
    const ends = closed ? points : points.slice(0, -1);
    ends.forEach(([x, y], i) => {
      const [nx, ny] = points[(i + 1) % points.length]!;
      const length = Math.hypot(nx - x, ny - y);
      if (length === 0) return;
      const normal: Point = [(ny - y) / length, (x - nx) / length];
      // Opposite edges of a rectangle ask the same question. A picture may call nearly parallel parallel.
      if (!found.some((each) => Math.abs(each[0] * normal[1] - each[1] * normal[0]) < 1e-4)) found.push(normal);
    });
  }
  return found;
}

/** Draws an axis beside the shapes with both ranges on it, and guides from the ranges' ends. */
export function drawAxis(stage: Stage, { direction: [ux, uy], a, b, common }: Axis, away: number): void {
  const { colors, unit } = stage;
  const at = (t: number, off: number): Point => [ux * t - uy * off, uy * t + ux * off];
  const [from, to] = [Math.min(a.min, b.min), Math.max(a.max, b.max)];
  line(stage, at(from - 30 * unit, away), at(to + 30 * unit, away), colors.muted, 1, 0.6);
  const bar = 4 * unit;
  for (const [range, color, off] of [
    [a, colors.one, -bar],
    [b, colors.two, bar],
  ] as const) {
    line(stage, at(range.min, away + off), at(range.max, away + off), color, 4);
    for (const end of [range.min, range.max]) dashes(stage, at(end, away), at(end, 0), color, 1, 0.28);
  }
  const [low, high] = [Math.max(a.min, b.min), Math.min(a.max, b.max)];
  if (common >= 0) {
    line(stage, at(low, away), at(high, away), colors.hit, 3);
  } else {
    line(stage, at(high, away), at(low, away), colors.clear, 2);
    for (const end of [low, high]) line(stage, at(end, away - 2 * bar), at(end, away + 2 * bar), colors.clear, 2);
  }
}

/** Shows the ranges of axes as bars under one another, each with its numbers; returns the way to update. */
export function rangeBars(): { element: HTMLElement; show: (axes: readonly Axis[], count: number) => void } {
  const element = document.createElement("ol");
  element.className = "ranges";
  const show = (axes: readonly Axis[], count: number) => {
    const all = axes.flatMap(({ a, b }) => [a.min, a.max, b.min, b.max]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const percent = (value: number) => (100 * (value - low)) / (high - low || 1);
    element.replaceChildren(
      ...axes.map(({ of, a, b, common }, i) => {
        const item = document.createElement("li");
        const asked = i < count;
        item.className = asked ? (common >= 0 ? "common" : "gap") : "unasked";
        const text = document.createElement("span");
        text.textContent = !asked
          ? `axis ${i + 1}, of ${of}: not needed`
          : `axis ${i + 1}, of ${of}: ${common >= 0 ? `● ${common.toFixed(1)} in common` : `○ gap of ${(-common).toFixed(1)}`}`;
        const track = document.createElement("div");
        track.className = "track";
        track.setAttribute("aria-hidden", "true");
        for (const [name, { min, max }] of [["one", a], ["two", b]] as const) {
          const bar = document.createElement("i");
          bar.className = name;
          bar.style.left = `${percent(min)}%`;
          bar.style.width = `${Math.max(percent(max) - percent(min), 1)}%`;
          track.append(bar);
        }
        item.append(text, track);
        return item;
      }),
    );
  };
  return { element, show };
}
