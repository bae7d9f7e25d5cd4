// The rules of the level: a hero that runs, jumps and shoots, in a world of the package. Nothing is drawn here.
import { World, type Key, type Snapshot } from "jostle";
import type { Shape } from "../document.js";
import { MAP, TILE, cellsOf, rowsOf } from "./map.js";

export interface Input {
  left: boolean;
  right: boolean;
  jump: boolean;
  shoot: boolean;
}

type Kind = "edge" | "ground" | "platform" | "lift" | "rock" | "crate" | "coin" | "hero";
/** What a collider stands for, and for a platform how high it is. */
export interface Thing {
  readonly kind: Kind;
  readonly top?: number;
}

interface Bullet {
  x: number;
  y: number;
  dx: number;
  frames: number;
}

/** All that moves, beside the world; plain data, so that it is copied with ease. */
interface State {
  x: number;
  y: number;
  vx: number;
  vy: number;
  facing: number;
  frame: number;
  coins: number;
  rest: number;
  ground: Key;
  bullets: Bullet[];
  sparks: { x: number; y: number; frames: number }[];
}

/** A frame is a sixtieth of a second; speeds are in pixels by the frame. */
const RUN = 2.4;
const GAIN = 0.35;
const GRAVITY = 0.34;
const LEAP = 7;
const FALL = 8;
const BULLET = 14;
const RELOAD = 12;
/** A normal of ground has at least this part upward: 50 degrees. */
const STEEP = 0.64;
/** So far does one move between two looks. */
const STRIDE = 4;
/** Half the height of the hero. */
export const TALL = 11;
const SOLID = ["wall", "platform"];
const HERO: Shape = { type: "capsule", a: [0, -5], b: [0, 5], radius: 6 };
const LIFT: Shape = { type: "rect", half: [26, 4] };
/** Frames that can be gone back: ten seconds. */
const MEMORY = 600;

export class Game {
  readonly world = new World<Thing>({ touching: "ignored" });
  readonly hero: Key;
  readonly lift: Key;
  readonly rock: Key;
  readonly coins: number;
  state: State;
  private readonly past: { snapshot: Snapshot<Thing>; state: State }[] = [];
  /** The keys of coins and crates, also of those that are gone. */
  private readonly kinds = new Map<Kind, Key[]>();
  private readonly liftAt: readonly [number, number];
  private readonly rockAt: readonly [number, number];

