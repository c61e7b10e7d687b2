// SHARE-1 to SHARE-5: a share-out is rehearsed, proposed by one office and agreed to by the other.
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/distributions/";

let group: TestGroup;
let books: Bookkeeping;
let jane: TestMember;
let john: TestMember;

// The group begins on 16 March 2026.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-16T09:00:00+03:00" }));
  jane = await books.member();
  john = await books.member();
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(jane, 3_000);
  await books.contribute(john, 1_000);
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const get = (by: TestMember, path: string) => group.api("GET", path, { token: by.token });

const earn = (kes: number) =>
  post(books.treasurer, "/api/accounting/create_ledger_entry/", {
    type: "other_income",
    amount_paid: kes,
    description: "Sales",
  });

const lineOf = (share: Json, member: TestMember): Json =>
  share.members.find((line: Json) => line.member.id === member.id);

const equally = { basis: "equal", amount: 900, description: "Earned in March" };

async function propose(body: Json): Promise<Json> {
  const answer = await post(books.treasurer, PATH, body);
  expect([answer.status, answer.body.detail]).toEqual([201, expect.any(String)]);
  return answer.body.distribution;
}

async function agreed(body: Json): Promise<Json> {
  const { id, total } = await propose(body);
  const answer = await post(books.secGen, `${PATH}${id}/agree/`, { total_seen: total });
  expect([answer.status, answer.body.detail]).toEqual([200, expect.any(String)]);
  return answer.body.distribution;
}

