// The folder of backups: their names, which tell when each was made, those to remove, and the tree heads in them. Also
// writes and reads a backup file.
import { appendFile, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod";
import { nairobiDate } from "#domain/calendar.ts";
import { BackupError } from "#server/platform/command.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import {
  HEADER_NAME,
  logHeadSchema,
  type Manifest,
  readHeader,
  type StoredLogHead,
} from "./manifest.ts";
import { dumpDatabase } from "./dump-database.ts";
import type { Origin, SigningKey } from "./signature.ts";
import { packTar, type TarEntry, unpackTar } from "./tar.ts";
import { openPacked, type ReadIdentity, writePacked } from "./packed-file.ts";

const PATTERN = /^akiba-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.tar\.gz(\.age)?$/;
const STORED = { days: 7, weeks: 5, months: 24 };
const DAY_MS = 24 * 60 * 60 * 1000;

export function backupName(madeAt: Date, isEncrypted: boolean): string {
  const moment = madeAt.toISOString().slice(0, 19).replaceAll(":", "-");
  return `akiba-${moment}Z.tar.gz${isEncrypted ? ".age" : ""}`;
}

function isBackupName(name: string): boolean {
  return PATTERN.test(name);
}

/** When the backup with this name was made; null for any other file. */
export function madeAtOf(name: string): Date | null {
  const moment = PATTERN.exec(name)?.[1];
  if (moment === undefined) return null;
  return new Date(`${moment.slice(0, 10)}T${moment.slice(11).replaceAll("-", ":")}Z`);
}

/**
 * Returns the backups to remove (SAFE-12): all except the newest of each of the last 7 days, 5 weeks and 24 months that
 * have one. It never returns other files.
 */
export function findOutlived(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const madeAt = madeAtOf(name);
      return madeAt === null ? [] : [{ name, madeAt }];
    })
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const stored = new Set([
    ...newestOfEach(backups, STORED.days, ({ madeAt }) => nairobiDate(madeAt)),
    ...newestOfEach(backups, STORED.weeks, ({ madeAt }) => weekOf(madeAt)),
    ...newestOfEach(backups, STORED.months, ({ madeAt }) => nairobiDate(madeAt).slice(0, 7)),
  ]);
  return backups.map(({ name }) => name).filter((name) => !stored.has(name));
}

type Backup = { name: string; madeAt: Date };

/** `backups` must be sorted, newest first. */
function newestOfEach(
  backups: readonly Backup[],
  periods: number,
  periodOf: (backup: Backup) => string,
): string[] {
  const newest = new Map<string, string>();
  for (const backup of backups) {
    const period = periodOf(backup);
    if (!newest.has(period) && newest.size < periods) newest.set(period, backup.name);
  }
  return [...newest.values()];
}

/** Weeks begin on Monday; 5 January 1970 was one. */
function weekOf(madeAt: Date): string {
  const day = new Date(`${nairobiDate(madeAt)}T00:00:00Z`).getTime() / DAY_MS;
  return String(Math.floor((day - 4) / 7));
}

// The tree heads of backups. The first file in a plain backup has its tree head. A list beside the backups has those of
// all, since an encrypted backup cannot be read here, and old ones are removed.

const LIST = "log-heads.jsonl";

const lineSchema = z.object({ file: z.string(), log_head: logHeadSchema });

/** A tree head and the name of its backup; `root` in hexadecimal. */
export type BackedUpHead = { whence: string; size: number; root: string };

/** Adds the tree head to the folder's list; does nothing if the log had not begun. */
export async function listHead(
  folder: string,
  { file, head }: { file: string; head: StoredLogHead | null },
): Promise<void> {
  if (head === null) return;
  const line = JSON.stringify({ file, log_head: head } satisfies z.input<typeof lineSchema>);
  await appendFile(join(folder, LIST), `${line}\n`, { mode: 0o600 });
}

/** All tree heads of a folder, in no order. Skips what cannot be read; a missing folder has none. */
export async function readStoredHeads(folder: string): Promise<BackedUpHead[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const heads: BackedUpHead[] = [];
  if (names.includes(LIST))
    for (const line of (await readFile(join(folder, LIST), "utf8")).split("\n")) {
      const parsed = lineSchema.safeParse(fromJson(line));
      if (parsed.success) heads.push({ whence: parsed.data.file, ...parsed.data.log_head });
    }
  for (const name of names.filter(isBackupName)) {
    const head = await readHeadOf(join(folder, name));
    if (head !== null) heads.push({ whence: name, ...head });
  }
  return heads;
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The tree head of a plain backup, of which it reads only the beginning; null for an encrypted or damaged one. */
async function readHeadOf(file: string): Promise<StoredLogHead | null> {
  try {
    for await (const { name, content } of readBackup(file, async () => null))
      return name === HEADER_NAME ? (readHeader(content).log_head ?? null) : null;
  } catch (error) {
    if (!(error instanceof BackupError) && !isSystemError(error)) throw error;
  }
  return null;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}

// One backup as a file: a compressed tar, encrypted if there is a recipient.

export type WrittenBackup = { file: string; bytes: number; manifest: Manifest; origin: Origin };

/** Writes the database to `file`, complete and on disk, or writes nothing. */
export async function writeBackup(
  connection: ConnectionOptions,
  params: { file: string; recipient: string | null; madeAt: Date; key: SigningKey },
): Promise<WrittenBackup> {
  const { file, recipient, madeAt, key } = params;
  const manifests: { manifest: Manifest; origin: Origin }[] = [];
  const entries = dumpDatabase(connection, {
    madeAt,
    key,
    onManifest: (manifest, origin) => manifests.push({ manifest, origin }),
  });
  await writePacked(Readable.from(packTar(entries, madeAt)), {
    file: () => file,
    draft: `${file}.part-${randomBytes(4).toString("hex")}`,
    recipient,
  });
  const [made] = manifests;
  if (made === undefined) throw new BackupError("The backup has no manifest.");
  return { file, bytes: (await stat(file)).size, ...made };
}

/** Yields the files in a backup, in their order. Refuses a damaged backup. */
export async function* readBackup(
  file: string,
  readIdentity: ReadIdentity,
): AsyncGenerator<TarEntry> {
  const { plain, whole, close } = await openPacked(file, readIdentity, "backup");
  try {
    yield* unpackTar(plain);
    await whole;
  } catch (error) {
    throw isDamage(error)
      ? new BackupError("The backup is cut off or was altered.", { cause: error })
      : error;
  } finally {
    close();
  }
}

/** Whether decompressing or decrypting found that the file is not as it was written. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BackupError) return false;
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") || code === "" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
