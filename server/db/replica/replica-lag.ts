// How far a replica is, in moments of the primary: its own clock and the time of its last transaction tell nothing while nobody
// writes, so the primary's place in the log is noted every second and compared with what the replica has replayed.

/** A replica that is further behind is not read: nobody expects such a report. */
const REMEMBERED_MS = 60 * 60 * 1000;

type Sample = { at: Date; lsn: bigint };

export type ReplicaLag = {
  /** `at` is before the primary was asked for `lsn`. On another timeline a place in the log means something else. */
  note(sample: Sample & { timeline: number | null }): void;
  /** Up to when whoever has replayed `lsn` holds every acknowledged change; null when that is too long ago, or unknown. */
  asOf(lsn: bigint): Date | null;
};

export function openReplicaLag(): ReplicaLag {
  let samples: Sample[] = [];
  let timeline: number | null = null;
  return {
    note({ at, lsn, timeline: present }) {
      if (present !== timeline) samples = [];
      timeline = present;
      const last = samples.at(-1);
      // Where nothing was written since, the same place holds for later too.
      if (last?.lsn === lsn) last.at = at;
      else samples.push({ at, lsn });
      const oldest = at.getTime() - REMEMBERED_MS;
      const stored = samples.findIndex((each) => each.at.getTime() >= oldest);
      if (stored > 0) samples.splice(0, stored);
    },
    asOf: (lsn) => samples.findLast((each) => each.lsn <= lsn)?.at ?? null,
  };
}
