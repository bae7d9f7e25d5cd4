// A small level to play: what a game needs of the library, in a hundred lines of rules (level/game.ts).
import { Matrix, Sprite, Texture } from "pixi.js";
import { ready } from "jostle";
import type { ColliderForm, Saved, Shape } from "../document.js";
import { Game, type Input } from "../level/game.js";
import { MAP, TILE } from "../level/map.js";
import { dot, line, paintShape } from "../paint.js";
import { figure, type Panel } from "../panel.js";
import { readSample, type Picture } from "../picture.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";
import { mayMove } from "../theme.js";

export const level: SceneEntry = {
  id: "level",
  title: "A level",
  text:
    "Run, jump and shoot: slopes, platforms that hold only from above, a moving one, coins, crates, and a rock whose " +
    "outline was traced from its picture. Go back in time, look slowly, or see what the library sees.",
  keys: [
    ["← →", "run"],
    ["↑", "jump"],
    ["X", "shoot"],
    ["R", "hold: back in time"],
    ["Space", "stops"],
    [", .", "one frame"],
    ["D", "what the library sees"],
  ],
  touch: ["The arrows run and jump, ✦ shoots, ⟲ goes back in time while it is held."],
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

const [WIDTH, HEIGHT] = [MAP[0]!.length * TILE, MAP.length * TILE];
/** The rock is as wide as this. */
const ROCK = 64;
const KEYS: Readonly<Record<string, keyof Input | "back">> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "jump",
  w: "jump",
  x: "shoot",
  r: "back",
};
/** Every how many frames one is made, when it is slow. */
const SLOW = 4;

