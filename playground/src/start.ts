// What a scene begins with: its own bodies, or those that were saved.
import { under } from "jostle";
import { Body } from "./body.js";
import { DocumentError, type Saved } from "./document.js";

/** The first two colliders that were saved, or the two that the scene comes with. */
export function pair(saved: Saved | null, own: readonly [Body, Body]): readonly [Body, Body] {
  if (!saved) return own;
  const [a, b] = saved.colliders;
  if (!a || !b) throw new DocumentError("colliders", "this scene needs two");
  return [Body.from(worldForm(saved, a)), Body.from(worldForm(saved, b))];
}

/** A collider without its parents: their transforms go into its own. */
export function worldForm(saved: Saved, form: Saved["colliders"][number]): Saved["colliders"][number] {
  const { parent, ...own } = form;
  if (parent === undefined) return form;
  const above = new Map([...saved.groups, ...saved.colliders].map((each) => [each.id, each]));
  let transform = own.transform ?? {};
  for (let at = above.get(parent); at; at = at.parent === undefined ? undefined : above.get(at.parent)) {
    transform = { matrix: under(transform, at.transform ?? {}) };
  }
  return { ...own, transform };
}
