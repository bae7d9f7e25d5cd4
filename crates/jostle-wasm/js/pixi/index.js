// Colliders from what PixiJS v8 shows. What traces outlines is in outline.js, which a page imports by itself.
export { debugGraphics } from "./lines.js";
export { follow, keyOf, slide, sync, unfollow, viewOf } from "./follow.js";
export {
  contact,
  hitArea,
  outlineFrom,
  overlapRect,
  overlaps,
  overlapsBounds,
  placedOf,
  shapeOf,
  transformOf,
  useShape,
} from "./views.js";
