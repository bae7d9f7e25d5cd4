// Compares what jostle answers with what a record of cases/ expects; the rules are those of the Rust test.
import * as jostle from "../js/index.js";

const ULP = 2 ** -23;
/** Rounding that an answer may show, in ulp of the largest number; more where the inputs were rounded. */
const [EXACT, ROUNDED, CLEAR] = [2, 8, 16];
const NORMAL = 1e-5;

function known(shape) {
  const { type, ...rest } = shape;
  switch (type) {
    case "point":
      return { type, at: rest.p };
    case "obb":
      return { type: "rect", center: rest.center, half: rest.half, radians: rest.angle };
    case "rounded_polygon":
      return { type: "polygon", points: rest.points, radius: rest.radius };
    case "polyline":
      return { type: "chain", points: rest.points };
    case "polygon_with_holes":
      return { type: "polygon", points: rest.outer, holes: rest.holes ?? [] };
    case "segment":
      return { type, a: rest.a, b: rest.b };
    case "circle":
      return { type, center: rest.center, radius: rest.radius };
    case "capsule":
      return { type, a: rest.a, b: rest.b, radius: rest.radius };
    default:
      return { type, points: rest.points };
  }
}

function largest(value, key = "") {
  if (["angle", "degrees", "radians"].includes(key)) return 0;
  if (typeof value === "number") return Math.abs(value);
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(0, ...Object.entries(value).map(([inner, entry]) => largest(entry, inner)));
}

const MIRROR = { matrix: [-1, 0, 0, 1, 0, 0] };

function side(shape, parents, own) {
  const form = own ? shape : known(shape);
  let { transform = { matrix: [1, 0, 0, 1, 0, 0] }, ...bare } = form;
  for (const parent of parents ?? []) transform = { matrix: jostle.under(transform, parent) };
  const matrix = jostle.matrixOf(transform);
  const size = largest(own ? bare : shape);
  // How far placed points may be from the origin.
  const reach = own ? Math.max(size, largest(matrix.slice(0, 4)) * 2 * size + largest(matrix.slice(4))) : size;
  return { bare, matrix, reach };
}

export function judge(record, own, tally) {
  const rounded = record.expected_f32 ?? null;
  const expected = rounded ?? record.expected;
  const exact = own || rounded !== null || record.f32_exact === true;
  const sides = [side(record.a, record.parents_a, own)];
  if (record.b) sides.push(side(record.b, record.parents_b, own));
  const ray = own
    ? record.origin && { origin: record.origin, dir: record.translation, max: 1 }
    : record.ray && { ...record.ray, max: record.ray.max ?? 4096 };
  const size = Math.max(...sides.map(({ reach }) => reach), ray ? largest([ray.origin, ray.dir]) : 0);
  if (!exact && record.margin !== undefined && record.margin !== null && Math.abs(record.margin) <= CLEAR * ULP * size) {
    tally.unclear++;
    return;
  }
  for (const mirrored of [false, true]) {
    for (const swapped of sides.length > 1 && record.query !== "contains" ? [false, true] : [false]) {
      const place = ({ bare, matrix }) =>
        jostle.place(bare, { matrix: mirrored ? jostle.under({ matrix }, MIRROR) : matrix });
      let placed;
      try {
        placed = sides.map(place);
      } catch (error) {
        if (!(error instanceof jostle.JostleError)) throw error;
        const allowed = record.tags?.some((tag) => tag.startsWith("self-intersecting"));
        if (allowed) tally.refused++;
        else tally.wrong.push(`${record.id}: refused: ${error.message}`);
        return;
      }
      if (swapped) placed.reverse();
      const frame = { mirrored, swapped, exact, size, expected, record, ray };
      tally.checks++;
      for (const fault of faults(placed, frame)) {
        const how = `${mirrored ? " mirrored" : ""}${swapped ? " swapped" : ""}`;
        tally.wrong.push(`${record.id}${how}: ${fault}`);
      }
    }
  }
}

function flag(got, want, name) {
  return want === undefined || want === null || want === got ? [] : [`${name} is ${got}`];
}

function number(got, want, name, { exact, size }) {
  if (typeof want !== "number") return [];
  const near = Math.abs(got - want) <= (exact ? EXACT : ROUNDED) * ULP * size;
  const sign = !exact || ((got === 0) === (want === 0) && got * want >= 0);
  return near && sign ? [] : [`${name} is ${got}, expected ${want}`];
}

