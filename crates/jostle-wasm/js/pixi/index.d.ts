// Colliders from what PixiJS v8 shows.
import type { Container } from "pixi.js";
import type { AabbLike, Collider, Contact, DebugDrawOptions, Key, Matrix, Placed, Shape, World } from "../index.js";
import type { Slid, Slide, SlideResponse } from "../index.js";
import type { Hitbox, TraceOptions } from "../trace.js";
import type { Renderer } from "pixi.js";

/** What stands for a view: its box, the traced outline of its texture, or a shape in its own frame. */
export type ViewShape = "box" | "outline" | Shape;

/** How the outline of a texture is traced. */
export interface OutlineOptions extends TraceOptions {
  /** Reads the pixels where the browser cannot: of render textures and compressed ones. */
  readonly renderer?: Renderer;
}

/** In whose frame an answer is. */
export interface RootOptions {
  /**
   * The container whose frame the answer is in, such as the level that a camera scrolls; the frame of the screen
   * unless given.
   */
  readonly root?: Container;
}

/**
 * The shape of a view in its own frame, before its transform: the box of `getLocalBounds`, which for a
 * container holds all its children, with anchor and trim; or, with `"outline"`, the traced outline of its
 * texture, which needs `import "jostle/pixi/outline"`.
 *
 * @throws JostleError of kind `shape` for a view that shows nothing
 */
export function shapeOf(view: Container, as?: ViewShape, options?: OutlineOptions): Shape;

/**
 * Chooses what stands for a view from now on; the box unless this is called.
 *
 * @example
 * ```js
 * import { useShape } from "jostle/pixi";
 * import { Graphics } from "pixi.js";
 *
 * const coin = new Graphics().circle(0, 0, 5).fill("gold");
 * useShape(coin, { type: "circle", radius: 5 });
 * ```
 */
export function useShape(view: Container, as: ViewShape, options?: OutlineOptions): void;

/** The matrix from the frame of a view to that of the root, or of the screen, as it is now. */
export function transformOf(view: Container, options?: RootOptions): Matrix;

/** A view as a placed shape, in the frame of the root or of the screen: what every function of `jostle` takes. */
export function placedOf(view: Container, options?: RootOptions): Placed;

/** Returns whether two views share a point, under all their transforms; touching counts. */
export function overlaps(a: Container, b: Container, options?: RootOptions): boolean;

/** Finds how two views meet and how to part them, in the frame of the root or of the screen. */
export function contact(a: Container, b: Container, options?: RootOptions): Contact | null;

/** Returns whether the boxes of `getBounds` share area: touching does not count, as in the PixiJS tutorial. */
export function overlapsBounds(a: Container, b: Container): boolean;

/** The rectangle that two boxes of `getBounds` have in common; null where `overlapsBounds` is false. */
export function overlapRect(
  a: Container,
  b: Container,
): { x: number; y: number; width: number; height: number } | null;

/** How a world follows a view, and what its collider starts with. */
export interface FollowOptions<T = unknown> extends Omit<Collider<T>, "shape" | "transform" | "at" | "parent"> {
  /**
   * The container in whose frame the world is: the level that a camera scrolls, turns or zooms. A world has one
   * root, which it remembers; the screen unless given.
   */
  readonly root?: Container;
  /** Whether the view stays where it is; then a step does not look at it, and `sync(world, view)` does. */
  readonly static?: boolean;
}

/**
 * Adds a view to a world and keeps its collider where the view is: before every step, and when `sync` is called.
 * A view that is not shown meets nothing, and its collider is disabled: with `visible` or `renderable` false, with
 * such a container above it, or not below the root (without one, the topmost container of the views). Alpha and
 * culling make no difference. Destroying the view removes the collider. The view is the data unless `options.data`
 * is given.
 *
 * @throws JostleError where the world follows other views in the frame of another root
 *
 * @example
 * ```js
 * import { World } from "jostle";
 * import { follow } from "jostle/pixi";
 * import { Container, Graphics } from "pixi.js";
 *
 * const stage = new Container();
 * const level = stage.addChild(new Container());
 * const hero = level.addChild(new Graphics().rect(-8, -8, 16, 16).fill("red"));
 * const wall = level.addChild(new Graphics().rect(0, 0, 100, 16).fill("gray"));
 * const world = new World();
 * follow(world, hero, { root: level, layer: "hero" });
 * follow(world, wall, { root: level, static: true });
 * level.x = -200; // the camera moves, and no collider does
 * world.step();
 * ```
 */
