import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { type Bookkeeping, startPreparedGroup } from "#tests/support/founded-group.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { sealAudit } from "./audit-chain.ts";
import { readTreeHead } from "./log-tree.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

beforeEach(async () => {
  ({
    group,
    books,
    prepared: member,
  } = await startPreparedGroup("log_tree", async ({ books }) => {
    const member = await books.member();
    await books.contribute(member, 5_000);
    await books.lend(member, 1_000);
    await books.fine(member, 200);
    return member;
  }));
});
afterEach(() => group.close());

/** Runs SQL with triggers off, as somebody with the database's password could. */
async function tamper(text: string): Promise<void> {
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(text).execute(tx);
  });
}

/** What `verify` finds, as `invariant id: found`. */
async function found(): Promise<string[]> {
  const { breaches } = await verifyBooks(group.db);
  return breaches.flatMap(({ name, offenders }) =>
    offenders.map((offender) => `${name} ${offender.id}: ${offender.found}`),
  );
}

const hash = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** RFC 6962, 2.1, word for word. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return hash(Buffer.of(1), rootOf(left), rootOf(right));
}

async function readLeaves(): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT hash FROM log_tree WHERE level = 0 ORDER BY position`.execute(group.db);
  return rows.map((row) => row.hash);
}

test("a log without entries has no head", async () => {
  const empty = await startGroup();
  expect(await readTreeHead(empty.db)).toBeNull();
  await empty.close();
});

describe("the log", () => {
  test("contains every seal and every journal entry once, and its head is their root", async () => {
    await sealAudit(group.db);
    const { rows } = await sql<{ size: bigint; seals: bigint; entries: bigint }>`
      SELECT (SELECT count(*) FROM log_leaves) AS size, (SELECT count(*) FROM audit_entries) AS seals,
             (SELECT count(*) FROM entries) AS entries`.execute(group.db);
    const { size, seals, entries } = rows[0]!;
    expect(size).toBe(seals + entries);
    expect(entries).toBe(3n);
    expect(await readTreeHead(group.db)).toEqual({
      size: Number(size),
      fingerprint: rootOf(await readLeaves()).toString("hex"),
    });
    expect(await found()).toEqual([]);
  });

  test("grows on, and what it was before stays its beginning", async () => {
    await sealAudit(group.db);
    const before = await readLeaves();
    await books.contribute(member, 100);
    await sealAudit(group.db);
    const leaves = await readLeaves();
    expect(leaves.length).toBeGreaterThan(before.length);
    expect(leaves.slice(0, before.length)).toEqual(before);
    expect((await readTreeHead(group.db))?.fingerprint).toBe(rootOf(leaves).toString("hex"));
    expect(await sealAudit(group.db)).toBe(0);
    expect(await readLeaves()).toEqual(leaves);
  });

  test("is one log, whichever of many servers grows it, while others write", async () => {
    const writing = new AbortController();
    const servers = Array.from({ length: 3 }, async () => {
      while (!writing.signal.aborted) await sealAudit(group.db);
    });
    await Promise.all(Array.from({ length: 10 }, () => books.contribute(member, 10)));
    writing.abort();
    await Promise.all(servers);
    await sealAudit(group.db);
    expect(await found()).toEqual([]);
    expect((await readTreeHead(group.db))?.fingerprint).toBe(
      rootOf(await readLeaves()).toString("hex"),
    );
  });

  test("adds a long earlier history, batch by batch", async () => {
    await tamper(`
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
      SELECT '2026-03-16', 'x', 'journal_entry', n, 'gift', '2026-03-16T09:00:00Z' FROM generate_series(1, 2301) n;
      INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
      SELECT id, line, account, cents, business_date
        FROM entries, (VALUES (1, 'bank', 5), (2, 'other_income', -5)) AS v (line, account, cents)
       WHERE purpose = 'gift'`);
    await sealAudit(group.db);
    const { rows } = await sql<{ n: bigint }>`
      SELECT count(*) AS n FROM log_leaves WHERE entry_id IS NOT NULL`.execute(group.db);
    expect(rows[0]?.n).toBe(2304n);
    expect((await found()).filter((each) => each.includes("log"))).toEqual([]);
  });

  test("is not to be changed, by whomever", async () => {
    await sealAudit(group.db);
    for (const table of ["log_leaves", "log_tree", "noted_heads"])
      await expect(sql.raw(`TRUNCATE ${table}`).execute(group.db)).rejects.toThrow("append-only");
    for (const text of [
      "UPDATE log_leaves SET position = position + 1000",
      "DELETE FROM log_leaves",
      "UPDATE log_tree SET hash = sha256('x')",
      "DELETE FROM log_tree",
    ])
      await expect(sql.raw(text).execute(group.db)).rejects.toThrow("append-only");
  });
});

describe("verify names the row that was altered directly in the database:", () => {
  beforeEach(() => sealAudit(group.db));

  const inLog = "was altered after the log took it in";

  test.each([
    ["an amount", "UPDATE postings SET amount_cents = amount_cents * 2 WHERE entry_id = 2"],
    ["an account", "UPDATE postings SET account = 'tax' WHERE entry_id = 2 AND line = 1"],
    ["whose it is", "UPDATE postings SET member_id = 1 WHERE entry_id = 2 AND line = 2"],
    ["which loan", "UPDATE postings SET loan_id = 99 WHERE entry_id = 2"],
    ["a posting taken away", "DELETE FROM postings WHERE entry_id = 2 AND line = 2"],
    [
      "a posting slipped in",
      "INSERT INTO postings SELECT entry_id, 9, account, amount_cents, business_date FROM postings WHERE entry_id = 2 AND line = 1",
    ],
    ["all postings", "DELETE FROM postings WHERE entry_id = 2"],
    ["its words", "UPDATE entries SET description = 'Other' WHERE id = 2"],
    ["its day", "UPDATE entries SET business_date = '2026-03-01' WHERE id = 2"],
    ["its author", "UPDATE entries SET author_id = 1 WHERE id = 2"],
    ["its moment", "UPDATE entries SET recorded_at = recorded_at + interval '1 s' WHERE id = 2"],
    ["its source", "UPDATE entries SET source_id = 77 WHERE id = 2"],
  ])("%s", async (_, text) => {
    await tamper(text);
    expect(await found()).toContainEqual(expect.stringContaining(`entries-as-logged 2: ${inLog}`));
  });

  test("an entry taken away with all that belongs to it", async () => {
    await tamper("DELETE FROM postings WHERE entry_id = 2; DELETE FROM entries WHERE id = 2");
    expect(await found()).toContainEqual(expect.stringMatching(/^entries-as-logged 2: .* gone/));
  });

  test("a payment, and its audit entry made to agree", async () => {
    await tamper("UPDATE payments SET amount_cents = amount_cents + 100 WHERE id = 1");
    expect(await found()).toContainEqual(expect.stringMatching(/^payments-as-audited 1: /));
    await tamper(
      `UPDATE audit_entries SET after = after || '{"amount_paid": 5001}' WHERE after ? 'amount_paid'`,
    );
    expect(await found()).toContainEqual(
      expect.stringMatching(/^audit-chain-unbroken \d+: was altered/),
    );
  });

  test("a chain of seals rewritten so that it fits again", async () => {
    await tamper(`
      DO $$ DECLARE s record; previous bytea := decode(repeat('00', 32), 'hex');
      BEGIN
        UPDATE audit_entries SET address = 'elsewhere' WHERE id = 3;
        FOR s IN SELECT * FROM audit_seals ORDER BY seq LOOP
          UPDATE audit_seals SET previous_hash = previous, hash = sha256(previous || convert_to((
            SELECT (jsonb_build_array(e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                     to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.action,
                     e.subject, e.subject_id, e.before, e.after, e.address)
                   || CASE WHEN e.witness IS NULL THEN '[]' ELSE jsonb_build_array(e.witness) END)::text
              FROM audit_entries e WHERE e.id = s.audit_id), 'UTF8')) WHERE seq = s.seq
            RETURNING hash INTO previous;
        END LOOP;
      END $$`);
    const names = await found();
    expect(names[0]).toMatch(/^seals-as-logged 3: seal 3 is not number/);
    expect(names.every((each) => each.startsWith("seals-as-logged"))).toBe(true);
  });

  test("a leaf or a node of the tree", async () => {
    await tamper("UPDATE log_tree SET hash = sha256('x') WHERE level = 2 AND position = 1");
    expect(await found()).toContainEqual(
      expect.stringMatching(/^log-tree-adds-up 1: node of level 2 over numbers 5 to 8 /),
    );
    await tamper("DELETE FROM log_tree WHERE level = 2 AND position = 0");
    expect(await found()).toContainEqual(expect.stringMatching(/^log-tree-adds-up 2: level 2 has/));
  });

  test("an entry that was left out of the log", async () => {
    await tamper(`DELETE FROM log_leaves WHERE entry_id = 2;
      UPDATE log_leaves SET added_at = added_at - interval '2 minutes'`);
    expect(await found()).toContainEqual(
      expect.stringMatching(/^everything-is-logged 2: entry of/),
    );
  });

  test("the guards taken away", async () => {
    await sql`ALTER TABLE log_tree DISABLE TRIGGER log_tree_append_only`.execute(group.db);
    expect(await found()).toEqual(["log-is-append-only 0: log_tree_append_only"]);
  });
});
