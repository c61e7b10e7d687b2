// SHARE-7: both offices take a share-out back, and what it settled is open again.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/distributions/";

let group: TestGroup;
let books: Bookkeeping;
let jane: TestMember;
let john: TestMember;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-16T09:00:00+03:00" }));
  jane = await books.member();
  john = await books.member();
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(jane, 9_000);
  await books.contribute(john, 3_000);
  await books.contribute(books.secGen, 3_000);
  await post(books.treasurer, "/api/accounting/create_ledger_entry/", {
    type: "other_income",
    amount_paid: 3_000,
    description: "Sales",
  });
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const takeBack = (by: TestMember, id: number) =>
  post(by, `${PATH}${id}/take-back/`, { reason: "Wrong list" });

async function shareOut(body: Json): Promise<Json> {
  const terms = { basis: "equal", amount: 1_000, description: "Earned", ...body };
  const proposed = await post(books.treasurer, PATH, terms);
  const { id, total } = proposed.body.distribution;
  const answer = await post(books.secGen, `${PATH}${id}/agree/`, { total_seen: total });
  expect(answer.status).toBe(200);
  return answer.body.distribution;
}

/** Each account of each person and loan, in cents; those at 0 are left out. */
async function standing(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', account, member_id, loan_id, sum(amount_cents)) AS line FROM postings
     GROUP BY account, member_id, loan_id HAVING sum(amount_cents) <> 0 ORDER BY 1`.execute(
    group.db,
  );
  return rows.map(({ line }) => line);
}

async function debts(): Promise<unknown> {
  const { rows } = await sql`
    SELECT l.id, l.status, l.repaid_cents, l.balance_cents, l.principal_left_cents, l.rows_interest_cents, l.charges_next_on,
           (SELECT jsonb_agg(to_jsonb(r) - 'version' ORDER BY r.place) FROM loan_rows r
             WHERE r.loan_id = l.id AND r.version = l.version) AS rows,
           (SELECT jsonb_agg(f.paid_cents ORDER BY f.id) FROM fines f) AS paid
      FROM loans l ORDER BY l.id`.execute(group.db);
  return rows;
}

async function borrow(by: TestMember, terms: Json): Promise<number> {
  const { body } = await post(books.chairperson, "/api/loans/products/", {
    name: `${terms["method"]}`,
    rate: 2,
    rate_per: "month",
    instalments_most: 12,
    ...terms,
  });
  const applied = await post(by, "/api/finances/get-create-user-loans/", {
    product_id: body.product.id,
    instalments: 6,
    amount: 2_000,
  });
  const { loan_id: id } = applied.body.loan;
  for (const office of [books.treasurer, books.secGen])
    await post(office, `/api/finances/loan-application-approval/${id}/`, { action: "approved" });
  return id;
}

test.each(["equal_instalments", "equal_principal", "flat"])(
  "every balance, fine, loan and row is as before, with a loan of %s cleared by it",
  async (method) => {
    await books.fine(jane, 200);
    await books.lend(books.secGen, 500);
    await borrow(jane, { method });
    group.clock.set("2026-04-01T09:00:00+03:00");
    for (const by of [books.treasurer, books.secGen, jane, john]) by.token = await group.signIn(by);
    const [before, owed] = [await standing(), await debts()];
    const share = await shareOut({ amount: 3_000, return_savings: true, set_off: "all" });
    expect(await standing()).not.toEqual(before);
    expect(await debts()).not.toEqual(owed);

    expect((await takeBack(jane, share["id"])).status).toBe(403);
    const first = await takeBack(books.secGen, share["id"]);
    expect(first.body).toMatchObject({
      detail: "You want this share-out taken back. It waits for the Treasurer.",
      distribution: { status: "posted", taken_back: [{ office: "Sec-Gen", reason: "Wrong list" }] },
    });
    expect((await takeBack(books.secGen, share["id"])).status).toBe(400);
    group.clock.advanceMinutes(1);
    const { status, body } = await takeBack(books.treasurer, share["id"]);
    expect([status, body.detail]).toEqual([
      200,
      "The share-out is taken back. What it settled is open again.",
    ]);
    expect(body.distribution).toMatchObject({
      status: "taken_back",
      taken_back: [{ office: "Sec-Gen" }, { office: "Treasurer" }],
    });
    expect(await standing()).toEqual(before);
    expect(await debts()).toEqual(owed);
    expect((await takeBack(books.treasurer, share["id"])).body.detail).toBe(
      "This share-out is not in the books.",
    );

    // It can be shared out again, and a row that fell due meanwhile is charged once.
    group.clock.set("2026-05-20T09:00:00+03:00");
    for (const by of [books.treasurer, books.secGen]) by.token = await group.signIn(by);
    await shareOut({ amount: 3_000, set_off: "overdue" });
  },
);

test("a row that fell due between both is charged when its loan is open again", async () => {
  await borrow(jane, { method: "equal_principal" });
  const share = await shareOut({ amount: 2_000, return_savings: true, set_off: "all" });
  group.clock.set("2026-04-20T09:00:00+03:00");
  for (const by of [books.treasurer, books.secGen]) by.token = await group.signIn(by);
  await takeBack(books.treasurer, share["id"]);
  expect((await takeBack(books.secGen, share["id"])).status).toBe(200);
  expect(await debts()).toMatchObject([
    { status: "active", repaid_cents: 0n, balance_cents: 204_000n },
  ]);
});

test("it stays while something rests on it, each named", async () => {
  await books.fine(john, 5_000);
  const share = await shareOut({ set_off: "all" });
  await books.payFine(john, 300);
  const refused = await takeBack(books.treasurer, share["id"]);
  expect([refused.status, refused.body.detail, refused.body.blocking]).toEqual([
    400,
    "Something rests on this share-out, so it stays.",
    [{ kind: "fine_payment", id: expect.any(Number), reference: expect.any(String) }],
  ]);
  const { id } = await shareOut({ amount: 500, pay_as: "savings" });
  expect((await takeBack(books.treasurer, id)).status).toBe(200);
  expect((await takeBack(books.secGen, id)).body.distribution.status).toBe("taken_back");
});
