import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import {
  startGroup,
  type TestGroup,
  type Json,
  type TestMember,
} from "#tests/support/test-group.ts";
import { acceptedLanguage } from "./language.ts";

test.each([
  [undefined, "en"],
  ["sw", "sw"],
  ["sw-KE,sw;q=0.9,en;q=0.8", "sw"],
  ["en-KE,en;q=0.9,sw;q=0.8", "en"],
  ["fr-FR,sw;q=0.5", "sw"],
  ["en;q=0.2,sw;q=0.7", "sw"],
  ["de,*;q=0.5", "en"],
  ["sw;q=0", "en"],
])("who accepts %s is answered in %s", (header, language) => {
  const headers = header === undefined ? {} : { "accept-language": header };
  expect(acceptedLanguage({ headers })).toBe(language);
});

describe("answers", () => {
  let group: TestGroup;

  beforeAll(async () => {
    group = await startGroup();
  });
  afterAll(() => group.close());

  const swahili = { "Accept-Language": "sw" };

  test("refusals are said in Swahili to somebody who asks for it, and in English to everybody else", async () => {
    const body = { email: "nobody@example.com", password: "si hili" };
    const requested = await group.api("POST", "/api/user/login", { body, headers: swahili });
    expect(requested.status).toBe(401);
    expect(requested.body.detail).toBe("Baadhi ya maelezo yako ya kuingia si sahihi");
    expect(requested.headers.get("content-language")).toBe("sw");
    const plain = await group.api("POST", "/api/user/login", { body });
    expect(plain.body.detail).toBe("Some of your login information was incorrect");
    expect(plain.headers.get("content-language")).toBeNull();
  });

  test("each field's messages name the field in Swahili", async () => {
    const body = { email: "a@example.com", phone: "12", password: "x" };
    const { status, body: answer } = await group.api("POST", "/api/user/signup/", {
      body,
      headers: swahili,
    });
    expect(status).toBe(400);
    expect(answer.detail).toBe("Tafadhali sahihisha sehemu zilizowekewa alama.");
    expect(answer.errors).toMatchObject({
      first_name: ["Jina la kwanza: inahitajika."],
      phone: ["Andika nambari ya simu ya Kenya kama 0712345678."],
    });
  });

  test("success is reported in Swahili too", async () => {
    const { body } = await group.api("POST", "/api/user/password-reset/", {
      body: { email: "nobody@example.com" },
      headers: swahili,
    });
    expect(body.detail).toBe(
      "Seva hii haitumi barua pepe: Mwenyekiti anaweza kukukabidhi kiungo cha kuweka nenosiri jipya.",
    );
  });
});

// Text that people wrote comes back unchanged in every language, even where it reads like one of our sentences.
describe("in Swahili, what was typed stays as typed", () => {
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
    ({ group, books } = await startFoundedGroup());
    const { chairperson, treasurer, secGen } = books;
    await send(chairperson, "/api/group/settings/", {
      group_name: typed.group,
      bank_name: typed.bank,
    });
    member = await group.activeMember(chairperson, {
      first_name: "Payment",
      last_name: "of fines",
    });
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
