// Nested containers of PixiJS that turn: the boxes of `getBounds`, the rectangle that two of them have in
// common, and, beside it, what is true of the shapes inside.
import { Container, Graphics } from "pixi.js";
import { containsPoint, region } from "jostle";
import { overlapRect, overlaps, placedOf, useShape } from "jostle/pixi";
import { partsOf, toDegrees, toRadians } from "../body.js";
import { DocumentError, isCollider, type ColliderForm, type GroupForm, type Saved } from "../document.js";
import { dashes } from "../paint.js";
import { figure, type Panel } from "../panel.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Point, Stage } from "../stage.js";
import { mayMove } from "../theme.js";
import { Tree } from "../tree.js";

export const containers: SceneEntry = {
  id: "containers",
  title: "Containers",
  text:
    "A container's box holds all its children, so any two objects of the tree can be compared in one frame. " +
    "Touching edges do not count here, as in PixiJS; the shapes themselves are asked as well.",
  keys: [
    ["Space", "starts and stops"],
    ["arrows", "move"],
    ["Q E", "turn"],
    ["N", "next node"],
    ["A B", "compare it"],
  ],
  open,
};

interface Node {
  readonly id: string;
  readonly form: GroupForm | ColliderForm;
  readonly view: Container;
  readonly parent: string | null;
}

