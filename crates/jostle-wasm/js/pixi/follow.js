// Worlds that follow views: before each step, colliders go where their views are. Slides take views along with them.
import { Matrix } from "pixi.js";
import { JostleError } from "../index.js";
import { Frames, shows } from "./frames.js";
import { BOX, choiceOf, shapeOf } from "./views.js";

/** A view that a world follows, and how it was when the world last looked. */
class Follower {
  look = -1;
  /** The local matrix of the view. */
  a = NaN;
  b = NaN;
  c = NaN;
  d = NaN;
  tx = NaN;
  ty = NaN;
  /** Four values that decide about the shape, and the choice that they are about. */
  looks = [];
  as;
  options;
  shown = true;
  /** Whether the collider was enabled before its view was hidden. */
  enabled = true;

  /** The side that blocks slides and whether it is a platform; undefined where it is neither. */
  holds;

  constructor(view, key, still) {
    this.view = view;
    this.key = key;
    this.still = still;
  }

  /** Notes where the view is within its container; returns whether that changed. */
  moved() {
    this.view.updateLocalTransform();
    const { a, b, c, d, tx, ty } = this.view.localTransform;
    if (
      this.a === a &&
      this.b === b &&
      this.c === c &&
      this.d === d &&
      this.tx === tx &&
      this.ty === ty
    ) {
      return false;
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.tx = tx;
    this.ty = ty;
    return true;
  }

  /** Notes what decides about the shape of the view; returns whether that changed. */
  reshaped() {
    const { view, looks } = this;
    const { as, options } = choiceOf(view) ?? BOX;
    let changed = this.as !== as || this.options !== options;
    this.as = as;
    this.options = options;
    if (as === BOX.as) {
      const { minX, minY, maxX, maxY } = view.getLocalBounds();
      changed ||= looks[0] !== minX || looks[1] !== minY || looks[2] !== maxX || looks[3] !== maxY;
      if (changed) this.looks = [minX, minY, maxX, maxY];
    } else if (as === "outline") {
      const { texture, anchor } = view;
      changed ||= looks[0] !== texture || looks[1] !== anchor?.x || looks[2] !== anchor?.y;
      if (changed) this.looks = [texture, anchor?.x, anchor?.y];
    }
    return changed;
  }
}

/** All that a world follows. */
class Followers {
  frames = new Frames();
  byKey = new Map();
  byView = new WeakMap();
  /** Those that may move by themselves. */
  moving = new Set();
  /** Those that carry or hold what slides. */
  holding = new Set();
  /** Of them, those that came into sight and did not come their way. */
  fresh = [];
  removals = 0;
  keys = new Float64Array(64);
  matrices = new Float32Array(6 * 64);
  /** How many keys and matrices are in use. */
  count = 0;
  /** How many views the last look found carried by what is above them, and moved by nothing else. */
  carried = 0;
  warned = false;

  /** Warns once of a camera that moves all views through colliders that it does not move. */
  warn(world) {
    const all = this.carried > 1 && this.carried === this.moving.size;
    if (this.warned || this.frames.root || !all || world.len() === this.byKey.size) return;
    this.warned = true;
    console.warn(
      "jostle: a container above all followed views moved, and other colliders of their world did not. " +
        "If it is the level that a camera moves, name it: follow(world, view, { root: level }).",
    );
  }

  /** Takes the root that is asked for; all views of a world are in the frame of one, and there are `others`. */
  takeRoot(root, others) {
    if (root === undefined || root === this.frames.root) return;
    if (others > 0) {
      const name = (one) => (one ? `the root ${JSON.stringify(one.label ?? "Container")}` : "the frame of the screen");
      const sentence = `this world follows views in ${name(this.frames.root)}; give every view of a world the same root`;
      throw new JostleError("form", "options.root", sentence);
    }
    this.frames = new Frames();
    this.frames.root = root;
  }

