// The scenes, in the order of the gallery: one file and one line each.
import type { SceneEntry } from "./scene.js";
import { containers } from "./scenes/containers.js";
import { fixed } from "./scenes/fixed.js";
import { hitbox } from "./scenes/hitbox.js";
import { oriented } from "./scenes/oriented.js";
import { bulletAndPaper } from "./scenes/paper.js";
import { platformer } from "./scenes/platformer.js";
import { stages } from "./scenes/stages.js";
import { swarm } from "./scenes/swarm.js";
import { zoo } from "./scenes/zoo.js";

export const gallery: readonly SceneEntry[] = [
  platformer,
  bulletAndPaper,
  stages,
  containers,
  oriented,
  hitbox,
  fixed,
  swarm,
  zoo,
];
