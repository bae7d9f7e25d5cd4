// The lines of a world, drawn as one mesh: a rectangle for each line, from one buffer that the library writes.
import { Bounds, Buffer, BufferUsage, Geometry, GlProgram, GpuProgram, Matrix, Mesh, Shader } from "pixi.js";
import { DEBUG_COLORS as COLORS } from "../index.js";
import { matrixTo } from "./frames.js";
import { rootOf } from "./follow.js";

/** As much of a world as is drawn unless the caller states. */
const WINDOW = { min: [-1e4, -1e4], max: [1e4, 1e4] };
const DRAWN = { outlines: true, contacts: true, normals: true };
/** Half a pixel of a world that is not scaled. */
const TOLERANCE = 0.5;
/** Floats of a line: its ends and its paint. */
const LINE = 5;
const BYTES = 4;

const GL_VERTEX = `
in vec2 aCorner;
in vec4 aEnds;
in float aPaint;
out vec4 vColor;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
uniform vec4 uColor;
uniform vec4 uColors[${COLORS.length}];
uniform float uWidth;
void main() {
  vec2 along = aEnds.zw - aEnds.xy;
  vec2 across = vec2(-along.y, along.x) / max(length(along), 1e-6) * uWidth * aCorner.y;
  mat3 matrix = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  vec3 place = matrix * vec3(aEnds.xy + along * aCorner.x + across, 1.0);
  gl_Position = vec4(place.xy, 0.0, 1.0);
  vColor = uColors[int(aPaint)] * uColor;
}`;
const GL_FRAGMENT = `
in vec4 vColor;
void main() {
  gl_FragColor = vColor;
}`;
const GPU = `
struct Globals { uProjectionMatrix: mat3x3<f32>, uWorldTransformMatrix: mat3x3<f32>, uWorldColorAlpha: vec4<f32>, uResolution: vec2<f32> }
struct Locals { uTransformMatrix: mat3x3<f32>, uColor: vec4<f32>, uRound: f32 }
struct Paints { uColors: array<vec4<f32>, ${COLORS.length}>, uWidth: f32 }
@group(0) @binding(0) var<uniform> globalUniforms: Globals;
@group(1) @binding(0) var<uniform> localUniforms: Locals;
@group(2) @binding(0) var<uniform> paints: Paints;
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32> }
@vertex fn mainVertex(@location(0) aCorner: vec2<f32>, @location(1) aEnds: vec4<f32>, @location(2) aPaint: f32) -> Out {
  let along = aEnds.zw - aEnds.xy;
  let across = vec2<f32>(-along.y, along.x) / max(length(along), 1e-6) * paints.uWidth * aCorner.y;
  let matrix = globalUniforms.uProjectionMatrix * globalUniforms.uWorldTransformMatrix * localUniforms.uTransformMatrix;
  let place = matrix * vec3<f32>(aEnds.xy + along * aCorner.x + across, 1.0);
  return Out(vec4<f32>(place.xy, 0.0, 1.0), paints.uColors[u32(aPaint)] * localUniforms.uColor);
}
@fragment fn mainFragment(@location(0) color: vec4<f32>) -> @location(0) vec4<f32> {
  return color;
}`;

function shader(width) {
  const colors = COLORS.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255, 255].map((n) => n / 255));
  return new Shader({
    glProgram: GlProgram.from({ vertex: GL_VERTEX, fragment: GL_FRAGMENT, name: "jostle" }),
    gpuProgram: GpuProgram.from({
      vertex: { source: GPU, entryPoint: "mainVertex" },
      fragment: { source: GPU, entryPoint: "mainFragment" },
    }),
    resources: {
      paints: {
        uColors: { value: new Float32Array(colors), type: "vec4<f32>", size: COLORS.length },
        uWidth: { value: width, type: "f32" },
      },
    },
  });
}

/** The lines of a world as a view. */
class Lines extends Mesh {
  #world;
  #window;
  #parts;
  #root;
  #drawn = -1;
  #buffer;
  #floats = new Float32Array(0);
  #count = 0;
  #box = new Bounds();

  constructor(world, { window = WINDOW, width = 1, tolerance, root, ...drawing }) {
    const buffer = new Buffer({ data: new Float32Array(64 * LINE), usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
    const corners = new Float32Array([0, -0.5, 0, 0.5, 1, -0.5, 1, 0.5]);
    const each = { buffer, stride: LINE * BYTES, instance: true };
    const geometry = new Geometry({
      attributes: {
        aCorner: { buffer: corners, format: "float32x2" },
        aEnds: { ...each, format: "float32x4", offset: 0 },
        aPaint: { ...each, format: "float32", offset: 4 * BYTES },
      },
      indexBuffer: new Uint32Array([0, 1, 2, 2, 1, 3]),
      topology: "triangle-list",
      instanceCount: 0,
    });
    super({ geometry, label: "jostle" });
    this.#world = world;
    this.#window = window;
    this.#parts = { ...(Object.keys(drawing).length ? drawing : DRAWN), tolerance: tolerance ?? TOLERANCE };
    this.#root = root;
    this.#buffer = buffer;
    // Refuses wrong options at once.
    this.#draw();
    this.onRender = (renderer) => {
      // Shaders ask the browser about its precision, so there is none before there is a renderer.
      if (renderer && !this.shader) this.shader = shader(width);
      this.#align();
      if (world.revision() !== this.#drawn) this.#draw();
    };
  }

  #draw() {
    this.#drawn = this.#world.revision();
    const lines = this.#world.drawLines(this.#window, this.#parts);
    if (this.#floats.length < lines.length) this.#floats = new Float32Array(2 * lines.length);
    this.#floats.set(lines);
    this.#count = lines.length / LINE;
    this.#box.clear();
    this.geometry.instanceCount = this.#count;
    this.#buffer.setDataWithSize(this.#floats, lines.length, true);
    this.onViewUpdate();
  }

  /** Lies in the frame of the world, wherever it was added. */
  #align() {
    const root = this.#root ?? rootOf(this.#world);
    if (!root || !this.parent || this.parent === root) return;
    const there = matrixTo(root, undefined);
    this.setFromMatrix(there.prepend(matrixTo(this.parent, undefined, new Matrix()).invert()));
  }

  get bounds() {
    // PixiJS reads it while it is being made.
    if (!(#box in this)) return new Bounds();
    if (!this.#box.isValid) {
      for (let i = 0; i < LINE * this.#count; i += LINE) {
        for (const at of [i, i + 2]) {
          const [x, y] = [this.#floats[at], this.#floats[at + 1]];
          this.#box.addFrame(x, y, x, y);
        }
      }
      if (!this.#box.isValid) this.#box.set(0, 0, 0, 0);
    }
    return this.#box;
  }

  destroy(options) {
    super.destroy(options);
    this.shader?.destroy();
  }
}

export function debugGraphics(world, options = {}) {
  return new Lines(world, options);
}