  /** Notes where the collider of a view goes. */
  put(key, { a, b, c, d, tx, ty }, m) {
    if (this.count === this.keys.length) this.#grow();
    const at = 6 * this.count;
    const { matrices } = this;
    matrices[at] = m.a * a + m.c * b;
    matrices[at + 1] = m.b * a + m.d * b;
    matrices[at + 2] = m.a * c + m.c * d;
    matrices[at + 3] = m.b * c + m.d * d;
    matrices[at + 4] = m.a * tx + m.c * ty + m.tx;
    matrices[at + 5] = m.b * tx + m.d * ty + m.ty;
    this.keys[this.count++] = key;
  }

  #grow() {
    const [keys, matrices] = [this.keys, this.matrices];
    this.keys = new Float64Array(2 * keys.length);
    this.matrices = new Float32Array(2 * matrices.length);
    this.keys.set(keys);
    this.matrices.set(matrices);
  }
}

const followed = new WeakMap();

/** The container in whose frame a world is; null for the screen's, undefined where it follows nothing. */
export function rootOf(world) {
  return followed.get(world)?.frames.root;
}

/** The shape of a view for a world; null while there is nothing to see. */
function visibleShape(view) {
  try {
    return shapeOf(view);
  } catch (error) {
    if (error instanceof JostleError && error.kind === "shape") return null;
    throw error;
  }
}

export function follow(world, view, { root, static: still = false, oneWay, platform, ...collider } = {}) {
  if (view.destroyed) throw new JostleError("form", "view", "the view is destroyed");
  if (view === root) throw new JostleError("form", "view", "the view is the root itself; follow what is in it");
  const known = followed.get(world);
  const followers = known ?? new Followers();
  const before = followers.byView.get(view);
  followers.takeRoot(root, followers.byKey.size - (before ? 1 : 0));
  const shape = visibleShape(view);
  const key = world.add({ data: view, ...collider, shape });
  const follower = new Follower(view, key, still);
  follower.reshaped();
  follower.gone = () => unfollow(world, view);
  if (oneWay || platform) follower.holds = { oneWay: oneWay ?? null, platform: platform ?? false };
  take(followers, follower);
  try {
    followers.frames.begin();
    look(world, followers, follower);
    move(world, followers);
  } catch (error) {
    drop(followers, follower);
    world.remove(key);
    if (before) followers.byView.set(view, before);
    throw error;
  }
  if (before) {
    drop(followers, before);
    world.remove(before.key);
    followers.byView.set(view, follower);
  }
  if (!known) {
    followed.set(world, followers);
    world.beforeStep(() => sync(world));
  }
  return key;
}

function take(followers, follower) {
  followers.byKey.set(follower.key, follower);
  followers.byView.set(follower.view, follower);
  if (!follower.still) followers.moving.add(follower);
  if (follower.holds) {
    followers.holding.add(follower);
    followers.fresh.push(follower);
  }
  follower.view.on("destroyed", follower.gone);
}

function drop(followers, follower) {
  follower.view.off("destroyed", follower.gone);
  followers.byKey.delete(follower.key);
  followers.byView.delete(follower.view);
  followers.moving.delete(follower);
  followers.holding.delete(follower);
  followers.fresh = followers.fresh.filter((one) => one !== follower);
}

export function unfollow(world, view) {
  const followers = followed.get(world);
  const follower = followers?.byView.get(view);
  if (follower === undefined) return false;
  drop(followers, follower);
  world.remove(follower.key);
  return true;
}

export function keyOf(world, view) {
  return followed.get(world)?.byView.get(view)?.key;
}

export function viewOf(world, key) {
  return followed.get(world)?.byKey.get(key)?.view;
}

function unfollowed() {
  return new JostleError("key", "view", "this world does not follow the view");
}

/** Looks at a view, and notes where its collider has to go; changes what else is to be changed. */
function look(world, followers, follower) {
  const { view, key } = follower;
  const frame = view.parent ? followers.frames.of(view.parent) : null;
  const shown = frame !== null && frame.shown && shows(view);
  if (shown !== follower.shown) {
    follower.shown = shown;
    if (!shown) follower.enabled = world.isEnabled(key);
    if (!shown) world.disable(key);
    else if (follower.enabled) world.enable(key);
    if (shown && follower.holds) followers.fresh.push(follower);
  }
  if (!shown) return;
  if (follower.reshaped()) world.setShape(key, visibleShape(view));
  const framed = frame !== follower.frame || frame.changed > follower.look;
  const moved = follower.moved();
  if (framed && !moved) followers.carried++;
  if (moved || framed) {
    followers.put(key, view.localTransform, frame.matrix);
    follower.frame = frame;
    follower.look = followers.frames.look;
  }
}

