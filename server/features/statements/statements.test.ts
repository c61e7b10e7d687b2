import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  charged,
  paidIn,
  paidOut,
  paybillStatement,
  uploadStatement,
  type WrittenStatement,
} from "#tests/support/statements.ts";
import { csvOf, newOrganisation } from "#tests/support/statement-files.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const STATEMENTS = "/api/statements/";
const LINES = "/api/statements/lines/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let accountId: number;

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  await books.contribute(member, 50_000);
  accountId = await addAccount("Paybill 600123");
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown) =>
  group.api(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });

async function addAccount(name: string, kind = "mpesa_paybill"): Promise<number> {
  const answer = await ask(books.treasurer, "POST", `${STATEMENTS}accounts/`, { name, kind });
  expect(answer.status).toBe(201);
  return answer.body.account.id;
}

const send = (written: WrittenStatement | string, account = accountId, by = books.treasurer) =>
  uploadStatement(group, {
    token: by.token,
    file: typeof written === "string" ? written : paybillStatement(written),
    fields: { account_id: String(account) },
  });

async function imported(written: WrittenStatement | string, account = accountId): Promise<Json> {
  const answer = await send(written, account);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.statement;
}

const lines = async (query = ""): Promise<Json> =>
  (await ask(books.chairperson, "GET", `${LINES}?page=1&page_size=100${query}`)).body;
const lineOf = async (reference: string, kind = "payment_in"): Promise<Json> =>
  (await lines(`&search=${reference}`)).lines.find((line: Json) => line.kind === kind);

async function tells(by: TestMember, reference: string, kes: number): Promise<number> {
  const answer = await ask(by, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: kes,
    contribution_month: "2026-03-01",
    payment_date: group.clock.now().toISOString(),
    payment_Reference_Code: reference,
  });
  expect(answer.status).toBe(201);
  return answer.body.contribution.contribution_id;
}

const third = (opening: bigint, from: string, to: string, receipt: string): WrittenStatement => ({
  opening,
  from,
  to,
  movements: [paidIn(receipt, `${from} 12:00:00`, 100)],
});
const withdraw = (id: number, reason = "Wrong account") =>
  ask(books.treasurer, "POST", `${STATEMENTS}${id}/withdraw/`, { reason });
const holds = async () => expect((await verifyBooks(group.db)).breaches).toEqual([]);

const january: WrittenStatement = {
  opening: 1_000_000n,
  from: "2026-01-01",
  to: "2026-01-31",
  movements: [
    paidIn("UA11AAAAAA", "2026-01-02 08:15:30", 1_000),
    charged("UA11AAAAAA", "2026-01-02 08:15:30", 5),
    { ...paidIn("UA1FAILED1", "2026-01-03 08:15:30", 700), status: "Failed" },
    // Two payments that nothing tells apart but their receipts, and two that not even these do.
    paidIn("UA22BBBBBB", "2026-01-10 19:44:10", 1_000, "fine"),
    paidIn("UA22BBBBBC", "2026-01-10 19:44:10", 1_000, "fine"),
    paidOut("UA33CCCCCC", "2026-01-15 09:00:00", 3_000),
    paidIn("UA44DDDDDD", "2026-01-20 10:00:00", 250),
    paidIn("UA44DDDDDD", "2026-01-20 10:00:00", 250),
  ],
};

test("a preview tells each line's fate and what it would confirm, and writes nothing", async () => {
  const id = await tells(member, "UA-11 AAAAAA".replaceAll(" ", ""), 1_000);
  const answer = await uploadStatement(group, {
    token: books.secGen.token,
    path: `${STATEMENTS}preview/`,
    file: paybillStatement(january),
    fields: { account_id: String(accountId) },
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      format: "mpesa_organisation_old",
      account_id: accountId,
      period: { from: "2026-01-01", to: "2026-01-31" },
      opening: 10_000,
      closing: 10_495,
      counts: { new: 7, known: 0, failed: 1, error: 0 },
      breaks: [],
      problems: [],
    },
  });
  expect(
    answer.body.lines.map((line: Json) => [line.line, line.kind, line.amount, line.fate]),
  ).toEqual([
    [12, "payment_in", 1000, "new"],
    [13, "charge", -5, "new"],
    [14, "failed", 700, "failed"],
    [15, "payment_in", 1000, "new"],
    [16, "payment_in", 1000, "new"],
    [17, "payment_out", -3000, "new"],
    [18, "payment_in", 250, "new"],
    [19, "payment_in", 250, "new"],
  ]);
  expect(answer.body.lines[0].confirms).toMatchObject({
    kind: "contribution",
    id,
    member: { id: member.id },
  });
  expect((await lines()).count).toBe(0);
});

