// The controls beside the stage: native elements with labels, so keys, touch and screen readers work.

export interface Option {
  readonly value: string;
  readonly label: string;
}

let serial = 0;

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export class Panel {
  private section: HTMLElement;

  constructor(
    private readonly host: HTMLElement,
    private readonly badge: HTMLElement,
  ) {
    this.section = host;
  }

  /** Empties the panel for another scene. */
  reset(): void {
    this.host.replaceChildren();
    this.section = this.host;
    this.verdict("none", "");
  }

  /** Begins a part with a heading; what follows goes into it. */
  part(title: string): void {
    this.section = element("section", "part");
    const heading = element("h3", "", title);
    heading.id = `part-${++serial}`;
    this.section.setAttribute("aria-labelledby", heading.id);
    this.section.append(heading);
    this.host.append(this.section);
  }

  /** Returns what is so over the stage: by color, by sign and in words. */
  verdict(state: "hit" | "clear" | "apart" | "none", text: string): void {
    const sign = { hit: "●", clear: "○", apart: "○", none: "" }[state];
    const line = text && `${sign} ${text}`.trim();
    // Screen readers say what changes, so nothing is written twice.
    if (this.badge.textContent !== line) this.badge.textContent = line;
    this.badge.dataset.state = state;
  }

  select(label: string, options: readonly Option[], value: string, changed: (value: string) => void) {
    const select = element("select");
    for (const option of options) select.add(new Option(option.label, option.value, false, option.value === value));
    select.addEventListener("change", () => changed(select.value));
    this.labelled(label, select);
    return select;
  }

  /** One of a few, all in sight. */
  choice(label: string, options: readonly Option[], value: string, changed: (value: string) => void) {
    const set = element("fieldset", "choice");
    set.append(element("legend", "", label));
    const name = `choice-${++serial}`;
    const row = element("div", "row");
    for (const option of options) {
      const item = element("label");
      const radio = element("input");
      Object.assign(radio, { type: "radio", name, value: option.value, checked: option.value === value });
      radio.addEventListener("change", () => changed(option.value));
      item.append(radio, element("span", "", option.label));
      row.append(item);
    }
    set.append(row);
    this.section.append(set);
    return (next: string) => {
      for (const radio of row.querySelectorAll("input")) radio.checked = radio.value === next;
    };
  }

  range(
    label: string,
    { min, max, step, value }: { min: number; max: number; step: number; value: number },
    show: (value: number) => string,
    changed: (value: number) => void,
  ) {
    const range = element("input");
    Object.assign(range, { type: "range", min, max, step, value });
    const output = element("output", "", show(value));
    const update = () => (output.textContent = show(range.valueAsNumber));
    range.addEventListener("input", () => {
      update();
      changed(range.valueAsNumber);
    });
    this.labelled(label, range, output);
    return { range, set: (next: number) => ((range.value = String(next)), update()) };
  }

  toggle(label: string, value: boolean, changed: (value: boolean) => void) {
    const item = element("label", "toggle");
    const box = element("input");
    Object.assign(box, { type: "checkbox", checked: value });
    box.addEventListener("change", () => changed(box.checked));
    item.append(box, element("span", "", label));
    this.section.append(item);
    return box;
  }

  text(label: string, value: string, hint: string, changed: (value: string) => void) {
    const input = element("input");
    Object.assign(input, { type: "text", value, placeholder: hint, spellcheck: false, autocomplete: "off" });
    input.addEventListener("change", () => changed(input.value));
    this.labelled(label, input);
    return input;
  }

  /** Buttons in a row. */
  buttons(...all: readonly (readonly [label: string, action: () => void])[]): HTMLButtonElement[] {
    const row = element("div", "row buttons");
    const made = all.map(([label, action]) => {
      const button = element("button", "", label);
      button.type = "button";
      button.addEventListener("click", action);
      return button;
    });
    row.append(...made);
    this.section.append(row);
    return made;
  }

  /** A table of values that change; returns the way to write them. */
  values(...names: readonly string[]): (values: Readonly<Record<string, string>>) => void {
    const table = element("dl", "values");
    const cells = new Map<string, HTMLElement>();
    for (const name of names) {
      const cell = element("dd", "", "–");
      cells.set(name, cell);
      table.append(element("dt", "", name), cell);
    }
    this.section.append(table);
    return (values) => {
      for (const [name, value] of Object.entries(values)) {
        const cell = cells.get(name);
        if (cell && cell.textContent !== value) cell.textContent = value;
      }
    };
  }

  /** A line of text. */
  note(text: string): HTMLParagraphElement {
    const note = element("p", "note", text);
    this.section.append(note);
    return note;
  }

  /** An element of the scene's own. */
  own<T extends Element>(made: T): T {
    this.section.append(made);
    return made;
  }

  private labelled(text: string, control: HTMLElement, ...more: HTMLElement[]): void {
    const row = element("div", "field");
    const label = element("label", "", text);
    control.id = `field-${++serial}`;
    label.htmlFor = control.id;
    row.append(label, ...more, control);
    this.section.append(row);
  }
}

/** Writes a number with a few digits and a true minus. */
export function figure(value: number, digits = 2): string {
  if (value === Number.POSITIVE_INFINITY) return "∞";
  if (value === Number.NEGATIVE_INFINITY) return "−∞";
  const text = value.toFixed(digits);
  // What rounds to zero has no sign.
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

export function vector([x, y]: readonly [number, number], digits = 2): string {
  return `${figure(x, digits)}, ${figure(y, digits)}`;
}