function forget(follower) {
  if (follower) follower.a = NaN;
}

/** The fault of one of many matrices, with the view that it is of. */
function named(error, { keys, byKey }) {
  const index = /^matrices\[(\d+)\]$/.exec(error.path ?? "")?.[1];
  const key = keys[index / 6];
  const label = byKey.get(key)?.view.label;
  if (index === undefined) return error;
  const sentence = error.message.slice(error.path.length + 2);
  return new JostleError(error.kind, "view", `the view ${JSON.stringify(label ?? "Container")} with the key ${key}: ${sentence}`);
}

/** Moves the colliders to where the look found their views. */
function move(world, followers) {
  const { count, fresh } = followers;
  if (count > 0) {
    followers.count = 0;
    const keys = followers.keys.subarray(0, count);
    try {
      world.setTransforms(keys, followers.matrices.subarray(0, 6 * count));
    } catch (error) {
      // None of them moved, so all are looked at again.
      for (const key of keys) forget(followers.byKey.get(key));
      throw named(error, followers);
    }
  }
  // Listed again, it has come from nowhere and sweeps nothing along.
  for (const { key, holds } of fresh.splice(0)) {
    world.setPlatform(key, false);
    world.setOneWay(key, null);
    world.setOneWay(key, holds.oneWay);
    world.setPlatform(key, holds.platform);
  }
}

/** Drops the followers whose colliders were removed, and forgets where the others were. */
function refresh(world, followers) {
  followers.removals = world.removals;
  for (const follower of followers.byKey.values()) {
    if (!world.contains(follower.key)) drop(followers, follower);
    else forget(follower);
  }
}

export function sync(world, view) {
  const followers = followed.get(world);
  if (!followers) return;
  if (followers.removals !== world.removals) refresh(world, followers);
  const { frames } = followers;
  frames.begin();
  if (view !== undefined) {
    const follower = followers.byView.get(view);
    if (follower === undefined) throw unfollowed();
    look(world, followers, follower);
  } else {
    const { stage } = frames;
    followers.carried = 0;
    for (const follower of followers.moving) look(world, followers, follower);
    // A stage that was found late shows some that were looked at before.
    if (frames.stage !== stage) {
      frames.begin();
      for (const follower of followers.moving) look(world, followers, follower);
    }
    followers.warn(world);
  }
  move(world, followers);
}

export function slide(world, view, asked, respond) {
  const followers = followed.get(world);
  if (followers && followers.removals !== world.removals) refresh(world, followers);
  const follower = followers?.byView.get(view);
  if (follower === undefined) throw unfollowed();
  const { frames } = followers;
  frames.begin();
  for (const one of followers.holding) look(world, followers, one);
  look(world, followers, follower);
  const m = view.parent ? frames.of(view.parent).matrix : Matrix.IDENTITY;
  const size = m.a * m.d - m.b * m.c;
  if (size === 0) throw new JostleError("form", "view", "a container above the view is scaled to nothing");
  // What does not show meets nothing, and moves from where it is all the same.
  if (!follower.shown && follower.moved()) followers.put(follower.key, view.localTransform, m);
  move(world, followers);
  const slid = world.slide(follower.key, asked, follower.shown ? respond : () => "ignore");
  if (slid.moved[0] !== 0 || slid.moved[1] !== 0) {
    const [, , , , x, y] = world.worldTransform(follower.key);
    const [dx, dy] = [x - m.tx, y - m.ty];
    const { tx, ty } = view.localTransform;
    view.x += (m.d * dx - m.c * dy) / size - tx;
    view.y += (m.a * dy - m.b * dx) / size - ty;
    follower.moved();
  }
  return slid;
}
