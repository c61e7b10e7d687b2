// Brings a base backup and the log that followed back into an empty data folder.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BackupError } from "#server/backup/backup-error.ts";
import { recoverCluster } from "#server/db/embedded/recover-cluster.ts";
import { isSegment } from "./archive-names.ts";
import { findArchive, openStored, unpackSegment, type ReadIdentity } from "./read-archive.ts";
import { unpackBase } from "./unpack-base.ts";

export type RestoredArchive = {
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