test("an import matches what agrees by itself, and the same money in any other file adds no line", async () => {
  const answer = await send(january);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      counts: { new: 7, known: 0, failed: 1 },
      statement: { state: "whole", gaps: [], breaks: [] },
    },
  });
  const { statement } = answer.body;
  expect((await lines()).count).toBe(8);
  expect(await lines("&state=open")).toMatchObject({ count: 6, totals: { in: 2_500, out: 3_005 } });
  expect(await lineOf("UA11AAAAAA")).toMatchObject({
    statement_id: statement.id,
    line: 12,
    at: "2026-01-02T08:15:30.000+03:00",
    reference: "UA11AAAAAA",
    account_typed: "M001",
    amount: 1000,
    balance: 11_000,
    state: "matched",
    match: { kind: "contribution", by: null, member: { id: member.id }, status: "pending" },
  });

  const again = await send(january);
  expect(again).toMatchObject({
    status: 200,
    body: { counts: { new: 0, known: 7, failed: 1 }, statement: { id: statement.id } },
  });
  const otherExport = csvOf(newOrganisation(january), { lineEnd: "\r\n" });
  expect(await send(otherExport)).toMatchObject({
    status: 200,
    body: { counts: { new: 0, known: 7, failed: 1 } },
  });
  const overlapping = { ...january, movements: january.movements.slice(0, 6), to: "2026-01-15" };
  expect(await send(overlapping)).toMatchObject({ status: 200, body: { counts: { new: 0 } } });
  expect((await lines()).count).toBe(8);
  await holds();
});

test("officials, and only they, get the file back as it was, and the audit log has its hash", async () => {
  const { body } = await ask(books.chairperson, "GET", STATEMENTS);
  const first = body.statements.find(
    ({ file_name, format }: Json) =>
      file_name === "statement.csv" && format === "mpesa_organisation_old",
  );
  const file = await ask(books.chairperson, "GET", `${STATEMENTS}${first.id}/file/`);
  expect(file.status).toBe(200);
  expect((await ask(member, "GET", `${STATEMENTS}${first.id}/file/`)).status).toBe(403);
  const { body: audit } = await ask(books.chairperson, "GET", "/api/audit/?page=1&page_size=100");
  expect(
    audit.entries
      .filter(({ action }: Json) => action === "statements.import")
      .map(({ after }: Json) => after.sha256),
  ).toContain(first.sha256);
});

test("members read nothing, and the Chairperson writes nothing", async () => {
  for (const path of [STATEMENTS, LINES, `${STATEMENTS}accounts/`])
    expect((await ask(member, "GET", path)).status).toBe(403);
  expect((await send(january, accountId, books.chairperson)).status).toBe(403);
  expect((await send(january, 9_999)).status).toBe(404);
  expect((await ask(books.treasurer, "GET", `${STATEMENTS}9999/`)).status).toBe(404);
});

test("a payment reported after the statement came is matched as it is submitted; another amount only suggests", async () => {
  const id = await tells(member, "ua22bbbbbb", 1_000);
  expect(await lineOf("UA22BBBBBB")).toMatchObject({
    state: "matched",
    match: { id, by: null, reason: "Same reference and amount" },
  });
  const other = await tells(member, "UA22BBBBBC", 900);
  const line = await lineOf("UA22BBBBBC");
  expect(line).toMatchObject({
    state: "open",
    match: null,
    uploaded_by: { id: books.treasurer.id, full_name: expect.any(String) },
    suggestions: [{ kind: "contribution", id: other, member: { id: member.id } }],
  });

  const match = (body: unknown, by = books.treasurer) =>
    ask(by, "POST", `${LINES}${line.id}/match/`, body);
  expect((await match({ kind: "contribution", id: other }, books.chairperson)).status).toBe(403);
  expect((await match({ kind: "contribution", id: 9_999 })).status).toBe(404);
  expect(await match({ kind: "contribution", id: other })).toMatchObject({
    status: 400,
    body: { errors: { reason: [expect.any(String)] } },
  });
  const reason = "100 went to the meeting's tea";
  expect(await match({ kind: "contribution", id: other, reason })).toMatchObject({
    status: 200,
    body: {
      line: {
        state: "matched",
        match: { id: other, by: { id: books.treasurer.id }, explanation: reason },
      },
    },
  });
  expect((await match({ kind: "contribution", id: other, reason })).status).toBe(400);
  const unmatched = await ask(books.secGen, "POST", `${LINES}${line.id}/unmatch/`);
  expect(unmatched).toMatchObject({ status: 200, body: { line: { state: "open", match: null } } });
  expect((await ask(books.secGen, "POST", `${LINES}${line.id}/unmatch/`)).status).toBe(400);
  await holds();
});

