// Views of PixiJS that slide: in the frame of the level, wherever the camera and their containers are.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./navigator.mjs";
import { Container, Graphics } from "pixi.js";
import { World } from "../js/index.js";
import { follow, keyOf, slide, sync, transformOf, useShape } from "../js/pixi/index.js";

let seed = 11;
const random = (low, high) => {
  seed = (seed * 48271) % 2147483647;
  return low + (seed / 2147483647) * (high - low);
};
const box = (width, height) => new Graphics().rect(-width / 2, -height / 2, width, height).fill("red");
const put = (view, x, y) => (view.position.set(x, y), view);
const place = (world, view) => world.worldTransform(keyOf(world, view));

/** A level below a stage, and a world in its frame. */
function scrolled() {
  const stage = new Container();
  const level = stage.addChild(new Container());
  return { stage, level, world: new World({ touching: "ignored" }) };
}

test("a_view_walks_over_tiles_while_the_camera_scrolls_zooms_and_turns", () => {
  const { level, world } = scrolled();
  for (let x = 0; x < 10; x++) follow(world, level.addChild(put(box(16, 16), 16 * x, 20)), { root: level, static: true });
  const wall = level.addChild(put(box(16, 80), 160, -20));
  follow(world, wall, { root: level, static: true });
  const hero = level.addChild(box(12, 24));
  follow(world, hero, { root: level });
  let slid = slide(world, hero, { by: [0, 30], up: [0, -1] });
  assert.deepEqual([slid.moved, slid.floor, hero.x, hero.y], [[0, 0], [0, -1], 0, 0]);
  for (let frame = 1; frame <= 70; frame++) {
    put(level, -3 * frame, frame).scale.set(1 + frame / 50);
    level.rotation = frame / 30;
    slid = slide(world, hero, { by: { x: 2, y: 3 }, up: [0, -1], footing: slid.footing });
    world.step();
    assert.deepEqual([hero.x, hero.y], [2 * frame, 0], `frame ${frame}`);
  }
  slid = slide(world, hero, { by: [9, 3], up: [0, -1] });
  assert.deepEqual([hero.x, slid.wall], [146, [-1, 0]]);
  // Pressed on, it moves no bit.
  for (let i = 0; i < 5; i++) slide(world, hero, { by: [9, 3], up: [0, -1] });
  assert.deepEqual([hero.x, hero.y], [146, 0]);
});

test("where_a_view_ends_its_collider_is_found_again_to_the_bit_below_containers_that_turn_and_scale", () => {
  const { level, world } = scrolled();
  for (let i = 0; i < 60; i++) {
    const rock = level.addChild(put(box(random(8, 60), random(8, 60)), random(-300, 300), random(-300, 300)));
    rock.rotation = random(0, 6);
    follow(world, rock, { root: level, static: true, layer: "rock", sees: "hero" });
  }
  const heroes = Array.from({ length: 12 }, () => {
    const [outer, inner] = [new Container(), new Container()];
    put(level.addChild(outer), random(-90, 90), random(-90, 90)).rotation = random(-3, 3);
    outer.scale.set(random(0.4, 2), random(-2, -0.4));
    put(outer.addChild(inner), random(-40, 40), random(-40, 40)).skew.set(random(-0.4, 0.4), 0);
    const hero = inner.addChild(box(10, 14));
    hero.pivot.set(3, -2);
    useShape(hero, { type: "circle", radius: 5 });
    follow(world, hero, { root: level, layer: "hero", sees: "rock" });
    world.separate(keyOf(world, hero));
    // To where the collider was put.
    const [, , , , x, y] = place(world, hero);
    hero.position.copyFrom(inner.toLocal(level.toGlobal({ x, y })));
    return hero;
  });
  let moved = 0;
  for (let frame = 0; frame < 200; frame++) {
    put(level, random(-500, 500), random(-500, 500)).scale.set(random(0.2, 4));
    for (const hero of heroes) {
      const slid = slide(world, hero, { by: [random(-20, 20), random(-20, 20)] });
      assert.notEqual(slid.end, "stuck");
      const before = place(world, hero);
      moved += Math.hypot(...slid.moved);
      sync(world, hero);
      assert.deepEqual(place(world, hero), before, `frame ${frame}`);
      // And it is what PixiJS shows.
      const shown = transformOf(hero, { root: level });
      assert.ok(Math.hypot(shown[4] - before[4], shown[5] - before[5]) < 1e-4);
    }
    world.step();
    assert.deepEqual(world.pairs(), []);
  }
  assert.ok(moved > 12 * 200 * 4, String(moved));
});

