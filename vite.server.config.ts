// Bundles the server: every file of server/commands becomes dist/server/<name>.js, demo/command.ts dist/server/demo.js, every
// file of server/workers dist/server/workers/<name>.js; packages stay in node_modules.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const entries = {
  ...entriesOf("server/commands/", ""),
  ...entriesOf("server/workers/", "workers/"),
  demo: fileURLToPath(new URL("demo/command.ts", import.meta.url)),
};

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
      input: entries,
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});

/** Each file of a folder by the name of what is built from it. */
function entriesOf(path: string, prefix: string): Record<string, string> {
  const folder = fileURLToPath(new URL(path, import.meta.url));
  const files = readdirSync(folder).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  return Object.fromEntries(files.map((file) => [prefix + basename(file, ".ts"), folder + file]));
}
