// The adapter beside PixiJS's own arithmetic.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./navigator.mjs";
import { BufferImageSource, Container, Graphics, Rectangle, Sprite, Texture } from "pixi.js";
import { World, contact as contactOf, corners, overlaps as overlapsShapes } from "../js/index.js";
import * as adapter from "../js/pixi/index.js";
import { outlineOf, outlineOfSync } from "../js/pixi/outline.js";
import { exportHitbox, trace } from "../js/trace.js";

let seed = 7;
const random = (low, high) => {
  seed = (seed * 48271) % 2147483647;
  return low + (seed / 2147483647) * (high - low);
};

/** A texture from rows of text: `#` is opaque. */
function texture(rows, more = {}) {
  const [width, height] = [rows[0].length, rows.length];
  const resource = new Uint8Array(4 * width * height);
  [...rows.join("")].forEach((pixel, i) => resource.fill(pixel === "#" ? 255 : 0, 4 * i, 4 * i + 4));
  return new Texture({ source: new BufferImageSource({ resource, width, height }), ...more });
}

const solid = (width, height) => texture(Array.from({ length: height }, () => "#".repeat(width)));

/** Sprites at random below random parents, all transforms that PixiJS has. */
function tree(count, depth) {
  const root = new Container();
  const sprites = [];
  for (let i = 0; i < count; i++) {
    let parent = root;
    for (let level = Math.floor(random(0, depth)); level > 0; level--) {
      const group = new Container();
      transform(group, 0.5);
      parent.addChild(group);
      parent = group;
    }
    const sprite = new Sprite(solid(1 + Math.floor(random(0, 40)), 1 + Math.floor(random(0, 40))));
    sprite.anchor.set(random(-0.5, 1.5), random(-0.5, 1.5));
    transform(sprite, 1);
    parent.addChild(sprite);
    sprites.push(sprite);
  }
  return { root, sprites };
}

function transform(view, share) {
  view.position.set(random(-100, 100), random(-100, 100));
  view.rotation = random(-4, 4);
  view.scale.set(random(-2, 2) || 1, random(-2, 2) || 1);
  if (random(0, 1) < share) view.skew.set(random(-1, 1), random(-1, 1));
  view.pivot.set(random(-20, 20), random(-20, 20));
}

/** The corners of a view's box where PixiJS puts them. */
function pixiCorners(view) {
  const { minX, minY, maxX, maxY } = view.getLocalBounds();
  return [[minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]].map(([x, y]) => {
    const { x: u, y: v } = view.toGlobal({ x, y });
    return [u, v];
  });
}

test("the_corners_of_a_thousand_nested_sprites_are_where_pixi_puts_them", () => {
  const { sprites } = tree(1000, 4);
  for (const sprite of sprites) {
    const placed = adapter.placedOf(sprite);
    const want = pixiCorners(sprite);
    const box = { type: "polygon", points: want };
    // As sets of points: a sheared rectangle is a polygon.
    const size = Math.max(1, ...want.flat().map(Math.abs));
    const { matrix } = placed.transform;
    const { center, half } = placed;
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].forEach(([sx, sy], corner) => {
      const [x, y] = [center[0] + sx * half[0], center[1] + sy * half[1]];
      const got = [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]];
      const off = Math.hypot(got[0] - want[corner][0], got[1] - want[corner][1]);
      assert.ok(off <= 1e-3, `${off} at ${size}`);
    });
    const gap = contactOf(placed, box);
    assert.ok(gap, "the placed shape meets the box of PixiJS");
    const exact = corners(placed);
    exact?.forEach(([x, y]) => assert.ok(want.some(([u, v]) => Math.hypot(x - u, y - v) <= 1e-3)));
  }
});

