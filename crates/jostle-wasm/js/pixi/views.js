// What stands for a view: its box, the outline of its texture, or a shape that was chosen.
import { Texture } from "pixi.js";
import {
  JostleError,
  contact as contactOf,
  containsPoint,
  overlaps as overlapsShapes,
  place,
  under,
} from "../index.js";
import { matrixTo } from "./frames.js";

/** What stands for views, where it was chosen. */
const chosen = new WeakMap();
export const BOX = { as: "box" };

export function choiceOf(view) {
  return chosen.get(view);
}

/** Traces the outline of a texture at once; `jostle/pixi/outline` puts it here. */
export const tracer = { outlineOfSync: null };

export function useShape(view, as, options) {
  shapeOf(view, as, options);
  chosen.set(view, { as, options });
}

export function shapeOf(view, as, options) {
  const choice = as === undefined ? (chosen.get(view) ?? BOX) : { as, options };
  if (choice.as === "box") return boxOf(view);
  if (choice.as !== "outline") return choice.as;
  const texture = textureOf(view);
  if (tracer.outlineOfSync) return tracer.outlineOfSync(texture, view.anchor, choice.options);
  throw new JostleError("form", "as", 'outlines are traced by a module of its own: import "jostle/pixi/outline" first');
}

function textureOf(view) {
  // A Graphics has a method of that name.
  if (view.texture instanceof Texture) return view.texture;
  const name = view.constructor?.name ?? "view";
  const sentence =
    `an outline is traced from the texture of a view, and this ${name} has none: show it as a sprite of ` +
    "`renderer.generateTexture(view)`, or give its shape";
  throw new JostleError("form", "view", sentence);
}

function boxOf(view) {
  const { minX, minY, maxX, maxY } = view.getLocalBounds();
  // PixiJS gives what shows nothing a box of no size.
  if (minX === maxX && minY === maxY) throw new JostleError("shape", "", "the view is empty, so it has no box");
  return {
    type: "rect",
    center: [(minX + maxX) / 2, (minY + maxY) / 2],
    half: [(maxX - minX) / 2, (maxY - minY) / 2],
  };
}

export function transformOf(view, { root } = {}) {
  const { a, b, c, d, tx, ty } = matrixTo(view, root);
  return [a, b, c, d, tx, ty];
}

/** A view's shape where it is; not kept, so asking about views leaves nothing behind. */
function there(view, options) {
  const matrix = transformOf(view, options);
  const shape = shapeOf(view);
  if (shape.transform === undefined) return { ...shape, transform: { matrix } };
  return { ...shape, transform: { matrix: under(shape.transform, { matrix }) } };
}

export function placedOf(view, options) {
  return place(there(view, options));
}

export function overlaps(a, b, options) {
  return overlapsShapes(there(a, options), there(b, options));
}

export function contact(a, b, options) {
  return contactOf(there(a, options), there(b, options));
}

export function overlapsBounds(a, b) {
  return overlapRect(a, b) !== null;
}

export function overlapRect(a, b) {
  const [p, q] = [a.getBounds(), b.getBounds()];
  // Copied, since both may be one object of PixiJS's.
  const [left, right] = [Math.max(p.minX, q.minX), Math.min(p.maxX, q.maxX)];
  const [top, bottom] = [Math.max(p.minY, q.minY), Math.min(p.maxY, q.maxY)];
  if (!(left < right && top < bottom)) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function hitArea(shape) {
  const placed = place(shape);
  return {
    contains: (x, y) => Number.isFinite(x) && Number.isFinite(y) && containsPoint(placed, [x, y]),
  };
}

/** Rings as polygons with holes, each point moved. */
function polygons(rings, move) {
  const points = (ring) => ring.points.map(move);
  return rings.flatMap((ring, index) => {
    if (ring.hole) return [];
    const holes = rings.filter((inner) => inner.hole && inner.parent === index).map(points);
    const polygon = { type: "polygon", points: points(ring) };
    return [holes.length ? { ...polygon, holes } : polygon];
  });
}

/**
 * The shape of a hitbox in the frame of a sprite: its pixels begin `left`, `top` of the anchor, `scale` of them are
 * a unit.
 */
export function inFrame({ shape, fit, rings }, left, top, scale) {
  if (fit) {
    const transform = { position: [left, top], scale: [1 / scale, 1 / scale] };
    return { type: "compound", parts: [{ ...shape, transform }] };
  }
  const parts = polygons(rings, ([u, v]) => [left + u / scale, top + v / scale]);
  return parts.length === 1 ? parts[0] : { type: "compound", parts };
}

export function outlineFrom(hitbox, view, frame) {
  const texture = textureOf(view);
  let document = hitbox;
  if (frame !== undefined) {
    document = hitbox?.frames?.find(({ name }) => name === frame);
    if (!document) throw new JostleError("form", "frame", `the hitbox file has no frame ${JSON.stringify(frame)}`);
  }
  if (!Array.isArray(document?.rings)) {
    const sentence = document?.frames
      ? "the file has many frames; name one of them"
      : "expected what `trace` returned, or what is in a file that `jostle trace` wrote as json";
    throw new JostleError("form", "hitbox", sentence);
  }
  if (!document.rings.length) throw new JostleError("shape", "hitbox", "the hitbox has no outline");
  const [width, height] = document.size ?? [document.image.width, document.image.height];
  const { orig, source } = texture;
  const scale = source.resolution;
  if (Math.round(orig.width * scale) !== width || Math.round(orig.height * scale) !== height) {
    const sentence = `is of a picture of ${width} x ${height}, and the texture has ${orig.width * scale} x ${orig.height * scale}`;
    throw new JostleError("form", "hitbox", sentence);
  }
  const { x, y } = view.anchor ?? { x: 0, y: 0 };
  return inFrame(document, -x * orig.width, -y * orig.height, scale);
}
