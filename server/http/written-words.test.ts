// Text that people wrote comes back unchanged in every language, even where it reads like one of our sentences.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/bookkeeping.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const LEDGER = "/api/accounting/create_ledger_entry/";
const ENTRIES = "/api/accounting/entries/";
const typed = {
  expense: "Exit of the old tenant",
  income: "Contribution for March 2026",
  goodwill: "Bad debt recovered",
  fine: "Late contribution fine: 4 months since 05 Jan 2026",
  reversal: "Payment of fines",
  rejection: "The fine payment of otieno is rejected.",
  bank: "Retained earnings",
  group: "Statement of Fines",
};

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let leaver: TestMember;

beforeAll(async () => {
  group = await startGroup();
  books = await appointBookkeepers(group);
  const { chairperson, treasurer, secGen } = books;
  await send(chairperson, "/api/group/settings/", {
    group_name: typed.group,
    bank_name: typed.bank,
  });
  member = await group.activeMember(chairperson, { first_name: "Payment", last_name: "of fines" });
  await group.db
    .updateTable("members")
    .set({ language: "sw" })
    .where("id", "in", [member.id, treasurer.id])
    .execute();
  await books.contribute(member, 5_000);
  const loanId = await books.lend(member, 1_000);
  await books.repay(member, loanId, 100);
  const post = (body: object) => send(treasurer, LEDGER, body);
  const amount = 100;
  await post({ type: "other_income", amount_paid: amount, description: typed.income });
  await post({ type: "goodwill", amount, description: typed.goodwill });
  await post({ type: "fine", charged_user: member.username, amount, description: typed.fine });
  const { entry } = await post({
    type: "expense",
    category: "other_expense",
    amount,
    description: typed.expense,
  });
  await send(treasurer, `/api/accounting/reverse_entry/${entry.id}/`, { reason: typed.reversal });
  const pending = await books.submitContribution(member, 10);
  await send(treasurer, `/api/finances/monthly-contribution-approval/${pending}/`, {
    action: "rejected",
    reject_reason: typed.rejection,
  });
  leaver = await group.activeMember(chairperson, { first_name: "Exit", last_name: "of Amina" });
  await books.contribute(leaver, 500);
  await send(secGen, "/api/accounting/clear_member/", { member_id: leaver.id });
});
afterAll(() => group.close());

