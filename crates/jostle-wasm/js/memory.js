// Numbers to and from the library's memory.
import { connect } from "./connect.js";
import { memory, wasm } from "./wasm/load.js";

export { REFUSED } from "./connect.js";
export const { input, out, outOne, outMatrix, viewFloats, viewBytes, outFloats, outBytes, fault } = connect(
  memory,
  wasm,
);
