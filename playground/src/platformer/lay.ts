// Lays a map in a world: what stands still, what moves by itself, and what is collected.
import { type Key, type Transform, type Vec2, type World } from "jostle";
import type { Shape } from "../document.js";
import type { Cells, Thing, TiledMap } from "./tiled.js";

/** What a collider stands for. */
export interface Part {
  readonly kind: "edge" | "ground" | "deck" | "lift" | "rock" | "crate" | "coin" | "hero";
}

/** Whether a layer becomes grids, or every tile is a collider: nothing else may come of that. */
export type Laying = "grids" | "tiles";

/** Something that goes to and fro, or turns. */
export interface Mover {
  readonly key: Key;
  at(frame: number): Transform;
}

export interface Laid {
  readonly start: Vec2;
  readonly coins: readonly Key[];
  readonly crates: readonly Key[];
  readonly movers: readonly Mover[];
  readonly rock: Key;
}

/** The traced outline of a rock: its middle in pixels of the picture, and how large one of them is. */
export interface Rock {
  readonly shape: Shape;
  readonly pivot: Vec2;
  readonly scale: number;
}

const HZ = 60;
/** Where slides are held by a deck: against what comes from above. */
const UP: Vec2 = [0, -1];

export function lay(world: World<Part>, map: TiledMap, rock: Rock, laying: Laying): Laid {
  for (const cells of map.layers) {
    const oneWay = cells.properties["jostle.one_way"] ? UP : null;
    const start = oneWay ? ({ layer: "deck", oneWay, data: { kind: "deck" } } as const) : ({ layer: "wall", data: { kind: "ground" } } as const);
    for (const { shape, transform } of laying === "tiles" ? single(cells, map.cell) : grids(cells, map.cell, oneWay !== null)) {
      world.add({ shape, transform, ...start });
    }
  }
  // Beyond the left and the right all is solid.
  for (const [normal, offset] of [[[1, 0], 0], [[-1, 0], -map.width]] as const) {
    world.add({ shape: { type: "halfPlane", normal, offset }, layer: "wall", data: { kind: "edge" } });
  }
  const of = (kind: string) => map.things.filter((thing) => thing.kind === kind);
  const coins = of("coin").map(({ middle, half: [radius] }) =>
    world.add({ shape: { type: "circle", radius }, at: middle, layer: "coin", sensor: true, data: { kind: "coin" } }),
  );
  const crates = of("crate").map(({ middle, half }) =>
    world.add({ shape: { type: "rect", half }, at: middle, layer: "wall", data: { kind: "crate" } }),
  );
  const movers = of("lift").map((thing): Mover => {
    const shape = { type: "rect", half: thing.half } as const;
    return { key: world.add({ shape, transform: poseAt(thing, 0), layer: "wall", platform: true, data: { kind: "lift" } }), at: (frame) => poseAt(thing, frame) };
  });
  const stone = of("rock")[0]!;
  const at = (frame: number) => ({ ...poseAt(stone, frame), scale: [rock.scale, rock.scale], pivot: rock.pivot }) as const;
  const key = world.add({ shape: rock.shape, transform: at(0), layer: "wall", platform: true, data: { kind: "rock" } });
  return { start: of("hero")[0]!.middle, coins, crates, movers: [...movers, { key, at }], rock: key };
}

/** Where something is at a frame. */
function poseAt({ middle: [x, y], properties }: Thing, frame: number): { position: Vec2; degrees: number } {
  const number = (name: string) => Number(properties[name] ?? 0);
  const way = number("seconds") ? (1 - Math.cos((2 * Math.PI * frame) / HZ / number("seconds"))) / 2 : 0;
  const position: Vec2 = [x + way * number("travel_x"), y + way * number("travel_y")];
  return { position, degrees: (number("degrees_per_second") * frame) / HZ };
}

interface Placing {
  readonly shape: Shape;
  readonly transform: Transform;
}

/** A layer as one grid, whose seams stop nobody; decks as one for each row, since each is passed by itself. */
export function grids({ rows, tiles }: Cells, cell: Vec2, apart: boolean): Placing[] {
  const grid = (some: readonly string[], x: number, y: number): Placing => ({
    shape: { type: "grid", cell, rows: some, tiles },
    transform: { position: [x * cell[0], y * cell[1]] },
  });
  if (!apart) return [grid(rows, 0, 0)];
  return rows.flatMap((row, y) => [...row.matchAll(/[^.]+/g)].map(({ index, 0: run }) => grid([run], index, y)));
}

/** Every tile by itself. */
function single({ rows, tiles }: Cells, [width, height]: Vec2): Placing[] {
  const full = { type: "rect", center: [0.5, 0.5], half: [0.5, 0.5] } as const;
  return rows.flatMap((row, y) =>
    [...row].flatMap((letter, x) => {
      const shape = letter === "#" ? full : tiles[letter];
      return shape ? [{ shape, transform: { position: [x * width, y * height], scale: [width, height] } }] : [];
    }),
  );
}
