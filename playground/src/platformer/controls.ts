// What a hand asks of the hero: keys, a stick and buttons under fingers, a gamepad.
import type { Stage } from "../stage.js";
import type { Input } from "./game.js";

const HOLDS = ["left", "right", "jump", "down", "shoot", "back"] as const;
type Hold = (typeof HOLDS)[number];

const KEYS: Readonly<Record<string, Hold>> = {
  ArrowLeft: "left",
  a: "left",
  ArrowRight: "right",
  ArrowUp: "jump",
  w: "jump",
  ArrowDown: "down",
  s: "down",
  x: "shoot",
  r: "back",
};
const BUTTONS = [["back", "⟲", "Back in time"], ["shoot", "✦", "Shoot"], ["jump", "▲", "Jump"]] as const;
/** How far a finger moves the stick at most, in pixels. */
const REACH = 36;
/** So far from its middle a stick means nothing, so far down it means down. */
const REST = 0.25;
const LOW = 0.7;

export class Controls {
  private readonly held = new Set<Hold>();
  /** Where the stick is, each from -1 to 1. */
  private stick: readonly [number, number] = [0, 0];
  private readonly off = new AbortController();
  private readonly pad = document.createElement("div");

  constructor(private readonly stage: Stage) {
    const { signal } = this.off;
    document.addEventListener("keyup", (event) => this.hold(KEYS[letterOf(event)], false), { signal, capture: true });
    window.addEventListener("blur", () => this.held.clear(), { signal });
    this.pad.className = "pad";
    this.pad.append(this.makeStick());
    for (const [name, sign, label] of BUTTONS) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: sign, ariaLabel: label, title: label });
      this.press(button, (down) => this.hold(name, down));
      this.pad.append(button);
    }
    stage.host.append(this.pad);
  }

  /** Takes a key that went down; false for one without a meaning. */
  key(event: KeyboardEvent): boolean {
    const name = KEYS[letterOf(event)];
    this.hold(name, true);
    return name !== undefined;
  }

  /** What is asked for now. */
  read(): Input & { back: boolean } {
    const gamepad = navigator.getGamepads?.().find((each) => each?.connected);
    const pressed = (button: number) => gamepad?.buttons[button]?.pressed === true;
    const [x, y] = [0, 1].map((axis) => [this.stick[axis]!, gamepad?.axes[axis] ?? 0].find((each) => Math.abs(each) > REST) ?? 0) as [number, number];
    const { held } = this;
    const left = held.has("left") || pressed(14);
    const right = held.has("right") || pressed(15);
    return {
      along: left || right ? Number(right) - Number(left) : Math.max(-1, Math.min(1, x)),
      jump: held.has("jump") || pressed(0),
      down: held.has("down") || pressed(13) || y > LOW,
      shoot: held.has("shoot") || pressed(2),
      back: held.has("back") || pressed(1),
    };
  }

  /** How much of the stage fingers cover, from below, in pixels. */
  get height(): number {
    return this.pad.offsetHeight && this.pad.offsetHeight + 40;
  }

  close(): void {
    this.off.abort();
    this.pad.remove();
  }

  private hold(name: Hold | undefined, down: boolean): void {
    if (name === undefined) return;
    if (down) this.held.add(name);
    else this.held.delete(name);
    this.stage.invalidate();
  }

  /** Calls back when a finger comes, moves and goes; it is no press on what lies below. */
  private press(on: HTMLElement, changed: (down: boolean, event: PointerEvent) => void): void {
    on.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      on.setPointerCapture(event.pointerId);
      changed(true, event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) on.addEventListener(end, (event) => changed(false, event));
  }

  private makeStick(): HTMLElement {
    const [base, knob] = [document.createElement("div"), document.createElement("span")];
    base.className = "stick";
    base.setAttribute("role", "img");
    base.ariaLabel = "Stick: run, and down through decks";
    base.append(knob);
    const put = (x: number, y: number) => {
      this.stick = [x / REACH, y / REACH];
      knob.style.translate = `${x}px ${y}px`;
      this.stage.invalidate();
    };
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = base.getBoundingClientRect();
      const [x, y] = [clientX - left - width / 2, clientY - top - height / 2];
      const shrink = Math.min(1, REACH / Math.hypot(x, y));
      put(x * shrink, y * shrink);
    };
    this.press(base, (down, event) => (down ? follow(event) : put(0, 0)));
    base.addEventListener("pointermove", (event) => base.hasPointerCapture(event.pointerId) && follow(event));
    return base;
  }
}

export function letterOf({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}
