import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, type PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { credit, debit, journalEntry } from "#domain/ledger/journal-entry.ts";
import { inTransaction, type Reader } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import {
  readBalances,
  readMonthlyMovements,
  readMovements,
  sumPostings,
  vacuumQueue,
} from "./balances.ts";
import { readBankCents, readGroupBalance } from "./bank.ts";
import { writeEntries } from "./journal.ts";

let group: TestGroup;
let memberId: number;

beforeAll(async () => {
  group = await startGroup();
  memberId = (await group.pendingMember()).id;
});
afterAll(() => group.close());

const FIRST_DAY = "2024-11-20";
const DAYS = 480;
// What moves cash or a fund has to be agreed to by both offices, which these entries know nothing of.
const codes = accounts
  .map(({ code }) => code)
  .filter((code) => code !== "cash" && code !== "restricted_funds");

type Posted = {
  day: number;
  debit: AccountCode;
  credit: AccountCode;
  cents: bigint;
  closing: boolean;
  ofMember: boolean;
};

const posted = fc.record<Posted>({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  debit: fc.constantFrom(...codes),
  credit: fc.constantFrom(...codes),
  cents: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  closing: fc.boolean(),
  ofMember: fc.boolean(),
});
const day = fc.integer({ min: -40, max: DAYS + 40 }).map((days) => addDays(FIRST_DAY, days));
// Days at the beginning and end of months, and of the parts that a period cuts off.
const edge = fc.constantFrom("2024-12-01", "2024-12-31", "2025-01-01", "2025-02-28", "2026-03-01");
const anyDay = fc.oneof(day, edge);

let sources = 0;

function post(entries: readonly Posted[]): Promise<number[]> {
  const now = group.clock.now();
  const written = entries.map((entry) => {
    const whose = entry.ofMember ? { memberId } : {};
    return journalEntry({
      businessDate: addDays(FIRST_DAY, entry.day),
      description: "x",
      source: {
        kind: entry.closing ? "financial_year" : "journal_entry",
        id: ++sources,
        purpose: "x",
      },
      postings: [debit(entry.debit, entry.cents, whose), credit(entry.credit, entry.cents, whose)],
    });
  });
  const by = { authorId: null, now };
  return inTransaction(group.db, (tx) =>
    writeEntries(
      tx,
      written.map((entry) => ({ ...entry, ...by })),
    ),
  );
}

/** The same figures from only the postings. */
async function plainSums(reader: Reader, start: PlainDate, end: PlainDate) {
  const { rows } = await sql<{
    month: PlainDate;
    account: AccountCode;
    moved: bigint;
    closed: bigint;
  }>`
    SELECT (to_char(p.business_date, 'YYYY-MM') || '-01')::date AS month, p.account,
           sum(CASE WHEN e.source_kind = 'financial_year' THEN 0 ELSE p.amount_cents END)::bigint AS moved,
           sum(CASE WHEN e.source_kind = 'financial_year' THEN p.amount_cents ELSE 0 END)::bigint AS closed
      FROM postings p JOIN entries e ON e.id = p.entry_id
     WHERE p.business_date BETWEEN ${start}::date AND ${end}::date
     GROUP BY 1, 2 ORDER BY 1, 2`.execute(reader);
  return rows;
}

type Sums = Awaited<ReturnType<typeof plainSums>>;

function byAccount(rows: Sums, cents: (row: Sums[number]) => bigint): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.account, (sums.get(row.account) ?? 0n) + cents(row));
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

const figures = (balances: Awaited<ReturnType<typeof readBalances>>) =>
  new Map(
    balances.filter((row) => row.balanceCents !== 0n).map((row) => [row.account, row.balanceCents]),
  );

async function expectPlainSums(reader: Reader, one: PlainDate, other: PlainDate): Promise<void> {
  const [start, end] = one <= other ? [one, other] : [other, one];
  const whole = await plainSums(reader, "1900-01-01", "2999-12-31");
  const inside = await plainSums(reader, start, end);
  const upTo = await plainSums(reader, "1900-01-01", end);
  expect(figures(await readBalances(reader, end))).toEqual(
    byAccount(upTo, (row) => row.moved + row.closed),
  );
  expect(figures(await readMovements(reader, { start, end }))).toEqual(
    byAccount(inside, (row) => row.moved),
  );
  expect(await readMonthlyMovements(reader, { from: start, to: end })).toEqual(
    inside.map(({ month, account, moved, closed }) => ({
      month,
      account,
      movedCents: moved,
      closedCents: closed,
    })),
  );
  const balances = byAccount(whole, (row) => row.moved + row.closed);
  // What members paid in for turns to come is not the group's (ROT-1).
  const bank = (balances.get("bank") ?? 0n) + (balances.get("merry_go_round") ?? 0n);
  expect(await readBankCents(reader)).toBe(bank);
  expect(await readGroupBalance(reader)).toBe(bank + (balances.get("interest_receivable") ?? 0n));
}

