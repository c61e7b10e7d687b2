// A member without phone, email or account appears in every list, report and PDF, and leaves like anybody else
// (OPEN-50).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let ofBook: number;
let loanId: number;
let contributionId: number;
let references = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  await books.contribute(books.chairperson, 50_000);
  [ofBook] = (await bringIn(group, books.secGen, [{ regNumber: "BOOK/7" }])) as [number];
  contributionId = await contribute();
  await approved("monthly-contribution-approval", contributionId);
  const { loan } = await enter("/api/finances/get-create-user-loans/", {
    amount: 900,
    loan_type: "normal_loan",
  });
  loanId = loan.loan_id;
  await approved("loan-application-approval", loanId);
  await enter("/api/fines/many/", { amount: 80, members: [ofBook], description: "Late" });
  // And one waiting item of each kind.
  await contribute();
  await enter(`/api/finances/pay-loan/${loanId}/`, paid(100));
  await enter("/api/finances/pay-fine/", paid(30));
  await enter("/api/finances/get-create-user-loans/", { amount: 10, loan_type: "emergency_loan" });
});
afterAll(() => group.close());

const paid = (amount_paid: number) => ({
  amount_paid,
  payment_Reference_Code: `WHOLE${++references}`,
});

async function enter(path: string, body: object): Promise<Json> {
  const named = "members" in body ? body : { ...body, member_id: ofBook };
  const answer = await group.api("POST", path, { token: books.treasurer.token, body: named });
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body;
}

async function contribute(): Promise<number> {
  const { contribution } = await enter("/api/finances/monthly-contribution/", {
    ...paid(1_000),
    contribution_month: "2026-03-01",
    payment_date: "2026-03-16T05:00:00Z",
  });
  return contribution.contribution_id;
}

async function approved(kind: string, id: number): Promise<void> {
  for (const { token } of [books.treasurer, books.secGen]) {
    const body = { action: "approved" };
    const { status } = await group.api("POST", `/api/finances/${kind}/${id}/`, { token, body });
    expect(status).toBe(200);
  }
}

/** The query of each endpoint that needs one; `ID` is replaced by the member's id, `PAID` by their contribution's. */
const questions: Readonly<Record<string, string>> = {
  "/api/accounting/get_user_fines/": "?member=ID",
  "/api/finances/dues/": "?member=ID",
  "/api/loans/guarantees/": "?member=ID",
  "/api/loans/guarantors/": "?search=BOOK/7",
  "/api/finances/transactions/": "?member=ID",
  "/api/finances/statement/pdf/": "?member=ID",
  "/api/finances/receipt/": "?kind=contribution&id=PAID",
  "/api/finances/receipt/pdf/": "?kind=contribution&id=PAID",
  "/api/accounting/settlement_preview/": "?member=ID",
  "/api/accounting/baddebts/": "?member=ID",
  "/api/accounting/entries/": "?member_id=ID",
  "/api/accounting/accounts/:code/postings/": "?member_id=ID",
  "/api/accounting/export/": "?format=csv&what=members",
  "/api/accounting/get_profit&loss/": "?start_date=2026-01-01&end_date=2026-03-31",
  "/api/accounting/get_profit&loss/pdf/": "?start_date=2026-01-01&end_date=2026-03-31",
  "/api/audit/": "?action=members.bring-in",
  "/api/answers/": `?ask=${encodeURIComponent("/api/user/get_users?search=BOOK/7")}`,
};

/** Endpoints that name a member, and how; the others return sums, or the caller's own data. */
const naming = [
  "/api/user/get_users",
  "/api/loans/guarantors/",
  "/api/finances/get-monthly-contributions/",
  "/api/finances/monthly-contribution-approval/",
  "/api/finances/get-loan-application-approval/",
  "/api/finances/get-loan-payment-approvals/",
  "/api/finances/fine-payment-approval/",
  "/api/finances/transactions/",
  "/api/finances/receipt/",
  "/api/accounting/entries/",
  "/api/accounting/accounts/:code/postings/",
  "/api/accounting/export/",
  "/api/accounting/settlement_preview/",
  "/api/audit/",
  "/api/answers/",
];

