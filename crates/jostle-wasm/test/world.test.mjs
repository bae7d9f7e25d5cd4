import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_LAYERS, EventBatch, JostleError, Replay, World, place } from "../js/index.js";

const ball = (radius = 1) => ({ type: "circle", radius });

function refused(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof JostleError, error.stack);
    return [error.kind, error.path, error.message];
  }
  return assert.fail("it was not refused");
}

test("an_enter_has_its_exit_with_the_data_of_what_is_gone", () => {
  const world = new World();
  const hero = world.add({ shape: ball(8), data: "hero" });
  const coin = world.add({ shape: ball(4), at: [10, 0], data: { worth: 5 }, sensor: true });
  const heard = [];
  world.on("enter", (event) => heard.push(event.kind) && world.remove(event.b));
  const stop = world.on("exit", (event) => heard.push(event.dataB.worth));
  const [enter] = world.step();
  assert.deepEqual([enter.kind, enter.a, enter.b, enter.dataA], ["enter", hero, coin, "hero"]);
  assert.deepEqual([enter.contact, enter.sensor, enter.pushA], [null, true, [0, 0]]);
  const [exit] = world.step();
  assert.deepEqual([exit.kind, exit.reason, exit.dataB], ["exit", "removed", { worth: 5 }]);
  assert.deepEqual(world.step(), []);
  stop();
  assert.deepEqual(heard, ["enter", 5]);
});

test("steps_compute_and_report_what_the_options_state", () => {
  const world = new World();
  const wall = world.add({ shape: ball(2) });
  const coin = world.add({ shape: ball(1), at: [2, 0], sensor: true, detail: "push" });
  assert.deepEqual([world.step()[0].contact.depth, world.detail(coin), world.detail(wall)], [1, "push", null]);
  world.setDetail(coin, null);
  assert.deepEqual([world.step()[0].contact, world.detail(coin)], [null, null]);
  assert.equal(world.contact(wall, coin).depth, 1);
  assert.equal(world.overlaps(wall, coin), true);
  assert.equal(world.gap(wall, coin).separation, -1);
  assert.deepEqual(world.closest(wall, [5, 0]), { point: [2, 0], separation: 3, normal: [1, 0] });
  assert.deepEqual([world.overlaps(wall, 99), world.contact(99, wall), world.closest(99, [0, 0])], [null, null, null]);
  const group = world.add({});
  assert.deepEqual([world.gap(wall, group), world.overlaps(group, wall)], [null, null]);
  assert.deepEqual(world.stepOptions(), { solids: "push", sensors: "touch", stays: true });
  world.setStepOptions({ sensors: "near", stays: false });
  assert.deepEqual(world.stepOptions(), { solids: "push", sensors: "near", stays: false });
  assert.deepEqual([world.step(), world.pairs()[0].contact.depth], [[], 1]);
  assert.equal(refused(() => world.setStepOptions({ solids: "all" }))[1], "options.solids");
  assert.equal(refused(() => world.setDetail(99, "near"))[0], "key");
});

test("an_edit_is_seen_by_the_next_question_without_a_step", () => {
  const world = new World();
  const key = world.add({ shape: ball() });
  world.setTransform(key, { position: [50, 0] });
  assert.deepEqual(world.atPoint([50, 0.5]), [key]);
  assert.deepEqual(world.atPoint([0, 0]), []);
  world.setTransforms([key], new Float32Array([1, 0, 0, 1, -7, 0]));
  assert.deepEqual(world.overlappingAabb({ min: [-9, -1], max: [-8, 1] }), [key]);
  world.disable(key);
  assert.deepEqual(world.overlapping(place(ball(), { position: [-7, 0] })), []);
});

test("layers_are_seen_one_way_and_why_not_says_so_in_words", () => {
  const world = new World();
  const a = world.add({ shape: ball(), layer: "ghost", sees: "hero" });
  const b = world.add({ shape: ball(), layer: ["coin"], sees: [] });
  assert.equal(world.step().length, 0);
  const why = world.whyNot(a, b);
  assert.equal(why.rule, "layers");
  const words = "neither sees the other: a sees layer hero and b is on layer coin; b sees no layer and a is on layer ghost";
  assert.equal(why.message, words);
  world.setLayers(b, "hero", []);
  assert.equal(world.whyNot(a, b).rule, "nothing");
  assert.equal(world.step()[0].seenBy, "a");
  assert.deepEqual([world.layer(b), world.sees(b), world.sees(a)], [["hero"], [], ["hero"]]);
  world.setLayers(b, 7, ALL_LAYERS);
  assert.deepEqual([world.layer(b), world.sees(b)], [[7], [...ALL_LAYERS]]);
});

