// What nearly every page does. The functions that run here are what a page loads at first; all others come behind
// (scripts/split.mjs): rays and batches with 32 and 80 kB, concave outlines with 100, the nearest colliders with 9,
// the exact ways for what touches exactly, but for tiles and tokens, with 15. So this chooses what
// is small, and never what is right.

/** Numbers that look random, the same in every build. */
function stream(seed) {
  let state = seed;
  return (low, high) => {
    state = (state * 48271) % 2147483647;
    return Math.fround(low + (state / 2147483647) * (high - low));
  };
}

const random = stream(5);

function regular(corners) {
  const radius = random(0.5, 2);
  const angles = Array.from({ length: corners }, (_, i) => (2 * Math.PI * i) / corners);
  return { type: "polygon", points: angles.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)]) };
}

const TILES = [
  () => ({ type: "rect", half: [random(0.5, 2), random(0.5, 2)] }),
  () => ({ type: "rect", half: [1, 1] }),
];

const TOKENS = [() => ({ type: "circle", radius: random(0.5, 2) }), () => ({ type: "circle", radius: 1 })];

const SHAPES = [
  ...TILES,
  ...TOKENS,
  () => ({ type: "capsule", a: [0, -random(0.2, 1)], b: [0, 1], radius: random(0.2, 1) }),
  () => ({ type: "segment", a: [0, 0], b: [random(-2, 2), random(-2, 2)] }),
  () => regular(3),
  () => regular(6),
  () => regular(8),
];

/** All anywhere and turned; or tiles, or tokens, on a grid and upright, where they touch exactly. */
const anywhere = (size) => ({ position: [random(0, size), random(0, size)], radians: random(-3, 3) });
const onGrid = (size) => ({ position: [Math.round(random(0, size)), Math.round(random(0, size))] });
const SCENES = [
  { shapes: SHAPES, where: anywhere },
  { shapes: TILES, where: onGrid },
  { shapes: TOKENS, where: onGrid },
];

function matrix({ position, radians = 0 }) {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [cos, sin, -sin, cos, ...position];
}

function pairs(jostle, { shapes, where }) {
  for (const first of shapes) {
    for (const second of shapes) {
      for (let i = 0; i < 20; i++) {
        const [a, b] = [jostle.place(first(), where(5)), jostle.place(second(), where(5))];
        jostle.overlaps(a, b);
        jostle.contact(a, b);
        jostle.gap(a, b);
        jostle.containsPoint(a, [random(0, 5), random(0, 5)]);
        jostle.bounds(a);
      }
    }
  }
}

function frames(jostle, count, { shapes, where }) {
  const world = new jostle.World();
  const side = Math.sqrt(count) * 3;
  const collider = (i) => ({ shape: shapes[i % shapes.length](), transform: where(side), sensor: i % 7 === 0, data: i });
  const keys = Array.from({ length: count }, (_, i) => world.add({ ...collider(i), layer: i % 2 ? "a" : "b", sees: "a" }));
  const batch = new jostle.EventBatch();
  for (let frame = 0; frame < 20; frame++) {
    if (frame % 3) {
      const matrices = keys.flatMap(() => matrix(where(side)));
      world.setTransforms(keys, new Float32Array(matrices));
    } else {
      for (const key of keys.slice(0, 5)) world.setTransform(key, where(side));
    }
    if (frame % 2) world.step();
    else world.stepInto(batch);
    world.remove(keys.pop());
    keys.push(world.add(collider(frame)));
    const point = [random(0, side), random(0, side)];
    world.atPoint(point);
    world.overlappingAabb({ min: [0, 0], max: point });
    world.overlapping({ type: "circle", radius: 2, center: point });
    world.transform(keys[0]);
  }
}

export function run(jostle) {
  for (const scene of SCENES) {
    pairs(jostle, scene);
    for (const count of [20, 300, 3000]) frames(jostle, count, scene);
  }
  jostle.place({ type: "rect", half: [1, 2], degrees: 30 }, { position: [1, 2], degrees: 45 });
}