test("bounds_overlap_as_in_the_tutorial_and_touching_is_no_hit", () => {
  const { sprites } = tree(120, 3);
  let hits = 0;
  for (const a of sprites) {
    for (const b of sprites) {
      const [p, q] = [a.getBounds().rectangle, b.getBounds().rectangle].map((r) => r.clone());
      // Copied: PixiJS may give one object twice.
      const left = Math.max(p.left, q.left);
      const right = Math.min(p.right, q.right);
      const [top, bottom] = [Math.max(p.top, q.top), Math.min(p.bottom, q.bottom)];
      const want = left < right && top < bottom;
      assert.equal(adapter.overlapsBounds(a, b), want);
      const rect = adapter.overlapRect(a, b);
      assert.equal(rect !== null, want);
      if (rect) {
        hits++;
        const off = [rect.x - left, rect.y - top, rect.width - (right - left), rect.height - (bottom - top)];
        assert.ok(off.every((entry) => Math.abs(entry) < 1e-3), off.join());
      }
    }
  }
  assert.ok(hits > 300 && hits < sprites.length ** 2, String(hits));
  const [a, b] = [new Sprite(solid(10, 10)), new Sprite(solid(10, 10))];
  b.x = 10;
  assert.deepEqual([adapter.overlapsBounds(a, b), adapter.overlaps(a, b)], [false, true]);
  b.x = 9;
  assert.deepEqual(adapter.overlapRect(a, b), { x: 9, y: 0, width: 1, height: 10 });
  assert.deepEqual(adapter.contact(a, b).pushB, [1, 0]);
});

test("overlaps_is_true_where_turned_sprites_meet_and_not_where_only_their_boxes_do", () => {
  const { sprites } = tree(60, 2);
  let [only, both] = [0, 0];
  for (const a of sprites) {
    for (const b of sprites) {
      const got = adapter.overlaps(a, b);
      const [p, q] = [a, b].map((view) => ({ type: "polygon", points: pixiCorners(view) }));
      const apart = contactOf(p, q) === null ? 1 : contactOf(p, q).depth;
      if (apart > 1e-2) assert.equal(got, overlapsShapes(p, q));
      if (got) both++;
      else if (adapter.overlapsBounds(a, b)) only++;
    }
  }
  assert.ok(only > 20 && both > 20, `${only} ${both}`);
});

test("a_container_is_the_box_of_its_children", () => {
  const group = new Container();
  const [a, b] = [new Sprite(solid(10, 10)), new Sprite(solid(4, 4))];
  b.position.set(20, 30);
  group.addChild(a, b);
  assert.deepEqual(adapter.shapeOf(group), { type: "rect", center: [12, 17], half: [12, 17] });
  const drawn = new Graphics().rect(-3, -1, 6, 2).fill(0xffffff);
  assert.deepEqual(adapter.shapeOf(drawn), { type: "rect", center: [0, 0], half: [3, 1] });
  assert.throws(() => adapter.shapeOf(new Container()), { name: "JostleError", kind: "shape" });
});

test("the_outline_of_a_texture_follows_anchor_trim_and_frames_that_lie_turned", () => {
  const rows = ["##..", "##..", "####", "####"];
  const corner = { x: -2, y: -4 };
  const want = [[0, 0], [2, 0], [2, 2], [4, 2], [4, 4], [0, 4]].map(([x, y]) => [x + corner.x, y + corner.y]);
  const sorted = (points) => points.map(String).sort();
  const exact = { minIou: 1 };
  const plain = new Sprite({ texture: texture(rows), anchor: { x: 0.5, y: 1 } });
  assert.deepEqual(sorted(adapter.shapeOf(plain, "outline", exact).points), sorted(want));
  assert.equal(adapter.shapeOf(plain, "outline", exact), adapter.shapeOf(plain, "outline", exact));
  // In an atlas, behind two columns of others, cut from a frame of 8 by 8 where it lay at (3, 1).
  const atlas = rows.map((row) => `##${row}`);
  const more = { frame: new Rectangle(2, 0, 4, 4), orig: new Rectangle(0, 0, 8, 8), trim: new Rectangle(3, 1, 4, 4) };
  const trimmed = new Sprite({ texture: texture(atlas, more) });
  const moved = want.map(([x, y]) => [x - corner.x + 3, y - corner.y + 1]);
  assert.deepEqual(sorted(adapter.shapeOf(trimmed, "outline", exact).points), sorted(moved));
  // Turned by a quarter, as atlas tools pack: the columns of the picture, the last row first.
  const upright = ["##", "##", "##", "#.", "#."];
  const turned = Array.from({ length: 2 }, (_, y) => Array.from({ length: 5 }, (_, x) => upright[4 - x][y]).join(""));
  const lying = { frame: new Rectangle(0, 0, 5, 2), orig: new Rectangle(0, 0, 2, 5), rotate: 2 };
  const standing = adapter.shapeOf(new Sprite({ texture: texture(turned, lying) }), "outline", exact);
  assert.deepEqual(sorted(standing.points), sorted([[0, 0], [2, 0], [2, 3], [1, 3], [1, 5], [0, 5]]));
});

