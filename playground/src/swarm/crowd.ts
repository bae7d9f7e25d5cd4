// Where everything of a swarm is at a frame. A position is a function of the frame alone, so nothing
// drifts, and a seed and a number of a frame are all that a link needs.
import { matrixOf, type Collider } from "jostle";
import { partsOf } from "../body.js";
import type { ColliderForm, Saved, Shape } from "../document.js";
import { random } from "../random.js";
import { worldForm } from "../start.js";

export const WIDTH = 1200;
export const HEIGHT = 1000;

interface Member {
  readonly shape: Shape;
  readonly x: number;
  readonly y: number;
  readonly degrees: number;
  /** By the frame. */
  readonly vx: number;
  readonly vy: number;
  readonly spin: number;
}

export class Crowd {
  readonly matrices: Float32Array;
  readonly turns: Float64Array;
  private frame = 0;

  constructor(
    /** What it was made from; null for one from a file. */
    readonly seed: number | null,
    readonly members: readonly Member[],
  ) {
    this.matrices = new Float32Array(members.length * 6);
    this.turns = new Float64Array(members.length);
  }

  get length(): number {
    return this.members.length;
  }

  /** Moves all to where they are at a frame. */
  at(frame: number): void {
    this.frame = frame;
    const { matrices, turns } = this;
    this.members.forEach(({ x, y, degrees, vx, vy, spin }, i) => {
      const turn = ((degrees + spin * frame) * Math.PI) / 180;
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      turns[i] = turn;
      matrices[6 * i] = cos;
      matrices[6 * i + 1] = sin;
      matrices[6 * i + 2] = -sin;
      matrices[6 * i + 3] = cos;
      matrices[6 * i + 4] = reflect(x + vx * frame, WIDTH / 2);
      matrices[6 * i + 5] = reflect(y + vy * frame, HEIGHT / 2);
    });
  }

  colliders(): Collider<number>[] {
    return this.members.map(({ shape }, i) => ({
      shape,
      transform: { matrix: [...this.matrices.subarray(6 * i, 6 * i + 6)] as unknown as ReturnType<typeof matrixOf> },
      data: i,
    }));
  }

  /** The swarm as it is now, as colliders of a scene that `jostle run` goes on to move. */
  forms(): ColliderForm[] {
    return this.members.map(({ shape, x, y, degrees, vx, vy, spin }, i) => ({
      id: String(i),
      transform: {
        position: [reflect(x + vx * this.frame, WIDTH / 2), reflect(y + vy * this.frame, HEIGHT / 2)],
        degrees: (((degrees + spin * this.frame) % 360) + 360) % 360,
      },
      velocity: [
        vx * heading(x + vx * this.frame, WIDTH / 2),
        vy * heading(y + vy * this.frame, HEIGHT / 2),
      ],
      spin,
      shape,
    }));
  }
}

/** Makes a swarm that fills the place alike for any number; a fifth of it are concave darts, or convex. */
export function generate(seed: number, count: number, concave: boolean): Crowd {
  const next = random(seed);
  const size = 0.27 * Math.sqrt((WIDTH * HEIGHT) / count);
  const r = sixteenths(size);
  const shapes: readonly Shape[] = [
    { type: "circle", radius: sixteenths(size * 0.8) },
    { type: "rect", half: [r, sixteenths(size * 0.55)] },
    { type: "capsule", a: [sixteenths(-size * 0.6), 0], b: [sixteenths(size * 0.6), 0], radius: sixteenths(size * 0.4) },
    { type: "polygon", points: [[0, -r], [r, sixteenths(size * 0.7)], [-r, sixteenths(size * 0.7)]] },
    concave
      ? { type: "polygon", points: [[0, -r], [sixteenths(size * 0.7), r], [0, sixteenths(size * 0.4)], [sixteenths(-size * 0.7), r]] }
      : { type: "polygon", points: [[0, -r], [r, sixteenths(-size * 0.2)], [sixteenths(size * 0.6), r], [sixteenths(-size * 0.6), r], [-r, sixteenths(-size * 0.2)]] },
  ];
  const members = Array.from({ length: count }, (_, i) => ({
    shape: shapes[i % shapes.length]!,
    // Sixteenths add up without rounding, so a file has few digits and all of the truth.
    x: sixteenths((next() - 0.5) * WIDTH),
    y: sixteenths((next() - 0.5) * HEIGHT),
    degrees: Math.floor(next() * 360),
    vx: sixteenths((next() - 0.5) * 3),
    vy: sixteenths((next() - 0.5) * 3),
    spin: sixteenths((next() - 0.5) * 4),
  }));
  return new Crowd(seed, members);
}

/** Reads a swarm from what was saved; shapes keep their scale and lean. */
export function read(saved: Saved): Crowd {
  return new Crowd(
    null,
    saved.colliders.map((form) => {
      const { transform = {}, shape, velocity = [0, 0], spin = 0 } = worldForm(saved, form);
      const { x = 0, y = 0, degrees = 0, scale = [1, 1], skew = [0, 0], pivot = [0, 0] } = partsOf(transform);
      const plain = [...scale, ...skew, ...pivot].join() === "1,1,0,0,0,0";
      const own = { scale, skewDegrees: skew, pivot };
      return {
        shape: plain ? shape : { type: "compound", parts: [shape], transform: own },
        x,
        y,
        degrees,
        vx: velocity[0],
        vy: velocity[1],
        spin,
      };
    }),
  );
}

function sixteenths(value: number): number {
  return Math.round(value * 16) / 16;
}

/** Folds a straight way into one that bounces between -limit and limit. */
function reflect(value: number, limit: number): number {
  const lap = 4 * limit;
  const along = (((value + limit) % lap) + lap) % lap;
  return (along > 2 * limit ? lap - along : along) - limit;
}

function heading(value: number, limit: number): number {
  const lap = 4 * limit;
  return (((value + limit) % lap) + lap) % lap > 2 * limit ? -1 : 1;
}
