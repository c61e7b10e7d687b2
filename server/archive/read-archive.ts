// Finds what a restore needs in an archive, and reads it: the base backup to begin with and the log that follows it.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chown, open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { nairobiIso } from "#domain/calendar.ts";
import { BackupError } from "#server/platform/command.ts";
import { decryptWith, isEncrypted } from "#server/backup/encryption.ts";
import type { Account } from "#server/db/embedded/location.ts";
import { followLog, listArchive, type ArchiveFiles } from "./archive-folder.ts";
import type { BaseName, StoredName } from "./archive-names.ts";

export type ReadIdentity = () => Promise<string | null>;

export type FoundArchive = {
  folder: string;
  base: BaseName;
  log: readonly StoredName[];
  /** The first segment that is not there although later ones are; null of a log without a gap. */
  gap: string | null;
  /** Other archives beside it, which hold the moment too. */
  others: string[];
};

/**
 * `from` is an archive's folder, or the one of the backups that holds it; of several the one with the newest log that begins before
 * `until`. Refuses one without a base backup that was whole by then.
 */
export async function findArchive(from: string, until: Date | null): Promise<FoundArchive> {
  const folders = [from];
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name.startsWith("log-")) folders.push(join(from, entry.name));
  const found: (FoundArchive & { until: number; holds: boolean })[] = [];
  let first: Date | null = null;
  for (const folder of folders) {
    const files = await listArchive(folder);
    first = earlier(first, files.bases[0]?.finishedAt ?? null);
    const base = files.bases.findLast(({ finishedAt }) => until === null || finishedAt <= until);
    if (base === undefined) continue;
    const { whole, missing, beyond } = followLog(files, base.from);
    const end = await newestFile(folder, files);
    found.push({
      folder,
      base,
      log: [...whole, ...files.stored.filter(({ of }) => of.endsWith(".history"))],
      gap: beyond.length === 0 ? null : missing,
      others: [],
      until: end,
      holds: until !== null && end >= until.getTime(),
    });
  }
  const [best, ...others] = found.toSorted((one, other) =>
    one.holds !== other.holds
      ? Number(other.holds) - Number(one.holds)
      : one.holds
        ? other.base.finishedAt.getTime() - one.base.finishedAt.getTime()
        : other.until - one.until,
  );
  if (best !== undefined) return { ...best, others: others.map(({ folder }) => folder) };
  throw new BackupError(
    first === null
      ? `There is no base backup in ${from}, nor in a folder log-… of it. A single backup is restored by its file: --from FILE.`
      : `The first base backup in ${from} is of ${nairobiIso(first).slice(0, 19)}: what was before is in the backups, each restored by its file.`,
  );
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

async function newestFile(folder: string, { bases, stored }: ArchiveFiles): Promise<number> {
  const last = [bases.at(-1), stored.at(-1)].flatMap((file) => file ?? []);
  const times = await Promise.all(last.map(({ file }) => stat(join(folder, file))));
  return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

/** The bytes of a file of the archive, opened. */
export async function openStored(file: string, readIdentity: ReadIdentity): Promise<Readable> {
  let source: Readable = createReadStream(file);
  if (await isEncrypted(file)) {
    const identity = await readIdentity();
    if (identity === null)
      throw new BackupError(
        "The archive is encrypted: name the file of its key with --identity FILE.",
      );
    source = await decryptWith(identity, source);
  }
  const plain = createGunzip();
  pipeline(source, plain).catch(() => undefined);
  return plain;
}

/** Unpacks a segment into the file `to`; false when it is not what its name says, and then there is no telling what it is. */
export async function unpackSegment(
  file: string,
  { of, hash }: StoredName,
  params: { to: string; account: Account | null; readIdentity: ReadIdentity },
): Promise<boolean> {
  const found = createHash("sha256");
  const target = await open(join(params.to, of), "wx", 0o600);
  try {
    let size = 0;
    for await (const chunk of await openStored(file, params.readIdentity)) {
      const bytes = chunk as Buffer;
      found.update(bytes);
      // A segment that was finished early ends in zeros, which need no room on the disk.
      if (bytes.some((byte) => byte !== 0)) await target.write(bytes, 0, bytes.length, size);
      size += bytes.length;
    }
    await target.truncate(size);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    return false;
  } finally {
    await target.close();
  }
  if (params.account !== null)
    await chown(join(params.to, of), params.account.uid, params.account.gid);
  return found.digest("hex").slice(0, 32) === hash;
}

/** The text of a key file; null without one. */
export function readingIdentity(file: string | null): ReadIdentity {
  return async () => (file === null ? null : readFile(file, "utf8"));
}
