// Builds the threads that print reports and read files for the tests: Node cannot start a thread from TypeScript.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the program of PostgreSQL's archive_command as a single file in `folder`. */
export async function buildArchiveProgram(folder: string): Promise<void> {
  const configFile = `${root}/vite.server.config.ts`;
  await build({ root, configFile, mode: "archive", logLevel: "error", build: { outDir: folder } });
}

/** Builds them as `npm run build` would, into a folder within the project, where its packages are found. */
export async function buildWorkers(folder: string): Promise<void> {
  await build({
    root,
    configFile: `${root}/vite.server.config.ts`,
    logLevel: "error",
    build: {
      outDir: folder,
      sourcemap: false,
      rolldownOptions: {
        input: Object.fromEntries(
          ["print-report", "read-file"].map((name) => [name, `${root}/server/workers/${name}.ts`]),
        ),
      },
    },
  });
}