test("a_world_follows_views_until_they_are_destroyed", () => {
  const world = new World();
  const stage = new Container();
  const [a, b] = [new Sprite(solid(10, 10)), new Sprite(solid(10, 10))];
  stage.addChild(a, b);
  b.x = 30;
  const keys = [adapter.follow(world, a, { layer: "hero" }), adapter.follow(world, b)];
  assert.deepEqual(world.step(), []);
  b.x = 5;
  const [enter] = world.step();
  assert.deepEqual([enter.kind, enter.dataA, enter.dataB], ["enter", a, b]);
  assert.deepEqual([adapter.keyOf(world, a), adapter.viewOf(world, keys[1])], [keys[0], b]);
  stage.x = 100;
  adapter.sync(world);
  assert.deepEqual(world.atPoint([101, 1]), [keys[0]]);
  b.texture = solid(1, 1);
  b.x = 50;
  assert.equal(world.step()[0].reason, "reshaped");
  assert.deepEqual(world.subtreeBounds(keys[1]), { min: [150, 0], max: [151, 1] });
  a.destroy();
  assert.deepEqual([world.len(), adapter.keyOf(world, a)], [1, undefined]);
  world.remove(keys[1]);
  world.step();
  assert.equal(adapter.keyOf(world, b), undefined);
});

test("a_hit_area_is_true_to_the_outline", () => {
  const sprite = new Sprite(texture(["#..", "#..", "###"]));
  sprite.hitArea = adapter.hitArea(adapter.shapeOf(sprite, "outline", { minIou: 1 }));
  const hits = [[0.5, 0.5], [1, 1], [1.5, 1.5], [2.5, 2.5], [NaN, 0]].map(([x, y]) => sprite.hitArea.contains(x, y));
  assert.deepEqual(hits, [true, true, false, true, false]);
});

test("debug_graphics_draw_what_the_world_draws", () => {
  const world = new World();
  const sprite = new Container().addChild(new Sprite(solid(10, 10)));
  adapter.follow(world, sprite);
  world.step();
  const graphics = adapter.debugGraphics(world);
  graphics.onRender();
  const { minX, minY, maxX, maxY } = graphics.getLocalBounds();
  for (const [got, want] of [[minX, 0], [minY, 0], [maxX, 10], [maxY, 10]]) assert.ok(Math.abs(got - want) <= 1);
});

/** A level that a camera scrolls and zooms, with a wall that is not a view. */
function scrolled() {
  const stage = new Container();
  const level = stage.addChild(new Container());
  level.position.set(-1240, -180);
  level.scale.set(1.5);
  const world = new World();
  const wall = world.add({ shape: { type: "rect", half: [10, 50] }, at: [1900, 220] });
  const hero = level.addChild(new Sprite({ texture: solid(10, 10), x: 1880, y: 220 }));
  return { stage, level, world, wall, hero };
}

test("views_in_a_level_that_a_camera_scrolls_and_zooms_stay_where_the_level_has_them", () => {
  const { stage, level, world, wall, hero } = scrolled();
  const key = adapter.follow(world, hero, { root: level });
  assert.deepEqual(world.subtreeBounds(key), { min: [1880, 220], max: [1890, 230] });
  assert.deepEqual(world.step().map(({ kind, a, b }) => [kind, a, b]), [["enter", wall, key]]);
  const { matrix } = adapter.placedOf(hero, { root: level }).transform;
  assert.deepEqual([...matrix], world.worldTransform(key));
  assert.deepEqual(adapter.transformOf(hero, { root: level }), [1, 0, 0, 1, 1880, 220]);
  level.position.set(-300, 40);
  level.rotation = 0.3;
  stage.scale.set(2);
  const [{ kind }] = world.step();
  assert.deepEqual([kind, world.stats().moved], ["stay", 0]);
  hero.x = 1800;
  assert.equal(world.step()[0].reason, "separated");
  // Lines of the world lie over the level, wherever they were added.
  const lines = stage.addChild(adapter.debugGraphics(world));
  lines.onRender();
  const [at, want] = [lines.toGlobal({ x: 1900, y: 220 }), level.toGlobal({ x: 1900, y: 220 })];
  assert.ok(Math.hypot(at.x - want.x, at.y - want.y) < 1e-3);
  const far = new Container();
  assert.throws(() => adapter.transformOf(far, { root: level }), { kind: "form", path: "root" });
});