async function send(by: TestMember, path: string, body: object): Promise<Json> {
  const answer = await group.api("POST", path, { token: by.token, body });
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function read(path: string, by = member, language = "sw"): Promise<Json> {
  const headers = { "Accept-Language": language };
  return (await group.api("GET", path, { token: by.token, headers })).body;
}

async function readSwahiliPdf(path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${member.token}`, "Accept-Language": "sw" };
  const answer = await fetch(group.url + path, { headers });
  const { texts } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return texts.join("\n");
}

describe("in Swahili, what was typed stays as typed", () => {
  test("in the journal, where the system's own descriptions are in Swahili", async () => {
    const english = (await read(ENTRIES, books.treasurer, "en")).entries as Json[];
    const swahili = (await read(ENTRIES, books.treasurer)).entries as Json[];
    const texts = swahili.map(({ description }) => description);
    for (const each of [typed.expense, typed.income, typed.goodwill, typed.fine])
      expect(texts).toContain(each);
    const byHand = new Set(["expense", "goodwill", "other_income", "fine"]);
    for (const [index, { id, type, description }] of english.entries()) {
      const words = [swahili[index].id, type, swahili[index].description === description];
      expect(words).toEqual([id, type, byHand.has(type)]);
    }
    const reversal = swahili.find(({ type }) => type === "reversal");
    expect(reversal.description).toBe(
      `Ubatilisho wa ingizo ${reversal.reverses}: ${typed.reversal}`,
    );
    expect(texts).toContain("Kumaliza akaunti ya Exit of Amina");
    expect(texts).toContain("Mkopo wa Kawaida 1 umetolewa");
  });

  test("in lists of fines, transactions and payments", async () => {
    const { fines } = await read("/api/accounting/get_user_fines/");
    expect(fines.map(({ description }: Json) => description)).toEqual([typed.fine]);
    const { transactions } = await read("/api/finances/transactions/");
    expect(transactions.map(({ description }: Json) => description)).toEqual(
      expect.arrayContaining([typed.fine, "Mchango wa Machi 2026", "Mkopo wa Kawaida 1 umetolewa"]),
    );
    const own = await read("/api/finances/monthly-contribution/");
    const reasons = own.monthly_contributions_receipts.map(
      ({ approval }: Json) => approval.treasurer_rejection_reason,
    );
    expect(reasons).toContain(typed.rejection);
  });

  test("in what waits for a second official", async () => {
    const { chairperson, treasurer, secGen } = books;
    const settings = "/api/group/settings/";
    await send(chairperson, settings, { second_person_above: 200 });
    const expense = { type: "expense", category: "other_expense", amount: 300 };
    await send(treasurer, LEDGER, { ...expense, description: typed.expense });
    await send(chairperson, settings, { second_person_above: null });
    const { proposals } = await read("/api/accounting/proposals/", secGen);
    expect(proposals.map(({ description }: Json) => description)).toEqual([
      "Hakuna mtu wa pili anayeombwa tena, sasa ni zaidi ya KES 200.00",
      typed.expense,
    ]);
  });

  test("on paper", async () => {
    const statement = await readSwahiliPdf("/api/finances/statement/pdf/");
    expect(statement).toContain(`Taarifa ya Payment of fines`);
    expect(statement).toContain(typed.group);
    expect(statement).toContain("Late contribution fine: 4 months");
    expect(statement).toContain("Mchango wa Machi 2026");
    const trial = await readSwahiliPdf("/api/accounting/get_trial_balance/pdf/");
    expect(trial).toContain(typed.bank);
  });

  test("in what a change is answered with", async () => {
    const { chairperson, treasurer, secGen } = books;
    const answer = async (by: TestMember, path: string, body: object) => {
      const headers = { "Accept-Language": "sw" };
      return (await group.api("POST", path, { token: by.token, body, headers })).body.detail;
    };
    const fine = { type: "fine", charged_user: member.username, amount: 10, description: "Late" };
    expect(await answer(treasurer, LEDGER, fine)).toBe(
      "Payment of fines ametozwa faini ya KES 10.00.",
    );
    const newcomer = await group.pendingMember({ first_name: "Exit", last_name: "of the" });
    const manage = `/api/user/admin_manage_user/${newcomer.id}/`;
    expect(await answer(chairperson, manage, { action: "approve" })).toBe(
      "Exit of the ameidhinishwa kuwa mwanachama.",
    );
    expect(await answer(chairperson, manage, { action: "dormant" })).toBe(
      "Exit of the sasa ni tuli.",
    );
    const { loan } = await send(member, "/api/finances/get-create-user-loans/", {
      amount: 500,
      loan_type: "normal_loan",
    });
    const rejection = { action: "rejected", reject_reason: "Loan application approved" };
    const decide = `/api/finances/loan-application-approval/${loan.loan_id}/`;
    expect(await answer(secGen, decide, rejection)).toBe(
      "Mkopo wa Kawaida 2 wa Payment of fines umekataliwa.",
    );
    const { pending_loans } = await read("/api/finances/get-create-user-loans/");
    expect(pending_loans[0].reject_reason).toBe("Loan application approved");
    const mails = (await group.mailbox(member.email)).map(({ body }) => body).join("\n");
    expect(mails).toContain("Sababu iliyotolewa: Loan application approved");
  });

  test("in mails", async () => {
    const mails = await group.mailbox(member.email);
    const bodies = mails.map(({ body }) => body).join("\n");
    expect(bodies).toContain(`Umetozwa faini ya KES 100.00: ${typed.fine}`);
    expect(bodies).toContain(`Sababu iliyotolewa: ${typed.rejection}`);
    const toOfficial = (await group.mailbox(books.treasurer.email)).map(({ body }) => body);
    expect(toOfficial.join("\n")).toContain("Exit of Amina ameondoka kwenye chama na analipwa");
  });

  test("in the journal as a file", async () => {
    const headers = { Authorization: `Bearer ${books.treasurer.token}`, "Accept-Language": "sw" };
    const answer = await fetch(`${group.url}/api/accounting/export/?format=csv`, {
      headers,
    });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const each of [typed.expense, typed.income, typed.goodwill, typed.fine])
      expect(text).toContain(each);
  });
});
