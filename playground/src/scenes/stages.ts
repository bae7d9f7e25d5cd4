// Two sprites under full transforms, tested in stages: the idea of the SFML snippet, and which stage
// decided.
import { Matrix, Sprite, Texture } from "pixi.js";
import { bounds, contact, gap, testUntil, type Level } from "jostle";
import coach from "../../../examples/art/coach.png?url";
import raft from "../../../examples/art/raft.png?url";
import { Body } from "../body.js";
import type { Saved } from "../document.js";
import { Handles } from "../handles.js";
import { arrow, dashes, dot, paintShape } from "../paint.js";
import { figure, type Panel } from "../panel.js";
import { axesOf, drawAxis, rangeBars } from "../projections.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";
import { pair } from "../start.js";

const LEVELS: readonly Level[] = ["bounds", "corners", "exact"];
const NAMES = { bounds: "0 · Boxes", corners: "1 · Corners", exact: "2 · Axes" };
const SAYS = { bounds: "the boxes", corners: "a corner", exact: "the axes" };

export const stages: SceneEntry = {
  id: "stages",
  title: "Stages",
  text:
    "Two sprites are tested as cheaply as the answer allows: their boxes first, then whether a corner of one " +
    "lies in the other, then all separating axes. Drag them, turn them, scale and lean them.",
  keys: [
    ["arrows", "move"],
    ["Q E", "turn"],
    ["+ −", "scale"],
    ["Z X", "lean"],
    ["N", "the other sprite"],
  ],
  prepare: fetchTextures,
  open,
};

/** Drawn by examples/art/draw.py. */
let textures: readonly Texture[] = [];

async function fetchTextures(): Promise<void> {
  if (textures.length > 0) return;
  textures = await Promise.all(
    [coach, raft].map(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return Texture.from(image);
    }),
  );
}

