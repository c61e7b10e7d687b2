// Evidence that is evidence (STAT-60 to STAT-63): whose money a line is, one receipt on two lines, and one payment for several things.
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readMessage } from "#messages/stored-message.ts";
import { inEnglish } from "#messages/translator.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Movement } from "#tests/support/statement-files.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LINES = "/api/statements/lines/";
const LISTS = {
  contribution: "/api/finances/monthly-contribution-approval/",
  fine_payment: "/api/finances/fine-payment-approval/",
};
const REASON = "Both of us asked the payer";

let group: TestGroup;
let books: Bookkeeping;
let jane: TestMember;
let mary: TestMember;
let paybill: number;
let till: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const member = (RegNo: string, first_name: string, last_name: string, username: string) =>
    group.activeMember(books.chairperson, { RegNo, first_name, last_name, username });
  jane = await member("R/004", "Jane", "Doe", "janedoe");
  mary = await member("R/005", "Mary", "Atieno", "mary.a");
  await books.contribute(mary, 50_000);
  for (const each of [jane, mary]) await books.fine(each, 2_500);
  [paybill, till] = [
    await addAccount("Paybill", "mpesa_paybill"),
    await addAccount("Till", "mpesa_till"),
  ];
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown, headers = {}) =>
  group.api(method, path, { token: by.token, headers, ...(body === undefined ? {} : { body }) });
const holds = async () => expect((await verifyBooks(group.db)).breaches).toEqual([]);

async function addAccount(name: string, kind: string): Promise<number> {
  const answer = await ask(books.treasurer, "POST", "/api/statements/accounts/", { name, kind });
  return answer.body.account.id;
}

let serial = 0;
const newCode = () => `UC3A${String(++serial).padStart(6, "0")}`;

/** Each file is of a day of its own, so that no two overlap. */
let day = 0;
async function send(account: number, movements: Movement[]): Promise<number> {
  const on = `2025-${String(1 + Math.floor(day / 28)).padStart(2, "0")}-${String(1 + (day++ % 28)).padStart(2, "0")}`;
  const file = paybillStatement({
    opening: 0n,
    from: on,
    to: on,
    movements: movements.map((each) => ({ ...each, at: `${on} 09:00:00` })),
  });
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account) },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.statement.id;
}

const from = (code: string, kes: number, typed: string, name = "BRIAN **** OTIENO"): Movement => ({
  ...paidIn(code, "", kes, typed),
  details: `Pay Bill from 25470****111 - ${name}${typed === "" ? "" : ` Acc. ${typed}`}`,
  otherParty: `25470****111 - ${name}`,
});

const claim = (
  by: TestMember,
  code: string,
  kes: number,
  kind: keyof typeof LISTS = "contribution",
) =>
  kind === "contribution"
    ? ask(by, "POST", "/api/finances/monthly-contribution/", {
        amount_paid: kes,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-03",
        payment_Reference_Code: code,
      })
    : ask(by, "POST", "/api/finances/pay-fine/", {
        amount_paid: kes,
        payment_Reference_Code: code,
      });

async function claimed(...claimArgs: Parameters<typeof claim>): Promise<number> {
  const answer = await claim(...claimArgs);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.contribution?.contribution_id ?? answer.body.fine_payment.payment_id;
}

async function itemOf(
  id: number,
  {
    by = books.secGen,
    kind = "contribution",
    language = "en",
  }: { by?: TestMember; kind?: keyof typeof LISTS; language?: string } = {},
): Promise<Json> {
  const { body } = await ask(by, "GET", LISTS[kind], undefined, { "Accept-Language": language });
  return body.pending_approvals.find(
    (each: Json) => (each.contribution_id ?? each.payment_id) === id,
  );
}
const evidenceOf = async (...params: Parameters<typeof itemOf>): Promise<Json> =>
  (await itemOf(...params)).evidence;
const lineOf = async (code: string, account?: number): Promise<Json> =>
  (
    await ask(
      books.secGen,
      "GET",
      `${LINES}?page=1&page_size=100&search=${code}${account === undefined ? "" : `&account_id=${account}`}`,
    )
  ).body.lines[0];
