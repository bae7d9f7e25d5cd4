// A hitbox from any picture: what counts as solid, how true the outline has to be, and two copies of it
// that collide.
import { Matrix, Sprite, Texture } from "pixi.js";
import { contact, manifold, relation, type Contact } from "jostle";
import type { Format, Hitbox, TraceOptions } from "jostle/trace";
import { Body } from "../body.js";
import { DocumentError, type Saved, type Shape } from "../document.js";
import { download } from "../download.js";
import { Handles } from "../handles.js";
import { arrow, dot, paintShape } from "../paint.js";
import { figure, vector, type Panel } from "../panel.js";
import { commonColors, readFile, readSample, samples, type Picture } from "../picture.js";
import type { Scene, SceneEntry } from "../scene.js";
import type { Stage } from "../stage.js";

export const hitbox: SceneEntry = {
  id: "hitbox",
  title: "Hitbox from art",
  text:
    "Drop a picture here, or take one of ours. Its solid pixels become an outline, concave or not, with a stated " +
    "error; two copies collide, and the arrow is the push that parts them.",
  keys: [
    ["arrows", "move"],
    ["Q E", "turn"],
    ["+ −", "scale"],
    ["N", "the other copy"],
    ["O", "open a picture"],
    ["D", "download"],
  ],
  prepare: async () => {
    tracer = await import("jostle/trace");
    // The first call starts the module, which is not what the time of a trace should tell.
    tracer.trace({ width: 1, height: 1, data: new Uint8Array(4) });
  },
  open,
};

/** Fetched when the scene is opened first: the other scenes do without. */
let tracer: typeof import("jostle/trace");

type Goal = "less" | "more" | "optimal" | "exact" | "error";
const GOALS: readonly { value: Goal; label: string }[] = [
  { value: "less", label: "Less" },
  { value: "more", label: "More" },
  { value: "optimal", label: "Optimal" },
  { value: "exact", label: "Exact" },
  { value: "error", label: "Max error" },
];
const FILLS = ["none", "holes", "bays"] as const;
/** Who reads which format. */
const READERS: Readonly<Record<Format, string>> = {
  json: "jostle: JSON",
  ron: "jostle: RON",
  svg: "Drawing programs: SVG",
  phaser: "Phaser 3 with Matter: JSON",
  pixi: "PixiJS hitArea: JSON",
  tsx: "Tiled: tileset",
  tres: "Godot 4: resource",
  libgdx: "libGDX body editor: JSON",
  rube: "R.U.B.E.: JSON",
  h: "C and C++: header",
};
/** Vertices are dots where so few of them can be told apart. */
const MOST_DOTS = 600;
const SHOWN_SIZE = 250;