test("what was earned is shared by the head, in one entry that the other office agrees to", async () => {
  await earn(901);
  const preview = await post(books.treasurer, `${PATH}preview/`, equally);
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({
    distributable: 901,
    amount: 900,
    savings_returned: 0,
    total: 900,
    bank_after: 24_001,
  });
  expect(preview.body.members).toHaveLength(5);
  expect(lineOf(preview.body, jane)).toMatchObject({ weight: 1, share: 180, receives: 180 });
  const { id } = await propose(equally);
  const agree = (by: TestMember, seen: number) =>
    post(by, `${PATH}${id}/agree/`, { total_seen: seen });
  expect((await agree(books.treasurer, 900)).status).toBe(403);
  expect((await agree(books.chairperson, 900)).status).toBe(403);
  const stale = await agree(books.secGen, 901);
  expect([stale.status, stale.body.errors]).toEqual([
    400,
    { total_seen: ["The figures have changed. Reload and try again."] },
  ]);
  const { status, body } = await agree(books.secGen, 900);
  expect(status).toBe(200);
  expect(body.distribution).toMatchObject({
    status: "posted",
    total: 900,
    agreed_by: { id: books.secGen.id },
    entry_id: expect.any(Number),
  });
  expect((await agree(books.secGen, 900)).body.detail).toBe(
    "This share-out was decided already. Reload to see it.",
  );
  const own = await get(jane, "/api/finances/transactions/?kind=distribution");
  expect(own.body.transactions).toMatchObject([
    { kind: "distribution", status: "approved", amount: 180, in: 180, out: 180 },
  ]);
  expect(own.body.closing).toBe(3_000);
  const seen = await get(jane, `${PATH}${id}/`);
  expect(seen.body.distribution.members).toMatchObject([{ member: { id: jane.id }, share: 180 }]);
  expect((await get(books.chairperson, PATH)).body.distributions[0].members).toHaveLength(5);
  const paged = (page: number) => get(books.chairperson, `${PATH}?page=${page}&page_size=1`);
  expect((await paged(1)).body).toMatchObject({ distributions: [{ id }], count: 1 });
  expect((await paged(2)).body).toEqual({ distributions: [], count: 1 });
  const pdf = (by: TestMember) =>
    fetch(`${group.url}${PATH}${id}/pdf/`, { headers: { Authorization: `Bearer ${by.token}` } });
  expect((await pdf(jane)).status).toBe(403);
  const printed = await pdf(books.chairperson);
  expect([printed.status, printed.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { texts } = await readPdf(new Uint8Array(await printed.arrayBuffer()));
  const words = texts.join(" ");
  for (const fact of ["Share-out: Earned in March", "Share = amount", "180.00"])
    expect(words).toContain(fact);
});

test("by savings and days, each day counts at its end, and cents go to the largest remainders", async () => {
  group.clock.set("2026-03-26T09:00:00+03:00");
  for (const by of [books.treasurer, books.secGen, jane]) by.token = await group.signIn(by);
  await books.contribute(jane, 1_000);
  await earn(100);
  const share = await agreed({
    basis: "savings_days",
    amount: 100,
    from: "2026-03-10",
    to: "2026-03-26",
    description: "By savings",
  });
  // From the 16th to the 26th, both counted, and the second contribution on the last day.
  expect(lineOf(share, jane)["weight"]).toBe(3_000 * 11 + 1_000);
  expect(lineOf(share, john)["weight"]).toBe(11_000);
  expect(lineOf(share, books.secGen)).toMatchObject({ weight: 0, share: 0, receives: 0 });
  const all = 24_000 * 11 + 1_000;
  expect(lineOf(share, john)["share"]).toBeCloseTo((100 * 11_000) / all, 1);
  const total = share.members.reduce((sum: number, line: Json) => sum + line.share, 0);
  expect(total).toBeCloseTo(100, 5);
});

test("by shares, only whole ones count; savings grow by what is added to them", async () => {
  await earn(400);
  const share = await agreed({
    basis: "shares",
    amount: 400,
    share_value: 2_000,
    pay_as: "savings",
    description: "By shares",
  });
  expect(lineOf(share, jane)["weight"]).toBe(1);
  expect(lineOf(share, john)["weight"]).toBe(0);
  expect(lineOf(share, books.treasurer)["weight"]).toBe(10);
  expect(share["bank_after"]).toBe(24_400);
  const own = await get(jane, "/api/finances/transactions/?kind=distribution");
  expect(own.body.closing).toBeCloseTo(3_000 + lineOf(share, jane)["share"], 5);
});

test("fines and loans are set off before anything is paid, and a cycle's end returns savings", async () => {
  await earn(2_000);
  await books.fine(jane, 200);
  const loan = await books.lend(john, 1_500);
  const share = await agreed({
    ...equally,
    amount: 200,
    return_savings: true,
    set_off: "all",
  });
  expect(lineOf(share, jane)).toMatchObject({
    share: 40,
    savings: 3_000,
    set_off_fines: 200,
    set_off_loans: 0,
    receives: 2_840,
  });
  // His savings do not cover the loan, so nothing is left for him.
  expect(lineOf(share, john)).toMatchObject({ savings: 1_000, set_off_loans: 1_040, receives: 0 });
  const { body } = await get(john, "/api/finances/get-create-user-loans/");
  expect(body.loans.find((each: Json) => each.loan_id === loan)).toMatchObject({
    status: "active",
  });
  const { body: fines } = await get(jane, "/api/finances/transactions/?kind=fine");
  expect(fines.transactions).toMatchObject([{ status: "paid" }]);
});

test("what cannot be shared out is refused at its field", async () => {
  await earn(900);
  const refused = async (body: Json, path = `${PATH}preview/`) => {
    const answer = await post(books.treasurer, path, { ...equally, ...body });
    return [answer.status, answer.body.errors ?? answer.body.detail];
  };
  expect(await refused({ amount: 901 })).toEqual([
    400,
    {
      amount: [
        "At most KES 900.00 can be shared out: what the group has earned and not yet shared.",
      ],
    },
  ]);
  expect(await refused({ basis: "shares", share_value: 1_000_000 })).toEqual([
    400,
    { basis: ["Nobody has savings to share by."] },
  ]);
  expect(await refused({ to: "2026-03-17" })).toEqual([
    400,
    { to: ["The date cannot be in the future."] },
  ]);
  expect(await refused({ basis: "shares" })).toEqual([
    400,
    { share_value: ["Choose the value of a share."] },
  ]);
  expect(await refused({ return_savings: true, pay_as: "savings" })).toEqual([
    400,
    { pay_as: ["Savings that are returned are paid from the bank."] },
  ]);
  expect((await post(jane, `${PATH}preview/`, equally)).status).toBe(403);
  const { id } = await propose(equally);
  expect(await refused({}, PATH)).toEqual([
    400,
    "Another share-out already waits. Agree to it or refuse it first.",
  ]);
  const ended = await post(books.secGen, `${PATH}${id}/refuse/`, { reason: "Too early" });
  expect(ended.body.distribution).toMatchObject({
    status: "refused",
    refused_because: "Too early",
    entry_id: null,
  });
  await propose(equally);
});
