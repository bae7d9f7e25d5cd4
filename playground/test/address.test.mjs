// Links and files: what is saved opens as it was, `jostle check` reads it, and what is broken is told.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { SMALL, launch, newPage, openScene, root, serve, state } from "./page.mjs";

const SCENES = ["platformer", "paper", "stages", "containers", "oriented", "hitbox", "fixed", "swarm", "zoo"];
/** The program: where JOSTLE states, as in CI, or where cargo has put it. */
const program =
  process.env.JOSTLE ||
  [process.env.CARGO_TARGET_DIR, resolve(root, "../target")]
    .filter(Boolean)
    .flatMap((target) => ["release", "debug"].map((profile) => join(target, profile, "jostle")))
    .find(existsSync);

let browser, server, page, complaints;
const folder = mkdtempSync(join(tmpdir(), "jostle-playground-"));
before(async () => {
  server = await serve();
  browser = await launch();
  ({ page, complaints } = await newPage(browser, SMALL));
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** What has to be the same after saving and opening: all but the clock, and what the last frame found. */
function lasting({ cost, totals, hash, steps, before, floor, carried, ...rest }) {
  return rest;
}

async function change(id) {
  await page.locator("#stage").focus();
  // What moves is stopped, since a saved scene is compared with the scene.
  if (["platformer", "paper", "containers", "fixed", "swarm"].includes(id)) await page.keyboard.press(" ");
  if (id === "swarm") await page.locator(".choice").getByText("1,000", { exact: true }).click();
  if (id === "fixed") await page.keyboard.press("j");
  if (id === "stages") await page.getByText("1 · Corners").first().click();
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  if (!["swarm"].includes(id)) await page.keyboard.press("e");
}

async function saveFile() {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save file" }).click()]);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

for (const id of SCENES) {
  test(`${id}: a link and a file open it as it was`, async () => {
    await openScene(page, server.url, id);
    await change(id);
    const kept = lasting(await state(page));
    const path = await saveFile();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction((name) => location.hash.startsWith(`#/${name}/`), id);
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === location.href);
    const link = await page.evaluate(() => location.href);
    assert.ok(link.length < 8000, `a link of ${link.length} characters`);

    const { page: other, context, complaints: theirs } = await newPage(browser, SMALL);
    await other.goto(link);
    await other.waitForFunction((name) => window.playground?.scene === name, id);
    assert.deepEqual(lasting(await state(other)), kept);
    await openScene(other, server.url, id === "zoo" ? "stages" : "zoo");
    await other.locator("#file").setInputFiles(path);
    await other.waitForFunction((name) => window.playground.scene === name, id);
    const opened = lasting(await state(other));
    // From a file a swarm has its shapes, and its frames begin again.
    if (id === "swarm") assert.deepEqual([opened.count, opened.pairs], [kept.count, kept.pairs]);
    else assert.deepEqual(opened, kept);
    assert.deepEqual([...theirs, ...complaints.splice(0)], []);
    await context.close();
  });

  test(`${id}: jostle check reads the file and finds the pairs that touch`, { skip: !program && "the program is not built" }, () => {
    const path = join(folder, `${id}.scene.json`);
    const { status, stdout, stderr } = spawnSync(program, ["check", path, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(status, 0, stderr);
    const { colliders, pairs } = JSON.parse(stdout);
    assert.equal(colliders, JSON.parse(readFileSync(path, "utf8")).colliders.length);
    assert.ok(Array.isArray(pairs));
  });
}

test("a link that was cut short is told, and the scene opens as it comes", async () => {
  await page.goto(`${server.url}#/zoo/q1YKSi1WslJQ`);
  await page.waitForFunction(() => window.playground?.scene === "zoo");
  await page.getByText("The link cannot be opened").waitFor();
  assert.deepEqual(complaints.splice(0), []);
});

test("files with mistakes are told with the place of the mistake", async () => {
  await openScene(page, server.url, "zoo");
  const wrong = {
    "no-json.json": ["{", /it is no JSON/],
    "no-scene.json": ["{}", /neither colliders nor groups/],
    "number.json": ['{"colliders":[{"id":"a","shape":{"type":"circle","radius":1e39}}]}', /colliders\[0\]\.shape.*radius/],
    "kind.json": ['{"colliders":[{"id":"a","shape":{"type":"blob"}}]}', /colliders\[0\]\.shape/],
    "twice.json": ['{"groups":[{"id":"a"},{"id":"a"}]}', /groups\[1\]\.id/],
    "cycle.json": ['{"groups":[{"id":"a","parent":"b"},{"id":"b","parent":"a"}]}', /is below itself/],
    "lost.json": ['{"groups":[{"id":"a","parent":"b"}]}', /"b" is not in the file/],
    "few.json": ['{"colliders":[]}', /this scene needs two/],
    "key.json": ['{"colliders":[{"id":"a","color":1,"shape":{"type":"point"}}]}', /colliders\[0\]: unknown key "color"/],
  };
  for (const [name, [text, message]] of Object.entries(wrong)) {
    const path = join(folder, name);
    writeFileSync(path, text);
    await page.locator("#file").setInputFiles(path);
    await page.waitForFunction((part) => document.getElementById("message").textContent.includes(part), "opened");
    await page.locator("#message").filter({ hasText: message }).waitFor();
    await page.waitForFunction(() => window.playground.scene === "zoo");
  }
  assert.deepEqual(complaints.splice(0), []);
});

test("a scene of another program opens in the scene that is shown, and is in sight", async () => {
  await openScene(page, server.url, "zoo");
  await page.locator("#file").setInputFiles(resolve(root, "../examples/machine.json"));
  await page.waitForFunction(() => window.playground.state().chosen?.[0] === "");
  // A hub at (300, 150), and its arm.
  const { a } = await state(page);
  assert.deepEqual([a.x, a.y], [300, 150]);
  const { x, y, width, height } = await page.locator("#stage").boundingBox();
  const [atX, atY] = await page.evaluate(() => window.playground.client([300, 150]));
  assert.ok(atX > x && atX < x + width && atY > y && atY < y + height);
  assert.deepEqual(complaints.splice(0), []);
});

test("going back opens the scene before", async () => {
  await openScene(page, server.url, "stages");
  await page.getByRole("link", { name: "Zoo" }).click();
  await page.waitForFunction(() => window.playground.scene === "zoo");
  await page.goBack();
  await page.waitForFunction(() => window.playground.scene === "stages");
});
