import { World, build } from "jostle";

onmessage = ({ data }) => {
  const world = new World();
  world.addAll(data.map((x) => ({ shape: { type: "circle", radius: 1 }, at: [x, 0] })));
  postMessage({ build, enters: world.step().length, hash: world.hash() });
};
