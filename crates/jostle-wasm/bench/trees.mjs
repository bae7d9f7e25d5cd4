// Boxes in a tree: made of all at once, and asked which of them meet a box; upright boxes for everyone. Each gets its
// boxes in the form that it takes: matrices, objects with four sides, four numbers a call.
import Flatbush from "flatbush";
import RBush from "rbush";
import * as jostle from "../js/index.js";
import { measure } from "./rounds.mjs";
import { crowd, stream } from "./scene.mjs";

const COUNT = 10_000;
const ASKED = 1000;

export async function run(rounds) {
  const random = stream(21);
  const bodies = crowd(COUNT, random);
  const all = bodies.map(({ x, y, w, h }, id) => ({ id, minX: x - w / 2, minY: y - h / 2, maxX: x + w / 2, maxY: y + h / 2 }));
  const matrices = Float32Array.from(bodies.flatMap(({ x, y, w, h }) => [w, 0, 0, h, x, y]));
  const side = Math.sqrt(COUNT) * 3.2;
  const asked = Array.from({ length: ASKED }, () => {
    const [x, y] = [random(0, side), random(0, side)];
    return { minX: x, minY: y, maxX: x + 10, maxY: y + 10 };
  });

  const make = {
    jostle: () => {
      const world = new jostle.World();
      world.addAll(bodies.map(({ x, y, w, h }) => ({ shape: { type: "rect", half: [w / 2, h / 2] }, at: [x, y] })));
      return world;
    },
    "jostle, in one call": () => {
      const world = new jostle.World();
      world.addEach({ type: "rect", width: 1, height: 1 }, matrices);
      return world;
    },
    rbush: () => new RBush().load(all),
    flatbush: () => {
      const tree = new Flatbush(COUNT);
      for (const { minX, minY, maxX, maxY } of all) tree.add(minX, minY, maxX, maxY);
      tree.finish();
      return tree;
    },
  };
  const made = await measure(Object.entries(make).map(([name, run]) => ({ name, run })), rounds);

  const [world, rbush, flatbush] = ["jostle, in one call", "rbush", "flatbush"].map((name) => make[name]());
  const flat = new Float32Array(asked.flatMap(({ minX, minY, maxX, maxY }) => [minX, minY, maxX, maxY]));
  const found = {};
  const times = await measure(
    [
      { name: "jostle", run: () => (found.jostle = world.overlappingAabbEach(flat).keys.length) },
      { name: "rbush", run: () => (found.rbush = asked.reduce((n, box) => n + rbush.search(box).length, 0)) },
      {
        name: "flatbush",
        run: () => {
          found.flatbush = asked.reduce((n, { minX, minY, maxX, maxY }) => n + flatbush.search(minX, minY, maxX, maxY).length, 0);
        },
      },
    ],
    rounds,
  );
  return [
    ...[...made].map(([name, time]) => ({
      work: `take ${COUNT} boxes`,
      name,
      unit: "ms",
      time: time / 1000,
      found: COUNT,
      note: name.startsWith("jostle") ? "colliders, ready to move and to be asked everything" : "",
    })),
    ...[...times].map(([name, time]) => ({
      work: `which of ${COUNT} meet a box`,
      name,
      unit: "µs a box",
      time: time / ASKED,
      found: found[name],
      note: "",
    })),
  ];
}