test("a_lift_that_is_a_view_carries_a_view_and_one_that_comes_into_sight_sweeps_nothing_along", () => {
  const { level, world } = scrolled();
  const hero = level.addChild(box(10, 10));
  const lift = level.addChild(put(box(40, 10), 0, 40));
  // Both are added at the origin and taken to where they are: no way on which anything is swept along.
  follow(world, hero, { root: level });
  follow(world, lift, { root: level, platform: true });
  let slid = slide(world, hero, { by: [0, 50], up: [0, -1] });
  assert.deepEqual([hero.y, slid.footing.key, slid.pushed], [30, keyOf(world, lift), [0, 0]]);
  for (let frame = 0; frame < 20; frame++) {
    lift.x += 3;
    lift.y -= 2;
    slid = slide(world, hero, { by: [0, 1], up: [0, -1], footing: slid.footing });
    world.step();
    assert.deepEqual([hero.x, hero.y], [lift.x, lift.y - 10], `frame ${frame}`);
  }
  lift.visible = false;
  world.step();
  put(lift, hero.x - 200, hero.y);
  world.step();
  put(lift, hero.x + 200, hero.y);
  lift.visible = true;
  slid = slide(world, hero, { by: [0, 0] });
  assert.deepEqual([slid.moved, slid.pushed, slid.carried], [[0, 0], [0, 0], [0, 0]]);
});

test("a_deck_that_is_a_view_holds_from_above_only", () => {
  const { level, world } = scrolled();
  const [hero, deck] = [level.addChild(put(box(10, 10), 0, 40)), level.addChild(box(60, 4))];
  follow(world, hero, { root: level });
  follow(world, deck, { root: level, static: true, oneWay: [0, -1] });
  world.step();
  assert.deepEqual(slide(world, hero, { by: [0, -80], up: [0, -1] }).moved, [0, -80]);
  world.step();
  slide(world, hero, { by: [0, 80], up: [0, -1] });
  assert.equal(hero.y, -7);
});

test("what_each_collider_does_is_decided_by_its_view", () => {
  const { level, world } = scrolled();
  const [hero, door, wall] = [box(10, 10), put(box(10, 40), 40, 0), put(box(10, 40), 80, 0)].map((view) => level.addChild(view));
  for (const view of [hero, door, wall]) follow(world, view, { root: level });
  const met = [];
  const slid = slide(world, hero, { by: [100, 0] }, ({ data }) => (met.push(data), data === door ? "cross" : "stop"));
  assert.deepEqual([hero.x, slid.end, met], [70, "stopped", [door, wall]]);
});

test("a_view_that_is_not_shown_meets_nothing_and_mistakes_are_told", () => {
  const { level, world } = scrolled();
  const [hero, wall] = [level.addChild(box(10, 10)), level.addChild(put(box(10, 40), 40, 0))];
  for (const view of [hero, wall]) follow(world, view, { root: level });
  hero.visible = false;
  hero.x = 10;
  slide(world, hero, { by: [50, 0] });
  assert.equal(hero.x, 60);
  const stray = box(4, 4);
  assert.throws(() => slide(world, stray, { by: [1, 0] }), { name: "JostleError", kind: "key", path: "view" });
  assert.throws(() => slide(world, wall, { by: [NaN, 0] }), { name: "JostleError", path: "slide.by[0]" });
  assert.equal(wall.x, 40);
  const flat = level.addChild(new Container());
  flat.addChild(wall);
  flat.scale.set(0, 1);
  assert.throws(() => slide(world, wall, { by: [1, 0] }), { path: "view", message: /scaled to nothing/ });
  wall.destroy();
  assert.throws(() => slide(world, wall, { by: [1, 0] }), { kind: "key" });
});

test("a_slide_whose_function_throws_moves_nothing_and_the_function_may_ask", () => {
  const world = new World();
  const hero = world.add({ shape: { type: "circle", radius: 1 } });
  const wall = world.add({ shape: { type: "rect", half: [1, 9] }, at: [5, 0] });
  const before = world.hash();
  const ours = new Error("ours");
  const throws = () => {
    throw ours;
  };
  assert.throws(() => world.slide(hero, { by: [9, 0] }, throws), ours);
  assert.throws(() => world.slide(hero, { by: [9, 0] }, () => "jump"), { path: "respond" });
  assert.throws(() => world.slide(hero, { by: [9, 0] }, () => world.remove(wall)), { kind: "world", message: /asking a function of yours/ });
  assert.equal(world.hash(), before);
  let met;
  world.slide(hero, { by: [9, 0] }, ({ key }) => {
    met = world.worldTransform(key)[4];
  });
  assert.deepEqual([met, world.transform(hero)[4]], [5, 3]);
});

test("a_group_cannot_slide_and_is_named_by_its_key", () => {
  const world = new World();
  world.add({ shape: { type: "circle", radius: 1 } });
  const group = world.add({});
  assert.throws(() => world.slide(group, { by: [1, 0] }), { kind: "key", message: `key: ${group} is a group, it has no shape` });
});
