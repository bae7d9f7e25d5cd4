// Colliders from what PixiJS v8 shows.
import type { Container, Graphics, Renderer, Texture } from "pixi.js";
import type { Contact, Collider, DebugDrawOptions, Key, Matrix, Placed, Shape, World, Aabb } from "./index.js";
import type { TraceOptions } from "./trace.js";

/** What stands for a view: its box, the traced outline of its texture, or a shape in its own frame. */
export type ViewShape = "box" | "outline" | Shape;

export interface OutlineOptions extends TraceOptions {
  /** Reads the pixels where the browser cannot: of render textures and compressed ones. */
  readonly renderer?: Renderer;
}

/**
 * The shape of a view in its own frame, before its transform: the box of `getLocalBounds`, which for a
 * container holds all its children, with anchor and trim; or, with `"outline"`, the traced outline of its
 * texture, at most one pixel off unless `options` say otherwise. Traced once per texture and options.
 *
 * @throws JostleError of kind `shape` for a view that shows nothing
 */
export function shapeOf(view: Container, as?: ViewShape, options?: OutlineOptions): Shape;

/** Chooses what stands for a view from now on; the box unless this is called. */
export function useShape(view: Container, as: ViewShape, options?: OutlineOptions): void;

/** The matrix from the frame of a view to the world's, through all parents, as it is now. */
export function transformOf(view: Container): Matrix;

/** A view as a placed shape: what every function of `jostle` takes. */
export function placedOf(view: Container): Placed;

/** Returns whether two views share a point, under all their transforms; touching counts. */
export function overlaps(a: Container, b: Container): boolean;

/** Finds how two views meet and how to part them, in the world's frame. */
export function contact(a: Container, b: Container): Contact | null;

/** Returns whether the boxes of `getBounds` share area: touching does not count, as in the PixiJS tutorial. */
export function overlapsBounds(a: Container, b: Container): boolean;

/** The rectangle that two boxes of `getBounds` have in common; null where `overlapsBounds` is false. */
export function overlapRect(
  a: Container,
  b: Container,
): { x: number; y: number; width: number; height: number } | null;

/**
 * Adds a view to a world and keeps its collider where the view is: before every step, and when `sync`
 * is called; a view that shows nothing meets nothing. Destroying the view removes the collider. The view is the data unless `options.data` is given.
 */
export function follow<T = Container>(
  world: World<T>,
  view: Container,
  options?: Omit<Collider<T>, "shape" | "transform" | "at" | "parent">,
): Key;

/** Removes the collider of a view; false where it had none. */
export function unfollow<T>(world: World<T>, view: Container): boolean;

/** The key of a view that a world follows. */
export function keyOf<T>(world: World<T>, view: Container): Key | undefined;

/** The view that a collider follows. */
export function viewOf<T>(world: World<T>, key: Key): Container | undefined;

/** Moves all colliders to where their views are now. A step does it too. */
export function sync<T>(world: World<T>): void;

/** Lines over a world that are drawn again for every frame. Add it to the stage. */
export function debugGraphics<T>(world: World<T>, options?: DebugDrawOptions & { window?: Aabb; width?: number }): Graphics;

/** A hit area of any shape, in the view's own frame: pointer events become true to it. */
export function hitArea(shape: Shape): { contains(x: number, y: number): boolean };

/** The shape of a texture's opaque pixels, in the frame of a sprite with this anchor. */
export function outlineOf(texture: Texture, anchor?: { x: number; y: number }, options?: OutlineOptions): Shape;