test("declared_layers_turn_a_typing_error_into_an_error", () => {
  const world = new World({ layers: ["hero", "coin"] });
  const [kind, path, message] = refused(() => world.add({ shape: ball(), layer: "cion" }));
  assert.deepEqual([kind, path], ["form", "layer"]);
  assert.equal(message, 'layer: unknown layer "cion"; the layers are hero, coin');
});

test("questions_find_what_the_filter_lets_through", () => {
  const world = new World();
  const keys = world.addAll([0, 5, 10, 15].map((x, i) => ({ shape: ball(), at: [x, 0], data: i, layer: i % 2 })));
  assert.deepEqual(world.nearest([6, 0], 2).map(({ key }) => key), [keys[1], keys[2]]);
  const ray = { origin: [-5, 0], translation: [40, 0] };
  assert.equal(world.rayFirst(ray).fraction, Math.fround(0.1));
  assert.deepEqual(world.rayAll(ray, { layers: 1 }).map(({ key }) => key), [keys[1], keys[3]]);
  assert.equal(world.rayFirst(ray, { except: [keys[0]] }).key, keys[1]);
  assert.equal(world.rayFirst(ray, { only: (_key, data) => data === 2 }).key, keys[2]);
  assert.equal(world.rayAny(ray, { only: () => false }), false);
  assert.equal(world.rayFirst({ ...ray, origin: [-5, 1.5], radius: 0.5 }).key, keys[0]);
  assert.deepEqual(world.containedIn({ type: "rect", half: [6, 2] }), [keys[0], keys[1]]);
  const touching = world.contactsOf({ type: "rect", half: [6, 2] });
  assert.ok(touching.some(({ key, contact }) => key === keys[0] && contact.depth > 0));
  const pair = world.nearestPair({ only: (_key, data) => data !== 1 });
  assert.deepEqual([pair.a, pair.b, pair.gap.separation], [keys[2], keys[3], 3]);
});

test("questions_in_bulk_answer_as_one_by_one", () => {
  const world = new World();
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 100;
  world.addAll(Array.from({ length: 200 }, () => ({ shape: ball(4), at: [random(), random()] })));
  const points = Float32Array.from({ length: 100 }, random);
  const boxes = Float32Array.from({ length: 100 }, random);
  const rays = Float32Array.from({ length: 100 }, random);
  const slice = (batch, i) => [...batch.keys.subarray(i ? batch.ends[i - 1] : 0, batch.ends[i])];
  const at = world.atPointEach(points);
  for (let i = 0; i < 50; i++) assert.deepEqual(slice(at, i), world.atPoint([points[2 * i], points[2 * i + 1]]));
  const within = world.overlappingAabbEach(boxes);
  for (let i = 0; i < 25; i++) {
    const [x, y, u, v] = boxes.subarray(4 * i);
    const box = { min: [Math.min(x, u), Math.min(y, v)], max: [Math.max(x, u), Math.max(y, v)] };
    assert.deepEqual(slice(within, i), world.overlappingAabb(box));
  }
  const first = world.rayFirstEach(rays);
  const any = world.rayAnyEach(rays);
  for (let i = 0; i < 25; i++) {
    const [x, y, dx, dy] = rays.subarray(4 * i);
    const found = world.rayFirst({ origin: [x, y], translation: [dx, dy] });
    assert.equal(first.keys[i], found?.key ?? 0);
    assert.equal(any[i], found ? 1 : 0);
    if (found) assert.deepEqual([...first.points.subarray(2 * i, 2 * i + 2)], found.point);
  }
});

