// A level to play, from a map of Tiled: what a game needs of the library, in rules that draw nothing (platformer/).
import { Graphics, Matrix, Sprite, Texture } from "pixi.js";
import { ready, type Vec2 } from "jostle";
import map from "../../../examples/tiled/platformer.tmj?raw";
import type { ColliderForm, Saved, Shape } from "../document.js";
import { Controls, letterOf } from "../platformer/controls.js";
import { Game } from "../platformer/game.js";
import { grids, type Laying, type Part, type Rock } from "../platformer/lay.js";
import { readMap } from "../platformer/tiled.js";
import { arrow, dot, line, paintShape, type Look } from "../paint.js";
import { figure, type Panel } from "../panel.js";
import { readSample, type Picture } from "../picture.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";
import { mayMove } from "../theme.js";

export const platformer: SceneEntry = {
  id: "platformer",
  title: "Platformer",
  text:
    "A map of Tiled: slopes, decks that hold only from above, lifts that carry and turn, coins, crates, and a rock whose " +
    "outline was traced from its picture. Go back in time, look slowly, or see what the library sees.",
  keys: [
    ["← →", "run"],
    ["↑", "jump"],
    ["↓", "down through a deck"],
    ["X", "shoot"],
    ["R", "hold: back in time"],
    ["Space", "stops"],
    [", .", "one frame"],
    ["D", "what the library sees"],
    ["T", "single tiles"],
  ],
  touch: ["The stick runs, and down drops through decks. ▲ jumps, ✦ shoots, ⟲ goes back in time while it is held."],
  prepare: async () => {
    await ready();
    picture ??= await readSample("rocks");
    tracer ??= await import("jostle/trace");
  },
  open,
};

/** Fetched when the scene is opened first. */
let picture: Picture | undefined;
let tracer: typeof import("jostle/trace") | undefined;