async function open(stage: Stage, panel: Panel, saved: Saved | null): Promise<Scene> {
  stage.reset(700, 520);
  const settings = saved?.settings ?? {};
  const options = {
    goal: GOALS.find(({ value }) => value === settings.goal)?.value ?? "error",
    error: within(settings.error, 0, 16, 1),
    alpha: Math.round(within(settings.alpha, 1, 255, 128)),
    ignored: (settings.ignored ?? "").split(" ").filter(Boolean),
    fill: FILLS.find((each) => each === settings.fill) ?? "none",
  };
  let picture: Picture | null = null;
  let result: Hitbox | null = null;
  let took = 0;
  let trouble = "";
  let bodies: Body[] = [];
  let sprites: Sprite[] = [];
  let format: Format = "json";
  let showArt = settings.art !== "off";

  panel.part("Picture");
  const shelf = panel.own(document.createElement("div"));
  shelf.className = "pictures";
  for (const [name, url] of Object.entries(samples)) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = button.ariaLabel = `the picture ${name}`;
    button.dataset.picture = name;
    const image = new Image();
    image.src = url;
    image.alt = "";
    button.append(image);
    button.addEventListener("click", async () => show(await readSample(name)));
    shelf.append(button);
  }
  const chooser = document.createElement("input");
  Object.assign(chooser, { type: "file", accept: "image/*", hidden: true });
  chooser.addEventListener("change", async () => {
    const file = chooser.files?.[0];
    chooser.value = "";
    if (file) await take(file);
  });
  panel.own(chooser);
  panel.buttons(["Open a picture (O)", () => chooser.click()]);
  const name = panel.note("");

  panel.part("What is solid");
  panel.range("Least alpha", { min: 1, max: 255, step: 1, value: options.alpha }, String, (value) => set({ alpha: value }));
  const field = panel.text("Ignored colors", options.ignored.join(" "), "RRGGBB~tolerance …", (text) =>
    set({ ignored: text.split(/[\s,]+/).filter(Boolean) }),
  );
  const swatches = panel.own(document.createElement("div"));
  swatches.className = "swatches";
  panel.choice("Fill", FILLS.map((value) => ({ value, label: value })), options.fill, (value) =>
    set({ fill: value as (typeof FILLS)[number] }),
  );

  panel.part("How true");
  panel.choice("Detail, by area lost: 15 %, 7.5 %, 1 %, none", GOALS, options.goal, (value) => set({ goal: value as Goal }));
  const error = panel.range(
    "Max error",
    { min: 0, max: 16, step: 0.25, value: options.error },
    (value) => `${figure(value)} px`,
    (value) => set({ error: value }),
  );
  panel.part("Outline, as measured");
  const write = panel.values("vertices", "rings", "error outward", "error inward", "area in common", "area differing", "traced in");
  panel.part("The two copies");
  panel.toggle("Show the picture", showArt, (on) => {
    showArt = on;
    stage.invalidate();
  });
  const writePair = panel.values("relation", "push of a", "contact points");
  panel.part("Take it along");
  panel.select(
    "For",
    Object.entries(READERS).map(([value, label]) => ({ value, label })),
    format,
    (value) => (format = value as Format),
  );
  panel.buttons(["Download (D)", save]);

  const handles = new Handles(stage, () => bodies, ["move", "turn", "scale"], () => {});

  function set(change: Partial<typeof options>): void {
    Object.assign(options, change);
    retrace();
  }

  function goal(): TraceOptions {
    return options.goal === "error" ? { maxDeviation: options.error } : { detail: options.goal };
  }

  /** Traces again; a copy keeps its place, and takes the new outline. */
  function retrace(): void {
    if (!picture) return;
    const { alpha, ignored, fill } = options;
    const start = performance.now();
    trouble = "";
    try {
      result = tracer.trace(picture.pixels, { alpha, ignored, fill, ...goal() });
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    took = performance.now() - start;
    error.range.disabled = options.goal !== "error";
    showSwatches();
    if (!trouble) settle(result?.shape ?? null);
    stage.invalidate();
  }

  function settle(shape: Shape | null): void {
    if (!shape) bodies = [];
    else if (bodies.length === 2) for (const body of bodies) body.shape = shape;
    else {
      const { width, height } = picture!.canvas;
      const scale = SHOWN_SIZE / Math.max(width, height);
      const parts = { scale: [scale, scale] as [number, number], pivot: [width / 2, height / 2] as [number, number] };
      bodies = [
        new Body("a", shape, { ...parts, x: -88, y: 20, degrees: 8 }),
        new Body("b", shape, { ...parts, x: 96, y: -24, degrees: -30 }),
      ];
    }
    if (!handles.selected || !bodies.includes(handles.selected)) handles.selected = bodies[0] ?? null;
  }

  function show(next: Picture, keep = false): void {
    dress(next);
    if (!keep) {
      bodies = [];
      options.ignored = [];
      field.value = "";
    }
    retrace();
  }

  /** Makes the sprites of a picture, which lie under the outlines. */
  function dress(next: Picture): void {
    for (const sprite of sprites) sprite.destroy({ texture: true, textureSource: true });
    picture = next;
    const texture = Texture.from(next.canvas);
    texture.source.scaleMode = "nearest";
    sprites = [new Sprite(texture), new Sprite(texture)];
    sprites.forEach((sprite) => stage.world.addChildAt(sprite, 0));
    const { width, height } = next.canvas;
    name.textContent = `${next.name}, ${width} × ${height} pixels${next.shrunk ? ", made smaller to fit" : ""}`;
    for (const button of shelf.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.picture === next.name));
    }
  }

  async function take(file: File): Promise<void> {
    try {
      show(await readFile(file));
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      stage.invalidate();
    }
  }

  function showSwatches(): void {
    swatches.replaceChildren(
      ...commonColors(picture!.pixels, 6).map(([color, share]) => {
        const button = document.createElement("button");
        button.type = "button";
        const dotOf = document.createElement("i");
        dotOf.style.background = `#${color}`;
        button.append(dotOf, share < 0.005 ? "< 1 %" : `${Math.round(100 * share)} %`);
        const off = options.ignored.includes(color);
        button.setAttribute("aria-pressed", String(off));
        button.ariaLabel = `ignore the color ${color}`;
        button.addEventListener("click", () => {
          const ignored = off ? options.ignored.filter((each) => each !== color) : [...options.ignored, color];
          field.value = ignored.join(" ");
          set({ ignored });
          swatches.querySelector<HTMLButtonElement>(`[aria-label$="${color}"]`)?.focus();
        });
        return button;
      }),
    );
  }

  function save(): void {
    if (!result || !picture) return;
    // A sample is known by its name alone.
    const stem = picture.name.replace(/\.\w+$/, "");
    const image = stem === picture.name ? `${stem}.png` : picture.name;
    const { name, text } = tracer.exportHitbox(result, format, { name: stem, image });
    download(new Blob([text], { type: name.endsWith(".json") ? "application/json" : "text/plain" }), name);
  }

  function met(): { contact: Contact | null; points: readonly (readonly [number, number])[] } {
    const [a, b] = bodies;
    if (!a || !b) return { contact: null, points: [] };
    return {
      contact: contact(a.placed, b.placed),
      points: manifold(a.placed, b.placed)?.points.map(({ point }) => point) ?? [],
    };
  }

  if (saved) {
    if (saved.colliders.length === 1) throw new DocumentError("colliders", "this scene needs two, or none");
    bodies = saved.colliders.slice(0, 2).map((form) => Body.from(form));
    handles.selected = bodies[0] ?? null;
  }
  const known = settings.picture ?? (bodies.length === 0 ? "gear" : "");
  if (known in samples) show(await readSample(known), true);
  else name.textContent = "A link keeps the outlines, not a picture of yours: open it again to trace it anew.";

  return {
    running: false,
    draw() {
      const { colors } = stage;
      const { contact: touch, points } = met();
      sprites.forEach((sprite, i) => {
        const body = bodies[i];
        sprite.visible = showArt && body !== undefined;
        if (body) sprite.setFromMatrix(new Matrix(...body.placed.transform.matrix));
        sprite.alpha = 0.75;
      });
      bodies.forEach((body) => {
        const color = touch ? colors.hit : colors.clear;
        paintShape(stage, body.placed, { color, width: touch ? 3 : 2, fill: showArt ? 0.1 : 0.2 });
        stage.label(body.id, [body.parts.x, body.parts.y], colors.ink, [-14, 0]);
      });
      if (result && result.report.vertices <= MOST_DOTS) {
        for (const { placed } of bodies) vertices(result, placed.transform.matrix).forEach((each) => dot(stage, each, colors.ink, 2));
      }
      for (const point of points) dot(stage, point, colors.accent, 5);
      const a = bodies[0];
      if (touch && a && Number.isFinite(touch.depth)) {
        arrow(stage, [a.parts.x, a.parts.y], [a.parts.x + touch.pushA[0], a.parts.y + touch.pushA[1]], colors.accent, 3);
      }
      handles.draw();

      if (trouble) panel.verdict("none", trouble);
      else if (bodies.length < 2) panel.verdict("none", "nothing is solid");
      else panel.verdict(touch ? "hit" : "clear", touch ? "touching" : "apart");
      if (result) {
        const { report } = result;
        write({
          vertices: String(report.vertices),
          rings: String(report.rings),
          "error outward": `${figure(report.deviationOutward, 3)} px`,
          "error inward": `${figure(report.deviationInward, 3)} px`,
          "area in common": `${figure(100 * report.iou)} %`,
          "area differing": `${figure(100 * report.areaError)} %`,
          "traced in": `${figure(took, 1)} ms`,
        });
      }
      writePair({
        relation: bodies[0] && bodies[1] ? relation(bodies[0].placed, bodies[1].placed) : "–",
        "push of a": touch ? vector(touch.pushA, 1) : "none",
        "contact points": points.map((point) => `(${vector(point, 0)})`).join(" ") || "none",
      });
    },
    key(event) {
      const letter = event.ctrlKey || event.metaKey ? "" : event.key.toLowerCase();
      if (letter === "o" || letter === "d") {
        if (letter === "o") chooser.click();
        else save();
        return true;
      }
      return handles.key(event);
    },
    picture: take,
    save() {
      const { goal: to, error: most, alpha, ignored, fill } = options;
      return {
        scene: hitbox.id,
        settings: {
          picture: picture?.name ?? "",
          goal: to,
          error: String(most),
          alpha: String(alpha),
          ...(ignored.length > 0 && { ignored: ignored.join(" ") }),
          fill,
          ...(!showArt && { art: "off" }),
        },
        groups: [],
        colliders: bodies.map((body) => body.form()),
      };
    },
    state() {
      const { contact: touch, points } = met();
      return {
        picture: picture?.name ?? null,
        goal: options.goal,
        report: result?.report ?? null,
        trouble,
        hit: touch !== null,
        push: touch?.pushA ?? null,
        points,
        places: bodies.map(({ parts }) => [parts.x, parts.y]),
      };
    },
    close() {
      handles.close();
      for (const sprite of sprites) sprite.destroy({ texture: true, textureSource: true });
    },
  };
}

function vertices({ rings }: Hitbox, [a, b, c, d, tx, ty]: readonly number[]): [number, number][] {
  return rings.flatMap(({ points }) =>
    points.map(([x, y]): [number, number] => [a! * x + c! * y + tx!, b! * x + d! * y + ty!]),
  );
}

function within(text: string | undefined, least: number, most: number, otherwise: number): number {
  const value = text === undefined ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : otherwise;
}
