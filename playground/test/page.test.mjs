// The page around the scenes: phones, light and dark, keys alone, fingers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, client, launch, newPage, openScene, serve, shoot, state } from "./page.mjs";

const SCENES = ["platformer", "paper", "stages", "containers", "oriented", "hitbox", "fixed", "swarm", "zoo"];
let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("on a phone every scene fits the width, with targets large enough for a finger", async () => {
  const { page, context, complaints } = await newPage(browser, PHONE);
  for (const id of SCENES) {
    await openScene(page, server.url, id);
    const found = await page.evaluate(() => {
      const stage = document.getElementById("stage").getBoundingClientRect();
      const small = [...document.querySelectorAll("button, select, input[type=text], .choice label")]
        .map((each) => [each.textContent, each.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && height < 38)
        .map(([text]) => text);
      return { wide: document.documentElement.scrollWidth, stage: stage.width, small };
    });
    assert.ok(found.wide <= 390, `${id} is ${found.wide} wide`);
    assert.ok(found.stage > 340);
    assert.deepEqual(found.small, [], id);
    await shoot(page, `${id}-phone`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test("on a phone the stage and a control share the first screen, upright and on its side, and only the controls scroll", async () => {
  for (const viewport of [PHONE.viewport, { width: 844, height: 390 }]) {
    const { page, context, complaints } = await newPage(browser, { ...PHONE, viewport });
    for (const id of SCENES) {
      await openScene(page, server.url, id);
      const found = await page.evaluate(() => {
        const stage = document.getElementById("stage").getBoundingClientRect();
        const controls = [...document.querySelectorAll("#below button, #below select, #below input")];
        const inside = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
        return {
          stage: inside(stage) && stage.height > 150,
          controls: controls.filter((each) => inside((each.closest("label") ?? each).getBoundingClientRect())).length,
          page: document.documentElement.scrollHeight - innerHeight,
          hints: getComputedStyle(document.querySelector("#keys .touch")).display,
          keys: getComputedStyle(document.querySelector("#keys .by-key")).display,
        };
      });
      assert.ok(found.stage && found.controls > 0, `${id}: ${JSON.stringify(found)}`);
      assert.deepEqual([found.page, found.hints === "none", found.keys], [0, false, "none"], id);
      if (viewport.width > viewport.height) await shoot(page, `${id}-side`);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test("on a phone a finger stops and starts what moves, on the stage itself", async () => {
  const { page, context, complaints } = await newPage(browser, PHONE);
  for (const id of ["platformer", "paper", "containers", "fixed", "swarm"]) {
    await openScene(page, server.url, id);
    await page.getByRole("button", { name: "Stop", exact: true }).tap();
    assert.equal((await state(page)).running, false, id);
    await page.getByRole("button", { name: "Start", exact: true }).tap();
    assert.equal((await state(page)).running, true, id);
  }
  await openScene(page, server.url, "zoo");
  assert.equal(await page.locator("#play").isVisible(), false);
  // The hero runs while a finger holds the stick, and jumps by another finger.
  await openScene(page, server.url, "platformer");
  const touch = await context.newCDPSession(page);
  const middle = async (found) => {
    const { x, y, width, height } = await found.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const stick = { ...(await middle(page.locator(".stick"))), id: 0 };
  const jump = { ...(await middle(page.getByRole("button", { name: "Jump" }))), id: 1 };
  const [from] = (await state(page)).hero;
  const send = (type, ...touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", stick);
  const held = { ...stick, x: stick.x + 30 };
  await send("touchMove", held);
  await page.waitForFunction((before) => window.playground.state().hero[0] > before + 20, from);
  await page.waitForFunction(() => window.playground.state().floor);
  await send("touchStart", held, jump);
  await page.waitForFunction(() => !window.playground.state().floor);
  await shoot(page, "platformer-stick");
  await send("touchEnd");
  const [rest] = await page.evaluate(async () => {
    for (let before = NaN, now = 0; before !== now; ) {
      [before] = window.playground.state().hero;
      await new Promise((done) => setTimeout(done, 300));
      [now] = window.playground.state().hero;
    }
    return window.playground.state().hero;
  });
  assert.ok(rest > from);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("two fingers zoom, move the view and turn what is selected", async () => {
  const { page, context, complaints } = await newPage(browser, PHONE);
  await openScene(page, server.url, "zoo");
  const touch = await context.newCDPSession(page);
  const before = (await state(page)).a.degrees;
  const length = async () => {
    const [p, q] = [await client(page, [0, 0]), await client(page, [100, 0])];
    return q[0] - p[0];
  };
  const long = await length();
  const [x, y] = await client(page, [0, 0]);
  const send = (type, radius, degrees) => {
    const [dx, dy] = [radius * Math.cos((degrees * Math.PI) / 180), radius * Math.sin((degrees * Math.PI) / 180)];
    const touchPoints = type === "touchEnd" ? [] : [{ x: x - dx, y: y - dy, id: 0 }, { x: x + dx, y: y + dy, id: 1 }];
    return touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await send("touchStart", 40, 0);
  for (let i = 1; i <= 6; i++) await send("touchMove", 40 + 10 * i, 5 * i);
  await send("touchEnd");
  const now = await state(page);
  assert.ok(Math.abs((await length()) / long - 2.5) < 0.1, String((await length()) / long));
  assert.ok(Math.abs(now.a.degrees - before - 30) < 2, `${before} to ${now.a.degrees}`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("keys work at once, also after a click on a scene's name, and controls keep theirs", async () => {
  const { page, context, complaints } = await newPage(browser, DESK);
  await openScene(page, server.url, "stages");
  const x = async () => (await state(page)).a.x;
  let before = await x();
  await page.keyboard.press("ArrowRight");
  assert.equal(await x(), before + 1);
  await page.locator('a[data-scene="containers"]').click();
  await page.waitForFunction(() => window.playground.scene === "containers");
  const { running } = await state(page);
  await page.keyboard.press(" ");
  assert.equal((await state(page)).running, !running);
  await page.locator('a[data-scene="zoo"]').click();
  await page.waitForFunction(() => window.playground.scene === "zoo");
  before = await x();
  await page.getByLabel("a", { exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await x(), before);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the wheel looks closer at what is under the pointer, and 0 looks at all", async () => {
  const { page, context } = await newPage(browser, DESK);
  await openScene(page, server.url, "stages");
  const [from, far] = [await client(page, [40, 20]), await client(page, [140, 20])];
  await page.mouse.move(...from);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction(([x, wide]) => window.playground.client([140, 20])[0] - x > 1.3 * wide, [from[0], far[0] - from[0]]);
  const now = await client(page, [40, 20]);
  assert.ok(Math.hypot(now[0] - from[0], now[1] - from[1]) < 1.5, String(now));
  await page.keyboard.press("0");
  assert.deepEqual((await client(page, [140, 20])).map(Math.round), far.map(Math.round));
  await context.close();
});

test("scenes stand still for readers who want less motion", async () => {
  const { page, context } = await newPage(browser, { ...DESK, reducedMotion: "reduce" });
  for (const id of ["platformer", "paper", "containers", "fixed", "swarm"]) {
    await openScene(page, server.url, id);
    assert.equal((await state(page)).running, false, id);
  }
  await context.close();
});

test("every scene shows its code in each language that has it, and remembers the language", async () => {
  const { page, context } = await newPage(browser, DESK);
  for (const id of SCENES) {
    await openScene(page, server.url, id);
    assert.match(await page.locator("#code pre").textContent(), /from "jostle/, id);
    assert.match(await page.locator(".install").textContent(), /npm install/);
  }
  await page.getByRole("tab", { name: "Rust" }).click();
  assert.match(await page.locator("#code pre").textContent(), /use jostle::/);
  await openScene(page, server.url, "swarm");
  assert.equal(await page.getByRole("tab", { name: "Rust" }).getAttribute("aria-selected"), "true");
  await openScene(page, server.url, "hitbox");
  assert.deepEqual(await page.getByRole("tab").allTextContents(), ["TypeScript"]);
  await context.close();
});

test("a finger drags a shape and does not scroll the page", async () => {
  const { page, context, complaints } = await newPage(browser, PHONE);
  await openScene(page, server.url, "zoo");
  await page.locator("#stage").scrollIntoViewIfNeeded();
  // Of two that hold the finger, it is the one that is drawn last.
  const { b } = await state(page);
  const scrolled = await page.evaluate(() => scrollY);
  const touch = await context.newCDPSession(page);
  const [from, to] = [await client(page, [b.x, b.y]), await client(page, [b.x + 50, b.y - 30])];
  const send = (type, points) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send("touchStart", [from]);
  await send("touchMove", [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]]);
  await send("touchMove", [to]);
  await send("touchEnd", []);
  const moved = (await state(page)).b;
  assert.ok(Math.abs(moved.x - b.x - 50) < 3 && Math.abs(moved.y - b.y + 30) < 3, JSON.stringify([b, moved]));
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("light and dark follow the system until the reader chooses, and the choice stays", async () => {
  const { page, context, complaints } = await newPage(browser, { colorScheme: "dark" });
  await openScene(page, server.url, "stages");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await ground();
  assert.notEqual(dark, light);
  await page.locator("#theme").click();
  await page.locator("#theme").click();
  assert.match(await page.locator("#theme").textContent(), /Dark/);
  assert.equal(await ground(), dark);
  await page.reload();
  await page.waitForFunction(() => window.playground?.scene === "stages");
  assert.equal(await ground(), dark);
  for (const id of SCENES) {
    await openScene(page, server.url, id);
    await shoot(page, `${id}-dark`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test("words are readable on their ground, light and dark: a contrast of 4.5 at least", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await newPage(browser, { colorScheme });
    await openScene(page, server.url, "stages");
    const ratios = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const brightness = (name) => {
        const short = style.getPropertyValue(`--${name}`).trim();
        const hex = short.length === 4 ? short.replaceAll(/[^#]/g, "$&$&") : short;
        const [r, g, b] = [1, 3, 5]
          .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
          .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (p, q) => {
        const [low, high] = [brightness(p), brightness(q)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
      };
      return Object.fromEntries(
        ["ink", "muted", "hit", "clear", "apart", "accent"]
          .flatMap((name) => ["page", "surface", "stage"].map((ground) => [`${name} on ${ground}`, ratio(name, ground)]))
          .concat([["on-accent on accent", ratio("on-accent", "accent")]]),
      );
    });
    for (const [name, ratio] of Object.entries(ratios)) assert.ok(ratio >= 4.5, `${colorScheme}: ${name} has ${ratio.toFixed(2)}`);
    await context.close();
  }
});

test("keys alone reach the stage and every control, and all of them have names", async () => {
  const { page, context, complaints } = await newPage(browser, DESK);
  await openScene(page, server.url, "stages");
  const reached = new Set();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const { activeElement: now } = document;
      return now.id || now.closest("nav, aside")?.tagName || now.tagName;
    });
    reached.add(at);
  }
  for (const each of ["copy", "save", "open", "fresh", "theme", "stage", "NAV"]) assert.ok(reached.has(each), `${each}: ${[...reached]}`);
  for (const id of SCENES) {
    await openScene(page, server.url, id);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input:not([hidden]), a")]
        .filter((each) => !(each.textContent.trim() || each.ariaLabel || each.labels?.length || each.title))
        .map((each) => each.outerHTML),
    );
    assert.deepEqual(nameless, [], id);
  }
  await page.locator("#fresh").focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a scene that nothing changes draws nothing", async () => {
  const { page, context } = await newPage(browser, DESK);
  await openScene(page, server.url, "stages");
  const calls = await page.evaluate(async () => {
    let drawn = 0;
    const original = WebGL2RenderingContext.prototype.drawElements;
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      drawn++;
      return original.apply(this, args);
    };
    // Half a second without a drawing has to come; opening the scene takes its time on a busy machine.
    let idle = 1;
    for (let i = 0; i < 20 && idle > 0; i++) {
      drawn = 0;
      await new Promise((done) => setTimeout(done, 500));
      idle = drawn;
    }
    document.getElementById("stage").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
    for (let i = 0; i < 20 && drawn === 0; i++) await new Promise((done) => setTimeout(done, 500));
    return { idle, moved: drawn };
  });
  assert.equal(calls.idle, 0);
  assert.ok(calls.moved > 0);
  await context.close();
});
