// Splits a WebAssembly module in two that work as one: the functions that a page is likely to need, and the
// rest, which is started when the first of them is called. (The idea is that of Binaryen's wasm-split, by A.
// Zakai and T. Lively; here both halves keep all functions under their numbers, so no code is rewritten.)
//
// Each half has the bodies of its own functions. In the place of every other stands a door: it takes the function
// from a table that both share and calls it, and in the first half it has the rest started if that has not been.
// The optimiser then drops the doors that nothing uses. The second half has the memory, the table and the globals
// of the first.

const [TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, ELEMENTS, CODE, DATA, DATA_COUNT] = [
  1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12,
];
export const FUNCTION = 0;
const [TABLE, MEMORY, GLOBAL] = [1, 2, 3];
const [I32, FUNCREF] = [0x7f, 0x70];
const OPS = { if: 0x04, end: 0x0b, call: 0x10, callIndirect: 0x11, localGet: 0x20, globalGet: 0x23, store8: 0x3a, const: 0x41, eqz: 0x45 };
const EMPTY = 0x40;
const PAGE = 65536;

/** What the first half has started, among its imports. */
const START_REST = "j_rest";

/** An unsigned number, LEB128. */
export function u32(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** `i32.const` of a number that is not negative. */
function constant(value) {
  const bytes = u32(value);
  // The sixth bit of the last byte is the sign.
  if (bytes.at(-1) & 64) bytes.push(bytes.pop() | 128, 0);
  return [OPS.const, ...bytes];
}

const name = (text) => [...u32(text.length), ...Buffer.from(text)];
const vector = (items) => [...u32(items.length), ...items.flat()];

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  u32() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }
  name() {
    return this.take(this.u32()).toString();
  }
  list(read) {
    return Array.from({ length: this.u32() }, () => read());
  }
  limits() {
    const bounded = this.byte() & 1;
    return { min: this.u32(), max: bounded ? this.u32() : null };
  }
}

const limits = ({ min, max }) => (max === null ? [0, ...u32(min)] : [1, ...u32(min), ...u32(max)]);

/** The parts of a module that splitting and ordering are about. */
export function read(bytes) {
  const sections = new Map();
  for (const file = new Reader(bytes, 8); file.at < bytes.length; ) {
    const id = file.byte();
    const body = file.take(file.u32());
    if (id !== 0) sections.set(id, body);
  }
  const section = (id) => new Reader(sections.get(id) ?? Buffer.from([0]));
  const types = section(TYPES);
  const parameters = types.list(() => {
    if (types.byte() !== 0x60) throw new Error("a type that is not a function's");
    const taken = types.list(() => types.byte()).length;
    types.list(() => types.byte());
    return taken;
  });
  const imports = section(IMPORTS);
  const imported = imports.list(() => {
    const found = { module: imports.name(), name: imports.name(), kind: imports.byte() };
    if (found.kind === FUNCTION) found.type = imports.u32();
    else if (found.kind === GLOBAL) imports.take(2);
    else {
      if (found.kind === TABLE) imports.byte();
      imports.limits();
    }
    return found;
  });
  const functions = section(FUNCTIONS);
  const code = section(CODE);
  const tables = section(TABLES);
  const [table, ...others] = tables.list(() => {
    if (tables.byte() !== FUNCREF) throw new Error("a table of other things than functions");
    return tables.limits();
  });
  if (others.length) throw new Error("more than one table");
  const globals = section(GLOBALS);
  const kinds = globals.list(() => {
    const kind = [globals.byte(), globals.byte()];
    // The value is a constant.
    globals.byte();
    while (globals.byte() > 127);
    if (globals.byte() !== OPS.end) throw new Error("a global that is not a whole number");
    return kind;
  });
  const memories = section(MEMORIES);
  const [memory] = memories.list(() => memories.limits());
  return {
    sections,
    parameters,
    imported,
    kinds,
    table,
    memory,
    types: functions.list(() => functions.u32()),
    bodies: code.list(() => code.take(code.u32())),
  };
}

/** The bytes of a module of these sections. */
function write(sections) {
  const order = [TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, ELEMENTS, DATA_COUNT, CODE, DATA];
  const parts = [Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])];
  for (const id of order) {
    const body = sections.get(id);
    if (body) parts.push(Buffer.from([id, ...u32(body.length)]), Buffer.from(body));
  }
  return Buffer.concat(parts);
}

