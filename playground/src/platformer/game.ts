// The rules of the platformer: a hero that runs, jumps and shoots, in a world of the package. Nothing is drawn here.
import { World, type Footing, type Key, type Slid, type SlideTouch, type Snapshot, type Vec2 } from "jostle";
import type { Shape } from "../document.js";
import { lay, type Laid, type Laying, type Part, type Rock } from "./lay.js";
import type { TiledMap } from "./tiled.js";

/** What keys, a stick or a gamepad ask for. */
export interface Input {
  /** From -1, left, to 1, right. */
  readonly along: number;
  readonly jump: boolean;
  /** Through the deck that it stands on. */
  readonly down: boolean;
  readonly shoot: boolean;
}

interface Bullet {
  x: number;
  y: number;
  dx: number;
  frames: number;
}

/** All that moves, beside the world; plain data, so that it is copied with ease. */
interface State {
  vx: number;
  vy: number;
  facing: number;
  frame: number;
  coins: number;
  /** Frames until the next shot. */
  rest: number;
  /** Frames since it last stood on a floor. */
  air: number;
  /** Frames for which a jump that was asked for still counts. */
  asked: number;
  jumping: boolean;
  /** Whether it stands on a level floor. */
  level: boolean;
  footing: Footing | null;
  touches: SlideTouch[];
  bullets: Bullet[];
  sparks: { x: number; y: number; frames: number }[];
}

/** A frame is a sixtieth of a second; speeds are in pixels by the frame. */
const RUN = 2.4;
const GAIN = 0.35;
const GRAVITY = 0.34;
const LEAP = 7;
/** As fast it rises on at most, when the key is let go. */
const CUT = 2.5;
const FALL = 8;
const BULLET = 14;
const RELOAD = 12;
const STEP = 5;
const SNAP = 6;
/** A jump counts so many frames after the edge, and so many before the floor. */
const LATE = 6;
const EARLY = 6;
/** Half the height of the hero. */
export const TALL = 11;
const HERO: Shape = { type: "capsule", a: [0, -5], b: [0, 5], radius: 6 };
/** Frames that can be gone back: ten seconds. */
const MEMORY = 600;

export class Game {
  readonly world = new World<Part>({ touching: "ignored" });
  readonly hero: Key;
  readonly laid: Laid;
  state: State;
  /** Frames in which it was stopped on level ground though there is room a pixel higher, and in which it overlapped a wall. */
  readonly faults = { snags: 0, overlaps: 0 };
  private readonly past: { snapshot: Snapshot<Part>; state: State }[] = [];

  constructor(map: TiledMap, rock: Rock, laying: Laying) {
    const { world } = this;
    this.laid = lay(world, map, rock, laying);
    this.hero = world.add({ shape: HERO, at: this.laid.start, layer: "hero", data: { kind: "hero" } });
    this.state = {
      vx: 0, vy: 0, facing: 1, frame: 0, coins: 0, rest: 0, air: LATE, asked: 0, jumping: false, level: false,
      footing: null, touches: [], bullets: [], sparks: [],
    };
    world.on("enter", { self: this.hero, other: "coin" }, ({ other }) => {
      this.state.coins++;
      world.remove(other.key);
    });
    world.step();
  }

  /** Where the hero is. */
  get at(): Vec2 {
    const [, , , , x, y] = this.world.transform(this.hero)!;
    return [x, y];
  }

  /** One frame. */
  advance(input: Input): void {
    this.past.push({ snapshot: this.world.snapshot(), state: structuredClone(this.state) });
    if (this.past.length > MEMORY) this.past.shift();
    const { state, world } = this;
    state.frame++;
    for (const { key, at } of this.laid.movers) world.setTransform(key, at(state.frame));
    this.steer(input);
    this.move(input.down);
    world.step();
    // Decks are passed from below; nothing else is ever overlapped.
    if (world.touching(this.hero).some(({ a, b }) => world.layer(a === this.hero ? b : a)?.includes("wall"))) this.faults.overlaps++;

    if (state.rest > 0) state.rest--;
    if (input.shoot && state.rest === 0) {
      const [x, y] = this.at;
      state.bullets.push({ x, y: y - 2, dx: BULLET * state.facing, frames: 60 });
      state.rest = RELOAD;
    }
    state.bullets = state.bullets.filter((bullet) => this.fly(bullet));
    state.sparks = state.sparks.filter((spark) => --spark.frames > 0);
  }

