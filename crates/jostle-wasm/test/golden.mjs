// The golden run of crates/jostle/tests/world_golden.rs, call for call; prints its digest and the build.
import { World, build } from "../js/index.js";

const MASK = (1n << 64n) - 1n;

class Rng {
  constructor(seed) {
    this.state = BigInt(seed);
  }
  bits() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & MASK;
    let z = this.state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  }
  below(n) {
    return Number((this.bits() >> 16n) % BigInt(n));
  }
  signed() {
    if (this.below(2) === 0) return (this.below(17) - 8) / 8;
    return Math.fround(Number(this.bits() >> 40n)) / 8388608 - 1;
  }
}

const f = Math.fround;

/** Rust rounds halves away from zero. */
function round(x) {
  return Math.sign(x) * Math.round(Math.abs(x));
}

function transform(rng, room) {
  const [x, y] = [f(rng.signed() * room) / 2, f(rng.signed() * room) / 2];
  const position = rng.below(3) === 0 ? [round(x), round(y)] : [x, y];
  switch (rng.below(8)) {
    case 0:
      return { position, radians: f(f(rng.signed()) * 3) };
    case 1:
      return { position, degrees: 90 };
    case 2:
      return { position, scale: [f(1 + rng.signed()), f(1 - f(rng.signed() * 0.5))] };
    case 3:
      return { position, radians: 1, skew_radians: [0.4, -0.2] };
    default:
      return { position };
  }
}

function pool(rng) {
  const size = () => 0.25 + rng.below(16) / 8;
  const star = [[0, 1.5], [-0.5, 0.5], [-1.5, 0], [-0.5, -0.5], [0, -1.5], [1, 0.25]];
  const square = [[-2, -2], [2, -2], [2, 2], [-2, 2]];
  const hole = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const rect = (x, y, more) => ({ type: "rect", half: [x, y], ...more });
  const circle = (radius, more) => ({ type: "circle", radius, ...more });
  const bar = rect(size(), 0.25);
  const cross = [bar, { ...bar, transform: { position: [0.25, 0.5], radians: 1.5 } }];
  const mixed = [
    circle(size(), { transform: { position: [-1, 0] } }),
    { type: "polygon", points: star, transform: { position: [1, 0.5] } },
  ];
  const rows = (width, words) => words.map((word) => Array.from({ length: width }, (_, bit) => ((word >> bit) & 1 ? "#" : ".")).join(""));
  return [
    { type: "half_plane", normal: [0, 1], offset: -60 },
    { type: "point" },
    { type: "segment", a: [-1, 0], b: [size(), 1] },
    circle(size()),
    circle(size()),
    circle(1),
    { type: "capsule", a: [-1, 0], b: [1, size()], radius: 0.5 },
    rect(size(), size()),
    rect(size(), size()),
    rect(0.5, 0.5),
    rect(1, 0.5, { radius: 0.25 }),
    { type: "ellipse", radii: [size(), size()] },
    { type: "polygon", points: [[0, 0], [size(), 0], [0, 1]] },
    // The hull of these points and of one inside, in the order that the hull gives them.
    { hull: [[0, 1], [1, 0], [0, -1], [-1, 0], [0.75, 0.75]] },
    { type: "polygon", points: star },
    { type: "polygon", points: star, radius: 0.25 },
    { type: "polygon", points: square, holes: [hole] },
    { type: "chain", points: star },
    { type: "chain", points: star, closed: true, sided: "left" },
    { type: "compound", parts: cross },
    { type: "compound", parts: mixed },
    { type: "mask", rows: rows(3, [0b101, 0b111, 0b010]) },
    { type: "grid", cell: [1, 0.75], rows: ["./#", "/#."], tiles: { "/": { type: "polygon", points: [[0, 1], [1, 0], [1, 1]] } } },
    { type: "grid", cell: [0.25, 0.375], rows: rows(12, [0xfff, 0x0f3, 0x301, 0xfff, 0xa5a, 0xfff, 0x0, 0x7fe, 0x3]) },
  ];
}

export async function golden(options) {
  const { hull } = await import("../js/index.js");
  const world = new World(options);
  const rng = new Rng(2026);
  const shapes = pool(rng).map((shape) => (shape.hull ? hull(shape.hull) : shape));
  let keys = [];
  let digest = 0n;
  for (let number = 0; number < 1000; number++) {
    for (let edit = 0; edit < 6; edit++) {
      const shape = shapes[rng.below(shapes.length)];
      const there = transform(rng, 24);
      if (keys.length < 40) {
        keys.push(world.add({ shape, transform: there, data: number }));
        continue;
      }
      const place = rng.below(keys.length);
      switch (rng.below(8)) {
        case 0: {
          const key = keys[place];
          keys[place] = keys.at(-1);
          keys.pop();
          world.remove(key);
          keys = keys.filter((other) => world.contains(other));
          break;
        }
        case 1:
          world.setShape(keys[place], shape);
          break;
        case 2: {
          const parent = keys[rng.below(keys.length)];
          try {
            world.setParent(keys[place], parent);
          } catch (error) {
            if (error.kind !== "cycle") throw error;
          }
          world.setParent(keys[place], null);
          break;
        }
        case 3:
          world.applyTransform(keys[place], { position: [0.25, -0.125] });
          break;
        default:
          world.setTransform(keys[place], there);
      }
    }
    const events = world.step();
    const turned = ((digest << 7n) | (digest >> 57n)) & MASK;
    digest = turned ^ BigInt(`0x${world.hash()}`) ^ BigInt(events.length);
  }
  return digest.toString(16).padStart(16, "0");
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  console.log(build, await golden({ broadPhase: process.argv[2] ?? "auto" }));
}
