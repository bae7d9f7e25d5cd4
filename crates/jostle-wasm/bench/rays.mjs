// The first thing that a ray meets among 10,000 turned boxes; microseconds a ray.
import * as detect from "detect-collisions";
import * as planck from "planck";
import * as jostle from "../js/index.js";
import { measure } from "./rounds.mjs";
import { crowd, stream } from "./scene.mjs";

const COUNT = 10_000;
const RAYS = 300;

export async function run(rounds) {
  const random = stream(9);
  const bodies = crowd(COUNT, random);
  const side = Math.sqrt(COUNT) * 3.2;
  const rays = Array.from({ length: RAYS }, () => [random(0, side), random(0, side), random(-40, 40), random(-40, 40)]);
  const own = new jostle.World();
  own.addAll(
    bodies.map(({ w, h, x, y, angle }) => ({
      shape: { type: "rect", half: [w / 2, h / 2] },
      transform: { position: [x, y], radians: angle },
    })),
  );
  const flat = new Float32Array(rays.flat());
  const system = new detect.System();
  for (const { w, h, x, y, angle } of bodies) {
    system.createBox({ x, y }, w, h, { isCentered: true, angle });
  }
  const theirs = new planck.World();
  for (const { w, h, x, y, angle } of bodies) {
    theirs.createBody({ position: { x, y }, angle }).createFixture({ shape: new planck.Box(w / 2, h / 2) });
  }
  const found = {};
  const times = await measure(
    [
      {
        name: "jostle",
        run: () => (found.jostle = own.rayFirstEach(flat, "exit").keys.reduce((n, key) => n + (key ? 1 : 0), 0)),
      },
      {
        name: "detect-collisions",
        run: () => {
          const hit = ([x, y, dx, dy]) => (system.raycast({ x, y }, { x: x + dx, y: y + dy }) ? 1 : 0);
          found["detect-collisions"] = rays.reduce((n, ray) => n + hit(ray), 0);
        },
      },
      {
        name: "planck",
        run: () => {
          found.planck = rays.reduce((n, [x, y, dx, dy]) => {
            let hit = 0;
            theirs.rayCast({ x, y }, { x: x + dx, y: y + dy }, (_fixture, _point, _normal, fraction) => {
              hit = 1;
              return fraction;
            });
            return n + hit;
          }, 0);
        },
      },
    ],
    rounds,
  );
  return [...times].map(([name, time]) => ({
    work: `ray among ${COUNT} boxes`,
    name,
    unit: "µs a ray",
    time: time / RAYS,
    found: found[name],
    note: name === "planck" ? "leaves out what holds the start" : "",
  }));
}
