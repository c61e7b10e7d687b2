// What a test takes from the machine: a folder for a database, and a port for a server.
import { constants } from "node:fs";
import { randomInt } from "node:crypto";
import {
  access,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  statfs,
} from "node:fs/promises";
import { createServer } from "node:net";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory. */
export const MEMORY = "/dev/shm";
/** More than all databases of a run take together, in bytes. */
const ENOUGH = 6 * 1024 ** 3;

/**
 * Makes an empty folder for a database: in memory on a machine that has enough, since each clone of a database is some
 * 750 files. PostgreSQL can reach it, although it runs as another user when the tests run as root. Its name has the id of
 * this process, so that `clearDeadFolders` knows whose it was.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const parent = (await hasMemory()) ? MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, `${prefix}of-${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** A line for the head of a run: where its databases are. */
export async function describeDataPlace(): Promise<string> {
  return (await hasMemory())
    ? "databases in memory"
    : `databases ON DISK, several times slower: ${ENOUGH / 1024 ** 3} GB of free memory keep them in memory`;
}

async function hasMemory(): Promise<boolean> {
  if (freemem() < ENOUGH) return false;
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that died, and ends a PostgreSQL that still runs in one. */
export async function clearDeadFolders(): Promise<void> {
  for (const parent of new Set([MEMORY, tmpdir()]))
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = /^akiba-.*of-(\d+)-\w+$/.exec(name)?.[1];
      if (owner === undefined || isAlive(Number(owner))) continue;
      await removeDataFolder(join(parent, name));
    }
}

/**
 * Removes a data folder. A PostgreSQL that still runs in it is ended, and one that has only begun to end may still write
 * there: then it is tried again for two minutes.
 */
export async function removeDataFolder(folder: string): Promise<void> {
  await quitPostmaster(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

/** Ends the PostgreSQL of a data folder without its last checkpoint. */
async function quitPostmaster(dataDir: string): Promise<void> {
  const folder = join(dataDir, "postgres");
  const lockFile = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(lockFile.split("\n")[0]);
  if (!(pid > 0)) return;
  // Another process may have the id by now.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (cwd !== (await realpath(folder).catch(() => folder))) return;
  try {
    process.kill(pid, "SIGQUIT");
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/**
 * A port that a test's server may keep, even while it is down: below the range for outgoing connections, one of which
 * could take it meanwhile.
 */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, host, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
