// Three months of a group as its Treasurer meets them (STAT-37): payments that are approved after the month's end, a withdrawal that nobody
// booked, a month uploaded in both of M-PESA's exports, a bank charge, and a file that does not say its period.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nairobiMidnight } from "#domain/calendar.ts";
import { invariants } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import { csvOf, newOrganisation, type Movement } from "#tests/support/statement-files.ts";
import {
  charged,
  paidIn,
  paidOut,
  paybillStatement,
  uploadStatement,
} from "#tests/support/statements.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/reconciliation/";
const LINES = "/api/statements/lines/";
const MARCH = "2026-03-31";
const APRIL = "2026-04-30";
const MAY = "2026-05-31";
const LEFT = "KES 20,000.00 left the bank on 20 Apr 2026 and is not in the books";

let group: TestGroup;
let books: Bookkeeping;
let members: TestMember[];
let account: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-01T09:00:00+03:00" }));
  members = [await books.member(), await books.member(), await books.member()];
  const { body } = await ask(books.treasurer, "POST", "/api/statements/accounts/", {
    name: "Paybill 600123",
    kind: "mpesa_paybill",
  });
  account = body.account.id;
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown): Promise<Answer> =>
  group.api(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });
const read = async (day: string, by = books.treasurer): Promise<Json> =>
  (await ask(by, "GET", `${PATH}?date=${day}`)).body;
const accept = (by: TestMember, date: string, seen: Json = {}): Promise<Answer> =>
  ask(by, "POST", `${PATH}accept/`, { date, difference_seen: 0, ...seen });

/** At nine in the morning of a day, everybody still signed in. */
async function comes(day: string): Promise<void> {
  const at = nairobiMidnight(day).getTime() + 9 * 3_600_000;
  group.clock.advanceMinutes((at - group.clock.now().getTime()) / 60_000);
  const now = group.clock.now();
  await sql`ALTER TABLE sessions DISABLE TRIGGER USER`.execute(group.db);
  await sql`UPDATE sessions SET created_at = ${now}, last_used_at = ${now}`.execute(group.db);
  await sql`ALTER TABLE sessions ENABLE TRIGGER USER`.execute(group.db);
}

async function pays(member: TestMember, reference: string): Promise<number> {
  const { status, body } = await ask(member, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: 10_000,
    contribution_month: "2026-03-01",
    payment_date: group.clock.now().toISOString(),
    payment_Reference_Code: reference,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.contribution.contribution_id;
}

async function approve(ids: readonly number[]): Promise<void> {
  for (const id of ids)
    for (const official of [books.treasurer, books.secGen]) {
      const path = `/api/finances/monthly-contribution-approval/${id}/`;
      expect((await ask(official, "POST", path, { action: "approved" })).status).toBe(200);
    }
}

async function upload(file: string, fields: Record<string, string> = {}): Promise<Json> {
  const { status, body } = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account), ...fields },
  });
  expect([status < 300, body.statement?.state]).toEqual([true, "whole"]);
  return body;
}

const lineOf = async (reference: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM statement_lines WHERE reference = ${reference}`.execute(group.db);
  return rows[0]!.id;
};

async function book(reference: string, fields: Json): Promise<void> {
  const { status, body } = await ask(books.treasurer, "POST", `${LINES}book/`, {
    line_ids: [await lineOf(reference)],
    type: "expense",
    category: "transaction_cost",
    ...fields,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

const pdf = async (by: TestMember, day: string): Promise<string> => {
  const answer = await fetch(`${group.url}${PATH}pdf/?date=${day}`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).texts.join("\n");
};

const march: Movement[] = [
  paidIn("SC0111AAAA", "2026-03-05 10:00:00", 10_000),
  charged("SC15CHARGE", "2026-03-15 10:00:00", 30),
  paidIn("SC3022AAAA", "2026-03-30 10:00:00", 10_000),
  paidIn("SC3133AAAA", "2026-03-31 10:00:00", 10_000),
];

test("March: what waits for approval and a charge are open, and each says so", async () => {
  await comes("2026-03-05");
  const first = await pays(members[0]!, "SC0111AAAA");
  await comes("2026-03-06");
  await approve([first]);
  await comes("2026-04-01");
  await pays(members[1]!, "SC3022AAAA");
  await pays(members[2]!, "SC3133AAAA");
  await upload(paybillStatement({ opening: 0n, movements: march, from: "2026-03-01", to: MARCH }));
  const body = await read(MARCH);
  expect(body).toMatchObject({
    difference: 0,
    explained: false,
    open_count: 3,
    open_total: 20_030,
    unexplained: [
      "KES 20,000.00 came to the bank and is not in the books: 2 payments wait for approval",
      "KES 30.00 left the bank on 15 Mar 2026 and is not in the books",
    ],
    in_not_booked: { total: 20_000, count: 2, settled_since: { count: 0 }, open: { count: 2 } },
  });
});

test("once they are approved they are settled since, and a booked charge explains the month", async () => {
  await comes("2026-04-03");
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM payments WHERE status <> 'approved' ORDER BY id`.execute(group.db);
  await approve(rows.map(({ id }) => id));
  expect(await read(MARCH)).toMatchObject({
    explained: false,
    open_count: 1,
    unexplained: ["KES 30.00 left the bank on 15 Mar 2026 and is not in the books"],
    in_not_booked: {
      total: 20_000,
      settled_since: { count: 2, total: 20_000 },
      open: { count: 0, total: 0, items: [] },
    },
    out_not_booked: { open: { count: 1, total: 30, items: [{ kind: "line", amount: 30 }] } },
  });
  await book("SC15CHARGE", { description: "Charges" });
  expect(await read(MARCH)).toMatchObject({ explained: true, unexplained: [], open_count: 0 });
  expect(await pdf(members[0]!, MARCH)).toContain("Every shilling is accounted for");
  for (const by of [books.treasurer, books.secGen])
    expect((await accept(by, MARCH, { open_seen: 0 })).status).toBe(200);
  expect(await read(MARCH, members[0])).toMatchObject({
    agreed_to: MARCH,
    agreed_open: 0,
    agreed_explained: true,
  });
  expect(await pdf(members[0]!, MARCH)).toContain("Books and bank agree at the end of 31 Mar 2026");
});

