import { expect, test } from "vitest";
import {
  baseName,
  nextSegment,
  readBaseName,
  readLsn,
  readStoredName,
  segmentEnd,
  segmentOf,
  storedName,
} from "./archive-folder.ts";
import { readTimeTarget } from "./bring-back.ts";

test("a segment's name counts on over the end of a log file", () => {
  expect(nextSegment("00000001000000000000000A")).toBe("00000001000000000000000B");
  expect(nextSegment("0000000100000000000000FF")).toBe("000000010000000100000000");
  expect(segmentOf(1, readLsn("1/2000028"))).toBe("000000010000000100000002");
  expect(segmentEnd("000000010000000100000002")).toBe(readLsn("1/3000000"));
});

test("a stored file's name holds what PostgreSQL called it, and what its content is", () => {
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

test("a base backup's name tells when it was whole, never too early, and where its log begins", () => {
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
