import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
/** One approved payment of each kind, by kind. */
const paid: Record<string, number> = {};

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  member = await group.activeMember(books.chairperson, {
    first_name: "Mũthoni",
    last_name: "Ng'ĩnda",
    username: "muthoni",
  });
  const { body } = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: 3_000,
      contribution_month: "2026-03-01",
      contribution_month_to: "2026-05-01",
      payment_date: group.clock.now().toISOString(),
      payment_Reference_Code: "SKJ4H7T2QX",
    },
  });
  paid["contribution"] = body.contribution.contribution_id;
  await decide("monthly-contribution-approval", paid["contribution"]!);
  const loanId = await books.lend(member, 1_000);
  paid["loan_payment"] = await books.submitRepayment(member, loanId, 100);
  await decide("loan-payment-approval", paid["loan_payment"]);
  await books.fine(member, 200);
  paid["fine_payment"] = (
    await group.api("POST", "/api/finances/pay-fine/", {
      token: member.token,
      body: { amount_paid: 200, payment_Reference_Code: "SKJ4H7T2QZ" },
    })
  ).body.fine_payment.payment_id;
  await decide("fine-payment-approval", paid["fine_payment"]!);
  await sealAudit(group.db);
});
afterAll(() => group.close());

async function decide(list: string, id: number): Promise<void> {
  for (const official of [books.treasurer, books.secGen]) {
    const { status } = await group.api("POST", `/api/finances/${list}/${id}/`, {
      token: official.token,
      body: { action: "approved" },
    });
    expect(status).toBe(200);
  }
}

const of = (kind: string, id = paid[kind]) => `?kind=${kind}&id=${id}`;

async function receipt(kind: string, by = member): Promise<Json> {
  const { status, body } = await group.api("GET", `/api/finances/receipt/${of(kind)}`, {
    token: by.token,
  });
  expect([kind, status]).toEqual([kind, 200]);
  return body.receipt;
}

async function fetchPdf(query: string, by = member, language = "en"): Promise<Response> {
  const headers = { Authorization: `Bearer ${by.token}`, "Accept-Language": language };
  return fetch(`${group.url}/api/finances/receipt/pdf/${query}`, { headers });
}

async function printed(kind: string, language?: string): Promise<string> {
  const answer = await fetchPdf(of(kind), member, language);
  expect(answer.status).toBe(200);
  const { texts, pictures } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(pictures).toHaveLength(1);
  // With the QR code, which is a square of ink.
  expect(pictures[0]?.inked).toBeGreaterThan(0.02);
  return texts.join("");
}

