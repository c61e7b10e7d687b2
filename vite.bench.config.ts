// Bundles the benchmark into dist/bench; packages stay in node_modules.
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    ssr: "bench/main.ts",
    outDir: "dist/bench",
    emptyOutDir: true,
    target: "node20",
    minify: false,
    sourcemap: true,
  },
});
