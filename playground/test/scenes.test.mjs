// Every scene in a real browser: opened, used by keys and by pointer, its answers asserted, a picture kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { client, drag, launch, newPage, openScene, serve, shoot, state } from "./page.mjs";

let browser, server, page, complaints;
before(async () => {
  server = await serve();
  browser = await launch();
  ({ page, complaints } = await newPage(browser));
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A test of one scene, which fails on any complaint in the console as well. */
function scene(name, id, body) {
  test(name, async () => {
    await openScene(page, server.url, id);
    await page.locator("#stage").focus();
    await body();
    await shoot(page, id);
    assert.deepEqual(complaints.splice(0), []);
  });
}

const verdict = () => page.locator("#badge").textContent();
/** Waits until the next frame is drawn. */
const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

scene("platformer: the hero runs, jumps, collects and shoots, and time goes back to the same bits", "platformer", async () => {
  const until = (word, ...args) => page.waitForFunction(word, args);
  await until(() => window.playground.state().floor);
  const start = await state(page);
  assert.deepEqual([start.coins, start.crates], [0, 2]);
  // Down the slope, through the first coin, and up again.
  await page.keyboard.down("ArrowRight");
  await until(() => window.playground.state().coins > 0);
  await until(() => window.playground.state().hero[0] > 240);
  await page.keyboard.up("ArrowRight");
  await until(() => window.playground.state().floor);
  let now = await state(page);
  assert.ok(Math.abs(now.hero[1] - 229) < 1e-3, `on the ground behind the valley: ${now.hero}`);
  // A jump goes up, and comes down.
  const floor = now.hero[1];
  await page.keyboard.down("ArrowUp");
  await until(([y]) => window.playground.state().hero[1] < y - 30, floor);
  await page.keyboard.up("ArrowUp");
  await until(([y]) => Math.abs(window.playground.state().hero[1] - y) < 0.5, floor);
  // Stopped, it goes on and back by single frames, to the same bits.
  await page.keyboard.press(" ");
  const stopped = await state(page);
  await page.keyboard.down("ArrowLeft");
  for (let i = 0; i < 5; i++) await page.keyboard.press(".");
  await page.keyboard.up("ArrowLeft");
  now = await state(page);
  assert.equal(now.frame, stopped.frame + 5);
  assert.ok(now.hero[0] < stopped.hero[0] && now.hash !== stopped.hash);
  for (let i = 0; i < 5; i++) await page.keyboard.press(",");
  assert.deepEqual(await state(page), stopped);
  // A shot is cast from frame to frame, and gone after a second.
  await page.keyboard.down("x");
  await page.keyboard.press(".");
  await page.keyboard.up("x");
  assert.equal((await state(page)).bullets, 1);
  for (let i = 0; i < 60; i++) await page.keyboard.press(".");
  assert.equal((await state(page)).bullets, 0);
  // What the library sees is drawn over it; the same map from single tiles leaves the hero where it is.
  await page.keyboard.press("d");
  const before = await state(page);
  assert.deepEqual([before.seen, before.laying], [true, "grids"]);
  await page.keyboard.press("t");
  now = await state(page);
  assert.deepEqual([now.laying, now.hero, now.coins], ["tiles", before.hero, before.coins]);
  assert.ok(now.colliders > before.colliders + 200, `${now.colliders} colliders`);
  await page.keyboard.down("ArrowRight");
  for (let i = 0; i < 30; i++) await page.keyboard.press(".");
  await page.keyboard.up("ArrowRight");
  now = await state(page);
  assert.ok(now.hero[0] > before.hero[0] + 40);
  assert.deepEqual(now.faults, { snags: 0, overlaps: 0 });
  await page.keyboard.press("t");
  await page.keyboard.press(" ");
});

test("platformer: a gamepad runs, jumps, shoots and goes back", async () => {
  await openScene(page, server.url, "platformer");
  await page.waitForFunction(() => window.playground.state().floor);
  const pad = (axes, down) =>
    page.evaluate(
      ([along, low, pressed]) => {
        const buttons = Array.from({ length: 16 }, (_, i) => ({ pressed: i === pressed, value: Number(i === pressed) }));
        navigator.getGamepads = () => [null, { connected: true, axes: [along, low], buttons }];
      },
      [...axes, down],
    );
  const [x] = (await state(page)).hero;
  await pad([0.5, 0], -1);
  await page.waitForFunction((from) => window.playground.state().hero[0] > from + 20, x);
  await pad([0, 0], 0);
  await page.waitForFunction(() => !window.playground.state().floor);
  await pad([0, 0], 2);
  await page.waitForFunction(() => window.playground.state().bullets > 0);
  const { frame } = await state(page);
  await pad([0, 0], 1);
  await page.waitForFunction((from) => window.playground.state().frame < from, frame);
  await pad([0, 0], -1);
  assert.deepEqual(complaints.splice(0), []);
});

scene("bullet and paper: casts meet every sheet, sweeps the sheet beside the bar, and sampling neither", "paper", async () => {
  await page.waitForFunction(() => window.playground.state().frame > 0);
  await page.keyboard.press(" ");
  let now = await state(page);
  assert.deepEqual([now.running, now.speed, now.thickness, now.samples, now.way], [false, 5, -4, 1, 400_000]);
  // Every sheet, in order, each within a bracket that holds the time at which the bullet reaches its face.
  assert.deepEqual(now.met.map(({ point }) => Math.round(point[0])), [-150, -50, 50, 150, 250]);
  now.met.forEach(({ fraction, latest, certain }, i) => {
    const due = (-150 + 100 * i - 5e-5 - 6 + 330) / 400_000;
    assert.ok(certain && latest - fraction < 1e-9, `${fraction} to ${latest}`);
    assert.ok(Math.abs(fraction - due) < 1e-9, `${fraction} for ${due}`);
  });
  assert.deepEqual(now.shotSeen, [false, false]);
  assert.equal(now.hit.certain, true);
  assert.ok(now.hit.latest - now.hit.fraction < 1e-5 && Math.abs(now.hit.point[0] - now.sheet.x) < 1e-3);
  await drawn();
  assert.match(await verdict(), /sampling misses/);
  // More samples find the bar, and the shot not even so.
  for (let i = 0; i < 5; i++) await page.keyboard.press("s");
  now = await state(page);
  assert.deepEqual([now.samples, now.shotSeen.length, now.shotSeen.includes(true), now.barSeen.includes(true)], [32, 33, false, true]);
  await page.keyboard.press("s");
  // A slow shot is seen by both, in the frame in which it is there.
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowLeft");
  const seen = [0, 0];
  for (let i = 0; i < 165; i++) {
    await page.keyboard.press(".");
    const { way, met, shotSeen } = await state(page);
    assert.equal(way, 4);
    if (met.length > 0) seen[0]++;
    if (shotSeen.includes(true)) seen[1]++;
    assert.ok(met.length > 0 || !shotSeen.includes(true), "sampling sees nothing that casts do not");
  }
  assert.ok(seen[0] >= 15 && seen[1] >= 15, String(seen));
  // A bar that does not turn meets nothing; the sheet is brought to it by hand.
  now = await state(page);
  for (let i = 0; i < 35; i++) await page.keyboard.press("ArrowDown");
  now = await state(page);
  assert.deepEqual([now.turn, now.hit], [0, null]);
  await drag(page, [now.sheet.x, now.sheet.y], [now.sheet.x - 74, now.sheet.y + 10]);
  now = await state(page);
  assert.equal(now.hit.fraction, 0);
  assert.equal(now.barSeen[0], true);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.waitForFunction(() => window.playground.state().speed === 5);
});

scene("stages: boxes decide far away, corners nearby, axes for a cross", "stages", async () => {
  let now = await state(page);
  assert.equal(now.decided, "exact");
  assert.equal(now.hit, true);
  await drawn();
  assert.match(await verdict(), /touching, decided by the axes/);

  // Far apart the boxes decide.
  await page.keyboard.press("n");
  await drag(page, [now.b.x, now.b.y], [230, -200]);
  now = await state(page);
  assert.deepEqual([now.hit, now.decided, now.selected], [false, "bounds", "b"]);
  await drawn();
  assert.match(await verdict(), /apart, decided by the boxes/);
  assert.equal(await page.locator(".lamps .clear b").textContent(), "0 · Boxes");

  // Level 0 alone cannot say that nearby boxes touch for certain.
  await drag(page, [now.b.x, now.b.y], [40, 10]);
  await page.getByText("0 · Boxes").first().click();
  now = await state(page);
  assert.deepEqual([now.hit, now.certain, now.decided], [true, false, null]);
  await page.getByText("2 · Axes").first().click();

  // All four handles and keys change what they should.
  const before = await state(page);
  const { turn, scale, skew } = before.handles.b;
  await drag(page, turn, [turn[0] + 60, turn[1] + 60]);
  assert.notEqual((await state(page)).b.degrees, before.b.degrees);
  const grip = (await state(page)).handles.b.scale;
  await drag(page, grip, [grip[0] * 1.2, grip[1] * 1.2]);
  assert.notDeepEqual((await state(page)).b.scale, before.b.scale);
  const lean = (await state(page)).handles.b.skew;
  await drag(page, lean, [lean[0] + 20, lean[1] - 20]);
  assert.notDeepEqual((await state(page)).b.skew, before.b.skew);
  assert.ok(scale && skew);
  await page.locator("#stage").focus();
  const { x, degrees } = (await state(page)).b;
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("e");
  now = await state(page);
  assert.equal(now.b.x, Math.round((x + 10) * 100) / 100);
  assert.equal(now.b.degrees, Math.round(((degrees + 3) % 360) * 100) / 100);
});

scene("containers: boxes share a rectangle before the shapes touch, and turning changes both", "containers", async () => {
  let now = await state(page);
  assert.equal(now.running, true);
  const before = now.turns.ship;
  await page.waitForFunction((turn) => window.playground.state().turns.ship !== turn, before);
  await page.keyboard.press(" ");
  now = await state(page);
  assert.equal(now.running, false);
  assert.deepEqual([now.a, now.b, now.common], ["ship", "station", null]);

  // The ship is dragged by its hull, as a whole, onto the station.
  await drag(page, now.middles.hull, [now.middles.core[0] - 20, now.middles.core[1]]);
  now = await state(page);
  assert.ok(now.common.width > 0 && now.common.height > 0);
  assert.ok(now.pairs.some(([a, b]) => a === "hull" && b === "core"));
  await drawn();
  assert.match(await verdict(), /● shapes touch/);

  // A node of the tree, chosen by keyboard, is compared instead.
  await page.getByRole("button", { name: "pod" }).press("Enter");
  await page.locator("#stage").focus();
  await page.keyboard.press("b");
  now = await state(page);
  assert.deepEqual([now.selected, now.b], ["pod", "pod"]);
});

scene("oriented rectangles: Space brings others, and the verdict is that of the four ranges", "oriented", async () => {
  const seen = new Set();
  for (let i = 0; i < 12; i++) {
    const { hit, common } = await state(page);
    assert.equal(common.length, 4);
    assert.equal(hit, common.every((each) => each >= 0));
    seen.add(hit);
    await drawn();
    assert.match(await verdict(), hit ? /● touching/ : /○ not touching/);
    assert.equal(await page.locator("#badge").getAttribute("data-state"), hit ? "hit" : "apart");
    await page.keyboard.press(" ");
  }
  assert.equal(seen.size, 2, "twelve pairs are neither all touching nor all apart");
  const { a, handles } = await state(page);
  await drag(page, [a.x, a.y], [a.x + 40, a.y - 25]);
  const moved = (await state(page)).a;
  assert.ok(Math.abs(moved.x - a.x - 40) < 1.5 && Math.abs(moved.y - a.y + 25) < 1.5);
  assert.ok(handles.a.turn);
});

scene("hitbox: less error costs vertices, ignored colors vanish, and copies push each other apart", "hitbox", async () => {
  let now = await state(page);
  assert.equal(now.picture, "gear");
  assert.ok(now.report.deviationOutward <= 1 && now.report.deviationInward <= 1);
  assert.equal(now.hit, true);
  const push = now.push;
  assert.ok(Math.hypot(...push) > 0);
  assert.ok(now.points.length >= 1);

  await page.getByLabel("Max error", { exact: true }).last().fill("4");
  const rough = (await state(page)).report;
  assert.ok(rough.vertices < now.report.vertices);
  assert.ok(rough.deviationOutward <= 4 && rough.deviationInward <= 4);
  const vertices = {};
  for (const [label, lost] of [["Less", 0.15], ["More", 0.075], ["Optimal", 0.01], ["Exact", 0]]) {
    await page.locator(".choice").getByText(label, { exact: true }).click();
    const { report } = await state(page);
    vertices[label] = report.vertices;
    assert.ok(report.areaError <= lost, `${label} loses ${report.areaError}`);
  }
  assert.ok(vertices.Less < vertices.Optimal && vertices.Optimal < vertices.Exact);

  // Pushed by what was said, a touches no more.
  const [[x, y]] = now.places;
  await drag(page, [x, y], [x - 160, y + 40]);
  now = await state(page);
  assert.deepEqual([now.hit, now.push], [false, null]);

  // A picture of the reader's: two squares of different colors, one of which is ignored.
  const png = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 32];
    const context = canvas.getContext("2d");
    context.fillStyle = "#ff0000";
    context.fillRect(4, 4, 20, 20);
    context.fillStyle = "#0000ff";
    context.fillRect(36, 4, 24, 24);
    return canvas.toDataURL().split(",")[1];
  });
  await page.locator('#file').setInputFiles({ name: "two.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
  await page.waitForFunction(() => window.playground.state().picture === "two.png");
  now = await state(page);
  assert.deepEqual([now.report.rings, now.report.vertices], [2, 8]);
  await page.getByRole("button", { name: "ignore the color FF0000" }).click();
  now = await state(page);
  assert.deepEqual([now.report.rings, now.report.vertices], [1, 4]);

  // Every format of the program, as a file.
  const formats = await page.getByLabel("For", { exact: true }).locator("option").evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual([...formats].sort(), ["h", "json", "libgdx", "phaser", "pixi", "ron", "rube", "svg", "tres", "tsx"]);
  const begins = { h: "/* Hitboxes of two.png", json: "{", ron: "// made by jostle\n(", svg: "<svg", tres: "[gd_resource", tsx: "<?xml" };
  for (const format of formats) {
    await page.getByLabel("For", { exact: true }).selectOption(format);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
    assert.equal(file.suggestedFilename(), begins[format] ? `two.hitbox.${format}` : `two.${format}.json`);
    const text = readFileSync(await file.path(), "utf8");
    assert.ok(text.startsWith(begins[format] ?? "{"), `${format}: ${text.slice(0, 40)}`);
    if (file.suggestedFilename().endsWith(".json")) JSON.parse(text);
  }
  await page.getByRole("button", { name: "the picture gear" }).click();
  await page.waitForFunction(() => window.playground.state().picture === "gear");
});

scene("fixed and moving: C and R choose shapes, Space moves, and the method is swapped while it runs", "fixed", async () => {
  let now = await state(page);
  assert.deepEqual([now.which, now.running], ["rectangles", true]);
  await page.keyboard.press(" ");
  await page.keyboard.press("c");
  now = await state(page);
  assert.deepEqual([now.which, now.running, now.before], ["circles", false, false]);
  await page.keyboard.press("r");

  // Boxes touch before the rectangles do.
  const seen = {};
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("j");
    now = await state(page);
    assert.equal(now.now, now.pairs.length > 0);
    for (const [one, other] of now.pairs) assert.ok(one.startsWith("fixed") && other.startsWith("moving"));
    seen[now.now] = true;
  }
  assert.deepEqual(Object.keys(seen).sort(), ["false", "true"]);
  const choose = (label) => page.locator(".choice").getByText(label, { exact: true }).click();
  const counts = {};
  for (const method of ["exact", "corners", "boxes", "circles"]) {
    await choose(method);
    counts[method] = (await state(page)).pairs.length;
  }
  assert.ok(counts.corners <= counts.exact && counts.exact <= counts.boxes && counts.exact <= counts.circles);

  await choose("boxes");
  await page.locator("#stage").focus();
  const { moving, steps } = await state(page);
  await page.keyboard.press(" ");
  await page.waitForFunction((from) => String(window.playground.state().moving) !== String(from), moving);
  await page.keyboard.press(" ");
  now = await state(page);
  assert.equal(now.running, false);
  assert.ok(now.steps > steps);
});

