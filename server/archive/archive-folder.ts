// What an archive's folder holds, and what of it is no longer needed.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { nairobiDate } from "#domain/calendar.ts";
import {
  isSegment,
  nextSegment,
  readBaseName,
  readStoredName,
  type BaseName,
  type StoredName,
} from "./archive-names.ts";

export type ArchiveFiles = {
  /** Oldest first. */
  bases: BaseName[];
  /** By the name that PostgreSQL gave them, in the log's order: segments and what else it archived. */
  stored: StoredName[];
};

export async function listArchive(folder: string): Promise<ArchiveFiles> {
  const names = await readdir(folder);
  return {
    bases: names
      .flatMap((name) => readBaseName(name) ?? [])
      .toSorted((one, other) => one.finishedAt.getTime() - other.finishedAt.getTime()),
    stored: names
      .flatMap((name) => readStoredName(name) ?? [])
      .toSorted((one, other) => (one.of < other.of ? -1 : 1)),
  };
}

/** The segments from `from` on without a gap, and what comes after one. */
export function followLog(
  { stored }: ArchiveFiles,
  from: string,
): { whole: StoredName[]; missing: string; beyond: StoredName[] } {
  const segments = stored.filter(({ of }) => isSegment(of) && of >= from);
  let missing = from;
  let count = 0;
  for (; segments[count]?.of === missing; count++) missing = nextSegment(missing);
  return { whole: segments.slice(0, count), missing, beyond: segments.slice(count) };
}

const BASE_DAYS = 7;

/** Keeps the newest base backup of each of the last days that have one, and the log from the oldest of them on (SAFE-24). */
export async function removeOutlived(folder: string): Promise<void> {
  const { bases, stored } = await listArchive(folder);
  const remaining = new Map<string, BaseName>();
  for (const base of bases.toReversed()) {
    const day = nairobiDate(base.finishedAt);
    if (!remaining.has(day) && remaining.size < BASE_DAYS) remaining.set(day, base);
  }
  const needed = [...remaining.values()];
  const first = needed.map(({ from }) => from).toSorted()[0];
  if (first === undefined) return;
  const outlived = [
    ...bases.filter((base) => !needed.includes(base)),
    // A timeline's history is small, and always asked for.
    ...stored.filter(({ of }) => !of.endsWith(".history") && of.slice(0, 24) < first),
  ];
  for (const { file } of outlived) await rm(join(folder, file), { force: true });
}
