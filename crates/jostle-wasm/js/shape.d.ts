// Shapes and transforms as plain objects: the JSON form of jostle's scene files.

/** A point or a vector: `[x, y]`. Numbers are rounded once to 32 bits, as by `Math.fround`. */
export type Vec2 = readonly [x: number, y: number];

/** The six numbers of an affine map, as PixiJS and the canvas order them: x' = a·x + c·y + tx, y' = b·x + d·y + ty. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, tx: number, ty: number];

/** A closed box that is parallel to the axes. */
export interface Aabb {
  readonly min: Vec2;
  readonly max: Vec2;
}

/** A transform by its parts, which compose as in PixiJS, or by its matrix. Positive angles turn x toward y. */
export type Transform = TransformParts | { readonly matrix: Matrix };

export interface TransformParts {
  /** Where the pivot goes, in the parent's frame. */
  readonly position?: Vec2;
  /** Rotation; quarter turns are exact. */
  readonly degrees?: number;
  /** Rotation, instead of `degrees`. */
  readonly radians?: number;
  /** Scale along the local axes; negative mirrors, 0 flattens. */
  readonly scale?: Vec2;
  readonly skew_degrees?: Vec2;
  readonly skew_radians?: Vec2;
  /** The local point that is put at `position`. */
  readonly pivot?: Vec2;
}

/** What every shape may have beside its own keys. */
interface MayHaveTransform {
  readonly transform?: Transform;
}

/** The angle of a `rect` or an `ellipse`; one of the three, none for no turn. */
interface Angle {
  readonly degrees?: number;
  readonly radians?: number;
  /** The stored cosine and sine themselves. */
  readonly rot?: Vec2;
}

export interface PointShape extends MayHaveTransform {
  readonly type: "point";
  readonly at?: Vec2;
}

export interface SegmentShape extends MayHaveTransform {
  readonly type: "segment";
  readonly a: Vec2;
  readonly b: Vec2;
}

export interface CircleShape extends MayHaveTransform {
  readonly type: "circle";
  readonly center?: Vec2;
  readonly radius: number;
}

export interface CapsuleShape extends MayHaveTransform {
  readonly type: "capsule";
  readonly a: Vec2;
  readonly b: Vec2;
  readonly radius: number;
}

export interface RectShape extends MayHaveTransform, Angle {
  readonly type: "rect";
  readonly center?: Vec2;
  /** Half the width and half the height. */
  readonly half: Vec2;
  /** Rounds the corners outward: the set of points within `radius`. */
  readonly radius?: number;
}

export interface EllipseShape extends MayHaveTransform, Angle {
  readonly type: "ellipse";
  readonly center?: Vec2;
  readonly radii: Vec2;
}

/** A solid polygon; concave or not, either winding. Two edges that properly cross are an error. */
export interface PolygonShape extends MayHaveTransform {
  readonly type: "polygon";
  readonly points: readonly Vec2[];
  readonly holes?: readonly (readonly Vec2[])[];
  readonly radius?: number;
}

/** A hollow line, which may cross itself. */
export interface ChainShape extends MayHaveTransform {
  readonly type: "chain";
  readonly points: readonly Vec2[];
  readonly closed?: boolean;
  /** `"left"`: pushes and rays only from the left of each edge. */
  readonly sided?: "both" | "left";
}

/** All points p with normal · p ≤ offset; unbounded. */
export interface HalfPlaneShape extends MayHaveTransform {
  readonly type: "half_plane";
  readonly normal: Vec2;
  readonly offset?: number;
}

/** The union of its parts; inner seams are no boundary. */
export interface CompoundShape extends MayHaveTransform {
  readonly type: "compound";
  readonly parts: readonly Shape[];
}

/** The union of solid pixels: rows of text, `#` for a solid pixel and `.` for an empty one. */
export interface MaskShape extends MayHaveTransform {
  readonly type: "mask";
  readonly rows: readonly string[];
}

/** The union of tiles: rows of text, `#` for a full cell, `.` or a space for an empty one, else a key of `tiles`. */
export interface GridShape extends MayHaveTransform {
  readonly type: "grid";
  readonly cell: Vec2;
  readonly rows: readonly string[];
  readonly tiles?: Readonly<Record<string, Shape>>;
}

/** A closed set of points. Unknown keys are errors. */
export type Shape =
  | PointShape
  | SegmentShape
  | CircleShape
  | CapsuleShape
  | RectShape
  | EllipseShape
  | PolygonShape
  | ChainShape
  | HalfPlaneShape
  | CompoundShape
  | MaskShape
  | GridShape;

/**
 * A shape that was placed by `place`: a frozen plain object. Everything that takes a shape takes it
 * too, and is spared reading it again each time.
 */
export type Placed = Readonly<Shape> & { readonly transform: { readonly matrix: Matrix } };

/**
 * Places a shape under a transform, which comes after the transform that the shape has itself.
 *
 * @throws JostleError where a value is missing or wrong, or the result leaves the range of 32-bit numbers
 */
export function place(shape: Shape, transform?: Transform): Placed;

/** Places a shape moved by an offset; the numbers of its matrix are rounded to 32 bits. */
export function moved(shape: Shape, offset: Vec2): Placed;

/** Makes the polygon of the smallest convex outline around points. */
export function hull(points: readonly Vec2[]): PolygonShape;

/** The matrix of a transform, composed as every call does it, in 32-bit numbers. */
export function matrixOf(transform: Transform): Matrix;

/** Composes two transforms: `inner` within the frame of `outer`. */
export function under(inner: Transform, outer: Transform): Matrix;
