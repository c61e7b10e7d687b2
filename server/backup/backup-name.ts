// The name of a backup's file, by which it is known when it was made, and which backups may go.
import { nairobiDate } from "#domain/calendar.ts";

const PATTERN = /^akiba-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.tar\.gz(\.age)?$/;
const STORED = { days: 7, weeks: 5, months: 24 };
const DAY_MS = 24 * 60 * 60 * 1000;

export function backupName(madeAt: Date, isEncrypted: boolean): string {
  const moment = madeAt.toISOString().slice(0, 19).replaceAll(":", "-");
  return `akiba-${moment}Z.tar.gz${isEncrypted ? ".age" : ""}`;
}

export function isBackupName(name: string): boolean {
  return PATTERN.test(name);
}

/** When the backup of this name was made; null for any other file. */
export function madeAtOf(name: string): Date | null {
  const moment = PATTERN.exec(name)?.[1];
  if (moment === undefined) return null;
  return new Date(`${moment.slice(0, 10)}T${moment.slice(11).replaceAll("-", ":")}Z`);
}

/**
 * The backups that are no longer needed (SAFE-12): what stays is the newest of each of the last 7 days, 5 weeks and 24
 * months that have one. Files of other names are never among them.
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

/** `backups` newest first. */
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
