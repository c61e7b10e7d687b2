// Bundles the program that PostgreSQL runs to archive its log: one file, with the packages it needs, since it is copied to
// where the account of PostgreSQL can read it.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: "dist/archive",
    emptyOutDir: true,
    target: "node20",
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("server/programs/store-segment.ts", import.meta.url)),
      output: { entryFileNames: "[name].mjs", codeSplitting: false },
    },
  },
});