/** Puts a picture where the box of a rectangle is; other shapes have none. */
function dress(sprite: Sprite, { shape, placed }: Body): void {
  sprite.visible = shape.type === "rect" && !shape.radius && !shape.degrees && !shape.radians && !shape.rot;
  if (shape.type !== "rect" || !sprite.visible) return;
  const [x = 0, y = 0] = shape.center ?? [];
  const { width, height } = sprite.texture;
  sprite.setFromMatrix(
    new Matrix(...placed.transform.matrix)
      .append(new Matrix((2 * shape.half[0]) / width, 0, 0, (2 * shape.half[1]) / height, x, y))
      .append(new Matrix(1, 0, 0, 1, -width / 2, -height / 2)),
  );
}

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(660, 580);
  const sprites = textures.map((texture) => stage.world.addChildAt(new Sprite(texture), 0));
  const [a, b] = pair(saved, [
    new Body("a", { type: "rect", half: [130, 30] }, { x: -50, y: 36, degrees: 8 }),
    new Body("b", { type: "rect", half: [125, 26] }, { x: 40, y: -40, degrees: 100 }),
  ]);
  let level = LEVELS.find((each) => each === saved?.settings.level) ?? "exact";
  let showAxes = saved?.settings.axes !== "off";
  const handles = new Handles(stage, () => [a, b], ["move", "turn", "scale", "skew"], () => {});

  panel.part("How far to go");
  panel.choice(
    "Highest stage",
    LEVELS.map((value) => ({ value, label: NAMES[value] })),
    level,
    (value) => {
      level = value as Level;
      stage.invalidate();
    },
  );
  panel.part("Which stage decided");
  const lamps = panel.own(lampList());
  panel.part("Ranges on the axes");
  const bars = rangeBars();
  panel.toggle("Draw them beside the sprites", showAxes, (on) => {
    showAxes = on;
    stage.invalidate();
  });
  panel.own(bars.element);
  const write = (panel.part("In numbers"), panel.values("separation", "push"));

  function answers() {
    const all = LEVELS.map((each) => testUntil(a.placed, b.placed, each));
    const last = LEVELS.indexOf(level);
    const chosen = all[last]!;
    return { all, chosen, decided: chosen.certain ? LEVELS.indexOf(chosen.level) : -1, last };
  }

  return {
    running: false,
    draw() {
      const { colors } = stage;
      const { all, chosen, decided, last } = answers();
      const axes = axesOf(a.placed, b.placed);
      // The exact stage stops at the first axis with a gap.
      const parting = axes.findIndex(({ common }) => common < 0);
      const reached = decided === 2 || (decided < 0 && last === 2);
      const asked = !reached ? 0 : parting < 0 ? axes.length : parting + 1;

      for (const [i, [body, name]] of ([[a, "one"], [b, "two"]] as const).entries()) {
        dress(sprites[i]!, body);
        drawBox(stage, body, decided === 0 ? colors.accent : colors.muted);
        paintShape(stage, body.placed, {
          color: chosen.hit ? colors.hit : colors[name],
          width: chosen.hit ? 3 : 2,
          fill: chosen.hit ? 0.2 : 0.05,
        });
      }
      if (showAxes) axes.slice(0, asked).forEach((axis, i) => drawAxis(stage, axis, (i % 2 ? -1 : 1) * (185 + 20 * i)));
      const met = contact(a.placed, b.placed);
      if (met && chosen.hit && Number.isFinite(met.depth)) {
        arrow(stage, [b.parts.x, b.parts.y], [b.parts.x + met.pushB[0], b.parts.y + met.pushB[1]], colors.accent);
        dot(stage, met.point, colors.accent);
      }
      handles.draw();
      for (const { id, placed } of [a, b]) {
        // Beside its box, since letters cannot be read over every picture.
        const box = bounds(placed);
        if (box) stage.label(id, box.min, colors.ink, [-8, -8]);
      }

      showLamps(lamps, all.slice(0, last + 1), decided);
      bars.show(axes, asked);
      const by = decided < 0 ? "not certain yet" : `decided by ${SAYS[LEVELS[decided]!]}`;
      panel.verdict(chosen.hit ? "hit" : "clear", `${chosen.hit ? "touching" : "apart"}, ${by}`);
      write({ separation: figure(gap(a.placed, b.placed).separation), push: met ? `b by ${figure(met.depth)}` : "none" });
    },
    key: (event) => handles.key(event),
    save: () => ({
      scene: stages.id,
      settings: { level, ...(!showAxes && { axes: "off" }) },
      groups: [],
      colliders: [a.form(), b.form()],
    }),
    state() {
      const { chosen, decided } = answers();
      return {
        ...chosen,
        decided: decided < 0 ? null : LEVELS[decided],
        a: { ...a.parts },
        b: { ...b.parts },
        handles: { a: handles.places(a), b: handles.places(b) },
        selected: handles.selected?.id,
      };
    },
    close: () => handles.close(),
  };
}

function drawBox(stage: Stage, body: Body, color: number): void {
  const box = bounds(body.placed);
  if (!box) return;
  const { min, max } = box;
  for (const [from, to] of [
    [min, [max[0], min[1]]],
    [[max[0], min[1]], max],
    [max, [min[0], max[1]]],
    [[min[0], max[1]], min],
  ] as const) {
    dashes(stage, from, to, color, 1, 0.8);
  }
}

function lampList(): HTMLOListElement {
  const list = document.createElement("ol");
  list.className = "lamps";
  for (const level of LEVELS) {
    const item = document.createElement("li");
    item.append(document.createElement("b"), document.createElement("span"));
    item.firstElementChild!.textContent = NAMES[level];
    list.append(item);
  }
  return list;
}

function showLamps(list: HTMLOListElement, answers: readonly { hit: boolean }[], decided: number): void {
  [...list.children].forEach((item, i) => {
    const answer = answers[i];
    const ran = answer && (decided < 0 || i <= decided);
    const state = !ran ? "not needed" : i === decided ? (answer.hit ? "decides: ● touching" : "decides: ○ apart") : "cannot tell yet";
    (item as HTMLElement).className = i === decided ? (answer?.hit ? "hit" : "clear") : ran ? "ran" : "";
    if (i === decided) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    item.lastElementChild!.textContent = answer ? state : "not asked";
  });
}
