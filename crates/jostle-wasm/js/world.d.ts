// Worlds of colliders: touching pairs, events, and queries that are always current.
import type { Enter, EventBatch, EventFilter, Exit, Meeting, Parting, Stay, TouchPair, WorldEvent } from "./events.js";
import type { Closest, Contact, Gap, Inside } from "./pair.js";
import type { CastFound, Meet, Motion, SlideResponse, Slid, Slide } from "./motion.js";
import type { Aabb, AabbLike, Matrix, Placed, Shape, Transform, Vec2, Vec2Like } from "./shape.js";

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

/** What a world starts with. */
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
  readonly at?: Vec2Like;
  /** The collider or group that carries it; none unless given. */
  readonly parent?: Key | null;
  /** The layers that it is on; none unless given. */
  readonly layer?: Layers;
  /** The layers that it sees; all unless given. With all or none the other decides. */
  readonly sees?: Layers;
  /** Colliders of one team never meet; 0, which is none, unless given. */
  readonly team?: number;
  /** Whether it reports pairs and takes no push; false unless given. */
  readonly sensor?: boolean;
  /** Whether it meets anything; true unless given. */
  readonly enabled?: boolean;
  /** What steps compute of its pairs; that of the step options unless given. */
  readonly detail?: PairDetail | null;
  /** The direction out of which it blocks slides, from all sides unless given; it is a platform too. */
  readonly oneWay?: Vec2Like | null;
  /** Whether it takes along what stands on it when it moves; false unless given. */
  readonly platform?: boolean;
  /** Your own; events and filters carry it. */
  readonly data?: T;
}

/** What colliders of `addEach` start with, all alike but for their data. */
export interface EachCollider<T = unknown> extends Omit<Collider<T>, "shape" | "transform" | "at" | "data"> {
  /** The data of each. */
  readonly data?: readonly T[];
}

/** Where a collider went to be free. */
export interface Separation {
  /** The translation by which it moved, in the world. */
  push: [number, number];
  /** Whether it overlaps nothing that is solid now; false where it is squeezed. */
  free: boolean;
}

/** Narrows a question to some colliders. */
export interface QueryFilter<T = unknown> {
  /** Only those on one of these layers. */
  readonly layers?: Layers;
  /** None of these. */
  readonly except?: readonly Key[];
  /** Only those that a function of yours agrees to; it may ask the world and must not change it. */
  readonly only?: (key: Key, data: T) => boolean;
}

/** A straight line with a start and an end, thick if it has a radius. */
export interface Ray {
  /** Where it starts. */
  readonly origin: Vec2Like;
  /** From its start to its end. */
  readonly translation: Vec2Like;
  /** What happens where it starts inside a shape; `"hit"` unless given. */
  readonly inside?: Inside;
  /** Half its thickness; 0, a line, unless given. */
  readonly radius?: number;
}

/** What a ray meets. */
export interface WorldRayHit {
  /** The collider. */
  key: Key;
  /** The part of the translation before the hit, from 0 to 1. */
  fraction: number;
  /** Where the ray is then: of a thick one its middle. */
  point: [number, number];
  /** Unit outward normal of the collider. */
  normal: [number, number];
  /** The number of the part of a compound, or of the cell of a grid. */
  part: number;
  /** The number of the nearest edge of that part. */
  edge: number;
}

/** A collider near a point. */
export interface Nearest {
  /** The collider. */
  key: Key;
  /** From the point to the collider; 0 inside. */
  distance: number;
  /** The nearest point of the collider. */
  point: [number, number];
  /** Unit vector from the collider toward the point. */
  normal: [number, number];
}

/** A contact of a shape with a collider. */
export interface ColliderContact {
  /** The collider. */
  key: Key;
  /** From the shape to the collider. */
  contact: Contact;
}

/** The two colliders that are nearest to each other. */
export interface NearestPair {
  /** The one that was added first. */
  a: Key;
  /** The other. */
  b: Key;
  /** From a to b. */
  gap: Gap;
}