const approve = (
  by: TestMember,
  id: number,
  params: Json = {},
  kind: keyof typeof LISTS = "contribution",
): Promise<Answer> => ask(by, "POST", `${LISTS[kind]}${id}/`, { action: "approved", ...params });

let code: string;
beforeEach(() => {
  code = newCode();
});

describe("a line says whose money it is", () => {
  test.each([
    ["her RegNo", "R/004", "BRIAN OTIENO"],
    ["her RegNo without case, space, - and /", "r-0 04", "BRIAN OTIENO"],
    ["her username", "JaneDoe", "BRIAN OTIENO"],
    ["her printed name, where nobody has what was typed", "savings", "JANE **** DOE"],
    ["her printed name, where nothing was typed", "", "DOE JANE"],
  ])("%s names her, and another's claim differs", async (_, typed, name) => {
    const id = await claimed(mary, code, 700);
    await send(paybill, [from(code, 700, typed, name)]);
    expect(await evidenceOf(id)).toMatchObject({
      state: "differs",
      reason: "The statement names Jane Doe (R/004).",
      named: { id: jane.id, full_name: "Jane Doe", reg_number: "R/004" },
      line: { amount: 700, reference: code },
    });
    expect((await evidenceOf(id, { language: "sw" })).reason).toBe(
      "Taarifa inamtaja Jane Doe (R/004).",
    );
    expect(await lineOf(code)).toMatchObject({ state: "open", match: null });
    expect(Object.keys((await approve(books.treasurer, id)).body.errors)).toEqual([
      "approve_reason",
    ]);
    const many = await ask(books.treasurer, "POST", "/api/approvals/many/", {
      kind: "contribution",
      action: "approved",
      items: [{ id, amount_seen: 700 }],
    });
    expect(many.body).toMatchObject({ approved: [], refused: [{ id }] });
    expect((await approve(books.treasurer, id, { approve_reason: REASON })).status).toBe(200);
    await holds();
  });

  test.each([
    ["a name of which one word is masked", "nobody", "JANE **** D**"],
    ["a name that fits with one word alone", "nobody", "JANE OTIENO"],
    ["short words alone", "nobody", "JA DO"],
    ["nothing", "", "-"],
  ])("%s names nobody", async (_, typed, name) => {
    const id = await claimed(mary, code, 700);
    await send(paybill, [from(code, 700, typed, name)]);
    expect(await evidenceOf(id)).toMatchObject({ state: "confirmed" });
    expect(await evidenceOf(id)).not.toHaveProperty("named");
  });

  test("whoever typed their own RegNo is confirmed, from whosever phone it came", async () => {
    await send(paybill, [from(code, 700, "R005", "JANE DOE")]);
    const id = await claimed(mary, code, 700);
    expect(await evidenceOf(id)).toMatchObject({ state: "confirmed" });
    expect(await lineOf(code)).toMatchObject({ state: "matched", match: { id, by: null } });
  });

  test("a preview does not say that a line confirms what it names another for", async () => {
    const other = newCode();
    const [, id] = [await claimed(mary, code, 700), await claimed(mary, other, 800)];
    const file = paybillStatement({
      opening: 0n,
      from: "2025-12-30",
      to: "2025-12-30",
      movements: [from(code, 700, "R/004"), from(other, 800, "R/005")].map((each) => ({
        ...each,
        at: "2025-12-30 09:00:00",
      })),
    });
    const { body } = await uploadStatement(group, {
      token: books.treasurer.token,
      file,
      path: "/api/statements/preview/",
      fields: { account_id: String(paybill) },
    });
    expect(body.lines.map(({ confirms }: Json) => confirms?.id ?? null)).toEqual([null, id]);
  });

  test("an official whose own claim it is reads only that it names somebody else", async () => {
    const id = await claimed(books.treasurer, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    const own = await evidenceOf(id, { by: books.treasurer });
    expect(own.reason).toBe("The statement names somebody else.");
    expect(own).not.toHaveProperty("named");
    expect((await evidenceOf(id)).reason).toBe("The statement names Jane Doe (R/004).");
  });

  test("a match by hand confirms nobody whom the line does not name", async () => {
    await send(paybill, [from(newCode(), 640, "R/004")]);
    const id = await claimed(mary, code, 640);
    const [line] = (await ask(books.secGen, "GET", `${LINES}?search=640&state=open`)).body.lines;
    const matched = await ask(books.treasurer, "POST", `${LINES}${line.id}/match/`, {
      kind: "contribution",
      id,
    });
    expect(matched.status).toBe(200);
    expect(await evidenceOf(id)).toMatchObject({ state: "differs", named: { id: jane.id } });
  });
});

describe("a code is one sum of money in the whole group", () => {
  test("a receipt on two accounts confirms nothing until one line is set aside", async () => {
    const id = await claimed(jane, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    expect(await evidenceOf(id)).toMatchObject({ state: "confirmed" });
    await send(till, [from(code, 700, "R/004")]);
    const [one, other] = [await lineOf(code, paybill), await lineOf(code, till)];
    expect([one.twins, other.twins]).toEqual([[other.id], [one.id]]);
    expect(await evidenceOf(id)).toMatchObject({
      state: "differs",
      reason: "This receipt stands on two lines.",
    });
    expect((await evidenceOf(id, { language: "sw" })).reason).toBe(
      "Risiti hii iko kwenye mistari miwili.",
    );
    const recording = { member_id: jane.id, kind: "fine_payment" };
    for (const { id: line } of [one, other])
      for (const [path, body] of [
        [`${line}/record/`, recording],
        [`${line}/match/`, { kind: "contribution", id, reason: REASON }],
        ["book/", { line_ids: [line], type: "other_income", description: "A gift" }],
      ] as const) {
        const refused = await ask(books.treasurer, "POST", LINES + path, body);
        expect(refused).toMatchObject({
          status: 400,
          body: { errors: { line: ["This receipt stands on another line."] } },
        });
      }
    expect((await approve(books.treasurer, id)).status).toBe(400);

    const aside = (by: TestMember, body: Json) =>
      ask(by, "POST", `${LINES}${other.id}/set-aside/`, body);
    expect((await aside(books.treasurer, {})).status).toBe(400);
    expect((await aside(books.chairperson, { reason: REASON })).status).toBe(403);
    expect(await aside(books.treasurer, { reason: REASON })).toMatchObject({
      status: 200,
      body: {
        line: {
          state: "ignored",
          twins: [],
          set_aside: { office: "Treasurer", by: { id: books.treasurer.id }, reason: REASON },
        },
      },
    });
    expect((await aside(books.secGen, { reason: REASON })).status).toBe(400);
    expect(await lineOf(code, paybill)).toMatchObject({
      twins: [],
      state: "matched",
      match: { id },
    });
    expect(await evidenceOf(id)).toMatchObject({
      state: "confirmed",
      set_aside: { by: { id: books.treasurer.id }, reason: REASON },
    });
    expect(
      (await ask(books.treasurer, "POST", `${LINES}${other.id}/record/`, recording)).status,
    ).toBe(400);
    for (const by of [books.treasurer, books.secGen])
      expect((await approve(by, id)).status).toBe(200);
    expect((await ask(books.secGen, "POST", `${LINES}${other.id}/unmatch/`)).body.detail).toContain(
      "rests on",
    );
    await holds();
  });

  test("a second line with another amount is a twin, and comes back when it was set aside in error", async () => {
    const id = await claimed(jane, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    await send(paybill, [from(code, 900, "R/004")]);
    expect(await evidenceOf(id)).toMatchObject({ reason: "This receipt stands on two lines." });
    const lines = (await ask(books.secGen, "GET", `${LINES}?search=${code}`)).body.lines;
    const right = lines.find(({ amount }: Json) => amount === 700);
    const path = `${LINES}${right.id}/`;
    expect((await ask(books.secGen, "POST", `${path}set-aside/`, { reason: REASON })).status).toBe(
      200,
    );
    expect(await evidenceOf(id)).toMatchObject({
      reason: "The statement shows another amount for this reference: KES 900.00.",
    });
    expect((await ask(books.treasurer, "POST", `${path}unmatch/`)).body.line).toMatchObject({
      state: "open",
    });
    expect(await evidenceOf(id)).toMatchObject({ reason: "This receipt stands on two lines." });
    await holds();
  });

  test("the withdrawal of one of two files leaves the other line as the one", async () => {
    const id = await claimed(jane, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    const second = await send(till, [from(code, 700, "R/004")]);
    expect(await evidenceOf(id)).toMatchObject({ state: "differs" });
    await ask(books.treasurer, "POST", `/api/statements/${second}/withdraw/`, {
      reason: "Double export",
    });
    expect(await evidenceOf(id)).toMatchObject({ state: "confirmed" });
    expect(await lineOf(code, paybill)).toMatchObject({ state: "matched", match: { id } });
    await holds();
  });

  test("payments of one code that come to more than its line need a reason", async () => {
    const id = await claimed(jane, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    await approve(books.treasurer, id);
    const second = await claimed(jane, code, 300, "fine_payment");
    for (const [each, kind] of [
      [id, "contribution"],
      [second, "fine_payment"],
    ] as const) {
      expect(await evidenceOf(each, { kind })).toMatchObject({
        state: "differs",
        reason:
          "The payments with this reference come to KES 1,000.00, the statement's line to KES 700.00: KES 300.00 too much.",
      });
      expect((await approve(books.secGen, each, {}, kind)).status).toBe(400);
    }
    for (const by of [books.treasurer, books.secGen])
      expect((await approve(by, second, { approve_reason: REASON }, "fine_payment")).status).toBe(
        200,
      );
    expect((await approve(books.secGen, id, { approve_reason: REASON })).status).toBe(200);
    await holds();
  });
});

describe("one payment for several things", () => {
  test("is matched with its line together, as soon as the payments add up to it", async () => {
    await send(paybill, [from(code, 1_000, "R/004")]);
    const first = await claimed(jane, code, 600);
    expect(await evidenceOf(first)).toMatchObject({
      state: "differs",
      reason: "The statement shows another amount for this reference: KES 1,000.00.",
    });
    const second = await claimed(jane, code, 300, "fine_payment");
    expect(await evidenceOf(first)).toMatchObject({
      state: "differs",
      reason:
        "The payments with this reference come to KES 900.00, the statement's line to KES 1,000.00: KES 100.00 is missing.",
    });
    await ask(books.treasurer, "POST", `${LISTS.fine_payment}${second}/`, {
      action: "rejected",
      reject_reason: "Another amount",
    });
    const third = await claimed(jane, code, 400, "fine_payment");
    expect(await evidenceOf(first)).toMatchObject({ state: "confirmed" });
    expect(await evidenceOf(third, { kind: "fine_payment" })).toMatchObject({ state: "confirmed" });
    expect(await lineOf(code)).toMatchObject({
      state: "matched",
      match: {
        id: first,
        by: null,
        parts: [
          { kind: "contribution", id: first, amount: 600 },
          { kind: "fine_payment", id: third, amount: 400 },
        ],
      },
    });
    for (const by of [books.treasurer, books.secGen]) {
      expect((await approve(by, first)).status).toBe(200);
      expect((await approve(by, third, {}, "fine_payment")).status).toBe(200);
    }
    await holds();
  });

  test("comes apart when one of them is rejected, and an approved one stays a part of the line", async () => {
    const first = await claimed(jane, code, 600);
    const second = await claimed(jane, code, 400, "fine_payment");
    await send(paybill, [from(code, 1_000, "R/004")]);
    for (const by of [books.treasurer, books.secGen]) await approve(by, first);
    await ask(books.secGen, "POST", `${LISTS.fine_payment}${second}/`, {
      action: "rejected",
      reject_reason: "Not owed",
    });
    expect(await lineOf(code)).toMatchObject({ state: "matched", match: { id: first } });
    await holds();
    const third = await claimed(jane, code, 400, "fine_payment");
    expect(await evidenceOf(third, { kind: "fine_payment" })).toMatchObject({ state: "confirmed" });
    await holds();
  });

  test("what its member takes back leaves the line to the others, which add up to it now", async () => {
    await send(paybill, [from(code, 600, "R/004")]);
    const first = await claimed(jane, code, 600);
    expect(await evidenceOf(first)).toMatchObject({ state: "confirmed" });
    const second = await claimed(jane, code, 7, "fine_payment");
    expect(await lineOf(code)).toMatchObject({ state: "open" });
    const back = await ask(jane, "POST", "/api/finances/withdraw/", {
      kind: "fine_payment",
      id: second,
    });
    expect(back.status).toBe(200);
    expect(await lineOf(code)).toMatchObject({ state: "matched", match: { id: first } });
    for (const by of [books.treasurer, books.secGen])
      expect((await approve(by, first)).status).toBe(200);
    await holds();
  });

  test("an official matches all of them with a line by hand", async () => {
    const kes = 1_213;
    await send(paybill, [from(newCode(), kes, "R/004")]);
    const first = await claimed(jane, code, kes - 13);
    const second = await claimed(jane, code, 13, "fine_payment");
    const [line] = (await ask(books.secGen, "GET", `${LINES}?search=${kes}&state=open`)).body.lines;
    const { body } = await ask(books.treasurer, "POST", `${LINES}${line.id}/match/`, {
      kind: "fine_payment",
      id: second,
    });
    expect(body.line.match.parts.map(({ id }: Json) => id)).toEqual([first, second]);
    expect(await evidenceOf(first)).toMatchObject({ state: "confirmed" });
    expect(await evidenceOf(second, { kind: "fine_payment" })).toMatchObject({
      state: "confirmed",
    });
    await holds();
  });
});

async function contested(kes = 700): Promise<{ thief: number; named: number; answer: Answer }> {
  const thief = await claimed(mary, code, kes);
  await send(paybill, [from(code, kes, "R/004")]);
  const answer = await claim(jane, code, kes);
  return { thief, named: answer.body.contribution.contribution_id, answer };
}
const many = (by: TestMember, ids: number[]) =>
  ask(by, "POST", "/api/approvals/many/", {
    kind: "contribution",
    action: "approved",
    items: ids.map((id) => ({ id, amount_seen: 700 })),
  });

const homeOf = async (by: TestMember) => (await ask(by, "GET", "/api/user/get_user_data")).body;

describe("who is named can claim it", () => {
  test("while the other's first claim waits; both say so, and neither is approved in a list", async () => {
    const { thief, named, answer } = await contested();
    expect([answer.status, answer.body.contested]).toEqual([201, true]);
    expect((await itemOf(thief)).contested).toMatchObject({
      kind: "contribution",
      id: named,
      member: { id: jane.id },
    });
    expect((await itemOf(named)).contested).toMatchObject({
      kind: "contribution",
      id: thief,
      member: { id: mary.id },
    });
    expect(await evidenceOf(named)).toMatchObject({ state: "confirmed" });
    expect(await evidenceOf(thief)).toMatchObject({ state: "differs", named: { id: jane.id } });
    expect(await lineOf(code)).toMatchObject({ match: { id: named, by: null } });
    const refused = await many(books.treasurer, [thief, named]);
    expect(refused.body.approved).toEqual([]);
    expect(refused.body.refused.map(({ detail }: Json) => detail)).toEqual(
      Array(2).fill("Another member claims this payment too. Decide on it by itself."),
    );
    await holds();
  });

  test("both members hear of it once, by notice and on home, and the officials on home", async () => {
    const { thief, named } = await contested();
    const tillNow = await group.db
      .selectFrom("notices")
      .select(["member_id", "about_id", "facts"])
      .where("event", "=", "payment_contested")
      .where("about_id", "in", [BigInt(thief), BigInt(named)])
      .orderBy("about_id")
      .execute();
    expect(tillNow.map(({ member_id, about_id }) => [member_id, Number(about_id)])).toEqual([
      [mary.id, thief],
      [jane.id, named],
    ]);
    const textOf = async (by: TestMember, language: string) => {
      const { body } = await ask(by, "GET", "/api/notices/", undefined, {
        "Accept-Language": language,
      });
      return body.notices.find(({ text }: Json) => text.includes(code)).text;
    };
    expect(await textOf(mary, "en")).toBe(
      `Another member claims the payment you reported, KES 700.00, reference ${code}, and the statement names them. The officials decide whose it is.`,
    );
    expect(await textOf(jane, "sw")).toBe(
      `Mwanachama mwingine alirekodi malipo yako kabla yako, KES 700.00, nambari ${code}. Maafisa wataamua ni ya nani.`,
    );
    expect((await homeOf(mary)).own_contested.at(-1)).toMatchObject({ id: thief, named: false });
    expect((await homeOf(jane)).own_contested.at(-1)).toMatchObject({
      kind: "contribution",
      id: named,
      amount: 700,
      payment_Reference_Code: code,
      named: true,
    });
    const { contested_payments: open } = await homeOf(books.secGen);
    expect(open).toBeGreaterThanOrEqual(1);
    expect(await homeOf(books.secGen)).not.toHaveProperty("own_contested");
    for (const by of [books.treasurer, books.secGen]) await approve(by, named);
    expect(JSON.stringify(await homeOf(mary))).not.toContain(code);
    expect((await homeOf(books.secGen)).contested_payments ?? 0).toBe(open - 1);
  });

  test("the audit log has the contest, and what the statement said of what was approved against it", async () => {
    const { thief, named } = await contested();
    await approve(books.treasurer, thief, { approve_reason: REASON });
    const rows = await group.db
      .selectFrom("audit_entries")
      .select(["action", "after"])
      .where("subject", "=", "contribution")
      .where("subject_id", "in", [thief, named])
      .orderBy("id")
      .execute();
    expect(rows.map(({ action, after }) => [action, after])).toMatchObject([
      ["contributions.pay", {}],
      ["contributions.pay", { contested: thief }],
      [
        "contributions.approve",
        {
          evidence: "differs",
          statement_says: { key: expect.any(String), facts: expect.any(Object) },
          approve_reason: REASON,
          contested: named,
        },
      ],
    ]);
    const approval: Json = rows.at(-1);
    expect(inEnglish(readMessage(approval.after.statement_says))).toBe(
      "The statement names Jane Doe (R/004).",
    );
    const mail = (await group.mailbox(mary.email)).at(-1)?.body;
    expect(mail).toContain("What the statements say of it: The statement names somebody else.");
    expect(mail).not.toContain("Jane");
  });

  test("the second approval of the named one rejects the other, who reads why", async () => {
    const { thief, named } = await contested();
    expect((await approve(books.treasurer, thief, { approve_reason: REASON })).status).toBe(200);
    expect((await approve(books.secGen, named)).status).toBe(200);
    expect((await approve(books.treasurer, named)).body.contribution.status).toBe("approved");
    const { body } = await ask(mary, "GET", "/api/finances/monthly-contribution/");
    const rejected = body.monthly_contributions_receipts.find(
      (each: Json) => each.contribution_id === thief,
    );
    expect(rejected).toMatchObject({
      status: "rejected",
      approval: {
        sec_gen_rejection_reason: "The statement shows this payment as another member's.",
      },
    });
    const mails = await group.mailbox(mary.email);
    expect(mails.at(-1)?.body).toContain("The statement shows this payment as another member's.");
    await holds();
    const again = await claim(mary, code, 700);
    expect(again.body.detail).toBe("This reference has already been used by another member.");
  });

  test("the second approval of the first claim rejects the named one", async () => {
    const { thief, named } = await contested();
    for (const by of [books.treasurer, books.secGen])
      expect((await approve(by, thief, { approve_reason: REASON })).status).toBe(200);
    expect(await itemOf(named)).toBeUndefined();
    await holds();
  });

  test("a rejection of the first claim leaves the reference to the named one", async () => {
    const { thief, named } = await contested();
    await ask(books.secGen, "POST", `${LISTS.contribution}${thief}/`, {
      action: "rejected",
      reject_reason: "Not hers",
    });
    expect(await itemOf(named)).not.toHaveProperty("contested");
    await holds();
    expect((await claim(mary, code, 700)).status).toBe(400);
    expect((await many(books.treasurer, [named])).body.approved).toEqual([named]);
    expect((await many(books.secGen, [named])).body.approved).toEqual([named]);
    await holds();
  });

  test("nobody else can, nor anybody before a line names them", async () => {
    await claimed(mary, code, 700);
    expect((await claim(jane, code, 700)).body.detail).toBe(
      "This reference has already been used by another member.",
    );
    await send(paybill, [from(code, 700, "R/004")]);
    expect((await claim(books.treasurer, code, 700)).status).toBe(400);
    expect((await claim(jane, code, 700)).status).toBe(201);
  });

  test("after an approval it is refused, says whom to ask, and officials are notified once", async () => {
    const thief = await claimed(mary, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    for (const by of [books.treasurer, books.secGen])
      await approve(by, thief, { approve_reason: REASON });
    for (let tries = 0; tries < 2; tries++)
      expect(await claim(jane, code, 700)).toMatchObject({
        status: 400,
        body: {
          errors: { payment_Reference_Code: [expect.stringContaining("ask the Treasurer")] },
        },
      });
    const notices = await group.db
      .selectFrom("notices")
      .select("member_id")
      .where("event", "=", "approved_payment_claimed")
      .orderBy("member_id")
      .execute();
    expect(notices.map(({ member_id }) => member_id)).toEqual(
      [books.chairperson.id, books.treasurer.id, books.secGen.id].toSorted((a, b) => a - b),
    );
    await holds();
  });

  test("an office that records the line for the named member contests the other's claim", async () => {
    const thief = await claimed(mary, code, 700);
    await send(paybill, [from(code, 700, "R/004")]);
    const { id } = await lineOf(code);
    const recorded = await ask(books.treasurer, "POST", `${LINES}${id}/record/`, {
      member_id: jane.id,
      kind: "contribution",
    });
    expect([recorded.status, recorded.body.contested]).toEqual([201, true]);
    expect((await itemOf(thief)).contested).toMatchObject({ id: recorded.body.payment.id });
    await holds();
  });
});

type Step = { is: "saved" | "fine"; kes: number } | { is: "paybill" | "till"; kes: number };

/** So little that no number of scenes takes more than is left of the fine. */
const step = (is: Step["is"]) => fc.record({ is: fc.constant(is), kes: fc.constantFrom(6, 4, 10) });

/** What the officials see of one code after these steps, without numbers. */
async function seenAfter(steps: readonly Step[], typed: string): Promise<unknown> {
  code = newCode();
  const ids = new Map<string, number>();
  for (const { is, kes } of steps) {
    if (is === "paybill" || is === "till")
      await send(is === "till" ? till : paybill, [from(code, kes, typed)]);
    else
      ids.set(is, await claimed(jane, code, kes, is === "saved" ? "contribution" : "fine_payment"));
  }
  const kinds = { saved: "contribution", fine: "fine_payment" } as const;
  const evidence: unknown[] = [];
  for (const is of ["saved", "fine"] as const) {
    const id = ids.get(is);
    if (id === undefined) continue;
    const { state, reason } = await evidenceOf(id, { kind: kinds[is] });
    evidence.push([is, state, reason]);
  }
  const { body } = await ask(books.secGen, "GET", `${LINES}?page=1&page_size=100&search=${code}`);
  const lines = body.lines.map((line: Json) => [
    line.account_id === till,
    line.state,
    line.twins.length,
    line.match?.parts?.length ?? (line.match === null ? 0 : 1),
  ]);
  return { evidence, lines: lines.toSorted() };
}

describe("whatever order files and claims come in", () => {
  test("the evidence and the matches are the same", async () => {
    const optional = (is: Step["is"]) => fc.option(step(is), { nil: undefined, freq: 2 });
    const scene = fc
      .tuple(step("saved"), optional("fine"), step("paybill"), optional("till"))
      .map((steps) => steps.filter((each) => each !== undefined) as Step[])
      .chain((steps) =>
        fc.record({
          steps: fc.constant(steps),
          shuffled: fc.shuffledSubarray(steps, { minLength: steps.length }),
          typed: fc.constantFrom("R/004", "R/005", "nobody"),
        }),
      );
    await fc.assert(
      fc.asyncProperty(scene, async ({ steps, shuffled, typed }) => {
        expect(await seenAfter(shuffled, typed)).toEqual(await seenAfter(steps, typed));
      }),
      { numRuns: 12 },
    );
    await holds();
  });
});
