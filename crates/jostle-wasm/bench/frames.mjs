// A frame: everything moves, and the pairs that touch are found; milliseconds a frame.
import * as check2d from "check2d";
import * as detect from "detect-collisions";
import Matter from "matter-js";
import * as planck from "planck";
import * as jostle from "../js/index.js";
import { measure } from "./rounds.mjs";
import { FRAMES, crowd, poses, stream } from "./scene.mjs";

/** Each makes its things once and returns what does a frame: counts the pairs, and reports them to `tell`. */
const CONTESTANTS = {
  "jostle, columns": columns,
  "jostle, objects": objects,
  "detect-collisions": (bodies) => bvh(detect, bodies),
  check2d: (bodies) => bvh(check2d, bodies),
  "matter-js (detector)": matter,
  planck: planckWorld,
};

function world(bodies) {
  const own = new jostle.World();
  const keys = Float64Array.from(
    own.addAll(
      bodies.map(({ kind, w, h }, data) => ({
        shape: kind === "box" ? { type: "rect", half: [w / 2, h / 2] } : { type: "circle", radius: w / 2 },
        data,
      })),
    ),
  );
  const matrices = new Float32Array(6 * bodies.length);
  const move = ({ x, y, angle }) => {
    for (let i = 0, at = 0; i < x.length; i++, at += 6) {
      const [c, s] = [Math.cos(angle[i]), Math.sin(angle[i])];
      matrices[at] = c;
      matrices[at + 1] = s;
      matrices[at + 2] = -s;
      matrices[at + 3] = c;
      matrices[at + 4] = x[i];
      matrices[at + 5] = y[i];
    }
    own.setTransforms(keys, matrices);
  };
  return { own, move };
}

function columns(bodies) {
  const { own, move } = world(bodies);
  const events = new jostle.EventBatch();
  return (pose, tell) => {
    move(pose);
    const { length, kinds, a, b } = own.stepInto(events);
    let pairs = 0;
    for (let i = 0; i < length; i++) {
      if (kinds[i] === 2) continue;
      pairs++;
      tell?.(own.data(a[i]), own.data(b[i]));
    }
    return pairs;
  };
}

function objects(bodies) {
  const { own, move } = world(bodies);
  return (pose, tell) => {
    move(pose);
    let pairs = 0;
    for (const event of own.step()) {
      if (event.kind === "exit") continue;
      pairs++;
      tell?.(event.dataA, event.dataB);
    }
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
  const numbers = new Map(all.map((body, i) => [body, i]));
  return ({ x, y, angle }, tell) => {
    for (let i = 0; i < all.length; i++) {
      all[i].setAngle(angle[i], false);
      all[i].setPosition(x[i], y[i], false);
    }
    system.update();
    let count = 0;
    system.checkAll(({ a, b }) => {
      count++;
      tell?.(numbers.get(a), numbers.get(b));
    });
    // Every pair is reported from both sides.
    return count / 2;
  };
}

function matter(bodies) {
  const { Bodies, Body, Detector } = Matter;
  const all = bodies.map(({ kind, w, h }) =>
    kind === "box" ? Bodies.rectangle(0, 0, w, h) : Bodies.circle(0, 0, w / 2),
  );
  const numbers = new Map(all.map((body, i) => [body, i]));
  // It sorts the list that it is given.
  const detector = Detector.create({ bodies: [...all] });
  return ({ x, y, angle }, tell) => {
    for (let i = 0; i < all.length; i++) {
      Body.setAngle(all[i], angle[i]);
      Body.setPosition(all[i], { x: x[i], y: y[i] });
    }
    const found = Detector.collisions(detector);
    if (tell) for (const { bodyA, bodyB } of found) tell(numbers.get(bodyA.parent), numbers.get(bodyB.parent));
    return found.length;
  };
}

function planckWorld(bodies) {
  const own = new planck.World({ gravity: { x: 0, y: 0 } });
  const all = bodies.map(({ kind, w, h }, number) => {
    const body = own.createBody({ type: "dynamic", allowSleep: false, userData: number });
    const shape = kind === "box" ? new planck.Box(w / 2, h / 2) : new planck.Circle(w / 2);
    body.createFixture({ shape, isSensor: true });
    return body;
  });
  return ({ x, y, angle }, tell) => {
    for (let i = 0; i < all.length; i++) all[i].setTransform({ x: x[i], y: y[i] }, angle[i]);
    own.step(0);
    let count = 0;
    for (let contact = own.getContactList(); contact; contact = contact.getNext()) {
      if (!contact.isTouching()) continue;
      count++;
      tell?.(contact.getFixtureA().getBody().getUserData(), contact.getFixtureB().getBody().getUserData());
    }
    return count;
  };
}

/** The pairs that are told, as numbers that name both. */
function told(frame, pose, count) {
  const found = new Set();
  frame(pose, (i, j) => found.add(i < j ? i * count + j : j * count + i));
  return found;
}

/** What one finds and the other does not, with the least and most that those pairs are apart. */
function difference(all, other, pose, bodies, word) {
  const only = [...all].filter((pair) => !other.has(pair));
  if (only.length === 0) return "";
  const depth = only.map((pair) => {
    const [i, j] = [Math.floor(pair / bodies.length), pair % bodies.length];
    const [a, b] = [i, j].map((k) => {
      const { kind, w, h } = bodies[k];
      const shape = kind === "box" ? { type: "rect", half: [w / 2, h / 2] } : { type: "circle", radius: w / 2 };
      return { ...shape, transform: { position: [pose.x[k], pose.y[k]], radians: pose.angle[k] } };
    });
    return jostle.gap(a, b).separation;
  });
  const [least, most] = [Math.min(...depth), Math.max(...depth)].map((each) => each.toFixed(4));
  return `${only.length} ${word} (separation ${least} to ${most})`;
}

export async function run(rounds) {
  const rows = [];
  for (const count of [1000, 10_000]) {
    const bodies = crowd(count, stream(5));
    const ways = poses(bodies);
    const frames = Object.fromEntries(Object.entries(CONTESTANTS).map(([name, make]) => [name, make(bodies)]));
    const times = await measure(
      Object.entries(frames).map(([name, frame]) => ({ name, run: (number) => frame(ways[number % FRAMES]) })),
      rounds,
    );
    // All at the same frame, and moved there from the one before.
    const pose = ways[3];
    for (const frame of Object.values(frames)) frame(ways[2]);
    const found = Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, told(frame, pose, count)]));
    const right = found["jostle, columns"];
    for (const [name, time] of times) {
      const missed = difference(right, found[name], pose, bodies, "missing");
      const wrong = difference(found[name], right, pose, bodies, "too many");
      const note = [missed, wrong].filter(Boolean).join("; ");
      rows.push({ work: `frame of ${count}`, name, unit: "ms a frame", time: time / 1000, found: found[name].size, note });
    }
  }
  return rows;
}
