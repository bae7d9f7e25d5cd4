// Numbers to and from the memory of a WebAssembly module. Views are kept until the memory grows.
import { JostleError } from "./error.js";

/** What a call that failed returns. */
export const REFUSED = -1;

const KINDS = [, , "limit", "shape", "place", "key", "cycle", "world", "world", "snapshot", "trace"];
const text = new TextDecoder();

export function connect(memory, wasm) {
  let view = new DataView(memory.buffer);
  let bytes = new Uint8Array(memory.buffer);
  let numbers = new Float64Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);

  function refresh() {
    if (view.buffer === memory.buffer) return;
    view = new DataView(memory.buffer);
    bytes = new Uint8Array(memory.buffer);
    numbers = new Float64Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
  }

  /** Writes the input of a call, number behind number. */
  const input = {
    start: 0,
    room: 0,
    /** The next byte, counted from the start. */
    at: 0,

    begin() {
      this.at = 0;
      if (this.room === 0) this.grow(4096);
      refresh();
    },
    grow(size) {
      this.room = Math.max(2 * this.room, size);
      this.start = wasm.j_room(this.room) >>> 0;
      refresh();
    },
    need(size) {
      if (this.at + size > this.room) this.grow(this.at + size);
    },
    align() {
      this.at = (this.at + 7) & ~7;
    },
    u8(value) {
      this.need(1);
      view.setUint8(this.start + this.at, value);
      this.at += 1;
    },
    u16(value) {
      this.need(2);
      view.setUint16(this.start + this.at, value, true);
      this.at += 2;
    },
    u32(value) {
      this.need(4);
      view.setUint32(this.start + this.at, value, true);
      this.at += 4;
    },
    f32(value) {
      this.need(4);
      // −0 is stored as 0.
      view.setFloat32(this.start + this.at, value + 0, true);
      this.at += 4;
    },
    f64(value) {
      this.need(8);
      view.setFloat64(this.start + this.at, value, true);
      this.at += 8;
    },
    /** Appends a typed array as it is. */
    array(array) {
      this.need(array.byteLength);
      bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), this.start + this.at);
      this.at += array.byteLength;
    },
  };

  /** The numbers that the last call left: a view, to be read before the next call. */
  function out(count) {
    const start = wasm.j_out() >>> 3;
    refresh();
    return numbers.subarray(start, start + count);
  }

  /** The first number that the last call left, without a view of its own: views are dear to collect. */
  function outOne() {
    const at = wasm.j_out() >>> 3;
    refresh();
    return numbers[at];
  }

  /** The six numbers of the matrix that the last call left. */
  function outMatrix() {
    const at = wasm.j_out() >>> 3;
    refresh();
    return [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], numbers[at + 5]];
  }

  /** The floats that the last call left: a view. */
  function viewFloats(count) {
    const start = wasm.j_floats() >>> 2;
    refresh();
    return floats.subarray(start, start + count);
  }

  /** The bytes that the last call left: a view. */
  function viewBytes() {
    const start = wasm.j_bytes() >>> 0;
    const length = wasm.j_bytes_len();
    refresh();
    return bytes.subarray(start, start + length);
  }

  /** The floats that the last call left, copied. */
  function outFloats(count) {
    return viewFloats(count).slice();
  }

  /** The bytes that the last call left, copied. */
  function outBytes() {
    return viewBytes().slice();
  }

  /**
   * The error that the last call left, in the library's words. Its path is `path`, or `key` if it is about a key;
   * `at` finds the path of one of many, `place` that of a byte of a shape, and `say` gives the sentence other words.
   */
  function fault({ path = "", key = path, at, place, say = (sentence) => sentence } = {}) {
    wasm.j_fault();
    const [code, byte, index] = out(3);
    const sentence = text.decode(outBytes());
    const kind = KINDS[code];
    let where = kind === "key" ? key : path;
    if (index >= 0 && at) where = at(index, kind);
    if (kind === "shape" && place) where = place(byte, index);
    return new JostleError(kind, where, say(sentence, index));
  }

  return { input, out, outOne, outMatrix, viewFloats, viewBytes, outFloats, outBytes, fault };
}
