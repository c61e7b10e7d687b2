import { safeParse } from "zod/v4/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transactionKinds } from "#contract/choices.ts";
import * as contract from "#contract/transactions.ts";
import { chargeFine } from "#server/core/ledger/fines.ts";
import { inTransaction } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const LIST = "/api/finances/transactions/";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let member: TestMember;
let other: TestMember;
let ids: { early: number; late: number; fine: number; secondFine: number; payment: number };

beforeAll(async () => {
  ({
    group,
    books: { chairperson, treasurer, secGen },
  } = await startFoundedGroup());
  member = await group.activeMember(chairperson);
  other = await group.activeMember(chairperson);

  const early = await contribute(member, 1000, "2026-02-10", "EARLY-0001");
  const late = await contribute(member, 1500.5, "2026-03-15", "LATE-00001");
  await decide("monthly-contribution-approval", early, "approved");
  await decide("monthly-contribution-approval", late, "rejected");
  const firstFine = await fine(member, 300n, "Phone rang");
  const secondFine = await fine(member, 200n, "Came late");
  group.clock.advanceMinutes(1);
  const paid = await group.api("POST", "/api/finances/pay-fine/", {
    token: member.token,
    body: { amount_paid: 350, payment_Reference_Code: "FINES-0001" },
  });
  const payment = paid.body.fine_payment.payment_id;
  await decide("fine-payment-approval", payment, "approved");
  ids = { early, late, fine: firstFine, secondFine, payment };
  await contribute(other, 70, "2026-03-10", "OTHER-0001");
});
afterAll(() => group.close());

async function contribute(by: TestMember, amount: number, day: string, reference: string) {
  const answer = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: by.token,
    body: {
      amount_paid: amount,
      contribution_month: day,
      payment_date: day,
      payment_Reference_Code: reference,
    },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.contribution.contribution_id as number;
}

