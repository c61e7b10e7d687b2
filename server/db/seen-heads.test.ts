// The tree heads stored outside of the database: what is stored, and what `verify` finds by them.
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import { notCompared, readEvidence } from "#server/verify/evidence.ts";
import { reportOf } from "#server/verify/report-of.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { acceptDatabase, openGuard } from "./seen-database.ts";
import { copySeenHeads, HEADS_FILE, noteHead, readSeenHeads, storeHeadsIn } from "./seen-heads.ts";

let group: TestGroup;
let database: string;
let dataDir: string;
let backupDir: string;

beforeAll(async () => {
  group = await startGroup();
  await group.signUp();
  await sealAudit(group.db);
  const named = await sql<{ name: string }>`SELECT current_database() AS name`.execute(group.db);
  database = named.rows[0]!.name;
});
afterAll(() => group.close());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "akiba-heads-"));
  backupDir = await mkdtemp(join(tmpdir(), "akiba-heads-copy-"));
});
afterEach(async () => {
  storeHeadsIn(null, database);
  await Promise.all([dataDir, backupDir].map((folder) => rm(folder, { recursive: true })));
});

const sizesSeen = async (...copies: string[]) =>
  (await readSeenHeads([dataDir, ...copies], database)).heads.map(({ size }) => size);

const evidence = () =>
  readEvidence({
    server: group.serverConnection,
    owner: group.connection,
    isEmbedded: false,
    dataDir,
    backupDir,
  });

const namesOfBreaches = async () =>
  (await verifyBooks(group.db, await evidence())).breaches.map(({ name }) => name);

