// Moving in with many members costs PostgreSQL a few more queries than with few, not some for each.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Cents } from "#domain/money.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { balancedBook, loanOfBook, memberOfBook, propose } from "#tests/support/opening-books.ts";
import { manyMembers, sendSheet, workbookParts } from "#tests/support/opening-sheets.ts";
import { queriesDuring } from "#tests/support/queries.ts";
import type { TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterEach(() => group.close());

const length = 500;

/** How many queries the group's own server sends during `act`. */
const countQueries = async (act: () => Promise<unknown>) =>
  (await queriesDuring({ database: group.connection.database }, act)).length;

async function rehearse(count: number) {
  const { body } = await sendSheet(group, {
    token: books.treasurer.token,
    parts: workbookParts(manyMembers(count)),
    fields: { date: "2026-02-28" },
  });
  expect(body).toMatchObject({ ok: true, members: count, loans: count / 5, difference: 0 });
}

test("a rehearsal of 500 members takes no more queries than one of 50", async () => {
  const ofFew = await countQueries(() => rehearse(50));
  expect(await countQueries(() => rehearse(length))).toBeLessThanOrEqual(ofFew);
});

/** Three members of five have a loan, and every third an unpaid fine. */
function bookOf(count: number) {
  const members = Array.from({ length: count }, (_, index) =>
    memberOfBook(index, { unpaidFinesCents: index % 3 === 0 ? 20_000n : 0n }),
  );
  const loans = Array.from({ length: Math.floor(count * 0.6) }, (_, index) =>
    loanOfBook(index, { regNumber: memberOfBook(index).regNumber }),
  );
  return balancedBook({ members, loans });
}

/** Both offices agree to the book; how many queries that takes. */
async function post(count: number): Promise<number> {
  const { openingId } = await propose(group, books.treasurer, bookOf(count));
  return countQueries(async () => {
    const answer = await group.api("POST", `/api/opening/${openingId}/accept/`, {
      token: books.secGen.token,
      body: { total_savings_seen: 20_000 * count },
    });
    expect(answer.status).toBe(200);
  });
}

/** A connection of the server that is opened meanwhile sets up its session. */
const SPARE = 4;

test("500 members are posted, each with what is theirs, by as many queries as 50", async () => {
  const ofFew = await post(50);
  await group.close();
  ({ group, books } = await startFoundedGroup());
  expect(await post(length)).toBeLessThanOrEqual(ofFew + SPARE);
  const { savings } = await group.db
    .selectFrom("postings")
    .select(sql<Cents>`sum(amount_cents)::bigint`.as("savings"))
    .where("account", "=", "monthly_contribution")
    .executeTakeFirstOrThrow();
  expect(savings).toBe(-1_000_000_000n);
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM members WHERE reg_number LIKE 'BOOK/%') AS members,
           (SELECT count(*) FROM loans) AS loans, (SELECT count(*) FROM fines) AS fines`.execute(
    group.db,
  );
  expect(rows).toEqual([{ members: 500n, loans: 300n, fines: 167n }]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