function point(got, want, name, frame) {
  if (!want) return [];
  const [x, y] = [Math.fround(want[0]) * (frame.mirrored ? -1 : 1), Math.fround(want[1])];
  const far = Math.max(Math.abs(got[0] - x), Math.abs(got[1] - y));
  return far <= (frame.exact ? EXACT : ROUNDED) * ULP * frame.size ? [] : [`${name} is ${got}, expected ${[x, y]}`];
}

function normal(got, { expected, mirrored, swapped }) {
  if (Math.abs(Math.hypot(...got) - 1) > 1e-6) return [`normal ${got} has not length 1`];
  const off = ([x, y]) => {
    const turn = swapped ? -1 : 1;
    return Math.hypot(got[0] - turn * (mirrored ? -x : x), got[1] - turn * y);
  };
  const cone = expected.normals_cone;
  if (cone && off(cone.center) <= 2 * Math.sin(cone.half_angle / 2) + NORMAL) return [];
  const wanted = [
    ...(Array.isArray(expected.normals_any) ? expected.normals_any : []),
    ...(Array.isArray(expected.normal) ? [expected.normal] : []),
  ];
  return !wanted.length || wanted.some((want) => off(want) <= NORMAL) ? [] : [`normal ${got}, expected ${wanted}`];
}

/** All questions about the pair give the same verdict. */
function signs(a, b) {
  const sign = { separated: 1, touching: 0, overlapping: -1 }[jostle.verdict(a, b)];
  const { separation } = jostle.gap(a, b);
  const agree = Math.sign(separation) === sign && (jostle.contact(a, b) !== null) === (sign < 1);
  return agree ? [] : [`verdict ${sign}, but separation ${separation}`];
}

/** Each witness lies on its shape, and they are a separation apart along the normal. */
function witnesses(a, b, { separation, normal: n, onA, onB }, { exact, size }) {
  // A witness of a shape that no translation separates has no such place.
  if (!Number.isFinite(separation)) return [];
  const slack = 2 * (exact ? EXACT : ROUNDED) * ULP * size + 4 * ULP * largest([onA, onB]);
  const off = [
    ...[[a, onA], [b, onB]].map(([shape, at]) => jostle.gap(shape, { type: "point", at }).distance),
    ...[0, 1].map((axis) => Math.abs(onB[axis] - onA[axis] - n[axis] * separation)),
  ];
  return off.every((far) => far <= slack) ? [] : [`the witnesses ${onA} and ${onB} are ${off} off`];
}

