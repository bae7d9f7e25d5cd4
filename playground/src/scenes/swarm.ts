// Ten thousand shapes that move, in a world of the package: what a frame costs, with the broad phase of
// your choice, and a fan of rays and the nearest neighbors under the pointer.
import { EventBatch, World, type BroadPhase, type Key } from "jostle";
import { DocumentError, type Saved } from "../document.js";
import { dashes, dot, dots, lines } from "../paint.js";
import { figure, type Panel } from "../panel.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Point, Stage } from "../stage.js";
import { HEIGHT, WIDTH, generate, read } from "../swarm/crowd.js";
import { Flock } from "../swarm/flock.js";
import { mayMove } from "../theme.js";

export const swarm: SceneEntry = {
  id: "swarm",
  title: "Swarm",
  text:
    "A world of moving circles, rectangles, capsules and polygons. Every frame sets all transforms in one call " +
    "and steps; the pointer asks for a fan of rays and for its nearest neighbors.",
  keys: [
    ["Space", "starts and stops"],
    ["arrows", "move the probe"],
    [".", "one frame"],
  ],
  open,
};

const BROAD: readonly BroadPhase[] = ["auto", "brute", "sweep", "tree"];
const COUNTS = [1000, 2000, 10_000];
const RAYS = 72;
const REACH = 420;
const MOST = 20_000;
/** Before any frame. */
const LONG_AGO = -1_000_000;
/** Frames over which times are averaged. */
const OVER = 30;

