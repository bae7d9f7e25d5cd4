// The platformer without its page: the map, and rules that are played for many frames.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { overlapsInterior } from "jostle";
import { root } from "./page.mjs";
import { rules } from "./rules.mjs";

const art = join(root, "../examples/tiled");
const text = readFileSync(join(art, "platformer.tmj"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "jostle-map-"));
let Game, readMap;
before(async () => {
  ({ Game } = await rules("platformer/game.ts"));
  ({ readMap } = await rules("platformer/tiled.ts"));
});
after(() => rmSync(folder, { recursive: true }));

/** A stone in place of the traced one, which needs a picture. */
const corners = Array.from({ length: 18 }, (_, i) => {
  const [radius, turn] = [i % 2 ? 32 : 26, (i * Math.PI) / 9];
  return [32 + radius * Math.cos(turn), 32 + radius * Math.sin(turn)];
});
const stone = { shape: { type: "polygon", points: corners }, pivot: [32, 32], scale: 1 };
const game = (laying = "grids") => new Game(readMap(text), stone, laying);
const REST = { along: 0, jump: false, down: false, shoot: false };

/** Plays until something is so, and fails where it is not in ten seconds. */
function until(played, input, so) {
  for (let i = 0; i < 600; i++) {
    if (so()) return;
    played.advance(input);
  }
  assert.fail(`not in ten seconds; at ${played.at}`);
}

test("the script writes the map, and Tiled opens it", (t) => {
  execFileSync("python3", [join(art, "platformer.py"), folder]);
  for (const name of ["platformer.tmj", "platformer.png"]) {
    assert.deepEqual(readFileSync(join(folder, name)), readFileSync(join(art, name)), `${name} is not what platformer.py writes`);
  }
  const out = join(folder, "again.tmj");
  const env = { ...process.env, QT_QPA_PLATFORM: "offscreen" };
  const tiled = spawnSync("tiled", ["--export-map", "json", join(art, "platformer.tmj"), out], { env, encoding: "utf8", timeout: 60_000 });
  if (tiled.error?.code === "ENOENT") return t.diagnostic("there is no tiled here");
  assert.equal(tiled.status, 0, tiled.stderr);
  // Tiled writes all that it read; a map of the same cells and objects comes of it.
  assert.deepEqual(readMap(readFileSync(out, "utf8")), readMap(text));
});

test("maps that the reader cannot read are refused with their place", () => {
  const changed = (change) => {
    const map = JSON.parse(text);
    change(map);
    return () => readMap(JSON.stringify(map));
  };
  assert.throws(changed((map) => (map.infinite = true)), /map: is not orthogonal and finite/);
  assert.throws(changed((map) => (map.tilesets[0] = { firstgid: 1, source: "far.tsx" })), /far\.tsx: the tileset is not in the map/);
  assert.throws(changed((map) => (map.layers[0].data = "eJw=")), /ground: its cells are not a list of numbers/);
  assert.throws(changed((map) => map.tilesets[0].tiles[0].objectgroup.objects.push({ x: 0, y: 0 })), /tile 1: has more than one shape/);
});

test("flipped and turned tiles have the corners that Tiled shows", () => {
  const map = JSON.parse(text);
  const [LEFT_RIGHT, TOP_BOTTOM, DIAGONAL] = [0x80000000, 0x40000000, 0x20000000];
  map.layers[0].data.splice(0, 4, 3, 3 + LEFT_RIGHT, 3 + TOP_BOTTOM, 3 + DIAGONAL + LEFT_RIGHT);
  const { rows, tiles } = readMap(JSON.stringify(map)).layers[0];
  const points = [...rows[0].slice(0, 4)].map((letter) => tiles[letter].points);
  // The flat slope; to the right of it, mirrored; upside down; and turned by a quarter, x toward y.
  assert.deepEqual(points, [
    [[0, 1], [1, 0.5], [1, 1]],
    [[1, 1], [0, 0.5], [0, 1]],
    [[0, 0], [1, 0.5], [1, 0]],
    [[0, 0], [0.5, 1], [0, 1]],
  ]);
});

test("a hundred seconds of play: no snag, no overlap, and single tiles are the grid to the bit", () => {
  let seed = 5;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const [whole, tiles] = [game("grids"), game("tiles")];
  assert.ok(tiles.world.len() > whole.world.len() + 200);
  let input = REST;
  for (let frame = 0; frame < 6000; frame++) {
    if (frame % 20 === 0) {
      const way = random();
      input = { along: way < 0.35 ? -1 : way < 0.85 ? 1 : 0, jump: random() < 0.5, down: random() < 0.1, shoot: random() < 0.2 };
    }
    for (const each of [whole, tiles]) each.advance(input);
    assert.deepEqual(tiles.at, whole.at, `frame ${frame}`);
  }
  assert.deepEqual([whole.faults, tiles.faults], [{ snags: 0, overlaps: 0 }, { snags: 0, overlaps: 0 }]);
  assert.ok(whole.state.coins > 5 && whole.at[0] > 700, `${whole.state.coins} coins, at ${whole.at}`);
});