function open(stage: Stage, panel: Panel, saved: Saved | null): Scene {
  stage.reset(WIDTH, HEIGHT);
  stage.look({ min: [0.115 * WIDTH, 0.115 * HEIGHT], max: [0.885 * WIDTH, 0.885 * HEIGHT] });
  const { canvas, pixels } = picture!;
  const hitbox = tracer!.trace(pixels, { maxDeviation: 1, minArea: 40, effort: "fast" });
  const shape = hitbox.shape as Shape;
  const scale = ROCK / pixels.width;
  const game = new Game(shape, scale, [pixels.width / 2, pixels.height / 2]);
  const settings = saved?.settings ?? {};
  if (saved?.scene === level.id) {
    const number = (name: string) => Number(settings[name] ?? 0) || 0;
    const list = (name: string) => (settings[name] ?? "").split(" ").filter(Boolean).map(Number);
    const at = { x: number("x"), y: number("y"), facing: number("facing") || 1, frame: number("frame") };
    game.resume({ ...at, vx: 0, vy: 0 }, list("coins"), list("crates"));
  }
  let running = saved ? settings.paused !== "yes" : mayMove();
  let slow = false;
  let seen = settings.seen === "yes";
  let frames = 0;
  let cost = 0;
  const held: Record<keyof Input | "back", boolean> = { left: false, right: false, jump: false, shoot: false, back: false };
  const rock = stage.world.addChildAt(new Sprite(Texture.from(canvas)), 0);

  panel.part("Time");
  const [play] = panel.buttons([running ? "Stop (Space)" : "Start (Space)", toggle]);
  panel.toggle("Slow motion", slow, (on) => (slow = on));
  panel.part("What the library sees (D)");
  const box = panel.toggle("Outlines, contacts and normals", seen, (on) => {
    seen = on;
    stage.invalidate();
  });
  const write = panel.values("coins", "a frame of the game", "touching pairs", "seconds to go back");

  const off = new AbortController();
  const hold = (name: keyof Input | "back" | undefined, down: boolean) => {
    if (name) held[name] = down;
    stage.invalidate();
  };
  document.addEventListener("keyup", ({ key }) => hold(KEYS[key.length === 1 ? key.toLowerCase() : key], false), { signal: off.signal, capture: true });
  window.addEventListener("blur", () => Object.keys(held).forEach((name) => hold(name as keyof Input, false)), { signal: off.signal });
  const pad = document.createElement("div");
  pad.className = "pad";
  for (const [name, sign, label] of [["left", "◀", "Run left"], ["right", "▶", "Run right"], ["back", "⟲", "Back in time"], ["shoot", "✦", "Shoot"], ["jump", "▲", "Jump"]] as const) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: sign, ariaLabel: label, title: label });
    button.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      button.setPointerCapture(event.pointerId);
      hold(name, true);
    });
    for (const end of ["pointerup", "pointercancel"] as const) button.addEventListener(end, () => hold(name, false));
    pad.append(button);
  }
  stage.host.append(pad);

  function toggle(): void {
    running = !running;
    play!.textContent = running ? "Stop (Space)" : "Start (Space)";
    stage.invalidate();
  }

  /** What keys, fingers and a gamepad ask for. */
  function input(): Input & { back: boolean } {
    const gamepad = navigator.getGamepads?.().find((each) => each?.connected);
    const pressed = (button: number) => gamepad?.buttons[button]?.pressed === true;
    const along = gamepad?.axes[0] ?? 0;
    return {
      left: held.left || pressed(14) || along < -0.4,
      right: held.right || pressed(15) || along > 0.4,
      jump: held.jump || pressed(0),
      shoot: held.shoot || pressed(2),
      back: held.back || pressed(1),
    };
  }

  function frame(): void {
    const now = input();
    const start = performance.now();
    if (now.back) game.rewind();
    else game.advance(now);
    cost += (performance.now() - start - cost) / 20;
  }

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
      const { colors, ink } = stage;
      const { world, state } = game;
      rock.setFromMatrix(new Matrix(...world.worldTransform(game.rock)!));
      for (const key of world.keys()) {
        const { kind } = world.data(key)!;
        const placed = world.placed(key)!;
        if (kind === "ground") paintShape(stage, placed, { color: colors.muted, width: 1.5, fill: 0.45 });
        else if (kind === "platform" || kind === "lift") paintShape(stage, placed, { color: colors.one, width: kind === "lift" ? 2 : 4, fill: 0.5 });
        else if (kind === "coin") paintShape(stage, placed, { color: colors.two, width: 2, fill: 0.6 });
        else if (kind === "crate") paintShape(stage, placed, { color: colors.warm, width: 2, fill: 0.35 });
        else if (kind === "hero") paintShape(stage, placed, { color: colors.accent, width: 1.5, fill: 0.85 });
      }
      dot(stage, [state.x + 2.5 * state.facing, state.y - 4], colors.stage, 2.2 / stage.unit);
      for (const { x, y, dx } of state.bullets) line(stage, [x - dx / 2, y], [x, y], colors.hit, 3 / stage.unit);
      for (const { x, y, frames: left } of state.sparks) ink.circle(x, y, 14 - left).stroke({ color: colors.hit, width: 1.5, alpha: left / 12 });
      if (seen) {
        const window = stage.view;
        for (const { from, to, paint } of world.draw(window, { outlines: true, contacts: true, normals: true, tolerance: 0.4 }).lines) {
          line(stage, from, to, paint === "touching" ? colors.hit : paint === "sensor" ? colors.apart : colors.clear, 1.5);
        }
      }
      panel.verdict(state.coins === game.coins ? "clear" : "none", state.coins === game.coins ? "all coins!" : "");
      write({
        coins: `${state.coins} of ${game.coins}`,
        "a frame of the game": `${figure(cost)} ms`,
        "touching pairs": String(world.stats().pairs),
        "seconds to go back": figure(game.memory / 60, 1),
      });
    },
    key({ key, ctrlKey, metaKey, altKey }) {
      if (ctrlKey || metaKey || altKey) return false;
      const letter = key.length === 1 ? key.toLowerCase() : key;
      if (letter === " ") toggle();
      else if (letter === ".") game.advance(input());
      else if (letter === ",") game.rewind();
      else if (letter === "d") {
        seen = !seen;
        box.checked = seen;
      } else if (KEYS[letter]) {
        hold(KEYS[letter], true);
      } else return false;
      return true;
    },
    save: () => ({
      scene: level.id,
      settings: {
        x: String(game.state.x),
        y: String(game.state.y),
        facing: String(game.state.facing),
        frame: String(game.state.frame),
        coins: game.left("coin").join(" "),
        crates: game.left("crate").join(" "),
        paused: running ? "no" : "yes",
        ...(seen && { seen: "yes" }),
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
      hero: [game.state.x, game.state.y],
      frame: game.state.frame,
      coins: game.state.coins,
      crates: game.left("crate").length,
      bullets: game.state.bullets.length,
      lift: game.world.worldTransform(game.lift)!.slice(4),
      hash: game.world.hash(),
    }),
    close() {
      off.abort();
      pad.remove();
      rock.destroy({ texture: true });
    },
  };
}
