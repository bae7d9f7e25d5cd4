// Worlds of colliders: touching pairs, events, and queries that are always current.
import type { Closest, Contact, Gap, Inside } from "./pair.js";
import type { Aabb, Matrix, Placed, Shape, Transform, Vec2 } from "./shape.js";

/** Names a collider of one world: a whole number that is never given twice. */
export type Key = number;

/** Layers by name, or by their number from 0 to 63. The name of a layer is made by using it. */
export type Layers = string | number | readonly (string | number)[];

/** All 64 layers: sees everything, also what is on no layer. */
export const ALL_LAYERS: readonly number[];

/** The name of a broad phase; all give the same answers. */
export type BroadPhase = "auto" | "brute" | "sweep" | "tree";

/** Which way a world decides about pairs whose boxes meet. */
export type BuiltinMethod = "bounds" | "circles" | "corners" | "exact";

export interface WorldOptions {
  /** `"auto"` unless given. */
  readonly broadPhase?: BroadPhase;
  /** Whether pairs that only touch count; `"counts"` unless given. */
  readonly touching?: "counts" | "ignored";
  /** `"exact"` unless given. */
  readonly method?: BuiltinMethod;
  /** The names of all layers; then any other name is an error. */
  readonly layers?: readonly string[];
}

/**
 * How much a step computes of a pair that touches: that the two touch (`contact` is null); a contact with the
 * nearest boundary, whose push may not separate a concave shape; or the push that separates.
 */
export type PairDetail = "touch" | "near" | "push";

/** What the steps of a world compute and report. */
export interface StepOptions {
  /** For pairs of two solids; `"push"` unless given. */
  readonly solids?: PairDetail;
  /** For pairs with a sensor; `"touch"` unless given. */
  readonly sensors?: PairDetail;
  /** Whether stays are reported; true unless given. */
  readonly stays?: boolean;
}

/** What a collider starts with. */
export interface Collider<T = unknown> {
  /** Its shape in its own frame; without it the collider is a group, which only carries others. */
  readonly shape?: Shape | null;
  /** Where it is: in the frame of its parent, or the world. */
  readonly transform?: Transform;
  /** Short for a transform that only moves. */
  readonly at?: Vec2;
  readonly parent?: Key | null;
  /** The layers that it is on; none unless given. */
  readonly layer?: Layers;
  /** The layers that it sees; all unless given. With all or none the other decides. */
  readonly sees?: Layers;
  /** Colliders of one team never meet; 0, which is none, unless given. */
  readonly team?: number;
  /** Whether it takes no push. */
  readonly sensor?: boolean;
  readonly enabled?: boolean;
  /** What steps compute of its pairs; that of the step options unless given. */
  readonly detail?: PairDetail | null;
  /** Your own; events and filters carry it. */
  readonly data?: T;
}

export type SeenBy = "a" | "b" | "both";

/** Two colliders that touch. */
export interface TouchPair {
  /** The one that was added first. */
  a: Key;
  b: Key;
  seenBy: SeenBy;
  /** Whether one of them is a sensor, and no push is asked for. */
  sensor: boolean;
  /** The contact from a to b; null if the step computed none: see `PairDetail`, and `method` of the world. */
  contact: Contact | null;
  /** Pairs of the parts of compounds, or of the cells of grids, that touch. */
  parts: [number, number][];
  /** The translation that moves a out of b; [0, 0] where none is asked for. */
  pushA: [number, number];
  pushB: [number, number];
}

export interface Enter<T = unknown> extends TouchPair {
  kind: "enter";
  dataA: T;
  dataB: T;
}

export interface Stay<T = unknown> extends TouchPair {
  kind: "stay";
  dataA: T;
  dataB: T;
}

/** Why a pair ended: the first that holds. */
export type ExitReason = "removed" | "disabled" | "filtered" | "reshaped" | "separated";

