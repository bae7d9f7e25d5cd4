// Reads maps of Tiled in their JSON form: tile layers as rows of letters with the shapes of their tiles, and objects.
// What it cannot read is refused with its place; `jostle check` (docs/tiled.md) reads all kinds of maps.
import type { Tile, Vec2 } from "jostle";
import { DocumentError } from "../document.js";

/** A tile layer. */
export interface Cells {
  readonly name: string;
  readonly properties: Properties;
  /** `.` for an empty cell, `#` for a full one, and a letter of `tiles` for any other. */
  readonly rows: readonly string[];
  readonly tiles: Readonly<Record<string, Tile<Vec2>>>;
}

/** An object of an object layer, by its middle. */
export interface Thing {
  readonly kind: string;
  readonly middle: Vec2;
  readonly half: Vec2;
  readonly properties: Properties;
}

export interface TiledMap {
  readonly cell: Vec2;
  readonly width: number;
  readonly height: number;
  readonly layers: readonly Cells[];
  readonly things: readonly Thing[];
}

export type Properties = Readonly<Record<string, unknown>>;

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly polygon?: readonly { readonly x: number; readonly y: number }[];
}

interface Layer {
  readonly name: string;
  readonly type: string;
  readonly width: number;
  readonly data?: readonly number[] | string;
  readonly objects?: readonly (Shape & { readonly type: string; readonly properties?: readonly Property[] })[];
  readonly properties?: readonly Property[];
}

interface Property {
  readonly name: string;
  readonly value: unknown;
}

interface MapFile {
  readonly orientation: string;
  readonly infinite: boolean;
  readonly width: number;
  readonly height: number;
  readonly tilewidth: number;
  readonly tileheight: number;
  readonly layers: readonly Layer[];
  readonly tilesets: readonly {
    readonly firstgid: number;
    readonly source?: string;
    readonly tiles?: readonly { readonly id: number; readonly objectgroup?: { readonly objects: readonly Shape[] } }[];
  }[];
}

/** The top bits of the number of a cell: flipped from left to right, from top to bottom, along the diagonal. */
const FLIPS = [0x80000000, 0x40000000, 0x20000000] as const;
const NUMBER = 0x1fffffff;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function readMap(text: string): TiledMap {
  const file = JSON.parse(text) as MapFile;
  const { width, height, tilewidth, tileheight } = file;
  if (file.orientation !== "orthogonal" || file.infinite) throw new DocumentError("map", "is not orthogonal and finite");
  const shapes = new Map<number, readonly Shape[]>();
  for (const { firstgid, source, tiles = [] } of file.tilesets) {
    if (source !== undefined) throw new DocumentError(source, "the tileset is not in the map; embed it");
    for (const { id, objectgroup } of tiles) if (objectgroup) shapes.set(firstgid + id, objectgroup.objects);
  }

  /** The shape of a cell in the square from (0, 0) to (1, 1); null for one without. */
  function tileOf(gid: number): Tile<Vec2> | null {
    const [shape, ...more] = shapes.get((gid & NUMBER) >>> 0) ?? [];
    if (!shape) return null;
    if (more.length > 0) throw new DocumentError(`tile ${gid & NUMBER}`, "has more than one shape");
    const { x, y, width: w, height: h } = shape;
    const corners = shape.polygon?.map((each) => [x + each.x, y + each.y]) ?? [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    const [across, down, diagonal] = FLIPS.map((flip) => (gid & flip) !== 0);
    const points = corners.map(([px, py]): Vec2 => {
      let [u, v] = [px! / tilewidth, py! / tileheight];
      if (diagonal) [u, v] = [v, u];
      return [across ? 1 - u : u, down ? 1 - v : v];
    });
    return { type: "polygon", points };
  }

  function readCells({ name, data, width: columns, properties = [] }: Layer): Cells {
    if (typeof data !== "object") throw new DocumentError(name, "its cells are not a list of numbers (CSV)");
    const tiles: Record<string, Tile<Vec2>> = {};
    const letters = new Map<number, string>([[0, "."]]);
    const letterOf = (gid: number): string => {
      let letter = letters.get(gid);
      if (letter === undefined) {
        const tile = tileOf(gid);
        letter = tile === null ? "." : isFull(tile) ? "#" : LETTERS[Object.keys(tiles).length];
        if (letter === undefined) throw new DocumentError(name, `has more than ${LETTERS.length} kinds of tiles`);
        if (tile && letter !== "#") tiles[letter] = tile;
        letters.set(gid, letter);
      }
      return letter;
    };
    const all = data.map(letterOf).join("");
    const rows = Array.from({ length: data.length / columns }, (_, row) => all.slice(row * columns, (row + 1) * columns));
    return { name, properties: record(properties), rows, tiles };
  }

  const things = file.layers.flatMap(({ objects = [] }) =>
    objects.map(({ type, x, y, width: w, height: h, properties = [] }): Thing => ({
      kind: type,
      middle: [x + w / 2, y + h / 2],
      half: [w / 2, h / 2],
      properties: record(properties),
    })),
  );
  return {
    cell: [tilewidth, tileheight],
    width: width * tilewidth,
    height: height * tileheight,
    layers: file.layers.filter(({ type }) => type === "tilelayer").map(readCells),
    things,
  };
}

function record(properties: readonly Property[]): Properties {
  return Object.fromEntries(properties.map(({ name, value }) => [name, value]));
}

/** Whether a tile fills its cell. */
function isFull(tile: Tile<Vec2>): boolean {
  if (tile.type !== "polygon" || tile.points.length !== 4) return false;
  return ["0,0", "1,0", "1,1", "0,1"].every((corner) => tile.points.some((point) => String(point) === corner));
}