/** What keeps two colliders apart: the first rule that holds. */
export interface WhyNot {
  /** The rule. */
  rule: "unknown" | "same" | "disabled" | "noShape" | "team" | "layers" | "filter" | "apart" | "nothing";
  /** The rule in words. */
  message: string;
  /** The collider that it is about, for `unknown`, `disabled` and `noShape`. */
  key?: Key;
  /** For `apart`. */
  gap?: Gap;
}

/** Counts of a world. */
export interface WorldStats {
  /** Colliders and groups that live. */
  colliders: number;
  /** Pairs that touched at the last step. */
  pairs: number;
  /** Steps so far. */
  steps: number;
  /** Colliders that had moved or changed at the last step. */
  moved: number;
  /** Pairs whose boxes met at the last step. */
  candidates: number;
  /** Pairs of which the step decided whether they touch. */
  tested: number;
  /** Pairs that began at the last step. */
  entered: number;
  /** Pairs that ended at the last step. */
  exited: number;
}

/** The answers to many questions: those to question i are `keys[ends[i - 1]]` (0 for the first) up to `keys[ends[i]]`. */
export interface KeyBatch {
  /** The keys of all answers. */
  keys: Float64Array;
  /** Where the keys of each answer end. */
  ends: Uint32Array;
}

/** The first hits of many rays; `keys[i]` is 0 where ray i hits nothing. */
export interface RayBatch {
  /** The collider that each ray hits first. */
  keys: Float64Array;
  /** The part of each translation before the hit, from 0 to 1. */
  fractions: Float32Array;
  /** Two numbers for each ray. */
  points: Float32Array;
  /** Two numbers for each ray. */
  normals: Float32Array;
}

/** A world's state: `bytes` has all but your data, and jostle in Rust reads it too. */
export interface Snapshot<T = unknown> {
  /** The state, with its version. */
  bytes: Uint8Array;
  /** Your data by key. */
  data: [Key, T][];
}

/** A call of a journal, in the form of jostle's journal files: one a line. */
export type Op = { readonly op: string; readonly [key: string]: unknown };

/** What a debug drawing shows. */
export interface DebugDrawOptions {
  /** Outlines of all colliders. */
  readonly outlines?: boolean;
  /** Boxes of the colliders that are found by questions. */
  readonly boxes?: boolean;
  /** Contact points of the last step. */
  readonly contacts?: boolean;
  /** Normals of the contacts, as long as the push. */
  readonly normals?: boolean;
  /** The inner structure of the broad phase. */
  readonly nodes?: boolean;
  /** The count of each collider, in the order in which they were added. */
  readonly keys?: boolean;
  /** The largest distance of a curve from its lines; half a pixel of a window that is 2,000 pixels long unless given. */
  readonly tolerance?: number;
}

/** What a line or a text of a drawing means. */
export type DebugColor = "free" | "touching" | "sensor" | "disabled" | "box" | "contact" | "normal" | "node" | "key";

/** The colors of `DebugColor`, as 0xRRGGBB, in the order of their numbers in `drawLines`. */
export const DEBUG_COLORS: readonly number[];

/** Lines and texts to draw; `color` is 0xRRGGBB. */
export interface DebugDraw {
  /** The lines, in the units of the world. */
  lines: { from: [number, number]; to: [number, number]; paint: DebugColor; color: number }[];
  /** The texts. */
  texts: { at: [number, number]; text: string; paint: DebugColor; color: number }[];
}

/**
 * Colliders that live, and the pairs of them that touch. There is nothing to free.
 *
 * @example
 * ```js
 * import { World } from "jostle";
 *
 * const world = new World();
 * const hero = world.add({ shape: { type: "circle", radius: 4 }, layer: "hero", data: "hero" });
 * world.add({ shape: { type: "rect", width: 2, height: 20 }, at: { x: 10, y: 0 }, layer: "wall", data: "wall" });
 * world.on("enter", { self: "hero" }, ({ self, other, push }) => {
 *   world.applyTransform(self.key, { position: push });
 *   console.log(`${self.data} meets ${other.data}`);
 * });
 * world.setTransform(hero, { position: { x: 6, y: 0 } });
 * world.step(); // hero meets wall
 * ```
 */
export class World<T = unknown> {
  /** Makes an empty world. */
  constructor(options?: WorldOptions);

