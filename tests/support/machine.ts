// What a test takes from the machine: a folder for a database, a port for a server, and the time that something takes.
import { constants } from "node:fs";
import { randomInt } from "node:crypto";
import { access, chmod, mkdtemp, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory. */
export const MEMORY = "/dev/shm";
/** More than all databases of a run take together, in bytes. */
const ENOUGH = 10 * 1024 ** 3;

/**
 * Makes an empty folder for a database: in memory on a machine that has enough, since each clone of a database is some
 * 750 files. PostgreSQL can reach it, although it runs as another user when the tests run as root.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join((await hasMemory()) ? MEMORY : tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
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

/** The fastest of several runs of `act` in ms: other load on the machine may slow any one of them. */
export async function quickestMs(act: () => Promise<unknown>, times = 3): Promise<number> {
  const tookMs: number[] = [];
  for (let round = 0; round < times; round++) {
    const began = performance.now();
    await act();
    tookMs.push(performance.now() - began);
  }
  return Math.min(...tookMs);
}
