import { expect, test } from "vitest";
import { backupName, findOutlived, madeAtOf } from "./backup-name.ts";

const nightly = (nights: number, last = "2026-11-21T23:00:00Z") =>
  Array.from({ length: nights }, (_, ago) =>
    backupName(new Date(new Date(last).getTime() - ago * 24 * 60 * 60 * 1000), false),
  );

test("a backup's name tells when it was made", () => {
  const madeAt = new Date("2026-11-21T23:00:07.000Z");
  expect(backupName(madeAt, true)).toBe("akiba-2026-11-21T23-00-07Z.tar.gz.age");
  expect(madeAtOf(backupName(madeAt, true))).toEqual(madeAt);
  expect(madeAtOf(backupName(madeAt, false))).toEqual(madeAt);
  expect(madeAtOf("notes.txt")).toBeNull();
});

test("of three years of nightly backups, 7 days, 5 weeks and 24 months stay", () => {
  const names = nightly(3 * 365);
  const outlived = new Set(findOutlived(names));
  const stored = names.filter((name) => !outlived.has(name));

  expect(stored.slice(0, 7)).toEqual(names.slice(0, 7));
  // In Nairobi these were made after midnight: the 22nd is a Sunday, and weeks end on Sundays.
  const days = stored.map((name) => name.slice(6, 16));
  expect(days).toEqual(
    expect.arrayContaining(["2026-11-14", "2026-11-07", "2026-10-31", "2026-10-24"]),
  );
  expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(24);
  expect(stored.length).toBeLessThanOrEqual(7 + 4 + 24);
});

test("what was retained stays retained, however often the others are removed", () => {
  const names = nightly(400);
  const outlived = new Set(findOutlived(names));
  expect(findOutlived(names.filter((name) => !outlived.has(name)))).toEqual([]);
});

test("only backups are ever removed, and few of them never", () => {
  expect(findOutlived(["notes.txt", "akiba.tar.gz", ...nightly(7)])).toEqual([]);
  expect(findOutlived([])).toEqual([]);
});