test("stale_and_foreign_keys_and_what_is_no_key_find_nothing", () => {
  const [world, other] = [new World(), new World()];
  const key = world.add({ shape: ball() });
  const foreign = other.add({ shape: ball() });
  assert.notEqual(key, foreign);
  world.remove(key);
  for (const bad of [key, foreign, 0, -1, 1.5, NaN, Infinity, "1", null, undefined]) {
    assert.equal(world.contains(bad), false);
    assert.equal(world.remove(bad), false);
    assert.equal(world.transform(bad), null);
    assert.equal(world.shape(bad), null);
    assert.deepEqual(refused(() => world.setTransform(bad, {})).slice(0, 2), ["key", ""]);
  }
  assert.match(refused(() => world.enable(key))[2], new RegExp(`no collider has the key ${key}`));
  assert.equal(refused(() => world.add({ shape: ball(), parent: key }))[2], `parent: no collider has the key ${key}`);
  const child = world.add({ shape: ball() });
  assert.deepEqual(refused(() => world.setParent(child, key)).slice(0, 2), ["key", "parent"]);
  assert.deepEqual(refused(() => world.setParent(key, child)).slice(0, 2), ["key", ""]);
});

test("what_is_refused_changes_nothing_and_names_the_place", () => {
  const world = new World();
  const a = world.add({ shape: ball() });
  const before = world.hash();
  const wrong = { shape: { type: "polygon", points: [[0, 0], [2, 2], [2, 0], [0, 2]] } };
  const crossing = "colliders[1].shape: edge 0 of ring 0 properly crosses edge 2 of ring 0";
  assert.deepEqual(refused(() => world.addAll([{ shape: ball() }, wrong])), ["shape", "colliders[1].shape", crossing]);
  assert.deepEqual(refused(() => world.setTransform(a, { position: [NaN, 0] }))[1], "transform.position[0]");
  assert.deepEqual(refused(() => world.setTransforms([a], new Float32Array([1, 0, 0, 1, Infinity, 0])))[1], "matrices[0]");
  assert.deepEqual(refused(() => world.setTransforms([a, 3], new Float32Array(12)))[1], "keys[1]");
  assert.deepEqual(refused(() => world.setParent(a, a))[0], "cycle");
  assert.deepEqual(refused(() => world.add({ shape: ball(), color: 3 }))[1], "color");
  assert.deepEqual(refused(() => world.add({ shape: { ...ball(), transform: { turn: 1 } } }))[1], "shape.transform.turn");
  assert.deepEqual(refused(() => world.restore({ bytes: new Uint8Array(3), data: [] }))[0], "snapshot");
  assert.deepEqual([world.hash(), world.len()], [before, 1]);
});

test("a_filter_may_ask_the_world_and_not_edit_it_and_what_it_throws_comes_out", () => {
  const world = new World();
  const key = world.add({ shape: ball() });
  const asked = world.atPoint([0, 0], { only: (own) => world.contains(own) && world.atPoint([0, 0]).length === 1 });
  assert.deepEqual(asked, [key]);
  const edit = () => world.atPoint([0, 0], { only: (own) => world.remove(own) });
  assert.equal(refused(edit)[0], "world");
  const throws = () => world.atPoint([0, 0], { only: () => { throw new RangeError("mine"); } });
  assert.throws(throws, RangeError);
  assert.equal(world.remove(key), true);
  world.setPairFilter(() => { throw new RangeError("mine"); });
  world.addAll([{ shape: ball() }, { shape: ball() }]);
  assert.throws(() => world.step(), RangeError);
  world.clearPairFilter();
  assert.equal(world.step().length, 1);
});

test("a_pair_filter_reads_data_and_is_asked_again_when_they_change", () => {
  const world = new World();
  const [a, b] = world.addAll([{ shape: ball(), data: 1 }, { shape: ball(), data: 1 }]);
  world.setPairFilter((p, q) => p.data !== q.data);
  assert.equal(world.step().length, 0);
  assert.equal(world.whyNot(a, b).rule, "filter");
  world.setData(b, 2);
  assert.equal(world.step()[0].kind, "enter");
  world.setData(b, 1);
  assert.equal(world.step()[0].reason, "filtered");
});

test("a_snapshot_goes_back_with_data_and_pairs_that_have_yet_to_end", () => {
  const world = new World();
  const [a, b] = world.addAll([{ shape: ball(), data: "a" }, { shape: ball(), data: "b" }]);
  world.step();
  world.remove(b);
  const saved = structuredClone(world.snapshot());
  const hash = world.hash();
  const [exit] = world.step();
  world.setTransform(a, { position: [9, 9] });
  const other = new World({ broadPhase: "brute" });
  for (const back of [world, other]) {
    back.restore(saved);
    assert.equal(back.hash(), hash);
    assert.deepEqual(back.step(), [exit]);
    assert.equal(back.data(a), "a");
  }
});

