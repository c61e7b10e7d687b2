// How far the archive is behind the database: since when there is a change that is in no stored segment.
import { SEGMENT_BYTES } from "./archive-names.ts";

const SAME_MS = 60_000;
/** PostgreSQL finishes a segment with a change in it after archive_timeout, 60 s; what it has not, holds none. */
const FINISHED_MS = 75_000;
/** What stands at the beginning of each segment, in bytes. */
const HEADER_BYTES = 40n;

/** Positions are of the log, in bytes; `snapshot` is another one after each change. */
export type LogPosition = { at: Date; lsn: bigint; snapshot: string; storedEnd: bigint };

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
