// Shapes and transforms as plain objects: the JSON form of jostle's scene files, with names as JavaScript has them.

/** A point or a vector of an answer: `[x, y]`, in the units of the caller. */
export type Vec2 = readonly [x: number, y: number];

/**
 * A point or a vector that is given: `[x, y]`, a typed array of two numbers, or any object with x and y, such as a
 * `Point` of PixiJS. Numbers are rounded once to 32 bits, as by `Math.fround`.
 */
export type Vec2Like = Vec2 | Float32Array | Float64Array | { readonly x: number; readonly y: number };

/** The six numbers of an affine map, as PixiJS and the canvas order them: x' = a·x + c·y + tx, y' = b·x + d·y + ty. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, tx: number, ty: number];

/** A closed box that is parallel to the axes, as answers have it. */
export interface Aabb {
  /** The corner with the least x and y. */
  readonly min: Vec2;
  /** The corner with the greatest x and y. */
  readonly max: Vec2;
}

/** A closed box that is parallel to the axes, as it is given. */
export interface AabbLike {
  /** The corner with the least x and y. */
  readonly min: Vec2Like;
  /** The corner with the greatest x and y. */
  readonly max: Vec2Like;
}

/** A transform by its parts, which compose as in PixiJS, or by its matrix. Positive angles turn x toward y. */
export type Transform<P = Vec2Like> = TransformParts<P> | { readonly matrix: Matrix };

/** The parts of a transform; files spell the skews as `skew_degrees` and `skew_radians`, which are read too. */
export interface TransformParts<P = Vec2Like> {
  /** Where the pivot goes, in the frame of the parent. */
  readonly position?: P;
  /** Rotation in degrees; quarter turns are exact. */
  readonly degrees?: number;
  /** Rotation in radians, instead of `degrees`. */
  readonly radians?: number;
  /** Factors along the local axes; negative mirrors, 0 flattens. */
  readonly scale?: P;
  /** Skew along both axes, in degrees. */
  readonly skewDegrees?: P;
  /** Skew along both axes, in radians, instead of `skewDegrees`. */
  readonly skewRadians?: P;
  /** The local point that is put at `position`. */
  readonly pivot?: P;
}

/** What every shape may have beside its own keys. */
interface MayHaveTransform<P> {
  /** From the frame of the shape to that of its owner: the world, the collider or the compound. */
  readonly transform?: Transform<P>;
}

/** The angle of a `rect` or an `ellipse`; one of the three, none for no turn. */
interface Angle<P> {
  /** Rotation in degrees. */
  readonly degrees?: number;
  /** Rotation in radians. */
  readonly radians?: number;
  /** The stored cosine and sine themselves. */
  readonly rot?: P;
}

/** A single point. */
export interface PointShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "point";
  /** Where it is; `[0, 0]` unless given. */
  readonly at?: P;
}

/** A straight line between two points. */
export interface SegmentShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "segment";
  /** One end. */
  readonly a: P;
  /** The other end. */
  readonly b: P;
}

/** A solid circle. */
export interface CircleShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "circle";
  /** The middle; `[0, 0]` unless given. */
  readonly center?: P;
  /** At least 0; a circle of radius 0 is a point. */
  readonly radius: number;
}

/** All points within `radius` of a segment. */
export interface CapsuleShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "capsule";
  /** One end of the segment. */
  readonly a: P;
  /** The other end of the segment. */
  readonly b: P;
  /** At least 0. */
  readonly radius: number;
}

/** What every rectangle has. */
interface AnyRect<P> extends MayHaveTransform<P>, Angle<P> {
  /** The kind. */
  readonly type: "rect";
  /** The middle; `[0, 0]` unless given. */
  readonly center?: P;
  /** Rounds the corners outward: the set of points within `radius`. */
  readonly radius?: number;
}

/** A rectangle by half its width and half its height; answers have this one. */
interface RectByHalf<P> extends AnyRect<P> {
  /** Half the width and half the height. */
  readonly half: P;
  /** Not beside `half`. */
  readonly width?: never;
  /** Not beside `half`. */
  readonly height?: never;
}

/** A rectangle by its width and height. */
interface RectBySize<P> extends AnyRect<P> {
  /** Not beside `width` and `height`. */
  readonly half?: never;
  /** The whole width, at least 0. */
  readonly width: number;
  /** The whole height, at least 0. */
  readonly height: number;
}

/** A rectangle around its center, by `half` or by `width` and `height`. */
export type RectShape<P = Vec2Like> = RectByHalf<P> | ([P] extends [Vec2] ? never : RectBySize<P>);

