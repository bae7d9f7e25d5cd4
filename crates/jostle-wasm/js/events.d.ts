// What steps report: events, what handlers get of them, and their columns.
import type { Contact } from "./pair.js";
import type { Key } from "./world.js";

/** Which of two colliders sees the other by its layers. */
export type SeenBy = "a" | "b" | "both";

/** Two colliders that touch. */
export interface TouchPair {
  /** The one that was added first. */
  a: Key;
  /** The other. */
  b: Key;
  /** Which of them sees the other. */
  seenBy: SeenBy;
  /** Whether one of them is a sensor, and no push is asked for. */
  sensor: boolean;
  /** The contact from a to b; null if the step computed none: see `PairDetail`, and `method` of the world. */
  contact: Contact | null;
  /** Pairs of the parts of compounds, or of the cells of grids, that touch. */
  parts: [number, number][];
  /** The translation that moves a out of b; [0, 0] where none is asked for. */
  pushA: [number, number];
  /** The translation that moves b out of a; [0, 0] where none is asked for. */
  pushB: [number, number];
}

/** A pair that began to touch. */
export interface Enter<T = unknown> extends TouchPair {
  /** The kind. */
  kind: "enter";
  /** The data of a; undefined where it was added without. */
  dataA: T;
  /** The data of b; undefined where it was added without. */
  dataB: T;
}

/** A pair that goes on touching. */
export interface Stay<T = unknown> extends TouchPair {
  /** The kind. */
  kind: "stay";
  /** The data of a; undefined where it was added without. */
  dataA: T;
  /** The data of b; undefined where it was added without. */
  dataB: T;
}

/** Why a pair ended: the first that holds. */
export type ExitReason = "removed" | "disabled" | "filtered" | "reshaped" | "separated";

/** A pair that no longer touches. */
export interface Exit<T = unknown> {
  /** The kind. */
  kind: "exit";
  /** The one that was added first. */
  a: Key;
  /** The other. */
  b: Key;
  /** Which of them saw the other. */
  seenBy: SeenBy;
  /** Whether one of them was a sensor. */
  sensor: boolean;
  /** Why it ended. */
  reason: ExitReason;
  /** The data of a, also if a is gone. */
  dataA: T;
  /** The data of b, also if b is gone. */
  dataB: T;
}

/** What a step reports of a pair. */
export type WorldEvent<T = unknown> = Enter<T> | Stay<T> | Exit<T>;

/** A collider in a handler. */
export interface Member<T = unknown> {
  /** Its key. */
  readonly key: Key;
  /** Its data; undefined where it was added without. */
  readonly data: T;
}

/** Which events a handler gets. A number is a key; the numbers of layers are given in an array. */
export interface EventFilter {
  /** The side that is `self`: a collider, or all that are on one of some layers; any unless given. */
  readonly self?: Key | string | readonly (string | number)[];
  /** The other side; any unless given. */
  readonly other?: Key | string | readonly (string | number)[];
}

/** What a handler gets of an enter or a stay, from the side of `self`. */
export interface Meeting<T = unknown> {
  /** The one that the filter means. */
  readonly self: Member<T>;
  /** What it meets. */
  readonly other: Member<T>;
  /** The translation that moves `self` out of `other`; [0, 0] where none is asked for. */
  readonly push: readonly [number, number];
  /** Whether one of the two is a sensor. */
  readonly sensor: boolean;
  /** The contact from `self` to `other`; computed when it is read, where the step did not. */
  readonly contact: Contact | null;
  /** The event itself. */
  readonly event: Enter<T> | Stay<T>;
}

/** What a handler gets of an exit. */
export interface Parting<T = unknown> {
  /** The one that the filter means. */
  readonly self: Member<T>;
  /** What it met. */
  readonly other: Member<T>;
  /** Whether one of the two is a sensor. */
  readonly sensor: boolean;
  /** Why the pair ended. */
  readonly reason: ExitReason;
  /** The event itself. */
  readonly event: Exit<T>;
}

/** The events of a step in columns, for many of them; used again, it allocates nothing once warm. */
export class EventBatch {
  /** How many events there are; the columns may be longer. */
  readonly length: number;
  /** 0 enter, 1 stay, 2 exit. */
  readonly kinds: Uint8Array;
  /** The keys of those that were added first. */
  readonly a: Float64Array;
  /** The keys of the others. */
  readonly b: Float64Array;
  /** 1 where one is a sensor. */
  readonly sensors: Uint8Array;
  /** 0 a, 1 b, 2 both. */
  readonly seenBy: Uint8Array;
  /** 0 removed, 1 disabled, 2 filtered, 3 reshaped, 4 separated; for exits. */
  readonly reasons: Uint8Array;
  /** Nine numbers an event: normal x y, depth, point x y, onA x y, onB x y; NaN where there is no contact. */
  readonly contacts: Float32Array;
}
