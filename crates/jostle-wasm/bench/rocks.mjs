// Traced rocks, which are concave: all turn and sway and touch their neighbors; or they stand still among circles that
// move. Milliseconds a frame. Peers cut an outline into convex parts, once; their answers are those of parts.
import * as detect from "detect-collisions";
import Matter from "matter-js";
import * as decomp from "poly-decomp-es";
import * as jostle from "../js/index.js";
import { trace } from "../js/trace.js";
import { measure } from "./rounds.mjs";
import { FRAMES, stream } from "./scene.mjs";

Matter.Common.setDecomp(decomp);

const SIZE = 96;

/** A rock as a picture, with bays. */
function picture(random) {
  const waves = [2, 3, 5, 7].map((n) => ({ n, size: random(0.04, 0.14), phase: random(0, 6) }));
  const data = new Uint8Array(4 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [dx, dy] = [(2 * x) / SIZE - 1, (2 * y) / SIZE - 1];
      const angle = Math.atan2(dy, dx);
      const reach = waves.reduce((sum, { n, size, phase }) => sum + size * Math.sin(n * angle + phase), 0.68);
      if (Math.hypot(dx, dy) < reach) data[4 * (y * SIZE + x) + 3] = 255;
    }
  }
  return { width: SIZE, height: SIZE, data };
}

/** Eight outlines around their middles, of about 30 vertices. */
function outlines(random) {
  return Array.from({ length: 8 }, () => {
    const { rings } = trace(picture(random), { maxDeviation: 1 });
    return rings[0].points.map(([x, y]) => [x - SIZE / 2, y - SIZE / 2]);
  });
}

function rocks(count, random) {
  const shapes = outlines(random);
  const columns = Math.ceil(Math.sqrt(count));
  const apart = 0.72 * SIZE;
  return Array.from({ length: count }, (_, i) => ({
    points: shapes[i % shapes.length],
    x: apart * (i % columns),
    y: apart * Math.floor(i / columns),
    angle: random(-3, 3),
    turn: random(-0.03, 0.03),
    sway: random(1, 4),
  }));
}

const poseOf = ({ x, y, angle, turn, sway }, frame) => {
  const time = frame < FRAMES / 2 ? frame : FRAMES - frame;
  return [x + sway * Math.sin(time), y + sway * Math.cos(time), angle + turn * time];
};

function matrix([x, y, angle]) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, s, -s, c, x, y];
}

function own(bodies, options) {
  const world = new jostle.World();
  world.setStepOptions(options);
  const keys = new Float64Array(bodies.map(({ points }) => world.add({ shape: { type: "polygon", points } })));
  const events = new jostle.EventBatch();
  const matrices = new Float32Array(6 * bodies.length);
  return (frame) => {
    bodies.forEach((body, i) => matrices.set(matrix(poseOf(body, frame)), 6 * i));
    world.setTransforms(keys, matrices);
    world.stepInto(events);
    return world.stats().pairs;
  };
}

function detected(bodies) {
  const system = new detect.System();
  const all = bodies.map(({ points }) => system.createPolygon({ x: 0, y: 0 }, points.map(([x, y]) => ({ x, y }))));
  return (frame) => {
    all.forEach((body, i) => {
      const [x, y, angle] = poseOf(bodies[i], frame);
      body.setAngle(angle, false);
      body.setPosition(x, y, false);
    });
    system.update();
    let count = 0;
    system.checkAll(() => {
      count++;
    });
    return count / 2;
  };
}

function matter(bodies) {
  const { Bodies, Body, Detector } = Matter;
  const all = bodies.map(({ points }) => Bodies.fromVertices(0, 0, [points.map(([x, y]) => ({ x, y }))]));
  // A body is placed by its center of mass.
  const offsets = bodies.map(({ points }) => Matter.Vertices.centre(points.map(([x, y]) => ({ x, y }))));
  const detector = Detector.create({ bodies: [...all] });
  return (frame) => {
    all.forEach((body, i) => {
      const [x, y, angle] = poseOf(bodies[i], frame);
      const { x: ox, y: oy } = offsets[i];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      Body.setAngle(body, angle);
      Body.setPosition(body, { x: x + c * ox - s * oy, y: y + s * ox + c * oy });
    });
    const pairs = new Set(Detector.collisions(detector).map(({ bodyA, bodyB }) => `${bodyA.parent.id} ${bodyB.parent.id}`));
    return pairs.size;
  };
}

/** Circles that move among rocks that do not. */
function among(bodies, circles, options) {
  const world = new jostle.World();
  world.setStepOptions(options);
  const wall = (body) => ({ shape: { type: "polygon", points: body.points }, transform: { matrix: matrix([body.x, body.y, body.angle]) } });
  world.addAll(bodies.map((body) => ({ ...wall(body), layer: "rock", sees: [] })));
  const keys = new Float64Array(circles.map(() => world.add({ shape: { type: "circle", radius: 6 }, sees: "rock" })));
  const events = new jostle.EventBatch();
  const matrices = new Float32Array(6 * circles.length);
  return (frame) => {
    circles.forEach((circle, i) => matrices.set(matrix(poseOf(circle, frame)), 6 * i));
    world.setTransforms(keys, matrices);
    world.stepInto(events);
    return world.stats().pairs;
  };
}

function detectedAmong(bodies, circles) {
  const system = new detect.System();
  for (const { points, x, y, angle } of bodies) {
    const rock = system.createPolygon({ x: 0, y: 0 }, points.map(([px, py]) => ({ x: px, y: py })), { isStatic: true });
    rock.setAngle(angle, false);
    rock.setPosition(x, y);
  }
  const all = circles.map(() => system.createCircle({ x: 0, y: 0 }, 6));
  return (frame) => {
    all.forEach((circle, i) => {
      const [x, y] = poseOf(circles[i], frame);
      circle.setPosition(x, y, false);
    });
    system.update();
    let count = 0;
    for (const circle of all) {
      system.checkOne(circle, ({ b }) => {
        if (b.isStatic) count++;
      });
    }
    return count;
  };
}

export async function run(rounds) {
  const rows = [];
  const add = async (work, contestants) => {
    const found = {};
    const runs = Object.entries(contestants).map(([name, frame]) => ({
      name,
      run: (number) => (found[name] = frame(number % FRAMES)),
    }));
    const times = await measure(runs, rounds);
    // All at the same frame.
    for (const [name, frame] of Object.entries(contestants)) found[name] = frame(3);
    for (const [name, time] of times) rows.push({ work, name, unit: "ms a frame", time: time / 1000, found: found[name], note: "" });
  };
  for (const count of [100, 300]) {
    const bodies = rocks(count, stream(31));
    await add(`${count} rocks that touch`, {
      "jostle, pushes": own(bodies, {}),
      "jostle, near contacts": own(bodies, { solids: "near" }),
      "jostle, which touch": own(bodies, { solids: "touch" }),
      "detect-collisions": detected(bodies),
      "matter-js (detector)": matter(bodies),
    });
  }
  const random = stream(33);
  const bodies = rocks(100, random);
  const side = 0.72 * SIZE * 10;
  const circles = Array.from({ length: 500 }, () => ({ x: random(0, side), y: random(0, side), angle: 0, turn: 0, sway: 8 }));
  await add("500 circles among 100 still rocks", {
    "jostle, pushes": among(bodies, circles, {}),
    "jostle, which touch": among(bodies, circles, { solids: "touch" }),
    "detect-collisions": detectedAmong(bodies, circles),
  });
  return rows;
}
