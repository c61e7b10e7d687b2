// Whether a process is alive, and whether it is the one meant: process ids are used again.
import { readFileSync, readlinkSync, statSync } from "node:fs";
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