/** On one snapshot, while postings continue. */
function expectPlainSumsNow(one: PlainDate, other: PlainDate): Promise<void> {
  return group.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => expectPlainSums(tx, one, other));
}

async function sumBreaches() {
  const { breaches } = await verifyBooks(group.db);
  return breaches.filter(({ name }) => name.endsWith("-are-summed"));
}

describe("balances and movements", () => {
  test("are those of the postings on any day, summed or not", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(posted, { maxLength: 6 }), fc.boolean()), { maxLength: 4 }),
        fc.array(fc.tuple(anyDay, anyDay), { minLength: 1, maxLength: 3 }),
        async (steps, requested) => {
          for (const [entries, projecting] of steps) {
            await post(entries);
            if (projecting) await sumPostings(group.db);
          }
          for (const [one, other] of requested) await expectPlainSums(group.db, one, other);
        },
      ),
      { numRuns: 40 },
    );
    expect(await sumBreaches()).toEqual([]);
  });

  test("are exact at every moment while others post and two servers sum", async () => {
    const posting = { goesOn: true };
    const meanwhile = async (work: () => Promise<unknown>) => {
      while (posting.goesOn) await work();
    };
    const sample = fc.sample(
      fc.tuple(fc.array(posted, { minLength: 1, maxLength: 4 }), anyDay, anyDay),
      120,
    );
    const others = [
      meanwhile(() => sumPostings(group.db)),
      meanwhile(() => sumPostings(group.db)),
      meanwhile(() => vacuumQueue(group.db)),
    ];
    let next = 0;
    const write = async () => {
      for (let step = sample[next++]; step !== undefined; step = sample[next++]) {
        await post(step[0]);
        await expectPlainSumsNow(step[1], step[2]);
      }
    };
    await Promise.all([write(), write(), write(), write()]).finally(() => (posting.goesOn = false));
    await Promise.all(others);
    expect(await sumBreaches()).toEqual([]);
    await sumPostings(group.db);
    expect(await sumBreaches()).toEqual([]);
    expect(await group.db.selectFrom("postings_to_sum").selectAll().execute()).toEqual([]);
  });

  test("see the postings of their own transaction", async () => {
    await inTransaction(group.db, async (tx) => {
      const before = await readBankCents(tx);
      await sql`INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
        VALUES ('2026-03-16', 'x', 'journal_entry', 0, 'x', ${group.clock.now()})`.execute(tx);
      await sql`INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
        SELECT max(id), line, account, cents, '2026-03-16'
          FROM entries, (VALUES (1, 'bank', 700), (2, 'fine', -700)) AS v (line, account, cents)
         GROUP BY 2, 3, 4`.execute(tx);
      expect(await readBankCents(tx)).toBe(before + 700n);
    });
  });

  test("hold what was posted before there were sums", async () => {
    await post(fc.sample(posted, 50));
    await sql`DROP TABLE balance_days, balance_months, member_balances, postings_to_sum`.execute(
      group.db,
    );
    await sql`DROP TRIGGER postings_are_summed ON postings`.execute(group.db);
    await sql`DROP FUNCTION queue_postings_to_sum`.execute(group.db);
    await sql`DROP INDEX audit_entries_by_moment`.execute(group.db);
    await sql`ALTER INDEX postings_of_account_in_order RENAME TO postings_by_account`.execute(
      group.db,
    );
    await sql`DROP TABLE audit_counts`.execute(group.db);
    const missing = ["0012-sums.sql", "0017-counts.sql", "0072-posting-counts.sql"];
    await sql`DELETE FROM migrations WHERE name = ANY (${missing})`.execute(group.db);
    expect(await migrate(group.connection)).toEqual(missing);
    // As a later migration left the queue.
    await sql`ALTER TABLE postings_to_sum ADD COLUMN fund_id int, ADD COLUMN from_fund boolean`.execute(
      group.db,
    );
    await expectPlainSums(group.db, FIRST_DAY, "2026-03-16");
    expect(await sumBreaches()).toEqual([]);
  });
});