  /** Adds a collider or a group. */
  add(collider: Collider<T>): Key;
  /**
   * Adds many that start alike, in one call: six numbers of a matrix for each, and one shape for all or one for each.
   * All of them or, if one is refused, none; returns their keys.
   */
  addEach(shapes: Shape | readonly Shape[], matrices: Float32Array, start?: EachCollider<T>): Float64Array;
  /** Adds many; all of them or, if one is refused, none. */
  addAll(colliders: readonly Collider<T>[]): Key[];
  /**
   * Removes a collider; false for a key of nothing. Those below it go too, unless they are released
   * into the world or adopted by its parent.
   */
  remove(key: Key, children?: "remove" | "release" | "adopt"): boolean;

  /**
   * Moves a collider along floors and walls. `respond` returns what each collider on the way does; all block unless it
   * is given, and one that returns nothing lets it slide. It may ask the world and not edit it; if it throws, nothing
   * has moved. At the end the collider overlaps no blocker, exactly.
   *
   * @example
   * ```js
   * import { World } from "jostle";
   *
   * const world = new World();
   * const hero = world.add({ shape: { type: "circle", radius: 4 } });
   * world.add({ shape: { type: "rect", width: 90, height: 2 }, at: { x: 0, y: 9 } });
   * const slid = world.slide(hero, { by: [3, 9], up: [0, -1] });
   * console.log(slid.moved.map(Math.round), slid.floor !== null); // [ 3, 4 ] true
   * ```
   */
  slide(key: Key, slide: Slide, respond?: (other: { key: Key; data: T | undefined }) => SlideResponse): Slid;
  /** Computes what `slide` would do, and moves nothing. */
  slideTry(key: Key, slide: Slide, respond?: (other: { key: Key; data: T | undefined }) => SlideResponse): Slid;
  /** Makes a collider block what comes against a direction only; null makes it block from all sides. */
  setOneWay(key: Key, direction: Vec2Like | null): void;
  /** Makes a collider take along what stands on it when it moves. */
  setPlatform(key: Key, platform: boolean): void;
  /** Sets the transform of a collider in the frame of its parent. */
  setTransform(key: Key, transform: Transform): void;
  /** Sets many transforms at once, all or none: six numbers of a matrix for each key. */
  setTransforms(keys: readonly Key[] | Float64Array, matrices: Float32Array): void;
  /** Applies a map after the transform that a collider has. */
  applyTransform(key: Key, map: Transform): void;
  /** Sets the shape of a collider; null makes it a group. */
  setShape(key: Key, shape: Shape | null): void;
  /** Sets the parent of a collider; null for none. Its own transform stays as it is. */
  setParent(key: Key, parent: Key | null): void;
  /** Sets the layers that a collider is on, and those that it sees. */
  setLayers(key: Key, layer: Layers, sees: Layers): void;
  /** Sets the team of a collider; 0 for none. */
  setTeam(key: Key, team: number): void;
  /** Makes a collider a sensor, which takes no push. */
  makeSensor(key: Key): void;
  /** Makes a collider solid. */
  makeSolid(key: Key): void;
  /** Lets a collider meet others again. */
  enable(key: Key): void;
  /** Keeps a collider from meeting anything, and from being found by questions. */
  disable(key: Key): void;
  /** Sets what steps compute of the pairs of a collider; null for that of the step options. Of two the greater counts. */
  setDetail(key: Key, detail: PairDetail | null): void;
  /** Sets the data of a collider. */
  setData(key: Key, data: T): void;
  /** Sets what steps compute and report; what is left out is as at the start. */
  setStepOptions(options: StepOptions): void;
  /**
   * Keeps pairs apart by a function of yours, asked after layers and teams; it has to be symmetric. If it throws in a
   * step, the pairs that it was not asked about are apart until the next one.
   */
  setPairFilter(allows: (a: { key: Key; data: T }, b: { key: Key; data: T }) => boolean): void;
  /** Removes the pair filter. */
  clearPairFilter(): void;
  /** Replaces neighboring static shapes by their exact unions; returns the keys of what is new. */
  weld(layers?: Layers): Key[];