export interface Exit<T = unknown> {
  kind: "exit";
  a: Key;
  b: Key;
  seenBy: SeenBy;
  sensor: boolean;
  reason: ExitReason;
  /** Also of a collider that is gone. */
  dataA: T;
  dataB: T;
}

export type Event<T = unknown> = Enter<T> | Stay<T> | Exit<T>;

/** Narrows a question to some colliders. */
export interface Filter<T = unknown> {
  /** Only those on one of these layers. */
  readonly layers?: Layers;
  /** None of these. */
  readonly except?: readonly Key[];
  /** Only those that a function of yours agrees to; it may ask the world and must not change it. */
  readonly only?: (key: Key, data: T) => boolean;
}

export interface Ray {
  readonly origin: Vec2;
  /** From its start to its end. */
  readonly translation: Vec2;
  /** What happens where it starts inside a shape; `"hit"` unless given. */
  readonly inside?: Inside;
  /** Half its thickness; 0, a line, unless given. */
  readonly radius?: number;
}

export interface WorldRayHit {
  key: Key;
  /** The part of the translation before the hit, from 0 to 1. */
  fraction: number;
  /** Where the ray is then: of a thick one its middle. */
  point: [number, number];
  normal: [number, number];
  /** The number of the part of a compound, or of the cell of a grid. */
  part: number;
  /** The number of the nearest edge of that part. */
  edge: number;
}

export interface Nearest {
  key: Key;
  /** From the point to the collider; 0 inside. */
  distance: number;
  point: [number, number];
  normal: [number, number];
}

export interface ColliderContact {
  key: Key;
  contact: Contact;
}

export interface NearestPair {
  a: Key;
  b: Key;
  gap: Gap;
}

/** What keeps two colliders apart: the first rule that holds. */
export interface WhyNot {
  rule: "unknown" | "same" | "disabled" | "no_shape" | "team" | "layers" | "filter" | "apart" | "nothing";
  /** The rule in words. */
  message: string;
  /** The collider that it is about, for `unknown`, `disabled` and `no_shape`. */
  key?: Key;
  /** For `apart`. */
  gap?: Gap;
}

export interface WorldStats {
  colliders: number;
  pairs: number;
  steps: number;
  moved: number;
  candidates: number;
  tested: number;
  entered: number;
  exited: number;
}

/** The answers to many questions: those to question i are `keys[ends[i - 1]]` (0 for the first) up to `keys[ends[i]]`. */
export interface KeyBatch {
  keys: Float64Array;
  ends: Uint32Array;
}

/** The first hits of many rays; `keys[i]` is 0 where ray i hits nothing. */
export interface RayBatch {
  keys: Float64Array;
  fractions: Float32Array;
  /** Two numbers for each ray. */
  points: Float32Array;
  normals: Float32Array;
}

/** A world's state: `bytes` has all but your data, and jostle in Rust reads it too. */
export interface Snapshot<T = unknown> {
  bytes: Uint8Array;
  data: [Key, T][];
}

/** A call of a journal, in the form of jostle's journal files: one a line. */
export type Op = { readonly op: string; readonly [key: string]: unknown };

/** The events of a step in columns, for many of them; used again, it allocates nothing once warm. */
export class EventBatch {
  /** How many events there are; the columns may be longer. */
  readonly length: number;
  /** 0 enter, 1 stay, 2 exit. */
  readonly kinds: Uint8Array;
  readonly a: Float64Array;
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

/** What a debug drawing shows. */
export interface DebugDrawOptions {
  readonly outlines?: boolean;
  readonly boxes?: boolean;
  readonly contacts?: boolean;
  readonly normals?: boolean;
  /** The broad phase's inner structure. */
  readonly nodes?: boolean;
  readonly keys?: boolean;
  /** The largest distance of a curve from its lines; half a pixel of a window that is 2,000 pixels long unless given. */
  readonly tolerance?: number;
}

export type DebugColor = "free" | "touching" | "sensor" | "disabled" | "box" | "contact" | "normal" | "node" | "key";

/** Lines and texts to draw; `color` is 0xRRGGBB. */
export interface DebugDraw {
  lines: { from: [number, number]; to: [number, number]; paint: DebugColor; color: number }[];
  texts: { at: [number, number]; text: string; paint: DebugColor; color: number }[];
}

/** Colliders that live, and the pairs of them that touch. There is nothing to free. */
export class World<T = unknown> {
  constructor(options?: WorldOptions);

