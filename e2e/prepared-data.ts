// Data folders of a program that was started once and stopped; each journey starts with a copy.
import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import {
  clearDeadFolders,
  isAlive,
  makeDataFolder,
  removeDataFolder,
} from "#tests/support/machine.ts";
import { startAndStop } from "./server-process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with this run's prepared data; useless afterwards. */
    preparedData: string;
  }
}

type Prepare = (dataDir: string) => Promise<void>;

/**
 * Before all journeys: one folder for the prepared data, removed when the last journey ends. What most of them start with is
 * prepared here, before any browser runs beside it.
 */
export async function setup(project: TestProject) {
  await clearDeadFolders();
  const folder = await makeDataFolder("akiba-e2e-prepared-");
  const remove = () => removeDataFolder(folder);
  try {
    for (const name of ["main", "demo"] as const)
      await prepareInto(folder, name, (dataDir) => startAndStop(name, dataDir));
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("preparedData", folder);
  return remove;
}

const preparing = new Map<string, Promise<void>>();

/**
 * Copies a program's prepared data into the empty folder `to`. Where it is not there yet, the first caller prepares it:
 * `prepare` gets a folder, and whatever it leaves there is what every journey starts with. The others wait.
 */
export async function copyPrepared(
  name: string,
  params: { within: string; to: string; prepare?: Prepare },
): Promise<void> {
  const { within, to, prepare } = params;
  if (prepare !== undefined) {
    const own = preparing.get(name) ?? prepareOnce(within, name, prepare);
    preparing.set(name, own);
    // After a failure the next caller tries again and reports its own error.
    await own.finally(() => preparing.delete(name));
  }
  // Preserves the owner of the database's files, which `fs.cp` does not.
  await promisify(execFile)("cp", ["-a", `${join(within, name)}/.`, to]);
}

/** Waits while another process prepares it; one that died is not waited for. */
async function prepareOnce(within: string, name: string, prepare: Prepare): Promise<void> {
  while (!(await isThere(join(within, name)))) {
    const makers = (await readdir(within)).map(
      (each) => new RegExp(`^${name}\\.by-(\\d+)$`).exec(each)?.[1],
    );
    if (makers.some((maker) => maker !== undefined && isAlive(Number(maker)))) await sleep(100);
    else await prepareInto(within, name, prepare);
  }
}

/** Where two prepare it at once, the one that ends first is used. */
async function prepareInto(within: string, name: string, prepare: Prepare): Promise<void> {
  const draft = join(within, `${name}.by-${process.pid}`);
  await mkdir(draft);
  try {
    await chmod(draft, 0o755);
    await prepare(draft);
    await rename(draft, join(within, name)).catch(async (error: unknown) => {
      if (!(await isThere(join(within, name)))) throw error;
    });
  } finally {
    await removeDataFolder(draft);
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