  /**
   * Finds what changed between pairs since the last step: plain data, sorted; edit the world freely. If listeners or the
   * pair filter throw, all other listeners are called all the same; then the first error is thrown, and `lastEvents`
   * has the events.
   */
  step(): WorldEvent<T>[];
  /** The events of the last `step`, which it returned, or would have if nothing had thrown. */
  lastEvents(): WorldEvent<T>[];
  /** Does as `step`, into columns. Listeners are not called. */
  stepInto(events: EventBatch): EventBatch;
  /** Calls a function for each event of a kind, after the step; returns the way to stop it. */
  on(kind: "enter", listener: (event: Enter<T>) => void): () => void;
  on(kind: "stay", listener: (event: Stay<T>) => void): () => void;
  on(kind: "exit", listener: (event: Exit<T>) => void): () => void;
  /**
   * Calls a function for each event of a kind in which one side is what `filter.self` means, and the other what
   * `filter.other` means; twice where both are both. Returns the way to stop it.
   */
  on(kind: "enter" | "stay", filter: EventFilter, handler: (meeting: Meeting<T>) => void): () => void;
  on(kind: "exit", filter: EventFilter, handler: (parting: Parting<T>) => void): () => void;
  /**
   * Moves a collider out of all that is solid and counts for it, out of the deepest first, at once: without a step,
   * and without a limit to how far. What only touches stays.
   */
  separate(key: Key, filter?: QueryFilter<T>): Separation;
  /** Calls a function before each step, to bring transforms up to date; returns the way to stop it. */
  beforeStep(listener: () => void): () => void;

  /** Counts the colliders and groups. */
  len(): number;
  /** Returns whether there is no collider. */
  isEmpty(): boolean;
  /** Returns whether a key is that of a collider that lives. */
  contains(key: Key): boolean;
  /** Lists the keys, in the order in which colliders were added. */
  keys(): Key[];
  /** The data of a collider. */
  data(key: Key): T | undefined;
  /** Reads a shape back; null for a group and for a key of nothing. */
  shape(key: Key): Shape<Vec2> | null;
  /** The shape as it is in the world. */
  placed(key: Key): Placed | null;
  /** The matrix of a collider in the frame of its parent; null for a key of nothing. */
  transform(key: Key): Matrix | null;
  /** The matrix of a collider in the world; null for a key of nothing. */
  worldTransform(key: Key): Matrix | null;
  /** The parent of a collider; null for none, and for a key of nothing. */
  parent(key: Key): Key | null;
  /** The colliders whose parent it is. */
  children(key: Key): Key[];
  /** The box around a collider and all below it; null for none, or for the whole plane. */
  subtreeBounds(key: Key): Aabb | null;
  /** The layers that a collider is on; null for a key of nothing. */
  layer(key: Key): (string | number)[] | null;
  /** The layers that a collider sees; null for a key of nothing. */
  sees(key: Key): (string | number)[] | null;
  /** The team of a collider; null for a key of nothing. */
  team(key: Key): number | null;
  /** Returns whether a collider is a sensor; null for a key of nothing. */
  isSensor(key: Key): boolean | null;
  /** Returns whether a collider is enabled; null for a key of nothing. */
  isEnabled(key: Key): boolean | null;
  /** The detail of a collider's own; null for none, and for a key of nothing. */
  detail(key: Key): PairDetail | null;
  /** The pairs of a collider at the last step. */
  touching(key: Key): TouchPair[];
  /** All pairs that touched at the last step, sorted. */
  pairs(): TouchPair[];
  /** The colliders of which a pair began or ended at the last step. */
  changed(): Key[];
  /** Counts of the world and of its last step. */
  stats(): WorldStats;
  /** Bytes of memory held, but for shapes and data. */
  heapBytes(): number;
  /** The name of the broad phase. */
  broadPhase(): BroadPhase;
  /** Whether pairs that only touch count. */
  touchPolicy(): "counts" | "ignored";
  /** What steps compute and report. */
  stepOptions(): Required<StepOptions>;