function faults([a, b = a], frame) {
  const { expected, record, swapped, mirrored } = frame;
  switch (record.query) {
    case "intersects":
      return [
        ...flag(jostle.overlaps(a, b), expected.inclusive, "inclusive"),
        ...flag(jostle.overlapsInterior(a, b), expected.exclusive, "exclusive"),
        ...signs(a, b),
      ];
    case "overlaps":
      return flag(jostle.overlaps(a, b), expected.hit, "hit");
    case "overlaps_interior":
      return flag(jostle.overlapsInterior(a, b), expected.hit, "hit");
    case "contains": {
      const { min, max } = jostle.bounds(b) ?? { min: [0], max: [1] };
      const strict = min[0] === max[0] && min[1] === max[1] ? jostle.overlapsInterior(a, b) : expected.strict;
      const holds = jostle.contains(a, b);
      return [
        ...flag(holds, expected.inclusive, "inclusive"),
        ...flag(holds, expected.hit, "hit"),
        ...flag(strict, expected.strict, "strict"),
      ];
    }
    case "distance":
    case "contact":
    case "gap": {
      const gap = jostle.gap(a, b);
      return [
        ...signs(a, b),
        ...flag(jostle.overlaps(a, b), expected.overlap_inclusive, "overlap_inclusive"),
        ...["distance", "separation", "depth"].flatMap((key) => number(gap[key], expected[key], key, frame)),
        ...point(gap.onA, swapped ? expected.on_b : expected.on_a, "on a", frame),
        ...point(gap.onB, swapped ? expected.on_a : expected.on_b, "on b", frame),
        ...witnesses(a, b, gap, frame),
        ...normal(gap.normal, frame),
      ];
    }
    case "manifold": {
      // It is that of the contact: the same normal, the same depth.
      const [found, contact] = [jostle.manifold(a, b), jostle.contact(a, b)];
      if (!found || !contact) return ["they do not touch"];
      const deepest = Math.max(...found.points.map(({ depth }) => depth));
      const same = deepest === contact.depth && found.normal.every((entry, axis) => entry === contact.normal[axis]);
      return [
        ...(same ? [] : [`${JSON.stringify(found)} for ${JSON.stringify(contact)}`]),
        ...number(deepest, expected.depth, "depth", frame),
        ...normal(found.normal, frame),
      ];
    }
    case "relation": {
      // Files spell words in their own way.
      const relation = jostle.relation(a, b).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const flipped = { a_in_b: "b_in_a", b_in_a: "a_in_b" }[relation] ?? relation;
      return flag(swapped ? flipped : relation, expected.relation, "relation");
    }
    case "bounds":
      return box(jostle.bounds(a), expected, frame);
    case "common_bounds": {
      const [p, q] = [jostle.bounds(a), jostle.bounds(b)];
      const min = [0, 1].map((axis) => Math.max(p.min[axis], q.min[axis]));
      const max = [0, 1].map((axis) => Math.min(p.max[axis], q.max[axis]));
      const common = min[0] <= max[0] && min[1] <= max[1] ? { min, max } : null;
      if (expected === null) return common === null ? [] : [`common is ${JSON.stringify(common)}`];
      return common ? box(common, expected, frame) : ["nothing in common"];
    }
    case "test": {
      const test = jostle.testUntil(a, b, record.level);
      return ["hit", "certain", "level"].flatMap((key) => flag(test[key], expected[key], key));
    }
    case "area": {
      const got = jostle.area(a);
      const slack = (expected.relative ?? 4 * ULP) * expected.area;
      return Math.abs(got - expected.area) <= slack ? [] : [`area is ${got}`];
    }
    case "crossings": {
      const found = jostle.crossings(a, b);
      const unit = (fraction) => fraction >= 0 && fraction <= 1;
      const sound = found.every((c) => c.point.every(Number.isFinite) && unit(c.fractionA) && unit(c.fractionB));
      const count = expected.count ?? found.length;
      return sound && count === found.length ? [] : [JSON.stringify(found)];
    }
    case "oriented_bounds": {
      const { corners } = jostle.orientedBounds(a);
      const { min, max } = jostle.bounds(a);
      const middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
      return jostle.containsPoint({ type: "polygon", points: corners }, middle) ? [] : [`corners ${corners}`];
    }
    case "ray":
    case "raycast":
      return rays(a, frame, mirrored);
    default:
      return [`unknown query ${record.query}`];
  }
}

function box(got, expected, frame) {
  const [p, q] = ["min", "max"].map((key) => expected[key].map(Math.fround));
  const want = frame.mirrored ? { min: [-q[0], p[1]], max: [-p[0], q[1]] } : { min: p, max: q };
  const plain = { ...frame, mirrored: false };
  const outward = [0, 1].every((axis) => got.min[axis] <= want.min[axis] && got.max[axis] >= want.max[axis]);
  return [
    ...point(got.min, want.min, "min", plain),
    ...point(got.max, want.max, "max", plain),
    ...(outward ? [] : ["bounds are not rounded outward"]),
  ];
}

function rays(a, frame, mirrored) {
  const { expected, ray, exact, size } = frame;
  const flip = ([x, y]) => [Math.fround(mirrored ? -x : x), Math.fround(y)];
  const [start, dir] = [flip(ray.origin), flip(ray.dir)];
  const way = dir.map((entry) => Math.fround(entry * ray.max));
  const fraction = (got, want, name) => {
    if (typeof want !== "number") return [];
    const slack = ((exact ? EXACT : ROUNDED) * ULP * size) / Math.hypot(...dir) + ULP * want;
    return Math.abs(got * ray.max - want) <= slack ? [] : [`${name} is ${got * ray.max}, expected ${want}`];
  };
  const solid = jostle.ray(a, start, way, "hit");
  const found = [
    ...flag(jostle.containsPoint(a, start), expected.start_inside, "start_inside"),
    ...flag(solid !== null, expected.hit, "hit"),
  ];
  if (solid) {
    found.push(...fraction(solid.fraction, expected.t, "t"));
    if (!expected.start_inside) found.push(...normal(solid.normal, frame));
  }
  if (expected.hollow_t === undefined || expected.hollow_t === null) return found;
  const exit = jostle.ray(a, start, way, "exit");
  if (!exit) return [...found, "no way out"];
  // A start on the boundary is the first boundary point; the records differ on that.
  if (!jostle.overlapsInterior(a, { type: "point", at: start })) {
    return [...found, ...flag(exit.fraction, 0, "fraction at the boundary")];
  }
  return [...found, ...fraction(exit.fraction, expected.hollow_t, "hollow_t")];
}
