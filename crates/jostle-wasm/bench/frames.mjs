// A frame: everything moves, and the pairs that touch are found; milliseconds a frame.
import * as check2d from "check2d";
import * as detect from "detect-collisions";
import Flatbush from "flatbush";
import Matter from "matter-js";
import * as planck from "planck";
import RBush from "rbush";
import * as jostle from "../js/index.js";
import { measure } from "./rounds.mjs";
import { crowd, pose, stream } from "./scene.mjs";

/** Each makes its things once and returns what does a frame and counts the pairs. */
const CONTESTANTS = {
  "jostle, columns": (bodies) => world(bodies, (own, events) => own.stepInto(events).length),
  "jostle, objects": (bodies) => world(bodies, (own) => own.step().filter((event) => event.kind !== "exit").length, true),
  "detect-collisions": (bodies) => bvh(detect, bodies),
  check2d: (bodies) => bvh(check2d, bodies),
  "matter-js (detector)": matter,
  planck: planckWorld,
  "rbush (boxes only)": rbush,
  "flatbush (boxes only)": flatbush,
};

function world(bodies, step, objects) {
  const own = new jostle.World();
  const keys = Float64Array.from(
    own.addAll(
      bodies.map(({ kind, w, h }) => ({
        shape: kind === "box" ? { type: "rect", half: [w / 2, h / 2] } : { type: "circle", radius: w / 2 },
      })),
    ),
  );
  const matrices = new Float32Array(6 * bodies.length);
  const events = new jostle.EventBatch();
  return (frame) => {
    bodies.forEach((body, i) => {
      const { x, y, angle } = pose(body, frame);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const at = 6 * i;
      matrices[at] = c;
      matrices[at + 1] = s;
      matrices[at + 2] = -s;
      matrices[at + 3] = c;
      matrices[at + 4] = x;
      matrices[at + 5] = y;
    });
    own.setTransforms(keys, matrices);
    const count = step(own, events);
    if (objects) return count;
    let pairs = 0;
    for (let i = 0; i < count; i++) if (events.kinds[i] !== 2) pairs++;
    return pairs;
  };
}

function bvh({ System, Box, Circle }, bodies) {
  const system = new System();
  const all = bodies.map(({ kind, w, h }) => {
    const body = kind === "box" ? new Box({ x: 0, y: 0 }, w, h, { isCentered: true }) : new Circle({ x: 0, y: 0 }, w / 2);
    system.insert(body);
    return body;
  });
  return (frame) => {
    bodies.forEach((body, i) => {
      const { x, y, angle } = pose(body, frame);
      all[i].setAngle(angle, false);
      all[i].setPosition(x, y, false);
    });
    system.update();
    let count = 0;
    system.checkAll(() => {
      count++;
    });
    // Every pair is told from both sides.
    return count / 2;
  };
}

function matter(bodies) {
  const { Bodies, Body, Detector } = Matter;
  const all = bodies.map(({ kind, w, h }) =>
    kind === "box" ? Bodies.rectangle(0, 0, w, h) : Bodies.circle(0, 0, w / 2),
  );
  const detector = Detector.create({ bodies: all });
  return (frame) => {
    bodies.forEach((body, i) => {
      const { x, y, angle } = pose(body, frame);
      Body.setAngle(all[i], angle);
      Body.setPosition(all[i], { x, y });
    });
    return Detector.collisions(detector).length;
  };
}

function planckWorld(bodies) {
  const own = new planck.World({ gravity: { x: 0, y: 0 } });
  const all = bodies.map(({ kind, w, h }) => {
    const body = own.createBody({ type: "dynamic", allowSleep: false });
    const shape = kind === "box" ? new planck.Box(w / 2, h / 2) : new planck.Circle(w / 2);
    body.createFixture({ shape, isSensor: true });
    return body;
  });
  return (frame) => {
    bodies.forEach((body, i) => {
      const { x, y, angle } = pose(body, frame);
      all[i].setTransform({ x, y }, angle);
    });
    own.step(0);
    let count = 0;
    for (let contact = own.getContactList(); contact; contact = contact.getNext()) if (contact.isTouching()) count++;
    return count;
  };
}

function box({ kind, w, h }, { x, y, angle }) {
  const [c, s] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [u, v] = kind === "box" ? [(w * c + h * s) / 2, (w * s + h * c) / 2] : [w / 2, w / 2];
  return { minX: x - u, minY: y - v, maxX: x + u, maxY: y + v };
}

function rbush(bodies) {
  return (frame) => {
    const tree = new RBush();
    const all = bodies.map((body, id) => ({ id, ...box(body, pose(body, frame)) }));
    tree.load(all);
    let count = 0;
    for (const one of all) for (const other of tree.search(one)) if (other.id > one.id) count++;
    return count;
  };
}

function flatbush(bodies) {
  return (frame) => {
    const tree = new Flatbush(bodies.length);
    const all = bodies.map((body) => box(body, pose(body, frame)));
    all.forEach(({ minX, minY, maxX, maxY }) => tree.add(minX, minY, maxX, maxY));
    tree.finish();
    let count = 0;
    all.forEach(({ minX, minY, maxX, maxY }, id) => {
      count += tree.search(minX, minY, maxX, maxY, (other) => other > id).length;
    });
    return count;
  };
}

export function run(rounds) {
  const rows = [];
  for (const count of [1000, 10_000]) {
    const bodies = crowd(count, stream(5));
    const found = {};
    const contestants = Object.entries(CONTESTANTS).map(([name, make]) => {
      const frame = make(bodies);
      return { name, run: (number) => (found[name] = frame(number)) };
    });
    const times = measure(contestants, rounds);
    const want = found["jostle, columns"];
    for (const [name, time] of times) {
      const off = found[name] - want;
      const note = name.includes("boxes only") || off === 0 ? "" : `${off > 0 ? "+" : ""}${off} pairs`;
      rows.push({ work: `frame of ${count}`, name, unit: "ms a frame", time: time / 1000, found: found[name], note });
    }
  }
  return rows;
}
