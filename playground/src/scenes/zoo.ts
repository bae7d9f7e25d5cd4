// Every kind of shape against every other: what all the questions answer, while one is dragged.
import { contact, crossings, gap, overlaps, place, region, relation } from "jostle";
import { Body } from "../body.js";
import type { Saved } from "../document.js";
import { Handles } from "../handles.js";
import { kinds } from "../kinds.js";
import { arrow, dashes, dot, paintRegion, paintShape, ring } from "../paint.js";
import { figure, vector, type Panel } from "../panel.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";
import { pair } from "../start.js";

export const zoo: SceneEntry = {
  id: "zoo",
  title: "Zoo",
  text:
    "Every kind of shape answers every question about every other. Drag one over the other; the table has all " +
    "pairs at once, as they would be in these two places.",
  keys: [
    ["arrows", "move"],
    ["Q E", "turn"],
    ["+ −", "scale"],
    ["Z X", "lean"],
    ["N", "the other shape"],
    ["A B", "next kind"],
  ],
  open,
};

const SAYS = {
  same: "the same set of points",
  aInB: "a lies in b",
  bInA: "b lies in a",
  overlapping: "overlapping",
  touching: "touching",
  apart: "apart",
};

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(480, 420);
  const bodies = pair(saved, [
    new Body("a", shapeOf("concave"), { x: -22, y: 12, degrees: 12 }),
    new Body("b", shapeOf("ellipse"), { x: 26, y: -4, degrees: -20 }),
  ]);
  const [a, b] = bodies;
  const handles = new Handles(stage, () => bodies, ["move", "turn", "scale", "skew"], () => {});
  /** The kinds; empty for a shape that is none of ours. */
  const chosen = bodies.map(kindOf);

  panel.part("Shapes");
  const options = kinds.map(({ id, label }) => ({ value: id, label }));
  const selects = bodies.map((_, i) =>
    panel.select(
      i ? "b" : "a",
      chosen[i] === "" ? [{ value: "", label: "as in the file" }, ...options] : options,
      chosen[i] ?? "",
      (id) => choose(i, id),
    ),
  );
  panel.part("How a and b lie");
  const write = panel.values("relation", "separation", "normal", "push of a", "common area", "crossings");
  panel.part("All pairs: ● touch, plain do not");
  const matrix = table((i, j) => (choose(0, kinds[i]!.id), choose(1, kinds[j]!.id)));
  const wide = document.createElement("div");
  wide.className = "wide";
  wide.append(matrix);
  panel.own(wide);
  panel.note("Rows are a, columns are b. A cell chooses its pair.");

  function choose(i: number, id: string): void {
    if (id === "") return;
    chosen[i] = id;
    bodies[i]!.shape = shapeOf(id);
    selects[i]!.value = id;
    stage.invalidate();
  }

  function next(i: number): void {
    const at = kinds.findIndex(({ id }) => id === chosen[i]);
    choose(i, kinds[(at + 1) % kinds.length]!.id);
  }

  const answers = () => ({
    relation: relation(a.placed, b.placed),
    gap: gap(a.placed, b.placed),
    contact: contact(a.placed, b.placed),
    region: region(a.placed, b.placed),
    crossings: crossings(a.placed, b.placed),
  });

  return {
    running: false,
    draw() {
      const { colors } = stage;
      const now = answers();
      const hit = now.relation !== "apart";
      paintShape(stage, a.placed, { color: hit ? colors.hit : colors.one, width: hit ? 3 : 2, fill: 0.13 });
      paintShape(stage, b.placed, { color: hit ? colors.hit : colors.two, width: hit ? 3 : 2, fill: 0.13 });
      if (now.region) paintRegion(stage.ink, now.region, colors.hit, 0.35);
      for (const { point } of now.crossings) ring(stage, point, colors.ink, 4);
      const { onA, onB, normal } = now.gap;
      dashes(stage, onA, onB, colors.muted, 1.5);
      dot(stage, onA, colors.one);
      dot(stage, onB, colors.two);
      const long = 44 * stage.unit;
      arrow(stage, onA, [onA[0] + normal[0] * long, onA[1] + normal[1] * long], colors.accent);
      handles.draw();
      stage.label("a", [a.parts.x, a.parts.y], colors.ink, [-14, 0]);
      stage.label("b", [b.parts.x, b.parts.y], colors.ink, [-14, 0]);

      panel.verdict(hit ? "hit" : "clear", SAYS[now.relation]);
      write({
        relation: now.relation,
        separation: figure(now.gap.separation),
        normal: vector(normal),
        "push of a": now.contact ? (Number.isFinite(now.contact.depth) ? vector(now.contact.pushA) : "nothing parts them") : "none",
        "common area": now.region ? figure(now.region.area, 1) : "unbounded",
        crossings: String(now.crossings.length),
      });
      fill(matrix, a, b, chosen);
    },
    key(event) {
      const i = ["a", "b"].indexOf(event.key.toLowerCase());
      if (i < 0 || event.ctrlKey || event.metaKey || event.altKey) return handles.key(event);
      next(i);
      return true;
    },
    save: () => ({ scene: zoo.id, settings: {}, groups: [], colliders: [a.form(), b.form()] }),
    state() {
      const now = answers();
      return {
        chosen: [...chosen],
        relation: now.relation,
        separation: now.gap.separation,
        normal: now.gap.normal,
        area: now.region?.area ?? null,
        touchingPairs: allPairs(a, b).flat().filter(Boolean).length,
        a: { ...a.parts },
        b: { ...b.parts },
      };
    },
    close: () => handles.close(),
  };
}

function shapeOf(id: string) {
  return kinds.find((each) => each.id === id)!.shape;
}

function kindOf(body: Body): string {
  const text = JSON.stringify(body.shape);
  return kinds.find(({ shape }) => JSON.stringify(shape) === text)?.id ?? "";
}

function table(choose: (i: number, j: number) => void): HTMLTableElement {
  const made = document.createElement("table");
  made.className = "matrix";
  // The two lists serve users without a pointer.
  made.setAttribute("aria-hidden", "true");
  const head = made.createTHead().insertRow();
  head.append(heading(""), ...kinds.map(({ label }) => heading(label)));
  const body = made.createTBody();
  kinds.forEach((row, i) => {
    const line = body.insertRow();
    line.append(heading(row.label));
    kinds.forEach((column, j) => {
      const cell = line.insertCell();
      cell.title = `${row.label} and ${column.label}`;
      cell.addEventListener("click", () => choose(i, j));
    });
  });
  return made;
}

function heading(text: string): HTMLTableCellElement {
  const cell = document.createElement("th");
  const word = document.createElement("span");
  word.textContent = text;
  cell.append(word);
  return cell;
}

/** Whether each kind in the place of a touches each kind in the place of b. */
function allPairs(a: Body, b: Body): boolean[][] {
  const columns = kinds.map(({ shape }) => place(shape, b.transform));
  return kinds.map(({ shape }) => {
    const row = place(shape, a.transform);
    return columns.map((column) => overlaps(row, column));
  });
}

function fill(matrix: HTMLTableElement, a: Body, b: Body, chosen: readonly string[]): void {
  allPairs(a, b).forEach((row, i) => {
    row.forEach((hit, j) => {
      const { dataset } = matrix.rows[i + 1]!.cells[j + 1]!;
      const touches = hit ? "yes" : "no";
      if (dataset.touches !== touches) dataset.touches = touches;
      const here = kinds[i]!.id === chosen[0] && kinds[j]!.id === chosen[1] ? "yes" : "no";
      if (dataset.here !== here) dataset.here = here;
    });
  });
}
