// One shape of every kind, about as large as the others, around its origin.
import type { Shape } from "./document.js";

export interface Kind {
  readonly id: string;
  readonly label: string;
  readonly shape: Shape;
}

export const kinds: readonly Kind[] = [
  { id: "point", label: "point", shape: { type: "point" } },
  { id: "segment", label: "segment", shape: { type: "segment", a: [-60, 30], b: [60, -30] } },
  { id: "circle", label: "circle", shape: { type: "circle", radius: 52 } },
  { id: "capsule", label: "capsule", shape: { type: "capsule", a: [-42, 0], b: [42, 0], radius: 26 } },
  { id: "rect", label: "rectangle", shape: { type: "rect", half: [66, 42] } },
  { id: "rounded", label: "rounded rectangle", shape: { type: "rect", half: [44, 26], radius: 18 } },
  { id: "triangle", label: "triangle", shape: { type: "polygon", points: [[0, -58], [58, 44], [-58, 44]] } },
  { id: "convex", label: "convex polygon", shape: { type: "polygon", points: [[-26, -52], [34, -48], [62, 6], [20, 54], [-40, 44], [-60, -8]] } },
  { id: "concave", label: "concave polygon", shape: { type: "polygon", points: [[0, -62], [56, 56], [0, 18], [-56, 56]] } },
  {
    id: "holed",
    label: "polygon with a hole",
    shape: {
      type: "polygon",
      points: [[-62, -48], [62, -48], [62, 48], [-62, 48]],
      holes: [[[-34, -22], [34, -22], [34, 22], [-34, 22]]],
    },
  },
  { id: "ellipse", label: "ellipse", shape: { type: "ellipse", radii: [70, 34] } },
  { id: "half_plane", label: "half-plane", shape: { type: "halfPlane", normal: [0, -1], offset: 0 } },
  { id: "chain", label: "chain", shape: { type: "chain", points: [[-70, 20], [-35, -30], [0, 20], [35, -30], [70, 20]] } },
  {
    id: "compound",
    label: "compound",
    shape: {
      type: "compound",
      parts: [
        { type: "circle", center: [-38, 0], radius: 30 },
        { type: "rect", half: [40, 11] },
        { type: "circle", center: [38, 0], radius: 30 },
      ],
    },
  },
  {
    id: "mask",
    label: "pixel mask",
    shape: {
      type: "mask",
      rows: ["..####..", ".######.", "##.##.##", "########", "##.##.##", ".##..##.", "..####.."],
      transform: { position: [-56, -49], scale: [14, 14] },
    },
  },
  {
    id: "grid",
    label: "tile grid",
    shape: {
      type: "grid",
      cell: [28, 28],
      rows: ["./#", "/##", "#.#", "###"],
      tiles: { "/": { type: "polygon", points: [[0, 1], [1, 0], [1, 1]] } },
      transform: { position: [-42, -56] },
    },
  },
];
