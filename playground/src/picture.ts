// Pictures as pixels: the samples of this repository, or a file of the reader's.
import gear from "../../examples/art/gear.png?url";
import rocks from "../../examples/art/rocks.png?url";
import ship from "../../examples/art/ship.png?url";
import walk from "../../examples/art/walk.png?url";
import { DocumentError } from "./document.js";

/** Drawn by examples/art/draw.py. */
export const samples: Readonly<Record<string, string>> = { gear, ship, rocks, walk };

export interface Picture {
  readonly name: string;
  readonly pixels: ImageData;
  readonly canvas: HTMLCanvasElement;
  /** Whether it was too large and is a smaller copy. */
  readonly shrunk: boolean;
}

/** Larger pictures are made smaller, so that a trace stays a matter of milliseconds. */
const LONGEST_SIDE = 1024;

export function readSample(name: string): Promise<Picture> {
  return read(samples[name]!, name);
}

export async function readFile(file: File): Promise<Picture> {
  const url = URL.createObjectURL(file);
  try {
    return await read(url, file.name);
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function read(url: string, name: string): Promise<Picture> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    throw new DocumentError(name, "is no picture that this browser can read");
  }
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0 || naturalHeight === 0) throw new DocumentError(name, "has no size in pixels");
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(naturalWidth * shrink));
  canvas.height = Math.max(1, Math.round(naturalHeight * shrink));
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingEnabled = shrink < 1;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { name, pixels: context.getImageData(0, 0, canvas.width, canvas.height), canvas, shrunk: shrink < 1 };
}

/** The most frequent colors that are not clear, as RRGGBB, with their share of the pixels. */
export function commonColors({ data }: ImageData, most: number): [color: string, share: number][] {
  const counts = new Map<number, number>();
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3]! < 128) continue;
    const color = (data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const all = [...counts].sort((p, q) => q[1] - p[1]).slice(0, most);
  return all.map(([color, count]) => [color.toString(16).padStart(6, "0").toUpperCase(), (4 * count) / data.length]);
}
