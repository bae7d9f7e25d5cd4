// Handlers of events that begin with who is `self`.
import { JostleError } from "./error.js";
import { keys, list, object } from "./check.js";
import { keyOf } from "./filter.js";

/** A contact from the other side. */
function turned({ normal: [x, y], depth, point, onA, onB, pushA, pushB }) {
  return { normal: [0 - x, 0 - y], depth, point, onA: onB, onB: onA, pushA: pushB, pushB: pushA };
}

/** What a handler gets of an event, from the side of one of the two. */
class Meeting {
  #world;
  #contact;

  constructor(world, event, turn) {
    const sides = [
      { key: event.a, data: event.dataA },
      { key: event.b, data: event.dataB },
    ];
    [this.self, this.other] = turn ? sides.reverse() : sides;
    this.event = event;
    this.sensor = event.sensor;
    if (event.kind === "exit") this.reason = event.reason;
    else this.push = turn ? event.pushB : event.pushA;
    this.#world = world;
  }

  /** From `self` to `other`; computed when it is asked for, where the step did not. */
  get contact() {
    const { event, self, other } = this;
    if (event.kind === "exit") return null;
    if (this.#contact !== undefined) return this.#contact;
    if (!event.contact) this.#contact = this.#world.contact(self.key, other.key);
    else this.#contact = self.key === event.a ? event.contact : turned(event.contact);
    return this.#contact;
  }
}

/** Whether a side is meant: all, one by its key, or those on one of some layers. */
function chooser(world, side, path) {
  if (side === undefined) return () => true;
  if (typeof side === "number") return (key) => key === side;
  const [low, high] = world.names.halves(side, path);
  return (key) => {
    const [on, more] = world.layerHalves(key);
    return (on & low) !== 0 || (more & high) !== 0;
  };
}

/** A listener that has a handler called for each side of an event that its filter means. */
export function handling(world, filter, handler) {
  keys(object(filter, "filter"), ["self", "other"], "filter");
  if (typeof handler !== "function") throw new JostleError("form", "handler", "expected a function");
  const isSelf = chooser(world, filter.self, "filter.self");
  const isOther = chooser(world, filter.other, "filter.other");
  return (event, call) => {
    const { a, b } = event;
    if (isSelf(a) && isOther(b)) call(handler, new Meeting(world, event, false));
    if (isSelf(b) && isOther(a)) call(handler, new Meeting(world, event, true));
  };
}

/** How many times a collider is moved out of what it is in deepest. */
const ROUNDS = 16;

/** Moves a collider out of what it overlaps; how far, and whether it is free then. */
export function separate(world, key, filter = {}) {
  const start = world.transform(keyOf(key));
  const except = [...list(object(filter, "filter").except ?? [], "filter.except"), key];
  const total = [0, 0];
  try {
    return { push: total, free: pushedOut(world, key, { ...filter, except }, total) };
  } catch (error) {
    // A function of the filter may throw after a push.
    if (total[0] !== 0 || total[1] !== 0) world.setTransform(key, { matrix: start });
    throw error;
  }
}

/** Whether it is free then; the pushes are added up. */
function pushedOut(world, key, filter, total) {
  for (let round = 0; round <= ROUNDS; round++) {
    const placed = world.placed(key);
    if (!placed) throw new JostleError("key", "", `no collider with a shape has the key ${key}`);
    const found = world.contactsOf(placed, filter).filter(
      ({ key: other, contact }) =>
        contact.depth > 0 && Number.isFinite(contact.depth) && !world.isSensor(other) && world.whyNot(key, other).rule === "nothing",
    );
    if (!found.length) return true;
    if (round === ROUNDS) break;
    const { contact } = found.reduce((deepest, one) => (one.contact.depth > deepest.contact.depth ? one : deepest));
    shift(world, key, contact.pushA);
    total[0] += contact.pushA[0];
    total[1] += contact.pushA[1];
  }
  return false;
}

/** Moves a collider by a vector of the world, whatever its parent is. */
function shift(world, key, [x, y]) {
  const parent = world.parent(key);
  let [u, v] = [x, y];
  if (parent !== null) {
    const [a, b, c, d] = world.worldTransform(parent);
    const det = a * d - b * c;
    [u, v] = [(d * x - c * y) / det, (a * y - b * x) / det];
  }
  world.applyTransform(key, { position: [u, v] });
}