test("a_camera_without_a_root_is_warned_of_once", () => {
  const said = [];
  const { warn } = console;
  console.warn = (text) => said.push(text);
  try {
    const { stage, level, world, hero } = scrolled();
    const coin = level.addChild(new Sprite(solid(4, 4)));
    adapter.follow(world, hero);
    adapter.follow(world, coin);
    world.step();
    // What moves by itself is no camera, and neither is a part of the views.
    hero.x += 1;
    coin.x += 1;
    world.step();
    assert.deepEqual(said, []);
    for (let i = 0; i < 3; i++, level.x -= 10) world.step();
    stage.x += 1;
    world.step();
    assert.equal(said.length, 1);
    assert.match(said[0], /root: level/);
    const rooted = scrolled();
    for (const view of [rooted.hero, rooted.level.addChild(new Sprite(solid(4, 4)))]) {
      adapter.follow(rooted.world, view, { root: rooted.level });
    }
    for (let i = 0; i < 3; i++, rooted.level.x -= 10) rooted.world.step();
    assert.equal(said.length, 1);
  } finally {
    console.warn = warn;
  }
});

test("a_world_remembers_its_root_and_refuses_another", () => {
  const { stage, level, world, hero } = scrolled();
  adapter.follow(world, hero, { root: level });
  const coin = level.addChild(new Sprite(solid(4, 4)));
  coin.position.set(1000, 50);
  const key = adapter.follow(world, coin);
  assert.deepEqual(world.subtreeBounds(key), { min: [1000, 50], max: [1004, 54] });
  const other = { name: "JostleError", kind: "form", path: "options.root" };
  assert.throws(() => adapter.follow(world, coin, { root: stage }), other);
  assert.throws(() => adapter.follow(world, coin, { root: null }), other);
  assert.throws(() => adapter.follow(world, level, { root: level }), { kind: "form", path: "view" });
  for (const view of [hero, coin]) adapter.unfollow(world, view);
  adapter.follow(world, coin, { root: stage });
  assert.equal(world.len(), 2);
});

test("a_static_view_is_looked_at_when_that_is_asked_for_and_not_before", () => {
  const { level, world, hero } = scrolled();
  const key = adapter.follow(world, hero, { root: level, static: true });
  world.step();
  hero.x = 0;
  world.step();
  assert.equal(world.transform(key)[4], 1880);
  adapter.sync(world);
  assert.equal(world.transform(key)[4], 1880);
  adapter.sync(world, hero);
  assert.equal(world.transform(key)[4], 0);
  assert.throws(() => adapter.sync(world, level), { kind: "key" });
  hero.destroy();
  assert.equal(world.contains(key), false);
});

