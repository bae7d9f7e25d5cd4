// The library in one piece: nothing is fetched later.
import { give } from "./wasm/load.js";
import { unpack } from "./wasm/start.js";
import * as rest from "./wasm/rest.js";

give(() => unpack(rest));
export * from "./index.js";