const start: Saved = {
  scene: "containers",
  settings: {},
  groups: [
    { id: "ship", transform: { position: [-110, 20] }, spin: 0.25 },
    { id: "turret", parent: "ship", transform: { position: [40, 0] }, spin: -0.8 },
    { id: "station", transform: { position: [120, -10] }, spin: -0.2 },
    { id: "arm", parent: "station", transform: { position: [0, -84], degrees: 20 }, spin: 0.5 },
  ],
  colliders: [
    { id: "hull", parent: "ship", shape: { type: "polygon", points: [[110, 0], [30, 44], [-80, 52], [-56, 0], [-80, -52], [30, -44]] } },
    { id: "dome", parent: "turret", shape: { type: "circle", radius: 22 } },
    { id: "barrel", parent: "turret", shape: { type: "rect", center: [52, 0], half: [34, 7] } },
    { id: "core", parent: "station", shape: { type: "rect", half: [34, 34] } },
    { id: "pod", parent: "arm", shape: { type: "capsule", a: [-46, 0], b: [46, 0], radius: 20 } },
    { id: "dish", parent: "arm", transform: { position: [0, -56] }, shape: { type: "polygon", points: [[-34, 0], [0, 16], [34, 0], [0, 34]] } },
  ],
};

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(540, 460);
  const from = saved ?? start;
  const nodes = build(stage, from);
  if (nodes.size < 2) throw new DocumentError("", "this scene needs two groups or colliders");
  const list = [...nodes.values()];
  const named = (id: string | undefined) => (id === undefined ? undefined : nodes.get(id));
  const tops = list.filter(({ parent }) => parent === null);
  let a = named(from.settings.a) ?? tops[0] ?? list[0]!;
  let b = named(from.settings.b) ?? tops.find((each) => each !== a) ?? list.find((each) => each !== a)!;
  let selected = a;
  let running = saved ? from.settings.turning !== "no" : mayMove();
  let dragged: { node: Node; pointer: number; last: Point } | null = null;

  panel.part("The tree");
  const tree = new Tree(
    list.map(({ id, parent }) => ({ id, parent })),
    (id) => {
      selected = nodes.get(id)!;
      stage.invalidate();
    },
  );
  panel.own(tree.element);
  panel.part("Compare");
  const options = list.map(({ id }) => ({ value: id, label: id }));
  const pickA = panel.select("a", options, a.id, (id) => ((a = nodes.get(id)!), stage.invalidate()));
  const pickB = panel.select("b", options, b.id, (id) => ((b = nodes.get(id)!), stage.invalidate()));
  const [play] = panel.buttons([running ? "Stop (Space)" : "Start (Space)", toggle]);
  panel.part("Answers");
  const write = panel.values("boxes", "common rectangle", "its size", "shapes");

  function toggle(): void {
    running = !running;
    play!.textContent = running ? "Stop (Space)" : "Start (Space)";
    stage.invalidate();
  }

  const leaves = (top: Node) => list.filter((each) => isCollider(each.form) && isBelow(each, top, nodes));

  /** Pairs of shapes below a and below b that touch. */
  function touching(): [Node, Node][] {
    const others = leaves(b);
    return leaves(a).flatMap((one) =>
      others.filter((two) => one !== two && overlaps(one.view, two.view)).map((two): [Node, Node] => [one, two]),
    );
  }

  function boxes() {
    return { common: overlapRect(a.view, b.view), pairs: touching() };
  }

  const off = new AbortController();
  const { signal } = off;
  stage.host.addEventListener("pointerdown", (event) => {
    const at = canvasPoint(stage, event);
    const leaf = list.findLast(({ form, view }) => isCollider(form) && containsPoint(placedOf(view), at));
    if (!leaf || event.button !== 0) return;
    // What was chosen in the tree moves as a whole.
    if (!isBelow(leaf, selected, nodes)) selected = leaf;
    dragged = { node: selected, pointer: event.pointerId, last: at };
    stage.host.setPointerCapture(event.pointerId);
    stage.invalidate();
  }, { signal });
  stage.host.addEventListener("pointermove", (event) => {
    if (event.pointerId !== dragged?.pointer) return;
    const at = canvasPoint(stage, event);
    move(dragged.node, dragged.last, at);
    dragged.last = at;
  }, { signal });
  for (const end of ["pointerup", "pointercancel"] as const) {
    stage.host.addEventListener(end, () => (dragged = null), { signal });
  }

  /** Moves a node by a way on the canvas, in its parent's frame. */
  function move({ view }: Node, last: Point, next: Point): void {
    const frame = view.parent!;
    const [p, q] = [frame.toLocal({ x: last[0], y: last[1] }), frame.toLocal({ x: next[0], y: next[1] })];
    view.position.set(view.x + q.x - p.x, view.y + q.y - p.y);
    stage.invalidate();
  }

  return {
    get running() {
      return running;
    },
    advance(steps) {
      for (const { view, form } of list) view.rotation += toRadians(form.spin ?? 0) * steps;
    },
    draw() {
      const { colors } = stage;
      const { common, pairs } = boxes();
      const hits = new Set(pairs.flat().map(({ id }) => id));
      const [ofA, ofB] = [leaves(a), leaves(b)];
      for (const node of list) {
        node.view.tint = 0xffffff;
        if (!isCollider(node.form)) continue;
        const side = ofA.includes(node) ? colors.one : ofB.includes(node) ? colors.two : colors.muted;
        node.view.tint = hits.has(node.id) ? colors.hit : side;
        node.view.alpha = hits.has(node.id) ? 0.85 : 0.6;
      }
      for (const [node, name, color] of [[a, "a", colors.one], [b, "b", colors.two]] as const) {
        const box = node.view.getBounds();
        const corner = frameBox(stage, box, color);
        stage.label(`${name}: ${node.id}`, corner, colors.ink, [34, -12]);
      }
      if (selected !== a && selected !== b) frameBox(stage, selected.view.getBounds(), colors.accent);
      if (common) {
        const [x, y] = sceneOf(stage, [common.x, common.y]);
        const { unit } = stage;
        stage.ink.rect(x, y, common.width * unit, common.height * unit).fill({ color: colors.accent, alpha: 0.18 });
        stage.ink.rect(x, y, common.width * unit, common.height * unit).stroke({ color: colors.accent, width: 2.5 * unit });
      }
      tree.show(selected.id, { [a.id]: "a", [b.id]: "b" }, hits);
      const says = pairs.length > 0 ? "shapes touch" : common ? "only the boxes overlap" : "apart";
      panel.verdict(pairs.length > 0 ? "hit" : "clear", says);
      write({
        boxes: common ? "● overlap" : "○ do not",
        "common rectangle": common ? `${figure(common.x, 0)}, ${figure(common.y, 0)}` : "none",
        "its size": common ? `${figure(common.width, 0)} × ${figure(common.height, 0)}` : "–",
        shapes: pairs.map(([one, two]) => `${one.id} – ${two.id}`).join(", ") || "○ apart",
      });
    },
    key({ key, shiftKey, ctrlKey, metaKey, altKey }) {
      if (ctrlKey || metaKey || altKey) return false;
      const far = shiftKey ? 10 : 2;
      const by = (x: number, y: number) => move(selected, [0, 0], [x, y]);
      const actions: Record<string, () => void> = {
        " ": toggle,
        n: () => (selected = list[(list.indexOf(selected) + 1) % list.length]!),
        a: () => ((a = selected), (pickA.value = a.id)),
        b: () => ((b = selected), (pickB.value = b.id)),
        q: () => (selected.view.rotation -= toRadians(3)),
        e: () => (selected.view.rotation += toRadians(3)),
        ArrowLeft: () => by(-far, 0),
        ArrowRight: () => by(far, 0),
        ArrowUp: () => by(0, -far),
        ArrowDown: () => by(0, far),
      };
      const action = actions[key.length === 1 ? key.toLowerCase() : key];
      action?.();
      return action !== undefined;
    },
    save: () => ({
      scene: containers.id,
      settings: { a: a.id, b: b.id, turning: running ? "yes" : "no" },
      groups: list.filter(({ form }) => !isCollider(form)).map(formNow),
      colliders: list.filter(({ form }) => isCollider(form)).map((node) => formNow(node) as ColliderForm),
    }),
    state() {
      const { common, pairs } = boxes();
      const center = ({ view }: Node) => {
        const { x, y, width, height } = view.getBounds();
        return sceneOf(stage, [x + width / 2, y + height / 2]);
      };
      return {
        a: a.id,
        b: b.id,
        selected: selected.id,
        running,
        common: common && { ...common },
        pairs: pairs.map(([one, two]) => [one.id, two.id]),
        middles: Object.fromEntries(list.map((node) => [node.id, center(node)])),
        turns: Object.fromEntries(list.map(({ id, view }) => [id, toDegrees(view.rotation)])),
      };
    },
    close: () => off.abort(),
  };
}

