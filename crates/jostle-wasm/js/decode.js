// Shapes and points from what Rust writes to plain objects.

/** Points behind each other, as pairs. */
export function pairs(n, start, length) {
  return Array.from({ length }, (_, i) => [n[start + 2 * i], n[start + 2 * i + 1]]);
}

/** Reads numbers behind each other. */
export class Reader {
  /** `halfPlane` is the word for a half-plane, which files spell in their own way. */
  constructor(bytes, halfPlane = "halfPlane") {
    this.halfPlane = halfPlane;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }
  get done() {
    return this.at >= this.view.byteLength;
  }
  u8() {
    return this.view.getUint8(this.at++);
  }
  u16() {
    this.at += 2;
    return this.view.getUint16(this.at - 2, true);
  }
  u32() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  f32() {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }
  f64() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  point() {
    return [this.f32(), this.f32()];
  }
  points() {
    return Array.from({ length: this.u32() }, () => this.point());
  }
  matrix() {
    return Array.from({ length: 6 }, () => this.f32());
  }
  /** Leaves out what a form need not say. */
  radius(shape) {
    const radius = this.f32();
    return radius === 0 ? shape : { ...shape, radius };
  }
  rot(shape, rot) {
    return rot[0] === 1 && rot[1] === 0 ? shape : { ...shape, rot };
  }

  shape() {
    switch (this.u8()) {
      case 0:
        return { type: "point", at: this.point() };
      case 1:
        return { type: "segment", a: this.point(), b: this.point() };
      case 2:
        return { type: "circle", center: this.point(), radius: this.f32() };
      case 3:
        return { type: "capsule", a: this.point(), b: this.point(), radius: this.f32() };
      case 4: {
        const shape = { type: "rect", center: this.point(), half: this.point() };
        return this.radius(this.rot(shape, this.point()));
      }
      case 5: {
        const shape = { type: "ellipse", center: this.point(), radii: this.point() };
        return this.rot(shape, this.point());
      }
      case 6:
        return { type: this.halfPlane, normal: this.point(), offset: this.f32() };
      case 7: {
        const [points, ...holes] = Array.from({ length: this.u32() }, () => this.points());
        const shape = { type: "polygon", points: points ?? [] };
        return this.radius(holes.length ? { ...shape, holes } : shape);
      }
      case 8: {
        const shape = { type: "chain", points: this.points(), closed: this.u8() === 1 };
        return this.u8() === 1 ? { ...shape, sided: "left" } : shape;
      }
      case 9: {
        const part = () => {
          const matrix = this.matrix();
          const shape = this.shape();
          return isIdentity(matrix) ? shape : { ...shape, transform: { matrix } };
        };
        return { type: "compound", parts: Array.from({ length: this.u32() }, part) };
      }
      case 10:
        return this.mask();
      default:
        return this.grid();
    }
  }

  mask() {
    const [width, height] = [this.u32(), this.u32()];
    const row = () => {
      let text = "";
      for (let x = 0; x < width; x += 64) {
        for (const bits of [this.u32(), this.u32()]) {
          for (let bit = 0; bit < 32; bit++) text += (bits >>> bit) & 1 ? "#" : ".";
        }
      }
      return text.slice(0, width);
    };
    return { type: "mask", rows: Array.from({ length: height }, row) };
  }

  grid() {
    const [columns, rows, cell] = [this.u32(), this.u32(), this.point()];
    const shapes = Array.from({ length: this.u32() }, () => this.shape());
    const names = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
    const name = (tile) => names[tile] ?? String.fromCodePoint(0x100 + tile - names.length);
    const letter = (code) => (code === 0 ? "." : code === 1 ? "#" : name(code - 2));
    const row = () => Array.from({ length: columns }, () => letter(this.u16())).join("");
    const grid = { type: "grid", cell, rows: Array.from({ length: rows }, row) };
    if (shapes.length) grid.tiles = Object.fromEntries(shapes.map((shape, tile) => [name(tile), shape]));
    return grid;
  }
}

export function isIdentity([a, b, c, d, x, y]) {
  return a === 1 && b === 0 && c === 0 && d === 1 && x === 0 && y === 0;
}