  constructor(
    rockShape: Shape,
    private readonly rockScale: number,
    private readonly rockPivot: readonly [number, number],
  ) {
    const { world } = this;
    const tiles = { "/": [[0, 1], [1, 0], [1, 1]], "\\": [[0, 0], [1, 1], [0, 1]] } as const;
    const polygon = (points: readonly (readonly [number, number])[]) => ({ type: "polygon", points }) as const;
    // Seams between tiles of one grid stop nobody.
    const rows = MAP.map((row) => row.replaceAll(/[^#/\\]/g, "."));
    world.add({
      shape: { type: "grid", cell: [TILE, TILE], rows, tiles: { "/": polygon(tiles["/"]), "\\": polygon(tiles["\\"]) } },
      layer: "wall",
      data: { kind: "ground" },
    });
    // Beyond the left and the right all is solid.
    for (const [normal, offset] of [[[1, 0], 0], [[-1, 0], -MAP[0]!.length * TILE]] as const) {
      world.add({ shape: { type: "halfPlane", normal, offset }, layer: "wall", data: { kind: "edge" } });
    }
    for (const { from, to, row } of rowsOf("-")) {
      const top = row * TILE;
      // From the right to the left, so that its side is up.
      const shape = { type: "chain", points: [[to * TILE, top], [from * TILE, top]], sided: "left" } as const;
      world.add({ shape, layer: "platform", data: { kind: "platform", top } });
    }
    const [coins, crates] = [cellsOf("o"), cellsOf("B")];
    for (const at of coins) world.add({ shape: { type: "circle", radius: 5 }, at, layer: "coin", sensor: true, data: { kind: "coin" } });
    for (const at of crates) world.add({ shape: { type: "rect", half: [9, 9] }, at, layer: "wall", data: { kind: "crate" } });
    [this.liftAt, this.rockAt] = [cellsOf("M")[0]!, cellsOf("R")[0]!];
    this.lift = world.add({ shape: LIFT, layer: "wall", data: { kind: "lift" } });
    this.rock = world.add({ shape: rockShape, layer: "wall", data: { kind: "rock" } });
    const [x, y] = cellsOf("@")[0]!;
    this.hero = world.add({ shape: HERO, at: [x, y], layer: "hero", data: { kind: "hero" } });
    this.coins = coins.length;
    this.state = {
      x, y, vx: 0, vy: 0, facing: 1, frame: 0, coins: 0, rest: 0, ground: 0, bullets: [], sparks: [],
    };
    world.on("enter", { self: this.hero, other: "coin" }, ({ other }) => {
      this.state.coins++;
      world.remove(other.key);
    });
    this.keysOf("coin");
    this.keysOf("crate");
    this.place(0);
    world.step();
  }

  /** Where the moving platform is at a frame. */
  private liftX(frame: number): number {
    return this.liftAt[0] + 70 - 70 * Math.cos(frame / 70);
  }

  /** Moves what moves by itself to where it is at a frame. */
  private place(frame: number): void {
    const { world, rockPivot: pivot, rockScale: s } = this;
    world.setTransform(this.lift, { position: [this.liftX(frame), this.liftAt[1]] });
    world.setTransform(this.rock, { position: this.rockAt, degrees: frame * 0.6, scale: [s, s], pivot });
  }

  /** One frame. */
  advance(input: Input): void {
    this.past.push({ snapshot: this.world.snapshot(), state: structuredClone(this.state) });
    if (this.past.length > MEMORY) this.past.shift();
    const { state, world } = this;
    const frame = ++state.frame;
    this.place(frame);
    // Who stands on the platform goes along.
    if (state.ground === this.lift) this.go(this.liftX(frame) - this.liftX(frame - 1), 0);

    const way = Number(input.right) - Number(input.left);
    if (way !== 0) state.facing = way;
    state.vx += Math.max(-GAIN, Math.min(GAIN, way * RUN - state.vx));
    state.vy = Math.min(state.vy + GRAVITY, FALL);
    if (input.jump && state.ground !== 0) state.vy = -LEAP;
    state.ground = 0;
    this.go(state.vx, state.vy);
    world.setTransform(this.hero, { position: [state.x, state.y] });
    world.step();

    if (state.rest > 0) state.rest--;
    if (input.shoot && state.rest === 0) {
      state.bullets.push({ x: state.x + 8 * state.facing, y: state.y - 2, dx: BULLET * state.facing, frames: 60 });
      state.rest = RELOAD;
    }
    state.bullets = state.bullets.filter((bullet) => this.fly(bullet));
    state.sparks = state.sparks.filter((spark) => --spark.frames > 0);
  }

  /** Moves the hero by short strides, out of what each leads into. */
  private go(dx: number, dy: number): void {
    const { state, world } = this;
    const strides = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STRIDE));
    for (let i = 0; i < strides; i++) {
      const feet = state.y + TALL;
      state.x += dx / strides;
      state.y += dy / strides;
      for (let round = 0; round < 4; round++) {
        const shape = { ...HERO, transform: { position: [state.x, state.y] } } as const;
        // A platform holds only who comes from above it.
        const only = (_: Key, { top }: Thing) => top === undefined || (dy >= 0 && feet <= top + 1);
        const found = world.contactsOf(shape, { layers: SOLID, only }).filter(({ contact }) => contact.depth > 1e-3);
        if (found.length === 0) break;
        const { key, contact } = found.reduce((deepest, each) => (each.contact.depth > deepest.contact.depth ? each : deepest));
        const ny = -contact.normal[1];
        if (-ny > STEEP) {
          // Straight up, so that nobody slides down a slope.
          state.y -= contact.depth / -ny;
          state.vy = Math.min(state.vy, 0);
          state.ground = key;
        } else {
          state.x += contact.pushA[0];
          state.y += contact.pushA[1];
          if (ny > STEEP) state.vy = Math.max(state.vy, 0);
          else state.vx = 0;
        }
      }
    }
  }

  /** Moves a bullet along a ray, so that it passes through nothing; returns whether it flies on. */
  private fly(bullet: Bullet): boolean {
    const { world, state } = this;
    const hit = world.rayFirst({ origin: bullet, translation: [bullet.dx, 0], radius: 2 }, { layers: "wall" });
    if (hit) {
      state.sparks.push({ x: hit.point[0], y: hit.point[1], frames: 12 });
      if (world.data(hit.key)?.kind === "crate") world.remove(hit.key);
      return false;
    }
    bullet.x += bullet.dx;
    return --bullet.frames > 0;
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

  /** What is left of the coins and crates, by their numbers in the map. */
  left(kind: "coin" | "crate"): number[] {
    return this.keysOf(kind).flatMap((key, number) => (this.world.contains(key) ? [number] : []));
  }

  /** Opens the level as it was saved. */
  resume(state: Partial<State>, coins: readonly number[], crates: readonly number[]): void {
    Object.assign(this.state, state);
    for (const [kind, kept] of [["coin", coins], ["crate", crates]] as const) {
      this.keysOf(kind).forEach((key, number) => kept.includes(number) || this.world.remove(key));
    }
    this.state.coins = this.coins - coins.length;
    this.place(this.state.frame);
    this.world.setTransform(this.hero, { position: [this.state.x, this.state.y] });
    this.world.step();
  }

  private keysOf(kind: "coin" | "crate"): Key[] {
    if (!this.kinds.has(kind)) {
      this.kinds.set(kind, this.world.keys().filter((key) => this.world.data(key)?.kind === kind));
    }
    return this.kinds.get(kind)!;
  }
}