const april: Movement[] = [
  paidIn("SD0411AAAA", "2026-04-04 10:00:00", 10_000),
  paidIn("SD0522AAAA", "2026-04-05 10:00:00", 10_000),
  paidOut("SD20NOBODY", "2026-04-20 10:00:00", 20_000),
];

test("April: both exports of the month add no line, and the withdrawal that nobody booked is named to everybody", async () => {
  await comes("2026-04-05");
  await approve([await pays(members[0]!, "SD0411AAAA"), await pays(members[1]!, "SD0522AAAA")]);
  await comes("2026-05-02");
  const opening = 2_997_000n;
  await upload(paybillStatement({ opening, movements: april, from: "2026-04-01", to: APRIL }));
  const before = await read(APRIL);
  const again = await upload(csvOf(newOrganisation({ opening, movements: april })));
  expect(again.counts).toMatchObject({ new: 0, known: 3 });
  expect(await read(APRIL)).toEqual(before);
  for (const by of [books.treasurer, members[0]!])
    expect(await read(APRIL, by)).toMatchObject({
      difference: 0,
      explained: false,
      open_count: 1,
      unexplained: [LEFT],
    });
  const swahili = await group.api("GET", `${PATH}?date=${APRIL}`, {
    token: members[0]!.token,
    headers: { "Accept-Language": "sw" },
  });
  expect(swahili.body.unexplained).toEqual([
    "KES 20,000.00 zilitoka benki tarehe 20 Apr 2026 na hazimo kwenye vitabu",
  ]);
  const printed = await pdf(members[0]!, APRIL);
  for (const words of [LEFT, "Not everything is explained: KES 20,000.00 is open"])
    expect(printed).toContain(words);
  for (const untrue of ["Every shilling is accounted for", "Books and bank agree"])
    expect(printed).not.toContain(untrue);
});

test("a month with something open is accepted as it is seen, with a reason, and says what is to be explained", async () => {
  const reason = "The withdrawal is being looked into";
  for (const open_seen of [undefined, 0, 2]) {
    const { status, body } = await accept(books.treasurer, APRIL, { open_seen, reason });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["open_seen"]]);
  }
  const silent = await accept(books.treasurer, APRIL, { open_seen: 1 });
  expect([silent.status, Object.keys(silent.body.errors)]).toEqual([400, ["reason"]]);
  for (const by of [books.treasurer, books.secGen])
    expect((await accept(by, APRIL, { open_seen: 1, reason })).status).toBe(200);
  expect(await read(APRIL, members[0])).toMatchObject({
    accepted: [{ office: "Treasurer" }, { office: "Sec-Gen" }],
    explained: false,
    agreed_to: APRIL,
    agreed_open: 20_000,
    agreed_explained: false,
  });
  expect(await pdf(books.treasurer, APRIL)).toContain(
    "Agreed with the bank up to 30 Apr 2026, difference KES 0.00, KES 20,000.00 to be explained",
  );
});

