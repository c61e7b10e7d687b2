import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "#server/db/connection.ts";
import { credit, debit, journalEntry } from "#domain/ledger/journal-entry.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { writeEntry } from "./journal.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

// A source that needs no record of its own.
const income = (id: number) =>
  journalEntry({
    businessDate: "2026-03-16",
    description: "A gift",
    source: { kind: "journal_entry", id, purpose: "gift" },
    postings: [debit("bank", 12_345n), credit("other_income", 12_345n)],
  });

function write(id: number): Promise<number> {
  return inTransaction(group.db, (tx) =>
    writeEntry(tx, income(id), { authorId: null, now: group.clock.now() }),
  );
}

function run(statement: string): Promise<unknown> {
  return inTransaction(group.db, (tx: Tx) => sql.raw(statement).execute(tx));
}

describe("the books", () => {
  test("keep an entry with its postings", async () => {
    const id = await write(1);
    const postings = await group.db
      .selectFrom("postings")
      .select(["line", "account", "amount_cents", "business_date"])
      .where("entry_id", "=", id)
      .orderBy("line")
      .execute();
    expect(postings).toEqual([
      { line: 1, account: "bank", amount_cents: 12_345n, business_date: "2026-03-16" },
      { line: 2, account: "other_income", amount_cents: -12_345n, business_date: "2026-03-16" },
    ]);
  });

  test("take one entry per source and purpose", async () => {
    await write(2);
    await expect(write(2)).rejects.toMatchObject({ constraint: "entries_source_once" });
  });

  test("refuse at commit an entry that does not balance, even when written by hand", async () => {
    const entry = `INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
      VALUES ('2026-03-16', 'x', 'ledger_entry', 77, 'x', '2026-03-16T09:00:00Z') RETURNING id`;
    await expect(
      run(`WITH e AS (${entry}) INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
        SELECT id, line, account, cents, date '2026-03-16' FROM e, (VALUES (1, 'bank', 100), (2, 'fine', -99)) AS v (line, account, cents)`),
    ).rejects.toMatchObject({ constraint: "entry_balances" });
    await expect(run(entry)).rejects.toMatchObject({ constraint: "entry_balances" });
    await expect(
      run(`INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
        SELECT max(id), 3, 'bank', 100, date '2026-03-16' FROM entries`),
    ).rejects.toMatchObject({ constraint: "entry_balances" });
    await expect(
      run(`INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
        SELECT e.id, line, 'bank', cents, e.business_date
          FROM (SELECT * FROM entries ORDER BY id DESC LIMIT 1) e, (VALUES (3, 100), (4, -100)) AS v (line, cents)`),
    ).rejects.toMatchObject({ constraint: "entry_balances" });
  });

  test.each(["entries", "postings", "audit_entries"])(
    "refuse to change, remove or empty %s",
    async (table) => {
      await group.pendingMember();
      await write(table.length * 1000);
      await expect(run(`DELETE FROM ${table}`)).rejects.toThrow("append-only");
      await expect(run(`TRUNCATE ${table} CASCADE`)).rejects.toThrow("append-only");
      const column = table === "postings" ? "line" : "id";
      const change = table === "audit_entries" ? "action = 'x'" : "business_date = '2026-03-15'";
      await expect(run(`UPDATE ${table} SET ${change} WHERE ${column} > 0`)).rejects.toThrow(
        "append-only",
      );
    },
  );

  test("refuse an entry dated after the day it is written", async () => {
    const entry = { ...income(3), businessDate: "2026-03-17" };
    await expect(
      inTransaction(group.db, (tx) =>
        writeEntry(tx, entry, { authorId: null, now: group.clock.now() }),
      ),
    ).rejects.toMatchObject({ constraint: "entries_not_in_future" });
  });

  test("refuse an entry of a posting that is not there, and a posting without its entry", async () => {
    const source = { kind: "ledger_entry", id: 999, purpose: "other_income" } as const;
    await expect(
      inTransaction(group.db, (tx) =>
        writeEntry(tx, { ...income(4), source }, { authorId: null, now: group.clock.now() }),
      ),
    ).rejects.toMatchObject({ constraint: "entry_source" });
    const { id } = await group.pendingMember();
    await expect(
      run(`INSERT INTO ledger_posts (type, description, amount_cents, posted_by, posted_at)
        VALUES ('other_income', 'x', 100, ${id}, now())`),
    ).rejects.toMatchObject({ constraint: "ledger_item_posted" });
  });

  test("refuse an approved payment without its entry", async () => {
    const member = await group.pendingMember();
    await expect(
      run(`INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
          treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at)
        SELECT 'contribution', ${member.id}, 100, 'ABCD', now(), now(), '2026-03-01',
          'approved', ${member.id}, now(), 'approved', min(id), now() FROM members WHERE id <> ${member.id}`),
    ).rejects.toMatchObject({ constraint: "payment_posted" });
  });
});
