// The book chapter's rectangles: an edge of each is an axis, the ranges on four axes decide, and Space
// brings two others.
import { gap, overlaps } from "jostle";
import { Body } from "../body.js";
import type { Saved } from "../document.js";
import { Handles } from "../handles.js";
import { dashes, paintShape } from "../paint.js";
import { figure, vector, type Panel } from "../panel.js";
import { axesOf, drawAxis, rangeBars } from "../projections.js";
import { random } from "../random.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";
import { pair } from "../start.js";

export const oriented: SceneEntry = {
  id: "oriented",
  title: "Oriented rectangles",
  text:
    "Two rectangles are apart as soon as one of four axes keeps their ranges apart: one axis for each direction " +
    "of an edge. Red: they touch. Blue: they do not. Space brings other rectangles.",
  keys: [
    ["Space", "other rectangles"],
    ["arrows", "move"],
    ["Q E", "turn"],
    ["N", "the other one"],
  ],
  open,
};

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(680, 600);
  const [a, b] = pair(saved, [
    new Body("a", { type: "rect", half: [90, 45] }, { x: -55, y: 25, degrees: 15 }),
    new Body("b", { type: "rect", half: [60, 40] }, { x: 75, y: -65, degrees: 62 }),
  ]);
  let seed = Number(saved?.settings.seed ?? 0) || 0;
  let early = saved?.settings.early === "on";
  const handles = new Handles(stage, () => [a, b], ["move", "turn"], () => {});

  function another(): void {
    const next = random(++seed);
    for (const body of [a, b]) {
      body.shape = { type: "rect", half: [Math.round(25 + 80 * next()), Math.round(20 + 55 * next())] };
      body.set({ x: (next() - 0.5) * 240, y: (next() - 0.5) * 200, degrees: 180 * next(), scale: [1, 1], skew: [0, 0] });
    }
    stage.invalidate();
  }

  panel.part("Rectangles");
  panel.buttons(["Other rectangles (Space)", another]);
  panel.part("Ranges on the four axes");
  panel.toggle("Stop at the first gap", early, (on) => {
    early = on;
    stage.invalidate();
  });
  const bars = rangeBars();
  panel.own(bars.element);
  panel.part("In numbers");
  const write = panel.values("separation", "normal");

  function asked() {
    const axes = axesOf(a.placed, b.placed);
    const parting = axes.findIndex(({ common }) => common < 0);
    return { axes, count: early && parting >= 0 ? parting + 1 : axes.length };
  }

  return {
    running: false,
    draw() {
      const { colors } = stage;
      const hit = overlaps(a.placed, b.placed);
      const { axes, count } = asked();
      axes.slice(0, count).forEach((axis, i) => drawAxis(stage, axis, (i % 2 ? -1 : 1) * (190 + 20 * i)));
      const between = gap(a.placed, b.placed);
      if (!hit) dashes(stage, between.onA, between.onB, colors.muted, 1.5);
      for (const body of [a, b]) {
        paintShape(stage, body.placed, hit ? { color: colors.hit, width: 3, fill: 0.25 } : { color: colors.apart, fill: 0.12 });
      }
      handles.draw();
      stage.label("a", [a.parts.x, a.parts.y], colors.ink, [-14, 0]);
      stage.label("b", [b.parts.x, b.parts.y], colors.ink, [-14, 0]);
      bars.show(axes, count);
      panel.verdict(hit ? "hit" : "apart", hit ? "touching" : "not touching");
      write({ separation: figure(between.separation), normal: vector(between.normal) });
    },
    key(event) {
      if (event.key === " ") another();
      return event.key === " " || handles.key(event);
    },
    save: () => ({
      scene: oriented.id,
      settings: { seed: String(seed), ...(early && { early: "on" }) },
      groups: [],
      colliders: [a.form(), b.form()],
    }),
    state() {
      const { axes, count } = asked();
      return {
        hit: overlaps(a.placed, b.placed),
        asked: count,
        common: axes.map(({ common }) => common),
        a: { ...a.parts },
        b: { ...b.parts },
        handles: { a: handles.places(a), b: handles.places(b) },
      };
    },
    close: () => handles.close(),
  };
}
