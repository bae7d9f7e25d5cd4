// Puts the functions of a module into an order that compresses well: like behind like. Gzip finds what it has seen
// in the last 32 KiB and nothing before, so what comes next is always the function that has the largest share of its
// sequences of bytes in common with the last 28,000 bytes: 3 to 5 % less than in the order of linking. By length alone
// it would be 1 %; sequences of 4 or 8 bytes, or 12,000 bytes to look back on, find less than this.
import { FUNCTION, read, u32 } from "./split.mjs";

/** How many bytes are a sequence, and how many are looked back on. */
const LENGTH = 6;
const BACK = 28_000;
/** The part of the section of names that has those of functions. */
const NAMES = 1;
/** So that functions of a few bytes, all of which are somewhere, do not come first. */
const FEW = 8;

/** The numbers of functions, from their bodies, in that order. */
function order(bodies) {
  const numbers = new Map();
  const sequences = bodies.map((body) => {
    const own = new Set();
    for (let i = 0; i + LENGTH <= body.length; i++) {
      const text = body.toString("latin1", i, i + LENGTH);
      if (!numbers.has(text)) numbers.set(text, numbers.size);
      own.add(numbers.get(text));
    }
    return [...own];
  });
  const users = Array.from(numbers, () => []);
  sequences.forEach((own, index) => own.forEach((sequence) => users[sequence].push(index)));
  const seen = new Uint32Array(users.length);
  /** How many of its sequences are among the last bytes. */
  const common = new Uint32Array(bodies.length);
  const left = new Set(bodies.keys());
  const found = [];
  for (let [first, size] = [0, 0]; left.size > 0; ) {
    const worth = (index) => common[index] / (sequences[index].length + FEW);
    let next;
    for (const index of left) if (next === undefined || worth(index) > worth(next)) next = index;
    found.push(next);
    left.delete(next);
    size += bodies[next].length;
    for (const sequence of sequences[next]) {
      if (seen[sequence]++ === 0) for (const user of users[sequence]) common[user]++;
    }
    for (; size > BACK && first < found.length - 1; first++) {
      size -= bodies[found[first]].length;
      for (const sequence of sequences[found[first]]) {
        if (--seen[sequence] === 0) for (const user of users[sequence]) common[user]--;
      }
    }
  }
  return found;
}

/** The module with names for its functions that sort as they are to stand; wasm-opt then moves them. */
export function named(bytes) {
  const { imported, bodies } = read(bytes);
  const before = imported.filter(({ kind }) => kind === FUNCTION).length;
  const width = String(bodies.length).length;
  const names = order(bodies)
    .map((index, place) => [before + index, `f${String(place).padStart(width, "0")}`])
    .sort(([a], [b]) => a - b);
  const map = [...u32(names.length), ...names.flatMap(([index, name]) => [...u32(index), name.length, ...Buffer.from(name)])];
  const section = [4, ...Buffer.from("name"), NAMES, ...u32(map.length), ...map];
  return Buffer.concat([bytes, Buffer.from([0, ...u32(section.length), ...section])]);
}