/**
 * Left out: an auditor's own seat, another person's statement or sheet, and endpoints that have no answer without
 * one.
 */
const others = new Set([
  "/api/auditors/seat/",
  "/api/statements/:id/",
  "/api/statements/:id/file/",
  "/api/statements/lines/:id/candidates/",
  "/api/audit/consistency/",
  "/api/audit/proof/",
  "/api/opening/rehearse/file/",
  "/api/opening/:id/members/",
  // Refused while M-PESA is off.
  "/api/mpesa/asks/",
  "/api/mpesa/asks/:id/",
  "/api/mpesa/payouts/",
  "/api/mpesa/payouts/due/",
  "/api/loans/quote/",
  "/api/distributions/:id/",
  "/api/rotations/:id/",
  "/api/meetings/:id/",
  "/api/meetings/:id/fines/",
  "/api/meetings/:id/sheet/",
  "/api/meetings/:id/collections/",
  "/api/meetings/:id/minutes/pdf/",
  "/api/funds/:id/",
  "/api/distributions/:id/pdf/",
  "/api/loans/:id/",
  "/api/loans/:id/agreement/pdf/",
  "/api/loans/:id/schedule/",
  "/api/loans/:id/settlement/",
  "/api/loans/:id/payment-quote/",
]);

const reads = allEndpoints
  .filter(({ endpoint }) => endpoint.method === "GET" && !others.has(endpoint.path))
  .map(({ endpoint }) => endpoint.path);

async function ask(path: string): Promise<Answer> {
  const address = path
    .replace(":code", "monthly_contribution")
    .replace("get-create-user-loans/:id", `get-create-user-loans/${loanId}`)
    .replace(":id", String(ofBook));
  const question = (questions[path] ?? "")
    .replace("PAID", String(contributionId))
    .replace("ID", String(ofBook));
  const by = async ({ token }: TestMember) => group.api("GET", address + question, { token });
  const answer = await by(books.treasurer);
  return answer.status === 403 ? by(books.chairperson) : answer;
}

test.each(reads)("GET %s answers, and names who has neither phone nor email", async (path) => {
  const { status, body } = await ask(path);

  const text = typeof body === "string" ? body : JSON.stringify(body);
  const isNamed = /Odhiambo|atieno\.odhiambo|BOOK\/7/.test(text);
  expect([status, isNamed || !naming.includes(path)]).toEqual([200, true]);
});

test("each endpoint that names them is one that there is", () => {
  expect(naming.filter((path) => !reads.includes(path))).toEqual([]);
});

describe("leaving", () => {
  test("settles their loan and fines, and pays them out", async () => {
    for (const kind of ["monthly-contribution", "loan-payment", "fine-payment", "loan-application"])
      await rejectAll(kind);
    const preview = await group.api("GET", `/api/accounting/settlement_preview/?member=${ofBook}`, {
      token: books.treasurer.token,
    });
    const { status } = await group.api("POST", "/api/accounting/exit_member/", {
      token: books.treasurer.token,
      body: { ...preview.body, member_id: ofBook },
    });

    expect(status).toBe(200);
    const { body } = await group.api("GET", "/api/user/get_users?search=BOOK/7", {
      token: books.treasurer.token,
    });
    expect(body.users[0]).toMatchObject({ email: null, phone: null, total_contributions: 0 });
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });
});

async function rejectAll(kind: string): Promise<void> {
  const lists: Record<string, [string, string]> = {
    "monthly-contribution": ["monthly-contribution-approval", "contribution_id"],
    "loan-payment": ["get-loan-payment-approvals", "payment_id"],
    "fine-payment": ["fine-payment-approval", "payment_id"],
    "loan-application": ["get-loan-application-approval", "loan_id"],
  };
  const [list, key] = lists[kind]!;
  const { token } = books.treasurer;
  const { body } = await group.api("GET", `/api/finances/${list}/`, { token });
  const items = kind === "loan-application" ? body.pending_loans : body.pending_approvals;
  for (const item of items) {
    const path = `/api/finances/${kind}-approval/${item[key]}/`;
    const answer = await group.api("POST", path, {
      token,
      body: { action: "rejected", reject_reason: "Not today" },
    });
    expect([path, answer.status]).toEqual([path, 200]);
  }
}
