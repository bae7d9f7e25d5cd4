// Puts the licences beside the package before it is packed.
import { copyFileSync } from "node:fs";

for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(new URL(`../../../${name}`, import.meta.url), new URL(`../${name}`, import.meta.url));
}