test("May: a file without its period closes the month by its uploader's word; what is booked then is settled since", async () => {
  await comes("2026-05-06");
  await approve([await pays(members[2]!, "SE0633AAAA")]);
  await comes("2026-06-02");
  const movements = [paidIn("SE0633AAAA", "2026-05-06 10:00:00", 10_000)];
  await upload(csvOf(newOrganisation({ opening: 2_997_000n, movements })), { complete_to: MAY });
  await book("SD20NOBODY", {
    description: "Chairs",
    category: "other_expense",
    date: "2026-05-20",
  });
  expect(await read(MAY)).toMatchObject({
    date: MAY,
    explained: true,
    unexplained: [],
    accounts: [{ covered_to: MAY, covered_by_word_of: { id: books.treasurer.id } }],
  });
  expect(await pdf(members[0]!, MAY)).toContain("complete up to 31 May 2026 by the word of");
  expect(await read(APRIL)).toMatchObject({
    explained: true,
    out_not_booked: {
      total: 20_000,
      settled_since: { count: 1, total: 20_000 },
      open: { count: 0, total: 0 },
    },
    accepted: [{ office: "Treasurer" }, { office: "Sec-Gen" }],
    agreed_open: 0,
    agreed_explained: true,
  });
  const ownFor = async (by: TestMember) => (await read(MAY, by)).own_item;
  expect([await ownFor(books.treasurer), await ownFor(books.secGen)]).toEqual([true, false]);
  expect((await accept(books.treasurer, MAY, { open_seen: 0 })).status).toBe(200);
  expect([await ownFor(books.secGen), await ownFor(members[0]!)]).toEqual([true, true]);
  expect((await accept(books.secGen, MAY, { open_seen: 0 })).status).toBe(200);
});

test("a match that is undone opens the months that were explained by it, and no other", async () => {
  await comes("2026-06-03");
  const line = await lineOf("SC3022AAAA");
  const proposed = await ask(books.treasurer, "POST", `${LINES}${line}/unmatch/`, {
    reason: "It is somebody else's",
  });
  const { id } = proposed.body;
  const agreed = await ask(books.secGen, "POST", `/api/accounting/proposals/${id}/agree/`, {});
  expect(agreed.status).toBe(200);
  expect(await read(MARCH)).toMatchObject({
    explained: false,
    accepted: [],
    unexplained: ["KES 10,000.00 came to the bank on 30 Mar 2026 and is not in the books"],
    reopened: { why: "The match of a line of 30 Mar 2026, KES 10,000.00, was undone." },
  });
  expect((await read(MAY)).accepted).toEqual([]);
});

const proofs = [
  "reconciliations-recompute",
  "reconciliations-by-two",
  "reconciliations-as-audited",
];
const checked = invariants.filter(({ name }) => proofs.includes(name));

test("every acceptance recomputes as of its moment, whatever came since", async () => {
  expect(await brokenBy(group.db, checked, "SELECT")).toEqual([]);
});

test.each([
  [
    "reconciliations-recompute",
    "UPDATE reconciliation_acceptances SET open_count = 2 WHERE open_count = 1",
  ],
  [
    "reconciliations-recompute",
    "UPDATE reconciliation_acceptances SET open_cents = 100 WHERE open_count = 1",
  ],
  [
    "reconciliations-recompute",
    "UPDATE reconciliation_acceptances SET open_count = 0, open_cents = 0, is_explained = true WHERE open_count = 1",
  ],
  [
    "reconciliations-recompute",
    "UPDATE reconciliation_acceptances SET is_explained = false, reason = 'x' WHERE open_count = 0",
  ],
  [
    "reconciliations-recompute",
    "UPDATE statement_matches SET undone_at = '2026-03-01', undone_by = 1, undone_why = 'unmatched' WHERE id = 1",
  ],
  [
    "reconciliations-recompute",
    "UPDATE postings SET amount_cents = amount_cents + 1 WHERE account = 'bank' AND entry_id = (SELECT min(id) FROM entries)",
  ],
  [
    "reconciliations-as-audited",
    "UPDATE reconciliation_acceptances SET open_cents = 100 WHERE open_count = 1",
  ],
  [
    "reconciliations-as-audited",
    "UPDATE reconciliation_acceptances SET is_explained = NULL, open_count = NULL, open_cents = NULL WHERE on_day = '2026-04-30'",
  ],
  [
    "reconciliations-by-two",
    "UPDATE reconciliation_acceptances a SET member_id = (SELECT min(b.member_id) FROM reconciliation_acceptances b WHERE b.on_day = a.on_day)",
  ],
  [
    "reconciliations-by-two",
    "ALTER TABLE reconciliation_acceptances DROP CONSTRAINT reconciliation_acceptances_explained; UPDATE reconciliation_acceptances SET reason = NULL",
  ],
])("%s breaks: %s", async (name, statement) => {
  expect(await brokenBy(group.db, checked, statement)).toContain(name);
});
