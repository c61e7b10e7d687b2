import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { cashOf } from "#tests/support/cash.ts";
import { collectionsOf } from "#tests/support/collections.ts";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let amina: TestMember;
let baraka: TestMember;
let loan: number;
let meetings: ReturnType<typeof meetingsOf>;
let sheets: ReturnType<typeof collectionsOf>;
let meeting: Json;

// Amina has a fine of 300 and a loan of 2,000 (2,200 with interest), Baraka nothing but savings.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 2 }));
  amina = await books.member();
  baraka = await books.member();
  await books.contribute(amina, 50_000);
  loan = await books.lend(amina, 2_000);
  await books.fine(amina, 300);
  meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  sheets = collectionsOf(group, books);
  meeting = await meetings.open({ by: books.secGen });
});
afterAll(() => closeSoundly(group));

const get = async (path: string, by = books.treasurer): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const ledger = async (): Promise<Json> =>
  (await get("/api/accounting/create_ledger_entry/")).ledger_balances;
const refused = ({ status, body }: Answer) => [status, body.detail, body.errors];
const rowOf = (member: TestMember, more: Json): Json => ({ member_id: member.id, ...more });
const approving = (counted?: number): Json => ({
  action: "approved",
  ...(counted === undefined ? {} : { counted_seen: counted }),
});

async function countedRows(): Promise<Json> {
  const { rows } = await sql<Json>`
    SELECT (SELECT count(*)::int FROM payments) AS payments, (SELECT count(*)::int FROM collections) AS collections,
           (SELECT count(*)::int FROM audit_entries) AS audits`.execute(group.db);
  return rows[0]!;
}

describe("the sheet to fill", () => {
  test("has what each owes today, less what waits, for the Treasurer and the Sec-Gen", async () => {
    const { rows } = await get(`/api/meetings/${meeting["id"]}/sheet/`);
    expect(rows.map((row: Json) => row.member.id)).toEqual(
      expect.arrayContaining([amina.id, baraka.id, books.treasurer.id]),
    );
    expect(rows.find((row: Json) => row.member.id === amina.id)).toMatchObject({
      contribution: { month: "2026-03-01", amount: 0 },
      fines: 300,
      loans: [{ loan_id: loan, loan_name: "Normal Loan 1", balance: 2_200, due: 0 }],
      funds: [],
    });
    for (const by of [books.chairperson, amina])
      expect(
        (await group.api("GET", `/api/meetings/${meeting["id"]}/sheet/`, { token: by.token }))
          .status,
      ).toBe(403);
    expect(
      (await group.api("GET", "/api/meetings/999/sheet/", { token: books.secGen.token })).status,
    ).toBe(404);
  });
});

