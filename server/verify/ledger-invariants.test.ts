import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import { inTransaction } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "./verify-books.ts";

const addToAccount = (table: string, account: string, cents: number) =>
  `UPDATE ${table} SET amount_cents = amount_cents + ${cents} WHERE account = '${account}'`;

describe("verify on the sums", () => {
  let group: TestGroup;
  let books: Bookkeeping;
  let member: TestMember;

  // On 16 March 2026 one contribution is summed, and another waits for the balance projection.
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ members: 1 }));
    member = await books.member();
    await books.contribute(member, 1_000);
    await sumPostings(group.db);
    await books.contribute(member, 500);
  });
  afterAll(() => group.close());

  afterEach(async () => {
    const { breaches } = await verifyBooks(group.db);
    if (breaches.length > 0) throw new Error(`left broken: ${JSON.stringify(breaches)}`);
  });

  /** Runs `change`, returns what verify finds about the sums, and runs `undo`. */
  async function found(change: string, undo: string) {
    await sql.raw(change).execute(group.db);
    const { breaches } = await verifyBooks(group.db);
    await sql.raw(undo).execute(group.db);
    return breaches.map(({ name, offenders }) => ({ name, offenders }));
  }

  test("names the account and the day that is not the sum of its postings", async () => {
    expect(
      await found(
        addToAccount("balance_days", "bank", 7),
        addToAccount("balance_days", "bank", -7),
      ),
    ).toEqual([
      {
        name: "days-are-summed",
        offenders: [{ id: 20_260_316, found: "bank: summed 150007, posted 150000" }],
      },
      {
        name: "months-are-summed",
        offenders: [{ id: 20_260_301, found: "bank: month 100000, days 100007" }],
      },
    ]);
  });

  test("names the account and the month that is not the sum of its days", async () => {
    expect(
      await found(
        addToAccount("balance_months", "bank", -1),
        addToAccount("balance_months", "bank", 1),
      ),
    ).toEqual([
      {
        name: "months-are-summed",
        offenders: [{ id: 20_260_301, found: "bank: month 99999, days 100000" }],
      },
    ]);
  });

  test("names the member and the account that is not the sum of its postings", async () => {
    expect(
      await found(
        addToAccount("member_balances", "monthly_contribution", -1),
        addToAccount("member_balances", "monthly_contribution", 1),
      ),
    ).toEqual([
      {
        name: "members-are-summed",
        offenders: [
          { id: member.id, found: "monthly_contribution: summed -150001, posted -150000" },
        ],
      },
    ]);
  });

  test("notices a posting that was taken out of the queue unsummed, or hidden as a closing", async () => {
    const queued = "WHERE account = 'bank'";
    const lost = await found(
      `CREATE TABLE kept AS SELECT * FROM postings_to_sum; DELETE FROM postings_to_sum ${queued}`,
      `INSERT INTO postings_to_sum SELECT * FROM kept ${queued}; DROP TABLE kept`,
    );
    expect(lost).toEqual([
      {
        name: "days-are-summed",
        offenders: [{ id: 20_260_316, found: "bank: summed 100000, posted 150000" }],
      },
      {
        name: "members-are-summed",
        offenders: [{ id: member.id, found: "bank: summed 100000, posted 150000" }],
      },
      {
        name: "entries-are-counted",
        offenders: [{ id: 20_260_316, found: "counted 1, written 2" }],
      },
      {
        name: "accounts-are-counted",
        offenders: [{ id: 20_260_316, found: "bank: counted 1, written 2" }],
      },
      {
        name: "postings-are-counted",
        offenders: [{ id: 20_260_316, found: "bank: counted 1, posted 2" }],
      },
    ]);
    const closing = (is: boolean) => `UPDATE postings_to_sum SET closing = ${is} ${queued}`;
    const [breach] = await found(closing(true), closing(false));
    expect(breach?.name).toBe("days-are-summed");
    expect(breach?.offenders.map((offender) => offender.found).toSorted()).toEqual([
      "bank (closing): summed 50000, posted 0",
      "bank: summed 100000, posted 150000",
    ]);
  });

  test("notices postings that were never handed to the sums, and the trigger that is missing", async () => {
    await sql`ALTER TABLE postings DISABLE TRIGGER postings_are_summed`.execute(group.db);
    await books.contribute(member, 200);
    const names = (await verifyBooks(group.db)).breaches.map(({ name }) => name);
    expect(names).toEqual([
      "days-are-summed",
      "members-are-summed",
      "postings-are-queued",
      "entries-are-counted",
      "accounts-are-counted",
      "postings-are-counted",
    ]);
    await sql`ALTER TABLE postings ENABLE TRIGGER postings_are_summed`.execute(group.db);
    await inTransaction(group.db, (tx) =>
      sql`INSERT INTO postings_to_sum
        SELECT business_date, account, false, member_id, amount_cents, 1, (line = 1)::int, 1 FROM postings
         WHERE entry_id = (SELECT max(id) FROM entries)`.execute(tx),
    );
  });
});

const addTo = (table: string, column: string, which: string, number: number) =>
  `UPDATE ${table} SET ${column} = ${column} + ${number} WHERE ${which}`;

describe("verify on the counts", () => {
  let group: TestGroup;
  let books: Bookkeeping;
  let member: TestMember;

  // On 16 March 2026 a contribution and a loan are summed and sealed; another contribution is not.
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ members: 1 }));
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

  /** Runs `change`, returns what verify finds, and runs `undo`. */
  async function found(change: string, undo: string) {
    await sql.raw(change).execute(group.db);
    const all = await breaches();
    await sql.raw(undo).execute(group.db);
    return all.map(({ name, offenders }) => ({ name, offenders }));
  }

  test("names the day whose entries are not those counted", async () => {
    const [change, undo] = [1, -1].map((number) =>
      ["balance_days", "balance_months"]
        .map((table) => addTo(table, "first_lines", "account = 'bank'", number))
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
        addTo("postings_to_sum", "entries", saved, -1),
        addTo("postings_to_sum", "entries", saved, 1),
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
        addTo("balance_months", "entries", bank, 5),
        addTo("balance_months", "entries", bank, -5),
      ),
    ).toEqual([
      {
        name: "months-are-counted",
        offenders: [{ id: 20_260_301, found: "bank: month 7, 1 and 2, days 2, 1 and 2" }],
      },
    ]);
  });

  test("names audit entries that are not counted, of everybody and of one person", async () => {
    const applied = "action = 'loans.apply' AND actor_id = 0";
    expect(
      await found(
        addTo("audit_counts", "entries", applied, 2),
        addTo("audit_counts", "entries", applied, -2),
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

  test("the migration counts what was written before there were counts", async () => {
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
});