test("a rejected payment gives its line back", async () => {
  const { match } = await lineOf("UA22BBBBBB");
  const rejected = await ask(
    books.treasurer,
    "POST",
    `/api/finances/monthly-contribution-approval/${match.id}/`,
    {
      action: "rejected",
      reject_reason: "Sent twice",
    },
  );
  expect(rejected.status).toBe(200);
  expect(await lineOf("UA22BBBBBB")).toMatchObject({ state: "open", match: null });
  await holds();
});

test("an unclaimed line is recorded in a member's name, who is notified, and both offices approve it", async () => {
  const [line] = (await lines("&search=UA44DDDDDD")).lines;
  const recording = { member_id: member.id, kind: "contribution" };
  const record = (body: unknown, by = books.treasurer) =>
    ask(by, "POST", `${LINES}${line.id}/record/`, body);
  expect((await record(recording, books.chairperson)).status).toBe(403);
  expect((await record({ ...recording, member_id: 9_999 })).status).toBe(404);
  expect((await record({ ...recording, kind: "gift" })).status).toBe(400);
  expect((await record({ ...recording, kind: "fine_payment" })).body.detail).toBe(
    "You have no unpaid fines.",
  );
  const answer = await record(recording);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      payment: {
        kind: "contribution",
        member: { id: member.id },
        amount_paid: 250,
        payment_date: "2026-01-20T10:00:00.000+03:00",
        payment_Reference_Code: "UA44DDDDDD",
        status: "pending",
        entered_by: { id: books.treasurer.id },
      },
    },
  });
  expect((await record(recording)).status).toBe(400);
  const { payment } = answer.body;
  expect((await lines(`&search=UA44DDDDDD&state=matched`)).lines).toMatchObject([
    { id: line.id, match: { id: payment.id } },
  ]);
  const mails = await group.mailbox(member.email);
  expect(mails.at(-1)).toMatchObject({ subject: expect.stringContaining("entered in your name") });
  for (const official of [books.treasurer, books.secGen]) {
    const approved = await ask(
      official,
      "POST",
      `/api/finances/monthly-contribution-approval/${payment.id}/`,
      { action: "approved" },
    );
    expect(approved.status).toBe(200);
  }
  await holds();
});

test("lines become one entry of their sum, by whoever may post it", async () => {
  const charge = await lineOf("UA11AAAAAA", "charge");
  const out = await lineOf("UA33CCCCCC", "payment_out");
  const booking = {
    line_ids: [charge.id],
    type: "expense",
    category: "transaction_cost",
    description: "Charges of January",
  };
  const book = (body: unknown, by = books.treasurer) => ask(by, "POST", `${LINES}book/`, body);
  expect((await book(booking, books.secGen)).status).toBe(403);
  expect((await book({ ...booking, line_ids: [99_999] })).status).toBe(404);
  expect((await book({ ...booking, line_ids: [] })).status).toBe(400);
  expect((await book({ ...booking, type: "other_income" })).status).toBe(400);
  expect((await book({ ...booking, description: "" })).status).toBe(400);
  // The lines are of January, when the bank of the books was empty still.
  const both = { ...booking, line_ids: [charge.id, out.id] };
  expect(await book(both)).toMatchObject({
    status: 400,
    body: { errors: { date: [expect.any(String)] } },
  });
  const answer = await book({ ...both, date: "2026-03-16" });
  expect(answer).toMatchObject({
    status: 201,
    body: { lines: [{ state: "matched", match: { kind: "entry" } }, { state: "matched" }] },
  });
  const { body } = await ask(books.treasurer, "GET", "/api/accounting/entries/?page=1");
  expect(body.entries[0]).toMatchObject({
    id: answer.body.lines[0].match.id,
    date: "2026-03-16",
    amount: 3_005,
    description: "Charges of January",
  });
  expect((await book(booking)).status).toBe(400);
  await holds();

  const reversed = await ask(
    books.treasurer,
    "POST",
    `/api/accounting/reverse_entry/${body.entries[0].id}/`,
    { reason: "Wrong category" },
  );
  expect(reversed.status).toBe(201);
  expect(await lineOf("UA33CCCCCC", "payment_out")).toMatchObject({ state: "open", match: null });
  await holds();
});