test("counters count: being stopped by nothing, and an overlap; not what is pushed out or stepped over", () => {
  const played = game();
  until(played, REST, () => played.state.air === 0);
  const [x, y] = played.at;
  played.world.setTransform(played.hero, { position: [x, y + 4] });
  played.advance(REST);
  assert.ok(Math.abs(played.at[1] - y) < 1e-4, String(played.at));
  const ledge = { type: "rect", half: [5, 0.4] };
  played.world.add({ shape: ledge, at: [x + 30, 240], layer: "wall", data: { kind: "ground" } });
  until(played, { ...REST, along: 1 }, () => played.at[0] > x + 60);
  const still = { moved: [0, 0], pushed: [0, 0], carried: [0, 0], stepped: 0 };
  assert.deepEqual([played.snags(still, 2.4), played.snags({ ...still, moved: [2.4, 0] }, 2.4)], [true, false]);
  played.world.add({ shape: { type: "rect", half: [5, 20] }, at: [played.at[0] + 12, 220], layer: "wall", data: { kind: "ground" } });
  assert.equal(played.snags(still, 2.4), false);
  // Another collider that slides do not see is overlapped, and that is counted.
  assert.deepEqual(played.faults, { snags: 0, overlaps: 0 });
  const ghost = played.world.add({ shape: { type: "circle", radius: 4 }, at: played.at, layer: "wall", sensor: true, data: { kind: "ground" } });
  played.advance(REST);
  assert.ok(overlapsInterior(played.world.placed(ghost), played.world.placed(played.hero)));
  assert.equal(played.faults.overlaps, 1);
});

test("on level ground a frame moves by exactly what was asked", () => {
  const played = game();
  until(played, REST, () => played.state.air === 0);
  until(played, { ...REST, along: 1 }, () => played.state.vx === 2.4);
  for (let i = 0; i < 10; i++) {
    const [x, y] = played.at;
    played.advance({ ...REST, along: 1 });
    assert.deepEqual(played.at, [Math.fround(x + Math.fround(2.4)), y]);
  }
});

test("decks hold from above, let through from below, and are left downward", () => {
  const played = game();
  until(played, { ...REST, along: 1 }, () => played.at[0] > 104);
  until(played, REST, () => played.state.air === 0 && played.state.vx === 0);
  const low = played.at[1];
  until(played, { ...REST, jump: true }, () => played.state.air === 0 && played.at[1] < low - 40);
  assert.equal(Math.round(played.at[1]), 180 - 11);
  assert.equal(played.world.data(played.state.footing.key).kind, "deck");
  until(played, { ...REST, down: true }, () => played.at[1] > low - 1);
});

test("lifts carry to the bit, and the one that turns is left when it is steep", () => {
  const played = game();
  const [across, turning, up] = played.laid.movers;
  const place = (mover) => played.world.transform(mover.key).slice(4);
  const ride = (mover, from) => {
    played.world.setTransform(played.hero, { position: from });
    until(played, REST, () => played.state.footing?.key === mover.key);
  };
  ride(across, [place(across)[0], 220]);
  const offset = played.at[0] - place(across)[0];
  for (let i = 0; i < 300; i++) {
    played.advance(REST);
    assert.ok(Math.abs(played.at[0] - place(across)[0] - offset) < 1e-3, `frame ${i}`);
  }
  ride(up, [place(up)[0], 60]);
  const high = played.at[1];
  until(played, REST, () => Math.abs(played.at[1] - high) > 60 || Math.abs(played.at[1] - 69) < 1);
  assert.equal(played.state.footing.key, up.key);
  until(played, REST, () => Math.abs(turning.at(played.state.frame).degrees % 180) < 1);
  ride(turning, [place(turning)[0] + 10, 140]);
  until(played, REST, () => played.state.footing?.key !== turning.key);
  assert.deepEqual(played.faults, { snags: 0, overlaps: 0 });
});

test("a shot passes through nothing, and breaks a crate", () => {
  const played = game();
  const [crate] = played.laid.crates;
  const [, , , , x, y] = played.world.transform(crate);
  played.world.setTransform(played.hero, { position: [x - 200, y] });
  played.advance({ ...REST, shoot: true });
  for (let i = 0; i < 20; i++) played.advance(REST);
  assert.equal(played.world.contains(crate), false);
  assert.deepEqual([played.left("crates"), played.state.bullets.length], [[1], 0]);
});

test("time goes back to the same bits, also over a lift, a coin and a jump", () => {
  const played = game();
  const [lift] = played.laid.movers;
  played.world.setTransform(played.hero, { position: [lift.at(0).position[0] - 40, 220] });
  const hashes = [];
  for (let i = 0; i < 240; i++) {
    hashes.push([played.world.hash(), JSON.stringify(played.state)]);
    played.advance({ along: i % 90 < 45 ? 1 : 0, jump: i % 60 < 15, down: false, shoot: i % 50 === 0 });
  }
  while (hashes.length > 0) {
    assert.equal(played.rewind(), true);
    assert.deepEqual([played.world.hash(), JSON.stringify(played.state)], hashes.pop());
  }
  assert.equal(played.rewind(), false);
});
