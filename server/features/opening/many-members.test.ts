// Moving in with many members costs PostgreSQL a few more queries than with few, not some for each.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Cents } from "#domain/money.ts";
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

test("500 members are posted with less than a query for each", async () => {
  const members = Array.from({ length }, (_, index) =>
    memberOfBook(index, { unpaidFinesCents: index % 3 === 0 ? 20_000n : 0n }),
  );
  const loans = Array.from({ length: 300 }, (_, index) =>
    loanOfBook(index, { regNumber: `BOOK/${String(index + 1).padStart(3, "0")}` }),
  );
  const { openingId } = await propose(group, books.treasurer, balancedBook({ members, loans }));
  const count = await countQueries(async () => {
    const answer = await group.api("POST", `/api/opening/${openingId}/accept/`, {
      token: books.secGen.token,
      body: { total_savings_seen: 10_000_000 },
    });
    expect(answer.status).toBe(200);
  });
  expect(count).toBeLessThan(length);
  const { savings } = await group.db
    .selectFrom("postings")
    .select(sql<Cents>`sum(amount_cents)::bigint`.as("savings"))
    .where("account", "=", "monthly_contribution")
    .executeTakeFirstOrThrow();
  expect(savings).toBe(-1_000_000_000n);
});