describe("a sheet is refused as a whole", () => {
  test.each<[string, () => Json, string[], string[]]>([
    [
      "with the faults of all rows at once",
      () => ({
        counted: 9_000,
        rows: [
          rowOf(amina, { fines: 301, loans: [{ loan_id: loan, amount: 2_201 }] }),
          rowOf(baraka, { fines: 10 }),
          rowOf(baraka, { contribution: 10 }),
          { member_id: books.chairperson.id },
          { member_id: 99_999, contribution: 5 },
          rowOf(books.treasurer, { loans: [{ loan_id: loan, amount: 50 }] }),
          rowOf(books.secGen, { contribution: 100, contribution_month: "2055-01-01" }),
        ],
      }),
      [
        "come to KES 300.00",
        "at most KES 2,200.00",
        "no unpaid fines",
        "Somebody is on the sheet twice.",
        "There is nothing beside this name.",
        "This member cannot pay now.",
        "This loan is another member's.",
        "You can pay ahead up to March 2028.",
      ],
      ["difference_reason", "rows"],
    ],
    [
      "with a fund, while no group has one",
      () => ({ counted: 5, rows: [rowOf(baraka, { funds: [{ fund_id: 1, amount: 5 }] })] }),
      ["There is no such fund."],
      ["rows"],
    ],
    [
      "for two payments of one loan above what clears it",
      () => ({
        counted: 2_400,
        rows: [
          rowOf(amina, {
            loans: [
              { loan_id: loan, amount: 2_000 },
              { loan_id: loan, amount: 400 },
            ],
          }),
        ],
      }),
      ["KES 200.00"],
      ["rows"],
    ],
  ])("%s", async (_what, body, details, fields) => {
    const before = await countedRows();
    const answer = await sheets.send(books.treasurer, meeting["id"], body());
    expect(answer.status).toBe(400);
    const found = answer.body.rows.map((row: Json) => row.detail);
    for (const detail of details) expect(found).toContainEqual(expect.stringContaining(detail));
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(fields);
    expect(await countedRows()).toEqual(before);
  });

  test("when the count differs and nobody says why", async () => {
    const rows = [rowOf(baraka, { contribution: 1_000 })];
    const answer = await sheets.send(books.secGen, meeting["id"], { rows, counted: 999.5 });
    const sentence = "The count is KES 0.50 less than the sheet. Say why.";
    expect(refused(answer)).toEqual([400, sentence, { difference_reason: [sentence] }]);
    const more = await sheets.send(books.secGen, meeting["id"], { rows, counted: 1_010 });
    expect(more.body.detail).toBe("The count is KES 10.00 more than the sheet. Say why.");
  });

  test.each<[string, Json]>([
    ["no rows", { rows: [], counted: 0 }],
    ["no list", { rows: "all", counted: 0 }],
    ["no count", { rows: [{ member_id: 1, contribution: 5 }] }],
    ["an amount below zero", { rows: [{ member_id: 1, contribution: -5 }], counted: 5 }],
    ["no member", { rows: [{ contribution: 5 }], counted: 5 }],
    [
      "no month",
      { rows: [{ member_id: 1, contribution: 5, contribution_month: "x" }], counted: 5 },
    ],
    ["no loan", { rows: [{ member_id: 1, loans: [{ amount: 5 }] }], counted: 5 }],
    ["half a cent", { rows: [{ member_id: 1, fines: 5.005 }], counted: 5 }],
  ])("with %s", async (_what, body) => {
    const before = await countedRows();
    expect((await sheets.send(books.treasurer, meeting["id"], body)).status).toBe(400);
    expect(await countedRows()).toEqual(before);
  });

  test("from anybody else, and of a meeting that has not begun or is nobody's", async () => {
    const body = { rows: [rowOf(baraka, { contribution: 10 })], counted: 10 };
    for (const by of [books.chairperson, baraka])
      expect((await sheets.send(by, meeting["id"], body)).status).toBe(403);
    expect((await sheets.send(books.treasurer, 999, body)).status).toBe(404);
    const called = await meetings.call({ by: books.secGen, body: { kind: "special" } });
    expect(refused(await sheets.send(books.treasurer, called["id"], body))).toEqual([
      400,
      "This meeting has not begun.",
      undefined,
    ]);
  });
});

