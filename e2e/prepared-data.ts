// Data folders of a program that was started once and stopped again, for each journey to begin with a copy of its own.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder that holds what is prepared in this run; of no use after it. */
    preparedData: string;
  }
}

/** Before all journeys: a folder for what they prepare, removed when the last has ended. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "akiba-e2e-prepared-"));
  // PostgreSQL runs as another user when the journeys run as root.
  await chmod(folder, 0o755);
  project.provide("preparedData", folder);
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Copies the prepared data of a program into the empty folder `to`. The first that asks for it makes it: `prepare` is given a
 * folder, and what it leaves there is what everybody begins with. Whoever asks meanwhile waits.
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
        // Where it failed, the next that asks tries again, and tells why on its own.
        await rm(draft, { recursive: true, force: true });
      }
    } else await sleep(100);
  }
  // Keeps the owner of the database's files, as `fs.cp` does not.
  await promisify(execFile)("cp", ["-a", `${whole}/.`, params.to]);
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether the folder was made by this very call. */
async function takes(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