  /** The colliders that hold a point. */
  atPoint(point: Vec2Like, filter?: QueryFilter<T>): Key[];
  /** The colliders that share a point with a box. */
  overlappingAabb(bounds: AabbLike, filter?: QueryFilter<T>): Key[];
  /** The colliders that share a point with a shape. */
  overlapping(shape: Shape, filter?: QueryFilter<T>): Key[];
  /** The colliders that lie within a shape. */
  containedIn(shape: Shape, filter?: QueryFilter<T>): Key[];
  /** The contacts of a shape with colliders, one for each face, from the shape; by key, the deepest first. */
  contactsOf(shape: Shape, filter?: QueryFilter<T>): ColliderContact[];
  /** The first collider that a ray meets; null for none. */
  rayFirst(ray: Ray, filter?: QueryFilter<T>): WorldRayHit | null;
  /** All that a ray meets, in the order of their distance. */
  rayAll(ray: Ray, filter?: QueryFilter<T>): WorldRayHit[];
  /** Returns whether a ray meets anything. */
  rayAny(ray: Ray, filter?: QueryFilter<T>): boolean;
  /** The nearest colliders to a point; one unless `count` is given. */
  nearest(point: Vec2Like, count?: number, filter?: QueryFilter<T>): Nearest[];
  /** The first collider that a moving shape meets; null for none. */
  castFirst(shape: Shape, by: Motion | Vec2Like, rules?: Meet, filter?: QueryFilter<T>): CastFound | null;
  /** All colliders that a moving shape meets, in the order in which it meets them. */
  castAll(shape: Shape, by: Motion | Vec2Like, rules?: Meet, filter?: QueryFilter<T>): CastFound[];
  /** Whether a moving shape meets any collider. */
  castAny(shape: Shape, by: Motion | Vec2Like, rules?: Meet, filter?: QueryFilter<T>): boolean;
  /** The two colliders that are nearest to each other; null if there are not two. */
  nearestPair(filter?: QueryFilter<T>): NearestPair | null;
  /** Asks `atPoint` of many points: two numbers for each. */
  atPointEach(points: Float32Array, filter?: QueryFilter<T>): KeyBatch;
  /** Asks `overlappingAabb` of many boxes, four numbers for each: min x y, max x y. */
  overlappingAabbEach(boxes: Float32Array, filter?: QueryFilter<T>): KeyBatch;
  /** Asks `rayFirst` of many rays, four numbers for each: origin x y, translation x y. */
  rayFirstEach(rays: Float32Array, inside?: Inside, filter?: QueryFilter<T>): RayBatch;
  /** 1 for each ray that meets something. */
  rayAnyEach(rays: Float32Array, inside?: Inside, filter?: QueryFilter<T>): Uint8Array;
  /** Whether two colliders share a point, whatever their layers are; null for a group and for a key of nothing. */
  overlaps(a: Key, b: Key): boolean | null;
  /** The contact of two colliders; null if they are apart too. */
  contact(a: Key, b: Key): Contact | null;
  /** The gap of two colliders; null for a group and for a key of nothing. */
  gap(a: Key, b: Key): Gap | null;
  /** The point of a collider that is nearest to a point; null for a group and for a key of nothing. */
  closest(key: Key, point: Vec2Like): Closest | null;
  /** Returns which rule keeps two colliders apart as things are now. */
  whyNot(a: Key, b: Key): WhyNot;

  /** Saves the whole state, with your data beside its bytes. */
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
  draw(window: AabbLike, drawing?: DebugDrawOptions): DebugDraw;
  /**
   * The lines of `draw` for a buffer of a graphics card, five floats each: from x y, to x y, and the number of the
   * color, in the order of `DebugColor`. A view of the library's memory: copy it before the next call.
   */
  drawLines(window: AabbLike, drawing: DebugDrawOptions): Float32Array;
  /** A number that is another after whatever may change what is drawn. */
  revision(): number;
}

/** Does the calls of a journal in a world of its own. */
export class Replay {
  /** Makes a replay in a new world. */
  constructor(options?: WorldOptions);
  /** The world in which it happens. */
  readonly world: World<number>;
  /** The key of a collider by its number in the journal. */
  key(number: number): Key | null;
  /** Does one call; a step answers with its events, whose data are the journal's numbers. */
  apply(op: Op): WorldEvent<number>[] | null;
}
