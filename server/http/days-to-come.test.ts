// A day that has not come is believed nowhere: each endpoint whose body has a date refuses it on its field, or a rule allows it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { ledgerEntryTypes } from "#domain/ledger/entry-types.ts";
import { describeApi } from "#server/features/api-docs/api-document.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { csvOf, newOrganisation } from "#tests/support/statement-files.ts";
import {
  addStatement,
  addStatementAccount,
  paidIn,
  uploadStatement,
} from "#tests/support/statements.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let borrower: TestMember;
let debtor: TestMember;
/** Owes a loan of a product. */
let monthly: TestMember;
let productLoanId: number;
let accountId: number;
let lineId: number;
let declarationId: number;
let depositId: number;

// The group's clock is at 17 March 2026.
const TODAY = "2026-03-17";
const TOMORROW = addDays(TODAY, 1);
const FAR = "2031-01-05";

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  await books.contribute(member, 50_000);
  borrower = await books.member();
  await books.contribute(borrower, 20_000);
  await books.lend(borrower, 1_000);
  debtor = await books.member();
  await books.contribute(debtor, 2_000);
  await books.lend(debtor, 5_000);
  await exit(debtor);
  monthly = await books.member();
  await books.contribute(monthly, 20_000);
  productLoanId = await lendOfProduct();
  accountId = await addStatementAccount(group.db, books.treasurer.id);
  ({
    lines: [lineId = 0],
  } = await addStatement(group.db, {
    accountId,
    by: books.treasurer.id,
    from: "2026-03-01",
    to: "2026-03-10",
    openingCents: 0n,
    lines: [{ at: "2026-03-05", cents: -10_000n }],
  }));
  await post({ type: "other_income", amount_paid: 1_000, description: "Hall" });
  await post({ type: "dividend_declaration", amount: 100, description: "Shares" });
  await post(deposit({}));
  const { body } = await group.api("GET", "/api/accounting/create_ledger_entry/", {
    token: books.treasurer.token,
  });
  [declarationId, depositId] = [body.declarations[0].id, body.fixed_deposits[0].id];
});
afterAll(() => group.close());

async function lendOfProduct(): Promise<number> {
  const terms = { method: "equal_instalments", rate: 1, rate_per: "month", instalments_most: 12 };
  const offered = await send(books.chairperson, "/api/loans/products/", { name: "Slow", ...terms });
  const wanted = { product_id: offered.body.product.id, amount: 5_000, instalments: 12 };
  const path = "/api/finances/get-create-user-loans/";
  const { body } = await send(monthly, path, wanted);
  const id = body.loan.loan_id;
  for (const by of [books.treasurer, books.secGen])
    await send(by, `/api/finances/loan-application-approval/${id}/`, { action: "approved" });
  return id;
}

const send = (by: TestMember, path: string, body: unknown): Promise<Answer> =>
  group.api("POST", path, { token: by.token, body });

async function post(body: unknown): Promise<void> {
  const answer = await send(books.treasurer, "/api/accounting/create_ledger_entry/", body);
  if (answer.status > 201) throw new Error(JSON.stringify(answer.body));
}

async function exit(leaver: TestMember, payment_date?: string): Promise<Answer> {
  const { body } = await group.api(
    "GET",
    `/api/accounting/settlement_preview/?member=${leaver.id}`,
    { token: books.treasurer.token },
  );
  return send(books.treasurer, "/api/accounting/exit_member/", {
    ...body,
    member_id: leaver.id,
    payment_date,
  });
}

const deposit = (fields: Json) => ({
  type: "equity_fixed_deposit",
  amount: 10,
  description: "Deposit",
  start_date: "2026-03-01",
  maturity_date: FAR,
  ...fields,
});

const file = () =>
  csvOf(
    newOrganisation({ opening: 0n, movements: [paidIn("UC55AAAAAA", "2026-03-12 10:00:00", 5)] }),
  );

const shareOut = (path: string, days: Json) =>
  send(books.treasurer, `/api/distributions/${path}`, {
    basis: "savings_days",
    amount: 1,
    from: "2026-03-01",
    description: "March",
    ...days,
  });

