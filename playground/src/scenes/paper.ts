// A shot and a bar that are much faster than paper is thick: proven times of contact, beside what sampling sees.
import { moved, ready, type Placed } from "jostle";
import { Body } from "../body.js";
import type { Saved } from "../document.js";
import { Handles } from "../handles.js";
import { arrow, dashes, dot, line, lines, paintShape } from "../paint.js";
import { figure, vector, type Panel } from "../panel.js";
import { BAR, BULLET, HEIGHT, LANE, PIVOT, SHEETS, compute, moments, paper, type Settings, type Trial } from "../paper/trial.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Point, Stage } from "../stage.js";
import { mayMove } from "../theme.js";

export const bulletAndPaper: SceneEntry = {
  id: "paper",
  title: "Bullet and paper",
  text:
    "A shot of 400,000 pixels in a frame through paper of a ten-thousandth, and a bar that turns beside a sheet. Casts " +
    "and sweeps prove the time of contact; below and beside them is what sampling sees of the same frame.",
  keys: [
    ["Space", "stops"],
    [".", "one frame"],
    ["← →", "speed of the shot"],
    ["↑ ↓", "turn of the bar"],
    ["S", "more samples"],
  ],
  touch: ["Drag the sheet beside the bar, or its handle to turn it.", "Two fingers zoom and move the view."],
  prepare: ready,
  open,
};

