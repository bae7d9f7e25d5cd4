// The SDL study: one shape stays in the middle, one jumps to a random place and turn every half second,
// and each carries a child. Colors change only with the events of a step.
import { bounds, place, World, type BuiltinMethod, type Key, type Placed } from "jostle";
import { toDegrees } from "../body.js";
import { DocumentError, type ColliderForm, type Saved, type Shape } from "../document.js";
import { dashes, dot, paintShape } from "../paint.js";
import type { Panel } from "../panel.js";
import { random } from "../random.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";
import { mayMove } from "../theme.js";

export const fixed: SceneEntry = {
  id: "fixed",
  title: "Fixed and moving",
  text:
    "One shape stays, the other jumps every half second; each carries a child. Red while they touch, green " +
    "while not; a color changes only in the step in which a touch begins or ends.",
  keys: [
    ["C", "circles"],
    ["R", "rectangles"],
    ["Space", "starts and stops"],
    ["J", "one jump"],
    ["arrows", "move"],
    ["Q E", "turn"],
  ],
  open,
};

const METHODS: readonly { value: BuiltinMethod; label: string }[] = [
  { value: "bounds", label: "boxes" },
  { value: "circles", label: "circles" },
  { value: "corners", label: "corners" },
  { value: "exact", label: "exact" },
];
/** Half a second. */
const BETWEEN = 30;
const CHILD_AT = [95, 0] as const;

type Which = "circles" | "rectangles";

function shapes(which: Which): { parent: Shape; child: Shape } {
  return which === "circles"
    ? { parent: { type: "circle", radius: 60 }, child: { type: "circle", radius: 24 } }
    : { parent: { type: "rect", half: [70, 45] }, child: { type: "rect", half: [26, 18] } };
}