test("a_journal_replays_to_the_same_hash_through_its_text", () => {
  const world = new World({ touching: "ignored" });
  world.add({ shape: { type: "mask", rows: ["#.", "##"] }, data: "before" });
  world.record();
  const fleet = world.add({ at: [3, 3], layer: "fleet" });
  const ship = world.add({ shape: { type: "rect", half: [2, 1], degrees: 30 }, parent: fleet, team: 3, sees: [1, 2] });
  world.add({ shape: { type: "chain", points: [[0, 0], [9, 9]], sided: "left" }, sensor: true, enabled: false });
  world.applyTransform(ship, { degrees: 10 });
  world.setShape(ship, { type: "polygon", points: [[0, 0], [4, 0], [0, 4]], radius: 0.5 });
  world.setLayers(ship, "fleet", ALL_LAYERS);
  world.makeSensor(ship);
  world.setDetail(ship, "near");
  world.setStepOptions({ solids: "touch", stays: false });
  world.add({ detail: "push" });
  world.step();
  world.remove(fleet, "release");
  world.step();
  const lines = world.takeJournal().map((op) => JSON.stringify(op));
  const replay = new Replay();
  const steps = lines.map((line) => replay.apply(JSON.parse(line))).filter((events) => events !== null);
  assert.equal(replay.world.hash(), world.hash());
  assert.equal(steps.length, 2);
  assert.ok(lines.every((line) => line.length < 400));
  assert.equal(refused(() => replay.apply({ op: "jump" }))[1], "op");
  assert.equal(refused(() => replay.apply({ op: "enable", key: 99 }))[0], "key");
});

test("columns_of_events_say_what_objects_say", () => {
  const build = () => {
    const world = new World();
    world.addAll([0, 1.5, 3, 40].map((x) => ({ shape: ball(), at: [x, 0], sensor: x === 3 })));
    return world;
  };
  const [objects, columns] = [build(), build()];
  const batch = new EventBatch();
  for (let step = 0; step < 3; step++) {
    const events = objects.step();
    columns.stepInto(batch);
    assert.equal(batch.length, events.length);
    const offset = columns.keys()[0] - objects.keys()[0];
    events.forEach((event, i) => {
      assert.equal(["enter", "stay", "exit"][batch.kinds[i]], event.kind);
      assert.equal(batch.a[i] - offset, event.a);
      assert.equal(batch.sensors[i] === 1, event.sensor);
      const contact = [...batch.contacts.subarray(9 * i, 9 * i + 9)];
      if (event.contact) {
        const { normal, depth, point, onA, onB } = event.contact;
        assert.deepEqual(contact, [...normal, depth, ...point, ...onA, ...onB]);
      } else assert.ok(contact.every(Number.isNaN));
    });
    for (const world of [objects, columns]) world.setTransform(world.keys()[1], { position: [30 * step, 0] });
  }
});

test("parents_carry_children_and_can_leave_them_behind", () => {
  const world = new World();
  const fleet = world.add({ transform: { position: [10, 0], degrees: 90 } });
  const ship = world.add({ shape: ball(), parent: fleet, at: [5, 0], data: "ship" });
  assert.deepEqual(world.atPoint([10, 5]), [ship]);
  assert.deepEqual([world.parent(ship), world.children(fleet), world.parent(fleet)], [fleet, [ship], null]);
  assert.deepEqual(world.subtreeBounds(fleet), { min: [9, 4], max: [11, 6] });
  world.remove(fleet, "release");
  assert.deepEqual([world.atPoint([10, 5]), world.data(ship)], [[ship], "ship"]);
});