async function decide(list: string, id: number, action: "approved" | "rejected") {
  for (const by of action === "approved" ? [treasurer, secGen] : [treasurer]) {
    const answer = await group.api("POST", `/api/finances/${list}/${id}/`, {
      token: by.token,
      body: { action, reject_reason: "Not received" },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}

async function fine(of: TestMember, kes: bigint, description: string): Promise<number> {
  group.clock.advanceMinutes(1);
  const { fineId } = await inTransaction(group.db, (tx) =>
    chargeFine(tx, {
      memberId: of.id,
      amountCents: kes * 100n,
      description,
      by: { actorId: treasurer.id, address: "127.0.0.1" },
      now: group.clock.now(),
    }),
  );
  return fineId;
}

const list = (query = "", by: TestMember = member) =>
  group.api("GET", LIST + query, { token: by.token });

const rowsOf = async (query = "", by: TestMember = member) =>
  ((await list(query, by)).body.transactions as { kind: string; id: number }[]).map(
    ({ kind, id }) => `${kind} ${id}`,
  );

describe("the list of transactions", () => {
  test("shows all that moved on one's own account, newest first", async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(safeParse(contract.getTransactions.reply, answer.body).success).toBe(true);
    expect(answer.body).toEqual({
      transactions: [
        {
          kind: "fine_payment",
          id: ids.payment,
          date: "2026-03-16",
          amount: 350,
          payment_Reference_Code: "FINES-0001",
          status: "approved",
          description: "Payment of fines",
          in: 350,
          out: 0,
          balance: 850,
        },
        {
          kind: "fine",
          id: ids.secondFine,
          date: "2026-03-16",
          amount: 200,
          payment_Reference_Code: null,
          status: "partly_paid",
          description: "Came late",
          in: 0,
          out: 200,
          balance: 500,
        },
        {
          kind: "fine",
          id: ids.fine,
          date: "2026-03-16",
          amount: 300,
          payment_Reference_Code: null,
          status: "paid",
          description: "Phone rang",
          in: 0,
          out: 300,
          balance: 700,
        },
        {
          kind: "contribution",
          id: ids.late,
          date: "2026-03-15",
          amount: 1500.5,
          payment_Reference_Code: "LATE-00001",
          status: "rejected",
          description: "Contribution for March 2026",
          in: 0,
          out: 0,
          balance: 1000,
        },
        {
          kind: "contribution",
          id: ids.early,
          date: "2026-02-10",
          amount: 1000,
          payment_Reference_Code: "EARLY-0001",
          status: "approved",
          description: "Contribution for February 2026",
          in: 1000,
          out: 0,
          balance: 1000,
        },
      ],
      count: 5,
      opening: 0,
      closing: 850,
    });
  });

  test("comes in pages that join up, with the count of all", async () => {
    const all = await rowsOf();
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await rowsOf(`?page=${page}&page_size=2`)));
    expect(pages).toEqual(all);
    expect((await list("?page=9&page_size=2")).body).toEqual({
      transactions: [],
      count: 5,
      opening: 0,
      closing: 850,
    });
    expect((await list("?page=2&page_size=2")).body.count).toBe(5);
  });

  test("has the balances of a period at its ends and after each row, on every page and of any kind", async () => {
    const march = await list("?start_date=2026-03-16&page=2&page_size=1");
    expect(march.body).toMatchObject({ opening: 1000, closing: 850, count: 3 });
    expect(march.body.transactions).toMatchObject([{ kind: "fine", out: 200, balance: 500 }]);
    const february = await list("?end_date=2026-02-28");
    expect(february.body).toMatchObject({ opening: 0, closing: 1000 });
    const fines = await list("?kind=fine&start_date=2026-03-16");
    expect(fines.body).toMatchObject({ opening: 1000, closing: 850 });
    expect(fines.body.transactions.map(({ balance }: { balance: number }) => balance)).toEqual([
      500, 700,
    ]);
  });

  test("is narrowed by days, both inclusive, and by kind", async () => {
    expect(await rowsOf("?start_date=2026-2-10&end_date=2026-03-15")).toEqual([
      `contribution ${ids.late}`,
      `contribution ${ids.early}`,
    ]);
    expect(await rowsOf("?end_date=2026-02-09")).toEqual([]);
    expect(await rowsOf("?kind=fine")).toEqual([`fine ${ids.secondFine}`, `fine ${ids.fine}`]);
    expect(await rowsOf("?kind=fine_payment")).toEqual([`fine_payment ${ids.payment}`]);
    expect((await list("?kind=contribution&start_date=2026-03-01")).body.count).toBe(1);
    for (const kind of transactionKinds) {
      const kinds = (await rowsOf(`?kind=${kind}`)).map((row) => row.split(" ")[0]);
      for (const each of kinds) expect(each).toBe(kind);
    }
  });

  test.each([
    ["?start_date=2026-03-02&end_date=2026-03-01", "start_date"],
    ["?start_date=2026-02-30", "start_date"],
    ["?end_date=", "end_date"],
    ["?kind=gift", "kind"],
    ["?page=0", "page"],
    ["?page=1&page_size=101", "page_size"],
    ["?member=x", "member"],
  ])("refuses %s", async (query, field) => {
    const answer = await list(query, treasurer);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test("of another member is for officials, and only of somebody who exists", async () => {
    const own = await rowsOf();
    for (const official of [chairperson, treasurer, secGen])
      expect(await rowsOf(`?member=${member.id}`, official)).toEqual(own);
    expect(await rowsOf(`?member=${member.id}`)).toEqual(own);
    expect(await list(`?member=${member.id}`, other)).toMatchObject({ status: 403 });
    expect((await list("?member=999999", other)).status).toBe(403);
    expect((await list("?member=999999", treasurer)).status).toBe(404);
    expect((await group.api("GET", LIST)).status).toBe(401);
    expect((await list(`?member=${member.id}`, treasurer)).body.member.id).toBe(member.id);
    expect((await list("", other)).body).toMatchObject({
      count: 1,
      transactions: [{ amount: 70 }],
    });
  });

  test("is open, and empty, to who waits for approval", async () => {
    const pending = await group.pendingMember();
    expect((await list("", pending)).body).toEqual({
      transactions: [],
      count: 0,
      opening: 0,
      closing: 0,
    });
  });
});

describe("the account of somebody who left", () => {
  test("tells of the loan, of the exit and of what was recovered", async () => {
    const { group: leaving, books } = await startFoundedGroup({ members: 2 });
    const saver = await books.member();
    const debtor = await books.member();
    await books.contribute(saver, 10_000);
    await books.contribute(debtor, 1000);
    await books.contribute(books.chairperson, 10_000);
    leaving.clock.advanceMinutes(1);
    await books.lend(saver, 500);
    await books.lend(debtor, 3000, "emergency_loan");
    leaving.clock.advanceMinutes(1);
    const exit = async (of: TestMember) => {
      const { token } = books.chairperson;
      const preview = await leaving.api(
        "GET",
        `/api/accounting/settlement_preview/?member=${of.id}`,
        {
          token,
        },
      );
      const answer = await leaving.api("POST", "/api/accounting/exit_member/", {
        token,
        body: { ...preview.body, member_id: of.id },
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.settlement;
    };
    const owing = await exit(debtor);
    const paid = await exit(saver);
    leaving.clock.advanceMinutes(1);
    const recovery = await leaving.api("POST", "/api/accounting/baddebts/recover/", {
      token: books.treasurer.token,
      body: { member_id: debtor.id, recovered_amount: 110 },
    });
    expect(recovery.status).toBe(200);

    const listOf = async (of: TestMember, query = "") =>
      (
        await leaving.api("GET", `${LIST}?member=${of.id}${query}`, {
          token: books.treasurer.token,
        })
      ).body;
    const rest = { id: expect.any(Number), date: "2026-03-16", payment_Reference_Code: null };
    const contribution = expect.objectContaining({ kind: "contribution", status: "approved" });
    expect((await listOf(saver)).transactions).toEqual([
      {
        ...rest,
        kind: "settlement",
        amount: paid.paid_out,
        status: "paid_out",
        description: "Exit: paid out",
        in: paid.actual_shared_interest,
        out: paid.paid_out,
        balance: 0,
      },
      {
        ...rest,
        kind: "loan",
        amount: 500,
        status: "cleared",
        description: "Normal Loan 1 paid out",
        in: 0,
        out: 550,
        balance: 9450,
      },
      contribution,
    ]);
    expect((await listOf(debtor)).transactions).toEqual([
      {
        ...rest,
        kind: "bad_debt_recovery",
        amount: 110,
        status: "recovered",
        description: "Bad debt recovered",
        in: 110,
        out: 0,
        balance: 110 - owing.owed,
      },
      {
        ...rest,
        kind: "settlement",
        amount: owing.owed,
        status: "owed",
        description: "Exit: still owed to the group",
        in: owing.actual_shared_interest,
        out: 0,
        balance: -owing.owed,
      },
      {
        ...rest,
        kind: "loan",
        amount: 3000,
        status: "written_off",
        description: "Emergency Loan 1 paid out",
        in: 0,
        out: 3300,
        balance: -2300,
      },
      contribution,
    ]);
    for (const kind of transactionKinds)
      for (const row of (await listOf(debtor, `&kind=${kind}`)).transactions)
        expect(row.kind).toBe(kind);
    expect((await listOf(debtor, "&kind=settlement")).count).toBe(1);
    await leaving.close();
  });
});

test("leaves books in which every invariant holds", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
