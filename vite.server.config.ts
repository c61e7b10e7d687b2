// Bundles the server: every file of server/commands becomes dist/server/<name>.js; packages stay
// in node_modules.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const commands = fileURLToPath(new URL("server/commands/", import.meta.url));
const files = readdirSync(commands).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(files.map((file) => [basename(file, ".ts"), commands + file])),
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});
