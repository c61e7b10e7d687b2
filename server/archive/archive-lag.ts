// How far the archive is behind the database, and the mail to the officials when it fails.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SEGMENT_BYTES } from "./archive-folder.ts";

const SAME_MS = 60_000;
/** PostgreSQL finishes a segment with a change in it after archive_timeout, 60 s; what it has not, holds none. */
const FINISHED_MS = 75_000;
/** What stands at the beginning of each segment, in bytes. */
const HEADER_BYTES = 40n;

/** Positions are of the log, in bytes; `snapshot` is another one after each change. */
type LogPosition = { at: Date; lsn: bigint; snapshot: string; storedEnd: bigint };

/** Call `look` every few seconds. Idle PostgreSQL writes to its log too, but its snapshot stays. */
export function openArchiveLag() {
  /** Of each look that found a change: when, and where the log was then, at most one a minute. */
  let changes: { since: Date; upTo: bigint }[] = [];
  let last: LogPosition | null = null;
  let changedAt = 0;
  return {
    look(position: LogPosition): void {
      const { at, lsn, snapshot, storedEnd } = position;
      const beyond = lsn % SEGMENT_BYTES;
      if (last === null || last.snapshot !== snapshot) {
        changedAt = at.getTime();
        const since = last?.at ?? at;
        const upTo = beyond <= HEADER_BYTES ? lsn - beyond : lsn;
        const newest = changes.at(-1);
        if (newest !== undefined && since.getTime() - newest.since.getTime() < SAME_MS)
          newest.upTo = upTo;
        else changes.push({ since, upTo });
      } else if (at.getTime() - changedAt > FINISHED_MS && lsn - beyond === storedEnd) changes = [];
      last = position;
    },
    /** Seconds since the oldest change that is not stored, when the log is stored up to `storedEnd`; 0 when all is. */
    behindSeconds(storedEnd: bigint, now: Date): number {
      changes = changes.filter(({ upTo }) => upTo > storedEnd);
      const oldest = changes[0];
      if (oldest === undefined) return 0;
      return Math.max(0, Math.round((now.getTime() - oldest.since.getTime()) / 1000));
    },
  };
}

// Mails the officials that the archive fails, once until it works again, also across restarts.

/** A share that is mounted again in time, or one segment that failed, is nothing to write about. */
const FAILS_FOR_MS = 5 * 60_000;

type ArchiveAlarm = {
  /** Called with what fails now; null while all is well. */
  look(failure: string | null): Promise<void>;
};

/** `notes` is the folder beside the data in which it is noted that they were notified. */
export function openArchiveAlarm(parts: {
  notes: string;
  now: () => Date;
  tell: (failure: string) => Promise<void>;
}): ArchiveAlarm {
  const { notes, now, tell } = parts;
  const notedFile = join(notes, "officials-told");
  let failsSince: number | null = null;
  return {
    async look(failure) {
      if (failure === null) {
        failsSince = null;
        await rm(notedFile, { force: true });
        return;
      }
      failsSince ??= now().getTime();
      if (now().getTime() - failsSince < FAILS_FOR_MS || existsSync(notedFile)) return;
      await tell(failure);
      await mkdir(notes, { recursive: true, mode: 0o755 });
      await writeFile(notedFile, `${now().toISOString()}\n`);
    },
  };
}
