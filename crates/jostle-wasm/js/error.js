// What goes wrong, as one kind of error with a sentence and a place.

export class JostleError extends Error {
  constructor(kind, path, sentence) {
    super(path ? `${path}: ${sentence}` : sentence);
    this.name = "JostleError";
    this.kind = kind;
    this.path = path;
  }
}

/** Puts the path of a value within an outer one. */
export function within(outer, path) {
  if (!path) return outer;
  return !outer || path.startsWith("[") ? outer + path : `${outer}.${path}`;
}

/** The longest piece of a foreign text that a sentence quotes. */
const QUOTED = 40;

export function clip(text) {
  const letters = [...text];
  return letters.length <= QUOTED ? text : `${letters.slice(0, QUOTED).join("")}...`;
}

export function describe(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}`;
  switch (typeof value) {
    case "number":
      return `the number ${value}`;
    case "string":
      return `the text ${JSON.stringify(clip(value))}`;
    case "boolean":
      return String(value);
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}

export function expected(what, value, path) {
  return new JostleError("form", path, `expected ${what}, found ${describe(value)}`);
}