describe("PAY-36: the receipt of an approved payment", () => {
  test.each(["contribution", "loan_payment", "fine_payment"])(
    "names both officials, its entry, and the check: %s",
    async (kind) => {
      const found = await receipt(kind);
      expect(found.approvals.map(({ office, by }: Json) => [office, by.id])).toEqual([
        ["Treasurer", books.treasurer.id],
        ["Sec-Gen", books.secGen.id],
      ]);
      expect(found.payment).toMatchObject({ id: paid[kind], member: { id: member.id } });
      const { body } = await group.api("GET", "/api/accounting/entries/?kind=" + kind, {
        token: books.treasurer.token,
      });
      expect(body.entries[0]).toMatchObject({
        id: found.entry.id,
        date: found.entry.date,
        amount: found.amount,
        payment: found.payment,
        approvals: found.approvals,
      });
      const text = await printed(kind);
      for (const { by } of found.approvals) expect(text).toContain(by.full_name);
      expect(text).toContain("Mũthoni Ng'ĩnda");
      expect(text).toContain(found.payment_Reference_Code);
      expect(text).toContain(`Entry ${found.entry.id}`);
    },
  );

  test("opens the check with the log's present size and fingerprint", async () => {
    const { check_url } = await receipt("contribution");
    const head = (await group.api("GET", "/api/audit/head/", { token: member.token })).body;
    const opened = new URL(check_url);
    expect(opened.pathname).toBe("/check");
    expect(Object.fromEntries(opened.searchParams)).toEqual({
      entries: String(head.entries),
      fingerprint: head.fingerprint,
    });
    expect(
      (await group.api("GET", `/api/audit/consistency/?from=${opened.searchParams.get("entries")}`))
        .body.from.fingerprint,
    ).toBe(opened.searchParams.get("fingerprint"));
  });

  test("names all months of a contribution for several, in both languages", async () => {
    const { payment } = await receipt("contribution");
    expect([payment.contribution_month, payment.contribution_month_to]).toEqual([
      "2026-03-01",
      "2026-05-01",
    ]);
    expect(await printed("contribution")).toContain("March to May 2026");
    expect(await printed("contribution", "sw")).toContain("Machi hadi Mei 2026");
  });

  test("names each instalment that a repayment paid, and only of a loan by instalments", async () => {
    const { product } = (
      await group.api("POST", "/api/loans/products/", {
        token: books.chairperson.token,
        body: {
          name: "Monthly",
          method: "equal_principal",
          rate: 1,
          rate_per: "month",
          instalments_most: 6,
        },
      })
    ).body;
    const borrower = await books.member();
    await books.contribute(borrower, 5_000);
    const { loan } = (
      await group.api("POST", "/api/finances/get-create-user-loans/", {
        token: borrower.token,
        body: { product_id: product.id, amount: 3_000, instalments: 3 },
      })
    ).body;
    await decide("loan-application-approval", loan.loan_id);
    const { loan_payment: payment } = (
      await group.api("POST", `/api/finances/pay-loan/${loan.loan_id}/`, {
        token: borrower.token,
        body: { amount_paid: 2_500, early: "shorter", payment_Reference_Code: "SKJ4H7T2QW" },
      })
    ).body;
    await decide("loan-payment-approval", payment.payment_id);
    const { receipt: found } = (
      await group.api("GET", `/api/finances/receipt/${of("loan_payment", payment.payment_id)}`, {
        token: borrower.token,
      })
    ).body;
    const { body: schedule } = await group.api("GET", `/api/loans/${loan.loan_id}/schedule/`, {
      token: borrower.token,
    });
    // What was paid early stands before it, with no number.
    const first = schedule.instalments.find((row: Json) => row.number === 1);
    expect(found.allocation).toEqual([
      { number: 1, due_on: first.due_on, interest: 30, principal: 1_000 },
    ]);
    expect(found.early_principal).toBe(1_470);
    const answer = await fetchPdf(of("loan_payment", payment.payment_id), borrower);
    const pages = (await readPdf(new Uint8Array(await answer.arrayBuffer()))).texts;
    const text = pages.join(" ").replace(/\s+/g, " ");
    expect(text).toContain("Instalments paid");
    expect(text).toMatch(/30\.00 1,000\.00 1,030\.00/);
    expect(text).toMatch(/Principal paid early 0\.00 1,470\.00 1,470\.00/);
    expect(text).toMatch(/30\.00 2,470\.00 2,500\.00/);
    const swahili = await fetchPdf(of("loan_payment", payment.payment_id), borrower, "sw");
    const words = (await readPdf(new Uint8Array(await swahili.arrayBuffer()))).texts.join(" ");
    expect(words).toContain("Awamu zilizolipwa");
    expect(await receipt("loan_payment")).not.toHaveProperty("allocation");
  });

  test("is for its member and for officials, and exists once both offices have approved", async () => {
    const other = await books.member();
    const waiting = await books.submitContribution(other, 1_000);
    for (const path of ["/api/finances/receipt/", "/api/finances/receipt/pdf/"]) {
      const statusOf = async (query: string, by: TestMember) =>
        (
          await fetch(`${group.url}${path}${query}`, {
            headers: { Authorization: `Bearer ${by.token}` },
          })
        ).status;
      expect(await statusOf(of("contribution"), books.chairperson)).toBe(200);
      expect(await statusOf(of("contribution"), other)).toBe(404);
      expect(await statusOf(of("contribution", waiting), other)).toBe(404);
      expect(await statusOf(of("loan_payment", paid["contribution"]), member)).toBe(404);
      expect(await statusOf("?kind=gift&id=1", member)).toBe(400);
      expect(await statusOf("?kind=contribution", member)).toBe(400);
      expect((await fetch(group.url + path + of("contribution"))).status).toBe(401);
    }
  });
});
