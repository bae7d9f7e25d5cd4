// What a scene saves: the form of jostle's scene files (docs/scene.md), so that `jostle check` reads it too.
//
// The settings of a scene (which stage, which method) have no place in that form. They are the id of a
// group that carries nothing: "playground:stages?level=corners".
import { place, type Shape as AnyShape, type Transform as AnyTransform, type Vec2 } from "jostle";

/** In files, and so here, points are arrays. */
export type Shape = AnyShape<Vec2>;
export type Transform = AnyTransform<Vec2>;

export interface GroupForm {
  readonly id: string;
  readonly parent?: string;
  readonly transform?: Transform;
  readonly velocity?: readonly [number, number];
  readonly spin?: number;
}

export interface ColliderForm extends GroupForm {
  readonly shape: Shape;
  readonly layer?: string;
  readonly sees?: readonly string[];
}

export function isCollider(form: GroupForm): form is ColliderForm {
  return "shape" in form;
}

export interface Saved {
  /** The scene of the gallery that wrote it; null for a file of another origin. */
  readonly scene: string | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly groups: readonly GroupForm[];
  readonly colliders: readonly ColliderForm[];
}

/** A document that cannot be opened; the message names the place and what is wrong there. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  constructor(place: string, what: string) {
    super(place ? `${place}: ${what}` : what);
  }
}

const MARK = "playground:";
const GROUP_KEYS = ["id", "parent", "transform", "velocity", "spin", "keyframes"];
const COLLIDER_KEYS = [...GROUP_KEYS, "shape", "layer", "sees"];

/** Words that files spell in their own way, with how JavaScript has them. */
const SPELLED = [
  ["skew_degrees", "skewDegrees"],
  ["skew_radians", "skewRadians"],
  ["half_plane", "halfPlane"],
] as const;

/** The same value with such words exchanged, as keys and as the `type` of shapes. */
function respelled(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => respelled(each, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => {
    const known = key === "type" && typeof entry === "string" ? (names.get(entry) ?? entry) : respelled(entry, names);
    return [names.get(key) ?? key, known] as const;
  });
  return Object.fromEntries(entries);
}

const IN_FILES = new Map<string, string>(SPELLED.map(([file, own]) => [own, file]));
const IN_CODE = new Map<string, string>(SPELLED);

/** Makes the JSON object of a scene file. */
export function toDocument(saved: Saved): object {
  const settings = new URLSearchParams(saved.settings).toString();
  const mark = { id: `${MARK}${saved.scene}${settings ? `?${settings}` : ""}` };
  return respelled({ groups: [mark, ...saved.groups], colliders: saved.colliders }, IN_FILES) as object;
}

/** Reads what `JSON.parse` gave. */
export function fromDocument(value: unknown): Saved {
  const root = record(respelled(value, IN_CODE), "");
  unknownKeys(root, ["$schema", "groups", "colliders"], "");
  if (root.groups === undefined && root.colliders === undefined) {
    throw new DocumentError("", "neither colliders nor groups: this is no scene of jostle");
  }
  let scene: string | null = null;
  let settings: Record<string, string> = {};
  const groups: GroupForm[] = [];
  const parents = new Map<string, string | undefined>();
  list(root.groups, "groups").forEach((each, i) => {
    const group = readGroup(each, `groups[${i}]`, GROUP_KEYS, parents);
    if (group.id.startsWith(MARK)) {
      const [name = "", query = ""] = group.id.slice(MARK.length).split("?", 2);
      scene = name;
      settings = Object.fromEntries(new URLSearchParams(query));
    } else {
      groups.push(group);
    }
  });
  const colliders = list(root.colliders, "colliders").map((each, i) => {
    const at = `colliders[${i}]`;
    const form = readGroup(each, at, COLLIDER_KEYS, parents) as ColliderForm;
    if (form.shape === undefined) throw new DocumentError(at, "shape is missing");
    attempt(`${at}.shape`, () => place(form.shape));
    return form;
  });
  [...groups, ...colliders].forEach(({ id }) => followParents(id, parents));
  return { scene, settings, groups, colliders };
}

function readGroup(
  value: unknown,
  at: string,
  keys: readonly string[],
  parents: Map<string, string | undefined>,
): GroupForm {
  const form = record(value, at);
  unknownKeys(form, keys, at);
  if (typeof form.id !== "string") throw new DocumentError(`${at}.id`, "must be a text");
  if (parents.has(form.id)) throw new DocumentError(`${at}.id`, `"${form.id}" is the id of another`);
  if (form.parent !== undefined && typeof form.parent !== "string") {
    throw new DocumentError(`${at}.parent`, "must be a text");
  }
  parents.set(form.id, form.parent);
  const group = form as unknown as GroupForm;
  // A point may stand under every transform, so only the transform can be wrong here.
  attempt(`${at}.transform`, () => place({ type: "point" }, group.transform ?? {}));
  const { velocity, spin } = form;
  if (velocity !== undefined && !(Array.isArray(velocity) && velocity.length === 2 && velocity.every(Number.isFinite))) {
    throw new DocumentError(`${at}.velocity`, "must be two finite numbers");
  }
  if (spin !== undefined && !Number.isFinite(spin)) throw new DocumentError(`${at}.spin`, "must be a finite number");
  return group;
}

function followParents(id: string, parents: ReadonlyMap<string, string | undefined>): void {
  let steps = 0;
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
    if (!parents.has(at)) throw new DocumentError(`"${id}"`, `its parent "${at}" is not in the file`);
    if (++steps > parents.size) throw new DocumentError(`"${id}"`, "is below itself");
  }
}

function attempt(at: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new DocumentError(at, error instanceof Error ? error.message : String(error));
  }
}

function record(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DocumentError(at, "must be an object");
  }
  return value as Record<string, unknown>;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new DocumentError(at, "must be a list");
  return value;
}

function unknownKeys(object: Record<string, unknown>, known: readonly string[], at: string): void {
  const key = Object.keys(object).find((each) => !known.includes(each));
  if (key !== undefined) throw new DocumentError(at, `unknown key "${key}"`);
}