/** An ellipse. */
export interface EllipseShape<P = Vec2Like> extends MayHaveTransform<P>, Angle<P> {
  /** The kind. */
  readonly type: "ellipse";
  /** The middle; `[0, 0]` unless given. */
  readonly center?: P;
  /** Half the width and half the height. */
  readonly radii: P;
}

/** A solid polygon; concave or not, either winding. Two edges that properly cross are an error. */
export interface PolygonShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "polygon";
  /** The corners of the outer ring, in their order. */
  readonly points: readonly P[];
  /** The corners of each hole. */
  readonly holes?: readonly (readonly P[])[];
  /** Rounds the corners outward: the set of points within `radius`. */
  readonly radius?: number;
}

/** A hollow line, which may cross itself. */
export interface ChainShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "chain";
  /** The points along it. */
  readonly points: readonly P[];
  /** Whether a line leads from the last point back to the first; false unless given. */
  readonly closed?: boolean;
  /** `"left"`: pushes and rays only from the left of each edge. */
  readonly sided?: "both" | "left";
}

/** All points p with normal · p ≤ offset; unbounded. Files spell the kind as `half_plane`, which is read too. */
export interface HalfPlaneShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "halfPlane";
  /** The direction that leads out of it; any length but 0. */
  readonly normal: P;
  /** Where it ends along the normal; 0 unless given. */
  readonly offset?: number;
}

/** The union of its parts; inner seams are no boundary. */
export interface CompoundShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "compound";
  /** The parts, each with its own transform; at least one. */
  readonly parts: readonly Shape<P>[];
}

/** The union of solid pixels, each the unit square from its column and row. */
export interface MaskShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "mask";
  /** Rows of text: `#` for a solid pixel and `.` for an empty one. */
  readonly rows: readonly string[];
}

/** What may be in a cell of a grid: a shape within the cell, which has no transform of its own. */
export type Tile<P = Vec2Like> = (RectShape<P> | PolygonShape<P>) & { readonly transform?: never };

/** The union of tiles. */
export interface GridShape<P = Vec2Like> extends MayHaveTransform<P> {
  /** The kind. */
  readonly type: "grid";
  /** The width and height of a cell. */
  readonly cell: P;
  /** Rows of text: `#` for a full cell, `.` or a space for an empty one, else a key of `tiles`. */
  readonly rows: readonly string[];
  /** Tiles by one character, in the square from (0, 0) to (1, 1) that stands for the cell. */
  readonly tiles?: Readonly<Record<string, Tile<P>>>;
}

/** A closed set of points. Unknown keys are errors. `Shape<Vec2>` is a shape of an answer, whose points are arrays. */
export type Shape<P = Vec2Like> =
  | PointShape<P>
  | SegmentShape<P>
  | CircleShape<P>
  | CapsuleShape<P>
  | RectShape<P>
  | EllipseShape<P>
  | PolygonShape<P>
  | ChainShape<P>
  | HalfPlaneShape<P>
  | CompoundShape<P>
  | MaskShape<P>
  | GridShape<P>;

/**
 * A shape that was placed by `place`: a frozen plain object. Everything that takes a shape takes it
 * too, and is spared reading it again each time.
 */
export type Placed = Readonly<Shape<Vec2>> & {
  /** Where the shape is. */
  readonly transform: { readonly matrix: Matrix };
};

/**
 * Places a shape under a transform, which comes after the transform that the shape has itself.
 *
 * @throws JostleError where a value is missing or wrong, or the result leaves the range of 32-bit numbers
 *
 * @example
 * ```js
 * import { overlaps, place } from "jostle";
 *
 * const crate = place({ type: "rect", width: 4, height: 2 }, { position: { x: 10, y: 0 }, degrees: 30 });
 * console.log(overlaps(crate, { type: "circle", radius: 1, center: [12, 1] })); // true
 * ```
 */
export function place(shape: Shape, transform?: Transform): Placed;

/** Places a shape moved by an offset; the numbers of its matrix are rounded to 32 bits. */
export function moved(shape: Shape, offset: Vec2Like): Placed;

/** Makes the polygon of the smallest convex outline around points. */
export function hull(points: readonly Vec2Like[]): PolygonShape<Vec2>;

/** The matrix of a transform, composed as every call does it, in 32-bit numbers. */
export function matrixOf(transform: Transform): Matrix;

/** Composes two transforms: `inner` within the frame of `outer`. */
export function under(inner: Transform, outer: Transform): Matrix;
