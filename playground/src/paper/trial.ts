// One frame of a shot through sheets of paper and of a bar that turns: what casts and sweeps find, and what is seen by
// looking at some moments of it. Nothing is drawn here.
import { World, overlaps, place, sweep, type CastFound, type Hit, type Motion, type Placed, type Vec2 } from "jostle";
import type { Shape } from "../document.js";

export interface Settings {
  /** The way of the shot in a frame is 4 times ten to this. */
  readonly speed: number;
  /** How far the bar turns in a frame, in degrees. */
  readonly turn: number;
  /** The paper is ten to this thick. */
  readonly thickness: number;
  /** Moments of a frame that are looked at, beside its start. */
  readonly samples: number;
}

export interface Trial {
  readonly from: Vec2;
  readonly way: number;
  /** What the shot meets on its way, in order. */
  readonly met: readonly CastFound[];
  /** Whether a look at each moment sees the shot in paper. */
  readonly shotSeen: readonly boolean[];
  readonly hit: Hit | null;
  readonly barSeen: readonly boolean[];
  /** The bar at a part of the frame. */
  barAt(part: number): Placed;
}

export const BULLET = 6;
export const LANE = -166;
export const SHEETS: readonly number[] = [-150, -50, 50, 150, 250];
export const HEIGHT = 90;
/** Where shots begin, and how far they fly. */
const START = -330;
const FLIGHT = 660;
/** Where the bar turns. */
export const PIVOT: Vec2 = [-185, 136];
export const BAR: Shape = { type: "rect", half: [80, 4] };

/** The shape of a sheet. */
export const paper = (thickness: number, height: number): Shape => ({ type: "rect", half: [10 ** thickness / 2, height / 2] });

/** Moments of a frame: its start, and the end of each part. */
export const moments = ({ samples }: Settings) => Array.from({ length: samples + 1 }, (_, i) => i / samples);

/** Computes a frame; `sheet` is the paper beside the bar. */
export function compute(frame: number, settings: Settings, sheet: Placed): Trial {
  const way = 4 * 10 ** settings.speed;
  const from: Vec2 = [START + way * (frame % Math.ceil(FLIGHT / way)), LANE];
  const world = new World();
  const sheets = SHEETS.map((x) => place(paper(settings.thickness, HEIGHT), { position: [x, LANE] }));
  for (const shape of sheets) world.add({ shape });
  const bullet = (x: number): Shape => ({ type: "circle", radius: BULLET, center: [x, LANE] });
  const times = moments(settings);

  // The middle of the bar swings a little, so that it moves while it turns.
  const middle = (of: number) => PIVOT[1] + 18 * Math.sin(0.9 * of);
  const motion: Motion = { translation: [0, middle(frame + 1) - middle(frame)], degrees: settings.turn };
  const barAt = (part: number) =>
    place(BAR, {
      position: [PIVOT[0], middle(frame) + part * (middle(frame + 1) - middle(frame))],
      degrees: 90 + ((settings.turn * (frame + part)) % 360),
    });
  return {
    from,
    way,
    met: world.castAll(bullet(from[0]), [way, 0]),
    shotSeen: times.map((part) => world.overlapping(bullet(from[0] + part * way)).length > 0),
    hit: sweep(barAt(0), sheet, motion),
    barSeen: times.map((part) => overlaps(barAt(part), sheet)),
    barAt,
  };
}
