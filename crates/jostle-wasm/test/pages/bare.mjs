// A script with nothing but the package.
import { build, overlaps } from "jostle";

const ball = (x) => ({ type: "circle", radius: 1, center: [x, 0] });
if (!overlaps(ball(0), ball(2)) || overlaps(ball(0), ball(2.001))) throw new Error("wrong");
console.log(`bare: ${build}`);
