// Prepares the folder in which the embedded PostgreSQL archives its write-ahead log, and the script that does it. The
// script is the switch: PostgreSQL archives if it exists at its start, and removing it ends the archiving of a running
// PostgreSQL.
import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { endianness } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { OperatorError } from "#server/platform/command.ts";
import { canReach, type Account, makeOpenFolder, systemFolder, type Location } from "./location.ts";
import { errorCode } from "./file-errors.ts";

export type ArchiveParams = {
  /** The folder of the backups. The log gets a folder in it; null turns the archive off. */
  backupDir: string | null;
  /** The public key that the log is encrypted for; null to encrypt nothing. */
  recipient: string | null;
  /** The built server/programs/store-segment.ts. */
  program: URL;
};

export type LogArchive =
  /** `notes` is the folder into which the program writes why it failed. */
  | { on: true; folder: string; notes: string; recipient: string | null; stop: () => Promise<void> }
  /** `failure` is why the archive cannot begin; null if there is no `backupDir`. */
  | { on: false; notes: string; failure: string | null };

const SCRIPT = "run";

/**
 * Writes or removes the script (SAFE-24). The archive is off without `backupDir`, and if that is on the data's own file
 * system, which would be lost together with the data.
 */
export async function prepareArchive(
  location: Location,
  params: ArchiveParams,
): Promise<LogArchive> {
  const notes = notesFolder(location.home);
  const stop = () => rm(join(notes, SCRIPT), { force: true });
  const off = async (failure: string | null): Promise<LogArchive> => {
    await stop();
    return { on: false, notes, failure };
  };
  const { backupDir } = params;
  if (backupDir === null) return off(null);
  try {
    if (!(await isElsewhere(backupDir, location.home)))
      return await off(
        `${backupDir} is on the same disk as the data, and would be lost with it: name a folder on another one as BACKUP_DIR.`,
      );
    const folder = await prepareFolder(location, backupDir);
    await mkdir(notes, { recursive: true, mode: 0o755 });
    await give(location.account, notes);
    const program = join(notes, basename(fileURLToPath(params.program)));
    await replaceFile(program, (draft) => copyFile(params.program, draft), 0o644);
    const node = await reachableNode(location.account);
    const args = [node, program, folder, notes, params.recipient ?? ""].map(quote).join(" ");
    // Node must not load PostgreSQL's libraries.
    const script = `unset LD_LIBRARY_PATH\nexec ${args} "$1" "$2"\n`;
    await replaceFile(
      join(notes, SCRIPT),
      (draft) => writeFile(draft, script, { flush: true }),
      0o644,
    );
    return { on: true, folder, notes, recipient: params.recipient, stop };
  } catch (error) {
    return off(
      `The archive of the log cannot begin: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The settings that PostgreSQL starts with. It replaces `%p` and `%f` by the segment's path and name. */
export function archiveSettings(home: string): Record<string, string> {
  const script = join(notesFolder(home), SCRIPT);
  if (!existsSync(script)) return { archive_mode: "off" };
  const path = quote(script).replaceAll("%", "%%");
  return {
    archive_mode: "on",
    archive_timeout: "60s",
    archive_command: `test ! -e ${path} || exec sh ${path} "%p" "%f"`,
  };
}

function notesFolder(home: string): string {
  return join(home, "archive");
}

async function isElsewhere(backupDir: string, home: string): Promise<boolean> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  return (await stat(backupDir)).dev !== (await stat(home)).dev;
}

/**
 * Returns this data's own folder for the log. Another data folder, or another cluster in this one, gets a new folder.
 */
async function prepareFolder({ home, account }: Location, backupDir: string): Promise<string> {
  const parent = await realpath(backupDir);
  const list = join(home, "archive-folder");
  const cluster = await readSystemIdentifier(home);
  const [noted = "", of] = (
    await readFile(list, "utf8").catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return "";
      throw error;
    })
  ).split("\n");
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const fresh = join(parent, `log-${moment}Z-${randomBytes(3).toString("hex")}`);
  const folder = dirname(noted) === parent && of === cluster ? noted : fresh;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await give(account, folder);
  if (account !== null && !(await canReach(account, folder))) {
    // The account only needs to pass through the folder; nobody else can list it.
    await chmod(parent, (await stat(parent)).mode | 0o011);
    if (!(await canReach(account, folder)))
      throw new OperatorError(
        `PostgreSQL's account (uid ${account.uid}) cannot reach ${parent}: open the folders above it to be passed through (chmod o+x), or start Akiba as a user of its own.`,
      );
  }
  if (folder !== noted)
    await replaceFile(list, (draft) =>
      writeFile(draft, `${folder}\n${cluster}\n`, { flush: true }),
    );
  return folder;
}

/** The cluster's system identifier, the first number in its control file. */
async function readSystemIdentifier(home: string): Promise<string> {
  const control = await readFile(join(home, "postgres/global/pg_control"));
  return String(endianness() === "LE" ? control.readBigUInt64LE() : control.readBigUInt64BE());
}

/** The path of a Node that PostgreSQL's account can run: this one, or a copy that is made once. */
async function reachableNode(account: Account | null): Promise<string> {
  const own = await realpath(process.execPath);
  if (await canReach(account, own)) return own;
  const copy = join(systemFolder, `node-${process.version}`);
  if (existsSync(copy)) return copy;
  await makeOpenFolder(systemFolder);
  await replaceFile(copy, (draft) => copyFile(own, draft), 0o755);
  return copy;
}

async function give(account: Account | null, path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid);
}

/** Replaces a file in one step, so that every reader sees it complete. */
async function replaceFile(
  path: string,
  write: (draft: string) => Promise<void>,
  mode = 0o600,
): Promise<void> {
  const draft = `${path}.new-${randomBytes(4).toString("hex")}`;
  try {
    await write(draft);
    await chmod(draft, mode);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Quotes a text as one word for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
