import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryKinds } from "#domain/ledger/entry-types.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { addManyPayments } from "#tests/support/many-rows.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";

let group: TestGroup;
let books: Bookkeeping;
let saver: TestMember;
let borrower: TestMember;

// A few entries of every kind among six thousand contributions of sixty other members.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  await addManyPayments(group.db, { members: 60, count: 6_000 });
  saver = await books.member();
  borrower = await books.member();
  await books.contribute(saver, 7_777.5);
  await books.contribute(borrower, 4_000);
  await books.lend(borrower, 3_000);
  await books.fine(borrower, 150);
  await post({ type: "other_income", amount_paid: 60, description: "Bonus 100%_x for O'Neil\\" });
  await post({ type: "investment", amount: 90, description: "Roof of the 'old' hall, QX-12/7" });
  await sql`ANALYZE`.execute(group.db);
});
afterAll(() => group.close());

async function post(body: unknown): Promise<void> {
  const { token } = books.treasurer;
  const answer = await group.api("POST", "/api/accounting/create_ledger_entry/", { token, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

async function found(query: Record<string, string | number>): Promise<Json> {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries({ page: 1, page_size: 50, ...query }))
    address.set(name, `${value}`);
  const { token } = books.treasurer;
  const answer = await group.api("GET", `/api/accounting/entries/?${address.toString()}`, {
    token,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

const typesOf = ({ entries }: Json): string[] => entries.map(({ type }: Json) => type);
const search = async (words: string) => typesOf(await found({ search: words }));

describe("a search of the journal", () => {
  test.each([
    ["Bonus", ["other_income"]],
    ["bon", ["other_income"]],
    ["ROOF hall", ["investment"]],
    ["hall roof bonus", []],
    ["100%", ["other_income"]],
    ["%", ["other_income"]],
    ["_", ["other_income"]],
    ["_x", ["other_income"]],
    ["\\", ["other_income"]],
    ["o'neil", ["other_income"]],
    ["'old'", ["investment"]],
    ["qx-12", ["investment"]],
    ["12/7", ["investment"]],
    ["1_0", []],
    ["B.nus", []],
    ["(", []],
    ["onus", []],
  ])("finds words from their start, and signs as themselves: %s", async (words, types) => {
    expect(await search(words)).toEqual(types);
  });

  test("finds the reference of a payment, its member and its amount, alone and together", async () => {
    const { entries } = await found({ search: "7,777.50" });
    expect(entries).toHaveLength(1);
    const [{ reference, id }] = entries;
    expect(await found({ search: reference.toLowerCase() })).toMatchObject({
      count: 1,
      entries: [{ id }],
    });
    const name = entries[0].postings[0].member;
    for (const words of [
      name.reg_number,
      `${name.full_name} 7777.5`,
      `contribution ${name.reg_number}`,
      `${id} contribution`,
      `#${id}`,
    ])
      expect((await found({ search: words })).entries.map((entry: Json) => entry.id)).toContain(id);
    expect(await search(`${name.reg_number} bonus`)).toEqual([]);
  });

  test("finds a loan by what was lent and by its sum with interest", async () => {
    expect(await search("3,000.00")).toEqual(["loan_disbursement"]);
    expect(await search("3300.00")).toEqual(["loan_disbursement"]);
    expect(await search("loan 3300")).toEqual(["loan_disbursement"]);
  });

  test("counts what is common up to 1,000, in pages that join up", async () => {
    const first = await found({ search: "contribution", page_size: 100 });
    expect([first.count, first.count_is_least]).toEqual([1_000, true]);
    const last = await found({ search: "contribution", page: 10, page_size: 100 });
    expect(last.entries).toHaveLength(100);
    const beyond = await found({ search: "contribution", page: 11, page_size: 100 });
    expect(beyond.entries).toEqual([]);
    const second = await found({ search: "contribution", page: 2, page_size: 50 });
    expect(second.entries.map(({ id }: Json) => id)).toEqual(
      first.entries.slice(50).map(({ id }: Json) => id),
    );
    const some = await found({
      search: "contribution",
      start_date: "2024-01-01",
      end_date: "2024-01-31",
    });
    expect(some.count).toBeGreaterThan(50);
    expect(some.count).toBeLessThan(100);
    expect(some.count_is_least).toBeUndefined();
    expect(await found({ search: "contribution", page: 1_000_000 })).toEqual({
      entries: [],
      count: 1_000,
      count_is_least: true,
    });
    expect((await found({ search: "1000" })).count).toBe(1_000);
    expect((await found({ search: "Many" })).count).toBe(1_000);
  });

  test("is one with the other filters", async () => {
    expect(typesOf(await found({ search: "fine", kind: "fine" }))).toEqual([]);
    expect(typesOf(await found({ member_id: borrower.id }))).toEqual([
      "fine",
      "loan_disbursement",
      "contribution",
    ]);
    expect(typesOf(await found({ member_id: borrower.id, kind: "payment" }))).toEqual([
      "contribution",
    ]);
    expect(typesOf(await found({ member_id: borrower.id, account: "interest_income" }))).toEqual([
      "loan_disbursement",
    ]);
    expect(typesOf(await found({ member_id: borrower.id, search: "3000.00" }))).toEqual([
      "loan_disbursement",
    ]);
    expect((await found({ member_id: borrower.id, end_date: "2020-01-01" })).count).toBe(0);
  });

  test("narrows by the kind that each entry carries, and by its word", async () => {
    const all = await found({});
    for (const { source, type, id } of all.entries) {
      for (const kind of [source.kind, type]) {
        const narrowed = await found({ kind });
        expect(narrowed.entries.map((entry: Json) => entry.id)).toContain(id);
        for (const entry of narrowed.entries)
          expect([entry.source.kind, entry.type]).toContain(kind);
      }
    }
    for (const kind of entryKinds) await found({ kind });
    expect((await found({ kind: "payment" })).count).toBe(6_002);
  });

  test("takes no other kind", async () => {
    const { token } = books.treasurer;
    const answer = await group.api("GET", "/api/accounting/entries/?kind=gift", { token });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(["kind"]);
  });
});

const person = (of: TestMember) => expect.objectContaining({ id: of.id });

describe("an entry", () => {
  test("names the payment, its reference and who approved it", async () => {
    const { entries } = await found({ search: "7777.5" });
    expect(entries[0]).toMatchObject({
      source: { kind: "payment", id: expect.any(Number) },
      reference: expect.stringMatching(/^REF/),
      payment: {
        id: entries[0].source.id,
        member: person(saver),
        payment_date: expect.any(String),
        contribution_month: "2026-03-01",
        loan_name: null,
      },
      approvals: [
        { office: "Treasurer", by: person(books.treasurer), acting_for: null },
        { office: "Sec-Gen", by: person(books.secGen), acting_for: null },
      ],
    });
  });

  test("of a loan has its approvals and no reference, and one by hand has neither", async () => {
    const [loan] = (await found({ search: "3300" })).entries;
    expect([loan.reference, loan.approvals.length]).toEqual([null, 2]);
    const [bonus] = (await found({ search: "bonus" })).entries;
    expect([bonus.reference, bonus.approvals]).toEqual([null, []]);
  });
});

test("two names that are common by themselves find the entries of the member who has both", async () => {
  await sql`UPDATE members SET first_name = 'Asha'
    WHERE username ~ '^many' AND substr(username, 5)::int <= 52`.execute(group.db);
  await sql`UPDATE members SET last_name = 'Chege'
    WHERE username ~ '^many' AND substr(username, 5)::int > 8`.execute(group.db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT entry_id)::int AS count FROM postings JOIN members ON members.id = member_id
     WHERE first_name = 'Asha' AND last_name = 'Chege'`.execute(group.db);
  const both = await found({ search: "asha CHEGE", page_size: 100 });
  expect(both.count).toBe(Math.min(1_000, rows[0]?.count ?? 0));
  const [newest] = both.entries;
  expect(newest.payment.member.full_name).toBe("Asha Chege");
  expect(await search("asha chege nobody")).toEqual([]);
});

describe("pages of the journal", () => {
  let group: TestGroup;
  let books: Bookkeeping;

  // Eight summed years, and a day that is not summed yet.
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup());
    await addManyPayments(group.db, { members: 20, count: 6_000 });
    await sumPostings(group.db);
    const member = await books.member();
    await books.contribute(member, 5_000);
    await books.lend(member, 500);
  });
  afterAll(() => group.close());

  test.each([
    ["", "true"],
    ["account=bank", "account = 'bank'"],
    ["account=interest_income", "account = 'interest_income'"],
    ["account=tax", "false"],
    ["start_date=2020-02-15&end_date=2024-07-02", "day BETWEEN '2020-02-15' AND '2024-07-02'"],
    ["account=bank&start_date=2019-01-01", "account = 'bank' AND day >= '2019-01-01'"],
    ["end_date=2023-12-31", "day <= '2023-12-31'"],
    ["start_date=2010-01-01&end_date=2010-12-31", "false"],
  ])(
    "a page of the journal is that part of it, with the count of all: %s",
    async (query, conditions) => {
      const { rows } = await sql
        .raw<{ id: number }>(
          `SELECT DISTINCT e.id, e.business_date FROM entries e JOIN postings p ON p.entry_id = e.id,
              LATERAL (SELECT e.business_date) d (day) WHERE ${conditions} ORDER BY 2 DESC, 1 DESC`,
        )
        .execute(group.db);
      const expected = rows.map(({ id }) => id);
      const last = Math.max(1, Math.ceil(expected.length / 50));
      for (const page of new Set([1, Math.ceil(last / 2), last, last + 1, last + 100])) {
        const { body } = await group.api(
          "GET",
          `/api/accounting/entries/?${query}&page=${page}&page_size=50`,
          { token: books.treasurer.token },
        );
        expect(body.entries.map(({ id }: { id: number }) => id)).toEqual(
          expected.slice((page - 1) * 50, page * 50),
        );
        expect(body.count).toBe(expected.length);
      }
    },
  );
});