test("an entry of the same amount near the line's day is suggested, and matched by hand", async () => {
  const posted = await ask(books.treasurer, "POST", "/api/accounting/create_ledger_entry/", {
    type: "expense",
    category: "other_expense",
    description: "Chairs",
    amount: 432,
  });
  expect(posted.status).toBe(201);
  const account = await addAccount("Till");
  await imported(
    {
      opening: 500_000n,
      from: "2026-03-01",
      to: "2026-03-17",
      movements: [paidOut("UC11AAAAAA", "2026-03-16 09:00:00", 432)],
    },
    account,
  );
  const line = await lineOf("UC11AAAAAA", "payment_out");
  expect(line.suggestions).toMatchObject([
    { kind: "entry", id: posted.body.entry.id, member: null },
  ]);
  const matched = await ask(books.treasurer, "POST", `${LINES}${line.id}/match/`, {
    kind: "entry",
    id: posted.body.entry.id,
  });
  expect(matched).toMatchObject({
    status: 200,
    body: { line: { state: "matched", match: { kind: "entry", id: posted.body.entry.id } } },
  });
  await holds();
});

test("the account typed and a name of one member suggest them", async () => {
  const account = await addAccount("Second till");
  const { body } = await ask(books.chairperson, "GET", "/api/user/get_users/");
  const { reg_number: regNumber } = (body.users ?? body).find(({ id }: Json) => id === member.id);
  await imported(
    {
      opening: 0n,
      from: "2026-02-01",
      to: "2026-02-02",
      movements: [paidIn("UB99AAAAAA", "2026-02-02 09:00:00", 777, regNumber.toLowerCase())],
    },
    account,
  );
  expect((await lineOf("UB99AAAAAA")).suggestions).toMatchObject([
    { kind: "contribution", id: null, member: { id: member.id } },
  ]);
});

test("money from one of our accounts to another is a transfer and needs no match", async () => {
  const [from, to] = [await addAccount("Bank A", "bank"), await addAccount("Bank B", "bank")];
  const moved = { opening: 9_000_000n, from: "2026-02-10", to: "2026-02-12" };
  await imported(
    { ...moved, movements: [paidOut("UB10AAAAAA", "2026-02-11 09:00:00", 12_345)] },
    from,
  );
  expect((await lineOf("UB10AAAAAA", "payment_out")).state).toBe("open");
  await imported(
    {
      ...moved,
      opening: 0n,
      movements: [paidIn("UB10AAAAAB", "2026-02-11 15:00:00", 12_345, "float")],
    },
    to,
  );
  expect(await lineOf("UB10AAAAAA", "transfer")).toMatchObject({ state: "ignored", match: null });
  const incoming = await lineOf("UB10AAAAAB", "transfer");
  expect(incoming).toMatchObject({ state: "ignored" });
  await holds();
  expect(
    (await ask(books.treasurer, "POST", `${LINES}${incoming.id}/unmatch/`)).body.line,
  ).toMatchObject({ kind: "payment_in", state: "open" });
  expect((await lineOf("UB10AAAAAA", "payment_out")).state).toBe("open");
});

