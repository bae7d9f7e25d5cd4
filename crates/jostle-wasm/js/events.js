// The events of a step, from columns of numbers to plain objects or typed arrays.
import { out, viewBytes, viewFloats } from "./memory.js";
import { readContact } from "./pair.js";

/** Numbers of an event; see src/step.rs. */
export const EVENT = 20;
export const KINDS = ["enter", "stay", "exit"];
const SEEN_BY = ["a", "b", "both"];
const REASONS = ["removed", "disabled", "filtered", "reshaped", "separated"];
const CONTACT = 7;
/** Numbers of a contact without its pushes. */
const BARE = 9;
const NONE = { pushA: [0, 0], pushB: [0, 0] };

function readParts(count, parts) {
  const pairs = [];
  for (let i = 0; i < count; i++) pairs.push([parts.u32(), parts.u32()]);
  return pairs;
}

/** Reads the touch at `i`; pairs of parts come out of `parts`, a reader. */
export function readTouch(n, i, parts) {
  const contact = Number.isNaN(n[i + CONTACT]) ? null : readContact(n, i + CONTACT);
  const sensor = n[i + 4] === 1;
  const { pushA, pushB } = contact && !sensor ? contact : NONE;
  return {
    a: n[i + 1],
    b: n[i + 2],
    seenBy: SEEN_BY[n[i + 3]],
    sensor,
    contact,
    parts: readParts(n[i + 6], parts),
    pushA: [pushA[0], pushA[1]],
    pushB: [pushB[0], pushB[1]],
  };
}

/** Reads the event at `i`: written out, since to spread a touch into an event takes as long again as all else. */
export function readEvent(n, i, parts, dataA, dataB) {
  const kind = KINDS[n[i]];
  const sensor = n[i + 4] === 1;
  if (kind === "exit") {
    const reason = REASONS[n[i + 5]];
    return { kind, a: n[i + 1], b: n[i + 2], seenBy: SEEN_BY[n[i + 3]], sensor, reason, dataA, dataB };
  }
  const contact = Number.isNaN(n[i + CONTACT]) ? null : readContact(n, i + CONTACT);
  const { pushA, pushB } = contact && !sensor ? contact : NONE;
  return {
    kind,
    a: n[i + 1],
    b: n[i + 2],
    seenBy: SEEN_BY[n[i + 3]],
    sensor,
    contact,
    parts: readParts(n[i + 6], parts),
    pushA: [pushA[0], pushA[1]],
    pushB: [pushB[0], pushB[1]],
    dataA,
    dataB,
  };
}

export class EventBatch {
  length = 0;
  kinds = new Uint8Array(0);
  a = new Float64Array(0);
  b = new Float64Array(0);
  sensors = new Uint8Array(0);
  seenBy = new Uint8Array(0);
  reasons = new Uint8Array(0);
  contacts = new Float32Array(0);

  /** Takes the events that a step left in columns. */
  fill(length) {
    this.length = length;
    if (this.kinds.length < length) this.#grow(2 * length);
    const keys = out(2 * length);
    this.a.set(keys.subarray(0, length));
    this.b.set(keys.subarray(length));
    this.contacts.set(viewFloats(BARE * length));
    const small = viewBytes();
    [this.kinds, this.seenBy, this.sensors, this.reasons].forEach((column, i) => {
      column.set(small.subarray(i * length, (i + 1) * length));
    });
    return this;
  }

  #grow(size) {
    for (const name of ["kinds", "sensors", "seenBy", "reasons"]) this[name] = new Uint8Array(size);
    this.a = new Float64Array(size);
    this.b = new Float64Array(size);
    this.contacts = new Float32Array(BARE * size);
  }
}
