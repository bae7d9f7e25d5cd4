// The level, as text: `#` full, `/` and `\` slopes, `-` a platform from which one jumps up and does not fall, `o` a
// coin, `B` a crate, `M` where the moving platform starts, `R` the middle of the rock, `@` the hero.
export const TILE = 20;

export const MAP: readonly string[] = [
  "..................................",
  "..................................",
  "...........o..o...........o.o.....",
  "..........------.........-----....",
  "..................................",
  "......o..............o............",
  ".....---............---...........",
  "...............................B..",
  "..............................####",
  ".@....o.....M.............../#####",
  ".........o............R..o./######",
  "####../###\\.............B./#######",
  "##################################",
  "##################################",
];

/** Pieces of the map that are a row of one letter: the first and the last column, and the row. */
export function rowsOf(letter: string): { from: number; to: number; row: number }[] {
  return MAP.flatMap((text, row) =>
    [...text.matchAll(new RegExp(`\\${letter}+`, "g"))].map(({ index, 0: piece }) => ({ from: index, to: index + piece.length, row })),
  );
}

/** The middles of all cells with a letter. */
export function cellsOf(letter: string): (readonly [number, number])[] {
  return MAP.flatMap((text, row) =>
    [...text].flatMap((each, column) => (each === letter ? [[(column + 0.5) * TILE, (row + 0.5) * TILE] as const] : [])),
  );
}