test("what is missing between two statements is named, and a later file fills it", async () => {
  const account = await addAccount("Gap");
  await imported(third(0n, "2026-01-01", "2026-01-31", "UA70AAAAAA"), account);
  const march = await imported(third(20_000n, "2026-03-01", "2026-03-15", "UC70AAAAAA"), account);
  expect(march.gaps).toEqual([{ from: "2026-02-01", to: "2026-02-28" }]);
  const named = async () =>
    (await ask(books.chairperson, "GET", `${STATEMENTS}accounts/`)).body.accounts.find(
      ({ id }: Json) => id === account,
    );
  expect(await named()).toMatchObject({
    covered_to: "2026-01-31",
    gaps: [{ from: "2026-02-01", to: "2026-02-28" }],
    balance: 300,
  });
  await imported(third(10_000n, "2026-02-01", "2026-02-28", "UB70AAAAAA"), account);
  expect(await named()).toMatchObject({ covered_to: "2026-03-15", gaps: [], balance: 300 });
});

test("a file without a period covers the days of its name, else its lines, or what its uploader says", async () => {
  const account = await addAccount("Till without periods", "mpesa_till");
  const file = csvOf(
    newOrganisation({
      opening: 0n,
      movements: [
        paidIn("UC01WORD01", "2026-03-02 10:00:00", 700),
        paidIn("UC01WORD02", "2026-03-09 10:00:00", 300),
      ],
    }),
  );
  const upload = (path: string, fields: Record<string, string>, name = "statement.csv") =>
    uploadStatement(group, {
      token: books.treasurer.token,
      file,
      name,
      path,
      fields: { account_id: String(account), ...fields },
    });
  const shown = async (): Promise<Json> => {
    const { body } = await ask(books.chairperson, "GET", `${STATEMENTS}accounts/`);
    return body.accounts.find(({ id }: Json) => id === account);
  };
  const preview = `${STATEMENTS}preview/`;
  expect((await upload(preview, {}, "600123_20260301-20260314.csv")).body).toMatchObject({
    period: { from: "2026-03-01", to: "2026-03-14" },
    period_source: "name",
    last_line: "2026-03-09",
  });
  for (const complete_to of ["2026-03-08", "2026-03-18", "soon"]) {
    const { status, body } = await upload(preview, { complete_to });
    expect([complete_to, status, Object.keys(body.errors)]).toEqual([
      complete_to,
      400,
      ["complete_to"],
    ]);
  }
  const first = await upload(STATEMENTS, {});
  expect(first.body.statement).toMatchObject({
    period: { from: "2026-03-02", to: "2026-03-09" },
    period_source: "lines",
    complete_to: null,
  });
  expect(await shown()).toMatchObject({ covered_to: "2026-03-09", covered_by_word_of: null });

  expect((await upload(preview, { complete_to: "2026-03-16" })).body).toMatchObject({
    period: { from: "2026-03-02", to: "2026-03-16" },
    period_source: "uploader",
  });
  const longer = await upload(STATEMENTS, { complete_to: "2026-03-16" });
  expect([longer.status, longer.body.counts.new]).toEqual([200, 0]);
  expect(longer.body.statement).toMatchObject({
    period: { from: "2026-03-02", to: "2026-03-16" },
    period_source: "uploader",
    complete_to: "2026-03-16",
  });
  expect(longer.body.statement.id).not.toBe(first.body.statement.id);
  expect(await shown()).toMatchObject({
    covered_to: "2026-03-16",
    covered_by_word_of: { id: books.treasurer.id },
  });
  // Fewer days of the same file are covered already.
  const fewer = await upload(STATEMENTS, { complete_to: "2026-03-12" });
  expect(fewer.body.statement.id).toBe(longer.body.statement.id);
  // The next file, which prints its period, proves what was longer.
  await imported(
    { opening: 100_000n, movements: [], from: "2026-03-10", to: "2026-03-16" },
    account,
  );
  expect(await shown()).toMatchObject({ covered_to: "2026-03-16", covered_by_word_of: null });
  const printed = await uploadStatement(group, {
    token: books.treasurer.token,
    file: paybillStatement({ opening: 0n, movements: [], from: "2026-03-01", to: "2026-03-02" }),
    path: preview,
    fields: { complete_to: "2026-03-05" },
  });
  expect([printed.status, printed.body.errors.complete_to]).toEqual([
    400,
    ["The file itself says that it covers the days up to 02 Mar 2026."],
  ]);
});