test("shapes_of_every_kind_read_back_and_can_be_added_again", () => {
  const world = new World();
  const triangle = { type: "polygon", points: [[0, 1], [1, 0], [1, 1]] };
  const shapes = [
    { type: "point", at: [1, 2] },
    { type: "segment", a: [0, 0], b: [1, 2] },
    { type: "circle", center: [1, 2], radius: 3 },
    { type: "capsule", a: [0, 0], b: [1, 2], radius: 3 },
    { type: "rect", center: [1, 2], half: [3, 4], rot: [0, 1], radius: 0.5 },
    { type: "ellipse", center: [0, 0], radii: [3, 4] },
    { type: "halfPlane", normal: [0, 2], offset: -1 },
    { type: "polygon", points: [[0, 0], [9, 0], [0, 9]], holes: [[[1, 1], [1, 2], [2, 1]]] },
    { type: "chain", points: [[0, 0], [9, 0]], closed: false, sided: "left" },
    { type: "compound", parts: [ball(2), { ...ball(1), transform: { matrix: [1, 0, 0, 1, 5, 0] } }].map((s) => ({ center: [0, 0], ...s })) },
    { type: "mask", rows: ["#.".repeat(40), ".#".repeat(40)] },
    { type: "grid", cell: [2, 1], rows: ["#0.", ".0#"], tiles: { 0: triangle } },
  ];
  for (const shape of shapes) {
    const key = world.add({ shape });
    assert.deepEqual(JSON.parse(JSON.stringify(world.shape(key))), shape);
    assert.deepEqual(world.shape(world.add({ shape: world.shape(key) })), world.shape(key));
  }
});

test("a_drawing_has_lines_in_the_colors_of_the_library", () => {
  const world = new World();
  world.addAll([{ shape: ball() }, { shape: ball(), at: [1, 0] }, { shape: ball(), at: [20, 0] }]);
  world.step();
  const sketch = world.draw({ min: [-50, -50], max: [50, 50] }, { outlines: true, keys: true, contacts: true });
  const paints = new Map(sketch.lines.map(({ paint, color }) => [paint, color]));
  assert.deepEqual([paints.get("touching"), paints.get("free"), paints.get("contact")], [0xd1242f, 0x1a7f37, 0x1f2328]);
  assert.deepEqual(sketch.texts.map(({ text }) => text.length > 0), [true, true, true]);
  const lines = (tolerance) => world.draw({ min: [0, 0], max: [9, 9] }, { outlines: true, tolerance }).lines.length;
  assert.ok(lines(0.5) === 3 * 4 && lines(0.2) === 3 * 8 && lines(1e-3) > 100);
});

test("many_that_start_alike_are_added_in_one_call_all_or_none", () => {
  const [one, each] = [new World(), new World()];
  const boxes = Array.from({ length: 50 }, (_, i) => ({ w: 1 + (i % 3), x: 2 * i, y: i % 7 }));
  const unit = { type: "rect", width: 1, height: 1 };
  const start = { layer: "wall", sees: ["hero", 3], team: 4, sensor: true, detail: "touch" };
  const keys = boxes.map(({ w, x, y }, i) =>
    one.add({ ...start, shape: unit, transform: { matrix: [w, 0, 0, 1, x, y] }, data: `box ${i}` }),
  );
  const matrices = new Float32Array(boxes.flatMap(({ w, x, y }) => [w, 0, 0, 1, x, y]));
  const added = each.addEach(unit, matrices, { ...start, data: boxes.map((_, i) => `box ${i}`) });
  assert.ok(added instanceof Float64Array && added.length === 50);
  assert.equal(each.hash(), one.hash());
  const k = 17;
  assert.deepEqual(
    [each.data(added[k]), each.layer(added[k]), each.sees(added[k]), each.team(added[k]), each.isSensor(added[k])],
    [one.data(keys[k]), one.layer(keys[k]), one.sees(keys[k]), one.team(keys[k]), one.isSensor(keys[k])],
  );
  const before = each.hash();
  const two = new Float32Array([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
  const place = (index) => Float32Array.from(two, (entry, i) => (i === index ? Infinity : entry));
  assert.deepEqual(refused(() => each.addEach(unit, place(10)))[1], "matrices[6]");
  assert.deepEqual(refused(() => each.addEach([unit, { type: "circle", radius: -1 }], two))[1], "shapes[1]");
  assert.deepEqual(refused(() => each.addEach([unit], two))[1], "shapes");
  assert.deepEqual(refused(() => each.addEach(unit, two, { parent: 3 }))[1], "start.parent");
  assert.deepEqual(refused(() => each.addEach(unit, two, { at: [0, 0] }))[1], "start.at");
  assert.equal(each.hash(), before);
  const group = each.add({ at: [100, 0] });
  const [below] = each.addEach({ ...unit, transform: { position: [1, 0] } }, two, { parent: group });
  assert.deepEqual(each.subtreeBounds(below), { min: [100.5, -0.5], max: [101.5, 0.5] });
});
