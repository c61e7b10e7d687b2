import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { sumPostings } from "#server/core/ledger/project-balances.ts";
import { migrate } from "#server/db/migrate.ts";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/bookkeeping.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

// 16 March 2026: a contribution and a loan are summed and sealed, one more contribution is not.
beforeAll(async () => {
  group = await startGroup();
  books = await appointBookkeepers(group);
  member = await books.member();
  await books.contribute(member, 1_000);
  await books.lend(member, 500);
  await sumPostings(group.db);
  await sealAudit(group.db);
  await books.contribute(member, 500);
});
afterAll(() => group.close());

const breaches = async () => (await verifyBooks(group.db)).breaches;

afterEach(async () => {
  const left = await breaches();
  if (left.length > 0) throw new Error(`left broken: ${JSON.stringify(left)}`);
});

/** What verify finds after `change`, which is then undone by `undo`. */
async function found(change: string, undo: string) {
  await sql.raw(change).execute(group.db);
  const all = await breaches();
  await sql.raw(undo).execute(group.db);
  return all.map(({ name, offenders }) => ({ name, offenders }));
}

const add = (table: string, column: string, which: string, number: number) =>
  `UPDATE ${table} SET ${column} = ${column} + ${number} WHERE ${which}`;

describe("verify", () => {
  test("names the day whose entries are not those counted", async () => {
    const [change, undo] = [1, -1].map((number) =>
      ["balance_days", "balance_months"]
        .map((table) => add(table, "first_lines", "account = 'bank'", number))
        .join("; "),
    );
    expect(await found(change ?? "", undo ?? "")).toEqual([
      {
        name: "entries-are-counted",
        offenders: [{ id: 20_260_316, found: "counted 4, written 3" }],
      },
    ]);
  });

  test("names the account and the day whose entries are not those counted", async () => {
    const saved = "account = 'monthly_contribution'";
    expect(
      await found(
        add("postings_to_sum", "entries", saved, -1),
        add("postings_to_sum", "entries", saved, 1),
      ),
    ).toEqual([
      {
        name: "accounts-are-counted",
        offenders: [{ id: 20_260_316, found: "monthly_contribution: counted 1, written 2" }],
      },
    ]);
  });

  test("names the month that does not count what its days count", async () => {
    const bank = "account = 'bank'";
    expect(
      await found(
        add("balance_months", "entries", bank, 5),
        add("balance_months", "entries", bank, -5),
      ),
    ).toEqual([
      {
        name: "months-are-counted",
        offenders: [{ id: 20_260_301, found: "bank: month 7, 1 and 2, days 2, 1 and 2" }],
      },
    ]);
  });

  test("names what the audit log has and is not counted, of all and of a person", async () => {
    const applied = "action = 'loans.apply' AND actor_id = 0";
    expect(
      await found(
        add("audit_counts", "entries", applied, 2),
        add("audit_counts", "entries", applied, -2),
      ),
    ).toEqual([
      {
        name: "audit-is-counted",
        offenders: [
          { id: 20_260_316, found: "loans.apply of a loan by anybody: counted 3, sealed 1" },
        ],
      },
    ]);
    const decided = `action = 'contributions.approve' AND actor_id = ${books.treasurer.id}`;
    const gone = await found(
      `CREATE TABLE kept AS SELECT * FROM audit_counts WHERE ${decided}; DELETE FROM audit_counts WHERE ${decided}`,
      `INSERT INTO audit_counts SELECT * FROM kept; DROP TABLE kept`,
    );
    expect(gone).toEqual([
      {
        name: "audit-is-counted",
        offenders: [
          {
            id: 20_260_316,
            found: `contributions.approve of a contribution by ${books.treasurer.id}: counted 0, sealed 1`,
          },
        ],
      },
    ]);
  });
});

test("what was written before there were counts is counted by the migration", async () => {
  for (const table of ["postings_to_sum", "balance_days", "balance_months"])
    await sql
      .raw(`ALTER TABLE ${table} DROP COLUMN entries, DROP COLUMN first_lines, DROP COLUMN lines`)
      .execute(group.db);
  await sql`DROP TABLE audit_counts`.execute(group.db);
  const missing = ["0017-counts.sql", "0072-posting-counts.sql"];
  await sql`DELETE FROM migrations WHERE name = ANY (${missing})`.execute(group.db);
  expect(await migrate(group.connection)).toEqual(missing);
  expect(await breaches()).toEqual([]);
  await sumPostings(group.db);
  await sealAudit(group.db);
  expect(await breaches()).toEqual([]);
});