/** Each field of a body that holds a day, with a request that is right but for it. */
const refused: Record<string, (day: string) => Promise<Answer>> = {
  "/api/finances/monthly-contribution/ payment_date": (day) =>
    send(member, "/api/finances/monthly-contribution/", {
      amount_paid: 100,
      contribution_month: "2026-03-01",
      payment_date: day,
      payment_Reference_Code: "UC11AAAAAA",
    }),
  "/api/group/day/ day": (day) => send(books.chairperson, "/api/group/day/", { day }),
  "/api/distributions/preview/ from": (day) => shareOut("preview/", { from: day }),
  "/api/distributions/preview/ to": (day) => shareOut("preview/", { to: day }),
  "/api/distributions/ from": (day) => shareOut("", { from: day }),
  "/api/distributions/ to": (day) => shareOut("", { to: day }),
  "/api/finances/pay-loan/{id}/ paid_on": (day) =>
    send(monthly, `/api/finances/pay-loan/${productLoanId}/`, {
      amount_paid: 100,
      paid_on: day,
      payment_Reference_Code: "UC44AAAAAA",
    }),
  "/api/finances/pay/ payment_date": (day) =>
    send(member, "/api/finances/pay/", {
      amount_paid: 100,
      payment_date: day,
      payment_Reference_Code: "UC22AAAAAA",
      parts: [{ kind: "contribution", amount_paid: 100, contribution_month: "2026-03-01" }],
    }),
  "/api/fines/many/ date": (day) =>
    send(books.treasurer, "/api/fines/many/", {
      members: [member.id],
      amount: 10,
      description: "Late",
      date: day,
    }),
  ...Object.fromEntries(
    ledgerEntryTypes.map((type) => [
      `/api/accounting/create_ledger_entry/ date (${type})`,
      (date: string) =>
        send(books.treasurer, "/api/accounting/create_ledger_entry/", { ...entryOf(type), date }),
    ]),
  ),
  "/api/accounting/create_ledger_entry/ start_date": (day) =>
    send(books.treasurer, "/api/accounting/create_ledger_entry/", deposit({ start_date: day })),
  "/api/accounting/exit_member/ payment_date": (day) => exit(borrower, day),
  "/api/accounting/clear_member/ payment_date": (day) =>
    send(books.treasurer, "/api/accounting/clear_member/", {
      member_id: member.id,
      payment_date: day,
    }),
  "/api/accounting/baddebts/recover/ payment_date": (day) =>
    send(books.treasurer, "/api/accounting/baddebts/recover/", {
      member_id: debtor.id,
      recovered_amount: 10,
      payment_date: day,
    }),
  "/api/statements/lines/book/ date": (day) =>
    send(books.treasurer, "/api/statements/lines/book/", {
      line_ids: [lineId],
      type: "expense",
      category: "transaction_cost",
      description: "Charge",
      date: day,
    }),
  "/api/statements/ complete_to": (day) => upload("/api/statements/", day),
  "/api/statements/preview/ complete_to": (day) => upload("/api/statements/preview/", day),
  "/api/reconciliation/accept/ date": (day) =>
    send(books.treasurer, "/api/reconciliation/accept/", { date: day, difference_seen: 0 }),
  "/api/opening/rehearse/ date": (day) => rehearse("/api/opening/rehearse/", day),
  "/api/opening/ date": (day) => rehearse("/api/opening/", day),
};

