// Questions about one shape or two. World frame, the caller's unit; touching counts.
import type { Aabb, AabbLike, Shape, Vec2Like } from "./shape.js";

/** Returns whether two shapes share a point; touching counts. */
export function overlaps(a: Shape, b: Shape): boolean;

/** Returns whether the interiors share a point: the strict reading, as PixiJS and SFML have it for boxes. */
export function overlapsInterior(a: Shape, b: Shape): boolean;

/** Whether two shapes are apart, share only boundary points, or share interior points. */
export type Verdict = "separated" | "touching" | "overlapping";

/** Reports whether two shapes are apart, only touch, or overlap; exact. */
export function verdict(a: Shape, b: Shape): Verdict;

/** How far a staged test goes: boxes, then vertices in the other shape, then everything. */
export type Level = "bounds" | "corners" | "exact";

/** The answer of a staged test. */
export interface StagedTest {
  /** Whether the two share a point, as far as the stage can decide. */
  hit: boolean;
  /** Whether later stages cannot change the answer. */
  certain: boolean;
  /** The stage that decided, or was run last. */
  level: Level;
}

/** Tests in stages up to `level`, which is `"exact"` unless given. */
export function testUntil(a: Shape, b: Shape, level?: Level): StagedTest;

/** How two sets of points lie to each other. */
export type Relation = "same" | "aInB" | "bInA" | "overlapping" | "touching" | "apart";

/** Reports how two shapes lie to each other: the first of the words above that holds. */
export function relation(a: Shape, b: Shape): Relation;

/**
 * Counts the pairs of edges whose boxes overlap, up to `limit`, before a question is asked that takes time in
 * proportion to them; two convex parts are one pair.
 */
export function candidateCount(a: Shape, b: Shape, limit: number): number;

/** Returns whether b lies within a; boundary contact is allowed. */
export function contains(a: Shape, b: Shape): boolean;

/** Returns whether a shape holds a point; its boundary counts. */
export function containsPoint(shape: Shape, point: Vec2Like): boolean;

/** How far two shapes are apart or in each other; lengths are in the unit of the caller. */
export interface Gap {
  /** Above 0 apart, 0 touching, below 0 overlapping; -Infinity where no translation separates. */
  separation: number;
  /** The positive part of the separation. */
  distance: number;
  /** The negative part of the separation, as a positive number. */
  depth: number;
  /** Unit vector from a to b. */
  normal: [number, number];
  /** The point of a that is nearest to b, or deepest in it. */
  onA: [number, number];
  /** The point of b that is nearest to a, or deepest in it. */
  onB: [number, number];
}

/** Measures how far apart two shapes are, or how deep in each other. */
export function gap(a: Shape, b: Shape): Gap;

/** How two shapes that touch meet, and how to part them; lengths are in the unit of the caller. */
export interface Contact {
  /** Unit vector from a to b. */
  normal: [number, number];
  /** Length of the push; 0 when touching, Infinity where no translation separates. */
  depth: number;
  /** The middle between the witness points. */
  point: [number, number];
  /** The witness point of a: its deepest in b. */
  onA: [number, number];
  /** The witness point of b: its deepest in a. */
  onB: [number, number];
  /** The translation that moves a out of b; [0, 0] where nothing separates. */
  pushA: [number, number];
  /** The translation that moves b out of a. */
  pushB: [number, number];
}

/**
 * Finds how two shapes meet and how to part them; null when they are apart.
 *
 * @example
 * ```js
 * import { contact } from "jostle";
 *
 * const hero = { type: "circle", radius: 2, center: { x: 0, y: 0 } };
 * const wall = { type: "rect", width: 2, height: 10, center: [2.5, 0] };
 * console.log(contact(hero, wall)?.pushA[0]); // -0.5
 * ```
 */
export function contact(a: Shape, b: Shape): Contact | null;

/** Finds one contact for each face that two shapes touch, the deepest first: a floor apart from a wall. */
export function contacts(a: Shape, b: Shape): Contact[];

/** The contact points of two shapes. */
export interface Manifold {
  /** Unit vector from a to b. */
  normal: [number, number];
  /** One point or two. */
  points: {
    /** The middle between the two boundaries. */
    point: [number, number];
    /** How deep the shapes are in each other there. */
    depth: number;
    /** The same features of the same shapes have the same id from step to step. */
    id: number;
  }[];
}

/** Finds the contact points of two shapes; null when they are apart. */
export function manifold(a: Shape, b: Shape): Manifold | null;

/** Where two boundaries meet. */
export interface Crossing {
  /** The common point. */
  point: [number, number];
  /** The number of the edge of a, in the order of its outline. */
  edgeA: number;
  /** The number of the edge of b. */
  edgeB: number;
  /** The place on that edge, from 0 to 1. */
  fractionA: number;
  /** The place on the edge of b, from 0 to 1. */
  fractionB: number;
}

/** Finds where two boundaries meet. */
export function crossings(a: Shape, b: Shape): Crossing[];

/** What two shapes have in common. */
export interface Region {
  /** In square units. */
  area: number;
  /** The outline of each piece, with its holes. */
  polygons: { points: [number, number][]; holes: [number, number][][] }[];
}

/**
 * Cuts out what two shapes have in common; null where that is unbounded. Curves become polygons
 * that are within `tolerance`, or within a small part of the smaller shape.
 */
