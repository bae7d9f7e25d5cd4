// The calls of a journal: from Rust's bytes to the objects of jostle's journal files.
import { Reader, isIdentity } from "./decode.js";
import { ALL, numbers } from "./layers.js";
import { DETAILS } from "./query.js";

const CHILDREN = ["remove", "release", "adopt"];

function layers(reader) {
  return [reader.u32(), reader.u32()];
}

function shape(reader) {
  return reader.u32() ? reader.shape() : null;
}

function direction(reader) {
  const some = reader.u8() === 1;
  const found = [reader.f32(), reader.f32()];
  return some ? found : null;
}

/** Reads an insertion; leaves out what a collider starts with. */
function insert(r) {
  const op = { op: "insert", key: r.f64() };
  const form = shape(r);
  const matrix = r.matrix();
  const parent = r.f64();
  const [layer, sees, team] = [layers(r), layers(r), r.u32()];
  const [sensor, enabled, detail] = [r.u8() === 1, r.u8() === 1, r.u8()];
  const [oneWay, platform] = [direction(r), r.u8() === 1];
  if (form) op.shape = form;
  if (!isIdentity(matrix)) op.transform = { matrix };
  if (parent) op.parent = parent;
  if (layer[0] || layer[1]) op.layer = numbers(...layer);
  if (sees[0] !== ALL[0] || sees[1] !== ALL[1]) op.sees = numbers(...sees);
  if (team) op.team = team;
  if (sensor) op.sensor = true;
  if (!enabled) op.enabled = false;
  if (detail) op.detail = DETAILS[detail];
  if (oneWay) op.one_way = oneWay;
  if (platform) op.platform = true;
  return op;
}

const READ = [
  (r) => ({ op: "world", touching: r.u8() === 1 ? "ignored" : "counts" }),
  insert,
  (r) => ({ op: "set_transform", key: r.f64(), transform: { matrix: r.matrix() } }),
  (r) => ({ op: "set_shape", key: r.f64(), shape: shape(r) }),
  (r) => ({ op: "set_parent", key: r.f64(), parent: r.f64() || null }),
  (r) => ({ op: "set_layers", key: r.f64(), layer: numbers(...layers(r)), sees: numbers(...layers(r)) }),
  (r) => ({ op: "set_team", key: r.f64(), team: r.u32() }),
  (r) => ({ op: "set_sensor", key: r.f64(), sensor: r.u8() === 1 }),
  (r) => ({ op: "enable", key: r.f64() }),
  (r) => ({ op: "disable", key: r.f64() }),
  (r) => {
    const op = { op: "remove", key: r.f64() };
    const children = CHILDREN[r.u8()];
    return children === "remove" ? op : { ...op, children };
  },
  () => ({ op: "step" }),
  (r) => ({ op: "set_detail", key: r.f64(), detail: DETAILS[r.u8()] }),
  (r) => ({ op: "set_step_options", solids: DETAILS[r.u8()], sensors: DETAILS[r.u8()], stays: r.u8() === 1 }),
  (r) => ({ op: "set_one_way", key: r.f64(), one_way: direction(r) }),
  (r) => ({ op: "set_platform", key: r.f64(), platform: r.u8() === 1 }),
];

/** Reads the calls that `j_journal` wrote. */
export function readJournal(bytes) {
  const reader = new Reader(bytes, "half_plane");
  const ops = [];
  while (!reader.done) ops.push(READ[reader.u8()](reader));
  return ops;
}
