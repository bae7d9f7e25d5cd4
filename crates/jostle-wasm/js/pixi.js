// Colliders from what PixiJS v8 shows.
import { Graphics, Matrix } from "pixi.js";
import * as jostle from "./index.js";
import { JostleError } from "./error.js";
import { outlineOf } from "./texture.js";

export { outlineOf } from "./texture.js";

/** What stands for a view, where it was chosen. */
const chosen = new WeakMap();
const BOX = { as: "box" };

export function useShape(view, as, options) {
  shapeOf(view, as, options);
  chosen.set(view, { as, options });
}

export function shapeOf(view, as, options) {
  const choice = as === undefined ? (chosen.get(view) ?? BOX) : { as, options };
  if (choice.as === "box") return boxOf(view);
  if (choice.as !== "outline") return choice.as;
  if (!view.texture) throw new JostleError("shape", "", "only a view with a texture has an outline");
  return outlineOf(view.texture, view.anchor, choice.options);
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

const passing = new Matrix();

export function transformOf(view) {
  const { a, b, c, d, tx, ty } = view.getGlobalTransform(passing, false);
  return [a, b, c, d, tx, ty];
}

/** A view's shape where it is; not kept, so asking about views leaves nothing behind. */
function there(view) {
  const matrix = transformOf(view);
  const shape = shapeOf(view);
  if (shape.transform === undefined) return { ...shape, transform: { matrix } };
  return { ...shape, transform: { matrix: jostle.under(shape.transform, { matrix }) } };
}

export function placedOf(view) {
  return jostle.place(there(view));
}

export function overlaps(a, b) {
  return jostle.overlaps(there(a), there(b));
}

export function contact(a, b) {
  return jostle.contact(there(a), there(b));
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
  const placed = jostle.place(shape);
  return {
    contains: (x, y) => Number.isFinite(x) && Number.isFinite(y) && jostle.containsPoint(placed, [x, y]),
  };
}

/** Those whom a world follows: the view and what it looked like, by key. */
class Followers {
  byKey = new Map();
  keys = new WeakMap();
  matrices = new Float32Array(0);
}

const followed = new WeakMap();

/** The shape of a view for a world; null while there is nothing to see. */
function visible(view) {
  try {
    return shapeOf(view);
  } catch (error) {
    if (error instanceof JostleError && error.kind === "shape") return null;
    throw error;
  }
}

/** What reports whether the shape of a view has to be made again. */
function looksOf(view) {
  const { as, options } = chosen.get(view) ?? BOX;
  if (as === "outline") return [view.texture, view.anchor?.x, view.anchor?.y, options];
  if (as !== "box") return [as];
  const { minX, minY, maxX, maxY } = view.getLocalBounds();
  return [minX, minY, maxX, maxY];
}

function same(a, b) {
  return a.length === b.length && a.every((entry, index) => Object.is(entry, b[index]));
}

export function follow(world, view, options = {}) {
  let followers = followed.get(world);
  if (!followers) {
    followers = new Followers();
    followed.set(world, followers);
    world.beforeStep(() => sync(world));
  }
  unfollow(world, view);
  const key = world.add({
    data: view,
    ...options,
    shape: visible(view),
    transform: { matrix: transformOf(view) },
  });
  const gone = () => unfollow(world, view);
  followers.byKey.set(key, { view, gone, looks: looksOf(view) });
  followers.keys.set(view, key);
  view.on("destroyed", gone);
  return key;
}

export function unfollow(world, view) {
  const followers = followed.get(world);
  const key = followers?.keys.get(view);
  if (key === undefined) return false;
  view.off("destroyed", followers.byKey.get(key).gone);
  followers.byKey.delete(key);
  followers.keys.delete(view);
  world.remove(key);
  return true;
}

export function keyOf(world, view) {
  return followed.get(world)?.keys.get(view);
}

export function viewOf(world, key) {
  return followed.get(world)?.byKey.get(key)?.view;
}

export function sync(world) {
  const followers = followed.get(world);
  if (!followers) return;
  for (const [key, { view }] of followers.byKey) if (!world.contains(key)) unfollow(world, view);
  const count = followers.byKey.size;
  if (followers.matrices.length !== 6 * count) followers.matrices = new Float32Array(6 * count);
  const { matrices } = followers;
  let at = 0;
  for (const [key, follower] of followers.byKey) {
    const { a, b, c, d, tx, ty } = follower.view.getGlobalTransform(passing, false);
    matrices[at] = a;
    matrices[at + 1] = b;
    matrices[at + 2] = c;
    matrices[at + 3] = d;
    matrices[at + 4] = tx;
    matrices[at + 5] = ty;
    at += 6;
    const looks = looksOf(follower.view);
    if (same(looks, follower.looks)) continue;
    follower.looks = looks;
    world.setShape(key, visible(follower.view));
  }
  world.setTransforms(Float64Array.from(followers.byKey.keys()), matrices);
}

/** As much of a world as is drawn unless the caller states. */
const WINDOW = { min: [-1e4, -1e4], max: [1e4, 1e4] };
const DRAWN = { outlines: true, contacts: true, normals: true };
/** Half a pixel of a world that is not scaled. */
const TOLERANCE = 0.5;

export function debugGraphics(world, { window = WINDOW, width = 1, tolerance, ...drawing } = {}) {
  const graphics = new Graphics({ label: "jostle" });
  const parts = { ...(Object.keys(drawing).length ? drawing : DRAWN), tolerance: tolerance ?? TOLERANCE };
  graphics.onRender = () => {
    graphics.clear();
    const byColor = new Map();
    for (const line of world.draw(window, parts).lines) {
      if (!byColor.has(line.color)) byColor.set(line.color, []);
      byColor.get(line.color).push(line);
    }
    for (const [color, lines] of byColor) {
      for (const { from, to } of lines) graphics.moveTo(...from).lineTo(...to);
      graphics.stroke({ color, width });
    }
  };
  return graphics;
}
