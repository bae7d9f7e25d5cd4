import { World } from "jostle";

const world = new World();
const arm = world.add({ transform: { position: [100, 0], degrees: 90 } }); // a group carries others
const pod = world.add({ shape: { type: "circle", radius: 5 }, at: [40, 0], parent: arm });

console.log(world.atPoint([100, 40])[0] === pod); // true
world.setTransform(arm, { position: [100, 0] }); // the arm turns back, and the pod with it
console.log(world.atPoint([140, 0])[0] === pod); // true
