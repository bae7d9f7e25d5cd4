// jostle: what touches what in 2D, where, and how to get them apart.
export { JostleError } from "./error.js";
export { hull, matrixOf, moved, place, under } from "./shape.js";
export {
  area,
  bounds,
  boundsOf,
  candidateCount,
  centroid,
  closest,
  contact,
  contacts,
  contains,
  containsPoint,
  corners,
  crossings,
  edge,
  gap,
  intersectLines,
  intersectSegments,
  manifold,
  orientedBounds,
  outline,
  overlaps,
  overlapsInterior,
  pairContacts,
  pairContactsBetween,
  pairs,
  pairsBetween,
  perimeter,
  placeEach,
  project,
  projectEdge,
  ray,
  region,
  relation,
  testUntil,
  verdict,
} from "./pair.js";
export { cast, sweep } from "./motion.js";
export { ALL_LAYERS, DEBUG_COLORS, EventBatch, World } from "./world.js";
export { Replay } from "./replay.js";
export { build, ready } from "./wasm/load.js";
