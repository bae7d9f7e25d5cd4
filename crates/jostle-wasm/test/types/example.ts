// What a program in TypeScript looks like; checked by `tsc`, not run.
import { Container, Sprite } from "pixi.js";
import {
  JostleError,
  World,
  contact,
  overlaps,
  place,
  placeEach,
  type Contact,
  type WorldEvent,
  type Key,
  type PolygonShape,
  type Separation,
  type Shape,
} from "jostle";
import { debugGraphics, follow, hitArea, overlapRect, shapeOf, slide } from "jostle/pixi";
import { outlineOf } from "jostle/pixi/outline";
import { FORMATS, exportHitbox, trace, type Format } from "jostle/trace";

const ship: PolygonShape = { type: "polygon", points: [[0, -20], [14, 16], [0, 8], [-14, 16]] };
const placed = place(ship, { position: [120, 80], degrees: 30, scale: [1.5, -1] });
const hit: boolean = overlaps(placed, { type: "circle", radius: 4 });
const found: Contact | null = contact(placed, ship);
if (found) {
  const [dx, dy] = found.pushA;
  console.log(dx + dy, hit);
}

interface Thing {
  name: string;
}
const world = new World<Thing>({ broadPhase: "tree", layers: ["hero", "coin"] });
const key: Key = world.add({ shape: ship, at: [3, 4], layer: "hero", sees: ["coin", 3], data: { name: "ship" } });
const stop = world.on("exit", (event) => console.log(event.reason, event.dataA.name));
const events: WorldEvent<Thing>[] = world.step();
for (const event of events) {
  if (event.kind === "enter") console.log(event.contact?.depth);
  else if (event.kind === "exit") console.log(event.reason);
}
stop();
const keys: Key[] = world.atPoint([0, 0], { only: (other, data) => other !== key && data.name === "coin" });
const matrices = new Float32Array(6 * keys.length);
world.setTransforms(keys, matrices);

world.on("enter", { self: "hero", other: key }, ({ self, other, push, contact: how }) => {
  console.log(self.data.name, other.key, push[0], how?.depth);
});
world.on("exit", { self: key }, ({ other, reason }) => console.log(other.data.name, reason));
const { push, free }: Separation = world.separate(key);
// What type-checks does not throw: a test runs these, too.
const point = { x: 1, y: 2 };
const shapes: Shape[] = [
  placed,
  { type: "rect", width: 4, height: 2, transform: { skewDegrees: [10, 0] } },
  { type: "polygon", points: [point, [3, 4], { x: 0, y: 9 }] },
  { type: "halfPlane", normal: point },
];
for (const shape of shapes) world.setShape(world.add({ shape, at: point }), shape);
placeEach(shapes, new Float32Array(6 * shapes.length));
const read: number | undefined = world.shape(key)?.type === "circle" ? free ? push[0] : 0 : undefined;
void read;
// @ts-expect-error a tile has no transform
const tiles: Shape = { type: "grid", cell: [1, 1], rows: ["a"], tiles: { a: { type: "rect", half: [1, 1], transform: {} } } };
void tiles;

const stage = new Container();
const sprite = new Sprite();
const views = new World<Container>();
follow(views, sprite, { layer: "hero" });
stage.addChild(sprite, debugGraphics(views, { boxes: true }));
follow(views, sprite, { root: stage, static: true });
const slid = slide(views, sprite, { by: { x: 1, y: 0 }, up: [0, -1] }, ({ data }) => (data?.visible ? "slide" : "cross"));
slide(views, sprite, { by: [0, 1], footing: slid.footing });
// @ts-expect-error no such response
slide(views, sprite, {}, () => "jump");
sprite.hitArea = hitArea(shapeOf(sprite, "outline", { maxDeviation: 0.5 }));
const outline: Promise<Shape> = outlineOf(sprite.texture, sprite.anchor);
void outline;
const area = overlapRect(stage, sprite)?.width;
const hitbox = trace(new ImageData(2, 2), { fit: true });
const wanted: Format = FORMATS[0]!;
console.log(area, hitbox.shape, exportHitbox(hitbox, wanted, { name: "hero", pivot: [1, 2] }).text);

try {
  // @ts-expect-error a circle has no half
  const wrong: Shape = { type: "circle", radius: 1, half: [1, 1] };
  overlaps(wrong, ship);
} catch (error) {
  if (error instanceof JostleError) console.log(error.kind, error.path, error.message);
}
// @ts-expect-error a frozen object is not changed
placed.type = "chain";
// @ts-expect-error no such event
world.on("leave", () => {});