/** Makes the containers of a document: groups first, since colliders may be anywhere below them. */
function build(stage: Stage, { groups, colliders }: Saved): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const form of [...groups, ...colliders]) {
    const view = new Container();
    const transform = form.transform ?? {};
    const { x = 0, y = 0, degrees = 0, scale = [1, 1], skew = [0, 0], pivot = [0, 0] } = partsOf(transform);
    view.position.set(x, y);
    // Radians as they were saved: through degrees and back they would not be the same to the last bit.
    const { radians = toRadians(degrees), skewRadians = skew.map(toRadians) } = "matrix" in transform ? {} : transform;
    view.rotation = radians;
    view.scale.set(...scale);
    view.skew.set(skewRadians[0], skewRadians[1]);
    view.pivot.set(...pivot);
    if (isCollider(form)) {
      const graphics = new Graphics();
      const inside = region(form.shape, form.shape, 0.1);
      for (const { points, holes } of inside?.polygons ?? []) {
        graphics.poly(points.flat()).fill(0xffffff);
        for (const hole of holes) graphics.poly(hole.flat()).cut();
      }
      if (!inside || inside.polygons.length === 0) {
        throw new DocumentError(`"${form.id}"`, "has no bounded inside, so it cannot be a display object here");
      }
      view.addChild(graphics);
      useShape(view, form.shape);
    }
    nodes.set(form.id, { id: form.id, form, view, parent: form.parent ?? null });
  }
  for (const { view, parent } of nodes.values()) (parent === null ? stage.world : nodes.get(parent)!.view).addChild(view);
  // Lines of the scene are over its shapes.
  stage.world.addChild(stage.ink);
  return nodes;
}

function formNow({ form, view }: Node): GroupForm {
  return {
    ...form,
    transform: {
      position: [view.x, view.y],
      radians: view.rotation,
      scale: [view.scale.x, view.scale.y],
      skewRadians: [view.skew.x, view.skew.y],
      pivot: [view.pivot.x, view.pivot.y],
    },
  };
}

function isBelow(node: Node, top: Node, nodes: ReadonlyMap<string, Node>): boolean {
  for (let at: Node | undefined = node; at; at = at.parent === null ? undefined : nodes.get(at.parent)) {
    if (at === top) return true;
  }
  return false;
}

function canvasPoint(stage: Stage, event: PointerEvent): Point {
  const box = stage.app.canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function sceneOf(stage: Stage, [x, y]: Point): Point {
  const { position } = stage.world;
  return [(x - position.x) * stage.unit, (y - position.y) * stage.unit];
}

/** Draws a box of the canvas; returns its upper left corner in the scene. */
function frameBox(stage: Stage, box: { left: number; top: number; right: number; bottom: number }, color: number): Point {
  const [min, max] = [sceneOf(stage, [box.left, box.top]), sceneOf(stage, [box.right, box.bottom])];
  const corners: Point[] = [min, [max[0], min[1]], max, [min[0], max[1]]];
  corners.forEach((from, i) => dashes(stage, from, corners[(i + 1) % 4]!, color, 1.5));
  return min;
}
