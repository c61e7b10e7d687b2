// The tree heads that backups carry: in a plain one, where its first file has it, and of every backup in a list beside
// them, since an encrypted one shows nothing and an old one is removed.
import { appendFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { readBackup } from "./backup-file.ts";
import { BackupError } from "#server/platform/command.ts";
import { isBackupName } from "./backup-name.ts";
import { HEADER_NAME, logHeadSchema, readHeader, type StoredLogHead } from "./manifest.ts";

const LIST = "log-heads.jsonl";

const lineSchema = z.object({ file: z.string(), log_head: logHeadSchema });

/** A head of the log and the backup it was read from. */
export type BackedUpHead = { whence: string; size: number; root: string };

/** Adds the head to the list of the folder; nothing when the log had not begun. */
export async function listHead(
  folder: string,
  { file, head }: { file: string; head: StoredLogHead | null },
): Promise<void> {
  if (head === null) return;
  const line = JSON.stringify({ file, log_head: head } satisfies z.input<typeof lineSchema>);
  await appendFile(join(folder, LIST), `${line}\n`, { mode: 0o600 });
}

/** All of a folder, in no order; what cannot be read says nothing. A folder that is not there has none. */
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

/** Of a plain backup, from its beginning only; null of an encrypted or damaged one. */
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