export function follow<T = Container>(world: World<T>, view: Container, options?: FollowOptions<T>): Key;

/** Removes the collider of a view; false where it had none. */
export function unfollow<T>(world: World<T>, view: Container): boolean;

/** The key of a view that a world follows. */
export function keyOf<T>(world: World<T>, view: Container): Key | undefined;

/** The view that a collider follows. */
export function viewOf<T>(world: World<T>, key: Key): Container | undefined;

/**
 * Moves all colliders to where their views are now, but those that are static; a step does it too. With a view it
 * moves the collider of that view, static or not.
 */
export function sync<T>(world: World<T>, view?: Container): void;

/**
 * Moves a followed view along floors and walls, as `world.slide` does with its collider, which is taken to the view
 * first. `by` and all that it returns are in the frame of the root: a level that a camera scrolls, zooms or turns makes
 * no difference. Views with `platform` or `oneWay` are looked at, too, and carry it; what else has moved since the last
 * step is met where it was. A view that is not shown meets nothing.
 *
 * @throws JostleError where the world does not follow the view
 *
 * @example
 * ```js
 * import { World } from "jostle";
 * import { follow, slide } from "jostle/pixi";
 * import { Container, Graphics } from "pixi.js";
 *
 * const level = new Container().addChild(new Container());
 * const hero = level.addChild(new Graphics().rect(-6, -12, 12, 24).fill("red"));
 * const floor = level.addChild(new Graphics().rect(-100, 20, 200, 10).fill("gray"));
 * const world = new World();
 * follow(world, hero, { root: level });
 * follow(world, floor, { root: level, static: true });
 * const { footing } = slide(world, hero, { by: [3, 50], up: [0, -1] }); // gives the next slide its footing
 * console.log(hero.x, hero.y, footing !== null); // 3 8 true
 * ```
 */
export function slide<T = Container>(
  world: World<T>,
  view: Container,
  slide: Slide,
  respond?: (other: { key: Key; data: T | undefined }) => SlideResponse,
): Slid;

/** What a view of debug lines shows. */
export interface DebugGraphicsOptions extends DebugDrawOptions, RootOptions {
  /** The part of a world that half-planes are drawn across, in its units; 10,000 around the origin unless given. */
  readonly window?: AabbLike;
  /** The width of a line in the units of the world; 1 unless given. */
  readonly width?: number;
}

/**
 * Lines over a world, as one mesh that is written again only after the world has changed. Add it to the stage or to
 * the level: it lies in the frame of the world's root.
 */
export function debugGraphics<T>(world: World<T>, options?: DebugGraphicsOptions): Container;

/** A hit area of any shape, in the view's own frame: pointer events become true to it. */
export function hitArea(shape: Shape): { contains(x: number, y: number): boolean };

/** What is in a file that `jostle trace` wrote as JSON: one hitbox, or those of many frames by name. */
export interface HitboxFile {
  /** The size of the picture in pixels. */
  readonly image: { readonly width: number; readonly height: number };
  /** The outline as a shape, as scene files have it. */
  readonly shape?: unknown;
  /** The simple shape that it is, if one was found. */
  readonly fit?: string | null;
  /** The rings in pixels. */
  readonly rings?: readonly {
    readonly points: readonly (readonly number[])[];
    readonly hole: boolean;
    readonly parent?: number | null;
  }[];
  /** The hitboxes of many frames. */
  readonly frames?: readonly (HitboxFile & { readonly name: string })[];
}

/**
 * The outline of a view with a texture, from a hitbox that was traced before: what `trace` returned, or the JSON of
 * a file that `jostle trace` wrote, of which `frame` names one of many. It needs no tracer in the page.
 *
 * @throws JostleError where the hitbox is of a picture of another size
 */
export function outlineFrom(hitbox: Hitbox | HitboxFile, view: Container, frame?: string): Shape;
