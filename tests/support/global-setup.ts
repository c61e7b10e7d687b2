// One PostgreSQL for all server tests, in a folder of its own, with a template to clone from.
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from "#server/db/embedded/embedded-postgres.ts";
import {
  clearDeadFolders,
  describeDataPlace,
  makeDataFolder,
  removeDataFolder,
} from "./machine.ts";
import { buildTemplate } from "./test-database.ts";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the tests' PostgreSQL answers. */
    postgres: EmbeddedPostgres["connection"];
    /** The address of the built server/workers/print-report.ts. */
    printWorker: string;
    /** The address of the built server/workers/read-file.ts. */
    readWorker: string;
    /** The address of the built server/programs/store-segment.ts. */
    archiveProgram: string;
  }
}

export async function setup(project: TestProject) {
  await clearDeadFolders();
  console.log(await describeDataPlace());
  const dataDir = await makeDataFolder("akiba-tests-");
  const text: string[] = [];
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => text.push(line) });
  // Only for this run, and within the project, where the worker finds its packages.
  const folder = `${root}/node_modules/.cache/akiba-tests-${process.pid}`;
  // Each build empties its own folder first.
  const workerFolder = `${folder}/workers`;
  const archiveFolder = `${folder}/archive`;
  const remove = async () => {
    // Its folder will be deleted, so nobody waits for its last checkpoint.
    await Promise.race([postgres.close(), sleep(10_000, undefined, { ref: false })]);
    await removeDataFolder(dataDir);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await leaveUnvacuumed(postgres.connection);
    await Promise.all([
      buildTemplate(postgres.connection),
      buildWorkers(workerFolder),
      buildArchiveProgram(archiveFolder),
    ]);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("postgres", postgres.connection);
  project.provide("printWorker", pathToFileURL(`${workerFolder}/print-report.js`).href);
  project.provide("readWorker", pathToFileURL(`${workerFolder}/read-file.js`).href);
  project.provide("archiveProgram", pathToFileURL(`${archiveFolder}/store-segment.mjs`).href);
  return remove;
}

/**
 * A test uses its database for seconds. PostgreSQL would vacuum each database every minute, and often delete the files
 * from which new connections read the catalogs.
 */
async function leaveUnvacuumed(connection: EmbeddedPostgres["connection"]): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query("ALTER SYSTEM SET autovacuum = off");
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
}

/** Builds the program of PostgreSQL's archive_command as a single file in `folder`. */
async function buildArchiveProgram(folder: string): Promise<void> {
  const configFile = `${root}/vite.server.config.ts`;
  await build({ root, configFile, mode: "archive", logLevel: "error", build: { outDir: folder } });
}

/**
 * Builds the thread that prints reports and the process that reads files, as `npm run build` would, since Node cannot start
 * either from TypeScript. `folder` is within the project, where both find its packages.
 */
async function buildWorkers(folder: string): Promise<void> {
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