const MAP = readMap(map);
/** How much of the map is in sight. */
const [WIDE, HIGH] = [430, 290];
/** The rock is as wide as this. */
const ROCK = 64;
/** Every how many frames one is made, when it is slow. */
const SLOW = 4;

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(WIDE, HIGH);
  const { canvas, pixels } = picture!;
  const outline = tracer!.trace(pixels, { maxDeviation: 1, minArea: 40, effort: "fast" }).shape as Shape;
  const rock: Rock = { shape: outline, pivot: [pixels.width / 2, pixels.height / 2], scale: ROCK / pixels.width };
  const settings = saved?.settings ?? {};
  let laying: Laying = settings.tiles === "single" ? "tiles" : "grids";
  let game = new Game(MAP, rock, laying);
  if (saved?.scene === platformer.id) {
    const number = (name: string, otherwise: number) => (Number.isFinite(Number(settings[name] || NaN)) ? Number(settings[name]) : otherwise);
    const list = (name: string) => (settings[name] ?? "").split(" ").filter(Boolean).map(Number);
    const [x, y] = game.laid.start;
    const time = { frame: number("frame", 0), facing: number("facing", 1) };
    game.resume([number("x", x), number("y", y)], time, list("coins"), list("crates"));
  }
  let running = saved ? settings.paused !== "yes" : mayMove();
  let slow = false;
  let seen = settings.seen === "yes";
  let frames = 0;
  let cost = 0;
  const controls = new Controls(stage);
  const ground = stage.world.addChildAt(new Graphics(), 0);
  const stone = stage.world.addChildAt(new Sprite(Texture.from(canvas)), 1);
  /** The color and the scale that the ground was painted in. */
  let painted = "";

  panel.part("Time");
  const [play] = panel.buttons([running ? "Stop (Space)" : "Start (Space)", toggle]);
  panel.toggle("Slow motion", slow, (on) => (slow = on));
  panel.part("The world");
  const seeing = panel.toggle("What the library sees (D)", seen, see);
  const tiling = panel.toggle("The same map from single tiles (T)", laying === "tiles", relay);
  const write = panel.values("coins", "a frame of the game", "snags", "overlaps", "colliders", "seconds to go back");

  function toggle(): void {
    running = !running;
    play!.textContent = running ? "Stop (Space)" : "Start (Space)";
    stage.invalidate();
  }

  function see(on: boolean): void {
    seen = seeing.checked = on;
    stage.invalidate();
  }

  /** Lays the map again, from grids or from single tiles, and goes on where the hero is. */
  function relay(single: boolean): void {
    const [at, coins, crates] = [game.at, game.left("coins"), game.left("crates")];
    const { state } = game;
    tiling.checked = single;
    laying = single ? "tiles" : "grids";
    game = new Game(MAP, rock, laying);
    game.resume(at, state, coins, crates);
    stage.invalidate();
  }

  function frame(): void {
    const now = controls.read();
    const start = performance.now();
    if (now.back) game.rewind();
    else game.advance(now);
    cost += (performance.now() - start - cost) / 20;
  }

  /** Keeps the hero in the middle, and the edges of the map at those of the stage, or above what fingers press. */
  function follow([x, y]: Vec2): void {
    const { min, max } = stage.view;
    const [across, down] = [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2];
    const bottom = MAP.height + controls.height * stage.unit - down;
    const within = (at: number, low: number, high: number) => (low < high ? Math.max(low, Math.min(high, at)) : high);
    stage.center([2 * across < MAP.width ? within(x, across, MAP.width - across) : MAP.width / 2, within(y, down, bottom)]);
  }

  /** Paints what stands still, when colors or the scale have changed. */
  function paintGround(): void {
    const { colors, unit, view } = stage;
    const now = `${colors.muted} ${colors.one} ${unit} ${view.max[1] - view.min[1]}`;
    if (now === painted) return;
    painted = now;
    ground.clear();
    const around = { min: [0, 0], max: [MAP.width, MAP.height] } as const;
    // Beyond the map all is solid.
    const far = 4000;
    for (const x of [-far, MAP.width]) ground.rect(x, -far, far, MAP.height + far);
    ground.rect(-far, MAP.height, MAP.width + 2 * far, far).fill({ color: colors.muted, alpha: 0.45 });
    for (const cells of MAP.layers) {
      const deck = cells.properties["jostle.one_way"] === true;
      const look: Look = deck ? { color: colors.one, width: 1.5, fill: 0.7 } : { color: colors.muted, width: 1.5, fill: 0.45 };
      for (const { shape, transform } of grids(cells, MAP.cell, deck)) paintShape(stage, { ...shape, transform } as Shape, look, ground, around);
    }
  }

  const LOOKS: Partial<Record<Part["kind"], (colors: Stage["colors"]) => Look>> = {
    lift: ({ one }) => ({ color: one, width: 2, fill: 0.5 }),
    coin: ({ two }) => ({ color: two, width: 2, fill: 0.6 }),
    crate: ({ warm }) => ({ color: warm, width: 2, fill: 0.35 }),
    hero: ({ accent }) => ({ color: accent, width: 1.5, fill: 0.85 }),
  };

  function forms(): ColliderForm[] {
    const { world } = game;
    return world.keys().map((key, i) => ({
      id: `${world.data(key)!.kind} ${i}`,
      transform: { matrix: world.worldTransform(key)! },
      shape: world.shape(key)! as Shape,
    }));
  }

  return {
    get running() {
      return running;
    },
    advance(steps) {
      for (let i = 0; i < steps; i++) if (!slow || ++frames % SLOW === 0) frame();
    },
    draw() {
      follow(game.at);
      paintGround();
      const { colors, ink } = stage;
      const { world, state, laid } = game;
      stone.setFromMatrix(new Matrix(...world.worldTransform(laid.rock)!));
      for (const key of [...laid.movers.map((mover) => mover.key), ...laid.coins, ...laid.crates, game.hero]) {
        const placed = world.placed(key);
        const look = placed && LOOKS[world.data(key)!.kind]?.(colors);
        if (look) paintShape(stage, placed, look);
      }
      const [x, y] = game.at;
      dot(stage, [x + 2.5 * state.facing, y - 4], colors.stage, 2.2 / stage.unit);
      for (const { x: at, y: high, dx } of state.bullets) line(stage, [at - dx / 2, high], [at, high], colors.hit, 3 / stage.unit);
      for (const { x: at, y: high, frames: left } of state.sparks) ink.circle(at, high, 14 - left).stroke({ color: colors.hit, width: 1.5, alpha: left / 12 });
      if (seen) {
        for (const { from, to, paint } of world.draw(stage.view, { outlines: true, tolerance: 0.4 }).lines) {
          line(stage, from, to, paint === "touching" ? colors.hit : paint === "sensor" ? colors.apart : colors.clear, 1.5);
        }
        // What the last slide met, and in which direction it was held.
        for (const { point, normal } of state.touches) {
          arrow(stage, point, [point[0] + 14 * normal[0], point[1] + 14 * normal[1]], colors.hit, 2);
        }
      }
      const all = state.coins === laid.coins.length;
      panel.verdict(all ? "clear" : "none", all ? "all coins!" : "");
      write({
        coins: `${state.coins} of ${laid.coins.length}`,
        "a frame of the game": `${figure(cost)} ms`,
        snags: String(game.faults.snags),
        overlaps: String(game.faults.overlaps),
        colliders: String(world.len()),
        "seconds to go back": figure(game.memory / 60, 1),
      });
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const letter = letterOf(event);
      if (letter === " ") toggle();
      else if (letter === ".") game.advance(controls.read());
      else if (letter === ",") game.rewind();
      else if (letter === "d") see(!seen);
      else if (letter === "t") relay(laying === "grids");
      else return controls.key(event);
      return true;
    },
    save: () => ({
      scene: platformer.id,
      settings: {
        x: String(game.at[0]),
        y: String(game.at[1]),
        facing: String(game.state.facing),
        frame: String(game.state.frame),
        coins: game.left("coins").join(" "),
        crates: game.left("crates").join(" "),
        paused: running ? "no" : "yes",
        ...(seen && { seen: "yes" }),
        ...(laying === "tiles" && { tiles: "single" }),
      },
      groups: [],
      colliders: forms(),
    }),
    saveShort() {
      return { ...this.save(), colliders: [] };
    },
    state: () => ({
      running,
      seen,
      laying,
      hero: game.at,
      frame: game.state.frame,
      coins: game.state.coins,
      crates: game.left("crates").length,
      bullets: game.state.bullets.length,
      colliders: game.world.len(),
      faults: { ...game.faults },
      floor: game.state.air === 0,
      carried: game.world.data(game.state.footing?.key ?? 0)?.kind ?? null,
      hash: game.world.hash(),
    }),
    close() {
      controls.close();
      ground.destroy();
      stone.destroy({ texture: true });
    },
  };
}
