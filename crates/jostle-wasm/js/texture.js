// The outline of a texture's pixels, in the frame of a sprite that shows it.
import { JostleError } from "./error.js";
import { trace } from "./trace.js";

/** Outlines by texture, then by wishes. */
const traced = new WeakMap();
const CLOSE = { maxDeviation: 1 };

function canvas(width, height) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** The pixels of a whole source, where the platform lets them be read. */
function sourcePixels(source) {
  const { resource, pixelWidth: width, pixelHeight: height } = source;
  if (ArrayBuffer.isView(resource) && resource.byteLength === 4 * width * height) {
    const data = new Uint8Array(resource.buffer, resource.byteOffset, resource.byteLength);
    return { width, height, data };
  }
  if (!resource || ArrayBuffer.isView(resource)) return null;
  if (typeof OffscreenCanvas === "undefined" && typeof document === "undefined") return null;
  const context = canvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(resource, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/**
 * The pixels of a texture as they lie in its trimmed frame, upright: each is looked up where the
 * texture's own coordinates say, so atlas frames that lie turned come out right.
 */
function framePixels(texture, whole) {
  const { uvs, source } = texture;
  const size = texture.trim ?? texture.orig;
  const [width, height] = [size.width, size.height].map((length) => Math.round(length * source.resolution));
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [s, t] = [(x + 0.5) / width, (y + 0.5) / height];
      const u = uvs.x0 + (uvs.x1 - uvs.x0) * s + (uvs.x3 - uvs.x0) * t;
      const v = uvs.y0 + (uvs.y1 - uvs.y0) * s + (uvs.y3 - uvs.y0) * t;
      const from = 4 * (Math.floor(v * whole.height) * whole.width + Math.floor(u * whole.width));
      data.set(whole.data.subarray(from, from + 4), 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** The pixels of a texture, how many there are in a unit, and where they begin in the whole frame. */
function pixelsOf(texture, renderer) {
  const whole = sourcePixels(texture.source);
  if (whole) {
    const { x, y } = texture.trim ?? { x: 0, y: 0 };
    return { pixels: framePixels(texture, whole), scale: texture.source.resolution, x, y };
  }
  if (!renderer) {
    const sentence = "the pixels of this texture cannot be read here; give the renderer in the options";
    throw new JostleError("trace", "", sentence);
  }
  const { pixels, width, height } = renderer.extract.pixels(texture);
  return { pixels: { width, height, data: pixels }, scale: width / texture.orig.width, x: 0, y: 0 };
}

/** The rings as polygons with holes, each point moved. */
function polygons(rings, move) {
  const points = (ring) => ring.points.map(move);
  return rings.flatMap((ring, index) => {
    if (ring.hole) return [];
    const holes = rings.filter((inner) => inner.hole && inner.parent === index).map(points);
    const polygon = { type: "polygon", points: points(ring) };
    return [holes.length ? { ...polygon, holes } : polygon];
  });
}

function freeze(value) {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

export function outlineOf(texture, anchor = { x: 0, y: 0 }, { renderer, ...options } = {}) {
  const wishes = Object.keys(options).length ? options : CLOSE;
  const name = JSON.stringify([anchor.x, anchor.y, wishes]);
  if (!traced.has(texture)) traced.set(texture, new Map());
  const known = traced.get(texture);
  if (!known.has(name)) known.set(name, freeze(traceTexture(texture, anchor, wishes, renderer)));
  return known.get(name);
}

function traceTexture(texture, anchor, wishes, renderer) {
  const { pixels, scale, x, y } = pixelsOf(texture, renderer);
  const hitbox = trace(pixels, wishes);
  if (!hitbox.shape) throw new JostleError("shape", "", "the texture has no solid pixel, so it has no outline");
  const left = x - anchor.x * texture.orig.width;
  const top = y - anchor.y * texture.orig.height;
  if (hitbox.fit) {
    const transform = { position: [left, top], scale: [1 / scale, 1 / scale] };
    return { type: "compound", parts: [{ ...hitbox.shape, transform }] };
  }
  const parts = polygons(hitbox.rings, ([u, v]) => [left + u / scale, top + v / scale]);
  return parts.length === 1 ? parts[0] : { type: "compound", parts };
}
