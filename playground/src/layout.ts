// Where things are: on a phone the controls come right below the stage, and what explains it below them.

const PHONE = matchMedia("(max-width: 900px), (max-height: 560px)");

/** Puts things where the screen wants them, now and when it changes. */
export function arrange(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
  const [main, stage, aside] = ["main", "#stage", "aside"].map(find) as [HTMLElement, HTMLElement, HTMLElement];
  const [intro, keys, code] = [".intro", "#keys", "#code-part"].map(find) as [HTMLElement, HTMLElement, HTMLDetailsElement];
  const below = document.createElement("div");
  below.id = "below";
  const put = () => {
    if (PHONE.matches) {
      main.after(below);
      below.append(aside, keys, intro, code);
      code.open = false;
    } else {
      main.prepend(intro);
      stage.after(keys, code);
      main.after(aside);
      below.remove();
    }
  };
  put();
  PHONE.addEventListener("change", put);
}
