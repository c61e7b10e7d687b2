import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  balancedBook,
  CUT_OVER,
  loanOfBook,
  memberOfBook,
  propose,
} from "#tests/support/opening-books.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterEach(() => group.close());

const call = (by: { token: string }, path: string, body: Json) =>
  group.api("POST", `/api/opening/${path}`, { token: by.token, body });
const accept = (id: number, total: number, more: Json = {}, by = books.secGen) =>
  call(by, `${id}/accept/`, { total_savings_seen: total, ...more });
const takeBack = (id: number, by = books.treasurer) =>
  call(by, `${id}/take-back/`, { reason: "A wrong sheet" });

async function balances(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; cents: bigint }>`
    SELECT account, sum(amount_cents)::bigint AS cents FROM postings GROUP BY account HAVING sum(amount_cents) <> 0`.execute(
    group.db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
const broken = async () => (await verifyBooks(group.db, await group.evidence())).breaches;

test("an accepted sheet is in the books to the cent, and every invariant holds", async () => {
  const { openingId } = await propose(group, books.treasurer, balancedBook());
  expect(await balances()).toEqual({});
  const answer = await accept(openingId, 60_000);
  expect(answer.status).toBe(200);
  expect(answer.body.opening).toMatchObject({
    id: openingId,
    status: "accepted",
    date: CUT_OVER,
    members: 3,
    loans: 2,
    total_savings: 60_000,
    accepted: { office: "Sec-Gen" },
    open: 3,
  });
  const left = 2n * (1_100_000n - 333_333n);
  const stands = await balances();
  expect(stands).toMatchObject({
    bank: 5_000_000n,
    monthly_contribution: -6_000_000n,
    fine_receivable: 50_000n,
    equity_fixed_deposit: 800_000n,
    tax: -20_000n,
    ordinary_shares: -300_000n,
    retained_earnings: -(5_000_000n + 50_000n + 800_000n + left - 6_000_000n - 320_000n),
  });
  expect(stands["loan_receivable"]! + stands["interest_receivable"]!).toBe(left);
  expect(await broken()).toEqual([]);
});

test("two offices take it back, another sheet may follow, and a fall of a quarter asks once more", async () => {
  const first = await propose(group, books.treasurer, balancedBook());
  await accept(first.openingId, 60_000);
  const requested = await takeBack(first.openingId);
  expect(requested.status).toBe(200);
  expect(requested.body.opening).toMatchObject({
    status: "accepted",
    taken_back: [{ office: "Treasurer" }],
  });
  expect((await takeBack(first.openingId)).status).toBe(400);
  const done = await takeBack(first.openingId, books.secGen);
  expect(done.body.opening).toMatchObject({ status: "taken_back" });
  expect(await balances()).toEqual({});
  expect(await broken()).toEqual([]);
  expect((await takeBack(first.openingId, books.chairperson)).status).toBe(400);
  const listed = await group.api("GET", "/api/finances/get-monthly-contributions/", {
    token: books.treasurer.token,
  });
  expect(listed.body).toMatchObject({ total_fines: 0, unpaid_fines: 0 });
  const ended = await group.db.selectFrom("loans").select("id").executeTakeFirstOrThrow();
  const validated = await group.api(
    "POST",
    `/api/finances/loan-application-approval/${ended.id}/`,
    {
      token: books.treasurer.token,
      body: { action: "approved" },
    },
  );
  expect(validated.status).toBe(400);

  const lower = balancedBook({
    members: [
      memberOfBook(0, { savingsCents: 1_500_000n, firstName: "Achieng" }),
      memberOfBook(1, { savingsCents: 1_500_000n }),
      memberOfBook(2, { savingsCents: 1_500_000n }),
    ],
    history: [],
  });
  const second = await propose(group, books.treasurer, lower);
  const warned = await accept(second.openingId, 45_000);
  expect(warned.status).toBe(409);
  expect(warned.body).toMatchObject({ savings_now: 60_000, savings_after: 45_000 });
  expect((await accept(second.openingId, 45_000, { confirm: true })).status).toBe(200);
  expect(await balances()).toMatchObject({ monthly_contribution: -4_500_000n });
  const named = await group.db
    .selectFrom("members")
    .select(["first_name", "is_active"])
    .where("reg_number", "=", "BOOK/001")
    .executeTakeFirstOrThrow();
  expect(named).toEqual({ first_name: "Achieng", is_active: true });
  expect(await broken()).toEqual([]);
});

test("everything that rests on it is named, and it stays", async () => {
  const member = await books.member();
  const { reg_number } = await group.db
    .selectFrom("members")
    .select("reg_number")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  const book = balancedBook({
    members: [memberOfBook(0, { regNumber: reg_number, unpaidFinesCents: 50_000n })],
    loans: [loanOfBook(0, { regNumber: reg_number })],
    history: [],
  });
  const { openingId } = await propose(group, books.treasurer, book);
  expect((await accept(openingId, 20_000)).status).toBe(200);
  const loan = await group.db
    .selectFrom("loans")
    .select(["id", "balance_cents", "status"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(loan).toMatchObject({ balance_cents: 766_667n, status: "active" });
  await books.repay(member, loan.id, 1_000.5);
  await books.contribute(member, 1_000);
  const answer = await takeBack(openingId);
  expect(answer.status).toBe(400);
  expect(answer.body.blocking.map(({ kind }: Json) => kind).toSorted()).toEqual([
    "contribution",
    "loan_payment",
  ]);
  await books.repay(member, loan.id, 6_666.17);
  expect(await broken()).toEqual([]);
});

test("nothing is accepted by its proposer, unseen, twice, unbalanced, or onto books that have begun", async () => {
  const book = balancedBook();
  const { openingId } = await propose(group, books.treasurer, book);
  expect((await accept(openingId, 60_000, {}, books.treasurer)).status).toBe(403);
  const unseen = await accept(openingId, 59_999.99);
  expect(unseen.status).toBe(400);
  expect(unseen.body.errors).toHaveProperty("total_savings_seen");
  expect(await propose(group, books.treasurer, book)).toEqual({ openingId, isNew: false });
  const unbalanced = { ...book, balances: book.balances.slice(0, 3) };
  await expect(propose(group, books.treasurer, unbalanced)).rejects.toMatchObject({
    code: "opening-unbalanced",
  });
  const { openingId: withReason } = await propose(group, books.treasurer, unbalanced, {
    differenceReason: "Cash that nobody can explain",
  });
  const replaced = await accept(openingId, 60_000);
  expect(replaced.status).toBe(400);
  expect((await accept(withReason, 60_000, {}, books.chairperson)).status).toBe(200);
  expect((await accept(withReason, 60_000)).status).toBe(400);
  await expect(
    propose(group, books.treasurer, book, { cutOver: "2026-02-27" }),
  ).rejects.toMatchObject({ code: "opening-stands" });
  const list = await group.api("GET", "/api/opening/", { token: books.chairperson.token });
  expect(list.body.openings.map(({ status }: Json) => status)).toEqual(["accepted", "refused"]);
  expect(await broken()).toEqual([]);
});

test("an approved item on or before the cut-over day keeps a sheet out", async () => {
  const member = await books.member();
  const late = { cutOver: "2026-03-16" };
  const { openingId } = await propose(group, books.treasurer, balancedBook(), late);
  await books.contribute(member, 1_000);
  // Proposed before the books began: its acceptance is refused, and so is another proposal.
  const tooLate = await accept(openingId, 60_000);
  expect(tooLate.status).toBe(400);
  const other = { ...balancedBook(), loans: [] };
  const proposal = propose(group, books.treasurer, other, { ...late, differenceReason: "Loans" });
  await expect(proposal).rejects.toMatchObject({ code: "opening-after-books" });
  const refused = await call(books.secGen, `${openingId}/refuse/`, { reason: "Not ours" });
  expect(refused.body.opening).toMatchObject({
    status: "refused",
    refused: { reason: "Not ours" },
  });
  const before = await propose(group, books.treasurer, balancedBook());
  expect((await accept(before.openingId, 60_000)).status).toBe(200);
  expect(await broken()).toEqual([]);
});

/** The parts of a rehearsal, as csv. */
function sheetOf(files: Record<string, string>, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(files))
    form.append("file", new Blob([text], { type: "text/csv" }), `${name}.csv`);
  for (const [name, value] of Object.entries({ date: CUT_OVER, ...more })) form.append(name, value);
  return form;
}

const members = (savings: string) =>
  `RegNo,First name,Last name,Joined on,Status,Savings to date,Paid up to month\nA1,Akinyi,Okoth,2024-01-15,active,${savings},2026-02`;

test("the Treasurer proposes the uploaded sheet; the same again adds nothing, and errors are reported by row", async () => {
  const groupCsv = "Account,Balance\nbank,1000.50";
  const send = async (form: FormData, by = books.treasurer) => {
    const answer = await fetch(`${group.url}/api/opening/`, {
      method: "POST",
      headers: { Authorization: `Bearer ${by.token}` },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const sheet = () => sheetOf({ members: members("1000.50"), group: groupCsv });
  expect((await send(sheet(), books.secGen)).status).toBe(403);
  const first = await send(sheet());
  expect(first.status).toBe(201);
  expect(first.body.opening).toMatchObject({
    status: "proposed",
    total_savings: 1_000.5,
    difference: 0,
  });
  const again = await send(sheet());
  expect(again.status).toBe(200);
  expect(again.body.opening.id).toBe(first.body.opening.id);
  const wrong = await send(sheetOf({ members: members("a lot"), group: groupCsv }));
  expect(wrong.status).toBe(400);
  expect(wrong.body.rows).toMatchObject([{ row: 2, level: "error" }]);
  const off = () => ({ members: members("900"), group: groupCsv });
  const unbalanced = await send(sheetOf(off()));
  expect(unbalanced.status).toBe(400);
  expect(unbalanced.body.errors).toHaveProperty("difference_reason");
  const reason = { difference_reason: "Nobody knows where it came from" };
  const reported = await send(sheetOf(off(), reason));
  expect(reported.body.opening).toMatchObject({ difference: 100.5, ...reason });
  expect((await accept(reported.body.opening.id, 900)).status).toBe(200);
  expect(await balances()).toMatchObject({ bank: 100_050n, retained_earnings: -10_050n });
  expect(await broken()).toEqual([]);
});

test("what was brought forward is redeemed like any other deposit, and stays then", async () => {
  const { openingId } = await propose(group, books.treasurer, balancedBook());
  await accept(openingId, 60_000);
  const deposit = await group.db
    .selectFrom("fixed_deposits")
    .select("id")
    .executeTakeFirstOrThrow();
  const redeemed = await group.api("POST", "/api/accounting/create_ledger_entry/", {
    token: books.treasurer.token,
    body: {
      type: "redeem_fixed_deposit",
      deposit_id: deposit.id,
      amount: 3_000,
      interest_earned: 100,
      fixed_deposit: "Co-op 12 months",
      description: "Redeemed in part",
    },
  });
  expect(redeemed).toMatchObject({ status: 201 });
  const blocked = await takeBack(openingId);
  expect(blocked.body.blocking).toMatchObject([{ kind: "fixed_deposit_redemption" }]);
  expect(await broken()).toEqual([]);
});

test("of somebody who signed up with a RegNo of the book before it came, the book's phone and address hear", async () => {
  const early = await group.activeMember(books.chairperson, { RegNo: "book/001" });
  const same = await group.activeMember(books.chairperson, { RegNo: "BOOK/002" });
  const contacts = { phone: "+254722000111", email: "atieno@book.example" };
  const { phone: samePhone } = await group.db
    .selectFrom("members")
    .select("phone")
    .where("id", "=", same.id)
    .executeTakeFirstOrThrow();
  const members = [
    memberOfBook(0, contacts),
    memberOfBook(1, { phone: samePhone, email: same.email.toUpperCase() }),
    memberOfBook(2),
  ];
  const { openingId } = await propose(group, books.treasurer, balancedBook({ members }));
  expect((await accept(openingId, 60_000)).status).toBe(200);
  const remembered = await group.db.selectFrom("earlier_phones").selectAll().execute();
  expect(remembered).toMatchObject([{ member_id: early.id, phone: contacts.phone }]);
  const written = await group.db
    .selectFrom("notices")
    .select(["member_id", "facts"])
    .where("event", "=", "claim_taken")
    .execute();
  expect(written).toMatchObject([{ member_id: early.id, facts: { email: early.email } }]);
  const mail = (await group.mailbox(contacts.email)).at(-1)?.body;
  expect(mail).toContain("Atieno Odhiambo 1");
  expect(mail).toContain(early.email);
  expect(await broken()).toEqual([]);
});
