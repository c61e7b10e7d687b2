// The account that PostgreSQL runs as. It refuses to run as root, so root lends it another one.
import { execFile } from "node:child_process";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

export type Account = { uid: number; gid: number };

/** True when this process is root, on a system that has a root. */
export function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged account `akiba`, made when missing; where no account can be made (a bare
 * container), `nobody`.
 */
export async function databaseAccount(): Promise<Account> {
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
  throw new Error(
    "PostgreSQL does not run as root, and neither the account akiba nor nobody is there. " +
      "Make one with: useradd --system akiba",
  );
}

/** Whether the account can open the path: every folder on the way and `path` itself lets it in. */
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
  // A missing command or a lost race is no failure: what counts is whether the account is there.
  await promisify(execFile)(command, args, { cwd: "/" }).catch(() => undefined);
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