test("views_that_do_not_show_meet_nothing_and_come_back_as_they_were", () => {
  const { stage, level, world, wall, hero } = scrolled();
  const key = adapter.follow(world, hero, { root: level });
  const told = () => world.step().map((event) => event.reason ?? event.kind);
  assert.deepEqual(told(), ["enter"]);
  const ways = [
    [() => (hero.visible = false), () => (hero.visible = true)],
    [() => (hero.renderable = false), () => (hero.renderable = true)],
    [() => (level.visible = false), () => (level.visible = true)],
    [() => level.removeChild(hero), () => level.addChild(hero)],
  ];
  for (const [hide, show] of ways) {
    hide();
    assert.deepEqual(told(), ["disabled"], String(hide));
    assert.deepEqual(world.atPoint([1881, 221]), []);
    show();
    assert.deepEqual(told(), ["enter"], String(show));
  }
  hero.alpha = 0;
  hero.culled = true;
  assert.deepEqual(told(), ["stay"]);
  // What was disabled by hand stays so.
  world.disable(key);
  hero.visible = false;
  told();
  hero.visible = true;
  world.step();
  assert.equal(world.isEnabled(key), false);
  assert.equal(world.isEnabled(wall), true);
  // Without a root it is the topmost container that counts.
  const [plain, pool, view] = [new World(), new Container(), new Sprite(solid(4, 4))];
  const shot = adapter.follow(plain, view);
  assert.equal(plain.isEnabled(shot), false);
  stage.addChild(view);
  plain.step();
  assert.equal(plain.isEnabled(shot), true);
  pool.addChild(view);
  plain.step();
  assert.equal(plain.isEnabled(shot), false);
});

test("pooled_bullets_hit_only_while_they_fly", () => {
  const { level, world } = scrolled();
  const layer = level.addChild(new Container());
  const bullets = Array.from({ length: 8 }, () => new Sprite(solid(2, 2)));
  for (const bullet of bullets) adapter.follow(world, bullet, { root: level, layer: "bullet" });
  const hits = new Map(bullets.map((bullet) => [bullet, 0]));
  world.on("enter", ({ dataB: bullet }) => {
    hits.set(bullet, hits.get(bullet) + 1);
    layer.removeChild(bullet);
  });
  world.step();
  for (let shot = 0; shot < 40; shot++) {
    const bullet = bullets[shot % bullets.length];
    // Where the last flight ended there is a wall; the next begins elsewhere.
    layer.addChild(bullet).position.set(1880, 220);
    for (let frame = 0; frame < 12 && bullet.parent; frame++, bullet.x += 1) world.step();
  }
  assert.deepEqual([...hits.values()], Array(8).fill(5));
  bullets.forEach((bullet) => bullet.destroy());
  assert.equal(world.len(), 1);
});

test("an_outline_of_what_has_no_texture_is_an_error_that_says_what_it_needs", () => {
  const drawn = new Graphics().rect(0, 0, 4, 4).fill("red");
  for (const view of [drawn, new Container()]) {
    assert.throws(() => adapter.useShape(view, "outline"), { name: "JostleError", message: /generateTexture/ });
  }
});

test("tiny_textures_become_what_they_are", () => {
  assert.deepEqual(adapter.shapeOf(new Sprite(Texture.WHITE), "outline"), {
    type: "rect",
    center: [0.5, 0.5],
    half: [0.5, 0.5],
  });
  const sprite = new Sprite({ texture: solid(8, 4), anchor: 0.5 });
  assert.deepEqual(adapter.shapeOf(sprite, "outline"), { type: "rect", center: [0, 0], half: [4, 2] });
  const area = ({ points }) =>
    points.reduce((sum, [x, y], i) => sum + x * points.at(i - 1)[1] - y * points.at(i - 1)[0], 0) / 2;
  for (const size of [8, 16, 64]) {
    const disc = Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_, x) => (Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) < size / 2 ? "#" : ".")).join(""),
    );
    const pixels = disc.join("").split("#").length - 1;
    const off = Math.abs(Math.abs(area(outlineOfSync(texture(disc)))) / pixels - 1);
    assert.ok(off < 0.05, `${size}: ${off}`);
  }
});

test("an_outline_can_be_waited_for_and_is_then_there_at_once", async () => {
  const star = texture(["#...#", "##.##", ".###.", "##.##", "#...#"]);
  const shape = await outlineOf(star, { x: 0.5, y: 0.5 });
  assert.equal(shape.type, "polygon");
  assert.equal(outlineOfSync(star, { x: 0.5, y: 0.5 }), shape);
  const moved = await outlineOf(star);
  assert.deepEqual(moved.points[0], shape.points[0].map((entry) => entry + 2.5));
  await assert.rejects(outlineOf(texture(["..", ".."])), { kind: "shape" });
});