test("a statement that does not add up confirms nothing until both offices accept it", async () => {
  const account = await addAccount("Broken");
  const id = await tells(member, "UB55AAAAAA", 400);
  const written = paybillStatement({
    opening: 0n,
    from: "2026-02-01",
    to: "2026-02-28",
    movements: [
      paidIn("UB55AAAAAA", "2026-02-05 12:00:00", 400),
      paidIn("UB55AAAAAB", "2026-02-06 12:00:00", 500),
    ],
  });
  const statement = await imported(written.replace("900.00,TRUE", "1000.00,TRUE"), account);
  expect(statement).toMatchObject({
    state: "broken",
    breaks: [{ line: 13, expected: 900, printed: 1000 }, expect.anything()],
  });
  const line = await lineOf("UB55AAAAAA");
  expect(line).toMatchObject({ state: "open" });
  expect(
    (await ask(books.treasurer, "POST", `${LINES}${line.id}/match/`, { kind: "contribution", id }))
      .status,
  ).toBe(400);
  const accept = (by: TestMember, reason = "The bank printed it wrong"): Promise<Answer> =>
    ask(by, "POST", `${STATEMENTS}${statement.id}/accept/`, { reason });
  expect((await accept(books.chairperson)).status).toBe(403);
  expect((await accept(books.treasurer, "")).status).toBe(400);
  const ownFor = async (by: TestMember): Promise<boolean> =>
    (await ask(by, "GET", STATEMENTS)).body.statements.find(({ id }: Json) => id === statement.id)
      .own_item;
  expect([await ownFor(books.treasurer), await ownFor(books.secGen)]).toEqual([true, false]);
  expect(await accept(books.treasurer)).toMatchObject({
    status: 200,
    body: { statement: { state: "broken", accepted: [{ office: "Treasurer" }] } },
  });
  expect([await ownFor(books.treasurer), await ownFor(books.secGen)]).toEqual([true, true]);
  expect((await accept(books.treasurer)).status).toBe(400);
  expect(await accept(books.secGen)).toMatchObject({
    status: 200,
    body: { statement: { state: "accepted" } },
  });
  expect((await accept(books.secGen)).status).toBe(400);
  expect(await lineOf("UB55AAAAAA")).toMatchObject({ state: "matched", match: { id } });
  await holds();
});

test("a statement is withdrawn unless the books rest on it, and comes again", async () => {
  const account = await addAccount("Withdrawn");
  const pending = await tells(member, "UB66AAAAAA", 600);
  const written: WrittenStatement = {
    opening: 0n,
    from: "2026-02-01",
    to: "2026-02-28",
    movements: [paidIn("UB66AAAAAA", "2026-02-05 12:00:00", 600)],
  };
  const statement = await imported(written, account);
  expect((await withdraw(statement.id, " ")).status).toBe(400);
  expect(await withdraw(statement.id)).toMatchObject({
    status: 200,
    body: { statement: { state: "withdrawn", withdrawn: { reason: "Wrong account" } } },
  });
  expect((await withdraw(statement.id)).status).toBe(400);
  expect((await lines("&search=UB66AAAAAA")).count).toBe(0);
  await holds();
  const again = await imported(written, account);
  expect(again.counts).toMatchObject({ new: 1, known: 0 });
  expect(await lineOf("UB66AAAAAA")).toMatchObject({ state: "matched", match: { id: pending } });
  for (const official of [books.treasurer, books.secGen])
    await ask(official, "POST", `/api/finances/monthly-contribution-approval/${pending}/`, {
      action: "approved",
    });
  expect(await withdraw(again.id)).toMatchObject({
    status: 400,
    body: { blocking: [{ kind: "contribution", id: pending, reference: "UB66AAAAAA" }] },
  });
  await holds();
});

test("lines that cannot be read are reported one by one, and nothing is imported", async () => {
  const written = paybillStatement({
    opening: 0n,
    from: "2026-02-01",
    to: "2026-02-28",
    movements: [paidIn("UB77AAAAAA", "2026-02-05 12:00:00", 600)],
  });
  const answer = await send(written.replace("05-02-2026", "13-13-2026"));
  expect(answer).toMatchObject({
    status: 400,
    body: { problems: [{ line: 12, column: "Completion Time", detail: expect.any(String) }] },
  });
  expect((await lines("&search=UB77AAAAAA")).count).toBe(0);
  for (const file of ["", "a,b,c\n1,2,3\n", "\u0000\u0001", "x".repeat(200_000)])
    expect((await send(file)).status).toBe(400);
});
