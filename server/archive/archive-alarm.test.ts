import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArchiveAlarm } from "./archive-lag.ts";

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