export function region(a: Shape, b: Shape, tolerance?: number): Region | null;

/** The point of a shape that is nearest to another point. */
export interface Closest {
  /** The nearest point of the shape: the point itself, where it is inside. */
  point: [number, number];
  /** Above 0 outside, 0 on the boundary, below 0 inside. */
  separation: number;
  /** Unit vector from the shape toward the point; inside, the shortest way out. */
  normal: [number, number];
}

/** Finds the point of a shape that is nearest to a point. */
export function closest(shape: Shape, point: Vec2Like): Closest;

/** What a ray does that starts inside: it hits there, skips the shape, or finds the way out. */
export type Inside = "hit" | "skip" | "exit";

/** Where a ray meets a shape. */
export interface RayHit {
  /** The part of the translation before the hit, from 0 to 1. */
  fraction: number;
  /** Where the ray is then. */
  point: [number, number];
  /** Unit outward normal. */
  normal: [number, number];
}

/** Finds where a ray from `origin` along `translation` first meets a shape; null if it does not. */
export function ray(shape: Shape, origin: Vec2Like, translation: Vec2Like, inside?: Inside): RayHit | null;

/** The smallest box around a shape, rounded outward; null for the whole plane (a half-plane's). */
export function bounds(shape: Shape): Aabb | null;

/** The box around several shapes; null for the whole plane, or for no shapes. */
export function boundsOf(shapes: readonly Shape[]): Aabb | null;

/** The area of a shape; null for an unbounded one. */
export function area(shape: Shape): number | null;
/** The length of the boundary; null for an unbounded shape. */
export function perimeter(shape: Shape): number | null;
/** The center of the area; null for an unbounded shape. */
export function centroid(shape: Shape): [number, number] | null;

/** A box at any angle. */
export interface OrientedBox {
  /** The middle. */
  center: [number, number];
  /** Half the width and half the height. */
  half: [number, number];
  /** Cosine and sine of its turn. */
  rot: [number, number];
  /** The four corners in their order. */
  corners: [number, number][];
}

/** The box of least area around a shape, at any angle; null for an unbounded shape. */
export function orientedBounds(shape: Shape): OrientedBox | null;

/** The corners of a placed rectangle; null for every other shape. */
export function corners(shape: Shape): [number, number][] | null;

/** A side of a placed rectangle by its number, 0 to 3; null beyond and for other shapes. */
export function edge(shape: Shape, side: number): [[number, number], [number, number]] | null;

/** A range of numbers. */
export interface Interval {
  /** The least number. */
  min: number;
  /** The greatest number. */
  max: number;
}

/** Projects a shape on an axis: the range of p · axis over its points. */
export function project(shape: Shape, axis: Vec2Like): Interval;

/** Projects an edge on an axis. */
export function projectEdge(edge: readonly [Vec2Like, Vec2Like], axis: Vec2Like): Interval;

/** A line of a boundary. */
export interface Outline {
  /** The points along it; a single one for a point. */
  points: [number, number][];
  /** Whether a line leads from the last point back to the first. */
  closed: boolean;
}

/**
 * The boundary as lines for drawing: curves within `tolerance` (1/4 unless given), unbounded shapes
 * within `window`.
 */
export function outline(shape: Shape, tolerance?: number, window?: AabbLike): Outline[];

/** Where two lines cross. */
export interface LineCrossing {
  /** The common point. */
  point: [number, number];
  /** The place on a as a fraction from its first point to its second. */
  onA: number;
  /** The place on b. */
  onB: number;
}

/** Finds a point that two closed segments share; null if there is none. */
export function intersectSegments(a: readonly [Vec2Like, Vec2Like], b: readonly [Vec2Like, Vec2Like]): LineCrossing | null;

/** Finds where the lines through two pairs of points cross; null when they are parallel. */
export function intersectLines(a: readonly [Vec2Like, Vec2Like], b: readonly [Vec2Like, Vec2Like]): LineCrossing | null;

/** Many placed shapes, for the calls that find pairs; frozen. */
export interface PlacedList {
  /** How many shapes there are. */
  readonly length: number;
}

/**
 * Places many shapes at once: six numbers of a matrix for each. One shape serves for all, or there is
 * one for each.
 */
export function placeEach(shapes: Shape | readonly Shape[], matrices: Float32Array): PlacedList;

/**
 * Finds the pairs of shapes in a list that overlap: two indices for each, the smaller first, sorted.
 * Touching counts.
 */
export function pairs(list: PlacedList): Uint32Array;
/** Finds the pairs of a shape of a and a shape of b that overlap: two indices for each, sorted. */
export function pairsBetween(a: PlacedList, b: PlacedList): Uint32Array;

/** Pairs that touch, and their contacts. */
export interface PairContacts {
  /** Two indices for each pair, sorted. */
  pairs: Uint32Array;
  /** Thirteen numbers for each: normal x y, depth, point x y, onA x y, onB x y, pushA x y, pushB x y. */
  contacts: Float32Array;
}

/** Finds the pairs of shapes in a list that touch, with their contacts. */
export function pairContacts(list: PlacedList): PairContacts;
/** Finds the pairs of a shape of a and a shape of b that touch, with their contacts. */
export function pairContactsBetween(a: PlacedList, b: PlacedList): PairContacts;
