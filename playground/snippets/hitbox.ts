import { overlaps } from "jostle";
import { exportHitbox, trace } from "jostle/trace";

const image = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 4).fill(255) }; // or ImageData
const hitbox = trace(image, { maxDeviation: 1, ignored: ["FF00FF"] });

console.log(hitbox.report.vertices, hitbox.report.iou > 0.95); // 4 true
console.log(overlaps(hitbox.shape!, { type: "point", at: [32, 32] })); // true
console.log(exportHitbox(hitbox, "phaser", { name: "hero" }).name); // hero.phaser.json
