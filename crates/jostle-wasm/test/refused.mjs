// Calls with values that are wrong: each argument in turn, and each value within it, is replaced by each of these.
export const OURS = new Error("ours");

/** What no call can want, and what some take. */
export const BAD = [
  undefined,
  null,
  NaN,
  Infinity,
  -1,
  0,
  0.5,
  2 ** 60,
  true,
  "",
  "1",
  {},
  [],
  [NaN, 0],
  { x: 0, y: NaN },
  1n,
  Symbol("bad"),
  new Float32Array(3),
  new Float32Array([NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  () => {
    throw OURS;
  },
];

function isPlain(value) {
  return Array.isArray(value) || (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype);
}

/** Every copy of a value in which one thing is wrong. */
export function* wrong(value, bad = BAD) {
  yield* bad;
  if (!isPlain(value)) return;
  for (const key of Object.keys(value)) {
    for (const inner of wrong(value[key], bad)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      copy[key] = inner;
      yield copy;
    }
  }
}

/** Every list of arguments in which one thing is wrong, and those that are too short. */
export function* wrongCalls(args, bad = BAD) {
  for (let i = 0; i < args.length; i++) yield args.slice(0, i);
  for (let i = 0; i < args.length; i++) {
    for (const value of wrong(args[i], bad)) yield args.with ? args.with(i, value) : Object.assign([...args], { [i]: value });
  }
}
