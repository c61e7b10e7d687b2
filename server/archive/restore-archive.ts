// Brings a base backup and the log that followed back into an empty data folder.
import { createWriteStream } from "node:fs";
import { rm, chmod, chown, lchown, mkdir, symlink } from "node:fs/promises";
import { join, dirname, normalize } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openByteReader, readTarHeader, TAR_BLOCK, tarPadding } from "#server/backup/tar.ts";
import { recoverCluster } from "#server/db/embedded/recover-cluster.ts";
import { BackupError } from "#server/platform/command.ts";
import { isSegment } from "./archive-names.ts";
import { findArchive, openStored, unpackSegment, type ReadIdentity } from "./read-archive.ts";

type RestoredArchive = {
  folder: string;
  others: string[];
  /** When the base backup was whole. */
  baseAt: Date;
  /** How many segments of the log followed it. */
  segments: number;
  /** The first segment that is missing or damaged although the log goes on after it; null when it is whole. */
  brokenAt: string | null;
  /** Of the last transaction that it holds. */
  lastChange: Date;
  directory: string;
};

/** Refuses a data folder that holds a database, and an archive that has no base backup from before `until`. */
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

// Unpacks a base backup's tar into a folder, in one pass and whatever the size of its files.

const CHUNK = 1024 * 1024;

/** Files belong to `account`, as PostgreSQL wants them: readable by it alone. */
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
        // PostgreSQL brings all of it to the disk before it recovers.
        createWriteStream(path, { mode: 0o600, flags: "wx" }),
      );
      await source.read(tarPadding(size));
    }
    if (type !== "2") await chmod(path, type === "5" ? 0o700 : 0o600);
    if (account !== null) await (type === "2" ? lchown : chown)(path, account.uid, account.gid);
  }
  // To the very end, so that the checksum of the compression is checked too.
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
