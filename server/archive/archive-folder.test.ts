import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  baseName,
  nextSegment,
  readBaseName,
  readLsn,
  readStoredName,
  segmentEnd,
  segmentOf,
  storedName,
  SEGMENT_BYTES,
} from "./archive-folder.ts";
import { readTimeTarget } from "./bring-back.ts";
import { openArchiveAlarm, openArchiveLag } from "./archivist.ts";

test("the segment after the last one of a log file is the first of the next", () => {
  expect(nextSegment("00000001000000000000000A")).toBe("00000001000000000000000B");
  expect(nextSegment("0000000100000000000000FF")).toBe("000000010000000100000000");
  expect(segmentOf(1, readLsn("1/2000028"))).toBe("000000010000000100000002");
  expect(segmentEnd("000000010000000100000002")).toBe(readLsn("1/3000000"));
});

test("a stored file's name has PostgreSQL's name for it and the hash of its content", () => {
  const hash = "0123456789abcdef".repeat(4);
  const file = storedName("000000010000000000000003", hash, true);
  expect(file).toBe("000000010000000000000003-0123456789abcdef0123456789abcdef.gz.age");
  expect(readStoredName(file)).toEqual({
    file,
    of: "000000010000000000000003",
    hash: hash.slice(0, 32),
  });
  expect(readStoredName(storedName("00000002.history", hash, false))?.of).toBe("00000002.history");
  expect(readStoredName(".000000010000000000000003.part")).toBeNull();
  expect(readStoredName("notes.txt")).toBeNull();
});

test("a base backup's name tells when it was complete, rounded up, and where its log begins", () => {
  const from = "000000010000000000000003";
  const file = baseName({ finishedAt: new Date("2026-11-22T17:19:11.200Z"), from }, false);
  expect(file).toBe(`base-2026-11-22T17-19-12Z-${from}.tar.gz`);
  expect(readBaseName(file)?.finishedAt).toEqual(new Date("2026-11-22T17:19:12Z"));
  expect(readBaseName(`.${file}.part`)).toBeNull();
});

test.each([
  ["2026-11-22T18:30", "2026-11-22T15:30:00.000Z"],
  ["2026-11-22T18:30:15", "2026-11-22T15:30:15.000Z"],
  ["2026-11-22T18:30Z", "2026-11-22T18:30:00.000Z"],
  ["2026-11-22T18:30:15+01:00", "2026-11-22T17:30:15.000Z"],
])("the moment %s is %s", (text, instant) => {
  expect(readTimeTarget(text).toISOString()).toBe(instant);
});

test.each(["yesterday", "2026-11-22", "2026-02-30T10:00", "2026-11-22T25:00", "2026-11-22 18:30"])(
  "the moment %s is refused with an example",
  (text) => {
    expect(() => readTimeTarget(text)).toThrow(/such as 2026-11-22T18:30 .*not "/);
  },
);

const segment = (count: number) => BigInt(count) * SEGMENT_BYTES;

const at = (seconds: number) => new Date(1_000_000 + seconds * 1000);

describe("the alarm", () => {
  let notes: string;
  let minute: number;
  let reported: string[];

  beforeEach(async () => {
    notes = await mkdtemp(join(tmpdir(), "akiba-alarm-"));
    minute = 0;
    reported = [];
  });
  afterEach(() => rm(notes, { recursive: true }));

  const open = () =>
    openArchiveAlarm({
      notes,
      now: () => new Date(Date.UTC(2026, 10, 22, 0, minute)),
      tell: async (failure) => void reported.push(failure),
    });

  test("an archive that fails for minutes is reported once, and again only after it has worked", async () => {
    const alarm = open();
    for (; minute < 12; minute++) await alarm.look("no space left");
    expect(reported).toEqual(["no space left"]);
    await alarm.look(null);
    for (; minute < 24; minute++) await alarm.look("the disk is away");
    expect(reported).toEqual(["no space left", "the disk is away"]);
  });

  test("it is not reported again by the next start", async () => {
    const alarm = open();
    for (; minute < 6; minute++) await alarm.look("no space left");
    const next = open();
    for (; minute < 24; minute++) await next.look("no space left");
    expect(reported).toEqual(["no space left"]);
  });

  test("a fault that is fixed within minutes is not reported", async () => {
    const alarm = open();
    for (; minute < 20; minute++) await alarm.look(minute % 4 === 3 ? null : "the disk is away");
    expect(reported).toEqual([]);
  });

  test("a fault that could not be reported is reported at the next check", async () => {
    let isAway = true;
    const alarm = openArchiveAlarm({
      notes,
      now: () => new Date(Date.UTC(2026, 10, 22, 0, minute)),
      tell: async (failure) => {
        if (isAway) throw new Error("the database is away");
        reported.push(failure);
      },
    });
    await alarm.look("no space left");
    minute = 6;
    await expect(alarm.look("no space left")).rejects.toThrow("away");
    isAway = false;
    await alarm.look("no space left");
    expect(reported).toEqual(["no space left"]);
  });

  test("the archive is behind since its oldest unstored change, and not behind when idle", () => {
    const lag = openArchiveLag();
    const look = (seconds: number, lsn: bigint, snapshot: string, storedEnd: bigint) =>
      lag.look({ at: at(seconds), lsn, snapshot, storedEnd });
    look(0, segment(1), "7", segment(1));
    expect(lag.behindSeconds(segment(1), at(10))).toBe(0);
    // PostgreSQL writes this for itself, so it is no change.
    look(12, segment(1) + 180n, "7", segment(1));
    expect(lag.behindSeconds(segment(1), at(300))).toBe(0);
    look(302, segment(1) + 250n, "8", segment(1));
    look(304, segment(1) + 300n, "9", segment(1));
    expect(lag.behindSeconds(segment(1), at(330))).toBe(318);
    expect(lag.behindSeconds(segment(2), at(332))).toBe(0);
    // A change that is found after a segment was finished is in that segment, or PostgreSQL will finish the next one
    // too.
    look(400, segment(3) + 40n, "10", segment(2));
    expect(lag.behindSeconds(segment(3), at(401))).toBe(0);
    look(500, segment(4) + 140n, "11", segment(4));
    expect(lag.behindSeconds(segment(4), at(501))).toBe(101);
    look(576, segment(4) + 140n, "11", segment(4));
    expect(lag.behindSeconds(segment(4), at(576))).toBe(0);
  });
});
