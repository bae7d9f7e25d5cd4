import { World } from "jostle";

const world = new World<string>();
world.add({ shape: { type: "circle", radius: 60 }, layer: "fixed", data: "fixed" });
const moving = world.add({ shape: { type: "circle", radius: 60 }, at: [300, 0], sees: "fixed", data: "moving" });

world.on("enter", { self: moving }, ({ other, push }) => console.log("into", other.data, push));
world.on("exit", { self: moving }, ({ other, reason }) => console.log("out of", other.data, reason));
world.setTransform(moving, { position: [100, 0] });
world.step(); // into fixed [ 20, 0 ]
world.setTransform(moving, { position: [300, 0] });
world.step(); // out of fixed separated
