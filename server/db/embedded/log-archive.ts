// Where the embedded PostgreSQL archives its write-ahead log, and the script by which it does. The script is the switch: with it
// PostgreSQL starts with archiving on, and taking it away ends the archiving of a running one.
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
import { canReach, type Account, makeOpenFolder, systemFolder, type Location } from "./location.ts";
import { errorCode } from "./file-errors.ts";

/** What the server wants archived, and with what. */
export type ArchiveParams = {
  /** Where the backups go; the log goes into a folder of its own in it. */
  backupDir: string | null;
  /** The public key that it is encrypted for. */
  recipient: string | null;
  /** The built server/programs/store-segment.ts. */
  program: URL;
};

export type LogArchive =
  /** `notes` is where the program says why it failed. */
  | { on: true; folder: string; notes: string; recipient: string | null; stop: () => Promise<void> }
  /** `failure` is why it cannot begin; null where no folder is named. */
  | { on: false; notes: string; failure: string | null };

const SCRIPT = "run";

/**
 * Puts the script where it belongs, or takes it away (SAFE-24): off without a folder, and with one on the file system of the
 * data, which is lost together with it.
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
    // PostgreSQL's own libraries are not those of Node.
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

/** What PostgreSQL is started with. `%p` and `%f` are its own: the segment's path and name. */
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

/** The folder of this data's log: another data folder, and the same one restored, have another. */
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
    // Passing through is enough; what is in the folder is listed to nobody else.
    await chmod(parent, (await stat(parent)).mode | 0o011);
    if (!(await canReach(account, folder)))
      throw new Error(
        `PostgreSQL's account (uid ${account.uid}) cannot reach ${parent}: open the folders above it to be passed through (chmod o+x), or start Akiba as a user of its own.`,
      );
  }
  if (folder !== noted)
    await replaceFile(list, (draft) =>
      writeFile(draft, `${folder}\n${cluster}\n`, { flush: true }),
    );
  return folder;
}

/** The number that PostgreSQL gave the cluster when it was made: the first of its control file. */
async function readSystemIdentifier(home: string): Promise<string> {
  const control = await readFile(join(home, "postgres/global/pg_control"));
  return String(endianness() === "LE" ? control.readBigUInt64LE() : control.readBigUInt64BE());
}

/** A Node that PostgreSQL's account can run: this one, or a copy that is made once. */
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

/** Whole or not at all, also for who reads it at that moment. */
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

/** A word for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
