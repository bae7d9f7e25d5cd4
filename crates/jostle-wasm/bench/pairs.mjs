// Do two shapes overlap? Pairs that are placed already; nanoseconds a pair.
import SAT from "sat";
import * as jostle from "../js/index.js";
import { measure } from "./rounds.mjs";
import { octagon, pairs, stream } from "./scene.mjs";

const COUNT = 4000;

const box = ({ w, h }) => [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]];
const polygon = (points) => (body) => ({
  shape: { type: "polygon", points: points(body) },
  sat: () => {
    const vectors = points(body).map(([x, y]) => new SAT.Vector(x, y));
    const made = new SAT.Polygon(new SAT.Vector(body.x, body.y), vectors);
    made.setAngle(body.angle);
    return made;
  },
});
const kinds = {
  box: (body) => ({ ...polygon(box)(body), shape: { type: "rect", half: [body.w / 2, body.h / 2] } }),
  octagon: polygon(({ w }) => octagon(w)),
  circle: (body) => ({
    shape: { type: "circle", radius: body.w / 2 },
    sat: () => new SAT.Circle(new SAT.Vector(body.x, body.y), body.w / 2),
  }),
};

/** Loops of their own, so that each is compiled for its kind alone. */
const WORK = [
  ["box", "box", (all) => count(all, ([a, b]) => SAT.testPolygonPolygon(a, b))],
  ["octagon", "octagon", (all) => count(all, ([a, b]) => SAT.testPolygonPolygon(a, b))],
  ["circle", "circle", (all) => count(all, ([a, b]) => SAT.testCircleCircle(a, b))],
  ["octagon", "circle", (all) => count(all, ([a, b]) => SAT.testPolygonCircle(a, b))],
];

function count(all, test) {
  let hits = 0;
  for (let i = 0; i < all.length; i++) if (test(all[i])) hits++;
  return hits;
}

function matrix({ x, y, angle }) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, s, -s, c, x, y].map(Math.fround);
}

export async function run(rounds) {
  const rows = [];
  for (const [first, second, sat] of WORK) {
    const bodies = pairs(COUNT, stream(11));
    const made = bodies.map(([a, b]) => [kinds[first](a), kinds[second](b)]);
    const theirs = made.map(([a, b]) => [a.sat(), b.sat()]);
    const placed = made.map((pair, i) => pair.map(({ shape }, side) => jostle.place(shape, { matrix: matrix(bodies[i][side]) })));
    const found = {};
    const times = await measure(
      [
        { name: "SAT.js", run: () => (found["SAT.js"] = sat(theirs)) },
        { name: "jostle, one by one", run: () => (found["jostle, one by one"] = count(placed, ([a, b]) => jostle.overlaps(a, b))) },
      ],
      rounds,
    );
    const differ = theirs.filter((pair, i) => (sat([pair]) === 1) !== jostle.overlaps(...placed[i])).length;
    for (const [name, time] of times) {
      const note = name === "SAT.js" ? `${differ} of ${COUNT} answers differ` : "";
      rows.push({ work: `${first}, ${second}`, name, unit: "ns a pair", time: (1000 * time) / COUNT, found: found[name], note });
    }
  }
  return rows;
}
