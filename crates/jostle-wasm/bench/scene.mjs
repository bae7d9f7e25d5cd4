// The same random things for everyone, from a seed.

export function stream(seed) {
  let state = seed;
  return (low, high) => {
    state = (state * 48271) % 2147483647;
    return Math.fround(low + (state / 2147483647) * (high - low));
  };
}

/** Pairs of bodies: about half of them overlap. */
export function pairs(count, random) {
  return Array.from({ length: count }, () => {
    const body = () => ({ x: random(0, 4), y: random(0, 4), angle: random(-3, 3), w: random(1, 3), h: random(1, 3) });
    return [body(), body()];
  });
}

/** Boxes and circles in turn that all move and turn in every frame. */
export function crowd(count, random) {
  const side = Math.sqrt(count) * 3.2;
  return Array.from({ length: count }, (_, i) => ({
    kind: i % 2 ? "circle" : "box",
    w: random(0.8, 2),
    h: random(0.8, 2),
    x: random(0, side),
    y: random(0, side),
    angle: random(-3, 3),
    dx: random(-0.1, 0.1),
    dy: random(-0.1, 0.1),
    turn: random(-0.05, 0.05),
  }));
}

export const FRAMES = 16;

/** Where all bodies are in each frame; there and back, so that they stay near. */
export function poses(bodies) {
  return Array.from({ length: FRAMES }, (_, frame) => {
    const time = frame - FRAMES / 2;
    return {
      x: Float32Array.from(bodies, (body) => body.x + body.dx * time),
      y: Float32Array.from(bodies, (body) => body.y + body.dy * time),
      angle: Float32Array.from(bodies, (body) => body.angle + body.turn * time),
    };
  });
}

/** Eight corners of a regular octagon. */
export function octagon(radius) {
  return Array.from({ length: 8 }, (_, i) => {
    const angle = ((2 * i + 1) * Math.PI) / 8;
    return [Math.fround(radius * Math.cos(angle)), Math.fround(radius * Math.sin(angle))];
  });
}
