// Frames of containers: where their children are in the frame of a root, and whether they show.
import { Matrix } from "pixi.js";
import { JostleError } from "../index.js";

/** Whether a container shows what is in it; one that is wholly transparent does. */
export function shows(container) {
  return container.visible && container.renderable;
}

/** The matrix from the frame of a container to that of a root above it, or to the screen's without one. */
export function matrixTo(container, root, into = new Matrix()) {
  const above = container.parent;
  if (container === root) return into.identity();
  if (above) matrixTo(above, root, into);
  else if (root) throw new JostleError("form", "root", "the view is not below this root");
  else into.identity();
  container.updateLocalTransform();
  return into.append(container.localTransform);
}

/** The frame of a container, as the last look found it. */
class Frame {
  matrix = new Matrix();
  /** Whether the children are on the stage, and nothing above hides them. */
  shown = false;
  /** The look at which it was computed, and that at which it last changed. */
  seen = 0;
  changed = 0;
}

const passing = new Matrix();

/** Frames that are computed once for each look, however many views they hold. */
export class Frames {
  #frames = new WeakMap();
  /** Counts looks. */
  #look = 0;
  /** The container of which all is in one frame; null for the screen's. */
  root = null;
  /** Without a root, the topmost container of views that show. */
  stage = null;

  get look() {
    return this.#look;
  }

  /** Begins a look: what is found until the next one is remembered. */
  begin() {
    this.#look++;
    while (this.stage?.parent) this.stage = this.stage.parent;
  }

  /** The frame of the children of a container. */
  of(container) {
    let frame = this.#frames.get(container);
    if (frame === undefined) this.#frames.set(container, (frame = new Frame()));
    if (frame.seen !== this.#look) this.#find(frame, container);
    return frame;
  }

  #find(frame, container) {
    frame.seen = this.#look;
    const above = container === this.root || !container.parent ? null : this.of(container.parent);
    let shown = shows(container);
    if (above) shown &&= above.shown;
    else if (this.root) shown &&= container === this.root;
    else shown &&= container === this.#stageOr(container);
    if (above) passing.copyFrom(above.matrix);
    else passing.identity();
    if (container !== this.root) {
      container.updateLocalTransform();
      passing.append(container.localTransform);
    }
    if (frame.shown === shown && frame.matrix.equals(passing)) return;
    frame.shown = shown;
    frame.matrix.copyFrom(passing);
    frame.changed = this.#look;
  }

  /** The stage, which is the first topmost container that is met; a rendered one is more than one that is not. */
  #stageOr(container) {
    if (!this.stage || (container.isRenderGroup && !this.stage.isRenderGroup)) this.stage = container;
    return this.stage;
  }
}
