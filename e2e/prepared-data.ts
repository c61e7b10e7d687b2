// Data folders of a program that was started once and stopped; each journey starts with a copy.
import { execFile } from "node:child_process";
import { chmod, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { makeDataFolder } from "#tests/support/machine.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with this run's prepared data; useless afterwards. */
    preparedData: string;
  }
}

/** Each group of journeys loads this file for itself. */
const shared = globalThis as { preparedData?: Promise<string> };

/** Before all journeys: one folder for the prepared data of all groups of them, removed when the last journey ends. */
export async function setup(project: TestProject) {
  shared.preparedData ??= makeDataFolder("akiba-e2e-prepared-");
  const folder = await shared.preparedData;
  project.provide("preparedData", folder);
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Copies a program's prepared data into the empty folder `to`. The first caller prepares it: `prepare` gets a folder,
 * and whatever it leaves there is what every journey starts with. Concurrent callers wait.
 */
export async function copyPrepared(
  name: string,
  params: { within: string; to: string; prepare: (dataDir: string) => Promise<void> },
): Promise<void> {
  const whole = join(params.within, name);
  while (!(await isThere(whole))) {
    const draft = `${whole}.unfinished`;
    if (await takes(draft)) {
      try {
        if (await isThere(whole)) continue;
        await chmod(draft, 0o755);
        await params.prepare(draft);
        await rename(draft, whole);
      } finally {
        // After a failure the next caller tries again and reports its own error.
        await rm(draft, { recursive: true, force: true });
      }
    } else await sleep(100);
  }
  // Preserves the owner of the database's files, which `fs.cp` does not.
  await promisify(execFile)("cp", ["-a", `${whole}/.`, params.to]);
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether this call created the folder. */
async function takes(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
