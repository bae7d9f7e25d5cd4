// The truth as data: every record of cases/ at the root of the repository, as given, swapped and mirrored.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { judge } from "./judge.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(`../../../cases/${name}`, import.meta.url), "utf8"));

function run(name, own) {
  const tally = { records: 0, checks: 0, refused: 0, unclear: 0, wrong: [] };
  for (const record of read(name)) {
    tally.records++;
    judge(record, own, tally);
  }
  assert.deepEqual(tally.wrong, []);
  return tally;
}

test("reported_and_peer_cases_get_the_right_answer", () => {
  const tally = run("known.json", false);
  assert.equal(tally.records, 479);
  assert.ok(tally.checks > 1000, JSON.stringify(tally));
  assert.ok(tally.refused <= 2, JSON.stringify(tally));
});

test("the_examples_of_the_five_roots_get_the_right_answer", () => {
  const tally = run("roots.json", true);
  assert.ok(tally.records >= 60 && tally.checks > 150, JSON.stringify(tally));
});

test("degenerate_touching_far_and_tiny_cases_get_the_right_answer", () => {
  const tally = run("edges.json", true);
  assert.ok(tally.records >= 60 && tally.checks > 150, JSON.stringify(tally));
});

test("faults_that_were_found_from_outside_stay_repaired", () => {
  const tally = run("faults.json", true);
  assert.ok(tally.records >= 30 && tally.checks > 110, JSON.stringify(tally));
});

test("a_wrong_expectation_is_noticed", () => {
  const tally = { checks: 0, wrong: [] };
  const [a, b] = [{ type: "circle", radius: 1 }, { type: "point", at: [3, 0] }];
  judge({ id: "x", query: "overlaps", a, b, expected: { hit: true } }, true, tally);
  assert.ok(tally.wrong.length > 0);
});
