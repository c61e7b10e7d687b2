// The thread that prints papers, built for the tests: Node cannot start a thread from TypeScript.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds it as `npm run build` would, into a folder within the project, where its packages are found. */
export async function buildPrintWorker(folder: string): Promise<void> {
  await build({
    root,
    configFile: `${root}/vite.server.config.ts`,
    logLevel: "error",
    build: {
      outDir: folder,
      sourcemap: false,
      rolldownOptions: { input: { "print-report": `${root}/server/workers/print-report.ts` } },
    },
  });
}
