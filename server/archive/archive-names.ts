// The names of an archive's files, by which they are known without being opened: what each holds, and of when.

/** Bytes of WAL in one segment, PostgreSQL's default. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;

const SEGMENTS_PER_LOG = 0x1_0000_0000n / SEGMENT_BYTES;
const STORED =
  /^([0-9A-F]{8}(?:[0-9A-F]{16}(?:\.[0-9A-F]{8}\.backup)?|\.history))-([0-9a-f]{32})\.gz(?:\.age)?$/;
const BASE = /^base-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z-([0-9A-F]{24})\.tar\.gz(?:\.age)?$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/** What PostgreSQL asked to store: a segment of 24 digits, mostly. `hash` is of its content, before compression. */
export type StoredName = { file: string; of: string; hash: string };

export function storedName(of: string, hash: string, isEncrypted: boolean): string {
  return `${of}-${hash.slice(0, 32)}.gz${isEncrypted ? ".age" : ""}`;
}

/** Null for a file of another kind. */
export function readStoredName(file: string): StoredName | null {
  const [, of, hash] = STORED.exec(file) ?? [];
  return of === undefined || hash === undefined ? null : { file, of, hash };
}

/** A base backup: whole at `finishedAt`, and in need of the log from the segment `from` on. */
export type BaseName = { file: string; finishedAt: Date; from: string };

/** `finishedAt` is reported in whole seconds, rounded up. */
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

/** The segment that holds the byte at `lsn`, on `timeline`. */
export function segmentOf(timeline: number, lsn: bigint): string {
  const number = lsn / SEGMENT_BYTES;
  return hex(BigInt(timeline)) + hex(number / SEGMENTS_PER_LOG) + hex(number % SEGMENTS_PER_LOG);
}

/** The position in the log at which the segment ends. */
export function segmentEnd(segment: string): bigint {
  return (segmentNumber(segment) + 1n) * SEGMENT_BYTES;
}

/** A position as PostgreSQL writes it, such as `0/3000028`. */
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