describe("a collection", () => {
  let collection: Json;
  let before: Json;

  test("makes each figure a waiting payment in the member's name, who is notified", async () => {
    before = await ledger();
    collection = await sheets.collect(
      meeting["id"],
      [
        rowOf(amina, {
          contribution: 1_000,
          fines: 200,
          loans: [{ loan_id: loan, amount: 700 }],
        }),
        rowOf(baraka, { contribution: 500, contribution_month: "2026-04-01" }),
      ],
      { counted: 2_399.5, difference_reason: "A torn note" },
    );
    expect(collection).toMatchObject({
      meeting: { id: meeting["id"], number: meeting["number"], date: "2026-03-16" },
      rows: [
        {
          member: { id: amina.id },
          contribution: 1_000,
          contribution_month: "2026-03-01",
          fines: 200,
          loans: [{ loan_id: loan, amount: 700 }],
          funds: [],
          total: 1_900,
        },
        {
          member: { id: baraka.id },
          contribution: 500,
          contribution_month: "2026-04-01",
          fines: 0,
          loans: [],
          total: 500,
        },
      ],
      totals: { contributions: 1_500, loans: 700, fines: 200, funds: 0 },
      total: 2_400,
      counted: 2_399.5,
      difference: -0.5,
      difference_reason: "A torn note",
      entered_by: { id: books.treasurer.id },
      status: "pending",
    });
    const own = await get("/api/finances/monthly-contribution/", baraka);
    const [receipt] = own.monthly_contributions_receipts;
    expect(receipt).toMatchObject({
      amount_paid: 500,
      paid_in: "cash",
      status: "pending",
      payment_Reference_Code: `CASH-${String(collection["id"]).padStart(6, "0")}-0004`,
      approval_status: [{ entered_by: { id: books.treasurer.id } }, {}],
    });
    expect(receipt.payment_date).toContain("2026-03-16");
    const notices = await get("/api/notices/", baraka);
    expect(JSON.stringify(notices)).toContain("500.00");
    expect(await ledger()).toEqual(before);
  });

  test("waits alone at its meeting, and so do not two phones take the same money", async () => {
    const body = { rows: [rowOf(baraka, { contribution: 10 })], counted: 10 };
    const again = await sheets.send(books.secGen, meeting["id"], body);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      detail: "A collection of this meeting waits for approval already.",
      collection_id: collection["id"],
    });
  });

  test("stands in no other list, and its payments are decided nowhere else", async () => {
    for (const list of [
      "monthly-contribution-approval",
      "get-loan-payment-approvals",
      "get-fine-payment-approvals",
    ])
      expect([list, (await get(`/api/finances/${list}/`)).pending_approvals ?? []]).toEqual([
        list,
        [],
      ]);
    const sentence = "This payment is on a collection sheet, which is approved as a whole.";
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM payments WHERE collection_id = ${collection["id"]} AND kind = 'contribution' ORDER BY id`.execute(
      group.db,
    );
    const [{ id } = { id: 0 }] = rows;
    const post = (by: TestMember, path: string, body: Json) =>
      group.api("POST", path, { token: by.token, body });
    const single = await post(
      books.treasurer,
      `/api/finances/monthly-contribution-approval/${id}/`,
      approving(),
    );
    expect(refused(single)).toEqual([400, sentence, undefined]);
    const items = [{ kind: "contribution", id, amount_seen: 1_000 }];
    const many = await post(books.treasurer, "/api/approvals/many/", {
      kind: "contribution",
      action: "approved",
      items,
    });
    expect(many.body).toMatchObject({ approved: [], refused: [{ id, detail: sentence }] });
    const together = await post(books.treasurer, "/api/approvals/together/", { items });
    expect(refused(together)).toEqual([400, sentence, undefined]);
    for (const by of [amina, books.treasurer]) {
      const withdrawn = await post(by, "/api/finances/withdraw/", { kind: "contribution", id });
      expect(refused(withdrawn)).toEqual([400, sentence, undefined]);
    }
    for (const official of [books.treasurer, books.secGen]) {
      expect(await sheets.waiting(official)).toMatchObject([{ id: collection["id"] }]);
      const { waiting } = await get("/api/waiting/", official);
      expect(waiting.map(({ kind, count }: Json) => [kind, count])).toEqual([["collection", 1]]);
    }
    for (const other of [books.chairperson, amina]) expect(await sheets.waiting(other)).toEqual([]);
  });

  test("is approved by both offices, each with the count that they made", async () => {
    const { id } = collection as { id: number };
    const decide = (by: TestMember, body: Json) => sheets.decide(by, id, body);
    for (const by of [books.chairperson, amina])
      expect((await decide(by, approving(2_399.5))).status).toBe(403);
    expect((await sheets.decide(books.treasurer, 999, approving(1))).status).toBe(404);
    expect(refused(await decide(books.treasurer, approving()))).toEqual([
      400,
      "Say how much you counted.",
      { counted_seen: ["Say how much you counted."] },
    ]);
    expect((await decide(books.treasurer, approving(2_400))).body.detail).toBe(
      "The sheet says that KES 2,399.50 was counted. Count again, or reject it.",
    );
    const first = await decide(books.treasurer, approving(2_399.5));
    expect(first.body.collection).toMatchObject({ status: "pending_approval" });
    expect((await decide(books.treasurer, approving(2_399.5))).status).toBe(400);
    expect(await sheets.waiting(books.treasurer)).toEqual([]);
    expect(await ledger()).toEqual(before);

    const second = await decide(books.secGen, approving(2_399.5));
    expect(second.body).toMatchObject({
      detail: "The collection is approved: KES 2,399.50 in cash is in the books.",
      collection: { status: "approved", approval: { approval_date: expect.any(String) } },
    });
    expect((await decide(books.secGen, { action: "rejected", reject_reason: "Late" })).status).toBe(
      400,
    );
  });

  test("posts all at once, cash for bank, so that cash grows by what was counted", async () => {
    const after = await ledger();
    expect(after["cash"]).toBe(2_399.5);
    expect(after["bank"]).toBe(before["bank"]);
    expect(after["monthly_contribution"]).toBe(before["monthly_contribution"] - 1_500);
    expect(after["fine_receivable"]).toBe(before["fine_receivable"] - 200);
    const { entries } = await get("/api/accounting/entries/");
    expect(entries[0]).toMatchObject({
      type: "collection",
      description: `Collection ${collection["id"]} of meeting ${meeting["number"]}: counted KES 2,399.50, on the sheet KES 2,400.00: A torn note`,
      postings: [
        { account: "other_expense", debit_amount: 0.5 },
        { account: "cash", credit_amount: 0.5 },
      ],
    });
    const reversed = await group.api("POST", `/api/accounting/reverse_entry/${entries[0].id}/`, {
      token: books.treasurer.token,
      body: { reason: "Found it" },
    });
    expect(reversed.body.detail).toMatch(/belongs to a collection/);
    expect((await get("/api/finances/dues/", amina)).loans[0].balance).toBe(1_500);
    expect((await cashOf(group, books).read(amina)).body).toMatchObject({
      balance: 2_399.5,
      held_since: "2026-03-16",
    });
  });

  test("is in the meeting's answer, and each member reads their own rows of it", async () => {
    expect((await get(`/api/meetings/${meeting["id"]}/`)).meeting.collected).toEqual({
      contributions: 1_500,
      loans: 700,
      fines: 200,
      funds: 0,
      total: 2_400,
      counted: 2_399.5,
      difference: -0.5,
    });
    const { collections } = (await sheets.read(baraka, meeting["id"])).body;
    expect(collections).toHaveLength(1);
    expect(collections[0].rows).toMatchObject([{ member: { id: baraka.id }, total: 500 }]);
    expect(
      (await sheets.read(books.chairperson, meeting["id"])).body.collections[0].rows,
    ).toHaveLength(2);
    expect((await sheets.read(amina, 999)).status).toBe(404);
  });

  test("is in the minutes, by kind, with what was counted and why it differs", async () => {
    const path = `/api/meetings/${meeting["id"]}/minutes/pdf/`;
    const file = await fetch(`${group.url}${path}`, {
      headers: { Authorization: `Bearer ${baraka.token}` },
    });
    const { texts } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    const text = texts.join("\n").replaceAll(/\s+/g, " ");
    for (const words of [
      `Collection ${collection["id"]}: 2 members, sent by`,
      "Contributions 1,500.00",
      "Loans 700.00",
      "On the sheet 2,400.00",
      "Counted 2,399.50",
      "Difference (0.50)",
      "Reason: A torn note",
    ])
      expect(text).toContain(words);
  });

  test("verify finds nothing", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });
});

test("a rejected collection rejects all its payments with the reason, and may be sent again", async () => {
  const before = await ledger();
  const rows = [rowOf(amina, { fines: 100 }), rowOf(baraka, { contribution: 300 })];
  const { id } = (await sheets.collect(meeting["id"], rows)) as { id: number };
  await sheets.decide(books.secGen, id, approving(400));
  expect((await sheets.decide(books.treasurer, id, { action: "rejected" })).status).toBe(400);
  const rejected = await sheets.decide(books.treasurer, id, {
    action: "rejected",
    reject_reason: "Count again",
  });
  expect(rejected.body.collection).toMatchObject({ status: "rejected" });
  const own = await get("/api/finances/monthly-contribution/", baraka);
  expect(own.monthly_contributions_receipts[0]).toMatchObject({
    status: "rejected",
    approval: { treasurer_rejection_reason: "Count again" },
  });
  expect(await ledger()).toEqual(before);
  expect((await get("/api/finances/dues/", amina)).fines).toBe(100);

  const again = await sheets.collect(meeting["id"], rows, {
    counted: 410,
    difference_reason: "A coin too many",
  });
  expect(await sheets.approve(again, [books.secGen, books.treasurer])).toMatchObject({
    status: "approved",
    difference: 10,
  });
  expect((await ledger())["cash"]).toBe(before["cash"] + 410);
});

test("nobody else uses a reference of this form", async () => {
  for (const reference of ["CASH-000012-0003", "cash0000120003", "CASH/000099/0001"]) {
    const answer = await group.api("POST", "/api/finances/pay-loan/" + loan + "/", {
      token: amina.token,
      body: { amount_paid: 10, payment_Reference_Code: reference },
    });
    const sentence = "References of this form are given by the application.";
    expect(refused(answer)).toEqual([400, sentence, { payment_Reference_Code: [sentence] }]);
  }
});

test("of many phones that send the same sheet one is heard", async () => {
  const body = { rows: [rowOf(baraka, { contribution: 70 })], counted: 70 };
  const answers = await Promise.all(
    [books.treasurer, books.secGen, books.treasurer].map((by) =>
      sheets.send(by, meeting["id"], body),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 400, 400,
  ]);
  const sent = answers.find(({ status }) => status === 201)?.body.collection;
  // Two who approve at the same moment post it once.
  const decided = await Promise.all(
    [books.treasurer, books.secGen, books.treasurer, books.secGen].map((by) =>
      sheets.decide(by, sent["id"], approving(70)),
    ),
  );
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(2);
});

test("a meeting with a collection is not cancelled, and not adopted while one waits", async () => {
  const cancelled = await group.api("POST", `/api/meetings/${meeting["id"]}/cancel/`, {
    token: books.secGen.token,
    body: { reason: "Rain" },
  });
  expect(cancelled.body.detail).toBe(
    "Money, fines or resolutions rest on this meeting, so it stays.",
  );
  const everybody = [books.chairperson, books.treasurer, books.secGen, amina, baraka];
  await meetings.mark(books.secGen, meeting["id"], "present", everybody);
  await meetings.close(books.secGen, meeting["id"]);
  const { notices } = await get("/api/notices/", baraka);
  // Of the two that were approved, the one that was rejected left out, and the last one's 70.
  expect(JSON.stringify(notices)).toContain("Counted KES 2,879.50. Bank KES ");
  // Who was absent may have sent it: a closed meeting takes it too.
  const late = await sheets.collect(meeting["id"], [rowOf(baraka, { contribution: 40 })]);
  group.clock.set("2026-03-16T20:00:00+03:00");
  for (const person of everybody) person.token = await group.signIn(person);
  const next = await meetings.open({ by: books.secGen, body: { kind: "annual" } });
  await meetings.mark(books.secGen, next["id"], "present", everybody);
  const adopted = { id: meeting["id"], at: next["id"], movers: [amina, baraka] } as const;
  const signing = await meetings.signature(books.secGen, adopted);
  const early = await group.api("POST", `/api/meetings/${meeting["id"]}/adopt/`, {
    token: books.secGen.token,
    body: signing,
  });
  expect(refused(early)).toEqual([
    400,
    "A collection of this meeting waits for approval.",
    undefined,
  ]);
  await sheets.approve(late);
  expect(await meetings.adopt([books.secGen, books.chairperson], adopted)).toMatchObject({
    status: "adopted",
  });
  const after = await sheets.send(books.treasurer, meeting["id"], {
    rows: [rowOf(baraka, { contribution: 40 })],
    counted: 40,
  });
  expect(after.body.detail).toBe("The minutes of this meeting are adopted, so they stay.");
});