  /** Speeds up, falls, and jumps: a little late or early counts too. */
  private steer({ along, jump }: Input): void {
    const { state } = this;
    if (along !== 0) state.facing = Math.sign(along);
    state.vx += Math.max(-GAIN, Math.min(GAIN, along * RUN - state.vx));
    state.vy = Math.min(state.vy + GRAVITY, FALL);
    state.asked = jump && !state.jumping ? EARLY : Math.max(0, state.asked - 1);
    state.jumping = jump;
    if (state.asked > 0 && state.air < LATE) {
      state.vy = -LEAP;
      state.air = LATE;
      state.asked = 0;
    } else if (!jump) state.vy = Math.max(state.vy, -CUT);
  }

  /** Moves the hero along floors and walls, and takes it along with what it stands on. */
  private move(down: boolean): void {
    const { state, world } = this;
    const { vx, vy, level } = state;
    const snap = vy < 0 ? 0 : SNAP;
    const slide = { by: [vx, vy], up: [0, -1], step: STEP, snap, footing: state.footing } as const;
    const slid = world.slide(this.hero, slide, ({ data }) => (down && data?.kind === "deck" ? "ignore" : "slide"));
    state.level = slid.floor?.[0] === 0;
    if (level && state.level && this.snags(slid, vx)) this.faults.snags++;
    if (slid.floor && vy >= 0) {
      state.vy = 0;
      state.air = 0;
    } else state.air++;
    if (slid.ceiling) state.vy = Math.max(state.vy, 0);
    if (slid.wall) state.vx = 0;
    state.footing = slid.footing;
    state.touches = slid.touches;
    // Between a lift and a wall there may be no room: then it begins again.
    if (slid.end === "stuck") this.begin(this.laid.start);
  }

  /** Whether the hero was stopped on level ground by less than a pixel of height. */
  private snags({ moved, pushed, carried, stepped }: Slid, asked: number): boolean {
    if (stepped !== 0 || [...pushed, ...carried].some((each) => each !== 0)) return false;
    if (Math.abs(moved[0] - asked) < 1e-3) return false;
    const [x, y] = this.at;
    const higher = { ...HERO, transform: { position: [x, y - 1] } } as const;
    return !this.world.castAny(higher, [asked - moved[0], 0], { stop: "overlapping" }, { layers: "wall" });
  }

  /** Moves a bullet as far as it goes, so that it passes through nothing; returns whether it flies on. */
  private fly(bullet: Bullet): boolean {
    const { world, state } = this;
    const shape = { type: "circle", radius: 2, center: [bullet.x, bullet.y] } as const;
    const hit = world.castFirst(shape, [bullet.dx, 0], undefined, { layers: "wall" });
    if (hit) {
      state.sparks.push({ x: hit.point[0], y: hit.point[1], frames: 12 });
      if (world.data(hit.key)?.kind === "crate") world.remove(hit.key);
      return false;
    }
    bullet.x += bullet.dx;
    return --bullet.frames > 0;
  }

  private begin(position: Vec2): void {
    this.world.setTransform(this.hero, { position });
    Object.assign(this.state, { vx: 0, vy: 0, air: LATE, level: false, footing: null });
  }

  /** How many frames can be gone back. */
  get memory(): number {
    return this.past.length;
  }

  /** Goes back by a frame; false at the end of what is remembered. */
  rewind(): boolean {
    const before = this.past.pop();
    if (!before) return false;
    this.world.restore(before.snapshot);
    this.state = before.state;
    return true;
  }

  /** What is left of the coins or crates, by their numbers in the map. */
  left(kind: "coins" | "crates"): number[] {
    return this.laid[kind].flatMap((key, number) => (this.world.contains(key) ? [number] : []));
  }

  /** Opens the level as it was left. */
  resume(at: Vec2, { frame, facing }: Pick<State, "frame" | "facing">, coins: readonly number[], crates: readonly number[]): void {
    const { laid, state, world } = this;
    laid.coins.forEach((key, number) => coins.includes(number) || world.remove(key));
    laid.crates.forEach((key, number) => crates.includes(number) || world.remove(key));
    Object.assign(state, { frame, facing, coins: laid.coins.length - coins.length });
    for (const mover of laid.movers) world.setTransform(mover.key, mover.at(frame));
    this.begin(at);
    world.step();
  }
}
