// The pages of the folder beside this file.
import { fileURLToPath } from "node:url";

const page = (name) => fileURLToPath(new URL(`vite/${name}.html`, import.meta.url));
export default { root: "vite", build: { rollupOptions: { input: [page("index"), page("lines")] }, target: "es2022" } };