  /** Adds a collider or a group. */
  add(collider: Collider<T>): Key;
  /** Adds many; all of them or, if one is refused, none. */
  addAll(colliders: readonly Collider<T>[]): Key[];
  /**
   * Removes a collider; false for a key of nothing. Those below it go too, unless they are released
   * into the world or adopted by its parent.
   */
  remove(key: Key, children?: "remove" | "release" | "adopt"): boolean;

  setTransform(key: Key, transform: Transform): void;
  /** Sets many transforms at once, all or none: six numbers of a matrix for each key. */
  setTransforms(keys: readonly Key[] | Float64Array, matrices: Float32Array): void;
  /** Applies a map after the transform that a collider has. */
  applyTransform(key: Key, map: Transform): void;
  setShape(key: Key, shape: Shape | null): void;
  setParent(key: Key, parent: Key | null): void;
  setLayers(key: Key, layer: Layers, sees: Layers): void;
  setTeam(key: Key, team: number): void;
  makeSensor(key: Key): void;
  makeSolid(key: Key): void;
  enable(key: Key): void;
  disable(key: Key): void;
  /** Sets what steps compute of the pairs of a collider; null for that of the step options. Of two the greater counts. */
  setDetail(key: Key, detail: PairDetail | null): void;
  setData(key: Key, data: T): void;
  /** Sets what steps compute and report; what is left out is as at the start. */
  setStepOptions(options: StepOptions): void;
  /** Keeps pairs apart by a function of yours, asked after layers and teams; it has to be symmetric. */
  setPairFilter(allows: (a: { key: Key; data: T }, b: { key: Key; data: T }) => boolean): void;
  clearPairFilter(): void;
  /** Replaces neighboring static shapes by their exact unions; returns the keys of what is new. */
  weld(layers?: Layers): Key[];

  /** Finds what changed between pairs since the last step: plain data, sorted; edit the world freely. */
  step(): Event<T>[];
  /** Does as `step`, into columns. Listeners are not called. */
  stepInto(events: EventBatch): EventBatch;
  /** Calls a function for each event of a kind, after the step; returns the way to stop it. */
  on(kind: "enter", listener: (event: Enter<T>) => void): () => void;
  on(kind: "stay", listener: (event: Stay<T>) => void): () => void;
  on(kind: "exit", listener: (event: Exit<T>) => void): () => void;
  /** Calls a function before each step, to bring transforms up to date; returns the way to stop it. */
  beforeStep(listener: () => void): () => void;

  len(): number;
  isEmpty(): boolean;
  contains(key: Key): boolean;
  keys(): Key[];
  data(key: Key): T | undefined;
  /** Reads a shape back; null for a group and for a key of nothing. */
  shape(key: Key): Shape | null;
  /** The shape as it is in the world. */
  placed(key: Key): Placed | null;
  transform(key: Key): Matrix | null;
  worldTransform(key: Key): Matrix | null;
  parent(key: Key): Key | null;
  children(key: Key): Key[];
  /** The box around a collider and all below it; null for none, or for the whole plane. */
  subtreeBounds(key: Key): Aabb | null;
  layer(key: Key): (string | number)[] | null;
  sees(key: Key): (string | number)[] | null;
  team(key: Key): number | null;
  isSensor(key: Key): boolean | null;
  isEnabled(key: Key): boolean | null;
  /** The detail of a collider's own; null for none, and for a key of nothing. */
  detail(key: Key): PairDetail | null;
  /** The pairs of a collider at the last step. */
  touching(key: Key): TouchPair[];
  /** All pairs that touched at the last step, sorted. */
  pairs(): TouchPair[];
  /** The colliders of which a pair began or ended at the last step. */
  changed(): Key[];
  stats(): WorldStats;
  /** Bytes of memory held, but for shapes and data. */
  heapBytes(): number;
  broadPhase(): BroadPhase;
  touchPolicy(): "counts" | "ignored";
  stepOptions(): Required<StepOptions>;

