// Where the databases of tests lie: in memory on a machine that has enough, since each clone of a database is some 750 files.
import { constants } from "node:fs";
import { access, chmod, mkdtemp, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** More than all databases of a run take together, in bytes. */
const ENOUGH = 10 * 1024 ** 3;

/** Makes an empty folder that PostgreSQL can reach, which runs as another user when the tests run as root. */
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
