// Shapes that move: motions, casts, sweeps and slides.
import type { Key } from "./world.js";
import type { Inside } from "./pair.js";
import type { Shape, Transform, Vec2Like } from "./shape.js";

/** How a shape moves during one frame. Unknown keys are errors. */
export interface Motion {
  /** The way. */
  translation?: Vec2Like;
  /** The turn on the way, x toward y: any number of turns, of both signs; multiples of 90 are exact. */
  degrees?: number;
  /** The same in radians. */
  radians?: number;
  /** The point of the world, at the start, about which it turns and scales; else the origin of `start`. */
  about?: Vec2Like;
  /** Factors that are reached at the end, along the axes of `start`. */
  scale?: Vec2Like;
  /** The transform of the shape at the start; without it the placed shape's own origin and the axes of the world. */
  start?: Transform;
  /** What carries it and moves too. */
  under?: Motion;
}

/** What counts as a contact of moving shapes. */
export interface Meet {
  /** Any shared point (the default), or shared points of the interiors, as movement wants it. */
  stop?: "touching" | "overlapping";
  /** What a start in an overlap means; `"hit"` unless given. */
  inside?: Inside;
  /** The width by which b is grown, at least 0. */
  skin?: number;
}

/** The first contact of shapes that move; in the world. */
export interface Hit {
  /** No contact before this fraction of the motion. */
  fraction: number;
  /** A contact lies from `fraction` to here where `certain`. */
  latest: number;
  /** False if the shapes come nearer than the tolerance, but no contact was proven. */
  certain: boolean;
  /** Unit normal from a to b at the contact. */
  normal: [number, number];
  /** A point of b's boundary at the contact. */
  point: [number, number];
}

/**
 * Finds when `a`, moved straight by `by`, first meets `b`; null proves that it does not.
 *
 * @example
 * ```js
 * import { cast } from "jostle";
 *
 * const ball = { type: "circle", radius: 1 };
 * const wall = { type: "rect", width: 2, height: 16, center: [6, 0] };
 * console.log(cast(ball, wall, [8, 0])?.fraction); // 0.5
 * ```
 */
export function cast(a: Shape, b: Shape, by: Vec2Like, rules?: Meet): Hit | null;

/** Finds when `a` first meets `b` while both move; null proves that they do not. */
export function sweep(a: Shape, b: Shape, byA: Motion | Vec2Like, byB?: Motion | Vec2Like | null, rules?: Meet): Hit | null;

/** What a cast through a world met. */
export interface CastFound {
  /** The collider. */
  key: Key;
  /** No contact with it before this fraction of the motion. */
  fraction: number;
  /** A contact lies from `fraction` to here where `certain`. */
  latest: number;
  /** False if it comes nearer than the tolerance, but no contact was proven. */
  certain: boolean;
  /** Unit normal, outward of the collider. */
  normal: [number, number];
  /** A point of the collider's boundary at the contact. */
  point: [number, number];
  /** The number of the part of a compound, or of the cell of a grid; 0 for other shapes. */
  part: number;
  /** The number of the edge of that part that is nearest. */
  edge: number;
}

/** What a slide does about a collider. */
export type SlideResponse = "slide" | "stop" | "bounce" | "cross" | "ignore";

/** What a character stood on: given to the next slide, it is taken along. */
export interface Footing {
  /** The collider. */
  key: Key;
  /** The point in its frame. */
  point: Vec2Like;
}

/** What a slide is asked to do. Unknown keys are errors. */
export interface Slide {
  /** The translation asked for. */
  by?: Vec2Like;
  /** Away from the ground; without it all is seen from above and everything is a wall. */
  up?: Vec2Like;
  /** The steepest floor; 45 unless given. */
  maxSlopeDegrees?: number;
  /** The same in radians. */
  maxSlopeRadians?: number;
  /** The highest ledge that is stepped over. */
  step?: number;
  /** How far below a floor may lie that is followed downhill. */
  snap?: number;
  /** The distance kept from others, for looks; 0 is exact. */
  skin?: number;
  /** How speed counts on floors; `"project"` unless given. */
  pace?: "project" | "keep" | "level";
  /** What it stood on after the last slide. */
  footing?: Footing | null;
  /** The most straight parts of the way; 8 unless given. */
  legs?: number;
}

/** Something that a slide met. */
export interface SlideTouch {
  /** The collider. */
  key: Key;
  /** What the slide did about it. */
  response: SlideResponse;
  /** The part of the slide before it, from 0 to 1. */
  fraction: number;
  /** A point of the collider. */
  point: [number, number];
  /** Unit normal, outward of the collider. */
  normal: [number, number];
}

/** What a slide did; in the world. */
export interface Slid {
  /** All spent, stopped by a response, stuck in an overlap (nothing moved), or out of legs at a safe place. */
  end: "done" | "stopped" | "stuck" | "outOfLegs";
  /** The whole way. */
  moved: [number, number];
  /** The part that pushed it out of an overlap at the start. */
  pushed: [number, number];
  /** The part that a platform carried it. */
  carried: [number, number];
  /** What is left of what was asked for. */
  left: [number, number];
  /** How high it stepped. */
  stepped: number;
  /** How far it was put down to a floor. */
  snapped: number;
  /** The normal of the floor that it stands on; null in the air. */
  floor: [number, number] | null;
  /** The normal of a wall that it touches; null without. */
  wall: [number, number] | null;
  /** The normal of a ceiling that it touches; null without. */
  ceiling: [number, number] | null;
  /** What it stands on, for the next slide. */
  footing: { key: Key; point: [number, number] } | null;
  /** What it met, in order. */
  touches: SlideTouch[];
}