/** Those that a rule allows, and why. */
const allowed: Record<string, string> = {
  "/api/finances/monthly-contribution/ contribution_month": "months are paid ahead (PAY-6)",
  "/api/finances/monthly-contribution/ contribution_month_to": "months are paid ahead (PAY-6)",
  "/api/mpesa/asks/ contribution_month": "months are paid ahead (PAY-6)",
  "/api/finances/pay/ contribution_month": "months are paid ahead (PAY-6)",
  "/api/finances/pay/ contribution_month_to": "months are paid ahead (PAY-6)",
  "/api/statements/lines/{id}/record/ contribution_month": "months are paid ahead (PAY-6)",
  "/api/loans/{id}/changes/ first_due_on": "new instalments begin later (LEND-9)",
  "/api/rotations/ first_on": "a merry-go-round begins later (ROT-1)",
  "/api/meetings/{id}/collections/ contribution_month": "months are paid ahead (PAY-6)",
  "/api/funds/ starts_on": "a fund asks for something later (FUND-3)",
  "/api/funds/{id}/ starts_on": "a fund asks for something later (FUND-3)",
  "/api/meetings/ date": "a meeting is called ahead (MEET-2)",
  "/api/meetings/{id}/ date": "a meeting is called ahead (MEET-2)",
  "/api/accounting/create_ledger_entry/ maturity_date": "a deposit matures later",
};

const entryOf = (type: (typeof ledgerEntryTypes)[number]): Json =>
  ({
    expense: { type, category: "social_welfare", amount: 1, description: "Tea" },
    investment: { type, amount: 1, description: "Land" },
    goodwill: { type, amount: 1, description: "Name" },
    dividend_declaration: { type, amount: 1, description: "Shares" },
    dividend_payment: { type, amount: 1, description: "Shares", declaration_id: declarationId },
    other_income: { type, amount_paid: 1, description: "Hall" },
    equity_fixed_deposit: deposit({}),
    redeem_fixed_deposit: {
      type,
      amount: 1,
      description: "Back",
      deposit_id: depositId,
      interest_earned: 0,
    },
    fine: { type, charged_user: member.username, amount: 1, description: "Late" },
    cash_deposit: { type, amount: 1, description: "To the bank" },
    cash_withdrawal: { type, amount: 1, description: "From the bank" },
    fund_spending: { type, fund_id: 1, amount: 1, description: "Tea" },
    fund_transfer: { type, to_fund_id: 1, amount: 1, description: "Welfare" },
  })[type];

const upload = (path: string, day: string) =>
  uploadStatement(group, {
    token: books.treasurer.token,
    path,
    file: file(),
    name: "a.csv",
    fields: { account_id: String(accountId), complete_to: day },
  });

async function rehearse(path: string, day: string): Promise<Answer> {
  const form = new FormData();
  form.append("date", day);
  form.append("file", new Blob(["RegNo,Name\n1,Jane\n"]), "members.csv");
  const response = await fetch(group.url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${books.treasurer.token}` },
    body: form,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** The fields of every body that hold a day or a moment, as the API document has them. */
function datedFields(): string[] {
  const document: Json = describeApi();
  const fieldsIn = (schema: Json, name: string): string[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const parts = [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat();
    const { $ref: reference = "", properties = {} } = schema;
    const shared = String(reference).split("/").slice(1);
    return [
      ...(String(schema.format ?? "").startsWith("date") ? [name] : []),
      ...parts.flatMap((part) => fieldsIn(part, name)),
      ...Object.entries(properties).flatMap(([field, part]) => fieldsIn(part, field)),
      ...(shared.length === 0
        ? []
        : fieldsIn(
            shared.reduce((at: Json, key) => at[key], document),
            name,
          )),
    ];
  };
  const found = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.values<Json>(methods).flatMap((operation) =>
      Object.values<Json>(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
        fieldsIn(schema, "").map((field) => `${path} ${field}`),
      ),
    ),
  );
  return [...new Set(found)];
}

describe("a day that has not come", () => {
  test("is refused or allowed by a rule in every body that has one", () => {
    const known = [...Object.keys(refused), ...Object.keys(allowed)];
    const isKnown = (field: string) =>
      known.some((each) => each === field || each.startsWith(`${field} (`));
    const found = datedFields();
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((field) => !isKnown(field))).toEqual([]);
    expect(Object.keys(allowed).filter((field) => !found.includes(field))).toEqual([]);
  });

  test.each(Object.keys(refused))("is refused on %s", async (what) => {
    const field = what.split(" ")[1] ?? "";
    for (const day of [TOMORROW, FAR])
      expect(await refused[what]?.(day)).toMatchObject({
        status: 400,
        body: { errors: { [field]: [expect.any(String)] } },
      });
  });
});