scene("swarm: all broad phases agree on ten thousand shapes, and the probe finds its nearest", "swarm", async () => {
  let now = await state(page);
  assert.equal(now.count, 1000);
  await page.locator(".choice").getByText("10,000", { exact: true }).click();
  await page.locator("#stage").focus();
  now = await state(page);
  assert.equal(now.count, 10_000);
  await page.waitForFunction(() => window.playground.state().frames > 3);
  await page.keyboard.press(" ");
  now = await state(page);
  assert.ok(now.pairs > 100);
  for (const name of ["tree", "sweep"]) {
    await page.getByLabel("Broad phase").selectOption(name);
    const other = await state(page);
    assert.deepEqual([other.broadPhase, other.pairs, other.frames], [name, now.pairs, now.frames]);
  }
  await page.locator(".choice").getByText("1,000", { exact: true }).click();
  await page.getByLabel("Broad phase").selectOption("brute");
  assert.equal((await state(page)).count, 1000);
  await page.mouse.move(...(await client(page, [200, 100])));
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowLeft");
  await drawn();
  assert.match(await page.locator(".values").last().textContent(), /number \d+/);
  await page.getByLabel("Broad phase").selectOption("auto");
  await page.locator(".choice").getByText("2,000", { exact: true }).click();
  // Sixty frames a second leave 16 ms. The clock also counts what else the machine does, and the compilers, which
  // are done after some frames: a tenth of the later ones has to keep to them.
  await page.evaluate(() => window.playground.time(200));
  const cost = await page.evaluate(() => window.playground.time(200));
  const at = (times, share) => times.sort((x, y) => x - y)[Math.floor(share * times.length)];
  const said = Object.entries(cost).map(([name, times]) => `${name} ${at(times, 0.1).toFixed(1)} to ${at(times, 0.5).toFixed(1)} ms`);
  console.log(`a frame of 2,000 shapes, first tenth to median: ${said.join(", ")}`);
  assert.ok(at(cost.scene, 0.1) + at(cost.render, 0.1) < 16, said.join());
  await page.locator("#stage").focus();
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.playground.state().frames > 20);
});

