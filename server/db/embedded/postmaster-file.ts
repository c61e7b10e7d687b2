// PostgreSQL's own lock file `postmaster.pid`: read here, removed only when its maker is proven dead.
import { link, readFile, rename, rm } from "node:fs/promises";
import { errorCode } from "./file-errors.ts";
import { isPostmasterOf } from "./liveness.ts";

/** Its lines: process id, data folder, start time, port, socket folder, address, memory key, status. */
export async function readPostmasterFile(directory: string) {
  const lines = (await readIfThere(`${directory}/postmaster.pid`)).split("\n");
  const pid = readPid(lines[0] ?? "");
  return pid !== null ? { pid, socketFolder: lines[4] ?? "" } : null;
}

/** The running postmaster's process id, or null when none runs (as far as anybody can tell). */
export async function findPostmaster(directory: string): Promise<number | null> {
  const file = await readPostmasterFile(directory);
  return file && isPostmasterOf(directory, file.pid) ? file.pid : null;
}

/**
 * PostgreSQL refuses to start while the id in its lock file exists. After a power cut that may be
 * another process of the same user, and in a container nobody may bury a dead postmaster: it would
 * refuse for ever. Removed is only a lock whose process is proven not to be a living PostgreSQL of
 * this cluster; the shared memory's own interlock still guards the data.
 */
export async function removeDeadLocks(directory: string, socketLock: string): Promise<void> {
  for (const file of [`${directory}/postmaster.pid`, socketLock]) {
    const pid = readPid(await readIfThere(file));
    if (pid === null || isPostmasterOf(directory, pid)) continue;
    const aside = `${file}.${process.pid}`;
    if (!(await renameIfThere(file, aside))) continue;
    // In between, another process may have done the same and started PostgreSQL: put that back.
    if (readPid(await readIfThere(aside)) !== pid) await link(aside, file);
    await rm(aside);
  }
}

function readPid(text: string) {
  return Number.parseInt(text, 10) || null;
}

async function readIfThere(file: string) {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
}

async function renameIfThere(from: string, to: string) {
  return rename(from, to).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
}
