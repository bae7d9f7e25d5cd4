// Shows a swarm: one texture with every different shape, and a particle for each member.
import { Container, Graphics, Particle, ParticleContainer, Rectangle, Texture } from "pixi.js";
import { bounds, region } from "jostle";
import { DocumentError, type Shape } from "../document.js";
import type { Palette } from "../theme.js";
import type { Stage } from "../stage.js";
import type { Crowd } from "./crowd.js";

/** The side of a cell of the texture, in pixels. */
const CELL = 64;
const MOST_KINDS = 64;
/** What touches is solid and what does not is pale, so that color is not all that marks. */
const PALE = 0.55;

interface Picture {
  readonly texture: Texture;
  /** Units a pixel. */
  readonly scale: number;
  /** The place of the shape's origin in the cell, 0 to 1. */
  readonly anchor: readonly [number, number];
}

/** Frames that a beginning touch is shown, and that a past one is. */
const FLASH = 6;
const FADE = 24;

/** A color between two, in steps of a sixth so that most particles keep theirs. */
function mix(from: number, to: number, share: number): number {
  const part = Math.round(share * 6) / 6;
  const channel = (shift: number) => {
    const [a, b] = [(from >> shift) & 255, (to >> shift) & 255];
    return Math.round(a + (b - a) * part) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

export class Flock {
  private readonly view: ParticleContainer;
  private readonly particles: Particle[];
  /** The color that each has: PixiJS takes as long to read one as the scene for all else of a particle. */
  private readonly tints: Int32Array;
  private readonly sheet: Texture;

  constructor(
    stage: Stage,
    private readonly crowd: Crowd,
  ) {
    const { sheet, pictures } = draw(stage, crowd.members.map(({ shape }) => shape));
    this.sheet = sheet;
    this.view = new ParticleContainer({
      texture: sheet,
      dynamicProperties: { position: true, rotation: true, color: true, vertex: false, uvs: false },
    });
    this.particles = crowd.members.map(({ shape }) => {
      const { texture, scale, anchor } = pictures.get(shape)!;
      return new Particle({ texture, anchorX: anchor[0], anchorY: anchor[1], scaleX: scale, scaleY: scale });
    });
    this.tints = new Int32Array(this.particles.length).fill(-1);
    this.view.particleChildren.push(...this.particles);
    this.view.update();
    stage.world.addChildAt(this.view, 0);
  }

  /**
   * Puts every particle where its shape is. A touch that begins flashes; after its end the color fades. Both are
   * given as frames since.
   */
  show(touched: (i: number) => number, began: (i: number) => number, { hit, clear, warm }: Palette): void {
    const { tints, crowd } = this;
    const { matrices, turns } = crowd;
    this.particles.forEach((particle, i) => {
      particle.x = matrices[6 * i + 4]!;
      particle.y = matrices[6 * i + 5]!;
      particle.rotation = turns[i]!;
      const ago = touched(i);
      const touching = ago === 0;
      const flash = touching && began(i) < FLASH;
      const tint = flash ? warm : touching ? hit : ago < FADE ? mix(hit, clear, ago / FADE) : clear;
      if (tints[i] === tint) return;
      tints[i] = tint;
      particle.tint = tint;
      particle.alpha = touching ? 1 : PALE;
    });
  }

  destroy(): void {
    if (!this.view.destroyed) this.view.destroy();
    // The renderer's shader for particles goes on holding the texture, which must not be destroyed then.
    this.sheet.source.unload();
  }
}

function draw(stage: Stage, shapes: readonly Shape[]): { sheet: Texture; pictures: Map<Shape, Picture> } {
  const different = new Map<string, { shape: Shape; users: Set<Shape> }>();
  for (const shape of shapes) {
    const text = JSON.stringify(shape);
    const known = different.get(text);
    if (known) known.users.add(shape);
    else different.set(text, { shape, users: new Set([shape]) });
  }
  if (different.size > MOST_KINDS) {
    throw new DocumentError("colliders", `${different.size} different shapes; this scene draws ${MOST_KINDS} at most`);
  }
  const all = new Container();
  const cells = [...different.values()].map(({ shape, users }, i) => {
    const box = bounds(shape);
    if (!box) throw new DocumentError("colliders", "an unbounded shape cannot be in a swarm");
    const { min, max } = box;
    const size = Math.max(max[0] - min[0], max[1] - min[1], 0.001);
    const scale = size / (CELL - 4);
    const graphics = new Graphics({ x: CELL * i + 2 - min[0] / scale, y: 2 - min[1] / scale });
    const inside = region(shape, shape, scale / 4);
    let filled = false;
    for (const { points, holes } of inside?.polygons ?? []) {
      graphics.poly(points.flatMap(([x, y]) => [x / scale, y / scale])).fill(0xffffff);
      for (const hole of holes) graphics.poly(hole.flatMap(([x, y]) => [x / scale, y / scale])).cut();
      filled = true;
    }
    // Lines and points have no inside: their box is shown.
    if (!filled) graphics.rect(min[0] / scale, min[1] / scale, (max[0] - min[0]) / scale + 2, (max[1] - min[1]) / scale + 2).fill(0xffffff);
    all.addChild(graphics);
    return { users, scale, anchor: [(2 - min[0] / scale) / CELL, (2 - min[1] / scale) / CELL] as const };
  });
  const sheet = stage.app.renderer.generateTexture({
    target: all,
    frame: new Rectangle(0, 0, CELL * Math.max(cells.length, 1), CELL),
    resolution: 1,
    antialias: true,
  });
  all.destroy({ children: true });
  const pictures = new Map<Shape, Picture>();
  cells.forEach(({ users, scale, anchor }, i) => {
    const texture = new Texture({ source: sheet.source, frame: new Rectangle(CELL * i, 0, CELL, CELL) });
    for (const shape of users) pictures.set(shape, { texture, scale, anchor });
  });
  return { sheet, pictures };
}
