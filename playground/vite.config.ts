import { defineConfig } from "vite";

export default defineConfig({
  // Relative, so that the built page works under any path of any file server.
  base: "./",
  // The package is linked from the repository, and its own copy of PixiJS must not come along.
  resolve: { dedupe: ["pixi.js"] },
  server: { fs: { allow: [".."] } },
  build: { target: "es2022", chunkSizeWarningLimit: 4000 },
});