function forms(which: Which): ColliderForm[] {
  const { parent, child } = shapes(which);
  // What belongs together does not meet itself: each side sees the other only.
  const side = (id: string, other: string, transform: ColliderForm["transform"]): ColliderForm[] => [
    { id, transform: transform!, shape: parent, layer: id, sees: [other] },
    { id: `${id} child`, parent: id, transform: { position: CHILD_AT }, shape: child, layer: id, sees: [other] },
  ];
  return [
    ...side("fixed", "moving", { position: [0, 0], degrees: 20 }),
    ...side("moving", "fixed", { position: [-150, 90], degrees: 200 }),
  ];
}

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(600, 500);
  let which: Which = saved?.settings.shapes === "circles" ? "circles" : "rectangles";
  let method: BuiltinMethod = METHODS.find(({ value }) => value === saved?.settings.method)?.value ?? "exact";
  let outlined = saved?.settings.outline !== "off";
  let seed = Number(saved?.settings.seed ?? 1) || 1;
  let running = saved ? false : mayMove();
  let frames = 0;
  let all: readonly ColliderForm[] = saved ? saved.colliders : forms(which);
  if (saved && !saved.colliders.some(({ id }) => id === "moving")) {
    throw new DocumentError("colliders", 'this scene needs one with the id "moving"');
  }
  const groups = saved?.groups ?? [];
  let world: World<string>;
  let keys: Map<string, Key>;
  /** Who touches, as the events have told. */
  let touching: Map<string, number>;
  let before = false;
  let now = false;
  build();

  panel.part("Shapes");
  const showWhich = panel.choice(
    "Which",
    [
      { value: "rectangles", label: "Rectangles (R)" },
      { value: "circles", label: "Circles (C)" },
    ],
    which,
    (value) => change(value as Which),
  );
  panel.toggle("Outlines", outlined, (on) => {
    outlined = on;
    stage.invalidate();
  });
  panel.part("Detection method");
  panel.choice("Chosen while it runs", METHODS, method, (value) => {
    method = value as BuiltinMethod;
    build();
    stage.invalidate();
  });
  panel.note("Boxes and circles are those around a shape, drawn dashed. They may say yes too often, never too seldom.");
  panel.part("Movement");
  const [play] = panel.buttons([running ? "Stop (Space)" : "Start (Space)", toggle], ["One jump (J)", jump]);
  panel.part("This step and the last");
  const write = panel.values("colliding now", "colliding last step", "pairs", "steps");

  /** Makes the world again: the method is chosen when a world is made. */
  function build(): void {
    world = new World<string>({ method });
    keys = new Map();
    for (const group of groups) {
      keys.set(group.id, world.add({ transform: group.transform ?? {}, data: group.id }));
    }
    for (const { id, shape, transform = {}, layer, sees } of all) {
      keys.set(id, world.add({ shape, transform, data: id, ...(layer !== undefined && { layer }), ...(sees && { sees }) }));
    }
    for (const { id, parent } of [...groups, ...all]) {
      if (parent !== undefined) world.setParent(keys.get(id)!, keys.get(parent)!);
    }
    touching = new Map();
    before = now = false;
    step();
  }

  function step(): void {
    before = now;
    for (const event of world.step()) {
      const by = event.kind === "enter" ? 1 : event.kind === "exit" ? -1 : 0;
      for (const id of [event.dataA, event.dataB]) touching.set(id, (touching.get(id) ?? 0) + by);
    }
    now = world.pairs().length > 0;
  }

  function change(next: Which): void {
    which = next;
    all = forms(which);
    showWhich(which);
    build();
    stage.invalidate();
  }

  function toggle(): void {
    running = !running;
    play!.textContent = running ? "Stop (Space)" : "Start (Space)";
    stage.invalidate();
  }

  function put(x: number, y: number, degrees: number): void {
    const key = keys.get("moving")!;
    const transform = { position: [round(x), round(y)], degrees: round(degrees) } as const;
    world.setTransform(key, transform);
    all = all.map((each) => (each.id === "moving" ? { ...each, transform } : each));
    step();
    stage.invalidate();
  }

  function jump(): void {
    const next = random(++seed);
    put((next() - 0.5) * 400, (next() - 0.5) * 320, 360 * next());
  }

  /** The moving parent as it is: place and turn. */
  function pose(): [number, number, number] {
    const m = world.transform(keys.get("moving")!)!;
    return [m[4], m[5], toDegrees(Math.atan2(m[1], m[0]))];
  }

  return {
    get running() {
      return running;
    },
    advance(steps) {
      for (let i = 0; i < steps; i++) {
        frames++;
        if (frames % BETWEEN === 0) jump();
        else step();
      }
    },
    draw() {
      const { colors } = stage;
      for (const { id } of all) {
        const key = keys.get(id)!;
        const placed = world.placed(key)!;
        const hit = (touching.get(id) ?? 0) > 0;
        const color = hit ? colors.hit : colors.clear;
        paintShape(stage, placed, { color, width: outlined ? (hit ? 3.5 : 2) : 0.01, fill: hit ? 0.5 : 0.28 });
        drawAround(stage, placed, method);
        const [, , , , x, y] = world.worldTransform(key)!;
        const parent = world.parent(key);
        if (parent !== null) {
          const [, , , , px, py] = world.worldTransform(parent)!;
          dashes(stage, [px, py], [x, y], colors.ink, 1.5, 0.7);
          dot(stage, [px, py], colors.ink, 4);
        }
        stage.label(parent === null ? id : "child", [x, y], colors.ink, [0, 15]);
      }
      const pairs = world.pairs();
      panel.verdict(now ? "hit" : "clear", now ? "colliding" : "not colliding");
      write({
        "colliding now": now ? "● yes" : "○ no",
        "colliding last step": before ? "● yes" : "○ no",
        pairs: pairs.map(({ a, b }) => `${world.data(a)} – ${world.data(b)}`).join(", ") || "none",
        steps: String(world.stats().steps),
      });
    },
    key({ key, ctrlKey, metaKey, altKey, shiftKey }) {
      if (ctrlKey || metaKey || altKey) return false;
      const [x, y, degrees] = pose();
      const far = shiftKey ? 10 : 2;
      const actions: Record<string, () => void> = {
        " ": toggle,
        c: () => change("circles"),
        r: () => change("rectangles"),
        j: jump,
        ArrowLeft: () => put(x - far, y, degrees),
        ArrowRight: () => put(x + far, y, degrees),
        ArrowUp: () => put(x, y - far, degrees),
        ArrowDown: () => put(x, y + far, degrees),
        q: () => put(x, y, degrees - 3),
        e: () => put(x, y, degrees + 3),
      };
      const action = actions[key.length === 1 ? key.toLowerCase() : key];
      action?.();
      return action !== undefined;
    },
    save: () => ({
      scene: fixed.id,
      settings: { shapes: which, method, seed: String(seed), ...(!outlined && { outline: "off" }) },
      groups,
      colliders: all,
    }),
    state: () => ({
      which,
      method,
      running,
      now,
      before,
      pairs: world.pairs().map(({ a, b }) => [world.data(a), world.data(b)]),
      steps: world.stats().steps,
      moving: pose(),
    }),
  };
}

/** Draws what the method compares instead of the shape. */
function drawAround(stage: Stage, placed: Placed, method: BuiltinMethod): void {
  const box = bounds(placed);
  if (!box || (method !== "bounds" && method !== "circles")) return;
  const { min, max } = box;
  if (method === "bounds") {
    const corners = [min, [max[0], min[1]], max, [min[0], max[1]]] as const;
    corners.forEach((from, i) => dashes(stage, from, corners[(i + 1) % 4]!, stage.colors.accent, 1.5));
    return;
  }
  const circle = placed.type === "circle";
  const radius = circle ? (max[0] - min[0]) / 2 : Math.hypot(max[0] - min[0], max[1] - min[1]) / 2;
  const middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2] as const;
  const around = place({ type: "circle", center: middle, radius });
  paintShape(stage, around, { color: stage.colors.accent, width: 1 });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
