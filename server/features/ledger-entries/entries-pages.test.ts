import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sumPostings } from "#server/core/ledger/project-balances.ts";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/bookkeeping.ts";
import { addManyPayments } from "#tests/support/many-payments.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

// Eight summed years, and a day that is not summed yet.
beforeAll(async () => {
  group = await startGroup();
  books = await appointBookkeepers(group);
  await addManyPayments(group.db, { members: 20, count: 6_000 });
  await sumPostings(group.db);
  const member = await books.member();
  await books.contribute(member, 5_000);
  await books.lend(member, 500);
}, 60_000);
afterAll(() => group.close());

test.each([
  ["", "true"],
  ["account=bank", "account = 'bank'"],
  ["account=interest_income", "account = 'interest_income'"],
  ["account=tax", "false"],
  ["start_date=2020-02-15&end_date=2024-07-02", "day BETWEEN '2020-02-15' AND '2024-07-02'"],
  ["account=bank&start_date=2019-01-01", "account = 'bank' AND day >= '2019-01-01'"],
  ["end_date=2023-12-31", "day <= '2023-12-31'"],
  ["start_date=2010-01-01&end_date=2010-12-31", "false"],
])(
  "a page of the journal is that part of it, with the count of all: %s",
  async (query, conditions) => {
    const { rows } = await sql
      .raw<{ id: number }>(
        `SELECT DISTINCT e.id, e.business_date FROM entries e JOIN postings p ON p.entry_id = e.id,
              LATERAL (SELECT e.business_date) d (day) WHERE ${conditions} ORDER BY 2 DESC, 1 DESC`,
      )
      .execute(group.db);
    const expected = rows.map(({ id }) => id);
    const last = Math.max(1, Math.ceil(expected.length / 50));
    for (const page of new Set([1, Math.ceil(last / 2), last, last + 1, last + 100])) {
      const { body } = await group.api(
        "GET",
        `/api/accounting/entries/?${query}&page=${page}&page_size=50`,
        { token: books.treasurer.token },
      );
      expect(body.entries.map(({ id }: { id: number }) => id)).toEqual(
        expected.slice((page - 1) * 50, page * 50),
      );
      expect(body.count).toBe(expected.length);
    }
  },
);
