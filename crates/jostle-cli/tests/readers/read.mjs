// Reads what `jostle trace` wrote with Phaser's own parser, matter-js and PixiJS, and asks each
// about points that jostle's own JSON decides. Usage: node read.mjs DIR
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
// PixiJS looks at its browser when it is loaded.
globalThis.navigator ??= { userAgent: 'node' };
const parser = require('phaser/src/physics/matter-js/PhysicsEditorParser.js');
const phaserQuery = require('phaser/src/physics/matter-js/lib/collision/Query.js');
const Matter = require('matter-js');
const { Polygon } = await import('pixi.js');

const folder = process.argv[2];
const load = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const area = (points) => {
  let sum = 0;
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    sum += x * v - y * u;
  });
  return sum / 2;
};
const crosses = ([x, y], points) => {
  let odd = false;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) odd = !odd;
  });
  return odd;
};
// Points a quarter of a pixel from everything that could be rounded to the other side.
const distance = ([x, y], [ax, ay], [bx, by]) => {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
};

let checked = 0;
const assert = (ok, what) => {
  checked += 1;
  if (!ok) throw new Error(what);
};

function frames(name) {
  const form = load(name);
  const stem = name.slice(0, -'.hitbox.json'.length);
  return form.frames ? form.frames.map((f) => [f.name, f]) : [[stem, form]];
}

for (const file of readdirSync(folder)) {
  if (!file.endsWith('.phaser.json')) continue;
  const stem = file.slice(0, -'.phaser.json'.length);
  const phaser = load(file);
  const pixi = load(`${stem}.pixi.json`);
  for (const [name, form] of frames(`${stem}.hitbox.json`)) {
    const rings = form.rings.map((ring) => ring.points);
    const total = rings.reduce((sum, ring) => sum + area(ring), 0);
    const edges = rings.flatMap((ring) => ring.map((p, i) => [p, ring[(i + 1) % ring.length]]));
    const points = [];
    for (let y = 0.37; y < form.image.height; y += 1.31) {
      for (let x = 0.41; x < form.image.width; x += 1.27) {
        if (edges.every(([a, b]) => distance([x, y], a, b) > 0.25)) points.push([x, y]);
      }
    }
    const inside = (p) => rings.reduce((odd, ring) => odd !== crosses(p, ring), false);

    // Phaser moves the body to where it is asked for, by its center of mass.
    const body = parser.parseBody(0, 0, structuredClone(phaser[name]));
    const parts = body.parts.slice(1);
    const first = phaser[name].fixtures[0].vertices[0];
    assert(parts.length === form.pieces.length, `${file} ${name}: ${parts.length} parts`);
    const sum = parts.reduce((all, part) => all + part.area, 0);
    assert(Math.abs(sum - total) < 1e-6 * total, `${file} ${name}: area ${sum}, not ${total}`);
    const key = ({ x, y }) => x + y * 1e3;
    const low = (list) => list.reduce((a, b) => (key(a) < key(b) ? a : b));
    const [from, to] = [low(first), low(parts[0].vertices)];
    const shift = [to.x - from.x, to.y - from.y];
    for (const [x, y] of points) {
      const hit = phaserQuery.point(parts, { x: x + shift[0], y: y + shift[1] }).length > 0;
      assert(hit === inside([x, y]), `Phaser: ${file} ${name} at ${x}, ${y}`);
    }

    // The same fixtures with matter-js itself.
    const own = phaser[name].fixtures[0].vertices.map((vertices) =>
      Matter.Body.create({ position: Matter.Vertices.centre(vertices), vertices: structuredClone(vertices) }));
    for (const [x, y] of points) {
      const hit = Matter.Query.point(own, { x, y }).length > 0;
      assert(hit === inside([x, y]), `matter-js: ${file} ${name} at ${x}, ${y}`);
    }

    const { anchor, polygons } = pixi[name];
    const pivot = [anchor[0] * form.image.width, anchor[1] * form.image.height];
    const areas = polygons.map((flat) => new Polygon(flat));
    for (const [x, y] of points) {
      const hit = areas.some((polygon) => polygon.contains(x - pivot[0], y - pivot[1]));
      assert(hit === inside([x, y]), `PixiJS: ${file} ${name} at ${x}, ${y}`);
    }
  }
}
assert(checked > 0, 'nothing to read');
console.log(`phaser, matter-js, pixi.js: ${checked} answers agree`);
