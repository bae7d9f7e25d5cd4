// A script of the CommonJS kind.
const { World, build, overlaps, ready, trace } = { ...require("jostle"), ...require("jostle/trace") };

const ball = (x) => ({ type: "circle", radius: 1, center: [x, 0] });
if (!overlaps(ball(0), ball(2)) || overlaps(ball(0), ball(2.001))) throw new Error("wrong");
ready().then(() => {
  const world = new World();
  world.add({ shape: ball(5) });
  const { fraction } = world.rayFirst({ origin: [0, 0], translation: [10, 0] });
  const { report } = trace({ width: 2, height: 2, data: new Uint8Array(16).fill(255) });
  console.log(`bare: ${build} ${fraction.toFixed(1)} ${report.vertices}`);
});
