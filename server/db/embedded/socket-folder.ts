// The private folder of the database's Unix socket. Who may enter it may use the database.
import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { readPostmasterFile } from "./liveness.ts";
import { errorCode, explainFileError } from "./file-errors.ts";
import type { Location } from "./location.ts";
import { socketPort } from "./server-settings.ts";

/** What sun_path holds on Linux (108) or macOS (104), less the closing zero. */
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/** Returns the folder, mode 0700, belonging to the account that PostgreSQL runs as. */
export async function prepareSocketFolder(location: Location, directory: string): Promise<string> {
  // A running PostgreSQL has chosen already; TMPDIR may have been another one for it.
  const chosen = await readPostmasterFile(directory);
  const folder = chosen?.socketFolder || preferredFolder(location.home);
  try {
    await makePrivate(location, folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw explainFileError(error, `The socket folder ${folder} cannot be used`);
  }
  return folder;
}

function preferredFolder(home: string) {
  const folder = `${home}/socket`;
  const path = `${folder}/.s.PGSQL.${socketPort}`;
  if (Buffer.byteLength(path) <= longestSocketPath) return folder;
  return `${tmpdir()}/akiba-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
}

async function makePrivate(location: Location, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const self = process.getuid?.();
  const owner = location.account?.uid ?? self;
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== self)) {
    throw new Error(
      `The socket folder ${folder} belongs to somebody else (uid ${found.uid}). Remove it, or set ` +
        "DATA_DIR to a shorter path.",
    );
  }
  if (location.account && found.uid !== owner) {
    await chown(folder, location.account.uid, location.account.gid);
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
}