scene("zoo: every kind meets every other", "zoo", async () => {
  assert.equal((await state(page)).relation, "overlapping");
  assert.equal(await page.locator(".matrix th").count(), 33);
  const names = await page.getByLabel("a", { exact: true }).locator("option").evaluateAll((all) => all.map(({ value }) => value));
  assert.equal(names.length, 16);
  const relations = new Set();
  for (const name of names) {
    await page.getByLabel("a", { exact: true }).selectOption(name);
    await page.getByLabel("b", { exact: true }).selectOption(name);
    const { a, b } = await state(page);
    relations.add((await state(page)).relation);
    await page.locator("#stage").focus();
    await page.keyboard.press("b");
    await drawn();
    const now = await state(page);
    assert.equal(await page.locator(".matrix td").count(), 256);
    assert.equal(await page.locator('.matrix [data-touches="yes"]').count(), now.touchingPairs);
    assert.ok(now.touchingPairs > 0 && now.touchingPairs < 256);
    assert.ok(a && b);
  }
  assert.ok(relations.size >= 2);
  await page.getByLabel("a", { exact: true }).selectOption("circle");
  await page.getByLabel("b", { exact: true }).selectOption("rect");
  const { a, b } = await state(page);
  await drag(page, [b.x, b.y], [a.x + 12, a.y]);
  let now = await state(page);
  assert.equal(now.relation, "overlapping");
  assert.ok(now.separation < 0 && now.area > 0);
  assert.ok(Math.abs(Math.hypot(...now.normal) - 1) < 1e-6);
  await page.locator("#stage").focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press("-");
  now = await state(page);
  assert.equal(now.relation, "bInA");
  for (let i = 0; i < 16; i++) await page.keyboard.press("=");
});
