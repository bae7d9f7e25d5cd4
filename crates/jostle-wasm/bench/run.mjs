// jostle beside its peers in JavaScript: prints a table for the README, won rows and lost ones.
// Usage: node run.mjs [ROUNDS [PART ...]]; parts are pairs, frames, rocks, trees and rays.
import { build } from "../js/index.js";
import { round } from "./rounds.mjs";
import { run as frames } from "./frames.mjs";
import { run as pairs } from "./pairs.mjs";
import { run as rays } from "./rays.mjs";
import { run as rocks } from "./rocks.mjs";
import { run as trees } from "./trees.mjs";

const rounds = Number(process.argv[2] ?? 15);
console.log(`Node ${process.version}, ${build} build, medians of ${rounds} interleaved rounds in processor time.\n`);
console.log("| work | who | time | jostle is faster by | found | |");
console.log("|---|---|---|---|---|---|");
const parts = { pairs, frames, rocks, trees, rays };
const wanted = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(parts);
for (const name of wanted) {
  const rows = await parts[name](rounds);
  for (const row of rows) {
    const best = rows.filter(({ work, name }) => work === row.work && name.startsWith("jostle"));
    // Those that answer as much as the peers stand first.
    const own = row.work.includes("rocks") ? best[0].time : Math.min(...best.map(({ time }) => time));
    const ratio = row.name.startsWith("jostle") ? "" : `${round(row.time / own)}×`;
    console.log(`| ${row.work} | ${row.name} | ${round(row.time)} ${row.unit} | ${ratio} | ${row.found} | ${row.note} |`);
  }
}
