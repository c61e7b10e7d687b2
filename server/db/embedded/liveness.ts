// Whether a process is alive and still the expected one, since process ids are reused; and PostgreSQL's lock file,
// which has its process id.
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { link, readFile, rename, rm } from "node:fs/promises";
import { errorCode } from "./file-errors.ts";

/** False for a process that has ended, also if its parent has not noticed yet (a zombie). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM" && !isZombie(pid);
  }
  return !isZombie(pid);
}

/**
 * Whether the process is alive and can be the cluster's postmaster. On Linux, another user or another working folder
 * (PostgreSQL's is its data folder) proves that another process has the id, for instance after a power cut. If these
 * cannot be read, a live process counts as the postmaster.
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

// PostgreSQL's lock file `postmaster.pid`. It is removed only if its process is proven dead.

/**
 * Reads the lock file. Its lines: process id, data folder, start time, port, socket folder, address, memory key,
 * status.
 */
export async function readPostmasterFile(directory: string) {
  const lines = (await readIfThere(`${directory}/postmaster.pid`)).split("\n");
  const pid = readPid(lines[0] ?? "");
  return pid !== null ? { pid, socketFolder: lines[4] ?? "" } : null;
}

/** The running postmaster's process id; null if none is known to run. */
export async function findPostmaster(directory: string): Promise<number | null> {
  const file = await readPostmasterFile(directory);
  return file && isPostmasterOf(directory, file.pid) ? file.pid : null;
}

/**
 * Removes lock files of dead processes. PostgreSQL refuses to start while a process has the id in its lock file. After
 * a power cut that may be another process of the same user, and in a container a dead postmaster may stay a zombie, so
 * it would never start again. This removes a lock only if its process is proven not to be a live PostgreSQL of this
 * cluster; PostgreSQL's check of its shared memory still protects the data.
 */
export async function removeDeadLocks(directory: string, socketLock: string): Promise<void> {
  for (const file of [`${directory}/postmaster.pid`, socketLock]) {
    const pid = readPid(await readIfThere(file));
    if (pid === null || isPostmasterOf(directory, pid)) continue;
    const aside = `${file}.${process.pid}`;
    if (!(await renameIfThere(file, aside))) continue;
    // Another process may have done the same meanwhile and started PostgreSQL. Its lock file is put back.
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
