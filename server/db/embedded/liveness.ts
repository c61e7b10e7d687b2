// Whether a process is alive, and whether it is the one meant: process ids are used again. And the file in which PostgreSQL
// notes its own.
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { link, readFile, rename, rm } from "node:fs/promises";
import { errorCode } from "./file-errors.ts";

/** False for a process that is gone, or dead and only waiting for its parent to notice. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM" && !isZombie(pid);
  }
  return !isZombie(pid);
}

/**
 * Whether the live process can be the postmaster of the cluster. On Linux another user or another
 * working folder (PostgreSQL works inside its data) proves that the id was given to somebody else,
 * after a power cut for instance. Where that cannot be read, a live process counts as postmaster.
 */
export function isPostmasterOf(directory: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (statSync(`/proc/${pid}`).uid !== statSync(directory).uid) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return isAlive(pid);
  }
}

function isZombie(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    return /^[ZX]/.test(status.slice(status.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

// PostgreSQL's own lock file `postmaster.pid`: read here, removed only when its maker is proven dead.

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