  /** The colliders that hold a point. */
  atPoint(point: Vec2, filter?: Filter<T>): Key[];
  /** The colliders that share a point with a box. */
  overlappingAabb(bounds: Aabb, filter?: Filter<T>): Key[];
  /** The colliders that share a point with a shape. */
  overlapping(shape: Shape, filter?: Filter<T>): Key[];
  /** The colliders that lie within a shape. */
  containedIn(shape: Shape, filter?: Filter<T>): Key[];
  /** The contacts of a shape with colliders, one for each face, from the shape; by key, the deepest first. */
  contactsOf(shape: Shape, filter?: Filter<T>): ColliderContact[];
  rayFirst(ray: Ray, filter?: Filter<T>): WorldRayHit | null;
  /** All that a ray meets, in the order of their distance. */
  rayAll(ray: Ray, filter?: Filter<T>): WorldRayHit[];
  rayAny(ray: Ray, filter?: Filter<T>): boolean;
  /** The nearest colliders to a point; one unless `count` is given. */
  nearest(point: Vec2, count?: number, filter?: Filter<T>): Nearest[];
  nearestPair(filter?: Filter<T>): NearestPair | null;
  /** Two numbers for each point. */
  atPointEach(points: Float32Array, filter?: Filter<T>): KeyBatch;
  /** Four numbers for each box: min x y, max x y. */
  overlappingAabbEach(boxes: Float32Array, filter?: Filter<T>): KeyBatch;
  /** Four numbers for each ray: origin x y, translation x y. */
  rayFirstEach(rays: Float32Array, inside?: Inside, filter?: Filter<T>): RayBatch;
  /** 1 for each ray that meets something. */
  rayAnyEach(rays: Float32Array, inside?: Inside, filter?: Filter<T>): Uint8Array;
  /** Whether two colliders share a point, whatever their layers are; null for a group and for a key of nothing. */
  overlaps(a: Key, b: Key): boolean | null;
  /** The contact of two colliders; null if they are apart too. */
  contact(a: Key, b: Key): Contact | null;
  gap(a: Key, b: Key): Gap | null;
  closest(key: Key, point: Vec2): Closest | null;
  /** Returns which rule keeps two colliders apart as things are now. */
  whyNot(a: Key, b: Key): WhyNot;

  snapshot(): Snapshot<T>;
  /** Makes the world what it was: keys, open pairs and all that follows are the same. */
  restore(snapshot: Snapshot<T>): void;
  /** A hash of the whole state but your data, as 16 hexadecimal digits: the same on every machine. */
  hash(): string;
  /** Begins to note every edit and step. */
  record(): void;
  /** Ends recording and returns the calls; `JSON.stringify` each for a line of a journal file. */
  takeJournal(): Op[];
  /** Returns the calls since the last time, and goes on recording. */
  drainJournal(): Op[];
  /** Lines and texts that show the world within a window; outlines, contacts and normals unless said otherwise. */
  draw(window: Aabb, drawing?: DebugDrawOptions): DebugDraw;
}

/** Does the calls of a journal in a world of its own. */
export class Replay {
  constructor(options?: WorldOptions);
  readonly world: World<number>;
  /** The key of a collider by its number in the journal. */
  key(number: number): Key | null;
  /** Does one call; a step answers with its events, whose data are the journal's numbers. */
  apply(op: Op): Event<number>[] | null;
}
