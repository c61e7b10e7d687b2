import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackup } from "#server/backup/backup-file.ts";
import { loadDatabase } from "#server/backup/load-database.ts";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { mailTreeHead } from "./mail-tree-head.ts";
import { backUpNightly } from "./nightly-backup.ts";

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

const backUp = (index = folder) =>
  backUpNightly(
    group,
    { folder: index, recipient: null, signingKeyFile: join(folder, "signing.pem") },
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

test("backups that have outlived their time go, other files stay", async () => {
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
