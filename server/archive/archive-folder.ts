// The folder of an archive: reads from file names what it contains, and removes what is no longer needed.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { nairobiDate } from "#domain/calendar.ts";

export type ArchiveFiles = {
  /** Oldest first. */
  bases: BaseName[];
  /** Segments and other archived files, sorted by PostgreSQL's name for them, which is the order of the log. */
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

/**
 * `whole`: the segments from `from` up to the first gap; `missing`: the first missing one; `beyond`: those after the
 * gap.
 */
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

/**
 * Keeps the newest base backup of each of the last days that have one, and the log from the oldest of them on
 * (SAFE-24).
 */
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
    // A timeline's history is small, and PostgreSQL always asks for it.
    ...stored.filter(({ of }) => !of.endsWith(".history") && of.slice(0, 24) < first),
  ];
  for (const { file } of outlived) await rm(join(folder, file), { force: true });
}

// The file names, which tell content and time without opening the file.

/** Bytes of WAL in one segment, PostgreSQL's default. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;

const SEGMENTS_PER_LOG = 0x1_0000_0000n / SEGMENT_BYTES;
const STORED =
  /^([0-9A-F]{8}(?:[0-9A-F]{16}(?:\.[0-9A-F]{8}\.backup)?|\.history))-([0-9a-f]{32})\.gz(?:\.age)?$/;
const BASE = /^base-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z-([0-9A-F]{24})\.tar\.gz(?:\.age)?$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * A file that PostgreSQL archived as `of`, mostly a segment of 24 digits. `hash` is that of its uncompressed content.
 */
export type StoredName = { file: string; of: string; hash: string };

export function storedName(of: string, hash: string, isEncrypted: boolean): string {
  return `${of}-${hash.slice(0, 32)}.gz${isEncrypted ? ".age" : ""}`;
}

/** Null for a file of another kind. */
export function readStoredName(file: string): StoredName | null {
  const [, of, hash] = STORED.exec(file) ?? [];
  return of === undefined || hash === undefined ? null : { file, of, hash };
}

/** A base backup. It was complete at `finishedAt`, and a restore needs the log from the segment `from` on. */
export type BaseName = { file: string; finishedAt: Date; from: string };

/** The name has `finishedAt` in whole seconds, rounded up. */
export function baseName({ finishedAt, from }: Omit<BaseName, "file">, isEncrypted: boolean) {
  const moment = new Date(Math.ceil(finishedAt.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .replaceAll(":", "-");
  return `base-${moment}Z-${from}.tar.gz${isEncrypted ? ".age" : ""}`;
}

/** Null for a file of another kind. */
export function readBaseName(file: string): BaseName | null {
  const [, moment, from] = BASE.exec(file) ?? [];
  if (moment === undefined || from === undefined) return null;
  const time = moment.slice(11).replaceAll("-", ":");
  return { file, finishedAt: new Date(`${moment.slice(0, 10)}T${time}Z`), from };
}

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** The segment after this one, on the same timeline. */
export function nextSegment(segment: string): string {
  const number = segmentNumber(segment) + 1n;
  return segment.slice(0, 8) + hex(number / SEGMENTS_PER_LOG) + hex(number % SEGMENTS_PER_LOG);
}

/** The segment with the byte at `lsn`, on `timeline`. */
export function segmentOf(timeline: number, lsn: bigint): string {
  const number = lsn / SEGMENT_BYTES;
  return hex(BigInt(timeline)) + hex(number / SEGMENTS_PER_LOG) + hex(number % SEGMENTS_PER_LOG);
}

/** The position in the log at which the segment ends. */
export function segmentEnd(segment: string): bigint {
  return (segmentNumber(segment) + 1n) * SEGMENT_BYTES;
}

/** Parses a log position as PostgreSQL writes it, such as `0/3000028`, into bytes. */
export function readLsn(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

function segmentNumber(segment: string): bigint {
  return (
    BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${segment.slice(16, 24)}`)
  );
}

function hex(number: bigint): string {
  return number.toString(16).toUpperCase().padStart(8, "0");
}
