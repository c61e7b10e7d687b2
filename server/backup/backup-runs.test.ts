import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { mailTreeHead } from "#server/jobs/task-list.ts";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { backupName, findOutlived, madeAtOf, readBackup } from "./backup-folder.ts";
import { loadDatabase } from "./load-database.ts";
import { backUpNightly } from "./backup-runs.ts";

const nightly = (nights: number, last = "2026-11-21T23:00:00Z") =>
  Array.from({ length: nights }, (_, ago) =>
    backupName(new Date(new Date(last).getTime() - ago * 24 * 60 * 60 * 1000), false),
  );

describe("the names of backups", () => {
  test("a backup's name tells when it was made", () => {
    const madeAt = new Date("2026-11-21T23:00:07.000Z");
    expect(backupName(madeAt, true)).toBe("akiba-2026-11-21T23-00-07Z.tar.gz.age");
    expect(madeAtOf(backupName(madeAt, true))).toEqual(madeAt);
    expect(madeAtOf(backupName(madeAt, false))).toEqual(madeAt);
    expect(madeAtOf("notes.txt")).toBeNull();
  });

  test("three years of nightly backups leave those of 7 days, 5 weeks and 24 months", () => {
    const names = nightly(3 * 365);
    const outlived = new Set(findOutlived(names));
    const stored = names.filter((name) => !outlived.has(name));

    expect(stored.slice(0, 7)).toEqual(names.slice(0, 7));
    // In Nairobi these were made after midnight. The 22nd is a Sunday, on which weeks end.
    const days = stored.map((name) => name.slice(6, 16));
    expect(days).toEqual(
      expect.arrayContaining(["2026-11-14", "2026-11-07", "2026-10-31", "2026-10-24"]),
    );
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(24);
    expect(stored.length).toBeLessThanOrEqual(7 + 4 + 24);
  });

  test("removing a second time removes nothing more", () => {
    const names = nightly(400);
    const outlived = new Set(findOutlived(names));
    expect(findOutlived(names.filter((name) => !outlived.has(name)))).toEqual([]);
  });

  test("only backups are removed, and the last seven always stay", () => {
    expect(findOutlived(["notes.txt", "akiba.tar.gz", ...nightly(7)])).toEqual([]);
    expect(findOutlived([])).toEqual([]);
  });
});

let group: TestGroup;
let chairperson: TestMember;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "akiba-nightly-"));
  group = await startGroup();
  chairperson = await group.official("Chairperson");
});
afterAll(async () => {
  await group.close();
  await rm(folder, { recursive: true, force: true });
});

const backUp = (into = folder) =>
  backUpNightly(
    group,
    { folder: into, recipient: null, signingKeyFile: join(folder, "signing.pem") },
    group.clock.now,
  );
const health = async () =>
  (await group.api("GET", "/api/health", { token: await group.signIn(chairperson) })).body.backup;

test("a night's backup can be restored, and officials see its time and size", async () => {
  group.clock.set("2026-03-20T02:00:00+03:00");
  await backUp();

  const [file] = await readdir(folder);
  expect(file).toBe("akiba-2026-03-19T23-00-00Z.tar.gz");
  const files = readBackup(join(folder, file!), async () => null);
  const { verdict } = await loadDatabase(await createEmptyDatabase(), files, {
    acceptBroken: false,
  });
  expect(verdict.breaches).toEqual([]);
  const shown = await health();
  expect(shown).toMatchObject({
    at: "2026-03-20T02:00:00.000+03:00",
    ok: true,
    encrypted: false,
    failure: null,
  });
  expect(shown.bytes).toBeGreaterThan(1000);
});

test("officials see the digest that a restore prints, and have it in the mail of the month", async () => {
  const { signer, digest } = await health();
  const [file] = await readdir(folder);
  const files = readBackup(join(folder, file!), async () => null);
  const { origin } = await loadDatabase(await createEmptyDatabase(), files, {
    acceptBroken: false,
    signer,
  });
  expect(origin).toEqual({ signer, digest, isIntact: true });
  await sealAudit(group.db);
  await mailTreeHead(group.db, { now: group.clock.now(), publicUrl: "https://akiba.example" });
  const mails = await group.mailbox(chairperson.email);
  const body = mails.at(-1)?.body ?? "";
  expect(body).toContain(`was signed by the key\n${signer}\n`);
  expect(body).toContain(`has the digest\n${digest}\n`);
});

test("old backups are removed, and other files stay", async () => {
  await writeFile(join(folder, "notes.txt"), "");
  for (let day = 1; day <= 12; day++)
    await writeFile(
      join(folder, `akiba-2026-03-${String(day).padStart(2, "0")}T23-00-00Z.tar.gz`),
      "",
    );
  group.clock.set("2026-03-21T02:00:00+03:00");
  await backUp();

  const left = await readdir(folder);
  expect(left).toContain("notes.txt");
  expect(left).toContain("akiba-2026-03-20T23-00-00Z.tar.gz");
  expect(left).toContain("akiba-2026-03-12T23-00-00Z.tar.gz");
  // The backup of the 1st is not the newest of any stored day, week or month.
  expect(left).not.toContain("akiba-2026-03-02T23-00-00Z.tar.gz");
});

test("a backup that fails is reported to every official and tried again the next night", async () => {
  group.clock.set("2026-03-22T02:00:00+03:00");
  await backUp(join(folder, "notes.txt"));

  expect(await health()).toMatchObject({ ok: false, bytes: null });
  const mails = await group.mailbox(chairperson.email);
  expect(mails.at(-1)?.subject).toContain("tonight's backup failed");
  expect(mails.at(-1)?.body).toContain("notes.txt");

  group.clock.set("2026-03-23T02:00:00+03:00");
  await backUp();
  expect(await health()).toMatchObject({ ok: true });
});
