// A lost disk costs a minute: server, PostgreSQL and data folder disappear in the middle of approvals, and the
// archive restores what was acknowledged up to its last segment, or up to a chosen moment.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client as Connection } from "pg";
import { expect, test } from "vitest";
import { nairobiIso } from "#domain/calendar.ts";
import { newBackupKey } from "#server/backup/packed-file.ts";
import { openEmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { MEMORY } from "#tests/support/machine.ts";
import { checkRecord } from "./consistency-check.ts";
import { addRow, openStaff } from "./harness.ts";
import { emptyRecord, openRandom, type Record, seed, startLoad } from "./load.ts";
import { openClient, type Json } from "./recording-client.ts";
import { signalAll, startServers, type Servers } from "./servers.ts";

const restoreProgram = fileURLToPath(new URL("../../dist/server/restore.js", import.meta.url));
/** archive_timeout, one round of the server, and the time to copy one segment on a busy machine. */
const LOST_MAX_MS = 75_000;

test.each([{ encrypted: false }, { encrypted: true }])(
  "a lost disk costs a minute, in the middle of approvals (encrypted: $encrypted)",
  async ({ encrypted }) => {
    const backupDir = await mkdtemp(join(MEMORY, "akiba-archive-"));
    const directory = await mkdtemp(join(tmpdir(), "akiba-restored-"));
    const { identity, recipient } = await newBackupKey();
    const keyFile = join(directory, "key.txt");
    await writeFile(keyFile, identity);
    const env = { BACKUP_DIR: backupDir, ...(encrypted ? { BACKUP_RECIPIENT: recipient } : {}) };
    const servers = await startServers({ env });
    try {
      const staff = await openStaff(servers);
      await expect.poll(() => countBases(backupDir), { timeout: 60_000 }).toBe(1);
      const client = openClient(servers.urls);
      const record = emptyRecord();
      const random = openRandom(seed);
      const load = startLoad({
        client,
        staff,
        random,
        record,
        round: "LOST",
        now: () => new Date(),
      });
      await pause(3_000);
      const archived = settledOf(record);
      const until = Date.now();
      await expect
        .poll(() => storedUntil(servers, staff.chairperson.token()), { timeout: 150_000 })
        .toBeGreaterThan(until);
      await pause(random.below(30_000));
      const lostAt = Date.now();
      signalAll(await servers.postgresPids(), "SIGKILL");
      await servers.end(0, "SIGKILL");
      void load.stop().catch(() => undefined);
      await rm(servers.dataDir, { recursive: true });

      const restore = async (dataDir: string, ...more: string[]): Promise<Date> => {
        const key = encrypted ? ["--identity", keyFile] : [];
        const args = ["--from", backupDir, ...key, ...more];
        const { stdout } = await promisify(execFile)(process.execPath, [restoreProgram, ...args], {
          env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", NODE_ENV: "test" },
        });
        expect(stdout).toMatch(/^ {2}(\d+) of \1 invariants hold$/m);
        const [, reported = ""] = /last change: (\S+)$/m.exec(stdout) ?? [];
        expect(reported).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/);
        return new Date(reported);
      };
      const dataDir = join(directory, "data");
      const lastChange = await restore(dataDir);
      expect(lostAt - lastChange.getTime()).toBeLessThan(LOST_MAX_MS);

      // Restores to the first second by which all of that was acknowledged: no more, and nothing after it.
      const moment = new Date(Math.ceil(until / 1_000) * 1_000);
      const earlierDir = join(directory, "earlier");
      const toTime = nairobiIso(moment).slice(0, 19);
      const lastBefore = await restore(earlierDir, "--to-time", toTime);
      expect(lastBefore.getTime()).toBeLessThanOrEqual(moment.getTime());
      expect(moment.getTime() - lastBefore.getTime()).toBeLessThan(3_000);
      const before = await check(earlierDir, archived);
      expect(before.lost).toEqual([]);
      expect(before.checked).toBeGreaterThan(0);

      const findings = await check(dataDir, archived);
      const doubled = findings.doubled.filter((what) => !what.endsWith("never acknowledged"));
      expect({ lost: findings.lost, doubled, wrong: client.traffic.wrong }).toEqual({
        lost: [],
        doubled: [],
        wrong: [],
      });
      expect(findings.checked).toBeGreaterThan(0);
      const { acknowledged, refused, retried } = client.traffic;
      addRow({
        fault: `the disk is lost, the archive brings it back${encrypted ? ", encrypted" : ""}`,
        seed,
        injected: 1,
        acknowledged,
        refused,
        retried,
        checked: findings.checked,
        lost: 0,
        doubled: 0,
      });
      const again = await startServers({ dataDir, env });
      expect(await again.command("verify")).toMatch(/^(\d+) of \1 invariants hold\./m);
      await again.close();
    } finally {
      await servers.close();
      for (const folder of [backupDir, directory])
        await rm(folder, { recursive: true, force: true });
    }
  },
);

async function countBases(backupDir: string): Promise<number> {
  const files = await readdir(backupDir, { recursive: true });
  return files.filter((file) => /\/base-[^/]*\.gz(\.age)?$/.test(file)).length;
}

/** The moment up to which the archive has every change, as officials see it; 0 while unknown. */
async function storedUntil(servers: Servers, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${servers.url}/api/health`, { headers });
  const { archive }: Json = await answer.json();
  if (archive.last_at === null || archive.behind_seconds === null) return 0;
  expect(archive).toMatchObject({ on: true, failure: null });
  return Date.now() - archive.behind_seconds * 1_000 - 1_000;
}

const isSettled = (verdicts: string[]) =>
  verdicts.length === 2 || verdicts.includes("sec_gen rejected");

/** What is acknowledged by now and will not change any more. */
function settledOf({ payments, posts, loans }: Record): Record {
  return {
    payments: new Map([...payments].filter(([, { verdicts }]) => isSettled(verdicts))),
    posts: new Map(posts),
    loans: new Map([...loans].filter(([, { approvals }]) => approvals === 2)),
  };
}

async function check(dataDir: string, record: Record) {
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  const connection = new Connection(postgres.connection);
  try {
    await connection.connect();
    return await checkRecord(connection, record);
  } finally {
    await connection.end();
    await postgres.close();
  }
}
