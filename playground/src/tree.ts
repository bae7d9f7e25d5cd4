// A tree of nodes as nested lists of buttons: arrows, Tab and touch work as everywhere.

export interface Entry {
  readonly id: string;
  readonly parent: string | null;
}

export class Tree {
  readonly element = document.createElement("ol");
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(entries: readonly Entry[], chosen: (id: string) => void) {
    this.element.className = "tree";
    this.element.setAttribute("aria-label", "Containers and what is in them");
    const lists = new Map<string | null, HTMLElement>([[null, this.element]]);
    // Parents may stand behind their children in a file.
    const rest = [...entries];
    while (rest.length > 0) {
      const at = rest.findIndex(({ parent }) => lists.has(parent));
      const [{ id, parent }] = rest.splice(at, 1) as [Entry];
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.append(document.createTextNode(id), document.createElement("span"));
      button.addEventListener("click", () => chosen(id));
      const inner = document.createElement("ol");
      item.append(button);
      lists.get(parent)!.append(item);
      if (entries.some((each) => each.parent === id)) item.append(inner);
      lists.set(id, inner);
      this.buttons.set(id, button);
    }
  }

  /** Shows which node is selected, which ones are compared, and what touches. */
  show(selected: string, roles: Readonly<Record<string, string>>, touching: ReadonlySet<string>): void {
    for (const [id, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(id === selected));
      const role = roles[id];
      if (role) button.dataset.role = role;
      else delete button.dataset.role;
      button.dataset.touches = touching.has(id) ? "yes" : "no";
      const text = [role && `is ${role}`, touching.has(id) && "● touches"].filter(Boolean).join(" ");
      const note = button.lastElementChild!;
      if (note.textContent !== text) note.textContent = text;
    }
  }
}
