// Chooses the database's folder and the account that PostgreSQL runs as. The database is in the data folder, or, if
// root's data folder is closed to that account, in another folder, which a file in the data folder names.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  link,
  mkdir,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { OperatorError } from "#server/platform/command.ts";
import { errorCode, explainFileError } from "./file-errors.ts";

export type Location = {
  /** The folder of `postgres`, `socket` and `postgres.log`; absolute, without links. */
  home: string;
  /** The account that PostgreSQL runs as; null for this process's own. */
  account: Account | null;
};

/** The folder for files that the database's account must reach on a machine where root's folders are closed. */
export const systemFolder = "/var/lib/akiba";

/** Returns the location of the database of `dataDir`, the same one every time and for every process. */
export async function chooseLocation(dataDir: string): Promise<Location> {
  if (process.platform === "win32") {
    throw new OperatorError(
      "The embedded PostgreSQL does not run on Windows itself. Start Akiba inside WSL, " +
        "or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const folder = await openDataFolder(dataDir);
  const home = (await readLocation(folder)) ?? folder;
  const owner = await clusterOwner(home);
  if (!isRoot()) return { home, account: refuseForeignCluster(home, owner) };
  if (owner) return { home, account: refuseRootsCluster(home, owner) };

  const account = await databaseAccount();
  if (home !== folder || (await canHold(folder, account))) return { home, account };
  return { home: await claimSystemFolder(folder), account };
}

async function openDataFolder(dataDir: string) {
  const folder = resolve(dataDir);
  try {
    const made = await mkdir(folder, { recursive: true });
    // Root's umask may have closed the new folder to the database's account.
    if (made !== undefined && isRoot()) await chmod(folder, 0o755);
    return await realpath(folder);
  } catch (error) {
    throw explainFileError(error, `The data folder ${folder} cannot be used`);
  }
}

async function readLocation(folder: string): Promise<string | null> {
  const file = `${folder}/location`;
  const home = await readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw explainFileError(error, `${file} cannot be read`);
  });
  if (home === null) return null;
  const path = home.trim();
  await stat(path).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw explainFileError(error, `${path} cannot be used`);
    throw new OperatorError(
      `${file} says that the database is in ${path}, but that folder is gone. Bring it back, ` +
        `or remove ${file} to begin with an empty database.`,
    );
  });
  return path;
}

async function clusterOwner(home: string): Promise<Account | null> {
  return stat(`${home}/postgres`).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw explainFileError(error, `The database in ${home} cannot be opened`);
  });
}

function refuseForeignCluster(home: string, owner: Account | null): null {
  const own = process.getuid?.();
  if (!owner || owner.uid === own) return null;
  throw new OperatorError(
    `The database in ${home}/postgres belongs to another user (uid ${owner.uid}, you are ${own}). ` +
      "Start Akiba as that user or as root, or set DATA_DIR to a folder of your own.",
  );
}

function refuseRootsCluster(home: string, owner: Account): Account {
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  throw new OperatorError(
    `The database in ${home}/postgres belongs to root, and PostgreSQL does not run as root. ` +
      `Give it to another account, for example: chown -R akiba ${home}/postgres`,
  );
}

/** Whether the account can own files in the folder. On some file systems all files have one owner. */
async function canHold(folder: string, account: Account): Promise<boolean> {
  if (!(await canReach(account, folder))) return false;
  const trial = `${folder}/trial-${randomBytes(6).toString("hex")}`;
  await mkdir(trial, { mode: 0o700 });
  try {
    await chown(trial, account.uid, account.gid);
    return (await stat(trial)).uid === account.uid;
  } catch (error) {
    if (errorCode(error) === "EPERM" || errorCode(error) === "EINVAL") return false;
    throw error;
  } finally {
    await rmdir(trial);
  }
}

/**
 * Makes a folder and writes its path to `<folder>/location`. If two processes do this at once, both use the first
 * one's.
 */
async function claimSystemFolder(folder: string): Promise<string> {
  const home = `${systemFolder}/${randomBytes(8).toString("hex")}`;
  await makeOpenFolder(systemFolder);
  await makeOpenFolder(home);
  const draft = `${folder}/location-${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${home}\n`, { flush: true });
  try {
    // A hard link appears complete or not at all, and never replaces another file.
    await link(draft, `${folder}/location`);
    return home;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    await rmdir(home);
    return (await readLocation(folder)) ?? home;
  } finally {
    await rm(draft);
  }
}

/** Makes a folder that every account may enter, whatever root's umask is. */
export async function makeOpenFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true });
  if (made !== undefined) await chmod(path, 0o755);
}

// PostgreSQL refuses to run as root, so root starts it under another account.

export type Account = { uid: number; gid: number };

/** Whether this process is root, on a system that has a root. */
function isRoot() {
  return process.getuid?.() === 0;
}

/** The unprivileged account `akiba`, made if missing; `nobody` if no account can be made, as in a bare container. */
async function databaseAccount(): Promise<Account> {
  const own = await findAccount("akiba");
  if (own) return own;

  const names = ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  await runQuietly("useradd", [...names, "--home-dir", "/nonexistent", "akiba"]);
  if (!(await findAccount("akiba"))) await runQuietly("adduser", ["-S", "-D", "-H", "akiba"]);

  // Another process that makes the same account holds the lock on /etc/passwd for a moment.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const made = await findAccount("akiba");
    if (made) return made;
    if (!(await exists("/etc/passwd.lock"))) break;
    await sleep(50);
  }
  const nobody = await findAccount("nobody");
  if (nobody) return nobody;
  throw new OperatorError(
    "PostgreSQL does not run as root, and neither the account akiba nor nobody is there. " +
      "Make one with: useradd --system akiba",
  );
}

/** Whether the account can open the path: it may enter every folder on the way, and read `path` if it is a file. */
export async function canReach(account: Account | null, path: string): Promise<boolean> {
  if (!account) return true;
  const target = await realpath(path);
  const isFolder = (await stat(target)).isDirectory();
  if (!isFolder && !(await lets(account, target, 4))) return false;
  for (let folder = isFolder ? target : dirname(target); ; folder = dirname(folder)) {
    if (!(await lets(account, folder, 1))) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function lets(account: Account, path: string, permission: number) {
  const { uid, gid, mode } = await stat(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & permission) === permission;
}

async function findAccount(name: string): Promise<Account | null> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n");
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
  if (!fields) return null;
  const account = { uid: Number(fields[2]), gid: Number(fields[3]) };
  return account.uid === 0 ? null : account;
}

async function runQuietly(command: string, args: string[]) {
  // A missing command or another process's account is no failure: the caller checks whether the account exists.
  await promisify(execFile)(command, args, { cwd: "/" }).catch(() => undefined);
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
