/** What kind of mistake a `JostleError` reports. */
export type ErrorKind =
  /** A key is unknown or missing, or a value has the wrong type. */
  | "form"
  /** A number does not fit a finite 32-bit number, or must not be negative. */
  | "number"
  /** Too long, too deep or too many. */
  | "limit"
  /** The numbers are fine, but make no such shape. */
  | "shape"
  /** The transform takes the shape out of the range of 32-bit numbers. */
  | "place"
  /** No collider has the key. */
  | "key"
  /** A collider would be below itself. */
  | "cycle"
  /** The world is full, or is edited while it asks a filter. */
  | "world"
  /** Bytes are no sound snapshot. */
  | "snapshot"
  /** Nothing can be traced, or a goal cannot be reached. */
  | "trace"
  /** The memory of WebAssembly is used up. */
  | "memory"
  /** The half of the library that is loaded later cannot be loaded. */
  | "load";

/** What jostle throws. `message` states the place and what is wrong there; nothing has changed then. */
export class JostleError extends Error {
  /** The name of the class. */
  readonly name: "JostleError";
  /** What kind of mistake it is. */
  readonly kind: ErrorKind;
  /** Where: the path of the value, such as `a.points[3][1]`; empty for the whole. */
  readonly path: string;
}
