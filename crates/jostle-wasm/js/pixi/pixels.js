// The pixels of a texture.
import { JostleError } from "../index.js";

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
export function pixelsOf(texture, renderer) {
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
