// Restores a base backup and the log after it into an empty data folder.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, chown, lchown, mkdir, open, readdir, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { nairobiIso } from "#domain/calendar.ts";
import { openPacked, type ReadIdentity } from "#server/backup/packed-file.ts";
import { openByteReader, readTarHeader, TAR_BLOCK, tarPadding } from "#server/backup/tar.ts";
import type { Account } from "#server/db/embedded/location.ts";
import { recoverCluster } from "#server/db/embedded/recover-cluster.ts";
import { BackupError } from "#server/platform/command.ts";
import {
  isSegment,
  followLog,
  listArchive,
  type ArchiveFiles,
  type BaseName,
  type StoredName,
} from "./archive-folder.ts";

type RestoredArchive = {
  folder: string;
  others: string[];
  /** When the base backup was complete. */
  baseAt: Date;
  /** The number of restored log segments. */
  segments: number;
  /** The first segment that is damaged, or missing although later ones exist; null if the log is complete. */
  brokenAt: string | null;
  /** The moment of the last restored transaction. */
  lastChange: Date;
  directory: string;
};

/** Refuses a data folder with a database, and an archive without a base backup from before `until`. */
export async function restoreArchive(
  dataDir: string,
  params: { from: string; until: Date | null; readIdentity: ReadIdentity },
): Promise<RestoredArchive> {
  const { from, until, readIdentity } = params;
  const { folder, base, log, gap, others } = await findArchive(from, until);
  let brokenAt = gap;
  let segments = 0;
  const { directory, lastChange } = await recoverCluster(dataDir, {
    until,
    fill: async ({ directory: draft, log: to, account }) => {
      try {
        await unpackBase(await openStored(join(folder, base.file), readIdentity), draft, account);
      } catch (error) {
        if (error instanceof BackupError) throw error;
        throw new BackupError(`The base backup ${base.file} is cut off or was altered.`, {
          cause: error,
        });
      }
      for (const stored of log) {
        const opens = { to, account, readIdentity };
        if (await unpackSegment(join(folder, stored.file), stored, opens)) {
          if (isSegment(stored.of)) segments += 1;
          continue;
        }
        await rm(join(to, stored.of), { force: true });
        if (!isSegment(stored.of)) continue;
        brokenAt = stored.of;
        break;
      }
    },
  });
  return {
    folder,
    others,
    baseAt: base.finishedAt,
    segments,
    brokenAt,
    lastChange: lastChange ?? base.finishedAt,
    directory,
  };
}

// Finds what a restore needs in an archive: the base backup to begin with and the log after it.

type FoundArchive = {
  folder: string;
  base: BaseName;
  log: readonly StoredName[];
  /** The first segment that is missing although later ones exist; null for a log without a gap. */
  gap: string | null;
  /** Other archives in the same folder that could be restored instead. */
  others: string[];
};

/**
 * `from` is an archive's folder, or the backup folder with archives in it. Of several it takes one whose log reaches
 * `until`, the one with the newest base backup; otherwise the one with the newest log. Refuses if no base backup was
 * complete by `until`.
 */
async function findArchive(from: string, until: Date | null): Promise<FoundArchive> {
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

/** The unpacked bytes of a file in the archive. */
async function openStored(file: string, readIdentity: ReadIdentity): Promise<Readable> {
  return (await openPacked(file, readIdentity, "archive")).plain;
}

/** Unpacks a segment into the folder `to`; false if its content does not match the hash in its name. */
async function unpackSegment(
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
      // A segment that was finished early ends in zeros. Skipping them saves room on the disk.
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

// Unpacks a base backup's tar into a folder, in one pass, with files of any size.

const CHUNK = 1024 * 1024;

/** Files belong to `account` and only it can read them, as PostgreSQL requires. */
export async function unpackBase(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  account: { uid: number; gid: number } | null,
): Promise<void> {
  const source = openByteReader(bytes);
  for (;;) {
    const head = await source.read(TAR_BLOCK);
    if (head.every((byte) => byte === 0)) break;
    const { name, size, type, link } = readTarHeader(head);
    const path = pathWithin(folder, name);
    if (type === "5") await mkdir(path, { recursive: true, mode: 0o700 });
    else if (type === "2") await symlink(link, path);
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(
        Readable.from(chunksOf(source, size), { objectMode: false }),
        // No flush here: PostgreSQL flushes all files to the disk before it recovers.
        createWriteStream(path, { mode: 0o600, flags: "wx" }),
      );
      await source.read(tarPadding(size));
    }
    if (type !== "2") await chmod(path, type === "5" ? 0o700 : 0o600);
    if (account !== null) await (type === "2" ? lchown : chown)(path, account.uid, account.gid);
  }
  // Reads to the end, so that the compression's checksum is checked too.
  await source.drain();
}

async function* chunksOf(source: { read(size: number): Promise<Buffer> }, size: number) {
  for (let left = size; left > 0; left -= CHUNK) yield await source.read(Math.min(left, CHUNK));
}

function pathWithin(folder: string, name: string): string {
  const path = normalize(join(folder, name));
  if (path !== folder && !path.startsWith(`${folder}/`) && path !== `${folder}/`)
    throw new BackupError(`The base backup holds ${name}, which leads out of it.`);
  return path;
}
