// Do two shapes overlap? Pairs that are placed already; nanoseconds a pair.
import SAT from "sat";
import * as jostle from "../js/index.js";
import { measure } from "./rounds.mjs";
import { octagon, pairs, stream } from "./scene.mjs";

const COUNT = 20_000;

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

const WORK = [
  ["box", "box", SAT.testPolygonPolygon],
  ["octagon", "octagon", SAT.testPolygonPolygon],
  ["circle", "circle", SAT.testCircleCircle],
  ["octagon", "circle", SAT.testPolygonCircle],
];

function matrix({ x, y, angle }) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, s, -s, c, x, y].map(Math.fround);
}

export function run(rounds) {
  const rows = [];
  for (const [first, second, test] of WORK) {
    const bodies = pairs(COUNT, stream(11));
    const made = bodies.map(([a, b]) => [kinds[first](a), kinds[second](b)]);
    const theirs = made.map(([a, b]) => [a.sat(), b.sat()]);
    const placed = made.map((pair, i) => pair.map(({ shape }, side) => jostle.place(shape, { matrix: matrix(bodies[i][side]) })));
    const lists = [0, 1].map((side) =>
      jostle.placeEach(
        made.map((pair) => pair[side].shape),
        new Float32Array(bodies.flatMap((pair) => matrix(pair[side]))),
      ),
    );
    const hits = { "sat": 0, "jostle, one by one": 0, "jostle, in a batch": 0 };
    let answers;
    const times = measure(
      [
        { name: "sat", run: () => (hits.sat = theirs.reduce((n, [a, b]) => n + (test(a, b) ? 1 : 0), 0)) },
        {
          name: "jostle, one by one",
          run: () => (hits["jostle, one by one"] = placed.reduce((n, [a, b]) => n + (jostle.overlaps(a, b) ? 1 : 0), 0)),
        },
        { name: "jostle, in a batch", run: () => (answers = jostle.overlapsEach(...lists)) },
      ],
      rounds,
    );
    hits["jostle, in a batch"] = answers.reduce((n, hit) => n + hit, 0);
    const differ = theirs.filter(([a, b], i) => test(a, b) !== (answers[i] === 1)).length;
    for (const [name, time] of times) {
      const note = name === "sat" ? `${differ} of ${COUNT} answers differ` : "";
      rows.push({ work: `${first}, ${second}`, name, unit: "ns a pair", time: (1000 * time) / COUNT, found: hits[name], note });
    }
  }
  return rows;
}
