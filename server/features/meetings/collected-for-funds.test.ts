// CASH-5, FUND-7: what members pay into funds in cash, on the sheet of a meeting.
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { collectionsOf } from "#tests/support/collections.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { fundApprovals, fundsOf } from "#tests/support/funds.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let amina: TestMember;
let baraka: TestMember;
let funds: ReturnType<typeof fundsOf>;
let sheets: ReturnType<typeof collectionsOf>;
let meeting: Json;
let welfare: number;
let tea: number;
let closed: number;

// Welfare asks each for 200 once, tea for nothing; a third fund is closed.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 2 }));
  [amina, baraka] = [await books.member(), await books.member()];
  const meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  funds = fundsOf(group, books);
  sheets = collectionsOf(group, books);
  welfare = (await funds.make("Welfare", { rule: "once", amount: 200 })).id;
  tea = (await funds.make("Tea")).id;
  closed = (await funds.make("Cement")).id;
  await funds.send(books.chairperson, `/api/funds/${closed}/close/`);
  meeting = await meetings.open({ by: books.secGen });
});
afterAll(() => group.close());

const get = async (path: string, by = books.treasurer): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const ofFunds = (...figures: readonly [number, number][]): Json => ({
  funds: figures.map(([fund_id, amount]) => ({ fund_id, amount })),
});

test("the sheet has every fund that is open, with what each owes less what waits", async () => {
  await funds.report(baraka, welfare, 50);
  const { rows } = await get(`/api/meetings/${meeting["id"]}/sheet/`);
  const of = ({ id }: TestMember) => rows.find((row: Json) => row.member.id === id).funds;
  expect(of(amina)).toEqual([
    { fund_id: welfare, name: "Welfare", owed: 200 },
    { fund_id: tea, name: "Tea", owed: 0 },
  ]);
  expect(of(baraka)[0]).toMatchObject({ owed: 150 });
});

test("a sheet that names no fund, or one that is closed, is refused with all its faults", async () => {
  const answer = await sheets.send(books.treasurer, meeting["id"], {
    rows: [
      { member_id: amina.id, ...ofFunds([999, 5]) },
      { member_id: baraka.id, ...ofFunds([closed, 5]) },
    ],
    counted: 10,
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      errors: { rows: ["There is no such fund.", "This fund is closed."] },
      rows: [
        { member_id: amina.id, detail: "There is no such fund." },
        { member_id: baraka.id, detail: "This fund is closed." },
      ],
    },
  });
});

test("what was paid into funds is cash once both offices have counted it, and in the minutes", async () => {
  const collection = await sheets.collect(meeting["id"], [
    { member_id: amina.id, contribution: 1_000, ...ofFunds([welfare, 200], [tea, 20]) },
    { member_id: baraka.id, ...ofFunds([welfare, 30]) },
  ]);
  expect(collection).toMatchObject({
    rows: [
      {
        contribution: 1_000,
        funds: [
          { fund_id: welfare, name: "Welfare", amount: 200 },
          { fund_id: tea, name: "Tea", amount: 20 },
        ],
        total: 1_220,
      },
      { contribution: 0, funds: [{ fund_id: welfare, amount: 30 }], total: 30 },
    ],
    totals: { contributions: 1_000, loans: 0, fines: 0, funds: 250 },
    total: 1_250,
  });
  // Only what was reported by M-PESA stands in the list of fund payments.
  expect((await get(fundApprovals)).pending_approvals).toMatchObject([{ amount_paid: 50 }]);
  const fund = await funds.send(books.chairperson, `/api/funds/${tea}/close/`);
  expect(fund.body.detail).toBe("Payments or claims of this fund still wait.");
  await sheets.approve(collection);
  expect([await funds.balance(welfare), await funds.balance(tea)]).toEqual([230, 20]);
  expect((await get("/api/accounting/create_ledger_entry/")).ledger_balances).toMatchObject({
    cash: 1_250,
    restricted_funds: -250,
    monthly_contribution: -1_000,
  });
  const held = (await get(`/api/meetings/${meeting["id"]}/`)).meeting;
  expect(held.collected).toMatchObject({ contributions: 1_000, funds: 250, total: 1_250 });
  const { transactions } = await get("/api/finances/transactions/?kind=fund_payment", amina);
  expect(transactions.map(({ amount }: Json) => amount).toSorted()).toEqual([20, 200]);
  expect(await readMinutes()).toContain("Funds 250.00");
});

async function readMinutes(): Promise<string> {
  const file = await fetch(`${group.url}/api/meetings/${meeting["id"]}/minutes/pdf/`, {
    headers: { Authorization: `Bearer ${baraka.token}` },
  });
  const { texts } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  return texts.join("\n").replaceAll(/\s+/g, " ");
}

test("verify finds nothing", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