async function countAudit(): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    SELECT count(*)::int AS entries FROM audit_entries`.execute(group.db);
  return rows[0]!.entries;
}

/** What the command prints, and its exit code. */
async function report() {
  const known = await evidence();
  const { broken, printed, exitCode } = reportOf(await verifyBooks(group.db, known), known);
  return { text: [...broken, ...printed].join("\n"), exitCode };
}

async function growLog(): Promise<void> {
  await group.signUp();
  await sealAudit(group.db);
}

describe("a head is stored", () => {
  test("before the answer that contains it leaves, and once", async () => {
    storeHeadsIn(dataDir, database);
    const treasurer = await group.official("Treasurer");
    await sealAudit(group.db);
    const first = await group.api("GET", "/api/audit/head/", { token: treasurer.token });
    expect(first.status).toBe(200);
    const { entries } = first.body as { entries: number };
    expect(await sizesSeen()).toEqual([entries]);
    await group.api("GET", "/api/audit/head/", { token: treasurer.token });
    expect(await sizesSeen()).toEqual([entries]);
    await growLog();
    const second = await group.api("GET", "/api/audit/head/", { token: treasurer.token });
    expect(await sizesSeen()).toEqual([entries, (second.body as { entries: number }).entries]);
  });

  test("by the server's guard, without any answer", async () => {
    const guard = await openGuard(dataDir);
    await guard.follow(group.serverConnection, () => undefined).stop();
    expect(await sizesSeen()).toEqual([(await readTreeHead(group.db))!.size]);
  });

  test("on a line of its own after half a line that a power cut left", async () => {
    await noteHead(dataDir, { database, size: 3, root: "aa" });
    await appendFile(join(dataDir, HEADS_FILE), '{"at":"2026-0');
    await noteHead(dataDir, { database, size: 5, root: "bb" });
    expect(await readSeenHeads([dataDir], database)).toMatchObject({
      heads: [{ size: 3 }, { size: 5 }],
      unread: 1,
    });
    expect(notCompared(await evidence())).toContainEqual(
      expect.stringMatching(/^1 lines of seen-heads\.jsonl cannot be read/),
    );
  });
});

describe("verify", () => {
  test("holds while the log begins with every head, also after it went on", async () => {
    storeHeadsIn(dataDir, database);
    await readTreeHead(group.db);
    await growLog();
    await readTreeHead(group.db);
    expect(await namesOfBreaches()).toEqual([]);
    expect((await evidence()).seen?.heads).toHaveLength(2);
  });

  test("finds a log that was emptied and written again from its beginning", async () => {
    storeHeadsIn(dataDir, database);
    await growLog();
    await readTreeHead(group.db);
    // The owner of the database alters an entry, empties the log, and the server seals what it finds.
    await group.db.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE audit_entries SET address = '10.6.6.6'
                 WHERE id = (SELECT min(id) FROM audit_entries)`.execute(tx);
      for (const table of ["log_leaves", "log_tree", "audit_seals", "audit_counts"])
        await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
    });
    await sealAudit(group.db);
    expect(await namesOfBreaches()).toContain("seen-heads-hold");
    // Without the file nothing tells, and verify says that it could not compare.
    await rm(join(dataDir, HEADS_FILE));
    expect(await namesOfBreaches()).not.toContain("seen-heads-hold");
    expect(notCompared(await evidence())).toContainEqual(
      expect.stringMatching(/^DATA_DIR has no seen-heads\.jsonl/),
    );
  });

  test("compares the copy beside the archive too, so that shortening the file hides nothing", async () => {
    await noteHead(dataDir, { database, size: 2, root: "ab".repeat(32) });
    await copySeenHeads(dataDir, backupDir);
    await writeFile(join(dataDir, HEADS_FILE), "");
    await copySeenHeads(dataDir, backupDir);
    expect(await readFile(join(backupDir, HEADS_FILE), "utf8")).toMatch(/"size":2/);
    expect(await namesOfBreaches()).toContain("seen-heads-hold");
  });

  test("forgets longer logs once an operator accepted an older database, and no others", async () => {
    const head = (await readTreeHead(group.db))!;
    await noteHead(dataDir, { database, size: head.size, root: head.fingerprint });
    await noteHead(dataDir, { database, size: head.size + 100, root: "cd".repeat(32) });
    expect(await namesOfBreaches()).toContain("seen-heads-hold");
    await copySeenHeads(dataDir, backupDir);
    await acceptDatabase(dataDir, group.serverConnection, new Date());
    expect(await sizesSeen(backupDir)).toEqual([head.size]);
    expect(await namesOfBreaches()).toEqual([]);
  });

  test("does not mix the tree heads of two databases in one folder", async () => {
    await noteHead(dataDir, { database: "another", size: 1, root: "ef".repeat(32) });
    expect(await sizesSeen()).toEqual([]);
    expect(await namesOfBreaches()).toEqual([]);
  });

  test("compares the copy where the server's own file is gone, and says so", async () => {
    const { size } = (await readTreeHead(group.db))!;
    await noteHead(dataDir, { database, size, root: "ab".repeat(32) });
    await copySeenHeads(dataDir, backupDir);
    await rm(join(dataDir, HEADS_FILE));
    const { text, exitCode } = await report();
    expect(text).toContain("BROKEN seen-heads-hold");
    expect(text).toContain(
      "Not compared: DATA_DIR has no seen-heads.jsonl: only the copy beside the backups tells what a server has seen of the log.",
    );
    expect(exitCode).toBe(1);
  });

  test("says that the file was emptied, and compares the copy", async () => {
    const { size, fingerprint: root } = (await readTreeHead(group.db))!;
    await noteHead(dataDir, { database, size, root });
    await writeFile(join(dataDir, HEADS_FILE), "");
    const emptied = await report();
    expect(emptied.text).toContain(
      "Not compared: seen-heads.jsonl in DATA_DIR says nothing of this log: the log is not compared with what a server has seen of it.",
    );
    expect(emptied.exitCode).toBe(0);
    await writeFile(
      join(backupDir, HEADS_FILE),
      `${JSON.stringify({ at: "2026-03-16T06:00:00.000Z", database, size, root })}\n`,
    );
    const compared = await report();
    expect(compared.text).toContain("only the copy beside the backups tells");
    expect(compared.exitCode).toBe(0);
  });

  test.each([
    ["a root that is no hexadecimal", { root: "zz".repeat(32) }],
    ["a root of half a byte", { root: "abc" }],
    ["a size that is no number of entries", { size: 3.5 }],
    ["a size below zero", { size: -1 }],
    ["a moment that is none", { at: "\u0000" }],
    ["a root with words of a query", { root: "'); DROP TABLE members; --" }],
  ])("names a line with %s, and goes on", async (_, altered) => {
    const line = { at: "2026-03-16T06:00:00.000Z", database, size: 1, root: "ab", ...altered };
    await writeFile(join(dataDir, HEADS_FILE), `${JSON.stringify(line)}\n`);
    const { text, exitCode } = await report();
    expect(text).toMatch(/^BROKEN seen-heads-are-written-by-servers: /m);
    expect(text).toMatch(/^ {2}1: no server writes \{"at":/m);
    expect(text).not.toContain("BROKEN seen-heads-hold");
    expect(exitCode).toBe(1);
  });

  test("says how many entries are newer than the newest head outside of the database", async () => {
    expect((await report()).text).toMatch(
      /^No head of the log is kept outside the database: \d+ entries of the audit log are proven by nothing outside\.$/m,
    );
    const { size, fingerprint: root } = (await readTreeHead(group.db))!;
    await noteHead(dataDir, { database, size, root });
    const newer = "newer than the newest head kept outside the database.";
    expect((await report()).text).toContain(`0 entries of the audit log are ${newer}`);
    const before = await countAudit();
    for (let people = 0; people < 2; people++) await group.signUp();
    const since = (await countAudit()) - before;
    expect(since).toBeGreaterThan(1);
    expect((await report()).text).toContain(`${since} entries of the audit log are ${newer}`);
    await sealAudit(group.db);
    expect((await report()).text).toContain(`${since} entries of the audit log are ${newer}`);
  });
});
