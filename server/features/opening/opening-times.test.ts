// How long moving in takes, with nothing else beside it.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Cents } from "#domain/money.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { quickestMs } from "#tests/support/machine.ts";
import { balancedBook, loanOfBook, memberOfBook, propose } from "#tests/support/opening-books.ts";
import { manyMembers, sendSheet, workbookParts } from "#tests/support/opening-sheets.ts";
import type { TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterEach(() => group.close());

test("a rehearsal of 500 members takes less than 2 seconds", async () => {
  const parts = workbookParts(manyMembers(500));
  const rehearse = () =>
    sendSheet(group, {
      token: books.treasurer.token,
      parts,
      fields: { date: "2026-02-28" },
    });
  const { body } = await rehearse();
  const tookMs = await quickestMs(rehearse);
  expect(body).toMatchObject({ ok: true, members: 500, loans: 100, difference: 0 });
  expect(tookMs).toBeLessThan(2_000);
});

test("500 members are posted within 10 seconds", async () => {
  const members = Array.from({ length: 500 }, (_, index) =>
    memberOfBook(index, { unpaidFinesCents: index % 3 === 0 ? 20_000n : 0n }),
  );
  const loans = Array.from({ length: 300 }, (_, index) =>
    loanOfBook(index, { regNumber: `BOOK/${String(index + 1).padStart(3, "0")}` }),
  );
  const { openingId } = await propose(group, books.treasurer, balancedBook({ members, loans }));
  const began = performance.now();
  const answer = await group.api("POST", `/api/opening/${openingId}/accept/`, {
    token: books.secGen.token,
    body: { total_savings_seen: 10_000_000 },
  });
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(answer.status).toBe(200);
  const { savings } = await group.db
    .selectFrom("postings")
    .select(sql<Cents>`sum(amount_cents)::bigint`.as("savings"))
    .where("account", "=", "monthly_contribution")
    .executeTakeFirstOrThrow();
  expect(savings).toBe(-1_000_000_000n);
});
