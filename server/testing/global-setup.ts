// One PostgreSQL for all server tests, in a folder of its own, with a template to clone from.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/db/embedded/embedded-postgres.ts";
import { buildTemplate } from "./template-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the tests' PostgreSQL answers. */
    postgres: EmbeddedPostgres["connection"];
  }
}

export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(`${tmpdir()}/akiba-tests-`);
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(dataDir, 0o755);
  const said: string[] = [];
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => said.push(line) });
  const remove = async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await buildTemplate(postgres.connection);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("postgres", postgres.connection);
  return remove;
}
