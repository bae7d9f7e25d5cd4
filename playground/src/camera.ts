// Looking closer: by wheel, by two fingers, by buttons. Two fingers also turn what a scene lets them turn.
import type { Point, Stage } from "./stage.js";

/** What one notch of a wheel makes larger. */
const NOTCH = 1.12;
const NOTCH_PIXELS = 100;

/** Whether two fingers are down; then one finger drags nothing. */
export const gesture = { active: false };

export function offerCamera(stage: Stage): void {
  const { host } = stage;
  host.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Some wheels count lines.
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 33;
      stage.zoom(NOTCH ** (-pixels / NOTCH_PIXELS), event.clientX, event.clientY);
    },
    { passive: false },
  );

  const fingers = new Map<number, Point>();
  /** The middle between two fingers, how far they are apart, and their direction in degrees. */
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...fingers.values()] as [Point, Point];
    const [dx, dy] = [bx - ax, by - ay];
    return { x: (ax + bx) / 2, y: (ay + by) / 2, apart: Math.hypot(dx, dy), angle: (Math.atan2(dy, dx) * 180) / Math.PI };
  };
  host.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    gesture.active = fingers.size === 2;
  });
  host.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.size === 2 ? spread() : null;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (!before) return;
    const now = spread();
    const held = stage.toScene(before.x, before.y);
    if (before.apart > 0) stage.zoom(now.apart / before.apart, before.x, before.y);
    stage.carry(held, now.x, now.y);
    const turned = ((((now.angle - before.angle + 180) % 360) + 360) % 360) - 180;
    if (turned !== 0) stage.onTwist(turned);
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    host.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      gesture.active = fingers.size === 2;
    });
  }

  const row = document.createElement("div");
  row.className = "zoom";
  const middle = (act: (x: number, y: number) => void) => () => {
    const { left, top, width, height } = host.getBoundingClientRect();
    act(left + width / 2, top + height / 2);
  };
  const buttons: [string, string, () => void][] = [
    ["+", "Look closer", middle((x, y) => stage.zoom(1.4, x, y))],
    ["−", "Look from farther", middle((x, y) => stage.zoom(1 / 1.4, x, y))],
    ["⤢", "Look at all (0)", () => stage.home()],
  ];
  for (const [sign, label, act] of buttons) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: sign, title: label, ariaLabel: label });
    button.addEventListener("click", act);
    row.append(button);
  }
  // A press on a button is no press on what lies below it.
  row.addEventListener("pointerdown", (event) => event.stopPropagation());
  host.append(row);
}