test("outlines_come_from_the_files_that_the_tracer_writes", () => {
  const rows = ["##..", "##..", "####", "####"];
  const pixels = new Uint8Array(64);
  [...rows.join("")].forEach((pixel, i) => pixels.fill(pixel === "#" ? 255 : 0, 4 * i, 4 * i + 4));
  const hitbox = trace({ width: 4, height: 4, data: pixels });
  const file = JSON.parse(exportHitbox(hitbox, "json").text);
  const sprite = new Sprite({ texture: texture(rows), anchor: { x: 0.5, y: 1 } });
  const want = adapter.shapeOf(sprite, "outline", { minIou: 1 });
  assert.deepEqual(adapter.outlineFrom(file, sprite), want);
  assert.deepEqual(adapter.outlineFrom(hitbox, sprite), want);
  assert.deepEqual(adapter.outlineFrom({ frames: [{ name: "walk", ...file }] }, sprite, "walk"), want);
  assert.throws(() => adapter.outlineFrom({ frames: [] }, sprite, "run"), { path: "frame" });
  assert.throws(() => adapter.outlineFrom({}, sprite), { path: "hitbox" });
  assert.throws(() => adapter.outlineFrom(file, new Sprite(solid(2, 2))), { path: "hitbox", message: /4 x 4/ });
});

test("still_views_cost_next_to_nothing_and_drawing_is_made_again_only_after_a_change", () => {
  const world = new World();
  const level = new Container().addChild(new Container());
  const views = Array.from({ length: 2000 }, (_, i) => {
    const view = level.addChild(new Graphics().circle(0, 0, 4).fill("red"));
    view.position.set(20 * (i % 50), 20 * Math.floor(i / 50));
    adapter.follow(world, view, { root: level });
    return view;
  });
  world.step();
  let calls = [];
  const { setTransforms } = world;
  world.setTransforms = (keys, matrices) => {
    calls.push(keys.length);
    return setTransforms.call(world, keys, matrices);
  };
  world.step();
  assert.deepEqual(calls, []);
  views.slice(0, 7).forEach((view) => (view.x += 1));
  world.step();
  assert.deepEqual(calls, [7]);
  const lines = adapter.debugGraphics(world);
  let draws = 0;
  const { drawLines } = world;
  world.drawLines = (...all) => (draws++, drawLines.apply(world, all));
  for (let frame = 0; frame < 3; frame++) {
    world.step();
    lines.onRender();
  }
  assert.equal(draws, 0);
  views[0].x += 1;
  world.step();
  lines.onRender();
  assert.equal(draws, 1);
  world.remove(adapter.keyOf(world, views[1]));
  lines.onRender();
  assert.equal(draws, 2);
});

test("a_view_that_is_nowhere_is_named_and_keeps_no_other_from_moving", () => {
  const world = new World();
  const level = new Container();
  const [first, second] = [0, 1].map((number) => {
    const view = new Sprite(solid(4, 4));
    view.label = `hero ${number}`;
    level.addChild(view);
    return view;
  });
  const keys = [first, second].map((view) => adapter.follow(world, view));
  second.x = NaN;
  first.x = 30;
  const sentence = new RegExp(`^view: the view "hero 1" with the key ${keys[1]}: tx is NaN`);
  assert.throws(() => world.step(), { kind: "place", path: "view", message: sentence });
  second.x = 60;
  world.step();
  assert.deepEqual(keys.map((key) => world.transform(key)[4]), [30, 60]);
});

test("a_follow_that_is_refused_leaves_the_world_and_the_last_follow", () => {
  const world = new World();
  const level = new Container();
  const view = new Sprite(solid(4, 4));
  level.addChild(view);
  assert.throws(() => adapter.follow(world, view, { layer: NaN }), { kind: "number" });
  const key = adapter.follow(world, view);
  view.x = NaN;
  for (const options of [{ layer: NaN }, { team: -1 }, {}, { oneWay: [0, 0] }]) {
    assert.throws(() => adapter.follow(world, view, options), { name: "JostleError" });
    assert.deepEqual([world.len(), adapter.keyOf(world, view)], [1, key]);
  }
  view.x = 9;
  world.step();
  assert.equal(world.transform(key)[4], 9);
  assert.notEqual(adapter.follow(world, view), key);
  assert.deepEqual([world.len(), adapter.keyOf(world, view)], [1, world.keys()[0]]);
});