interface Cost {
  move: number;
  step: number;
  ask: number;
  frame: number;
}

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(WIDTH, HEIGHT);
  const { settings = {}, colliders = [] } = saved ?? {};
  if (colliders.length > MOST) throw new DocumentError("colliders", `this scene takes ${MOST} at most`);
  let broadPhase = BROAD.find((each) => each === settings.broad) ?? "auto";
  let seed = whole(settings.seed, 1, 4294967295) ?? 1;
  let count = whole(settings.count, 1, MOST) ?? 1000;
  let frames = whole(settings.frame, 0, 1e9) ?? 0;
  let running = saved ? settings.paused !== "yes" : mayMove();
  let rays = settings.rays !== "off";
  let concave = settings.concave === "yes";
  let near = whole(settings.near, 0, 30) ?? 8;
  let probe: Point = [0, 0];
  // Opened from a file it has what the file has; otherwise the seed is enough, and links stay short.
  let crowd = saved && colliders.length > 0 ? read(saved) : generate(seed, count, concave);
  if (crowd.seed === null) frames = 0;

  let world: World<number>;
  let keys: Float64Array;
  let place: Map<Key, number>;
  const events = new EventBatch();
  let flock = new Flock(stage, crowd);
  /** The frame in which each was last seen touching. */
  let touched = new Int32Array(0);
  /** The frame in which its last touch began. */
  let began = new Int32Array(0);
  let counted = { enter: 0, stay: 0, exit: 0 };
  const cost: Cost = { move: 0, step: 0, ask: 0, frame: 0 };
  let lastFrame = 0;
  let lastWritten = 0;
  build();

  panel.part("Shapes");
  panel.choice(
    "How many",
    COUNTS.map((each) => ({ value: String(each), label: each.toLocaleString("en") })),
    crowd.seed === null ? "" : String(count),
    (value) => regenerate(seed, Number(value)),
  );
  const [play] = panel.buttons(
    [running ? "Stop (Space)" : "Start (Space)", toggle],
    ["Others", () => regenerate((seed % 4294967295) + 1, count)],
  );
  panel.toggle("A fifth are concave", concave, (on) => {
    concave = on;
    regenerate(seed, count);
  });
  panel.part("World");
  panel.select("Broad phase", BROAD.map((value) => ({ value, label: value })), broadPhase, (value) => {
    broadPhase = value as BroadPhase;
    build();
    stage.invalidate();
  });
  const write = panel.values("shapes", "touching pairs", "begun", "ended", "pairs of boxes");
  panel.part("A frame, in milliseconds");
  const writeCost = panel.values("set transforms", "step", "rays and nearest", "frames a second");
  panel.part("Under the pointer");
  panel.toggle(`A fan of ${RAYS} rays`, rays, (on) => {
    rays = on;
    stage.invalidate();
  });
  panel.range("Nearest", { min: 0, max: 30, step: 1, value: near }, String, (value) => {
    near = value;
    stage.invalidate();
  });
  const writeNear = panel.values("nearest is", "away");

  const off = new AbortController();
  for (const name of ["pointermove", "pointerdown"] as const) {
    stage.host.addEventListener(
      name,
      (event) => {
        const [x, y] = stage.toScene(event.clientX, event.clientY);
        probe = [clamp(x, WIDTH / 2), clamp(y, HEIGHT / 2)];
        stage.invalidate();
      },
      { signal: off.signal },
    );
  }

  function build(): void {
    crowd.at(frames);
    world = new World<number>({ broadPhase });
    keys = Float64Array.from(world.addAll(crowd.colliders()));
    place = new Map([...keys].map((key, i) => [key, i]));
    touched = new Int32Array(crowd.length).fill(LONG_AGO);
    began = new Int32Array(crowd.length).fill(LONG_AGO);
    step();
  }

  function regenerate(nextSeed: number, nextCount: number): void {
    [seed, count, frames] = [nextSeed, nextCount, 0];
    crowd = generate(seed, count, concave);
    flock.destroy();
    flock = new Flock(stage, crowd);
    build();
    stage.invalidate();
  }

  function toggle(): void {
    running = !running;
    play!.textContent = running ? "Stop (Space)" : "Start (Space)";
    stage.invalidate();
  }

  function step(): void {
    const start = performance.now();
    crowd.at(frames);
    world.setTransforms(keys, crowd.matrices);
    const moved = performance.now();
    world.stepInto(events);
    const stepped = performance.now();
    smooth(cost, "move", moved - start);
    smooth(cost, "step", stepped - moved);
    counted = { enter: 0, stay: 0, exit: 0 };
    const { kinds, a, b, length } = events;
    for (let i = 0; i < length; i++) {
      if (kinds[i] === 2) {
        counted.exit++;
        continue;
      }
      if (kinds[i] === 0) counted.enter++;
      else counted.stay++;
      for (const key of [a[i]!, b[i]!]) {
        const member = place.get(key)!;
        touched[member] = frames;
        if (kinds[i] === 0) began[member] = frames;
      }
    }
  }

  function advance(steps: number): void {
    // One step of the world a drawn frame: what is not drawn is not stepped, only counted.
    frames += steps;
    step();
  }

  function drawProbe(readable: boolean): void {
    const { colors } = stage;
    const start = performance.now();
    const fan = new Float32Array(RAYS * 4);
    for (let i = 0; i < RAYS; i++) {
      const angle = (2 * Math.PI * i) / RAYS;
      fan.set([...probe, Math.cos(angle) * REACH, Math.sin(angle) * REACH], i * 4);
    }
    const found = rays ? world.rayFirstEach(fan, "skip") : null;
    const nearest = near > 0 ? world.nearest(probe, near) : [];
    smooth(cost, "ask", performance.now() - start);
    const [hits, misses]: [Point[], Point[]] = [[], []];
    for (let i = 0; found && i < RAYS; i++) {
      if (found.keys[i] !== 0) hits.push([found.points[2 * i]!, found.points[2 * i + 1]!]);
      else misses.push([probe[0] + fan[4 * i + 2]!, probe[1] + fan[4 * i + 3]!]);
    }
    lines(stage, misses.map((end) => [probe, end] as const), colors.warm, 1, 0.25);
    lines(stage, hits.map((end) => [probe, end] as const), colors.warm, 1, 0.75);
    dots(stage, hits, colors.warm, 2.5);
    for (const { point, distance } of nearest) if (distance > 0) dashes(stage, probe, point, colors.accent, 2);
    dots(stage, nearest.map(({ point }) => point), colors.accent, 4);
    dot(stage, probe, colors.ink, 5);
    const first = nearest[0];
    if (!readable) return;
    writeNear({
      "nearest is": first ? `number ${world.data(first.key)}` : "not asked",
      away: first ? figure(first.distance) : "–",
    });
  }

  return {
    get running() {
      return running;
    },
    advance,
    draw() {
      const now = performance.now();
      if (running && lastFrame) smooth(cost, "frame", now - lastFrame);
      lastFrame = running ? now : 0;
      const { colors } = stage;
      flock.show((i) => frames - touched[i]!, (i) => frames - began[i]!, colors);
      // Sixty numbers a second are unreadable.
      const readable = !running || now - lastWritten > 150;
      drawProbe(readable);
      stage.ink.rect(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT).stroke({ color: colors.muted, alpha: 0.5, width: stage.unit });
      if (!readable) return;
      lastWritten = now;
      const pairs = counted.enter + counted.stay;
      const { candidates } = world.stats();
      write({
        shapes: crowd.length.toLocaleString("en"),
        "touching pairs": pairs.toLocaleString("en"),
        begun: `+${counted.enter}`,
        ended: `−${counted.exit}`,
        "pairs of boxes": candidates.toLocaleString("en"),
      });
      writeCost({
        "set transforms": figure(cost.move),
        step: figure(cost.step),
        "rays and nearest": figure(cost.ask),
        "frames a second": running && cost.frame ? figure(1000 / cost.frame, 0) : "stopped",
      });
    },
    key({ key, shiftKey, ctrlKey, metaKey, altKey }) {
      if (ctrlKey || metaKey || altKey) return false;
      const far = shiftKey ? 50 : 10;
      const to = (x: number, y: number) => (probe = [clamp(probe[0] + x, WIDTH / 2), clamp(probe[1] + y, HEIGHT / 2)]);
      const actions: Record<string, () => void> = {
        " ": toggle,
        ".": () => advance(1),
        ArrowLeft: () => to(-far, 0),
        ArrowRight: () => to(far, 0),
        ArrowUp: () => to(0, -far),
        ArrowDown: () => to(0, far),
      };
      actions[key]?.();
      return key in actions;
    },
    save: () => ({ scene: swarm.id, settings: settingsNow(), groups: [], colliders: crowd.forms() }),
    saveShort: () => ({
      scene: swarm.id,
      settings: settingsNow(),
      groups: [],
      colliders: crowd.seed === null ? crowd.forms() : [],
    }),
    state: () => ({
      count: crowd.length,
      broadPhase: world.broadPhase(),
      running,
      frames,
      pairs: counted.enter + counted.stay,
      totals: world.stats(),
      cost: { ...cost },
      hash: world.hash(),
    }),
    close() {
      off.abort();
      flock.destroy();
    },
  };

  function settingsNow(): Record<string, string> {
    return {
      ...(crowd.seed !== null && { seed: String(crowd.seed), count: String(count), frame: String(frames) }),
      ...(concave && { concave: "yes" }),
      broad: broadPhase,
      near: String(near),
      paused: running ? "no" : "yes",
      ...(!rays && { rays: "off" }),
    };
  }
}

function smooth(cost: Cost, name: keyof Cost, value: number): void {
  cost[name] += (value - cost[name]) / (cost[name] === 0 ? 1 : OVER);
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

function whole(text: string | undefined, least: number, most: number): number | null {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= least && value <= most ? value : null;
}