/** A game's frame is shown for so many of the page. */
const SHOWN = 45;
const [WIDTH, DEPTH] = [760, 560];
/** From what is proven to what is sampled: below the shot, beside the bar. */
const [BELOW, BESIDE] = [120, 370];
const GHOSTS = 28;
/** How the limits of the controls are read from links as well. */
const LIMITS = {
  speed: { min: 0, max: 5, step: 1, value: 5 },
  turn: { min: 0, max: 1440, step: 5, value: 175 },
  thickness: { min: -4, max: 0, step: 1, value: -4 },
  samples: { min: 1, max: 32, step: 1, value: 1 },
} as const;

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(WIDTH, DEPTH);
  const setting = (name: keyof Settings): number => {
    const { min, max, value } = LIMITS[name];
    const given = Number(saved?.settings[name] ?? NaN);
    return Number.isFinite(given) ? Math.max(min, Math.min(max, Math.round(given))) : value;
  };
  const settings = { speed: setting("speed"), turn: setting("turn"), thickness: setting("thickness"), samples: setting("samples") };
  const sheet = saved?.colliders[0] ? Body.from(saved.colliders[0]) : new Body("sheet", paper(settings.thickness, 150), { x: PIVOT[0] + 74, y: PIVOT[1] });
  let frame = Math.max(0, Math.floor(Number(saved?.settings.frame ?? 0) || 0));
  let running = saved ? saved.settings.paused !== "yes" : mayMove();
  let shown = 0;
  let trial = compute(frame, settings, sheet.placed);
  const totals = { proven: 0, sampled: 0 };
  const handles = new Handles(stage, () => [sheet], ["move", "turn"], again);

  panel.part("Time");
  const [play] = panel.buttons([running ? "Stop (Space)" : "Start (Space)", toggle], ["One frame (.)", next]);
  panel.part("How fast, how thin, how often");
  const power = (value: number) => (value < 0 ? `1/${(10 ** -value).toLocaleString("en")}` : (10 ** value).toLocaleString("en"));
  const speed = panel.range("Speed of the shot", LIMITS.speed, (value) => `× ${power(value)}`, (value) => set({ speed: value }));
  const turn = panel.range("Turn of the bar in a frame", LIMITS.turn, (value) => `${value}°`, (value) => set({ turn: value }));
  const thin = panel.range("Thickness of the paper", LIMITS.thickness, power, (value) => set({ thickness: value }));
  const samples = panel.range("Samples in a frame", LIMITS.samples, String, (value) => set({ samples: value }));
  panel.part("This frame");
  const write = panel.values("sheets met, sampled", "first at", "its witness", "its bracket", "bar meets, sampled", "bar at", "bar's witness", "bar's bracket", "frames with contact");
  set({});

  function toggle(): void {
    running = !running;
    play!.textContent = running ? "Stop (Space)" : "Start (Space)";
    stage.invalidate();
  }

  function again(): void {
    trial = compute(frame, settings, sheet.placed);
    stage.invalidate();
  }

  function set(change: Partial<Settings>): void {
    Object.assign(settings, change);
    for (const [name, range] of Object.entries({ speed, turn, thickness: thin, samples })) {
      const { min, max } = LIMITS[name as keyof Settings];
      settings[name as keyof Settings] = Math.max(min, Math.min(max, settings[name as keyof Settings]));
      range.set(settings[name as keyof Settings]);
    }
    sheet.shape = paper(settings.thickness, 150);
    again();
  }

  function next(): void {
    frame++;
    again();
    for (const [met, seen] of [[trial.met.length > 0, trial.shotSeen], [trial.hit !== null, trial.barSeen]] as const) {
      if (met) totals.proven++;
      if (met && seen.includes(true)) totals.sampled++;
    }
  }

  /** The part of the frame that is not in doubt, as a mark on a line from 0 to 1. */
  function timeline([x, y]: Point, marks: readonly (readonly [number, number, boolean])[]): void {
    const { colors, unit } = stage;
    const at = (part: number): Point => [x - 80 + 160 * part, y];
    line(stage, at(0), at(1), colors.muted, 1.5);
    for (const [from, to, seen] of marks) {
      const half = Math.max(1.5 * unit, 80 * (to - from));
      const middle = at((from + to) / 2);
      if (seen) stage.ink.rect(middle[0] - half, y - 7 * unit, 2 * half, 14 * unit).fill(colors.hit);
      else line(stage, [middle[0], y - 4 * unit], [middle[0], y + 4 * unit], colors.muted, 1.5);
    }
  }

  function drawShot({ from, way, met, shotSeen }: Trial): void {
    const { colors } = stage;
    const right = Math.min(from[0] + way, stage.view.max[0] + 50);
    for (const dy of [0, BELOW]) {
      const sheets = SHEETS.map((x): readonly [Point, Point] => [[x, LANE + dy - HEIGHT / 2], [x, LANE + dy + HEIGHT / 2]]);
      lines(stage, sheets, colors.warm, 1.5, 1);
    }
    // The whole way is in the swept outline, and so is every sheet.
    paintShape(stage, { type: "capsule", a: from, b: [right, LANE], radius: BULLET }, { color: colors.accent, width: 1.5, fill: 0.18 });
    paintShape(stage, { type: "circle", radius: BULLET, center: from }, { color: colors.accent, width: 1.5, fill: 0.8 });
    for (const { point, normal, fraction } of met) {
      paintShape(stage, { type: "circle", radius: BULLET, center: [from[0] + fraction * way, LANE] }, { color: colors.hit, width: 1.5, fill: 0.3 });
      dot(stage, point, colors.hit, 3);
      arrow(stage, point, [point[0] + 22 * normal[0], point[1] + 22 * normal[1]], colors.hit, 1.5);
    }
    dashes(stage, [from[0], LANE + BELOW], [right, LANE + BELOW], colors.muted);
    moments(settings).forEach((part, i) => {
      const x = from[0] + part * way;
      if (x > stage.view.max[0] + 50) return;
      const color = shotSeen[i] ? colors.hit : colors.muted;
      paintShape(stage, { type: "circle", radius: BULLET, center: [x, LANE + BELOW] }, { color, width: 1.5, fill: 0.3 });
    });
  }

  function drawBar({ hit, barSeen, barAt }: Trial): void {
    const { colors } = stage;
    const { placed } = sheet;
    const beside = (shape: Placed) => moved(shape, [BESIDE, 0]);
    const end = hit?.fraction ?? 1;
    for (let i = 0; i < GHOSTS; i++) {
      const part = i / GHOSTS;
      const fill = part <= end ? 0.1 : 0.03;
      paintShape(stage, barAt(part), { color: part <= end ? colors.accent : colors.grid, width: part <= end ? 0.75 : 1, fill });
    }
    paintShape(stage, barAt(0), { color: colors.accent, width: 1.5, fill: 0.8 });
    paintShape(stage, placed, { color: colors.warm, width: 2 });
    paintShape(stage, beside(placed), { color: colors.warm, width: 2 });
    if (hit) {
      paintShape(stage, barAt(hit.fraction), { color: colors.hit, width: 2, fill: 0.35 });
      dot(stage, hit.point, colors.hit, 4);
      arrow(stage, hit.point, [hit.point[0] + 28 * hit.normal[0], hit.point[1] + 28 * hit.normal[1]], colors.hit, 2);
    }
    const times = moments(settings);
    times.forEach((part, i) => paintShape(stage, beside(barAt(part)), { color: barSeen[i] ? colors.hit : colors.muted, width: 1.5, fill: 0.25 }));
    const low = PIVOT[1] + 112;
    timeline([PIVOT[0], low], [[0, 0, false], ...(hit ? [[hit.fraction, hit.latest, true] as const] : []), [1, 1, false]]);
    timeline([PIVOT[0] + BESIDE, low], times.map((part, i) => [part, part, barSeen[i]!]));
  }

  return {
    get running() {
      return running;
    },
    advance(steps) {
      for (shown += steps; shown >= SHOWN; shown -= SHOWN) next();
    },
    draw() {
      const { colors } = stage;
      drawShot(trial);
      drawBar(trial);
      handles.draw();
      stage.label("casts", [-330, LANE], colors.ink, [16, 20]);
      stage.label("sampling", [-330, LANE + BELOW], colors.ink, [26, 20]);
      stage.label("a sweep", [PIVOT[0], PIVOT[1] - 108], colors.ink);
      stage.label("sampling", [PIVOT[0] + BESIDE, PIVOT[1] - 108], colors.ink);
      const { met, shotSeen, hit, barSeen } = trial;
      const [first] = met;
      const seen = shotSeen.includes(true) || barSeen.includes(true);
      const missed = (first !== undefined && !shotSeen.includes(true)) || (hit !== null && !barSeen.includes(true));
      panel.verdict(missed ? "hit" : seen ? "clear" : "apart", missed ? "sampling misses" : seen ? "both see it" : "no contact");
      const yes = (truth: boolean) => (truth ? "yes" : "no");
      const wide = ({ fraction, latest }: { fraction: number; latest: number }) => (latest - fraction).toExponential(1).replace("-", "−");
      write({
        "sheets met, sampled": `${met.length}, ${shotSeen.filter(Boolean).length}`,
        "first at": first ? first.fraction.toPrecision(6) : "–",
        "its witness": first ? vector(first.point, 1) : "–",
        "its bracket": first ? wide(first) : "–",
        "bar meets, sampled": `${yes(hit !== null)}, ${yes(barSeen.includes(true))}`,
        "bar at": hit ? hit.fraction.toPrecision(6) : "–",
        "bar's witness": hit ? vector(hit.point, 1) : "–",
        "bar's bracket": hit ? wide(hit) : "–",
        "frames with contact": `${figure(totals.proven, 0)}, sampled ${figure(totals.sampled, 0)}`,
      });
    },
    key(event) {
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return false;
      const far = shiftKey ? 45 : 5;
      const does: Record<string, () => void> = {
        " ": toggle,
        ".": next,
        ArrowLeft: () => set({ speed: settings.speed - 1 }),
        ArrowRight: () => set({ speed: settings.speed + 1 }),
        ArrowUp: () => set({ turn: settings.turn + far }),
        ArrowDown: () => set({ turn: settings.turn - far }),
        s: () => set({ samples: settings.samples === LIMITS.samples.max ? 1 : 2 * settings.samples }),
      };
      const act = does[key.length === 1 ? key.toLowerCase() : key];
      act?.();
      return act !== undefined;
    },
    save: () => ({
      scene: bulletAndPaper.id,
      settings: {
        ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
        frame: String(frame),
        paused: running ? "no" : "yes",
      },
      groups: [],
      colliders: [sheet.form(), { id: "bar", transform: { matrix: trial.barAt(0).transform.matrix }, shape: BAR }],
    }),
    state: () => ({
      running,
      frame,
      ...settings,
      sheet: { ...sheet.parts },
      met: trial.met.map(({ fraction, latest, certain, point }) => ({ fraction, latest, certain, point })),
      shotSeen: trial.shotSeen,
      way: trial.way,
      hit: trial.hit,
      barSeen: trial.barSeen,
      totals: { ...totals },
    }),
    close: () => handles.close(),
  };
}