function codeOf(bodies) {
  return Buffer.concat([Buffer.from(u32(bodies.length)), ...bodies.flatMap((body) => [Buffer.from(u32(body.length)), Buffer.from(body)])]);
}

/** A section with more items behind its own. */
function appended(section, items) {
  const old = new Reader(section ?? Buffer.from([0]));
  const count = old.u32();
  return Buffer.concat([Buffer.from(u32(count + items.length)), old.bytes.subarray(old.at), Buffer.from(items.flat())]);
}

/** A segment that fills the table from `start` on. */
const segment = (start, functions) => [0, ...constant(start), OPS.end, ...vector(functions.map(u32))];

/**
 * A module that notes which of its functions ran: a byte for each, from `start` of its memory on, in a page that
 * nothing else uses.
 */
export function watched(bytes) {
  const { sections, memory, bodies } = read(bytes);
  const start = memory.min * PAGE;
  const pages = Math.ceil(bodies.length / PAGE);
  const noted = bodies.map((body, index) => {
    const locals = new Reader(body);
    locals.list(() => (locals.u32(), locals.byte()));
    const note = [...constant(start + index), ...constant(1), OPS.store8, 0, 0];
    return Buffer.concat([body.subarray(0, locals.at), Buffer.from(note), body.subarray(locals.at)]);
  });
  const more = { ...memory, min: memory.min + pages };
  const made = new Map(sections).set(MEMORIES, vector([limits(more)])).set(CODE, codeOf(noted));
  return { bytes: write(made), start, count: bodies.length };
}

/** Splits a module: `first` states of each function, by its number, whether the first half has it. */
export function split(bytes, first) {
  const { sections, parameters, imported, kinds, table, types, bodies } = read(bytes);
  const other = imported.find(({ kind }) => kind !== FUNCTION);
  if (other) throw new Error(`${other.name} is imported and no function`);
  const starting = imported.findIndex((each) => each.name === START_REST);
  if (starting < 0) throw new Error(`the module does not import ${START_REST}`);
  const all = bodies.map((_, index) => index);
  const [own, others] = [all.filter((index) => first[index]), all.filter((index) => !first[index])];
  const places = new Map([...own, ...others].map((index, place) => [index, table.min + place]));
  const numbers = (list) => list.map((index) => imported.length + index);
  const size = limits({ min: table.min + all.length, max: table.max && table.max + all.length });

  const door = (index, before) => {
    const taken = Array.from({ length: parameters[types[index]] }, (_, i) => [OPS.localGet, ...u32(i)]);
    const call = [OPS.callIndirect, ...u32(types[index]), 0];
    return [0, ...before, ...taken.flat(), ...constant(places.get(index)), ...call, OPS.end];
  };
  const started = kinds.length;
  const start = [OPS.globalGet, ...u32(started), OPS.eqz, OPS.if, EMPTY, OPS.call, ...u32(starting), OPS.end];
  const shared = kinds.map((_, index) => [...name(`global${index}`), GLOBAL, ...u32(index)]);

  const one = new Map(sections)
    .set(TABLES, vector([[FUNCREF, ...size]]))
    .set(GLOBALS, appended(sections.get(GLOBALS), [[I32, 1, ...constant(0), OPS.end]]))
    .set(
      EXPORTS,
      appended(sections.get(EXPORTS), [
        [...name("table"), TABLE, 0],
        [...name("started"), GLOBAL, ...u32(started)],
        ...shared,
      ]),
    )
    .set(ELEMENTS, appended(sections.get(ELEMENTS), [segment(table.min, numbers(own))]))
    .set(CODE, codeOf(bodies.map((body, index) => (first[index] ? body : door(index, start)))));

  const given = [
    ...imported.map((each) => [...name(each.module), ...name(each.name), FUNCTION, ...u32(each.type)]),
    [...name("first"), ...name("memory"), MEMORY, 0, 0],
    [...name("first"), ...name("table"), TABLE, FUNCREF, ...size],
    ...kinds.map((kind, index) => [...name("first"), ...name(`global${index}`), GLOBAL, ...kind]),
  ];
  const two = new Map([
    [TYPES, sections.get(TYPES)],
    [IMPORTS, vector(given)],
    [FUNCTIONS, sections.get(FUNCTIONS)],
    [ELEMENTS, vector([segment(table.min + own.length, numbers(others))])],
    [CODE, codeOf(bodies.map((body, index) => (first[index] ? door(index, []) : body)))],
  ]);
  return [write(one), write(two)];
}
