// A script with nothing but the package.
import { World, build, overlaps, ready } from "jostle";
import { trace } from "jostle/trace";

const ball = (x) => ({ type: "circle", radius: 1, center: [x, 0] });
if (!overlaps(ball(0), ball(2)) || overlaps(ball(0), ball(2.001))) throw new Error("wrong");
await ready();
const world = new World();
world.add({ shape: ball(5) });
const { fraction } = world.rayFirst({ origin: [0, 0], translation: [10, 0] });
const { report } = trace({ width: 2, height: 2, data: new Uint8Array(16).fill(255) });
console.log(`bare: ${build} ${fraction.toFixed(1)} ${report.vertices}`);
